//! `parlour install`: a copy of this program, with keys of its own, where a web server runs it.
//!
//! The copy can be run by everybody and read by its owner only, and it appears all at once: no
//! visitor ever meets half a program, and no other user a moment in which the keys could be read.

use super::arguments::Order;
use super::program_file;
use crate::os::access::Access;
use crate::seal::file::{self, KeyFileFault};
use crate::seal::keys::{Key, KeyRing, NoRandomness, RING_KEYS_MAX, ids};
use crate::seal::slot::{self, SlotError};
use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// The mode of an installed copy: all may run it, only the owner may change it, and nobody else
/// may read the keys in it.
const INSTALLED_MODE: u32 = 0o711;
/// What the copy is called in a directory that is named without it.
const PROGRAM_NAME: &str = "parlour";

/// Why nothing was installed. Nothing has been changed then.
#[derive(Debug)]
pub enum InstallError {
    /// The system does not tell where this program lies.
    OwnName(io::Error),
    /// This program's own file cannot be read.
    OwnFile(PathBuf, io::Error),
    /// This program's own file has no place for the keys.
    OwnSlot(PathBuf, SlotError),
    /// The directory to install into is not there, or is none.
    NoDirectory(PathBuf),
    /// What lies at the destination cannot be read to see what it is.
    Former(PathBuf, io::Error),
    /// What lies at the destination is something else than a Parlour.
    Foreign(PathBuf),
    /// What lies at the destination is a Parlour whose keys would be lost.
    FormerSlot(PathBuf, SlotError),
    /// The file to take the keys from cannot be read.
    KeysFile(PathBuf, io::Error),
    /// The program to take the keys from has none, or none of use.
    KeysSlot(PathBuf, Option<SlotError>),
    /// The file to take the keys from is neither a Parlour nor a key file.
    KeysText(PathBuf, KeyFileFault),
    /// No key can be made.
    NoRandomness(NoRandomness),
    /// The copy cannot be written.
    Write(PathBuf, io::Error),
}

impl std::fmt::Display for InstallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use InstallError::*;
        match self {
            OwnName(error) => write!(
                f,
                "the system does not tell where this program lies ({error}); where /proc is not there, start it by its whole name"
            ),
            OwnFile(path, error) => write!(
                f,
                "{} cannot read itself to make a copy ({error}); an installed copy lets only its owner do that, so install from the program as you got it, or with sudo",
                path.display()
            ),
            OwnSlot(path, error) => {
                write!(f, "{} cannot be given keys: {error}", path.display())
            }
            NoDirectory(path) => {
                write!(f, "there is no directory {}; make it first", path.display())
            }
            Former(path, error) => write!(
                f,
                "{} is there already and cannot be read to keep its keys ({error}); perhaps with sudo?",
                path.display()
            ),
            Foreign(path) => write!(
                f,
                "{} is there already and is not a Parlour, so it is left alone; remove it first, or choose another name",
                path.display()
            ),
            FormerSlot(path, error) => write!(
                f,
                "{} is there already, and {error}; it is left alone, as its games would be lost",
                path.display()
            ),
            KeysFile(path, error) => {
                write!(f, "no keys can be taken from {} ({error})", path.display())
            }
            KeysSlot(path, None) => write!(
                f,
                "no keys can be taken from {}: it is a Parlour, but one without keys of its own",
                path.display()
            ),
            KeysSlot(path, Some(error)) => {
                write!(f, "no keys can be taken from {}: {error}", path.display())
            }
            KeysText(path, fault) => write!(
                f,
                "no keys can be taken from {}, which is no Parlour: as a key file, {fault}",
                path.display()
            ),
            NoRandomness(error) => error.fmt(f),
            Write(path, error) => {
                write!(f, "{} cannot be written ({error})", path.display())?;
                if error.kind() == io::ErrorKind::PermissionDenied {
                    f.write_str("; perhaps with sudo?")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for InstallError {}

/// What was done: `Display` tells it, what to know about it, and the next step.
#[derive(Debug)]
pub struct Installed {
    path: PathBuf,
    ring: KeyRing,
    origin: Origin,
    /// The ids of keys of the former copy that open nothing any more.
    lost: Vec<u8>,
    notes: Vec<String>,
}

/// Where the keys of the copy come from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Drawn,
    Kept,
    Taken(PathBuf),
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
        for id in &self.lost {
            writeln!(f, "note: links sealed with the former key {id:02x} do not open any more.")?;
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        let name = self.path.file_name().unwrap_or_default().display();
        writeln!(
            f,
            "Next: `{path} doctor` checks it; then open it in a browser,\nusually at http://YOUR.SERVER/cgi-bin/{name}"
        )
    }
}

/// Installs as ordered.
pub fn install(order: &Order) -> Result<Installed, InstallError> {
    let own = program_file::own_path().map_err(InstallError::OwnName)?;
    let mut bytes = match program_file::read(&own) {
        Ok(bytes) => bytes,
        Err(error) => return Err(InstallError::OwnFile(own, error)),
    };
    let dest = destination(&order.dest)?;
    let former = former_copy(&dest)?;
    let former_ring = former.as_ref().and_then(|former| former.ring.as_ref());
    let (ring, origin) = choose_keys(order, former_ring)?;
    slot::write_into(&mut bytes, &ring).map_err(|error| InstallError::OwnSlot(own, error))?;
    let owner = former.as_ref().map(|former| former.access);
    let mut notes = put_in_place(&dest, &bytes, owner)
        .map_err(|error| InstallError::Write(dest.clone(), error))?;
    notes.extend(directory_notes(&dest));
    notes.extend(order.key_from.as_deref().and_then(open_keys_note));
    let lost = lost_keys(former_ring, &ring);
    Ok(Installed { path: dest, ring, origin, lost, notes })
}

/// The file to write: a directory gets one of the usual name, and a link leads to its target.
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

/// A Parlour that lies where the copy goes.
struct FormerCopy {
    ring: Option<KeyRing>,
    access: Access,
}

fn former_copy(dest: &Path) -> Result<Option<FormerCopy>, InstallError> {
    // Not `exists`: a link to nothing is there as well.
    let metadata = match dest.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(InstallError::Former(dest.to_path_buf(), error)),
    };
    if !metadata.is_file() {
        return Err(InstallError::Foreign(dest.to_path_buf()));
    }
    let bytes = program_file::read(dest)
        .map_err(|error| InstallError::Former(dest.to_path_buf(), error))?;
    match slot::read_from(&bytes) {
        Ok(ring) => Ok(Some(FormerCopy { ring, access: Access::of(&metadata) })),
        Err(SlotError::NoSlot) => Err(InstallError::Foreign(dest.to_path_buf())),
        Err(error) => Err(InstallError::FormerSlot(dest.to_path_buf(), error)),
    }
}

fn choose_keys(order: &Order, former: Option<&KeyRing>) -> Result<(KeyRing, Origin), InstallError> {
    let fresh = || Key::draw().map_err(InstallError::NoRandomness);
    let (ring, origin) = match (&order.key_from, former) {
        (Some(file), _) => (keys_of(file)?, Origin::Taken(file.clone())),
        (None, Some(ring)) => (ring.clone(), Origin::Kept),
        (None, None) => return Ok((KeyRing::of(fresh()?), Origin::Drawn)),
    };
    if order.new_key {
        return Ok((with_room(ring).with_new_first(fresh()?), Origin::Rotated));
    }
    Ok((ring, origin))
}

/// A ring with a place left. In a full one the oldest key gives way, and a retired one first: if
/// it did not, a copy whose keys are changed every month could not be changed in the ninth.
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

/// The keys of an installed copy or of a key file.
pub fn keys_of(file: &Path) -> Result<KeyRing, InstallError> {
    let path = || file.to_path_buf();
    let bytes = program_file::read(file).map_err(|error| InstallError::KeysFile(path(), error))?;
    match slot::read_from(&bytes) {
        Ok(Some(ring)) => Ok(ring),
        Ok(None) => Err(InstallError::KeysSlot(path(), None)),
        Err(SlotError::NoSlot) => {
            file::read(file).map_err(|fault| InstallError::KeysText(path(), fault))
        }
        Err(error) => Err(InstallError::KeysSlot(path(), Some(error))),
    }
}

fn lost_keys(former: Option<&KeyRing>, ring: &KeyRing) -> Vec<u8> {
    let former = former.into_iter().flat_map(KeyRing::opening_keys);
    former.filter(|key| !ring.opening_keys().any(|kept| kept == *key)).map(Key::id).collect()
}

/// A file that is not in its place yet, and vanishes if it never gets there.
struct Draft {
    path: PathBuf,
}

impl Draft {
    /// The most drafts that lie about after as many installations that were cut off.
    const LEFT_BEHIND_MAX: u32 = 100;

    /// An empty draft, open for writing.
    fn beside(dest: &Path) -> io::Result<(Self, File)> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let mut number = 0;
        loop {
            let name = format!(".parlour-{}-{number}.new", std::process::id());
            let path = dest.with_file_name(name);
            match options.open(&path) {
                Ok(file) => return Ok((Draft { path }, file)),
                Err(error)
                    if error.kind() == io::ErrorKind::AlreadyExists
                        && number < Self::LEFT_BEHIND_MAX => {}
                Err(error) => return Err(error),
            }
            number += 1;
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the rename there is nothing left of this name.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Writes the copy, and gives back what is to be said about it.
fn put_in_place(dest: &Path, bytes: &[u8], former: Option<Access>) -> io::Result<Vec<String>> {
    let mut notes = Vec::new();
    let (draft, mut file) = Draft::beside(dest)?;
    file.write_all(bytes)?;
    if let Some(former) = former {
        notes.extend(hand_over(&file, former)?);
    }
    file.set_permissions(Permissions::from_mode(INSTALLED_MODE))?;
    file.sync_all()?;
    // What is open for writing cannot be run: a visitor who came between would be turned away.
    drop(file);
    std::fs::rename(&draft.path, dest)?;
    if let Some(directory) = dest.parent() {
        // The copy is there in any case; this makes it be there after a power cut, too.
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
    Ok(notes)
}

/// Gives the copy to the owner of the former one, since a server may run a program as its owner.
fn hand_over(file: &File, former: Access) -> io::Result<Option<String>> {
    let now = Access::of(&file.metadata()?);
    let same = (now.owner(), now.group()) == (former.owner(), former.group());
    if same || fchown(file, Some(former.owner()), Some(former.group())).is_ok() {
        return Ok(None);
    }
    Ok(Some(format!(
        "the former copy belonged to user {} and group {}; this one belongs to {} and {}.",
        former.owner(),
        former.group(),
        now.owner(),
        now.group()
    )))
}

/// What in the way to the copy keeps a web server out, or lets others in.
fn directory_notes(dest: &Path) -> Vec<String> {
    let mut notes = Vec::new();
    let directories = dest.ancestors().skip(1);
    let access = |directory: &Path| Some(Access::of(&directory.metadata().ok()?));
    let closed =
        |directory: &&Path| access(directory).is_some_and(|access| !access.others_may_run());
    if let Some(directory) = directories.clone().find(closed) {
        notes.push(format!(
            "others may not enter {}; a web server that runs as another user does not reach the program.",
            directory.display()
        ));
    }
    let open = |directory: &&Path| {
        access(directory).is_some_and(|access| access.others_may_write() && !access.is_sticky())
    };
    if let Some(directory) = directories.clone().find(open) {
        notes.push(format!(
            "everybody may write in {}, and so replace the program.",
            directory.display()
        ));
    }
    notes
}

fn open_keys_note(file: &Path) -> Option<String> {
    let access = Access::of(&file.metadata().ok()?);
    access
        .others_may_read()
        .then(|| format!("everybody on this machine can read the keys in {}.", file.display()))
}
