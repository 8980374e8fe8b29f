//! The program, run once for a click, as any web server runs a CGI program.
//!
//! Nothing is taken for granted about it: it may crash, hang, print garbage or without end, and
//! leave unread what it is sent.

use super::notice::Answer;
use super::reply::{self, NoReply};
use super::variables::Variable;
use crate::seal::keys::{Key, KeyRing, NoRandomness};
use crate::seal::source::KEY_VARIABLE;
use hyper::StatusCode;
use hyper::body::Bytes;
use std::io::{self, Write};
use std::path::PathBuf;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;

/// The most programs that run at the same time; the next clicks wait.
const CHILDREN_MAX: usize = 8;
/// The most that a program may print.
pub const PRINTED_BYTES_MAX: usize = 1024 * 1024;
/// The variable that has a page say that it is a preview.
const PREVIEW_VARIABLE: &str = "PARLOUR_PREVIEW";

/// The way from a request to the program and back.
pub struct Gateway {
    program: PathBuf,
    keys: String,
    time: Duration,
    places: Semaphore,
}

/// One request as the program gets it.
pub struct Click {
    /// The environment that the standard asks for.
    pub variables: Vec<Variable>,
    /// Only headers are asked for.
    pub is_head: bool,
    /// What the visitor sent.
    pub body: Bytes,
}

/// Why the program gave no answer.
#[derive(Debug)]
pub enum Failure {
    /// It cannot be run.
    NotStarted(io::Error),
    /// What it prints cannot be read.
    Unreadable(io::Error),
    /// It printed more than any page has.
    Endless,
    /// It did not come to an end.
    TooSlow(Duration),
    /// It printed no answer, and ended in this way.
    NoReply(NoReply, ExitStatus),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::NotStarted(error) => write!(f, "the program cannot be run ({error})"),
            Failure::Unreadable(error) => {
                write!(f, "what the program prints cannot be read ({error})")
            }
            Failure::Endless => {
                write!(f, "the program printed more than {PRINTED_BYTES_MAX} bytes")
            }
            Failure::TooSlow(time) => {
                write!(f, "the program ran for {} seconds and was stopped", time.as_secs())
            }
            Failure::NoReply(reason, status) => write!(f, "{reason}; it ended with {status}"),
        }
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// The status of the page that tells of it.
    pub fn status(&self) -> StatusCode {
        match self {
            Failure::TooSlow(_) => StatusCode::GATEWAY_TIMEOUT,
            _ => StatusCode::BAD_GATEWAY,
        }
    }

    /// What the visitor is told.
    pub fn sentence(&self) -> &'static str {
        match self {
            Failure::NotStarted(_) => "The parlour's program cannot be run.",
            Failure::TooSlow(_) => "The parlour's program took too long and was stopped.",
            Failure::NoReply(NoReply::Empty, _) => "The parlour's program ended without a word.",
            _ => "What the parlour's program said is no page.",
        }
    }

    /// Tells the person who runs the preview.
    pub fn report(&self) {
        let _ = writeln!(io::stderr(), "parlour: {self}");
    }
}

impl Gateway {
    /// A gateway to `program`, which may take this long, with a key drawn for this gateway alone.
    pub fn new(program: PathBuf, time: Duration) -> Result<Self, NoRandomness> {
        let keys = KeyRing::of(Key::draw()?).to_text();
        Ok(Gateway { program, keys, time, places: Semaphore::new(CHILDREN_MAX) })
    }

    /// Runs the program for one click, as soon as there is a place.
    pub async fn run(&self, click: Click) -> Result<Answer, Failure> {
        // The semaphore is never closed; if it were, a click too many would do no harm.
        let _place = self.places.acquire().await;
        let mut child = self.start(&click).map_err(Failure::NotStarted)?;
        let talk = converse(&mut child, &click.body);
        let Ok(end) = tokio::time::timeout(self.time, talk).await else {
            let _ = child.kill().await;
            return Err(Failure::TooSlow(self.time));
        };
        if end.is_err() {
            let _ = child.kill().await;
        }
        let (printed, status) = end?;
        reply::parse(printed, click.is_head).map_err(|reason| Failure::NoReply(reason, status))
    }

    fn start(&self, click: &Click) -> io::Result<Child> {
        let stdin = if click.body.is_empty() { Stdio::null() } else { Stdio::piped() };
        Command::new(&self.program)
            .env_clear()
            .envs(click.variables.iter().map(|(name, value)| (name, value)))
            .env(KEY_VARIABLE, &self.keys)
            .env(PREVIEW_VARIABLE, "1")
            .stdin(stdin)
            .stdout(Stdio::piped())
            // A visitor who leaves, or the end of the preview, ends the program, too.
            .kill_on_drop(true)
            .spawn()
    }
}

/// Sends the body and takes what the program prints, both at once: a program may print before it
/// has read, and need not read at all.
async fn converse(child: &mut Child, body: &[u8]) -> Result<(Bytes, ExitStatus), Failure> {
    let stdin = child.stdin.take();
    let stdout = child.stdout.take();
    let send = async move {
        if let Some(mut stdin) = stdin {
            let _ = stdin.write_all(body).await;
        }
    };
    let receive = async move {
        let mut printed = Vec::new();
        if let Some(stdout) = stdout {
            let mut limited = stdout.take(PRINTED_BYTES_MAX as u64 + 1);
            limited.read_to_end(&mut printed).await?;
        }
        Ok(printed)
    };
    let end = async {
        let printed = receive.await.map_err(Failure::Unreadable)?;
        if printed.len() > PRINTED_BYTES_MAX {
            return Err(Failure::Endless);
        }
        let status = child.wait().await.map_err(Failure::Unreadable)?;
        Ok((Bytes::from(printed), status))
    };
    let (mut send, mut end) = (pin!(send), pin!(end));
    tokio::select! {
        result = &mut end => result,
        () = &mut send => end.await,
    }
}
