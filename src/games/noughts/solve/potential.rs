//! Whether a player can be kept from making any line, decided without looking ahead.
//!
//! Two strategies are combined. Both are older than this program.
//! - **Pairing.** Two free squares are set aside as a pair. Whenever one of them is taken, the other
//!   player takes the other. So nobody gets both, and a line through both is never made.
//! - **Potential** (P. Erdős and J. L. Selfridge, On a combinatorial game, Journal of Combinatorial
//!   Theory A 14, 1973). A line that lacks n marks has the potential 2 to the power of -n. If the
//!   defender always takes the square that removes the most, the sum never grows from one turn of
//!   the defender to the next. A full line has the potential 1, so a sum below 1 stays without one.
//!   In misère the player avoids their own lines and always takes the square that adds the least
//!   (D. Hefetz, M. Krivelevich and T. Szabó, Avoider–Enforcer games, Journal of Combinatorial
//!   Theory A 114, 2007).
//!
//! A line through one square of a pair counts as if the player had that square. What is then true
//! of the other squares is true whichever square of the pair the player gets.

use super::paths::{Paths, Squares, members};
use super::player::{MOST_LACKING, Player};

/// The potential of a full line. All potentials are this many times those of the theorem, so that
/// an empty line of four has 1 and every mark in it doubles that.
const FULL: u32 = 1 << MOST_LACKING;

/// From this potential on, no pairs are tried. By trial, for the proofs in the test
/// `the_normal_game_on_five_by_five_is_a_draw`: 10,625 positions and 10.7 million instructions. With
/// FULL it is 20,594 and 14.2 million, with twice that 10,173 and 11.9 million.
const HOPELESS: u32 = 3 * FULL / 2;

/// Whether the order of moves favours the side that wants no line. In a normal game it does if the
/// opponent of the player is to move. In misère it does if the player does not make the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tempo {
    /// It does: the potential must stay below that of a full line.
    Favourable,
    /// It does not: one move can double the potential first, so it must stay below half of that.
    Unfavourable,
}

impl Tempo {
    /// What the potential must stay below.
    const fn bound(self) -> u32 {
        match self {
            Tempo::Favourable => FULL,
            Tempo::Unfavourable => FULL / 2,
        }
    }
}

/// Whether the player can be kept from making any of their open lines. A no means only that the two
/// strategies do not show it.
pub fn can_be_denied(grid: &Paths, mut player: Player, mut free: Squares, tempo: Tempo) -> bool {
    let mut left = potential(&player);
    if left >= HOPELESS {
        return false;
    }
    while left >= tempo.bound() {
        // Pairs only advance these lines.
        if player.lacking[1].count_ones() * FULL / 2 >= tempo.bound() {
            return false;
        }
        let Some((first, second)) = pair(grid, &player, free) else { return false };
        let (one, other) = (grid.through(first), grid.through(second));
        player.abandon(one & other);
        player.advance(one ^ other);
        if player.lacking[0] != 0 {
            return false;
        }
        free &= !(1 << first | 1 << second);
        left = potential(&player);
    }
    true
}

/// The sum over the open lines, none of which is full.
fn potential(player: &Player) -> u32 {
    let sum_of = |lacks: usize| player.lacking[lacks].count_ones() << (MOST_LACKING - lacks);
    (1..=MOST_LACKING).map(sum_of).sum()
}

/// Two free squares of the line that lacks the fewest marks, but at least two; none if there is no
/// such line. Squares that it shares with lines beside it come first, since a pair of them stops
/// those lines too; and of these the squares on the fewest lines, since all those advance.
fn pair(grid: &Paths, player: &Player, free: Squares) -> Option<(usize, usize)> {
    let lines = player.lacking[2..].iter().find(|lines| **lines != 0)?;
    let line = lines.trailing_zeros() as usize;
    let squares = grid.lines()[line] & free;
    let shared = squares & grid.squares_of(grid.beside(line) & player.open());
    let choice = if shared & shared.wrapping_sub(1) == 0 { squares } else { shared };
    let quietest = |set: Squares| members(set).min_by_key(|square| grid.lines_through(*square));
    let first = quietest(choice)?;
    Some((first, quietest(choice & !(1 << first))?))
}
