//! The program that people install, as `cargo static` builds it.

use crate::repository;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The target of the build. `rustup target add` installs its standard library.
pub const TARGET: &str = "x86_64-unknown-linux-musl";

/// Builds it, once. `None` if this machine has no standard library for its target. That takes a
/// minute, so it is for tests that are chosen to run.
///
/// # Panics
///
/// If it does not build.
pub fn program() -> Option<PathBuf> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(build).clone()
}

/// Returns true if this machine has a standard library for its target.
pub fn is_possible() -> bool {
    libraries().is_some()
}

fn libraries() -> Option<PathBuf> {
    let libraries = ["--print", "target-libdir", "--target", TARGET];
    let libraries = Command::new("rustc").args(libraries).output().ok()?;
    let libraries = String::from_utf8(libraries.stdout).ok()?;
    let libraries = PathBuf::from(libraries.trim());
    fs::metadata(&libraries).is_ok().then_some(libraries)
}

fn build() -> Option<PathBuf> {
    libraries()?;
    let directory = target_directory()?.join("static");
    let built = Command::new(env!("CARGO"))
        .args(["static", "--quiet", "--target-dir"])
        .arg(&directory)
        .current_dir(repository::file(""))
        .status();
    assert!(built.is_ok_and(|status| status.success()), "cargo static fails");
    Some(directory.join(TARGET).join("release/parlour"))
}

/// The directory of cargo's builds. This test is in `debug/deps` there.
fn target_directory() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    own.ancestors().nth(3).map(PathBuf::from)
}
