//! A trial run: the program asked for a page, as the barest of web servers would ask it.

use crate::seal::file::KEY_FILE_VARIABLE;
use crate::seal::source::KEY_VARIABLE;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The longest the program may take; a page takes a thousandth of it.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
/// The most of the answer that is waited for.
const ANSWER_BYTES_MAX: u64 = 1 << 20;
/// The most of the first line that is shown.
const LINE_CHARS_MAX: usize = 80;

/// Why the program gave no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// It cannot be run.
    NotStarted(io::Error),
    /// It did not come to an end.
    TooSlow,
}

impl std::fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoAnswer::NotStarted(error) => write!(f, "it cannot be run ({error})"),
            NoAnswer::TooSlow => {
                write!(f, "it does not answer within {} seconds", ANSWER_TIME_MAX.as_secs())
            }
        }
    }
}

impl std::error::Error for NoAnswer {}

/// What the program is asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'a> {
    /// The query string.
    pub query: &'a str,
    /// A word that a careless server hands over as an argument.
    pub argument: Option<&'a str>,
    /// The keys to use, in place of those of this environment.
    pub keys: Option<&'a str>,
}

/// Runs a program as a CGI (RFC 3875) and gives back the first line it prints.
pub fn ask(program: &Path, question: Question<'_>) -> Result<String, NoAnswer> {
    let mut command = Command::new(program);
    command
        .env_clear()
        .envs([
            ("GATEWAY_INTERFACE", "CGI/1.1"),
            ("SERVER_SOFTWARE", "parlour-doctor"),
            ("SERVER_NAME", "localhost"),
            ("SERVER_PORT", "80"),
            ("SERVER_PROTOCOL", "HTTP/1.1"),
            ("REQUEST_METHOD", "GET"),
            ("SCRIPT_NAME", "/cgi-bin/parlour"),
            ("QUERY_STRING", question.query),
            ("REMOTE_ADDR", "127.0.0.1"),
        ])
        .args(question.argument);
    match question.keys {
        Some(keys) => command.env(KEY_VARIABLE, keys),
        None => command.envs(key_variables()),
    };
    first_line(&answer(command)?)
}

fn key_variables() -> impl Iterator<Item = (&'static str, std::ffi::OsString)> {
    let set = |name| Some((name, std::env::var_os(name)?));
    [KEY_VARIABLE, KEY_FILE_VARIABLE].into_iter().filter_map(set)
}

/// All that a program prints. It is read in a thread of its own, because a program that hangs
/// must not hang the doctor.
fn answer(mut command: Command) -> Result<Vec<u8>, NoAnswer> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(NoAnswer::NotStarted)?;
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.take(ANSWER_BYTES_MAX).read_to_end(&mut bytes);
            let _ = sender.send(bytes);
        });
    }
    let answer = receiver.recv_timeout(ANSWER_TIME_MAX).map_err(|_| NoAnswer::TooSlow);
    let _ = child.kill();
    let _ = child.wait();
    answer
}

fn first_line(answer: &[u8]) -> Result<String, NoAnswer> {
    let line = answer.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line.trim_ascii_end());
    // What somebody else's program prints may steer the terminal.
    let shown = line.chars().map(|c| if c.is_control() { '?' } else { c });
    Ok(shown.take(LINE_CHARS_MAX).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn the_first_line_is_read_without_its_end() {
        let answer = answer(shell("printf 'Status: 200 OK\\r\\nX: y\\n'")).unwrap();
        assert_eq!(first_line(&answer).unwrap(), "Status: 200 OK");
        assert_eq!(first_line(b"").unwrap(), "");
        assert_eq!(first_line(b"\x1b[2J\xff\n").unwrap(), "?[2J\u{fffd}");
    }

    #[test]
    fn a_program_that_is_not_there_is_reported() {
        let missing = ask(Path::new("/nowhere/parlour"), Question::default());
        assert!(matches!(missing, Err(NoAnswer::NotStarted(_))));
    }
}
