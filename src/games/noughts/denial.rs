//! Plain strategies that keep a side from making any line, found without looking ahead.
//!
//! Two strategies are combined. Both are older than this program.
//! - **Pairing.** Two free squares are set aside as a pair. Whenever one of them is taken, the
//!   other player takes the other. So no player gets both, and a line through both is never made.
//! - **Potential** (P. Erdős and J. L. Selfridge, On a combinatorial game, Journal of Combinatorial
//!   Theory A 14, 1973). A line that lacks n marks has the potential 2 to the power of -n. If the
//!   defender always takes the square that removes the most, the sum never grows from one turn of
//!   the defender to the next. A full line has the potential 1, so a sum below 1 stays without one.
//!   In misère the player avoids their own lines and always takes the square that adds the least
//!   (D. Hefetz, M. Krivelevich and T. Szabó, Avoider–Enforcer games, Journal of Combinatorial
//!   Theory A 114, 2007).
//!
//! A line through one square of a pair counts as if the player had that square. The result is then
//! true of the other squares, no matter which square of the pair the player gets.

use super::counted::Counted;
use super::terms::Rule;
use crate::games::shared::lines::{Mark, Squares};
use crate::prelude::*;

/// The potential of a full line. All potentials are this many times those of the theorem.
const FULL: u32 = 32;

/// From this potential on, no pairs are tried: by trial, more tries take longer than they save.
const HOPELESS: u32 = 3 * FULL / 2;

/// Returns true if the board is small and the defender has a plain strategy against a loss. A no means
/// only that the strategies of this module do not show it.
///
/// # Errors
///
/// [`Stopped`] if the meter runs out.
pub fn is_safe(
    board: &Counted,
    rule: Rule,
    defender: Mark,
    mover: Mark,
    meter: &mut Meter,
) -> Result<bool, Stopped> {
    if board.grid.size() > u32::BITS as usize {
        return Ok(false);
    }
    let left = board.free().count_ones();
    let moves = |mark| if mark == mover { left.div_ceil(2) } else { left / 2 };
    // In a normal game the attacker's lines matter, in misère the defender's own. The order of moves
    // favours the defender in a normal game if it is their turn, in misère if they do not make the
    // last move. Else one move can double the potential first.
    let (player, is_favoured) = match rule {
        Rule::Normal => (defender.other(), mover == defender),
        Rule::Misere => (defender, left.is_multiple_of(2) == (mover == defender)),
    };
    let bound = if is_favoured { FULL } else { FULL / 2 };
    let is_mirrored = rule == Rule::Misere && mover != defender && is_mirrored(board, defender);
    Ok(is_mirrored || can_be_denied(board, player, moves(player), bound, meter)?)
}

/// Returns true if the board is its own image through the centre with the marks exchanged, and the
/// defender has the centre if there is one. In misère the defender need not lose then: they answer
/// every mark on the opposite square, and so make no line before its image is made. (This needs lines
/// through the centre that share more with their images than the centre.)
fn is_mirrored(board: &Counted, defender: Mark) -> bool {
    let (own, other) = (board.field.of(defender), board.field.of(defender.other()));
    let size = u32::try_from(board.grid.size()).expect("a board has at most 81 squares");
    let centre = if size.is_multiple_of(2) { 0 } else { 1 << (size / 2) };
    let image = own.reverse_bits() >> (Squares::BITS - size);
    own & centre == centre && image & !centre == other
}

/// A line that a player can still make: how many marks it lacks, and its free squares outside all
/// pairs. On the small boards they fit into a machine word.
type Open = (u32, u32);

/// Returns true if the player can be kept from making any line. Pairs are made, each to stop the
/// shortest line, until the potential is below the bound.
fn can_be_denied(
    board: &Counted,
    player: Mark,
    moves: u32,
    bound: u32,
    meter: &mut Meter,
) -> Result<bool, Stopped> {
    meter.spend(OPENED * board.grid.count())?;
    let mut lines: Vec<Open> = Vec::with_capacity(board.grid.count());
    lines.extend(board.open(player, moves));
    loop {
        meter.spend(PAIRED[0] + PAIRED[1] * lines.len())?;
        let potential: u32 = lines.iter().map(|(lacks, _)| FULL >> lacks).sum();
        if potential < bound {
            return Ok(true);
        }
        if potential >= HOPELESS {
            return Ok(false);
        }
        let Some(pair) = pair(&lines) else { return Ok(false) };
        lines.retain_mut(|(lacks, squares)| {
            let common = *squares & pair;
            *squares ^= common;
            *lacks -= u32::from(common != 0);
            common != pair
        });
        if lines.iter().any(|line| line.0 == 0) {
            return Ok(false);
        }
    }
}

/// The work to see if a line is open, and that to make a pair: at all, and for each open line. In units of a
/// meter.
const OPENED: usize = 3;
const PAIRED: [usize; 2] = [4, 6];

/// Two free squares of the line that lacks the fewest marks, but at least two. `None` if there is
/// no such line. Squares that it shares with another line come first, since a pair of them stops
/// that line too.
fn pair(lines: &[Open]) -> Option<u32> {
    let (_, line) = lines.iter().filter(|line| line.0 > 1).min_by_key(|line| line.0)?;
    let common = lines.iter().map(|(_, other)| line & other);
    let shared = common
        .filter(|common| common != line && !is_single(*common))
        .fold(0, |all, common| all | common);
    let choice = if shared == 0 { *line } else { shared };
    let but_one = choice & (choice - 1);
    Some(choice ^ (but_one & (but_one - 1)))
}

/// Returns true if a set has one square at most.
fn is_single(squares: u32) -> bool {
    squares & squares.wrapping_sub(1) == 0
}
