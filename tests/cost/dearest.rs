//! A search for the dearest request: it changes a little in a request, and keeps the change if the request
//! takes longer then. It starts from the dearest requests known.

use crate::program::{Program, requests_in};
use crate::walks::Ask;
use crate::{INSTRUCTIONS_OF_A_SEARCH_MAX, hold, typed};
use parlour::budget::{SEARCH, spent};
use parlour::game::any::AnyGame;
use parlour::game::chance::Chance;
use parlour::games::{GAMES, find};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use support::junk as texts_around;
use support::repository::is_full;

/// The time of the search: half a minute, and an hour with `PARLOUR_FULL=1`.
const TIME: Duration = Duration::from_secs(30);
const TIME_IN_FULL: Duration = Duration::from_secs(3_600);
/// The number of requests of each game that it goes on from.
const KEPT: usize = 6;
/// The number of requests whose instructions are counted.
const COUNTED: usize = 10;
/// The most moves before a request.
const MOVES_MAX: usize = 40;
/// The most instructions of the text around a link.
const AROUND_MAX: u64 = 2_000_000;
/// The most instructions of a unit of a meter, with the share of the answer that it leads to.
const UNIT_MAX: u64 = 11;

/// A legal position of chess with many queens, which hill climbing over positions found.
const QUEENS: &str = "Q1Q5/6R1/Q4Q2/Q2K2Q1/n2Qq3/1q4qQ/n4q2/qkqq3Q";

/// The most units of one step of a search.
const STEP_MAX: usize = 4_000;
/// The dearest deals of the other games, as in `junk::DEAREST`.
const DEALS: [&str; 13] = [
    "g=noughts&level=perfect&size=5x5&first=computer",
    "g=noughts&level=perfect&size=5x5&rule=misere",
    "g=noughts&level=perfect&size=5x5",
    "g=noughts&level=perfect&size=9x9&first=computer",
    "g=chess&level=9",
    "g=maze&kind=wrap-walls&size=12x9&level=hard",
    "g=maze&size=12x9&level=hard&kind=way",
    "g=mines&size=16x16-51",
    "g=mines&size=16x16-51&mines=classic",
    "g=eights&level=counting&lead=lot&players=2&aces=reverse",
    "g=eights&level=counting&players=5&queens=skip&draw=one",
    "g=mastermind&code=yours",
    "g=mastermind",
];

/// The formats and the parts of a page that cost.
const FORMATS: [&str; 5] = ["", "&as=json", "&as=json&words&links", "&as=text", "&as=svg"];

/// A request, by the way that leads to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Plan {
    game: &'static str,
    options: BTreeMap<String, String>,
    /// The places of the links that are followed.
    picks: Vec<usize>,
    last: Last,
    format: usize,
    /// The kind of text around the link, from 1. With 0 there is none.
    around: usize,
}

/// The request at the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Last {
    Link,
    Hint,
    Why,
    Typed(usize),
}

/// A request that was made, with its time.
struct Made {
    plan: Plan,
    /// The query of its position, and of the request there without anything around it.
    position: String,
    alone: String,
    query: String,
    took: Duration,
}

impl Plan {
    /// A deal, by its query.
    fn of(deal: &str) -> Plan {
        let mut options: BTreeMap<String, String> = deal
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let key = options.remove("g").expect("a game");
        let game = find(&key).expect("the game").ruleset.key;
        Plan { game, options, picks: Vec::new(), last: Last::Link, format: 0, around: 0 }
    }

    /// A little different.
    fn changed(&self, chance: &mut Chance) -> Plan {
        let mut plan = self.clone();
        for _ in 0..=chance.index(3) {
            plan.change(chance);
        }
        plan
    }

    fn change(&mut self, chance: &mut Chance) {
        match chance.index(10) {
            0 => self.change_option(chance),
            1 => {
                self.options.insert("seed".to_owned(), chance.index(1_000_000).to_string());
            }
            2 => {
                self.last = match chance.index(4) {
                    0 => Last::Link,
                    1 => Last::Hint,
                    2 => Last::Why,
                    _ => Last::Typed(chance.index(12)),
                };
            }
            3 => self.format = chance.index(FORMATS.len()),
            4 => self.around = chance.index(10),
            5 if self.picks.len() < MOVES_MAX => self.picks.push(chance.index(1_000)),
            6 => {
                self.picks.pop();
            }
            7 if !self.picks.is_empty() => {
                let at = chance.index(self.picks.len());
                self.picks[at] = chance.index(1_000);
            }
            _ if self.game == "chess" => self.change_board(chance),
            _ => self.picks.push(chance.index(1_000)),
        }
    }

    fn change_option(&mut self, chance: &mut Chance) {
        let game: &AnyGame = find(self.game).expect("the game");
        let Some(option) = chance.pick(game.ruleset.options) else { return };
        let values: Vec<_> = option.values().collect();
        let value = chance.pick(&values).expect("a value").value;
        self.options.insert(option.name().to_owned(), value.to_string());
    }

    /// Puts a piece on a square of the start position, takes one away, or moves one.
    fn change_board(&mut self, chance: &mut Chance) {
        let text = self.options.get("fen").map_or(QUEENS, |fen| &fen[..fen.len().min(100)]);
        let text = text.split(['_', '+', ' ']).next().unwrap_or_default().replace('-', "/");
        let mut squares: Vec<char> = Vec::new();
        for letter in text.chars().filter(|letter| *letter != '/') {
            match letter.to_digit(10) {
                Some(count) => squares.extend((0..count).map(|_| ' ')),
                None => squares.push(letter),
            }
        }
        squares.resize(64, ' ');
        for _ in 0..=chance.index(3) {
            let (one, other) = (chance.index(64), chance.index(64));
            match chance.index(3) {
                0 => squares.swap(one, other),
                1 if !"kK".contains(squares[one]) => {
                    let pieces: Vec<char> = "QqQqQqRrBbNnPp".chars().collect();
                    squares[one] = *chance.pick(&pieces).expect("a piece");
                }
                2 if !"kK".contains(squares[one]) => squares[one] = ' ',
                _ => {}
            }
        }
        let rows = squares.chunks(8).map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for letter in row.iter().chain(&['|']) {
                if *letter == ' ' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                text.push(*letter);
            }
            text.trim_end_matches('|').to_owned()
        });
        let rows: Vec<String> = rows.collect();
        let side = if chance.index(2) == 0 { "w" } else { "b" };
        self.options.insert("fen".to_owned(), format!("{}_{side}_-_-_0_1", rows.join("-")));
    }

    /// Follows the links, and makes the request. `None` if there is no such page.
    fn make(self, ask: &Ask) -> Option<Made> {
        let mut query = format!("g={}", self.game);
        self.options.iter().for_each(|(name, value)| query += &format!("&{name}={value}"));
        let mut page = ask.answer(&query);
        let mut position = query.clone();
        if let Some(location) = &page.location {
            position = location.trim_start_matches('?').split('#').next()?.to_owned();
            if !self.picks.is_empty() || self.last != Last::Link {
                query = position.clone();
            }
            page = ask.answer(&position);
        }
        for pick in &self.picks {
            let links: Vec<&str> = requests_in(&page.body).collect();
            let Some(link) = links.get(pick % links.len().max(1)) else { break };
            query = format!("s={link}");
            position = query.split('&').take(2).collect::<Vec<_>>().join("&");
            page = ask.answer(&query);
        }
        let alone = match self.last {
            Last::Link => query,
            Last::Hint => format!("{position}&hint"),
            Last::Why => format!("{position}&why"),
            Last::Typed(number) => {
                let texts = typed::texts("Choose");
                typed::query(&position, &texts[number % texts.len()])
            }
        };
        let alone = match self.last {
            Last::Typed(_) => alone,
            _ => alone + FORMATS[self.format],
        };
        let around = texts_around::around(&alone);
        let query = match self.around.checked_sub(1).and_then(|kind| around.get(kind)) {
            Some(junk) => junk.around(&alone),
            None => alone.clone(),
        };
        if query.len() > parlour::query::QUERY_BYTES_MAX {
            return None;
        }
        let took = (0..2).map(|_| ask.time(&query).0).min()?;
        Some(Made { plan: self, position, alone, query, took })
    }
}

/// The requests from which the search starts.
fn known() -> Vec<Plan> {
    let board = QUEENS.replace('/', "-");
    let queens = Plan::of(&format!("g=chess&level=9&colour=black&fen={board}_w_-_-_0_1"));
    let with_hint = |plan: &Plan| Plan { last: Last::Hint, ..plan.clone() };
    let alone: Vec<Plan> = DEALS.map(Plan::of).into_iter().chain([queens]).collect();
    let hints: Vec<Plan> = alone.iter().map(with_hint).collect();
    alone.into_iter().chain(hints).collect()
}

/// The ten dearest requests that the search finds, each below its limits.
pub fn dearest_found(program: &Program) {
    let ask = Ask::new();
    let until = Instant::now() + if is_full() { TIME_IN_FULL } else { TIME };
    let mut kept: BTreeMap<&str, Vec<Made>> = BTreeMap::new();
    let mut tried = 0;
    let keep = |made: Made, kept: &mut BTreeMap<&str, Vec<Made>>| {
        let of_game = kept.entry(made.plan.game).or_default();
        if of_game.iter().all(|other| other.plan != made.plan) {
            of_game.push(made);
            of_game.sort_by_key(|made| std::cmp::Reverse(made.took));
            of_game.truncate(KEPT);
        }
    };
    for plan in known() {
        tried += 1;
        plan.make(&ask).into_iter().for_each(|made| keep(made, &mut kept));
    }
    for number in 0.. {
        if Instant::now() > until {
            break;
        }
        let mut seed = [91; 32];
        seed[..8].copy_from_slice(&u64::to_le_bytes(number));
        let chance = &mut Chance::from_seed(seed);
        // Every other request is one of chess: it has the most positions.
        let games: Vec<&str> = GAMES.iter().map(|game| game.ruleset.key).collect();
        let game = if number % 2 == 0 { "chess" } else { *chance.pick(&games).expect("a game") };
        let before = kept.get(game).and_then(|of_game| chance.pick(of_game));
        let plan = before.map_or_else(|| Plan::of(&format!("g={game}")), |made| made.plan.clone());
        tried += 1;
        plan.changed(chance).make(&ask).into_iter().for_each(|made| keep(made, &mut kept));
    }
    let mut made: Vec<Made> = kept.into_values().flatten().collect();
    made.sort_by_key(|made| std::cmp::Reverse(made.took));
    let mut counted: Vec<(u64, &Made)> = made
        .iter()
        .take(2 * COUNTED)
        .map(|made| (program.instructions_under_key(&made.query), made))
        .collect();
    counted.sort_by_key(|(count, _)| u64::MAX - count);
    println!("  {tried} requests tried; the dearest, in instructions and units of a meter:");
    for (count, made) in counted.iter().take(COUNTED) {
        let (_, units) = spent::on(|| ask.answer(&made.query));
        println!("  {count:>10} {units:>9} {}", made.query);
    }
    for (count, made) in counted.into_iter().take(COUNTED) {
        let (_, units) = spent::on(|| ask.answer(&made.query));
        // A step that finds the meter empty is counted, and not made.
        hold("units of a request", units, SEARCH + STEP_MAX);
        hold("instructions of a request", count, INSTRUCTIONS_OF_A_SEARCH_MAX);
        let alone = program.instructions_under_key(&made.alone);
        hold("instructions of the text around it", count.saturating_sub(alone), AROUND_MAX);
        let page = program.instructions_under_key(&made.position);
        let of_unit = alone.saturating_sub(page) / u64::try_from(units.max(1)).expect("few units");
        println!("  {of_unit} instructions of a unit");
        if units > SEARCH / 4 {
            hold("instructions of a unit", of_unit, UNIT_MAX);
        }
    }
}
