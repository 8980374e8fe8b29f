//! One tile: its kind, the sides to which it opens, and how it is turned by quarters.

/// A side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// The two shapes of a tile that turns, each with its part of the packed code. (The source draws
/// each straight in two pictures; both say the same, so there is one of each here.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Opens to two sides that meet.
    Corner = 0,
    /// Opens to two opposite sides.
    Straight = 4,
}

impl Kind {
    /// In how many ways a tile of this kind can lie.
    pub fn ways(self) -> u8 {
        if self == Kind::Corner { 4 } else { 2 }
    }
}

/// What keeps a tile from being turned, each with its part of the packed code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Nothing.
    Free = 0,
    /// The player has locked it.
    Locked = 6,
    /// A hint has turned it the right way, for good.
    Settled = 12,
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

/// The number of codes of [`Piece::code`]: the source's types 0 to 3 for corners, 4 and 5 for
/// straights, and six more for each further way of holding them.
pub const PIECE_CODES: u64 = 18;

impl Piece {
    /// The two sides to which it opens, clockwise from the north.
    pub fn openings(self) -> [Side; 2] {
        let first = Side::East.turned(self.quarters);
        let other = first.turned(if self.kind == Kind::Corner { 1 } else { 2 });
        [first.min(other), first.max(other)]
    }

    /// The same tile, turned clockwise by this many quarters, below 0 the other way.
    pub fn turned(self, quarters: i8) -> Piece {
        let quarters = (self.quarters + quarters.rem_euclid(4) as u8) % self.kind.ways();
        Piece { quarters, ..self }
    }

    /// By how many quarters clockwise, below 0 the other way, this tile turns to lie like another
    /// of its kind: the shorter way round.
    pub fn quarters_to(self, other: Piece) -> i8 {
        let ways = self.kind.ways() as i8;
        let clockwise = (other.quarters as i8 - self.quarters as i8).rem_euclid(ways);
        if 2 * clockwise > ways { clockwise - ways } else { clockwise }
    }

    /// The same tile, held like this.
    pub fn held(self, hold: Hold) -> Piece {
        Piece { hold, ..self }
    }

    /// The other side to which it opens, for a path that comes in at `side`.
    pub fn beyond(self, side: Side) -> Option<Side> {
        match self.openings() {
            [a, b] if a == side => Some(b),
            [a, b] if b == side => Some(a),
            _ => None,
        }
    }

    /// The tile as a number below [`PIECE_CODES`].
    pub fn code(self) -> u64 {
        self.hold as u64 + self.kind as u64 + u64::from(self.quarters)
    }

    /// The tile with this code.
    pub fn from_code(code: u64) -> Piece {
        let hold = [Hold::Free, Hold::Locked, Hold::Settled][code as usize / 6 % 3];
        let kind = if code % 6 < 4 { Kind::Corner } else { Kind::Straight };
        Piece { kind, quarters: (code % 6 - kind as u64) as u8, hold }
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
    /// The tile, if it is one that turns.
    pub fn piece(self) -> Option<Piece> {
        match self {
            Tile::Piece(piece) => Some(piece),
            Tile::Arrow | Tile::Heart => None,
        }
    }

    pub fn opens(self, side: Side) -> bool {
        match self {
            Tile::Arrow => side == Side::East,
            Tile::Heart => side == Side::West,
            Tile::Piece(piece) => piece.openings().contains(&side),
        }
    }
}
