//! No coalition learns what a missing player of Parlour's tables holds, and a game that leaks is caught.

use crate::examination::coalition::{Tally, play};
use crate::game::sample;
use crate::games::eights::CrazyEights;
use crate::games::rps::RockPaperScissors;

/// There are so many tables. A run that is not full plays at one in so many of them.
const TABLES: u64 = 100_000;
const SAMPLED_ONE_IN: u32 = 500;
/// A run ends after so many comparisons; a full one after the second number.
const COMPARISONS: [usize; 2] = [500, 1_000_000];
/// One table in so many plays Rock, Paper, Scissors.
const SMALL_ONE_IN: u64 = 8;

/// With `PARLOUR_FULL=1` in a million comparisons.
#[test]
fn no_coalition_learns_what_a_missing_player_holds() {
    let enough = COMPARISONS[usize::from(sample::is_full())];
    let mut tally = Tally::default();
    for number in sample::one_in(SAMPLED_ONE_IN, 0..TABLES) {
        match number % SMALL_ONE_IN {
            _ if tally.compared >= enough => break,
            0 => play::<RockPaperScissors>(number, &mut tally),
            _ => play::<CrazyEights>(number, &mut tally),
        }
    }
    println!("{tally:?}");
    assert!(tally.compared >= enough, "{tally:?}");
    assert!(tally.compared_to_an_end * 10 >= tally.compared, "{tally:?}");
    assert!(tally.hand_overs > 5 && tally.opened > 5 && tally.rematches > 0, "{tally:?}");
}
