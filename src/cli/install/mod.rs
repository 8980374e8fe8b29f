//! `parlour install`: installs a copy of this program, with its own keys, for a web server.
//!
//! All users may run the copy, and only its owner may read it. It replaces an older copy in one
//! step. Its keys are as safe from others as this system allows; the module `place` chooses their
//! place.

mod error;
mod former;
mod group;
mod obstacle;
mod place;
mod report;
mod servers;

use super::arguments::InstallOptions;
use super::keys;
use super::program_file;
use super::replace::{Draft, Owner};
use crate::doctor::permissions;
use crate::os::access::Access;
use crate::seal::key_file::{self, KeyFileFault};
use crate::seal::keys::{Key, KeyRing, RING_KEYS_MAX};
use crate::seal::slot::{self, Content};
use error::InstallError;
use former::FormerCopy;
use place::KeyPlace;
use report::{Installed, Origin};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the copy if the destination is a directory.
const PROGRAM_NAME: &str = "parlour";
/// The mode of a key file.
const KEY_FILE_MODE: u32 = 0o640;

/// Installs a copy.
///
/// # Errors
///
/// [`InstallError`] if the copy or its keys are not in their places.
pub fn install(options: &InstallOptions) -> Result<Installed, InstallError> {
    let own = program_file::own_path().map_err(InstallError::OwnPath)?;
    let mut bytes =
        program_file::read(&own).map_err(|error| InstallError::OwnFile(own.clone(), error))?;
    let path = destination(&options.dest)?;
    let former = former::find(&path)?;
    let (place, obstacle) =
        place::choose(options, &path, &bytes, former.as_ref()).map_err(InstallError::Place)?;
    refuse_other_owner(options, &path, &place, former.as_ref())?;
    let known = known_keys(options, &place, former.as_ref())?;
    let (ring, origin) = choose_keys(options, known.as_ref())?;

    let content = match &place {
        KeyPlace::Inside => Content::Keys(ring.clone()),
        KeyPlace::File { path, .. } => Content::KeyFile(path.clone()),
    };
    slot::write_into(&mut bytes, &content).map_err(|error| InstallError::OwnSlot(own, error))?;
    let access = write(&path, &bytes, &place, &ring, former.as_ref())?;
    let mut notes = report::lost_keys(known.as_ref().map(|(ring, _)| ring), &ring);
    notes.extend(obstacle.as_ref().map(place::advice));
    notes.extend(keyless_note(former.as_ref(), &origin));
    if place == KeyPlace::Inside {
        let owner = former.as_ref().map(owner_of);
        let now = (access.owner, access.group);
        notes.extend(owner.and_then(|owner| report::owner_note(owner, now)));
    }
    notes.extend(remove_former_key_file(former.as_ref(), &place));
    let directories = [permissions::check_enterable(&path), permissions::check_writable(&path)];
    let nearest = directories.into_iter().filter_map(|findings| findings.into_iter().next());
    notes.extend(nearest.map(|finding| finding.sentence));
    notes.extend(options.key_from.as_deref().and_then(report::open_keys_note));
    notes.extend(report::build_note());
    Ok(Installed { path, ring, origin, place, notes })
}

/// Writes the keys and the copy, and then puts them in their places, one right after the other.
fn write(
    path: &Path,
    bytes: &[u8],
    place: &KeyPlace,
    ring: &KeyRing,
    former: Option<&FormerCopy>,
) -> Result<Access, InstallError> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error| InstallError::Write(path, error)
    };
    let owner = match place {
        // A server may run a program as its owner, so the new copy keeps the owner.
        KeyPlace::Inside => {
            former.map(owner_of).map_or(Owner::Own, |(user, group)| Owner::IfPermitted(user, group))
        }
        KeyPlace::File { group, is_lent: true, .. } => Owner::Exactly(0, group.id),
        KeyPlace::File { is_lent: false, .. } => Owner::Exactly(0, 0),
    };
    let copy = Draft::write(path, bytes, place.mode(), owner).map_err(failed(path))?;
    if let KeyPlace::File { path, group, .. } = place {
        let text = ring.to_text() + "\n";
        let owner = Owner::Exactly(0, group.id);
        let keys = Draft::write(path, text.as_bytes(), KEY_FILE_MODE, owner);
        keys.and_then(Draft::put_in_place).map_err(failed(path))?;
    }
    let access = copy.put_in_place().map_err(failed(path))?;
    if access.mode != place.mode() {
        return Err(failed(path)(io::Error::other("its file system does not keep its mode")));
    }
    Ok(access)
}

fn owner_of(former: &FormerCopy) -> (u32, u32) {
    (former.access.owner, former.access.group)
}

/// Refuses to put keys from another file into a copy of another user, who could then read them.
fn refuse_other_owner(
    options: &InstallOptions,
    path: &Path,
    place: &KeyPlace,
    former: Option<&FormerCopy>,
) -> Result<(), InstallError> {
    let (KeyPlace::Inside, Some(from), Some(former)) = (place, &options.key_from, former) else {
        return Ok(());
    };
    let owner = former.access.owner;
    let has_keys_already = Access::at(from).is_ok_and(|access| access.owner == owner);
    if owner == rustix::process::geteuid().as_raw() || has_keys_already {
        return Ok(());
    }
    Err(InstallError::OtherOwner(path.to_path_buf(), owner, from.clone()))
}

/// The existing keys: those of the former copy, or of a key file that it left behind. Their origin
/// is for a copy that keeps them.
fn known_keys(
    options: &InstallOptions,
    place: &KeyPlace,
    former: Option<&FormerCopy>,
) -> Result<Option<(KeyRing, Origin)>, InstallError> {
    let kept = |ring| Ok(Some((ring, Origin::Kept)));
    let content = former.and_then(|former| former.content.clone());
    if let Some(Content::KeyFile(path)) = &content {
        return match key_file::read_of_copy(path) {
            Ok(ring) => kept(ring),
            // The user gives other keys.
            Err(_) if options.key_from.is_some() => Ok(None),
            Err(fault) => Err(InstallError::FormerKeyFile(path.clone(), fault)),
        };
    }
    let in_copy = content.and_then(Content::keys);
    let KeyPlace::File { path, .. } = place else {
        return Ok(in_copy.map(|ring| (ring, Origin::Kept)));
    };
    match (in_copy, key_file::read_of_copy(path)) {
        (None, Ok(ring)) => Ok(Some((ring, Origin::Found(path.clone())))),
        (Some(ring), Ok(other)) if ring == other => kept(ring),
        (Some(_), Ok(_)) => Err(InstallError::OtherKeys(path.clone())),
        (in_copy, Err(KeyFileFault::Unreadable(io::ErrorKind::NotFound))) => {
            Ok(in_copy.map(|ring| (ring, Origin::Kept)))
        }
        (_, Err(_)) if options.key_from.is_some() => Ok(None),
        (_, Err(fault)) => Err(InstallError::FormerKeyFile(path.clone(), fault)),
    }
}

/// A note if the new copy replaces one without a key, which should have had one.
fn keyless_note(former: Option<&FormerCopy>, origin: &Origin) -> Option<String> {
    let is_keyless = former.is_some_and(|former| former.content.is_none());
    (is_keyless && *origin == Origin::Drawn).then(|| {
        "the program that was there had no key; if it was copied by hand over one that had, links of before do not open any more, unless you have its keys: `--key-from BACKUP`"
            .to_owned()
    })
}

/// Removes the key file of the former copy if its keys have another place now.
fn remove_former_key_file(former: Option<&FormerCopy>, place: &KeyPlace) -> Option<String> {
    let Some(Content::KeyFile(path)) = &former?.content else { return None };
    if matches!(place, KeyPlace::File { path: now, .. } if now == path) {
        return None;
    }
    let error = std::fs::remove_file(path).err()?;
    (error.kind() != io::ErrorKind::NotFound)
        .then(|| format!("the former key file {} cannot be removed; remove it", path.display()))
}

/// The path of the copy. In a directory it has the usual name, and a symbolic link leads to its
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

fn choose_keys(
    options: &InstallOptions,
    known: Option<&(KeyRing, Origin)>,
) -> Result<(KeyRing, Origin), InstallError> {
    let fresh = || Key::draw().map_err(InstallError::NoRandomness);
    let (ring, origin) = match (&options.key_from, known) {
        (Some(file), _) => {
            let ring = keys::keys_in(file).map_err(InstallError::Keys)?;
            (ring, Origin::Taken(file.clone()))
        }
        (None, Some(known)) => known.clone(),
        (None, None) => return Ok((KeyRing::of(fresh()?), Origin::Drawn)),
    };
    if options.new_key {
        return Ok((with_room(ring).with_new_first(fresh()?), Origin::Rotated));
    }
    Ok((ring, origin))
}

/// A ring with room for one more key. A full ring loses a retired key, or else its oldest one.
/// Otherwise a copy that gets a new key every month could get none in the ninth month.
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
