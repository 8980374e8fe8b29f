//! The preview server, spoken to as bluntly as a network can.
//!
//! The program behind it is a script that does what the query string says; a few tests at the end
//! start the executable itself.
#![cfg(all(unix, feature = "serve"))]

use parlour::serve::{Patience, Preview};
use std::ffi::OsStr;
use std::fs::Permissions;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Patience =
    Patience { visitor: Duration::from_secs(2), program: Duration::from_secs(2) };

const SCRIPT: &str = r#"#!/bin/sh
page() { printf 'Status: 200 OK\nContent-Type: text/plain\n\n%s\n' "$1"; }
case "$QUERY_STRING" in
crash) kill -SEGV $$ ;;
crash-late) page 'last words'; kill -ABRT $$ ;;
hang) exec sleep 60 ;;
silent) exit 0 ;;
garbage) echo 'Segmentation fault' ;;
partial) printf 'Status: 200 OK\nContent-Type: te' ;;
endless) exec yes ;;
nap) sleep 0.3; page rested ;;
refuse) page 'never read' ;;
echo) page "$(cat)" ;;
missing) printf 'Status: 404 Not Found\r\nContent-Type: text/plain\r\n\r\nno such game' ;;
length) printf 'Status: 200 OK\nContent-Type: text/plain\nContent-Length: 6\n\n'
    [ "$REQUEST_METHOD" = HEAD ] || printf 'six...' ;;
fail) echo 'a word for the log' >&2; exit 3 ;;
*) page "$(env)" ;;
esac
"#;

/// The script, written before any test starts a program: one that is being written cannot be run.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let name = format!("serve-{}.sh", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, SCRIPT).unwrap();
    std::fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    path
});

/// A preview in this process, open as long as it lasts.
fn open() -> SocketAddr {
    let listen = Some(OsStr::new("127.0.0.1:0"));
    let preview = Preview::open_with(listen, PROGRAM.clone(), PATIENCE).unwrap();
    let address = address_in(&preview.url());
    thread::spawn(|| preview.run());
    address
}

/// The preview that most tests share, so that each sees what the others leave of it.
static SHARED: LazyLock<SocketAddr> = LazyLock::new(open);

fn address_in(url: &str) -> SocketAddr {
    let rest = url.strip_prefix("http://").unwrap();
    rest.strip_suffix("/cgi-bin/parlour").unwrap().parse().unwrap()
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
    stream
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

/// Says something and listens to the end. A connection that is cut off gives what came before.
fn say_to(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = connect(address);
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn ask(address: SocketAddr, request: &str) -> Answer {
    let answer = say_to(address, request.as_bytes());
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
}

fn get(path: &str) -> Answer {
    ask(*SHARED, &format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"))
}

fn post(query: &str, body: &str) -> Answer {
    let length = body.len();
    let head = format!("POST /cgi-bin/parlour?{query} HTTP/1.1\r\nHost: x\r\n");
    ask(*SHARED, &format!("{head}Content-Length: {length}\r\n\r\n{body}"))
}

#[track_caller]
fn assert_alive(address: SocketAddr) {
    assert_eq!(ask(address, "GET /cgi-bin/parlour?echo HTTP/1.0\r\n\r\n").status, 200);
}

#[test]
fn a_click_runs_the_program_with_the_variables_of_the_standard_and_no_others() {
    let request = "GET /cgi-bin/parlour/a%20b?x=%41 HTTP/1.1\r\nHost: x\r\nProxy: y\r\n\r\n";
    let answer = ask(*SHARED, request);
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("content-type: text/plain"));
    let variables: Vec<(&str, &str)> =
        answer.body.lines().map(|line| line.split_once('=').unwrap()).collect();
    let port = SHARED.port().to_string();
    for pair in [
        ("GATEWAY_INTERFACE", "CGI/1.1"),
        ("SERVER_PROTOCOL", "HTTP/1.1"),
        ("SERVER_PORT", port.as_str()),
        ("REQUEST_METHOD", "GET"),
        ("SCRIPT_NAME", "/cgi-bin/parlour"),
        ("PATH_INFO", "/a b"),
        ("QUERY_STRING", "x=%41"),
        ("REMOTE_ADDR", "127.0.0.1"),
        ("HTTP_HOST", "x"),
        ("PARLOUR_PREVIEW", "1"),
    ] {
        assert!(variables.contains(&pair), "{pair:?} in {variables:?}");
    }
    let known = ["SERVER_SOFTWARE", "SERVER_NAME", "PARLOUR_KEY"];
    // The shell adds some of its own.
    let shell = ["PWD", "OLDPWD", "SHLVL", "_", "PATH"];
    let names = variables.iter().map(|(name, _)| name);
    assert_eq!(names.filter(|n| !shell.contains(n) && !known.contains(n)).count(), 10);
}

#[test]
fn one_key_serves_the_whole_preview_and_no_other() {
    let key = |address| {
        let page = ask(address, "GET /cgi-bin/parlour HTTP/1.0\r\n\r\n").body;
        page.lines().find_map(|line| line.strip_prefix("PARLOUR_KEY=")).unwrap().to_owned()
    };
    assert_eq!(key(*SHARED), key(*SHARED));
    assert_ne!(key(*SHARED), key(open()));
    assert!(parlour::seal::keys::KeyRing::parse(&key(*SHARED)).is_ok());
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let head = |path| ask(*SHARED, &format!("HEAD {path} HTTP/1.1\r\nHost: x\r\n\r\n"));
    let page = head("/cgi-bin/parlour?length");
    assert_eq!((page.status, page.body.as_str()), (200, ""));
    assert!(page.head.contains("content-length: 6"), "{}", page.head);
    assert_eq!(get("/cgi-bin/parlour?length").body, "six...");
    let missing = head("/nothing");
    assert_eq!((missing.status, missing.body.as_str()), (404, ""));
}

#[test]
fn every_way_leads_to_the_parlour() {
    for path in ["/", "/cgi-bin", "/cgi-bin/", "/?x"] {
        let answer = get(path);
        assert_eq!(answer.status, 303);
        assert!(answer.head.contains("location: /cgi-bin/parlour\r\n"), "{}", answer.head);
        assert!(answer.body.contains("href=\"/cgi-bin/parlour\""));
    }
    for path in ["/favicon.ico", "/cgi-bin/parlours", "/cgi-bin/../etc/passwd", "/%00", "*"] {
        let answer = get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.body.contains("href=\"/cgi-bin/parlour\""));
    }
    assert_eq!(get("/cgi-bin/parlou%72?missing").body, "no such game");
    assert_eq!(get("/cgi-bin/parlour?missing").status, 404);
}

#[test]
fn what_is_sent_reaches_the_program_if_it_cares() {
    assert_eq!(post("echo", "hello").body, "hello\n");
    let most = "x".repeat(64 * 1024);
    assert_eq!(post("echo", &most).body.len(), most.len() + 1);
    assert_eq!(post("refuse", &most).body, "never read\n");
    let chunked = "POST /cgi-bin/parlour?echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    assert_eq!(ask(*SHARED, chunked).body, "abc\n");
}

#[test]
fn what_is_too_long_is_refused() {
    for bytes in [64 * 1024 + 1, 500_000] {
        assert_eq!(post("echo", &"x".repeat(bytes)).status, 413);
    }
    let announced =
        "POST /cgi-bin/parlour HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999\r\n\r\n";
    assert_eq!(ask(*SHARED, announced).status, 413);
    assert_eq!(get(&format!("/cgi-bin/parlour?{}", "x".repeat(9_000))).status, 414);
    assert_eq!(get(&format!("/cgi-bin/parlour?{}", "x".repeat(8_000))).status, 200);
    let header = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    let answer = say_to(*SHARED, header.as_bytes());
    assert!(answer.is_empty() || answer.contains(" 431 "), "{answer}");
    assert_alive(*SHARED);
}

#[test]
fn a_program_that_fails_gets_a_page_in_plain_words() {
    for (query, status, word) in [
        ("crash", 502, "without a word"),
        ("silent", 502, "without a word"),
        ("fail", 502, "without a word"),
        ("garbage", 502, "no page"),
        ("partial", 502, "no page"),
        ("endless", 502, "no page"),
        ("hang", 504, "too long"),
    ] {
        let answer = get(&format!("/cgi-bin/parlour?{query}"));
        assert_eq!(answer.status, status, "{query}");
        assert!(answer.body.contains(word), "{query}: {}", answer.body);
        assert!(answer.body.contains("href=\"/cgi-bin/parlour\""));
    }
    // A whole page counts, however the program ended: that is how it tells of a fault of its own.
    assert_eq!(get("/cgi-bin/parlour?crash-late").body, "last words\n");
    assert_alive(*SHARED);
}

#[test]
fn a_program_that_is_gone_is_no_end() {
    let listen = Some(OsStr::new("127.0.0.1:0"));
    let preview = Preview::open_with(listen, "/nowhere/parlour".into(), PATIENCE).unwrap();
    let address = address_in(&preview.url());
    thread::spawn(|| preview.run());
    for _ in 0..2 {
        let answer = ask(address, "GET /cgi-bin/parlour HTTP/1.0\r\n\r\n");
        assert_eq!(answer.status, 502);
        assert!(answer.body.contains("cannot be run"));
    }
}

#[test]
fn garbage_is_answered_as_such_or_not_at_all() {
    // A poor man's random numbers, the same in every run.
    let mut state = 0x2545_f491_u32;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    for round in 0..100 {
        let length = random() % 400;
        let mut garbage: Vec<u8> = (0..length).map(|_| random() as u8).collect();
        if round % 3 == 0 {
            garbage.splice(0..0, *b"GET /cgi-bin/parlour?");
        }
        if round % 2 == 0 {
            garbage.extend_from_slice(b" HTTP/1.1\r\nHost: x\r\n\r\n");
        }
        let mut stream = connect(*SHARED);
        let _ = stream.write_all(&garbage);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    for request in [
        "GET  HTTP/1.1\r\n\r\n",
        "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let answer = say_to(*SHARED, request.as_bytes());
        assert!(!answer.contains(" 200 "), "{answer}");
    }
    assert_alive(*SHARED);
}

#[test]
fn slow_visitors_hold_up_nobody_and_are_shown_out() {
    let address = open();
    let slow: Vec<TcpStream> = (0..10).map(|_| connect(address)).collect();
    let begun = Instant::now();
    let dripping = thread::spawn(move || {
        for byte in b"GET / HTTP/1.1\r\nX: y" {
            if slow.iter().any(|mut stream| stream.write_all(&[*byte]).is_err()) {
                break;
            }
            thread::sleep(Duration::from_millis(300));
        }
        begun.elapsed()
    });
    thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    assert_alive(address);
    assert!(asked.elapsed() < Duration::from_secs(1));
    assert!(dripping.join().unwrap() < Duration::from_secs(5));
    // The same with a body that never comes to its end.
    let mut stream = connect(address);
    let request =
        b"POST /cgi-bin/parlour?echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nfour";
    stream.write_all(request).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

#[test]
fn a_crowd_waits_its_turn() {
    let address = open();
    let idle: Vec<TcpStream> = (0..64).map(|_| connect(address)).collect();
    let visitors: Vec<_> = (0..20)
        .map(|_| thread::spawn(move || ask(address, "GET /cgi-bin/parlour?nap HTTP/1.0\r\n\r\n")))
        .collect();
    for visitor in visitors {
        assert_eq!(visitor.join().unwrap().body, "rested\n");
    }
    drop(idle);
}

/// The executable itself, serving.
struct Served {
    process: Child,
    address: SocketAddr,
    rest: BufReader<std::process::ChildStdout>,
}

impl Served {
    fn start(command: &mut Command) -> Self {
        LazyLock::force(&PROGRAM);
        command.env_clear().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut rest = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        rest.read_line(&mut line).unwrap();
        let address = address_in(line.trim_end().strip_prefix("Parlour is open at ").unwrap());
        Served { process, address, rest }
    }

    fn signal(&mut self, signal: &str) -> ExitStatus {
        let id = self.process.id().to_string();
        Command::new("kill").args([signal, &id]).status().unwrap();
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(5) {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("it did not end");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn parlour_serve(listen: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(["serve", "--listen", listen]);
    command
}

#[test]
fn the_command_serves_until_it_is_told_to_end() {
    for signal in ["-TERM", "-INT"] {
        let mut served = Served::start(&mut parlour_serve("127.0.0.1:0"));
        assert_eq!(ask(served.address, "GET / HTTP/1.0\r\n\r\n").status, 303);
        let _idle = connect(served.address);
        assert!(served.signal(signal).success());
        let mut said = String::new();
        served.rest.read_to_string(&mut said).unwrap();
        assert!(said.contains("links die with it"), "{said}");
        assert!(!said.contains("Everybody"), "{said}");
    }
}

#[test]
fn the_command_warns_when_others_can_come_in() {
    let mut served = Served::start(&mut parlour_serve("0.0.0.0:0"));
    assert!(served.address.ip().is_loopback());
    assert_eq!(ask(served.address, "GET / HTTP/1.0\r\n\r\n").status, 303);
    served.signal("-TERM");
    let mut said = String::new();
    served.rest.read_to_string(&mut said).unwrap();
    assert!(said.contains("Everybody who can reach this machine can play"), "{said}");
}

#[test]
fn two_previews_take_two_of_the_usual_ports() {
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        command.arg("serve");
        command
    };
    let one = Served::start(&mut command());
    let two = Served::start(&mut command());
    assert_ne!(one.address, two.address);
    for served in [&one, &two] {
        assert!((8080..=8099).contains(&served.address.port()));
        assert_eq!(ask(served.address, "GET / HTTP/1.0\r\n\r\n").status, 303);
    }
}

#[test]
fn running_out_of_files_is_survived() {
    let script = "ulimit -n 24; exec \"$0\" serve --listen 127.0.0.1:0";
    let mut shell = Command::new("/bin/sh");
    let served = Served::start(shell.args(["-c", script, env!("CARGO_BIN_EXE_parlour")]));
    let crowd: Vec<TcpStream> = (0..40).map(|_| connect(served.address)).collect();
    thread::sleep(Duration::from_millis(300));
    drop(crowd);
    assert_eq!(ask(served.address, "GET / HTTP/1.0\r\n\r\n").status, 303);
}

#[test]
fn the_command_shows_the_parlour() {
    let served = Served::start(&mut parlour_serve("127.0.0.1:0"));
    let page = ask(served.address, "GET /cgi-bin/parlour HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("</html>"));
    let attack = ask(served.address, "GET /cgi-bin/parlour?serve HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(attack.status, 200);
}
