//! The errors of `parlour install`.

use super::obstacle::Obstacle;
use crate::cli::keys::{KeysError, sudo_hint};
use crate::cli::program_file::UnknownOwnPath;
use crate::cli::replace::WorkspaceError;
use crate::errors::errors;
use crate::os::random::NoRandomness;
use crate::seal::key_file::KeyFileFault;
use crate::seal::slot::SlotError;
use std::io;
use std::path::{Path, PathBuf};

errors! {
    /// The reason why no copy was installed. The system is as it was before.
    #[derive(Debug)]
    pub enum InstallError {
        /// The system does not say where this program is.
        OwnPath(error: UnknownOwnPath) => "{error}";
        /// The file of this program cannot be read.
        OwnFile(path: PathBuf, error: io::Error) =>
            "{} cannot read itself to make a copy ({error}); only its owner may read an installed copy, so install from the program as you got it, or with sudo", path.display();
        /// Keys cannot be written into a copy of this program.
        OwnSlot(path: PathBuf, error: SlotError) =>
            "{} cannot be given keys: {error}", path.display();
        /// The directory to install into does not exist.
        NoDirectory(path: PathBuf) => "there is no directory {}; make it first", path.display();
        /// The directory of the destination cannot be changed, or others could change it under root's
        /// hands.
        Directory(path: PathBuf, error: WorkspaceError) => "{}", not_writable(path, error);
        /// There is nothing to uninstall.
        Nothing(path: PathBuf) => "there is no Parlour at {}, and it left no key file", path.display();
        /// Only root can leave keys for a later copy.
        NotKept(path: PathBuf) =>
            "only root can keep the keys in {}; keep them with `parlour export --to FILE`, and uninstall without `--keep-key`", path.display();
        /// The destination is a file that cannot be read to see what it is.
        Former(path: PathBuf, error: io::Error) =>
            "{} is there already and cannot be read to keep its keys ({error}){}", path.display(), sudo_hint(error);
        /// The destination is a file that is not a Parlour.
        Foreign(path: PathBuf) =>
            "{} is there already and is not a Parlour, so it is left alone; remove it first, or choose another name", path.display();
        /// The destination is a Parlour whose keys would be lost.
        FormerSlot(path: PathBuf, error: SlotError) =>
            "{} is there already, and {error}; it is left alone, because its games would be lost", path.display();
        /// The destination is a Parlour, and the keys in its key file would be lost.
        FormerKeyFile(path: PathBuf, fault: KeyFileFault) =>
            "the key file {} of the copy that is there cannot be used: {fault}; the copy is left alone, because its games would be lost; `--key-from BACKUP` gives it other keys; without a backup, `parlour uninstall` it first", path.display();
        /// The destination is a Parlour, and the key file for its keys has other keys.
        OtherKeys(path: PathBuf) =>
            "the key file {} is there already, with other keys than the copy has; remove it if nothing uses it, or name another with `--key-file`", path.display();
        /// The copy at the first path belongs to this user, who could read the keys of the other
        /// path.
        OtherOwner(path: PathBuf, owner: u32, from: PathBuf) =>
            "{} belongs to user {owner}, who could then read the keys of {}; remove it first, or install as that user", path.display(), from.display();
        /// The keys cannot be kept in the place for them.
        Place(obstacle: Obstacle) => "the key cannot be kept there: {obstacle}";
        /// The file that should give its keys gives none.
        Keys(error: KeysError) => "{error}";
        /// No key can be drawn.
        NoRandomness(error: NoRandomness) => "{error}";
        /// The copy or its key file cannot be written.
        Write(path: PathBuf, error: io::Error) =>
            "{} cannot be written ({error}){}", path.display(), sudo_hint(error);
    }
}

fn not_writable(path: &Path, error: &WorkspaceError) -> String {
    let path = path.display();
    match error {
        WorkspaceError::Exposed(exposed) => format!(
            "{path} is not safe for root: {exposed}, and could lead root astray; install as the owner of that directory (`sudo -u OWNER parlour install {path}`), or in a directory of root's"
        ),
        WorkspaceError::Refused(error) => {
            format!("{path} cannot be written ({error}){}", sudo_hint(error))
        }
    }
}
