//! The Debian package: made, unpacked into a directory, and taken through its life there.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory of its own, gone when the test is over.
struct Directory(PathBuf);

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Whether this machine makes such packages; where CI is set it must.
fn is_possible() -> bool {
    let there = Command::new("dpkg-deb").arg("--version").output().is_ok();
    let must_run = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    assert!(there || !must_run, "dpkg-deb is not there");
    there
}

/// A script of the package, run as if the directory were the whole system.
fn script(root: &Path, name: &str, word: &str) {
    run(Command::new(root.join("DEBIAN").join(name)).arg(word).env("DPKG_ROOT", root));
}

fn mode(file: &Path) -> u32 {
    fs::metadata(file).unwrap().permissions().mode() & 0o7777
}

/// The key of the copy, as the doctor names it.
fn key_of(copy: &Path) -> String {
    let report = run(Command::new(copy).arg("doctor").env_clear()).stdout;
    let report = String::from_utf8(report).unwrap();
    let line = report.lines().find(|line| line.contains("seals"));
    line.unwrap_or_else(|| panic!("{report}")).to_owned()
}

#[test]
fn a_package_keeps_its_key_until_it_is_purged() {
    if !is_possible() {
        return;
    }
    let name = format!("parlour-package-{}", std::process::id());
    let directory = Directory(std::env::temp_dir().join(name));
    let root = directory.0.join("root");
    fs::create_dir_all(&root).unwrap();
    let maker = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/deb.sh");
    run(Command::new("sh").arg(maker).arg(env!("CARGO_BIN_EXE_parlour")).arg(&directory.0));
    let files = fs::read_dir(&directory.0).unwrap().map(|entry| entry.unwrap().path());
    let package = files.into_iter().find(|file| file.extension().is_some_and(|e| e == "deb"));
    run(Command::new("dpkg-deb").arg("--raw-extract").arg(package.unwrap()).arg(&root));

    script(&root, "postinst", "configure");
    let copy = root.join("usr/lib/cgi-bin/parlour");
    assert_eq!(mode(&copy), 0o711);
    let key = key_of(&copy);
    script(&root, "postinst", "configure");
    assert_eq!(key_of(&copy), key, "an upgrade keeps the key");
    script(&root, "postrm", "remove");
    assert_eq!(mode(&copy), 0o600, "nobody runs what was removed");
    script(&root, "postinst", "configure");
    assert_eq!((key_of(&copy), mode(&copy)), (key, 0o711), "it comes back with its key");
    script(&root, "postrm", "remove");
    script(&root, "postrm", "purge");
    assert!(!copy.exists());
}
