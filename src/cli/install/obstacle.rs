//! What can stand against a place for the keys of a copy.

use super::group::GroupError;
use crate::os::trust;
use std::io;
use std::path::PathBuf;

/// What stands against a group of the copy's own.
#[derive(Debug)]
pub enum Obstacle {
    /// Only root may do that.
    NotRoot,
    /// The former copy belongs to this user, and the web server may run it as its owner.
    OwnedBy(u32),
    /// The kernel does not work so.
    NotLinux,
    /// This program has a loader, which obeys the environment.
    Dynamic,
    /// The file system of the copy is mounted nosuid.
    Nosuid(PathBuf),
    /// No program here gets a group by its mode, as in a container that was started so.
    NoNewPrivileges,
    /// The same for whatever this web server of this group starts.
    Server(String, String),
    /// There is no group to use.
    Group(GroupError),
    /// There is no place for the key file.
    Place(PlaceError),
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Obstacle::NotRoot => f.write_str("only root may give a program a group of its own"),
            Obstacle::OwnedBy(user) => write!(
                f,
                "the former copy belongs to user {user}, and the web server may run it as its owner"
            ),
            Obstacle::NotLinux => f.write_str("that works on Linux only"),
            Obstacle::Dynamic => f.write_str(
                "this program is dynamically linked, and its loader obeys whoever runs it; `cargo static` makes one that is not",
            ),
            Obstacle::Nosuid(path) => {
                write!(f, "the file system of {} is mounted nosuid", path.display())
            }
            Obstacle::NoNewPrivileges => {
                f.write_str("no program here gets a group by its mode (NoNewPrivileges)")
            }
            Obstacle::Server(name, _) => write!(
                f,
                "no program that {name} starts gets a group by its mode (NoNewPrivileges)"
            ),
            Obstacle::Group(error) => error.fmt(f),
            Obstacle::Place(error) => error.fmt(f),
        }
    }
}

/// Why a key file cannot be where it was to be.
#[derive(Debug)]
pub enum PlaceError {
    /// Its directory cannot be made or examined.
    Directory(PathBuf, io::Error),
    /// Others could change it.
    Exposed(trust::Exposed),
    /// The web server may hand out files of this directory.
    Served(PathBuf),
    /// Its name would be longer than names are.
    LongName,
}

impl std::fmt::Display for PlaceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlaceError::Directory(path, error) => {
                write!(f, "{} cannot be the directory of the key file ({error})", path.display())
            }
            PlaceError::Exposed(exposed) => {
                write!(f, "the key file would not be safe, because {exposed}")
            }
            PlaceError::Served(directory) => write!(
                f,
                "the key file would lie below {}, where the web server may hand it out",
                directory.display()
            ),
            PlaceError::LongName => f.write_str(
                "the name of the key file would be too long; name one with `--key-file`",
            ),
        }
    }
}
