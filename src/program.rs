//! A program: its name, its version and its games. Everything that asks for the list of games gets it
//! from here, handed down with the operator's settings.

use crate::game::any::AnyGame;
use crate::game::options::Typed;

/// A program with games.
#[derive(Debug)]
pub struct Program {
    /// The name of its file: `parlour`. Its unit, its log and its commands have it, too.
    pub name: &'static str,
    /// The name of the site, unless the operator gives it another one.
    pub title: &'static str,
    /// The version, such as `1.0.0`.
    pub version: &'static str,
    /// The games, in the order of the start page. Links name them by key or by number.
    pub games: &'static [AnyGame],
}

impl Program {
    /// A program with these games.
    ///
    /// # Panics
    ///
    /// At compile time, if it has no game, or if two games have one key or one number.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        version: &'static str,
        games: &'static [AnyGame],
    ) -> Self {
        if let Some(fault) = fault(games) {
            panic!("{}", fault);
        }
        Program { name, title, version, games }
    }

    /// The game with this key.
    pub fn find(&self, key: &str) -> Option<&'static AnyGame> {
        self.games.iter().find(|game| game.ruleset.key == key)
    }

    /// The game with this number.
    pub fn numbered(&self, number: u8) -> Option<&'static AnyGame> {
        self.games.iter().find(|game| game.ruleset.number == number)
    }

    /// Returns true if a game has a request of this name.
    pub fn has_request(&self, name: &str) -> bool {
        self.games.iter().any(|game| game.ruleset.request(name).is_some())
    }

    /// Returns true if an option or a request of a game has this name.
    pub fn uses(&self, name: &str) -> bool {
        let has_option =
            |game: &AnyGame| game.ruleset.options.iter().any(|option| option.name() == name);
        self.has_request(name) || self.games.iter().any(has_option)
    }

    /// The field with this name for typed values of an option.
    pub fn typed(&self, name: &str) -> Option<Typed> {
        let options = self.games.iter().flat_map(|game| game.ruleset.options);
        options.filter_map(|option| option.typed()).find(|typed| typed.name == name)
    }
}

/// The reason why these are no games of one program: links and tokens could not tell them apart.
const fn fault(games: &[AnyGame]) -> Option<&'static str> {
    if games.is_empty() {
        return Some("a program needs a game");
    }
    let mut at = 0;
    while at < games.len() {
        let mut other = 0;
        while other < at {
            let (one, two) = (games[at].ruleset, games[other].ruleset);
            if one.number == two.number {
                return Some("two games have the same number");
            }
            if is_same(one.key, two.key) {
                return Some("two games have the same key");
            }
            other += 1;
        }
        at += 1;
    }
    None
}

/// Returns true if two texts are the same, at compile time, too.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ruleset::Ruleset;
    use crate::games::GAMES;

    #[test]
    fn no_two_games_share_a_key_or_number() {
        static SAME_NUMBER: Ruleset =
            Ruleset { key: "other", number: GAMES[0].ruleset.number, ..Ruleset::USUAL };
        static SAME_KEY: Ruleset =
            Ruleset { key: GAMES[0].ruleset.key, number: 255, ..Ruleset::USUAL };
        let beside = |ruleset| fault(&[GAMES[0], GAMES[1], AnyGame { ruleset, ..GAMES[1] }]);
        assert_eq!(fault(GAMES), None);
        assert_eq!(fault(&[]), Some("a program needs a game"));
        assert_eq!(beside(&SAME_NUMBER), Some("two games have the same number"));
        assert_eq!(beside(&SAME_KEY), Some("two games have the same key"));
    }
}
