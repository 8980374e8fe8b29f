//! A league: the standings of people over several games. The games count that their results prove.

use super::name::Name;
use super::result::{GameNumber, GameResult, POINTS_BITS};
use super::turn_code::{CODE_BITS, code_text};
use crate::game::pack::{Packer, Unpackable, Unpacker, bits_for};
use crate::game::text::count;
use serde::Serialize;
use std::cmp::Reverse;

/// The most names of a league. With so many the link has at most 900 characters.
pub const NAMES_MAX: usize = 8;
/// The most games that count.
pub const RESULTS_MAX: usize = 32;
/// The width of a number of games.
const GAMES_BITS: u32 = bits_for(RESULTS_MAX as u64 + 1);
/// The width of the points of one person in all games.
const SUM_BITS: u32 = POINTS_BITS + bits_for(RESULTS_MAX as u64);

/// The standings over several games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct League {
    /// The people, the best first: by wins, then by points.
    pub people: Vec<Record>,
    /// The numbers of the games that count, each with the code of its last turn.
    pub counted: Vec<(GameNumber, u32)>,
}

/// The games of one person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// The name.
    pub name: Name,
    /// The number of games.
    pub games: usize,
    /// The number of games that this person won alone.
    pub wins: usize,
    /// The sum of the points.
    pub points: usize,
}

/// `Ann: 3 wins in 4 games, 120 points`.
impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [wins, games] = [count(self.wins, "win"), count(self.games, "game")];
        write!(f, "{}: {wins} in {games}, {}", self.name, count(self.points, "point"))
    }
}

impl League {
    /// Counts a game, if it may count. Returns a sentence that says so, or what to do.
    pub fn add(&mut self, result: &GameResult) -> String {
        let (number, code) = (result.number, result.turn_code.code);
        if let Some((_, known)) = self.counted.iter().find(|(known, _)| *known == number) {
            return match code_text(*known) {
                _ if *known == code => format!("Game {number} counts already."),
                known => format!(
                    "Game {number} has two ends. The one with code {known} counts, and the one with code {} does not. Ask the players which link was sent first.",
                    code_text(code)
                ),
            };
        }
        let names = result.people.iter().map(|(name, _)| name);
        let new = names.filter(|name| self.place_of(name).is_none()).count();
        if result.was_handed_over() {
            return format!("Game {number} does not count: a computer played on for somebody.");
        }
        if self.counted.len() == RESULTS_MAX || self.people.len() + new > NAMES_MAX {
            return format!(
                "Game {number} does not count: a league has room for {RESULTS_MAX} games of {NAMES_MAX} people. Open a new league for it."
            );
        }
        for (seat, (name, _)) in result.people.iter().enumerate() {
            let place = self.place_of(name).unwrap_or_else(|| {
                self.people.push(Record { name: name.clone(), games: 0, wins: 0, points: 0 });
                self.people.len() - 1
            });
            let record = &mut self.people[place];
            record.games += 1;
            record.wins += usize::from(result.outcome.winner() == Some(seat));
            record.points += result.outcome.points.get(seat).unwrap_or(&0);
        }
        self.people.sort_by_key(|record| Reverse((record.wins, record.points)));
        self.counted.push((number, code));
        format!("Game {number} counts.")
    }

    /// The place of a person in the list of people. A name that looks the same is the same person.
    fn place_of(&self, name: &Name) -> Option<usize> {
        self.people.iter().position(|record| record.name.looks_like(name))
    }

    /// The numbers of the games that count, each with the code of its last turn.
    pub fn codes(&self) -> impl Iterator<Item = [String; 2]> {
        self.counted.iter().map(|(number, code)| [number.to_string(), code_text(*code)])
    }

    /// Appends the league.
    pub fn pack(&self, packer: &mut Packer) {
        packer.put_one_of(self.people.len() as u64, NAMES_MAX as u64 + 1);
        for Record { name, games, wins, points } in &self.people {
            Name::pack(Some(name), packer);
            packer.put(*games as u64, GAMES_BITS);
            packer.put(*wins as u64, GAMES_BITS);
            packer.put(*points as u64, SUM_BITS);
        }
        packer.put_one_of(self.counted.len() as u64, RESULTS_MAX as u64 + 1);
        for (number, code) in &self.counted {
            number.pack(packer);
            packer.put((*code).into(), CODE_BITS);
        }
    }

    /// Reads what [`League::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no league.
    pub fn unpack(content: &[u8]) -> Result<Self, Unpackable> {
        let mut packed = Unpacker::new(content);
        let mut league = League::default();
        for _ in 0..packed.take_one_of(NAMES_MAX as u64 + 1)? {
            league.people.push(Record {
                name: Name::unpack(&mut packed)?.ok_or(Unpackable::Impossible)?,
                games: packed.take(GAMES_BITS)? as usize,
                wins: packed.take(GAMES_BITS)? as usize,
                points: packed.take(SUM_BITS)? as usize,
            });
        }
        for _ in 0..packed.take_one_of(RESULTS_MAX as u64 + 1)? {
            let number = GameNumber::unpack(&mut packed)?;
            league.counted.push((number, packed.take(CODE_BITS)? as u32));
        }
        packed.finish()?;
        Ok(league)
    }
}
