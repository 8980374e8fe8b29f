//! The hidden part of the game, for the tests.

use super::*;
use crate::game::audit::{Audited, Exposure, Hidden};

impl Audited for CrazyEights {
    const HIDDEN: Hidden<Position> = Hidden::Something { redeal, commitments, secrets };

    /// If seats have rows, a card of the stock is one of the missing seat's own row, and so is the other
    /// card by its place in the shuffle.
    fn exchange(position: &Position, missing: &[Seat], chance: &mut Chance) -> Option<Position> {
        let hand_of = |card: Card| match position.location(card) {
            Location::Hand(seat) if missing.contains(&seat) => Some(seat),
            _ => None,
        };
        let held: Vec<Card> = Card::all().filter(|card| hand_of(*card).is_some()).collect();
        let one = *chance.pick(&held)?;
        let (here, shuffle) = (hand_of(one)?, position.shuffle());
        let own_row = shuffle.row_of(here);
        let is_own = |card: Card| shuffle.row_with(card) == own_row;
        let may_change = |other: &Card| match position.location(*other) {
            Location::Stock => is_own(one) && is_own(*other),
            Location::Hand(seat) => missing.contains(&seat) && seat != here,
            Location::Pile => false,
        };
        let others: Vec<Card> = Card::all().filter(may_change).collect();
        let other = *chance.pick(&others)?;
        let mut exchanged = position.clone();
        exchanged.put(one, position.location(other));
        exchanged.put(other, position.location(one));
        exchanged.broken_condition().is_none().then_some(exchanged)
    }

    fn points(position: &mut Position) -> &mut [usize] {
        &mut position.points
    }

    /// If seats have rows, only the pile and a count of points may tell a card of a missing player.
    fn exposure(one: &Position, other: &Position, missing: &[Seat]) -> Exposure {
        let places = |card| [one, other].map(|position: &Position| position.location(card));
        let is_out = |[here, there]: [Location; 2]| {
            here != there && (here == Location::Pile || there == Location::Pile)
        };
        let is_hidden = |[here, there]: [Location; 2]| {
            here == there || is_of(missing, here) && is_of(missing, there)
        };
        let is_counted = one.is_round_over() && other.is_round_over();
        match () {
            () if is_counted && one.locations != other.locations => Exposure::Public,
            () if Card::all().map(places).any(is_out) => Exposure::Public,
            () if one.is_round_over() == other.is_round_over()
                && Card::all().map(places).all(is_hidden) =>
            {
                Exposure::Hidden
            }
            () if one.terms.has_rows() => Exposure::Leaked,
            () => Exposure::Public,
        }
    }

    /// A player can play a winning last card in a copy of the link, and the hands are shown.
    fn opens_in_copies(_: &Choices) -> bool {
        true
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

/// Returns true if cards at this location are hidden from a viewer. A round that is over hides none: all
/// hands are laid open, and its secret tells the stock.
pub(super) fn is_hidden(position: &Position, viewer: Viewer, location: Location) -> bool {
    !position.is_round_over()
        && match location {
            Location::Stock => true,
            Location::Pile => false,
            Location::Hand(seat) => viewer != Viewer::Seat(seat),
        }
}

/// The stock and the hands that the viewer does not see, dealt anew. If the seat on turn could play,
/// it still can. The lengths of the rows stay, which everybody sees: cards change places with others
/// of their row.
pub(super) fn redeal(position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
    // At first the page tells what the deal did, which follows from the secret. Rows do, too. At the end
    // the page tells the secret.
    let is_told =
        course::may_be_first(position) || position.terms.has_rows() || position.is_round_over();
    let seed = if is_told { position.seed } else { DealSeed::draw(chance) };
    let rows = position.shuffle().rows;
    let mut other = Position { seed, ..position.clone() };
    loop {
        for row in &rows {
            let is_hidden = |card: &Card| is_hidden(position, viewer, position.location(*card));
            let cards: Vec<Card> = row.iter().copied().filter(is_hidden).collect();
            let mut places: Vec<Location> =
                cards.iter().map(|card| position.location(*card)).collect();
            chance.shuffle(&mut places);
            cards.iter().zip(places).for_each(|(card, place)| other.put(*card, place));
        }
        if other.stage != Stage::Decision || other.has_move() == position.has_move() {
            return other;
        }
    }
}

/// The fingerprint of the deal, and its opening.
pub(super) fn commitments(position: &Position) -> Vec<String> {
    let Commitment { fingerprint, opening, .. } = Commitment::to(position.secret().to_text(), true);
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
