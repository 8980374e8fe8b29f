//! The doctor's page of the true executable under a web server. Only a valid pass opens it. It
//! tells the program's view of the server, and never a key.

use crate::PROGRAM;
use parlour::doctor::pass;
use parlour::seal::KeyRing;
use parlour::seal::slot;
use serde_json::Value;
use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use support::command::{out, program};
use support::folder::Folder;
use support::parlour;

/// An installed program, and its place.
struct Site {
    folder: Folder,
    program: PathBuf,
    ring: KeyRing,
}

type Variables<'a> = &'a [(&'a str, &'a str)];

impl Site {
    fn new() -> Self {
        let folder = Folder::create();
        std::fs::create_dir(folder.join("cgi-bin")).unwrap();
        let program = folder.join("cgi-bin/parlour");
        parlour!("install", program);
        let ring =
            slot::read_from(&std::fs::read(&program).unwrap()).unwrap().unwrap().keys().unwrap();
        Site { folder, program, ring }
    }

    /// The program's answer to a web server that adds these variables to the usual ones.
    fn ask(&self, query: &str, variables: Variables<'_>) -> String {
        let mut command = program(&self.program);
        command.env("GATEWAY_INTERFACE", "CGI/1.1").env("REQUEST_METHOD", "GET");
        command.env("SERVER_SOFTWARE", "a server <1>").env("QUERY_STRING", query);
        command.envs(variables.iter().copied());
        out(&command.output().unwrap()).to_owned()
    }

    /// The query of a link that was made this number of seconds from now.
    fn pass(&self, later: i64) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let pass = pass::make(&self.ring, now.saturating_add_signed(later)).unwrap();
        format!("s={pass}&g=doctor")
    }

    /// The page for programs.
    fn page(&self, query: &str, variables: Variables<'_>) -> Value {
        let answer = self.ask(&format!("{query}&as=json"), variables);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("Status: 200 OK\r\n"), "{answer}");
        let page: Value = serde_json::from_str(body).unwrap();
        assert_eq!((&page["page"], &page["parlour"]), (&"doctor".into(), &1.into()));
        for fact in page["facts"].as_array().unwrap() {
            assert!(!fact["name"].as_str().unwrap().is_empty() && fact["value"].is_string());
        }
        page
    }

    fn findings(&self, variables: Variables<'_>) -> Vec<String> {
        self.findings_of(&self.pass(0), variables)
    }

    fn findings_of(&self, query: &str, variables: Variables<'_>) -> Vec<String> {
        let page = self.page(query, variables);
        let findings = page["findings"].as_array().unwrap().iter();
        let line = |finding: &Value| {
            let verdict = finding["verdict"].as_str().unwrap();
            assert!(["ok", "note", "wrong"].contains(&verdict), "{finding}");
            format!("{verdict} {}", finding["sentence"].as_str().unwrap())
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
fn the_settings_of_the_operator_are_shown_and_the_bad_ones_named() {
    let site = Site::new();
    let variables = [("PARLOUR_TITLE", "Ann's games"), ("PARLOUR_GAMES", "nim,halma")];
    let page = site.page(&site.pass(0), &variables);
    assert_eq!(fact(&page, "PARLOUR_TITLE"), "Ann's games");
    assert_eq!(fact(&page, "PARLOUR_GAMES"), "nim,halma");
    assert_eq!(fact(&page, "PARLOUR_STYLE"), "not set");
    has(&site.findings(&variables), "wrong PARLOUR_GAMES is no list of different games");
}

#[test]
fn without_a_good_pass_there_is_no_such_page() {
    let site = Site::new();
    let dealt = site.ask("g=concentration&seed=x", &[]);
    let token = dealt.split("?s=").nth(1).unwrap().split('&').next().unwrap();
    let stranger = Site::new();
    let whole = site.pass(0);
    let queries = [
        "g=doctor".to_owned(),
        "g=doctor&rules".to_owned(),
        "g=doctor&s=".to_owned(),
        "g=doctor&s=AAAA".to_owned(),
        whole.replace("s=A", "s=B"),
        whole.replacen("&g=", "A&g=", 1),
        stranger.pass(0),
        site.pass(-24 * 60 * 60 - 60),
        site.pass(24 * 60 * 60 + 60),
    ];
    for ending in ["", "&as=json"] {
        // Both names have the same length, and the page tells the right one.
        let unknown = site.ask(&format!("g=nobody{ending}"), &[]).replace("nobody", "doctor");
        assert!(unknown.starts_with("Status: 404 Not Found\r\n"), "{unknown}");
        for query in &queries {
            assert_eq!(site.ask(&format!("{query}{ending}"), &[]), unknown, "{query}");
        }
    }
    // A link of a game is no pass, and a pass is no link of a game, under any name of a game.
    let game = site.ask(&format!("s={token}&g=doctor&as=json"), &[]);
    assert!(game.contains("\"game\":\"concentration\""), "{game}");
    for ending in ["&g=concentration", "&g=nothing", ""] {
        let page = site.ask(&whole.replace("&g=doctor", ending), &[]);
        assert!(page.starts_with("Status: 200 ") && !page.contains("Concentration"), "{page}");
    }
    let posted = site.ask(&whole, &[("REQUEST_METHOD", "POST")]);
    assert!(posted.starts_with("Status: 405 "), "{posted}");
}

#[test]
fn the_page_tells_what_the_program_sees_and_never_a_key() {
    let site = Site::new();
    let made = program(&site.program).args(["doctor", "--page"]).output().unwrap();
    let query = out(&made).trim_end().trim_start_matches('?').to_owned();
    let page = site.page(&query, &[("SERVER_NAME", "x\u{7}y")]);
    let metadata = site.program.metadata().unwrap();
    let (user, group) = (metadata.uid(), metadata.gid());
    let program = format!("{} (mode 0711, owner {user}, group {group})", site.program.display());
    let id = site.ring.sealing_key().id();
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
    let html = site.ask(&query, &[]);
    assert!(html.contains("a server &#60;1&#62;"), "{html}");
    assert!(html.contains("\r\nCache-Control: no-store\r\n"), "{html}");
    for shown in [page.to_string(), html] {
        assert!(!shown.contains(&site.ring.to_text()));
    }
    let head = site.ask(&query, &[("REQUEST_METHOD", "HEAD")]);
    assert!(head.starts_with("Status: 200 OK\r\n") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn the_page_finds_what_is_to_be_mended() {
    let site = Site::new();
    let quiet = site.findings(&[("HTTPS", "on")]);
    has(&quiet, "ok the web server runs the program as a CGI");
    has(&quiet, "ok the visitor came by HTTPS");
    has(&quiet, "ok only its owner can read the file of the program");
    has(&quiet, "ok no other keys were found");
    has(&quiet, "ok the clock agrees");
    // The user who runs this test owns the program, as with suexec, and may be root.
    match site.program.metadata().unwrap().uid() {
        0 => has(&quiet, "wrong the web server runs the program as root"),
        _ => has(&quiet, "note the program runs as its owner"),
    }
    has(&site.findings(&[]), "note the visitor came by plain HTTP");
    has(&site.findings(&[("HTTP_X_FORWARDED_PROTO", "https")]), "ok the visitor came by HTTPS");
    has(&site.findings(&[("GATEWAY_INTERFACE", "")]), "note the server does not say");
    has(&site.findings_of(&site.pass(3600), &[]), "wrong the clock of this machine is 60 minutes");
    has(&site.findings_of(&site.pass(-3600), &[]), "ok the clock agrees");

    let root = site.folder.path().to_str().unwrap();
    let below = site.findings(&[("DOCUMENT_ROOT", root)]);
    has(&below, "note the program is below the document root ");
    let key = site.folder.join("ring");
    std::fs::write(&key, site.ring.to_text()).unwrap();
    let found = site.findings(&[("DOCUMENT_ROOT", root)]);
    has(
        &found,
        &format!(
            "wrong the web server may hand out a key file; move `{}` elsewhere;",
            key.display()
        ),
    );
    assert!(!found.iter().any(|finding| finding.contains(&site.ring.to_text())));
    // The script that the server knows may be elsewhere.
    let script = site.folder.join("parlour.cgi");
    has(&site.findings(&[("SCRIPT_FILENAME", script.to_str().unwrap())]), "wrong ");

    let chmod = |path: &Path, mode| {
        std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    };
    chmod(&site.program, 0o757);
    let open = site.findings(&[]);
    has(&open, "wrong everybody may change the program");
    has(&open, "wrong everybody on this machine can read the program");
    chmod(&site.program, 0o711);
    chmod(site.folder.path(), 0o777);
    has(&site.findings(&[]), "wrong everybody may write in");
}

#[test]
fn the_page_tells_where_other_keys_come_from_and_which_words_came_along() {
    let site = Site::new();
    let list = site.ring.to_text();
    let page = site.page(&site.pass(0), &[("PARLOUR_KEY", &list)]);
    assert!(fact(&page, "Keys").starts_with("from PARLOUR_KEY: "), "{page:#}");

    let key = Folder::create();
    let key = key.join("key");
    std::fs::write(&key, &list).unwrap();
    std::fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    let mut keyless = program(PROGRAM);
    keyless.env("QUERY_STRING", site.pass(0)).env("PARLOUR_KEY_FILE", &key);
    let answer = keyless.args(["serve", "--listen"]).output().unwrap();
    let page = out(&answer);
    assert!(page.contains("The key file is closed to others (mode 0600"), "{page}");
    assert!(page.contains("Words came as arguments of the program"), "{page}");
    assert!(page.contains("<dt>Arguments</dt>\n<dd><b>2</b></dd>"), "{page}");
}
