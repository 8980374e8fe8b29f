//! The doctor's page, asked of the true executable as a web server asks it: it opens to a good pass
//! only, tells what the program sees, and never a key.
#![cfg(unix)]

#[macro_use]
#[expect(dead_code, reason = "other tests use the rest")]
mod command;

use command::{Directory, out, program};
use parlour::doctor::pass;
use parlour::seal::keys::KeyRing;
use parlour::seal::slot;
use serde_json::Value;
use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// An installed program, and where it lies.
struct House {
    directory: Directory,
    program: PathBuf,
    ring: KeyRing,
}

type Variables<'a> = &'a [(&'a str, &'a str)];

impl House {
    fn new(name: &str) -> Self {
        let directory = Directory::new(name);
        std::fs::create_dir(directory.path("cgi-bin")).unwrap();
        let program = directory.path("cgi-bin/parlour");
        parlour!("install", program);
        let ring =
            slot::read_from(&std::fs::read(&program).unwrap()).unwrap().unwrap().keys().unwrap();
        House { directory, program, ring }
    }

    /// What the program answers a web server, with these variables besides the usual ones.
    fn ask(&self, query: &str, variables: Variables<'_>) -> String {
        let mut command = program(&self.program);
        command.env("GATEWAY_INTERFACE", "CGI/1.1").env("REQUEST_METHOD", "GET");
        command.env("SERVER_SOFTWARE", "a server <1>").env("QUERY_STRING", query);
        command.envs(variables.iter().copied());
        out(&command.output().unwrap()).to_owned()
    }

    /// The query of a link that was made so many seconds from now.
    fn pass(&self, later: i64) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let pass = pass::make(&self.ring, now.saturating_add_signed(later)).unwrap();
        format!("s={pass}&g=doctor")
    }

    /// The page for programs, which is as described.
    fn page(&self, query: &str, variables: Variables<'_>) -> Value {
        let answer = self.ask(&format!("{query}&as=json"), variables);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("Status: 200 OK\r\n"), "{answer}");
        let page: Value = serde_json::from_str(body).unwrap();
        let schema: Value =
            serde_json::from_str(include_str!("../static/parlour.schema.json")).unwrap();
        let schema = jsonschema::draft202012::new(&schema).unwrap();
        assert!(schema.is_valid(&page), "{page:#}");
        assert_eq!(page["page"], "doctor");
        page
    }

    fn findings(&self, variables: Variables<'_>) -> Vec<String> {
        self.findings_of(&self.pass(0), variables)
    }

    fn findings_of(&self, query: &str, variables: Variables<'_>) -> Vec<String> {
        let page = self.page(query, variables);
        let findings = page["findings"].as_array().unwrap().iter();
        let line = |finding: &Value| {
            format!(
                "{} {}",
                finding["verdict"].as_str().unwrap(),
                finding["sentence"].as_str().unwrap()
            )
        };
        findings.map(line).collect()
    }
}

#[track_caller]
fn has(findings: &[String], start: &str) {
    assert!(findings.iter().any(|finding| finding.starts_with(start)), "{start}: {findings:#?}");
}

fn fact<'a>(page: &'a Value, name: &str) -> &'a str {
    let mut facts = page["facts"].as_array().unwrap().iter();
    facts.find(|fact| fact["name"] == name).and_then(|fact| fact["value"].as_str()).unwrap()
}

#[test]
fn without_a_good_pass_there_is_no_such_page() {
    let house = House::new("page-closed");
    let dealt = house.ask("g=concentration", &[]);
    let token = dealt.split("?s=").nth(1).unwrap().split('&').next().unwrap();
    let stranger = House::new("page-stranger");
    let whole = house.pass(0);
    let queries = [
        "g=doctor".to_owned(),
        "g=doctor&rules".to_owned(),
        "g=doctor&s=".to_owned(),
        "g=doctor&s=AAAA".to_owned(),
        format!("s={token}&g=doctor"),
        whole.replace("s=A", "s=B"),
        whole.replacen("&g=", "A&g=", 1),
        stranger.pass(0),
        house.pass(-24 * 60 * 60 - 60),
        house.pass(24 * 60 * 60 + 60),
    ];
    for ending in ["", "&as=json"] {
        let unknown = house.ask(&format!("g=nothing{ending}"), &[]);
        assert!(unknown.starts_with("Status: 404 Not Found\r\n"), "{unknown}");
        for query in &queries {
            assert_eq!(house.ask(&format!("{query}{ending}"), &[]), unknown, "{query}");
        }
    }
    // Neither is it a game, nor the page of another name.
    let as_game = house.ask(&whole.replace("g=doctor", "g=concentration"), &[]);
    assert!(as_game.starts_with("Status: 400 "), "{as_game}");
    let elsewhere = house.ask(&whole.replace("g=doctor", "g=nothing"), &[]);
    assert!(elsewhere.starts_with("Status: 404 "), "{elsewhere}");
    let posted = house.ask(&whole, &[("REQUEST_METHOD", "POST")]);
    assert!(posted.starts_with("Status: 405 "), "{posted}");
}

#[test]
fn the_page_tells_what_the_program_sees_and_never_a_key() {
    let house = House::new("page-facts");
    let made = program(&house.program).args(["doctor", "--page"]).output().unwrap();
    let query = out(&made).trim_end().trim_start_matches('?').to_owned();
    let page = house.page(&query, &[("SERVER_NAME", "x\u{7}y")]);
    let metadata = house.program.metadata().unwrap();
    let (user, group) = (metadata.uid(), metadata.gid());
    let program = format!("{} (mode 0711, owner {user}, group {group})", house.program.display());
    let id = house.ring.sealing_key().id();
    for (name, value) in [
        ("Version", concat!("Parlour ", env!("CARGO_PKG_VERSION"))),
        ("Keys", &format!("from the installed program itself: {id:02x} seals")),
        ("Program", &program),
        ("Runs as", &format!("user {user}, group {group}")),
        ("Arguments", "0"),
        ("SERVER_SOFTWARE", "a server <1>"),
        ("SERVER_NAME", "x?y"),
        ("DOCUMENT_ROOT", "not set"),
    ] {
        assert_eq!(fact(&page, name), value, "{name}");
    }
    let html = house.ask(&query, &[]);
    assert!(html.contains("a server &#60;1&#62;"), "{html}");
    assert!(html.contains("\r\nCache-Control: no-store\r\n"), "{html}");
    for shown in [page.to_string(), html] {
        assert!(!shown.contains(&house.ring.to_text()));
    }
    let head = house.ask(&query, &[("REQUEST_METHOD", "HEAD")]);
    assert!(head.starts_with("Status: 200 OK\r\n") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn the_page_finds_what_is_to_be_mended() {
    let house = House::new("page-findings");
    let quiet = house.findings(&[("HTTPS", "on")]);
    has(&quiet, "ok the web server runs the program as a CGI");
    has(&quiet, "ok the visitor came by HTTPS");
    has(&quiet, "ok only its owner can read the program");
    has(&quiet, "ok no other keys were found");
    has(&quiet, "ok the clock agrees");
    // Whoever runs this test owns the program, as with suexec, and perhaps is root.
    match house.program.metadata().unwrap().uid() {
        0 => has(&quiet, "wrong the web server runs the program as root"),
        _ => has(&quiet, "note the program runs as its owner"),
    }
    has(&house.findings(&[]), "note the visitor came by plain HTTP");
    has(&house.findings(&[("HTTP_X_FORWARDED_PROTO", "https")]), "ok the visitor came by HTTPS");
    has(&house.findings(&[("GATEWAY_INTERFACE", "")]), "note the server does not say");
    has(
        &house.findings_of(&house.pass(3600), &[]),
        "wrong the clock of this machine is 60 minutes",
    );
    has(&house.findings_of(&house.pass(-3600), &[]), "ok the clock agrees");

    let root = house.directory.0.to_str().unwrap();
    let below = house.findings(&[("DOCUMENT_ROOT", root)]);
    has(&below, "note the program lies below the document root ");
    let key = house.directory.path("ring");
    std::fs::write(&key, house.ring.to_text()).unwrap();
    let found = house.findings(&[("DOCUMENT_ROOT", root)]);
    has(&found, &format!("wrong {} is a key file", key.display()));
    assert!(!found.iter().any(|finding| finding.contains(&house.ring.to_text())));
    // The script that the server knows may lie elsewhere.
    let script = house.directory.path("parlour.cgi");
    has(&house.findings(&[("SCRIPT_FILENAME", script.to_str().unwrap())]), "wrong ");

    let chmod = |path: &Path, mode| {
        std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    };
    chmod(&house.program, 0o757);
    let open = house.findings(&[]);
    has(&open, "wrong everybody may change the program");
    has(&open, "wrong everybody on this machine can read the program");
    chmod(&house.program, 0o711);
    chmod(&house.directory.0, 0o777);
    has(&house.findings(&[]), "wrong everybody may write in");
}

#[test]
fn the_page_tells_where_other_keys_come_from_and_which_words_came_along() {
    let house = House::new("page-keys");
    let list = house.ring.to_text();
    let page = house.page(&house.pass(0), &[("PARLOUR_KEY", &list)]);
    assert!(fact(&page, "Keys").starts_with("from PARLOUR_KEY: "), "{page:#}");

    let key = Directory::new("page-key-file");
    let key = key.path("key");
    std::fs::write(&key, &list).unwrap();
    std::fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    let mut keyless = program(env!("CARGO_BIN_EXE_parlour"));
    keyless.env("QUERY_STRING", house.pass(0)).env("PARLOUR_KEY_FILE", &key);
    let answer = keyless.args(["serve", "--listen"]).output().unwrap();
    let page = out(&answer);
    assert!(page.contains("the key file is closed to others (mode 0600"), "{page}");
    assert!(page.contains("words came as arguments of the program"), "{page}");
    assert!(page.contains("<dt>Arguments</dt>\n<dd><b>2</b></dd>"), "{page}");
}
