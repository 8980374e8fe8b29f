//! The board: tiles with openings, turned by quarters, and how far the arrow flies over them.

/// A side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    North,
    East,
    South,
    West,
}

impl Side {
    /// The sides clockwise from the north.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// The side this many quarters further on, clockwise.
    pub fn turned(self, quarters: u8) -> Side {
        Side::ALL[(self as usize + usize::from(quarters)) % 4]
    }

    pub fn opposite(self) -> Side {
        self.turned(2)
    }

    pub fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }
}

/// The two shapes of a tile that turns. (The source draws each straight in two pictures; both say
/// the same, so there is one of each here.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Opens to two sides that meet.
    Corner,
    /// Opens to two opposite sides.
    Straight,
}

impl Kind {
    /// In how many ways a tile of this kind can lie.
    pub fn ways(self) -> u8 {
        match self {
            Kind::Corner => 4,
            Kind::Straight => 2,
        }
    }
}

/// What keeps a tile from being turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Nothing.
    Free,
    /// The player has locked it.
    Locked,
    /// A hint has turned it the right way, for good.
    Settled,
}

/// A tile that turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: Kind,
    /// By how many quarters it is turned clockwise, below [`Kind::ways`]. Not turned, a corner
    /// opens east and south and a straight east and west, as types 0 and 4 of the source.
    pub quarters: u8,
    pub hold: Hold,
}

/// The tiles that turn by number: the source's types 0 to 3 for corners, 4 and 5 for straights,
/// and six more for each further way of holding them.
pub const PIECE_CODES: u64 = 18;

impl Piece {
    /// The two sides to which it opens.
    pub fn sides(self) -> [Side; 2] {
        let first = Side::East.turned(self.quarters);
        match self.kind {
            Kind::Corner => [first, first.turned(1)],
            Kind::Straight => [first, first.opposite()],
        }
    }

    /// The same tile, turned clockwise by this many quarters.
    pub fn turned(self, quarters: u8) -> Piece {
        Piece { quarters: (self.quarters + quarters) % self.kind.ways(), ..self }
    }

    /// The other side to which it opens, for a path that comes in at `side`.
    pub fn beyond(self, side: Side) -> Option<Side> {
        match self.sides() {
            [a, b] if a == side => Some(b),
            [a, b] if b == side => Some(a),
            _ => None,
        }
    }

    /// By how many quarters clockwise, 0 to 3, it must be turned to open to these two sides; none
    /// if it never does.
    pub fn quarters_to(self, a: Side, b: Side) -> Option<u8> {
        (0..self.kind.ways()).find(|quarters| self.turned(*quarters).beyond(a) == Some(b))
    }

    pub fn code(self) -> u64 {
        let kind = match self.kind {
            Kind::Corner => 0,
            Kind::Straight => 4,
        };
        let hold = match self.hold {
            Hold::Free => 0,
            Hold::Locked => 6,
            Hold::Settled => 12,
        };
        hold + kind + u64::from(self.quarters)
    }

    /// The tile with this code, below [`PIECE_CODES`].
    pub fn from_code(code: u64) -> Piece {
        let (kind, quarters) = match code % 6 {
            straight @ 4.. => (Kind::Straight, straight - 4),
            corner => (Kind::Corner, corner),
        };
        let hold = match code / 6 {
            0 => Hold::Free,
            1 => Hold::Locked,
            _ => Hold::Settled,
        };
        Piece { kind, quarters: quarters as u8, hold }
    }
}

/// A tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Where the arrow starts: opens east only (type 8 of the source).
    Arrow,
    /// Where it is to go: opens west only (type 9 of the source).
    Heart,
    /// A tile that turns.
    Piece(Piece),
}

impl Tile {
    pub fn opens(self, side: Side) -> bool {
        match self {
            Tile::Arrow => side == Side::East,
            Tile::Heart => side == Side::West,
            Tile::Piece(piece) => piece.sides().contains(&side),
        }
    }
}

/// How many tiles a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
}

impl Size {
    pub fn tiles(self) -> usize {
        self.columns * self.rows
    }

    /// The first tile of this row.
    pub fn left(self, row: usize) -> usize {
        row * self.columns
    }

    /// The last tile of this row.
    pub fn right(self, row: usize) -> usize {
        row * self.columns + self.columns - 1
    }

    /// The tile beside this one, if it is not the board's edge.
    pub fn beside(self, tile: usize, side: Side) -> Option<usize> {
        let (row, column) = (tile / self.columns, tile % self.columns);
        match side {
            Side::North if row > 0 => Some(tile - self.columns),
            Side::East if column + 1 < self.columns => Some(tile + 1),
            Side::South if row + 1 < self.rows => Some(tile + self.columns),
            Side::West if column > 0 => Some(tile - 1),
            _ => None,
        }
    }
}

/// Tiles in rows, numbered from 0, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub size: Size,
    /// The row of the arrow, at the left edge.
    pub arrow_row: usize,
    /// The row of the heart, at the right edge.
    pub heart_row: usize,
    /// As many as the size says: one arrow, one heart, all others pieces.
    pub tiles: Vec<Tile>,
}

/// How far the arrow flies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The tiles on its way, in order, its own first.
    pub tiles: Vec<usize>,
    /// What ends it.
    pub end: FlightEnd,
}

/// What ends a flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightEnd {
    /// The heart, which is also the last of the tiles.
    Heart,
    /// The edge of the board, at this side of the last tile.
    Edge(Side),
    /// The next tile, closed at this side.
    Closed(usize, Side),
}

impl Board {
    pub fn arrow(&self) -> usize {
        self.size.left(self.arrow_row)
    }

    pub fn piece(&self, tile: usize) -> Option<Piece> {
        match self.tiles.get(tile) {
            Some(Tile::Piece(piece)) => Some(*piece),
            _ => None,
        }
    }

    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        (0..self.tiles.len()).filter_map(|tile| self.piece(tile))
    }

    /// The same board with another piece at this place.
    pub fn with(&self, tile: usize, piece: Piece) -> Board {
        let mut next = self.clone();
        if let Some(place) = next.tiles.get_mut(tile) {
            *place = Tile::Piece(piece);
        }
        next
    }

    /// How far the arrow flies from its tile through openings that face each other.
    ///
    /// It never comes to a tile twice: no tile has more than two openings, and the first of the
    /// way has only one.
    pub fn flight(&self) -> Flight {
        let mut tiles = vec![self.arrow()];
        let (mut at, mut out) = (self.arrow(), Side::East);
        let end = loop {
            let Some(next) = self.size.beside(at, out) else { break FlightEnd::Edge(out) };
            let side = out.opposite();
            if !self.tiles.get(next).is_some_and(|tile| tile.opens(side)) {
                break FlightEnd::Closed(next, side);
            }
            tiles.push(next);
            match self.piece(next).and_then(|piece| piece.beyond(side)) {
                Some(beyond) => (at, out) = (next, beyond),
                None => break FlightEnd::Heart,
            }
        };
        Flight { tiles, end }
    }
}
