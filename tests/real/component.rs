//! The component of deploy/wasi-http under its engines: it answers as the CGI program does, and links of
//! one open in the other.

use crate::answers;
use crate::{Attempt, start};
use support::click::Asked;
use support::reader::Page;
use support::server::{COMPONENTS, Kind, Server};
use support::trials::Trial;

/// The cases of this file; [`crate::wander`] has every game played.
pub fn cases() -> Vec<Trial> {
    const TRIED: [(&str, Attempt); 6] = [
        ("headers_arrive_as_they_were_sent", answers::headers_arrive_as_they_were_sent),
        ("a_command_in_a_link_is_no_command", answers::a_command_in_a_link_is_no_command),
        ("a_head_has_no_body", answers::a_head_has_no_body),
        ("a_crowd_is_served", answers::a_crowd_is_served),
        ("links_cross_to_cgi_and_back", links_cross),
        ("the_doctor_finds_nothing_wrong", the_doctor_finds_nothing_wrong),
    ];
    let case = |kind: &'static Kind, (name, run): (&str, Attempt)| {
        let name = format!("{}::{name}", kind.name);
        Trial::new(name, kind.programs, move || run(&start(kind)))
    };
    COMPONENTS.iter().flat_map(|kind| TRIED.map(|tried| case(kind, tried))).collect()
}

/// The answer of the CGI program to a query: its headers and its body.
fn by_cgi(server: &Server, query: &str) -> (String, String) {
    let copy = Asked { file: server.program(), is_installed: true };
    let response = copy.answer(query);
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_default();
    (head.to_owned(), body.to_owned())
}

fn links_cross(server: &Server) {
    let page_by_cgi = |query: &str| {
        let (head, body) = by_cgi(server, query);
        assert!(head.starts_with("Status: 200 OK\r\n"), "{head}");
        Page::new(&body)
    };
    // Today is the same day in both.
    let day = server.get("g=maze&day=today");
    let link = day.header("Location").unwrap_or_default();
    let (head, _) = by_cgi(server, "g=maze&day=today");
    assert!(link.contains("&day=20") && head.contains(&format!("Location: {link}\r\n")), "{head}");
    let dealt = server.get("g=concentration&seed=crossing").page(200);
    let turned = page_by_cgi(dealt.link_with("turn=1").query());
    assert_ne!(turned.position(), dealt.position());
    let matched = server.get(turned.link_with("turn=2").query()).page(200);
    assert_ne!(matched.position(), turned.position());
    let missing = server.host().get("/elsewhere?g=nim");
    assert_eq!(missing.status, 404, "{}", missing.text());
}

fn the_doctor_finds_nothing_wrong(server: &Server) {
    let (report, is_content) = answers::doctor(&[&server.url("")]);
    assert!(is_content, "{report}");
    assert!(report.contains("the status of an answer arrives"), "{report}");
}
