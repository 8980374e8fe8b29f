//! Players who leave a table, or are absent: a computer plays on, or the game is abandoned.

use parlour::game::chance::Chance;
use parlour::gateway::http::Method;
use serde_json::Value;
use support::friends::Friends;
use support::reader::Page;

const FORMATS: [&str; 5] = ["", "&as=json", "&as=text", "&as=svg", "&words"];
const TURNS_MAX: usize = 3_000;

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
    let page = friends.page(&link);
    friends.take_link(&page);
    page
}

fn html(friends: &Friends, rest: &str) -> String {
    let link = friends.public.replace("&as=json", "");
    let html = friends.ask(Method::Get, &format!("{link}{rest}")).body;
    Page { html }.words("main").expect("a page")
}

/// Plays until the game is over.
fn play_on(friends: &mut Friends, chance: &mut Chance) {
    let turns = (0..TURNS_MAX).take_while(|_| friends.play_one_turn(chance)).count();
    assert!(turns < TURNS_MAX, "there is no end");
}

#[test]
fn the_others_hand_a_seat_over_and_finish_and_play_again() {
    for number in 0..3 {
        let mut friends = Friends::at_full_table("eights", 4, "", number);
        let mut chance = Chance::from_seed([number as u8; 32]);
        (0..5).for_each(|_| assert!(friends.play_one_turn(&mut chance)));
        let absent = friends.turn().expect("the game goes on");
        let by = (absent + 1) % 4;
        let (name, other) = (friends.names[absent].clone(), friends.names[by].clone());
        let before = friends.public_page()["table"]["turn_code"].clone();
        // The page tells the consequence, and asks once more.
        let asked = html(&friends, &format!("&c={}&sit=absent", friends.passwords[by]));
        assert!(asked.contains(&format!("Hand {name}'s seat over?")), "{asked}");
        assert!(asked.contains(&format!("Wait for {name}")), "{asked}");
        assert_eq!(friends.public_page()["table"]["turn_code"], before);
        let page = follow(&mut friends, by, "hand_over");
        assert_ne!(page["table"]["turn_code"], before);
        assert_eq!(page["table"]["people"][absent]["absent"], true);
        // The player who asked is not next.
        assert_eq!(page["table"]["turn"].as_u64(), Some(((absent + 2) % 4) as u64));
        let record = format!("{other} handed {name}'s seat over. A computer plays on.");
        assert!(page["parts"].to_string().contains(&record), "{page}");
        assert!(html(&friends, "").contains(&record));
        let gone = friends.passwords[absent].clone();
        play_on(&mut friends, &mut chance);
        let last = friends.public_page();
        assert!(last["ranking"].is_array(), "{last}");
        assert!(last["parts"].to_string().contains(&record), "{last}");
        let end = last["table"]["people"].clone();
        // The seat stays with the computer.
        let page = follow(&mut friends, by, "again");
        friends.change_seats(&page);
        let people = page["table"]["people"].as_array().expect("people");
        let are_absent: Vec<&Value> = people.iter().filter(|seat| seat["absent"] == true).collect();
        assert_eq!(are_absent.len(), 1, "{end} {page}");
        assert_eq!(are_absent[0]["name"], name);
        play_on(&mut friends, &mut chance);
        assert!(friends.public_page()["ranking"].is_array());
        let page = friends.page_with(&gone);
        assert_eq!((&page["fault"]["code"], &page["table"]["seat"]), (&607.into(), &Value::Null));
    }
}

#[test]
fn the_password_of_the_absent_player_opens_no_later_link() {
    let mut friends = Friends::at_full_table("eights", 3, "", 5);
    let mut chance = Chance::from_seed([5; 32]);
    (0..4).for_each(|_| assert!(friends.play_one_turn(&mut chance)));
    let absent = friends.turn().expect("the game goes on");
    let own = hand(&friends.page_of(absent));
    assert!(!own.is_empty());
    let gone = friends.passwords[absent].clone();
    follow(&mut friends, absent, "leave");
    for _ in 0..3 {
        let public = friends.public_page();
        let page = friends.page_with(&gone);
        assert_eq!((&page["table"]["seat"], &page["parts"]), (&Value::Null, &public["parts"]));
        let pages = shown(&friends, &gone);
        assert!(pages.contains("your seat was handed over"), "{pages}");
        for request in ["&sit=leave", "&sit=handover", "&sit=again", "&sit=password", "&draw_card"]
        {
            let page = friends.page(&format!("{}&c={gone}{request}", friends.public));
            assert_eq!(page["table"]["turn_code"], public["table"]["turn_code"], "{request}");
            assert_eq!(page["table"]["password"], Value::Null, "{request}");
        }
        friends.play_one_turn(&mut chance);
    }
}

#[test]
fn only_the_seat_on_turn_is_handed_over_and_by_another_player() {
    let mut friends = Friends::at_full_table("eights", 3, "", 6);
    friends.play_one_turn(&mut Chance::from_seed([6; 32]));
    let turn = friends.turn().expect("the game goes on");
    let before = friends.public_page()["table"]["turn_code"].clone();
    let asked = |password: &str, what: &str| {
        let page = friends.page(&format!("{}&c={password}&sit={what}", friends.public));
        assert!(page["fault"]["code"].is_u64(), "{page}");
        assert_eq!(page["table"]["turn_code"], before, "{page}");
    };
    let other = &friends.passwords[(turn + 1) % 3];
    asked(other, "leave");
    for what in ["absent", "handover"] {
        asked(&friends.passwords[turn], what);
        asked("aaaaa-aaaaa", what);
        asked("", what);
    }
    for seat in 0..3 {
        let table = friends.page_of(seat)["table"].clone();
        assert_eq!(
            (table["leave"].is_string(), table["hand_over"].is_string()),
            (seat == turn, seat != turn)
        );
    }
    let public = friends.public_page();
    assert_eq!(
        (&public["table"]["leave"], &public["table"]["hand_over"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn an_abandoned_game_shows_no_hand_no_secret_and_no_result() {
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
            let others = (1..people).map(|step| (turn + step) % people);
            let stay = others.filter(|seat| friends.page_of(*seat)["table"]["seat"].is_u64());
            let by = if what == "leave" { turn } else { stay.last().expect("another player") };
            follow(&mut friends, by, what);
        }
        let page = friends.public_page();
        assert_eq!(page["table"]["abandoned"], true, "{page}");
        for part in ["ranking", "end", "commitment"] {
            assert_eq!(page[part], Value::Null, "{part}: {page}");
        }
        assert_eq!(page["table"]["turn"], Value::Null);
        assert_eq!(page["parts"], Value::Array(Vec::new()));
        for password in friends.passwords.iter().map(String::as_str).chain([""]) {
            let pages = shown(&friends, password);
            assert!(!hands.iter().any(|card| pages.contains(card)), "{pages}");
            for word in [fingerprint.as_str().unwrap_or("play again"), " wins", "fingerprint"] {
                assert!(!pages.contains(word), "{word}: {pages}");
            }
            assert!(pages.contains("the game is abandoned"), "{pages}");
        }
        let told = html(&friends, "");
        assert!(told.contains("There is no result.") && told.contains("New table"), "{told}");
        for seat in 0..people {
            for what in ["again", "password", "leave", "absent", "handover", ""] {
                let link = format!("{}&c={}&sit={what}", friends.public, friends.passwords[seat]);
                let after = friends.page(&link);
                assert_eq!(after["table"]["turn_code"], page["table"]["turn_code"], "{what}");
                assert_eq!(after["table"]["abandoned"], true, "{what}");
            }
        }
    }
}

#[test]
fn a_lost_password_is_no_end() {
    let invitation = Friends::open("eights", 3, "", 7);
    assert!(
        html(&invitation, "").contains("If you lose the password, the others can hand your seat")
    );
    let rules = invitation.ask(Method::Get, "?g=eights&rules").body;
    assert!(rules.contains("loses the password"), "{rules}");
    let friends = Friends::at_full_table("eights", 3, "", 7);
    let waits = html(&friends, &format!("&c={}", friends.passwords[1]));
    assert!(waits.contains(&format!("Is {} absent?", friends.names[0])), "{waits}");
}
