//! Executables as files: this program, and others that may be a Parlour.

use crate::os::NONBLOCK;
use crate::os::own::ME;
use std::fs::OpenOptions;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The most bytes to read of a program. A debug build has some ten megabytes.
const PROGRAM_BYTES_MAX: u64 = 256 << 20;
/// True if the kernel alone starts this program. A loader obeys the environment: a user who may run
/// a dynamically linked program can put their own code into it with `LD_PRELOAD`.
pub const IS_STATIC: bool = cfg!(target_feature = "crt-static");

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

/// The path of a file, or that of the usual name in a directory.
pub fn named(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(ME.to_string()) } else { path.to_path_buf() }
}

/// The whole path of a program, named by itself or its directory.
///
/// # Errors
///
/// A sentence if it cannot be a file.
pub fn at(dest: &Path) -> Result<PathBuf, String> {
    let ends_with_slash = dest.as_os_str().as_encoded_bytes().ends_with(b"/");
    let file = named(dest);
    match (std::path::absolute(&file), file.file_name()) {
        (Ok(path), Some(_)) if dest.is_dir() || !ends_with_slash => Ok(path),
        _ => Err(format!("there is no directory {}; make it first, with `mkdir`", dest.display())),
    }
}

/// The content of a program.
///
/// # Errors
///
/// The error of the operating system, or one for a pipe or a device, because reading those might
/// never end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut bytes = Vec::new();
    let file = OpenOptions::new().read(true).custom_flags(NONBLOCK).open(path)?;
    file.take(PROGRAM_BYTES_MAX).read_to_end(&mut bytes)?;
    Ok(bytes)
}
