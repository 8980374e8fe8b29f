//! A test run: asks a program for a page as the simplest of web servers would.

use crate::seal::key_file::KEY_FILE_VARIABLE;
use crate::seal::source::KEY_VARIABLE;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// How long the program may take. A page takes a thousandth of it.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
/// The most bytes of the answer that are read.
const ANSWER_BYTES_MAX: u64 = 1 << 20;
/// The most characters of the first line that are shown.
const LINE_CHARS_MAX: usize = 80;

/// Why the program gave no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// It cannot be started.
    NotStarted(io::Error),
    /// It did not end in time.
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

/// A request to the program.
#[derive(Clone, Copy, Debug)]
pub struct TestRequest<'a> {
    /// The query string.
    pub query: &'static str,
    /// A word of the query that some servers pass on as an argument.
    pub argument: Option<&'static str>,
    /// The keys to use instead of those of this environment.
    pub keys: Option<&'a str>,
}

/// Runs a program as a CGI program (RFC 3875) and returns the first line that it prints.
///
/// # Errors
///
/// [`NoAnswer`] if it does not start, or does not end in time.
pub fn run(program: &Path, request: TestRequest<'_>) -> Result<String, NoAnswer> {
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
            ("QUERY_STRING", request.query),
            ("REMOTE_ADDR", "127.0.0.1"),
        ])
        .args(request.argument);
    match request.keys {
        Some(keys) => command.env(KEY_VARIABLE, keys),
        None => command.envs(key_variables()),
    };
    Ok(first_line(&output(command)?))
}

fn key_variables() -> impl Iterator<Item = (&'static str, std::ffi::OsString)> {
    let set = |name| Some((name, std::env::var_os(name)?));
    [KEY_VARIABLE, KEY_FILE_VARIABLE].into_iter().filter_map(set)
}

/// All that a program prints. A thread of its own reads it, because a program that hangs must not
/// hang the doctor.
fn output(mut command: Command) -> Result<Vec<u8>, NoAnswer> {
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
    let output = receiver.recv_timeout(ANSWER_TIME_MAX).map_err(|_| NoAnswer::TooSlow);
    let _ = child.kill();
    let _ = child.wait();
    output
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
        shell.args(["-c", "printf 'Status: 200 OK\\r\\nX: y\\n'"]);
        assert_eq!(first_line(&output(shell).unwrap()), "Status: 200 OK");
        assert_eq!(first_line(b""), "");
        assert_eq!(first_line(b"\xff\n"), "\u{fffd}");
        assert_eq!(first_line(&[b'x'; 1000]).len(), 80);
    }

    #[test]
    fn a_program_that_does_not_exist_is_reported() {
        let request = TestRequest { query: "", argument: None, keys: None };
        let missing = run(Path::new("/nowhere/parlour"), request);
        assert!(matches!(missing, Err(NoAnswer::NotStarted(_))));
    }
}
