//! Positions in a game for two: their moves, and what a move makes of them.

use crate::prelude::*;
use std::fmt::Debug;

/// A position of a game for two.
///
/// ```
/// use parlour::prelude::*;
///
/// /// A heap of matches. A player takes one or two.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Heap(usize);
///
/// const TOO_MANY: Fault = Fault::new(901, "too_many", "Take fewer.");
///
/// impl Playable for Heap {
///     type Move = usize;
///
///     fn moves(&self, _: &Choices) -> Vec<usize> {
///         (1..=self.0.min(2)).collect()
///     }
///
///     fn after(&self, _: Seat, taken: usize) -> Heap {
///         Heap(self.0 - taken)
///     }
///
///     fn refusal(&self, _: &Choices, _: &Request) -> Refusal {
///         TOO_MANY.into()
///     }
///
///     fn named(&self, taken: usize) -> String {
///         count(taken, "match")
///     }
/// }
///
/// let choices = Choices::defaults(&[]);
/// assert_eq!(Heap(3).moves(&choices), [1, 2]);
/// assert_eq!(Heap(3).after(PERSON, 2), Heap(1));
/// assert!(Heap(0).moves(&choices).is_empty());
/// ```
pub trait Playable: Clone + Debug + PartialEq {
    type Move;

    /// Every legal move. Empty when the game is over. If it depends on the player, the position keeps the seat to
    /// move. A player who has to pass has one move: to pass.
    fn moves(&self, choices: &Choices) -> Vec<Self::Move>;

    /// The position after a move of this seat.
    fn after(&self, seat: Seat, chosen: Self::Move) -> Self;

    /// Returns true if the player who made the last move goes on: the turn does not pass.
    fn goes_on(&self, _choices: &Choices) -> bool {
        false
    }

    /// The reason why a request is no legal move, while the game goes on.
    fn refusal(&self, choices: &Choices, request: &Request) -> Refusal;

    /// The object of [`Duel::DID`]: `2 from heap 3`.
    fn named(&self, chosen: Self::Move) -> String;
}
