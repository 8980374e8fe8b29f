//! A league: the standings of people over several games. The games count that their results prove.

use super::game_number::{GAME_NUMBER_BITS, GameNumber};
use super::name::Name;
use super::result::{GameResult, POINTS_BITS};
use super::turn_code::{CODE_BITS, code_text};
use crate::game::pack::{Packer, Unpackable, Unpacker, bits_for};
use crate::game::text::count;
use serde::Serialize;
use std::cmp::Reverse;

/// The most names of a league. It keeps the link below 900 characters.
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
        let players = result.people.iter().enumerate().filter(|(_, (_, is_player))| *is_player);
        let names = players.clone().map(|(_, (name, _))| name);
        let new = names.filter(|name| self.place_of(name).is_none()).count();
        if result.has_replaced {
            return format!("Game {number} does not count: a computer played on for somebody.");
        }
        if self.counted.len() == RESULTS_MAX || self.people.len() + new > NAMES_MAX {
            return format!(
                "Game {number} does not count: a league has room for {RESULTS_MAX} games of {NAMES_MAX} people. Open a new league for it."
            );
        }
        for (seat, (name, _)) in players {
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

    /// The place of a person in the list of people. Names that look alike are one person's.
    fn place_of(&self, name: &Name) -> Option<usize> {
        self.people.iter().position(|record| record.name.looks_like(name))
    }

    /// The numbers of the games that count, each with the code of its last turn.
    pub fn codes(&self) -> impl Iterator<Item = [String; 2]> {
        self.counted.iter().map(|(number, code)| [number.to_string(), code_text(*code)])
    }

    /// The league, packed.
    pub fn pack(&self) -> Packer {
        let mut packer = Packer::new();
        packer.put_one_of(self.people.len() as u64, NAMES_MAX as u64 + 1);
        for Record { name, games, wins, points } in &self.people {
            Name::pack(Some(name), &mut packer);
            packer.put(*games as u64, GAMES_BITS);
            packer.put(*wins as u64, GAMES_BITS);
            packer.put(*points as u64, SUM_BITS);
        }
        packer.put_one_of(self.counted.len() as u64, RESULTS_MAX as u64 + 1);
        for (number, code) in &self.counted {
            packer.put(number.0, GAME_NUMBER_BITS);
            packer.put((*code).into(), CODE_BITS);
        }
        packer
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
            let number = GameNumber(packed.take(GAME_NUMBER_BITS)?);
            league.counted.push((number, packed.take(CODE_BITS)? as u32));
        }
        packed.finish()?;
        Ok(league)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::result::tests::sample;
    use crate::table::turn_code::TurnCode;
    use proptest::prelude::*;

    fn packed(league: &League) -> Vec<u8> {
        league.pack().finish()
    }

    fn of(results: &[GameResult]) -> League {
        let mut league = League::default();
        results.iter().for_each(|result| assert!(league.add(result).ends_with("counts.")));
        league
    }

    #[test]
    fn a_league_comes_back_and_has_the_best_first() {
        let league = of(&[
            sample(1, ["Ann", "Bo"], [1, 5, 2]),
            sample(2, ["Ann", "Bo"], [6, 6, 0]),
            sample(3, ["Ann", "Cora"], [2, 3, 70]),
        ]);
        let lines: Vec<String> = league.people.iter().map(ToString::to_string).collect();
        let expected = [
            "Bo: 1 win in 2 games, 11 points",
            "Ann: 0 wins in 3 games, 9 points",
            "Cora: 0 wins in 1 game, 3 points",
        ];
        assert_eq!(lines, expected);
        assert_eq!(League::unpack(&packed(&league)), Ok(league));
    }

    #[test]
    fn a_name_in_other_letters_is_the_same_person() {
        let names = ["Ann", "ann", "ANN"].into_iter();
        let results =
            (1..).zip(names).map(|(number, name)| sample(number, [name, "Bo"], [1, 0, 0]));
        let league = of(&results.collect::<Vec<_>>());
        assert_eq!(league.people.len(), 2, "{league:?}");
    }

    #[test]
    fn the_first_of_two_ends_counts() {
        let first = sample(1, ["Ann", "Bo"], [1, 5, 2]);
        let turn_code = TurnCode { number: 9, code: 78 };
        let second = GameResult { turn_code, ..sample(1, ["Ann", "Bo"], [9, 5, 2]) };
        let mut league = of(std::slice::from_ref(&first));
        let before = league.clone();
        for (result, told) in [
            (first, "Game 0000-0001 counts already."),
            (
                second,
                "Game 0000-0001 has two ends. The one with code 002D counts, and the one with code 002E does not.",
            ),
        ] {
            let sentence = league.add(&result);
            assert!(sentence.starts_with(told), "{sentence}");
            assert_eq!(league, before);
        }
    }

    proptest! {
        /// As if the key had leaked.
        #[test]
        fn made_up_leagues_are_refused_or_counted_on(
            random in proptest::collection::vec(any::<u8>(), 0..90), at in 0usize..90, byte: u8
        ) {
            let mut changed = packed(&of(&[sample(1, ["Ann", "Bo"], [1, 5, 2])]));
            let place = at % changed.len();
            changed[place] = byte;
            for bytes in [random, changed] {
                if let Ok(mut league) = League::unpack(&bytes) {
                    for number in 2..40 {
                        league.add(&sample(number, ["Ann", "Bo"], [4_095, 5, 2]));
                    }
                    prop_assert!(League::unpack(&packed(&league)).is_ok());
                }
            }
        }
    }
}
