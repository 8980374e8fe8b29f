//! The exposure of keys: the files that contain them, and who can read or change these.
//!
//! Only root may read root's keys, and only the owner of another copy its keys. A backup, or a copy that
//! somebody has made by hand, has the same keys as the original.

use super::account::user_name;
use super::key_holder::{self, KEY_DIRECTORY, MASTER_KEY};
use super::program_file;
use super::workspace::{WorkspaceError, require_roots};
use crate::os::own::ME;
use crate::seal::key_file::KEY_FILE_BYTES_MAX;
use crate::seal::keys::{Key, KeyRing};
use crate::seal::slot;
use rustix::process::geteuid;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The directories in which web servers find programs and pages.
const SERVED: [&str; 5] =
    ["/usr/lib/cgi-bin", "/var/www", "/srv", "/usr/share/nginx/html", "/usr/local/www"];
/// The most levels of directories and the most files that it looks at: a document root may have millions.
const DEPTH_MAX: usize = 3;
const FILES_MAX: usize = 4000;

/// The files with a key of this ring that web servers may reach, or that are beside this copy.
pub fn copies(ring: &KeyRing, beside: Option<&Path>) -> Vec<PathBuf> {
    let beside = beside.and_then(Path::parent).into_iter();
    holders(ring, beside.chain(SERVED.into_iter().map(Path::new)))
}

/// The files below these directories that contain a key of this ring.
fn holders<'a>(ring: &KeyRing, places: impl IntoIterator<Item = &'a Path>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut left = FILES_MAX;
    places.into_iter().for_each(|place| collect(place, DEPTH_MAX, &mut left, &mut found));
    found.sort();
    found.dedup();
    let has_key = |file: &PathBuf| {
        keys_in(file).iter().any(|key| ring.entries().iter().any(|(_, own)| own == key))
    };
    found.retain(has_key);
    found
}

fn collect(place: &Path, depth: usize, left: &mut usize, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        *left = left.saturating_sub(1);
        let Ok(kind) = entry.file_type() else { continue };
        if *left == 0 {
            return;
        } else if kind.is_file() {
            found.push(entry.path());
        } else if kind.is_dir() && depth > 1 {
            collect(&entry.path(), depth - 1, left, found);
        }
    }
}

/// The keys in a file: in the slot of a program, or anywhere in a short text, however it is damaged.
fn keys_in(file: &Path) -> Vec<Key> {
    let is_short = file.metadata().is_ok_and(|it| it.len() <= KEY_FILE_BYTES_MAX);
    let mut start = [0; 4];
    let is_program = fs::File::open(file)
        .and_then(|mut file| std::io::Read::read_exact(&mut file, &mut start))
        .is_ok_and(|()| start == *b"\x7fELF");
    if !is_short && !is_program {
        return Vec::new();
    }
    let bytes = program_file::read(file).unwrap_or_default();
    if let Ok(ring) = slot::read_from(&bytes) {
        return ring.iter().flat_map(KeyRing::entries).map(|(_, key)| key).collect();
    }
    let is_of_key = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let text = String::from_utf8_lossy(&bytes);
    text.split(|c| !is_of_key(c)).filter_map(|word| Key::parse(word).ok()).collect()
}

/// The fault of a file with keys, if others than this owner can read it. In an access control list the bits
/// of the group are those of all users in the list, too (acl(5)).
pub fn exposure(file: &Path, owner: u32) -> Option<String> {
    let found = file.metadata().ok()?;
    let is_own = found.uid() == owner;
    let readers = match found.mode() {
        mode if mode & 0o004 != 0 => "every user of this machine".to_owned(),
        mode if mode & 0o040 != 0 => "every program of its group".to_owned(),
        _ if is_own => return None,
        _ => format!("its owner {}", user_name(found.uid())),
    };
    let (file, mode) = (file.display(), found.mode() & 0o7777);
    let chown = format!("chown {} {file} && ", user_name(owner));
    let chown = if is_own { "" } else { &chown };
    Some(format!(
        "{readers} can read the key in {file} (mode {mode:04o}): run `{chown}chmod go-r {file}`, and if others use this machine, make a new key and retire this one (docs/install.md)"
    ))
}

/// The faults of the master key with this ring: others can change the way to it, or read it or a backup
/// beside it.
pub fn faults_of_master(ring: Option<&KeyRing>) -> Vec<String> {
    let master = MASTER_KEY.path();
    if master.symlink_metadata().is_err() {
        return Vec::new();
    }
    let changed = match require_roots(&master) {
        Err(WorkspaceError::Exposed(path)) => Some(format!(
            "others than root can change {0}, and so root's keys: run `chown root:root {0} && chmod go-w {0}`",
            path.display()
        )),
        _ => None,
    };
    let backups = ring.map(|ring| holders(ring, [&*KEY_DIRECTORY.path()])).unwrap_or_default();
    let files = backups.into_iter().filter(|file| *file != master);
    let readable = std::iter::once(master.clone()).chain(files);
    changed.into_iter().chain(readable.filter_map(|file| exposure(&file, 0))).collect()
}

/// The faults of copies with a key of this ring: others than this owner can read them.
pub fn faults_of_copies(ring: &KeyRing, owner: u32, beside: Option<&Path>) -> Vec<String> {
    copies(ring, beside).iter().filter_map(|copy| exposure(copy, owner)).collect()
}

/// The faults of root's keys, and of those in this copy.
pub fn faults(copy: Option<&Path>) -> Vec<String> {
    let master = key_holder::keys_in(&MASTER_KEY.path());
    let mut faults = faults_of_master(master.as_ref().ok());
    if let Err(error) = &master
        && geteuid().is_root()
        && MASTER_KEY.path().exists()
    {
        faults.push(format!(
            "{error}; the next `{ME} install` and the next start of the unit fail: correct the list, or remove it and install over a copy, which has the keys"
        ));
    }
    faults.extend(master.iter().flat_map(|ring| faults_of_copies(ring, 0, copy)));
    let known: Vec<_> = master.iter().flat_map(KeyRing::entries).collect();
    if let Some(copy) = copy
        && let Ok(own) = key_holder::keys_in(copy)
        && let Ok(found) = copy.metadata()
        && own.entries().iter().all(|(_, key)| known.iter().all(|(_, other)| other != key))
    {
        faults.extend(faults_of_copies(&own, found.uid(), Some(copy)));
    }
    faults
}

/// Refuses to go on while others can read or change root's keys.
///
/// # Errors
///
/// The sentence about the first fault.
pub fn require_secret(ring: Option<&KeyRing>) -> Result<(), String> {
    faults_of_master(ring).into_iter().next().map_or(Ok(()), Err)
}
