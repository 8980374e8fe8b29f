//! The executable as somebody at a terminal uses it, and a directory to do so in.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A directory of its own for one test, gone when the test is over.
pub struct Directory(pub PathBuf);

impl Directory {
    pub fn new(name: &str) -> Self {
        let name = format!("parlour-command-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Directory(path.canonicalize().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn names(&self) -> Vec<OsString> {
        std::fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// This program with an empty environment: the test may itself be run by a web server's CI.
pub fn program(path: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(path);
    command.env_clear().stdin(Stdio::null());
    command
}

pub fn parlour(args: &[&OsStr]) -> Output {
    program(env!("CARGO_BIN_EXE_parlour")).args(args).output().unwrap()
}

macro_rules! parlour {
    ($($arg:expr),*) => { $crate::command::parlour(&[$(std::ffi::OsStr::new(&$arg)),*]) };
}

pub fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// The one sentence of a command that failed.
#[track_caller]
pub fn complaint(output: &Output) -> String {
    assert!(!output.status.success());
    assert_eq!(out(output), "");
    let sentence = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    assert!(sentence.starts_with("parlour: "), "{sentence}");
    sentence
}

#[track_caller]
pub fn succeed(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
