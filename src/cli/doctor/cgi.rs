//! A test run, which asks a program for a page as a very simple web server would.
//!
//! Root does not run a program as root if another user may have written it. It asks as the owner of
//! the program, or as nobody if root is the owner. For that, the doctor starts itself once more, in
//! its own session without a terminal, gives up its rights, and becomes the program.

use crate::cli::arguments::{ASK_AS, AskAs};
use crate::cli::program_file;
use crate::errors::errors;
use crate::seal::source::KEY_VARIABLE;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// The most time for the program. A page takes a thousandth of it.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
/// The most bytes to read of the answer.
const ANSWER_BYTES_MAX: u64 = 1 << 20;
/// The most characters to show of a line.
const LINE_CHARS_MAX: usize = 200;
/// The exit code if the program cannot run as another user, as in shells.
const CANNOT_RUN: u8 = 126;

errors! {
    /// The reason why the program gave no answer.
    #[derive(Debug)]
    pub enum NoAnswer {
        /// It cannot be started.
        NotStarted(error: io::Error) => "it cannot be run ({error})";
        /// It cannot be started as the user that was to run it.
        NotStartedAs(why: String) => "it cannot be run ({why})";
        /// It did not end in time.
        TooSlow => "it does not answer within {} seconds", ANSWER_TIME_MAX.as_secs();
    }
}

/// The user that asks a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// The user of this process.
    Own,
    /// This user, in this group and no other.
    As(u32, u32),
}

/// The answer of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The first line.
    pub line: String,
    /// The first line that it wrote to the error log, after a colon.
    pub complaint: String,
}

/// Asks a program for its first page, as a CGI program (RFC 3875). `keys` are for a program that has
/// none.
///
/// # Errors
///
/// [`NoAnswer`] if it does not start, or does not end in time.
pub fn run(program: &Path, asker: Asker, keys: Option<&str>) -> Result<Answer, NoAnswer> {
    let mut command = match asker {
        Asker::Own => as_server(program),
        Asker::As(user, group) => {
            let own = program_file::own_path();
            let own = own.map_err(|error| NoAnswer::NotStartedAs(error.to_string()))?;
            let mut command = Command::new(own);
            command.env_clear().arg(ASK_AS).args([user, group].map(|number| number.to_string()));
            command.arg(program);
            command
        }
    };
    command.envs(keys.map(|keys| (KEY_VARIABLE, keys)));
    output(command)
}

/// Becomes a program as another user, with a request from a web server. Returns only if that fails,
/// and prints the reason.
pub fn ask_as(ask: &AskAs) -> ExitCode {
    // The new session has no terminal, so the program cannot type commands into the user's
    // terminal.
    let _ = rustix::process::setsid();
    let mut command = as_server(&ask.program);
    command.envs(std::env::var_os(KEY_VARIABLE).map(|keys| (KEY_VARIABLE, keys)));
    // A change of the user also drops all other groups.
    let error = command.uid(ask.user).gid(ask.group).exec();
    crate::cli::terminal::say(&format!("{error}\n"));
    ExitCode::from(CANNOT_RUN)
}

/// A program in the environment that a web server gives it.
fn as_server(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs([
        ("GATEWAY_INTERFACE", "CGI/1.1"),
        ("SERVER_SOFTWARE", "parlour-doctor"),
        ("SERVER_NAME", "localhost"),
        ("SERVER_PORT", "80"),
        ("SERVER_PROTOCOL", "HTTP/1.1"),
        ("REQUEST_METHOD", "GET"),
        ("SCRIPT_NAME", "/cgi-bin/parlour"),
        ("REMOTE_ADDR", "127.0.0.1"),
        ("QUERY_STRING", ""),
    ]);
    command
}

/// The output of a program. Separate threads read it, because a program that hangs must not hang
/// the doctor.
fn output(mut command: Command) -> Result<Answer, NoAnswer> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(NoAnswer::NotStarted)?;
    let [answer, complaint] =
        [child.stdout.take().map(read_aside), child.stderr.take().map(read_aside)];
    let line = |pipe: Option<Receiver<Vec<u8>>>| {
        let bytes = pipe.and_then(|pipe| pipe.recv_timeout(ANSWER_TIME_MAX).ok());
        bytes.map(|bytes| first_line(&bytes)).ok_or(NoAnswer::TooSlow)
    };
    let line_of_answer = line(answer);
    let _ = child.kill();
    let status = child.wait();
    let complaint = line(complaint)?;
    let complaint = if complaint.is_empty() { complaint } else { format!(": `{complaint}`") };
    let answer = Answer { line: line_of_answer?, complaint };
    if status.is_ok_and(|status| status.code() == Some(CANNOT_RUN.into())) {
        return Err(NoAnswer::NotStartedAs(answer.line));
    }
    Ok(answer)
}

/// Reads a pipe to its end in a separate thread.
fn read_aside(pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.take(ANSWER_BYTES_MAX).read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

fn first_line(output: &[u8]) -> String {
    let line = output.split(|byte| *byte == b'\n').next().unwrap_or_default();
    String::from_utf8_lossy(line.trim_ascii_end()).chars().take(LINE_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_read_without_its_end() {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "printf 'Status: 200 OK\\r\\nX: y\\n'; echo oh >&2; echo no >&2"]);
        let answer = output(shell).unwrap();
        assert_eq!((&*answer.line, &*answer.complaint), ("Status: 200 OK", ": `oh`"));
        assert_eq!(first_line(b""), "");
        assert_eq!(first_line(b"\xff\n"), "\u{fffd}");
        assert_eq!(first_line(&[b'x'; 1000]).len(), LINE_CHARS_MAX);
    }

    #[test]
    fn a_program_that_does_not_exist_is_reported() {
        let missing = run(Path::new("/nowhere/parlour"), Asker::Own, None);
        assert!(matches!(missing, Err(NoAnswer::NotStarted(_))));
    }
}
