//! A client of CGI programs: it runs a program once, as a very simple web server would.

use super::account::User;
use crate::errors::errors;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The most time for the program. A page takes a thousandth of it.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);
/// The most bytes to read of the answer.
const ANSWER_BYTES_MAX: u64 = 1 << 20;
/// The output of a program.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The bytes of its standard output, as text.
    pub text: String,
    /// What it logged.
    pub complaint: String,
}

impl Answer {
    pub fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Returns true if the program answers with a page.
    pub fn is_page(&self) -> bool {
        self.first_line() == "Status: 200 OK"
    }
}

errors! {
    /// The reason why there is no answer.
    #[derive(Debug)]
    pub enum NoAnswer {
        /// It cannot be started.
        NotStarted(error: io::Error) => "it cannot be started ({error})";
        /// It did not end in time.
        TooSlow(time: Duration) => "it does not answer within {} seconds", time.as_secs();
    }
}

/// Asks a program for the page of a query, as this user or another one. The program gets the settings
/// of this process, whose names begin with `PARLOUR_`.
///
/// # Errors
///
/// [`NoAnswer`].
pub fn ask(program: &Path, user: Option<User>, query: &str) -> Result<Answer, NoAnswer> {
    let mut command = asked(program, query);
    if let Some(User { user, group }) = user {
        command.gid(group).uid(user);
    }
    answer(command, ANSWER_TIME_MAX)
}

/// A program that a web server starts with a query.
pub fn asked(program: impl AsRef<OsStr>, query: &str) -> Command {
    let mut command = Command::new(program);
    let settings =
        std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"PARLOUR_"));
    command.env_clear().envs(settings).env("PATH", "/usr/bin:/bin");
    command.env("GATEWAY_INTERFACE", "CGI/1.1").env("SERVER_PROTOCOL", "HTTP/1.1");
    command.env("REQUEST_METHOD", "GET").env("QUERY_STRING", query);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The output of a program that ends within this time.
///
/// # Errors
///
/// [`NoAnswer`].
pub fn answer(mut command: Command, time: Duration) -> Result<Answer, NoAnswer> {
    let mut child = command.process_group(0).spawn().map_err(NoAnswer::NotStarted)?;
    let (told, is_told) = mpsc::channel();
    let pipes: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|pipe| Box::new(pipe) as _),
        child.stderr.take().map(|pipe| Box::new(pipe) as _),
    ];
    thread::spawn(move || {
        let texts = pipes.map(|pipe| {
            let mut bytes = Vec::new();
            let _ = pipe.map(|pipe| pipe.take(ANSWER_BYTES_MAX).read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let _ = told.send(texts);
    });
    let answer = is_told.recv_timeout(time);
    let _ = child.kill();
    let _ = child.wait();
    let [text, complaint] = answer.map_err(|_| NoAnswer::TooSlow(time))?;
    Ok(Answer { text, complaint })
}
