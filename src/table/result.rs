//! The result of a game that was played to its end at a table.

use super::game_number::GameNumber;
use super::name::Name;
use super::state::TableState;
use crate::game::any::Step;
use crate::game::outcome::Outcome;
use crate::game::seat::{Player, Seat};

/// The result of a game, for a league.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The game.
    pub number: GameNumber,
    /// The code of the last turn, in [`CODE_BITS`](super::turn_code::CODE_BITS) bits.
    pub code: u32,
    /// The people, from the first seat on, each with true if they were in the first deal.
    pub people: Vec<(Name, bool)>,
    /// True if a computer took the seat of a player.
    pub has_replaced: bool,
    /// The ranking of all seats, and their points.
    pub outcome: Outcome,
}

impl GameResult {
    /// The result of a table, if everybody sees that the game is over. `end` is the step that the public
    /// page shows.
    pub fn of(table: &TableState, end: &Step) -> Option<Self> {
        let ranking = end.ranking.as_ref().filter(|_| end.turn.is_none())?;
        let seats = |players: &Vec<Player>| players.iter().map(|player| player.seat).collect();
        let ranking: Vec<Vec<Seat>> = ranking.iter().map(seats).collect();
        let people = table.people.iter();
        Some(GameResult {
            number: table.game_number,
            code: table.turn_code().code,
            people: people.map(|p| (p.name.clone(), p.is_player)).collect(),
            has_replaced: table.has_replaced,
            outcome: Outcome { ranking, failed: false, points: end.points.clone() },
        })
    }
}
