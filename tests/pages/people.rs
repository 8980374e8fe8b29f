//! Tables of several people, played through whole pages. The players are programs that have only a
//! password and the links that they send each other.

use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::trust;
use parlour::game::verification::to_hex;
use parlour::games::GAMES;
use parlour::gateway::http::{Method, Response, Status};
use parlour::seal::{Key, KeyRing};
use parlour::table::turn_code::TurnCode;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use support::friends::{Friends, NAMES, link_to_send, percent_encoded};
use support::reader::Page;
use support::services;

/// Every number of people at every game with passwords, each with its options.
const TABLES: [(&str, usize, &str); 9] = [
    ("eights", 2, ""),
    ("eights", 2, "&players=4&match=points"),
    ("eights", 3, "&stock=pass"),
    ("eights", 4, "&players=5"),
    ("eights", 5, "&match=points"),
    ("rps", 2, ""),
    ("rps", 2, "&best_of=3"),
    ("rps", 2, "&best_of=9"),
    ("rps", 2, "&best_of=5&no_ties=on"),
];

/// The longest links (`?s=...&g=...`) of a table of two and of five.
const EIGHTS_LINKS_MAX: [usize; 2] = [220, 300];
const RPS_LINK_MAX: usize = 180;

/// More turns than any of the games takes.
const TURNS_MAX: usize = 3_000;

/// The labels of a player's cards, as the player's own page names them.
fn hand(page: &Value) -> Vec<String> {
    let rows = page["parts"].as_array().into_iter().flatten();
    let row = rows.filter(|part| part["caption"] == "Your hand");
    let cells = row.flat_map(|part| part["cells"].as_array().into_iter().flatten());
    cells.filter_map(|cell| cell["label"].as_str().map(str::to_lowercase)).collect()
}

#[test]
fn people_finish_every_game_over_links() {
    for (number, (game, people, options)) in TABLES.into_iter().enumerate() {
        let mut friends = Friends::at_full_table(game, people, options, number as u64);
        let mut chance = Chance::from_seed([number as u8; 32]);
        let first = friends.public_page();
        let mut turns = 0;
        while friends.play_one_turn(&mut chance) {
            turns += 1;
            assert!(turns < TURNS_MAX, "{game}{options} has no end");
            let longest = match (game, people) {
                ("rps", _) => RPS_LINK_MAX,
                (_, 2) if !options.contains("players") => EIGHTS_LINKS_MAX[0],
                _ => EIGHTS_LINKS_MAX[1],
            };
            let link = friends.bare_link();
            assert!(link.len() <= longest, "{game}{options}: {} {link}", link.len());
        }
        let last = friends.public_page();
        assert!(last["ranking"].is_array(), "{game}{options}: {last}");
        // The fingerprint fits the secret on the last page, and everybody sees both. Every round has
        // its own.
        if let Some(opening) = last["commitment"]["opening"].as_str() {
            assert_eq!(last["commitment"]["fingerprint"], to_hex(&Sha256::digest(opening)));
            let is_match = options.contains("match");
            let is_first = last["commitment"]["fingerprint"] == first["commitment"]["fingerprint"];
            assert!(is_first || is_match, "{game}{options}");
            assert_eq!(first["commitment"]["opening"], Value::Null);
        }
        // The same people, in the same passwords, play again.
        let again = friends.page_of(people - 1)["table"]["again"].as_str().map(str::to_owned);
        let page = friends.page(&again.expect("a way to play again"));
        friends.take_link(&page);
        let names = |page: &Value| -> BTreeSet<String> {
            let people = page["table"]["people"].as_array().into_iter().flatten();
            people.filter_map(|person| person["name"].as_str().map(str::to_owned)).collect()
        };
        assert_eq!(names(&page), names(&last));
        assert!(friends.turn().is_some(), "{game}{options}: the next game has begun");
    }
}

#[test]
fn an_open_table_counts_its_free_seats() {
    let mut friends = Friends::open("eights", 3, "", 4);
    let says = |friends: &Friends, free: &str| {
        assert_eq!(friends.public_page()["status"], free);
        assert_eq!(friends.page_of(0)["status"], free);
    };
    says(&friends, "2 seats are free.");
    friends.answer(NAMES[1]);
    let page = friends.paste(&friends.answers.join(" "));
    assert_eq!(page["status"], "One seat is free.");
}

#[test]
fn rematch_seats_move_on_one_whoever_asks() {
    for asks in 0..3 {
        let mut friends = Friends::at_full_table("eights", 3, "", 5);
        let mut chance = Chance::from_seed([asks as u8; 32]);
        assert!(friends.play_one_turn(&mut chance));
        // A new deal in the middle of a game is refused.
        let again = |friends: &Friends| {
            friends.page(&format!("{}&c={}&sit=again", friends.public, friends.passwords[asks]))
        };
        assert_eq!(
            again(&friends)["table"]["turn_code"],
            friends.public_page()["table"]["turn_code"]
        );
        while friends.play_one_turn(&mut chance) {}
        let page = again(&friends);
        let people = page["table"]["people"].as_array().expect("people");
        let names: Vec<&Value> = people.iter().map(|person| &person["name"]).collect();
        assert_eq!(names, [1, 2, 0].map(|seat: usize| &*friends.names[seat]), "{asks}");
        // One player has had it dealt, and the others have done nothing yet.
        let has_acted = people.iter().map(|person| !person["last"].is_null());
        let has_acted: Vec<bool> = has_acted.collect();
        assert_eq!(has_acted, [0, 1, 2].map(|seat: usize| seat == (asks + 2) % 3), "{asks}");
    }
}

#[test]
fn a_public_link_shows_no_hand() {
    for people in [2, 3, 5] {
        let mut friends = Friends::at_full_table("eights", people, "", 70 + people as u64);
        let mut chance = Chance::from_seed([9; 32]);
        for _ in 0..12 {
            let Some(seat) = friends.turn() else { break };
            let own = hand(&friends.page_of(seat));
            assert!(!own.is_empty(), "the player on turn has a hand");
            // A mail program or a chat that looks at the link first.
            let before = friends.public_page();
            for method in [Method::Get, Method::Head] {
                let html = friends.ask(method, &friends.public.replace("&as=json", ""));
                let (status, body) = (html.status, html.body.to_lowercase());
                assert_eq!(status, Status::Ok);
                assert!(!own.iter().any(|card| body.contains(card)), "{own:?} in {body}");
            }
            let told = before.to_string().to_lowercase();
            assert!(!own.iter().any(|card| told.contains(card)), "{own:?} in {told}");
            for other in (0..people).filter(|other| *other != seat) {
                let page = friends.page_of(other);
                assert_eq!(page["requests"], Value::Array(Vec::new()), "only one moves");
                let told = page.to_string().to_lowercase();
                let both = hand(&page);
                let seen = own.iter().find(|card| told.contains(*card) && !both.contains(card));
                assert_eq!(seen, None, "{told}");
            }
            friends.play_one_turn(&mut chance);
        }
    }
}

#[test]
fn only_the_right_password_opens_hands_and_moves() {
    let mut friends = Friends::at_full_table("eights", 3, "", 1);
    let elsewhere = Friends::at_full_table("eights", 3, "", 2);
    let mut chance = Chance::from_seed([1; 32]);
    (0..4).for_each(|_| assert!(friends.play_one_turn(&mut chance)));
    let seat = friends.turn().expect("a turn");
    let page = friends.page_of(seat);
    let cards = hand(&page);
    let request = page["requests"][0]["link"].as_str().expect("a request");
    let own = &friends.passwords[seat];
    let damaged = own.replace(&own[..1], if own.starts_with('0') { "1" } else { "0" });
    let long = "7".repeat(100_000);
    let long_but_asked = "7".repeat(900);
    for password in ["", "x", &elsewhere.passwords[seat], &damaged, &long_but_asked, "%00", "%ff"] {
        for link in [format!("{}&c={password}", friends.public), request.replace(own, password)] {
            let page = friends.page(&link);
            let told = page.to_string().to_lowercase();
            let is_public = page["table"]["password"] == Value::Null;
            assert!(
                is_public && !cards.iter().any(|card| told.contains(card)),
                "{password}: {told}"
            );
            assert_eq!(
                page["table"]["turn_code"],
                friends.public_page()["table"]["turn_code"],
                "{password}"
            );
        }
    }
    assert!(friends.page(&format!("{}&c={long}", friends.public))["status"].as_u64() >= Some(400));
    // Another player's password shows that hand, and does not move for this seat.
    let other = (seat + 1) % 3;
    let page = friends.page(&request.replace(own, &friends.passwords[other]));
    assert_eq!(page["table"]["seat"], other);
    assert!(page["fault"]["code"].is_u64() && page["turn"] == seat, "{page}");
    // A pasted address of another player brings no password along.
    let address = format!("https://games.example/parlour{}&c={own}", friends.public);
    let pasted = address.replace('=', "%3D").replace('&', "%26").replace('#', "%23");
    let page = friends.page(&format!("?s={pasted}&g=eights&as=json"));
    assert_eq!(page["table"]["password"], Value::Null, "{page}");
}

#[test]
fn branches_of_a_table_have_different_codes() {
    let host = Friends::open("eights", 2, "", 3);
    let page = host.public_page();
    let sit = page["table"]["sit"].as_str().expect("a free seat");
    let sat = ["Bob", "Cora"].map(|name| host.page(&format!("{sit}&name={name}")));
    let marks = [&sat[0], &sat[1], &page].map(|page| page["table"]["turn_code"].clone());
    assert_eq!(BTreeSet::from(marks.each_ref().map(Value::to_string)).len(), 3, "{marks:?}");
    // A host who opens the invitation with the password gets the link to send.
    let own = host.page_of(0);
    assert_eq!(
        (&own["table"]["seat"], &own["table"]["turn_code"]),
        (&0.into(), &page["table"]["turn_code"])
    );
    assert!(own["link_to_send"].is_string());
    // A password of one branch is none in the other.
    let mut bob = Friends::open("eights", 2, "", 3);
    bob.take_link(&sat[0]);
    let password = sat[1]["table"]["password"].as_str().expect("a password");
    assert_eq!(bob.page_with(password)["table"]["password"], Value::Null);
}

/// The public pages that the owner of this password can make of a link by any moves.
fn continuations(friends: &Friends, link: &str, depth: usize) -> Vec<Value> {
    let page = friends.page(link);
    let requests = page["requests"].as_array().into_iter().flatten();
    let links = requests.filter(|request| request["read_only"] == false);
    let links = links.map(|request| &request["link"]).chain([&page["table"]["leave"]]);
    let led_to = links.filter_map(Value::as_str).flat_map(|link| {
        let after = friends.page(link);
        let goes_on = after["requests"].as_array().is_some_and(|requests| !requests.is_empty());
        if goes_on && depth > 0 {
            continuations(friends, link, depth - 1)
        } else {
            vec![friends.page(&link_to_send(&after))]
        }
    });
    led_to.collect()
}

/// The public view of a game, without its link.
fn shown(page: &Value) -> String {
    [&page["parts"], &page["status"], &page["state"], &page["table"]["people"]]
        .map(Value::to_string)
        .concat()
}

#[test]
fn nobody_passes_another_line_off_as_played() {
    const CHEAT: usize = 0;
    const TURNS: usize = 24;
    let mut tried = 0;
    for (game, people, options) in [("eights", 3, ""), ("eights", 2, ""), ("rps", 2, "&best_of=9")]
    {
        let mut friends = Friends::at_full_table(game, people, options, 11);
        let mut chance = Chance::from_seed([5; 32]);
        let mut held: Vec<(String, Option<u64>)> = Vec::new();
        let mut line = BTreeMap::new();
        for _ in 0..TURNS {
            let honest = friends.public_page();
            let marks = |page: &Value| -> Vec<Value> {
                let people = page["table"]["people"].as_array().expect("people");
                people.iter().map(|person| person["last"].clone()).collect()
            };
            line.insert(turn_of(&honest["table"]["turn_code"]), honest.clone());
            for (link, number) in &held {
                for page in continuations(&friends, link, 3) {
                    tried += 1;
                    let played = line.get(&turn_of(&page["table"]["turn_code"]));
                    let is_passed_off = played.is_some_and(|played| {
                        played["table"]["turn_code"] == page["table"]["turn_code"]
                    });
                    // Games that look the same to everybody have the same code.
                    assert!(!is_passed_off || played.map(shown) == Some(shown(&page)), "{page}");
                    // A player who has moved since sees that their move is not in it.
                    let moved =
                        (1..people).filter(|seat| turn_of(&marks(&honest)[*seat]) > *number);
                    for seat in moved {
                        assert_ne!(marks(&page)[seat], marks(&honest)[seat], "{page}");
                    }
                }
            }
            let Some(seat) = friends.turn() else { break };
            if seat == CHEAT {
                let number = turn_of(&honest["table"]["turn_code"]);
                held.push((format!("{}&c={}", friends.public, friends.passwords[CHEAT]), number));
            }
            friends.play_one_turn(&mut chance);
        }
    }
    assert!(tried > 500, "{tried} lines were tried");
}

/// The turn in a mark such as `t7-AB2C`.
fn turn_of(mark: &Value) -> Option<u64> {
    mark.as_str()?.strip_prefix('t')?.split('-').next()?.parse().ok()
}

#[test]
fn the_last_to_sit_cannot_choose_a_deal() {
    let mut friends = Friends::open("eights", 2, "", 4);
    let page = friends.public_page();
    let sit = page["table"]["sit"].as_str().expect("a free seat").to_owned();
    let mut seen = BTreeSet::new();
    for _ in 0..8 {
        let page = friends.page(&format!("{sit}&name=Bob"));
        let own = page["table"]["password"].as_str().expect("a password").to_owned();
        friends.take_link(&page);
        let page = friends.page_with(&own);
        assert!(hand(&page).is_empty(), "nothing is dealt before the first turn");
        seen.insert(
            [&page["parts"], &page["status"], &page["state"], &page["messages"]]
                .map(Value::to_string),
        );
    }
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[test]
fn nobody_sees_a_throw_before_both_have_thrown() {
    let mut friends = Friends::at_full_table("rps", 2, "", 5);
    assert_eq!(friends.turn(), Some(0));
    let page = friends.page_of(0);
    let throws = page["requests"].as_array().expect("three throws");
    let after: Vec<Value> = throws
        .iter()
        .map(|request| friends.page(request["link"].as_str().expect("a link")))
        .collect();
    assert_eq!(after.len(), 3);
    let told = |page: &Value| {
        [&page["parts"], &page["status"], &page["table"]["turn_code"]].map(Value::to_string)
    };
    assert!(after.iter().all(|page| told(page) == told(&after[0])), "a throw shows: {after:?}");
    // Nor does the page of the next person depend on it.
    let seen: BTreeSet<String> = after
        .iter()
        .map(|page| {
            friends.take_link(page);
            let page = friends.page_of(1);
            format!("{} {}", page["parts"], page["status"])
        })
        .collect();
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[test]
fn a_new_password_replaces_a_seen_one() {
    let mut friends = Friends::at_full_table("eights", 2, "", 9);
    let seat = friends.turn().expect("a turn");
    let (seen, before) = (friends.passwords[seat].clone(), friends.public.clone());
    let cards = hand(&friends.page_of(seat));
    let page = friends.page(&format!("{before}&c={seen}&sit=password"));
    let fresh = page["table"]["password"].as_str().expect("another password").to_owned();
    assert_ne!(fresh, seen);
    friends.take_link(&page);
    assert_eq!(hand(&friends.page_with(&fresh)), cards, "the same seat");
    assert_eq!(friends.page_with(&seen)["table"]["password"], Value::Null, "later links");
    assert!(friends.page_with(&seen)["fault"]["code"].is_u64());
    // A link that is sent cannot be taken back.
    assert_eq!(hand(&friends.page(&format!("{before}&c={seen}"))), cards);
    // Only the player on turn can take another one.
    let other = (seat + 1) % 2;
    let page =
        friends.page(&format!("{}&c={}&sit=password", friends.public, friends.passwords[other]));
    assert_eq!(page["table"]["password"].as_str(), Some(&*friends.passwords[other]));
}

#[test]
fn the_rules_say_what_a_link_proves() {
    for game in GAMES {
        let ruleset = game.ruleset;
        let said =
            (ruleset.rules)().into_iter().filter(|passage| passage.heading == trust::HEADING);
        let said: Vec<String> = said.map(|passage| format!("{passage:?}")).collect();
        assert_eq!(said.len(), usize::from(ruleset.people.1 > 1), "{}", ruleset.key);
        let at_table = Choices::defaults(ruleset.options).with_people(2);
        let has_passwords = ruleset.people.1 > 1 && game.ruleset.is_closed(&at_table);
        for text in said {
            assert_eq!(text.contains("you get a password"), has_passwords, "{}", ruleset.key);
            let code = text.split("such as ").nth(1).map(|rest| rest.split_at(8).0);
            assert_eq!(code.is_some(), has_passwords, "{}", ruleset.key);
            assert!(code.is_none_or(|code| TurnCode::read(code).is_some()), "{code:?}");
        }
    }
}

#[test]
fn a_table_outlives_a_change_of_keys() {
    let mut friends = Friends::at_full_table("eights", 2, "", 6);
    let mut chance = Chance::from_seed([2; 32]);
    assert!(friends.play_one_turn(&mut chance));
    let old = services::ring();
    let fresh = Key::from_bytes([43; 32]);
    let former = old.sealing_key().clone();
    friends.change_keys(KeyRing::new(fresh.clone(), vec![former.clone()], Vec::new()));
    while friends.play_one_turn(&mut chance) {}
    assert!(friends.public_page()["ranking"].is_array());
    // A retired key opens no link, and says so.
    friends = Friends::at_full_table("eights", 2, "", 6);
    friends.change_keys(KeyRing::new(fresh, Vec::new(), vec![former]));
    let page = friends.page_of(0);
    assert_eq!((&page["page"], &page["status"]), (&"problem".into(), &410.into()), "{page}");
}

/// A header of a response. Empty if it has none of this name.
fn header(response: &Response, name: &str) -> String {
    let found = response.headers().find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.to_owned()).unwrap_or_default()
}

#[test]
fn browsers_are_redirected_and_private_pages_never_stored() {
    let friends = Friends::open("eights", 2, "", 7);
    let invitation = friends.public.replace("&as=json", "");
    let open = |link: &str| friends.ask(Method::Get, link);
    let page = Page { html: open(&invitation).body };
    let token = |link: &str| link.split(['=', '&']).nth(1).map(str::to_owned).unwrap_or_default();
    let sat = open(&format!("?s={}&g=eights&sit=&name=Bob", token(&invitation)));
    assert_eq!(sat.status, Status::SeeOther, "{}", page.html);
    let place = header(&sat, "Location");
    let private = open(&place);
    assert!(place.contains("&c="), "{place}");
    assert_eq!(private.status, Status::Ok);
    assert_eq!(header(&private, "Cache-Control"), "no-store");
    assert_eq!(header(&private, "Referrer-Policy"), "no-referrer");
    // The first person opens the new link with their password, moves, and is sent to the public page.
    let public = token(&place);
    let turn = open(&format!("?s={public}&g=eights&c={}", friends.passwords[0]));
    assert_eq!(header(&turn, "Cache-Control"), "no-store");
    let links = Page { html: turn.body }.links();
    let of_move = |link: &&support::reader::Link| {
        ["play_card=", "draw_card", "pass"].iter().any(|name| link.href.contains(name))
    };
    let moved = open(&links.iter().find(of_move).expect("a move").href);
    if moved.status == Status::SeeOther {
        assert!(!header(&moved, "Location").contains("c="), "the address to send has no password");
    }
    // The bookmark asks for the newest link.
    let bookmark = open(&format!("?g=eights&c={}", friends.passwords[0]));
    assert!(bookmark.body.contains("newest link"), "{}", bookmark.body);
    assert_eq!(header(&bookmark, "Cache-Control"), "no-store");
}

#[test]
fn nobody_sits_down_at_a_full_table() {
    let friends = Friends::at_full_table("eights", 2, "", 10);
    let before = friends.public_page();
    let page = friends.page(&format!("{}&sit=&name=Cora", friends.public));
    assert_eq!(page["table"]["password"], Value::Null);
    for part in ["people", "turn_code"] {
        assert_eq!(page["table"][part], before["table"][part]);
    }
}

#[test]
fn no_page_of_a_table_is_kept() {
    let open = Friends::open("eights", 2, "", 11);
    let full = Friends::at_full_table("eights", 2, "", 11);
    let cache = |friends: &Friends, rest: &str| {
        let link = friends.public.replace("&as=json", "");
        header(&friends.ask(Method::Get, &format!("{link}{rest}")), "Cache-Control")
    };
    assert_eq!(cache(&full, ""), "no-store", "it tells how long ago the last turn was");
    assert_eq!(cache(&full, "&c=aaaaa-aaaaa"), "no-store", "a password that is none");
    assert_eq!(cache(&full, &format!("&c={}", full.passwords[1])), "no-store");
    assert_eq!(cache(&open, "&sit=&name="), "no-store", "a name that will not do");
}

#[test]
fn text_programs_may_ask_for_all_table_links() {
    let friends = Friends::at_full_table("eights", 2, "", 12);
    let link = friends.public.replace("as=json", "as=text");
    let on_turn = &friends.passwords[friends.turn().expect("somebody's turn")];
    let text = |rest: &str| {
        friends.ask(Method::Get, &format!("{link}&c={on_turn}{rest}")).body.matches("?s=").count()
    };
    assert!(text("&links") > text(""), "{} links, {} without", text("&links"), text(""));
}

#[test]
fn a_link_with_a_wrong_turn_says_so() {
    let friends = Friends::at_full_table("eights", 2, "", 13);
    let mark = friends.public_page()["table"]["turn_code"].as_str().expect("a mark").to_owned();
    let asked = |at: &str| {
        let page = friends.page(&format!("{}&as=json&at={at}", friends.bare_link()));
        page["table"]["asked_turn_code"].clone()
    };
    assert_eq!(asked(&mark), Value::Null);
    assert_eq!(asked("t7-AB2C"), "t7-AB2C");
}

/// Of this table and of another one, in any order, in a field or in the address of a browser.
#[test]
fn the_newest_of_several_links_opens_unaccused() {
    let mut friends = Friends::at_full_table("eights", 3, "", 14);
    let mut others = Friends::at_full_table("eights", 3, "", 15);
    let mut chance = Chance::from_seed([14; 32]);
    for _ in 0..9 {
        others.play_one_turn(&mut chance);
    }
    let link = |friends: &Friends| {
        let sent = friends.public_page()["link_to_send"].clone();
        sent.as_str().expect("a link").to_owned()
    };
    let mut links = vec![link(&others)];
    for turn in 1..6 {
        links.push(link(&friends));
        for _ in 0..6 {
            let mut order: Vec<&str> = links.iter().map(String::as_str).collect();
            chance.shuffle(&mut order);
            let text = order.join(" Your turn! ");
            let bookmark = format!(
                "?g=eights&table={}&s=",
                friends.public_page()["table"]["table_code"].as_str().expect("a code")
            );
            let address = text.replace(' ', "%20");
            for pasted in [bookmark.clone() + &percent_encoded(&text), bookmark + &address] {
                let page = friends.page(&format!("{pasted}&as=json"));
                let (table, newest) = (&page["table"], friends.public_page());
                assert_eq!(table["turn_code"], newest["table"]["turn_code"], "{turn}: {order:?}");
                assert_eq!(table["asked_turn_code"], Value::Null, "{order:?}: {page}");
            }
            if links.len() > 3 {
                links.remove(1);
            }
        }
        friends.play_one_turn(&mut chance);
    }
}

#[test]
fn an_unfit_name_is_asked_for_again() {
    let friends = Friends::open("eights", 2, "", 8);
    let page = friends.public_page();
    let sit = page["table"]["sit"].as_str().expect("a free seat");
    for name in ["", NAMES[0], "ann", "%20", &"x".repeat(200), "<b>"] {
        let page = friends.page(&format!("{sit}&name={name}"));
        assert!(page["fault"]["code"] == 612, "{name}: {page}");
        assert_eq!(page["table"]["password"], Value::Null);
    }
}

#[test]
fn a_name_keeps_its_accents_on_every_page() {
    let friends = Friends::open("eights", 2, "", 8);
    let page = friends.public_page();
    let sit = page["table"]["sit"].as_str().expect("a free seat").replace("&as=json", "");
    let mut zoe = Friends::open("eights", 2, "", 8);
    zoe.take_link(&friends.page(&format!("{sit}&as=json&name=Zo%C3%AB")));
    assert_eq!(zoe.public_page()["table"]["people"][1]["name"], "Zo\u{eb}");
    for format in ["", "&as=text"] {
        let page = zoe.ask(Method::Get, &format!("{}{format}", zoe.bare_link())).body;
        assert!(page.contains("Zo\u{eb}"), "{format}: {page}");
    }
}

/// The page of a table as browsers get it, for everybody or with a password.
fn html(friends: &Friends, seat: Option<usize>) -> Page {
    let password = seat.map(|seat| format!("&c={}", friends.passwords[seat])).unwrap_or_default();
    let link = friends.public.replace("&as=json", "") + &password;
    Page { html: friends.ask(Method::Get, &link).body }
}

/// A table of two at which the game is over.
fn at_the_end() -> Friends {
    let mut friends = Friends::at_full_table("eights", 2, "", 3);
    let mut chance = Chance::from_seed([3; 32]);
    while friends.play_one_turn(&mut chance) {}
    friends
}

#[test]
fn public_pages_tell_last_and_next_player_apart() {
    let mut friends = Friends::at_full_table("eights", 3, "", 1);
    friends.play_one_turn(&mut Chance::from_seed([1; 32]));
    let next = &friends.names[friends.turn().expect("the game goes on")].clone();
    let page = html(&friends, None).html;
    for words in [
        format!("Are you {next}?</h2>\n<div><label>Type your password"),
        format!("<h2>Not {next}? Send this link to {next}</h2>"),
        format!("<span class=now>{next}: "),
    ] {
        assert!(page.contains(&words), "{words}: {page}");
    }
    assert_eq!(page.matches("class=now").count(), 1, "{page}");
}

#[test]
fn a_refusal_still_says_who_is_next() {
    let mut friends = Friends::at_full_table("eights", 3, "", 1);
    friends.play_one_turn(&mut Chance::from_seed([1; 32]));
    let next = &friends.names[friends.turn().expect("the game goes on")].clone();
    let public = friends.public.replace("&as=json", "");
    let refused = friends.ask(Method::Get, &format!("{public}&c=aaaaa-aaaaa"));
    let sentence = Page { html: refused.body }.words("status").expect("a sentence");
    assert!(sentence.starts_with("That password doesn't fit this table."), "{sentence}");
    assert!(sentence.contains(&format!("{next} is next.")), "{sentence}");
}

#[test]
fn an_empty_table_first_says_what_to_do() {
    let mut friends = Friends::open("eights", 3, "", 2);
    let says = |friends: &Friends, seat, first: &str| {
        let sentence = html(friends, seat).words("status").expect("a sentence");
        assert!(sentence.starts_with(first), "{sentence}");
    };
    says(&friends, Some(0), "Your table is open. 2 seats are free.");
    says(&friends, None, "Ann invites you to Crazy Eights. 2 seats are free.");
    ["Bob", "Cora"].into_iter().for_each(|name| friends.answer(name));
    friends.gather();
    let first = format!("The cards are dealt. {} begins.", friends.names[0]);
    says(&friends, Some(2), &first);
    says(&friends, Some(1), &first);
    let mut two = Friends::open("eights", 2, "", 2);
    two.sit("Bob");
    says(&two, Some(1), "The cards are dealt. Now send the link to Ann, who begins.");
}

#[test]
fn everybody_is_named_before_the_first_turn() {
    for (game, people) in [("eights", 3), ("rps", 2)] {
        let friends = Friends::at_full_table(game, people, "", 2);
        let next = friends.turn().expect("somebody begins");
        let waits = (next + 1) % people;
        for (seat, own) in [(None, ""), (Some(waits), " (you)")] {
            let page = html(&friends, seat).html;
            assert!(
                page.contains(&format!(
                    "<span class=now><bdi>{}</bdi></span>",
                    friends.names[next]
                )),
                "{page}"
            );
            assert!(
                page.contains(&format!("<span><bdi>{}</bdi>{own}</span>", friends.names[waits])),
                "{page}"
            );
        }
    }
}

#[test]
fn whoever_moved_sends_the_link_and_others_wait() {
    let mut friends = Friends::at_full_table("eights", 3, "", 8);
    let moved = friends.turn().expect("somebody begins");
    assert!(friends.play_one_turn(&mut Chance::from_seed([8; 32])));
    let next = friends.turn().expect("the game goes on");
    let waits = 3 - moved - next;
    for seat in [moved, waits] {
        let page = html(&friends, Some(seat)).html;
        let next = &friends.names[next];
        assert!(page.contains(&format!("<h2>Send this link to {next}</h2>")), "{page}");
        let waits = page.contains(&format!("<h2>Waiting for {next}</h2>"));
        assert_eq!(waits, seat != moved, "{page}");
        assert_eq!(page.contains("<a href=\"#send\">"), seat == moved, "{page}");
        assert!(!page.contains("Your turn."), "{page}");
        // Beside the table it is the first thing.
        let begins = if seat == moved {
            "<div class=\"panel bare\">\n<section class=\"step due\" id=send>"
        } else {
            "<div class=panel>\n<section class=step id=send>"
        };
        assert!(page.contains(begins), "{page}");
    }
    let page = html(&friends, None).html;
    assert!(page.contains("<b>For everybody:</b>"), "{page}");
    let table = html(&friends, Some(next)).html;
    assert!(table.contains(&format!("<b>For {} alone:</b>", friends.names[next])), "{table}");
    assert!(table.contains("><b>Your turn.</b> "), "{table}");
}

#[test]
fn whoever_sees_the_end_sends_a_public_link() {
    let friends = at_the_end();
    let mut sent = Vec::new();
    for password in 0..2 {
        let page = html(&friends, Some(password)).html;
        let Some((_, news)) = page.split_once("<h2>Send the result to ") else { continue };
        sent.push(password);
        // To send it is marked as what comes next.
        assert!(page.contains("class=\"step due\""), "{page}");
        assert!(page.contains(">Open the page for "), "{page}");
        let (news, _) = news.split_once("</section>").expect("its end");
        let told = format!("<p class=hint>{} may not know it yet.", NAMES[1 - password]);
        assert!(news.contains(&told) && page.contains(" share only the link below."), "{news}");
        assert!(
            !news.contains(&friends.passwords[password]) && !news.contains("&amp;c="),
            "{news}"
        );
        let (_, link) = news.split_once("<p class=copy ").expect("the link");
        let (_, link) = link.split_once('>').expect("its text");
        let (link, _) = link.split_once("</p>").expect("its end");
        let (_, query) = link.split_once('?').expect("its query");
        let shown = friends.ask(Method::Get, &query.replace("&#38;", "&")).body;
        assert!(shown.contains("<b>For everybody:</b>") && shown.contains(" wins.</b>"), "{shown}");
    }
    assert!(html(&friends, None).html.contains("Send the result to"));
    // One of two people has made the last move, and the other has not seen it yet.
    let [sender] = sent[..] else { panic!("{sent:?}") };
    let password = format!("as=text&c={}", friends.passwords[sender]);
    let text = friends.ask(Method::Get, &friends.public.replace("as=json", &password)).body;
    assert!(text.contains("Send the result to"), "{text}");
}

#[test]
fn a_password_is_folded_away_during_play() {
    let mut friends = Friends::at_full_table("eights", 2, "", 6);
    let mut chance = Chance::from_seed([6; 32]);
    (0..2).for_each(|_| assert!(friends.play_one_turn(&mut chance)));
    let seat = friends.turn().expect("the game goes on");
    let page = html(&friends, Some(seat)).html;
    let mark = friends.public_page()["table"]["turn_code"].as_str().expect("a mark").to_owned();
    let (number, code) = mark.trim_start_matches('t').split_once('-').expect("a code");
    let told = format!("<p>Turn {number}, code {code}.</p>");
    assert!(page.contains(&told), "everybody sees which turn it is: {page}");
    let start = "<details><summary>Your password</summary>";
    let (_, fold) = page.split_once(start).unwrap_or_else(|| panic!("{page}"));
    let (fold, _) = fold.split_once("</details>").expect("its end");
    assert!(fold.contains(&friends.passwords[seat]), "{fold}");
}

#[test]
fn at_the_end_results_come_before_play_again() {
    let friends = at_the_end();
    let page = html(&friends, None).html;
    let (result, field) = (page.find(" wins.</b>"), page.find("To play again, type your password"));
    assert!(result.is_some() && result < field, "{page}");
    let text = friends.ask(Method::Get, &friends.public.replace("as=json", "as=text")).body;
    let (result, field) = (text.find(" wins"), text.find("type your password"));
    assert!(result.is_some() && result < field, "{text}");
}

#[test]
fn a_new_password_heads_the_page_until_used() {
    let mut friends = Friends::open("eights", 2, "", 5);
    let is_new = |friends: &Friends, seat| {
        let page = html(friends, Some(seat)).html;
        assert!(page.contains(&format!(" class=password>{}", friends.passwords[seat])), "{page}");
        page.contains("<h2>1. Keep your password</h2>")
    };
    assert!(is_new(&friends, 0), "in the lobby");
    friends.sit("Bob");
    assert!(is_new(&friends, 1), "who has just sat down");
    let mut chance = Chance::from_seed([5; 32]);
    friends.play_one_turn(&mut chance);
    assert!(!is_new(&friends, 0), "who has played");
    // A guest who is on turn at once.
    let mut friends = Friends::open("rps", 2, "", 5);
    let thrown = friends.page("?g=rps&people=2&name=Ann&choose_hand=rock&as=json");
    friends.take_link(&thrown);
    friends.sit("Bob");
    let own = friends.page_of(1);
    assert_eq!((&own["turn"], &own["table"]["password_is_new"]), (&1.into(), &true.into()));
    let page = html(&friends, Some(1)).html;
    assert!(page.contains("<h2>Keep your password</h2>"), "{page}");
    friends.play_one_turn(&mut chance);
    assert_eq!(friends.page_of(1)["table"]["password_is_new"], false);
}

#[test]
fn a_password_at_the_end_begins_a_rematch() {
    let friends = at_the_end();
    let page = html(&friends, None).html;
    let (_, form) = page.split_once("<form class=ask id=you>").expect("a form");
    let (form, _) = form.split_once("</form>").expect("its end");
    assert!(form.contains("<input type=hidden name=sit value=\"again\">"), "{form}");
    let public = friends.public.replace("&as=json", "");
    let sent_on =
        friends.ask(Method::Get, &format!("{public}&sit=again&c={}", friends.passwords[0]));
    assert_eq!(sent_on.status, Status::SeeOther);
    let next = Page { html: friends.ask(Method::Get, &header(&sent_on, "Location")).body };
    assert!(
        next.element("outcome").is_none() && next.html.contains("Send this link to"),
        "{}",
        next.html
    );
    let refused = friends.ask(Method::Get, &format!("{public}&sit=again&c=aaaaa-aaaaa"));
    let refused = Page { html: refused.body };
    assert!(refused.element("fault").is_some() && refused.element("outcome").is_some());
}

#[test]
fn an_invitation_tells_the_tables_choices() {
    let invited = |choices: &str| html(&Friends::open("eights", 3, choices, 8), None).html;
    let told = invited("&players=4&match=points");
    assert!(told.contains("Length: <b>a match, to 50 points a player</b>"), "{told}");
    assert!(told.contains("Seats at the table: <b>4</b>"), "{told}");
    assert!(!invited("").contains("<p class=facts>"), "nothing that is as usual");
}

#[test]
fn everybody_is_told_who_sends_the_next_link() {
    let says = |friends: &Friends, seat, words: &str| {
        let page = html(friends, seat).html;
        assert!(page.contains(words), "{words}: {page}");
    };
    let gathered = |number| {
        let mut friends = Friends::open("eights", 3, "", number);
        says(&friends, Some(0), "Each guest sends you a link.");
        ["Bob", "Cora"].into_iter().for_each(|name| friends.answer(name));
        friends.gather();
        friends
    };
    // The host has the game dealt, and reads another sentence.
    let is_meant = |friends: &Friends| friends.names[2] != NAMES[0];
    let mut friends = (8..28).map(gathered).find(is_meant).expect("the host sits elsewhere");
    let [first, then, last] = [0, 1, 2].map(|seat| friends.names[seat].clone());
    says(&friends, Some(2), &format!("At your turn, {then} sends you a link."));
    says(&friends, Some(2), &format!("After {first}: {then}, then you."));
    says(&friends, Some(1), &format!("After {first}: you, then {last}."));
    assert!(friends.play_one_turn(&mut Chance::from_seed([8; 32])));
    // The first has moved. The last sits before them.
    says(&friends, Some(0), &format!("When it is your turn, {last} sends you a link."));
    says(&friends, Some(2), &format!("{then} plays, and then sends you a link."));
    says(&friends, None, &format!("{first} then waits for a link from {last}."));
}

/// The messages of a page, each with its first two arguments: the seat of a player, and a card.
fn told(page: &Value) -> Vec<(String, Value, Value)> {
    let messages = page["messages"].as_array().expect("messages").iter();
    let told = |one: &Value| {
        let arguments = &one["arguments"];
        let name = one["name"].as_str().expect("a name").to_owned();
        (name, arguments[0]["seat"].clone(), arguments[1].clone())
    };
    messages.map(told).collect()
}

#[test]
fn every_player_hears_what_the_others_did() {
    for (people, options) in [(2, ""), (3, ""), (4, "&queens=skip&twos=draw"), (5, "&stock=pass")] {
        let mut friends = Friends::at_full_table("eights", people, options, 21);
        let mut chance = Chance::from_seed([21; 32]);
        // The cards that each player has yet to hear of, by the requests that played them.
        let mut unheard: Vec<Vec<(u64, Value)>> = vec![Vec::new(); people];
        let mut heard = 0;
        while let Some(seat) = friends.turn() {
            let page = friends.page_of(seat);
            if page["ranking"].is_array() {
                break;
            }
            let played = told(&page).into_iter().filter(|(name, ..)| name == "player_played_card");
            let played: Vec<(u64, Value)> =
                played.filter_map(|(_, seat, card)| Some((seat.as_u64()?, card))).collect();
            assert_eq!(played, unheard[seat], "{people} {options}: {page}");
            heard += played.len();
            unheard[seat].clear();
            let before = friends.public_page()["parts"].clone();
            assert!(friends.play_one_turn(&mut chance));
            let public = friends.public_page();
            if public["parts"] == before {
                continue;
            }
            // What was played is the new top of the pile.
            let log = public["parts"].as_array().expect("parts").iter().rev();
            let mut logs = log.filter_map(|part| part["entries"].as_array());
            let last = logs.next().and_then(|entries| entries.last()).and_then(Value::as_str);
            let name = &friends.names[seat];
            if last.is_some_and(|entry| entry.starts_with(&**name) && entry.contains("played the"))
            {
                let pile = public["parts"].as_array().expect("parts").iter();
                let mut pile = pile.flat_map(|part| part["cells"].as_array().into_iter().flatten());
                let top =
                    pile.find(|cell| cell["caption"] == "Pile").expect("a pile")["text"].clone();
                for (_, cards) in unheard.iter_mut().enumerate().filter(|(other, _)| *other != seat)
                {
                    cards.push((seat as u64, top.clone()));
                }
            }
        }
        assert!(heard > people, "{people}: {heard}");
    }
    let mut friends = Friends::at_full_table("rps", 2, "&best_of=3", 3);
    let mut chance = Chance::from_seed([3; 32]);
    let mut heard = [0; 2];
    while let Some(seat) = friends.turn() {
        heard[seat] += told(&friends.page_of(seat)).len();
        friends.play_one_turn(&mut chance);
    }
    heard[1] += told(&friends.page_of(1)).len();
    assert!(heard[0] > 2 && heard[0] == heard[1], "{heard:?}");
}

#[test]
fn a_bookmark_opens_the_newest_of_several_links() {
    let mut friends = Friends::at_full_table("eights", 2, "", 31);
    let bookmark = |friends: &Friends| {
        let code =
            friends.public_page()["table"]["table_code"].as_str().expect("a code").to_owned();
        format!("?g=eights&c={}&table={code}&as=json", friends.passwords[0])
    };
    let mut chat = Vec::new();
    let mut chance = Chance::from_seed([31; 32]);
    for _ in 0..4 {
        chat.push(friends.public.replace("&as=json", ""));
        friends.play_one_turn(&mut chance);
    }
    let newest = friends.public.replace("&as=json", "");
    chat.insert(2, newest);
    let texts = chat.iter().map(|link| format!("Ann: https://games.example/parlour{link} ok"));
    let text = percent_encoded(&texts.collect::<Vec<_>>().join(" "));
    let page = friends.page(&format!("{}&s={text}", bookmark(&friends)));
    assert_eq!(page["table"]["turn_code"], friends.public_page()["table"]["turn_code"], "{page}");
    assert_eq!(page["table"]["seat"], 0);
    let other = Friends::at_full_table("eights", 2, "", 32);
    let link = percent_encoded(&other.public.replace("&as=json", ""));
    for (pasted, why) in [(&*link, "your bookmark is of table"), ("hello", "cut short")] {
        let page = friends.page(&format!("{}&s={pasted}", bookmark(&friends)));
        let told = page["explanation"].as_str().expect("a sentence");
        assert!(told.contains(why), "{told}");
        // The next text that is pasted goes with the password.
        let next = page["link"].as_str().expect("a link");
        let newest = percent_encoded(&friends.public.replace("&as=json", ""));
        assert_eq!(friends.page(&format!("{next}&s={newest}"))["table"]["seat"], 0);
        let html = friends.ask(
            Method::Get,
            &format!("{}&s={pasted}", bookmark(&friends)).replace("&as=json", ""),
        );
        let html = Page { html: html.body };
        assert!(html.words("main").is_some_and(|words| words.contains(why)), "{}", html.html);
    }
}
