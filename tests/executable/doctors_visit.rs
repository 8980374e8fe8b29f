//! The doctor and web servers that do one thing wrong each: it says which, and what to do.
//! (tests/real has it examine true ones.)

use parlour::seal::Key;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Output;
use std::thread;
use support::command::{out, program};
use support::folder::Folder;
use support::parlour;

/// What a visitor asks for.
struct Ask {
    method: String,
    path: String,
    query: String,
}

/// What the server sends: the status, the headers behind it, and the body.
#[derive(Clone)]
struct Reply {
    status: String,
    headers: String,
    body: Vec<u8>,
}

impl Reply {
    fn of(status: &str, body: impl AsRef<[u8]>) -> Self {
        Reply { status: status.into(), headers: String::new(), body: body.as_ref().into() }
    }
}

/// What one server does in its own way: to what is asked, and to what is answered. None closes the
/// connection without an answer.
type Habit = fn(&mut Ask, &dyn Fn(&Ask) -> Reply) -> Option<Reply>;

/// A server at the address of an installed program, and what the doctor says of it.
struct Server {
    address: SocketAddr,
    program: PathBuf,
    _folder: Folder,
}

impl Server {
    fn start(habit: Habit) -> Self {
        let folder = Folder::create();
        let program = folder.join("parlour");
        parlour!("install", program);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let installed = program.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = serve(stream, habit, &|ask| run(&installed, ask));
            }
        });
        Server { address, program, _folder: folder }
    }

    fn url(&self) -> String {
        format!("http://{}/cgi-bin/parlour", self.address)
    }

    fn report(&self) -> Output {
        parlour!("doctor", self.program, self.url())
    }
}

/// Answers one request as a good server would, but for the habit.
fn serve(mut stream: TcpStream, habit: Habit, run: &dyn Fn(&Ask) -> Reply) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let mut words = first.split(' ').map(str::to_owned);
    let method = words.next().unwrap_or_default();
    let target = words.next().unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let mut ask = Ask { method, path: path.to_owned(), query: query.to_owned() };
    let Some(reply) = habit(&mut ask, run) else { return Ok(()) };
    let head = format!("HTTP/1.1 {}\r\n{}\r\n", reply.status, reply.headers);
    stream.write_all(&[head.as_bytes(), &reply.body].concat())
}

/// Runs the program as a CGI, for its own address; there is nothing else.
fn run(path: &PathBuf, ask: &Ask) -> Reply {
    if ask.path != "/cgi-bin/parlour" {
        return Reply::of("404 Not Found", "nothing");
    }
    let mut command = program(path);
    command.env("REQUEST_METHOD", &ask.method).env("QUERY_STRING", &ask.query);
    let answer = command.output().unwrap().stdout;
    let text = String::from_utf8(answer).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let (status, headers) = head.split_once("\r\n").unwrap();
    let status = status.strip_prefix("Status: ").unwrap().to_owned();
    Reply { status, headers: format!("{headers}\r\n"), body: body.into() }
}

/// Checks that the doctor says just these lines of a server with this habit.
#[track_caller]
fn finds(name: &str, habit: Habit, expected: &[&str]) {
    let report = Server::start(habit).report();
    let text = out(&report);
    // Where the keys are is the same for all of these servers.
    let is_bad = |line: &&str| !line.starts_with("ok ") && !line.contains("whoever may run");
    let bad: Vec<&str> = text.lines().filter(is_bad).collect();
    assert_eq!(bad.len(), expected.len(), "{name}:\n{text}");
    for start in expected {
        assert!(bad.iter().any(|line| line.contains(start)), "{name}: no `{start}`:\n{text}");
    }
    let is_wrong = bad.iter().any(|line| line.starts_with("WRONG"));
    assert_eq!(report.status.code(), Some(i32::from(is_wrong)), "{name}: {text}");
}

#[test]
fn a_good_server_is_found_good() {
    let server = Server::start(|ask, run| Some(run(ask)));
    let report = server.report();
    assert!(report.status.success(), "{}", out(&report));
    for seen in [
        "ok    the web server at http://127.0.0.1:",
        "ok    the status of an answer arrives (404, 400, 414)",
        "ok    a POST is refused (405)",
        "ok    a HEAD is answered without a body",
        "ok    a query with percent signs arrives as it was sent",
        "ok    a query of 1900 bytes arrives whole",
        "ok    a query of 7800 bytes arrives",
        "ok    a visitor's words are never taken for a command",
        "ok    no copy of the program and no key file was handed out",
        "ok    the program there has these keys",
    ] {
        assert!(out(&report).contains(seen), "{seen}:\n{}", out(&report));
    }
    // By its address alone, the program here is not looked at.
    let visit = parlour!("doctor", server.url());
    assert!(visit.status.success(), "{}", out(&visit));
    assert!(!out(&visit).contains("the program is"), "{}", out(&visit));
    assert!(!out(&visit).contains("these keys"), "{}", out(&visit));
}

#[test]
fn what_a_server_does_wrong_with_an_answer_is_found() {
    finds(
        "visit-status",
        |ask, run| Some(Reply { status: "200 OK".into(), ..run(ask) }),
        &["WRONG the status of an answer does not arrive", "WRONG a POST should be refused"],
    );
    finds(
        "visit-head",
        |ask, run| {
            ask.method = ask.method.replace("HEAD", "GET");
            Some(run(ask))
        },
        &["WRONG a HEAD is answered with a body of"],
    );
    finds(
        "visit-no-head",
        |ask, run| match ask.method.as_str() {
            "HEAD" => Some(Reply::of("501 Not Implemented", "")),
            _ => Some(run(ask)),
        },
        &["WRONG a HEAD should be answered with 200 and comes back as 501"],
    );
    finds(
        "visit-post",
        |ask, run| (ask.method != "POST").then(|| run(ask)),
        &["note  a POST gets no answer"],
    );
    finds(
        "visit-headers",
        |ask, run| {
            let reply = run(ask);
            Some(Reply { headers: reply.headers.replace("Content-Security", "X"), ..reply })
        },
        &["note  headers of the program do not arrive (Content-Security-Policy)"],
    );
}

#[test]
fn what_a_server_does_wrong_with_a_question_is_found() {
    finds(
        "visit-decoded",
        |ask, run| {
            ask.query = ask.query.replace("%2B", "+").replace("%26", "&");
            Some(run(ask))
        },
        &["WRONG a query with percent signs does not arrive"],
    );
    finds(
        "visit-cut",
        |ask, run| {
            ask.query.truncate(1000);
            Some(run(ask))
        },
        &[
            "WRONG the status of an answer does not arrive",
            "WRONG a query of 1900 bytes does not arrive whole",
            "note  the server itself answers a query of 7800 bytes (200)",
        ],
    );
    finds(
        "visit-short",
        |ask, run| match ask.query.len() {
            0..4096 => Some(run(ask)),
            _ => Some(Reply::of("414 URI Too Long", "no")),
        },
        &["note  the server itself answers a query of 7800 bytes (414)"],
    );
    finds(
        "visit-words",
        |ask, run| match ask.query.as_str() {
            "keygen" => Some(Reply::of("200 OK", Key::draw().unwrap().to_text())),
            _ => Some(run(ask)),
        },
        &["WRONG asked for `?keygen`, the server answers 200 and not with Parlour's first page"],
    );
    finds(
        "visit-silence",
        |ask, run| (ask.query != "keygen").then(|| run(ask)),
        &["WRONG the web server breaks off in the middle"],
    );
}

#[test]
fn what_a_server_hands_out_is_found() {
    finds(
        "visit-copy",
        |ask, run| match ask.path.as_str() {
            "/cgi-bin/parlour.bak" => Some(Reply::of("200 OK", b"\x7fELF...")),
            _ => Some(run(ask)),
        },
        &["WRONG the server hands out /cgi-bin/parlour.bak, with keys in it"],
    );
    finds(
        "visit-key",
        |ask, run| match ask.path.as_str() {
            "/cgi-bin/ring" => Some(Reply::of("200 OK", Key::draw().unwrap().to_text() + "\n")),
            _ => Some(run(ask)),
        },
        &["WRONG the server hands out /cgi-bin/ring, with keys in it"],
    );
    // A file that the doctor sees on this machine is asked for by its own name.
    let server = Server::start(|ask, run| match ask.path.as_str() {
        "/cgi-bin/of-old" => Some(Reply::of("200 OK", Key::draw().unwrap().to_text())),
        _ => Some(run(ask)),
    });
    let beside = server.program.with_file_name("of-old");
    std::fs::write(&beside, Key::draw().unwrap().to_text()).unwrap();
    let report = server.report();
    assert!(out(&report).contains("hands out /cgi-bin/of-old"), "{}", out(&report));
}

#[test]
fn what_is_no_parlour_at_all_is_named() {
    let cases: [(&str, Habit, &str); 10] = [
        (
            "visit-program",
            |_, _| Some(Reply::of("200 OK", b"\x7fELF...")),
            "it answers 200: the server hands out the program with the keys",
        ),
        (
            "visit-script",
            |_, _| Some(Reply::of("200 OK", "#!/bin/sh\nexec parlour\n")),
            "it answers 200: the server hands out the script",
        ),
        ("visit-other", |_, _| Some(Reply::of("200 OK", "<p>hello")), "that is not Parlour"),
        (
            "visit-moved",
            |_, _| {
                let headers = "Location: https://x/\r\n".to_owned();
                Some(Reply { headers, ..Reply::of("301 Moved", "") })
            },
            "sends visitors on to https://x/",
        ),
        ("visit-forbidden", |_, _| Some(Reply::of("403 Forbidden", "")), "Options +ExecCGI"),
        ("visit-unknown", |_, _| Some(Reply::of("404 Not Found", "")), "knows nothing"),
        ("visit-broken", |_, _| Some(Reply::of("500 Error", "")), "cannot run the program"),
        (
            "visit-keyless",
            |_, _| Some(Reply::of("503 No", "<h1>The parlour is not set up yet</h1>")),
            "has no key",
        ),
        ("visit-noise", |_, _| Some(Reply::of("x", "")), "as no web server should"),
        ("visit-mute", |_, _| None, "nobody answers at 127.0.0.1:"),
    ];
    for (name, habit, expected) in cases {
        finds(name, habit, &[expected]);
    }
}

#[test]
fn another_program_there_and_no_server_at_all_are_named() {
    let (one, other) =
        (Server::start(|ask, run| Some(run(ask))), Server::start(|ask, run| Some(run(ask))));
    let report = parlour!("doctor", one.program, other.url());
    assert!(out(&report).contains("WRONG the program there has other keys"), "{}", out(&report));
    for (url, expected) in [
        ("https://localhost/", "speaks no HTTPS"),
        ("http://", "that is no URL"),
        ("http://127.0.0.1:1/", "nobody answers at 127.0.0.1:1"),
    ] {
        let report = parlour!("doctor", url);
        assert_eq!(report.status.code(), Some(1));
        assert_eq!(out(&report).lines().count(), 1);
        assert!(out(&report).contains(expected), "{}", out(&report));
    }
}
