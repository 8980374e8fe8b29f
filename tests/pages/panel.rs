//! The panel: every page that somebody else waits for has its link to send, in every format, and no
//! other page has one.

use crate::follow::json;
use parlour::game::chance::Chance;
use parlour::games::find;
use parlour::gateway::http::Method;
use serde_json::Value;
use std::collections::BTreeSet;
use support::friends::{Friends, link_to_send, percent_encoded};
use support::reader::markup::{element, plain, text_of};
use support::services;

/// Every stage of a page that somebody waits for, as the schema lists them.
const STAGES: [&str; 7] = ["invitation", "answer", "deal", "turn", "end", "challenge", "league"];
/// The messengers, by the beginning of their links.
const MESSENGERS: [&str; 4] = ["mailto:?", "sms:?", "https://wa.me/?", "https://t.me/share/url?"];
/// Rounds that are played to count their links.
const ROUNDS: u64 = 21;
/// Moves within which a game ends here.
const MOVES_MAX: usize = 700;

/// The stages of the pages that were checked.
#[derive(Default)]
struct Seen(BTreeSet<String>);

impl Seen {
    /// Checks the page of a link in every format. `get` opens a query. `waits` is true if somebody
    /// else needs the page.
    fn check(&mut self, get: &dyn Fn(&str) -> String, link: &str, waits: bool) -> Value {
        let bare = link.trim_start_matches('?').replace("&as=json", "");
        let page: Value = serde_json::from_str(&get(&format!("{bare}&as=json"))).expect("JSON");
        let [html, text] = ["", "&as=text"].map(|format| get(&format!("{bare}{format}")));
        let panel = &page["panel"];
        assert_eq!(panel.is_object(), waits, "{bare}: {page}");
        let sections = html.matches("id=send").count();
        assert_eq!(sections, usize::from(waits), "{html}");
        if !waits {
            return page;
        }
        let [stage, to, message] =
            ["stage", "to", "message"].map(|key| panel[key].as_str().expect("words").to_owned());
        let sent = page["link_to_send"].as_str().expect("a link");
        assert!(!sent.contains("&c=") && sent.starts_with("https://"), "{sent}");
        // It is unfolded, and has the link, its words and the messengers.
        let section = &html[html.find("id=send").expect("a panel")..];
        let section = section.split("</section>").next().expect("its end");
        let before = &html[..html.find("id=send").expect("a panel")];
        assert_eq!(before.matches("<details").count(), before.matches("</details").count());
        let shown = section.split("<details").next().expect("its beginning");
        let link = masked(sent);
        assert!(masked(&plain(shown)).contains(&link), "{link} in {shown}");
        assert!(plain(shown).contains(&format!("to {to}")), "{to} in {shown}");
        for messenger in MESSENGERS {
            assert!(shown.contains(messenger), "{messenger} in {shown}");
        }
        let words = percent_encoded(&message);
        let plain_in_links = [("%28", "("), ("%29", ")"), ("%2E", "."), ("%2B", "+")];
        let words = plain_in_links.iter().fold(words, |all, (code, sign)| all.replace(code, sign));
        let decoded = plain_in_links
            .iter()
            .fold(shown.to_owned(), |all, (code, sign)| all.replace(code, sign));
        assert!(decoded.contains(&words), "{words} in {shown}");
        let unwrapped = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            unwrapped.contains(&message) && masked(&unwrapped).contains(&link),
            "{message}: {text}"
        );
        // The page behind the link has the words as its title, and in a preview.
        let opened = get(sent.split_once('?').expect("a query").1);
        let title = text_of(element(&opened, "title").expect("a title"));
        assert!(title.starts_with(&message), "{message}: {title}");
        let preview = opened.split("property=\"og:title\" content=\"").nth(1);
        let preview = preview.and_then(|rest| rest.split('"').next()).map(plain);
        assert_eq!(preview.as_deref(), Some(&*message));
        self.0.insert(stage);
        page
    }

    /// Checks what everybody and each player sees of a table.
    fn check_table(&mut self, friends: &Friends) {
        let get = |query: &str| friends.ask(Method::Get, query).body;
        let public = self.check(&get, &friends.public, true);
        let turn = &public["turn"];
        for (seat, password) in friends.passwords.iter().enumerate() {
            let page = friends.page_with(password);
            if page["table"]["password"].is_null() {
                continue;
            }
            let waits = turn.is_null() || *turn != seat;
            let page = self.check(&get, &format!("{}&c={password}", friends.public), waits);
            if let (Some(turn), true) = (turn.as_u64(), page["panel"]["stage"] == "turn") {
                assert_eq!(page["panel"]["to"], *friends.names[turn as usize]);
            }
        }
    }
}

/// The text without its tokens. Every page of a table seals its own.
fn masked(text: &str) -> String {
    let is_of_token = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let mut parts = text.split("?s=");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + "?s=" + part.trim_start_matches(is_of_token))
}

/// Opens a page without a table.
fn get(query: &str) -> String {
    services::browse(query.trim_start_matches('?')).body
}

/// The links of the moves on a page.
fn moves(page: &Value) -> Vec<String> {
    let requests = page["requests"].as_array().expect("requests").iter();
    let moves = requests.filter(|request| request["read_only"] == false);
    moves.map(|request| request["link"].as_str().expect("a link").to_owned()).collect()
}

#[test]
fn every_page_others_wait_for_has_a_panel() {
    let mut seen = Seen::default();
    let mut chance = Chance::from_seed([71; 32]);
    // Open games, from the first page to the end.
    for start in [
        "g=tictactoe&people=2",
        "g=nim&people=2",
        "g=noughts&people=2",
        "g=chess&people=2",
        "g=concentration&people=3&size=4x3",
    ] {
        let mut link = format!("?{start}&as=json");
        let mut page = seen.check(&get, &link, false);
        for number in 0.. {
            assert!(number < MOVES_MAX, "{start} has no end");
            let turn = page["turn"].clone();
            link = chance.pick(&moves(&page)).expect("a move").clone();
            page = json(&link);
            // A player who goes on needs no link. After a move that passes the turn, the other one
            // does, and nothing on the page acts for them.
            let waits = page["turn"] != turn;
            assert_eq!(moves(&page).is_empty(), waits, "{page}");
            let is_over = page["ranking"].is_array();
            if number % 16 < 3 || is_over {
                seen.check(&get, &link, waits);
            }
            if is_over {
                break;
            }
            if waits {
                page = seen.check(&get, &link_to_send(&page), false);
            }
        }
    }
    let endings =
        ["resign&sure", "offer_draw;move=e4;accept_draw&sure", "move=f3;move=e5;move=g4;move=Qh4"];
    for ending in endings {
        let page = ending.split(';').fold(json("?g=chess&people=2&as=json"), |page, request| {
            let link = page["links"]["position"].as_str().expect("a link").to_owned();
            json(&format!("{link}&{request}"))
        });
        assert!(page["ranking"].is_array(), "{ending}: {page}");
        assert_eq!(page["panel"]["stage"], "end", "{ending}");
    }
    // Tables, from the invitation to the end.
    for (game, people, options) in
        [("eights", 2, ""), ("eights", 3, "&players=4"), ("rps", 2, ""), ("rps", 2, "&best_of=3")]
    {
        let mut friends = Friends::open(game, people, options, 71);
        seen.check_table(&friends);
        if people == 2 {
            friends.sit("Bob");
        } else {
            let sit = friends.public_page()["table"]["sit"].as_str().expect("a seat").to_owned();
            let get = |query: &str| friends.ask(Method::Get, query).body;
            let answered = friends.page(&format!("{sit}&name=Zoe"));
            let link = link_to_send(&answered);
            let password = answered["table"]["password"].as_str().expect("a password");
            seen.check(&get, &link, true);
            seen.check(&get, &format!("{link}&c={password}"), true);
            ["Bob", "Cora"].iter().for_each(|name| friends.answer(name));
            friends.gather();
        }
        for turn in 0.. {
            if turn % 8 < 2 {
                seen.check_table(&friends);
            }
            if !friends.play_one_turn(&mut chance) {
                break;
            }
        }
        let end = friends.public_page();
        let league = json(end["table"]["league"].as_str().expect("a league"));
        seen.check(&get, &link_to_send(&league), true);
    }
    // One player leaves, and one stays away.
    for request in ["leave", "hand_over"] {
        let mut friends = Friends::at_full_table("eights", 2, "", 72);
        let turn = friends.turn().expect("a turn");
        friends.now += 10 * 24 * 60 * 60;
        let page = friends.page_of(1 - turn);
        let link = page["table"][request].as_str().expect("a way out").to_owned();
        let page = friends.page(&link);
        friends.take_link(&page);
        assert_eq!(friends.public_page()["panel"], page["panel"], "{request}");
        assert_eq!(page["panel"].is_object(), request == "leave", "{page}");
    }
    let start = json("g=mastermind&code=friend&as=json");
    let position = start["links"]["position"].as_str().expect("a link").replace("&as=json", "");
    let made = services::ask(format!("{}&move=ABCD", position.trim_start_matches('?')));
    let made = made.location.expect("the page of the maker");
    let made = seen.check(&get, &made, true);
    seen.check(&get, &link_to_send(&made), false);
    assert_eq!(seen.0.iter().map(String::as_str).collect::<BTreeSet<_>>(), STAGES.into());
}

#[test]
fn a_game_for_one_has_no_panel() {
    let mut seen = Seen::default();
    for game in ["nim", "chess", "mines", "maze", "mastermind", "rps", "eights"] {
        let page = seen.check(&get, &format!("?g={game}"), false);
        assert!(page["turn"].is_null() && page["link_to_send"].is_null(), "{page}");
    }
}

#[test]
fn a_page_after_moves_acts_for_nobody_else() {
    let start = json("?g=chess&people=2&as=json");
    let position = start["links"]["position"].as_str().expect("a link").replace("&as=json", "");
    let moved = get(&format!("{position}&move=e4"));
    let acts = |link: &String| {
        ["&resign", "&offer_draw", "&choose", "&play"].iter().any(|act| link.contains(act))
    };
    let found: Vec<String> = crate::follow::links(&moved).into_iter().filter(acts).collect();
    assert!(found.iter().all(|link| link.contains("&rules=link")), "{found:?}");
    assert!(moved.contains("Play on this device as Black"), "{moved}");
    // The other player opens the link, with the board turned, and may turn it.
    let opened = json(&link_to_send(&json(&format!("{position}&move=e4&as=json"))));
    assert_eq!(opened["parts"][0]["cells"][0]["label"], "white rook");
    let black = get(&link_to_send(&opened).replace("&as=json", ""));
    let turned = crate::follow::link(&black, "turned");
    let white_below = json(&format!("{turned}&as=json"));
    assert_eq!(white_below["parts"][0]["cells"][0]["label"], "black rook");
    // The choice of the viewer stays, and goes to nobody else.
    assert!(moves(&white_below).iter().all(|link| link.contains("&turned")));
    let replied = json(&format!("{turned}&as=json&move=e5"));
    assert_eq!(replied["parts"][0]["cells"][0]["label"], "black rook");
    assert!(!link_to_send(&replied).contains("turned"));
}

#[test]
fn a_request_that_ends_a_game_asks_once() {
    for (game, side) in [("chess", "White"), ("nim", "Player 1"), ("noughts", "O")] {
        let start = json(&format!("?g={game}&people=2&as=json"));
        let ends = start["requests"].as_array().expect("requests").iter();
        let ends: Vec<&Value> = ends.filter(|request| request["ends"] == true).collect();
        let [resign] = ends[..] else { panic!("{game}: {ends:?}") };
        assert_eq!(resign["label"], format!("Resign for {side}"));
        let start_link = start["links"]["position"].as_str().unwrap().replace("&as=json", "");
        let asked = get(&format!("{start_link}&resign"));
        assert!(asked.contains(&format!("Resign for {side}?")), "{asked}");
        assert!(!asked.contains("resigned"), "{asked}");
        let sure = crate::follow::link(&asked, "&sure");
        assert!(get(&sure).contains(&format!("{side} resigned.")), "{sure}");
        for format in ["text", "svg"] {
            let asked = get(&format!("{start_link}&resign&as={format}"));
            let sure = "&resign&sure";
            assert!(asked.replace("&#38;", "&").replace("&amp;", "&").contains(sure), "{asked}");
        }
        let direct = json(resign["link"].as_str().expect("a link"));
        assert!(direct["ranking"].is_array(), "{direct}");
    }
    let bare = json("?g=tictactoe&people=2&as=json");
    let requests = bare["requests"].as_array().expect("requests");
    assert!(requests.iter().all(|request| request["ends"] == false), "{bare}");
}

#[test]
fn a_draw_offer_goes_with_the_link() {
    let start = json("?g=chess&people=2&as=json");
    let offered = ["offer_draw", "move=e4"].into_iter().fold(start, |page, request| {
        json(&format!("{}&{request}", page["links"]["position"].as_str().expect("a link")))
    });
    let message = offered["panel"]["message"].as_str().expect("a message");
    assert_eq!(message, "Black, your turn (Chess). White offers a draw");
    // Black does not answer, and offers one for the next move.
    let position = offered["links"]["position"].as_str().expect("a link").replace("&as=json", "");
    let page = get(&format!("{position}&offer_draw"));
    assert!(
        !page.contains("Black offers a draw,") && !page.contains("Black offers a draw<"),
        "{page}"
    );
}

#[test]
fn a_round_takes_about_the_promised_links() {
    let told = find("eights").expect("the game").ruleset.links_per_round.expect("a number");
    for people in 2..=5 {
        let rounds = (0..ROUNDS).map(|number| {
            let mut friends = Friends::at_full_table("eights", people, "", 100 + number);
            let mut chance = Chance::from_seed([number as u8; 32]);
            (0..).take_while(|_| friends.play_one_turn(&mut chance)).count()
        });
        let mut rounds: Vec<usize> = rounds.collect();
        rounds.sort_unstable();
        let median = rounds[rounds.len() / 2] as f64;
        println!("{people} people: {median} links");
        assert!(
            (0.7..1.3).contains(&(median / f64::from(told))),
            "{people} people: {median} links"
        );
    }
}

#[test]
fn who_leads_the_next_round_goes_on() {
    let (mut leads, mut ends) = (0, 0);
    for number in 0..ROUNDS {
        let mut friends = Friends::at_full_table("eights", 3, "&match=points", 200 + number);
        let mut chance = Chance::from_seed([number as u8; 32]);
        let leader = friends.turn().expect("the leader of the first round");
        loop {
            let mover = friends.turn();
            if !friends.play_one_turn(&mut chance) {
                break;
            }
            let page = friends.public_page();
            if page["status"].as_str().is_some_and(|status| status.contains("last card")) {
                let next = (leader + 1) % 3;
                ends += 1;
                leads += usize::from(friends.turn() == Some(next));
                assert!(friends.turn() == Some(next) || mover == Some(next), "{page}");
                break;
            }
        }
    }
    assert!(ends > 10 && leads > 0, "{leads} of {ends}");
}
