//! The place of the keys of a copy: a file for a group of the copy's own, a file for the web
//! server's group, or the copy itself. The module `seal::slot` describes the protection of each.

use super::default_file::{KEY_DIRECTORY, default_key_file};
use super::former::FormerCopy;
use super::group;
use super::obstacle::Obstacle;
use super::servers;
use crate::cli::arguments::{InstallOptions, KeyPlaceOption};
use crate::cli::replace::{Workspace, WorkspaceError};
use crate::doctor::copies;
use crate::os::access::{Access, Right};
use crate::os::elf::{self, Linking};
use crate::os::groups::{self, Group};
use crate::os::{mounts, paths};
use crate::seal::slot::Content;
use rustix::process::geteuid;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The mode of the directory of key files: copies must get through it.
const KEY_DIRECTORY_MODE: u32 = 0o755;
/// The modes of a copy. All users may run it, and only its owner may change and read it. A copy
/// with its own group runs with that group.
const MODE: u32 = 0o711;
const MODE_WITH_GROUP: u32 = 0o2711;

/// The place of the keys of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// In the copy.
    Inside,
    /// In a file that belongs to root.
    File {
        path: PathBuf,
        /// The name of the group that may read it, or its number if it has no name. If it is a group
        /// for copies, the copy runs with it.
        group: String,
    },
}

impl KeyPlace {
    /// The mode of the copy.
    pub fn mode(&self) -> u32 {
        match self {
            KeyPlace::File { group, .. } if groups::is_for_copies(group) => MODE_WITH_GROUP,
            _ => MODE,
        }
    }

    /// The key file of a copy, or the file in which the keys of a former copy may be.
    pub fn key_file(&self, copy: &Path) -> PathBuf {
        match self {
            KeyPlace::File { path, .. } => path.clone(),
            KeyPlace::Inside => default_key_file(copy),
        }
    }
}

/// A place for keys that was chosen.
#[derive(Debug)]
pub struct Choice {
    /// The place.
    pub place: KeyPlace,
    /// The obstacle to a better one.
    pub obstacle: Option<Obstacle>,
    /// True if the user did not ask for this place, so that another one will do as well.
    is_free: bool,
}

impl Choice {
    fn fixed(place: KeyPlace) -> Self {
        Choice { place, obstacle: None, is_free: false }
    }

    fn inside(obstacle: Obstacle) -> Self {
        Choice { place: KeyPlace::Inside, obstacle: Some(obstacle), is_free: true }
    }

    /// Makes the place ready. If that fails, the keys go into the copy unless the place is fixed.
    ///
    /// # Errors
    ///
    /// The obstacle to a fixed place.
    pub fn prepare(self) -> Result<(Self, Option<Prepared>), Obstacle> {
        let KeyPlace::File { path, group } = &self.place else { return Ok((self, None)) };
        match Prepared::prepare(path, group) {
            Ok(prepared) => Ok((self, Some(prepared))),
            Err(obstacle) if self.is_free => Ok((Choice::inside(obstacle), None)),
            Err(obstacle) => Err(obstacle),
        }
    }
}

/// Chooses the place that the options name, or else the best possible one. This changes nothing.
///
/// # Errors
///
/// The obstacle to the place that the options name, or to that of the former copy.
pub fn choose(
    options: &InstallOptions,
    copy: &Path,
    program_bytes: &[u8],
    former: Option<&FormerCopy>,
) -> Result<Choice, Obstacle> {
    let candidate = Candidate { options, copy, program_bytes, former };
    match &options.key_place {
        Some(KeyPlaceOption::Inside) => return Ok(Choice::fixed(KeyPlace::Inside)),
        Some(KeyPlaceOption::ServerGroup(name)) => {
            require_root()?;
            let group = group::check_servers(name)?;
            return Ok(Choice::fixed(candidate.file(group)?));
        }
        Some(KeyPlaceOption::OwnGroup(name)) => {
            return Ok(Choice::fixed(candidate.file_of_own_group(name)?));
        }
        None => {}
    }
    if let Some(FormerCopy { content: Some(Content::KeyFile(path)), access }) = former {
        return Ok(Choice::fixed(candidate.as_before(path, *access)?));
    }
    let place = candidate.file_of_own_group(groups::FOR_COPIES);
    match place.and_then(|place| refuse_server().map(|()| place)) {
        Ok(place) => Ok(Choice { place, obstacle: None, is_free: options.key_file.is_none() }),
        Err(obstacle) if options.key_file.is_some() => Err(obstacle),
        Err(obstacle) => Ok(Choice::inside(obstacle)),
    }
}

/// A copy before its installation.
struct Candidate<'a> {
    options: &'a InstallOptions,
    /// Its path.
    copy: &'a Path,
    program_bytes: &'a [u8],
    former: Option<&'a FormerCopy>,
}

impl Candidate<'_> {
    fn file_of_own_group(&self, name: &str) -> Result<KeyPlace, Obstacle> {
        require_root()?;
        // A copy with a key file is never run as its owner.
        if let Some(FormerCopy { content: None | Some(Content::Keys(_)), access }) = self.former
            && access.owner != 0
        {
            return Err(Obstacle::OwnedBy(access.owner));
        }
        self.refuse_system()?;
        group::check_own(name)?;
        self.file(name.to_owned())
    }

    /// The place of the former copy's keys. The group is that of the file, because a copy loses its
    /// group easily. A group that neither copies nor a server can have comes from a restored backup:
    /// its number belongs to another group here.
    fn as_before(&self, path: &Path, access: Access) -> Result<KeyPlace, Obstacle> {
        require_root()?;
        let file = Access::at(path).unwrap_or(access);
        let group = Group::of_id(file.group);
        let is_lent = group.is_for_copies() || access.has(Right::LendsGroup) || file.group == 0;
        if is_lent {
            self.refuse_system()?;
        }
        let group = match is_lent && !group.is_for_copies() {
            true => groups::FOR_COPIES.to_owned(),
            false => group.name,
        };
        match self.options.key_file {
            Some(_) => self.file(group),
            None => Ok(KeyPlace::File { path: path.to_path_buf(), group }),
        }
    }

    fn refuse_system(&self) -> Result<(), Obstacle> {
        if !cfg!(target_os = "linux") {
            return Err(Obstacle::NotLinux);
        }
        if elf::linking(self.program_bytes) != Some(Linking::Static) {
            return Err(Obstacle::Dynamic);
        }
        let directory = self.copy.parent().unwrap_or(Path::new("/"));
        if mounts::is_nosuid(directory) {
            return Err(Obstacle::Nosuid(directory.to_path_buf()));
        }
        if has_no_new_privileges() { Err(Obstacle::NoNewPrivileges) } else { Ok(()) }
    }

    /// A key file for this group, in a place that no web server serves.
    fn file(&self, group: String) -> Result<KeyPlace, Obstacle> {
        let path = match &self.options.key_file {
            Some(path) => in_real_directory(path)?,
            None => default_key_file(self.copy),
        };
        if path.file_name().is_some_and(|name| name.len() > 255) {
            return Err(Obstacle::LongName);
        }
        let beside = self.copy.parent().filter(|beside| paths::lies_below(&path, beside));
        match copies::likely_root(&path).or(beside) {
            Some(served) => Err(Obstacle::Served(served.to_path_buf())),
            None => Ok(KeyPlace::File { path, group }),
        }
    }
}

fn require_root() -> Result<(), Obstacle> {
    if geteuid().is_root() { Ok(()) } else { Err(Obstacle::NotRoot) }
}

/// Refuses a group of the copy's own if a running web server could not start such a copy.
fn refuse_server() -> Result<(), Obstacle> {
    let running = servers::running().into_iter().find(|server| server.has_no_new_privileges);
    running.map_or(Ok(()), |server| Err(Obstacle::Server(server.name)))
}

#[cfg(target_os = "linux")]
fn has_no_new_privileges() -> bool {
    rustix::thread::no_new_privs().unwrap_or(false)
}

#[cfg(not(target_os = "linux"))]
fn has_no_new_privileges() -> bool {
    false
}

/// The path with the real path of its directory.
fn in_real_directory(path: &Path) -> Result<PathBuf, Obstacle> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let directory = absolute.parent().unwrap_or(Path::new("/"));
    let name = absolute.file_name().unwrap_or_default();
    match directory.canonicalize() {
        Ok(real) => Ok(real.join(name)),
        Err(error) => {
            Err(Obstacle::Directory(directory.to_path_buf(), WorkspaceError::Refused(error)))
        }
    }
}

/// A key file for which everything is ready. Unless it is used, a drop removes what was made for it.
#[derive(Debug)]
pub struct Prepared {
    /// Its directory.
    pub workspace: Workspace,
    /// The group that may read it.
    pub group: Group,
    made: Made,
}

impl Prepared {
    /// Prepares a path for a key file that this group may read.
    ///
    /// # Errors
    ///
    /// The obstacle.
    pub fn prepare(path: &Path, group: &str) -> Result<Self, Obstacle> {
        let directory = path.parent().unwrap_or(Path::new("/"));
        let refused = |error| Obstacle::Directory(directory.to_path_buf(), error);
        let mut made = Made::default();
        if directory == Path::new(KEY_DIRECTORY) {
            made.directory =
                make_key_directory().map_err(|error| refused(WorkspaceError::Refused(error)))?;
        }
        let workspace = Workspace::open(directory).map_err(refused)?;
        let is_closed =
            |path: &&Path| !Access::at(path).is_ok_and(|access| access.has(Right::OthersRun));
        if let Some(closed) = directory.ancestors().find(is_closed) {
            return Err(Obstacle::Closed(closed.to_path_buf()));
        }
        let group = match Group::find(group) {
            Some(group) => group,
            None => {
                made.group = Some(group.to_owned());
                group::make(group)?
            }
        };
        Ok(Prepared { workspace, group, made })
    }

    /// Keeps what was made for the file.
    pub fn keep(&mut self) {
        self.made.group = None;
        self.made.directory = false;
    }
}

/// Makes the directory of key files, or corrects its mode, which a umask may have cut. Returns true if it
/// is new.
fn make_key_directory() -> io::Result<bool> {
    let is_new = match DirBuilder::new().mode(KEY_DIRECTORY_MODE).create(KEY_DIRECTORY) {
        Ok(()) => true,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
        Err(error) => return Err(error),
    };
    let access = Access::at(Path::new(KEY_DIRECTORY))?;
    if access.mode != KEY_DIRECTORY_MODE {
        fs::set_permissions(KEY_DIRECTORY, Permissions::from_mode(KEY_DIRECTORY_MODE))?;
    }
    Ok(is_new)
}

/// A group and a directory that were made for a key file. A drop removes them.
#[derive(Debug, Default)]
struct Made {
    group: Option<String>,
    directory: bool,
}

impl Drop for Made {
    fn drop(&mut self) {
        if let Some(group) = &self.group {
            group::remove(group);
        }
        if self.directory {
            let _ = fs::remove_dir(KEY_DIRECTORY);
        }
    }
}

/// The advice of `parlour install` about keys that users of the copy can get at.
pub fn advice(obstacle: &Obstacle) -> String {
    let inside = "a user of this machine who may run the copy can read its key with a debugger";
    let better = match obstacle {
        Obstacle::NotRoot => {
            "if root installs it, only root and the copy can read the key"
                .to_owned()
        }
        Obstacle::OwnedBy(_) => {
            "if it does not, run `parlour export --to FILE`, remove the copy, and install with `--key-from FILE`"
                .to_owned()
        }
        _ => {
            let groups: Vec<u32> =
                servers::running().into_iter().map(|server| server.group).collect();
            let group = match groups.first() {
                Some(first) if groups.iter().all(|group| group == first) => {
                    Group::of_id(*first).name
                }
                _ => "GROUP".to_owned(),
            };
            format!("`--server-group {group}` keeps it in a file for the web server's group alone")
        }
    };
    format!("{inside}; {obstacle}; {better}")
}
