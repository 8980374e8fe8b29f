//! The panel: every page that somebody else waits for has its link to send, in every format, and no
//! other page has one.

use crate::follow::{json, links};
use parlour::game::any::AnyGame;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::games::{GAMES, find};
use parlour::gateway::http::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use support::friends::{Friends, link_to_send, percent_encoded};
use support::reader::markup::{element, plain, text_of};
use support::services;

/// Tables whose people do something at random, and the number of things that they do.
const TABLES: [(&str, usize, &str); 7] = [
    ("eights", 3, ""),
    ("eights", 2, "&match=points"),
    ("eights", 4, "&players=5&lead=lot&match=points"),
    ("eights", 3, "&aces=reverse&match=points"),
    ("eights", 5, ""),
    ("rps", 2, ""),
    ("rps", 2, "&best_of=3"),
];
const STEPS: usize = 30;
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

    /// Checks what everybody and each player sees of a table, also when it asks them a question.
    fn check_table(&mut self, friends: &Friends) {
        let get = |query: &str| friends.ask(Method::Get, query).body;
        let public = friends.public_page();
        let next = public["turn"].as_u64().map(|turn| &*friends.names[turn as usize]);
        self.check(&get, &friends.public, is_awaited(&public, None));
        if let Some(next) = next {
            let html = get(&friends.public.replace("&as=json", ""));
            let words = text_of(element(&html, "main").expect("a page"));
            assert!(words.contains(&format!("Not {next}? Send this link to")), "{words}");
        }
        for (seat, password) in friends.passwords.iter().enumerate() {
            let link = format!("{}&c={password}", friends.public);
            let own = friends.page(&link);
            if own["table"]["password"].is_null() {
                continue;
            }
            let is_awaited = is_awaited(&public, Some(seat));
            let page = self.check(&get, &link, is_awaited);
            assert_ne!(page["panel"]["to"], *friends.names[seat], "a link to oneself: {page}");
            for question in ["&sit=go", "&sit=absent"] {
                let asked = format!("{link}{question}");
                if friends.page(&asked)["fault"].is_null() {
                    self.check(&get, &asked, is_awaited);
                }
            }
            if let (Some(next), true) = (next, is_awaited) {
                let has_told = page["table"]["people"][seat]["last"] == page["table"]["turn_code"];
                let html = get(&link.replace("&as=json", ""));
                assert_eq!(html.contains(&format!("Waiting for {next}<")), !has_told, "{html}");
                let is_deal = page["panel"]["stage"] == "deal" && has_told;
                let to = if is_deal { "everybody" } else { next };
                assert_eq!(page["panel"]["to"], to, "{page}");
            }
        }
    }
}

/// Returns true if somebody other than the reader in a seat has to get the link: a guest, the player on
/// turn, or somebody who may not know the end.
fn is_awaited(public: &Value, reader: Option<usize>) -> bool {
    let table = &public["table"];
    if let Some(turn) = public["turn"].as_u64() {
        return reader != Some(turn as usize);
    }
    let people = table["people"].as_array().expect("people");
    // If one person is left, those who are away may not know it.
    let is_left_alone = people.iter().filter(|person| person["absent"] == false).count() < 2;
    let has_to_know = |(seat, person): (usize, &Value)| {
        let is_there = is_left_alone || person["absent"] == false;
        Some(seat) != reader && is_there && person["last"] != table["turn_code"]
    };
    table["sit"].is_string() || people.iter().enumerate().any(has_to_know)
}

/// Somebody at a table does something at random: the player on turn moves or takes another password, a
/// player leaves or has a seat handed over, or the next game begins, with or without those who are away.
/// Returns what it was, or `None` if there is nothing left to do.
fn step(friends: &mut Friends, chance: &mut Chance) -> Option<&'static str> {
    let seats = 0..friends.passwords.len();
    let mut pages: Vec<Value> = seats.map(|seat| friends.page_of(seat)).collect();
    pages.retain(|page| page["table"]["seat"].is_u64());
    let page = chance.pick(&pages)?.clone();
    let link = |key: &str| page["table"][key].as_str().map(str::to_owned);
    let ways_back = page["table"]["ways_back"].as_array().expect("ways back");
    let way_back =
        chance.pick(ways_back).map(|way| way["link"].as_str().expect("a link").to_owned());
    let way_back = way_back.filter(|_| chance.below(2) == 0);
    match (friends.turn(), chance.below(12)) {
        (None, _) => friends.follow(&way_back.or(link("again"))?),
        (Some(turn), 0) => {
            let password = friends.passwords[turn].clone();
            let changed = friends.follow(&format!("{}&c={password}&sit=password", friends.public));
            friends.passwords[turn] = changed["table"]["password"].as_str()?.to_owned();
            return Some("password");
        }
        (_, 1) if link("leave").is_some() => {
            friends.follow(&link("leave")?);
            return Some("leave");
        }
        (_, 2..4) if page["table"]["hand_over_from"].is_u64() => {
            friends.now += 3 * 24 * 60 * 60;
            let page = friends.page_of(page["table"]["seat"].as_u64()? as usize);
            friends.follow(page["table"]["hand_over"].as_str().expect("after the patience"));
            return Some("hand over");
        }
        (Some(turn), _) if page["turn"] == turn && way_back.is_some() => friends.follow(&way_back?),
        _ => {
            friends.play_one_turn(chance);
            return Some("move");
        }
    };
    let page = friends.public_page();
    friends.change_seats(&page);
    Some("deal")
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

/// Checks that no link from the page of a player who has just moved moves for the next one, but the link to send
/// itself.
fn check_that_nothing_moves(page: &Value, link: &str) {
    let sent = link_to_send(page).replace("&as=json", "");
    let token =
        |link: &str| link.split('&').find_map(|pair| Some(pair.split_once("s=")?.1.to_owned()));
    let own = token(&sent);
    let html = get(&link.replace("&as=json", ""));
    let ways = links(&html).into_iter().filter(|way| token(way) == own);
    let mut found = 0;
    for way in ways.filter(|way| *way != sent.trim_start_matches('?')) {
        let way = ["&as=json", "&as=svg", "&as=text"].iter().fold(way, |way, f| way.replace(f, ""));
        let opened = json(&format!("{way}&as=json"));
        assert_eq!(opened["ignored"], json!([]), "{way}");
        assert_eq!(opened["requests"].as_array().map_or(0, Vec::len), 0, "{way}: {opened}");
        found += 1;
    }
    assert!(found > 1, "{html}");
}

#[test]
fn every_page_of_an_open_game_has_its_panel() {
    let mut seen = Seen::default();
    let mut chance = Chance::from_seed([71; 32]);
    // Open games, from the first page to the end.
    for start in open_games() {
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
            if number < 3 && waits && !is_over {
                check_that_nothing_moves(&page, &link);
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
        // In its other formats, too. The player who gets the link sends it to nobody.
        let own = page["links"]["position"].as_str().expect("a link");
        let [own, sent] = [own, &link_to_send(&page)].map(json);
        assert_eq!((&own["panel"], &own["ignored"]), (&page["panel"], &json!([])), "{ending}");
        assert_eq!((&sent["panel"], &sent["ranking"]), (&Value::Null, &page["ranking"]));
    }
    // Games that one player makes for another.
    for (start, thing, guess) in
        [("g=mastermind&code=friend", "ABCD", "AABB"), ("g=letters&word=friend", "pizza", "crane")]
    {
        let position = |page: &Value| {
            let link = page["links"]["position"].as_str().expect("a link").replace("&as=json", "");
            link.trim_start_matches('?').to_owned()
        };
        let start = json(&format!("{start}&as=json"));
        let made = services::ask(format!("{}&move={thing}", position(&start)));
        let made = seen.check(&get, &made.location.expect("the page of the maker"), true);
        let mut page = seen.check(&get, &link_to_send(&made), false);
        while !page["ranking"].is_array() {
            page = json(&format!("{}&move={guess}&as=json", position(&page)));
        }
        assert_eq!(page["panel"]["stage"], "end", "{page}");
        seen.check(&get, &position(&page), true);
    }
    let stages = ["challenge", "end", "turn"];
    assert_eq!(seen.0.iter().map(String::as_str).collect::<Vec<_>>(), stages);
}

/// The queries of all games that people play over links without passwords.
fn open_games() -> Vec<String> {
    let with = |game: &AnyGame, people| {
        let choices = Choices::defaults(game.ruleset.options).with_people(people);
        let is_open = game.has_seats_for_all(&choices) && !game.ruleset.is_closed(&choices);
        is_open.then(|| format!("g={}&people={people}", game.ruleset.key))
    };
    let games: Vec<String> =
        GAMES.iter().flat_map(|game| (2..=5).filter_map(|people| with(game, people))).collect();
    assert!(games.len() > 5, "{games:?}");
    games
}

#[test]
fn every_page_of_a_table_has_its_panel() {
    let mut seen = Seen::default();
    let mut steps = BTreeMap::new();
    for (number, (game, people, options)) in TABLES.into_iter().enumerate() {
        let mut chance = Chance::from_seed([number as u8; 32]);
        let mut friends = Friends::open(game, people, options, number as u64);
        seen.check_table(&friends);
        if people > 2 {
            let get = |query: &str| friends.ask(Method::Get, query).body;
            let page = friends.public_page();
            let sit = page["table"]["sit"].as_str().expect("a seat");
            let answered = friends.page(&format!("{sit}&name=Zoe"));
            let password = answered["table"]["password"].as_str().expect("a password");
            seen.check(&get, &link_to_send(&answered), true);
            seen.check(&get, &format!("{}&c={password}", link_to_send(&answered)), true);
        }
        friends.fill(people);
        for _ in 0..STEPS {
            seen.check_table(&friends);
            let Some(step) = step(&mut friends, &mut chance) else { break };
            *steps.entry(step).or_insert(0) += 1;
        }
        seen.check_table(&friends);
        if let Some(league) = friends.public_page()["table"]["league"].as_str() {
            let get = |query: &str| friends.ask(Method::Get, query).body;
            seen.check(&get, &link_to_send(&friends.page(league)), true);
        }
    }
    println!("{steps:?} {:?}", seen.0);
    let ways = ["deal", "hand over", "leave", "move", "password"];
    assert_eq!(steps.keys().copied().collect::<Vec<_>>(), ways);
    let stages = ["answer", "deal", "end", "invitation", "league", "turn"];
    assert_eq!(seen.0.iter().map(String::as_str).collect::<Vec<_>>(), stages);
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
