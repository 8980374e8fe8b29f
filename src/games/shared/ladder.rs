//! Levels of a game for two that play each other, for tests.

use super::duel::{Act, COMPUTER, Duel, Match, MatchOf, PERSON};
use crate::game::chance::Chance;
use crate::game::contract::Game;
use crate::game::options::Choices;
use crate::game::playable::Playable;
use crate::game::seat::Seat;

/// A player of a game.
pub trait Player<D: Duel> {
    /// Its move in a game that goes on.
    fn play(&mut self, game: &MatchOf<D>) -> D::Move;
}

/// The computer with these choices.
impl<D: Duel> Player<D> for Choices {
    fn play(&mut self, game: &MatchOf<D>) -> D::Move {
        let mut game = game.clone();
        game.choices = self.clone();
        D::computer(&game).expect("a move")
    }
}

/// A model of a person.
impl<D: Duel, F: FnMut(&MatchOf<D>) -> D::Move> Player<D> for F {
    fn play(&mut self, game: &MatchOf<D>) -> D::Move {
        self(game)
    }
}

/// The choices of a level.
pub fn at_level<D: Duel>(level: &str) -> Choices {
    let mut choices = Choices::defaults(D::FACE.options);
    assert!(choices.choose("level", level), "{level}");
    choices
}

/// A game that begins with so many moves at random and goes on after them.
pub fn opening<D: Duel>(moves: usize, number: u64) -> MatchOf<D> {
    let mut chance = Chance::from_seed(std::array::from_fn(|at| (number >> (at % 8 * 8)) as u8));
    let choices = Choices::defaults(D::FACE.options);
    loop {
        let mut seed = [0; 8];
        chance.fill(&mut seed);
        let mut game = Match::seeded::<D>(&choices, Some(u64::from_le_bytes(seed)));
        for _ in 0..moves {
            let legal = game.position.moves(&choices);
            let Some(chosen) = chance.pick(&legal).copied() else { break };
            game = game.with::<D>(Act::Move(chosen));
        }
        if D::turn(&game).is_some() {
            return game;
        }
    }
}

/// The share of the points of one player against another, in percent. From each opening they play twice, each
/// time with the other side.
pub fn share<D: Duel>(
    one: &mut dyn Player<D>,
    other: &mut dyn Player<D>,
    openings: impl Iterator<Item = MatchOf<D>>,
) -> f64 {
    let (mut halves, mut games) = (0, 0);
    for opening in openings {
        for side in [PERSON, COMPUTER] {
            let mut game = opening.clone();
            while let Some(seat) = D::turn(&game) {
                let chosen = if seat == side { one.play(&game) } else { other.play(&game) };
                game = game.with::<D>(Act::Move(chosen));
            }
            halves += points::<D>(&game, side);
            games += 1;
        }
    }
    100.0 * f64::from(halves) / f64::from(2 * games)
}

fn points<D: Duel>(game: &MatchOf<D>, side: Seat) -> i32 {
    match D::outcome(game).and_then(|outcome| outcome.winner()) {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    }
}
