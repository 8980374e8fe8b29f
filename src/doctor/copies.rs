//! Searches for keys that a web server may hand out: in an old copy of the program, or in a key
//! file beside it.

use super::findings as say;
use crate::doctor::checkup::Finding;
use crate::doctor::permissions::new_key;
use crate::os::access::{Access, Right};
use crate::os::elf;
use crate::seal::key_file;
use crate::seal::slot::{self, Content, SLOT_BYTES};
use std::collections::VecDeque;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The bytes of a program that are in memory at once. A CGI process has little memory.
const PIECE_BYTES: u64 = 1 << 20;
/// Usual names of directories whose files web servers hand out.
const ROOT_NAMES: [&str; 6] = ["public_html", "htdocs", "www", "wwwroot", "webroot", "html"];

/// Keys that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The path of the file, relative to the directory of the search.
    pub below: PathBuf,
    /// The finding about it.
    pub finding: Finding,
}

/// The results of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The keys that were found.
    pub found: Vec<Found>,
    /// The number of files in the search, and the first file after its end, if the time was up too
    /// early.
    left_out: Option<(usize, PathBuf)>,
}

impl Findings {
    /// The findings about each file with keys, and about the files that the search did not reach.
    pub fn into_findings(self) -> Vec<Finding> {
        let mut findings: Vec<Finding> =
            self.found.into_iter().map(|found| found.finding).collect();
        let left_out = self.left_out;
        findings.extend(left_out.map(|(count, path)| say::search_cut_short(count, path.display())));
        findings
    }
}

/// The uppermost directory above a file that has a usual name of a document root.
pub fn likely_root(file: &Path) -> Option<&Path> {
    let named = |directory: &&Path| {
        let name = directory.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| ROOT_NAMES.contains(&name))
    };
    file.ancestors().skip(1).filter(named).last()
}

/// Searches directories for files with keys, for this long. The flag of a directory says if the
/// search includes its subdirectories. The installed program is no finding.
pub fn find<'a>(
    program: &Path,
    places: impl IntoIterator<Item = (&'a Path, bool)>,
    time: Duration,
) -> Findings {
    let mut search =
        Search { program, end: Instant::now() + time, looked_at: 0, findings: Findings::default() };
    for (directory, is_deep) in places {
        if search.visit(directory, is_deep).is_none() {
            break;
        }
    }
    search.findings
}

struct Search<'a> {
    program: &'a Path,
    end: Instant,
    /// The number of files so far.
    looked_at: usize,
    findings: Findings,
}

impl Search<'_> {
    /// Searches a directory. Returns `None` if the time is up.
    fn visit(&mut self, top: &Path, is_deep: bool) -> Option<()> {
        let mut directories = VecDeque::from([top.to_path_buf()]);
        while let Some(directory) = directories.pop_front() {
            let Ok(entries) = fs::read_dir(&directory) else { continue };
            for entry in entries.flatten() {
                let path = entry.path();
                // The search follows symbolic links to files, but not to directories, which may
                // form a loop.
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    directories.extend(is_deep.then_some(path));
                    continue;
                }
                if path == self.program {
                    continue;
                }
                let Ok(finding) = check(&path, self.program, self.end) else {
                    self.findings.left_out = Some((self.looked_at, path));
                    return None;
                };
                self.looked_at += 1;
                let below = path.strip_prefix(top).unwrap_or(&path).to_path_buf();
                self.findings.found.extend(finding.map(|finding| Found { below, finding }));
            }
        }
        Some(())
    }
}

/// The time for a search is up.
#[derive(Debug, PartialEq, Eq)]
struct TimeUp;

fn check_time(end: Instant) -> Result<(), TimeUp> {
    if Instant::now() < end { Ok(()) } else { Err(TimeUp) }
}

/// The finding about a file, if it has keys. If others may know them, the installed program needs a
/// new key.
fn check(path: &Path, program: &Path, end: Instant) -> Result<Option<Finding>, TimeUp> {
    check_time(end)?;
    let Some(metadata) = path.metadata().ok().filter(Metadata::is_file) else {
        return Ok(None);
    };
    let access = Access::of(&metadata);
    let name = path.display();
    if metadata.len() <= key_file::KEY_FILE_BYTES_MAX {
        let read = key_file::read(path);
        return Ok(read.ok().map(|_| say::key_file_served(name, new_key(program))));
    }
    if !has_keys(path, end)? {
        return Ok(None);
    }
    Ok(Some(match (access.has(Right::OthersRead), access.has(Right::GroupReads)) {
        (true, _) => say::copy_readable(name, new_key(program)),
        (_, true) => say::copy_for_group(name),
        _ => say::other_copy(name),
    }))
}

/// Returns true if this is a Parlour with keys in it. A file that cannot be read does not count,
/// because no server can hand it out.
fn has_keys(path: &Path, end: Instant) -> Result<bool, TimeUp> {
    let mut start = [0; elf::MAGIC.len()];
    let Ok(mut file) = File::open(path) else { return Ok(false) };
    if file.read_exact(&mut start).is_err() || start != *elf::MAGIC {
        return Ok(false);
    }
    let mut piece = Vec::new();
    loop {
        check_time(end)?;
        // A slot that crosses the end of a piece is complete in the next.
        piece.drain(..piece.len().saturating_sub(SLOT_BYTES));
        let read = file.by_ref().take(PIECE_BYTES).read_to_end(&mut piece).unwrap_or(0);
        if read == 0 || matches!(slot::read_from(&piece), Ok(Some(Content::Keys(_)))) {
            return Ok(read > 0);
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
            let mut bytes = elf::MAGIC.to_vec();
            bytes.resize(before.max(4), 0xd3);
            bytes.extend_from_slice(&slot);
            fs::write(&path, &bytes).unwrap();
            let later = Instant::now() + Duration::from_secs(60);
            assert_eq!(has_keys(&path, later), Ok(true), "{before}");
            assert_eq!(has_keys(&path, Instant::now()), Err(TimeUp), "{before}");
            bytes[0] = 0;
            fs::write(&path, &bytes).unwrap();
            assert_eq!(has_keys(&path, later), Ok(false), "no program");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_was_left_out_is_said() {
        let path = std::env::temp_dir().join(format!("parlour-left-out-{}", std::process::id()));
        fs::create_dir_all(path.join("deep")).unwrap();
        let ring = KeyRing::of(Key::draw().unwrap());
        fs::write(path.join("deep/ring"), ring.to_text()).unwrap();
        let search = |time| find(Path::new(""), [(&*path, true)], time);
        let whole = search(Duration::from_secs(60));
        assert_eq!((whole.found.len(), &whole.left_out), (1, &None));
        assert_eq!(whole.found[0].below, Path::new("deep/ring"));
        let cut = search(Duration::ZERO);
        assert_eq!(cut.left_out, Some((0, path.join("deep/ring"))));
        let said = cut.into_findings();
        assert_eq!(said.len(), 1);
        assert!(said[0].sentence.contains("after 0 files, before "), "{}", said[0].sentence);
        fs::remove_dir_all(&path).unwrap();
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
