//! The reasons against a place for the keys of a copy.

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
        /// There is no group of this name.
        NoGroup(name: String) => "there is no group {name}";
        /// The name is not one of a group that has no other purpose.
        NotForCopies(name: String) =>
            "the group {name} may have another purpose: the group of a copy is `parlour`, or has a name that begins with `parlour-`";
        /// The group of a copy cannot be that of a web server.
        ForCopies(name: String) =>
            "{name} is a group for copies, and no web server should be in it; use `--group {name}`";
        /// No tool of this system makes a group of this name.
        NotMade(name: String) =>
            "there is no group `{name}`, and neither groupadd nor addgroup makes one; make it yourself";
        /// These users are in the group of this name, and could read the keys.
        HasMembers(name: String, users: String) =>
            "{users} could read the key as a member of the group {name}; remove the member, or name another group with `--group`";
        /// It is root's own group.
        RootsGroup => "root's own group cannot be used; name the group of the web server";
        /// The directory of the key file cannot be made or changed.
        Directory(path: PathBuf, error: WorkspaceError) =>
            "{} cannot be the directory of the key file: {error}", path.display();
        /// A copy could not get through this directory to its key file.
        Closed(path: PathBuf) =>
            "no copy gets through {} to its key file; run `chmod o+x {}`", path.display(), path.display();
        /// The web server may hand out files of this directory.
        Served(directory: PathBuf) =>
            "the key file would be below {}, where the web server may serve it; name another with `--key-file`", directory.display();
        /// The name of the key file would be longer than a file system allows.
        LongName => "the name of the key file would be too long; name one with `--key-file`";
    }
}
