//! The sources of keys: the environment, the slot of an installed copy, or a key file.
//!
//! An installed copy with its own key file reads only that file, because any local user may start
//! the copy and set its environment. For all other programs, the first source that is set decides.
//! If its keys cannot be used, that is an error, and Parlour does not try the next source: a game
//! sealed with an unexpected key would be lost after the correction. The errors are sentences for
//! the error log. A visitor only learns that Parlour is not set up yet.
//!
//! A request opens at most one file, its key file. Most requests open none.

use super::key_file::{self, KEY_FILE_VARIABLE, KeyFileFault};
use super::keys::{BadKey, KeyRing};
use super::slot::{self, Content, SlotError};
use crate::errors::errors;
use crate::os::env::Environment;
use std::io;
use std::path::{Path, PathBuf};

/// The environment variable with a list of keys.
pub const KEY_VARIABLE: &str = "PARLOUR_KEY";

/// The source of a key ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// The variable `PARLOUR_KEY`.
    Environment,
    /// The slot of the running executable.
    Installed,
    /// The key file of the running executable, whose path is in its slot.
    OwnFile(PathBuf),
    /// The file that `PARLOUR_KEY_FILE` names.
    File(PathBuf),
}

impl std::fmt::Display for KeySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KeySource::Environment => f.write_str(KEY_VARIABLE),
            KeySource::Installed => f.write_str("the installed program itself"),
            KeySource::OwnFile(path) => write!(f, "the copy's own key file {}", path.display()),
            KeySource::File(path) => write!(f, "the key file {}", path.display()),
        }
    }
}

errors! {
    /// The reason why there is no key to seal with.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NoKey {
        /// No source is set.
        NotSetUp =>
            "there is no key; run `parlour install DEST` to make a copy with a key, or set {KEY_VARIABLE} to the output of `parlour keygen`";
        /// `PARLOUR_KEY` is not text.
        EnvironmentNotText =>
            "{KEY_VARIABLE} is not text; set it to the output of `parlour keygen`";
        /// A key in `PARLOUR_KEY` is refused.
        Environment(bad: BadKey) => "{KEY_VARIABLE} cannot be used: {bad}";
        /// The keys in the slot of the executable cannot be used.
        Installed(error: SlotError) =>
            "this copy cannot use its keys: {error}; run `parlour install` again";
        /// The key file of this copy is refused.
        OwnFile(path: PathBuf, fault: KeyFileFault) => "{}", own_file_refused(path, fault);
        /// The key file at this path is refused.
        File(path: PathBuf, fault: KeyFileFault) =>
            "the key file {} cannot be used: {fault}", path.display();
    }
}

fn own_file_refused(path: &Path, fault: &KeyFileFault) -> String {
    let path = path.display();
    match fault {
        KeyFileFault::Unreadable(io::ErrorKind::PermissionDenied) => format!(
            "this copy may not read its key file {path}: it was started without its group, because of NoNewPrivileges, a debugger, or a file system mounted nosuid; run `parlour install --server-group GROUP DEST` with the group of the web server"
        ),
        _ => format!("the key file {path} of this copy cannot be used: {fault}"),
    }
}

/// Finds the keys. An executable with a key file takes them from it. Any other executable takes
/// them from the first of these: `PARLOUR_KEY`, its slot, the file that `PARLOUR_KEY_FILE` names. A
/// variable with an empty value counts as not set.
///
/// # Errors
///
/// [`NoKey`] if no source is set, or the first that is set cannot be used.
pub fn find(environment: Environment<'_>) -> Result<(KeyRing, KeySource), NoKey> {
    find_with_slot(environment, slot::read_own())
}

/// Finds the keys like [`find`], for an executable with `installed` in its slot.
///
/// # Errors
///
/// [`NoKey`], as for [`find`].
pub fn find_with_slot(
    environment: Environment<'_>,
    installed: Result<Option<Content>, SlotError>,
) -> Result<(KeyRing, KeySource), NoKey> {
    let installed = installed.map_err(NoKey::Installed)?;
    if let Some(Content::KeyFile(path)) = installed {
        return match key_file::read_of_copy(&path) {
            Ok(ring) => Ok((ring, KeySource::OwnFile(path))),
            Err(fault) => Err(NoKey::OwnFile(path, fault)),
        };
    }
    let set = |name: &str| environment(name).filter(|value| !value.is_empty());
    if let Some(list) = set(KEY_VARIABLE) {
        let list = list.to_str().ok_or(NoKey::EnvironmentNotText)?;
        let ring = KeyRing::parse(list).map_err(NoKey::Environment)?;
        return Ok((ring, KeySource::Environment));
    }
    if let Some(Content::Keys(ring)) = installed {
        return Ok((ring, KeySource::Installed));
    }
    let path = PathBuf::from(set(KEY_FILE_VARIABLE).ok_or(NoKey::NotSetUp)?);
    match key_file::read_private(&path, environment) {
        Ok(ring) => Ok((ring, KeySource::File(path))),
        Err(fault) => Err(NoKey::File(path, fault)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::seal::keys::{Key, KeyFault};
    use std::ffi::{OsStr, OsString};
    use std::fs::Permissions;
    use std::os::unix::ffi::OsStringExt;
    use std::os::unix::fs::PermissionsExt;

    fn ring() -> KeyRing {
        KeyRing::of(Key::draw().unwrap())
    }

    /// Looks for keys with these variables and an empty slot.
    fn found(variables: &[(&str, &OsStr)]) -> Result<(KeyRing, KeySource), NoKey> {
        found_with_slot(variables, Ok(None))
    }

    fn found_with_slot(
        variables: &[(&str, &OsStr)],
        installed: Result<Option<Content>, SlotError>,
    ) -> Result<(KeyRing, KeySource), NoKey> {
        let environment = |name: &str| {
            let variable = variables.iter().find(|(known, _)| *known == name)?;
            Some(variable.1.to_os_string())
        };
        find_with_slot(&environment, installed)
    }

    #[test]
    fn the_environment_comes_before_the_slot_and_the_slot_before_the_file() {
        let (in_variable, in_slot, in_file) = (ring(), ring(), ring());
        let path = std::env::temp_dir().join(format!("parlour-key-{}", std::process::id()));
        std::fs::write(&path, in_file.to_text() + "\n").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let list = OsString::from(in_variable.to_text());
        let nothing = OsStr::new("");
        let variables = |list| [(KEY_VARIABLE, list), (KEY_FILE_VARIABLE, path.as_os_str())];
        let installed = || Ok(Some(Content::Keys(in_slot.clone())));
        let source = |list, installed| found_with_slot(&variables(list), installed);
        assert_eq!(source(&list, installed()), Ok((in_variable, KeySource::Environment)));
        assert_eq!(source(nothing, installed()), Ok((in_slot.clone(), KeySource::Installed)));
        assert_eq!(source(nothing, Ok(None)), Ok((in_file, KeySource::File(path.clone()))));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(found(&[]), Err(NoKey::NotSetUp));
        assert_eq!(found(&[(KEY_FILE_VARIABLE, nothing)]), Err(NoKey::NotSetUp));
    }

    #[test]
    fn a_bad_source_is_never_passed_over() {
        let installed = || Ok(Some(Content::Keys(ring())));
        let malformed = found_with_slot(&[(KEY_VARIABLE, OsStr::new("secret"))], installed());
        let bad = BadKey { place: 1, fault: KeyFault::Malformed };
        assert_eq!(malformed, Err(NoKey::Environment(bad)));
        let bytes = OsString::from_vec(vec![0xff, 0xfe]);
        let not_text = found_with_slot(&[(KEY_VARIABLE, &bytes)], installed());
        assert_eq!(not_text, Err(NoKey::EnvironmentNotText));
        let file = [(KEY_FILE_VARIABLE, OsStr::new("/nowhere/key"))];
        let damaged = found_with_slot(&file, Err(SlotError::Damaged));
        assert_eq!(damaged, Err(NoKey::Installed(SlotError::Damaged)));
    }

    #[test]
    fn what_goes_to_the_log_never_tells_a_key() {
        let list = OsString::from(format!("{},x", ring().to_text()));
        let Err(error) = found(&[(KEY_VARIABLE, &list)]) else { panic!() };
        assert!(error.to_string().contains("key 2 is malformed"));
        assert!(!error.to_string().contains(&list.to_str().unwrap()[..8]));
    }
}
