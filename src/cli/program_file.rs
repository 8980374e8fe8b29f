//! Executables as files: this program, and others that may be a Parlour.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The most bytes to read of a program. A debug build has some ten megabytes.
const PROGRAM_BYTES_MAX: u64 = 256 << 20;

/// The path of this program. The system tells it through `/proc`. A chroot may have no `/proc`;
/// then this is the name that started the program, if that is an absolute path.
///
/// # Errors
///
/// A sentence if there is neither.
pub fn own_path() -> Result<PathBuf, String> {
    std::env::current_exe().or_else(|error| {
        let name = std::env::args_os().next().map(PathBuf::from);
        name.filter(|name| name.is_absolute() && name.is_file()).ok_or_else(|| {
            format!("cannot find this program's own file: {error}; start it by its absolute path")
        })
    })
}

/// The content of a program.
///
/// # Errors
///
/// The error of the operating system, or one for a pipe or a device, because reading those might
/// never end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_open(open(path)?)
}

/// The content of an open file.
///
/// # Errors
///
/// The error of the operating system.
pub fn read_open(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(PROGRAM_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a program, or a script that runs one.
///
/// # Errors
///
/// The error of the operating system, or one for a pipe or a device: opening those might have an
/// effect, or wait for another process.
pub fn open(path: &Path) -> io::Result<File> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let flags = rustix::fs::OFlags::NONBLOCK.bits() as i32;
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}
