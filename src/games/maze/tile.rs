//! One tile: its kind, the sides to which it opens, and quarter turns.

use crate::prelude::listed;

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

/// Some of the four sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides(u8);

impl Sides {
    pub const NONE: Sides = Sides(0);

    pub fn of(sides: &[Side]) -> Sides {
        sides.iter().fold(Sides::NONE, |all, side| all.with(*side))
    }

    /// Every choice of sides, each at its place.
    pub fn all() -> impl Iterator<Item = Sides> {
        (0..16).map(Sides)
    }

    /// The place among all choices.
    pub fn place(self) -> usize {
        self.0.into()
    }

    pub fn contains(self, side: Side) -> bool {
        self.0 >> side as u8 & 1 == 1
    }

    pub fn with(self, side: Side) -> Sides {
        Sides(self.0 | 1 << side as u8)
    }

    pub fn without(self, side: Side) -> Sides {
        Sides(self.0 & !(1 << side as u8))
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The sides clockwise from the north.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| self.contains(*side))
    }

    /// All of them, this many quarters further on, clockwise.
    pub fn turned(self, quarters: u8) -> Sides {
        self.iter().fold(Sides::NONE, |turned, side| turned.with(side.turned(quarters)))
    }

    /// Their letters: `es`.
    pub fn letters(self) -> String {
        self.iter().map(|side| &side.name()[..1]).collect()
    }

    /// `east and south`.
    pub fn listed(self) -> String {
        listed(self.iter().map(Side::name))
    }

    /// The way that leads over a tile: `east to south`; of another number of sides all of them.
    pub fn way(self) -> String {
        let names: Vec<&str> = self.iter().map(Side::name).collect();
        match names[..] {
            [one, other] => [one, " to ", other].concat(),
            [_, _, _, _] => "all four sides".to_owned(),
            _ => listed(names),
        }
    }
}

/// The shapes of a tile that turns. (The source draws each straight in two pictures; both say the
/// same, so there is one of each here.) A full board has all of them, any other one the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Opens to two sides that meet.
    Corner,
    /// Opens to two opposite sides.
    Straight,
    /// Opens to one side: a dead end.
    End,
    /// Opens to three sides.
    Tee,
    /// Opens to all sides, so that turning it makes no difference.
    Crossing,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Corner, Kind::Straight, Kind::End, Kind::Tee, Kind::Crossing];
    /// The kinds of a board that is not full.
    pub const OF_WAYS: [Kind; 2] = [Kind::Corner, Kind::Straight];

    /// The number of ways in which a tile of this kind can lie.
    pub fn ways(self) -> u8 {
        [4, 2, 4, 4, 1][self as usize]
    }

    /// The sides to which it opens when it is not turned: those of types 0 and 4 of the source.
    fn openings(self) -> Sides {
        use Side::{East, North, South, West};
        match self {
            Kind::Corner => Sides::of(&[East, South]),
            Kind::Straight => Sides::of(&[East, West]),
            Kind::End => Sides::of(&[East]),
            Kind::Tee => Sides::of(&[East, South, West]),
            Kind::Crossing => Sides::of(&[North, East, South, West]),
        }
    }
}

/// A tile that turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: Kind,
    /// By how many quarters it is turned clockwise, below [`Kind::ways`].
    pub quarters: u8,
    /// True if the player has locked it.
    pub is_locked: bool,
}

impl Piece {
    /// Every piece of these kinds, laid each way, free and locked. Free corners and straights come
    /// first, in the order of the types 0 to 5 of the source.
    pub fn all(kinds: &[Kind]) -> impl Iterator<Item = Piece> {
        let lies = |kind: Kind| (0..kind.ways()).map(move |quarters| (kind, quarters));
        let locked = move |is_locked| {
            let lies = kinds.iter().flat_map(move |kind| lies(*kind));
            lies.map(move |(kind, quarters)| Piece { kind, quarters, is_locked })
        };
        [false, true].into_iter().flat_map(locked)
    }

    /// A free piece that opens to these sides. `None` if they are none.
    pub fn opening(sides: Sides) -> Option<Piece> {
        Piece::all(&Kind::ALL).find(|piece| piece.openings() == sides)
    }

    /// The sides to which it opens.
    pub fn openings(self) -> Sides {
        self.kind.openings().turned(self.quarters)
    }

    /// The same tile, turned clockwise by this many quarters, below 0 the other way.
    pub fn turned(self, quarters: i8) -> Piece {
        let quarters = (self.quarters + quarters.rem_euclid(4) as u8) % self.kind.ways();
        Piece { quarters, ..self }
    }

    /// The number of quarter turns clockwise, or the other way if it is below 0, until this tile is
    /// turned like another of its kind. It takes the shorter way round.
    pub fn quarters_to(self, other: Piece) -> i8 {
        let ways = self.kind.ways() as i8;
        let clockwise = (other.quarters as i8 - self.quarters as i8).rem_euclid(ways);
        if 2 * clockwise > ways { clockwise - ways } else { clockwise }
    }

    /// The same tile, locked or free.
    pub fn locked(self, is_locked: bool) -> Piece {
        Piece { is_locked, ..self }
    }

    /// The other side to which it opens, for a path that comes in at `side`. `None` if there is no
    /// other side, or several.
    pub fn beyond(self, side: Side) -> Option<Side> {
        let openings = self.openings();
        let mut others = openings.iter().filter(|other| *other != side);
        let other = others.next().filter(|_| openings.contains(side))?;
        others.next().is_none().then_some(other)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// The start of the arrow: opens east only (type 8 of the source).
    Arrow,
    /// The goal of the arrow: opens west only (type 9 of the source).
    Heart,
    /// A tile that turns.
    Piece(Piece),
    /// A wall: it opens to no side.
    Wall,
}

impl Tile {
    /// The tile, if it is one that turns.
    pub fn piece(self) -> Option<Piece> {
        match self {
            Tile::Piece(piece) => Some(piece),
            Tile::Arrow | Tile::Heart | Tile::Wall => None,
        }
    }

    /// The sides to which it opens.
    pub fn openings(self) -> Sides {
        match self {
            Tile::Arrow => Sides::of(&[Side::East]),
            Tile::Heart => Sides::of(&[Side::West]),
            Tile::Piece(piece) => piece.openings(),
            Tile::Wall => Sides::NONE,
        }
    }

    pub fn opens(self, side: Side) -> bool {
        self.openings().contains(side)
    }
}
