//! Seats, and the people who look at a position.

use super::text::Text;
use serde::Serialize;

/// A place in the game, from 0. A person or the computer plays it.
pub type Seat = usize;

/// The names of the seats: one person and the computer, or this many people.
pub fn players(people: usize) -> Vec<Text> {
    match people {
        1 => vec!["The visitor".into(), "The computer".into()],
        _ => (1..=people).map(|player| format!("Player {player}").into()).collect(),
    }
}

/// A player, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    pub seat: Seat,
    /// The name on the page: `You`, `Ada`.
    pub name: Text,
}

/// A person who looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A viewer without a seat, who sees everything public.
    Everybody,
    /// The player of this seat.
    Seat(Seat),
}

/// The viewer of a page, and the names on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perspective {
    pub viewer: Viewer,
    /// The name of each seat.
    pub names: Vec<Text>,
    /// The seat that the page addresses as "you", if it addresses one.
    pub you: Option<Seat>,
    /// The absolute address of the program, if it is known.
    pub site: Option<Text>,
}

impl Perspective {
    /// Returns true if the viewer plays this seat, and so sees its hidden things.
    pub fn sees(&self, seat: Seat) -> bool {
        self.viewer == Viewer::Seat(seat)
    }

    /// Returns true if the page addresses this seat as "you".
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    /// `You`, `Ada`.
    pub fn name(&self, seat: Seat) -> &str {
        if self.is_you(seat) { "You" } else { self.names.get(seat).map_or("", |name| name) }
    }

    /// The player of this seat.
    pub fn player(&self, seat: Seat) -> Player {
        Player { seat, name: self.name(seat).to_owned().into() }
    }

    /// `your`, `Ada's`.
    pub fn whose(&self, seat: Seat) -> String {
        if self.is_you(seat) { "your".to_owned() } else { format!("{}'s", self.name(seat)) }
    }

    /// `You win`, `Ada wins`: the verb for "you", or the verb for another player.
    pub fn says(&self, seat: Seat, you: &str, they: &str) -> String {
        format!("{} {}", self.name(seat), if self.is_you(seat) { you } else { they })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_addresses_who_looks() {
        let names = vec!["Ann".into(), "Ada".into()];
        let ann = Perspective { viewer: Viewer::Seat(0), names, you: Some(0), site: None };
        assert_eq!([ann.name(0), ann.name(1)], ["You", "Ada"]);
        assert_eq!([ann.whose(0), ann.whose(1)], ["your", "Ada's"]);
        assert_eq!(ann.says(0, "win", "wins"), "You win");
        let all = Perspective { viewer: Viewer::Everybody, you: None, ..ann };
        assert_eq!(all.says(0, "win", "wins"), "Ann wins");
        assert!(!all.sees(0));
    }
}
