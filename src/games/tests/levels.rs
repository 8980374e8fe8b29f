//! The results of three kinds of people against each level of the computer. Models of them play
//! through the pages, and see only what a person would see.
//!
//! The models are fixed, and the levels are tuned to them. A draw is half a win. The sides take
//! turns to begin.

use crate::game::chance::Chance;
use crate::game::outcome::Mood;
use crate::game::page::Part;
use crate::game::sample;
use crate::games::played::Played;
use crate::games::shared::cards::{Card, Rank, Suit};
use crate::games::shared::lines::{FIVE, FOUR, Field, Grid, Mark, NINE, Squares, THREE, members};

/// A model of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Model {
    /// Moves at random, and takes what wins at once. At Concentration it remembers 3 tiles.
    Random,
    /// Has four lines of common sense. At Concentration it remembers 6 tiles.
    Beginner,
    /// Looks one move further. At Concentration it remembers 12 tiles.
    Careful,
}

use Model::{Beginner, Careful, Random};

/// One person at one game, who remembers tiles, the latest first, each with its value.
struct Person {
    model: Model,
    chance: Chance,
    tiles: Vec<(usize, String)>,
    first: Option<(usize, String)>,
}

impl Person {
    fn new(model: Model, game: u64) -> Self {
        let seed = [game as u8, (game >> 8) as u8, model as u8];
        let bytes = std::array::from_fn(|at| seed[at % seed.len()]);
        Person { model, chance: Chance::from_seed(bytes), tiles: Vec::new(), first: None }
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        self.chance.pick(all).expect("something to choose from").clone()
    }

    /// The request of this person, as in a query.
    fn request(&mut self, played: &Played) -> String {
        match played.game.ruleset.key {
            "nim" => self.take(played),
            "eights" => self.card(played),
            "noughts" => format!("mark={}", self.square(played)),
            _ => self.tile(played),
        }
    }

    /// Nim. Everybody takes the last heap. A beginner makes two heaps equal, and a careful player leaves
    /// no two heaps that the computer could make equal.
    fn take(&mut self, played: &Played) -> String {
        let offers = played.step.page.all_offers();
        let takes = offers.filter(|offer| offer.request.spec.name == "take");
        let takes: Vec<[usize; 2]> =
            takes.map(|offer| [0, 1].map(|at| offer.request.number(at))).collect();
        let mut heaps = [0; 6];
        takes.iter().for_each(|[heap, count]| heaps[*heap] = heaps[*heap].max(*count));
        let after = |[heap, count]: [usize; 2]| -> Vec<usize> {
            let mut heaps = heaps;
            heaps[heap] -= count;
            heaps.into_iter().filter(|heap| *heap > 0).collect()
        };
        let wins = |heaps: &[usize]| match *heaps {
            [] => true,
            [one, other] => self.model >= Beginner && one == other,
            _ => false,
        };
        let loses = |heaps: &[usize]| match *heaps {
            [_] => self.model == Careful,
            [one, other] => self.model == Careful && one != other,
            _ => false,
        };
        let good = takes.iter().find(|take| wins(&after(**take)));
        let fair: Vec<_> = takes.iter().copied().filter(|take| !loses(&after(*take))).collect();
        let [heap, count] = match good {
            Some(take) => *take,
            None => self.pick(if fair.is_empty() { &takes } else { &fair }),
        };
        format!("take={heap},{count}")
    }

    /// Crazy Eights, without drawing by choice. A beginner plays from the longest suit, the highest
    /// card first, and keeps the eights. A careful player keeps the cards that the hand can follow
    /// best.
    fn card(&mut self, played: &Played) -> String {
        let page = &played.step.page;
        if let Some(offer) = page.offers.iter().find(|offer| offer.request.is(next_hand(played))) {
            return offer.request.spec.name.to_owned();
        }
        let own = page.parts.iter().filter(|part| match part {
            Part::Row(row) => &*row.caption == "Your hand",
            _ => false,
        });
        let hand: Vec<Card> =
            own.flat_map(|row| row.cells()).filter_map(|cell| Card::read(&cell.text)).collect();
        let words = page.all_offers().map(|offer| &offer.request);
        let choices: Vec<(&str, &str)> = words
            .filter(|request| !request.arguments.is_empty())
            .map(|request| (request.spec.name, request.word(0)))
            .collect();
        let plain = |card: &&Card| card.rank != Rank::Eight;
        let length = |suit| hand.iter().filter(plain).filter(|c| c.suit == suit).count();
        let follow = |card: Card| {
            let follows = |c: &&Card| **c != card && (c.suit == card.suit || c.rank == card.rank);
            hand.iter().filter(plain).filter(follows).count()
        };
        let points = |card: Card| (card.rank as usize).min(9);
        let worth = |(name, word): &&(&str, &str)| match Card::read(word)
            .filter(|_| *name != "choose_suit")
        {
            Some(card) if self.model == Careful => {
                (card.rank != Rank::Eight, follow(card), points(card))
            }
            Some(card) => (card.rank != Rank::Eight, length(card.suit), points(card)),
            None => (false, Suit::read(word).map_or(0, length), 0),
        };
        let (name, word) = match self.model {
            Random => self.pick(&choices),
            _ => *choices.iter().max_by_key(worth).expect("a move"),
        };
        format!("{name}={word}")
    }

    /// Noughts and crosses, and who makes a line wins. A beginner stops a line, and every other
    /// time two lines at once. Otherwise a beginner goes on with the longest line. A careful player
    /// makes two lines at once, always stops them, and counts the lines of both.
    fn square(&mut self, played: &Played) -> usize {
        let field = played.field();
        let side = played.step.page.parts[0].board().expect("a board").columns;
        let grid = [&THREE, &FOUR, &FIVE, &NINE].into_iter().find(|grid| grid.side == side);
        let grid = grid.expect("a grid");
        let (free, own, other) = (field.free(grid), field.noughts, field.crosses);
        let all: Vec<usize> = members(free).collect();
        let makes = grid.completing(own, free);
        let stops = grid.completing(other, free);
        let looks = self.model == Careful || self.chance.below(2) == 0;
        if makes != 0 {
            return makes.trailing_zeros() as usize;
        }
        if self.model == Random {
            return self.pick(&all);
        }
        if stops != 0 {
            return stops.trailing_zeros() as usize;
        }
        let twice = |marks: Squares, square: usize| {
            let free = free & !(1 << square);
            grid.completing(marks | 1 << square, free).count_ones() > 1
        };
        let fork = all.iter().copied().find(|square| twice(own, *square));
        if let Some(square) = fork.filter(|_| self.model == Careful) {
            return square;
        }
        let mut threats: Vec<usize> =
            all.iter().copied().filter(|square| looks && twice(other, *square)).collect();
        if threats.is_empty() {
            threats = all;
        }
        let worth = |square: usize| self.worth(grid, field, square);
        let most = threats.iter().map(|square| worth(*square)).max();
        let best: Vec<usize> =
            threats.iter().copied().filter(|square| Some(worth(*square)) == most).collect();
        self.pick(&best)
    }

    /// The worth of a square by the lines through it that are still open.
    fn worth(&self, grid: &Grid, field: Field, square: usize) -> u32 {
        let lines = grid.through(square).iter().map(|line| grid.line(usize::from(*line)));
        let marks = |line: Squares, mark| (line & field.of(mark)).count_ones();
        let counts = lines.map(|line| [marks(line, Mark::Nought), marks(line, Mark::Cross)]);
        match self.model {
            Careful => counts
                .map(|[own, other]| match (own, other) {
                    (own, 0) => 2 * 4_u32.pow(own),
                    (0, other) => 4_u32.pow(other),
                    _ => 0,
                })
                .sum(),
            _ => counts.map(|[own, other]| if other == 0 { own + 1 } else { 0 }).max().unwrap_or(0),
        }
    }

    /// Concentration. A model that remembers a pair turns it up. Otherwise it turns a tile that it
    /// does not remember.
    fn tile(&mut self, played: &Played) -> String {
        let tiles = match self.model {
            Random => 3,
            Beginner => 6,
            Careful => 12,
        };
        for message in played.step.messages.iter().filter(|m| m.spec.name == "tile_turned") {
            let [tile, value] = [0, 1].map(|at| format!("{:?}", message.arguments[at]));
            let tile = tile.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a tile");
            self.tiles.retain(|(known, _)| *known != tile);
            self.tiles.insert(0, (tile, value));
        }
        self.tiles.truncate(tiles);
        let offers = played.step.page.all_offers().map(|offer| offer.request.number(0));
        let open: Vec<usize> = offers.collect();
        let first = self
            .first
            .take()
            .and_then(|(tile, _)| self.tiles.iter().find(|(known, _)| *known == tile).cloned());
        let known: Vec<(usize, String)> =
            self.tiles.iter().filter(|(tile, _)| open.contains(tile)).cloned().collect();
        let is_match = |(tile, value): &&(usize, String)| match &first {
            Some((one, wanted)) => one != tile && wanted == value,
            None => known.iter().any(|(one, other)| one != tile && other == value),
        };
        let unknown: Vec<usize> =
            open.iter().copied().filter(|tile| known.iter().all(|(one, _)| one != tile)).collect();
        let tile = match known.iter().find(is_match) {
            Some((tile, _)) => *tile,
            None => self.pick(if unknown.is_empty() { &open } else { &unknown }),
        };
        if first.is_none() {
            self.first = Some((tile, String::new()));
        }
        format!("turn={tile}")
    }
}

fn next_hand(played: &Played) -> &'static crate::game::request::RequestSpec {
    played.game.ruleset.request("next_hand").expect("a request of Crazy Eights")
}

/// The share of a model in percent against a computer of these choices, in this number of games.
fn share(key: &str, options: &[(&str, &str)], model: Model, games: u64) -> f64 {
    let mut halves = 0;
    for game in 0..games {
        let first = if game % 2 == 0 { "visitor" } else { "computer" };
        let mut options = options.to_vec();
        match key {
            "nim" | "noughts" => options.push(("first", first)),
            "eights" => options.push(("lead", "lot")),
            _ => {}
        }
        let mut played = Played::deal(key, &options, game);
        let mut person = Person::new(model, game);
        while played.step.mood == Mood::Open {
            let request = person.request(&played);
            played = played.ask(&request);
            assert_eq!(played.step.refusal, None, "{key}: {request}");
        }
        halves += match played.step.mood {
            Mood::Won => 2,
            Mood::Drawn => 1,
            Mood::Lost | Mood::Open => 0,
        };
    }
    100.0 * f64::from(halves) / (2 * games) as f64
}

/// A game with levels.
struct Ladder {
    key: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// The option of the level and the levels, the easiest first.
    level: &'static str,
    levels: &'static [&'static str],
    /// The levels at which a model should have about half of the points.
    tuned: &'static [(&'static str, Model)],
}

const fn nim(options: &'static [(&'static str, &'static str)]) -> Ladder {
    let levels = &["easy", "medium", "hard", "perfect"];
    let tuned = &[("easy", Random), ("medium", Careful)];
    Ladder { key: "nim", options, level: "level", levels, tuned }
}

const fn noughts(options: &'static [(&'static str, &'static str)]) -> Ladder {
    let levels = &["easy", "casual", "medium", "classic", "perfect"];
    let tuned = &[("easy", Beginner), ("medium", Careful)];
    Ladder { key: "noughts", options, level: "level", levels, tuned }
}

const LADDERS: [Ladder; 9] = [
    Ladder {
        key: "concentration",
        options: &[],
        level: "opponent",
        levels: &["forgetful", "medium", "perfect"],
        tuned: &[("forgetful", Beginner), ("medium", Careful)],
    },
    nim(&[("heaps", "345")]),
    nim(&[("heaps", "1357")]),
    nim(&[("heaps", "34567")]),
    noughts(&[("size", "3x3")]),
    noughts(&[("size", "4x4")]),
    noughts(&[("size", "5x5")]),
    noughts(&[("size", "9x9")]),
    Ladder {
        key: "eights",
        options: &[],
        level: "level",
        levels: &["easy", "good", "counting"],
        tuned: &[("easy", Random), ("good", Careful)],
    },
];

/// The least share of a careful player, in percent, at a level that is not the last.
const CLIMBED_MIN: f64 = 15.0;

/// A model has 35 to 65 % at the level that is tuned to it, and a careful player has some chance at each level
/// but the last. With `PARLOUR_FULL=1` it plays 1,000 games for each figure and prints the table of docs/levels.md.
/// Otherwise it plays a few games, which show only that every model can play.
#[test]
fn each_level_suits_a_kind_of_player() {
    let is_full = sample::is_full();
    let games = if is_full { 1_000 } else { 2 };
    for Ladder { key, options, level, levels, tuned } in LADDERS {
        let about = options.iter().map(|(_, value)| *value).collect::<String>();
        for (place, name) in levels.iter().enumerate() {
            let options = [options, &[(level, *name)]].concat();
            let shares =
                [Random, Beginner, Careful].map(|model| share(key, &options, model, games));
            let [random, plain, careful] = shares;
            println!("| {key} {about} | {name} | {random:.0} | {plain:.0} | {careful:.0} |");
            let suited = tuned.iter().filter(|(tuned, _)| tuned == name);
            for (_, model) in suited.filter(|_| is_full) {
                assert!((35.0..=65.0).contains(&shares[*model as usize]), "{model:?}");
            }
            assert!(!is_full || place + 1 == levels.len() || careful >= CLIMBED_MIN);
        }
    }
}
