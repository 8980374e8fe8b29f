//! The key stays inside. No output of the program has a piece of it, in any encoding, and an answer
//! to a link that does not open keeps the reason to itself.

use crate::PROGRAM;
use parlour::game::verification::to_hex;
use parlour::games::GAMES;
use parlour::respond::binding;
use parlour::seal::{self, Binding, KEY_BYTES, Key, KeyRing, NO_GAME, NONCE_BYTES, Purpose};
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use support::folder::Folder;
use support::process::install_copy;
use support::reader::Page;

/// The game whose links are damaged here.
const GAME: &str = "concentration";
/// The number of bytes of a key in a row that the test finds in any encoding. Chance never makes
/// such a row.
const BYTES_FOUND: usize = 8;

/// Writes a file of this mode in a folder, and returns its path.
fn write(folder: &Folder, name: &str, content: impl AsRef<[u8]>, mode: u32) -> String {
    folder.write(name, content, mode).to_str().unwrap().to_owned()
}

fn draw() -> Key {
    Key::draw().unwrap()
}

/// The first bytes of a trace, by which it is looked up.
const LOOKED_UP: usize = 4;

/// Every piece of a key in every writing that a program could let slip.
struct Traces(HashMap<[u8; LOOKED_UP], Vec<Vec<u8>>>);

impl Traces {
    fn of(keys: &[&Key]) -> Self {
        let mut traces = Vec::new();
        for key in keys {
            let text = key.to_text();
            let standard = text.replace('-', "+").replace('_', "/");
            for text in [&text, &standard] {
                // Eight bytes are eleven characters.
                traces.extend(text.as_bytes().windows(11).map(<[u8]>::to_vec));
            }
            for bytes in key.bytes().windows(BYTES_FOUND) {
                let digits = to_hex(bytes);
                let list = |show: fn(&u8) -> String| {
                    bytes.iter().map(show).collect::<Vec<_>>().join(", ").into_bytes()
                };
                traces.push(bytes.to_vec());
                traces.push(digits.to_uppercase().into_bytes());
                traces.push(digits.into_bytes());
                traces.push(list(|byte| byte.to_string()));
                traces.push(list(|byte| format!("0x{byte:02x}")));
            }
        }
        let mut map: HashMap<_, Vec<_>> = HashMap::new();
        for trace in traces {
            map.entry(*trace.first_chunk().unwrap()).or_default().push(trace);
        }
        Traces(map)
    }

    #[track_caller]
    fn not_in(&self, what: &str, said: &[u8]) {
        for at in 0..said.len() {
            let traces = said[at..].first_chunk().and_then(|start| self.0.get(start));
            let found = traces.into_iter().flatten().find(|trace| said[at..].starts_with(trace));
            let found = found.map(|trace| String::from_utf8_lossy(trace));
            assert_eq!(found, None, "{what} shows a piece of a key");
        }
    }

    #[track_caller]
    fn not_in_output(&self, mut command: Command) -> Output {
        let output = command.stdin(Stdio::null()).output().unwrap();
        self.not_in(&format!("{command:?}: output"), &output.stdout);
        self.not_in(&format!("{command:?}: log"), &output.stderr);
        output
    }
}

/// A request. The variables come on top of those that a server sets.
fn click(program: &str, query: &str, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("REQUEST_METHOD", "GET").env("QUERY_STRING", query);
    command.envs(variables.iter().copied());
    command
}

fn stdout_of(query: &str, keys: &str) -> String {
    let output = click(PROGRAM, query, &[("PARLOUR_KEY", keys)]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn status(answer: &str) -> u16 {
    answer.strip_prefix("Status: ").and_then(|rest| rest.get(..3)?.parse().ok()).unwrap()
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").unwrap().1
}

/// A page as a browser opens it: also at the address to which it is sent on.
fn open(query: &str, keys: &str) -> Page {
    let answer = stdout_of(query, keys);
    let location = answer.lines().find_map(|line| line.strip_prefix("Location: ?"));
    match location {
        Some(query) => Page::new(body(&stdout_of(query, keys))),
        None => Page::new(body(&answer)),
    }
}

/// Queries for every kind of page and every kind of problem.
fn every_kind(keys: &str) -> Vec<String> {
    let mut queries = vec![
        String::new(),
        "parlour&as=json".to_owned(),
        "g=nothing".to_owned(),
        "s=AAAA".to_owned(),
        "as=nothing".to_owned(),
        "g=nim&g=maze".to_owned(),
        "x".repeat(3000),
        format!("g={GAME}&size=0x0"),
        format!("g={GAME}&day=2026-13-41"),
    ];
    for game in GAMES {
        let game = game.ruleset.key;
        let deal = format!("g={game}&seed=secret");
        let page = open(&deal, keys);
        let token = page.token().unwrap();
        let links: Vec<String> =
            page.links().iter().take(12).map(|link| link.query().to_owned()).collect();
        queries.extend(links);
        queries.push(deal.clone() + "&as=json");
        queries.extend([
            format!("g={game}&rules"),
            format!("g={game}&rules&as=json"),
            format!("g={game}"),
            format!("s={token}&g={game}&nonsense=1"),
            format!("s={token}&g={game}&as=json"),
            format!("s={}&g={game}", &token[1..]),
        ]);
    }
    queries
}

#[test]
fn the_search_finds_what_it_is_for() {
    let key = draw();
    let traces = Traces::of(&[&key]);
    let [text, digits] = [key.to_text(), to_hex(key.bytes())];
    let list = format!("{:?}", key.bytes());
    let raw = key.bytes().to_vec();
    let writings = [text.clone().into_bytes(), text[5..20].into(), digits.into(), list.into(), raw];
    for said in writings {
        let said = [b"words before ", &said[..], b" and behind"].concat();
        let found = std::panic::catch_unwind(|| traces.not_in("this", &said));
        assert!(found.is_err(), "{}", String::from_utf8_lossy(&said));
    }
    traces.not_in("another key", draw().to_text().as_bytes());
}

#[test]
fn no_page_and_no_problem_shows_a_key() {
    let (key, other, former) = (draw(), draw(), draw());
    let traces = Traces::of(&[&key, &other, &former]);
    let list = format!("{},{},retired:{}", key.to_text(), to_hex(other.bytes()), former.to_text());
    let folder = Folder::create();
    let file = write(&folder, "keys", &list, 0o600);
    let installed = folder.join("cgi/parlour").to_str().unwrap().to_owned();
    std::fs::create_dir_all(folder.join("cgi")).unwrap();
    install_copy(Path::new(PROGRAM), &KeyRing::parse(&list).unwrap(), Path::new(&installed));
    for query in every_kind(&list) {
        traces.not_in_output(click(PROGRAM, &query, &[("PARLOUR_KEY", &list)]));
        traces.not_in_output(click(PROGRAM, &query, &[("PARLOUR_KEY_FILE", &file)]));
        traces.not_in_output(click(&installed, &query, &[]));
    }
    let keys = ("PARLOUR_KEY", &*list);
    for more in [("REQUEST_METHOD", "POST"), ("REQUEST_METHOD", "HEAD"), ("PATH_INFO", "/x")] {
        traces.not_in_output(click(PROGRAM, "", &[keys, more]));
    }
    let bug = traces.not_in_output(click(PROGRAM, "", &[keys, ("PARLOUR_PANIC", "1")]));
    assert_eq!(bug.status.success(), !cfg!(debug_assertions));
    // Sealed with the former key: the page says that it is retired, and not which it was.
    let old = open(&format!("g={GAME}"), &former.to_text());
    let query = format!("s={}&g={GAME}", old.token().unwrap());
    let gone = traces.not_in_output(click(PROGRAM, &query, &[keys]));
    assert!(gone.stdout.starts_with(b"Status: 410 "));
}

#[test]
fn no_complaint_about_a_key_shows_it() {
    let key = draw();
    let traces = Traces::of(&[&key]);
    let (text, digits) = (key.to_text(), to_hex(key.bytes()));
    let folder = Folder::create();
    let lists = [
        format!("{text},{text}"),
        format!("{text}x"),
        format!("{text}="),
        format!("{text} {text}"),
        format!("{digits}0"),
        format!("0x{digits}"),
        format!("retired:{text}"),
        format!("{text},weak"),
        format!("key={text}"),
        format!("\"{text}\""),
        format!("retired:retired:{text},{text}"),
        vec![text.clone(); 9].join(","),
    ];
    for list in &lists {
        let file = write(&folder, "keys", list, 0o600);
        for variable in [("PARLOUR_KEY", &**list), ("PARLOUR_KEY_FILE", &*file)] {
            let refused = traces.not_in_output(click(PROGRAM, "", &[variable]));
            assert!(refused.stdout.starts_with(b"Status: 503 "), "{list}");
            assert!(!refused.stderr.is_empty(), "{list}");
        }
        let mut command = Command::new(PROGRAM);
        command.env_clear().env("PARLOUR_KEY", list).args(["keys", "--add", &file, "ring"]);
        command.current_dir(folder.path());
        let refused = traces.not_in_output(command);
        assert!(!refused.status.success(), "{list}");
    }
    // A good key in a file that is none.
    let padded = format!("{text}{}", "\n".repeat(5000));
    let no_text = [text.as_bytes(), &[0xff]].concat();
    for (content, mode) in [
        (text.clone().into_bytes(), 0o644),
        (text.clone().into_bytes(), 0o604),
        (text.clone().into_bytes(), 0o660),
        (padded.into_bytes(), 0o600),
        (no_text, 0o600),
    ] {
        let file = write(&folder, "other", &content, mode);
        let refused = traces.not_in_output(click(PROGRAM, "", &[("PARLOUR_KEY_FILE", &file)]));
        assert!(refused.stdout.starts_with(b"Status: 503 "), "{mode:o}");
        assert!(refused.stderr.starts_with(b"parlour: the key file "), "{mode:o}");
    }
}

#[test]
fn no_command_shows_a_key() {
    let (key, other) = (draw(), draw());
    let traces = Traces::of(&[&key, &other]);
    let above = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (folder, elsewhere) = (Folder::create_below(above), Folder::create());
    let file = write(&elsewhere, "keys", other.to_text(), 0o600);
    let copy = folder.join("copy");
    install_copy(Path::new(PROGRAM), &KeyRing::of(other.clone()), &copy);
    let copy = copy.to_str().unwrap().to_owned();
    let ring = folder.join("ring").to_str().unwrap().to_owned();
    let backup = folder.join("backup").to_str().unwrap().to_owned();
    let id = format!("{:02x}", other.id());
    for (arguments, succeeds) in [
        (&["keys", &copy][..], true),
        (&["keys", "--add", &file, &ring], true),
        (&["keys", "--add", &copy, "--new", &ring], true),
        (&["keys", "--first", &id, &ring], true),
        (&["keys", "--to", &backup, &ring], true),
        (&["keys", "--drop", "xx", &ring], false),
        (&["keys", "--new", "/nowhere/at/all"], false),
        (&["install", "/nowhere/at/all"], false),
        (&["doctor", &ring], false),
        (&["version"], true),
        (&["help"], true),
        (&["nonsense", &key.to_text()[..8]], false),
        (&["serve", "--listen", "nowhere"], false),
    ] {
        let mut command = Command::new(PROGRAM);
        command.env_clear().args(arguments).env("PARLOUR_KEY", key.to_text());
        let output = traces.not_in_output(command);
        assert_eq!(output.status.success(), succeeds, "{arguments:?}");
    }
    assert!(Path::new(&backup).exists());
}

#[test]
fn debug_texts_and_library_errors_show_no_key() {
    let (key, other, former) = (draw(), draw(), draw());
    let traces = Traces::of(&[&key, &other, &former]);
    let ruleset = GAMES.iter().find(|game| game.ruleset.key == GAME).unwrap().ruleset;
    let ring = KeyRing::new(key.clone(), vec![other], vec![former]);
    // The key is used, so that all tables of the cipher are in memory, too.
    let token =
        seal::seal(&ring, binding(ruleset, Purpose::Position), &[9; NONCE_BYTES], b"position");
    assert!(seal::open(&ring, binding(ruleset, Purpose::Position), &token).is_ok());
    traces.not_in("the ring", format!("{ring:?}{ring:#?}").as_bytes());
    traces.not_in("the key", format!("{key:?}{key:#?}").as_bytes());
    let error = KeyRing::parse(&format!("{0},{0}", key.to_text())).unwrap_err();
    traces.not_in("an error", format!("{error:?}{error}").as_bytes());
}

/// A key with the same id: a forger with many keys would have one.
fn with_same_id(key: &Key) -> Key {
    std::iter::repeat_with(draw).find(|other| other.id() == key.id()).unwrap()
}

/// The formats of a page.
const FORMATS: [&str; 4] = ["", "&as=json", "&as=text", "&as=svg"];

/// The version, the purpose, the game, the number of the key and the first letters of the nonce.
const HEADER_CHARS: usize = 8;

/// It is the same to the server whether its key sealed something else, another key this, or nobody anything.
#[test]
fn a_link_that_fails_never_says_why() {
    let key = draw();
    let keys = format!("{},retired:{}", key.to_text(), draw().to_text());
    let ruleset = GAMES.iter().find(|game| game.ruleset.key == GAME).unwrap().ruleset;
    let own = binding(ruleset, Purpose::Position);
    let page = open(&format!("g={GAME}"), &keys);
    let token = page.token().unwrap();
    let sealed = |key: &Key, binding: Binding, position: &[u8]| {
        seal::seal(&KeyRing::of(key.clone()), binding, &[3; NONCE_BYTES], position)
    };
    let ring = KeyRing::parse(&keys).unwrap();
    let position = seal::open(&ring, own, &token).unwrap();
    let flipped = |place: usize| {
        let other = if token.as_bytes()[place] == b'A' { "B" } else { "A" };
        format!("{}{other}{}", &token[..place], &token[place + 1..])
    };
    let damaged = vec![
        "A".repeat(token.len()),
        format!("{token}AAAA"),
        // Another key, with another id and with this one.
        sealed(&draw(), own, &position),
        sealed(&with_same_id(&key), own, &position),
        // This key, for another purpose or game.
        sealed(&key, Binding { game: NO_GAME, ..own }, &position),
        sealed(&key, Binding { purpose: Purpose::Table, ..own }, &position),
        sealed(&key, Binding { purpose: Purpose::Answer, ..own }, &position),
        // Other versions of the rules, of this key and of one that is not here.
        sealed(&key, Binding { ruleset_version: own.ruleset_version + 1, ..own }, &position),
        sealed(&draw(), Binding { ruleset_version: own.ruleset_version - 1, ..own }, &position),
        sealed(&draw(), Binding { ruleset_version: own.ruleset_version + 1, ..own }, &position),
        // Only the sealed content is wrong.
        sealed(&key, own, b""),
        sealed(&key, own, &vec![0xff; position.len()]),
        sealed(&key, own, &position[1..]),
    ];
    // This key, for every use of a token in every game, and each with a content that nothing has.
    let bindings =
        GAMES.iter().flat_map(|game| Purpose::ALL.map(|use_of| binding(game.ruleset, use_of)));
    let strange = bindings.map(|other| sealed(&key, other, &vec![0xff; position.len()]));
    let answer =
        |token: &str, format: &str| stdout_of(&format!("s={token}&g={GAME}{format}"), &keys);
    let cut = (HEADER_CHARS + 1..token.len()).map(|length| token[..length].to_owned());
    let flipped = (0..token.len()).map(flipped);
    let tokens = damaged.into_iter().chain(strange).chain(cut).chain(flipped);
    for (token, format) in tokens.zip(FORMATS.into_iter().cycle()) {
        let told = answer(&token, format);
        assert_eq!(status(&told), 400, "{token}{format}");
        // What anybody sees of a token may be told: its first letters, and how many it has.
        let (header, sealed) = token.split_at(HEADER_CHARS);
        let other = [header, &"x".repeat(sealed.len())].concat();
        assert_eq!(answer(&other, format), told, "{token}{format}");
    }
}

#[test]
fn only_known_keys_tell_old_links_from_false() {
    let (key, former) = (draw(), draw());
    let keys = format!("{},retired:{}", key.to_text(), former.to_text());
    let strange = KeyRing::of(draw());
    let rings = [(KeyRing::of(key), true), (KeyRing::of(former), false)];
    for game in GAMES {
        let (ruleset, own) = (game.ruleset, binding(game.ruleset, Purpose::Position));
        let status_of = |ring: &KeyRing, binding: Binding| {
            let token = seal::seal(ring, binding, &[3; NONCE_BYTES], &[0; KEY_BYTES]);
            status(&stdout_of(&format!("s={token}&g={}", ruleset.key), &keys))
        };
        let older = (1..ruleset.version).map(|version| Binding { ruleset_version: version, ..own });
        for binding in older.chain([own]) {
            let is_read = binding == own;
            for (ring, opens) in &rings {
                // This token has no position of the game.
                let expected = if is_read && *opens { 400 } else { 410 };
                assert_eq!(status_of(ring, binding), expected, "{binding:?} {opens}");
            }
            assert_eq!(status_of(&strange, binding), 400, "{binding:?}");
        }
    }
}
