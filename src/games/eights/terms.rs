//! The options of the game, and the terms that the choices set for one game.

use crate::games::shared::cards::Rank;
use crate::prelude::*;

pub static PLAYERS: GameOption<usize> = GameOption::new(
    "players",
    "Against",
    &[
        value("2", "one computer player", 2),
        value("3", "two", 3),
        value("4", "three", 4),
        value("5", "four", 5),
        noted("1", "nobody", "you play alone", 1),
    ],
);
/// True if the pile becomes the stock when the stock is empty.
pub static STOCK: GameOption<bool> = GameOption::new(
    "stock",
    "Empty stock",
    &[value("reshuffle", "shuffles the pile", true), value("pass", "players pass", false)],
)
.about(OptionGroup::HouseRules);
/// The goal of a match, in points for every player at the table. `None` for a single round.
pub static MATCH: GameOption<Option<usize>> = GameOption::new(
    "match",
    "Length",
    &[
        value("single", "one round", None),
        value("points", "a match, to 50 points a player", Some(50)),
    ],
);
pub static LEVEL: GameOption<Level> = GameOption::new(
    "level",
    "Level",
    &[
        noted("easy", "easy", "they play what fits", Level::Easy),
        noted("good", "good", "they think ahead", Level::Good),
        noted("counting", "counting", "they remember, too", Level::Counting),
    ],
)
.about(OptionGroup::Computer);
pub static TWOS: GameOption<bool> =
    GameOption::new("twos", "A two", &[PLAIN, value("draw", "makes the next draw two", true)])
        .about(OptionGroup::HouseRules);
pub static QUEENS: GameOption<bool> =
    GameOption::new("queens", "A queen", &[PLAIN, value("skip", "skips the next", true)])
        .about(OptionGroup::HouseRules);
pub static ACES: GameOption<bool> = GameOption::new(
    "aces",
    "An ace",
    &[PLAIN, value("reverse", "turns play round, or skips the other of two", true)],
)
.about(OptionGroup::HouseRules);
pub static DRAWING: GameOption<bool> = GameOption::new(
    "draw",
    "Who cannot play",
    &[value("until", "draws until they can", false), value("one", "draws only one card", true)],
)
.about(OptionGroup::HouseRules);
/// True if an eight that is turned up at the deal goes back into the pack, for another card.
pub static STARTER: GameOption<bool> = GameOption::new(
    "starter",
    "An eight turned up",
    &[value("keep", "starts the pile", false), value("return", "goes back into the pack", true)],
)
.about(OptionGroup::HouseRules);
/// True if the lot decides who leads the first round.
pub static LEAD: GameOption<bool> = GameOption::new(
    "lead",
    "Who begins",
    &[value("you", "you", false), value("lot", "drawn at random", true)],
);

const PLAIN: (OptionValue<'static>, bool) = value("plain", "is a card like others", false);

/// The most seats.
pub const SEATS_MAX: usize = 5;

/// The level of the computer players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// They look at the cards as they are.
    Easy,
    /// They imagine the hidden cards.
    Good,
    /// They also remember what each player could not follow, and imagine more.
    Counting,
}

/// Something that waits for the player whose turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// They draw two cards.
    DrawTwo,
    /// They are skipped, or wait for the leader.
    Skip,
    /// The player before them has chosen to draw a card, which is still to be drawn.
    DrawBefore,
}

/// The choices as the rules read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub players: usize,
    /// The number of seats that people took. They are the first; computers hold the others.
    pub people: usize,
    /// The seats of people for whom computers play.
    pub absent: [bool; SEATS_MAX],
    /// True if the pile becomes the stock when the stock is empty.
    pub reshuffles: bool,
    /// The points that end a match. `None` for a single round, and for a table of one.
    pub target: Option<usize>,
    pub level: Level,
    /// House rule: after a two the next player draws two cards.
    pub twos: bool,
    /// House rule: a queen skips the next player.
    pub queens: bool,
    /// House rule: an ace turns the direction of play. Between two it skips the other player.
    pub aces: bool,
    /// House rule: a player who cannot play draws one card, and passes if it does not fit. A card
    /// drawn by choice ends the turn.
    pub one_draw: bool,
    pub lead_by_lot: bool,
    /// House rule: an eight that is turned up at the deal goes back into the pack.
    pub returns_eight: bool,
}

impl Terms {
    pub fn of(choices: &Choices) -> Self {
        let (players, each) = (choices.of(&PLAYERS), choices.of(&MATCH));
        Terms {
            players,
            people: choices.people(),
            absent: std::array::from_fn(|seat| choices.is_absent(seat)),
            reshuffles: choices.of(&STOCK),
            target: each.filter(|_| players > 1).map(|points| points * players),
            level: choices.of(&LEVEL),
            twos: choices.of(&TWOS),
            queens: choices.of(&QUEENS),
            aces: choices.of(&ACES),
            one_draw: choices.of(&DRAWING),
            lead_by_lot: choices.of(&LEAD),
            returns_eight: choices.of(&STARTER),
        }
    }

    /// Returns true if the direction of play can turn. Between two it makes no difference.
    pub fn can_turn_round(self) -> bool {
        self.aces && self.players > 2
    }

    /// The effect of a card on the player whose turn comes next. A person alone is spared.
    pub fn effect_of(self, rank: Rank) -> Option<Effect> {
        match rank {
            _ if self.players == 1 => None,
            Rank::Two if self.twos => Some(Effect::DrawTwo),
            Rank::Queen if self.queens => Some(Effect::Skip),
            Rank::Ace if self.aces && self.players == 2 => Some(Effect::Skip),
            _ => None,
        }
    }

    /// Returns true if a card turns the direction of play.
    pub fn turns_round(self, rank: Rank) -> bool {
        rank == Rank::Ace && self.can_turn_round()
    }

    pub fn seats(self) -> impl Iterator<Item = Seat> {
        0..self.players
    }

    /// Returns true if a person plays this seat.
    pub fn is_person(self, seat: Seat) -> bool {
        seat < self.people && self.absent.get(seat) == Some(&false)
    }

    /// Returns true if several people play, each with a password.
    pub fn is_closed(self) -> bool {
        self.people > 1
    }

    /// Returns true if each seat draws from a row of its own: three people or more sit at the table. Two
    /// of them could see in a copy of a link what the third will draw from a common stock.
    pub fn has_rows(self) -> bool {
        self.people > 2
    }

    /// The number of rows into which a shuffle divides the pack. A common stock is one row.
    pub fn rows(self) -> usize {
        if self.has_rows() { self.players } else { 1 }
    }

    /// The number of cards dealt before one is turned up.
    pub fn cards_dealt(self) -> usize {
        self.players * self.cards_dealt_to_each()
    }

    pub fn cards_dealt_to_each(self) -> usize {
        if self.players == 2 { 7 } else { 5 }
    }
}
