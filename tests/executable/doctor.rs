//! The doctor at the terminal: its findings about files, and the things that it never does.

use crate::PROGRAM;
use parlour::seal::slot;
use parlour::seal::{Key, KeyRing};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;
use support::command::{out, program, succeed};
use support::folder::Folder;
use support::parlour;

fn chmod(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn keys_in(program: &Path) -> KeyRing {
    slot::read_from(&std::fs::read(program).unwrap()).unwrap().unwrap().keys().unwrap()
}

/// Checks that the doctor says something, and that the command fails if something is wrong.
#[track_caller]
fn finds(report: &Output, expected: &str) {
    assert!(out(report).contains(expected), "no `{expected}`:\n{}", out(report));
    let is_wrong = out(report).lines().any(|line| line.starts_with("WRONG"));
    assert_eq!(report.status.code(), Some(i32::from(is_wrong)), "{}", out(report));
}

#[test]
fn the_doctor_tells_what_is_wrong_and_never_a_key() {
    let folder = Folder::create();
    let dest = folder.join("parlour");
    parlour!("install", dest);
    let ring = keys_in(&dest);
    let id = format!("{:02x} seals", ring.sealing_key().id());
    let own = program(&dest).arg("doctor").output().unwrap();
    let seen = parlour!("doctor", dest);
    for report in [out(&own), out(&seen)] {
        assert!(report.contains(&id), "{report}");
        assert!(report.contains("ok    only its owner can read"), "{report}");
        assert!(report.contains("mode 0711"), "{report}");
        assert!(!report.contains(&ring.sealing_key().to_text()));
        let verdicts = ["ok    ", "note  ", "WRONG "];
        assert!(report.lines().all(|line| verdicts.iter().any(|v| line.starts_with(v))));
    }
    std::fs::set_permissions(&dest, Permissions::from_mode(0o757)).unwrap();
    let open = parlour!("doctor", dest);
    assert_eq!(open.status.code(), Some(1));
    assert!(out(&open).contains("WRONG everybody on this machine can read"), "{}", out(&open));
    assert!(out(&open).contains("WRONG everybody may change"), "{}", out(&open));

    let keyless = parlour!("doctor");
    assert_eq!(keyless.status.code(), Some(1));
    assert!(out(&keyless).contains("WRONG there is no key"), "{}", out(&keyless));
}

#[test]
fn the_doctor_tells_where_keys_of_the_environment_come_from() {
    let folder = Folder::create();
    let exe = PROGRAM;
    let list = KeyRing::of(Key::draw().unwrap()).to_text();
    let report = program(exe).arg("doctor").env("PARLOUR_KEY", &list).output().unwrap();
    assert!(out(&report).contains("ok    the keys come from PARLOUR_KEY"), "{}", out(&report));
    assert!(out(&report).contains("note  that is so in this terminal"));
    let file = folder.join("key");
    std::fs::write(&file, &list).unwrap();
    for (mode, expected) in [
        (0o640, "ok    the key file is closed to others (mode 0640"),
        (0o644, "others may open it"),
    ] {
        std::fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        let report = program(exe).arg("doctor").env("PARLOUR_KEY_FILE", &file).output().unwrap();
        assert!(out(&report).contains(expected), "{}", out(&report));
    }
}

#[test]
fn the_doctor_runs_nothing_that_is_not_a_parlour() {
    let folder = Folder::create();
    let script = folder.join("script");
    std::fs::write(&script, format!("#!/bin/sh\ntouch {}\n", folder.join("ran").display()))
        .unwrap();
    std::fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    let report = parlour!("doctor", script);
    assert_eq!(report.status.code(), Some(1));
    assert!(out(&report).contains("is not a Parlour"));
    assert!(!folder.join("ran").exists());
    for other in [folder.join("no"), folder.path().to_owned()] {
        let report = parlour!("doctor", other);
        assert_eq!((report.status.code(), out(&report).lines().count()), (Some(1), 1));
    }
}

#[test]
fn the_doctor_finds_nothing_wrong_with_a_good_installation() {
    let folder = Folder::create();
    let dest = folder.join("parlour");
    parlour!("install", dest);
    let report = program(&dest).arg("doctor").output().unwrap();
    assert!(report.status.success(), "{}", out(&report));
    let answers = out(&report).lines().find(|line| line.contains("asked as a CGI program"));
    assert!(answers.is_some_and(|line| line.ends_with(" it answers `Status: 200 OK`")));
}

#[test]
fn every_mode_that_is_wrong_is_found_with_its_cure() {
    let folder = Folder::create();
    let dest = folder.join("parlour");
    parlour!("install", dest);
    let cure = format!("`chmod 0711 {}`", dest.display());
    for (mode, expected) in [
        (0o600, "WRONG nobody may run the program"),
        (0o713, "WRONG everybody may change the program"),
        (0o731, "note  its group may change the program"),
        (0o4711, "WRONG the program runs with the rights of its owner"),
        (0o2711, "WRONG the program runs with the rights of its owner"),
        (0o715, "WRONG everybody on this machine can read the program and the keys"),
    ] {
        chmod(&dest, mode);
        let report = parlour!("doctor", dest);
        finds(&report, expected);
        let line = out(&report).lines().find(|line| line.starts_with(expected)).unwrap();
        assert!(line.contains(&cure), "{line}");
    }
    chmod(&dest, 0o700);
    finds(&parlour!("doctor", dest), "note  only its owner or group may run the program");
    chmod(&dest, 0o751);
    finds(&parlour!("doctor", dest), "note  its group can read the program");
    chmod(&dest, 0o711);
    chmod(folder.path(), 0o777);
    finds(&parlour!("doctor", dest), "WRONG everybody may write in");
}

#[test]
fn keys_that_a_server_may_hand_out_are_found() {
    let folder = Folder::create();
    let root = folder.join("public_html");
    let cgi = root.join("cgi-bin");
    std::fs::create_dir_all(&cgi).unwrap();
    let dest = cgi.join("parlour");
    let silent = |report: &Output, word: &str| {
        assert!(!out(report).contains(word), "{word}:\n{}", out(report));
    };
    parlour!("install", dest);
    let clean = parlour!("doctor", dest);
    succeed(&clean);
    silent(&clean, "hand it out");

    // A copy that was laid aside, a key file beside the pages, and files that are neither.
    let aside = cgi.join("parlour.old");
    std::fs::copy(&dest, &aside).unwrap();
    chmod(&aside, 0o644);
    let key = root.join("key.txt");
    std::fs::write(&key, keys_in(&dest).to_text()).unwrap();
    std::fs::write(root.join("index.html"), "<p>a page").unwrap();
    std::fs::copy(PROGRAM, cgi.join("keyless")).unwrap();
    std::os::unix::fs::symlink(&root, root.join("round")).unwrap();
    let report = parlour!("doctor", dest);
    finds(&report, &format!("WRONG {} is a Parlour with keys that everybody", aside.display()));
    finds(
        &report,
        &format!(
            "WRONG the web server may hand out a key file; move `{}` elsewhere;",
            key.display()
        ),
    );
    silent(&report, "keyless");
    silent(&report, "index.html");
    chmod(&aside, 0o640);
    finds(&parlour!("doctor", dest), &format!("note  {} is a Parlour with keys", aside.display()));
    chmod(&aside, 0o600);
    finds(&parlour!("doctor", dest), &format!("note  {} is another Parlour", aside.display()));

    // In other places it looks beside the program, and below the given directory.
    let elsewhere = folder.join("programs");
    std::fs::create_dir(&elsewhere).unwrap();
    let other = elsewhere.join("parlour");
    parlour!("install", other);
    silent(&parlour!("doctor", other), "key.txt");
    finds(&parlour!("doctor", other, "--document-root", root), "key.txt` elsewhere");
    std::fs::rename(&key, elsewhere.join("ring")).unwrap();
    finds(&parlour!("doctor", other), "ring` elsewhere");
}

#[test]
fn a_key_file_below_the_document_root_is_refused() {
    let folder = Folder::create();
    let root = folder.join("www");
    std::fs::create_dir(&root).unwrap();
    let key = root.join("key");
    std::fs::write(&key, KeyRing::of(Key::draw().unwrap()).to_text()).unwrap();
    chmod(&key, 0o600);
    let report = |arguments: &[&Path]| {
        let mut command = program(PROGRAM);
        command.arg("doctor").args(arguments).env("PARLOUR_KEY_FILE", &key).output().unwrap()
    };
    finds(&report(&[]), &format!("note  the key file is below {}", root.display()));
    let told = report(&["--document-root".as_ref(), &root]);
    finds(&told, "it is below the document root");
    assert_eq!(told.status.code(), Some(1), "{}", out(&told));
}
