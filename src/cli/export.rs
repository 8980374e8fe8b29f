//! `parlour export`: prints the keys of a copy, as a backup.

use super::keys::{self, KeysError};
use super::terminal::say_keys;
use crate::os::access::Access;
use rustix::fs::{Mode, fchmod};
use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::path::Path;
use std::process::ExitCode;

/// Prints the keys of this program or another one, in the form of `PARLOUR_KEY` and key files. If
/// they go to a file, this first closes the file to others.
///
/// # Errors
///
/// [`KeysError`] if there are none, or they cannot be read.
pub fn export(program: Option<&Path>) -> Result<ExitCode, KeysError> {
    let ring = keys::keys_of(program)?;
    close_to_others();
    Ok(say_keys(&ring.to_text()))
}

/// Closes the file of standard output to others, if it is a file. The shell may have made it
/// readable for all users.
fn close_to_others() {
    let out = io::stdout();
    let file = out.as_fd().try_clone_to_owned().map(File::from);
    let metadata = file.and_then(|file| file.metadata());
    let is_open = |mode: u32| mode & 0o077 != 0;
    if metadata.is_ok_and(|file| file.is_file() && is_open(Access::of(&file).mode)) {
        let _ = fchmod(&out, Mode::RUSR | Mode::WUSR);
    }
}
