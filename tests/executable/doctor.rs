//! The doctor at web servers with one habit: bad ones, of which it names the fault, and good ones,
//! which it finds sound. (`.ci/broken.py` breaks true servers; tests/real has it visit good ones.)

use crate::PROGRAM;
use crate::broken_server::{Ask, Habit, Reply, Server};
use parlour::seal::{Key, KeyRing};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::command::{out, program};
use support::folder::Folder;
use support::parlour;
use support::process::{copy_program, install_copy};

type Run<'a> = &'a dyn Fn(&Ask) -> Reply;

fn always(status: &str, body: &str) -> Option<Reply> {
    Some(Reply::of(status, body))
}

/// A page of a named server in place of every answer.
fn of_server(name: &str, status: &str) -> Option<Reply> {
    Some(Reply {
        headers: format!("Server: {name}\r\n"),
        ..Reply::of(status, "<title>Oops</title>")
    })
}

/// A page in place of the requests that a server refuses, and the program's answer to all others.
fn refused_if(is_refused: bool, status: &str, ask: &mut Ask, run: Run<'_>) -> Option<Reply> {
    if is_refused { always(status, "") } else { Some(run(ask)) }
}

fn sent_on(ask: &Ask, to: &str, query: &str) -> Option<Reply> {
    let headers = format!("Location: {to}{}{query}\r\n", ask.path);
    Some(Reply { headers, ..Reply::of("301 Moved Permanently", "") })
}

/// The program's answer to a query that the server changes.
fn asked(ask: &mut Ask, run: Run<'_>, change: impl Fn(&str) -> String) -> Option<Reply> {
    ask.query = change(&ask.query);
    Some(run(ask))
}

/// The program's answer with other headers.
fn with_headers(ask: &Ask, run: Run<'_>, change: impl Fn(String) -> String) -> Option<Reply> {
    let reply = run(ask);
    Some(Reply { headers: change(reply.headers.clone()), ..reply })
}

/// The program's answer, with another line in the place of a header.
fn with_header(ask: &Ask, run: Run<'_>, name: &str, value: &str) -> Option<Reply> {
    with_headers(ask, run, |headers| {
        let others = headers.lines().filter(|line| !line.starts_with(&format!("{name}:")));
        let others: String = others.map(|line| format!("{line}\r\n")).collect();
        format!("{others}{name}: {value}\r\n")
    })
}

/// The program's page, changed.
fn with_page(ask: &Ask, run: Run<'_>, change: impl Fn(&str) -> String) -> Option<Reply> {
    let reply = run(ask);
    let page = String::from_utf8_lossy(&reply.body).into_owned();
    let is_html = reply.headers.contains("text/html");
    let body = if is_html { change(&page).into() } else { reply.body.clone() };
    Some(Reply { headers: reply.headers.replace("Content-Length", "X-Length"), body, ..reply })
}

/// A habit, and words of the line about it.
type Case = (&'static str, Habit, &'static str);

/// Servers that are wrong.
const WRONG: &[Case] = &[
    // No request reaches Parlour.
    ("program", |_, _| always("200 OK", "\x7fELF..."), "hands out the program"),
    (
        "true_program",
        |ask, _| {
            let program = fs::read(&ask.program).unwrap_or_default();
            Some(Reply::of("200 OK", program))
        },
        "hands out the program",
    ),
    ("script", |_, _| always("200 OK", "#!/bin/sh\nexec parlour\n"), "hands out the script"),
    (
        "headers_shown",
        |_, _| always("200 OK", "Status: 200 OK\r\n"),
        "headers of the program as text",
    ),
    ("empty", |_, _| always("200 OK", ""), "an empty page answers"),
    ("other_page", |_, _| always("200 OK", "<title>My site</title>"), "“My site”"),
    (
        "https_port",
        |_, _| always("400 Bad Request", "a plain HTTP request to an HTTPS port"),
        "speaks HTTPS",
    ),
    ("robots", |_, _| always("403 Forbidden", "<p>Please solve this captcha"), "no robots"),
    ("apache_404", |_, _| of_server("Apache/2.4", "404 Not Found"), "a2enmod cgid"),
    ("nginx_404", |_, _| of_server("nginx", "404 Not Found"), "no `location`"),
    ("apache_403", |_, _| of_server("Apache/2.4", "403 Forbidden"), "Options +ExecCGI"),
    ("nginx_502", |_, _| of_server("nginx/1.22.1", "502 Bad Gateway"), "fcgiwrap.socket"),
    (
        "apache_503",
        |_, _| of_server("Apache", "503 Service Unavailable"),
        "systemctl restart apache2",
    ),
    ("no_cgi", |_, _| always("405 Method Not Allowed", ""), "does not run programs"),
    ("too_often", |_, _| always("429 Too Many Requests", ""), "limits how often"),
    ("cannot_run", |_, _| always("500 Internal Server Error", ""), "could not start the program"),
    ("circle", |ask, _| sent_on(ask, "", "?parlour"), "in a circle"),
    ("query_lost", |ask, _| sent_on(ask, "http://127.0.0.1:1", ""), "loses the query"),
    ("moved_away", |ask, _| sent_on(ask, "http://127.0.0.1:1", "?parlour"), "gives no answer"),
    ("mute", |_, _| None, "gives no answer"),
    (
        "compressed_in_secret",
        |_, _| Some(Reply::of("200 OK", [0x1f, 0x8b, 8, 0])),
        "`Content-Encoding` that says so is lost",
    ),
    // The query does not arrive as it was sent.
    ("stripped", |ask, run| asked(ask, run, |_| String::new()), "no query arrives"),
    (
        "valueless_dropped",
        |ask, run| {
            asked(ask, run, |query| {
                query
                    .split('&')
                    .filter(|pair| pair.contains('=') || *pair == query)
                    .collect::<Vec<_>>()
                    .join("&")
            })
        },
        "a part of the query does not arrive",
    ),
    (
        "lower_case",
        |ask, run| asked(ask, run, str::to_lowercase),
        "is changed on the way, or the query is",
    ),
    (
        "decoded",
        |ask, run| asked(ask, run, |query| query.replace("%2B", "+").replace("%26", "&")),
        "query",
    ),
    ("cut", |ask, run| asked(ask, run, |query| query.chars().take(1000).collect()), "1,900 bytes"),
    (
        "turns_cut",
        |ask, run| {
            asked(ask, run, |query| query.split("&turn=").next().unwrap_or_default().to_owned())
        },
        "the page for a move",
    ),
    (
        "refused",
        |ask, run| refused_if(ask.query.contains('='), "406 Not Acceptable", ask, run),
        "406",
    ),
    (
        "links_refused",
        |ask, run| {
            refused_if(ask.query.contains("s=A") && ask.query.len() > 60, "403 Forbidden", ask, run)
        },
        "asked for a move",
    ),
    (
        "tables_refused",
        |ask, run| refused_if(ask.query.contains("&c="), "403 Forbidden", ask, run),
        "a player's page",
    ),
    (
        "deals_refused",
        |ask, run| refused_if(ask.query.contains("seed="), "404 Not Found", ask, run),
        "a new deal",
    ),
    (
        "breaks_off",
        |ask, run| if ask.query.contains("seed=") { None } else { Some(run(ask)) },
        "breaks off",
    ),
    // The answer does not arrive as it was sent.
    (
        "cut_short",
        |ask, run| with_page(ask, run, |page| page.chars().take(4000).collect()),
        "cut short",
    ),
    (
        "script_injected",
        |ask, run| with_page(ask, run, |page| page.replace("</body>", "<script></script></body>")),
        "`<script`",
    ),
    (
        "advertisement",
        |ask, run| with_page(ask, run, |page| format!("{page}<p>Buy this")),
        "is added to the pages",
    ),
    (
        "other_words",
        |ask, run| with_page(ask, run, |page| page.replace("tile", "card")),
        "lacks the words",
    ),
    (
        "links_rewritten",
        |ask, run| with_page(ask, run, |page| page.replace("turn=", "move=")),
        "lacks the link",
    ),
    (
        "same_deal",
        |ask, run| {
            if ask.query == "g=concentration" {
                let deal = "Location: ?g=concentration&seed=4jdv-mmnw\r\n";
                return with_header(
                    ask,
                    run,
                    "Location",
                    deal.trim_start_matches("Location: ").trim(),
                );
            }
            Some(run(ask))
        },
        "get the same one",
    ),
    (
        "errors_are_pages",
        |ask, run| {
            let reply = run(ask);
            let is_error = reply.status.starts_with('4');
            Some(if is_error { Reply::of("200 OK", "<h1>My site</h1>") } else { reply })
        },
        "answers with another page",
    ),
    (
        "location_rewritten",
        |ask, run| {
            with_headers(ask, run, |headers| {
                headers.replace("Location: ?", "Location: http://backend:8080/x?")
            })
        },
        "instead of",
    ),
    (
        "location_dropped",
        |ask, run| with_headers(ask, run, |headers| headers.replace("Location", "X-Location")),
        "`Location`",
    ),
    (
        "redirect_followed",
        |ask, run| {
            asked(ask, run, |query| match query {
                "g=concentration" => "g=concentration&seed=followed".to_owned(),
                _ => query.to_owned(),
            })
        },
        "follows the redirect",
    ),
    (
        "status_dropped",
        |ask, run| Some(Reply { status: "200 OK".into(), ..run(ask) }),
        "with the status 200",
    ),
    (
        "policy_replaced",
        |ask, run| with_header(ask, run, "Content-Security-Policy", "default-src 'self'"),
        "Content-Security-Policy",
    ),
    (
        "policy_added",
        |ask, run| {
            with_headers(ask, run, |headers| {
                headers + "Content-Security-Policy: img-src 'none'\r\n"
            })
        },
        "Content-Security-Policy",
    ),
    (
        "referrer_last",
        |ask, run| with_headers(ask, run, |headers| headers + "Referrer-Policy: unsafe-url\r\n"),
        "browsers tell other sites the links of players",
    ),
    (
        "second_type",
        |ask, run| with_headers(ask, run, |headers| headers + "Content-Type: text/plain\r\n"),
        "text/plain",
    ),
    (
        "length_too_long",
        |ask, run| {
            with_headers(ask, run, |headers| {
                headers.replace("Content-Length: ", "Content-Length: 1")
            })
        },
        "`Content-Length` is too long",
    ),
    (
        "base_added",
        |ask, run| with_page(ask, run, |page| page.replace("<head>", "<head><base href=/x/>")),
        "`<base`",
    ),
    (
        "one_of_two_fails",
        |ask, run| {
            static ASKED: AtomicUsize = AtomicUsize::new(0);
            let is_down = ASKED.fetch_add(1, Ordering::Relaxed) % 2 == 1;
            refused_if(is_down, "502 Bad Gateway", ask, run)
        },
        "now and then",
    ),
    (
        "first_of_two_fails",
        |ask, run| {
            static ASKED: AtomicUsize = AtomicUsize::new(0);
            let is_down = ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
            refused_if(is_down, "502 Bad Gateway", ask, run)
        },
        "now and then",
    ),
    (
        "one_of_two_is_keyless",
        |ask, run| {
            static ASKED: AtomicUsize = AtomicUsize::new(0);
            if ASKED.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
                ask.variables.push(("PARLOUR_KEY", "nonsense".to_owned()));
            }
            Some(run(ask))
        },
        "now and then, and not at each time: Parlour runs there, but has no key",
    ),
    (
        "key_retired_by_one_of_two",
        |ask, run| {
            static TURN: AtomicUsize = AtomicUsize::new(0);
            let (one, other) = (
                "AQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo",
                "IQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo",
            );
            let keys = match TURN.fetch_add(1, Ordering::Relaxed) % 2 {
                0 => format!("{one},retired:{other}"),
                _ => format!("{other},retired:{one}"),
            };
            ask.variables.push(("PARLOUR_KEY", keys));
            Some(run(ask))
        },
        "has retired a key with which another one seals",
    ),
    (
        "preview_elsewhere",
        |_, _| {
            always(
                "421 Misdirected Request",
                "<h1>Misdirected Request</h1>\n<p>This preview answers only at its own address.</p>",
            )
        },
        "a preview of `parlour serve` answers",
    ),
    (
        "prefix_stripped",
        |ask, _| {
            let to = if ask.path.ends_with('/') { "/cgi-bin/parlour" } else { "/cgi-bin/parlour/" };
            let body = "<p>The games have their own address.</p>";
            let headers = format!("Location: {to}?{}\r\n", ask.query);
            Some(Reply { headers, ..Reply::of("303 See Other", body) })
        },
        "keep the path",
    ),
    ("type_replaced", |ask, run| with_header(ask, run, "Content-Type", "text/plain"), "text/plain"),
    (
        "style_refused",
        |ask, run| refused_if(ask.query.starts_with("style"), "403 Forbidden", ask, run),
        "style sheet",
    ),
    (
        "all_kept",
        |ask, run| with_header(ask, run, "Cache-Control", "max-age=2592000"),
        "max-age=2592000",
    ),
    (
        "limited",
        |ask, run| {
            static ASKED: AtomicUsize = AtomicUsize::new(0);
            refused_if(ASKED.fetch_add(1, Ordering::Relaxed) > 5, "429 Too Many Requests", ask, run)
        },
        "limits how often",
    ),
    (
        "other_machine",
        |ask, run| {
            static TURN: AtomicUsize = AtomicUsize::new(0);
            let keys = [
                "AQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo",
                "IQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo",
            ];
            let key = keys[TURN.fetch_add(1, Ordering::Relaxed) % 2];
            ask.variables.push(("PARLOUR_KEY", key.to_owned()));
            Some(run(ask))
        },
        "different keys",
    ),
    (
        "other_version",
        |ask, run| {
            static TURN: AtomicUsize = AtomicUsize::new(0);
            let reply = run(ask);
            let page = String::from_utf8_lossy(&reply.body).into_owned();
            let is_json = reply.body.starts_with(b"{");
            let is_old = is_json && TURN.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
            let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
            let page = if is_old { page.replace(&version, "\"version\":\"0.1.0\"") } else { page };
            Some(Reply { body: page.into(), ..reply })
        },
        "several versions",
    ),
    (
        "bad_key",
        |ask, run| {
            ask.variables.push(("PARLOUR_KEY", "nonsense".to_owned()));
            Some(run(ask))
        },
        "no key that it can use",
    ),
    (
        "url_elsewhere",
        |ask, run| {
            ask.variables.push(("PARLOUR_URL", "http://127.0.0.1:1/parlour".to_owned()));
            Some(run(ask))
        },
        "where nothing answers",
    ),
];

/// Servers that do something worth a word, and whose players miss nothing. An empty text says that
/// no note is due.
const SOUND: &[Case] = &[
    ("plain", |ask, run| Some(run(ask)), ""),
    ("amp", |ask, run| asked(ask, run, |query| query.replace('&', "&amp;")), ""),
    // Parlour undoes one percent-encoding that a proxy has added.
    ("encoded", |ask, run| asked(ask, run, |query| query.replace('%', "%25")), ""),
    ("tracking", |ask, run| asked(ask, run, |query| format!("{query}&utm_source=x")), ""),
    (
        "hyphen_firewall",
        |ask, run| refused_if(ask.query.contains("--"), "403 Forbidden", ask, run),
        "",
    ),
    (
        "comments",
        |ask, run| with_page(ask, run, |page| format!("{page}\n<!-- served by cache7 -->\n")),
        "",
    ),
    (
        "minified",
        |ask, run| with_page(ask, run, |page| page.replace('\n', " ").replace("  ", " ")),
        "",
    ),
    ("entities", |ask, run| with_page(ask, run, |page| page.replace("&#39;", "&apos;")), ""),
    (
        "absolute_links",
        |ask, run| with_page(ask, run, |page| page.replace("href=\"?", "href=\"/cgi-bin/parlour?")),
        "",
    ),
    (
        "upper_case_type",
        |ask, run| {
            with_headers(ask, run, |headers| {
                headers.replace("text/html; charset=utf-8", "text/html;charset=UTF-8")
            })
        },
        "",
    ),
    (
        "stricter_cache",
        |ask, run| with_header(ask, run, "Cache-Control", "private, no-store, max-age=0"),
        "",
    ),
    (
        "no_cache_twice",
        |ask, run| with_headers(ask, run, |headers| headers + "Cache-Control: no-cache\r\n"),
        "",
    ),
    (
        "hsts",
        |ask, run| {
            with_headers(ask, run, |headers| headers + "Strict-Transport-Security: max-age=1\r\n")
        },
        "",
    ),
    (
        "policy_upgrade",
        |ask, run| {
            with_headers(ask, run, |headers| {
                headers + "Content-Security-Policy: upgrade-insecure-requests\r\n"
            })
        },
        "Content-Security-Policy",
    ),
    (
        "policy_dropped",
        |ask, run| {
            with_headers(ask, run, |headers| headers.replace("Content-Security-Policy", "X-Policy"))
        },
        "Content-Security-Policy",
    ),
    (
        "referrer",
        |ask, run| with_header(ask, run, "Referrer-Policy", "same-origin"),
        "Referrer-Policy",
    ),
    (
        "referrer_first",
        |ask, run| {
            with_headers(ask, run, |headers| format!("Referrer-Policy: unsafe-url\r\n{headers}"))
        },
        "",
    ),
    ("longer_vary", |ask, run| with_header(ask, run, "Vary", "User-Agent,Accept-Encoding"), ""),
    (
        "nosniff_twice",
        |ask, run| {
            with_headers(ask, run, |headers| headers + "X-Content-Type-Options: nosniff\r\n")
        },
        "",
    ),
    (
        "own_style_missing",
        |ask, run| {
            ask.variables.push(("PARLOUR_STYLE", "/x.css".to_owned()));
            Some(run(ask))
        },
        "the style sheet of PARLOUR_STYLE",
    ),
    (
        "clock_of_tomorrow",
        |ask, run| {
            with_headers(ask, run, |headers| headers + "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n")
        },
        "the clocks there and here differ",
    ),
    (
        "cookie",
        |ask, run| with_headers(ask, run, |headers| headers + "Set-Cookie: id=7\r\n"),
        "a cookie, `id`",
    ),
    (
        "own_error_pages",
        |ask, run| {
            let reply = run(ask);
            Some(if reply.status.starts_with("404") {
                Reply::of(&reply.status, "not found")
            } else {
                reply
            })
        },
        "a page of its own",
    ),
    (
        "error_page_missing",
        |ask, run| {
            let reply = run(ask);
            let is_error = reply.status.starts_with('4');
            Some(if is_error { Reply::of("404 Not Found", "no such page") } else { reply })
        },
        "a page of its own",
    ),
    (
        "absolute_location",
        |ask, run| {
            let here = format!("Location: http://{}{}?", ask.variables[0].1, ask.path);
            with_headers(ask, run, |headers| headers.replace("Location: ?", &here))
        },
        "",
    ),
    (
        "early_hints",
        |ask, run| {
            let reply = run(ask);
            let after = format!("\r\nHTTP/1.1 {}\r\n{}", reply.status, reply.headers);
            Some(Reply { status: "103 Early Hints".to_owned(), headers: after, ..reply })
        },
        "",
    ),
    (
        "doctor_refused_by_name",
        |ask, run| refused_if(ask.agent.contains("doctor"), "403 Forbidden", ask, run),
        "lets browsers pass",
    ),
    ("password", |_, _| always("401 Unauthorized", ""), "asks for a name and a password"),
    (
        "login",
        |_, _| {
            Some(Reply {
                headers: "Location: https://sso.example/login?to=x\r\n".to_owned(),
                ..Reply::of("302 Found", "")
            })
        },
        "to log in",
    ),
    (
        "settings",
        |ask, run| {
            for (name, value) in
                [("TITLE", "Games"), ("HOME", "https://x.example/ Home"), ("GAMES", "nim")]
            {
                ask.variables.push((
                    ["PARLOUR_TITLE", "PARLOUR_HOME", "PARLOUR_GAMES"]
                        .into_iter()
                        .find(|known| known.ends_with(name))
                        .unwrap(),
                    value.to_owned(),
                ));
            }
            Some(run(ask))
        },
        "",
    ),
    (
        "public_name",
        |ask, run| {
            ask.variables.push(("PARLOUR_URL", "https://games.invalid/parlour".to_owned()));
            Some(run(ask))
        },
        "asked from here",
    ),
    (
        "host_unknown",
        |ask, run| {
            ask.variables.clear();
            Some(run(ask))
        },
        "the whole address of the link to send",
    ),
    (
        "slow_limit",
        |ask, run| {
            static ASKED: AtomicUsize = AtomicUsize::new(0);
            refused_if(
                ASKED.fetch_add(1, Ordering::Relaxed) == 15,
                "429 Too Many Requests",
                ask,
                run,
            )
        },
        "limits how often",
    ),
    (
        "other_words_of_another_version",
        |ask, run| {
            let reply = run(ask);
            let page = String::from_utf8_lossy(&reply.body).replace("tile", "card");
            let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
            let page = page.replace(&version, "\"version\":\"9.9.9\"");
            Some(Reply {
                headers: reply.headers.replace("Content-Length", "X-Length"),
                body: page.into(),
                ..reply
            })
        },
        "has the version 9.9.9",
    ),
];

#[track_caller]
fn check(cases: &[Case], is_wrong: bool) {
    let mut faults = Vec::new();
    for (name, habit, words) in cases {
        let server = Server::start(*habit);
        let report = server.visit();
        let text = out(&report);
        let wrong: Vec<&str> = text.lines().filter(|line| line.starts_with("WRONG")).collect();
        let notes: Vec<&str> = text.lines().filter(|line| line.starts_with("note")).collect();
        let is_told = match (is_wrong, words.is_empty()) {
            (true, _) => wrong.len() == 1 && wrong[0].contains(words),
            (false, true) => wrong.is_empty() && notes.is_empty(),
            (false, false) => wrong.is_empty() && notes.iter().any(|line| line.contains(words)),
        };
        if !is_told || report.status.code() != Some(i32::from(is_wrong)) {
            faults.push(format!("{name}: {words}\n{text}"));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), cases.len(), faults.join("\n"));
}

#[test]
fn each_bad_server_has_one_fault() {
    check(WRONG, true);
}

#[test]
fn a_sound_installation_is_never_wrong() {
    check(SOUND, false);
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
    let report = parlour!("doctor", "--resolve", format!("games.example:{port}:127.0.0.1"), url);
    assert!(report.status.success(), "{}", out(&report));
    assert!(
        out(&report).contains(&format!("links to send lead here, to {url}")),
        "{}",
        out(&report)
    );
    assert!(out(&report).contains("note  visitors come by plain HTTP"), "{}", out(&report));
    let bad = parlour!("doctor", "--resolve", "games.example", url);
    assert_eq!(bad.status.code(), Some(2), "{}", out(&bad));
}

#[test]
fn new_lines_of_a_log_are_shown_whole() {
    let folder = Folder::create();
    let log = folder.write("errors", "an old line\n", 0o644);
    let url = "http://127.0.0.1:1/";
    let script =
        format!("(sleep 0.1; echo new >>{0}) & \"$0\" doctor --log {0} {url}", log.display());
    let report = program("/bin/sh")
        .env("PATH", "/usr/bin:/bin")
        .args(["-c", &script, PROGRAM])
        .output()
        .unwrap();
    let expected = format!("log   {}: new\n", log.display());
    assert!(out(&report).ends_with(&expected), "{}", out(&report));
    assert!(!out(&report).contains("an old line"));
}

/// A file, and the words of its line. A directory of root's that others can change is not followed,
/// so these are files of the user who runs the tests.
#[test]
fn a_file_is_run_and_its_fault_named() {
    let folder = Folder::create();
    let copy = folder.join("parlour");
    let ring = KeyRing::of(Key::draw().unwrap());
    install_copy(Path::new(PROGRAM), &ring, &copy);
    let report = |file: &Path| {
        let mut doctor = program("/usr/bin/setpriv");
        let own = folder.join("program");
        if !own.exists() {
            copy_program(Path::new(PROGRAM), &own);
        }
        if rustix::process::geteuid().is_root() {
            let change = std::process::Command::new("chown")
                .args(["-R", "54321:54321"])
                .arg(folder.path())
                .status();
            assert!(change.unwrap().success());
            doctor.args(["--reuid=54321", "--regid=54321", "--clear-groups"]);
        }
        let output = doctor.arg(own).arg("doctor").arg(file).output().unwrap();
        (out(&output).to_owned(), output.status.success())
    };
    let (said, is_sound) = report(&copy);
    assert!(is_sound && said.contains("it deals a game"), "{said}");
    assert!(said.contains("mode 0711") && said.contains(env!("CARGO_PKG_VERSION")), "{said}");
    let (said, _) = report(folder.path());
    assert!(said.contains("it deals a game"), "a directory has the usual name: {said}");
    symlink(&copy, folder.join("link")).unwrap();
    let (said, is_sound) = report(&folder.join("link"));
    assert!(is_sound && said.contains("by the path"), "{said}");
    let script = |text: &str, mode| {
        folder.write("script", text.replace("COPY", &copy.display().to_string()), mode)
    };
    for text in [
        "#!/bin/sh\nexec COPY\n",
        "#!/bin/sh\ncd /; COPY\n",
        "#!/bin/sh\nP=COPY\nexec nice $P \"$@\"\n",
        "#!/bin/sh\nif true; then COPY; fi\n",
        "#!/usr/bin/env sh\necho busy >&2\nexec COPY\n",
    ] {
        let (said, is_sound) = report(&script(text, 0o755));
        assert!(is_sound && said.contains("it deals a game"), "{text}{said}");
    }
    for (text, words) in [
        ("#!/bin/sh\r\nexec COPY\r\n", "line ends of Windows"),
        ("\u{feff}#!/bin/sh\nexec COPY\n", "byte order mark"),
        ("#!/no/such/sh\nexec COPY\n", "interpreter in its first line"),
        ("#!/bin/sh\nexec COPY.moved\n", "it prints nothing"),
        ("#!/bin/sh\necho hello\nexec COPY\n", "it answers `hello`"),
        ("#!/bin/sh\nexec env -i COPY\n", "it answers"),
        ("#!/bin/sh\nunset QUERY_STRING\nexec COPY\n", "it does not get the query"),
    ] {
        let (said, is_sound) = report(&script(text, 0o755));
        assert!(!is_sound && said.starts_with("WRONG") && said.contains(words), "{text}{said}");
    }
    for (mode, words) in [(0o755, "can read the key"), (0o733, "everybody may change it")] {
        fs::set_permissions(&copy, Permissions::from_mode(mode)).unwrap();
        let (said, is_sound) = report(&copy);
        assert!(!is_sound && said.contains(words), "{mode:o}: {said}");
    }
    fs::set_permissions(&copy, Permissions::from_mode(0o600)).unwrap();
    let (said, _) = report(&copy);
    assert!(
        said.contains("you may neither read nor run it") || said.contains("nobody may run it"),
        "{said}"
    );
    let (said, _) = report(&folder.join("nothing"));
    assert!(said.contains("cannot be examined"), "{said}");
    let (said, _) = report(Path::new("/dev/null"));
    assert!(said.contains("is not a program"), "{said}");
}

#[test]
fn a_game_there_excuses_a_keyless_file() {
    let server = Server::start(|ask, run| Some(run(ask)));
    let keyless = server.program.with_file_name("keyless");
    copy_program(Path::new(PROGRAM), &keyless);
    let report = parlour!("doctor", keyless, server.url());
    assert!(report.status.success(), "{}", out(&report));
}
