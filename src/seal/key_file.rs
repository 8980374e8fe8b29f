//! Key files: the file that `PARLOUR_KEY_FILE` or `serve --key-file` names, the master key of a
//! machine, and backups. A wrong set-up could let other users or the web server read the file
//! without any sign of it. So Parlour refuses to answer with such a file.

use super::keys::{BadKey, KeyRing};
use crate::errors::errors;
use crate::os::env::Environment;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The variable that names a key file.
pub const KEY_FILE_VARIABLE: &str = "PARLOUR_KEY_FILE";
/// The most bytes of a key file. A full ring takes a tenth of it.
pub const KEY_FILE_BYTES_MAX: u64 = 4096;
/// The variables that name a directory whose files the web server serves. Apache sets the second
/// one if it differs, for example for the pages of a user.
const ROOT_VARIABLES: [&str; 2] = ["DOCUMENT_ROOT", "CONTEXT_DOCUMENT_ROOT"];
/// The directory of the secrets of a container, whose files all its users may read (podman-run(1)).
#[cfg(unix)]
const SECRETS: &str = "/run/secrets";

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
        /// Users other than its owner may write it, or users other than its owner and group may read
        /// it; this is its mode.
        OpenToOthers(mode: u32) =>
            "others may open it (its mode is {mode:04o}), so the key is no secret; run `chmod 0640` on it, and make a new key if others use this machine";
        /// This system has no permissions to check.
        #[allow(dead_code, reason = "Unix has permissions")]
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

fn unreadable(kind: io::ErrorKind) -> String {
    match kind {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "this user may not read it; give it the group of that user with `chgrp`, and `chmod 0640`".to_owned()
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
    let (metadata, file) = open(path)?;
    refuse_other_readers(path, &metadata)?;
    ring_in(&metadata, file)
}

/// Opens a regular file. Merely opening a device may have an effect.
fn open(path: &Path) -> Result<(Metadata, File), KeyFileFault> {
    let unreadable = |error: io::Error| KeyFileFault::Unreadable(error.kind());
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err(KeyFileFault::NotRegular);
    }
    let mut options = OpenOptions::new();
    // Without this flag, opening a pipe would wait until another process writes into it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, crate::os::NONBLOCK);
    let file = options.read(true).open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_file() { Ok((metadata, file)) } else { Err(KeyFileFault::NotRegular) }
}

fn ring_in(metadata: &Metadata, file: File) -> Result<KeyRing, KeyFileFault> {
    if metadata.len() > KEY_FILE_BYTES_MAX {
        return Err(KeyFileFault::TooLarge);
    }
    let mut bytes = Vec::new();
    let read = file.take(KEY_FILE_BYTES_MAX).read_to_end(&mut bytes);
    read.map_err(|error| KeyFileFault::Unreadable(error.kind()))?;
    let list = std::str::from_utf8(&bytes).map_err(|_| KeyFileFault::NotText)?;
    KeyRing::parse(list).map_err(KeyFileFault::BadKey)
}

/// Refuses a file that others can read. Its group may read it, for the group of a web server.
#[cfg(unix)]
fn refuse_other_readers(path: &Path, metadata: &Metadata) -> Result<(), KeyFileFault> {
    let mode = std::os::unix::fs::MetadataExt::mode(metadata) & 0o7777;
    let refused = if path.starts_with(SECRETS) { 0o022 } else { 0o027 };
    if mode & refused != 0 { Err(KeyFileFault::OpenToOthers(mode)) } else { Ok(()) }
}

#[cfg(not(unix))]
fn refuse_other_readers(_: &Path, _: &Metadata) -> Result<(), KeyFileFault> {
    Err(KeyFileFault::NoPermissions)
}

/// Refuses a file that the web server may hand out as a page. A third of all set-ups hand out the
/// files in cgi-bin beside the program.
fn refuse_served_place(path: &Path, environment: Environment<'_>) -> Result<(), KeyFileFault> {
    for root in ROOT_VARIABLES.into_iter().filter_map(environment) {
        if !root.is_empty() && lies_below(path, Path::new(&root)) {
            return Err(KeyFileFault::BelowDocumentRoot(root.into()));
        }
    }
    // The server may run a script that runs this program.
    let script = environment("SCRIPT_FILENAME").map(PathBuf::from);
    let programs = std::env::current_exe().ok().into_iter().chain(script);
    for directory in programs.filter_map(|program| Some(program.parent()?.to_path_buf())) {
        if directory.is_absolute() && lies_below(path, &directory) {
            return Err(KeyFileFault::BesideProgram(directory));
        }
    }
    Ok(())
}

/// Returns true if a path is below a directory, or is that directory. Each of them counts as
/// written and with its symbolic links resolved.
fn lies_below(path: &Path, directory: &Path) -> bool {
    let spellings = |one: &Path| [Some(one.to_path_buf()), one.canonicalize().ok()];
    let directories = spellings(directory);
    let is_below =
        |below: &PathBuf| directories.iter().flatten().any(|above| below.starts_with(above));
    spellings(path).iter().flatten().any(is_below)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::seal::keys::{Key, KeyFault};
    use std::ffi::OsStr;
    use std::os::unix::fs::{PermissionsExt, symlink};

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
            // Only root could write into a former one without the right to.
            let _ = std::fs::remove_file(&path);
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
    fn a_key_file_is_for_owner_and_group() {
        let directory = Directory::new("modes");
        let list = list();
        for mode in [0o400, 0o600, 0o640, 0o440] {
            assert_eq!(fault_of(&directory.file("key", &list, mode), &[]), None, "{mode:o}");
        }
        for mode in [0o644, 0o604, 0o602, 0o601, 0o666, 0o660] {
            let fault = fault_of(&directory.file("key", &list, mode), &[]);
            assert_eq!(fault, Some(KeyFileFault::OpenToOthers(mode)));
        }
    }

    /// podman and Docker give it to every user of the container.
    #[test]
    fn a_containers_secret_may_be_read_by_all() {
        let directory = Directory::new("secrets");
        let fault = |place: &str, mode| {
            let metadata = directory.file("key", list(), mode).metadata().unwrap();
            refuse_other_readers(Path::new(place), &metadata).err()
        };
        assert_eq!(fault("/run/secrets/key", 0o444), None);
        for (place, mode) in
            [("/run/secrets/key", 0o446), ("/run/secrets.old/key", 0o444), ("/run/key", 0o444)]
        {
            assert_eq!(fault(place, mode), Some(KeyFileFault::OpenToOthers(mode)), "{place}");
        }
    }

    #[test]
    fn a_key_file_is_short_with_good_keys() {
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
    fn a_key_file_among_served_pages_is_refused() {
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
