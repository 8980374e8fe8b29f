//! A web server that is good except for one habit.

use crate::PROGRAM;
use parlour::seal::{Key, KeyRing};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread;
use support::command::program;
use support::folder::Folder;
use support::parlour;
use support::process::install_copy;

/// A visitor's request.
pub struct Ask {
    pub method: String,
    pub path: String,
    pub query: String,
    /// The name of the visitor's browser.
    pub agent: String,
    /// The other variables that the server sets for the program.
    pub variables: Vec<(&'static str, String)>,
    /// The file of the program that answers.
    pub program: PathBuf,
    /// The number of the request: 0 for the first one.
    pub turn: usize,
}

/// The server's response: the status, the headers behind it, and the body.
#[derive(Clone)]
pub struct Reply {
    pub status: String,
    pub headers: String,
    pub body: Vec<u8>,
}

impl Reply {
    /// A reply without headers.
    pub fn of(status: &str, body: impl AsRef<[u8]>) -> Self {
        Reply { status: status.into(), headers: String::new(), body: body.as_ref().into() }
    }
}

/// The program's answer to a request.
pub type Run<'a> = &'a dyn Fn(&Ask) -> Reply;

/// A peculiarity of a server.
pub enum Habit {
    /// A status, a server's name and a body in place of every answer.
    Page(&'static str, &'static str, &'static str),
    /// A status in place of some answers.
    Refuse(fn(&Ask) -> bool, &'static str),
    /// Another status, or the same, and a body in place of error pages.
    Errors(&'static str, &'static str),
    Query(fn(&str) -> String),
    /// Another body of a page in HTML.
    Body(fn(&str) -> String),
    Headers(fn(&str) -> String),
    /// A header in place of the program's.
    Instead(&'static str, &'static str),
    /// A further header.
    Added(&'static str),
    /// A variable for the program, whose values take turns. An empty one is left out.
    Variable(&'static str, &'static [&'static str]),
    /// `None` closes the connection without an answer.
    Other(fn(&mut Ask, Run<'_>) -> Option<Reply>),
}

impl Habit {
    /// The server's answer.
    pub fn answer(&self, ask: &mut Ask, run: Run<'_>) -> Option<Reply> {
        match self {
            Habit::Query(change) => ask.query = change(&ask.query),
            Habit::Variable(name, values) => {
                let value = values[ask.turn % values.len()];
                ask.variables.extend((!value.is_empty()).then(|| (*name, value.to_owned())));
            }
            Habit::Page(status, server, body) => {
                let headers = format!("Server: {server}\r\n");
                return Some(Reply { headers, ..Reply::of(status, body) });
            }
            Habit::Refuse(is_refused, status) if is_refused(ask) => {
                return Some(Reply::of(status, ""));
            }
            Habit::Other(answer) => return answer(ask, run),
            _ => {}
        }
        let mut reply = run(ask);
        match self {
            Habit::Errors(status, body) if reply.status.starts_with('4') => {
                let status = if status.is_empty() { &reply.status } else { *status };
                reply = Reply::of(status, body);
            }
            Habit::Body(change) if reply.headers.contains("text/html") => {
                reply.body = change(&String::from_utf8_lossy(&reply.body)).into();
                reply.headers = reply.headers.replace("Content-Length", "X-Length");
            }
            Habit::Headers(change) => reply.headers = change(&reply.headers),
            Habit::Instead(name, value) => {
                let start = format!("{name}:");
                let others = reply.headers.lines().filter(|line| !line.starts_with(&start));
                let others: String = others.map(|line| format!("{line}\r\n")).collect();
                reply.headers = format!("{others}{start} {value}\r\n");
            }
            Habit::Added(header) => reply.headers += &format!("{header}\r\n"),
            _ => {}
        }
        Some(reply)
    }
}

/// A server at the address of an installed program, and what the doctor says of it.
pub struct Server {
    address: SocketAddr,
    /// The program.
    pub program: PathBuf,
    _folder: Folder,
}

impl Server {
    /// Installs a program, and starts a server with this habit for it.
    pub fn start(habit: &'static Habit) -> Self {
        let folder = Folder::create();
        let program = folder.join("cgi-bin/parlour");
        std::fs::create_dir(folder.join("cgi-bin")).unwrap();
        let ring = KeyRing::of(Key::draw().unwrap());
        install_copy(Path::new(PROGRAM), &ring, &program);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let installed = program.clone();
        thread::spawn(move || {
            for (turn, stream) in listener.incoming().flatten().enumerate() {
                let _ = serve(stream, turn, habit, &installed);
            }
        });
        Server { address, program, _folder: folder }
    }

    /// The address of the program.
    pub fn url(&self) -> String {
        format!("http://{}/cgi-bin/parlour", self.address)
    }

    /// The doctor's report on the server.
    pub fn visit(&self) -> Output {
        parlour!("doctor", self.url())
    }
}

/// Answers one request as a good server would, with the habit.
fn serve(mut stream: TcpStream, turn: usize, habit: &Habit, program: &Path) -> std::io::Result<()> {
    let host = stream.local_addr()?.to_string();
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut agent = String::new();
    while let Some(line) = lines.next().transpose()?.filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix("User-Agent: ") {
            agent = name.to_owned();
        }
    }
    let mut words = first.split(' ').map(str::to_owned);
    let method = words.next().unwrap_or_default();
    let target = words.next().unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let mut ask = Ask {
        method,
        path: path.to_owned(),
        query: query.to_owned(),
        agent,
        variables: vec![("HTTP_HOST", host), ("SCRIPT_NAME", path.to_owned())],
        program: program.to_owned(),
        turn,
    };
    let Some(reply) = habit.answer(&mut ask, &run) else { return Ok(()) };
    let head = format!("HTTP/1.1 {}\r\n{}\r\n", reply.status, reply.headers);
    stream.write_all(&[head.as_bytes(), &reply.body].concat())
}

/// Runs the program as a CGI for its own address. There are no other addresses.
fn run(ask: &Ask) -> Reply {
    if ask.path != "/cgi-bin/parlour" {
        return Reply::of("404 Not Found", "nothing");
    }
    let mut command = program(&ask.program);
    command.env("REQUEST_METHOD", &ask.method).env("QUERY_STRING", &ask.query);
    command.envs(ask.variables.iter().map(|(name, value)| (name, value)));
    let answer = command.output().map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8(answer).unwrap();
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return Reply::of("500 Internal Server Error", "nothing");
    };
    let (status, headers) = head.split_once("\r\n").unwrap();
    let status = status.strip_prefix("Status: ").unwrap().to_owned();
    Reply { status, headers: format!("{headers}\r\n"), body: body.into() }
}
