//! Finds keys where a web server may hand them out: in a copy of the program that was kept before
//! an upgrade, or in a key file beside it.

use crate::doctor::checkup::Finding;
use crate::os::access::Access;
use crate::seal::key_file;
use crate::seal::slot::{self, SLOT_BYTES};
use std::collections::VecDeque;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most directory entries that one search visits.
const ENTRIES_MAX: usize = 4000;
/// The most bytes of programs that one search reads.
const PROGRAM_BYTES_MAX: u64 = 256 << 20;
/// How many bytes of a program are in memory at once, because a CGI process has little of it.
const PIECE_BYTES: u64 = 1 << 20;
/// The first bytes of every executable of Linux that is no script.
pub const PROGRAM_START: &[u8; 4] = b"\x7fELF";
/// Usual names of directories whose files web servers hand out.
const ROOT_NAMES: [&str; 6] = ["public_html", "htdocs", "www", "wwwroot", "webroot", "html"];

/// What to search.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The directory.
    pub directory: &'a Path,
    /// Whether to search the directories in it as well.
    pub is_deep: bool,
    /// The installed program, which is no finding.
    pub program: &'a Path,
}

/// Keys that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The path of the file, relative to the directory of the search.
    pub below: PathBuf,
    /// What to say about it.
    pub finding: Finding,
}

/// The uppermost directory above a file whose name is usual for a document root.
pub fn likely_root(file: &Path) -> Option<&Path> {
    let named = |directory: &&Path| {
        let name = directory.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| ROOT_NAMES.contains(&name))
    };
    file.ancestors().skip(1).filter(named).last()
}

/// Searches a directory for files with keys.
pub fn find(search: Search<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    let mut bytes_left = PROGRAM_BYTES_MAX;
    let mut directories = VecDeque::from([search.directory.to_path_buf()]);
    let mut entries_left = ENTRIES_MAX;
    while let Some(directory) = directories.pop_front() {
        let Ok(entries) = fs::read_dir(&directory) else { continue };
        for entry in entries.flatten() {
            entries_left = match entries_left.checked_sub(1) {
                Some(left) => left,
                None => return found,
            };
            let path = entry.path();
            // Symbolic links are followed to files, but not to directories: they may form a loop.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                directories.extend(search.is_deep.then_some(path));
            } else if path != search.program
                && let Some(finding) = check(&path, &mut bytes_left)
            {
                let below = path.strip_prefix(search.directory).unwrap_or(&path).to_path_buf();
                found.push(Found { below, finding });
            }
        }
    }
    found
}

fn check(path: &Path, bytes_left: &mut u64) -> Option<Finding> {
    let metadata = path.metadata().ok().filter(Metadata::is_file)?;
    let access = Access::of(&metadata);
    let name = path.display();
    if metadata.len() <= key_file::KEY_FILE_BYTES_MAX {
        key_file::read(path).ok()?;
        return Some(Finding::wrong(format!(
            "{name} is a key file in a place where the web server may hand it out; move it elsewhere, and make a new key"
        )));
    }
    if !has_keys(path, bytes_left) {
        return None;
    }
    Some(match (access.others_may_read(), access.group_may_read()) {
        (true, _) => Finding::wrong(format!(
            "{name} is a Parlour with keys that everybody can read, in a place where the web server may hand it out; remove it, and `install --new-key` if its keys are in use"
        )),
        (_, true) => Finding::note(format!(
            "{name} is a Parlour with keys that its group can read; if that is the web server's, it may be handed out"
        )),
        _ => Finding::note(format!(
            "{name} is another Parlour with keys; remove it if it is not in use"
        )),
    })
}

/// Whether this is a Parlour with keys in it. A file that cannot be read cannot be handed out.
fn has_keys(path: &Path, bytes_left: &mut u64) -> bool {
    let mut start = [0; PROGRAM_START.len()];
    let Ok(mut file) = File::open(path) else { return false };
    if file.read_exact(&mut start).is_err() || start != *PROGRAM_START {
        return false;
    }
    let mut piece = Vec::new();
    loop {
        // A slot that crosses the end of a piece is complete in the next.
        piece.drain(..piece.len().saturating_sub(SLOT_BYTES));
        let size = PIECE_BYTES.min(*bytes_left);
        let read = file.by_ref().take(size).read_to_end(&mut piece).unwrap_or(0);
        *bytes_left -= read as u64;
        if read == 0 || matches!(slot::read_from(&piece), Ok(Some(_))) {
            return read > 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::keys::{Key, KeyRing};

    #[test]
    fn keys_are_found_wherever_they_lie_in_a_program() {
        let ring = KeyRing::of(Key::draw().unwrap());
        let slot = slot::with_keys(&ring);
        let path = std::env::temp_dir().join(format!("parlour-copies-{}", std::process::id()));
        let piece = PIECE_BYTES as usize;
        for before in [4, piece - 4, piece, piece + 4 - SLOT_BYTES / 2, piece + 4, 3 * piece] {
            let mut bytes = PROGRAM_START.to_vec();
            bytes.resize(before.max(4), 0xd3);
            bytes.extend_from_slice(&slot);
            fs::write(&path, &bytes).unwrap();
            assert!(has_keys(&path, &mut PROGRAM_BYTES_MAX.clone()), "{before}");
            assert!(!has_keys(&path, &mut (before as u64)), "{before}");
            bytes[0] = 0;
            fs::write(&path, &bytes).unwrap();
            assert!(!has_keys(&path, &mut PROGRAM_BYTES_MAX.clone()), "no program");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_root_is_the_uppermost_directory_of_a_usual_name() {
        for (program, root) in [
            ("/var/www/cgi-bin/parlour", Some("/var/www")),
            ("/var/www/html/cgi-bin/parlour", Some("/var/www")),
            ("/home/anna/public_html/parlour.cgi", Some("/home/anna/public_html")),
            ("/usr/lib/cgi-bin/parlour", None),
            ("/srv/www", None),
        ] {
            assert_eq!(likely_root(Path::new(program)), root.map(Path::new), "{program}");
        }
    }
}
