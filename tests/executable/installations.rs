//! Broken installations, and the line that the doctor prints first of each: one cause, one line. (What
//! it says of good servers is in `doctors_visit.rs`, and of true ones in tests/real.)

use crate::PROGRAM;
use crate::broken_server::{Ask, Habit, Reply, Server};
use parlour::seal::{Key, KeyRing};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::command::{out, program};
use support::folder::Folder;
use support::parlour;
use support::process::copy_program;

/// An installation: the change to the program, the habit of the server, and the first line of the
/// doctor.
struct Installation {
    name: &'static str,
    prepare: fn(&Path),
    habit: Habit,
    first: &'static str,
}

type Run<'a> = &'a dyn Fn(&Ask) -> Reply;

/// An installation in which only the server is wrong.
const fn served(name: &'static str, habit: Habit, first: &'static str) -> Installation {
    Installation { name, prepare: |_| {}, habit, first }
}

/// An installation in which only the program is wrong.
const fn installed(name: &'static str, prepare: fn(&Path), first: &'static str) -> Installation {
    Installation { name, prepare, habit: good, first }
}

fn good(ask: &mut Ask, run: Run<'_>) -> Option<Reply> {
    Some(run(ask))
}

/// A page in place of every answer.
fn always(status: &str, body: &str) -> Option<Reply> {
    Some(Reply::of(status, body))
}

/// An empty page of Apache in place of every answer.
fn apache(status: &str) -> Option<Reply> {
    Some(Reply { headers: "Server: Apache/2.4\r\n".to_owned(), ..Reply::of(status, "") })
}

/// A page in place of the requests that a server refuses, and the program's answer to all others.
fn refused_if(is_refused: bool, status: &str, ask: &mut Ask, run: Run<'_>) -> Option<Reply> {
    if is_refused { always(status, "") } else { Some(run(ask)) }
}

/// A redirect of everything, with or without the query.
fn sent_on(ask: &Ask, to: &str, query: &str) -> Option<Reply> {
    let headers = format!("Location: {to}{}{query}\r\n", ask.path);
    Some(Reply { headers, ..Reply::of("301 Moved Permanently", "") })
}

/// The program's answer, with something in its headers replaced.
fn replaced(ask: &Ask, run: Run<'_>, from: &str, to: &str) -> Option<Reply> {
    let reply = run(ask);
    Some(Reply { headers: reply.headers.replace(from, to), ..reply })
}

/// The program's answer, with another line in the place of a header.
fn with_header(ask: &Ask, run: Run<'_>, name: &str, value: &str) -> Option<Reply> {
    let reply = run(ask);
    let is_other = |line: &&str| !line.starts_with(&format!("{name}:"));
    let others: String =
        reply.headers.lines().filter(is_other).map(|l| format!("{l}\r\n")).collect();
    Some(Reply { headers: format!("{others}{name}: {value}\r\n"), ..reply })
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Puts a program without a key in the place of the installed one.
fn without_key(path: &Path) {
    copy_program(Path::new(PROGRAM), path);
    chmod(path, 0o755);
}

/// A server that gives a program without a key one in a file of this mode.
fn with_key_file(ask: &mut Ask, run: Run<'_>, mode: u32) -> Option<Reply> {
    let file = ask.program.parent()?.with_file_name("key-file");
    if !file.exists() {
        fs::write(&file, KeyRing::of(Key::draw().unwrap()).to_text()).unwrap();
    }
    chmod(&file, mode);
    ask.variables.push(("PARLOUR_KEY_FILE", file.display().to_string()));
    Some(run(ask))
}

/// Installations in which no request reaches Parlour.
const NOT_REACHED: &[Installation] = &[
    served(
        "program",
        |_, _| always("200 OK", "\x7fELF..."),
        "WRONG asked for Parlour, it answers 200: the server hands out the program with the keys",
    ),
    served(
        "script",
        |_, _| always("200 OK", "#!/bin/sh\nexec parlour\n"),
        "WRONG asked for Parlour, it answers 200: the server hands out the script",
    ),
    served(
        "headers_shown",
        |_, _| always("200 OK", "Status: 200 OK\r\n"),
        "WRONG asked for Parlour, it answers 200: the server shows the headers of the program as text",
    ),
    served(
        "empty",
        |_, _| always("200 OK", ""),
        "WRONG asked for Parlour, it answers 200: the page is empty",
    ),
    served(
        "other_page",
        |_, _| always("200 OK", "<p>It works!"),
        "WRONG asked for Parlour, it answers 200: something answers there that is not Parlour",
    ),
    served(
        "https_port",
        |_, _| always("400 Bad Request", "plain HTTP request was sent to HTTPS port"),
        "WRONG asked for Parlour, it answers 400: the server speaks HTTPS at this port",
    ),
    served(
        "password",
        |_, _| always("401 Unauthorized", ""),
        "WRONG asked for Parlour, it answers 401: the server asks for a name and a password",
    ),
    served(
        "no_exec_cgi",
        |_, _| apache("403 Forbidden"),
        "WRONG asked for Parlour, it answers 403: the server refuses: it may not run programs there",
    ),
    served(
        "not_readable",
        |_, _| always("404 Not Found", ""),
        "WRONG asked for Parlour, it answers 404: the server knows nothing at this address",
    ),
    served(
        "no_cgi",
        |_, _| always("405 Method Not Allowed", ""),
        "WRONG asked for Parlour, it answers 405: the server runs no program at this address",
    ),
    served(
        "too_often",
        |_, _| always("429 Too Many Requests", ""),
        "WRONG asked for Parlour, it answers 429: the server limits how often",
    ),
    served(
        "cannot_run",
        |_, _| always("500 Internal Server Error", ""),
        "WRONG asked for Parlour, it answers 500: the server cannot run the program",
    ),
    served(
        "no_fcgiwrap",
        |_, _| always("502 Bad Gateway", ""),
        "WRONG asked for Parlour, it answers 502: the program does not answer the server",
    ),
    served(
        "cgid_after_reload",
        |_, _| apache("503 Service Unavailable"),
        "WRONG asked for Parlour, it answers 503: the server does not get at its programs; Apache does so after `a2enmod cgid` until it is restarted",
    ),
    served(
        "circle",
        |ask, _| sent_on(ask, "", "?parlour"),
        "WRONG the server sends visitors in a circle",
    ),
    served(
        "query_lost",
        |ask, _| sent_on(ask, "http://127.0.0.1:1", ""),
        "WRONG the server sends visitors on to http://127.0.0.1:1/cgi-bin/parlour and loses the query",
    ),
    served(
        "no_address",
        |_, _| {
            Some(Reply { headers: "Location: //x\r\n".to_owned(), ..Reply::of("302 Found", "") })
        },
        "WRONG the server sends visitors on to `//x`, which is no address",
    ),
    served(
        "moved_away",
        |ask, _| sent_on(ask, "http://127.0.0.1:1", "?parlour"),
        "WRONG no server answers at 127.0.0.1:1",
    ),
    served("mute", |_, _| None, "WRONG no server answers at 127.0.0.1:"),
];

/// Installations in which requests reach Parlour, but no game can be played.
const NOT_PLAYED: &[Installation] = &[
    served(
        "cut_short",
        |ask, run| {
            let mut reply = run(ask);
            reply.body.truncate(4000);
            Some(reply)
        },
        "WRONG the pages of Parlour are cut short",
    ),
    served(
        "advertisement",
        |ask, run| {
            let mut reply = replaced(ask, run, "Content-Length", "X-Length")?;
            reply.body.extend(b"<script>ad()</script>");
            Some(reply)
        },
        "WRONG something is put into the pages of Parlour (`<script`)",
    ),
    served(
        "query_stripped",
        |ask, run| {
            ask.query.clear();
            Some(run(ask))
        },
        "WRONG no query arrives",
    ),
    served(
        "query_refused",
        |ask, run| refused_if(ask.query.contains('='), "406 Not Acceptable", ask, run),
        "WRONG asked for the rules of a game, the server answers 406",
    ),
    served(
        "links_refused",
        |ask, run| refused_if(ask.query.contains("s=A"), "403 Forbidden", ask, run),
        "WRONG a move is answered with 403: the server, or a firewall before it, refuses the links of games",
    ),
    served(
        "links_limited",
        |ask, run| refused_if(ask.query.len() > 100, "414 URI Too Long", ask, run),
        "WRONG a move is answered with 414",
    ),
    served(
        "cache_of_all",
        |ask, run| {
            if ask.query == "g=concentration" {
                ask.query.push_str("&seed=same");
                Some(Reply {
                    status: "303 See Other".to_owned(),
                    headers: "Location: ?g=concentration&seed=4jdv-mmnw\r\nX-Cache: HIT\r\n"
                        .to_owned(),
                    ..run(ask)
                })
            } else {
                Some(run(ask))
            }
        },
        "WRONG two visitors who ask for a new game get the same one (X-Cache: HIT)",
    ),
    served(
        "cache_by_game",
        |ask, run| {
            if let Some((before, _)) = ask.query.clone().split_once("&turn=") {
                ask.query = before.to_owned();
            }
            Some(run(ask))
        },
        "WRONG a move does not change the game",
    ),
    served(
        "location_rewritten",
        |ask, run| {
            replaced(ask, run, "Location: ?", "Location: http://backend:8080/cgi-bin/parlour?")
        },
        "WRONG a new game is sent to http://backend:8080/cgi-bin/parlour instead of http://127.0.0.1:",
    ),
    served(
        "location_dropped",
        |ask, run| match &*ask.query {
            "g=concentration" => always("500 Internal Server Error", ""),
            _ => Some(run(ask)),
        },
        "WRONG asked for a new game, the server answers 500 and no game",
    ),
    served(
        "deals_refused",
        |ask, run| refused_if(ask.query.contains("seed="), "404 Not Found", ask, run),
        "WRONG a new game should be dealt with 200 and comes as 404",
    ),
];

/// Installations whose server damages the redirect to a new game, or a key.
const NOT_OPENED: &[Installation] = &[
    served(
        "redirect_lost",
        |ask, run| replaced(ask, run, "Location", "X-Location"),
        "WRONG the header `Location` of a redirect to a new game does not arrive",
    ),
    served(
        "redirect_followed",
        |ask, run| {
            if ask.query == "g=concentration" {
                ask.query.push_str("&seed=followed");
            }
            Some(run(ask))
        },
        "WRONG the server, or a proxy before it, follows the redirect",
    ),
    served(
        "lower_case",
        |ask, run| {
            ask.query = ask.query.to_lowercase();
            Some(run(ask))
        },
        "WRONG queries arrive in lower case",
    ),
    served(
        "script_injected",
        |ask, run| {
            let reply = run(ask);
            let page = String::from_utf8_lossy(&reply.body).replace("</title>", "<script>");
            Some(Reply { body: page.into(), ..reply })
        },
        "WRONG something is put into the pages of Parlour (`<script`)",
    ),
    served(
        "compressed_in_secret",
        |_, _| Some(Reply::of("200 OK", [0x1f, 0x8b, 8, 0])),
        "WRONG asked for Parlour, it answers 200: pages are compressed, and the header",
    ),
    served(
        "other_machine",
        |ask, run| {
            // Every other request finds a machine with a key of its own.
            static TURN: AtomicUsize = AtomicUsize::new(0);
            let key = [
                "AQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo",
                "IQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo",
            ];
            let turn = TURN.fetch_add(1, Ordering::Relaxed);
            ask.variables.push(("PARLOUR_KEY", key[turn % 2].to_owned()));
            Some(run(ask))
        },
        "WRONG several machines answer here with different keys (",
    ),
    served(
        "limited",
        |ask, run| {
            static ASKED: AtomicUsize = AtomicUsize::new(0);
            let is_refused = ASKED.fetch_add(1, Ordering::Relaxed) > 5;
            refused_if(is_refused, "429 Too Many Requests", ask, run)
        },
        "WRONG after 7 requests the server answers 429 in place of Parlour",
    ),
];

#[test]
fn what_changes_a_link_is_named() {
    check(NOT_OPENED);
}

/// Installations in which a game can be played, but something else is wrong.
const PLAYED: &[Installation] = &[
    served(
        "status_dropped",
        |ask, run| Some(Reply { status: "200 OK".into(), ..run(ask) }),
        "WRONG the status of an answer does not arrive",
    ),
    served(
        "decoded",
        |ask, run| {
            ask.query = ask.query.replace("%2B", "+").replace("%26", "&");
            Some(run(ask))
        },
        "WRONG a query with percent signs does not arrive",
    ),
    served(
        "query_cut",
        |ask, run| {
            ask.query.truncate(1000);
            Some(run(ask))
        },
        "WRONG a query of 1900 bytes does not arrive whole",
    ),
    served(
        "arguments_obeyed",
        |ask, run| if ask.query == "keygen" { always("200 OK", "a key") } else { Some(run(ask)) },
        "WRONG asked for `?keygen`, the server answers 200",
    ),
    served(
        "arguments_break_it",
        |ask, run| {
            if ask.query.contains('=') || ask.query == "parlour" || ask.query.starts_with("g=") {
                Some(run(ask))
            } else {
                always("500 Internal Server Error", "")
            }
        },
        "WRONG asked for `?version`, the server answers 500",
    ),
    served(
        "words_refused",
        |ask, run| refused_if(ask.query.contains("nowhere"), "403 Forbidden", ask, run),
        "note  the server itself refuses `?doctor+/nowhere` (403)",
    ),
    served(
        "copy_handed_out",
        |ask, run| {
            if ask.path.ends_with(".bak") { always("200 OK", "\x7fELF...") } else { Some(run(ask)) }
        },
        "WRONG the server hands out /cgi-bin/parlour.bak, with keys in it",
    ),
    served(
        "key_handed_out",
        |ask, run| {
            if ask.path.ends_with("/ring") {
                always("200 OK", &KeyRing::of(Key::draw().unwrap()).to_text())
            } else {
                Some(run(ask))
            }
        },
        "WRONG the server hands out /cgi-bin/ring, with keys in it",
    ),
    served(
        "policy_replaced",
        |ask, run| with_header(ask, run, "Content-Security-Policy", "default-src 'self'"),
        "WRONG the server sends a Content-Security-Policy of its own, `default-src 'self'`",
    ),
    served(
        "policy_added",
        |ask, run| {
            let reply = run(ask);
            Some(Reply {
                headers: reply.headers
                    + "Content-Security-Policy: upgrade-insecure-requests; img-src 'none'\r\n",
                status: reply.status,
                body: reply.body,
            })
        },
        "WRONG the server sends a Content-Security-Policy of its own",
    ),
    served(
        "policy_dropped",
        |ask, run| replaced(ask, run, "Content-Security-Policy", "X-Policy"),
        "note  headers of the program do not arrive (Content-Security-Policy)",
    ),
    served(
        "type_replaced",
        |ask, run| with_header(ask, run, "Content-Type", "text/plain"),
        "WRONG pages come with `Content-Type: text/plain`",
    ),
    served(
        "style_is_a_page",
        |ask, run| match ask.query.starts_with("style=") {
            true => with_header(ask, run, "Content-Type", "text/html; charset=utf-8"),
            false => Some(run(ask)),
        },
        "WRONG the style sheet of the pages comes with status 200 and `Content-Type: text/html; charset=utf-8`",
    ),
    served(
        "style_refused",
        |ask, run| match ask.query.starts_with("style=") {
            true => Some(Reply::of("403 Forbidden", "no")),
            false => Some(run(ask)),
        },
        "WRONG the style sheet of the pages comes with status 403",
    ),
    served(
        "all_kept",
        |ask, run| with_header(ask, run, "Cache-Control", "max-age=2592000"),
        "WRONG a page with a password, the secret of a player, comes with `Cache-Control: max-age=2592000`",
    ),
    served(
        "referrer",
        |ask, run| with_header(ask, run, "Referrer-Policy", "unsafe-url"),
        "note  Referrer-Policy comes as `unsafe-url` and was sent as `no-referrer`",
    ),
    served(
        "cookie",
        |ask, run| {
            let reply = run(ask);
            Some(Reply {
                headers: reply.headers + "Set-Cookie: id=7\r\n",
                status: reply.status,
                body: reply.body,
            })
        },
        "note  the server gives visitors a cookie",
    ),
    served(
        "own_error_pages",
        |ask, run| {
            let reply = run(ask);
            match &*reply.status {
                "404 Not Found" => Some(Reply::of(&reply.status, "not found")),
                _ => Some(reply),
            }
        },
        "note  the server shows pages of its own where Parlour has a problem",
    ),
    served(
        "url_elsewhere",
        |ask, run| {
            ask.variables.push(("PARLOUR_URL", "http://127.0.0.1:1/parlour".to_owned()));
            Some(run(ask))
        },
        "WRONG links to send lead to http://127.0.0.1:1/parlour, where nobody answers",
    ),
    served(
        "url_to_the_site",
        |ask, run| {
            let host = ask.variables[0].1.clone();
            ask.variables.push(("PARLOUR_URL", format!("http://{host}/")));
            Some(run(ask))
        },
        "WRONG links to send lead to http://127.0.0.1:",
    ),
    served(
        "host_unknown",
        |ask, run| {
            ask.variables.clear();
            Some(run(ask))
        },
        "note  pages do not say the whole address of the link to send",
    ),
    served(
        "breaks_off",
        |ask, run| if ask.query == "keygen" { None } else { Some(run(ask)) },
        "WRONG the web server breaks off in the middle",
    ),
];

/// Installations with a wrong file.
const FILES: &[Installation] = &[
    installed("mode_0600", |path| chmod(path, 0o600), "WRONG nobody may run the program"),
    installed(
        "mode_0755",
        |path| chmod(path, 0o755),
        "WRONG everybody on this machine can read the program and the keys in it",
    ),
    installed("no_key", without_key, "WRONG Parlour runs there, but has no key that it can use"),
    Installation {
        name: "bad_key_file",
        prepare: without_key,
        habit: |ask, run| with_key_file(ask, run, 0o644),
        first: "WRONG Parlour runs there, but has no key that it can use",
    },
    Installation {
        name: "good_key_file",
        prepare: without_key,
        habit: |ask, run| with_key_file(ask, run, 0o600),
        first: "note  the program has no key in this terminal, and the web server gives it one",
    },
    installed(
        "script_of_windows",
        |path| wrap(path, "#!/bin/sh\r\nexec PROGRAM\r\n"),
        "WRONG the script has the line ends of Windows",
    ),
    installed(
        "script_to_nowhere",
        |path| wrap(path, "#!/bin/sh\nexec PROGRAM.moved\n"),
        "WRONG the script runs ",
    ),
    installed(
        "script_with_arguments",
        |path| wrap(path, "#!/bin/sh\nexec PROGRAM \"$@\"\n"),
        "WRONG the script hands on its arguments",
    ),
    installed(
        "script_mode",
        |path| {
            wrap(path, "#!/bin/sh\nexec PROGRAM\n");
            chmod(path, 0o644)
        },
        "WRONG nobody may run the script",
    ),
];

/// Puts a script in the place of the program, and the program beside it.
fn wrap(path: &Path, script: &str) {
    let program = path.with_file_name("program");
    fs::rename(path, &program).unwrap();
    fs::write(path, script.replace("PROGRAM", &program.display().to_string())).unwrap();
    chmod(path, 0o755);
}

/// Lines that are the same for all of these: the protection of a copy that root has not installed,
/// and the note on a copy without its own group.
fn is_about_this_machine(line: &str) -> bool {
    line.contains("a user who may run") || line.contains("that is so in this terminal")
}

#[track_caller]
fn check(cases: &[Installation]) {
    let mut faults = Vec::new();
    for Installation { name, prepare, habit, first } in cases {
        let server = Server::start(*habit);
        prepare(&server.program);
        let report = server.report();
        let text = out(&report);
        let line = text.lines().find(|line| !is_about_this_machine(line)).unwrap_or_default();
        let wrong = text.lines().filter(|line| line.starts_with("WRONG")).count();
        let is_first = line.starts_with(first) && wrong == usize::from(first.starts_with("WRONG"));
        if !is_first || report.status.code() != Some(i32::from(wrong > 0)) {
            faults.push(format!("{name}: not first, or not the only fault: {first}\n{text}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_keeps_visitors_from_parlour_is_named() {
    check(NOT_REACHED);
}

#[test]
fn what_keeps_them_from_playing_is_named() {
    check(NOT_PLAYED);
}

#[test]
fn what_goes_wrong_while_they_play_is_named() {
    check(PLAYED);
}

#[test]
fn what_is_wrong_with_the_file_is_named_before_what_follows_from_it() {
    check(FILES);
}

#[test]
fn a_host_may_be_asked_at_another_address() {
    let server = Server::start(|ask, run| {
        let is_here = ask.variables[0].1.starts_with("127.0.0.1");
        let host = format!("games.example:{}", ask.variables[0].1.rsplit(':').next()?);
        ask.variables[0].1 = host;
        is_here.then(|| run(ask))
    });
    let port = server.url().rsplit(':').next().unwrap().split('/').next().unwrap().to_owned();
    let url = format!("http://games.example:{port}/cgi-bin/parlour");
    let at = format!("games.example:{port}:127.0.0.1");
    let report = parlour!("doctor", "--resolve", at, url);
    assert!(report.status.success(), "{}", out(&report));
    assert!(
        out(&report).contains(&format!("links to send lead here, to {url}")),
        "{}",
        out(&report)
    );
    let bad = parlour!("doctor", "--resolve", "games.example", url);
    assert!(out(&bad).starts_with("WRONG `--resolve` does not say"), "{}", out(&bad));
}

#[test]
fn without_curl_https_is_not_asked() {
    let empty = Folder::create();
    // For root, curl comes from the usual directories, and PATH does not count.
    let mut command = program(support::process::find("unshare").unwrap());
    command.args(["--user", PROGRAM, "doctor", "https://localhost:1/"]);
    let report = command.env("PATH", empty.path()).output().unwrap();
    let expected = "WRONG https://localhost:1/ cannot be examined: there is no curl";
    assert!(out(&report).starts_with(expected), "{}", out(&report));
    assert_eq!(out(&report).lines().count(), 1);
}
