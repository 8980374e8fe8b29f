//! `parlour install`: installs a copy of this program, with its own keys, for a web server.
//!
//! All users may run the copy, and only its owner may read it. It replaces an older copy in one
//! step. Its keys are as safe from others as this system allows; the module `place` chooses their
//! place.

mod default_file;
mod error;
mod former;
mod group;
mod obstacle;
mod place;
mod report;
pub mod servers;
pub mod uninstall;

use super::arguments::InstallOptions;
use super::keys;
use super::program_file;
use super::replace::{Owner, Workspace, WorkspaceError};
use super::terminal::Failure;
use crate::os::access::Access;
use crate::seal::key_file::{self, KeyFileFault};
use crate::seal::keys::{Key, KeyRing, RING_KEYS_MAX};
use crate::seal::slot::{self, Content};
use former::FormerCopy;
use place::{KeyPlace, Prepared};
use report::{Installed, Origin};
use rustix::process::geteuid;
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
/// A sentence if the copy or its keys are not in their places.
pub fn install(options: &InstallOptions) -> Result<Installed, Failure> {
    let own = program_file::own_path()?;
    let mut bytes =
        program_file::read(&own).map_err(|error| error::own_unreadable(&own, &error))?;
    let path = destination(&options.dest)?;
    let workspace = open_directory_of(&path)?;
    let former = former::find(&workspace, &path)?;
    let former = former.as_ref();
    let choice = place::choose(options, &path, &bytes, former).map_err(error::no_place)?;
    refuse_other_owner(options, &path, &choice.place, former)?;
    let known = known_keys(options, &path, &choice.place, former)?;
    let (ring, origin) = choose_keys(options, known.as_ref())?;
    let (choice, prepared) = choice.prepare().map_err(error::no_place)?;

    let place = choice.place;
    let content = match &place {
        KeyPlace::Inside => Content::Keys(ring.clone()),
        KeyPlace::File { path, .. } => Content::KeyFile(path.clone()),
    };
    slot::write_into(&mut bytes, &content)
        .map_err(|error| format!("cannot put keys into a copy of {}: {error}", own.display()))?;
    let writing = Writing { workspace: &workspace, path: &path, place: &place };
    let access = writing.write(&bytes, prepared, &ring, former)?;
    let mut notes = report::lost_keys(known.as_ref().map(|(ring, _)| ring), &ring);
    notes.extend(choice.obstacle.as_ref().map(place::advice));
    let is_as_before = options.key_place.is_none();
    notes.extend(
        former.and_then(|it| report::about_former(it, &origin, &place, access, is_as_before)),
    );
    let unused = unused_key_file(former, &origin, &place);
    notes.extend(unused.and_then(|file| report::about_removal(&file, remove_key_file(&file))));
    let left = former.and_then(|former| former::remove_group(former, access));
    notes.extend(left.map(|group| format!("removed {group}, which no copy uses any more")));
    notes.extend(report::about_place(&path, options.key_from.as_deref()));
    Ok(Installed { path, ring, origin, place, notes })
}

/// Opens the directory of a copy, and keeps other installations out of it.
fn open_directory_of(path: &Path) -> Result<Workspace, String> {
    let directory = path.parent().unwrap_or(Path::new("/"));
    Workspace::open(directory).map_err(|error| error::not_writable(path, error))
}

/// A copy that is about to be written.
struct Writing<'a> {
    workspace: &'a Workspace,
    path: &'a Path,
    place: &'a KeyPlace,
}

impl Writing<'_> {
    /// Writes the keys and the copy, and then puts them in their places, one right after the other.
    fn write(
        &self,
        bytes: &[u8],
        mut prepared: Option<Prepared>,
        ring: &KeyRing,
        former: Option<&FormerCopy>,
    ) -> Result<Access, String> {
        fn failed(path: &Path) -> impl Fn(io::Error) -> String {
            |error| keys::cannot_write(path, &error)
        }
        let mode = self.place.mode();
        let owner = match &prepared {
            Some(Prepared { group, .. }) if mode & 0o2000 != 0 => Owner::Exactly(0, group.id),
            Some(_) => Owner::Exactly(0, 0),
            // A server may run a program with the key in it as its owner, so the new copy keeps its
            // owner.
            None => match former {
                None | Some(FormerCopy { content: Some(Content::KeyFile(_)), .. }) => Owner::Own,
                Some(FormerCopy { access, .. }) => Owner::IfPermitted(access.owner, access.group),
            },
        };
        let name = self.path.file_name().unwrap_or_default();
        let copy = self.workspace.draft(name, bytes, mode, owner).map_err(failed(self.path))?;
        if let (KeyPlace::File { path, .. }, Some(prepared)) = (self.place, &mut prepared) {
            write_keys(path, prepared, ring).map_err(failed(path))?;
            prepared.keep();
        }
        let access = copy.put_in_place().map_err(failed(self.path))?;
        if access.mode != mode {
            let error = io::Error::other("its file system does not keep its mode");
            return Err(failed(self.path)(error));
        }
        Ok(access)
    }
}

fn write_keys(path: &Path, prepared: &Prepared, ring: &KeyRing) -> io::Result<()> {
    let text = ring.to_text() + "\n";
    let owner = Owner::Exactly(0, prepared.group.id);
    let name = path.file_name().unwrap_or_default();
    let keys = prepared.workspace.draft(name, text.as_bytes(), KEY_FILE_MODE, owner)?;
    keys.put_in_place().map(|_| ())
}

/// Refuses to put keys from another file into a copy of another user, who could then read them.
fn refuse_other_owner(
    options: &InstallOptions,
    path: &Path,
    place: &KeyPlace,
    former: Option<&FormerCopy>,
) -> Result<(), String> {
    let (KeyPlace::Inside, Some(from), Some(former)) = (place, &options.key_from, former) else {
        return Ok(());
    };
    let owner = former.access.owner;
    let has_keys_already = Access::at(from).is_ok_and(|access| access.owner == owner);
    if owner == geteuid().as_raw() || has_keys_already {
        return Ok(());
    }
    let (path, from) = (path.display(), from.display());
    Err(format!(
        "user {owner} owns {path}, and could read the keys of {from}; remove {path}, or install as that user"
    ))
}

/// The existing keys: those of the former copy, or of a key file that it left behind. Their origin
/// is for a copy that keeps them.
fn known_keys(
    options: &InstallOptions,
    copy: &Path,
    place: &KeyPlace,
    former: Option<&FormerCopy>,
) -> Result<Option<(KeyRing, Origin)>, String> {
    let kept = |ring| Ok(Some((ring, Origin::Kept)));
    let content = former.and_then(|former| former.content.clone());
    if let Some(Content::KeyFile(path)) = &content {
        return match key_file::read_of_copy(path) {
            Ok(ring) => kept(ring),
            // The user gives other keys.
            Err(_) if options.key_from.is_some() => Ok(None),
            Err(fault) => Err(error::former_key_file(path, &fault)),
        };
    }
    let in_copy = content.and_then(Content::keys);
    // Only root reads a key file that another copy left behind.
    if *place == KeyPlace::Inside && (in_copy.is_some() || !geteuid().is_root()) {
        return Ok(in_copy.map(|ring| (ring, Origin::Kept)));
    }
    let path = place.key_file(copy);
    match (in_copy, key_file::read_of_copy(&path)) {
        (None, Ok(ring)) => Ok(Some((ring, Origin::Found(path)))),
        (Some(ring), Ok(other)) if ring == other => kept(ring),
        (Some(_), Ok(_)) => Err(format!(
            "the key file {} has other keys than the copy; remove it if no program uses it, or name another with `--key-file`",
            path.display()
        )),
        (in_copy, Err(KeyFileFault::Unreadable(io::ErrorKind::NotFound))) => {
            Ok(in_copy.map(|ring| (ring, Origin::Kept)))
        }
        (_, Err(_)) if options.key_from.is_some() => Ok(None),
        (_, Err(fault)) => Err(error::former_key_file(&path, &fault)),
    }
}

/// The key file that the new copy does not use any more.
fn unused_key_file(
    former: Option<&FormerCopy>,
    origin: &Origin,
    place: &KeyPlace,
) -> Option<PathBuf> {
    let path = match (former.and_then(|former| former.content.as_ref()), origin) {
        (Some(Content::KeyFile(path)), _) | (_, Origin::Found(path)) => path,
        _ => return None,
    };
    let is_used = matches!(place, KeyPlace::File { path: now, .. } if now == path);
    (!is_used).then(|| path.clone())
}

/// Removes a key file. Returns false if there was none.
fn remove_key_file(path: &Path) -> Result<bool, WorkspaceError> {
    let workspace = Workspace::open(path.parent().unwrap_or(Path::new("/")))?;
    workspace.remove(path.file_name().unwrap_or_default()).map_err(WorkspaceError::Refused)
}

/// The path of the copy. In a directory it has the usual name, and a symbolic link leads to its
/// target.
fn destination(dest: &Path) -> Result<PathBuf, String> {
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
        (Ok(_), _) if named_as_directory => Err(error::no_directory(&dest)),
        _ => Err(error::no_directory(directory)),
    }
}

fn choose_keys(
    options: &InstallOptions,
    known: Option<&(KeyRing, Origin)>,
) -> Result<(KeyRing, Origin), Failure> {
    let (ring, origin) = match (&options.key_from, known) {
        (Some(file), _) => {
            let ring = keys::keys_in(file)?;
            (ring, Origin::Taken(file.clone()))
        }
        (None, Some(known)) => known.clone(),
        (None, None) => return Ok((KeyRing::of(Key::draw()?), Origin::Drawn)),
    };
    if options.new_key {
        return Ok((with_room(ring).with_new_first(Key::draw()?), Origin::Rotated));
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
