//! Promises of the recipes other than games: pages come compressed, logs have no links, and Parlour
//! runs beside an earlier configuration of the server. (The table in deploy/README.md counts
//! `answers.rs` and the games. These trials have names of their own.)

use crate::start;
use std::time::Duration;
use support::documents;
use support::process::{PATIENCE, Process, command, wait_until};
use support::proxies::{self, PROXIES};
use support::server::{KINDS, Kind, LIGHTTPD_DEFLATE, REFUSING, Server, Site, VARIANTS};
use support::trials::Trial;

/// The servers whose recipes compress pages.
const COMPRESSING: [&str; 8] = [
    "lighttpd",
    "apache",
    "nginx",
    "caddy",
    "nginx_serve",
    "apache_serve",
    "caddy_serve",
    "haproxy_serve",
];
/// The time for which a test waits for a line in the log of a server that should keep none.
const NO_LOG_TIME: Duration = Duration::from_secs(5);
/// The servers that log a request whole if it is malformed, before they look at its address.
const WHOLE_REFUSALS: [&str; 4] = ["lighttpd", "lighttpd_serve", "nginx", "nginx_serve"];
/// The time in which a server writes about an error.
const LOG_TIME: Duration = Duration::from_millis(500);
/// More requests than a limit lets pass at once.
const HURRY: usize = 60;
/// The servers that keep a log of visitors when they are started from their recipes.
const LOGGING: [&str; 10] = [
    "lighttpd",
    "apache",
    "apache_userdir",
    "caddy",
    "serve",
    "lighttpd_serve",
    "nginx_serve",
    "apache_serve",
    "caddy_serve",
    "haproxy_serve",
];
/// A compressed page must be this many times smaller.
const SHRINKS: usize = 4;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let mut cases = Vec::new();
    for kind in VARIANTS {
        let name = format!("recipe_runs_on_{}", kind.name);
        cases.push(Trial::new(name, kind.programs, move || a_game_begins(&start(kind))));
    }
    for kind in KINDS.iter().chain(PROXIES) {
        let name = format!("recipe_logs_no_link_on_{}", kind.name);
        cases.push(Trial::new(name, kind.programs, move || the_log_has_no_link(kind)));
        let name = format!("recipe_logs_errors_without_links_on_{}", kind.name);
        cases.push(Trial::new(name, kind.programs, move || no_log_of_errors_has_a_link(kind)));
    }
    for kind in REFUSING.iter().chain([&proxies::REFUSING]) {
        let name = format!("recipe_logs_no_link_on_{}", kind.name);
        cases.push(Trial::new(name, kind.programs, move || no_log_of_a_refusal_has_a_link(kind)));
    }
    let apache = &KINDS[1];
    let name = "recipe_keeps_logs_of_other_pages_on_apache";
    cases.push(Trial::new(name, apache.programs, || other_lines_stay(&start(apache))));
    for kind in KINDS.iter().chain(PROXIES).filter(|kind| COMPRESSING.contains(&kind.name)) {
        let module = (kind.name == "lighttpd").then_some(LIGHTTPD_DEFLATE);
        let needs: Vec<&str> = kind.programs.iter().copied().chain(module).collect();
        let name = format!("recipe_compresses_on_{}", kind.name);
        cases.push(Trial::new(name, &needs, move || a_page_comes_compressed(&start(kind))));
    }
    for kind in PROXIES.iter().filter(|kind| kind.name != "serve") {
        let name = format!("recipe_answers_no_hidden_request_on_{}", kind.name);
        let hides = move || no_hidden_request_is_answered(&start(kind));
        cases.push(Trial::new(name, kind.programs, hides));
    }
    let needs = ["fcgiwrap", "setpriv", "pgrep", "kill"];
    cases.push(Trial::new("recipe_gives_fcgiwrap_eight_workers", &needs, fcgiwrap_has_workers));
    cases
}

/// A new game is dealt, and its first link turns a tile.
fn a_game_begins(server: &Server) {
    let dealt = server.open("g=concentration");
    let token = dealt.token().unwrap_or_else(|| panic!("no link in {}", dealt.html));
    let turned = server.get(&format!("s={token}&g=concentration&turn=1")).page(200);
    assert_ne!(turned.position(), dealt.position());
}

fn the_log_has_no_link(kind: &'static Kind) {
    let server = start(kind);
    let path = server.target("").trim_end_matches('?').to_owned();
    let page = server.open("g=concentration");
    let token = page.token().unwrap_or_default();
    let from = format!("Referer: {}\r\n", server.url(&format!("s={token}&g=concentration")));
    let target = server.target(&format!("s={token}&g=concentration&turn=1"));
    server.host().ask("GET", &target, &from, b"").page(200);
    // A text browser names the link to every other page of the site, too.
    for other in ["/", "/page.html?id=7", "/cgi-bin/other"] {
        let _ = server.host().exchange(&server.host().request("GET", other.as_bytes(), &from, b""));
    }
    // The last line of all, after which the lines about the visit before are written.
    server.get("").page(200);
    let keeps_log = LOGGING.contains(&kind.name);
    let time_max = if keeps_log { PATIENCE } else { NO_LOG_TIME };
    let is_logged = wait_until(time_max, || server.access_log().matches(&path).count() >= 3);
    let log = server.access_log();
    assert!(is_logged || !keeps_log, "{} keeps no log:\n{log}", kind.name);
    assert!(!log.contains(&token[..20]) && !log.contains("turn=1"), "{} logs:\n{log}", kind.name);
}

fn no_log_of_errors_has_a_link(kind: &'static Kind) {
    let mut server = start(kind);
    let token = server.open("g=concentration").token().unwrap_or_default();
    let link = format!("s={token}&g=concentration&turn=1");
    let from = format!("Referer: {}\r\n", server.url(&link));
    server.break_program();
    let malformed = ["Content-Length: x\r\n", "X: a\x01b\r\n"].into_iter();
    let malformed = malformed.filter(|_| !WHOLE_REFUSALS.contains(&kind.name));
    for headers in [&*from, ""].into_iter().chain(malformed) {
        let request = server.host().request("GET", server.target(&link).as_bytes(), headers, b"");
        // BusyBox closes the connection when its program fails.
        let reply = server.host().exchange(&request);
        assert!(reply.as_ref().is_err() || reply.is_ok_and(|reply| reply.status != 200));
    }
    let elsewhere = server.host().request("GET", b"/nothing?x", &from, b"");
    let _ = server.host().exchange(&elsewhere);
    std::thread::sleep(LOG_TIME);
    let logs = server.all_logs();
    let line = logs.lines().find(|line| line.contains(&token[..20]));
    assert_eq!(line, None, "{}", kind.name);
}

/// Players in a hurry, one of whom the server refuses.
fn no_log_of_a_refusal_has_a_link(kind: &'static Kind) {
    let server = start(kind);
    let token = server.open("g=concentration").token().unwrap_or_default();
    let link = format!("s={token}&g=concentration&turn=2");
    let from = format!("Referer: {}\r\n", server.url(&link));
    let is_refused = (0..HURRY).any(|_| {
        let reply = server.host().ask("GET", server.target(&link), &from, b"");
        [403, 429].contains(&reply.status)
    });
    assert!(is_refused, "{} refuses nothing", kind.name);
    std::thread::sleep(LOG_TIME);
    let is_logged =
        || ["403", "429"].into_iter().any(|status| server.access_log().contains(status));
    let keeps_log = kind.name.strip_suffix("_refusing").is_some_and(|name| LOGGING.contains(&name));
    assert!(!keeps_log || wait_until(PATIENCE, is_logged), "{} keeps no log", kind.name);
    let logs = server.all_logs();
    let line = logs.lines().find(|line| line.contains(&token[..20]));
    assert_eq!(line, None, "{}", kind.name);
}

/// The log of pages other than Parlour's is as it was without the recipe.
fn other_lines_stay(server: &Server) {
    let host = server.host();
    let referers = ["", "Referer: http://other.example/search?q=games\r\n", "Referer: x\"y\r\n"];
    for target in ["/", "/page.html?id=7&b=%20", "/nothing?a", "/cgi-bin/other?s=A"] {
        for referer in referers {
            host.ask("GET", target, &format!("{referer}User-Agent: Other\r\n"), b"");
        }
    }
    host.ask("HEAD", "/last?x", "User-Agent: Other\r\n", b"");
    let is_other = |line: &&str| line.ends_with("\"Other\"");
    let (mut own, mut usual) = (Vec::new(), Vec::new());
    let is_there = wait_until(PATIENCE, || {
        let lines = |log: String| log.lines().filter(is_other).map(str::to_owned).collect();
        (own, usual) = (lines(server.access_log()), lines(server.usual_log()));
        usual.len() == 13 && own.len() == 13
    });
    assert!(is_there, "{own:?} {usual:?}");
    assert_eq!(own, usual);
}

fn a_page_comes_compressed(server: &Server) {
    let target = server.target("g=maze&size=12x9&seed=compressed");
    let plain = server.host().get(&target).body.len();
    let ask = format!(
        "GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    );
    let reply = server.host().exchange(ask.as_bytes());
    let reply = reply.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((reply.status, reply.header("Content-Encoding")), (200, Some("gzip")), "{reply:?}");
    let packed = reply.body.len();
    assert!(packed * SHRINKS < plain, "{plain} bytes became {packed}");
}

/// A proxy and the program behind it must agree on the end of each request. Otherwise a visitor hides a
/// request in another, and the next visitor gets its answer.
fn no_hidden_request_is_answered(server: &Server) {
    let host = server.host();
    let ask = |game: &str, lines: &str| {
        let target = server.target(&format!("g={game}&rules"));
        format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}\r\n")
    };
    let titles = |bytes: &str| -> Vec<String> {
        host.exchange(bytes.as_bytes())
            .map_or_else(|_| Vec::new(), |reply| titles_in(&reply.text()))
    };
    let title = |game: &str| titles(&ask(game, "Connection: close\r\n"));
    let (maze, mines, nim) = (title("maze"), title("mines"), title("nim"));
    assert!(maze.len() == 1 && mines.len() == 1 && nim.len() == 1, "{maze:?} {mines:?} {nim:?}");
    let hidden = ask("nim", "");
    let length = hidden.len();
    for lines in [
        format!("Content-Length: {length}\r\n"),
        format!("Content-Length: 0\r\nContent-Length: {length}\r\n"),
        format!("Content-Length: {length}\r\nContent-Length: 0\r\n"),
        format!("Content-Length: +{length}\r\n"),
        format!("Content-Length: {length}\r\nTransfer-Encoding: chunked\r\n"),
        format!("Transfer-Encoding: chunked, identity\r\nContent-Length: {length}\r\n"),
        format!("Transfer-Encoding : chunked\r\nContent-Length: {length}\r\n"),
        format!("X: folded\r\n Content-Length: {length}\r\n"),
        format!("X: bare\nContent-Length: {length}\n"),
        format!("X: bare\rContent-Length: {length}\r\n"),
        "Transfer-Encoding: chunked\r\n".to_owned(),
        "Connection: Upgrade\r\nUpgrade: h2c\r\n".to_owned(),
        "X: ends\n\n".to_owned(),
    ] {
        let got = titles(&(ask("mines", &format!("Connection: close\r\n{lines}")) + &hidden));
        // Many proxies refuse such a request with a page of their own.
        assert!(got.len() <= 1 && got != nim, "{lines:?}: {got:?}");
        for _ in 0..3 {
            assert_eq!(title("maze"), maze, "after {lines:?}");
        }
    }
    let pipelined = [ask("mines", ""), ask("nim", ""), ask("maze", "Connection: close\r\n")];
    assert_eq!(titles(&pipelined.concat()), [mines, nim, maze].concat());
}

/// The titles of all pages in these replies.
fn titles_in(replies: &str) -> Vec<String> {
    let titles = replies.split("<title>").skip(1);
    titles
        .filter_map(|rest| rest.split_once("</title>"))
        .map(|(title, _)| title.to_owned())
        .collect()
}

/// The options that the commands of the recipes write into /etc/default/fcgiwrap are one word to systemd.
fn fcgiwrap_has_workers() {
    let options: Vec<String> =
        ["nginx.conf", "parlour.caddy"].into_iter().map(options_of_fcgiwrap).collect();
    assert_eq!(options, ["-c8", "-c8"]);
    let site = Site::create();
    let socket = site.open_socket_path();
    let mut wrapped = site.as_servant("fcgiwrap", &[&options[0], "-s", &format!("unix:{socket}")]);
    let mut process = Process::start(&mut wrapped);
    let id = process.child().id().to_string();
    let children = || {
        let output =
            command("pgrep").args(["-P", &id]).stdout(std::process::Stdio::piped()).output();
        let output = output.unwrap_or_else(|error| panic!("pgrep: {error}"));
        String::from_utf8_lossy(&output.stdout).split_whitespace().map(str::to_owned).collect()
    };
    let mut workers: Vec<String> = Vec::new();
    wait_until(Duration::from_secs(5), || {
        workers = children();
        workers.len() == 8
    });
    // It ends only the first of them, and it replaces those that end while it runs.
    drop(process);
    let _ = command("kill").args(&workers).stderr(std::process::Stdio::null()).status();
    assert_eq!(workers.len(), 8);
}

fn options_of_fcgiwrap(recipe: &str) -> String {
    let text = documents::commands("deploy/README.md", recipe).concat();
    let rest = text.split_once("DAEMON_OPTS=").map_or("", |(_, rest)| rest);
    rest.split_whitespace().next().unwrap_or_default().to_owned()
}
