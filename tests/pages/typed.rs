//! Typed moves: a clear move is made, an unclear one is explained, and a player who only types
//! plays every game to its end.

use crate::follow::{body, json, link, opened};
use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::gateway::http::Method;
use serde_json::Value;
use support::friends::Friends;
use support::reader::Page;
use support::services::ask;
use support::stranger::text;

/// Moves within which a game has ended.
const MOVES_MAX: usize = 3_000;

fn typed(page: &Value, text: &str) -> Value {
    let ask = page["ask"]["link"].as_str().unwrap_or_else(|| panic!("nothing to type: {page}"));
    let text: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    json(&format!("{ask}&move={text}"))
}

#[test]
fn every_game_is_finished_by_typing() {
    for (number, game) in GAMES.iter().enumerate() {
        let mut chance = Chance::from_seed([number as u8; 32]);
        let mut page = json(&format!("?g={}&seed=typed&as=json", game.ruleset.key));
        for turn in 0.. {
            assert!(turn < MOVES_MAX, "{} has no end", game.ruleset.key);
            if !page["ranking"].is_null() {
                break;
            }
            let requests = page["requests"].as_array().expect("requests");
            let moves: Vec<&Value> =
                requests.iter().filter(|request| request["read_only"] == false).collect();
            let label = chance.pick(&moves).expect("a move")["label"].as_str().expect("a label");
            let next = typed(&page, label);
            assert!(next["fault"].is_null(), "{label}: {next}");
            let meaning = next["typed"]["meanings"][0].as_str().expect("a meaning");
            assert_eq!(meaning, label);
            page = next;
        }
    }
}

#[test]
fn the_example_in_the_field_is_a_move() {
    let starts = GAMES.iter().map(|game| format!("g={}&seed=typed", game.ruleset.key));
    for query in starts.chain(["g=mastermind&code=yours".to_owned()]) {
        let page = body(&query);
        let (_, example) = page.split_once(" placeholder=\"").unwrap_or_else(|| panic!("{query}"));
        let (example, _) = example.split_once('"').expect("its end");
        let next = typed(&json(&format!("?{query}&as=json")), example);
        assert!(next["fault"].is_null(), "{query}: {example}: {next}");
    }
}

#[test]
fn a_typed_move_equals_that_of_its_link() {
    let page = body("g=tictactoe");
    let position = link(&page, "mark=4").replace("&mark=4", "");
    let plain = Page { html: body(&format!("{position}&mark=4")) };
    for text in [
        "2,2",
        "b2",
        "r2c2",
        "row+2+column+2",
        "col+2+row+2",
        "the+centre",
        "Choose+ROW+2,+column+2",
        "mark%3D4",
    ] {
        let page = body(&format!("{position}&move={text}"));
        assert_eq!(page.contains("You typed"), text != "mark%3D4", "{text}: {page}");
        assert_eq!(page.contains("Choose row 2, column 2."), text != "mark%3D4", "{text}: {page}");
        assert!(page.contains("autofocus"), "{text}: the next move will be typed, too");
        let shown: Vec<&str> = page.lines().filter(|line| !line.contains("You typed")).collect();
        let shown = shown.join("\n");
        let start = shown.find(" autofocus").expect("a focus");
        let end = start + shown[start..].find('>').expect("its end");
        let shown = Page { html: [&shown[..start], &shown[end..]].concat() };
        assert_eq!(shown.position(), plain.position(), "{text}");
    }
    assert_eq!(body(&format!("{position}&move=")), body(&position), "nothing is no move");
}

/// The names of numbers tell which is which. Without them, nothing does.
#[test]
fn named_numbers_count_in_any_order() {
    let page = json("?g=nim&level=easy&as=json");
    for text in ["take 2 from heap 3", "heap 3 take 2", "heap 3, 2", "count 2, heap 3"] {
        let took = typed(&page, text);
        assert_eq!(took["typed"]["meanings"][0], "Take 2 from heap 3", "{text}: {took}");
    }
    for text in ["heap 3 heap 2", "heap 3", "heap 3 4 5", "heap 3 leave 2", "heap 3 from 2"] {
        assert_eq!(typed(&page, text)["parts"], page["parts"], "{text}");
    }
    // Names may stand behind their numbers.
    let page = json("?g=mastermind&code=yours&seed=a&as=json");
    for text in ["1 black 0 white", "0 white, 1 black", "answer 0 white 1 black"] {
        let answered = typed(&page, text);
        assert_eq!(answered["messages"][0]["arguments"], serde_json::json!([1, 0]), "{text}");
    }
}

#[test]
fn a_whole_row_is_typed_at_once() {
    let page = json("?g=mastermind&code=evasive&as=json");
    for text in ["AABC", "a a b c", "blue, blue, green, yellow", "bbgy", "\u{ff21}ABC."] {
        let guessed = typed(&page, text);
        assert!(guessed["fault"].is_null(), "{text}: {guessed}");
        assert_eq!(guessed["messages"][0]["name"], "guessed", "{text}: {guessed}");
        let meaning = "Put A blue, A blue, B green, C yellow";
        assert_eq!(guessed["typed"]["meanings"][0], meaning, "{text}");
    }
    // Three pegs and one that is none; more pegs than the row has holes.
    for text in ["AABX", "AABCD", "AABC AABC", "A"] {
        let answer = typed(&page, text);
        let is_put = answer["fault"].is_null();
        assert_eq!(is_put, text == "A", "{text}: {answer}");
        assert_eq!(answer["parts"] == page["parts"], !is_put, "{text}");
    }
    // The computer's replies are seen one by one.
    let page = json("?g=tictactoe&as=json");
    let answer = typed(&page, "5 9 1");
    assert_eq!((&answer["fault"]["code"], &answer["parts"]), (&608.into(), &page["parts"]));
    // An answer of two numbers is no square.
    let page = json("?g=mastermind&code=yours&as=json");
    let answered = typed(&page, "1 0");
    assert_eq!(answered["messages"][0]["arguments"], serde_json::json!([1, 0]), "{answered}");
}

/// Two squares are turned up one by one, and a row of pegs is put at once, at tables, too.
#[test]
fn a_challenges_maker_types_a_whole_row() {
    let maker = json("?g=mastermind&code=friend&as=json");
    let position = text(&maker, "/links/position");
    let typed = |text: &str| json(&format!("{position}&move={text}"));
    for text in [
        "AABC",
        "a+a+b+c",
        "bbgy",
        "blue,blue,green,yellow",
        "Put+A+blue,+A+blue,+B+green,+C+yellow",
    ] {
        let made = typed(text);
        assert!(made["fault"].is_null() && made["typed"].is_null(), "{text}: {made}");
        let status = made["status"].as_str().unwrap_or_default();
        assert!(status.starts_with("Your code is sealed."), "{text}: {made}");
    }
    for text in ["AABG", "AABX", "AABCD", "blue+B", "bbzy"] {
        let refused = typed(text);
        assert_eq!(refused["fault"]["code"], 608, "{text}: {refused}");
    }
}

/// A number counts only if it comes from a field on a page that prints it.
#[test]
fn a_typed_number_counts_where_it_is_printed() {
    for game in GAMES {
        let page = json(&format!("?g={}&seed=golden&as=json", game.ruleset.key));
        let position = text(&page, "/links/position");
        let listed = body(&format!(
            "{}&links&as=text",
            position.trim_start_matches('?').replace("&as=json", "")
        ));
        // The number of the third move that the page prints, and the link below it.
        let lines: Vec<&str> = listed.lines().collect();
        let at = lines.iter().position(|line| line.starts_with("   2  ")).expect("a number");
        let field = lines.iter().find(|line| line.ends_with("&move=")).expect("a field").trim();
        assert!(field.contains("&numbered"), "{field}");
        let played = body(&format!("{}2", field.trim_start_matches('?')));
        let linked = body(lines[at + 1].trim().trim_start_matches('?'));
        assert!(!played.contains("(Fault "), "{}: {played}", game.ruleset.key);
        let drawn = |page: &str| page.lines().filter(|l| l.contains('|')).collect::<String>();
        assert_eq!(drawn(&played), drawn(&linked), "{}", game.ruleset.key);
        let played = typed(&page, "2");
        if game.ruleset.key == "four" {
            assert_eq!(played["messages"][0]["arguments"][1], 2, "a number is a column: {played}");
        } else {
            assert!(played["fault"]["code"].is_u64(), "{}: JSON prints none", game.ruleset.key);
        }
    }
}

/// Texts that name a move which the rules forbid get the referee's reason.
#[test]
fn a_forbidden_typed_move_gets_its_reason() {
    let after = |game: &str, moves: &[&str]| {
        let start = json(&format!("?g={game}&seed=golden&as=json"));
        moves.iter().fold(start, |page, text| opened(typed(&page, text)))
    };
    for (game, moves, text, code) in [
        ("tictactoe", &["2,2"][..], "2,2", 902),
        ("noughts&people=2", &["2,2"], "2,2", 902),
        ("concentration", &["1,1"], "1,1", 903),
        ("mines", &["Flag 1,5"], "1,5", 903),
        ("nim", &[], "1,9", 902),
        ("nim", &[], "8,1", 901),
        ("eights", &[], "ace of nothing", 608),
        ("chess&people=2", &["e4", "c5", "Nf3", "d6", "Bb5"], "a6", 906),
    ] {
        let page = after(game, moves);
        let refused = typed(&page, text);
        assert_eq!(refused["fault"]["code"], code, "{game} {text}: {refused}");
        let position = |page: &Value| page["links"]["position"].clone();
        assert_eq!(position(&refused), position(&page), "{game} {text}");
    }
    let check = typed(&after("chess&people=2", &["e4", "c5", "Nf3", "d6", "Bb5"]), "a6");
    let why = "a6 would leave your king in check: the bishop on b5 attacks it.";
    assert_eq!(check["fault"]["sentence"], why);
}

/// The answer to a text that is no move has a move that is one.
#[test]
fn the_example_of_a_refusal_is_a_move() {
    for (number, game) in GAMES.iter().enumerate() {
        let mut chance = Chance::from_seed([number as u8; 32]);
        let mut page = json(&format!("?g={}&seed=typed&as=json", game.ruleset.key));
        for _ in 0..12 {
            let refused = typed(&page, "xyzzy");
            let sentence = refused["fault"]["sentence"].as_str().expect("a sentence");
            if let Some((_, example)) = sentence.split_once("such as ") {
                let played = typed(&page, example.trim_end_matches('.'));
                assert!(played["fault"].is_null(), "{sentence}: {played}");
            }
            let requests = page["requests"].as_array().expect("requests");
            let moves: Vec<&Value> =
                requests.iter().filter(|request| request["read_only"] == false).collect();
            let Some(chosen) = chance.pick(&moves) else { break };
            page = typed(&page, chosen["label"].as_str().expect("a label"));
            if page["ask"].is_null() {
                break;
            }
        }
    }
}

#[test]
fn text_without_meaning_is_told_and_changes_nothing() {
    let start = "?g=eights&seed=golden&as=json";
    let page = json(start);
    for (text, fault, count) in [("xyzzy", 608, 0), ("play", 608, 2), ("<b>&\u{0}\n", 608, 0)] {
        let answer = typed(&page, text);
        assert_eq!(answer["fault"]["code"], fault, "{text}: {answer}");
        let meanings = answer["typed"]["meanings"].as_array().expect("meanings");
        assert_eq!(meanings.len() >= 2, count >= 2, "{text}: {meanings:?}");
        assert_eq!(answer["parts"], page["parts"], "{text}");
    }
    let ask = page["ask"]["link"].as_str().expect("a link").replace("&as=json", "");
    let html = body(&format!("{}&move=%3Czz%3E", ask.trim_start_matches('?')));
    assert!(html.contains("\u{201c}zz\u{201d} is not"), "{html}");
    let html = body(&format!("{}&move=play", ask.trim_start_matches('?')));
    assert!(html.contains("Do you mean:") && html.contains("play_card="), "{html}");
    assert!(
        html.contains("\u{201c}play\u{201d}") && html.contains("aria-invalid=true"),
        "the field is marked: {html}"
    );
    let refused =
        body(&format!("{}&play_card=99", ask.trim_start_matches('?').replace("&move=", "")));
    assert!(refused.contains("role=alert") && !refused.contains("aria-invalid"), "{refused}");
    let address = typed(&page, "see evil.example/x").to_string();
    assert!(!address.contains("evil.example"), "{address}");
    let both = format!("{}&move=draw&draw_card&as=json", ask);
    assert_eq!(json(&both)["fault"]["code"], 606, "one move at a time");
}

#[test]
fn only_a_board_in_play_has_a_field() {
    for game in GAMES {
        let key = game.ruleset.key;
        let page = body(&format!("g={key}&seed=golden"));
        assert_eq!(page.matches("name=move ").count(), 1, "{key}");
        assert!(!body(&format!("g={key}&rules")).contains("name=move "), "{key}");
    }
    assert!(!crate::follow::won().contains("name=move "), "there is nothing left to do");
}

#[test]
fn people_type_only_with_their_own_password() {
    let friends = Friends::at_full_table("eights", 2, "", 11);
    let seat = friends.turn().expect("a turn");
    let own = friends.page_of(seat);
    let label = own["requests"][0]["label"].as_str().expect("a move").to_owned();
    let text: String = label.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let typed = |link: &str| friends.page(&format!("{link}&move={text}"));
    // The page tells no more without a password, or with another player's.
    let public = typed(&friends.public);
    assert_eq!(public["typed"], Value::Null, "{public}");
    assert!(public["fault"]["code"].is_u64());
    let other = typed(&format!("{}&c={}", friends.public, friends.passwords[1 - seat]));
    assert_eq!((&other["typed"], other["fault"]["code"].is_u64()), (&Value::Null, true), "{other}");
    let moved = typed(&format!("{}&c={}", friends.public, friends.passwords[seat]));
    assert!(moved["fault"].is_null(), "{moved}");
}

#[test]
fn every_client_tells_a_position_in_words() {
    let page = body("g=tictactoe");
    let position = link(&page, "mark=4");
    let html = body(&format!("{position}&words"));
    assert!(html.contains("<h1>Tic-tac-toe in words</h1>"), "{html}");
    let row = "<h3>Row 2</h3>\n<ul>\n<li>Column 1: empty</li>\n<li>Column 2: your X</li>";
    assert!(html.contains(row), "{html}");
    assert!(html.contains("You can move at every square that is empty."), "{html}");
    assert!(html.contains("<a href=\"#moves\">") && html.contains("<h2 id=moves>"), "{html}");
    let text = body(&format!("{position}&words&as=text"));
    assert!(text.contains("Last change: row 1, column 1"), "{text}");
    assert!(html.contains("name=move "), "and a move can be typed");
    assert!(html.contains("row, column, such as 1,2 <input"), "{html}");
    assert!(html.contains(">New game</a>"), "{html}");
}

#[test]
fn a_hand_in_words_tells_playable_cards() {
    let page = body("g=eights&seed=golden");
    let words = body(&format!("{}&words", link(&page, "&words").replace("&words", "")));
    let playable = page.matches("play_card=").count();
    assert!(playable > 0, "{page}");
    assert_eq!(words.matches(", can be played</li>").count(), playable, "{words}");
}

#[test]
fn a_table_in_words_says_whose_it_is() {
    let friends = Friends::at_full_table("eights", 2, "", 11);
    let seat = friends.turn().expect("a turn");
    let words = |link: String| {
        let page = friends.ask(Method::Get, &format!("{link}&words")).body;
        assert!(!page.contains("Back undoes"), "{page}");
        page
    };
    assert!(words(friends.bare_link()).contains("For everybody: you may share this page."));
    let own = words(format!("{}&c={}", friends.bare_link(), friends.passwords[seat]));
    let privacy = own.find("alone: do not share this page.").expect("whose page it is");
    let status = own.find("class=status").expect("how it stands");
    assert!(privacy < status && own.matches("class=status").count() == 1, "{own}");
    assert!(own.contains("</p>\n<p><a href=\"#moves\">"), "{own}");
}

#[test]
fn the_feed_has_the_puzzles_of_fourteen_days() {
    let response = ask("feed");
    assert_eq!(response.content_type, "application/atom+xml; charset=utf-8");
    let daily = GAMES.iter().filter(|game| game.ruleset.daily).count();
    assert_eq!(response.body.matches("<entry>").count(), 14 * daily);
    assert!(response.body.contains("<id>urn:x-parlour:daily:maze:2026-11-21</id>"));
    let link = "href=\"https://games.example/parlour?g=maze&#38;day=2026-11-08\"";
    assert!(response.body.contains(link), "{}", response.body);
    assert!(!response.body.contains("2026-11-07"));
    assert_eq!(response.body, ask("feed").body);
}
