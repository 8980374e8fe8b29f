//! The link to send as a QR code. The code has the same link as the text below it and no password,
//! and pages offer it only while there is a player to send it to.

use crate::follow::links;
use parlour::game::chance::Chance;
use parlour::gateway::http::{CachePolicy, HttpRequest, Method, Response, Status};
use parlour::respond::{Services, respond};
use qrcodegen::{QrCode, QrCodeEcc};
use support::friends::Friends;
use support::services::{ask, ring};

/// The address of the program in these tests.
const ADDRESS: &str = "https://games.example/parlour";

/// The light modules around a code.
const QUIET_ZONE: usize = 4;

/// The text between these two.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("{start} in {text}")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("{end} after {start}")).0
}

/// The rows of a code as a page draws it, with true for dark modules.
fn modules(page: &str) -> Vec<Vec<bool>> {
    let view_box = between(page, "<svg class=code", "</svg>");
    let view_box = between(view_box, "viewBox=\"", "\"");
    let [left, top, width, height] = view_box.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{view_box}")
    };
    assert_eq!((left, top, width), ("-4", "-4.5", height), "the quiet zone of four modules");
    let size = width.parse::<usize>().expect("a number") - 2 * QUIET_ZONE;
    assert!(page.contains(&format!("fill=#fff d=\"M-4-4.5h{width}v{width}h-{width}z\"")));
    let mut rows = vec![vec![false; size]; size];
    let path = between(page, "<path stroke=#000 d=\"", "\"");
    for line in path.split('M').skip(1) {
        let (place, length) = line.split_once('h').expect("a line");
        let (x, y) = place.split_once(' ').expect("a place");
        let [x, y, length] = [x, y, length].map(|n| n.parse::<usize>().expect("a number"));
        rows[y][x..x + length].iter_mut().for_each(|module| {
            assert!(!*module, "drawn twice");
            *module = true;
        });
    }
    rows
}

/// The address below the code.
fn address(page: &str) -> String {
    between(page, "<p class=copy>", "</p>").replace("&#38;", "&").replace("&amp;", "&")
}

/// The link from a page to its code.
fn link_to_code(page: &str) -> Option<String> {
    links(page).into_iter().find(|link| link.ends_with("&rules=qr"))
}

/// A page for people.
fn page(friends: &Friends, link: &str) -> String {
    let response = friends.ask(Method::Get, &link.replace("&as=json", ""));
    assert_eq!(response.status, Status::Ok, "{link}");
    response.body
}

/// The answer of a program that does not know its own address.
fn ask_nowhere(query: &str) -> Response {
    let services = Services {
        keys: Some(&ring()),
        preview: false,
        settings: &parlour::settings::DEFAULT,
        entropy: &|bytes| {
            bytes.fill(7);
            true
        },
        now: &|| None,
        address: &|| None,
    };
    let query = query.as_bytes().to_vec();
    respond(&services, &HttpRequest { query, ..HttpRequest::default() })
}

/// The page after the first move of an open game.
fn moved(start: &str, request: &str) -> String {
    ask(crate::follow::link(&ask(start).body, request)).body
}

#[test]
fn a_code_says_what_stands_below_it() {
    let friends = Friends::at_full_table("eights", 5, "", 1);
    let open = moved("g=noughts&people=2&size=5x5", "&mark=");
    let open = link_to_code(&open).expect("a code of an open table");
    let closed = link_to_code(&page(&friends, &friends.public)).expect("a code of a table");
    for (page, game) in [(page(&friends, &closed), "eights"), (ask(&open).body, "noughts")] {
        let said = address(&page);
        assert!(said.starts_with(&format!("{ADDRESS}?s=")), "{said}");
        assert!(said.contains(&format!("&g={game}")), "{said}");
        let drawn = modules(&page);
        let code = QrCode::encode_text(&said, QrCodeEcc::Low).expect("it fits");
        assert_eq!(drawn.len(), code.size() as usize);
        assert_eq!(drawn.len(), 4 * usize::from(code.version().value()) + 17, "ISO/IEC 18004");
        let module = |x: usize, y: usize| code.get_module(x as i32, y as i32);
        for (y, row) in drawn.iter().enumerate() {
            assert!(row.iter().enumerate().all(|(x, dark)| *dark == module(x, y)), "row {y}");
        }
        // By these a camera finds it: three squares of rings in its corners.
        let far = drawn.len() - 7;
        for (left, top) in [(0, 0), (far, 0), (0, far)] {
            for (x, y) in (0..49_usize).map(|at| (at % 7, at / 7)) {
                let ring = x.abs_diff(3).max(y.abs_diff(3));
                assert_eq!(drawn[top + y][left + x], ring != 2, "{x} {y}");
            }
        }
    }
}

#[test]
fn a_code_has_the_link_to_send() {
    let friends = Friends::at_full_table("eights", 2, "", 2);
    let public = page(&friends, &friends.public);
    let code = page(&friends, &link_to_code(&public).expect("a code"));
    let link = address(&code).replace(ADDRESS, "");
    assert!(link.contains("&at=t"), "{link}");
    assert!(links(&code).contains(&link.trim_start_matches('?').to_owned()), "the way back");
    let shown = friends.page(&format!("{link}&as=json"));
    assert_eq!(shown["table"]["turn_code"], friends.public_page()["table"]["turn_code"]);
    assert_eq!(shown["table"]["asked_turn_code"], serde_json::Value::Null);
    // A program gets no code, because it already has the link.
    let told = friends.page(&format!("{link}&rules=qr&as=json"));
    assert_eq!(told["page"], "rules");
}

#[test]
fn no_password_gets_into_a_code() {
    let friends = Friends::open("eights", 3, "", 3);
    let password = &friends.passwords[0];
    let private = page(&friends, &format!("{}&c={password}", friends.public));
    let link = link_to_code(&private).expect("a player who has just sat down sends the link");
    assert!(!link.contains("c="), "{link}");
    for query in
        [link.clone(), format!("{link}&c={password}"), format!("{link}&c=x&at=t1-{password}")]
    {
        let response = friends.ask(Method::Get, &query);
        assert_eq!(response.status, Status::Ok);
        assert!(!response.body.contains(password.as_str()), "{query}: {}", response.body);
        assert!(!response.body.contains("&c=") && !response.body.contains("&amp;c="), "{query}");
        let is_kept = response.cache != CachePolicy::No;
        assert_eq!(is_kept, !query.contains("&c="), "{query}");
        assert!(response.body.contains("no password in it"));
    }
}

#[test]
fn a_code_needs_an_address_and_a_position() {
    let open = moved("g=nim&people=2", "&take=");
    let code = link_to_code(&open).expect("a code of an open table");
    assert!(ask(&code).body.contains("<svg class=code"));
    let table = code.replace("&rules=qr", "");
    assert_eq!(link_to_code(&ask_nowhere(&table).body), None);
    for (response, what) in
        [(ask_nowhere(&code), "no address"), (ask("g=nim&rules=qr"), "no position")]
    {
        assert_eq!(response.status, Status::Ok, "{what}");
        assert!(!response.body.contains("<svg class=code"), "{what}");
        assert!(response.body.contains("<title>How to play Nim"), "{what}");
    }
    let damaged = code.replacen("s=AQ", "s=AQx", 1);
    assert_eq!(ask(&damaged).status, Status::BadRequest);
}

#[test]
fn links_are_sent_only_while_somebody_needs_one() {
    let sends = |page: &str| {
        let has_link = page.contains("id=send>");
        assert_eq!(has_link, link_to_code(page).is_some());
        has_link
    };
    for (game, people) in [("eights", 3), ("rps", 2)] {
        let mut friends = Friends::at_full_table(game, people, "", 4);
        let mut chance = Chance::from_seed([4; 32]);
        let seat = friends.turn().expect("a turn");
        assert!(sends(&page(&friends, &friends.public)));
        let private = |friends: &Friends, seat: usize| {
            page(friends, &format!("{}&c={}", friends.public, friends.passwords[seat]))
        };
        assert!(!sends(&private(&friends, seat)), "the player on turn moves first");
        while friends.play_one_turn(&mut chance) {}
        let last = friends.public_page();
        let shown = page(&friends, &friends.public);
        assert!(sends(&shown), "everybody may send the result on: {shown}");
        assert!(shown.contains("<b>For everybody:</b>"), "{shown}");
        // The player of the last move has seen the end. That player tells the other one of two.
        let pages: Vec<String> = (0..people).map(|seat| private(&friends, seat)).collect();
        let told: Vec<&String> = pages.iter().filter(|page| sends(page)).collect();
        assert!(told.iter().all(|page| page.contains("Send the result to")), "{told:?}");
        assert_eq!(told.len(), if people > 2 { people } else { 1 });
        // Everything hidden is open now.
        assert!(last["ranking"].is_array());
        match game {
            "eights" => {
                let opening = last["commitment"]["opening"].as_str().expect("the secret");
                assert!(shown.contains(opening));
                let rows = last["parts"].as_array().expect("parts").iter();
                let hands = rows.filter(|row| {
                    row["caption"].as_str().is_some_and(|caption| caption.contains(" hand"))
                });
                let held = last["parts"].as_array().into_iter().flatten();
                let held = held.flat_map(|part| part["seats"].as_array().into_iter().flatten());
                let held = held.filter(|seat| seat["count"].as_u64() > Some(0)).count();
                assert!(held > 0);
                assert_eq!(hands.count(), held, "{last}");
            }
            _ => assert_eq!(last["commitment"], serde_json::Value::Null, "chance decided nothing"),
        }
    }
}
