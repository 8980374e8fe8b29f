//! The doctor at web servers with one habit: bad ones, of which it names the fault, and good ones,
//! which it finds sound. (`.ci/broken.py` breaks true servers; tests/real has it visit good ones.)

use crate::PROGRAM;
use crate::broken_server::{Ask, Habit, Reply, Server};
use Habit::{Added, Body, Errors, Headers, Instead, Other, Page, Query, Refuse, Variable};
use parlour::seal::{Key, KeyRing};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::thread;
use support::command::{out, program};
use support::folder::Folder;
use support::parlour;
use support::process::{copy_program, install_copy};

fn sent_on(ask: &Ask, to: &str, query: &str) -> Option<Reply> {
    let headers = format!("Location: {to}{}{query}\r\n", ask.path);
    Some(Reply { headers, ..Reply::of("301 Moved Permanently", "") })
}

/// The program's answer, with another version in a page for programs.
fn of_version(version: &str, mut reply: Reply) -> Option<Reply> {
    let known = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let page = String::from_utf8_lossy(&reply.body).into_owned();
    reply.body = page.replace(&known, &format!("\"version\":\"{version}\"")).into();
    reply.headers = reply.headers.replace("Content-Length", "X-Length");
    Some(reply)
}

const KEY: &str = "AQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo";
const OTHER_KEY: &str = "IQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo";
/// Lists of which each has retired the other's key.
const RETIRED: [&str; 2] = [
    "AQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo,retired:IQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo",
    "IQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo,retired:AQEBAQEBAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRo",
];
const ELSEWHERE: &str =
    "<h1>Misdirected Request</h1>\n<p>This preview answers only at its own address.</p>";

/// A habit, and words of the line about it.
type Case = (&'static str, Habit, &'static str);

/// Servers that are wrong.
const WRONG: &[Case] = &[
    // No request reaches Parlour.
    ("program", Page("200 OK", "", "\x7fELF..."), "hands out the program"),
    (
        "true_program",
        Other(|ask, _| Some(Reply::of("200 OK", fs::read(&ask.program).unwrap_or_default()))),
        "hands out the program",
    ),
    ("script", Page("200 OK", "", "#!/bin/sh\nexec parlour\n"), "hands out the script"),
    ("headers_shown", Page("200 OK", "", "Status: 200 OK\r\n"), "headers of the program as text"),
    ("empty", Page("200 OK", "", ""), "an empty page answers"),
    ("other_page", Page("200 OK", "", "<title>My site</title>"), "“My site”"),
    ("https_port", Page("400 Bad Request", "", "HTTP request to an HTTPS port"), "speaks HTTPS"),
    ("robots", Page("403 Forbidden", "", "<p>Please solve this captcha"), "no robots"),
    ("apache_404", Page("404 Not Found", "Apache/2.4", ""), "a2enmod cgid"),
    ("nginx_404", Page("404 Not Found", "nginx", ""), "no `location`"),
    ("apache_403", Page("403 Forbidden", "Apache/2.4", ""), "Options +ExecCGI"),
    ("nginx_502", Page("502 Bad Gateway", "nginx/1.22.1", ""), "fcgiwrap.socket"),
    ("apache_503", Page("503 Service Unavailable", "Apache", ""), "systemctl restart apache2"),
    ("no_cgi", Page("405 Method Not Allowed", "", ""), "does not run programs"),
    ("too_often", Page("429 Too Many Requests", "", ""), "limits how often"),
    ("cannot_run", Page("500 Internal Server Error", "", ""), "could not start the program"),
    ("preview_elsewhere", Page("421 Misdirected Request", "", ELSEWHERE), "a preview of `parlour"),
    ("circle", Other(|ask, _| sent_on(ask, "", "?parlour")), "in a circle"),
    ("query_lost", Other(|ask, _| sent_on(ask, "http://127.0.0.1:1", "")), "loses the query"),
    ("moved", Other(|ask, _| sent_on(ask, "http://127.0.0.1:1", "?parlour")), "gives no answer"),
    ("mute", Other(|_, _| None), "gives no answer"),
    (
        "compressed_in_secret",
        Other(|_, _| Some(Reply::of("200 OK", [0x1f, 0x8b, 8, 0]))),
        "`Content-Encoding` that says so is lost",
    ),
    (
        "prefix_stripped",
        Other(|ask, _| {
            let to = if ask.path.ends_with('/') { "/cgi-bin/parlour" } else { "/cgi-bin/parlour/" };
            let headers = format!("Location: {to}?{}\r\n", ask.query);
            let body = "<p>The games have their own address.</p>";
            Some(Reply { headers, ..Reply::of("303 See Other", body) })
        }),
        "keep the path",
    ),
    // The query does not arrive as it was sent.
    ("stripped", Query(|_| String::new()), "the query, or a part of it, does not arrive"),
    (
        "valueless_dropped",
        Query(|query| {
            let kept = query.split('&').filter(|pair| pair.contains('=') || *pair == query);
            kept.collect::<Vec<_>>().join("&")
        }),
        "a part of the query does not arrive",
    ),
    ("lower_case", Query(str::to_lowercase), "is changed on the way, or the query is"),
    ("decoded", Query(|query| query.replace("%2B", "+").replace("%26", "&")), "query"),
    ("cut", Query(|query| query.chars().take(1000).collect()), "1,900 bytes"),
    ("turns_cut", Query(|query| query.split("&turn=").take(1).collect()), "the page for a move"),
    ("refused", Refuse(|ask| ask.query.contains('='), "406 Not Acceptable"), "406"),
    (
        "links_refused",
        Refuse(|ask| ask.query.contains("s=A") && ask.query.len() > 60, "403 Forbidden"),
        "asked for a move",
    ),
    ("tables_refused", Refuse(|ask| ask.query.contains("&c="), "403 Forbidden"), "a player's page"),
    ("deals_refused", Refuse(|ask| ask.query.contains("seed="), "404 Not Found"), "a new deal"),
    ("style_refused", Refuse(|ask| ask.query.starts_with("style"), "403 No"), "style sheet"),
    ("one_of_two_fails", Refuse(|ask| ask.turn % 2 == 1, "502 Bad Gateway"), "now and then"),
    ("first_of_two_fails", Refuse(|ask| ask.turn.is_multiple_of(2), "502 No"), "now and then"),
    ("limited", Refuse(|ask| ask.turn > 5, "429 Too Many Requests"), "limits how often"),
    (
        "breaks_off",
        Other(|ask, run| (!ask.query.contains("seed=")).then(|| run(ask))),
        "breaks off",
    ),
    // The answer does not arrive as it was sent.
    ("cut_short", Body(|page| page.chars().take(4000).collect()), "cut short"),
    ("script", Body(|page| page.replace("</body>", "<script></script></body>")), "`<script`"),
    ("advertisement", Body(|page| format!("{page}<p>Buy this")), "is added to the pages"),
    ("base_added", Body(|page| page.replace("<head>", "<head><base href=/x/>")), "`<base`"),
    ("other_words", Body(|page| page.replace("tile", "card")), "lacks the words"),
    ("links_rewritten", Body(|page| page.replace("turn=", "move=")), "lacks the link"),
    (
        "same_deal",
        Other(|ask, run| {
            let habit = Instead("Location", "?g=concentration&seed=4jdv-mmnw");
            if ask.query == "g=concentration" { habit.answer(ask, run) } else { Some(run(ask)) }
        }),
        "get the same one",
    ),
    ("errors_are_pages", Errors("200 OK", "<h1>My site</h1>"), "answers with another page"),
    (
        "location_rewritten",
        Headers(|it| it.replace("Location: ?", "Location: http://backend:8080/x?")),
        "instead of",
    ),
    ("location_dropped", Headers(|it| it.replace("Location", "X-Location")), "`Location`"),
    (
        "redirect_followed",
        Query(|query| query.replace("g=concentration", "g=concentration&seed=followed")),
        "follows the redirect",
    ),
    (
        "status_dropped",
        Other(|ask, run| Some(Reply { status: "200 OK".into(), ..run(ask) })),
        "with the status 200",
    ),
    (
        "policy_replaced",
        Instead("Content-Security-Policy", "default-src 'self'"),
        "Content-Security-Policy",
    ),
    ("policy_added", Added("Content-Security-Policy: img-src 'none'"), "Content-Security-Policy"),
    (
        "referrer_last",
        Added("Referrer-Policy: unsafe-url"),
        "browsers tell other sites the links of players",
    ),
    ("second_type", Added("Content-Type: text/plain"), "text/plain"),
    ("type_of_json", Headers(|it| it.replace("application/json", "text/plain")), "text/plain"),
    (
        "style_is_a_page",
        Other(|ask, run| {
            let habit = Instead("Content-Type", "text/html");
            if ask.query.starts_with("style") { habit.answer(ask, run) } else { Some(run(ask)) }
        }),
        "`Content-Type: text/html`",
    ),
    (
        "json_is_a_page",
        Other(|ask, run| {
            let is_json = ask.query.ends_with("as=json");
            Some(if is_json { Reply::of("200 OK", "<h1>My site</h1>") } else { run(ask) })
        }),
        "asked for JSON, a server without a name (200) answers with another page",
    ),
    ("type_replaced", Instead("Content-Type", "text/plain"), "text/plain"),
    ("all_kept", Instead("Cache-Control", "max-age=2592000"), "max-age=2592000"),
    (
        "length_too_long",
        Headers(|it| it.replace("Content-Length: ", "Content-Length: 1")),
        "`Content-Length` is too long",
    ),
    // Another program answers, or one of several.
    ("bad_key", Variable("PARLOUR_KEY", &["nonsense"]), "no key that it can use"),
    (
        "one_of_two_is_keyless",
        Variable("PARLOUR_KEY", &["", "nonsense"]),
        "now and then, and not at each time: Parlour runs there, but has no key",
    ),
    ("other_machine", Variable("PARLOUR_KEY", &[KEY, OTHER_KEY]), "different keys"),
    (
        "key_retired_by_one_of_two",
        Variable("PARLOUR_KEY", &RETIRED),
        "has retired a key with which another one seals",
    ),
    (
        "other_version",
        Other(|ask, run| {
            let is_old = ask.query.contains("json") && ask.turn.is_multiple_of(2);
            if is_old { of_version("0.1.0", run(ask)) } else { Some(run(ask)) }
        }),
        "several versions",
    ),
    ("url", Variable("PARLOUR_URL", &["http://127.0.0.1:1/parlour"]), "where nothing answers"),
];

/// Servers that do something worth a word, and whose players miss nothing. An empty text says that
/// no note is due.
const SOUND: &[Case] = &[
    ("plain", Query(str::to_owned), ""),
    ("amp", Query(|query| query.replace('&', "&amp;")), ""),
    // Parlour undoes one percent-encoding that a proxy has added.
    ("encoded", Query(|query| query.replace('%', "%25")), ""),
    ("tracking", Query(|query| format!("{query}&utm_source=x")), ""),
    ("hyphen_firewall", Refuse(|ask| ask.query.contains("--"), "403 Forbidden"), ""),
    ("comments", Body(|page| format!("{page}\n<!-- served by cache7 -->\n")), ""),
    ("minified", Body(|page| page.replace('\n', " ").replace("  ", " ")), ""),
    ("entities", Body(|page| page.replace("&#39;", "&apos;")), ""),
    ("long_links", Body(|page| page.replace("href=\"?", "href=\"/cgi-bin/parlour?")), ""),
    (
        "upper_case_type",
        Headers(|it| it.replace("text/html; charset=utf-8", "text/html;charset=UTF-8")),
        "",
    ),
    (
        "charset_of_other_files",
        Headers(|it| it.replace("application/json", "application/json; charset=utf-8")),
        "",
    ),
    ("stricter_cache", Instead("Cache-Control", "private, no-store, max-age=0"), ""),
    ("no_cache_twice", Added("Cache-Control: no-cache"), ""),
    ("hsts", Added("Strict-Transport-Security: max-age=1"), ""),
    (
        "policy_upgrade",
        Added("Content-Security-Policy: upgrade-insecure-requests"),
        "Content-Security-Policy",
    ),
    (
        "policy_dropped",
        Headers(|it| it.replace("Content-Security-Policy", "X-Policy")),
        "Content-Security-Policy",
    ),
    ("referrer", Instead("Referrer-Policy", "same-origin"), "Referrer-Policy"),
    ("referrer_first", Headers(|it| format!("Referrer-Policy: unsafe-url\r\n{it}")), ""),
    ("longer_vary", Instead("Vary", "User-Agent,Accept-Encoding"), ""),
    ("nosniff_twice", Added("X-Content-Type-Options: nosniff"), ""),
    ("own_style", Variable("PARLOUR_STYLE", &["/x.css"]), "the style sheet of PARLOUR_STYLE"),
    ("clock", Added("Date: Sun, 06 Nov 1994 08:49:37 GMT"), "the clocks there and here differ"),
    ("cookie", Added("Set-Cookie: id=7"), "a cookie, `id`"),
    ("own_error_pages", Errors("", "not found"), "a page of its own"),
    ("error_page_missing", Errors("404 Not Found", "no such page"), "a page of its own"),
    (
        "absolute_location",
        Other(|ask, run| {
            let (here, mut reply) =
                (format!("http://{}{}?", ask.variables[0].1, ask.path), run(ask));
            reply.headers = reply.headers.replace("Location: ?", &format!("Location: {here}"));
            Some(reply)
        }),
        "",
    ),
    (
        "other_redirect",
        Other(|ask, run| {
            let reply = run(ask);
            Some(Reply { status: reply.status.replace("303 See Other", "302 Found"), ..reply })
        }),
        "",
    ),
    (
        "early_hints",
        Other(|ask, run| {
            let reply = run(ask);
            let headers = format!("\r\nHTTP/1.1 {}\r\n{}", reply.status, reply.headers);
            Some(Reply { status: "103 Early Hints".to_owned(), headers, ..reply })
        }),
        "",
    ),
    (
        "doctor_refused_by_name",
        Refuse(|ask| ask.agent.contains("doctor"), "403 Forbidden"),
        "lets browsers pass",
    ),
    ("password", Page("401 Unauthorized", "", ""), "asks for a name and a password"),
    (
        "login",
        Other(|_, _| {
            let headers = "Location: https://sso.example/login?to=x\r\n".to_owned();
            Some(Reply { headers, ..Reply::of("302 Found", "") })
        }),
        "to log in",
    ),
    ("title", Variable("PARLOUR_TITLE", &["Games"]), ""),
    ("home", Variable("PARLOUR_HOME", &["https://x.example/ Home"]), ""),
    ("games", Variable("PARLOUR_GAMES", &["nim"]), ""),
    ("public_name", Variable("PARLOUR_URL", &["https://games.invalid/parlour"]), "asked from here"),
    (
        "host_unknown",
        Other(|ask, run| {
            ask.variables.clear();
            Some(run(ask))
        }),
        "the whole address of the link to send",
    ),
    ("slow_limit", Refuse(|ask| ask.turn == 15, "429 Too Many Requests"), "limits how often"),
    (
        "other_words_of_another_version",
        Other(|ask, run| {
            of_version("9.9.9", Body(|it| it.replace("tile", "card")).answer(ask, run)?)
        }),
        "has the version 9.9.9",
    ),
];

/// The report on a server, if it does not say what is right.
fn fault((name, habit, words): &'static Case, is_wrong: bool) -> Option<String> {
    let report = Server::start(habit).visit();
    let text = out(&report);
    let lines = |verdict| text.lines().filter(move |line| line.starts_with(verdict));
    let has_words = |line: &str| line.contains(words);
    let is_told = if is_wrong {
        lines("WRONG").count() == 1 && lines("WRONG").all(has_words)
    } else if words.is_empty() {
        lines("WRONG").chain(lines("note")).count() == 0
    } else {
        lines("WRONG").count() == 0 && lines("note").any(has_words)
    };
    let is_right = is_told && report.status.code() == Some(i32::from(is_wrong));
    (!is_right).then(|| format!("{name}: {words}\n{text}"))
}

/// Visits some servers at once: the doctor waits most of its time.
#[track_caller]
fn check(cases: &'static [Case], is_wrong: bool) {
    let mut faults = Vec::new();
    for some in cases.chunks(3) {
        thread::scope(|scope| {
            let visits: Vec<_> =
                some.iter().map(|case| scope.spawn(move || fault(case, is_wrong))).collect();
            faults.extend(visits.into_iter().filter_map(|visit| visit.join().unwrap()));
        });
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
    let server = Server::start(&Other(|ask, run| {
        let is_here = ask.variables[0].1.starts_with("127.0.0.1");
        let host = format!("games.example:{}", ask.variables[0].1.rsplit(':').next()?);
        ask.variables[0].1 = host;
        is_here.then(|| run(ask))
    }));
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
    let server = Server::start(&Query(str::to_owned));
    let keyless = server.program.with_file_name("keyless");
    copy_program(Path::new(PROGRAM), &keyless);
    let report = parlour!("doctor", keyless, server.url());
    assert!(report.status.success(), "{}", out(&report));
}
