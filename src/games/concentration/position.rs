//! A position of Concentration: the tiles, the turn and the pairs that the players own.

use crate::prelude::*;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
    /// The turns that a perfect memory needs on average. This is the exact optimum. For 8 pairs it
    /// is 558242/45045. For many pairs it is close to (3 - 2 ln 2) n + 7/8 - 2 ln 2 (Velleman and
    /// Warrington, American Mathematical Monthly 120(9), 2013).
    pub perfect_turns: &'static str,
}

impl Size {
    pub const fn pairs(self) -> usize {
        self.columns * self.rows / 2
    }
}

const fn size(columns: usize, rows: usize, perfect_turns: &'static str) -> Size {
    Size { columns, rows, perfect_turns }
}

pub static SIZE: GameOption<Size> = GameOption::new(
    "size",
    "Board",
    &[
        value("4x4", "4 by 4 (8 pairs)", size(4, 4, "12.4")),
        value("6x4", "6 by 4 (12 pairs)", size(6, 4, "18.8")),
        value("6x6", "6 by 6 (18 pairs)", size(6, 6, "28.5")),
        value("8x8", "8 by 8 (32 pairs)", size(8, 8, "51.1")),
        value("4x3", "4 by 3 (6 pairs)", size(4, 3, "9.2")),
    ],
);

/// The tiles that a computer remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// This many tiles: those that were turned up last.
    Last(usize),
    /// Every tile.
    All,
}

/// The levels, the easiest first.
pub const LEVELS: [Memory; 3] = [Memory::Last(6), Memory::Last(12), Memory::All];

/// The computer that plays against one person, if one does.
pub static COMPUTER_LEVEL: GameOption<Option<Memory>> = GameOption::new(
    "opponent",
    "Computer",
    &[
        noted("none", "none", "find all pairs in few looks", None),
        noted("forgetful", "forgetful", "remembers 6 tiles", Some(LEVELS[0])),
        noted("medium", "medium", "remembers 12 tiles", Some(LEVELS[1])),
        noted("perfect", "perfect memory", "forgets nothing", Some(LEVELS[2])),
    ],
)
.about(OptionGroup::Computer);

/// The players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One person, who wants to need few turns.
    Alone,
    /// One person and a computer.
    Computer(Memory),
    /// This many people.
    People(usize),
}

impl Kind {
    pub fn of(choices: &Choices) -> Self {
        match (choices.people(), choices.of(&COMPUTER_LEVEL)) {
            (1, None) => Kind::Alone,
            (1, Some(memory)) => Kind::Computer(memory),
            (people, _) => Kind::People(people),
        }
    }

    pub const fn players(self) -> usize {
        match self {
            Kind::Alone => 1,
            Kind::Computer(_) => 2,
            Kind::People(people) => people,
        }
    }
}

/// The seats of a person and of the computer, if it plays.
pub const PERSON: Seat = 0;
pub const COMPUTER: Seat = 1;

/// The greatest number of looks that is counted.
pub const LOOKS_MAX: u32 = (1 << LOOKS_BITS) - 1;
pub const LOOKS_BITS: u32 = 14;

/// A position. Tiles and values count from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub choices: Choices,
    pub kind: Kind,
    /// Every value twice, in order of discovery.
    pub stock: Vec<usize>,
    /// The tiles that were ever turned up, in order of discovery.
    pub found: Vec<usize>,
    /// The owner of each pair, by its value.
    pub owner: Vec<Option<Seat>>,
    /// The tiles of the last turn, or of this turn if it has begun: at most two.
    pub up: Vec<usize>,
    pub looks: u32,
    /// The player who turns up the next tile, or who found the last pair.
    pub player: Seat,
    /// The tiles that a computer remembers, the latest first. Empty if it remembers all.
    pub recent: Vec<usize>,
    /// The tiles of the person's last turn. They stay up while the computer plays.
    pub shown: Vec<usize>,
}

/// Something that happened. Tiles and values count from 0.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A player turned up a tile.
    Turned { seat: Seat, tile: usize, value: usize },
    /// The two tiles of a turn are equal.
    Matched([usize; 2]),
    /// The two tiles of a turn differ.
    Differ([usize; 2]),
    /// Every pair is found, after this many turns.
    AllMatched(u32),
}

/// A tile as everybody sees it.
pub enum Tile {
    FaceDown,
    FaceUp(usize),
    Matched(usize),
}

impl Position {
    /// A board before the first look. The values are not yet shuffled.
    pub fn face_down(choices: &Choices) -> Self {
        let pairs = choices.of(&SIZE).pairs();
        Position {
            choices: choices.clone(),
            kind: Kind::of(choices),
            stock: (0..2 * pairs).map(|place| place / 2).collect(),
            found: Vec::new(),
            owner: vec![None; pairs],
            up: Vec::new(),
            looks: 0,
            player: 0,
            recent: Vec::new(),
            shown: Vec::new(),
        }
    }

    pub fn tile(&self, tile: usize) -> Tile {
        let is_up = self.up.contains(&tile) || self.shown.contains(&tile);
        match self.value(tile) {
            Some(value) if self.owner[value].is_some() => Tile::Matched(value),
            Some(value) if is_up => Tile::FaceUp(value),
            _ => Tile::FaceDown,
        }
    }

    /// The value of a tile that was ever turned up.
    pub fn value(&self, tile: usize) -> Option<usize> {
        let place = self.found.iter().position(|found| *found == tile)?;
        self.stock.get(place).copied()
    }

    pub fn is_matched(&self, tile: usize) -> bool {
        matches!(self.tile(tile), Tile::Matched(_))
    }

    pub fn is_over(&self) -> bool {
        self.owner.iter().all(Option::is_some)
    }

    /// The turns that were completed.
    pub fn turns(&self) -> u32 {
        self.looks / 2
    }

    /// The number of pairs that a player owns.
    pub fn score(&self, seat: Seat) -> usize {
        self.owner.iter().filter(|owner| **owner == Some(seat)).count()
    }

    pub fn scores(&self) -> Vec<usize> {
        (0..self.kind.players()).map(|seat| self.score(seat)).collect()
    }

    /// Returns true if the computer turns up the next tile.
    pub fn waits_for_computer(&self) -> bool {
        matches!(self.kind, Kind::Computer(_)) && self.player == COMPUTER && !self.is_over()
    }

    /// Returns true if a tile that is face up may be turned up at once: the person may use the tiles
    /// that the computer has just shown.
    pub fn may_turn_again(&self) -> bool {
        matches!(self.kind, Kind::Computer(_)) && self.up.len() == 2
    }

    /// Turns up a tile that is not matched.
    pub fn turn_up(&mut self, tile: usize) -> Vec<Event> {
        if !self.found.contains(&tile) {
            self.found.push(tile);
        }
        self.looks = (self.looks + 1).min(LOOKS_MAX);
        if let Kind::Computer(Memory::Last(tiles)) = self.kind {
            self.recent.retain(|other| *other != tile);
            self.recent.insert(0, tile);
            self.recent.truncate(tiles);
        }
        let value = self.value(tile).unwrap_or(0);
        let mut events = vec![Event::Turned { seat: self.player, tile, value }];
        if let [first] = self.up[..] {
            events.push(self.complete_turn([first, tile]));
            events.extend(self.is_over().then(|| Event::AllMatched(self.turns())));
        } else {
            self.up = vec![tile];
            if !self.waits_for_computer() {
                self.shown.clear();
            }
        }
        events
    }

    /// A pair belongs to the player, who goes on. Otherwise the next player has the turn.
    fn complete_turn(&mut self, tiles: [usize; 2]) -> Event {
        self.up = tiles.to_vec();
        let [first, second] = tiles.map(|tile| self.value(tile));
        match first {
            Some(value) if first == second => {
                self.owner[value] = Some(self.player);
                Event::Matched(tiles)
            }
            _ => {
                self.player = (self.player + 1) % self.kind.players();
                if self.waits_for_computer() {
                    self.shown.clone_from(&self.up);
                }
                Event::Differ(tiles)
            }
        }
    }
}
