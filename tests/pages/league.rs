//! Results and leagues: only a table that was played to its end makes a result, and a league counts each
//! game once.

use parlour::game::chance::Chance;
use parlour::game::verification::fingerprint;
use parlour::games::find;
use parlour::gateway::http::Method;
use parlour::respond::binding;
use parlour::seal::{NONCE_BYTES, Purpose, Token, seal};
use serde_json::Value;
use support::friends::{Friends, percent_encoded};
use support::reader::Page;
use support::services;

const FORMATS: [&str; 5] = ["", "&as=json", "&as=text", "&as=svg", "&words"];
/// The letters with which the token of a result begins.
const RESULT: &str = "AQU";
/// The longest link to a result of two people, and of five. Ten results are pasted in one go.
const RESULT_LINKS_MAX: [usize; 2] = [150, 190];
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

/// The page of the result, for programs.
fn result(friends: &Friends) -> Value {
    let page = friends.public_page();
    friends.page(page["table"]["result"].as_str().unwrap_or_else(|| panic!("no result: {page}")))
}

/// The link to send of a page, without the address of the program.
fn link(page: &Value) -> String {
    let link = page["link_to_send"].as_str().unwrap_or_else(|| panic!("no link: {page}"));
    link[link.find('?').expect("a query")..].to_owned()
}

/// Everything that everybody and each player sees at this moment.
fn all_pages(friends: &Friends) -> String {
    let link = friends.public.replace("&as=json", "");
    let own = friends.passwords.iter().map(|password| format!("{link}&c={password}"));
    let links: Vec<String> = own.chain([link.clone()]).collect();
    let pages = links.iter().flat_map(|link| FORMATS.map(|format| format!("{link}{format}")));
    pages.map(|link| friends.ask(Method::Get, &link).body).collect()
}

/// Somebody who takes part in no game opens a link.
fn page(link: &str) -> Value {
    let body = services::ask(&link[1..]).body;
    serde_json::from_str(&body).unwrap_or_else(|_| panic!("{link}: {body}"))
}

/// A league with these results more. `league` is a link, or nothing for a new one.
fn add(league: &str, results: &str) -> Value {
    let league = if league.is_empty() { "?league" } else { league };
    page(&format!("{league}&as=json&results={}", percent_encoded(results)))
}

/// The sentences about results.
fn news(page: &Value) -> String {
    page["news"].to_string()
}

/// The names, games, wins and points of a league.
fn standings(page: &Value) -> Vec<(String, [u64; 3])> {
    let people = page["people"].as_array().expect("people").iter();
    let numbers = |one: &Value| ["games", "wins", "points"].map(|key| one[key].as_u64().unwrap());
    people.map(|one| (one["name"].as_str().unwrap().to_owned(), numbers(one))).collect()
}

#[test]
fn a_result_tells_the_end_that_everybody_has_seen() {
    let tables = [
        ("eights", 2, ""),
        ("eights", 3, "&players=5&match=points"),
        ("eights", 5, ""),
        ("rps", 2, "&best_of=3"),
    ];
    for (number, (game, people, options)) in (1..).zip(tables) {
        let friends = over(game, people, options, number);
        let (end, result) = (friends.public_page(), result(&friends));
        for key in ["ranking", "points", "commitment", "options", "ruleset", "game"] {
            assert_eq!(result[key], end[key], "{key}");
        }
        for key in ["turn_code", "table_code", "people", "computers", "moved_at", "size"] {
            let without_turns = |value: &Value| {
                let mut value = value.clone();
                let people = value.as_array_mut().into_iter().flatten();
                people.filter_map(|one| one.get_mut("last")).for_each(|last| *last = Value::Null);
                value
            };
            let [told, seen] = [&result, &end].map(|page| without_turns(&page["table"][key]));
            assert_eq!(told, seen, "{key}");
        }
        let length = link(&result).len();
        assert!(length <= RESULT_LINKS_MAX[usize::from(people > 2)], "{people}: {length}");
        let html = services::ask(link(&result).trim_start_matches('?')).body;
        let words = Page { html }.words("main").expect("a page");
        let number = result["table"]["game_number"].as_str().expect("a number");
        for told in [number, "This server sealed the result", "Add it to a league", "Points:"] {
            assert!(words.contains(told), "{told}: {words}");
        }
        let text = services::ask(&format!("{}&as=text", link(&result))[1..]).body;
        assert!(text.contains(number) && text.contains("Add this result to a league"), "{text}");
    }
}

#[test]
fn a_result_says_when_the_game_ended() {
    let result = result(&over("rps", 2, "", 1));
    let status = result["status"].as_str().expect("a status");
    assert_eq!(status, "It ended on 21 November 2026, 12:00 UTC. This server sealed the result.");
}

#[test]
fn the_secret_of_a_result_verifies_its_deal() {
    let mut friends = Friends::at_full_table("eights", 2, "", 5);
    let first = friends.public_page()["commitment"]["fingerprint"].clone();
    play_on(&mut friends, 5);
    let result = result(&friends);
    let secret = result["commitment"]["opening"].as_str().expect("a secret");
    assert_eq!(first, fingerprint(secret));
    let verification = find("eights").unwrap().ruleset.verification.expect("a way to verify");
    assert!((verification.decided)(secret, 1).is_some_and(|lines| !lines.is_empty()));
}

#[test]
fn no_page_has_a_result_before_everybody_sees_the_end() {
    for (game, people, options) in [("eights", 2, ""), ("eights", 3, ""), ("rps", 2, "&best_of=3")]
    {
        let mut friends = Friends::at_full_table(game, people, options, 3);
        let mut chance = Chance::from_seed([3; 32]);
        loop {
            let (page, all) = (friends.public_page(), all_pages(&friends));
            let is_over = page["turn"].is_null();
            assert_eq!(all.contains(RESULT), is_over, "{game}: {page}");
            if is_over {
                break;
            }
            friends.play_one_turn(&mut chance);
        }
    }
}

#[test]
fn a_game_that_nobody_has_won_has_no_result() {
    let mut friends = Friends::at_full_table("eights", 2, "", 4);
    let other = 1 - friends.turn().expect("a turn");
    friends.now += 3_600;
    let hand_over = friends.page_of(other)["table"]["hand_over"].clone();
    let page = friends.page(hand_over.as_str().expect("a way to hand over"));
    friends.take_link(&page);
    assert_eq!(friends.public_page()["table"]["abandoned"], true);
    assert!(!all_pages(&friends).contains(RESULT));
}

#[test]
fn a_player_who_leaves_a_table_of_two_has_lost() {
    for game in ["eights", "rps"] {
        let mut friends = Friends::at_full_table(game, 2, "", 4);
        let turn = friends.turn().expect("a turn");
        let leave = friends.page_of(turn)["table"]["leave"].clone();
        let page = friends.page(leave.as_str().expect("a way to leave"));
        friends.take_link(&page);
        let winner = friends.names[1 - turn].clone();
        let result = result(&friends);
        assert_eq!(result["ranking"][0][0]["name"], winner);
        let league = add("", &link(&result));
        assert_eq!(standings(&league)[0], (winner, [1, 1, 0]), "{league}");
    }
}

#[test]
fn a_result_cannot_be_made_of_another_token() {
    let friends = over("eights", 2, "", 6);
    let genuine = link(&result(&friends));
    let token = genuine[3..].split('&').next().expect("a token");
    let ruleset = find("eights").unwrap().ruleset;
    let sealed = |purpose| {
        let content = Token::read(token).unwrap().open(&services::ring(), ruleset.version).unwrap();
        seal(&services::ring(), binding(ruleset, purpose), &[9; NONCE_BYTES], &content)
    };
    assert!(news(&add("", &sealed(Purpose::Result))).contains("counts."));
    // The same content, sealed for another purpose.
    for purpose in Purpose::ALL.into_iter().filter(|purpose| *purpose != Purpose::Result) {
        let refused = add("", &sealed(purpose));
        assert_eq!(standings(&refused), [], "{purpose:?}: {refused}");
        assert!(news(&refused).contains("is no result link of this server"), "{refused}");
    }
    // Every letter of the token altered, or the end cut off.
    for at in 0..token.len() {
        let mut altered = token.as_bytes().to_vec();
        altered[at] = if altered[at] == b'x' { b'y' } else { b'x' };
        for text in [std::str::from_utf8(&altered).unwrap(), &token[..at]] {
            let refused = add("", &format!("?s={text}&g=eights"));
            assert_eq!(standings(&refused), [], "{at}: {refused}");
            assert!(!news(&refused).is_empty(), "{at}: {refused}");
        }
    }
    // The table itself is no result.
    assert_eq!(standings(&add("", &friends.public)), []);
}

#[test]
fn forks_share_a_game_number_and_rematches_have_another() {
    let mut friends = Friends::at_full_table("eights", 2, "&match=points", 7);
    let fork = friends.public.clone();
    play_on(&mut friends, 7);
    let first = result(&friends);
    let again = friends.page_of(0)["table"]["again"].as_str().expect("a rematch").to_owned();
    friends.public = fork;
    play_on(&mut friends, 8);
    let second = result(&friends);
    let number = |page: &Value| page["table"]["game_number"].as_str().unwrap().to_owned();
    assert_eq!(number(&first), number(&second));
    assert_ne!(first["table"]["turn_code"], second["table"]["turn_code"], "two ends");
    // The first end counts. The page mentions the second one, which changes nothing.
    let league = add("", &[link(&first), link(&second)].join("\n"));
    let told = news(&league);
    let code = |page: &Value| page["table"]["turn_code"].as_str().unwrap()[4..].to_owned();
    for page in [&first, &second] {
        let code = code(page);
        assert!(told.contains(code.trim_start_matches('-')), "{code}: {told}");
    }
    assert!(told.contains("Ask the players which link was sent first."), "{told}");
    assert_eq!(standings(&league), standings(&add("", &link(&first))));
    // The same people play another deal.
    let dealt = friends.page(&again);
    friends.take_link(&dealt);
    friends.change_seats(&dealt);
    play_on(&mut friends, 9);
    let third = result(&friends);
    assert_ne!(number(&first), number(&third));
    let league = add(&link(&league), &link(&third));
    assert!(standings(&league).iter().all(|(_, [games, ..])| *games == 2), "{league}");
}

#[test]
fn a_league_adds_up_and_counts_each_game_once() {
    let results: Vec<Value> =
        (10..14).map(|number| result(&over("eights", 3, "&match=points", number))).collect();
    let links: Vec<String> = results.iter().map(link).collect();
    let league = add("", &links.join(" and "));
    for (name, [games, wins, points]) in standings(&league) {
        let of_name = |page: &&Value| {
            page["ranking"][0].as_array().unwrap().len() == 1
                && page["ranking"][0][0]["name"] == *name
        };
        let own = |page: &Value| {
            let people = page["table"]["people"].as_array().unwrap();
            let seat = people.iter().position(|one| one["name"] == *name).unwrap();
            page["points"][seat].as_u64().unwrap()
        };
        assert_eq!(games, 4);
        assert_eq!(wins as usize, results.iter().filter(of_name).count());
        assert_eq!(points, results.iter().map(own).sum::<u64>());
    }
    let order: Vec<_> =
        standings(&league).into_iter().map(|(_, [_, wins, points])| (wins, points)).collect();
    assert!(order.is_sorted_by(|one, other| one >= other), "{order:?}");
    // The same results again, in one go or step by step, in any order.
    let again = add(&link(&league), &links.join("\n"));
    assert_eq!(standings(&again), standings(&league));
    assert!(news(&again).contains("counts already"), "{again}");
    let step_by_step =
        links.iter().rev().fold(String::new(), |league, one| link(&add(&league, one)));
    assert_eq!(standings(&page(&format!("{step_by_step}&as=json"))), standings(&league));
    let html = services::ask(step_by_step.trim_start_matches('?')).body;
    assert!(html.contains("<textarea name=results") && html.contains("League of Crazy Eights"));
    for (name, [_, wins, points]) in standings(&league) {
        let wins = if wins == 1 { "1 win".to_owned() } else { format!("{wins} wins") };
        let line = format!("{name}: {wins} in 4 games, {points} points");
        assert!(html.contains(&line), "{line}: {html}");
        assert!(services::ask(&format!("{step_by_step}&as=text")[1..]).body.contains(&line));
    }
}

#[test]
fn a_seat_that_was_handed_over_counts_for_nobody() {
    let mut friends = Friends::at_full_table("eights", 3, "", 15);
    let leave = friends.page_of(0)["table"]["leave"].as_str().expect("a way to leave").to_owned();
    let page = friends.page(&leave);
    friends.take_link(&page);
    play_on(&mut friends, 15);
    let result = result(&friends);
    assert!(result["end"]["detail"].to_string().contains("no league counts this game"), "{result}");
    let league = add("", &link(&result));
    assert_eq!(standings(&league), []);
    assert!(news(&league).contains("does not count: a computer played on"), "{league}");
}

#[test]
fn a_league_refuses_what_does_not_fit_and_loses_nothing() {
    let league = add("", &link(&result(&over("eights", 2, "", 16))));
    let other = link(&result(&over("rps", 2, "", 17)));
    for (text, told) in [
        (&*other, "is no game of Crazy Eights. Open a new league for it."),
        ("I won!", "copy the whole link behind"),
        ("https://games.example/?s=AQUJxxxx&g=eights", "copy the whole link behind"),
        (&*"x".repeat(3_000), "The text is too long"),
        (&*[&*other, &*"x".repeat(3_000)].join("\n"), "The text is too long"),
    ] {
        let refused = add(&link(&league), text);
        assert!(news(&refused).contains(told), "{told}: {refused}");
        assert_eq!(standings(&refused), standings(&league));
        assert_eq!(refused["counted"], league["counted"]);
    }
    let empty = page("?league&as=json");
    assert_eq!((empty["news"].to_string(), empty["game"].clone()), ("[]".to_owned(), Value::Null));
    assert_eq!(empty["link_to_send"], Value::Null);
}

/// A league of the most people, with the longest names, and the most games.
#[test]
fn a_full_league_fits_a_link_and_says_that_it_is_full() {
    let names: Vec<String> = "\u{416}\u{414}\u{424}\u{42e}\u{42f}\u{427}\u{429}\u{42d}\u{416}"
        .chars()
        .map(|letter| letter.to_string().repeat(16))
        .collect();
    let game = |number: usize| {
        let mut friends =
            Friends::open_as(&names[2 * number % 8], "rps", 2, "", 100 + number as u64);
        friends.sit(&names[(2 * number + 1) % 8]);
        play_on(&mut friends, number as u64);
        link(&result(&friends))
    };
    let mut league = String::new();
    for number in 0..32 {
        let page = add(&league, &game(number));
        assert!(news(&page).contains("counts."), "{page}");
        league = link(&page);
        assert!(league.len() < LINK_MAX, "{number}: {}", league.len());
    }
    assert!(league.len() > LINK_MAX - 150, "it is full: {}", league.len());
    let full = page(&format!("{league}&as=json"));
    assert_eq!(standings(&full).len(), 8);
    assert_eq!(full["counted"].as_array().map(Vec::len), Some(32));
    let refused = add(&league, &game(33));
    assert!(news(&refused).contains("a league has room for 32 games of 8 people"), "{refused}");
    assert_eq!(standings(&refused), standings(&full));
    // The page tells a number of results, and the query has room for them.
    let text = services::ask(&format!("{league}&as=text")[1..]).body;
    assert!(text.contains("about 6 at once"), "{text}");
}

#[test]
fn ten_results_are_pasted_into_a_new_league_in_one_go() {
    let links = (20..30).map(|number| {
        let result = result(&over("eights", 2, "", number));
        format!("https://games.example/cgi-bin/parlour{}", link(&result))
    });
    let text = links.collect::<Vec<_>>().join("\r\n");
    assert_eq!(add("", &text)["counted"].as_array().map(Vec::len), Some(10));
    assert!(services::ask("league&as=text").body.contains("about 10 at once"));
    // A link on the page of a result does the same for one.
    let html = services::ask(&link(&result(&over("eights", 2, "", 20)))[1..]).body;
    let one = html.split("href=\"").find(|href| href.contains("&league")).expect("a link");
    let one = one.split('"').next().expect("a link").replace("&#38;", "&");
    assert!(services::ask(&one[1..]).body.contains("counts."), "{one}");
}
