//! A position of Concentration: which tiles lie where, what is known of them, and how it is packed.

use crate::game::prelude::*;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub columns: usize,
    pub rows: usize,
    /// What a player of perfect memory needs on average, in hundredths of a turn: the exact
    /// optimum (for 8 pairs 558242/45045 turns; Velleman and Warrington, Amer. Math. Monthly
    /// 120(9), 2013, give (3 - 2 ln 2) n + 7/8 - 2 ln 2 for many pairs).
    pub perfect_turns: u32,
}

const fn size(columns: usize, rows: usize, perfect_turns: u32) -> Size {
    Size { columns, rows, perfect_turns }
}

pub static SIZE: GameOption<Size> = GameOption::new(
    "size",
    "Board",
    &[
        value("4x4", "4 by 4 (8 pairs)", size(4, 4, 1239)),
        value("4x3", "4 by 3 (6 pairs)", size(4, 3, 916)),
        value("6x4", "6 by 4 (12 pairs)", size(6, 4, 1885)),
        value("6x6", "6 by 6 (18 pairs)", size(6, 6, 2853)),
        value("8x8", "8 by 8 (32 pairs)", size(8, 8, 5113)),
    ],
);

/// How well a computer player remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The last four tiles.
    Forgetful,
    /// The last eight tiles.
    Fair,
    /// Every tile.
    Sharp,
}

impl Memory {
    /// The levels, the most forgetful first.
    pub const ALL: [Memory; 3] = [Memory::Forgetful, Memory::Fair, Memory::Sharp];

    /// How many of the last tiles have to be noted for it. Who forgets nothing needs none: every
    /// tile that was ever turned is known.
    pub const fn tiles(self) -> usize {
        match self {
            Memory::Forgetful => 4,
            Memory::Fair => 8,
            Memory::Sharp => 0,
        }
    }

    /// `forgetful`.
    pub const fn name(self) -> &'static str {
        ["forgetful", "fair", "sharp"][self as usize]
    }
}

/// Against whom one person plays.
pub static OPPONENT: GameOption<Option<Memory>> = GameOption::new(
    "opponent",
    "If you play alone",
    &[
        value("none", "find all pairs in few looks", None),
        value("forgetful", "against a forgetful computer", Some(Memory::Forgetful)),
        value("fair", "against a fair one", Some(Memory::Fair)),
        value("sharp", "against one that forgets nothing", Some(Memory::Sharp)),
    ],
);

/// The most looks that are counted; more are shown as this many.
pub const LOOKS_MAX: u32 = (1 << LOOKS_BITS) - 1;
const LOOKS_BITS: u32 = 14;
/// The most players at one screen.
pub const PLAYERS_MAX: usize = 4;

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub size: Size,
    pub players: usize,
    /// The values, 0 to pairs - 1, in order of discovery; each stands here twice.
    pub stock: Vec<usize>,
    /// For every tile the place of its value in the stock, if it was ever turned. The places in
    /// use are the first ones of the stock, without a gap.
    pub found: Vec<Option<usize>>,
    /// For every value the player who owns the pair.
    pub owner: Vec<Option<usize>>,
    /// The tiles of this turn: none before the first look, then one or two.
    pub first: Option<usize>,
    pub second: Option<usize>,
    pub looks: u32,
    /// Whose turn it is, or was when the last pair was found.
    pub player: usize,
    /// How well the computer remembers, if it plays.
    pub opponent: Option<Memory>,
    /// Where the computer plays, the tiles that were turned last, the last one first; as many as it
    /// remembers.
    pub recent: Vec<usize>,
    /// There, the two tiles of the person's last turn, which stay up while the computer plays.
    pub shown: [Option<usize>; 2],
}

/// The seat of the person who plays against the computer.
const PERSON: usize = 0;
/// The seat of the computer, if it plays.
pub const COMPUTER: usize = 1;

impl Position {
    pub fn pairs(&self) -> usize {
        self.size.columns * self.size.rows / 2
    }

    /// The value under a tile that was turned before.
    pub fn value(&self, tile: usize) -> Option<usize> {
        let place = (*self.found.get(tile)?)?;
        self.stock.get(place).copied()
    }

    pub fn is_matched(&self, tile: usize) -> bool {
        self.value(tile).is_some_and(|value| self.owner[value].is_some())
    }

    pub fn is_up(&self, tile: usize) -> bool {
        let shown = [self.first, self.second, self.shown[0], self.shown[1]];
        shown.contains(&Some(tile))
    }

    /// Whether a tile is one of the turn that was made last, or is being made.
    pub fn is_of_last_turn(&self, tile: usize) -> bool {
        [self.first, self.second].contains(&Some(tile))
    }

    /// Whether a tile that is up may be turned all the same: against the computer what it has shown
    /// is there to be used at once.
    pub fn may_be_turned_again(&self) -> bool {
        self.opponent.is_some() && self.second.is_some()
    }

    /// Whether the computer turns the next tile.
    pub fn waits_for_computer(&self) -> bool {
        let next = if self.second.is_some() { self.next_player() } else { self.player };
        self.opponent.is_some() && next == COMPUTER && !self.is_over()
    }

    /// What the computer remembers of a tile that is not matched.
    pub fn remembered(&self, tile: usize) -> Option<usize> {
        let is_recent = match self.opponent? {
            Memory::Sharp => true,
            Memory::Forgetful | Memory::Fair => self.recent.contains(&tile),
        };
        self.value(tile).filter(|_| is_recent && !self.is_matched(tile))
    }

    pub fn is_over(&self) -> bool {
        self.owner.iter().all(Option::is_some)
    }

    pub fn discovered(&self) -> usize {
        self.found.iter().flatten().count()
    }

    /// How many pairs each player owns.
    pub fn scores(&self) -> Vec<usize> {
        let of = |player| self.owner.iter().filter(|owner| **owner == Some(player)).count();
        (0..self.players).map(of).collect()
    }

    /// Turns up a tile that lies face down, discovering its value if it is new.
    pub fn turn_up(&self, tile: usize) -> Self {
        let mut next = self.clone();
        let discovered = self.discovered();
        next.found[tile].get_or_insert(discovered);
        next.looks = (self.looks + 1).min(LOOKS_MAX);
        next.recent.retain(|other| *other != tile);
        next.recent.insert(0, tile);
        next.recent.truncate(self.opponent.map_or(0, Memory::tiles));
        if self.first.is_none() || self.second.is_some() {
            next.player = self.next_player();
            next.shown = match (self.player, next.player) {
                (PERSON, COMPUTER) if self.opponent.is_some() => [self.first, self.second],
                (_, COMPUTER) => self.shown,
                _ => [None; 2],
            };
            next.first = Some(tile);
            next.second = None;
        } else {
            next.second = Some(tile);
            let (first, second) = (self.first.and_then(|t| next.value(t)), next.value(tile));
            if let Some(value) = second.filter(|_| first == second) {
                next.owner[value] = Some(next.player);
            }
        }
        next
    }

    /// The turns that were made whole.
    pub fn turns(&self) -> u32 {
        self.looks / 2
    }

    /// The player who turns the next tile.
    pub fn next_player(&self) -> usize {
        let missed = self.second.is_some_and(|tile| !self.is_matched(tile));
        (self.player + usize::from(missed)) % self.players
    }

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let (tiles, pairs) = (self.found.len(), self.pairs());
        self.found.iter_mut().try_for_each(|place| codec.option_below(place, tiles))?;
        self.owner.iter_mut().try_for_each(|player| codec.option_below(player, self.players))?;
        codec.option_below(&mut self.first, tiles)?;
        codec.option_below(&mut self.second, tiles)?;
        codec.each_below(&mut self.stock, pairs)?;
        codec.bits(&mut self.looks, LOOKS_BITS)?;
        codec.below(&mut self.player, self.players)?;
        let Some(memory) = self.opponent else { return Ok(()) };
        codec.list_below(&mut self.recent, memory.tiles(), tiles)?;
        self.shown.iter_mut().try_for_each(|tile| codec.option_below(tile, tiles))
    }
}

/// A board of the chosen size before its first look, the values not yet shuffled.
pub fn face_down(choices: &Choices) -> Position {
    let (size, opponent) = (choices.of(&SIZE), opponent(choices));
    let tiles = size.columns * size.rows;
    Position {
        size,
        players: if opponent.is_some() { 2 } else { choices.people() },
        stock: (0..tiles).map(|place| place / 2).collect(),
        found: vec![None; tiles],
        owner: vec![None; tiles / 2],
        first: None,
        second: None,
        looks: 0,
        player: 0,
        opponent,
        recent: Vec::new(),
        shown: [None; 2],
    }
}

/// How well the computer remembers, where one person plays against it.
pub fn opponent(choices: &Choices) -> Option<Memory> {
    choices.of(&OPPONENT).filter(|_| choices.people() == 1)
}

/// Returns true if the rules can lead to this position.
pub fn is_possible(position: &Position) -> bool {
    let each_value_twice = {
        let mut sorted = position.stock.clone();
        sorted.sort_unstable();
        sorted.iter().enumerate().all(|(place, value)| *value == place / 2)
    };
    let found_without_gap = {
        let mut places: Vec<usize> = position.found.iter().flatten().copied().collect();
        places.sort_unstable();
        places.iter().enumerate().all(|(rank, place)| rank == *place)
    };
    if !each_value_twice || !found_without_gap {
        return false;
    }
    let mut shown = vec![0; position.pairs()];
    let values = (0..position.found.len()).filter_map(|tile| position.value(tile));
    values.for_each(|value| shown[value] += 1);
    let pairs_are_found = position.owner.iter().zip(&shown).all(|(o, s)| o.is_none() || *s == 2);
    let (first, second) = (position.first, position.second);
    let value = |tile: Option<usize>| tile.and_then(|tile| position.value(tile));
    let turned_in_order = match (first, second) {
        (None, None) => position.discovered() == 0,
        (Some(first), None) => !position.is_matched(first) && value(Some(first)).is_some(),
        (Some(a), Some(b)) => {
            let both_matched = position.is_matched(a) && position.is_matched(b);
            let equal = value(first) == value(second);
            a != b && value(first).is_some() && value(second).is_some() && equal == both_matched
        }
        (None, Some(_)) => false,
    };
    let mut noted = position.recent.clone();
    noted.sort_unstable();
    noted.dedup();
    let is_noted_once = noted.len() == position.recent.len();
    let is_seen = |tile: &usize| value(Some(*tile)).is_some();
    let shown = position.shown.into_iter().flatten();
    let memory_fits =
        is_noted_once && noted.iter().copied().chain(shown).all(|tile| is_seen(&tile));
    if !memory_fits || position.waits_for_computer() {
        return false;
    }
    let looked_often_enough = position.looks as usize >= position.discovered();
    pairs_are_found && turned_in_order && looked_often_enough
}
