//! The result of a game that was played to its end at a table. A link seals it.

use super::minute::{MINUTE_BITS, Minute};
use super::name::Name;
use super::state::TableState;
use super::turn_code::{CODE_BITS, TurnCode};
use crate::crockford;
use crate::game::any::{AnyGame, Step};
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::outcome::Outcome;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::seat::{Player, Seat};
use crate::game::verification::{from_hex, to_hex};

/// The width of one half of a game number, and its digits.
const HALF_BITS: u32 = 20;
const HALF_DIGITS: u32 = HALF_BITS / 5;
/// The width of a place in the ranking, from 0.
const PLACE_BITS: u32 = 3;
/// The width of the points of a seat.
pub const POINTS_BITS: u32 = 12;

/// The number of one deal. Every copy of the game has it, and a rematch has another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameNumber(pub u64);

impl GameNumber {
    /// A number drawn by the chance of the deal.
    pub fn draw(chance: &mut Chance) -> Self {
        let mut half = || u64::from(chance.below(1 << HALF_BITS));
        GameNumber(half() << HALF_BITS | half())
    }

    /// Appends the number.
    pub fn pack(self, packer: &mut Packer) {
        packer.put(self.0, 2 * HALF_BITS);
    }

    /// Reads what [`GameNumber::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If the bits run out.
    pub fn unpack(packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        packed.take(2 * HALF_BITS).map(GameNumber)
    }
}

impl std::fmt::Display for GameNumber {
    /// `7QK3-M9XA`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crockford::halves(self.0, HALF_DIGITS).to_ascii_uppercase())
    }
}

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
    /// The people, from the first seat on, each with true if a computer played on for them.
    pub people: Vec<(Name, bool)>,
    /// The ranking of all seats, and their points.
    pub outcome: Outcome,
    /// The secret that decided the deal, in hexadecimal digits, if there was one.
    pub secret: Option<String>,
}

impl GameResult {
    /// The result of a table, if everybody sees that the game is over. `end` is what everybody sees.
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
            people: people.map(|p| (p.name.clone(), p.handed_over_by.is_some())).collect(),
            outcome: Outcome { ranking, failed: false, points },
            secret: end.commitment.as_ref().and_then(|commitment| commitment.opening.clone()),
        })
    }

    /// Returns true if a computer played on for somebody.
    pub fn was_handed_over(&self) -> bool {
        self.people.iter().any(|(_, is_absent)| *is_absent)
    }

    /// Appends the result.
    pub fn pack(&self, packer: &mut Packer) {
        self.choices.pack(packer);
        self.number.pack(packer);
        packer.put(self.table_code.into(), CODE_BITS);
        TurnCode::pack(Some(self.turn_code), packer);
        packer.put(Minute::pack(self.ended_at), MINUTE_BITS);
        for (name, is_absent) in &self.people {
            Name::pack(Some(name), packer);
            packer.put(u64::from(*is_absent), 1);
        }
        let Outcome { ranking, points, .. } = &self.outcome;
        for (seat, points) in points.iter().enumerate() {
            let place = ranking.iter().position(|seats| seats.contains(&seat)).unwrap_or(0);
            packer.put(place as u64, PLACE_BITS);
            packer.put((*points as u64).min((1 << POINTS_BITS) - 1), POINTS_BITS);
        }
        let secret = self.secret.as_deref().and_then(from_hex).map(u128::from_be_bytes);
        packer.put(u64::from(secret.is_some()), 1);
        secret.iter().for_each(|secret| packer.put_wide(*secret));
    }

    /// Reads what [`GameResult::pack`] wrote of this game.
    ///
    /// # Errors
    ///
    /// If it is no result.
    pub fn unpack(game: &AnyGame, content: &[u8]) -> Result<Self, Unpackable> {
        let mut packed = Unpacker::new(content);
        let choices = Choices::unpack(game.ruleset.options, &mut packed)?;
        if !game.ruleset.is_closed(&choices) || !game.has_seats_for_all(&choices) {
            return Err(Unpackable::Impossible);
        }
        let number = GameNumber::unpack(&mut packed)?;
        let table_code = packed.take(CODE_BITS)? as u32;
        let turn_code = TurnCode::unpack(&mut packed)?.ok_or(Unpackable::Impossible)?;
        let ended_at = Minute::unpack(packed.take(MINUTE_BITS)?);
        let mut person = || {
            let name = Name::unpack(&mut packed)?.ok_or(Unpackable::Impossible)?;
            Ok((name, packed.take(1)? == 1))
        };
        let people = (0..choices.people()).map(|_| person()).collect::<Result<_, _>>()?;
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
        let (number, people) = (number, people);
        Ok(GameResult { choices, number, table_code, turn_code, ended_at, people, outcome, secret })
    }
}
