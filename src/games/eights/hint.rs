//! A hint for a person who plays against computers: the choice of a computer that thinks ahead, in
//! their seat.

use super::computer;
use super::page;
use super::position::{Position, Seen};
use super::requests::Move;
use super::terms::{Level, Terms};
use crate::prelude::*;

/// The advised card or suit. A card goes with the suit to name after it.
pub fn advice(position: &Position, who: &Perspective) -> Advice {
    let page = page::page(position, who, &[]);
    let seen = position.seen_by(position.cursor);
    // The easy level does not think ahead, and only the highest level counts.
    let level = match seen.terms.level {
        Level::Easy => Level::Good,
        level => level,
    };
    let seen = Seen { terms: Terms { level, ..seen.terms }, ..seen };
    let Some((choice, suit)) = computer::choose(&seen) else {
        return Advice::nothing(page, "No card fits.");
    };
    let fits = seen.hand.iter().filter(|card| position.is_playable(**card)).count();
    let tried = "with the hidden cards dealt at random, again and again, it did best";
    let why = match (choice, suit) {
        (Move::Name(_), _) => format!("Of all suits, {tried}."),
        (_, Some(Move::Name(suit))) => {
            format!("Then name {}: of all that you can play, {tried}.", suit.name())
        }
        _ if fits == 1 => "It is the only card that you can play.".to_owned(),
        _ => format!("Of all cards that you can play, {tried}."),
    };
    Advice::new(page, choice.request(), why)
}
