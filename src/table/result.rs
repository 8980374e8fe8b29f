//! The result of a game that was played to its end at a table. A link seals it.

use super::game_number::{GAME_NUMBER_BITS, GameNumber};
use super::minute::{MINUTE_BITS, Minute};
use super::name::Name;
use super::state::TableState;
use super::turn_code::{CODE_BITS, TurnCode};
use crate::game::any::{AnyGame, Step};
use crate::game::options::Choices;
use crate::game::outcome::Outcome;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::seat::{Player, Seat};
use crate::game::verification::{from_hex, to_hex};

/// The width of a place in the ranking, from 0.
const PLACE_BITS: u32 = 3;
/// The width of the points of a seat.
pub const POINTS_BITS: u32 = 12;

/// The result of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The choices before the deal.
    pub choices: Choices,
    /// The number of the deal.
    pub number: GameNumber,
    /// The table code, in [`CODE_BITS`] bits.
    pub table_code: u32,
    /// The last turn and its code.
    pub turn_code: TurnCode,
    /// The minute of the last turn, if the clock was known.
    pub ended_at: Option<Minute>,
    /// The people, from the first seat on, each with true if they were in the first deal.
    pub people: Vec<(Name, bool)>,
    /// True if a computer took the seat of a player.
    pub has_replaced: bool,
    /// The ranking of all seats, and their points.
    pub outcome: Outcome,
    /// The secret that decided the deal, in hexadecimal digits, if there was one.
    pub secret: Option<String>,
}

impl GameResult {
    /// The result of a table, if everybody sees that the game is over. `end` is the step that
    /// the public page shows.
    pub fn of(table: &TableState, choices: &Choices, end: &Step) -> Option<Self> {
        let ranking = end.ranking.as_ref().filter(|_| end.turn.is_none())?;
        let seats = |players: &Vec<Player>| players.iter().map(|player| player.seat).collect();
        let ranking: Vec<Vec<Seat>> = ranking.iter().map(seats).collect();
        let mut points = end.points.clone();
        points.resize(ranking.iter().map(Vec::len).sum(), 0);
        let people = table.people.iter();
        Some(GameResult {
            choices: choices.clone(),
            number: table.game_number,
            table_code: table.code,
            turn_code: table.turn_code(),
            ended_at: table.moved_at,
            people: people.map(|p| (p.name.clone(), p.is_player)).collect(),
            has_replaced: table.has_replaced,
            outcome: Outcome { ranking, failed: false, points },
            secret: end.commitment.as_ref().and_then(|commitment| commitment.opening.clone()),
        })
    }

    /// The result, packed.
    pub fn pack(&self) -> Packer {
        let mut packer = Packer::new();
        self.choices.pack(&mut packer);
        packer.put(self.number.0, GAME_NUMBER_BITS);
        packer.put(self.table_code.into(), CODE_BITS);
        TurnCode::pack(Some(self.turn_code), &mut packer);
        packer.put(Minute::pack(self.ended_at), MINUTE_BITS);
        for (name, is_player) in &self.people {
            Name::pack(Some(name), &mut packer);
            packer.put(u64::from(*is_player), 1);
        }
        packer.put(self.has_replaced.into(), 1);
        let Outcome { ranking, points, .. } = &self.outcome;
        for (seat, points) in points.iter().enumerate() {
            let place = ranking.iter().position(|seats| seats.contains(&seat)).unwrap_or(0);
            packer.put(place as u64, PLACE_BITS);
            packer.put((*points as u64).min((1 << POINTS_BITS) - 1), POINTS_BITS);
        }
        let secret = self.secret.as_deref().and_then(from_hex).map(u128::from_be_bytes);
        packer.put(u64::from(secret.is_some()), 1);
        secret.iter().for_each(|secret| packer.put_wide(*secret));
        packer
    }

    /// Reads what [`GameResult::pack`] wrote of this game.
    ///
    /// # Errors
    ///
    /// If it is no result.
    pub fn unpack(game: &AnyGame, content: &[u8]) -> Result<Self, Unpackable> {
        let mut packed = Unpacker::new(content);
        let choices = game.unpack_closed(&mut packed)?;
        let number = GameNumber(packed.take(GAME_NUMBER_BITS)?);
        let table_code = packed.take(CODE_BITS)? as u32;
        let turn_code = TurnCode::unpack(&mut packed)?.ok_or(Unpackable::Impossible)?;
        let ended_at = Minute::unpack(packed.take(MINUTE_BITS)?);
        let mut person = || {
            let name = Name::unpack(&mut packed)?.ok_or(Unpackable::Impossible)?;
            Ok((name, packed.take(1)? == 1))
        };
        let people = (0..choices.people()).map(|_| person()).collect::<Result<_, _>>()?;
        let has_replaced = packed.take(1)? == 1;
        let mut ranking: Vec<Vec<Seat>> = vec![Vec::new(); 1 << PLACE_BITS];
        let mut points = Vec::new();
        for seat in 0..(game.seats)(&choices).len() {
            ranking[packed.take(PLACE_BITS)? as usize].push(seat);
            points.push(packed.take(POINTS_BITS)? as usize);
        }
        ranking.retain(|seats| !seats.is_empty());
        let has_secret = packed.take(1)? == 1;
        let mut secret = || Ok(to_hex(&packed.take_wide()?.to_be_bytes()));
        let secret = has_secret.then(&mut secret).transpose()?;
        packed.finish()?;
        let outcome = Outcome { ranking, failed: false, points };
        Ok(GameResult {
            choices,
            number,
            table_code,
            turn_code,
            ended_at,
            people,
            has_replaced,
            outcome,
            secret,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::games::find;
    use proptest::prelude::*;

    /// The result of a game of two people and a computer.
    pub fn sample(number: u64, names: [&str; 2], points: [usize; 3]) -> GameResult {
        let game = find("eights").unwrap();
        let mut choices = Choices::defaults(game.ruleset.options).with_people(2);
        assert!(choices.choose("players", "3"));
        GameResult {
            choices,
            number: GameNumber(number),
            table_code: 5,
            turn_code: TurnCode { number: 9, code: 77 },
            ended_at: Minute::of_second(1_795_701_900),
            people: names.map(|name| (Name::read(name, []).unwrap(), true)).into(),
            has_replaced: false,
            outcome: Outcome::by_points(&points),
            secret: Some("0123456789abcdef".repeat(2)),
        }
    }

    fn packed(result: &GameResult) -> Vec<u8> {
        result.pack().finish()
    }

    #[test]
    fn results_come_back() {
        let game = find("eights").unwrap();
        let first = sample(7, ["Ann", "Bo"], [4, 9, 4]);
        let away = vec![first.people[0].clone(), (first.people[1].0.clone(), false)];
        let [handed_over, bare] = [
            GameResult { people: away, has_replaced: true, ..first.clone() },
            GameResult { secret: None, ended_at: None, ..first.clone() },
        ];
        for result in [first, handed_over, bare] {
            let bytes = packed(&result);
            assert_eq!(GameResult::unpack(game, &bytes), Ok(result));
            for end in 0..bytes.len() {
                assert!(GameResult::unpack(game, &bytes[..end]).is_err());
            }
        }
        assert_eq!(GameNumber(1 << 39 | 31).to_string(), "G000-000Z");
    }

    proptest! {
        /// As if the key had leaked.
        #[test]
        fn made_up_results_are_refused_or_come_back(
            at in 0usize..40, byte: u8, random in proptest::collection::vec(any::<u8>(), 0..60)
        ) {
            let mut changed = packed(&sample(7, ["Ann", "Bo"], [4, 9, 4]));
            let place = at % changed.len();
            changed[place] = byte;
            for bytes in [changed, random] {
                for game in ["eights", "rps"].map(|key| find(key).unwrap()) {
                    if let Ok(result) = GameResult::unpack(game, &bytes) {
                        prop_assert_eq!(&GameResult::unpack(game, &packed(&result)), &Ok(result));
                    }
                }
            }
        }
    }
}
