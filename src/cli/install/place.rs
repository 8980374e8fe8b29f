//! The place of the keys of a copy: a file for a group of the copy's own, a file for the web
//! server's group, or the copy itself. The module `seal::slot` describes the protection of each.

use super::former::FormerCopy;
use super::group::{self, Group};
use super::obstacle::{Obstacle, PlaceError};
use super::servers;
use crate::cli::arguments::{InstallOptions, KeyPlaceOption};
use crate::doctor::copies;
use crate::os::access::Access;
use crate::os::elf::{self, Linking};
use crate::os::paths;
use crate::os::trust::{self, Trusted};
use crate::seal::slot::Content;
use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::process::geteuid;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The default group of a copy.
const GROUP: &str = "parlour";
/// The directory of key files.
const KEY_DIRECTORY: &str = "/etc/parlour";
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
        /// Its path.
        path: PathBuf,
        /// The group that may read it.
        group: Group,
        /// True if the copy runs with that group.
        is_lent: bool,
    },
}

impl KeyPlace {
    /// The mode of the copy.
    pub fn mode(&self) -> u32 {
        match self {
            KeyPlace::File { is_lent: true, .. } => MODE_WITH_GROUP,
            _ => MODE,
        }
    }
}

/// The place that the options name, or else the best possible one, with the obstacle to a better
/// one.
///
/// # Errors
///
/// The obstacle to the place that the options name, or to the best one if another place could be a
/// mistake.
pub fn choose(
    options: &InstallOptions,
    copy: &Path,
    program_bytes: &[u8],
    former: Option<&FormerCopy>,
) -> Result<(KeyPlace, Option<Obstacle>), Obstacle> {
    let candidate = Candidate { options, copy, program_bytes, former };
    match &options.key_place {
        Some(KeyPlaceOption::Inside) => return Ok((KeyPlace::Inside, None)),
        Some(KeyPlaceOption::ServerGroup(name)) => {
            require_root()?;
            let group = group::find(name).map_err(Obstacle::Group)?;
            return Ok((candidate.file(group, false)?, None));
        }
        Some(KeyPlaceOption::OwnGroup(name)) => {
            return Ok((candidate.file_of_own_group(name)?, None));
        }
        None => {}
    }
    if let Some(FormerCopy { content: Some(Content::KeyFile(path)), access }) = former {
        return Ok((candidate.as_before(path, *access)?, None));
    }
    let place = candidate.file_of_own_group(GROUP);
    match place.and_then(|place| refuse_server().map(|()| place)) {
        Ok(place) => Ok((place, None)),
        // The copy would work now, and fail when the web server runs it.
        Err(obstacle @ Obstacle::Server(..)) => Err(obstacle),
        Err(obstacle) if options.key_file.is_some() => Err(obstacle),
        Err(obstacle) => Ok((KeyPlace::Inside, Some(obstacle))),
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
        let owner = self.former.map_or(0, |former| former.access.owner);
        if owner != 0 {
            return Err(Obstacle::OwnedBy(owner));
        }
        self.refuse_system()?;
        let place = self.key_file()?;
        let group = group::find_or_make(name).map_err(Obstacle::Group)?;
        Ok(KeyPlace::File { path: place, group, is_lent: true })
    }

    /// The place of the former copy's keys.
    fn as_before(&self, path: &Path, access: Access) -> Result<KeyPlace, Obstacle> {
        require_root()?;
        let is_lent = access.lends_group();
        if is_lent {
            self.refuse_system()?;
        }
        // The group is that of the file. The copy may have lost its group, because writing to a
        // program removes it.
        let id = fs::metadata(path).map_or(access.group, |metadata| metadata.gid());
        let group = group::find(&id.to_string()).map_err(Obstacle::Group)?;
        match self.options.key_file {
            Some(_) => self.file(group, is_lent),
            None => Ok(KeyPlace::File { path: path.to_path_buf(), group, is_lent }),
        }
    }

    fn file(&self, group: Group, is_lent: bool) -> Result<KeyPlace, Obstacle> {
        Ok(KeyPlace::File { path: self.key_file()?, group, is_lent })
    }

    fn refuse_system(&self) -> Result<(), Obstacle> {
        if !cfg!(target_os = "linux") {
            return Err(Obstacle::NotLinux);
        }
        if elf::linking(self.program_bytes) != Some(Linking::Static) {
            return Err(Obstacle::Dynamic);
        }
        let directory = self.copy.parent().unwrap_or(Path::new("/"));
        if is_nosuid(directory) {
            return Err(Obstacle::Nosuid(directory.to_path_buf()));
        }
        if has_no_new_privileges() { Err(Obstacle::NoNewPrivileges) } else { Ok(()) }
    }

    /// The path of the key file. Its directory exists and is safe.
    fn key_file(&self) -> Result<PathBuf, Obstacle> {
        let path = match &self.options.key_file {
            Some(path) => in_real_directory(path),
            None => default_key_file(self.copy),
        };
        let path = path.map_err(Obstacle::Place)?;
        self.refuse_place(&path).map_err(Obstacle::Place)?;
        Ok(path)
    }

    fn refuse_place(&self, path: &Path) -> Result<(), PlaceError> {
        let directory = path.parent().unwrap_or(Path::new("/"));
        let beside = self.copy.parent().filter(|beside| paths::lies_below(path, beside));
        if let Some(served) = copies::likely_root(path).or(beside) {
            return Err(PlaceError::Served(served.to_path_buf()));
        }
        match trust::find_exposed(directory, Trusted::ROOT) {
            Ok(None) => Ok(()),
            Ok(Some(exposed)) => Err(PlaceError::Exposed(exposed)),
            Err(error) => Err(PlaceError::Directory(directory.to_path_buf(), error)),
        }
    }
}

fn require_root() -> Result<(), Obstacle> {
    if geteuid().is_root() { Ok(()) } else { Err(Obstacle::NotRoot) }
}

/// Refuses a group of the copy's own if a running web server could not start such a copy. A silent
/// change of the place would let any user choose it, with a process of that name.
fn refuse_server() -> Result<(), Obstacle> {
    let running = servers::running().into_iter().find(|server| server.has_no_new_privileges);
    running
        .map_or(Ok(()), |server| Err(Obstacle::Server(server.name, group::name_of(server.group))))
}

fn is_nosuid(directory: &Path) -> bool {
    statvfs(directory).is_ok_and(|system| system.f_flag.contains(StatVfsMountFlags::NOSUID))
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
fn in_real_directory(path: &Path) -> Result<PathBuf, PlaceError> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let directory = absolute.parent().unwrap_or(Path::new("/"));
    let name = absolute.file_name().unwrap_or_default();
    match directory.canonicalize() {
        Ok(real) => Ok(real.join(name)),
        Err(error) => Err(PlaceError::Directory(directory.to_path_buf(), error)),
    }
}

/// The default key file of a copy. This makes its directory if it does not exist.
fn default_key_file(copy: &Path) -> Result<PathBuf, PlaceError> {
    let name = key_file_name(copy);
    if name.len() > 255 {
        return Err(PlaceError::LongName);
    }
    let directory = PathBuf::from(KEY_DIRECTORY);
    match fs::DirBuilder::new().mode(0o755).create(&directory) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(PlaceError::Directory(directory, error))
        }
        _ => in_real_directory(&directory.join(name)),
    }
}

/// A name that no other copy has: the path of the copy with dots for slashes, such as
/// `usr.lib.cgi-bin.parlour.key`. Unusual characters are percent-encoded.
fn key_file_name(copy: &Path) -> String {
    let mut name = String::new();
    let relative = copy.strip_prefix("/").unwrap_or(copy);
    for byte in OsStr::as_bytes(relative.as_os_str()) {
        match byte {
            b'/' => name.push('.'),
            byte if byte.is_ascii_alphanumeric() || b"-_".contains(byte) => {
                name.push(char::from(*byte));
            }
            byte => name += &format!("%{byte:02x}"),
        }
    }
    name + ".key"
}

/// The advice of `parlour install` about keys that users of the copy can get at.
pub fn advice(obstacle: &Obstacle) -> String {
    let inside =
        "a user of this machine who may run the copy can get at the key inside it, with a debugger";
    let better = match obstacle {
        Obstacle::NotRoot => {
            "installed by root, a copy gets a group of its own, which alone may read its key"
                .to_owned()
        }
        Obstacle::OwnedBy(_) => {
            "if it does not, remove the copy first, and keep its keys with `parlour export`"
                .to_owned()
        }
        _ => {
            let groups: Vec<u32> =
                servers::running().into_iter().map(|server| server.group).collect();
            let group = match groups.first() {
                Some(first) if groups.iter().all(|group| group == first) => group::name_of(*first),
                _ => "GROUP".to_owned(),
            };
            format!("`--server-group {group}` keeps it in a file for the web server's group alone")
        }
    };
    format!("{inside}; {obstacle}; {better}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_copy_has_a_key_file_of_its_own() {
        let names = [
            ("/usr/lib/cgi-bin/parlour", "usr.lib.cgi-bin.parlour.key"),
            ("/usr/lib/cgi/bin/parlour", "usr.lib.cgi.bin.parlour.key"),
            ("/usr/lib/cgi.bin/parlour", "usr.lib.cgi%2ebin.parlour.key"),
            ("/a b/%/\u{e4}.cgi", "a%20b.%25.%c3%a4%2ecgi.key"),
        ];
        for (copy, name) in names {
            assert_eq!(key_file_name(Path::new(copy)), name);
        }
    }
}
