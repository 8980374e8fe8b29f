//! Players who leave a table, stay away and come back: a computer plays on, or the game ends.

use parlour::game::chance::Chance;
use parlour::gateway::http::Method;
use serde_json::Value;
use support::friends::Friends;
use support::reader::Page;

const FORMATS: [&str; 5] = ["", "&as=json", "&as=text", "&as=svg", "&words"];
const TURNS_MAX: usize = 3_000;
/// The usual patience of a table, in seconds.
const HOUR: u64 = 3_600;

/// Everything that this link shows with this password, in every format.
fn shown(friends: &Friends, password: &str) -> String {
    let link = friends.public.replace("&as=json", "");
    let link = if password.is_empty() { link } else { format!("{link}&c={password}") };
    let pages = FORMATS.map(|format| friends.ask(Method::Get, &format!("{link}{format}")).body);
    pages.join("\n").to_lowercase()
}

/// The labels of a player's cards, as the player's own page names them.
fn hand(page: &Value) -> Vec<String> {
    let rows = page["parts"].as_array().into_iter().flatten();
    let row = rows.filter(|part| part["caption"] == "Your hand");
    let cells = row.flat_map(|part| part["cells"].as_array().into_iter().flatten());
    cells.filter_map(|cell| cell["label"].as_str().map(str::to_lowercase)).collect()
}

/// Somebody in this seat follows the link of this name, such as `leave`.
fn follow(friends: &mut Friends, seat: usize, name: &str) -> Value {
    let link = friends.page_of(seat)["table"][name].as_str().expect("a link").to_owned();
    take(friends, &link)
}

fn take(friends: &mut Friends, link: &str) -> Value {
    let page = friends.page(link);
    friends.take_link(&page);
    page
}

/// Somebody in this seat sends a request to the table, offered or not.
fn asked(friends: &Friends, seat: usize, what: &str) -> Value {
    friends.page(&format!("{}&c={}&sit={what}", friends.public, friends.passwords[seat]))
}

/// Another player hands over the seat on turn, an hour later. Returns the seat.
fn hand_over(friends: &mut Friends) -> usize {
    let absent = friends.turn().expect("the game goes on");
    friends.now += HOUR;
    let others = 1..friends.passwords.len();
    let others = others.map(|step| (absent + step) % friends.passwords.len());
    let mut stay = others.filter(|seat| friends.page_of(*seat)["table"]["seat"].is_u64());
    let by = stay.next().expect("another player");
    follow(friends, by, "hand_over");
    absent
}

/// Plays until the game is over.
fn play_on(friends: &mut Friends, chance: &mut Chance) {
    let turns = (0..TURNS_MAX).take_while(|_| friends.play_one_turn(chance)).count();
    assert!(turns < TURNS_MAX, "there is no end");
}

fn html(friends: &Friends, rest: &str) -> String {
    let link = friends.public.replace("&as=json", "");
    let html = friends.ask(Method::Get, &format!("{link}{rest}")).body;
    Page { html }.words("main").expect("a page")
}

fn absent_names(page: &Value) -> Vec<&str> {
    let people = page["table"]["people"].as_array().expect("people");
    let absent = people.iter().filter(|person| person["absent"] == true);
    absent.filter_map(|person| person["name"].as_str()).collect()
}

#[test]
fn a_seat_is_handed_over_only_after_patience() {
    for (number, (option, seconds)) in
        [("", HOUR), ("&patience=10m", 600), ("&patience=3d", 3 * 86_400)].into_iter().enumerate()
    {
        let mut friends = Friends::at_full_table("eights", 3, option, number as u64);
        friends.play_one_turn(&mut Chance::from_seed([number as u8; 32]));
        let absent = friends.turn().expect("the game goes on");
        let by = (absent + 1) % 3;
        let name = friends.names[absent].clone();
        friends.now += seconds - 60;
        let before = friends.page_of(by);
        assert_eq!(before["table"]["hand_over"], Value::Null);
        let from = before["table"]["hand_over_from"].as_u64().expect("a time");
        assert_eq!(from, before["table"]["moved_at"].as_u64().expect("a time") + seconds);
        let words = html(&friends, &format!("&c={}", friends.passwords[by]));
        assert!(words.contains("for a player, here until"), "{words}");
        assert!(!words.contains(&format!("Let a computer play for {name}")), "{words}");
        for what in ["absent", "handover"] {
            let page = asked(&friends, by, what);
            assert!(page["fault"]["code"].is_u64(), "{page}");
            assert_eq!(page["table"]["turn_code"], before["table"]["turn_code"]);
        }
        // Another password does not make the others wait longer.
        let page = asked(&friends, absent, "password");
        friends.take_link(&page);
        friends.now += 60;
        let words = html(&friends, &format!("&c={}", friends.passwords[by]));
        assert!(words.contains(&format!("Let a computer play for {name}")), "{words}");
        let page = follow(&mut friends, by, "hand_over");
        assert_eq!(absent_names(&page), [name]);
    }
}

#[test]
fn a_new_deal_replaces_and_readmits_the_absent() {
    for number in 0..3 {
        let mut friends = Friends::at_full_table("eights", 4, "&match=points", number);
        let mut chance = Chance::from_seed([number as u8; 32]);
        (0..5).for_each(|_| assert!(friends.play_one_turn(&mut chance)));
        let before = friends.public_page()["commitment"].clone();
        let absent = hand_over(&mut friends);
        let name = friends.names[absent].clone();
        let page = friends.public_page();
        assert_ne!(page["commitment"], before, "a new deal");
        let record = format!("{name} stayed away at turn");
        assert!(page["parts"].to_string().contains(&record), "{page}");
        // The page of the absent player says it, whatever is asked.
        for request in ["", "&sit=leave", "&sit=handover", "&sit=again", "&draw_card"] {
            let link = format!("{}&c={}{request}", friends.public, friends.passwords[absent]);
            let own = friends.page(&link);
            assert_eq!(own["fault"]["code"], 607, "{own}");
            let told = own["fault"]["sentence"].as_str().expect("a sentence");
            assert!(told.contains("A computer plays for you since turn"), "{told}");
        }
        // Whoever deals the next round may deal the player in.
        let ways = loop {
            let turn = friends.turn().expect("the match goes on");
            let ways = friends.page_of(turn)["table"]["ways_back"].clone();
            if !ways.as_array().expect("ways").is_empty() {
                break ways;
            }
            assert!(friends.play_one_turn(&mut chance));
        };
        assert_eq!(ways[0]["label"], format!("Deal to {name}, too"));
        let page = take(&mut friends, ways[0]["link"].as_str().expect("a link"));
        assert!(absent_names(&page).is_empty(), "{page}");
        assert!(friends.page_of(absent)["table"]["seat"].is_u64());
        // Before the first player opens the round, too, everybody sees how the match is.
        let round = r#"{"name":"Round","value":"2"}"#;
        for page in (0..4).map(|seat| friends.page_of(seat)).chain([friends.public_page()]) {
            let parts = page["parts"].to_string();
            assert!(parts.contains(round) && parts.contains("Points"), "{page}");
        }
        play_on(&mut friends, &mut chance);
        assert!(friends.public_page()["ranking"].is_array());
    }
}

#[test]
fn a_rematch_is_with_those_who_are_chosen() {
    let mut friends = Friends::at_full_table("eights", 4, "", 7);
    let mut chance = Chance::from_seed([7; 32]);
    let gone = [hand_over(&mut friends), hand_over(&mut friends)].map(|s| friends.names[s].clone());
    play_on(&mut friends, &mut chance);
    let by = (0..4).find(|seat| friends.page_of(*seat)["table"]["again"].is_string()).unwrap();
    let table = friends.page_of(by)["table"].clone();
    let link = |way: &Value| way["link"].as_str().expect("a link").to_owned();
    let ways: Vec<String> = table["ways_back"].as_array().expect("ways").iter().map(link).collect();
    assert_eq!(ways.len(), 3, "each, and all: {table}");
    let away = |link: &str| absent_names(&friends.page(link)).len();
    assert_eq!(away(table["again"].as_str().expect("a link")), 2);
    assert_eq!([0, 1, 2].map(|way: usize| away(&ways[way])), [1, 1, 0]);
    let page = take(&mut friends, &ways[2]);
    friends.change_seats(&page);
    let back = gone.map(|name| friends.names.iter().position(|other| *other == name).unwrap());
    assert!(back.iter().all(|seat| friends.page_of(*seat)["table"]["seat"].is_u64()));
    play_on(&mut friends, &mut chance);
}

#[test]
fn anybody_leaves_and_plays_no_more() {
    for seat in 0..3 {
        let mut friends = Friends::at_full_table("eights", 3, "", 5);
        let mut chance = Chance::from_seed([5; 32]);
        (0..4).for_each(|_| assert!(friends.play_one_turn(&mut chance)));
        let turn = friends.turn().expect("the game goes on");
        let deal = friends.public_page()["commitment"].clone();
        assert!(html(&friends, &format!("&c={}&sit=go", friends.passwords[seat])).contains("Stay"));
        let since = friends.public_page()["table"]["moved_at"].clone();
        friends.now += HOUR / 2;
        let page = follow(&mut friends, seat, "leave");
        assert_eq!(page["commitment"], deal, "nothing is dealt");
        let next = friends.turn().expect("the game goes on");
        let since_then = &friends.public_page()["table"]["moved_at"];
        assert_eq!(*since_then == since, next == turn, "only a new player on turn has new time");
        assert!(next == turn || turn == seat && next != seat, "{turn} {next}");
        let pages = shown(&friends, &friends.passwords[seat]);
        assert!(pages.contains("a computer plays for you since turn"), "{pages}");
        play_on(&mut friends, &mut chance);
    }
}

#[test]
fn only_others_hand_over_the_seat_on_turn() {
    let mut friends = Friends::at_full_table("eights", 3, "", 6);
    friends.play_one_turn(&mut Chance::from_seed([6; 32]));
    friends.now += HOUR;
    let turn = friends.turn().expect("the game goes on");
    let before = friends.public_page()["table"]["turn_code"].clone();
    for what in ["absent", "handover"] {
        for password in [&*friends.passwords[turn], "aaaaa-aaaaa", ""] {
            let page = friends.page(&format!("{}&c={password}&sit={what}", friends.public));
            assert!(page["fault"]["code"].is_u64(), "{page}");
            assert_eq!(page["table"]["turn_code"], before, "{page}");
        }
    }
    for seat in 0..3 {
        let table = friends.page_of(seat)["table"].clone();
        assert_eq!(
            (table["leave"].is_string(), table["hand_over"].is_string()),
            (true, seat != turn)
        );
    }
    for what in ["absent", "handover", "go", "leave", "password"] {
        let page = friends.page(&format!("{}&sit={what}", friends.public));
        assert_eq!(page["fault"]["sentence"], "Only a player can do that. Type your password.");
    }
    let public = friends.public_page();
    assert_eq!(
        (&public["table"]["leave"], &public["table"]["hand_over"]),
        (&Value::Null, &Value::Null)
    );
}

/// The round is over with the last card. Until it is counted, nobody goes, and everybody else counts.
#[test]
fn what_is_won_stays_won() {
    for number in 0..4 {
        let mut friends = Friends::at_full_table("eights", 3, "", 30 + number);
        let mut chance = Chance::from_seed([number as u8; 32]);
        let ended = loop {
            let before = friends.turn().expect("a turn");
            assert!(friends.play_one_turn(&mut chance));
            let page = friends.public_page();
            if page["status"].as_str().is_some_and(|status| status.contains("last card")) {
                break before;
            }
        };
        let turn_code = friends.public_page()["table"]["turn_code"].clone();
        let opens = |friends: &Friends, seat: usize| {
            friends.page_of(seat)["requests"].to_string().contains("show")
        };
        let words = html(&friends, &format!("&c={}", friends.passwords[ended]));
        assert!(words.contains("counts the hands, and sends you the result."), "{words}");
        assert!(!words.contains("When it is your turn"), "{words}");
        for later in [0, HOUR] {
            friends.now += later;
            for seat in 0..3 {
                for what in ["leave", "go", "absent", "handover"] {
                    let page = asked(&friends, seat, what);
                    assert_eq!(page["table"]["turn_code"], turn_code, "{page}");
                }
                let table = friends.page_of(seat)["table"].clone();
                assert_eq!((&table["leave"], &table["hand_over"]), (&Value::Null, &Value::Null));
                assert_eq!(opens(&friends, seat), seat != ended || later > 0, "{seat} {later}");
            }
        }
        let counts = (ended + 2) % 3;
        let page = friends.page_of(counts);
        let show = page["requests"][0]["link"].as_str().expect("a request").to_owned();
        take(&mut friends, &show);
        let ranking = friends.public_page()["ranking"].clone();
        assert_eq!(ranking[0][0]["seat"].as_u64(), Some(ended as u64), "{ranking}");
    }
}

#[test]
fn a_game_left_to_one_ends_without_hands() {
    let tables = [
        ("eights", 2, "", "hand_over"),
        ("eights", 2, "&players=4&match=points", "leave"),
        ("eights", 3, "", "hand_over"),
        ("rps", 2, "&best_of=3", "hand_over"),
        ("rps", 2, "&best_of=3", "leave"),
    ];
    for (number, (game, people, options, what)) in tables.into_iter().enumerate() {
        let mut friends = Friends::at_full_table(game, people, options, 20 + number as u64);
        let mut chance = Chance::from_seed([number as u8; 32]);
        (0..3).for_each(|_| assert!(friends.play_one_turn(&mut chance)));
        let fingerprint = friends.public_page()["commitment"]["fingerprint"].clone();
        let mut hands = Vec::new();
        for _ in 1..people {
            let turn = friends.turn().expect("the game goes on");
            hands.extend(hand(&friends.page_of(turn)));
            match what {
                "leave" => follow(&mut friends, turn, "leave"),
                _ => Value::from(hand_over(&mut friends)),
            };
        }
        let page = friends.public_page();
        let left = (0..people).find(|s| page["table"]["people"][*s]["absent"] == false).unwrap();
        let winner = page["ranking"][0][0]["seat"].as_u64();
        // Who waits in a private copy wins nothing.
        assert_eq!(winner, (what == "leave").then_some(left as u64), "{page}");
        assert_eq!(page["table"]["abandoned"], what != "leave", "{page}");
        assert_eq!(page["table"]["ways_back"], Value::Array(Vec::new()), "only a player deals");
        assert_eq!(page["table"]["league"].is_string(), what == "leave", "{page}");
        assert_eq!((&page["commitment"], &page["turn"]), (&Value::Null, &Value::Null));
        for password in friends.passwords.iter().map(String::as_str).chain([""]) {
            let pages = shown(&friends, password);
            assert!(!hands.iter().any(|card| pages.contains(card)), "{pages}");
            let fingerprint = fingerprint.as_str().unwrap_or("fingerprint");
            for word in [fingerprint, "fingerprint", "check the deal"] {
                assert!(!pages.contains(word), "{word}: {pages}");
            }
        }
        assert!(
            !page["table"]["open"].as_str().is_some_and(|open| open.contains("again")),
            "{page}"
        );
        for seat in 0..people {
            let again = html(&friends, &format!("&c={}&sit=again", friends.passwords[seat]));
            assert!(!again.contains("Play again below"), "{again}");
            for what in ["again", "password", "leave", "absent", "handover", ""] {
                let after = asked(&friends, seat, what);
                assert_eq!(after["table"]["turn_code"], page["table"]["turn_code"], "{what}");
            }
        }
        // The way on is another game with somebody who comes back.
        let way = friends.page_of(left)["table"]["ways_back"][0]["link"].clone();
        let page = take(&mut friends, way.as_str().expect("a way back"));
        friends.change_seats(&page);
        assert_eq!(absent_names(&page).len(), people - 2);
        play_on(&mut friends, &mut chance);
        assert!(friends.public_page()["ranking"].is_array());
    }
}

#[test]
fn everyone_who_asks_begins_the_same_rematch() {
    for game in ["eights", "rps"] {
        let people = if game == "rps" { 2 } else { 3 };
        let mut friends = Friends::at_full_table(game, people, "", 40);
        play_on(&mut friends, &mut Chance::from_seed([40; 32]));
        let mut dealt = Vec::new();
        for (seat, later) in (0..people).zip([0, 500, 90_000]) {
            friends.now += later;
            let page = asked(&friends, seat, "again");
            dealt.push((page["commitment"].clone(), page["table"]["people"][0]["name"].clone()));
        }
        assert!(dealt.iter().all(|deal| *deal == dealt[0]), "{dealt:?}");
    }
}

/// A clock that goes back leaves a link of the future, so the page tells no time that has passed.
#[test]
fn a_link_of_the_future_tells_no_waiting_time() {
    let mut friends = Friends::at_full_table("eights", 3, "", 16);
    assert!(friends.play_one_turn(&mut Chance::from_seed([16; 32])));
    let other = (friends.turn().expect("the game goes on") + 1) % 3;
    let made = friends.now;
    // A clock may be wrong by some hours. Then the table waits from its present time on.
    for (hours, knows) in [(0, true), (1, true), (23, true), (25, false), (24 * 365, false)] {
        friends.now = made.saturating_sub(hours * HOUR);
        let table = friends.page_of(other)["table"].clone();
        let from = table["hand_over_from"].as_u64();
        assert_eq!(
            (table["hand_over"].is_null(), from.is_some()),
            (knows, knows),
            "{hours}: {table}"
        );
        assert!(from.is_none_or(|from| from <= friends.now + HOUR), "{hours}: {table}");
        let page = html(&friends, &format!("&c={}&sit=absent", friends.passwords[other]));
        assert_eq!(page.contains("does not know how long"), !knows, "{hours}: {page}");
        assert_eq!(page.contains("just now"), knows, "{hours}: {page}");
    }
}
