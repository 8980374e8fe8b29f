//! A position as the search sees it.

use super::paths::{Paths, Squares, members};
use super::player::Player;

/// The player to move and their opponent.
#[derive(Clone, Copy)]
pub struct Sides {
    pub mover: Player,
    pub other: Player,
}

impl Sides {
    /// The position in which the player to move has the squares `own`.
    pub fn new(grid: &Paths, own: Squares, other: Squares) -> Self {
        let player = |own: Squares, other: Squares| {
            let marked = members(own).fold(Player::new(grid), |player, s| player.with(grid, s));
            members(other).fold(marked, |player, square| player.without(grid, square))
        };
        Sides { mover: player(own, other), other: player(other, own) }
    }

    /// The position after a move.
    pub fn after(&self, grid: &Paths, square: usize) -> Self {
        Sides { mover: self.other.without(grid, square), other: self.mover.with(grid, square) }
    }

    /// The squares without a mark.
    pub fn free(&self, grid: &Paths) -> Squares {
        grid.all() & !(self.mover.marks | self.other.marks)
    }

    /// Whether the board is its own image through the centre with the marks exchanged, and the
    /// opponent has the centre if there is one. In misère the opponent need not lose then: they
    /// answer every mark on the opposite square, and so make no line before its image is made.
    pub fn is_mirrored(&self, grid: &Paths) -> bool {
        let (own, other) = (self.mover.marks, self.other.marks);
        let size = grid.size() as u32;
        let centre = if size.is_multiple_of(2) { 0 } else { 1 << (size / 2) };
        let image = other.reverse_bits() >> (Squares::BITS - size);
        other & centre == centre && image & !centre == own
    }
}
