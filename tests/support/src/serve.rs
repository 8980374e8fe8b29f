//! The program as `parlour serve` behind a socket that somebody else has opened, as systemd does.

use crate::click::KEY;
use crate::folder::Folder;
use crate::http::{self, Reply};
use crate::process::{Process, wait_until};
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The path of the program there.
pub const PATH: &str = "/cgi-bin/parlour";
/// The longest that it may be silent.
const SILENCE_MAX: Duration = Duration::from_secs(60);
/// The time for which a test waits for the workers.
const START_TIME_MAX: Duration = Duration::from_secs(10);

/// The program, started with a socket that listens as file 0.
pub struct Served {
    process: Process,
    listener: OwnedFd,
    folder: Folder,
}

impl Served {
    /// Starts it with a key and these variables.
    pub fn start(program: &Path, variables: &[(&str, &str)]) -> Self {
        Served::start_command(Command::new(program), variables)
    }

    /// Starts it by a command, with a key and these variables.
    pub fn start_command(command: Command, variables: &[(&str, &str)]) -> Self {
        let folder = Folder::create();
        let listener = UnixListener::bind(folder.join("socket")).expect("a socket").into();
        let process = start(command, variables, &listener, &folder);
        Served { process, listener, folder }
    }

    /// Ends it, and starts it again at the same socket.
    pub fn restart(&mut self, program: &Path, variables: &[(&str, &str)]) {
        assert_eq!(self.end(), Some(0), "{}", self.log());
        self.process = start(Command::new(program), variables, &self.listener, &self.folder);
    }

    /// The id of its process, the supervisor.
    pub fn id(&mut self) -> u32 {
        self.process.child().id()
    }

    /// The ids of its workers.
    pub fn workers(&mut self) -> Vec<u32> {
        children(self.id())
    }

    /// Waits until it has other workers than these, and at least two.
    pub fn wait_for_workers(&mut self, but: &[u32]) -> Vec<u32> {
        let mut workers = Vec::new();
        let are_there = wait_until(START_TIME_MAX, || {
            workers = self.workers();
            workers.len() >= 2 && workers != but
        });
        assert!(are_there, "{workers:?}, but {}", self.log());
        workers
    }

    /// The exit code after the signal TERM.
    pub fn end(&mut self) -> Option<i32> {
        let _ = Command::new("kill").arg(self.id().to_string()).status();
        self.exit_code()
    }

    /// The exit code, if it ends by itself in a while.
    pub fn exit_code(&mut self) -> Option<i32> {
        wait_until(SILENCE_MAX, || self.process.has_ended());
        self.process.child().try_wait().ok()??.code()
    }

    /// The text of its log, without what it says to root.
    pub fn log(&self) -> String {
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let lines = log.lines().filter(|line| !line.contains("as root; start it as a user"));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// The text of its log, without the figures at its end.
    pub fn complaints(&self) -> String {
        let log = self.log();
        let lines = log.lines().filter(|line| !line.starts_with("parlour: ended after "));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// The text on its standard output.
    pub fn said(&self) -> String {
        fs::read_to_string(self.folder.join("said")).unwrap_or_default()
    }

    /// The path of its socket.
    pub fn socket(&self) -> PathBuf {
        self.folder.join("socket")
    }

    /// A connection.
    pub fn connect(&self) -> Connection {
        Connection::new(UnixStream::connect(self.socket()).expect("it listens"))
    }

    /// Asks for a page on a new connection.
    pub fn ask(&self, query: &str) -> Reply {
        let mut connection = self.connect();
        connection.send(&request(query));
        connection.reply().unwrap_or_else(|| panic!("no answer, and {}", self.log()))
    }
}

fn start(
    mut command: Command,
    variables: &[(&str, &str)],
    listener: &OwnedFd,
    folder: &Folder,
) -> Process {
    let append = |name: &str| {
        fs::File::options().create(true).append(true).open(folder.join(name)).expect("a log")
    };
    let socket = listener.as_fd().try_clone_to_owned().expect("a file descriptor");
    command.args(["serve", "--access-log"]);
    command.env_clear().env("PARLOUR_KEY", KEY).envs(variables.iter().copied());
    command.stdin(Stdio::from(socket)).stdout(append("said")).stderr(append("log"));
    Process::start(&mut command)
}

/// The processes that a process has started.
pub fn children(id: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// The bytes of a request that leaves its connection open.
pub fn request(query: &str) -> Vec<u8> {
    asks(&format!("GET {PATH}?{query}"), "")
}

/// The bytes of a request with this method and target, and these lines.
pub fn asks(start: &str, lines: &str) -> Vec<u8> {
    format!("{start} HTTP/1.1\r\nHost: x\r\n{lines}\r\n").into_bytes()
}

/// A connection.
pub struct Connection {
    stream: UnixStream,
    unread: Vec<u8>,
}

impl Connection {
    /// Talks on a stream.
    pub fn new(stream: UnixStream) -> Self {
        stream.set_read_timeout(Some(SILENCE_MAX)).expect("a time");
        Connection { stream, unread: Vec::new() }
    }

    /// Sends bytes.
    #[track_caller]
    pub fn send(&mut self, bytes: &[u8]) {
        self.try_send(bytes).expect("it reads");
    }

    /// Sends bytes, if they are taken.
    ///
    /// # Errors
    ///
    /// The error of the operating system, if they are not.
    pub fn try_send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// The stream, for another thread to write to.
    pub fn share(&self) -> UnixStream {
        self.stream.try_clone().expect("a file descriptor")
    }

    /// The next reply. `None` if the connection is closed before it is whole.
    pub fn reply(&mut self) -> Option<Reply> {
        let mut reply = self.head()?;
        let length = reply.header("Content-Length")?.parse().ok()?;
        while self.unread.len() < length {
            self.receive()?;
        }
        let rest = self.unread.split_off(length);
        reply.body = std::mem::replace(&mut self.unread, rest);
        Some(reply)
    }

    /// The next reply, to a request that asks for no body.
    pub fn head(&mut self) -> Option<Reply> {
        let end = loop {
            let end = self.unread.windows(4).position(|four| four == b"\r\n\r\n");
            match end {
                Some(end) => break end + 4,
                None => self.receive()?,
            }
        };
        let rest = self.unread.split_off(end);
        Some(http::read(&std::mem::replace(&mut self.unread, rest)))
    }

    /// Reads more. `None` if nothing more comes.
    fn receive(&mut self) -> Option<()> {
        let mut piece = [0; 1 << 13];
        loop {
            match self.stream.read(&mut piece) {
                Ok(0) => return None,
                Ok(read) => break self.unread.extend_from_slice(&piece[..read]),
                // A call that a system under load has interrupted is made again.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
        Some(())
    }
}
