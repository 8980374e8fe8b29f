//! The limits that a request sets itself, as the system knows them. And no program of the same user
//! can look into it.

use crate::click::{Click, program};
use crate::signals::held;
use parlour::os::limits::{ADDRESS_SPACE_MAX, FILES_MAX, PROCESSOR_SECONDS_MAX};
use std::fs;
use std::io::Read;
use std::process::Command;
use support::folder::Folder;
use support::process::command;
use support::trials::Row;

/// The trials of this file.
pub const TRIALS: &[Row] = &[
    ("a_click_limits_itself", &[], a_click_limits_itself),
    ("a_lower_limit_stays", &[], a_lower_limit_stays),
    ("the_command_line_is_not_limited", &["strace"], the_command_line_is_not_limited),
    ("a_good_click_stays_far_below", &[], a_good_click_stays_far_below),
    ("nobody_looks_into_a_click", &["setpriv"], nobody_looks_into_a_click),
];

/// Whom servers run programs as.
const SERVANT: &str = "nobody";
/// A request must take this many times less than its limits.
const FACTOR: u64 = 4;

/// The soft and the hard limit of a running process.
fn limits(id: u32, name: &str) -> [String; 2] {
    let table = fs::read_to_string(format!("/proc/{id}/limits")).unwrap_or_default();
    let line = table.lines().find_map(|line| line.strip_prefix(name));
    let words = line.map(|line| line.split_whitespace().map(str::to_owned));
    let mut words = words.unwrap_or_else(|| panic!("no {name} in {table}"));
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

fn a_click_limits_itself() {
    let (reader, running) = held();
    for (name, max) in [
        ("Max address space", ADDRESS_SPACE_MAX),
        ("Max cpu time", PROCESSOR_SECONDS_MAX),
        ("Max open files", FILES_MAX),
    ] {
        let max = max.to_string();
        assert_eq!(limits(running.child.id(), name), [max.clone(), max], "{name}");
    }
    drop(reader);
    running.end();
}

fn a_lower_limit_stays() {
    for (limit, name, value, hard) in [
        ("-S -v 60000", "Max address space", 60_000 * 1024, ADDRESS_SPACE_MAX),
        ("-v 60000", "Max address space", 60_000 * 1024, 60_000 * 1024),
        ("-S -t 1", "Max cpu time", 1, PROCESSOR_SECONDS_MAX),
        ("-t 1", "Max cpu time", 1, 1),
        ("-S -n 20", "Max open files", 20, FILES_MAX),
        ("-n 20", "Max open files", 20, 20),
    ] {
        let (mut reader, writer) = std::io::pipe().unwrap_or_else(|error| panic!("{error}"));
        let (input, open) = std::io::pipe().unwrap_or_else(|error| panic!("{error}"));
        let script = format!("ulimit {limit}; exec \"$0\"");
        let mut click = Click::in_shell(&script).set("CONTENT_LENGTH", "5");
        click.command.stdin(input).stdout(writer);
        let running = click.start();
        // It has set them when it writes.
        let read = reader.read_exact(&mut [0; 10]);
        assert!(read.is_ok(), "{limit}");
        let expected = [value, hard].map(|number| number.to_string());
        assert_eq!(limits(running.child.id(), name), expected, "{limit}");
        drop(open);
        let _ = reader.read_to_end(&mut Vec::new());
        running.end();
    }
}

fn the_command_line_is_not_limited() {
    let mut strace = command("strace");
    strace.args(["-qq", "-o", "/dev/stdout", "-e", "trace=prlimit64,prctl"]);
    strace.arg(program()).arg("version");
    let output = strace.env_clear().stdout(std::process::Stdio::piped()).output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let said = said.unwrap_or_else(|error| panic!("strace: {error}"));
    assert!(said.contains("prlimit64(0, RLIMIT_STACK") || !said.contains("prlimit64"), "{said}");
    for ours in ["RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_NOFILE", "PR_SET_DUMPABLE"] {
        assert!(!said.contains(ours), "{said}");
    }
}

fn a_good_click_stays_far_below() {
    let (mut reader, running) = held();
    let read = |file: &str| fs::read_to_string(format!("/proc/{}/{file}", running.child.id()));
    let status = read("status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmPeak:"));
    let peak = peak.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    let peak = 1024 * peak.unwrap_or_else(|| panic!("no peak in {status}"));
    println!("  at most {peak} bytes of address space");
    assert!(peak * FACTOR < ADDRESS_SPACE_MAX, "{peak}");
    let _ = reader.read_to_end(&mut Vec::new());
    running.end();
}

fn nobody_looks_into_a_click() {
    let folder = Folder::create();
    let copy = folder.join("parlour");
    // By another process: what this one has open for writing cannot be run.
    let copied = Command::new("install").args(["-m", "755"]).arg(program()).arg(&copy).status();
    assert!(copied.is_ok_and(|status| status.success()), "no copy");
    let looks_at = |program: &str, file: &str| {
        // A program that waits, and another one of the same user that looks.
        let script = format!(
            "{program} & sleep 0.3; head -c 0 /proc/$!/{file} 2>/dev/null; seen=$?; kill $!; exit $seen"
        );
        as_servant(&script).is_some_and(|code| code == 0)
    };
    // A pipe of its own keeps the input open.
    let fifo = folder.join("input");
    let made = Command::new("mkfifo").args(["-m", "666"]).arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()), "no pipe");
    let input = fifo.display();
    let click = format!("QUERY_STRING= CONTENT_LENGTH=5 {} <>{input} >/dev/null", copy.display());
    for file in ["environ", "maps", "mem"] {
        assert!(looks_at("sleep 1", file), "{file} of others is not to be seen here, either");
        assert!(!looks_at(&click, file), "{file} is to be seen");
    }
}

/// Runs a script as a user who is not root. Returns its exit code.
fn as_servant(script: &str) -> Option<i32> {
    let is_root = rustix::process::geteuid().is_root();
    let mut shell = if is_root {
        let mut setpriv = command("setpriv");
        setpriv.args(["--clear-groups", "--reuid", SERVANT, "--regid", "65534", "sh"]);
        setpriv
    } else {
        command("sh")
    };
    shell.args(["-c", script]).status().ok()?.code()
}
