//! Whether a player can be kept from making any line, without looking ahead.

use super::player::{MOST_LACKING, Player};
use crate::games::shared::lines::{Grid, Squares, members};

/// What an empty line of four counts for; every mark in it doubles that, up to this for a full one.
const FULL: u32 = 1 << MOST_LACKING;

/// With a potential so high there is no hope of barring every line. Found by trial: a higher bound
/// makes the search look at few positions less, and take longer for each.
const HOPELESS: u32 = 3 * FULL / 2;

/// Who moves first..
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tempo {
    Ahead,
    Behind,
}

/// The potential...
fn potential(player: &Player) -> u32 {
    let value = |lacks: usize| player.lacking[lacks].count_ones() << (MOST_LACKING - lacks);
    (0..=MOST_LACKING).map(value).sum()
}

/// Whether every open line of the player can be kept from being made.
pub fn can_be_barred(grid: &Grid, mut player: Player, mut free: Squares, tempo: Tempo) -> bool {
    let bound = match tempo {
        Tempo::Ahead => FULL,
        Tempo::Behind => FULL / 2,
    };
    let mut value = potential(&player);
    if value >= HOPELESS {
        return false;
    }
    while value >= bound {
        if player.lacking[1].count_ones() * FULL / 2 + player.lacking[0].count_ones() * FULL
            >= bound
        {
            return false;
        }
        let Some((first, second)) = pair(grid, &player, free) else { return false };
        let (one, other) = (grid.through(first), grid.through(second));
        player.abandon(one & other);
        player.advance(one ^ other);
        free &= !(1 << first | 1 << second);
        value = potential(&player);
    }
    true
}

/// Two free squares of the most advanced line
fn pair(grid: &Grid, player: &Player, free: Squares) -> Option<(usize, usize)> {
    let lines = player.lacking[2..].iter().find(|lines| **lines != 0)?;
    let line = lines.trailing_zeros() as usize;
    let squares = grid.lines()[line] & free;
    let shared = squares & grid.squares_of(grid.beside(line) & player.open());
    let choice = if shared.count_ones() < 2 { squares } else { shared };
    let quietest =
        |set: Squares| members(set).min_by_key(|square| grid.through(*square).count_ones());
    let first = quietest(choice)?;
    Some((first, quietest(choice & !(1 << first))?))
}
