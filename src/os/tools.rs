//! Programs of the system that Parlour starts.

use rustix::process::geteuid;
use std::path::PathBuf;

/// The directories of tools for root. PATH does not count, because another user may have set it for
/// root.
const DIRECTORIES: [&str; 4] = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];

/// The path of a tool that root may start.
pub fn find(name: &str) -> Option<PathBuf> {
    let paths = DIRECTORIES.map(|directory| PathBuf::from(directory).join(name));
    paths.into_iter().find(|path| path.is_file())
}

/// The path of a tool, or for users other than root its bare name, which means a program in PATH.
pub fn find_for_user(name: &str) -> Option<PathBuf> {
    if geteuid().is_root() { find(name) } else { Some(PathBuf::from(name)) }
}
