//! An independent search for the nets of a full board: every way to lay its tiles. It uses only the
//! page. Sides are numbered n, e, s, w.

use crate::game::page::{Board, Cell};

/// For each square the sides to which its tile opens: a bit for each.
pub type Net = Vec<u8>;

/// A full board as it is shown.
pub struct Shown {
    columns: usize,
    wraps: bool,
    /// For each square, every way to lay its tile that opens to no wall.
    ways: Vec<Vec<u8>>,
}

const ALL: u8 = 0b1111;

/// The sides to which a tile opens now.
pub fn openings(cell: &Cell) -> u8 {
    let picture = cell.picture.expect("a picture");
    let upright = match picture.name {
        "arrow" | "arrow-flown" | "bud" => 0b0010,
        "heart-goal" | "heart-hit" => 0b1000,
        "bend" => 0b0110,
        "line" => 0b1010,
        "tee" => 0b1110,
        "crossing" => ALL,
        "wall" => 0,
        other => panic!("{other}"),
    };
    turned(upright, picture.quarter_turns)
}

fn turned(openings: u8, quarters: u8) -> u8 {
    (openings << quarters | openings >> (4 - quarters)) & ALL
}

/// The fewest quarter turns between two ways to lay a tile.
pub fn turns(from: u8, to: u8) -> usize {
    [0, 1, 3, 2]
        .into_iter()
        .find(|quarters| turned(from, *quarters) == to)
        .map_or(0, |quarters| usize::from(quarters.min(4 - quarters)))
}

impl Shown {
    pub fn of(board: &Board, wraps: bool) -> Self {
        let ways = |cell: &Cell| {
            let now = openings(cell);
            let is_fixed = matches!(
                cell.picture.unwrap().name,
                "arrow" | "arrow-flown" | "heart-goal" | "heart-hit"
            );
            let mut ways: Vec<u8> =
                (0..if is_fixed { 1 } else { 4 }).map(|quarters| turned(now, quarters)).collect();
            ways.sort_unstable();
            ways.dedup();
            ways
        };
        Shown { columns: board.columns, wraps, ways: board.cells.iter().map(ways).collect() }
    }

    fn beside(&self, square: usize, side: usize) -> Option<usize> {
        let rows = self.ways.len() / self.columns;
        let (row, column) = (square / self.columns, square % self.columns);
        let (down, right) = [(rows - 1, 0), (0, 1), (1, 0), (0, self.columns - 1)][side];
        let is_edge = [row == 0, column + 1 == self.columns, row + 1 == rows, column == 0][side];
        let beside = (row + down) % rows * self.columns + (column + right) % self.columns;
        (self.wraps || !is_edge).then_some(beside)
    }

    /// Every net of all tiles, but no more than two.
    pub fn nets(&self) -> Vec<Net> {
        let mut found = Vec::new();
        self.search(self.ways.clone(), &mut found);
        found
    }

    fn search(&self, mut ways: Vec<Vec<u8>>, found: &mut Vec<Net>) {
        if found.len() > 1 || !self.narrow(&mut ways) || !self.may_hang_together(&ways) {
            return;
        }
        // The square with the fewest ways left narrows the others most.
        let open = (0..ways.len()).filter(|square| ways[*square].len() > 1);
        match open.min_by_key(|square| ways[*square].len()) {
            None => found.push(ways.concat()),
            Some(square) => {
                for way in ways[square].clone() {
                    let mut laid = ways.clone();
                    laid[square] = vec![way];
                    self.search(laid, found);
                }
            }
        }
    }

    /// Removes the ways that do not fit the neighbours. Returns true if every square has a way
    /// left.
    fn narrow(&self, ways: &mut [Vec<u8>]) -> bool {
        loop {
            let mut has_changed = false;
            for square in 0..ways.len() {
                let before = ways[square].len();
                for side in 0..4 {
                    let opposite = (side + 2) % 4;
                    let beside = self.beside(square, side);
                    let may = |open: u8| match beside {
                        Some(to) => ways[to].iter().any(|way| way >> opposite & 1 == open),
                        None => open == 0,
                    };
                    let may = [may(0), may(1)];
                    ways[square].retain(|way| may[usize::from(way >> side & 1)]);
                }
                if ways[square].is_empty() {
                    return false;
                }
                has_changed |= ways[square].len() < before;
            }
            if !has_changed {
                return true;
            }
        }
    }

    /// Returns true if every tile can be reached through sides that may be open, and no ring is sure.
    fn may_hang_together(&self, ways: &[Vec<u8>]) -> bool {
        let any = |square: usize| ways[square].iter().fold(0, |any, way| any | way);
        let sure = |square: usize| ways[square].iter().fold(ALL, |sure, way| sure & way);
        let tiles: Vec<usize> = (0..ways.len()).filter(|square| any(*square) > 0).collect();
        let mut seen = vec![false; ways.len()];
        let mut open = vec![tiles[0]];
        seen[tiles[0]] = true;
        while let Some(square) = open.pop() {
            for side in (0..4).filter(|side| any(square) >> side & 1 == 1) {
                let next = self.beside(square, side).expect("no way leads off the board");
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        // In each part that hangs together for sure there is one tile more than there are joins.
        let mut part: Vec<usize> = (0..ways.len()).collect();
        for square in &tiles {
            for side in (1..3).filter(|side| sure(*square) >> side & 1 == 1) {
                let next = self.beside(*square, side).expect("no way leads off the board");
                let (one, other) = (part[*square], part[next]);
                if one == other {
                    return false;
                }
                part.iter_mut().filter(|part| **part == one).for_each(|part| *part = other);
            }
        }
        tiles.iter().all(|square| seen[*square])
    }
}
