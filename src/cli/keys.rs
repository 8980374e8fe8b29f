//! Key rings in files, and `parlour keys`, which lists, changes and copies them.
//!
//! Root has one master key file. `install` embeds its keys in every copy, and the unit of systemd
//! loads it, so that all of them share their games. The copy of another user is its own master. No
//! command prints a key: keys only go from file to file. A command reads keys from files that its
//! user may read, and never from the memory of its own process.

use super::commands::KeysOptions;
use super::exposure;
use super::key_holder::{Holder, MASTER_KEY, keys_in, read};
use super::program_file::{self, own_path};
use super::terminal::Failure;
use super::workspace::{Workspace, WorkspaceError, sudo_hint};
use crate::os::own::ME;
use crate::seal::keys::{BadKey, Key, KeyRing, KeyState, RING_KEYS_MAX};
use crate::seal::slot;
use rustix::process::geteuid;
use std::fmt::Write as _;
use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

const KEY_FILE_MODE: u32 = 0o600;

/// The master keys of this machine. If there are none yet, they become `former`, or else a fresh key.
/// Returns true if they are new.
///
/// # Errors
///
/// A sentence if the file cannot be used, or others can read or change it.
pub fn master(former: Option<KeyRing>) -> Result<(KeyRing, bool), Failure> {
    let workspace = workspace(&MASTER_KEY.path());
    if MASTER_KEY.path().symlink_metadata().is_ok() {
        let ring = keys_in(&MASTER_KEY.path());
        exposure::require_secret(ring.as_ref().ok())?;
        return Ok((ring?, false));
    }
    let is_new = former.is_none();
    let ring = match former {
        Some(ring) => ring,
        None => KeyRing::of(Key::draw()?),
    };
    write_list(&workspace?, &ring)?;
    Ok((ring, is_new))
}

/// The keys that this user has removed with their copies, and the file of them. Root has the master key
/// instead.
///
/// # Errors
///
/// A sentence if the environment names no home.
pub fn kept() -> Result<PathBuf, String> {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let home = home.ok_or("there is no place for the keys, because HOME names no directory")?;
    Ok(home.join(format!(".config/{ME}/key")))
}

/// Adds the keys of a removed copy to those that this user has kept.
///
/// # Errors
///
/// A sentence if the file cannot be changed.
pub fn keep(ring: &KeyRing) -> Result<PathBuf, Failure> {
    let file = kept()?;
    let workspace = workspace(&file)?;
    let former = if file.exists() { keys_in(&file)?.entries() } else { Vec::new() };
    write_list(&workspace, &gather(with(former, ring))?)?;
    Ok(file)
}

/// Keeps other commands from changing a file of keys until a drop. It makes the directory of a user's own list,
/// and no umask opens that to others.
fn workspace(path: &Path) -> Result<Workspace, WorkspaceError> {
    let is_master = path == MASTER_KEY.path();
    if let Some(directory) = path.parent()
        && (is_master || kept().is_ok_and(|kept| path == kept))
        && !directory.exists()
    {
        let mode = if is_master { 0o755 } else { 0o700 };
        DirBuilder::new()
            .recursive(!is_master)
            .mode(mode)
            .create(directory)
            .and_then(|()| fs::set_permissions(directory, Permissions::from_mode(mode)))
            .or_else(|error| if directory.exists() { Ok(()) } else { Err(error) })
            .map_err(|error| WorkspaceError::Refused(directory.to_path_buf(), error))?;
    }
    Workspace::of(path)
}

fn write_list(workspace: &Workspace, ring: &KeyRing) -> Result<(), WorkspaceError> {
    workspace.write((ring.to_text() + "\n").as_bytes(), KEY_FILE_MODE, None)
}

/// `parlour keys`. Returns what to print.
///
/// # Errors
///
/// A sentence if the file cannot be read or changed, or a key is not there.
pub fn keys(options: &KeysOptions) -> Result<String, Failure> {
    let master = &*MASTER_KEY.path();
    let file = match &options.file {
        Some(file) => program_file::named(file),
        None if geteuid().is_root() => master.to_path_buf(),
        None => {
            return Err(format!("only root may read {MASTER_KEY}; name a file, or use sudo").into());
        }
    };
    let file = std::path::absolute(file)?;
    // Another command may change the list until this one has the workspace.
    let workspace = options.change_keys().then(|| workspace(&file)).transpose()?;
    let is_missing =
        fs::symlink_metadata(&file).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    let found = if is_missing { Ok((Holder::List, None)) } else { read(&file) };
    if file == master {
        exposure::require_secret(found.as_ref().ok().and_then(|(_, ring)| ring.as_ref()))?;
    }
    let (holder, former) = found?;
    let ring = changed(former.clone(), options, &file)?;
    let mut said = String::new();
    if let Some(to) = &options.to {
        write_new(to, &ring).map_err(|error| {
            format!("cannot write {}: {error}{}", to.display(), sudo_hint(&error))
        })?;
    }
    if let Some(workspace) = workspace.filter(|_| former.as_ref() != Some(&ring)) {
        write_back(&workspace, &file, holder, &ring)?;
        if file == master {
            said = format!(
                "Changed {MASTER_KEY}. To use it, run `{ME} install` for each copy again, and `systemctl try-restart {ME}`.\n"
            );
        }
    }
    if file == master {
        let faults = exposure::faults_of_copies(&ring, 0, None);
        said.extend(faults.iter().map(|fault| format!("note: {fault}\n")));
    }
    for (state, key) in ring.entries() {
        let use_of_it = match state {
            KeyState::Retired => "is retired, and opens no link",
            KeyState::Active if key == *ring.sealing_key() => "seals new links",
            KeyState::Active => "opens links",
        };
        writeln!(said, "key {:02x} {use_of_it}", key.id())?;
    }
    Ok(said)
}

/// The entries of a list, and behind them those of another one. A key that one of them has retired opens
/// no link any more: as long as another machine sealed with it, its players could not go on here.
fn with(mut entries: Vec<(KeyState, Key)>, other: &KeyRing) -> Vec<(KeyState, Key)> {
    for (state, key) in other.entries() {
        match entries.iter_mut().find(|(_, known)| *known == key) {
            Some((known, _)) if state == KeyState::Retired => *known = state,
            Some(_) => {}
            None => entries.push((state, key)),
        }
    }
    entries
}

fn gather(entries: Vec<(KeyState, Key)>) -> Result<KeyRing, BadKey> {
    KeyRing::gather(entries.into_iter().map(|(state, key)| (state, Ok(key))))
}

/// The ring after the changes of a command.
fn changed(
    former: Option<KeyRing>,
    options: &KeysOptions,
    file: &Path,
) -> Result<KeyRing, Failure> {
    let mut entries: Vec<(KeyState, Key)> = former.iter().flat_map(KeyRing::entries).collect();
    for added in &options.add {
        entries = with(entries, &keys_in(added)?);
    }
    if options.new {
        // Other commands name a key by its number. A longer list is refused below.
        let is_taken = |key: &Key| entries.iter().any(|(_, known)| known.id() == key.id());
        let mut key = Key::draw()?;
        while is_taken(&key) && entries.len() <= RING_KEYS_MAX {
            key = Key::draw()?;
        }
        entries.insert(0, (KeyState::Active, key));
    }
    let file = file.display();
    let find = |listed: &[(KeyState, Key)], id: u8| -> Result<usize, String> {
        let mut places = (0..listed.len()).filter(|place| listed[*place].1.id() == id);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            (None, _) => Err(format!("{file} has no key {id:02x}")),
            (Some(_), Some(_)) => {
                Err(format!("{file} has two keys {id:02x}; change the list in a key file by hand"))
            }
        }
    };
    if let Some(id) = options.first {
        let place = find(&entries, id)?;
        let (_, key) = entries.remove(place);
        entries.insert(0, (KeyState::Active, key));
    }
    for id in &options.retire {
        let place = find(&entries, *id)?;
        entries[place].0 = KeyState::Retired;
    }
    for id in &options.drop {
        let place = find(&entries, *id)?;
        entries.remove(place);
    }
    if entries.is_empty() {
        let named =
            options.file.as_ref().map_or(String::new(), |named| format!(" {}", named.display()));
        return Err(
            format!("there are no keys in {file}; `{ME} keys --new{named}` makes one").into()
        );
    }
    Ok(gather(entries)?)
}

/// Writes a changed ring. Root's copies get theirs from the master.
fn write_back(
    workspace: &Workspace,
    file: &Path,
    holder: Holder,
    ring: &KeyRing,
) -> Result<(), Failure> {
    match holder {
        Holder::List => write_list(workspace, ring)?,
        Holder::Copy(_) if geteuid().is_root() => {
            let file = file.display();
            return Err(format!("the keys of {file} come from {MASTER_KEY}; run the command without `{file}`, and then `{ME} install` again").into());
        }
        Holder::Copy(mut bytes) => {
            slot::write_into(&mut bytes, ring)?;
            let mode = file.metadata()?.permissions().mode() & 0o7777;
            workspace.write(&bytes, mode, None)?;
        }
    }
    Ok(())
}

/// Writes a new file that only this user can read.
fn write_new(path: &Path, ring: &KeyRing) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(KEY_FILE_MODE).open(path)?;
    let written = writeln!(file, "{}", ring.to_text()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Removes a list of keys and its directory. Returns the files that stay in it.
///
/// # Errors
///
/// [`WorkspaceError`] if the list is still there.
pub fn purge(list: &Path) -> Result<Vec<PathBuf>, WorkspaceError> {
    let Some(directory) = list.parent().filter(|it| it.symlink_metadata().is_ok()) else {
        return Ok(Vec::new());
    };
    Workspace::of(list)?.remove()?;
    if fs::remove_dir(directory).is_ok() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    Ok(entries.map(|entry| entry.path()).collect())
}

/// The program's own file, if this user may read it.
///
/// # Errors
///
/// A sentence if they may not.
pub fn own_program() -> Result<Vec<u8>, String> {
    let own = own_path()?;
    program_file::read(&own).map_err(|error| {
        format!(
            "cannot read {}: {error}; only the owner may read an installed copy, so use the program from the release, or sudo",
            own.display()
        )
    })
}
