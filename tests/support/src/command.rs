//! The executable at a terminal.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

/// This program with an empty environment: the tests may themselves run in a web server's CI.
pub fn program(path: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(path);
    command.env_clear().stdin(Stdio::null());
    command
}

/// Runs a program to its end.
///
/// # Panics
///
/// If it cannot be started.
#[track_caller]
pub fn run(path: &str, arguments: &[&OsStr]) -> Output {
    let output = program(path).args(arguments).output();
    output.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The output of `parlour` for these arguments, which are texts or paths.
#[macro_export]
macro_rules! parlour {
    ($($argument:expr),*) => {
        $crate::command::run(
            env!("CARGO_BIN_EXE_parlour"),
            &[$(std::convert::AsRef::<std::ffi::OsStr>::as_ref(&$argument)),*],
        )
    };
}

/// The text that a command printed.
#[track_caller]
pub fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("it prints text")
}

/// The one sentence of a command that failed.
#[track_caller]
pub fn complaint(output: &Output) -> String {
    assert!(!output.status.success());
    assert_eq!(out(output), "");
    let sentence = String::from_utf8(output.stderr.clone()).expect("a complaint is text");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    assert!(sentence.starts_with("parlour: "), "{sentence}");
    sentence
}

/// Asserts that a command succeeded.
#[track_caller]
pub fn succeed(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
