//! The easy level: a glance at the cards, so that beginners have a chance. Two cards of three are any
//! that fit, by a lot that depends on what the player sees. For the third it looks.
//!
//! It leaves a card on top that its own cards follow and the others' probably do not. The hidden
//! cards may be anywhere. The fewer hidden cards follow, the likelier the next player must draw. It
//! keeps an eight until no other card can be played. When a player is close to the end it also
//! sheds the dearest cards, and an eight counts 50.

use super::imagine::Imagination;
use crate::games::eights::position::{Seen, follows, points};
use crate::games::eights::requests::Move;
use crate::games::shared::cards::{Card, Rank, Suit};

/// A player with this few cards may be out before the turn comes round twice.
const CLOSE_TO_THE_END: usize = 2;
/// The level chooses one in this many cards with care.
const LOTS: u64 = 3;
/// The worth of a card that follows, in points of a hand.
const WORTH_OF_FOLLOWING: i32 = 6;
/// The worth of keeping an eight: more than to leave the best of cards.
const WORTH_OF_AN_EIGHT: i32 = 100;

/// The card to play, or the suit to name after an eight. `None` if no card can be played.
pub fn choose(seen: &Seen) -> Option<Move> {
    let lot = Imagination::of(seen).next();
    if seen.names_suit || lot.is_multiple_of(LOTS) {
        return careful(seen);
    }
    let playable: Vec<&Card> = playable(seen).collect();
    let place = lot / LOTS % playable.len().max(1) as u64;
    playable
        .get(usize::try_from(place).expect("a place of the list"))
        .map(|card| Move::Play(**card))
}

/// The best card or suit at a glance.
pub fn careful(seen: &Seen) -> Option<Move> {
    if seen.names_suit {
        let worth = |suit: &Suit| worth_of_leaving(seen, Rank::Eight, *suit);
        return Suit::ALL.into_iter().max_by_key(worth).map(Move::Name);
    }
    playable(seen).max_by_key(|card| worth_of_playing(seen, **card)).map(|card| Move::Play(*card))
}

fn playable(seen: &Seen) -> impl Iterator<Item = &Card> {
    seen.hand.iter().filter(|card| follows(**card, seen.top.rank, seen.suit))
}

fn worth_of_playing(seen: &Seen, card: Card) -> i32 {
    let is_close = seen.others.iter().any(|count| *count <= CLOSE_TO_THE_END);
    let shed = if is_close { i32::from(points(card)) } else { 0 };
    match card.rank {
        Rank::Eight => shed - WORTH_OF_AN_EIGHT,
        rank => shed + worth_of_leaving(seen, rank, card.suit),
    }
}

/// The worth of leaving a card of this rank on top, and this suit to follow.
fn worth_of_leaving(seen: &Seen, rank: Rank, suit: Suit) -> i32 {
    let that_follow = |cards: &[Card]| -> i32 {
        cards.iter().map(|card| i32::from(follows(*card, rank, suit))).sum()
    };
    let unseen: Vec<Card> =
        Card::all().filter(|card| !seen.hand.contains(card) && !seen.pile.contains(card)).collect();
    WORTH_OF_FOLLOWING * (that_follow(&seen.hand) - that_follow(&unseen))
}
