//! The parts of the program's answers that a server passes on, and the abuse tests that reach the
//! program.

use crate::{Attempt, start};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use support::http::Reply;
use support::process::{self, wait_until};
use support::proxies::PROXIES;
use support::reader::style_query;
use support::server::{KINDS, Kind, Server};
use support::trials::Trial;

/// The number of visitors at once.
const CROWD: usize = 100;

/// The number of attempts of a visitor in a crowd.
const TRIES: usize = 4;
/// The server that robots visit: they read robots.txt and nothing of the server.
const ROBOTS_AT: &str = "lighttpd";
/// A robot in Python: it reads robots.txt, and prints the addresses that it may visit.
const ROBOT: &str = "import sys, urllib.robotparser
robot = urllib.robotparser.RobotFileParser(sys.argv[1] + '/robots.txt')
robot.read()
for path in sys.argv[2:]:
    for name in ['*', 'Googlebot', 'a robot']:
        print(path, 'yes' if robot.can_fetch(name, sys.argv[1] + path) else 'no')
";
/// The query for a fresh deal.
const DEAL: &str = "g=concentration";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    const TRIED: [(&str, Attempt); 10] = [
        ("every_problem_keeps_its_status", every_problem_keeps_its_status),
        ("headers_arrive_as_they_were_sent", headers_arrive_as_they_were_sent),
        ("a_command_in_a_link_is_no_command", a_command_in_a_link_is_no_command),
        ("a_head_has_no_body", a_head_has_no_body),
        ("a_post_is_refused", a_post_is_refused),
        ("the_program_is_not_to_be_had", the_program_is_not_to_be_had),
        ("a_crowd_is_served", a_crowd_is_served),
        ("odd_bytes_come_through", odd_bytes_come_through),
        ("a_visitor_may_leave", a_visitor_may_leave),
        ("the_doctor_finds_nothing_wrong", the_doctor_finds_nothing_wrong),
    ];
    let mut cases = Vec::new();
    for kind in KINDS.iter().chain(PROXIES) {
        for (name, run) in TRIED {
            let name = format!("{}::{name}", kind.name);
            cases.push(Trial::new(name, kind.programs, move || on_a_server(kind, run)));
        }
    }
    for kind in KINDS.iter().filter(|kind| kind.name == ROBOTS_AT) {
        let needs: Vec<&str> = kind.programs.iter().copied().chain(["python3"]).collect();
        let name = format!("{}::robots_stay_out", kind.name);
        cases.push(Trial::new(name, &needs, move || on_a_server(kind, robots_stay_out)));
    }
    cases
}

fn on_a_server(kind: &'static Kind, run: Attempt) {
    let server = start(kind);
    run(&server);
    // The server still works after all attempts.
    server.get("").page(200);
}

/// The token of a fresh deal.
fn token(server: &Server) -> String {
    server.open(DEAL).token().unwrap_or_default()
}

fn every_problem_keeps_its_status(server: &Server) {
    let token = token(server);
    for (query, status) in [
        (format!("s={token}&g=concentration"), 200),
        (format!("s={token}&g=concentration&turn=1&turn=2"), 400),
        (format!("s={}&g=concentration", &token[1..]), 400),
        ("g=nothing".to_owned(), 404),
        ("g=concentration&size=0x0".to_owned(), 400),
        (format!("x={}", "y".repeat(2100)), 414),
        (format!("x={}", "y".repeat(7800)), 414),
    ] {
        server.get(&query).page(status);
    }
    let refused = server.get(&format!("s={token}&g=concentration&turn=99")).page(200);
    assert_eq!(refused.fault(), Some(901), "{}", refused.html);
    let behind = server.host().get(server.target("").replace('?', "/more"));
    assert_eq!(behind.status, 404, "{}", behind.text());
    // Beyond the servers' own limits, which answer for themselves.
    let too_long = server.get(&"y".repeat(100_000));
    assert!(matches!(too_long.status, 400 | 414 | 431), "{}", too_long.head);
    if server.kind.keeps_running {
        return;
    }
    server.take_key_away();
    server.get(DEAL).page(503);
    server.get("").page(503);
    server.install();
}

pub fn headers_arrive_as_they_were_sent(server: &Server) {
    let reply = server.get("g=concentration&seed=headers");
    let policy = reply.header("Content-Security-Policy").unwrap_or_default();
    assert!(policy.starts_with("default-src 'none'"), "{}", reply.head);
    for (name, value) in [
        ("Content-Type", "text/html; charset=utf-8"),
        ("Cache-Control", "private, max-age=600"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Robots-Tag", "noindex, nofollow"),
    ] {
        assert_eq!(reply.header(name), Some(value), "{name}:\n{}", reply.head);
    }
    let sent_on = server.get(DEAL);
    assert_eq!((sent_on.status, sent_on.header("Cache-Control")), (303, Some("no-store")));
    let location = sent_on.header("Location").unwrap_or_default();
    assert!(location.contains("?g=concentration&seed="), "{}", sent_on.head);
    let for_programs = server.get("g=concentration&as=json");
    assert_eq!(for_programs.header("Content-Type"), Some("application/json"), "{for_programs:?}");
    let sheet = server.get(style_query(&reply.text()));
    assert_eq!(sheet.header("Content-Type"), Some("text/css; charset=utf-8"), "{}", sheet.head);
    let kept = sheet.header("Cache-Control");
    assert_eq!(kept, Some("public, max-age=31536000, immutable"), "{}", sheet.head);
    assert!(sheet.text().starts_with("@layer "), "{sheet:?}");
    let length = reply.header("Content-Length").map(str::parse);
    assert!(length.is_none_or(|length| length == Ok(reply.body.len())), "{}", reply.head);
}

pub fn a_command_in_a_link_is_no_command(server: &Server) {
    let open = server.open_directory();
    let dest = open.display().to_string();
    for query in [
        "serve".to_owned(),
        "-s+foo".to_owned(),
        "--help".to_owned(),
        "%2D%2Dhelp".to_owned(),
        "version".to_owned(),
        "keys".to_owned(),
        "doctor".to_owned(),
        format!("install+{dest}"),
        format!("install+{}", dest.replace('/', "%2F")),
    ] {
        let page = server.get(&query).page(200);
        assert_eq!(page.words("h1").as_deref(), Some("Parlour"), "{query}:\n{}", page.html);
        server.host().ask("POST", server.target(&query), "Content-Length: 0\r\n", b"").page(405);
    }
    let installed = std::fs::read_dir(&open).map_or(0, Iterator::count);
    assert_eq!(installed, 0, "something was installed in {dest}");
}

pub fn a_head_has_no_body(server: &Server) {
    for (query, status) in [("", 200), (DEAL, 303), ("g=nothing", 404), ("s=A", 400)] {
        let reply = server.host().ask("HEAD", server.target(query), "", b"");
        assert_eq!((reply.status, reply.text().as_str()), (status, ""), "{query}: {}", reply.head);
    }
}

fn a_post_is_refused(server: &Server) {
    let target = server.target(DEAL);
    for length in [0, 8, 5_000, 500_000] {
        let headers = format!(
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n"
        );
        let reply = server.host().ask("POST", &target, &headers, &vec![b'x'; length]);
        reply.page(405);
        assert_eq!(reply.header("Allow"), Some("GET, HEAD, OPTIONS"), "{length}: {}", reply.head);
    }
    // A body where none belongs, which the server may refuse by itself.
    let reply = server.host().ask("GET", &target, "Content-Length: 8\r\n", b"turn=1&&");
    assert!(matches!(reply.status, 303 | 400 | 413), "{}\n{}", reply.head, reply.text());
}

fn the_program_is_not_to_be_had(server: &Server) {
    let program = server.target("").trim_end_matches('?').to_owned();
    let (directory, name) = program.rsplit_once('/').unwrap_or_default();
    let targets = [
        format!("/{name}"),
        directory.to_owned(),
        format!("{directory}/"),
        format!("{program}/"),
        format!("{program}/x.html"),
        format!("{program}.html"),
        format!("{program}."),
        format!("{program}%00.html"),
        format!("{program}%20"),
        format!("/{program}"),
        format!("{directory}//{name}"),
        format!("{directory}/./{name}"),
        format!("/x/..{program}"),
        format!("/x/%2e%2e{program}"),
        format!("{directory}/x/../{name}"),
        format!("{directory}%2f{name}"),
        format!("{directory}/%70{}", &name[1..]),
        format!("/%{:02x}{}", program.as_bytes()[1], &program[2..]),
        program.to_uppercase(),
        format!("{program};x"),
        format!("{program}~"),
    ];
    let hidden = "Range: bytes=0-99\r\n";
    for target in targets {
        for headers in ["", hidden] {
            let reply = server.host().ask("GET", &target, headers, b"");
            assert!(!is_program(&reply), "{target} gives the program:\n{}", reply.head);
        }
    }
}

/// Returns true if this is the executable or a part of it.
fn is_program(reply: &Reply) -> bool {
    let marks: [&[u8]; 2] = [b"\x7fELF", b".rodata"];
    marks.iter().any(|mark| reply.body.windows(mark.len()).any(|bytes| bytes == *mark))
}

pub fn a_crowd_is_served(server: &Server) {
    let target = server.target(&format!("{DEAL}&seed=crowd"));
    let request = server.host().request("GET", target.as_bytes(), "", b"");
    // A server with a short queue may refuse a visitor, whose browser tries again.
    let ask = || (0..TRIES).find_map(|_| server.host().exchange(&request).ok());
    let replies: Vec<_> = thread::scope(|scope| {
        let visitors: Vec<_> = (0..CROWD).map(|_| scope.spawn(ask)).collect();
        visitors.into_iter().map(|visitor| visitor.join().ok().flatten()).collect()
    });
    let tokens: BTreeSet<_> = replies
        .into_iter()
        .map(|reply| reply.unwrap_or_else(|| panic!("nobody answers: {}", server.log())))
        .map(|reply| reply.page(200).token())
        .collect();
    assert_eq!(tokens.len(), CROWD, "two visitors got the same token");
}

fn odd_bytes_come_through(server: &Server) {
    let dealt = server.open(DEAL);
    let token = dealt.token().unwrap_or_default();
    // Mail programs and proxies write `-` and `_` like this.
    let encoded = token.replace('-', "%2D").replace('_', "%5f");
    let first: String = format!("%{:02X}", token.as_bytes()[0]) + &encoded[1..];
    for token in [&encoded, &first] {
        let page = server.get(&format!("s={token}&g=concentration")).page(200);
        assert_eq!(page.position(), dealt.position());
    }
    for bytes in [&b"\xff\xfe"[..], b"%ff", b"%", b"x=%zz", b"\x01", b"\"'<>`{|}^\\", b"[]"] {
        let target = [server.target("").as_bytes(), bytes].concat();
        let reply = server.host().get(&target);
        // The server itself may refuse bytes that are no URL.
        assert!(matches!(reply.status, 200 | 400), "{bytes:?}: {}", reply.head);
        if reply.status == 200 {
            assert_eq!(reply.page(200).words("h1").as_deref(), Some("Parlour"), "{bytes:?}");
        }
    }
}

fn a_visitor_may_leave(server: &Server) {
    let whole = server.host().request("GET", server.target("").as_bytes(), "", b"");
    for length in (0..=whole.len()).rev().step_by(7) {
        let visit = server.host().connect().and_then(|mut s| s.write_all(&whole[..length]));
        visit.unwrap_or_else(|error| panic!("{length} bytes: {error}"));
    }
    let served = wait_until(Duration::from_secs(5), || server.get("").status == 200);
    assert!(served, "{}", server.log());
    assert!(!server.log().contains("panicked"), "{}", server.log());
}

/// The output of the doctor for these arguments, and true if it finds no fault.
pub fn doctor(arguments: &[&str]) -> (String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    let output = command.env_clear().arg("doctor").args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
}

fn the_doctor_finds_nothing_wrong(server: &Server) {
    let (program, url) = (server.program().display().to_string(), server.url(""));
    let (report, is_content) = doctor(&[&program, &url]);
    assert!(is_content, "{report}");
    for seen in ["runs Parlour", "arrive as this program makes them"] {
        assert!(report.contains(seen), "{seen}:\n{report}");
    }
}

fn robots_stay_out(server: &Server) {
    server.serve_file("robots.txt");
    let site = format!("http://127.0.0.1:{}", server.host().port);
    let program = server.target("").trim_end_matches('?').to_owned();
    let deal = server.target(DEAL);
    let position = server.target(&format!("s={}&{DEAL}&turn=1", token(server)));
    let asked = [("/", "yes"), ("/index.html", "yes"), ("/cgi-bin/other", "yes")];
    let asked = asked.into_iter().chain([&program, &deal, &position].map(|path| (&**path, "no")));
    let asked: Vec<(&str, &str)> = asked.collect();
    let mut robot = process::command("python3");
    robot.args(["-c", ROBOT, &site]).args(asked.iter().map(|(path, _)| path));
    let output = robot.stdout(Stdio::piped()).output();
    let output = output.unwrap_or_else(|error| panic!("{robot:?}: {error}"));
    let expected: String =
        asked.iter().map(|(path, answer)| format!("{path} {answer}\n").repeat(3)).collect();
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
