//! The surroundings of a process: huge and senseless environments, limits set from outside, and an
//! empty root directory.

use crate::click::{Click, DEAL, program};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::{Command, Stdio};
use support::folder::Folder;
use support::trials::Row;

/// The trials of this file.
pub const TRIALS: &[Row] = &[
    ("an_environment_of_a_megabyte", &[], an_environment_of_a_megabyte),
    ("no_environment", &[], no_environment),
    ("variables_that_stand_twice", &[], variables_that_stand_twice),
    ("variables_that_are_no_text", &[], variables_that_are_no_text),
    ("every_byte_in_a_query", &[], every_byte_in_a_query),
    ("limits_from_outside", &[], limits_from_outside),
    ("an_empty_root_directory", &["ldd", "chroot", "unshare"], an_empty_root_directory),
];

/// The longest value that Linux takes, and what its variables may take together here.
const VALUE_BYTES_MAX: usize = 128 * 1024 - 16;
const MEGABYTE: usize = 1 << 20;
/// Every variable that the program reads.
const READ: [&str; 9] = [
    "REQUEST_METHOD",
    "QUERY_STRING",
    "PATH_INFO",
    "CONTENT_LENGTH",
    "PARLOUR_KEY",
    "PARLOUR_KEY_FILE",
    "DOCUMENT_ROOT",
    "SCRIPT_FILENAME",
    "SERVER_SOFTWARE",
];

fn an_environment_of_a_megabyte() {
    let mut many = Click::new();
    for number in 0..MEGABYTE / 1024 {
        many = many.set(format!("V{number}"), "x".repeat(1000));
    }
    many.end().good();
    let mut huge = Click::new();
    for number in 0..MEGABYTE / VALUE_BYTES_MAX {
        huge = huge.set(format!("HTTP_X_{number}"), "x".repeat(VALUE_BYTES_MAX));
    }
    huge.end().good();
    let length = VALUE_BYTES_MAX - "QUERY_STRING".len();
    assert_eq!(Click::new().set("QUERY_STRING", "x".repeat(length)).end().page(), 414);
    let path = Click::new().set("SCRIPT_NAME", "/parlour").set("QUERY_STRING", "");
    let path = path.set("PATH_INFO", "/".repeat(VALUE_BYTES_MAX));
    assert_eq!(path.end().page(), 404);
    let keys = Click::new().set("PARLOUR_KEY", "k".repeat(VALUE_BYTES_MAX)).end();
    assert_eq!(keys.page(), 503);
    assert!(keys.stderr.len() < 1000, "{}", keys.stderr);
}

fn no_environment() {
    let output = Command::new(program()).env_clear().stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("it cannot be run: {error}"));
    // No server is there, so this is the command line.
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("Usage: parlour"), "{output:?}");
}

/// A name with `=` in it makes a second variable of the name before it, and the first one counts.
fn variables_that_stand_twice() {
    Click::new().set("QUERY_STRING=g", "nothing").end().good();
    Click::new().set("PARLOUR_KEY=weak", "key").end().good();
    Click::new().set("REQUEST_METHOD=POST", "").set("PATH_INFO=", "x").end().page();
    Click::new().set("", "nameless").end().good();
}

fn variables_that_are_no_text() {
    let odd = [vec![0xff; 40], (1..=255).collect(), b"\r\nStatus: 200 OK\r\n\r\n".to_vec()];
    for bytes in odd {
        for name in READ {
            let ending = Click::new().set(name, OsString::from_vec(bytes.clone())).end();
            let expected: &[u16] = match name {
                "REQUEST_METHOD" => &[405],
                "PARLOUR_KEY" => &[503],
                // Any value is a query, or shows that it was damaged on its way.
                "QUERY_STRING" => &[200, 400],
                _ => &[200],
            };
            assert!(expected.contains(&ending.page()), "{}", ending.what);
        }
        let unread = OsString::from_vec(bytes.iter().copied().filter(|b| *b != b'=').collect());
        Click::new().set(unread, "x").end().good();
    }
}

fn every_byte_in_a_query() {
    for byte in 1..=255 {
        let query = [DEAL.as_bytes(), &[byte], b"x", &[byte], b"=", &[byte, b'%', byte]].concat();
        let ending = Click::new().set("QUERY_STRING", OsString::from_vec(query)).end();
        // It may end the seed, or repeat a name.
        assert!(matches!(ending.page(), 200 | 400), "{byte}: {}", ending.page());
        let alone = Click::new().set("QUERY_STRING", OsString::from_vec(vec![byte])).end();
        let expected = match byte {
            b'g' | b'G' => 404,
            b's' | b'S' => 400,
            _ => 200,
        };
        assert_eq!(alone.page(), expected, "{byte}");
    }
}

fn limits_from_outside() {
    for limits in ["-n 4", "-u 0", "-c 0", "-t 1", "-s 256", "-l 0", "-q 0"] {
        Click::in_shell(&format!("ulimit {limits} 2>/dev/null; exec \"$0\"")).end().good();
    }
    // Memory comes to its end at every stage of a click, before it has begun and in the middle.
    let mut pages = 0;
    for kilobytes in (1000..8000).step_by(50).chain((4000..5500).step_by(4)) {
        for kind in ["-v", "-d"] {
            let script = format!("ulimit {kind} {kilobytes}; exec \"$0\"");
            let ending = Click::in_shell(&script).without_memory().end();
            ending.page_or_nothing();
            pages += usize::from(!ending.stdout.is_empty());
        }
    }
    println!("  {pages} pages were written in spite of little memory");
}

/// Only the program and its libraries: no /dev, no /proc, no /tmp.
fn an_empty_root_directory() {
    let folder = Folder::create();
    let root = folder.path();
    put_into(root, program(), "parlour");
    let listed = Command::new("ldd").arg(program()).output();
    let listed = listed.unwrap_or_else(|error| panic!("ldd: {error}")).stdout;
    for library in String::from_utf8_lossy(&listed).split_whitespace() {
        if library.starts_with('/') {
            put_into(root, Path::new(library), library.trim_start_matches('/'));
        }
    }
    let is_root = rustix::process::geteuid().is_root();
    let become_root = if is_root { "" } else { "unshare --map-root-user " };
    let enter = format!("exec {become_root}chroot {} /parlour", root.display());
    let click = |more: &str| {
        let click = Click::in_shell(&format!("{enter} {more}"));
        click.set("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
    };
    click("").end().good();
    click("").set("CONTENT_LENGTH", "5").end().good();
    let key_file = click("").set("PARLOUR_KEY", "").set("PARLOUR_KEY_FILE", "/key").end();
    assert_eq!(key_file.page(), 503);
    // std cannot open a replacement for the closed file, and gives up before main.
    click("<&-").end().page_or_nothing();
}

fn put_into(root: &Path, file: &Path, place: &str) {
    let place = root.join(place);
    let made = place.parent().map(std::fs::create_dir_all).unwrap_or(Ok(()));
    // By another process: what this one has open for writing cannot be run.
    let copied = made.and_then(|()| Command::new("cp").arg("-L").arg(file).arg(&place).status());
    assert!(copied.is_ok_and(|status| status.success()), "{}", place.display());
}
