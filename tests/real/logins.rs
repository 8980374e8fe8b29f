//! A login that a browser has stored for another application of the same host: the browser fills in the
//! form of that application, and no field of Parlour's.

use crate::start;
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;
use support::marionette::Marionette;
use support::process::{self, PATIENCE, wait_until};
use support::server::{KINDS, Server};
use support::trials::Trial;
use support::webdriver::WebDriver;

/// The stored login.
const NAME: &str = "postmaster";
const SECRET: &str = "correct-horse";
/// Puts the form of the other application into a page of the host.
const SHOW_ITS_FORM: &str = "document.body.innerHTML = `<form action=/mail>
    <input name=user><input type=password name=secret><button>Log in</button></form>`;";
/// Goes to the first field of a page.
const FOCUS: &str = "document.querySelector('input:not([type=hidden]), textarea').focus();";
/// Counts the fields to write in, and those that a browser has filled in.
const COUNT_FIELDS: &str = "
    const fields = [...document.querySelectorAll('input:not([type=hidden]), textarea')];
    const isFilled = (field) => field.matches(':autofill') || field.value !== field.defaultValue;
    return [fields.length, fields.filter(isFilled).length];";
/// The time in which it would fill in another field.
const TIME_TO_FILL: Duration = Duration::from_secs(1);

/// The password as Chromium stores it on a Linux without a keyring: the mark of the cipher, then AES in
/// CBC mode with a key that is the same everywhere.
const SEALED_SECRET: &str = "763130c606e9a59a27ae9ac793be1c773d1424";

/// Stores a login for an origin in the database of a Chromium that is not running.
const STORE: &str = r#"
import sqlite3, sys
file, origin, name, secret = sys.argv[1:]
logins = sqlite3.connect(file)
columns = logins.execute("select name, type from pragma_table_info('logins') where not pk")
row = {name: 0 if kind == "INTEGER" else "" for name, kind in columns}
row |= dict(origin_url=origin, signon_realm=origin, username_value=name, password_value=bytes.fromhex(secret))
places = ",".join("?" * len(row))
logins.execute(f"insert into logins ({','.join(row)}) values ({places})", list(row.values()))
logins.commit()
"#;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let needs = |browser: &[&'static str]| [KINDS[0].programs, browser].concat();
    let chromium = needs(&["chromium", "chromedriver", "python3"]);
    vec![
        Trial::new("logins_in_chromium", &chromium, || in_chromium(&start(&KINDS[0]))),
        Trial::new("logins_in_firefox", &needs(&["firefox-esr"]), || in_firefox(&start(&KINDS[0]))),
    ]
}

fn in_chromium(server: &Server) {
    let directory = server.open_directory();
    // The driver switches this off.
    let fills =
        json!({ "profile.password_manager_enabled": true, "credentials_enable_service": true });
    let open = || WebDriver::chromium(&directory, &fills);
    // It makes its database.
    drop(open());
    let realm = server.url("").replace(&server.target(""), "/");
    let database = directory.join("chromium/Default/Login Data");
    let mut store = process::command("python3");
    store.args(["-c", STORE]).arg(database).args([&realm, NAME, SEALED_SECRET]);
    assert!(store.status().is_ok_and(|status| status.success()), "the login is not stored");
    let browser = open();
    check(server, |url, script| {
        browser.open(url);
        browser.run(script);
        thread::sleep(TIME_TO_FILL);
        browser.run(COUNT_FIELDS)
    });
}

fn in_firefox(server: &Server) {
    let mut browser = Marionette::firefox(&server.open_directory(), "");
    browser.store_login(&origin(server), NAME, SECRET);
    check(server, |url, script| {
        browser.open(url);
        browser.run(script);
        thread::sleep(TIME_TO_FILL);
        browser.run(COUNT_FIELDS)
    });
}

/// The origin of the server, under which a browser stores logins.
fn origin(server: &Server) -> String {
    format!("http://127.0.0.1:{}", server.host().port)
}

/// Checks what a browser fills in. `count` opens an address, runs a script there and counts the fields.
fn check(server: &Server, mut count: impl FnMut(&str, &str) -> Value) {
    let mut counted = Value::Null;
    wait_until(PATIENCE, || {
        counted = count(&server.url("rules"), SHOW_ITS_FORM);
        counted == json!([2, 2])
    });
    assert_eq!(counted, json!([2, 2]), "the other application's own form");
    for page in pages_with_fields(server) {
        let counted = count(&page, FOCUS);
        assert!(counted[0].as_u64() > Some(0), "{page} has no field");
        assert_eq!(counted[1], 0, "{page}");
    }
}

/// The addresses of pages that ask for a name, a password, a link or a move.
fn pages_with_fields(server: &Server) -> Vec<String> {
    let link_to_send = |query: &str| {
        let page = server.get(&format!("{query}&as=json"));
        let page: Value = serde_json::from_slice(&page.body).expect("JSON");
        page["link_to_send"].as_str().expect("a link to send").to_owned()
    };
    let invitation = link_to_send("g=eights&people=2&name=Ann");
    let (_, query) = invitation.split_once('?').expect("a query");
    let table = link_to_send(&format!("{query}&sit=&name=Ben"));
    let others = ["g=eights&people=2", "g=eights&c=abcde-12345", "g=nim", "league"];
    others.map(|query| server.url(query)).into_iter().chain([invitation, table]).collect()
}
