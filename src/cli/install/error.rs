//! Why nothing was installed.

use super::obstacle::Obstacle;
use crate::cli::keys::{self, KeysError};
use crate::cli::program_file::UnknownOwnPath;
use crate::os::random::NoRandomness;
use crate::seal::key_file::KeyFileFault;
use crate::seal::slot::SlotError;
use std::io;
use std::path::PathBuf;

/// Why nothing was installed. Nothing has been changed then.
#[derive(Debug)]
pub enum InstallError {
    /// The system does not say where this program is.
    OwnPath(UnknownOwnPath),
    /// The file of this program cannot be read.
    OwnFile(PathBuf, io::Error),
    /// Keys cannot be written into a copy of this program.
    OwnSlot(PathBuf, SlotError),
    /// The directory to install into does not exist.
    NoDirectory(PathBuf),
    /// A file is at the destination and cannot be read to see what it is.
    Former(PathBuf, io::Error),
    /// A file is at the destination and is no Parlour.
    Foreign(PathBuf),
    /// A Parlour is at the destination, and its keys would be lost.
    FormerSlot(PathBuf, SlotError),
    /// A Parlour is at the destination, and the keys in this file of its would be lost.
    FormerKeyFile(PathBuf, KeyFileFault),
    /// A Parlour is at the destination with other keys than this file has, in which they were to go.
    OtherKeys(PathBuf),
    /// The copy at this path belongs to this user, who could read the keys of this file.
    OtherOwner(PathBuf, u32, PathBuf),
    /// The keys cannot be kept where they were to be.
    Place(Obstacle),
    /// No keys can be taken from the file that was named for it.
    Keys(KeysError),
    /// No key can be drawn.
    NoRandomness(NoRandomness),
    /// The copy or its key file cannot be written.
    Write(PathBuf, io::Error),
}

impl std::fmt::Display for InstallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use InstallError::*;
        match self {
            OwnPath(error) => error.fmt(f),
            OwnFile(path, error) => write!(
                f,
                "{} cannot read itself to make a copy ({error}); only its owner may read an installed copy, so install from the program as you got it, or with sudo",
                path.display()
            ),
            OwnSlot(path, error) => {
                write!(f, "{} cannot be given keys: {error}", path.display())
            }
            NoDirectory(path) => {
                write!(f, "there is no directory {}; make it first", path.display())
            }
            Former(path, error) => {
                write!(
                    f,
                    "{} is there already and cannot be read to keep its keys ({error})",
                    path.display()
                )?;
                keys::suggest_sudo(error, f)
            }
            Foreign(path) => write!(
                f,
                "{} is there already and is not a Parlour, so it is left alone; remove it first, or choose another name",
                path.display()
            ),
            FormerSlot(path, error) => write!(
                f,
                "{} is there already, and {error}; it is left alone, because its games would be lost",
                path.display()
            ),
            FormerKeyFile(path, fault) => write!(
                f,
                "the key file {} of the copy that is there cannot be used: {fault}; the copy is left alone, because its games would be lost; `--key-from BACKUP` gives it other keys",
                path.display()
            ),
            OtherKeys(path) => write!(
                f,
                "the key file {} is there already, with other keys than the copy has; remove it if nothing uses it, or name another with `--key-file`",
                path.display()
            ),
            OtherOwner(path, owner, from) => write!(
                f,
                "{} belongs to user {owner}, who could then read the keys of {}; remove it first, or install as that user",
                path.display(),
                from.display()
            ),
            Place(Obstacle::Server(name, group)) => write!(
                f,
                "{}; let the web server's group read the key with `--server-group {group}`, or say `--group parlour` if {name} is not to run this copy",
                Obstacle::Server(name.clone(), group.clone())
            ),
            Place(obstacle) => write!(f, "the key cannot be kept there: {obstacle}"),
            Keys(error) => error.fmt(f),
            NoRandomness(error) => error.fmt(f),
            Write(path, error) => {
                write!(f, "{} cannot be written ({error})", path.display())?;
                keys::suggest_sudo(error, f)
            }
        }
    }
}

impl std::error::Error for InstallError {}
