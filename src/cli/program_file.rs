//! Executables as files: this program's own, and others that may be a Parlour.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The longest file that is looked at as a program. A debug build has some ten megabytes.
const PROGRAM_BYTES_MAX: u64 = 256 << 20;

/// Where this program lies. The system tells it through `/proc`, which a chroot may not have; then
/// the name counts by which it was started, if that is a whole one.
pub fn own_path() -> io::Result<PathBuf> {
    std::env::current_exe().or_else(|error| {
        let name = std::env::args_os().next().map(PathBuf::from);
        name.filter(|name| name.is_absolute() && name.is_file()).ok_or(error)
    })
}

/// The content of a program. Pipes and devices are refused, as reading them might never end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(PROGRAM_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(bytes)
}
