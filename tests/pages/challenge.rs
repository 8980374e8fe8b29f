//! Challenges of Mastermind and of Five Letters: neither the address nor any page has what its maker hid.

use crate::follow::{body, json, link, links};
use parlour::gateway::http::{Response, Status};
use support::friends::link_to_send;
use support::services::ask;
use support::stranger::{list, text};

/// A game with challenges.
struct Challenge {
    start: &'static str,
    thing: &'static str,
    /// Two things of one shape, so that nothing differs but their pieces.
    hidden: [&'static str; 2],
    /// A wrong guess at the first of them, and what is told of it.
    guess: [&'static str; 2],
    /// The sentence to the friend, and the line to share after the first guess is right.
    told: [&'static str; 2],
    /// The message to the maker after the first guess is right, and after none is.
    sent_back: [&'static str; 2],
}

const ALL: [Challenge; 2] = [
    Challenge {
        start: "g=mastermind&code=friend",
        thing: "code",
        hidden: ["ABCD", "FEBA"],
        guess: ["AABB", "1 black, 1 white"],
        told: [
            "Somebody chose a code for you.",
            "Mastermind, your code for me: ⚫⚫⚫⚫ broken in 1 guess.",
        ],
        sent_back: [
            "Your code, broken in 1 guess: Mastermind",
            "Your code, not broken in 10 guesses: Mastermind",
        ],
    },
    Challenge {
        start: "g=letters&word=friend",
        thing: "word",
        hidden: ["crane", "pizza"],
        guess: ["trace", "T absent, R right, A right, C elsewhere, E right"],
        told: [
            "A friend hid a word for you.",
            "Five Letters, your word for me: 🟩🟩🟩🟩🟩 found in 1 guess.",
        ],
        sent_back: [
            "Your word, found in 1 guess: Five Letters",
            "Your word, not found in 6 guesses: Five Letters",
        ],
    },
];

/// Every format that shows a position. HTML is the one without a name.
const FORMATS: [&str; 5] = ["", "&as=json", "&as=text", "&as=svg", "&words"];

/// The response to the request that hides this: the last of its pieces, or all of them typed.
fn made(start: &str, hidden: &str, format: &str, is_typed: bool) -> Response {
    let mut query = text(&json(&format!("{start}&as=json")), "/links/position").to_owned();
    if is_typed {
        query += &format!("&move={hidden}");
    } else {
        for (at, piece) in hidden.char_indices() {
            query += &format!("&put={piece}");
            if at + 1 < hidden.len() {
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
/// depends on what is hidden, and the tokens have one length.
#[test]
fn neither_address_nor_page_tells_what_is_hidden() {
    for Challenge { start, hidden, .. } in ALL {
        for format in FORMATS {
            for is_typed in [false, true] {
                let responses = hidden.map(|hidden| made(start, hidden, format, is_typed));
                let [one, other] = responses.each_ref().map(|response| {
                    let location = response.location.clone().unwrap_or_default();
                    assert!(
                        !location.contains("put=") && !location.contains("move="),
                        "{location}"
                    );
                    (response.status, location.len(), masked(&location), masked(&response.body))
                });
                assert_eq!(one, other, "{start} {format} {is_typed}");
                let is_for_browsers = !format.starts_with("&as=");
                assert_eq!(one.0 == Status::SeeOther, is_for_browsers, "{format} {is_typed}");
            }
        }
    }
}

#[test]
fn a_friend_plays_from_the_makers_one_link() {
    for Challenge { start, thing, hidden: [hidden, _], guess, told, .. } in ALL {
        let sent_on = made(start, hidden, "", true).location.expect("the address of the challenge");
        let query = sent_on.trim_start_matches('?');
        let page = body(query);
        assert!(page.contains(&format!("Your {thing} is sealed. Send this link.")), "{page}");
        assert!(page.contains("<h2>Send this link to your friend</h2>"), "{page}");
        assert!(page.contains("A friend who goes back after an answer can cheat."), "{page}");
        assert!(!links(&page).iter().any(|link| link.contains("&put=")), "the maker plays: {page}");
        let sent = json(&format!("{query}&as=json"));
        let query = link_to_send(&sent).replace("&as=json", "");
        let query = query.trim_start_matches('?');
        let page = body(query);
        assert!(page.contains(told[0]) && !page.contains("id=send"), "{page}");
        let guessed = body(&format!("{query}&move={}", guess[0]));
        assert!(guessed.contains(guess[1]) && !guessed.contains("<h2>Send"), "{guessed}");
        let end = json(&format!("{query}&move={hidden}&as=json"));
        assert_eq!(end["mood"], "won");
        let line = text(&end, "/end/share");
        assert!(line.starts_with(told[1]), "{line}");
        assert!(line.ends_with(&format!("?{start}")), "{line}");
        // The end goes back as a link with its panel.
        let back = link_to_send(&end).replace("&as=json", "");
        let end = body(&format!("{query}&move={hidden}"));
        assert!(end.contains("<h2>Send the result to your friend</h2>"), "{end}");
        // Its maker reads that the friend has won, and sends nothing.
        let end = body(back.trim_start_matches('?'));
        assert!(end.contains("Your friend wins") && end.contains("Your friend "), "{end}");
        assert!(!end.contains("You win") && !end.contains("id=send"), "{end}");
        assert!(!end.contains("Send the result") && !end.contains("your code for me"), "{end}");
        let end = json(&format!("{back}&as=json"));
        assert_eq!((&end["mood"], &end["ignored"]), (&"lost".into(), &serde_json::json!([])));
    }
}

/// The maker compares it with those of other friends before a link is opened.
#[test]
fn the_message_of_the_end_has_the_result() {
    for Challenge { start, hidden: [hidden, _], guess: [wrong, _], sent_back, .. } in ALL {
        let made = made(start, hidden, "&as=json", true).body;
        let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
        let first = link_to_send(&made).trim_start_matches('?').to_owned();
        let mut last = json(&first);
        while list(&last, "/requests").iter().any(|request| request["name"] == "put") {
            last = json(&format!("{}&move={wrong}", text(&last, "/links/position")));
        }
        let lost = text(&last, "/links/position").to_owned();
        for (end, message) in
            [(format!("{first}&move={hidden}"), sent_back[0]), (lost, sent_back[1])]
        {
            let end = end.trim_start_matches('?').replace("&as=json", "");
            assert_eq!(text(&json(&format!("{end}&as=json")), "/panel/message"), message);
            for format in ["", "&as=text", "&words"] {
                let page = body(&format!("{end}{format}"));
                assert!(page.contains(message), "{format} {page}");
            }
        }
    }
}

/// A challenge is no table: it has no names, no passwords and no turn codes.
#[test]
fn a_challenge_is_no_table() {
    for Challenge { start, thing, hidden: [hidden, _], .. } in ALL {
        let made = made(start, hidden, "", true).location.unwrap();
        let page = json(&link_to_send(&json(&format!("{made}&as=json"))));
        assert!(page["table"].is_null() && page["commitment"].is_null(), "{page}");
        let game = start.split('&').next().unwrap();
        assert_eq!(ask(format!("{game}&people=2")).status, Status::BadRequest);
        let requests = list(&page, "/requests");
        assert!(requests.iter().all(|request| request["name"] == "put"), "{page}");
        let rules = body(&link(&body(start), "&rules"));
        assert!(rules.contains(&format!("A {thing} for a friend")), "{rules}");
    }
}
