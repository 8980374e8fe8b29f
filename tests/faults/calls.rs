//! The system refuses: system calls that fail, are interrupted, or do less than was asked, one after
//! the other, by strace's hand.

use crate::click::{Click, Ending, program};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::click::KEY;
use support::folder::Folder;
use support::process::{Process, command, wait_until};
use support::trials::Row;

/// The trials of this file.
pub const TRIALS: &[Row] = &[
    (
        "a_click_opens_its_key_file_and_nothing_else",
        &["strace"],
        a_click_opens_its_key_file_and_nothing_else,
    ),
    ("a_spinning_click_is_ended", &["strace"], a_spinning_click_is_ended),
    ("writing_fails", &["strace"], writing_fails),
    ("writing_is_interrupted", &["strace"], writing_is_interrupted),
    ("a_write_of_a_part", &["strace"], a_write_of_a_part),
    ("randomness_fails", &["strace"], randomness_fails),
    ("limits_cannot_be_set", &["strace"], limits_cannot_be_set),
    ("memory_fails", &["strace"], memory_fails),
    ("reading_a_body_fails", &["strace"], reading_a_body_fails),
    ("opening_the_key_file_fails", &["strace"], opening_the_key_file_fails),
    ("waiting_fails", &["strace"], waiting_fails),
];

/// The calls that open or examine a file.
const OPEN: [&str; 2] = ["open", "openat"];
const STAT: [&str; 4] = ["stat", "fstat", "newfstatat", "statx"];
/// A body without end.
const BODY: &str = "/dev/zero";

/// A request with a fault in its system calls, such as `writev:error=EIO`.
fn inflict(what: &[String]) -> Click {
    let mut strace = command("strace");
    strace.args(["-qq", "-o", "/dev/null"]);
    let calls: Vec<&str> = what.iter().filter_map(|what| what.split(':').next()).collect();
    strace.arg("-e").arg(format!("trace={}", calls.join(",")));
    for one in what {
        strace.arg("-e").arg(format!("inject={one}"));
    }
    Click::under(strace)
}

/// Before it has set its limits, only the loader and std open files.
fn a_click_opens_its_key_file_and_nothing_else() {
    const LAST_LIMIT: &str = "prctl(PR_SET_DUMPABLE";
    let folder = Folder::create();
    let (key, file) = (folder.write("key", KEY, 0o600), folder.join("trace"));
    let mut strace = command("strace");
    let calls = "prctl,?open,openat,?creat,%network,clone,?clone3,?fork,?vfork,execve,execveat";
    strace.args(["-f", "-qq", "-e", &format!("trace={calls}"), "-o"]).arg(&file);
    let click = Click::under(strace).set("PARLOUR_KEY", "").set("PARLOUR_KEY_FILE", &key);
    click.end().good();
    let trace = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("strace: {error}"));
    let own: Vec<&str> =
        trace.lines().skip_while(|line| !line.contains(LAST_LIMIT)).skip(1).collect();
    let opens_key = |line: &&str| line.contains(&*key.to_string_lossy());
    assert!(own.len() == 1 && own.iter().all(opens_key), "{trace}");
    assert!(own[0].contains("O_RDONLY"), "{trace}");
}

/// The number of these system calls in a request without a body and a key file. Later calls belong
/// to these two.
fn usual_calls(call: &str) -> usize {
    let folder = Folder::create();
    let file = folder.join("trace");
    let mut strace = command("strace");
    strace.args(["-qq", "-e", &format!("trace={call}"), "-o"]).arg(&file);
    Click::under(strace).end().good();
    let trace = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("strace: {error}"));
    trace.lines().filter(|line| line.starts_with(&format!("{call}("))).count()
}

/// A request with a later fault: at the first call for its body or its key file, and at this number
/// of calls. Each libc uses its own calls for some tasks.
fn inflict_later(calls: &[&str], how: &str, times: usize) -> Click {
    let inflicted = calls.iter().map(|call| {
        let first = usual_calls(call) + 1;
        format!("{call}:{how}:when={first}..{}", first + times - 1)
    });
    inflict(&inflicted.collect::<Vec<_>>())
}

#[track_caller]
fn end_with(what: &str) -> Ending {
    inflict(&[what.to_owned()]).end()
}

/// A request that is always interrupted would write without end.
fn a_spinning_click_is_ended() {
    let start = Instant::now();
    let ending = inflict(&["writev:error=EINTR".to_owned()]).within(Duration::from_secs(60)).end();
    println!("  ended after {:.1} s, with strace at it", start.elapsed().as_secs_f32());
    assert_eq!(ending.status.signal(), Some(9), "{}", ending.status);
    assert_eq!((ending.stdout.len(), ending.stderr.as_str()), (0, ""));
}

fn writing_fails() {
    let errors =
        ["ENOSPC", "EPIPE", "EIO", "ECONNRESET", "EDQUOT", "EFBIG", "EINVAL", "ENOMEM", "EBADF"];
    for error in errors {
        end_with(&format!("writev:error={error}")).nothing(1);
    }
    // Never ready.
    end_with("writev:error=EAGAIN").nothing(1);
}

fn writing_is_interrupted() {
    for error in ["EINTR", "EAGAIN"] {
        for times in ["1", "1..3", "1..40"] {
            end_with(&format!("writev:error={error}:when={times}")).good();
        }
    }
}

/// strace has the call say that it wrote a part, and writes nothing: the rest must follow.
fn a_write_of_a_part() {
    let page = Click::new().end().stdout;
    for length in [1, 100, 546, 547, 548, 4096, page.len() - 1] {
        let rest = end_with(&format!("writev:retval={length}:when=1")).stdout;
        assert_eq!(rest.len(), page.len() - length);
        assert_eq!(rest.last(), page.last());
    }
    end_with("writev:retval=0:when=1").nothing(1);
}

fn randomness_fails() {
    for error in ["ENOSYS", "EPERM", "EFAULT", "EIO", "EAGAIN"] {
        let ending = end_with(&format!("getrandom:error={error}"));
        assert_eq!(ending.page(), 503, "{error}");
        assert_eq!(ending.stderr, "", "{error}");
        // Also after the deal was drawn, when only the seal needs its nonce.
        let click = inflict(&[format!("getrandom:error={error}:when=2+")]);
        assert_eq!(click.set("QUERY_STRING", "g=rps").end().page(), 503, "{error}");
    }
    end_with("getrandom:error=EINTR:when=1..5").good();
    end_with("getrandom:retval=3:when=1").good();
    assert_eq!(end_with("getrandom:retval=0").page(), 503);
    // More than was asked for is no answer.
    assert_eq!(end_with("getrandom:retval=4096").page(), 503);
}

fn limits_cannot_be_set() {
    for error in ["EPERM", "ENOSYS", "EINVAL"] {
        let all = ["prlimit64", "prctl"].map(|call| format!("{call}:error={error}"));
        inflict(&all).end().good();
    }
}

/// From some call on there is no more memory.
fn memory_fails() {
    let mut pages = 0;
    for call in ["mmap", "brk", "mprotect", "munmap", "sigaltstack"] {
        for first in 1..=30 {
            let click = inflict(&[format!("{call}:error=ENOMEM:when={first}+")]);
            let ending = click.without_memory().end();
            ending.page_or_nothing();
            pages += usize::from(!ending.stdout.is_empty());
        }
    }
    println!("  {pages} pages were written in spite of failing calls");
}

fn reading_a_body_fails() {
    for (call, how, times) in [
        ("read", "error=EIO", 1),
        ("read", "error=EBADF", 1),
        ("read", "error=EISDIR", 1),
        ("read", "error=EINTR", 5),
        ("read", "error=EAGAIN", 5),
        ("read", "retval=0", 1),
        ("poll", "error=EINVAL", 1),
        ("poll", "error=ENOMEM", 1),
        ("poll", "error=EINTR", 5),
    ] {
        let input = File::open(BODY).unwrap_or_else(|error| panic!("{BODY}: {error}"));
        let mut click = inflict_later(&[call], how, times).set("CONTENT_LENGTH", "500000");
        click.command.stdin(input);
        click.end().good();
    }
}

fn opening_the_key_file_fails() {
    let folder = Folder::create();
    let path = folder.write("key", KEY, 0o600);
    let file = path.to_string_lossy();
    let click = |calls: &[&str], how| {
        let click = inflict_later(calls, how, 1).set("PARLOUR_KEY", "");
        click.set("PARLOUR_KEY_FILE", &*file).end()
    };
    click(&OPEN, "error=EINTR").good();
    click(&["read"], "error=EINTR").good();
    for (calls, how) in [
        (&OPEN[..], "error=EMFILE"),
        (&OPEN, "error=EIO"),
        (&["read"], "error=EIO"),
        (&STAT, "error=EIO"),
    ] {
        let ending = click(calls, how);
        assert_eq!(ending.page(), 503, "{calls:?} {how}");
        assert!(ending.stderr.contains("cannot be used"), "{calls:?} {how}: {}", ending.stderr);
        assert!(!ending.stderr.contains(KEY), "{calls:?} {how}: {}", ending.stderr);
    }
}

/// A worker that can wait or accept no more ends with a line in the log; one that fails a few times goes
/// on.
fn waiting_fails() {
    for (call, times, ends) in [
        ("poll", "2+", true),
        ("poll", "2..20", false),
        ("accept", "1+", true),
        ("accept", "1..20", false),
    ] {
        let folder = Folder::create();
        let socket = folder.join("socket");
        let listener = UnixListener::bind(&socket).unwrap_or_else(|error| panic!("{error}"));
        let mut shell = command("sh");
        // The worker believes that strace is its supervisor.
        let script = format!(
            "PARLOUR_SUPERVISOR=$$ exec strace -qq -o /dev/null -e trace={call},{call}4 \
             -e inject={call},{call}4:error=ENOMEM:when={times} \"$0\" serve 2>&1"
        );
        let script = if call == "poll" { script.replace("poll4", "ppoll") } else { script };
        shell.args(["-c", &script]).arg(program()).env("PARLOUR_KEY", KEY);
        shell.stdin(OwnedFd::from(listener)).stdout(Stdio::piped());
        let mut process = Process::start(&mut shell);
        let ask = || -> std::io::Result<String> {
            let mut stream = UnixStream::connect(&socket)?;
            stream.set_read_timeout(Some(Duration::from_secs(3)))?;
            stream.write_all(b"GET /cgi-bin/parlour HTTP/1.0\r\n\r\n")?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        };
        if ends {
            let _ = ask();
            assert!(wait_until(Duration::from_secs(10), || process.has_ended()), "{call} {times}");
            let mut log = String::new();
            let _ = process.child().stdout.take().map(|mut out| out.read_to_string(&mut log));
            assert!(log.contains(&format!("the system refuses to {call} (")), "{call}: {log}");
        } else {
            assert!(ask().is_ok_and(|answer| answer.contains(" 200 OK")), "{call} {times}");
        }
    }
}
