//! Leagues: the last link of a game that was played to its end at a table brings it into a league, and each
//! game counts once.

use crate::follow::json;
use parlour::game::chance::Chance;
use parlour::games::find;
use parlour::gateway::http::Method;
use parlour::respond::binding;
use parlour::seal::{NONCE_BYTES, Purpose, Token, seal};
use serde_json::Value;
use support::friends::{Friends, percent_encoded};
use support::services;

const FORMATS: [&str; 5] = ["", "&as=json", "&as=text", "&as=svg", "&words"];
/// The longest link that a page may offer.
const LINK_MAX: usize = 900;

/// Plays a game to its end, and returns the table.
fn over(game: &str, people: usize, options: &str, number: u64) -> Friends {
    let mut friends = Friends::at_full_table(game, people, options, number);
    play_on(&mut friends, number);
    friends
}

/// Plays until everybody sees that the game is over.
fn play_on(friends: &mut Friends, number: u64) {
    let mut chance = Chance::from_seed([number as u8; 32]);
    while friends.play_one_turn(&mut chance) {}
}

/// The link of the last page of a game, as a chat has it.
fn end(friends: &Friends) -> String {
    format!("https://games.example/cgi-bin/parlour{}", link(&friends.public_page()))
}

/// The link to send of a page, without the address of the program.
fn link(page: &Value) -> String {
    let link = page["link_to_send"].as_str().unwrap_or_else(|| panic!("no link: {page}"));
    link[link.find('?').expect("a query")..].to_owned()
}

/// Somebody who takes part in no game opens a link.
fn page(link: &str) -> Value {
    let body = services::ask(&link[1..]).body;
    serde_json::from_str(&body).unwrap_or_else(|_| panic!("{link}: {body}"))
}

/// A league after a text was pasted into it. `league` is a link, or nothing for a new one.
fn paste(league: &str, text: &str) -> Value {
    let league = if league.is_empty() { "?league" } else { league };
    page(&format!("{league}&as=json&results={}", percent_encoded(text)))
}

/// The same, and the people at the other tables are those of the league.
fn add(league: &str, text: &str) -> Value {
    let pasted = paste(league, text);
    pasted["same"].as_str().map(page).unwrap_or(pasted)
}

/// The sentences about pasted links.
fn news(page: &Value) -> String {
    page["notices"].to_string()
}

/// The names, games, wins and points of a league.
fn standings(page: &Value) -> Vec<(String, [u64; 3])> {
    let people = page["people"].as_array().expect("people").iter();
    let numbers = |one: &Value| ["games", "wins", "points"].map(|key| one[key].as_u64().unwrap());
    people.map(|one| (one["name"].as_str().unwrap().to_owned(), numbers(one))).collect()
}

#[test]
fn a_league_adds_up_the_last_pages() {
    let tables: Vec<Friends> =
        (10..13).map(|number| over("eights", 3, "&match=points", number)).collect();
    let league =
        tables.iter().fold(String::new(), |league, table| link(&add(&league, &end(table))));
    let league = page(&format!("{league}&as=json"));
    assert_eq!(league["counted"].as_array().map(Vec::len), Some(3), "{league}");
    let pages: Vec<Value> = tables.iter().map(Friends::public_page).collect();
    for one in league["people"].as_array().expect("people") {
        let [mut wins, mut points, mut places] = [0; 3];
        for page in &pages {
            let people = page["table"]["people"].as_array().unwrap();
            let seat = people.iter().position(|other| other["name"] == one["name"]).unwrap();
            let groups = page["ranking"].as_array().unwrap();
            let holds = |group: &&Value| {
                group.as_array().unwrap().iter().any(|player| player["name"] == one["name"])
            };
            let place = groups.iter().position(|group| holds(&group)).unwrap();
            wins += u64::from(place == 0 && groups[0].as_array().unwrap().len() == 1);
            points += page["points"][seat].as_u64().unwrap();
            let ahead = groups[..place].iter().map(|group| group.as_array().unwrap().len());
            places += ahead.sum::<usize>() as u64 + 1;
        }
        let told = ["games", "wins", "points", "places"].map(|key| one[key].as_u64().unwrap());
        assert_eq!(told, [3, wins, points, places], "{one}");
    }
}

#[test]
fn every_last_page_leads_to_its_games_league() {
    let tables = [
        ("eights", 2, ""),
        ("eights", 5, ""),
        ("eights", 3, "&players=5"),
        ("rps", 2, "&best_of=3"),
    ];
    for (number, (game, people, options)) in (1..).zip(tables) {
        let friends = over(game, people, options, number);
        let links = friends.passwords.iter().map(|password| format!("&c={password}"));
        for own in links.chain([String::new()]) {
            let seen = friends.page(&format!("{}{own}", friends.public));
            let way = seen["table"]["league"].as_str().expect("a way to a league");
            assert!(way.len() <= LINK_MAX && !way.contains("c="), "{way}");
            let league = page(way);
            assert_eq!(standings(&league).len(), people, "{league}");
            // A text that was pasted may have a password, and the next link does not have the text.
            let is_shared =
                |link: &str| services::ask(&link[1..]).body.contains("you may share this page");
            let pasted = percent_encoded(&format!("{}{own}", friends.public));
            assert!(!is_shared(&format!("?league&results={pasted}")));
            assert!(is_shared(&link(&league)));
        }
        for format in FORMATS.into_iter().filter(|format| *format != "&as=svg") {
            let public = friends.public.replace("&as=json", format);
            let body = friends.ask(Method::Get, &public).body;
            assert!(body.contains("results="), "{game} {format}: {body}");
        }
    }
}

#[test]
fn only_a_game_at_its_end_counts() {
    for (game, people, options) in [("eights", 2, ""), ("eights", 3, ""), ("rps", 2, "&best_of=3")]
    {
        let mut friends = Friends::open(game, people, options, 3);
        let lobby = end(&friends);
        assert!(news(&paste("", &lobby)).contains("is not at the end"), "{lobby}");
        friends = Friends::at_full_table(game, people, options, 3);
        let mut chance = Chance::from_seed([3; 32]);
        loop {
            let is_over = friends.public_page()["turn"].is_null();
            let league = paste("", &end(&friends));
            assert_eq!(standings(&league).is_empty(), !is_over, "{game}: {league}");
            if !friends.play_one_turn(&mut chance) {
                break;
            }
        }
    }
    // Nobody has won.
    let mut friends = Friends::at_full_table("eights", 2, "", 4);
    let other = 1 - friends.turn().expect("a turn");
    friends.now += 24 * 3_600;
    let hand_over = friends.page_of(other)["table"]["hand_over"].clone();
    let after = friends.page(hand_over.as_str().expect("a way to hand over"));
    friends.take_link(&after);
    assert_eq!(friends.public_page()["table"]["abandoned"], true);
    assert_eq!(friends.public_page()["table"]["league"], Value::Null);
    let refused = paste("", &end(&friends));
    assert_eq!(standings(&refused), []);
    assert!(news(&refused).contains("ended without a result"), "{refused}");
    // A league that exists would not take them either.
    let league = link(&paste("", &end(&over("eights", 2, "", 4))));
    for open in ["g=chess&people=2", "g=eights", "g=mines"] {
        let link = json(&format!("{open}&as=json"))["links"]["position"].to_string();
        for league in ["", &league] {
            let refused = news(&paste(league, &link));
            assert!(
                refused.contains("without passwords") && !refused.contains("new league"),
                "{refused}"
            );
        }
    }
}

#[test]
fn whoever_leaves_a_table_of_two_loses() {
    for game in ["eights", "rps"] {
        let mut friends = Friends::at_full_table(game, 2, "", 4);
        let turn = friends.turn().expect("a turn");
        let leave = friends.page_of(turn)["table"]["leave"].clone();
        let after = friends.page(leave.as_str().expect("a way to leave"));
        friends.take_link(&after);
        let winner = friends.names[1 - turn].clone();
        assert_eq!(standings(&paste("", &end(&friends)))[0], (winner, [1, 1, 0]));
    }
}

#[test]
fn a_handed_over_seat_counts_for_nobody() {
    let mut friends = Friends::at_full_table("eights", 3, "", 15);
    let leave = friends.page_of(0)["table"]["leave"].as_str().expect("a way to leave").to_owned();
    let after = friends.page(&leave);
    friends.take_link(&after);
    play_on(&mut friends, 15);
    assert_eq!(friends.public_page()["table"]["league"], Value::Null);
    let league = paste("", &end(&friends));
    assert_eq!(standings(&league), []);
    assert!(news(&league).contains("does not count: a computer played on"), "{league}");
}

#[test]
fn a_game_cannot_be_made_of_another_token() {
    let friends = over("eights", 2, "", 6);
    let genuine = link(&friends.public_page());
    let token = genuine[3..].split('&').next().expect("a token");
    let ruleset = find("eights").unwrap().ruleset;
    let content = Token::read(token)
        .unwrap()
        .open(&services::ring(), binding(ruleset, Purpose::Table))
        .unwrap();
    let sealed =
        |purpose| seal(&services::ring(), binding(ruleset, purpose), &[9; NONCE_BYTES], &content);
    assert_eq!(standings(&paste("", &sealed(Purpose::Table))).len(), 2);
    // The same content, sealed for another purpose.
    for purpose in Purpose::ALL.into_iter().filter(|purpose| *purpose != Purpose::Table) {
        let refused = paste("", &sealed(purpose));
        assert_eq!(standings(&refused), [], "{purpose:?}: {refused}");
        assert!(!news(&refused).is_empty(), "{refused}");
    }
    // Every letter of the token altered, or the end cut off.
    for at in 0..token.len() {
        let mut altered = token.as_bytes().to_vec();
        altered[at] = if altered[at] == b'x' { b'y' } else { b'x' };
        for text in [std::str::from_utf8(&altered).unwrap(), &token[..at]] {
            let refused = paste("", &format!("?s={text}&g=eights"));
            assert_eq!(standings(&refused), [], "{at}: {refused}");
            assert!(!news(&refused).is_empty(), "{at}: {refused}");
        }
    }
}

#[test]
fn two_ends_count_once_and_a_rematch_counts() {
    let mut friends = Friends::at_full_table("eights", 2, "&match=points", 7);
    let fork = friends.public.clone();
    play_on(&mut friends, 7);
    let first = end(&friends);
    let again = friends.page_of(0)["table"]["again"].as_str().expect("a rematch").to_owned();
    friends.public = fork;
    play_on(&mut friends, 8);
    let second = end(&friends);
    let league = add(&link(&paste("", &first)), &second);
    assert_eq!(standings(&league), standings(&paste("", &first)));
    // The page says so whenever it is opened.
    let opened = page(&format!("{}&as=json", link(&league)));
    let disputes = opened["disputes"].as_array().expect("disputes");
    assert_eq!(disputes.len(), 1, "{opened}");
    for end in [&first, &second] {
        let code = end.rsplit_once('-').expect("a turn code").1;
        assert!(disputes[0].as_str().unwrap().contains(code), "{code}: {opened}");
    }
    // The same people play again. Nobody asks whether they are the same.
    let dealt = friends.page(&again);
    friends.take_link(&dealt);
    friends.change_seats(&dealt);
    play_on(&mut friends, 9);
    let league = paste(&link(&league), &end(&friends));
    assert_eq!(league["same"], Value::Null, "{league}");
    assert!(standings(&league).iter().all(|(_, [games, ..])| *games == 2), "{league}");
}

#[test]
fn a_league_asks_who_a_known_name_is() {
    let first = paste("", &end(&over("eights", 2, "", 20)));
    let asked = paste(&link(&first), &end(&over("eights", 3, "", 21)));
    assert_eq!(standings(&asked), standings(&first));
    let doubt = asked["doubts"][0].as_str().expect("a question");
    assert!(doubt.contains("Ann") && doubt.contains("Bob") && !doubt.contains("Cora"), "{doubt}");
    let answer = |key: &str| page(asked[key].as_str().unwrap_or_else(|| panic!("{key}: {asked}")));
    assert_eq!(standings(&answer("same")).len(), 3);
    for without in [answer("others"), answer("undo")] {
        assert_eq!(standings(&without), standings(&first));
        assert_eq!(without["doubts"].as_array().map(Vec::len), Some(0), "{without}");
    }
    // Of two games the answer is for both.
    let both = paste(&link(&asked), &end(&over("eights", 2, "", 22)));
    for (asked, answer) in [(&asked, "count it<"), (&both, "count them all<")] {
        let html = services::ask(&link(asked)[1..]).body;
        assert!(html.contains(answer), "{answer}: {html}");
    }
    // People ask and answer in a browser, too.
    let html = services::ask(&link(&asked)[1..]).body;
    for value in ["same", "others", "undo"] {
        assert!(html.contains(&format!("league={value}\"")), "{value}: {html}");
    }
}

#[test]
fn two_leagues_are_joined_and_lose_nothing() {
    let ends: Vec<String> = (30..34).map(|number| end(&over("rps", 2, "", number))).collect();
    let [one, other] = [&ends[..3], &ends[2..]]
        .map(|ends| ends.iter().fold(String::new(), |league, end| link(&add(&league, end))));
    let all = add(&one, &ends[3]);
    for [own, pasted] in [[&one, &other], [&other, &one]] {
        let joined = add(own, &format!("Our league: https://games.example/parlour{pasted}."));
        assert_eq!(standings(&joined), standings(&all), "{joined}");
        let undone = page(joined["undo"].as_str().expect("a way back"));
        assert_eq!(standings(&undone), standings(&page(&format!("{own}&as=json"))));
    }
}

#[test]
fn a_misfit_is_told_and_nothing_is_lost() {
    let league = paste("", &end(&over("eights", 2, "", 16)));
    let other = end(&over("rps", 2, "", 17));
    for (text, told) in [
        (&*other, "Open a new league for it."),
        ("I won!", "copy its whole link"),
        ("https://games.example/?s=AQUJxxxx&g=eights", "copy its whole link"),
        (&*"x".repeat(3_000), "The text is too long"),
        (&*[&*other, &*"x".repeat(3_000)].join("\n"), "The text is too long"),
    ] {
        let refused = paste(&link(&league), text);
        assert!(news(&refused).contains(told), "{told}: {refused}");
        assert_eq!(standings(&refused), standings(&league));
        assert_eq!(refused["counted"], league["counted"]);
    }
    // As many links as fit.
    let ends: Vec<String> = (40..52).map(|number| end(&over("rps", 2, "", number))).collect();
    let some = add("", &ends.join("\n"));
    let counted = some["counted"].as_array().map_or(0, Vec::len);
    assert!((2..12).contains(&counted), "{some}");
    let empty = page("?league&as=json");
    assert_eq!(
        (empty["notices"].to_string(), empty["game"].clone()),
        ("[]".to_owned(), Value::Null)
    );
    assert_eq!(empty["link_to_send"], Value::Null);
}

#[test]
fn a_full_league_fits_links_and_says_so() {
    // The longest names.
    let names = ["\u{416}", "\u{414}"].map(|letter| letter.repeat(16));
    let mut league = String::new();
    for number in 0.. {
        let mut friends = Friends::open_as(&names[0], "rps", 2, "", 100 + number as u64);
        friends.sit(&names[1]);
        play_on(&mut friends, number as u64);
        let end = end(&friends);
        let after = paste(&league, &end);
        if news(&after).contains("this league is full") {
            assert!(number >= 20, "{number}");
            assert_eq!(standings(&after), standings(&page(&format!("{league}&as=json"))));
            return;
        }
        league = link(&add(&league, &end));
        for request in ["", "&league=undo"] {
            assert!(league.len() + request.len() <= LINK_MAX, "{number}: {}", league.len());
        }
    }
}
