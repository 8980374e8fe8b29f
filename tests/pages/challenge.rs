//! A challenge of Mastermind: neither its address nor any page of it has the code that its maker chose.

use crate::follow::{body, json, link, links};
use parlour::gateway::http::{Response, Status};
use support::friends::link_to_send;
use support::services::ask;
use support::stranger::{list, text};

const START: &str = "g=mastermind&code=friend";
/// Two codes of one shape, so that nothing differs but the pegs.
const CODES: [&str; 2] = ["ABCD", "FEBA"];
/// Every format that shows a position. HTML is the one without a name.
const FORMATS: [&str; 5] = ["", "&as=json", "&as=text", "&as=svg", "&words"];

/// The response to the request that makes this code: the last of four pegs, or all of them typed.
fn made(code: &str, format: &str, is_typed: bool) -> Response {
    let mut query = text(&json(&format!("{START}&as=json")), "/links/position").to_owned();
    if is_typed {
        query += &format!("&move={code}");
    } else {
        for (at, peg) in code.char_indices() {
            query += &format!("&put={peg}");
            if at < 3 {
                query = text(&json(&query), "/links/position").to_owned();
            }
        }
    }
    ask(query.trim_start_matches('?').replace("&as=json", format))
}

/// The text with every token masked.
fn masked(text: &str) -> String {
    let mut parts = text.split("?s=");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let token = part.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c));
        all + "?s=TOKEN" + &part[token.unwrap_or(part.len())..]
    })
}

/// A browser is sent on to the address of the challenge; other programs get its page at once. Neither
/// depends on the code, and the tokens have one length.
#[test]
fn neither_address_nor_page_tells_the_code() {
    for format in FORMATS {
        for is_typed in [false, true] {
            let responses = CODES.map(|code| made(code, format, is_typed));
            let [one, other] = responses.each_ref().map(|response| {
                let location = response.location.clone().unwrap_or_default();
                assert!(!location.contains("put=") && !location.contains("move="), "{location}");
                (response.status, location.len(), masked(&location), masked(&response.body))
            });
            assert_eq!(one, other, "{format} {is_typed}");
            let is_for_browsers = !format.starts_with("&as=");
            assert_eq!(one.0 == Status::SeeOther, is_for_browsers, "{format} {is_typed}");
        }
    }
}

#[test]
fn a_friend_plays_from_the_makers_one_link() {
    let start = body(START);
    assert!(start.contains("You get one link to send."), "{start}");
    let sent_on = made("ABCD", "", true).location.expect("the address of the challenge");
    let query = sent_on.trim_start_matches('?');
    let page = body(query);
    assert!(page.contains("Your code is sealed. Send this link."), "{page}");
    assert!(page.contains("<h2>Send this link to your friend</h2>"), "{page}");
    assert!(page.contains("A friend who goes back after an answer can cheat."), "{page}");
    assert!(!links(&page).iter().any(|link| link.contains("&put=")), "the maker plays: {page}");
    let sent = json(&format!("{query}&as=json"));
    let query = link_to_send(&sent).replace("&as=json", "");
    let query = query.trim_start_matches('?');
    let page = body(query);
    assert!(page.contains("Somebody chose a code for you.") && !page.contains("id=send"), "{page}");
    let guessed = body(&format!("{query}&move=AABB"));
    assert!(guessed.contains("1 black, 1 white") && !guessed.contains("<h2>Send"), "{guessed}");
    let end = json(&format!("{query}&move=ABCD&as=json"));
    assert_eq!(end["mood"], "won");
    let line = text(&end, "/end/share");
    assert!(
        line.starts_with("Mastermind, your code for me: ⚫⚫⚫⚫ broken in 1 guess."),
        "{line}"
    );
    assert!(line.ends_with("?g=mastermind&code=friend"), "{line}");
}

/// A challenge is no table: it has no names, no passwords and no turn codes.
#[test]
fn a_challenge_is_no_table() {
    let made = json(&format!("{}&as=json", made("ABCD", "", true).location.unwrap()));
    let page = json(&link_to_send(&made));
    assert!(page["table"].is_null() && page["commitment"].is_null(), "{page}");
    assert_eq!(ask("g=mastermind&people=2").status, Status::BadRequest);
    let requests = list(&page, "/requests");
    assert!(requests.iter().all(|request| request["name"] == "put"), "{page}");
    let rules = body(&link(&body(START), "&rules"));
    assert!(rules.contains("A code for a friend"), "{rules}");
}
