//! The field: squares in rows, closed or open, as everybody sees them.

/// The size of a field, and the number of its mines. A larger field compares as greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
    pub mines: usize,
}

impl Size {
    pub fn squares(self) -> usize {
        self.columns * self.rows
    }

    /// The squares around this one, row by row: 3, 5 or 8 of them on a field of at least 2 by 2.
    pub fn around(self, square: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (square / self.columns, square % self.columns);
        let rows = row.saturating_sub(1)..=(row + 1).min(self.rows - 1);
        let columns = column.saturating_sub(1)..=(column + 1).min(self.columns - 1);
        let all =
            rows.flat_map(move |line| columns.clone().map(move |at| line * self.columns + at));
        all.filter(move |other| *other != square)
    }

    /// The number of squares around this one that have mines.
    pub fn mines_around(self, square: usize, is_mine: &[bool]) -> u8 {
        let count = self.around(square).filter(|other| is_mine[*other]).count();
        u8::try_from(count).expect("a square has at most eight neighbours")
    }

    /// The steps of a chess king from one square to the other.
    pub fn distance(self, one: usize, other: usize) -> usize {
        let rows = (one / self.columns).abs_diff(other / self.columns);
        rows.max((one % self.columns).abs_diff(other % self.columns))
    }
}

/// A square, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Square {
    /// Not opened yet.
    Closed,
    /// Not opened yet, and marked by the player as a mine. The mark is theirs and proves nothing.
    Flagged,
    /// Opened, with the number of mines around it, at most 8.
    Open(u8),
}

/// The obvious thing to do with the closed squares without flags around a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Around {
    /// Open them: the number has all its flags.
    Open(Vec<usize>),
    /// Flag them: all of them are mines.
    Flag(Vec<usize>),
}

/// The field, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    /// As many as the size says, row by row from the top.
    pub squares: Vec<Square>,
}

impl Field {
    /// A field on which nothing is open.
    pub fn closed(size: Size) -> Self {
        Field { squares: vec![Square::Closed; size.squares()] }
    }

    pub fn is_open(&self, square: usize) -> bool {
        matches!(self.squares.get(square), Some(Square::Open(_)))
    }

    /// The number of closed squares around this one.
    pub fn closed_around(&self, size: Size, square: usize) -> usize {
        size.around(square).filter(|other| !self.is_open(*other)).count()
    }

    /// The obvious thing to do around an open number, if there is one.
    pub fn around_number(&self, size: Size, square: usize) -> Option<Around> {
        let Some(Square::Open(mines)) = self.squares.get(square) else { return None };
        let is = |kind: Square| {
            let around = size.around(square).filter(move |at| self.squares[*at] == kind);
            around.collect::<Vec<usize>>()
        };
        let (closed, flags) = (is(Square::Closed), is(Square::Flagged).len());
        match usize::from(*mines) {
            _ if closed.is_empty() => None,
            mines if mines == flags => Some(Around::Open(closed)),
            mines if mines == flags + closed.len() => Some(Around::Flag(closed)),
            _ => None,
        }
    }

    /// The number of open squares.
    pub fn opened(&self) -> usize {
        self.squares.iter().filter(|square| matches!(square, Square::Open(_))).count()
    }

    pub fn flags(&self) -> usize {
        self.squares.iter().filter(|square| **square == Square::Flagged).count()
    }

    /// The number of closed squares without a mine.
    pub fn left(&self, size: Size) -> usize {
        self.squares.len() - self.opened() - size.mines
    }

    /// The field with these squares open, in an arrangement without mines there. If an open square
    /// has no mine around it, all squares around it are open, too.
    pub fn opening(&self, size: Size, squares: &[usize], is_mine: &[bool]) -> Self {
        let mut next = self.clone();
        let mut waiting = squares.to_vec();
        while let Some(square) = waiting.pop() {
            if next.is_open(square) {
                continue;
            }
            let count = size.mines_around(square, is_mine);
            next.squares[square] = Square::Open(count);
            if count == 0 {
                waiting.extend(size.around(square).filter(|other| !next.is_open(*other)));
            }
        }
        next
    }
}
