//! The two states of an executable file in the system's page cache. A file that was just written is
//! there in large pieces. After a restart, or when memory was short, the system has read the file
//! back from disk in pieces of 4 kB, and a program starts more slowly. Visitors meet the second state.

use rustix::fs::{Advice, fadvise, fsync};
use std::fs::File;
use std::path::Path;

/// Writes a file to the disk and drops it from the page cache, so that the next start reads it back.
///
/// # Panics
///
/// If the file cannot be opened, written or dropped.
pub fn read_back(file: &Path) {
    let open = File::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    fsync(&open).expect("it is written to the disk");
    fadvise(&open, 0, None, Advice::DontNeed).expect("it is dropped from the page cache");
}
