//! The results of positions, proved by the search of the perfect level.

use super::counted::Counted;
use super::search::{MARKED, Question, Search};
use super::terms::Rule;
use crate::games::shared::grid::Position;
use crate::games::shared::lines::{Grid, Mark};
use crate::prelude::*;

/// The judge of positions on a grid. `None` if the search does not try every move there.
pub fn judge(grid: &Grid, rule: Rule, meter: Meter) -> Option<Judge<Position>> {
    let mut search = Search::new(grid, rule, meter);
    search.is_exact.then(|| {
        let judge: Judge<Position> =
            Box::new(move |position, next| prove(&mut search, rule, position, next));
        judge
    })
}

fn prove(search: &mut Search, rule: Rule, position: &Position, next: Seat) -> Option<Proved> {
    let seat_of = |mark: Mark| if mark == position.person { PERSON } else { COMPUTER };
    if let Some(mark) = position.in_line() {
        return Some(Some(match rule {
            Rule::Normal => seat_of(mark),
            Rule::Misere => seat_of(mark.other()),
        }));
    }
    let grid = position.grid;
    let marks = grid.size() - position.free().count_ones() as usize;
    search.meter.spend((MARKED + grid.count()) * marks).ok()?;
    let board = Counted::new(grid, position.field);
    let mover = position.mark_of(next);
    for attacker in [mover, mover.other()] {
        if search.wins(&board, mover, Question { attacker, quiet: 0 })? {
            return Some(Some(seat_of(attacker)));
        }
    }
    Some(None)
}
