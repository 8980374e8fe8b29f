//! Signals. A request that gets a signal to end does so at once. Its output is a page, or the
//! beginning of a page that is plainly cut off.

use crate::click::{Click, Running, whole_page};
use crate::streams::small_pipe;
use parlour::game::chance::Chance;
use rustix::pipe::PipeFlags;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use support::folder::Folder;
use support::process::wait_until;
use support::trials::Row;

/// The trials of this file.
pub const TRIALS: &[Row] = &[
    ("a_signal_while_a_page_is_written", &[], a_signal_while_a_page_is_written),
    ("a_signal_at_any_moment", &[], a_signal_at_any_moment),
    ("a_signal_that_ends_nothing", &[], a_signal_that_ends_nothing),
    ("no_core_is_left", &[], no_core_is_left),
];

/// The signals that servers, shells and people send.
const ENDING: [Signal; 6] =
    [Signal::TERM, Signal::HUP, Signal::INT, Signal::ALARM, Signal::USR1, Signal::XCPU];
/// The signals that would leave a core.
const DUMPING: [Signal; 5] = [Signal::QUIT, Signal::ABORT, Signal::TRAP, Signal::SYS, Signal::XFSZ];
/// The number of requests that are interrupted, and the time within which that happens.
const CLICKS: u32 = 150;
const MICROSECONDS_MAX: u32 = 6_000;

/// A command that starts a program with no signal ignored. Programs in the background of a shell or
/// behind nohup ignore some signals, and all programs that they start inherit this.
fn with_signals_as_usual() -> Command {
    let mut tool = Command::new("env");
    tool.arg("--default-signal");
    tool
}

/// A click that has written the beginning of its page and waits to write the rest.
pub fn held() -> (File, Running) {
    held_in(Click::under(with_signals_as_usual()))
}

fn held_in(mut click: Click) -> (File, Running) {
    let (reader, writer) = small_pipe(PipeFlags::empty());
    click.command.stdout(writer);
    let running = click.start();
    let wait_channel = format!("/proc/{}/stat", running.child.id());
    let waits = || {
        let stat = std::fs::read_to_string(&wait_channel).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S'))
            && rustix::io::ioctl_fionread(&reader).is_ok_and(|bytes| bytes > 0)
    };
    assert!(wait_until(Duration::from_secs(5), waits), "it does not wait");
    (reader, running)
}

/// Sends a signal.
pub fn send(running: &Running, signal: Signal) {
    let id = i32::try_from(running.child.id()).ok().and_then(Pid::from_raw);
    let sent = id.map(|id| kill_process(id, signal));
    assert_eq!(sent, Some(Ok(())));
}

fn a_signal_while_a_page_is_written() {
    for signal in ENDING {
        let (mut reader, running) = held();
        send(&running, signal);
        let ending = running.end();
        assert_eq!(ending.status.signal(), Some(signal.as_raw()), "{signal:?}");
        assert_eq!(ending.stderr, "", "{signal:?}");
        let mut start = Vec::new();
        let _ = reader.read_to_end(&mut start);
        // The server can tell that it is cut.
        let fault = whole_page(&start);
        assert!(fault.is_err_and(|fault| fault.contains("where there should be")), "{signal:?}");
    }
}

fn a_signal_at_any_moment() {
    let mut chance = Chance::from_seed([5; 32]);
    let mut whole = 0;
    for _ in 0..CLICKS {
        let running = Click::new().start();
        thread::sleep(Duration::from_micros(chance.below(MICROSECONDS_MAX).into()));
        let _ = Pid::from_raw(running.child.id() as i32).map(|id| kill_process(id, Signal::TERM));
        let ending = running.end();
        ending.page_or_nothing();
        assert_eq!(ending.stderr, "");
        whole += u32::from(!ending.stdout.is_empty());
    }
    println!("  {whole} of {CLICKS} clicks had written their page");
}

fn a_signal_that_ends_nothing() {
    let (reader, writer) = std::io::pipe().unwrap_or_else(|error| panic!("no pipe: {error}"));
    // It has written its page and waits for a body.
    let start = || {
        let input = reader.try_clone().unwrap_or_else(|error| panic!("no pipe: {error}"));
        let mut click = Click::new().set("CONTENT_LENGTH", "5").within(Duration::from_secs(4));
        click.command.stdin(input);
        click.start()
    };
    let signals = [Signal::PIPE, Signal::CHILD, Signal::WINCH, Signal::STOP];
    let clicks = signals.map(|signal| (start(), signal));
    thread::sleep(Duration::from_millis(300));
    for (running, signal) in &clicks {
        send(running, *signal);
        send(running, Signal::CONT);
    }
    clicks.into_iter().for_each(|(running, _)| running.end().good());
    drop(writer);
}

fn no_core_is_left() {
    let folder = Folder::create();
    // Does this machine leave a core if the limit allows it?
    let script = "ulimit -c unlimited; kill -QUIT $$";
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", script]).current_dir(folder.path()).stderr(Stdio::null());
    if !shell.status().is_ok_and(|status| status.core_dumped()) {
        println!("  this machine leaves no cores, so there is none to be missed");
    }
    for signal in DUMPING {
        let mut shell = with_signals_as_usual();
        shell.args(["/bin/sh", "-c", "ulimit -c unlimited; exec \"$0\""]);
        let mut click = Click::under(shell);
        click.command.current_dir(folder.path());
        let (_reader, running) = held_in(click);
        send(&running, signal);
        // That no core is left is held at every end.
        assert_eq!(running.end().status.signal(), Some(signal.as_raw()));
    }
    // Nor when there is no more memory, or room for a page in a file.
    let file = folder.join("page");
    let script = format!("ulimit -c unlimited; ulimit -f 0; exec \"$0\" >{}", file.display());
    let ending = Click::in_shell(&script).end();
    assert_eq!(ending.status.signal(), Some(Signal::XFSZ.as_raw()), "{}", ending.status);
    assert_eq!(std::fs::metadata(&file).map(|file| file.len()).ok(), Some(0));
}
