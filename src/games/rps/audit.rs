//! The hidden part of the game, for the tests.

use super::position::COMPUTER;
use super::*;
use crate::game::audit::{Audited, Hidden};

impl Audited for RockPaperScissors {
    const HIDDEN: Hidden<Position> = Hidden::Something {
        redeal: redeal_hands,
        commitments: fingerprints_and_openings,
        secrets: |position, _| {
            position.next_hand().map(|hand| hand.opening()).into_iter().collect()
        },
    };

    /// A round counts in two of three cases, so that 9 counting rounds take more than 40 once in
    /// 10^9 matches. Two people throw two hands a round, and show them.
    fn requests_max(choices: &Choices) -> u32 {
        let rounds = if choices.of(&NO_TIES) { 40 } else { u32::from(choices.of(&BEST_OF)) };
        if choices.people() == 1 { rounds } else { 2 * rounds + 1 }
    }
}

/// What the viewer does not see, chosen anew: the computer's secret, with which the last round went
/// as it did, and hands that others have thrown.
pub(super) fn redeal_hands(position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    for (seat, hand) in other.chosen.iter_mut().enumerate() {
        if hand.is_some() && viewer != Viewer::Seat(seat) {
            *hand = chance.pick(&Hand::ALL).copied();
        }
    }
    let last = position.last.map(|hands| hands[COMPUTER]);
    while let Opponent::Computer(_) = position.opponent {
        other.opponent = Opponent::Computer(Secret::draw(chance));
        let drawn = position.thrown.checked_sub(1).and_then(|round| other.drawn_hand(round));
        // One secret in three agrees. What a reader threw stands in the position.
        if position.reader.is_some() || drawn.map(|commitment| commitment.hand) == last {
            break;
        }
    }
    other
}

/// The fingerprint of the computer's next hand, and its last one with its opening.
pub(super) fn fingerprints_and_openings(position: &Position) -> Vec<String> {
    let next = position.next_hand().map(|next| next.fingerprint());
    let last = position.last_hand().map(|last| [last.fingerprint(), last.opening()]);
    next.into_iter().chain(last.into_iter().flatten()).collect()
}
