//! The hidden part of the game, for the tests.

use super::*;
use crate::game::audit::{Audited, Exposure, Hidden};

impl Audited for RockPaperScissors {
    const HIDDEN: Hidden<Position> = Hidden::Something {
        redeal: redeal_hands,
        commitments: fingerprints_and_openings,
        secrets: |position, _| {
            position.next_throw().map(|throw| throw.opening()).into_iter().collect()
        },
    };

    fn exchange(position: &Position, missing: &[Seat], chance: &mut Chance) -> Option<Position> {
        let mut other = position.clone();
        let seat = *missing.iter().find(|seat| other.chosen[**seat].is_some())?;
        other.chosen[seat] = chance.pick(&Hand::ALL).copied();
        Some(other)
    }

    fn exposure(one: &Position, other: &Position, _missing: &[Seat]) -> Exposure {
        let is_public = one.last != other.last || one.wins != other.wins;
        if is_public { Exposure::Public } else { Exposure::Hidden }
    }

    /// A round counts in two of three cases, so that 9 counting rounds take more than 40 once in
    /// 10^9 matches. Two people throw two hands a round, and show them.
    fn requests_max(choices: &Choices) -> usize {
        let rounds = if choices.of(&NO_TIES) { 40 } else { usize::from(choices.of(&BEST_OF)) };
        if choices.people() == 1 { rounds } else { 2 * rounds + 1 }
    }
}

/// Draws new hands that the viewer does not see: the thrown hands of others, and the computer's
/// secret. The last round goes as it went.
pub(super) fn redeal_hands(position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    for (seat, hand) in other.chosen.iter_mut().enumerate() {
        if hand.is_some() && viewer != Viewer::Seat(seat) {
            *hand = chance.pick(&Hand::ALL).copied();
        }
    }
    // One secret in three agrees with the last hand.
    while position.secret.is_some() {
        other.secret = Some(Secret::draw(chance));
        if other.is_computer_possible() {
            break;
        }
    }
    other
}

/// The fingerprint of the computer's next hand, and its last one with its opening.
pub(super) fn fingerprints_and_openings(position: &Position) -> Vec<String> {
    let next = position.next_throw().map(|next| next.fingerprint());
    let last = position.last_throw().map(|last| [last.fingerprint(), last.opening()]);
    next.into_iter().chain(last.into_iter().flatten()).collect()
}
