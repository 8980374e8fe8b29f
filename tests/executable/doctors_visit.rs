//! The doctor at web servers that are good. (Those that are not are in `installations.rs`; tests/real
//! has it examine true ones.)

use crate::broken_server::{Reply, Server};
use parlour::seal::Key;
use support::command::out;
use support::parlour;

#[test]
fn a_good_server_is_found_good() {
    let server = Server::start(|ask, run| Some(run(ask)));
    let report = server.report();
    assert!(report.status.success(), "{}", out(&report));
    for seen in [
        "ok    the web server at http://127.0.0.1:",
        "ok    the status of an answer arrives (404, 400, 414)",
        "ok    a query with percent signs arrives as it was sent",
        "ok    a query of 1900 bytes arrives whole",
        "ok    a visitor's words are never taken for a command",
        "ok    no copy of the program and no key file was handed out",
        "ok    the program there has these keys",
    ] {
        assert!(out(&report).contains(seen), "{seen}:\n{}", out(&report));
    }
    // By its address alone, the program here is not looked at.
    let visit = parlour!("doctor", server.url());
    assert!(visit.status.success(), "{}", out(&visit));
    assert!(!out(&visit).contains("the program is"), "{}", out(&visit));
    assert!(!out(&visit).contains("these keys"), "{}", out(&visit));
}

#[test]
fn a_file_that_lies_near_the_program_is_asked_for() {
    let server = Server::start(|ask, run| match ask.path.as_str() {
        "/cgi-bin/of-old" => Some(Reply::of("200 OK", Key::draw().unwrap().to_text())),
        _ => Some(run(ask)),
    });
    let beside = server.program.with_file_name("of-old");
    std::fs::write(&beside, Key::draw().unwrap().to_text()).unwrap();
    let report = server.report();
    assert!(out(&report).contains("hands out /cgi-bin/of-old"), "{}", out(&report));
}

#[test]
fn another_program_there_and_no_server_at_all_are_named() {
    let (one, other) =
        (Server::start(|ask, run| Some(run(ask))), Server::start(|ask, run| Some(run(ask))));
    let report = parlour!("doctor", one.program, other.url());
    assert!(
        out(&report).contains("WRONG the program there seals with another key"),
        "{}",
        out(&report)
    );
    for (url, expected) in [
        ("http://", "the address is no URL"),
        ("http://127.0.0.1:1/", "no server answers at 127.0.0.1:1"),
    ] {
        let report = parlour!("doctor", url);
        assert_eq!(report.status.code(), Some(1));
        assert_eq!(out(&report).lines().count(), 1);
        assert!(out(&report).contains(expected), "{}", out(&report));
    }
}
