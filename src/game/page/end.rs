//! The end of a game: the result, a text to share, and games to play next.

use crate::game::options::{Choices, GameOption};
use crate::game::outcome::{Mood, Outcome};
use crate::game::seat::Perspective;
use crate::game::text::{Text, capitalised};
use serde::Serialize;
use std::fmt::{Display, Formatter};

/// The most other games that the end offers.
pub const NEXT_GAMES: usize = 2;

/// The end of a game, and games to play next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// The end in a few words: `You win`. If it is empty, the ranking gives them.
    pub headline: Text,
    /// More about the end, in a sentence or two, or empty.
    pub detail: Text,
    /// The players and their scores, the winner first, if a sentence is too short for them.
    pub standings: Vec<Standing>,
    /// A text to share, if the result is worth it.
    pub share: Option<Share>,
    /// The result of a player alone, in the unit of the ruleset, if others may try to beat it.
    pub measured: Option<usize>,
    /// Other games to play next, each with its own choices.
    pub next_games: Vec<NextGame>,
}

/// The place of a player at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The place, from 1. Equal players share the better place.
    pub place: usize,
    /// The name of the player.
    pub name: Text,
    pub score: Text,
    /// True for the viewer.
    #[serde(skip)]
    pub is_own: bool,
}

/// A result to tell others, and a challenge to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The game: `Maze 6x4`. The platform adds the deal.
    pub game: Text,
    /// The result in symbols and words: `⭐ 8 turns, par 8`.
    pub result: Text,
    /// The question for others: `Can you do it in 8?`. Their deal may be another one.
    pub challenge: Text,
}

/// A game to play next: the same choices, except for some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// The difference: `Try the perfect level`.
    pub label: Text,
    /// Names of options, each with the value to choose, as in a query.
    pub changes: Vec<(&'static str, &'static str)>,
}

impl End {
    /// An end whose headline comes from the ranking.
    pub fn new(detail: impl Into<Text>) -> Self {
        End { detail: detail.into(), ..End::default() }
    }

    /// The end with a headline.
    pub fn headed(self, headline: impl Into<Text>) -> Self {
        End { headline: headline.into(), ..self }
    }

    /// The end with the players and their scores, the winner first.
    pub fn ranked(mut self, outcome: &Outcome, who: &Perspective, scores: &[usize]) -> Self {
        for equals in &outcome.ranking {
            let place = self.standings.len() + 1;
            self.standings.extend(equals.iter().map(|seat| Standing {
                place,
                name: who.name(*seat).to_owned().into(),
                score: scores[*seat].to_string().into(),
                is_own: who.is_you(*seat),
            }));
        }
        self
    }

    /// The end with a text to share.
    pub fn shared(self, share: Share) -> Self {
        End { share: Some(share), ..self }
    }

    /// The end with a result that others may try to beat, if there is one.
    pub fn measured(self, measured: Option<usize>) -> Self {
        End { measured, ..self }
    }

    /// The end with other games to play next.
    pub fn followed_by(self, next_games: impl IntoIterator<Item = NextGame>) -> Self {
        End { next_games: next_games.into_iter().collect(), ..self }
    }
}

/// `2. Cora: 17`.
impl Display for Standing {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}. {}: {}", self.place, self.name, self.score)
    }
}

impl NextGame {
    /// A game with one choice changed.
    pub fn with<T: PartialEq>(
        label: impl Into<Text>,
        option: &'static GameOption<T>,
        means: T,
    ) -> Self {
        let value = option.value_meaning(&means).map(|value| (option.name, value.value));
        NextGame { label: label.into(), changes: value.into_iter().collect() }
    }

    /// The same with another choice changed, too.
    pub fn and<T: PartialEq>(mut self, option: &'static GameOption<T>, means: T) -> Self {
        self.changes.extend(NextGame::with("", option, means).changes);
        self
    }

    /// A game at this level.
    pub fn at_level<T: PartialEq>(option: &'static GameOption<T>, level: T) -> Self {
        let name = option.value_meaning(&level).map_or("", |value| value.label);
        let is_numbered = name.starts_with(|c: char| c.is_ascii_digit());
        let try_it =
            if is_numbered { format!("Try level {name}") } else { format!("Try the {name} level") };
        NextGame::with(try_it, option, level)
    }

    /// A game at the next level of a ladder, the easiest first: harder after a win or a draw, easier
    /// after a loss. `None` at the end of the ladder, and if people play against each other.
    pub fn on_ladder<T: Copy + PartialEq + Sync>(
        option: &'static GameOption<T>,
        ladder: &[T],
        choices: &Choices,
        mood: Mood,
    ) -> Option<Self> {
        if choices.people() > 1 {
            return None;
        }
        let now = ladder.iter().position(|level| *level == choices.of(option))?;
        let next = if mood == Mood::Lost { now.checked_sub(1)? } else { now + 1 };
        ladder.get(next).map(|level| NextGame::at_level(option, *level))
    }

    /// A game with the next value of an option, such as a larger board. `None` after the last one.
    pub fn following<T: Copy + PartialEq + Sync>(
        option: &'static GameOption<T>,
        choices: &Choices,
    ) -> Option<Self> {
        let now = choices.of(option);
        let mut rest = option.values.iter().skip_while(|(_, value)| *value != now);
        let (value, means) = rest.nth(1)?;
        Some(NextGame::with(capitalised(value.label), option, *means))
    }
}
