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
            "cannot read {}: {error}; only the owner may read an installed copy, so use the program from the release, or sudo", path.display();
        /// Keys cannot be written into a copy of this program.
        OwnSlot(path: PathBuf, error: SlotError) =>
            "cannot put keys into a copy of {}: {error}", path.display();
        /// The directory to install into does not exist.
        NoDirectory(path: PathBuf) => "there is no directory {}; make it first, with `mkdir`", path.display();
        /// The directory of the destination cannot be changed, or others could change it under root's
        /// hands.
        Directory(path: PathBuf, error: WorkspaceError) => "{}", not_writable(path, error);
        /// There is nothing to uninstall.
        Nothing(path: PathBuf) => "there is no Parlour at {}, and no key file of one; name the file or directory that you installed to", path.display();
        /// Only root can leave keys for a later copy.
        NotKept(path: PathBuf) =>
            "only root can keep the keys in {}; run `parlour export --to FILE` first, then uninstall without `--keep-key`", path.display();
        /// The destination is a file that cannot be read, so it may be any program.
        Former(path: PathBuf, error: io::Error) =>
            "cannot read {} to keep its keys: {error}{}", path.display(), sudo_hint(error);
        /// The destination is a file that is not a Parlour.
        Foreign(path: PathBuf) =>
            "{} is there already and is not a Parlour program; remove it, or choose another name", path.display();
        /// The destination is a Parlour whose keys would be lost.
        FormerSlot(path: PathBuf, error: SlotError) =>
            "cannot keep the keys of {}: {error}; run `parlour uninstall` first if its games may be lost", path.display();
        /// The destination is a Parlour, and the keys in its key file would be lost.
        FormerKeyFile(path: PathBuf, fault: KeyFileFault) =>
            "the key file {} of the copy cannot be used: {fault}; run `parlour install --key-from BACKUP`, or without a backup `parlour uninstall` first", path.display();
        /// The destination is a Parlour, and the key file for its keys has other keys.
        OtherKeys(path: PathBuf) =>
            "the key file {} has other keys than the copy; remove it if no program uses it, or name another with `--key-file`", path.display();
        /// The copy at the first path belongs to this user, who could read the keys of the other
        /// path.
        OtherOwner(path: PathBuf, owner: u32, from: PathBuf) =>
            "user {1} owns {0}, and could read the keys of {2}; remove {0}, or install as that user", path.display(), owner, from.display();
        /// The keys cannot be kept in the place for them.
        Place(obstacle: Obstacle) => "cannot keep the key there: {obstacle}";
        /// The file that should give its keys gives none.
        Keys(error: KeysError) => "{error}";
        /// No key can be drawn.
        NoRandomness(error: NoRandomness) => "{error}";
        /// The copy or its key file cannot be written.
        Write(path: PathBuf, error: io::Error) =>
            "cannot write {}: {error}{}", path.display(), sudo_hint(error);
    }
}

fn not_writable(path: &Path, error: &WorkspaceError) -> String {
    let path = path.display();
    match error {
        WorkspaceError::Exposed(exposed) => format!(
            "root cannot install safely at {path}: {exposed}; install as the owner of that directory (`sudo -u OWNER parlour install {path}`), or in a directory that only root can change"
        ),
        WorkspaceError::Refused(error) => {
            format!("cannot write {path}: {error}{}", sudo_hint(error))
        }
    }
}
