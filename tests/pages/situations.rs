//! Every situation of a position, as the query of its page: games played alone or by an open link, and closed
//! tables, each as everybody and each player sees it. The links of the pages lead to them.

use crate::follow::{json, links};
use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::gateway::http::Method;
use serde_json::Value;
use support::friends::{Friends, NAMES, link_to_send, percent_encoded};
use support::services::{NOW, ask};

/// Looks at the page of a query.
pub type Look<'a> = &'a mut dyn FnMut(&str);

/// Moves of a game before one that ends it, if there is one.
const MOVES_MAX: usize = 12;
/// Turns at a table, and the turns that are looked at before the next is skipped.
const TURNS_MAX: usize = 60;
const LOOKED_AT: usize = 3;
/// Long enough for a table to wait, in seconds.
const TEN_DAYS: u64 = 10 * 24 * 60 * 60;
/// A password of nobody, and a turn code of no turn.
const WRONG: [&str; 3] = ["&c=aaaaa-aaaaa", "&at=t9-AAAA", "&move=nonsense"];

/// The query of a link without a format.
fn bare(link: &str) -> String {
    let query = link.split('#').next().unwrap_or_default().trim_start_matches('?');
    query.replace("&as=json", "")
}

/// The links of a page to programs that hold this text.
fn ways(page: &Value, part: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut values = vec![page];
    while let Some(value) = values.pop() {
        match value {
            Value::String(text) if text.starts_with('?') && text.contains(part) => {
                found.push(bare(text));
            }
            Value::Array(inner) => values.extend(inner),
            Value::Object(inner) => values.extend(inner.values()),
            _ => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Looks at every game, alone and with an open link, from its deal on.
pub fn of_every_game(look: Look<'_>) {
    let mut chance = Chance::from_seed([19; 32]);
    for game in GAMES {
        for deal in ["&seed=same", "&seed=same&people=2", "&day=2026-11-20", "&day=today"] {
            of_game(&format!("g={}{deal}", game.ruleset.key), &mut chance, look);
        }
    }
}

fn of_game(deal: &str, chance: &mut Chance, look: Look<'_>) {
    let mut query = arrive(deal);
    for step in 0..=MOVES_MAX {
        let page = json(&format!("{query}&as=json"));
        let position = page.pointer("/links/position").and_then(Value::as_str);
        let Some(position) = position.map(bare) else { return };
        look(&query);
        let requests: Vec<&Value> = page["requests"].as_array().into_iter().flatten().collect();
        let of = |key: &str, value: bool| -> Vec<String> {
            let found = requests.iter().filter(|request| request[key] == value);
            found.map(|request| bare(request["link"].as_str().expect("a link"))).collect()
        };
        if step % 3 == 0 {
            of("read_only", true).iter().for_each(|question| look(question));
            WRONG.iter().for_each(|wrong| look(&format!("{position}{wrong}")));
            if let Some(after) = page.pointer("/walk/ask/link").and_then(Value::as_str) {
                look(&format!("{}&after={}", bare(after), step / 2));
            }
        }
        let end = chance.pick(&of("ends", true)).cloned().filter(|_| step + 1 == MOVES_MAX);
        let next = end.or_else(|| chance.pick(&of("read_only", false)).cloned());
        let Some(next) = next else { break };
        query = arrive(&next);
    }
    let page = json(&format!("{query}&as=json"));
    for part in ["&solution", "&play_on"] {
        ways(&page, part).iter().take(1).for_each(|way| look(way));
    }
}

/// Looks at closed tables of every game that has them: one that is played to its end, one that a player
/// leaves, and one at which a seat is handed over.
pub fn of_every_table(look: Look<'_>) {
    let closed = GAMES.iter().filter(|game| game.ruleset.has_tables());
    for game in closed {
        let (least, most) = game.ruleset.people;
        for people in least.max(2)..=most.min(3) {
            for (number, goes) in (0..).zip([None, Some("leave"), Some("hand_over")]) {
                let patience = if number == 0 { "" } else { "&patience=3d" };
                let friends = Friends::open(game.ruleset.key, people, patience, number);
                of_table(friends, people, goes, look);
            }
        }
    }
}

/// Looks at a table from its first seat on. In the midst of it, somebody `goes` by the link of this name.
fn of_table(mut friends: Friends, people: usize, goes: Option<&str>, look: Look<'_>) {
    of_everybody(&friends, look);
    if people == 2 {
        friends.sit(NAMES[1]);
    } else {
        of_gathering(&mut friends, people, look);
    }
    let mut chance = Chance::from_seed([7; 32]);
    for turn in 0..TURNS_MAX {
        if goes.is_some() {
            // The table has waited long enough.
            friends.now = NOW - TEN_DAYS;
        }
        if turn % 8 < LOOKED_AT {
            of_everybody(&friends, look);
        }
        if let (Some(link), 1) = (goes, turn) {
            go(&mut friends, link);
            of_everybody(&friends, look);
        }
        if !friends.play_one_turn(&mut chance) {
            break;
        }
    }
    of_everybody(&friends, look);
    if let Some(again) = friends.page_of(0)["table"]["again"].as_str().map(str::to_owned) {
        friends.follow(&again);
        of_everybody(&friends, look);
    }
}

/// Looks at a table whose host gathers answers, and at the answers.
fn of_gathering(friends: &mut Friends, people: usize, look: Look<'_>) {
    for name in &NAMES[1..people] {
        friends.answer(name);
        let answer = friends.answers.last().expect("an answer");
        let answer = bare(answer.split_once('?').expect("a link").1);
        look(&answer);
        for password in [&friends.passwords[0], friends.passwords.last().expect("a password")] {
            look(&format!("{answer}&c={password}"));
        }
    }
    let host = bare(friends.page_of(0)["table"]["gather"].as_str().expect("a host"));
    for text in ["nothing", &friends.answers[0], &friends.answers[0].repeat(2)] {
        look(&arrive(&format!("{host}&answers={}", percent_encoded(text))));
    }
    let partial = bare(&link_to_send(&friends.paste(&friends.answers[0])));
    for password in &friends.passwords {
        look(&format!("{partial}&c={password}"));
    }
    friends.gather();
}

/// The player on turn takes another password, and another player follows a link of this name.
fn go(friends: &mut Friends, link: &str) {
    let Some(turn) = friends.turn() else { return };
    let renewed = friends.page_of(turn)["table"]["new_password"].clone();
    let renewed = friends.page(renewed.as_str().expect("a way to another password"));
    friends.passwords[turn] = renewed["table"]["password"].as_str().expect("one").to_owned();
    friends.take_link(&renewed);
    let other = (turn + 1) % friends.passwords.len();
    if let Some(link) = friends.page_of(other)["table"][link].as_str().map(str::to_owned) {
        friends.follow(&link);
    }
}

/// The query to which a browser is sent on.
fn arrive(query: &str) -> String {
    ask(query).location.map_or_else(|| query.to_owned(), |link| bare(&link))
}

/// Looks at a table as everybody and each player sees it, with each question that a page leads to.
fn of_everybody(friends: &Friends, look: Look<'_>) {
    let public = bare(&friends.public);
    look(&public);
    WRONG.iter().take(2).for_each(|wrong| look(&format!("{public}{wrong}")));
    for password in &friends.passwords {
        let own = format!("{public}&c={password}");
        look(&own);
        let page = friends.ask(Method::Get, &own).body;
        for way in links(&page) {
            if way.contains("&sit=") && ask(&way).location.is_none() {
                look(&way);
            }
        }
        let renewed = friends.page(&format!("{own}&sit=password&as=json"));
        if let (true, Some(password)) =
            (renewed["fault"].is_null(), renewed["table"]["password"].as_str())
        {
            look(&format!("{}&c={password}", bare(&link_to_send(&renewed))));
        }
    }
}
