//! The hidden part of the game, for the tests.

use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for CrazyEights {
    const HIDDEN: Hidden<Position> = Hidden::Something { redeal, commitments, secrets };

    fn exchange(position: &Position, missing: &[Seat], chance: &mut Chance) -> Option<Position> {
        let cards: Vec<Card> = Card::all().collect();
        let is_hidden = |card: &Card| is_of(missing, position.location(*card));
        let hidden: Vec<Card> = cards.into_iter().filter(is_hidden).collect();
        let in_hand = |card: &Card| position.location(*card) != Location::Stock;
        let held: Vec<Card> = hidden.iter().copied().filter(in_hand).collect();
        let one = *chance.pick(&held)?;
        let is_elsewhere = |card: &Card| position.location(*card) != position.location(one);
        let others: Vec<Card> = hidden.into_iter().filter(is_elsewhere).collect();
        let other = *chance.pick(&others)?;
        let mut exchanged = position.clone();
        exchanged.put(one, position.location(other));
        exchanged.put(other, position.location(one));
        exchanged.broken_condition().is_none().then_some(exchanged)
    }

    fn points(position: &mut Position) -> &mut [usize] {
        &mut position.points
    }

    fn differ_in_view(one: &Position, other: &Position, missing: &[Seat]) -> bool {
        let is_seen = |card: &Card| {
            let [here, there] = [one, other].map(|position| position.location(*card));
            here != there && !(is_of(missing, here) && is_of(missing, there))
        };
        one.is_round_over() != other.is_round_over()
            || one.is_round_over() && one.locations != other.locations
            || Card::all().any(|card| is_seen(&card))
    }

    /// From one stock to the next at most 51 cards are drawn and 51 played, and four suits named.
    /// Matches of more than 20 rounds of such length are not seen.
    fn requests_max(choices: &Choices) -> usize {
        let terms = Terms::of(choices);
        let stocks = if terms.reshuffles { 1 + usize::from(RESHUFFLES_MAX) } else { 1 };
        let rounds = if terms.target.is_some() { 20 } else { 1 };
        rounds * stocks * (51 + 51 + 4)
    }
}

/// Returns true if only these seats may see the cards at this location, or nobody.
fn is_of(missing: &[Seat], location: Location) -> bool {
    match location {
        Location::Stock => true,
        Location::Pile => false,
        Location::Hand(seat) => missing.contains(&seat),
    }
}

/// Returns true if cards at this location are hidden from a viewer.
pub(super) fn is_hidden(position: &Position, viewer: Viewer, location: Location) -> bool {
    match location {
        Location::Stock => true,
        Location::Pile => false,
        Location::Hand(seat) => !position.is_round_over() && viewer != Viewer::Seat(seat),
    }
}

/// The stock and the hands that the viewer does not see, dealt anew. If the seat on turn could play,
/// it still can.
pub(super) fn redeal(position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
    let is_hidden = |location: &Location| is_hidden(position, viewer, *location);
    // At first the page tells what the deal did, which follows from the secret.
    let is_told = course::may_be_first(position);
    let seed = if is_told { position.seed } else { DealSeed::draw(chance) };
    let mut hidden: Vec<Location> = position.locations.into_iter().filter(is_hidden).collect();
    let mut other = Position { seed, ..position.clone() };
    loop {
        chance.shuffle(&mut hidden);
        let slots = other.locations.iter_mut().filter(|location| is_hidden(location));
        slots.zip(&hidden).for_each(|(slot, location)| *slot = *location);
        if other.stage != Stage::Decision || other.has_move() == position.has_move() {
            return other;
        }
    }
}

/// The fingerprint of the deal, and its opening.
pub(super) fn commitments(position: &Position) -> Vec<String> {
    let Commitment { fingerprint, opening } = Commitment::to(position.secret().to_text(), true);
    [fingerprint].into_iter().chain(opening).collect()
}

/// The cards that the viewer does not see, as they are written, named and drawn, and what would tell
/// them all.
pub(super) fn secrets(position: &Position, viewer: Viewer) -> Vec<String> {
    let hidden = Card::all().filter(|card| is_hidden(position, viewer, position.location(*card)));
    let drawn = |picture: Picture| [picture.name, picture.variant].concat();
    let words = |card: Card| {
        let pictures = [card.picture(), card.picture_in_hand()].map(drawn);
        [card.written().to_owned(), card.name()].into_iter().chain(pictures)
    };
    let opening = (!position.is_round_over()).then(|| position.secret().to_text());
    hidden.flat_map(words).chain(opening).collect()
}
