//! The sources of keys: the environment, the slot of an installed copy, or a key file.
//!
//! The first source that is set decides. If its keys cannot be used, that is an error, and Parlour
//! does not try the next source: a game sealed with an unexpected key would be lost after the
//! correction. The errors are sentences for the error log. A visitor only learns that Parlour is not
//! set up yet.

use super::key_file::{self, KEY_FILE_VARIABLE, KeyFileFault};
use super::keys::{BadKey, KeyRing};
use super::slot::{self, SlotError};
use crate::errors::errors;
use crate::os::env::Environment;
use crate::os::own::ME;
use std::path::PathBuf;

/// The environment variable with a list of keys.
pub const KEY_VARIABLE: &str = "PARLOUR_KEY";

/// The source of a key ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// The variable `PARLOUR_KEY`.
    Environment,
    /// The slot of the running executable.
    Installed,
    /// The file that `PARLOUR_KEY_FILE` names.
    File(PathBuf),
}

errors! {
    /// The reason why there is no key to seal with.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NoKey {
        /// No source is set.
        NotSetUp =>
            "there is no key; run `{ME} install DEST` to make a copy with a key, or `{ME} keys --new FILE` and set {KEY_FILE_VARIABLE}=FILE";
        /// `PARLOUR_KEY` is not text.
        EnvironmentNotText =>
            "{KEY_VARIABLE} is not text; set it to the content of a file that `{ME} keys --new FILE` makes";
        /// A key in `PARLOUR_KEY` is refused.
        Environment(bad: BadKey) => "{KEY_VARIABLE} cannot be used: {bad}";
        /// The keys in the slot of the executable cannot be used.
        Installed(error: SlotError) =>
            "this copy cannot use its keys: {error}; run `{ME} install` again";
        /// The key file at this path is refused.
        File(path: PathBuf, fault: KeyFileFault) =>
            "the key file {} cannot be used: {fault}", path.display();
    }
}

/// Finds the keys in the first of these: `PARLOUR_KEY`, the slot of the running executable, the file
/// that `PARLOUR_KEY_FILE` names. A variable with an empty value counts as not set.
///
/// # Errors
///
/// [`NoKey`] if no source is set, or the first that is set cannot be used.
pub fn find(environment: Environment<'_>) -> Result<(KeyRing, KeySource), NoKey> {
    find_with_slot(environment, slot::read_own())
}

/// Finds the keys like [`find`], for an executable with `installed` in its slot.
fn find_with_slot(
    environment: Environment<'_>,
    installed: Result<Option<KeyRing>, SlotError>,
) -> Result<(KeyRing, KeySource), NoKey> {
    let installed = installed.map_err(NoKey::Installed)?;
    let set = |name: &str| environment(name).filter(|value| !value.is_empty());
    if let Some(list) = set(KEY_VARIABLE) {
        let list = list.to_str().ok_or(NoKey::EnvironmentNotText)?;
        let ring = KeyRing::parse(list).map_err(NoKey::Environment)?;
        return Ok((ring, KeySource::Environment));
    }
    if let Some(ring) = installed {
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
        installed: Result<Option<KeyRing>, SlotError>,
    ) -> Result<(KeyRing, KeySource), NoKey> {
        let environment = |name: &str| {
            let variable = variables.iter().find(|(known, _)| *known == name)?;
            Some(variable.1.to_os_string())
        };
        find_with_slot(&environment, installed)
    }

    #[test]
    fn environment_comes_before_slot_and_slot_before_file() {
        let (in_variable, in_slot, in_file) = (ring(), ring(), ring());
        let path = std::env::temp_dir().join(format!("parlour-key-{}", std::process::id()));
        std::fs::write(&path, in_file.to_text() + "\n").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let list = OsString::from(in_variable.to_text());
        let nothing = OsStr::new("");
        let variables = |list| [(KEY_VARIABLE, list), (KEY_FILE_VARIABLE, path.as_os_str())];
        let installed = || Ok(Some(in_slot.clone()));
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
        let installed = || Ok(Some(ring()));
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
    fn the_log_never_tells_a_key() {
        let list = OsString::from(format!("{},x", ring().to_text()));
        let Err(error) = found(&[(KEY_VARIABLE, &list)]) else { panic!() };
        assert!(error.to_string().contains("key 2 is malformed"));
        assert!(!error.to_string().contains(&list.to_str().unwrap()[..8]));
    }
}
