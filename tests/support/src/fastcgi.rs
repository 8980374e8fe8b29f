//! A web server's side of FastCGI, and the program as a responder behind it.

use crate::click::KEY;
use crate::folder::Folder;
use crate::process::{Process, wait_until};
use parlour::gateway::fastcgi::params;
use parlour::gateway::fastcgi::record::{self, Kind};
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The longest that a responder may be silent.
const SILENCE_MAX: Duration = Duration::from_secs(60);
/// The time for which a test waits for the workers.
const START_TIME_MAX: Duration = Duration::from_secs(10);
/// The flag of a request whose connection stays open.
const KEEP: u8 = 1;

/// The program, started with a socket that listens as file 0.
pub struct Responder {
    process: Process,
    socket: PathBuf,
    _folder: Folder,
}

impl Responder {
    /// Starts it as a server does, with a key and these variables.
    pub fn start(program: &Path, variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(program);
        // As under CGI, words may come from anywhere.
        command.arg("version");
        Responder::start_command(command, &[&[("PARLOUR_KEY", KEY)], variables].concat())
    }

    /// Starts it by a command, with these variables and no others.
    pub fn start_command(mut command: Command, variables: &[(&str, &str)]) -> Self {
        let folder = Folder::create();
        let socket = folder.join("socket");
        let listener = UnixListener::bind(&socket).expect("a socket");
        command.env_clear().envs(variables.iter().copied());
        command.stdin(Stdio::from(OwnedFd::from(listener)));
        let log = fs::File::create(folder.join("log")).expect("a log");
        command.stdout(Stdio::null()).stderr(log);
        Responder { process: Process::start(&mut command), socket, _folder: folder }
    }

    /// The id of its process, the supervisor.
    pub fn id(&mut self) -> u32 {
        self.process.child().id()
    }

    /// The ids of its workers.
    pub fn workers(&mut self) -> Vec<u32> {
        children(self.id())
    }

    /// Waits until it has this many workers.
    pub fn wait_for_workers(&mut self, count: usize) -> Vec<u32> {
        let mut workers = Vec::new();
        let are_there = wait_until(START_TIME_MAX, || {
            workers = self.workers();
            workers.len() == count
        });
        assert!(are_there, "{workers:?}: not {count} workers, but {}", self.log());
        workers
    }

    /// The exit code, if it ends by itself in a while.
    pub fn end(&mut self) -> Option<i32> {
        wait_until(SILENCE_MAX, || self.process.has_ended());
        self.process.child().try_wait().ok()??.code()
    }

    /// The text of its log.
    pub fn log(&self) -> String {
        fs::read_to_string(self.socket.with_file_name("log")).unwrap_or_default()
    }

    /// A connection.
    pub fn connect(&self) -> Connection {
        Connection::new(UnixStream::connect(&self.socket).expect("it listens"))
    }

    /// Asks for a page on a new connection.
    pub fn ask(&self, query: &str) -> String {
        let mut connection = self.connect();
        connection.send(&request(1, &[("QUERY_STRING", query)], b"", false));
        connection.answer().unwrap_or_else(|| panic!("no answer, and {}", self.log())).out
    }
}

/// The processes that a process has started.
pub fn children(id: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// A connection to a responder.
pub struct Connection {
    stream: UnixStream,
    unread: Vec<u8>,
}

/// The answer of a responder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The id of the request.
    pub id: u16,
    /// The bytes that it would write to standard output under CGI.
    pub out: String,
    /// The text for the server's log.
    pub log: String,
    /// The status with which the request ended.
    pub status: u8,
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

    /// The next answer. `None` if the connection is closed before.
    pub fn answer(&mut self) -> Option<Answer> {
        let mut answer = Answer::default();
        loop {
            let (kind, id, content) = self.record()?;
            let text = || String::from_utf8_lossy(&content).into_owned();
            match kind {
                Kind::STDOUT => answer.out += &text(),
                Kind::STDERR => answer.log += &text(),
                Kind::END_REQUEST => {
                    return Some(Answer { id, status: content[4], ..answer });
                }
                other => panic!("{other:?}: {content:?}"),
            }
        }
    }

    /// The next record. `None` if the connection is closed before.
    pub fn record(&mut self) -> Option<(Kind, u16, Vec<u8>)> {
        loop {
            if let Some((found, rest)) = record::split(&self.unread).expect("a record") {
                let found = (found.kind, found.request, found.content.to_vec());
                self.unread = rest.to_vec();
                return Some(found);
            }
            let mut piece = [0; 1 << 13];
            match self.stream.read(&mut piece) {
                Ok(0) => return None,
                Ok(read) => self.unread.extend_from_slice(&piece[..read]),
                // A call that a system under load has interrupted is made again.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }
}

/// The bytes of a request with these variables and those that every server sets.
pub fn request(id: u16, variables: &[(&str, &str)], body: &[u8], keep: bool) -> Vec<u8> {
    let usual =
        [("GATEWAY_INTERFACE", "CGI/1.1"), ("SCRIPT_NAME", "/parlour"), ("REQUEST_METHOD", "GET")];
    let mut pairs = Vec::new();
    for (name, value) in usual.iter().chain(variables) {
        params::write(&mut pairs, name.as_bytes(), value.as_bytes());
    }
    let mut out = Vec::new();
    record::write(&mut out, Kind::BEGIN_REQUEST, id, &[0, 1, KEEP * u8::from(keep), 0, 0, 0, 0, 0]);
    record::write_stream(&mut out, Kind::PARAMS, id, &[&pairs]);
    record::write_stream(&mut out, Kind::STDIN, id, &[body]);
    out
}
