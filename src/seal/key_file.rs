//! Key files. There are two kinds: the file of an installed copy, which `parlour install` writes
//! and the slot of the copy names, and the file that `PARLOUR_KEY_FILE` names. A wrong set-up could
//! let other users or the web server read the file without any sign of it. So Parlour refuses such
//! a file.

use super::keys::{BadKey, KeyRing};
use crate::errors::errors;
#[cfg(unix)]
use crate::os::access::{Access, Right};
use crate::os::env::Environment;
use crate::os::paths;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The variable that names a key file.
pub const KEY_FILE_VARIABLE: &str = "PARLOUR_KEY_FILE";
/// The most bytes of a key file. A full ring takes a tenth of it.
pub const KEY_FILE_BYTES_MAX: u64 = 4096;
/// The variables that name a directory whose files the web server serves. Apache sets the second
/// one if it differs, for example for the pages of a user.
const ROOT_VARIABLES: [&str; 2] = ["DOCUMENT_ROOT", "CONTEXT_DOCUMENT_ROOT"];

errors! {
    /// The reason why a key file is refused.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum KeyFileFault {
        /// Its path is relative, and web servers start programs in directories of their choice.
        RelativePath => "{KEY_FILE_VARIABLE} must be an absolute path, beginning with a slash";
        /// It cannot be opened or read.
        Unreadable(kind: io::ErrorKind) => "{}", unreadable(*kind);
        /// It is a directory, a pipe or a device.
        NotRegular => "it is not a regular file";
        /// Users other than its owner and group may read, write or run it; this is its mode.
        OpenToOthers(mode: u32) =>
            "others may open it (its mode is {mode:04o}), so the key is no secret; run `chmod 0640` on it, and make a new key if others use this machine";
        /// Its group may write it; this is its mode.
        OpenToGroup(mode: u32) =>
            "its group may change it (its mode is {mode:04o}); run `chmod 0640` on it";
        /// It has an access control list, which can let others in against the mode.
        AccessList =>
            "it has an access control list, which may let others read it; run `setfacl -b` on it";
        /// It has this many names, and the web server may serve one of the others.
        SeveralNames(names: u64) =>
            "it has {names} names (hard links), and the web server may hand out one of the others; copy it, and remove them all";
        /// It belongs to this user, and everybody may write in this directory above it, so anybody
        /// could have put it there.
        ForeignOwner(owner: u32, directory: PathBuf) =>
            "it belongs to user {owner}, and everybody may write in {}, so anybody may have put it there; move it elsewhere, or `chown root` it if it is yours", directory.display();
        /// It belongs to this user, and the key file of an installed copy must belong to root.
        NotRoots(owner: u32) =>
            "it belongs to user {owner} and not to root, so another user may know its keys; `parlour install --new-key` makes a new one";
        /// This system has no permissions to check.
        NoPermissions => "this system does not say who may read it; use PARLOUR_KEY instead";
        /// It is below this document root, where the web server may hand it out.
        BelowDocumentRoot(root: PathBuf) =>
            "it is below the document root {}, where the web server may hand it out; move it elsewhere", root.display();
        /// It is below this directory of the program, where the web server may hand it out.
        BesideProgram(directory: PathBuf) =>
            "it is below the program's directory {}, where the web server may hand it out; move it elsewhere", directory.display();
        /// It is longer than any list of keys.
        TooLarge => "it is longer than {KEY_FILE_BYTES_MAX} bytes, too long for a list of keys";
        /// It is not text.
        NotText => "it is not text, so it is no list of keys";
        /// A key in it is refused.
        BadKey(bad: BadKey) => "{bad}";
    }
}

impl KeyFileFault {
    /// Returns true if only a backup has the keys.
    #[cfg(unix)]
    pub fn is_lasting(&self) -> bool {
        use KeyFileFault::{BadKey, NotRegular, NotText, TooLarge, Unreadable};
        matches!(self, Unreadable(_) | NotRegular | TooLarge | NotText | BadKey(_))
    }
}

fn unreadable(kind: io::ErrorKind) -> String {
    match kind {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "the user of the web server may not read it; run `chgrp` on it with that user's group, and `chmod 0640`".to_owned()
        }
        kind => format!("reading it fails ({kind})"),
    }
}

/// Reads a key file at any place and with any permissions.
///
/// # Errors
///
/// [`KeyFileFault`] if it cannot be read, or is no list of good keys.
pub fn read(path: &Path) -> Result<KeyRing, KeyFileFault> {
    refuse_device(path)?;
    let (metadata, file) = open(path)?;
    ring_in(&metadata, file)
}

/// Reads a key file that neither other users nor visitors of the web server can read.
///
/// # Errors
///
/// [`KeyFileFault`] if they can, and in the cases of [`read`].
pub fn read_private(path: &Path, environment: Environment<'_>) -> Result<KeyRing, KeyFileFault> {
    if !path.is_absolute() {
        return Err(KeyFileFault::RelativePath);
    }
    refuse_served_place(path, environment)?;
    refuse_device(path)?;
    let (metadata, file) = open(path)?;
    refuse_other_readers(&metadata, &file)?;
    refuse_foreign_owner(path, &metadata)?;
    ring_in(&metadata, file)
}

/// Reads the key file of an installed copy. It belongs to root and is closed to others. This reads
/// no environment variable, because the user who starts the copy sets them.
///
/// # Errors
///
/// [`KeyFileFault`] if others can read it, and in the cases of [`read`].
pub fn read_of_copy(path: &Path) -> Result<KeyRing, KeyFileFault> {
    let (metadata, file) = open(path)?;
    refuse_other_readers(&metadata, &file)?;
    refuse_other_owner(&metadata)?;
    ring_in(&metadata, file)
}

/// Refuses a path that does not lead to a file. Merely opening a device may have an effect.
fn refuse_device(path: &Path) -> Result<(), KeyFileFault> {
    match path.metadata() {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => Err(KeyFileFault::NotRegular),
        Err(error) => Err(KeyFileFault::Unreadable(error.kind())),
    }
}

fn open(path: &Path) -> Result<(Metadata, File), KeyFileFault> {
    let unreadable = |error: io::Error| KeyFileFault::Unreadable(error.kind());
    let mut options = OpenOptions::new();
    // Without this flag, opening a pipe would wait until another process writes into it.
    #[cfg(unix)]
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    let file = options.read(true).open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_file() { Ok((metadata, file)) } else { Err(KeyFileFault::NotRegular) }
}

fn ring_in(metadata: &Metadata, mut file: File) -> Result<KeyRing, KeyFileFault> {
    if metadata.len() > KEY_FILE_BYTES_MAX {
        return Err(KeyFileFault::TooLarge);
    }
    let mut bytes = [0; KEY_FILE_BYTES_MAX as usize];
    let bytes = &mut bytes[..metadata.len() as usize];
    file.read_exact(bytes).map_err(|error| KeyFileFault::Unreadable(error.kind()))?;
    let list = std::str::from_utf8(bytes).map_err(|_| KeyFileFault::NotText)?;
    KeyRing::parse(list).map_err(KeyFileFault::BadKey)
}

/// Refuses a file that others can read. Its group may read it: usually root owns the file, and its
/// group is that of the web server or of the copy.
#[cfg(unix)]
fn refuse_other_readers(metadata: &Metadata, file: &File) -> Result<(), KeyFileFault> {
    let mode = Access::of(metadata).mode;
    if mode & 0o007 != 0 {
        return Err(KeyFileFault::OpenToOthers(mode));
    }
    if mode & 0o020 != 0 {
        return Err(KeyFileFault::OpenToGroup(mode));
    }
    if metadata.nlink() > 1 {
        return Err(KeyFileFault::SeveralNames(metadata.nlink()));
    }
    if has_access_list(file) { Err(KeyFileFault::AccessList) } else { Ok(()) }
}

#[cfg(not(unix))]
fn refuse_other_readers(_: &Metadata, _: &File) -> Result<(), KeyFileFault> {
    Err(KeyFileFault::NoPermissions)
}

/// Returns true if the file has an access control list. Linux keeps no list that only repeats the
/// mode.
#[cfg(target_os = "linux")]
fn has_access_list(file: &File) -> bool {
    rustix::fs::fgetxattr_query(file, crate::os::access::ACCESS_LIST).is_ok_and(|bytes| bytes > 0)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn has_access_list(_: &File) -> bool {
    false
}

/// Rejects a key file owned by another user in a place where that user could have put it. They
/// would know the key.
#[cfg(unix)]
fn refuse_foreign_owner(path: &Path, metadata: &Metadata) -> Result<(), KeyFileFault> {
    let owner = metadata.uid();
    if owner == 0 || owner == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let is_open = |directory: &&Path| {
        Access::at(directory).is_ok_and(|access| access.has(Right::OthersWrite))
    };
    let directories = path.ancestors().skip(1).chain(real.ancestors().skip(1));
    match directories.into_iter().find(is_open) {
        Some(directory) => Err(KeyFileFault::ForeignOwner(owner, directory.to_path_buf())),
        None => Ok(()),
    }
}

#[cfg(not(unix))]
fn refuse_foreign_owner(_: &Path, _: &Metadata) -> Result<(), KeyFileFault> {
    Ok(())
}

#[cfg(unix)]
fn refuse_other_owner(metadata: &Metadata) -> Result<(), KeyFileFault> {
    if metadata.uid() == 0 { Ok(()) } else { Err(KeyFileFault::NotRoots(metadata.uid())) }
}

#[cfg(not(unix))]
fn refuse_other_owner(_: &Metadata) -> Result<(), KeyFileFault> {
    Ok(())
}

/// Refuses a file that the web server may hand out as a page. A third of all set-ups hand out the
/// files in cgi-bin beside the program.
///
/// # Errors
///
/// [`KeyFileFault`] if it is below the document root or the directory of the program.
pub fn refuse_served_place(path: &Path, environment: Environment<'_>) -> Result<(), KeyFileFault> {
    let roots = ROOT_VARIABLES.into_iter().filter_map(environment);
    for root in roots.filter(|root| !root.is_empty()) {
        if paths::lies_below(path, Path::new(&root)) {
            return Err(KeyFileFault::BelowDocumentRoot(root.into()));
        }
    }
    // The server may run a script that runs this program.
    let script = environment("SCRIPT_FILENAME").map(PathBuf::from);
    let programs = std::env::current_exe().ok().into_iter().chain(script);
    for directory in programs.filter_map(|program| Some(program.parent()?.to_path_buf())) {
        if directory.is_absolute() && paths::lies_below(path, &directory) {
            return Err(KeyFileFault::BesideProgram(directory));
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::seal::keys::{Key, KeyFault};
    use std::ffi::OsStr;
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    /// A directory for one test. The end of the test removes it.
    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str) -> Self {
            let path = format!("parlour-key-source-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(path);
            std::fs::create_dir_all(&path).unwrap();
            Directory(path)
        }

        fn file(&self, name: &str, content: impl AsRef<[u8]>, mode: u32) -> PathBuf {
            let path = self.0.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, content).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            path
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// The reason why this key file is refused under these variables.
    fn fault_of(path: &Path, variables: &[(&str, &OsStr)]) -> Option<KeyFileFault> {
        let environment = |name: &str| {
            let variable = variables.iter().find(|(known, _)| *known == name)?;
            Some(variable.1.to_os_string())
        };
        read_private(path, &environment).err()
    }

    fn list() -> String {
        KeyRing::of(Key::draw().unwrap()).to_text()
    }

    #[test]
    fn a_key_file_is_for_its_owner_and_group() {
        let directory = Directory::new("modes");
        let list = list();
        for mode in [0o400, 0o600, 0o640, 0o440] {
            assert_eq!(fault_of(&directory.file("key", &list, mode), &[]), None, "{mode:o}");
        }
        for mode in [0o644, 0o604, 0o602, 0o601, 0o666] {
            let fault = fault_of(&directory.file("key", &list, mode), &[]);
            assert_eq!(fault, Some(KeyFileFault::OpenToOthers(mode)));
        }
        let fault = fault_of(&directory.file("key", &list, 0o660), &[]);
        assert_eq!(fault, Some(KeyFileFault::OpenToGroup(0o660)));
    }

    #[test]
    fn the_key_file_of_a_copy_is_for_root() {
        let directory = Directory::new("owners");
        let path = &directory.file("key", list(), 0o600);
        if rustix::process::geteuid().is_root() {
            assert!(read_of_copy(path).is_ok());
            chown(path, Some(4_711), None).unwrap();
        }
        let owner = path.metadata().unwrap().uid();
        assert_eq!(read_of_copy(path).err(), Some(KeyFileFault::NotRoots(owner)));
    }

    #[test]
    fn a_key_file_is_a_short_text_with_good_keys() {
        let directory = Directory::new("content");
        let fault = |content: &[u8]| fault_of(&directory.file("key", content, 0o600), &[]);
        let of_length = |length: u64| format!("{:length$}", list(), length = length as usize);
        assert_eq!(fault(of_length(KEY_FILE_BYTES_MAX).as_bytes()), None);
        let too_long = of_length(KEY_FILE_BYTES_MAX + 1);
        assert_eq!(fault(too_long.as_bytes()), Some(KeyFileFault::TooLarge));
        assert_eq!(fault(b"\xff"), Some(KeyFileFault::NotText));
        let empty = BadKey { place: 1, fault: KeyFault::Empty };
        assert_eq!(fault(b"\n"), Some(KeyFileFault::BadKey(empty)));
        assert_eq!(fault_of(&directory.0, &[]), Some(KeyFileFault::NotRegular));
        assert_eq!(fault_of(Path::new("/dev/zero"), &[]), Some(KeyFileFault::NotRegular));
        let missing = KeyFileFault::Unreadable(io::ErrorKind::NotFound);
        assert_eq!(fault_of(&directory.0.join("no"), &[]), Some(missing));
        assert_eq!(fault_of(Path::new("key"), &[]), Some(KeyFileFault::RelativePath));
    }

    /// Opening a device may have an effect, and a process that writes to a pipe notices a reader.
    #[test]
    fn what_is_no_file_is_not_even_opened() {
        let directory = Directory::new("devices");
        let pipe = directory.0.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let (told, is_opened) = std::sync::mpsc::channel();
        let writer = pipe.clone();
        let waits = std::thread::spawn(move || {
            // This waits until a process reads.
            let opened = OpenOptions::new().write(true).open(writer);
            told.send(()).unwrap();
            opened.is_ok()
        });
        let pause = std::time::Duration::from_millis(100);
        std::thread::sleep(pause);
        assert_eq!(fault_of(&pipe, &[]), Some(KeyFileFault::NotRegular));
        assert!(is_opened.recv_timeout(pause).is_err(), "it was opened");
        assert!(File::open(&pipe).is_ok() && waits.join().unwrap());
    }

    #[test]
    fn a_key_file_is_not_where_the_server_looks_for_pages() {
        let directory = Directory::new("places");
        let list = list();
        let outside = directory.file("etc/key", &list, 0o600);
        let inside = directory.file("www/keys/key", &list, 0o600);
        let root = directory.0.join("www");
        let link = root.join("link");
        symlink(&outside, &link).unwrap();
        let served = [("DOCUMENT_ROOT", root.as_os_str())];
        assert_eq!(fault_of(&outside, &served), None);
        assert_eq!(fault_of(&inside, &[]), None);
        for path in [&inside, &link] {
            let fault = KeyFileFault::BelowDocumentRoot(root.clone());
            assert_eq!(fault_of(path, &served), Some(fault));
        }
        let other_name = directory.0.join("alias");
        symlink(&root, &other_name).unwrap();
        let fault = KeyFileFault::BelowDocumentRoot(other_name.clone());
        assert_eq!(fault_of(&inside, &[("DOCUMENT_ROOT", other_name.as_os_str())]), Some(fault));

        let script = root.join("keys/parlour.cgi");
        let fault = KeyFileFault::BesideProgram(root.join("keys"));
        assert_eq!(fault_of(&inside, &[("SCRIPT_FILENAME", script.as_os_str())]), Some(fault));
        let own = std::env::current_exe().unwrap();
        let fault = KeyFileFault::BesideProgram(own.parent().unwrap().to_path_buf());
        assert_eq!(fault_of(&own, &[]), Some(fault));
    }
}
