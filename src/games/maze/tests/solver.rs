//! An independent search for the cheapest way. It tries simple paths one after the other, and uses
//! only the page. Sides are numbered n, e, s, w.

use super::signs::{PIECES, sign};
use crate::game::page::Board;

/// The cost of a way: unlocked tiles, quarter turns, tiles.
pub type Cost = [usize; 3];

/// A step of a path: the tile, the side by which the path comes in, and the one by which it leaves.
pub type PathStep = (usize, usize, usize);

/// The sides to which the pieces open, in the order of [`PIECES`].
const OPENINGS: [[usize; 2]; 6] = [[1, 2], [2, 3], [0, 3], [0, 1], [1, 3], [0, 2]];

/// The cheapest way on a board, if there is one.
pub fn cheapest(board: &Board) -> Option<(Cost, Vec<PathStep>)> {
    Search::new(board, false).best
}

/// Returns true if a way leads to the heart.
pub fn has_way(board: &Board) -> bool {
    Search::new(board, true).best.is_some()
}

struct Search<'a> {
    board: &'a Board,
    signs: Vec<char>,
    used: Vec<bool>,
    path: Vec<PathStep>,
    best: Option<(Cost, Vec<PathStep>)>,
    /// True if the first path found will do.
    any: bool,
    steps: u32,
    /// For each side of each tile the last step that looked ahead from there.
    seen: Vec<[u32; 4]>,
    ahead: Vec<(usize, usize)>,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, any: bool) -> Self {
        let signs: Vec<char> = board.cells.iter().map(sign).collect();
        let start = signs.iter().position(|sign| *sign == '>').unwrap();
        assert_eq!(start % board.columns, 0);
        let mut search = Search {
            board,
            used: vec![false; signs.len()],
            path: Vec::new(),
            best: None,
            any,
            steps: 0,
            seen: vec![[0; 4]; signs.len()],
            ahead: Vec::new(),
            signs,
        };
        search.used[start] = true;
        search.visit(start + 1, 3, [0; 3]);
        search
    }

    fn beside(&self, tile: usize, side: usize) -> Option<usize> {
        let columns = self.board.columns;
        match side {
            0 => tile.checked_sub(columns),
            1 => Some(tile + 1).filter(|right| right % columns > 0),
            2 => Some(tile + columns).filter(|below| *below < self.signs.len()),
            _ => tile.checked_sub(1).filter(|_| !tile.is_multiple_of(columns)),
        }
    }

    /// The sides by which a path that came in at `side` may leave the tile.
    fn ways(&self, tile: usize, side: usize) -> impl Iterator<Item = usize> + use<> {
        let quarters: &[usize] = match self.signs[tile] {
            'r' | '7' | 'J' | 'L' => &[1, 3],
            '-' | '|' => &[2],
            _ => &[],
        };
        quarters.iter().map(move |quarters| (side + quarters) % 4)
    }

    /// The cost of turning a tile so that it opens to both sides. `None` if it cannot.
    fn cost(&self, tile: usize, a: usize, b: usize) -> Option<Cost> {
        let now = PIECES.find(self.signs[tile])?;
        let wanted = OPENINGS.iter().position(|open| *open == [a.min(b), a.max(b)])?;
        let turns = match now.abs_diff(wanted) {
            3 => 1,
            quarters => quarters,
        };
        let is_locked = self.board.cells[tile].marks.locked;
        Some([usize::from(is_locked && turns > 0), turns, 1])
    }

    fn is_heart(&self, tile: usize, side: usize) -> bool {
        self.signs[tile] == '<' && side == 3
    }

    /// Returns true if the heart can be reached at all if tiles may be used twice: prunes the search.
    fn may_lead_on(&mut self, tile: usize, side: usize) -> bool {
        self.ahead.clear();
        self.ahead.push((tile, side));
        while let Some((tile, side)) = self.ahead.pop() {
            if self.is_heart(tile, side) {
                return true;
            }
            for way in self.ways(tile, side) {
                let Some(next) = self.beside(tile, way) else { continue };
                let seen = &mut self.seen[next][(way + 2) % 4];
                if !self.used[next] && *seen != self.steps {
                    *seen = self.steps;
                    self.ahead.push((next, (way + 2) % 4));
                }
            }
        }
        false
    }

    fn visit(&mut self, tile: usize, side: usize, cost: Cost) {
        self.steps += 1;
        assert!(self.steps < 5_000_000, "the search of the tests takes too long");
        let is_worse = self.best.as_ref().is_some_and(|(best, _)| self.any || cost >= *best);
        if is_worse || self.used[tile] {
            return;
        }
        if self.is_heart(tile, side) {
            self.best = Some((cost, self.path.clone()));
            return;
        }
        if !self.may_lead_on(tile, side) {
            return;
        }
        self.used[tile] = true;
        for way in self.ways(tile, side) {
            if let (Some(next), Some(more)) = (self.beside(tile, way), self.cost(tile, side, way)) {
                self.path.push((tile, side, way));
                let total = std::array::from_fn(|at| cost[at] + more[at]);
                self.visit(next, (way + 2) % 4, total);
                self.path.pop();
            }
        }
        self.used[tile] = false;
    }
}
