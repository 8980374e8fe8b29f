//! The processes of `parlour serve`, which stay, also if one of them fails.

use crate::PROGRAM;
use parlour::games::GAMES;
use parlour::os::limits::{PROCESSOR_SECONDS_MAX, WORKER_ADDRESS_SPACE_MAX, WORKER_FILES_MAX};
use parlour::seal::{Key, KeyRing};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use support::click::{KEY, as_server};
use support::folder::Folder;
use support::http::Reply;
use support::process::{Process, wait_until};
use support::serve::{Connection, PATH, Served, asks, children, request};

const WAIT_TIME_MAX: Duration = Duration::from_secs(10);
/// The headers that a server adds to what a CGI program says.
const OF_SERVER: [&str; 2] = ["Date: ", "Connection: "];

fn start(variables: &[(&str, &str)]) -> Served {
    Served::start(Path::new(PROGRAM), variables)
}

/// The output of the program under CGI.
fn by_cgi(query: &str) -> String {
    let mut command = Command::new(PROGRAM);
    let output = as_server(&mut command, query).env("HTTP_HOST", "x").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A reply as the program writes it under CGI.
fn as_cgi(reply: &Reply) -> String {
    let lines = reply.head.lines().filter(|line| !OF_SERVER.iter().any(|it| line.starts_with(it)));
    let head: String = lines.map(|line| format!("{line}\r\n")).collect();
    format!("{}\r\n{}", head.replacen("HTTP/1.1 ", "Status: ", 1), reply.text())
}

#[track_caller]
fn assert_is_page(reply: Option<Reply>, query: &str) {
    assert!(reply.is_some_and(|reply| as_cgi(&reply) == by_cgi(query)), "{query}");
}

fn signal(id: u32, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(id.to_string()).status();
    assert!(status.unwrap().success(), "{name} {id}");
}

/// The address of a fixed deal of a game. Some games redirect a deal to its own address.
fn deal(game: &str) -> String {
    let deal = format!("g={game}&seed=workers");
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
fn a_server_logs_its_figures_at_the_end() {
    let mut server = start(&[("PARLOUR_PANIC", "bug")]);
    for query in ["g=nim", "g=maze", "g=none"] {
        server.ask(query);
    }
    assert_eq!(server.ask("bug").status, 500);
    assert_eq!(server.end(), Some(0), "{}", server.log());
    let log = server.log();
    let last = log.lines().last().unwrap_or_default();
    let counts = "4 requests answered, 1 of them with an error of its own";
    assert!(last.starts_with("parlour: ended after ") && last.ends_with(counts), "{log}");
}

#[test]
fn every_page_is_that_of_cgi() {
    let served = start(&[]);
    let (fixed, sealed) = addresses();
    let mut kept = served.connect();
    for query in &fixed {
        assert_is_page(Some(served.ask(query)), query);
        kept.send(&request(query));
        assert_is_page(kept.reply(), query);
    }
    for query in &sealed {
        let (page, right) = (as_cgi(&served.ask(query)), by_cgi(query));
        assert_ne!(page, right, "{query}: the nonce is not drawn anew");
        assert!(without_tokens(&page) == without_tokens(&right), "{query}: another page");
    }
    assert_eq!(served.complaints(), "");
}

#[test]
fn nobody_waits_for_the_slow_and_the_idle() {
    let served = start(&[]);
    let bytes = request("");
    // One that sends nothing, one that is idle, and one whose request stops in the middle.
    let _silent = served.connect();
    let mut idle = served.connect();
    idle.send(&bytes);
    idle.reply().unwrap();
    let mut slow = served.connect();
    for byte in &bytes[..bytes.len() - 1] {
        slow.send(&[*byte]);
    }
    let start = Instant::now();
    assert_eq!(served.ask("").status, 200);
    assert!(start.elapsed() < Duration::from_secs(2));
    slow.send(&bytes[bytes.len() - 1..]);
    assert_eq!(slow.reply().unwrap().status, 200);
    // Requests in one piece are answered one after the other.
    let queries = ["g=nim&rules", "g=maze&rules", "g=mines&rules"];
    idle.send(&queries.map(request).concat());
    for query in queries {
        assert_is_page(idle.reply(), query);
    }
}

#[test]
fn nobody_waits_for_one_who_does_not_read() {
    let served = start(&[]);
    let page = "g=mines&size=16x16-51&seed=x&as=json";
    let mut unread: Vec<Connection> = (0..4).map(|_| served.connect()).collect();
    for connection in &mut unread {
        // More than the buffer of a socket takes.
        connection.send(&request(page).repeat(8));
    }
    thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    assert_eq!(served.ask("").status, 200);
    assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
    // The first reads after all, and loses nothing.
    for _ in 0..8 {
        assert_eq!(unread[0].reply().unwrap().status, 200);
    }
}

#[test]
fn no_request_hides_in_the_one_before() {
    let served = start(&[]);
    let hidden = request("g=nim&rules");
    let get = format!("GET {PATH}?");
    let length = hidden.len();
    for (start, lines, status) in [
        (&*get, format!("Content-Length: {length}\r\n"), 200),
        (&*get, "Content-Length: 0\r\n".to_owned(), 200),
        (&*get, format!("Content-Length: 0\r\nContent-Length: {length}\r\n"), 400),
        (&*get, format!("Transfer-Encoding: chunked\r\nContent-Length: {length}\r\n"), 200),
        (&*get, "Upgrade: h2c\r\nConnection: Upgrade\r\n".to_owned(), 200),
        (&*get, "Connection: close\r\n".to_owned(), 200),
        ("POST /cgi-bin/parlour", format!("Content-Length: {length}\r\n"), 405),
        // Lines may end without a carriage return, but then nothing behind the request is another one.
        (&*get, "X: a\n\nGET /hidden HTTP/1.1\nHost: y\r\n".to_owned(), 200),
        (&*get, "X: a\r\n folded\r\n".to_owned(), 400),
        (&*get, "Host: y\r\n".to_owned(), 400),
    ] {
        let mut connection = served.connect();
        connection.send(&[asks(start, &lines), hidden.clone()].concat());
        let reply = connection.reply().unwrap();
        assert_eq!((reply.status, reply.header("Connection")), (status, Some("close")), "{lines}");
        assert!(connection.reply().is_none(), "{lines}");
    }
    let mut connection = served.connect();
    connection.send(b"GET /cgi-bin/parlour HTTP/1.1\nHost: x\n\n");
    let reply = connection.reply().unwrap();
    assert_eq!((reply.status, reply.header("Connection")), (200, Some("close")));
}

#[test]
fn waiting_uses_no_processor() {
    let mut served = start(&[]);
    let processes: Vec<u32> = [served.wait_for_workers(&[]), vec![served.id()]].concat();
    let mut kept = served.connect();
    kept.send(&request(""));
    assert_eq!(kept.reply().unwrap().status, 200);
    signal(served.id(), "CHLD");
    thread::sleep(Duration::from_millis(300));
    let times = || processes.iter().map(|id| processor_time(*id)).collect::<Vec<u64>>();
    let before = times();
    thread::sleep(Duration::from_secs(1));
    for (before, after) in before.into_iter().zip(times()) {
        assert!(after - before < 20, "{} hundredths of a second of a second", after - before);
    }
}

/// The time that the processor has worked for a process, in hundredths of a second.
fn processor_time(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split(' ').collect();
    [12, 13].map(|at| fields[at].parse::<u64>().expect("a time")).iter().sum()
}

#[test]
fn a_wrong_setting_is_logged_once() {
    let served = start(&[("PARLOUR_URL", "games.example"), ("PARLOUR_TITLE", "Here")]);
    for _ in 0..2 {
        let page = served.ask("g=nim&rules");
        assert!(page.status == 200 && page.text().contains(", Here</title>"), "{page:?}");
    }
    assert_eq!(served.log().lines().count(), 1, "{}", served.log());
    assert!(served.log().starts_with("parlour: PARLOUR_URL is no address "));
}

#[test]
fn the_access_log_has_no_link() {
    let served = start(&[]);
    assert_eq!(served.ask("g=nim&rules&c=password").status, 200);
    let is_logged = || served.said().contains("\"GET /cgi-bin/parlour HTTP/1.1\" 200 ");
    assert!(wait_until(WAIT_TIME_MAX, is_logged), "{}", served.said());
    assert!(!served.said().contains("nim"), "{}", served.said());
}

#[test]
fn a_bug_costs_one_request_its_page() {
    let mut served = start(&[("PARLOUR_PANIC", "bug")]);
    let first = served.wait_for_workers(&[]);
    // Each worker has half a request of others, and some who only wait.
    let bytes = request("g=nim&rules");
    let mut others: Vec<(Connection, Connection)> =
        (0..8).map(|_| (served.connect(), served.connect())).collect();
    for (half, idle) in &mut others {
        idle.send(&bytes);
        idle.reply().unwrap();
        half.send(&bytes[..20]);
    }
    thread::sleep(Duration::from_millis(100));
    assert_eq!(served.ask("bug").status, 500);
    for (half, _) in &mut others {
        half.send(&bytes[20..]);
        assert_is_page(half.reply(), "g=nim&rules");
    }
    served.wait_for_workers(&first);
    assert_eq!(served.ask("").status, 200);
    assert!(served.log().contains("parlour: bug: "), "{}", served.log());
}

#[test]
fn a_dead_or_endless_worker_is_replaced() {
    let mut served = start(&[("PARLOUR_ABORT", "die"), ("PARLOUR_SPIN", "spin")]);
    for query in ["die", "spin", "die"] {
        let before = served.wait_for_workers(&[]);
        let start = Instant::now();
        let mut connection = served.connect();
        connection.send(&request(query));
        // The other worker answers meanwhile.
        assert_eq!(served.ask("").status, 200, "{query}");
        assert!(connection.reply().is_none(), "{query}");
        served.wait_for_workers(&before);
        if query == "spin" {
            // The limit is processor time, and other processes may leave little of it.
            assert!(start.elapsed() > Duration::from_secs(PROCESSOR_SECONDS_MAX));
        }
    }
    let log = served.log();
    assert_eq!(log.matches("ended (signal: ").count(), 3, "{log}");
}

#[test]
fn a_worker_limits_itself_and_its_requests() {
    let mut served = start(&[]);
    let workers = served.wait_for_workers(&[]);
    let limit = |worker: &u32, name: &str| {
        let limits = fs::read_to_string(format!("/proc/{worker}/limits")).unwrap();
        let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap_or(u64::MAX)
    };
    for worker in &workers {
        // A request sets the limit on time, and the system chooses the worker that answers it.
        let is_limited = wait_until(WAIT_TIME_MAX, || {
            served.ask("");
            limit(worker, "Max cpu time") == PROCESSOR_SECONDS_MAX + 1
        });
        assert!(is_limited, "{worker} has no limit on time");
        assert_eq!(limit(worker, "Max address space"), WORKER_ADDRESS_SPACE_MAX);
        assert!(limit(worker, "Max open files") <= WORKER_FILES_MAX);
    }
    for id in workers.into_iter().chain([served.id()]) {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        assert!(status.contains("Threads:\t1\n"), "{status}");
        let is_hidden = fs::read_link(format!("/proc/{id}/exe"));
        assert!(rustix::process::geteuid().is_root() || is_hidden.is_err());
    }
}

#[test]
fn begun_requests_are_answered_before_the_end() {
    for name in ["TERM", "INT", "HUP"] {
        let mut served = start(&[]);
        served.wait_for_workers(&[]);
        let bytes = request("g=nim&rules");
        let [mut half, mut idle, mut silent] = [(); 3].map(|()| served.connect());
        idle.send(&bytes);
        idle.reply().unwrap();
        half.send(&bytes[..bytes.len() / 2]);
        thread::sleep(Duration::from_millis(100));
        signal(served.id(), name);
        thread::sleep(Duration::from_millis(100));
        half.send(&bytes[bytes.len() / 2..]);
        silent.send(&bytes);
        for mut connection in [half, silent] {
            assert_is_page(connection.reply(), "g=nim&rules");
            assert!(connection.reply().is_none(), "{name}");
        }
        assert!(idle.reply().is_none(), "{name}");
        assert_eq!(served.exit_code(), Some(0), "{name}");
        assert_eq!(served.complaints(), "", "{name}");
    }
}

#[test]
fn a_kept_connection_has_a_last_answer() {
    let mut served = start(&[]);
    served.wait_for_workers(&[]);
    let bytes = request("g=nim&rules");
    let mut kept = served.connect();
    kept.send(&bytes);
    kept.reply().unwrap();
    signal(served.id(), "TERM");
    thread::sleep(Duration::from_millis(100));
    kept.send(&bytes);
    let reply = kept.reply().expect("a last answer");
    assert_eq!(reply.header("Connection"), Some("close"), "{}", reply.head);
    assert!(kept.reply().is_none());
    assert_eq!(served.exit_code(), Some(0));
}

#[test]
fn connections_that_wait_are_answered_before_the_end() {
    let mut served = start(&[]);
    served.wait_for_workers(&[]);
    let bytes = request("g=nim&rules");
    let mut waiting: Vec<_> = (0..200).map(|_| served.connect()).collect();
    waiting.iter_mut().for_each(|connection| connection.send(&bytes));
    signal(served.id(), "TERM");
    for connection in &mut waiting {
        assert_is_page(connection.reply(), "g=nim&rules");
    }
    assert_eq!(served.exit_code(), Some(0));
}

#[test]
fn workers_do_not_outlive_a_killed_supervisor() {
    let mut served = start(&[]);
    let workers = served.wait_for_workers(&[]);
    served.ask("");
    signal(served.id(), "KILL");
    let is_gone = |id: &u32| {
        let status = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        status.is_empty() || status.contains(") Z ")
    };
    assert!(wait_until(WAIT_TIME_MAX, || workers.iter().all(is_gone)));
}

/// The address of a position of Nim.
fn position(served: &Served) -> String {
    let page = served.ask("g=nim&seed=x").text();
    let link = page.split('"').find_map(|text| text.strip_prefix("?s=")).unwrap();
    format!("s={}&g=nim", link.split('&').next().unwrap())
}

#[test]
fn keys_change_and_no_request_is_lost() {
    let draw = || Key::draw().map(KeyRing::of).unwrap().to_text();
    let [old, new] = [draw(), draw()];
    let mut served = start(&[("PARLOUR_KEY", &old)]);
    let link = position(&served);
    let (closes, count, socket) = (AtomicBool::new(false), AtomicUsize::new(0), served.socket());
    thread::scope(|scope| {
        let visit = || {
            let connect = || Connection::new(UnixStream::connect(&socket).unwrap());
            let mut kept = connect();
            while !closes.load(Ordering::Relaxed) {
                let mut connection = connect();
                connection.send(&request(&link));
                assert_eq!(connection.reply().unwrap().status, 200);
                // A proxy whose open connection was closed tries once more with a new one.
                let again = kept.try_send(&request(&link)).ok().and_then(|()| kept.reply());
                let reply = again.or_else(|| {
                    kept = connect();
                    kept.send(&request(&link));
                    kept.reply()
                });
                assert_eq!(reply.unwrap().status, 200);
                count.fetch_add(1, Ordering::Relaxed);
            }
        };
        let visitors = [scope.spawn(visit), scope.spawn(visit)];
        for keys in [format!("{old},{new}"), format!("{new},{old}"), format!("{new},{old}")] {
            let before = count.load(Ordering::Relaxed);
            assert!(wait_until(WAIT_TIME_MAX, || count.load(Ordering::Relaxed) >= before + 20));
            served.restart(Path::new(PROGRAM), &[("PARLOUR_KEY", &keys)]);
        }
        closes.store(true, Ordering::Relaxed);
        visitors.into_iter().for_each(|visitor| visitor.join().unwrap());
    });
    served.restart(Path::new(PROGRAM), &[("PARLOUR_KEY", &format!("{new},retired:{old}"))]);
    assert_eq!(served.ask(&link).status, 410);
    assert_eq!(served.complaints(), "");
}

#[test]
fn a_service_without_its_key_ends() {
    let folder = Folder::create();
    let key = folder.join("key").display().to_string();
    let without = [("PARLOUR_KEY", "")];
    let of_file = [("PARLOUR_KEY", ""), ("PARLOUR_KEY_FILE", &*key)];
    for (variables, complaint) in [(&without[..], "there is no key"), (&of_file, "cannot be used")]
    {
        let mut served = start(variables);
        assert_eq!(served.exit_code(), Some(1));
        assert_eq!(served.log().matches(complaint).count(), 1, "{}", served.log());
        assert_eq!(served.said(), "");
    }
    // When the key is back, it starts.
    folder.write("key", KEY, 0o600);
    assert_eq!(start(&of_file).ask("g=nim").status, 200);
}

#[test]
fn it_listens_where_it_is_told() {
    let folder = Folder::create();
    let path = folder.join("socket").display().to_string();
    let port = support::server::free_port();
    for place in [path.clone(), format!("127.0.0.1:{port}")] {
        let mut command = Command::new(PROGRAM);
        let command = command.env_clear().env("PARLOUR_KEY", KEY);
        command.args(["serve", "--listen", &place]).stdin(Stdio::null()).stdout(Stdio::null());
        let mut process = Process::start(command);
        let ask = || -> std::io::Result<String> {
            let bytes = asks(&format!("GET {PATH}"), "Connection: close\r\n");
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
        let answers = || ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200 OK\r\n"));
        assert!(wait_until(WAIT_TIME_MAX, answers), "{place}");
        // The first of the workers answers before the others begin.
        let has_workers = || children(process.child().id()).len() >= 2;
        assert!(wait_until(WAIT_TIME_MAX, has_workers), "{place}");
        drop(process);
        assert!(!answers(), "{place}");
    }
    assert!(folder.names().is_empty(), "the socket is left");
}
