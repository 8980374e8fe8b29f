//! Links: the query string, written. `query.rs` reads what is written here.
//!
//! A link uses letters, digits, `-` and `_` only where a server might decode or a mail program cut,
//! and never ends with the token. It may stand in an attribute of HTML as it is: there is no
//! quotation mark in it, and no name that would make a character reference of the `&` before it.

use crate::deal::Deal;
use crate::doctor::checkup;
use crate::game::options::Choices;
use crate::game::request::{Argument, Request};
use crate::game::ruleset::Ruleset;
use crate::problem::Problem;
use crate::table::chair::Chair;
use crate::table::line::Mark;
use std::borrow::Cow;
use std::fmt::Write;

/// Links that lead to pages of one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// The value of `as=` in every link; none where nothing needs to be said.
    pub client: Option<&'static str>,
    /// Where a reader lands on the page after a request: a fragment, or nothing.
    pub landing: &'static str,
}

impl Links {
    /// The link to the parlour. An empty query would do, but to some browsers that is this very
    /// page.
    pub fn parlour(self) -> String {
        self.finish("?parlour".to_owned())
    }

    /// The link to a ruleset.
    pub fn rules(self, ruleset: &Ruleset) -> String {
        self.finish(format!("?g={}&rules", ruleset.key))
    }

    /// The link that deals a game: a fresh deal, or the one with this identity.
    pub fn deal(self, ruleset: &Ruleset, choices: &Choices, deal: Option<Deal>) -> String {
        let mut link = format!("?g={}", ruleset.key);
        for (option, value, is_default) in choices.chosen() {
            if !is_default {
                push_pair(&mut link, option.name(), value.value);
            }
        }
        if let Some((name, value)) = deal.and_then(Deal::to_query) {
            push_pair(&mut link, name, &value);
        }
        self.finish(link)
    }

    /// The link that deals a game with one option chosen.
    pub fn deal_with(self, ruleset: &Ruleset, option: &str, value: &str) -> String {
        let mut link = format!("?g={}", ruleset.key);
        push_pair(&mut link, option, value);
        self.finish(link)
    }

    /// The link that opens a table of several people, but for the name of whoever opens it.
    pub fn new_table(self, ruleset: &Ruleset, choices: &Choices) -> String {
        let mut link = self.deal(ruleset, choices, None);
        push_pair(&mut link, "people", &choices.people().to_string());
        link
    }

    /// The link that asks whoever has this chair for the newest link of their table.
    pub fn with_chair_alone(self, ruleset: &Ruleset, chair: &str) -> String {
        let mut link = format!("?g={}", ruleset.key);
        push_pair(&mut link, "c", chair);
        self.finish(link)
    }

    /// The link to the doctor's page, with a pass to it.
    pub fn doctor(self, pass: &str) -> String {
        self.finish(format!("?s={pass}&g={}", checkup::NAME))
    }

    /// The links from the position in this token.
    pub fn position(self, ruleset: &Ruleset, token: &str) -> PositionLinks {
        let start = self.finish(format!("?s={token}&g={}", ruleset.key));
        PositionLinks { start, landing: self.landing }
    }

    /// Where to go on from a problem: a new game of the same kind if it is known, and always the
    /// parlour.
    pub fn ways_on(self, problem: &Problem) -> Vec<WayOn> {
        let new_game = problem.game().map(|ruleset| WayOn {
            link: self.deal(ruleset, &Choices::defaults(ruleset.options), None),
            label: format!("New game of {}", ruleset.title),
        });
        let parlour = WayOn { link: self.parlour(), label: "All games".to_owned() };
        new_game.into_iter().chain([parlour]).collect()
    }

    fn finish(self, mut link: String) -> String {
        if let Some(name) = self.client {
            push_pair(&mut link, "as", name);
        }
        link
    }
}

/// A link that leads on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOn {
    /// Where to.
    pub link: String,
    /// What is there.
    pub label: String,
}

/// Links from one position: all carry the same token.
#[derive(Clone, Debug)]
pub struct PositionLinks {
    start: String,
    landing: &'static str,
}

impl PositionLinks {
    /// The link to the position itself.
    pub fn position(&self) -> &str {
        &self.start
    }

    /// The link that puts a request to the referee.
    pub fn request(&self, request: &Request) -> String {
        let mut link = self.start.clone();
        // Writing to a text cannot fail.
        let _ = self.write_ending(request, &mut link);
        link
    }

    /// Writes what the link that puts a request to the referee has behind the link to the position.
    pub fn write_ending(&self, request: &Request, out: &mut dyn Write) -> std::fmt::Result {
        out.write_str("&")?;
        out.write_str(request.spec.name)?;
        for (place, argument) in request.arguments.iter().enumerate() {
            out.write_str(if place == 0 { "=" } else { "," })?;
            match argument {
                Argument::Number(number) => {
                    out.write_str(itoa::Buffer::new().format(*number))?;
                }
                Argument::Word(word) => out.write_str(&encoded(word))?,
            }
        }
        out.write_str(self.landing)
    }

    /// The same links for whoever has this chair.
    pub fn with_chair(&self, chair: Chair) -> Self {
        let mut start = self.start.clone();
        push_pair(&mut start, "c", &chair.to_string());
        PositionLinks { start, landing: self.landing }
    }

    /// The link to the position, with the mark of its turn for human eyes.
    pub fn at(&self, mark: Mark) -> String {
        let mut link = self.start.clone();
        push_pair(&mut link, "at", &mark.to_string());
        link
    }

    /// The link that asks for something else than a move: to sit down, to play again.
    pub fn sit(&self, what: &str) -> String {
        let mut link = self.start.clone();
        push_pair(&mut link, "sit", what);
        link
    }

    /// The link to the same position, the squares of its board offering the request of this name.
    pub fn with_board_request(&self, name: &str) -> String {
        let mut link = self.start.clone();
        push_pair(&mut link, "use", name);
        link
    }
}

/// Appends `&name=value`, or `&name` where there is no value.
fn push_pair(link: &mut String, name: &str, value: &str) {
    link.push('&');
    link.push_str(name);
    if !value.is_empty() {
        link.push('=');
        link.push_str(&encoded(value));
    }
}

/// A value as it stands in a query.
fn encoded(value: &str) -> Cow<'_, str> {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b',');
    if value.bytes().all(is_plain) {
        return value.into();
    }
    let pair = serde_urlencoded::to_string([("", value)]).unwrap_or_default();
    pair.trim_start_matches('=').to_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_out_of_the_ordinary_is_encoded() {
        let mut link = String::new();
        push_pair(&mut link, "play_card", "10S");
        push_pair(&mut link, "say", "a&b c");
        push_pair(&mut link, "draw_card", "");
        assert_eq!(link, "&play_card=10S&say=a%26b+c&draw_card");
    }
}
