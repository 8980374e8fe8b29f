//! The true executable as a FastCGI responder: processes that stay, also if one of them fails.

use crate::PROGRAM;
use parlour::games::GAMES;
use parlour::gateway::fastcgi::exchange::PARAMS_BYTES_MAX;
use parlour::gateway::fastcgi::record::{self, Kind};
use parlour::os::limits::{ADDRESS_SPACE_MAX, FILES_MAX, PROCESSOR_SECONDS_MAX};
use parlour::seal::{Key, KeyRing};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use support::click::as_server;
use support::fastcgi::{Connection, Responder, children, request};
use support::folder::Folder;
use support::process::{Process, wait_until};

const WAIT_TIME_MAX: Duration = Duration::from_secs(10);

fn start(variables: &[(&str, &str)]) -> Responder {
    Responder::start(Path::new(PROGRAM), variables)
}

/// The output of the program under CGI.
fn by_cgi(query: &str) -> String {
    let mut command = Command::new(PROGRAM);
    let output = as_server(&mut command, query).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn signal(id: u32, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(id.to_string()).status();
    assert!(status.unwrap().success(), "{name} {id}");
}

fn asks(query: &str, keep: bool) -> Vec<u8> {
    request(1, &[("QUERY_STRING", query)], b"", keep)
}

/// The address of a fixed deal of a game. Some games redirect a deal to its own address.
fn deal(game: &str) -> String {
    let deal = format!("g={game}&seed=fastcgi");
    let page = by_cgi(&deal);
    match page.lines().find_map(|line| line.strip_prefix("Location: ?")) {
        Some(address) => address.to_owned(),
        None => deal,
    }
}

/// Addresses whose pages have no new seal, and addresses of games, whose pages have one.
fn addresses() -> (Vec<String>, Vec<String>) {
    let mut fixed = vec![String::new(), "g=nothing".to_owned(), "s=A".to_owned(), "x".repeat(3000)];
    let mut sealed = Vec::new();
    for game in GAMES {
        let key = game.ruleset.key;
        fixed.extend([format!("g={key}&rules"), format!("g={key}&rules&as=json")]);
        let deal = deal(key);
        let page = by_cgi(&deal);
        let token = page.split("s=A").nth(1).and_then(|rest| rest.split('&').next()).unwrap();
        fixed.push(format!("s=A{token}&g={key}&rules=link"));
        let asked = ["", "&unheard_of=1", "&as=json"];
        sealed.extend(asked.map(|more| format!("s=A{token}&g={key}{more}")));
        sealed.push(deal);
    }
    (fixed, sealed)
}

/// A page with every token of a game replaced: each is sealed with another nonce.
fn without_tokens(page: &str) -> String {
    // Forms have it as the value of a field.
    let page = page.replace("name=s value=\"A", "s=A");
    let mut parts = page.split("s=A");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_');
        text.push_str("TOKEN");
        text.push_str(&part[end.unwrap_or(part.len())..]);
    }
    text
}

#[test]
fn every_page_is_that_of_cgi_to_the_byte() {
    let responder = start(&[]);
    let mut kept = responder.connect();
    let (fixed, sealed) = addresses();
    for query in &fixed {
        let right = by_cgi(query);
        assert!(responder.ask(query) == right, "{query}: another page");
        kept.send(&asks(query, true));
        assert!(kept.answer().unwrap().out == right, "{query}: another page");
    }
    for query in &sealed {
        let (page, right) = (responder.ask(query), by_cgi(query));
        assert_ne!(page, right, "{query}: the nonce is not drawn anew");
        assert!(without_tokens(&page) == without_tokens(&right), "{query}: another page");
    }
    assert_eq!(responder.log(), "");
}

#[test]
fn a_head_and_a_post_are_answered_as_under_cgi() {
    let responder = start(&[]);
    let mut connection = responder.connect();
    connection.send(&request(1, &[("REQUEST_METHOD", "HEAD")], b"", true));
    let head = connection.answer().unwrap().out;
    assert!(head.starts_with("Status: 200 OK\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    for length in [0, 8, 500_000] {
        connection.send(&request(9, &[("REQUEST_METHOD", "POST")], &vec![b'x'; length], true));
        let answer = connection.answer().unwrap();
        assert_eq!((answer.id, answer.status), (9, 0));
        assert!(answer.out.starts_with("Status: 405 "), "{}", answer.out);
    }
    // More than it reads of a body: the answer arrives, and then the connection is closed.
    let endless = request(1, &[("REQUEST_METHOD", "POST")], &vec![b'x'; 4 << 20], true);
    thread::scope(|scope| {
        let mut other = responder.connect();
        let mut stream = other.share();
        scope.spawn(move || stream.write_all(&endless));
        assert!(other.answer().unwrap().out.starts_with("Status: 405 "));
        assert_eq!(other.answer(), None);
    });
}

#[test]
fn nobody_waits_for_those_who_are_slow_or_keep_their_connection() {
    let responder = start(&[]);
    let bytes = asks("", true);
    // One that sends nothing, one that is idle, and one whose request stops in the middle.
    let _silent = responder.connect();
    let mut idle = responder.connect();
    idle.send(&bytes);
    idle.answer().unwrap();
    let mut slow = responder.connect();
    for byte in &bytes[..bytes.len() - 1] {
        slow.send(&[*byte]);
    }
    let start = Instant::now();
    assert!(responder.ask("").starts_with("Status: 200 OK\r\n"));
    assert!(start.elapsed() < Duration::from_secs(5));
    slow.send(&bytes[bytes.len() - 1..]);
    assert!(slow.answer().unwrap().out.starts_with("Status: 200 OK\r\n"));
    // Two requests in one piece are answered one after the other.
    idle.send(&[asks("g=nim&rules", true), asks("g=maze&rules", true)].concat());
    assert_eq!(idle.answer().unwrap().out, by_cgi("g=nim&rules"));
    assert_eq!(idle.answer().unwrap().out, by_cgi("g=maze&rules"));
    // More connections than it keeps: the idle ones are given up.
    let mut others: Vec<Connection> = (0..100).map(|_| responder.connect()).collect();
    let last = others.last_mut().unwrap();
    last.send(&bytes);
    assert!(last.answer().unwrap().out.starts_with("Status: 200 OK\r\n"));
}

#[test]
fn waiting_uses_no_processor_also_after_a_signal() {
    let mut responder = start(&[]);
    responder.wait_for_workers(1);
    signal(responder.id(), "HUP");
    assert!(responder.ask("").starts_with("Status: 200 OK\r\n"));
    thread::sleep(Duration::from_millis(300));
    let all = |responder: &mut Responder| -> Vec<u32> {
        [responder.id()].into_iter().chain(responder.workers()).collect()
    };
    let processes = all(&mut responder);
    let before: Vec<u64> = processes.iter().map(|id| processor_time(*id)).collect();
    thread::sleep(Duration::from_secs(1));
    let after: Vec<u64> = processes.iter().map(|id| processor_time(*id)).collect();
    assert_eq!(processes, all(&mut responder), "these are the ones that wait");
    for (before, after) in before.into_iter().zip(after) {
        assert!(after - before < 20, "{} hundredths of a second of a second", after - before);
    }
}

/// The time that the processor has worked for a process, in hundredths of a second.
fn processor_time(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split(' ').collect();
    [12, 13].map(|at| fields[at].parse::<u64>().expect("a time")).iter().sum()
}

#[test]
fn what_is_no_fastcgi_ends_its_own_connection_only() {
    let responder = start(&[]);
    for bytes in [&b"GET / HTTP/1.0\r\n\r\n"[..], &[1, 1, 0, 0, 0, 0, 0, 0], &[0xff; 100]] {
        let mut connection = responder.connect();
        connection.send(bytes);
        assert_eq!(connection.record(), None, "{bytes:?}");
    }
    let long = "x".repeat(PARAMS_BYTES_MAX);
    let mut connection = responder.connect();
    connection.send(&request(1, &[("HTTP_COOKIE", &long)], b"", false));
    assert!(connection.answer().unwrap().out.starts_with("Status: 414 "));
    let mut connection = responder.connect();
    let mut asked = Vec::new();
    record::write(&mut asked, Kind::GET_VALUES, 0, b"\x0f\x00FCGI_MPXS_CONNS");
    connection.send(&asked);
    let (kind, _, told) = connection.record().unwrap();
    assert_eq!((kind, &*told), (Kind::GET_VALUES_RESULT, &b"\x0f\x01FCGI_MPXS_CONNS0"[..]));
    assert!(responder.ask("").starts_with("Status: 200 OK\r\n"));
}

#[test]
fn the_variables_of_the_process_are_the_operators_and_those_of_a_request_its_servers() {
    let mut responder = start(&[("HTTPS", "on"), ("DOCUMENT_ROOT", "/srv")]);
    let key = Key::draw().map(KeyRing::of).unwrap().to_text();
    let page = by_cgi("g=nim&seed=x");
    let link = page.split('"').find_map(|text| text.strip_prefix("?s=")).unwrap();
    let query = format!("s={}&g=nim", link.split('&').next().unwrap());
    let mut connection = responder.connect();
    connection.send(&request(
        1,
        &[("QUERY_STRING", &query), ("PARLOUR_KEY", &key), ("PARLOUR_PANIC", &query)],
        b"",
        false,
    ));
    assert!(connection.answer().unwrap().out.starts_with("Status: 200 OK\r\n"));
    // The words of the command line are not read; with one of these variables it is CGI.
    assert_eq!(responder.wait_for_workers(1).len(), 1);
}

#[test]
fn without_a_key_every_request_says_so_to_the_visitor_and_to_the_log() {
    let responder = start(&[("PARLOUR_KEY", "")]);
    for _ in 0..2 {
        let mut connection = responder.connect();
        connection.send(&asks("g=nim", false));
        let answer = connection.answer().unwrap();
        assert!(answer.out.starts_with("Status: 503 "), "{}", answer.out);
        assert!(answer.log.starts_with("parlour: there is no key"), "{}", answer.log);
    }
    assert_eq!(responder.log().lines().count(), 1, "{}", responder.log());
}

#[test]
fn a_wrong_setting_is_logged_once() {
    let responder = start(&[("PARLOUR_URL", "games.example"), ("PARLOUR_TITLE", "Here")]);
    for _ in 0..2 {
        let mut connection = responder.connect();
        connection.send(&asks("g=nim&rules", false));
        let page = connection.answer().unwrap().out;
        assert!(page.starts_with("Status: 200 ") && page.contains(", Here</title>"), "{page}");
    }
    assert_eq!(responder.log().lines().count(), 1, "{}", responder.log());
    assert!(responder.log().starts_with("parlour: PARLOUR_URL is no address "));
}

#[test]
fn a_bug_costs_one_request_its_page_and_no_other() {
    let mut responder = start(&[("PARLOUR_PANIC", "bug")]);
    let first = responder.wait_for_workers(1);
    // The same worker has half a request of another client, and a third client waits.
    let bytes = asks("g=nim&rules", true);
    let (mut half, mut idle) = (responder.connect(), responder.connect());
    idle.send(&bytes);
    idle.answer().unwrap();
    half.send(&bytes[..20]);
    thread::sleep(Duration::from_millis(100));
    let mut connection = responder.connect();
    connection.send(&asks("bug", true));
    let answer = connection.answer().unwrap();
    assert!(answer.out.starts_with("Status: 500 "), "{}", answer.out);
    assert!(answer.log.contains("parlour: bug: "), "{}", answer.log);
    half.send(&bytes[20..]);
    assert_eq!(half.answer().unwrap().out, by_cgi("g=nim&rules"));
    let restarted = wait_until(WAIT_TIME_MAX, || {
        let workers = responder.workers();
        workers.len() == 1 && workers != first
    });
    assert!(restarted, "{}", responder.log());
    assert!(responder.ask("").starts_with("Status: 200 OK\r\n"));
    assert!(responder.log().contains("parlour: bug: "), "{}", responder.log());
}

#[test]
fn a_bug_is_told_in_the_protocol_of_the_request() {
    for (protocol, beginning) in [("GEMINI", "42 "), ("HTTP/1.1", "Status: 500 ")] {
        let responder = start(&[("PARLOUR_PANIC", "bug")]);
        let mut connection = responder.connect();
        let variables = [("QUERY_STRING", "bug"), ("SERVER_PROTOCOL", protocol)];
        connection.send(&request(1, &variables, b"", true));
        let answer = connection.answer().unwrap();
        assert!(answer.out.starts_with(beginning), "{}", answer.out);
    }
}

#[test]
fn a_worker_that_dies_or_never_ends_is_replaced() {
    let mut responder = start(&[("PARLOUR_ABORT", "die"), ("PARLOUR_SPIN", "spin")]);
    for query in ["die", "spin", "die"] {
        let before = responder.wait_for_workers(1);
        let start = Instant::now();
        let mut connection = responder.connect();
        connection.send(&asks(query, false));
        assert_eq!(connection.answer(), None, "{query}");
        assert!(responder.ask("").starts_with("Status: 200 OK\r\n"), "{query}");
        assert_ne!(responder.wait_for_workers(1), before);
        if query == "spin" {
            // The limit is processor time, and other processes may leave little of it.
            assert!(start.elapsed() > Duration::from_secs(PROCESSOR_SECONDS_MAX));
        }
    }
    let log = responder.log();
    assert_eq!(log.matches("ended (signal: ").count(), 3, "{log}");
}

#[test]
fn a_worker_limits_itself_and_its_requests() {
    let mut responder = start(&[]);
    let worker = responder.wait_for_workers(1)[0];
    responder.ask("");
    let limits = fs::read_to_string(format!("/proc/{worker}/limits")).unwrap();
    let soft = |name: &str| {
        let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(soft("Max address space"), ADDRESS_SPACE_MAX);
    assert_eq!(soft("Max open files"), FILES_MAX);
    assert_eq!(soft("Max cpu time"), PROCESSOR_SECONDS_MAX + 1);
    for id in [worker, responder.id()] {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        assert!(status.contains("Threads:\t1\n"), "{status}");
    }
}

#[test]
fn what_has_begun_is_answered_before_the_end() {
    for name in ["TERM", "INT", "USR1"] {
        let mut responder = start(&[]);
        let worker = responder.wait_for_workers(1)[0];
        let bytes = asks("g=nim&rules", true);
        let (mut half, mut idle) = (responder.connect(), responder.connect());
        idle.send(&bytes);
        idle.answer().unwrap();
        half.send(&bytes[..bytes.len() / 2]);
        thread::sleep(Duration::from_millis(100));
        signal(responder.id(), name);
        thread::sleep(Duration::from_millis(100));
        assert_eq!(responder.workers(), [worker], "{name}: it has ended");
        half.send(&bytes[bytes.len() / 2..]);
        assert_eq!(half.answer().unwrap().out, by_cgi("g=nim&rules"), "{name}");
        assert_eq!(half.answer(), None, "{name}");
        assert_eq!(idle.answer(), None, "{name}");
        assert_eq!(responder.end(), Some(0), "{name}");
        assert_eq!(responder.log(), "", "{name}");
    }
}

#[test]
fn a_client_that_has_just_connected_is_answered_before_the_end() {
    let mut responder = start(&[]);
    let worker = responder.wait_for_workers(1)[0];
    assert!(responder.ask("").starts_with("Status: 200 OK\r\n"));
    let mut connection = responder.connect();
    thread::sleep(Duration::from_millis(100));
    signal(worker, "TERM");
    thread::sleep(Duration::from_millis(100));
    connection.send(&asks("g=nim&rules", true));
    assert_eq!(connection.answer().unwrap().out, by_cgi("g=nim&rules"));
    assert!(wait_until(WAIT_TIME_MAX, || !responder.workers().contains(&worker)));
    // One that says nothing keeps no worker for long.
    let worker = responder.wait_for_workers(1)[0];
    let _silent = responder.connect();
    thread::sleep(Duration::from_millis(100));
    signal(worker, "TERM");
    assert!(wait_until(WAIT_TIME_MAX, || !responder.workers().contains(&worker)));
}

#[test]
fn workers_do_not_outlive_a_supervisor_that_is_killed() {
    let mut responder = start(&[("PARLOUR_WORKERS", "3")]);
    let workers = responder.wait_for_workers(3);
    responder.ask("");
    signal(responder.id(), "KILL");
    let is_gone = |id: &u32| {
        let status = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        status.is_empty() || status.contains(") Z ")
    };
    assert!(wait_until(WAIT_TIME_MAX, || workers.iter().all(is_gone)));
}

/// Puts a key file that others may not read in place of another, whole: a worker may be reading it.
fn write_ring(folder: &Folder, text: &str) -> String {
    let ring = folder.join("ring");
    std::fs::rename(folder.write("new-ring", text, 0o600), &ring).unwrap();
    ring.display().to_string()
}

#[test]
fn keys_change_while_requests_come_and_none_is_lost() {
    let folder = Folder::create();
    let draw = || Key::draw().map(KeyRing::of).unwrap().to_text();
    let [old, new] = [draw(), draw()];
    let ring = write_ring(&folder, &old);
    let mut responder =
        start(&[("PARLOUR_KEY", ""), ("PARLOUR_KEY_FILE", &ring), ("PARLOUR_WORKERS", "2")]);
    let former = responder.wait_for_workers(2);
    let page = responder.ask("g=nim&seed=x");
    let link = page.split('"').find_map(|text| text.strip_prefix("?s=")).unwrap();
    let link = format!("s={}&g=nim", link.split('&').next().unwrap());
    let (closes, supervisor) = (AtomicBool::new(false), responder.id());
    let shared = &responder;
    thread::scope(|scope| {
        let visit = || {
            let mut kept = shared.connect();
            let mut count = 0;
            while !closes.load(Ordering::Relaxed) {
                let page = shared.ask(&link);
                assert!(page.starts_with("Status: 200 OK\r\n"), "{page}");
                // A server whose open connection was closed tries once more with a new one.
                let bytes = asks(&link, true);
                let again = kept.try_send(&bytes).ok().and_then(|()| kept.answer());
                let answer = again.or_else(|| {
                    kept = shared.connect();
                    kept.send(&bytes);
                    kept.answer()
                });
                assert!(answer.unwrap().out.starts_with("Status: 200 OK\r\n"));
                count += 1;
            }
            count
        };
        let visitors = [scope.spawn(visit), scope.spawn(visit)];
        for text in [format!("{old},{new}"), format!("{new},{old}"), format!("{new},{old}")] {
            thread::sleep(Duration::from_millis(150));
            write_ring(&folder, &text);
            let before = children(supervisor);
            signal(supervisor, "HUP");
            let renewed = wait_until(WAIT_TIME_MAX, || {
                let now = children(supervisor);
                now.len() == 2 && now.iter().all(|id| !before.contains(id))
            });
            assert!(renewed);
        }
        closes.store(true, Ordering::Relaxed);
        for visitor in visitors {
            assert!(visitor.join().unwrap() > 10);
        }
    });
    let workers = responder.wait_for_workers(2);
    assert!(workers.iter().all(|id| !former.contains(id)));
    write_ring(&folder, &format!("{new},retired:{old}"));
    signal(supervisor, "HUP");
    let retired = || responder.ask(&link).starts_with("Status: 410 ");
    assert!(wait_until(WAIT_TIME_MAX, retired));
    assert_eq!(responder.log(), "");
}

#[test]
fn faulty_keys_leave_the_old_workers_at_work() {
    let folder = Folder::create();
    let good = Key::draw().map(KeyRing::of).unwrap().to_text();
    let ring = write_ring(&folder, &good);
    let mut responder = start(&[("PARLOUR_KEY", ""), ("PARLOUR_KEY_FILE", &ring)]);
    let workers = responder.wait_for_workers(1);
    let supervisor = responder.id();
    assert!(responder.ask("g=nim&seed=x").starts_with("Status: 200 OK\r\n"));
    write_ring(&folder, &format!("{good}\n{good}"));
    signal(supervisor, "HUP");
    let is_logged = || responder.log().lines().count() == 2;
    assert!(wait_until(WAIT_TIME_MAX, is_logged), "{}", responder.log());
    let log = responder.log();
    assert!(log.starts_with(&format!("parlour: the key file {ring} cannot be used: ")), "{log}");
    assert!(log.ends_with("the workers go on with the former ones\n"), "{log}");
    assert_eq!(responder.workers(), workers);
    assert!(responder.ask("g=nim&seed=x").starts_with("Status: 200 OK\r\n"));
    write_ring(&folder, &good);
    signal(supervisor, "HUP");
    assert!(wait_until(WAIT_TIME_MAX, || {
        let now = responder.workers();
        now.len() == 1 && now != workers
    }));
}

#[test]
fn nobody_waits_for_a_server_that_does_not_read() {
    let responder = start(&[]);
    let page = "g=mines&size=16x16-51&seed=x&as=json";
    let mut unread: Vec<Connection> = (0..3).map(|_| responder.connect()).collect();
    for connection in &mut unread {
        // More than the buffer of a socket takes.
        connection.send(&asks(page, true).repeat(8));
    }
    thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    assert!(responder.ask("").starts_with("Status: 200 OK\r\n"));
    assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
    // The first reads after all, and loses nothing.
    for _ in 0..8 {
        assert!(unread[0].answer().unwrap().out.starts_with("Status: 200 OK\r\n"));
    }
}

#[test]
fn without_keys_it_does_not_even_listen() {
    let folder = Folder::create();
    let socket = folder.join("socket");
    let mut command = Command::new(PROGRAM);
    command.env_clear().args(["fastcgi", "--listen"]).arg(&socket).stdin(Stdio::null());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaint.matches("there is no key").count(), 1, "{complaint}");
    assert!(!socket.exists());
}

#[test]
fn only_a_socket_that_listens_makes_a_responder() {
    let told = |stdin: Stdio| {
        let mut command = Command::new(PROGRAM);
        let output = command.env_clear().arg("version").stdin(stdin).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (connected, _other) = UnixStream::pair().unwrap();
    let (pipe, _writer) = std::io::pipe().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    for stdin in [
        Stdio::null(),
        Stdio::from(OwnedFd::from(connected)),
        Stdio::from(pipe),
        Stdio::from(OwnedFd::from(client)),
        Stdio::from(fs::File::open(PROGRAM).unwrap()),
    ] {
        assert_eq!(told(stdin), concat!("parlour ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}

#[test]
fn it_listens_where_it_is_told() {
    let folder = Folder::create();
    let path = folder.join("socket").display().to_string();
    let port = support::server::free_port();
    for place in [path.clone(), format!("127.0.0.1:{port}")] {
        let mut command = Command::new(PROGRAM);
        let command = command.env_clear().env("PARLOUR_KEY", support::click::KEY);
        command.args(["fastcgi", "--workers", "2", "--listen", &place]).stdin(Stdio::null());
        let mut process = Process::start(command);
        let ask = || -> std::io::Result<String> {
            let bytes = asks("", false);
            let mut out = Vec::new();
            if place == path {
                let mut stream = UnixStream::connect(&path)?;
                stream.write_all(&bytes)?;
                stream.read_to_end(&mut out)?;
            } else {
                let mut stream = TcpStream::connect(&place)?;
                stream.write_all(&bytes)?;
                stream.read_to_end(&mut out)?;
            }
            Ok(String::from_utf8_lossy(&out).into_owned())
        };
        let answers = || ask().is_ok_and(|answer| answer.contains("Status: 200 OK\r\n"));
        assert!(wait_until(WAIT_TIME_MAX, answers), "{place}");
        let both = || children(process.child().id()).len() == 2;
        assert!(wait_until(WAIT_TIME_MAX, both), "{place}");
        drop(process);
        assert!(!answers(), "{place}");
    }
    assert!(folder.names().is_empty(), "the socket is left");
}
