//! `parlour serve`, spoken to as bluntly as a network can: the preview, and a site with a key.

use crate::PROGRAM;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpStream, UdpSocket};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::click::KEY;
use support::command::program;
use support::folder::Folder;
use support::parlour;

/// Opens a preview.
pub fn open() -> Served {
    Served::start(&mut parlour_serve("127.0.0.1:0"))
}

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

/// Sends bytes and reads to the end. If the connection breaks off, returns what came before.
fn send(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = connect(address);
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[track_caller]
fn ask(address: SocketAddr, request: &str) -> Answer {
    let answer = send(address, request.as_bytes());
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
}

#[track_caller]
fn ask_for(address: SocketAddr, method: &str, path: &str) -> Answer {
    ask(
        address,
        &format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"),
    )
}

#[track_caller]
fn assert_alive(address: SocketAddr) {
    assert_eq!(ask_for(address, "GET", "/cgi-bin/parlour").status, 200);
}

#[test]
fn a_preview_says_so_at_its_address() {
    let served = open();
    let get = |path: &str| ask_for(served.address, "GET", path);
    assert!(get("/cgi-bin/parlour").body.contains("This is a preview"));
    for (path, status) in [
        ("/robots.txt", 200),
        ("/cgi-bin/parlour/", 200),
        ("/cgi-bin/parlour/x?g=concentration", 303),
        ("/cgi-bin/parlour/x", 404),
        // No command, as some servers would pass it on.
        ("/cgi-bin/parlour?serve", 200),
    ] {
        assert_eq!(get(path).status, status, "{path}");
    }
}

/// The link in a page that asks for a request.
fn link_with(page: &str, request: &str) -> String {
    let mut links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let link = links.find(|link| link.contains(request)).unwrap_or_else(|| panic!("{page}"));
    format!("/cgi-bin/parlour{}", link.split('#').next().unwrap().replace("&amp;", "&"))
}

#[test]
fn one_key_serves_one_whole_preview() {
    let served = open();
    let get = |path: &str| ask_for(served.address, "GET", path);
    let dealt = get("/cgi-bin/parlour?g=concentration&seed=x");
    let link = link_with(&dealt.body, "turn=1");
    let turned = get(&link);
    assert_eq!(turned.status, 200);
    assert_eq!(get(&link_with(&turned.body, "turn=2")).status, 200);
    assert_eq!(ask_for(open().address, "GET", &link).status, 400);
}

#[test]
fn head_has_get_headers_and_no_body() {
    let served = open();
    let get = |path: &str| ask_for(served.address, "GET", path);
    for path in ["/cgi-bin/parlour?parlour", "/cgi-bin/parlour?g=nothing", "/nothing", "/"] {
        let (head, whole) = (ask_for(served.address, "HEAD", path), get(path));
        assert_eq!((head.status, head.body.as_str()), (whole.status, ""), "{path}");
        let length = format!("content-length: {}", whole.body.len());
        assert!(head.head.contains(&length), "{path}: no {length}:\n{}", head.head);
    }
}

#[test]
fn every_way_leads_to_the_parlour() {
    let served = open();
    let get = |path: &str| ask_for(served.address, "GET", path);
    for (path, query) in [("/", ""), ("/cgi-bin", ""), ("/cgi-bin/", ""), ("/", "?s=a&g=nim")] {
        let answer = get(&format!("{path}{query}"));
        assert_eq!(answer.status, 303);
        let location = format!("location: /cgi-bin/parlour{query}\r\n");
        assert!(answer.head.contains(&location), "{}", answer.head);
        let link = format!("href=\"/cgi-bin/parlour{}\"", query.replace('&', "&amp;"));
        assert!(answer.body.contains(&link), "{}", answer.body);
    }
    for path in ["/favicon.ico", "/cgi-bin/parlours", "/cgi-bin/../etc/passwd", "/%00", "*"] {
        let answer = get(path);
        assert_eq!(answer.status, 404, "{path}");
        // The links of that page lead on from any path.
        assert!(answer.body.contains("href=\"?parlour\""), "{path}");
        assert_eq!(get("/favicon.ico?parlour").status, 303);
    }
}

#[test]
fn only_requests_to_its_own_address_are_answered() {
    for listen in ["127.0.0.1:0", "0.0.0.0:0"] {
        answers_only_its_own_address(&Served::start(&mut parlour_serve(listen)));
    }
}

/// A preview at this machine answers requests that name its address, and no others.
fn answers_only_its_own_address(served: &Served) {
    let port = served.address.port();
    let with_host = |target: &str, lines: &str| {
        ask(served.address, &format!("GET {target} HTTP/1.1\r\nConnection: close\r\n{lines}\r\n"))
    };
    for host in ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"] {
        let answer = with_host("/cgi-bin/parlour", &format!("Host: {host}:{port}\r\n"));
        assert_eq!(answer.status, 200, "{host}");
    }
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        &format!("localhost.evil.example:{port}"),
        &format!("192.0.2.1:{port}"),
        &format!("user@localhost:{port}"),
        &format!("localhost:{}", port.wrapping_add(1)),
        "localhost",
        "\u{fc}",
        "",
    ] {
        for target in ["/cgi-bin/parlour", "/", "/nothing"] {
            let answer = with_host(target, &format!("Host: {host}\r\n"));
            assert_eq!(answer.status, 421, "{host}");
            let url = format!("href=\"http://{}/cgi-bin/parlour\"", served.address);
            assert!(answer.body.contains(&url), "{}", answer.body);
            assert!(!answer.body.contains("evil"), "{}", answer.body);
        }
    }
    // The host in an absolute address counts as well.
    let own = format!("Host: localhost:{port}\r\n");
    for (host, status) in [(format!("127.0.0.1:{port}"), 200), ("evil.example".to_owned(), 421)] {
        let answer = with_host(&format!("http://{host}/cgi-bin/parlour"), &own);
        assert_eq!(answer.status, status, "{host}");
    }
    for lines in ["", &own.repeat(2), &format!("{own}Host: evil.example\r\n")] {
        let answer = with_host("/cgi-bin/parlour", lines);
        assert_eq!(answer.status, 400, "{lines:?}");
        assert!(answer.body.contains("name its host"), "{}", answer.body);
    }
    assert_eq!(ask(served.address, "GET /cgi-bin/parlour HTTP/1.0\r\n\r\n").status, 400);
}

#[test]
fn only_get_and_head_get_a_page() {
    let served = open();
    for method in ["POST", "PUT", "DELETE", "options", "get"] {
        let answer = ask_for(served.address, method, "/cgi-bin/parlour");
        assert_eq!(answer.status, 405, "{method}");
        assert!(answer.head.contains("\r\nallow: get, head"), "{}", answer.head);
    }
    let answer = ask_for(served.address, "OPTIONS", "/cgi-bin/parlour");
    assert_eq!((answer.status, &*answer.body), (204, ""), "{}", answer.head);
}

#[test]
fn a_body_is_not_read() {
    let served = open();
    let begun = Instant::now();
    let host = served.address;
    for (method, status) in [("POST", 405), ("GET", 200)] {
        for rest in [
            "Content-Length: 5\r\n\r\nhello",
            "Content-Length: 10\r\n\r\nfour",
            "Content-Length: 9999999999\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
        ] {
            let line = format!("{method} /cgi-bin/parlour HTTP/1.1\r\n");
            let answer = ask(host, &format!("{line}Host: {host}\r\n{rest}"));
            assert_eq!(answer.status, status, "{method} {rest}");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    // The server cuts off a client that sends without end.
    let mut stream = connect(host);
    let head = format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 9999999999\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let begun = Instant::now();
    while stream.write_all(&[b'x'; 1 << 16]).is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(5), "it takes everything");
    }
    assert_alive(host);
}

#[test]
fn what_is_too_long_is_refused() {
    let served = open();
    let get = |path: &str| ask_for(served.address, "GET", path);
    assert_eq!(get(&format!("/cgi-bin/parlour?x={}", "x".repeat(2_046))).status, 200);
    let too_long = get(&format!("/cgi-bin/parlour?{}", "x".repeat(8_000)));
    assert_eq!(too_long.status, 414);
    assert!(too_long.body.contains("This link is too long"));
    for (query, begin) in [("", "<!DOCTYPE html"), ("as=json", "{"), ("x&as=text", "This request")]
    {
        let first = format!("GET /cgi-bin/parlour?{query} HTTP/1.1\r\nX: ");
        let answer = send(served.address, (first + &"x".repeat(16 << 10)).as_bytes());
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        assert!(head.starts_with("HTTP/1.1 431 "), "{head}");
        assert!(body.starts_with(begin), "{body}");
        assert!(body.contains("This request is too long"), "{body}");
    }
    assert_alive(served.address);
}

#[test]
fn garbage_gets_an_error_or_no_answer() {
    let served = open();
    // Xorshift, the same numbers in every run.
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
            garbage.extend(format!(" HTTP/1.1\r\nHost: {}\r\n\r\n", served.address).bytes());
        }
        let mut stream = connect(served.address);
        let _ = stream.write_all(&garbage);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let is_fine = ["HTTP/1.1 4", "HTTP/1.1 200"].iter().any(|start| answer.starts_with(start));
        assert!(answer.is_empty() || is_fine, "{answer}");
    }
    for request in [
        "GET  HTTP/1.1\r\n\r\n",
        "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let answer = send(served.address, request.as_bytes());
        assert!(!answer.contains(" 200 "), "{answer}");
    }
    assert_alive(served.address);
}

#[test]
fn a_silent_or_slow_client_is_cut_off() {
    let served = open();
    let address = served.address;
    let begun = Instant::now();
    let silent = connect(address);
    let mut slow = connect(address);
    for byte in b"GET / HTTP/1.1\r\nX: and so on and on and on".iter().cycle() {
        if slow.write_all(&[*byte]).is_err() {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(8), "it is still listened to");
        thread::sleep(Duration::from_millis(100));
    }
    let mut silent = silent;
    assert_eq!(silent.read(&mut [0; 1]).unwrap_or(0), 0);
    assert!(begun.elapsed() < Duration::from_secs(8));
}

#[test]
fn many_half_requests_keep_nobody_waiting() {
    let served = open();
    let address = served.address;
    let half = "GET /cgi-bin/parlour HTTP/1.1\r\nHost: localh";
    let waiting: Vec<TcpStream> = (0..200)
        .map(|number| {
            let mut stream = connect(address);
            let sent = [half, "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n", ""][number % 3];
            let _ = stream.write_all(sent.as_bytes());
            stream
        })
        .collect();
    for _ in 0..20 {
        let begun = Instant::now();
        assert_alive(address);
        // A connection for which the system has no room is tried again by it after a second.
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    }
    drop(waiting);
}

#[test]
fn a_crowd_is_answered_to_the_last() {
    let served = open();
    let address = served.address;
    let request = format!("GET /cgi-bin/parlour HTTP/1.0\r\nHost: {address}\r\n\r\n");
    let visitors: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = connect(address);
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    for mut visitor in visitors {
        let mut answer = String::new();
        let _ = visitor.read_to_string(&mut answer);
        assert!(answer.ends_with("</html>\n"), "{answer}");
    }
}

/// The executable, serving.
pub struct Served {
    process: Child,
    pub address: SocketAddr,
    rest: BufReader<std::process::ChildStdout>,
}

impl Served {
    fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut rest = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        rest.read_line(&mut line).unwrap();
        let address = match line.trim_end().split_once(" and listens at ") {
            Some((_, address)) => address.parse().unwrap(),
            None => address_in(line.trim_end().strip_prefix("Parlour is open at ").unwrap()),
        };
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

    fn said(&mut self) -> String {
        let mut said = String::new();
        self.rest.read_to_string(&mut said).unwrap();
        said
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn parlour_serve(listen: &str) -> Command {
    let mut command = program(PROGRAM);
    command.args(["serve", "--listen", listen]);
    command
}

/// A site with a key.
fn site(variables: &[(&str, &str)]) -> Served {
    let mut command = parlour_serve("127.0.0.1:0");
    Served::start(command.env("PARLOUR_KEY", KEY).envs(variables.iter().copied()))
}

#[test]
fn the_command_serves_until_a_signal_ends_it() {
    for signal in ["-TERM", "-INT"] {
        let mut served = Served::start(&mut parlour_serve("127.0.0.1:0"));
        assert_alive(served.address);
        let _idle = connect(served.address);
        assert!(served.signal(signal).success());
        let said = served.said();
        assert!(said.contains("links end with it"), "{said}");
        assert!(!said.contains("All users") && !said.contains("network"), "{said}");
    }
}

#[test]
fn the_command_says_where_others_can_come_in() {
    let mut served = Served::start(&mut parlour_serve("0.0.0.0:0"));
    assert!(served.address.ip().is_loopback());
    assert_alive(served.address);
    served.signal("-TERM");
    let said = served.said();
    let told = said.lines().find_map(|line| line.strip_prefix("On your network it is open at "));
    // Without a network there is no address to name.
    let expected = network_address().map(|ip| SocketAddr::new(ip, served.address.port()));
    assert_eq!(told.map(address_in), expected, "{said}");
    let tells_all = said.contains("All users who can reach this machine can play");
    assert_eq!(tells_all, expected.is_none(), "{said}");
    if let Some(address) = expected {
        let everywhere = Served::start(&mut parlour_serve("0.0.0.0:0"));
        assert_alive(SocketAddr::new(address.ip(), everywhere.address.port()));
    }
}

/// The address from which this machine sends to other machines.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_loopback())
}

#[test]
fn a_preview_answers_at_its_given_address() {
    let served = Served::start(&mut parlour_serve("127.0.0.2:0"));
    assert_alive(served.address);
    // Any address of this machine will do if it listens at all of them.
    let everywhere = Served::start(&mut parlour_serve("0.0.0.0:0"));
    assert_alive(SocketAddr::new("127.0.0.3".parse().unwrap(), everywhere.address.port()));
}

#[test]
fn two_previews_take_two_of_the_usual_ports() {
    let command = || {
        let mut command = program(PROGRAM);
        command.arg("serve");
        command
    };
    let one = Served::start(&mut command());
    let two = Served::start(&mut command());
    assert_ne!(one.address, two.address);
    for served in [&one, &two] {
        assert!((8080..=8099).contains(&served.address.port()));
        assert_alive(served.address);
    }
}

#[test]
fn running_out_of_files_is_survived() {
    let script = "ulimit -n 24; exec \"$0\" serve --listen 127.0.0.1:0";
    let mut shell = Command::new("/bin/sh");
    let served = Served::start(shell.env_clear().args(["-c", script, PROGRAM]));
    let crowd: Vec<TcpStream> = (0..40).map(|_| connect(served.address)).collect();
    let begun = Instant::now();
    assert_alive(served.address);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    drop(crowd);
}

#[test]
fn the_doctor_finds_nothing_wrong() {
    let served = Served::start(&mut parlour_serve("127.0.0.1:0"));
    let mut doctor = Command::new(PROGRAM);
    let url = format!("http://{}/cgi-bin/parlour", served.address);
    let output = doctor.env_clear().args(["doctor", &url]).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}");
    assert!(report.contains("note  this is a preview"), "{report}");
}

#[test]
fn the_doctor_knows_a_preview_at_another_host() {
    let served = Served::start(&mut parlour_serve("127.0.0.1:0"));
    let port = served.address.port();
    let place = format!("games.example:{port}:127.0.0.1");
    let url = format!("http://games.example:{port}/cgi-bin/parlour");
    let report = parlour!("doctor", "--resolve", place, url);
    let report = String::from_utf8(report.stdout).unwrap();
    let said = "WRONG a preview of `parlour serve` answers (421)";
    assert!(report.starts_with(said), "{report}");
}

#[test]
fn with_a_key_the_site_lasts() {
    let folder = Folder::create_below(Path::new(env!("CARGO_TARGET_TMPDIR")));
    let file = folder.join("key");
    assert!(program(PROGRAM).args(["keys", "--new"]).arg(&file).status().unwrap().success());
    let key = std::fs::read_to_string(&file).unwrap();
    let of_variable = || site(&[("PARLOUR_KEY", key.trim())]);
    let of_file = || {
        let mut command = parlour_serve("127.0.0.1:0");
        command.current_dir(folder.path());
        Served::start(command.env("PARLOUR_KEY", KEY).args(["--key-file", "key"]))
    };
    let first = of_variable();
    let dealt = ask_for(first.address, "GET", "/cgi-bin/parlour?g=concentration&seed=x");
    assert!(!dealt.body.contains("preview"), "{}", dealt.body);
    let link = link_with(&dealt.body, "turn=1");
    drop(first);
    for served in [of_variable(), of_file()] {
        assert_eq!(ask_for(served.address, "GET", &link).status, 200);
    }
}

#[test]
fn a_site_uses_the_operators_address_whatever_host() {
    let url = "https://games.example/play";
    let served = site(&[("PARLOUR_URL", url), ("PARLOUR_TITLE", "Here")]);
    for host in ["games.example", "127.0.0.1:9", "evil.example"] {
        let request = format!("GET /play?g=nim&seed=x HTTP/1.0\r\nHost: {host}\r\n\r\n");
        let page = ask(served.address, &request);
        assert_eq!(page.status, 200, "{host}");
        assert!(page.body.contains(&format!("{url}?s=")), "{}", page.body);
        assert!(page.body.contains(", Here</title>"), "{}", page.body);
    }
    assert_eq!(ask(served.address, "GET /play HTTP/1.0\r\n\r\n").status, 200);
    let robots = ask_for(served.address, "GET", "/robots.txt");
    assert_eq!((robots.status, &*robots.body), (200, "User-agent: *\nDisallow: /play\n"));
    assert_eq!(ask_for(served.address, "GET", "/").status, 303);
    assert_eq!(ask_for(served.address, "GET", "/cgi-bin/parlour").status, 404);
}

#[test]
fn a_link_has_the_scheme_its_proxy_names() {
    let served = site(&[]);
    for (lines, scheme) in [("", "http"), ("X-Forwarded-Proto: https\r\n", "https")] {
        let start = "GET /cgi-bin/parlour?g=nim&seed=x HTTP/1.0\r\nHost: games.example\r\n";
        let page = ask(served.address, &format!("{start}{lines}\r\n"));
        let link = format!("{scheme}://games.example/cgi-bin/parlour?s=");
        assert!(page.body.contains(&link), "{}", page.body);
    }
}

#[test]
fn a_begun_request_is_answered_before_the_end() {
    let mut served = site(&[]);
    let mut stream = connect(served.address);
    stream.write_all(b"GET /cgi-bin/parlour HTTP/1.0\r\n").unwrap();
    thread::sleep(Duration::from_millis(200));
    let asker = thread::spawn(move || {
        thread::sleep(Duration::from_millis(500));
        stream.write_all(b"Host: x\r\n\r\n").unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    });
    assert!(served.signal("-TERM").success());
    assert!(asker.join().unwrap().ends_with("</html>\n"));
}

#[test]
fn without_a_good_key_it_does_not_start() {
    for (variable, value) in [("PARLOUR_KEY", "x"), ("PARLOUR_KEY_FILE", "/nowhere/key")] {
        let output = parlour_serve("127.0.0.1:0").env(variable, value).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(log.contains("cannot be used"), "{log}");
        assert!(output.stdout.is_empty());
    }
}
