//! The reasons against a place for the keys of a copy.

use super::group::GroupError;
use crate::errors::errors;
use crate::os::trust;
use std::io;
use std::path::PathBuf;

errors! {
    /// The reason why a copy cannot have a group of its own.
    #[derive(Debug)]
    pub enum Obstacle {
        /// Only root may do that.
        NotRoot => "only root may give a program a group of its own";
        /// The former copy belongs to this user, and the web server may run it as its owner.
        OwnedBy(user: u32) =>
            "the former copy belongs to user {user}, and the web server may run it as its owner";
        /// The kernel is not Linux.
        NotLinux => "that works on Linux only";
        /// This program has a loader, which obeys the environment.
        Dynamic =>
            "this program is dynamically linked, and its loader obeys whoever runs it; `cargo static` makes one that is not";
        /// The file system of the copy is mounted nosuid.
        Nosuid(path: PathBuf) => "the file system of {} is mounted nosuid", path.display();
        /// No program here gets a group by its mode. Some containers are started that way.
        NoNewPrivileges => "no program here gets a group by its mode (NoNewPrivileges)";
        /// No program that this web server starts gets a group by its mode. The second name is the
        /// server's group.
        Server(name: String, _group: String) =>
            "no program that {name} starts gets a group by its mode (NoNewPrivileges)";
        /// There is no group to use.
        Group(error: GroupError) => "{error}";
        /// There is no place for the key file.
        Place(error: PlaceError) => "{error}";
    }
}

errors! {
    /// The reason why a key file cannot be in its place.
    #[derive(Debug)]
    pub enum PlaceError {
        /// Its directory cannot be made or examined.
        Directory(path: PathBuf, error: io::Error) =>
            "{} cannot be the directory of the key file ({error})", path.display();
        /// Others could change it.
        Exposed(exposed: trust::Exposed) => "the key file would not be safe, because {exposed}";
        /// The web server may hand out files of this directory.
        Served(directory: PathBuf) =>
            "the key file would lie below {}, where the web server may hand it out", directory.display();
        /// Its name would be longer than a file system allows.
        LongName => "the name of the key file would be too long; name one with `--key-file`";
    }
}
