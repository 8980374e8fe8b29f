//! The doctor at a server that people reach by HTTPS alone.

use crate::start;
use std::fs;
use std::process::Command;
use support::server::{CERTIFICATE, SECURE, SECURE_PORT, Server};
use support::trials::Trial;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    vec![Trial::new("the_doctor_asks_by_https", SECURE.programs, || asks(&start(&SECURE)))]
}

/// The doctor's report on a URL of this server, whose name no other machine knows.
fn doctor(server: &Server, url: &str, is_trusted: bool) -> String {
    let port = server.host().port;
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(["doctor", "--resolve", &format!("games.example:{port}:127.0.0.1")]);
    command.arg(server.program()).arg(url);
    if is_trusted {
        command.env("CURL_CA_BUNDLE", server.file(CERTIFICATE));
    }
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn asks(server: &Server) {
    let port = fs::read_to_string(server.file(SECURE_PORT)).unwrap_or_default();
    let secure = format!("https://games.example:{port}/cgi-bin/parlour");
    let plain = format!("http://games.example:{}/cgi-bin/parlour", server.host().port);
    let sent_on = format!("ok    the server sends visitors on from {plain} to {secure}\n");
    for url in [&secure, &plain] {
        let report = doctor(server, url, true);
        assert!(!report.contains("WRONG"), "{report}");
        for seen in [
            "its pages, links, redirects and errors arrive",
            &format!("links to send lead here, to {secure}"),
        ] {
            assert!(report.contains(&format!("ok    {seen}")), "{seen}:\n{report}");
        }
        assert_eq!(report.contains(&sent_on), *url == plain, "{report}");
    }
    // An untrusted certificate is named first, and the rest is still checked.
    let report = doctor(server, &secure, false);
    let first = report.lines().next().unwrap_or_default();
    let expected = format!("WRONG browsers warn of the certificate of games.example:{port}");
    assert!(first.starts_with(&expected), "{report}");
    assert_eq!(report.matches("WRONG").count(), 1, "{report}");
    assert!(report.contains("ok    its pages, links"), "{report}");
}
