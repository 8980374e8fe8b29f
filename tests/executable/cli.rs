//! The command line, used through the executable itself.

use crate::PROGRAM;
use parlour::deal::Deal;
use parlour::game::verification::{fingerprint, to_hex};
use parlour::games::find;
use parlour::seal::slot;
use parlour::seal::{Key, KeyRing};
use std::ffi::OsString;
use std::fs::Permissions;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Output, Stdio};
use support::command::{complaint, out, program, succeed};
use support::folder::Folder;
use support::parlour;
use support::process::{copy_program, is_there};
use support::repository;

fn keys_in(program: &Path) -> KeyRing {
    slot::read_from(&std::fs::read(program).unwrap()).unwrap().unwrap().keys().unwrap()
}

#[test]
fn help_comes_unasked_and_by_every_name() {
    let help = parlour!();
    succeed(&help);
    assert!(out(&help).contains("Usage: parlour COMMAND"));
    for name in ["help", "--help", "-h"] {
        assert_eq!(parlour!(name).stdout, help.stdout);
    }
    let (_, commands) = out(&help).split_once("\nCommands:\n").unwrap();
    let commands = commands.lines().map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    for command in commands {
        let of_command = parlour!(command, "--help");
        assert_eq!(parlour!("help", command).stdout, of_command.stdout);
        assert!(out(&of_command).starts_with(&format!("Usage: parlour {command}")));
        let lines = out(&of_command).lines().chain(out(&help).lines());
        lines.for_each(|line| assert!(line.len() <= 90, "{line}"));
    }
    let version = concat!("parlour ", env!("CARGO_PKG_VERSION"), "\n");
    for name in ["version", "--version", "-V"] {
        assert_eq!(out(&parlour!(name)), version);
    }
}

#[test]
fn keygen_prints_a_good_key_and_never_the_same() {
    let (one, other) = (parlour!("keygen"), parlour!("keygen"));
    succeed(&one);
    assert_ne!(one.stdout, other.stdout);
    assert_eq!(out(&one).len(), 44);
    assert_eq!(Key::parse(out(&one)).unwrap().to_text(), out(&one).trim_end());
}

#[test]
fn a_command_that_makes_no_sense_is_refused() {
    let unknown = parlour!("deal");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(complaint(&unknown).ends_with("no command `deal`; run `parlour help`\n"));
    assert_eq!(parlour!("install").status.code(), Some(2));
    let fast = parlour!("keygen", "--fast");
    assert_eq!(fast.status.code(), Some(2));
    assert!(complaint(&fast).contains("no option `--fast`; run `parlour keygen --help`"));
}

#[test]
fn arguments_need_not_be_text() {
    let bytes = OsString::from_vec(b"\xff\xfe".to_vec());
    assert_eq!(parlour!(bytes).status.code(), Some(2));
    assert_eq!(parlour!("serve", "--listen", bytes).status.code(), Some(1));
    assert_eq!(parlour!("doctor", bytes).status.code(), Some(1));
    let folder = Folder::create();
    let dest = folder.join(&bytes);
    succeed_installing(&parlour!("install", dest), &dest);
}

#[test]
fn nobody_listening_is_no_reason_to_panic() {
    for (args, code) in [(["help"], 0), (["keygen"], 1)] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = program(PROGRAM);
        let child = command.args(args).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        assert_eq!(output.stderr, b"");
    }
}

#[track_caller]
fn succeed_installing(output: &Output, dest: &Path) {
    succeed(output);
    let metadata = dest.metadata().unwrap();
    assert_eq!(metadata.mode() & 0o7777, 0o711);
    assert!(out(output).contains("doctor"), "{}", out(output));
    let key = keys_in(dest).sealing_key().to_text();
    assert!(!out(output).contains(&key));
}

#[test]
fn every_installed_copy_has_a_key_of_its_own_and_runs() {
    let folder = Folder::create();
    let dest = folder.join("games.cgi");
    succeed_installing(&parlour!("install", dest), &dest);
    // A directory gets a file of the usual name.
    succeed_installing(&parlour!("install", folder.path()), &folder.join("parlour"));
    assert_ne!(keys_in(&dest), keys_in(&folder.join("parlour")));
    assert_eq!(folder.names().len(), 2, "{:?}", folder.names());
    let copy = program(&dest).arg("--version").output().unwrap();
    assert_eq!(copy.stdout, parlour!("--version").stdout);
    // A copy of a copy gets a key of its own, too.
    let third = folder.join("third");
    let from_copy = program(&dest).arg("install").arg(&third).output().unwrap();
    succeed_installing(&from_copy, &third);
    assert_ne!(keys_in(&dest), keys_in(&third));
}

#[test]
fn an_upgrade_keeps_the_keys() {
    let folder = Folder::create();
    let dest = folder.join("parlour");
    parlour!("install", dest);
    let ring = keys_in(&dest);
    let link = folder.join("link");
    symlink(&dest, &link).unwrap();
    for way in [&dest, folder.path(), &link] {
        let again = parlour!("install", way);
        succeed_installing(&again, &dest);
        assert!(out(&again).contains("keeps its keys"));
        assert_eq!(keys_in(&dest), ring);
    }
    assert!(link.is_symlink());
    // A copy may replace itself.
    succeed(&program(&dest).arg("install").arg(&dest).output().unwrap());
    assert_eq!(keys_in(&dest), ring);
    // A file that was copied by hand has no key yet.
    let by_hand = folder.join("by-hand");
    copy_program(Path::new(PROGRAM), &by_hand);
    succeed_installing(&parlour!("install", by_hand), &by_hand);
}

#[test]
fn a_new_key_seals_and_the_old_ones_open_as_long_as_there_is_room() {
    let folder = Folder::create();
    let dest = folder.join("parlour");
    let mut sealing = Vec::new();
    let mut last = String::new();
    for _ in 0..10 {
        let rotated = parlour!("install", dest, "--new-key");
        succeed_installing(&rotated, &dest);
        last = out(&rotated).to_owned();
        sealing.insert(0, keys_in(&dest).sealing_key().clone());
        let open: Vec<Key> = keys_in(&dest).opening_keys().cloned().collect();
        assert_eq!(open, sealing[..sealing.len().min(8)]);
    }
    let lost = format!("the former key {:02x} do not open", sealing[8].id());
    assert!(last.contains(&lost), "{last}");
}

#[test]
fn keys_are_taken_from_another_copy_or_a_key_file() {
    let folder = Folder::create();
    let (one, two) = (folder.join("one"), folder.join("two"));
    parlour!("install", one, "--new-key");
    parlour!("install", one, "--new-key");
    succeed_installing(&parlour!("install", two, "--key-from", one), &two);
    assert_eq!(keys_in(&one), keys_in(&two));

    let file = folder.join("key");
    let list =
        KeyRing::new(Key::draw().unwrap(), vec![Key::draw().unwrap()], vec![Key::draw().unwrap()]);
    std::fs::write(&file, list.to_text() + "\n").unwrap();
    std::fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    let mut option = OsString::from("--key-from=");
    option.push(&file);
    let taken = parlour!("install", two, option);
    succeed_installing(&taken, &two);
    assert_eq!(keys_in(&two), list);
    assert_eq!(out(&taken).matches("do not open any more").count(), 2, "{}", out(&taken));
    assert!(!out(&taken).contains("everybody on this machine"));

    std::fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    let both = parlour!("install", two, "--new-key", "--key-from", file);
    assert!(out(&both).contains("everybody on this machine can read"));
    assert_eq!(keys_in(&two).opening_keys().nth(1), Some(list.sealing_key()));
    assert_eq!(keys_in(&two).retired_keys().count(), 1);
}

#[test]
fn what_cannot_be_installed_is_said_and_changes_nothing() {
    let folder = Folder::create();
    let foreign = folder.join("foreign");
    std::fs::write(&foreign, "#!/bin/sh\n").unwrap();
    assert!(complaint(&parlour!("install", foreign)).contains("is not a Parlour"));
    assert_eq!(std::fs::read(&foreign).unwrap(), b"#!/bin/sh\n");

    let mut damaged = std::fs::read(PROGRAM).unwrap();
    let ring = KeyRing::of(Key::draw().unwrap());
    slot::write_into(&mut damaged, &slot::Content::Keys(ring)).unwrap();
    let key = keys_in_bytes(&damaged);
    let place = damaged.windows(32).position(|bytes| bytes == key.bytes()).unwrap();
    damaged[place] ^= 1;
    let damaged_path = folder.join("damaged");
    std::fs::write(&damaged_path, &damaged).unwrap();
    assert!(complaint(&parlour!("install", damaged_path)).contains("damaged"));
    assert!(std::fs::read(&damaged_path).unwrap() == damaged);

    let dest = folder.join("dest");
    let missing = complaint(&parlour!("install", folder.join("no/parlour")));
    assert!(missing.contains("there is no directory"), "{missing}");
    complaint(&parlour!("install", folder.join("no/")));
    complaint(&parlour!("install", "/dev/null"));
    complaint(&parlour!("install", "/proc/parlour"));
    complaint(&parlour!("install", ""));
    symlink(folder.join("nothing"), folder.join("link")).unwrap();
    complaint(&parlour!("install", folder.join("link")));

    let keyless = complaint(&parlour!("install", dest, "--key-from", PROGRAM));
    assert!(keyless.contains("without keys of its own"), "{keyless}");
    complaint(&parlour!("install", dest, "--key-from", folder.join("no")));
    complaint(&parlour!("install", dest, "--key-from", foreign));
    complaint(&parlour!("install", dest, "--key-from", damaged_path));
    assert_eq!(folder.names().len(), 3, "{:?}", folder.names());
}

fn keys_in_bytes(bytes: &[u8]) -> Key {
    slot::read_from(bytes).unwrap().unwrap().keys().unwrap().sealing_key().clone()
}

#[test]
fn a_directory_that_keeps_the_web_server_out_is_noted() {
    let folder = Folder::create();
    let dest = folder.join("parlour");
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).unwrap();
    assert!(out(&parlour!("install", dest)).contains("others may not enter"));
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    // Others could lead root astray there.
    let (others_may_write, said) = (parlour!("install", dest), "others may change");
    match rustix::process::geteuid().is_root() {
        true => assert!(complaint(&others_may_write).contains(said)),
        false => assert!(out(&others_may_write).contains("everybody may write in")),
    }
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let own = folder.path().display().to_string();
    let notes = parlour!("install", dest);
    assert!(!out(&notes).lines().any(|line| line.starts_with("note:") && line.contains(&own)));
}

#[test]
fn a_preview_that_cannot_open_says_why() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    assert!(complaint(&parlour!("serve", "--listen", address)).contains("cannot listen at"));
    assert!(complaint(&parlour!("serve", "--listen", "8080")).contains("no address"));
}

#[test]
fn drafts_that_were_left_behind_are_not_in_the_way() {
    let folder = Folder::create();
    let dest = folder.join("parlour");
    let mut shell = program("/bin/sh");
    let script = "touch .parlour-$$-0.new; exec \"$0\" install parlour";
    shell.current_dir(folder.path()).args(["-c", script, PROGRAM]);
    succeed_installing(&shell.output().unwrap(), &dest);
}

/// `static/verify.py` shares nothing with the program.
#[test]
fn the_python_program_works_out_the_same_deals() {
    if !is_there("python3") {
        assert!(!repository::is_ci(), "Python is not here");
        return;
    }
    let script = repository::file("static/verify.py");
    let printed = |arguments: [&str; 3]| {
        let mut python = program("python3");
        let output = python.arg(&script).args(arguments).output().unwrap();
        succeed(&output);
        out(&output).to_owned()
    };
    let decided = |game: &str, secret: &str, number| {
        let verification = find(game).unwrap().ruleset.verification.expect("deals to check");
        let lines = (verification.decided)(secret, number).expect("a deal");
        format!("fingerprint: {}\n{}\n", fingerprint(secret), lines.join("\n"))
    };
    let secret = to_hex(Key::draw().unwrap().bytes());
    assert_eq!(printed(["eights", &secret[..32], "3"]), decided("eights", &secret[..32], 3));
    assert_eq!(printed(["concentration", &secret, "16"]), decided("concentration", &secret, 16));
    let deal = Deal::from_seed_text("rainy day", false);
    let (_, code) = deal.to_query().unwrap();
    let of_code = decided("concentration", &to_hex(&deal.seed("concentration", b"")), 12);
    assert_eq!(printed(["concentration", &code, "12"]), of_code.split_once('\n').unwrap().1);
    for words in [["concentration", "rainy day", "12"], ["eights", "2026-11-27", "1"]] {
        let refused = program("python3").arg(&script).args(words).output().unwrap();
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{words:?}");
    }
}
