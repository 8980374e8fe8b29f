//! The true executable, run as a web server runs it, with one process for each request. Every input
//! gets the right page, and a refused request never changes a position.

use crate::PROGRAM;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour::games::GAMES;
use parlour::respond::binding;
use parlour::seal::{self, Binding, Key, KeyRing, NO_GAME, NONCE_BYTES, Purpose};
use std::ffi::{OsStr, OsString};
use std::io::{PipeWriter, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::click::KEY;
use support::folder::Folder;
use support::reader::Page;
use support::reader::memory::{self, Table, Tiles};

/// The game that is played here.
const GAME: &str = "concentration";
/// Longer than any answer but the parlour's own.
const DATAGRAM_BYTES_MAX: usize = 1 << 17;

/// A request to the executable, as a web server puts it into the environment.
struct Call(Command);

/// An answer. Every answer is checked when it is read.
struct Answer {
    status: u16,
    head: String,
    body: String,
    stderr: String,
}

impl Call {
    /// GET with a query, from a server that sets what most set.
    fn new(query: impl AsRef<OsStr>) -> Self {
        let mut call = Call::bare();
        call.0.env("GATEWAY_INTERFACE", "CGI/1.1").env("SERVER_PROTOCOL", "HTTP/1.1");
        call.set("REQUEST_METHOD", "GET").set("QUERY_STRING", query).set("PARLOUR_KEY", KEY)
    }

    /// An empty environment.
    fn bare() -> Self {
        let mut command = Command::new(PROGRAM);
        command.env_clear().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Call(command)
    }

    fn set(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    fn unset(mut self, name: &str) -> Self {
        self.0.env_remove(name);
        self
    }

    fn arguments(mut self, arguments: &[&str]) -> Self {
        self.0.args(arguments);
        self
    }

    #[track_caller]
    fn output(mut self) -> Output {
        self.0.output().unwrap_or_else(|error| panic!("{:?}: {error}", self.0))
    }

    #[track_caller]
    fn answer(self) -> Answer {
        let answer = self.head_or_answer();
        let length = format!("Content-Length: {}", answer.body.len());
        assert!(answer.head.lines().any(|line| line == length), "{length}?\n{}", answer.head);
        Page::new(&answer.body);
        answer
    }

    /// An answer that need not have a body.
    #[track_caller]
    fn head_or_answer(self) -> Answer {
        let what = format!("{:?}", self.0);
        let output = self.output();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{what}: {}\n{stderr}", output.status);
        assert!(!stderr.contains("panicked"), "{what}: {stderr}");
        read(&what, output.stdout, stderr)
    }

    #[track_caller]
    fn page(self) -> Page {
        let answer = self.answer();
        assert_eq!(answer.status, 200, "{}{}", answer.head, answer.body);
        Page { html: answer.body }
    }
}

#[track_caller]
fn read(what: &str, stdout: Vec<u8>, stderr: String) -> Answer {
    let text = String::from_utf8(stdout).unwrap_or_else(|error| panic!("{what}: {error}"));
    let parts = text.split_once("\r\n\r\n");
    let (head, body) = parts.unwrap_or_else(|| panic!("{what}: no header in {text:?}"));
    let status = head.strip_prefix("Status: ").and_then(|rest| rest.get(..3)?.parse().ok());
    let status = status.unwrap_or_else(|| panic!("{what}: the first line is no status:\n{head}"));
    for constant in [
        "Content-Type: text/html; charset=utf-8",
        "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
        "Content-Security-Policy: default-src 'none'; style-src 'self'; ",
    ] {
        assert!(head.contains(&format!("\r\n{constant}")), "{what}: no {constant} in\n{head}");
    }
    let keep = if head.contains("no-store") { "no-store" } else { "private, max-age=600" };
    assert!(head.contains(&format!("\r\nCache-Control: {keep}\r\n")), "{what}:\n{head}");
    assert!(status == 200 || keep == "no-store", "{what}: a problem may pass\n{head}");
    Answer { status, head: head.to_owned(), body: body.to_owned(), stderr }
}

#[track_caller]
fn get(query: impl AsRef<OsStr>) -> Answer {
    Call::new(query).answer()
}

/// A page as a browser opens it: also at the address to which it is sent on.
#[track_caller]
fn open(query: &str) -> Page {
    let answer = get(query);
    let location = answer.head.lines().find_map(|line| line.strip_prefix("Location: ?"));
    match location.filter(|_| answer.status == 303) {
        Some(query) => Call::new(query).page(),
        None => Page { html: answer.body },
    }
}

/// The page of a game with some open tiles: one pair that differs.
fn table() -> Page {
    let dealt = Call::new("g=concentration&seed=a+table+for+tests").page();
    let one = Call::new(dealt.link_with("turn=1").query()).page();
    Call::new(one.link_with("turn=2").query()).page()
}

/// The query for the position in a token.
fn query(token: &str) -> String {
    format!("s={token}&g={GAME}")
}

/// Such a link shows no position, and leads on: to a new game, or to all games if the damage made it the
/// link of a game that is not here.
#[track_caller]
fn assert_damaged(query: impl AsRef<OsStr> + std::fmt::Debug) {
    let what = format!("{query:?}");
    let answer = get(query);
    assert_eq!(answer.status, 400, "{what}:\n{}", answer.body);
    let page = Page { html: answer.body };
    let (heading, way_on) = if is_of_no_game(&what) {
        ("This game isn't here", "Concentration")
    } else {
        ("This link cannot be opened", "New game of Concentration")
    };
    assert_eq!(page.words("h1").as_deref(), Some(heading), "{what}");
    assert_eq!(page.link_with(&format!("g={GAME}")).label, way_on, "{what}");
    assert_eq!(page.token(), None, "{what}");
}

/// Returns true if the first letters are those of a position, but for the number of its game, which no game
/// has.
fn is_of_no_game(query: &str) -> bool {
    let header = query.find("AQ").and_then(|at| query.get(at..at + 4));
    let Some(Ok(header)) = header.map(|letters| URL_SAFE_NO_PAD.decode(letters)) else {
        return false;
    };
    header[1] == Purpose::Position as u8
        && GAMES.iter().all(|game| game.ruleset.number != header[2])
}

#[test]
fn a_position_lies_in_its_link_alone() {
    let page = table();
    let token = page.token().unwrap();
    for _ in 0..3 {
        let again = Call::new(query(&token)).page();
        assert_eq!(again.position(), page.position());
        assert_ne!(again.token(), Some(token.clone()), "a nonce was used twice");
    }
    let other_order = Call::new(format!("g={GAME}&s={token}")).page();
    assert_eq!(other_order.position(), page.position());
}

#[test]
fn no_token_but_a_whole_one_opens() {
    let [token, other] = [(); 2].map(|()| table().token().unwrap());
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut damaged: Vec<String> = ["A", "AAAA", "-"].map(|more| format!("{token}{more}")).into();
    damaged.extend([790, 1900].map(|length| "A".repeat(length)));
    let strange = ["x", "....", "%ff%fe", "AAAA", "-_-_", "%2e%2e/%2e%2e", "0", "\u{fc}"];
    damaged.extend(strange.map(str::to_owned));
    for (place, character) in token.bytes().enumerate() {
        // Cut at either end, joined of two, and with one changed bit.
        let (before, behind) = token.split_at(place);
        damaged.extend([before.to_owned(), behind[1..].to_owned()]);
        damaged.push(format!("{before}{}", &other[place..]));
        let value = alphabet.iter().position(|c| *c == character).unwrap();
        let bits = (0..6).map(|bit| char::from(alphabet[value ^ (1 << bit)]));
        damaged.extend(bits.map(|changed| format!("{before}{changed}{}", &behind[1..])));
    }
    // If the halves happen to be equal, it is one of the two.
    for damaged in damaged.iter().filter(|it| ![&token, &other].contains(it)) {
        assert_damaged(query(damaged));
    }
    assert_damaged(format!("s&g={GAME}"));
}

#[test]
fn what_mail_adds_to_a_token_is_harmless() {
    let page = table();
    let token = page.token().unwrap();
    for (before, behind) in [("", "="), ("", "%00"), ("", "%3E"), ("+", "+"), ("%0A", "%0D%0A")] {
        let pasted = format!("{before}{token}{behind}");
        assert_eq!(Call::new(query(&pasted)).page().position(), page.position(), "{pasted}");
    }
}

#[test]
fn a_token_needs_its_game_purpose_and_version() {
    let ring = KeyRing::parse(KEY).unwrap();
    let ruleset = GAMES.iter().find(|game| game.ruleset.key == GAME).unwrap().ruleset;
    let own = binding(ruleset, Purpose::Position);
    let foreign = [
        Binding { purpose: Purpose::Table, ..own },
        Binding { purpose: Purpose::Answer, ..own },
        Binding { game: NO_GAME, ..own },
        Binding { ruleset_version: ruleset.version + 1, ..own },
    ];
    let page = table();
    let opened = seal::open(&ring, own, &page.token().unwrap()).unwrap();
    let sealed_for = |binding| seal::seal(&ring, binding, &[7; NONCE_BYTES], &opened);
    let again = Call::new(query(&sealed_for(own))).page();
    assert_eq!(again.position(), page.position());
    for binding in foreign {
        assert_damaged(query(&sealed_for(binding)));
    }
    // These bytes were sealed with the true key and binding, but they are no position.
    for length in [0, 1, 39, 40, 41, 400] {
        assert_damaged(query(&seal::seal(&ring, own, &[7; NONCE_BYTES], &vec![0xa5; length])));
    }
}

#[test]
fn a_token_opens_its_game_whatever_links_say() {
    for from in GAMES {
        let key = from.ruleset.key;
        let token = open(&format!("g={key}")).token().unwrap();
        let others = GAMES.iter().map(|to| format!("&g={}", to.ruleset.key));
        for ending in others.chain([String::new(), "&g=bridge".to_owned()]) {
            let answer = get(format!("s={token}{ending}"));
            assert_eq!(answer.status, 200, "{key}{ending}");
            assert!(answer.body.contains(&format!("&g={key}\"")), "{key}{ending}: {}", answer.body);
        }
    }
}

#[test]
fn keys_open_their_links_or_are_named_retired() {
    let page = table();
    let token = page.token().unwrap();
    let other = KeyRing::of(Key::draw().unwrap()).to_text();
    let with = |keys: String| Call::new(query(&token)).set("PARLOUR_KEY", keys).answer();
    assert_eq!(with(other.clone()).status, 400);
    assert_eq!(with(format!("{other},retired:{KEY}")).status, 410);
    let both = with(format!("{other},{KEY}"));
    assert_eq!(both.status, 200, "{}", both.body);
    assert_eq!(Page { html: both.body }.position(), page.position());
}

/// Texts that a visitor may write behind a link, each with the fault of the referee. Tiles 1 and 2
/// are open.
const REFUSED: [(&str, u16); 15] = [
    ("turn=0", 901),
    ("turn=17", 901),
    ("turn=-1", 901),
    ("turn=9223372036854775807", 901),
    ("turn=-9223372036854775808", 901),
    ("turn=1", 903),
    ("turn=2", 903),
    ("turn=1e9", 605),
    ("turn=9223372036854775808", 901),
    ("turn=x", 605),
    ("turn=%ff", 604),
    ("turn=3.0", 605),
    ("turn=3,4", 604),
    ("turn=", 604),
    ("turn", 604),
];

#[test]
fn search_engines_may_list_rules_but_no_game() {
    let is_listed = |query: &str| {
        !Call::new(query).answer().head.contains("\r\nX-Robots-Tag: noindex, nofollow")
    };
    for (query, listed) in [
        ("", true),
        ("g=maze&rules", true),
        ("g=maze&seed=x", false),
        ("g=nim", false),
        ("g=eights&people=2", false),
        ("g=none", false),
    ] {
        assert_eq!(is_listed(query), listed, "{query}");
    }
}

#[test]
fn what_the_referee_refuses_changes_nothing() {
    let page = table();
    let token = page.token().unwrap();
    for (request, fault) in REFUSED {
        for query in
            [format!("{}&{request}", query(&token)), format!("{request}&{}", query(&token))]
        {
            let refused = Call::new(&query).page();
            assert_eq!(refused.fault(), Some(fault), "{request}:\n{}", refused.html);
            assert_eq!(refused.position(), page.position(), "{request}");
            let afterwards = Call::new(refused.link_with("turn=3").query()).page();
            assert_eq!(afterwards.fault(), None, "{request}: the way on is closed");
        }
    }
}

/// A game played by following the links of its pages, all of which are kept.
struct Played(Vec<Page>);

impl Table for Played {
    fn tiles(&mut self) -> Tiles {
        self.0.last().unwrap().tiles()
    }

    fn turn(&mut self, tile: usize) {
        let link = self.0.last().unwrap().link_with(&format!("turn={}", tile + 1));
        self.0.push(Call::new(link.query()).page());
    }
}

#[test]
fn matched_tiles_and_finished_games_refuse_moves_unchanged() {
    let dealt = Call::new("g=concentration&size=4x3&seed=to+the+end").page();
    let mut played = Played(vec![dealt]);
    let looks = memory::play(&mut played);
    let over = played.0.last().unwrap();
    assert!(over.words("status").unwrap().contains("You win"), "{}", over.html);
    // Every open tile is matched before the last turn.
    let before = &played.0[looks - 2];
    let matched = before.tiles().iter().position(Option::is_some).unwrap() + 1;
    for (page, tile, fault) in [(before, matched, 902), (over, 1, 904), (over, 13, 904)] {
        let refused = Call::new(format!("{}&turn={tile}", query(&page.token().unwrap()))).page();
        assert_eq!(refused.fault(), Some(fault), "{}", refused.html);
        assert_eq!(refused.position(), page.position());
    }
}

#[test]
fn a_name_with_two_values_is_refused() {
    let page = table();
    let token = page.token().unwrap();
    for (twice, status) in [
        ("turn=3&turn=4", 400),
        ("turn=3&turn=3", 200),
        ("g=concentration", 200),
        ("g=nim", 400),
        ("x=1&x=2", 200),
        ("t%75rn=3&turn=3", 200),
        ("x=1&y=2&%ff=3", 200),
    ] {
        let answer = get(format!("{}&{twice}", query(&token)));
        assert_eq!(answer.status, status, "{twice}:\n{}", answer.body);
    }
}

#[test]
fn a_name_that_nobody_knows_changes_nothing() {
    let page = table();
    let token = page.token().unwrap();
    for (more, fault) in [
        ("utm_source=mail", None),
        ("fbclid=1&utm_medium=x&gclid&fbclid=2", None),
        ("&&&", None),
        ("size=8x8", None),
        ("%ff=%fe", None),
        ("=", None),
        ("\u{fc}=1", None),
        ("a=b=c", None),
        ("<script>=1", None),
        // A request of another game.
        ("take=1,2", Some(603)),
        // A request of this game, misspelt.
        ("turm=3", Some(603)),
    ] {
        let same = Call::new(format!("{}&{more}", query(&token))).page();
        assert_eq!((same.fault(), same.position()), (fault, page.position()), "{more}");
    }
}

#[test]
fn the_table_of_errors_holds() {
    for (query, status) in [
        ("", 200),
        ("parlour", 200),
        ("&&", 200),
        ("g=concentration&rules", 200),
        ("g=concentration&size=8x8&people=4", 303),
        // Nobody chooses the deal for several players, and this page says so.
        ("g=concentration&size=8x8&people=4&seed=x", 200),
        ("g=rps&seed=x", 303),
        ("g=tictactoe", 200),
        ("g=concentration&day=2024-02-29", 200),
        ("g=concentration&day=today", 303),
        ("g=concentration&day=2140-01-01", 400),
        ("g=concentration&day=2026-13-41", 400),
        ("g=concentration&size=5x5", 400),
        ("g=concentration&size=4x4&size=6x6", 400),
        ("g=nothing", 404),
        ("g=", 404),
        ("g=%ff", 404),
        ("g=..%2f..%2fetc%2fpasswd", 404),
        ("g=Concentration", 303),
        ("s=AAAA", 400),
    ] {
        let answer = get(query);
        assert_eq!(answer.status, status, "{query}:\n{}", answer.body);
        assert!(answer.stderr.is_empty(), "{query}: {}", answer.stderr);
    }
}

#[test]
fn an_overlong_query_is_called_too_long() {
    assert_eq!(get(format!("x={}", "1 ".repeat(1023))).status, 200);
    for length in [2049, 10_000, 100_000] {
        assert_eq!(get("x".repeat(length)).status, 414, "{length}");
        assert_eq!(get(format!("g={GAME}&x={}", "%41".repeat(length / 3))).status, 414, "{length}");
    }
}

#[test]
fn any_bytes_are_a_query() {
    let mut every: Vec<u8> = (1..=255).collect();
    every.retain(|byte| *byte != b'&');
    for bytes in [
        every,
        vec![0xff; 1000],
        b"g=concentration\xff".to_vec(),
        b"\xffg=concentration".to_vec(),
        b"%".to_vec(),
        b"%%%".to_vec(),
        b"g=%".to_vec(),
        b"g=%f".to_vec(),
        b"\x01\x02\r\n\r\nStatus: 200".to_vec(),
        b"<script>alert(1)</script>".to_vec(),
        b"g=<script>\"'>".to_vec(),
        b"g=concentration&size=\"><script>".to_vec(),
    ] {
        let what = String::from_utf8_lossy(&bytes).into_owned();
        let answer = get(OsString::from_vec(bytes));
        assert!(matches!(answer.status, 200 | 303 | 400 | 404), "{what}: {}", answer.status);
        assert!(!answer.body.contains("<script"), "{what} came back:\n{}", answer.body);
    }
}

#[test]
fn a_seed_of_any_bytes_deals_a_game() {
    for seed in ["%ff", "rainy+day", "%3Cscript%3E", "\u{1f3b2}", &"x".repeat(1900)] {
        let query = format!("g={GAME}&seed={seed}");
        let (one, two) = (Call::new(&query).page(), Call::new(&query).page());
        assert_eq!(one.position(), two.position(), "{seed}");
        assert_eq!(one.link_with("turn=1").label, two.link_with("turn=1").label);
    }
}

#[test]
fn only_get_and_head_get_a_page() {
    let token = table().token().unwrap();
    for method in ["POST", "PUT", "DELETE", "options", "get", "GET ", "\u{fc}"] {
        let answer = Call::new(format!("{}&turn=3", query(&token))).set("REQUEST_METHOD", method);
        let answer = answer.answer();
        assert_eq!(answer.status, 405, "{method:?}");
        assert!(answer.head.contains("\r\nAllow: GET, HEAD"), "{method:?}:\n{}", answer.head);
    }
    let preflight = Call::new("g=nim&as=json").set("REQUEST_METHOD", "OPTIONS").output();
    let head = String::from_utf8_lossy(&preflight.stdout);
    assert!(head.starts_with("Status: 204 No Content\r\n"), "{head}");
    assert!(head.contains("\r\nAccess-Control-Allow-Headers: *\r\n"), "{head}");
    assert!(head.ends_with("\r\n\r\n") && !head.contains("Content-Length"), "{head}");
}

/// As from a gateway of Gemini or Gopher.
#[test]
fn without_a_method_it_is_get() {
    let page = table();
    let query = query(&page.token().unwrap());
    for call in
        [Call::new(&query).unset("REQUEST_METHOD"), Call::new(&query).set("REQUEST_METHOD", "")]
    {
        assert_eq!(call.page().position(), page.position());
    }
}

#[test]
fn a_head_is_the_same_without_a_body() {
    for query in ["", "g=concentration&seed=x", "g=maze&rules", "g=rps&day=today", "s=AAAA"] {
        let head = Call::new(query).set("REQUEST_METHOD", "HEAD").head_or_answer();
        let whole = get(query);
        assert_eq!(head.body, "", "{query}");
        // A deal to which a browser is sent on is another one, or sealed anew, every time.
        let lines = |head: &str| -> Vec<String> {
            let lines = head.lines().filter(|line| !line.starts_with("Content-Length"));
            let lines = lines.map(|line| line.split_once(": ?").map_or(line, |(name, _)| name));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(lines(&head.head), lines(&whole.head), "{query}");
    }
}

#[test]
fn arguments_are_unread_at_any_server_sign() {
    for sign in [
        "REQUEST_METHOD",
        "GATEWAY_INTERFACE",
        "SERVER_PROTOCOL",
        "SERVER_SOFTWARE",
        "QUERY_STRING",
        "SCRIPT_NAME",
        "REMOTE_ADDR",
    ] {
        for arguments in [&["serve"][..], &["--help"], &["keys"], &[""], &["install", "/x"]] {
            let value = if sign == "REQUEST_METHOD" { "GET" } else { "" };
            let call = Call::bare().set(sign, value).set("PARLOUR_KEY", KEY).arguments(arguments);
            let page = call.page();
            let heading = page.words("h1");
            assert_eq!(heading.as_deref(), Some("Parlour"), "{sign} {arguments:?}");
        }
    }
}

#[test]
fn a_command_in_a_link_gives_the_parlour() {
    let folder = Folder::create();
    let dest = folder.path().to_str().unwrap();
    // Apache also puts a query without `=` into the arguments, decoded.
    for arguments in [&["install", dest][..], &["serve"], &["-s", "foo"], &["doctor"], &["--help"]]
    {
        let page = Call::new(arguments.join("+")).arguments(arguments).page();
        assert_eq!(page.words("h1").as_deref(), Some("Parlour"), "{arguments:?}");
    }
    assert_eq!(folder.names().len(), 0, "something was installed");
}

#[test]
fn behind_the_name_there_is_nothing() {
    let call = |query: String, path: &str| {
        Call::new(query).set("SCRIPT_NAME", "/cgi-bin/parlour").set("PATH_INFO", path)
    };
    for path in ["/x", "/../../etc/passwd", "/%ff", "/\"><script>"] {
        // A query with a game leads on to it, at the program's own path.
        let to_game = call(format!("g={GAME}"), path).output().stdout;
        let to_game = String::from_utf8(to_game).expect("a text");
        assert!(to_game.starts_with("Status: 303"), "{path}: {to_game}");
        let location = format!("\r\nLocation: /cgi-bin/parlour?g={GAME}\r\n");
        assert!(to_game.contains(&location), "{path}: {to_game}");
        for query in ["", "x=1"] {
            let Answer { status, head, body, .. } = call(query.to_owned(), path).answer();
            assert_eq!(status, 404, "{path}");
            let shown = [&*head, &body, &to_game].concat();
            assert!(!shown.contains("<script") && !shown.contains("passwd"), "{path}");
        }
    }
    // A gateway at the root of a host sends a slash for nothing.
    for nothing in ["", "/", "//"] {
        assert_eq!(Call::new("").set("PATH_INFO", nothing).answer().status, 200);
    }
}

#[test]
fn an_environment_of_any_bytes_does_no_harm() {
    let odd = || OsString::from_vec(vec![0xff, b'"', b'>', 0x80, b'\n', b'X', b':', b' ', b'y']);
    let names = ["HTTP_HOST", "SCRIPT_NAME", "SERVER_NAME", "REMOTE_ADDR", "HTTP_ACCEPT", "HOME"];
    let plain = Call::new("").answer();
    for name in names {
        let answer = Call::new("").set(name, odd()).answer();
        assert_eq!((answer.head, answer.body), (plain.head.clone(), plain.body.clone()), "{name}");
    }
    // Without the path of the program, no other path is known as such.
    let path = || Call::new("").set("PATH_INFO", odd());
    let method = Call::new("").set("REQUEST_METHOD", odd()).answer();
    let beside = path().set("SCRIPT_NAME", "/parlour").answer();
    let statuses = [path().answer(), beside, method].map(|answer| answer.status);
    assert_eq!(statuses, [200, 404, 405]);
}

#[test]
fn a_bad_key_deals_nothing_and_is_logged() {
    let weak = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let calls = [
        Call::new(format!("g={GAME}")).unset("PARLOUR_KEY"),
        Call::new(format!("g={GAME}")).set("PARLOUR_KEY", ""),
        Call::new(format!("g={GAME}")).set("PARLOUR_KEY", "secret"),
        Call::new(format!("g={GAME}")).set("PARLOUR_KEY", weak),
        Call::new(format!("g={GAME}")).set("PARLOUR_KEY", format!("{KEY},{KEY}")),
        Call::new(format!("g={GAME}")).set("PARLOUR_KEY", OsString::from_vec(vec![0xff; 43])),
        Call::new(table().link_with("turn=3").query()).unset("PARLOUR_KEY"),
        Call::new("").unset("PARLOUR_KEY"),
    ];
    for call in calls {
        let what = format!("{:?}", call.0);
        let answer = call.answer();
        assert_eq!(answer.status, 503, "{what}:\n{}", answer.body);
        assert!(!answer.stderr.is_empty(), "{what}: the log says nothing");
        assert!(!answer.body.contains(KEY) && !answer.stderr.contains(KEY), "{what} shows the key");
    }
}

/// A visitor chooses the Host header. It counts only if the operator gives no address.
#[test]
fn a_wrong_operator_address_never_yields_to_visitors() {
    let asked = |address: OsString| {
        let call = Call::new("g=nim").set("HTTP_HOST", "visitor.example").set("SCRIPT_NAME", "/p");
        call.set("PARLOUR_URL", address).answer()
    };
    for wrong in ["games.example/p".into(), " ".into(), OsString::from_vec(vec![0xff])] {
        let answer = asked(wrong);
        assert!(!answer.body.contains("visitor.example"), "{}", answer.body);
        assert!(
            answer.stderr.starts_with("parlour: PARLOUR_URL is no address "),
            "{}",
            answer.stderr
        );
        assert_eq!(answer.stderr.lines().count(), 1);
    }
    for (good, shown) in
        [("", "http://visitor.example/p?"), ("https://a.example/p", "https://a.example/p?")]
    {
        let answer = asked(good.into());
        assert!(answer.body.contains(shown), "{}", answer.body);
        assert_eq!(answer.stderr, "");
    }
}

#[test]
fn a_body_is_discarded_without_a_wait() {
    for (promised, sent) in [("5", 5), ("100000", 100_000), ("x", 0), ("-1", 0), ("", 0)] {
        let (call, mut body) = posting(promised);
        let writer = std::thread::spawn(move || body.write_all(&vec![b'x'; sent]));
        assert_eq!(call.answer().status, 405, "{promised}");
        assert!(writer.join().unwrap().is_ok(), "{promised}: the body was not taken");
    }
    // All that was promised has come, and the pipe stays open: nothing more is waited for.
    let (call, mut body) = posting("5");
    body.write_all(b"12345").unwrap();
    let start = Instant::now();
    assert_eq!(call.answer().status, 405);
    assert!(start.elapsed() < Duration::from_millis(1_500), "{:?}", start.elapsed());
    // The promise is not kept, and the pipe stays open.
    let (call, _body) = posting("5");
    assert_eq!(call.answer().status, 405);
}

/// A POST that promises a body of this length, and where to write it to.
fn posting(length: &str) -> (Call, PipeWriter) {
    let (reader, writer) = std::io::pipe().unwrap();
    let mut call = Call::new("").set("REQUEST_METHOD", "POST").set("CONTENT_LENGTH", length);
    call.0.stdin(reader);
    (call, writer)
}

/// Only a program built for tests can be asked for a bug.
#[test]
#[cfg(debug_assertions)]
fn a_bug_gives_a_page_and_log_line() {
    let output = Call::new("g=concentration").set("PARLOUR_PANIC", "1").output();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.starts_with("parlour: bug: ") && !log.contains("backtrace"), "{log}");
    let answer = read("a bug", output.stdout, log);
    assert_eq!(answer.status, 500, "{}", answer.head);
    Page::new(&answer.body);
}

/// A server may show the first part of a response before the second is written.
#[test]
fn every_answer_is_one_write() {
    for query in ["", "g=concentration", "g=concentration&rules", "g=nothing", "s=AAAA"] {
        for method in ["GET", "HEAD", "POST"] {
            let (here, there) = UnixDatagram::pair().unwrap();
            let mut call = Call::new(query).set("REQUEST_METHOD", method);
            let mut child = call.0.stdout(OwnedFd::from(there)).spawn().unwrap();
            drop(call);
            assert!(child.wait().unwrap().success());
            here.shutdown(Shutdown::Write).unwrap();
            // Each write to such a socket arrives as its own piece.
            let mut bytes = vec![0; DATAGRAM_BYTES_MAX];
            let length = here.recv(&mut bytes).unwrap();
            bytes.truncate(length);
            let answer = read(&format!("{method} {query}"), bytes, String::new());
            assert_eq!(answer.body.is_empty(), method == "HEAD");
            here.set_nonblocking(true).unwrap();
            let more = here.recv(&mut [0; 1]).ok().filter(|length| *length > 0);
            assert_eq!(more, None, "{method} {query}: there was a second write");
        }
    }
}
