//! `parlour install`: a copy of this program, with keys of its own, where a web server runs it.
//!
//! Everybody may run the copy, only its owner may read it, and it replaces an older copy in one
//! step.

use super::arguments::InstallOptions;
use super::keys::{self, KeysError};
use super::program_file::{self, UnknownOwnPath};
use super::replace::replace;
use crate::doctor::permissions;
use crate::os::access::Access;
use crate::os::random::NoRandomness;
use crate::seal::keys::{Key, KeyRing, RING_KEYS_MAX, ids};
use crate::seal::slot::{self, SlotError};
use std::io;
use std::path::{Path, PathBuf};

/// The mode of an installed copy: everybody may run it, only the owner may change it, and nobody
/// else may read the keys in it.
const INSTALLED_MODE: u32 = 0o711;
/// The name of the copy if the destination is a directory.
const PROGRAM_NAME: &str = "parlour";

/// Why nothing was installed. Nothing has been changed then.
#[derive(Debug)]
pub enum InstallError {
    /// The system does not say where this program is.
    OwnPath(UnknownOwnPath),
    /// The file of this program cannot be read.
    OwnFile(PathBuf, io::Error),
    /// Keys cannot be written into a copy of this program.
    OwnSlot(PathBuf, SlotError),
    /// The directory to install into does not exist.
    NoDirectory(PathBuf),
    /// A file is at the destination and cannot be read to see what it is.
    Former(PathBuf, io::Error),
    /// A file is at the destination and is no Parlour.
    Foreign(PathBuf),
    /// A Parlour is at the destination, and its keys would be lost.
    FormerSlot(PathBuf, SlotError),
    /// No keys can be taken from the file that was named for it.
    Keys(KeysError),
    /// No key can be drawn.
    NoRandomness(NoRandomness),
    /// The copy cannot be written.
    Write(PathBuf, io::Error),
}

impl std::fmt::Display for InstallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use InstallError::*;
        match self {
            OwnPath(error) => error.fmt(f),
            OwnFile(path, error) => write!(
                f,
                "{} cannot read itself to make a copy ({error}); only its owner may read an installed copy, so install from the program as you got it, or with sudo",
                path.display()
            ),
            OwnSlot(path, error) => {
                write!(f, "{} cannot be given keys: {error}", path.display())
            }
            NoDirectory(path) => {
                write!(f, "there is no directory {}; make it first", path.display())
            }
            Former(path, error) => {
                write!(
                    f,
                    "{} is there already and cannot be read to keep its keys ({error})",
                    path.display()
                )?;
                keys::suggest_sudo(error, f)
            }
            Foreign(path) => write!(
                f,
                "{} is there already and is not a Parlour, so it is left alone; remove it first, or choose another name",
                path.display()
            ),
            FormerSlot(path, error) => write!(
                f,
                "{} is there already, and {error}; it is left alone, because its games would be lost",
                path.display()
            ),
            Keys(error) => error.fmt(f),
            NoRandomness(error) => error.fmt(f),
            Write(path, error) => {
                write!(f, "{} cannot be written ({error})", path.display())?;
                keys::suggest_sudo(error, f)
            }
        }
    }
}

impl std::error::Error for InstallError {}

/// What was done. `Display` says it, with notes and the next step.
#[derive(Debug)]
pub struct Installed {
    path: PathBuf,
    ring: KeyRing,
    origin: Origin,
    notes: Vec<String>,
}

/// Where the keys of the copy come from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// A fresh key was drawn.
    Drawn,
    /// The copy keeps the keys of the one that it replaces.
    Kept,
    /// The keys of this file.
    Taken(PathBuf),
    /// A fresh key was put in front of others.
    Rotated,
}

impl std::fmt::Display for Installed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path.display();
        let sealing = self.ring.sealing_key().id();
        match &self.origin {
            Origin::Drawn => writeln!(f, "Installed {path} with a fresh key, {sealing:02x}.")?,
            Origin::Kept => writeln!(
                f,
                "Replaced {path}. It keeps its keys ({}), so every game goes on.",
                ids(self.ring.opening_keys())
            )?,
            Origin::Taken(from) => writeln!(
                f,
                "Installed {path} with the keys of {} ({}): they open each other's links.",
                from.display(),
                ids(self.ring.opening_keys())
            )?,
            Origin::Rotated => writeln!(
                f,
                "Installed {path}. A fresh key, {sealing:02x}, seals from now on; former ones ({}) still open.",
                ids(self.ring.opening_keys().skip(1))
            )?,
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        let name = self.path.file_name().unwrap_or_default().display();
        writeln!(
            f,
            "Next: check it with `{path} doctor`; then open it in a browser,\nusually at http://YOUR.SERVER/cgi-bin/{name}"
        )
    }
}

/// Installs a copy.
///
/// # Errors
///
/// [`InstallError`] if there is no copy in its place with its keys in it.
pub fn install(options: &InstallOptions) -> Result<Installed, InstallError> {
    let own = program_file::own_path().map_err(InstallError::OwnPath)?;
    let mut bytes = match program_file::read(&own) {
        Ok(bytes) => bytes,
        Err(error) => return Err(InstallError::OwnFile(own, error)),
    };
    let path = destination(&options.dest)?;
    let former = former_copy(&path)?;
    let former_ring = former.as_ref().and_then(|former| former.ring.as_ref());
    let (ring, origin) = choose_keys(options, former_ring)?;
    slot::write_into(&mut bytes, &ring).map_err(|error| InstallError::OwnSlot(own, error))?;
    // A server may run a program as its owner, so the copy gets the owner of the former one.
    let owner = former.as_ref().map(|former| (former.access.owner(), former.access.group()));
    let access = replace(&path, &bytes, INSTALLED_MODE, owner)
        .map_err(|error| InstallError::Write(path.clone(), error))?;
    let mut notes = lost_keys(former_ring, &ring);
    notes.extend(owner.and_then(|owner| owner_note(owner, (access.owner(), access.group()))));
    let directories = [permissions::check_enterable(&path), permissions::check_writable(&path)];
    let nearest = directories.into_iter().filter_map(|findings| findings.into_iter().next());
    notes.extend(nearest.map(|finding| finding.sentence));
    notes.extend(options.key_from.as_deref().and_then(open_keys_note));
    Ok(Installed { path, ring, origin, notes })
}

/// The file to write: in a directory it has the usual name, and a symbolic link leads to its
/// target.
fn destination(dest: &Path) -> Result<PathBuf, InstallError> {
    let dest = if dest.is_dir() { dest.join(PROGRAM_NAME) } else { dest.to_path_buf() };
    if let Ok(target) = dest.canonicalize() {
        return Ok(target);
    }
    let directory = match dest.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => Path::new("/"),
    };
    let named_as_directory = dest.as_os_str().as_encoded_bytes().ends_with(b"/");
    match (directory.canonicalize(), dest.file_name()) {
        (Ok(real), Some(name)) if real.is_dir() && !named_as_directory => Ok(real.join(name)),
        (Ok(_), _) if named_as_directory => Err(InstallError::NoDirectory(dest)),
        _ => Err(InstallError::NoDirectory(directory.to_path_buf())),
    }
}

/// The Parlour that the copy replaces.
struct FormerCopy {
    ring: Option<KeyRing>,
    access: Access,
}

fn former_copy(path: &Path) -> Result<Option<FormerCopy>, InstallError> {
    // Not `exists`: a symbolic link to nothing is there as well.
    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(InstallError::Former(path.to_path_buf(), error)),
    };
    if !metadata.is_file() {
        return Err(InstallError::Foreign(path.to_path_buf()));
    }
    let bytes = program_file::read(path)
        .map_err(|error| InstallError::Former(path.to_path_buf(), error))?;
    match slot::read_from(&bytes) {
        Ok(ring) => Ok(Some(FormerCopy { ring, access: Access::of(&metadata) })),
        Err(SlotError::NoSlot) => Err(InstallError::Foreign(path.to_path_buf())),
        Err(error) => Err(InstallError::FormerSlot(path.to_path_buf(), error)),
    }
}

fn choose_keys(
    options: &InstallOptions,
    former: Option<&KeyRing>,
) -> Result<(KeyRing, Origin), InstallError> {
    let fresh = || Key::draw().map_err(InstallError::NoRandomness);
    let (ring, origin) = match (&options.key_from, former) {
        (Some(file), _) => {
            let ring = keys::keys_in(file).map_err(InstallError::Keys)?;
            (ring, Origin::Taken(file.clone()))
        }
        (None, Some(ring)) => (ring.clone(), Origin::Kept),
        (None, None) => return Ok((KeyRing::of(fresh()?), Origin::Drawn)),
    };
    if options.new_key {
        return Ok((with_room(ring).with_new_first(fresh()?), Origin::Rotated));
    }
    Ok((ring, origin))
}

/// A ring with room for one more key. A full ring loses a retired key, or else its oldest:
/// otherwise a copy that gets a new key every month could get none in the ninth.
fn with_room(ring: KeyRing) -> KeyRing {
    let mut others: Vec<Key> = ring.opening_keys().skip(1).cloned().collect();
    let mut retired: Vec<Key> = ring.retired_keys().cloned().collect();
    while 1 + others.len() + retired.len() >= RING_KEYS_MAX {
        if retired.pop().is_none() {
            others.pop();
        }
    }
    KeyRing::new(ring.sealing_key().clone(), others, retired)
}

/// A note for each key of the former copy that no longer opens links.
fn lost_keys(former: Option<&KeyRing>, ring: &KeyRing) -> Vec<String> {
    let former = former.into_iter().flat_map(KeyRing::opening_keys);
    let lost = former.filter(|key| !ring.opening_keys().any(|kept| kept == *key));
    let note = |key: &Key| {
        format!("links sealed with the former key {:02x} do not open any more", key.id())
    };
    lost.map(note).collect()
}

fn owner_note(former: (u32, u32), now: (u32, u32)) -> Option<String> {
    (former != now).then(|| {
        format!(
            "the former copy belonged to user {} and group {}; this one belongs to {} and {}",
            former.0, former.1, now.0, now.1
        )
    })
}

fn open_keys_note(file: &Path) -> Option<String> {
    let is_open = Access::at(file).is_ok_and(Access::others_may_read);
    is_open.then(|| format!("everybody on this machine can read the keys in {}", file.display()))
}
