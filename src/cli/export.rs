//! `parlour export` and `parlour keygen`: print keys, or write them to a new file.

use super::arguments::ExportOptions;
use super::keys::{self, KeysError, sudo_hint};
use super::terminal::say;
use crate::errors::errors;
use crate::os::access::Access;
use crate::os::own::log;
use crate::os::random::NoRandomness;
use crate::seal::keys::Key;
use rustix::process::geteuid;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

errors! {
    /// The reason why no keys were printed or written.
    #[derive(Debug)]
    pub enum ExportError {
        /// There are no keys.
        Keys(error: KeysError) => "{error}";
        /// No key can be drawn.
        NoRandomness(error: NoRandomness) => "{error}";
        /// Standard output is a file that others may read.
        OpenToOthers(access: Access) =>
            "cannot print keys: others may read the file of standard output ({access}); run the command with `--to FILE`, which writes a file for you alone";
        /// The new file cannot be written.
        Write(path: PathBuf, error: io::Error) =>
            "cannot write {}: {error}{}", path.display(), sudo_hint(error);
    }
}

/// Prints the keys of this program or another one, in the form of `PARLOUR_KEY` and key files.
///
/// # Errors
///
/// [`ExportError`] if there are none, or others could read them.
pub fn export(options: &ExportOptions) -> Result<ExitCode, ExportError> {
    let ring = keys::keys_of(options.file.as_deref()).map_err(ExportError::Keys)?;
    give(&ring.to_text(), options.to.as_deref())
}

/// Prints a fresh key.
///
/// # Errors
///
/// [`ExportError`] if none can be drawn, or others could read it.
pub fn keygen(to: Option<&Path>) -> Result<ExitCode, ExportError> {
    let key = Key::draw().map_err(ExportError::NoRandomness)?;
    give(&key.to_text(), to)
}

/// Gives keys to the user. A failure to print them is an error, because lost keys must not count as
/// made or kept.
fn give(keys: &str, to: Option<&Path>) -> Result<ExitCode, ExportError> {
    let line = format!("{keys}\n");
    if let Some(path) = to {
        let written = write_new(path, &line);
        return written
            .map(|()| ExitCode::SUCCESS)
            .map_err(|error| ExportError::Write(path.to_path_buf(), error));
    }
    if let Some(access) = open_output() {
        return Err(ExportError::OpenToOthers(access));
    }
    if io::stdout().is_terminal() {
        log(&"note: keep it secret; `--to FILE` writes it to a file that only you can read");
    }
    Ok(if say(&line) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes a new file that only this user can read.
fn write_new(path: &Path, line: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// The access to the file of standard output, if it is a file that another user may read or owns.
/// They may have opened it already.
fn open_output() -> Option<Access> {
    let output = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let metadata = output.and_then(|output| output.metadata()).ok()?;
    let access = Access::of(&metadata);
    let is_open = access.mode & 0o077 != 0 || access.owner != geteuid().as_raw();
    (metadata.is_file() && is_open).then_some(access)
}
