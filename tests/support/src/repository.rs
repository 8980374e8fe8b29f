//! The files of the repository.

pub use parlour::game::sample::is_full;
use std::path::{Path, PathBuf};

/// The path of a file or folder of the repository.
pub fn file(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Returns true if the tests run in CI, where no program may be missing.
pub fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}
