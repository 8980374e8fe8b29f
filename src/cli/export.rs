//! `parlour export` and `parlour keygen`: print keys, or write them to a new file.

use super::arguments::ExportOptions;
use super::keys::{self, cannot_write};
use super::terminal::{Failure, say};
use crate::os::access::Access;
use crate::os::own::log;
use crate::seal::keys::Key;
use rustix::process::geteuid;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;

/// Prints the keys of this program or another one, in the form of `PARLOUR_KEY` and key files.
///
/// # Errors
///
/// A sentence if there are none, or others could read them.
pub fn export(options: &ExportOptions) -> Result<ExitCode, Failure> {
    let ring = keys::keys_of(options.file.as_deref())?;
    give(&ring.to_text(), options.to.as_deref())
}

/// Prints a fresh key.
///
/// # Errors
///
/// A sentence if none can be drawn, or others could read it.
pub fn keygen(to: Option<&Path>) -> Result<ExitCode, Failure> {
    let key = Key::draw()?;
    give(&key.to_text(), to)
}

/// Gives keys to the user. A failure to print them is an error, because lost keys must not count as
/// made or kept.
fn give(keys: &str, to: Option<&Path>) -> Result<ExitCode, Failure> {
    let line = format!("{keys}\n");
    if let Some(path) = to {
        write_new(path, &line).map_err(|error| cannot_write(path, &error))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(access) = open_output() {
        let why = format!(
            "cannot print keys: others may read the file of standard output ({access}); run the command with `--to FILE`, which writes a file for you alone"
        );
        return Err(why.into());
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
