//! Standard input, output and error: closed, full, slow, or without a reader or writer at the other
//! end.

use crate::click::{Click, LONG_TIME_MAX, TIME_MAX, whole_page};
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::fd::OwnedFd;
use std::process::Stdio;
use std::time::Duration;
use support::process::wait_until;
use support::trials::Row;

/// The trials of this file.
pub const TRIALS: &[Row] = &[
    ("output_is_closed", &[], output_is_closed),
    ("nobody_reads", &[], nobody_reads),
    ("the_reader_leaves_in_the_middle", &[], the_reader_leaves_in_the_middle),
    ("output_is_full", &[], output_is_full),
    ("a_pipe_that_does_not_wait", &[], a_pipe_that_does_not_wait),
    ("the_log_takes_nothing", &[], the_log_takes_nothing),
    ("input_is_nothing_to_read", &[], input_is_nothing_to_read),
];

/// The least that a pipe holds: a part of a page.
const SMALL_PIPE_BYTES: usize = 4096;

/// A pipe that holds only a part of a page.
pub fn small_pipe(flags: PipeFlags) -> (File, OwnedFd) {
    let made = pipe_with(flags | PipeFlags::CLOEXEC);
    let (reader, writer) = made.unwrap_or_else(|error| panic!("no pipe: {error}"));
    let size = fcntl_setpipe_size(&writer, SMALL_PIPE_BYTES);
    assert_eq!(size, Ok(SMALL_PIPE_BYTES));
    (File::from(reader), writer)
}

fn output_is_closed() {
    // std opens /dev/null in the place of a closed stream at its start.
    Click::in_shell("exec \"$0\" >&-").end().nothing(0);
    Click::in_shell("exec \"$0\" <&- >&- 2>&-").end().nothing(0);
    // Open, but not for writing.
    Click::in_shell("exec \"$0\" 1</dev/null").end().nothing(1);
}

fn nobody_reads() {
    let (reader, writer) = small_pipe(PipeFlags::empty());
    drop(reader);
    let mut click = Click::new();
    click.command.stdout(writer);
    click.end().nothing(1);
}

fn the_reader_leaves_in_the_middle() {
    let (mut reader, writer) = small_pipe(PipeFlags::empty());
    let mut click = Click::new();
    click.command.stdout(writer);
    let running = click.start();
    let mut start = [0; 100];
    reader.read_exact(&mut start).unwrap_or_else(|error| panic!("nothing came: {error}"));
    assert!(start.starts_with(b"Status: 200 OK\r\n"));
    drop(reader);
    running.end().nothing(1);
}

fn output_is_full() {
    let mut click = Click::new();
    let full = File::options().write(true).open("/dev/full");
    click.command.stdout(full.unwrap_or_else(|error| panic!("/dev/full: {error}")));
    click.end().nothing(1);
}

fn a_pipe_that_does_not_wait() {
    let start = || {
        let (reader, writer) = small_pipe(PipeFlags::NONBLOCK);
        let mut click = Click::new().within(LONG_TIME_MAX);
        click.command.stdout(writer);
        (reader, click.start())
    };
    // A reader who is slow gets all of it.
    let (mut reader, running) = start();
    let mut page = Vec::new();
    let read = wait_until(TIME_MAX * 2, || match reader.read_to_end(&mut page) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::WouldBlock);
            false
        }
    });
    assert!(read, "the page does not end");
    assert_eq!(whole_page(&page), Ok(200));
    running.end().nothing(0);
    // One who takes in nothing more is given up.
    let (reader, running) = start();
    running.end().nothing(1);
    drop(reader);
}

fn the_log_takes_nothing() {
    let (reader, gone) = small_pipe(PipeFlags::empty());
    drop(reader);
    let (_unread, unread) = small_pipe(PipeFlags::NONBLOCK);
    let full = File::options().write(true).open("/dev/full");
    let full = full.unwrap_or_else(|error| panic!("/dev/full: {error}"));
    for log in [Stdio::from(gone), unread.into(), full.into()] {
        // Without a key there is something to say to the log.
        let mut click = Click::new().set("PARLOUR_KEY", "");
        click.command.stderr(log);
        assert_eq!(click.end().page(), 503);
    }
    assert_eq!(Click::in_shell("PARLOUR_KEY= exec \"$0\" 2>&-").end().page(), 503);
}

fn input_is_nothing_to_read() {
    for script in ["<&-", "0>/dev/null", "</", "</dev/zero", "</dev/full"] {
        for length in ["0", "5", "1000000", "18446744073709551615", "18446744073709551616"] {
            let script = format!("exec \"$0\" {script}");
            let click = Click::in_shell(&script).set("CONTENT_LENGTH", length);
            click.end().good();
        }
    }
    // A body without end, faster than it is read.
    let click = Click::in_shell("yes | \"$0\"").set("CONTENT_LENGTH", "9999999999");
    click.set("PATH", "/usr/bin:/bin").within(Duration::from_secs(3)).end().good();
}
