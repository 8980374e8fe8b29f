//! The reasons against a place for the keys of a copy.

use super::group::GroupError;
use crate::cli::replace::WorkspaceError;
use crate::errors::errors;
use std::path::PathBuf;

errors! {
    /// The reason why a copy cannot have a key file.
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
            "this program is dynamically linked, so a user who runs it can control it; use the static program of a release or of `cargo static`";
        /// The file system of the copy is mounted nosuid.
        Nosuid(path: PathBuf) => "the file system of {} is mounted nosuid", path.display();
        /// No program here gets a group by its mode. Some containers are started that way.
        NoNewPrivileges => "programs here get no group by their mode (NoNewPrivileges)";
        /// No program that this web server starts gets a group by its mode.
        Server(name: String) =>
            "programs that {name} starts get no group by their mode (NoNewPrivileges)";
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
        /// Its directory cannot be made or changed.
        Directory(path: PathBuf, error: WorkspaceError) =>
            "{} cannot be the directory of the key file: {error}", path.display();
        /// A copy could not get through this directory to its key file.
        Closed(path: PathBuf) =>
            "no copy gets through {} to its key file; run `chmod o+x {}`", path.display(), path.display();
        /// The web server may hand out files of this directory.
        Served(directory: PathBuf) =>
            "the key file would be below {}, where the web server may serve it; name another with `--key-file`", directory.display();
        /// Its name would be longer than a file system allows.
        LongName => "the name of the key file would be too long; name one with `--key-file`";
    }
}
