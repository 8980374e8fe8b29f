//! The whole vocabulary of the query string, read and written in this one place.
//!
//! | query | page |
//! |---|---|
//! | none | the parlour: every game |
//! | `g=maze` and options, `seed=` or `day=` | a fresh deal |
//! | `s=TOKEN&g=maze` | the position in the token |
//! | `s=TOKEN&g=maze&turn=13` | the request `turn(13)` put to the referee |
//! | `s=TOKEN&g=maze&use=turn_back` | the same position, its places offering another request |
//! | `g=maze&rules` | the ruleset |
//! | `s=PASS&g=doctor` | the doctor's page, to whoever runs this server |
//! | any of them with `as=json` | the same for a program |
//!
//! Names that nothing here knows change nothing; a name given twice is an error. What is written uses
//! letters, digits, `-` and `_` only where a server might decode or a mail program cut, and never
//! ends with the token. It may stand in an attribute of HTML as it is: there is no quotation mark in
//! it, and no name that would make a character reference of the `&` before it.

use crate::chance::DealId;
use crate::checkup;
use crate::clients::Client;
use crate::digits::write_number;
use crate::game::{Argument, Choices, Request, Ruleset};
use std::borrow::Cow;
use std::fmt::Write;

/// The longest query that is looked at, in bytes. Some servers cut at 2,000 without a word.
pub const QUERY_BYTES_MAX: usize = 2048;

/// A query string, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// `g`: the key of a game.
    pub game: Option<String>,
    /// `s`: a sealed position.
    pub token: Option<String>,
    /// `rules`: the ruleset is asked for.
    pub rules: bool,
    /// `seed`: the deal that a text names.
    pub seed: Option<String>,
    /// `day`: the deal of a day.
    pub day: Option<String>,
    /// `use`: the request that the places of the board are to offer.
    pub tool: Option<String>,
    /// `as`: the client to render the page.
    pub client: Client,
    /// Everything else, for the game to know: options, requests, and what nobody knows.
    pub rest: Vec<(String, String)>,
}

/// Why a query string cannot be taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadQuery {
    /// Longer than [`QUERY_BYTES_MAX`].
    TooLong,
    /// A name stands in it twice, so that nobody can tell which is meant.
    Repeated,
    /// `as` names no client.
    NoSuchClient,
}

impl std::fmt::Display for BadQuery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BadQuery::TooLong => "the query is too long",
            BadQuery::Repeated => "a name stands twice in the query",
            BadQuery::NoSuchClient => "the query asks for an unknown kind of page",
        })
    }
}

impl std::error::Error for BadQuery {}

impl Query {
    /// Takes apart the bytes after the question mark. Bytes that are no UTF-8 become U+FFFD.
    pub fn parse(bytes: &[u8]) -> Result<Self, BadQuery> {
        if bytes.len() > QUERY_BYTES_MAX {
            return Err(BadQuery::TooLong);
        }
        // Reading pairs of texts cannot fail: every sequence of bytes is such a list.
        let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(bytes).unwrap_or_default();
        let repeats = |at: usize| pairs[..at].iter().any(|(earlier, _)| *earlier == pairs[at].0);
        if (0..pairs.len()).any(repeats) {
            return Err(BadQuery::Repeated);
        }
        let mut query = Query::default();
        for (name, value) in pairs {
            match name.as_str() {
                "g" => query.game = Some(value),
                "s" => query.token = Some(value),
                "rules" => query.rules = true,
                "seed" => query.seed = Some(value).filter(|seed| !seed.trim().is_empty()),
                "day" => query.day = Some(value).filter(|day| !day.trim().is_empty()),
                "use" => query.tool = Some(value),
                "as" => query.client = Client::named(&value).ok_or(BadQuery::NoSuchClient)?,
                _ => query.rest.push((name, value)),
            }
        }
        Ok(query)
    }
}

/// Links that lead to pages of one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links(pub Client);

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
    pub fn deal(self, ruleset: &Ruleset, choices: &Choices, deal: Option<DealId>) -> String {
        let mut link = format!("?g={}", ruleset.key);
        for (option, value) in choices.chosen(ruleset) {
            let is_default = option.values.first().is_some_and(|first| std::ptr::eq(first, value));
            if !is_default {
                push_pair(&mut link, option.name, value.value);
            }
        }
        if let Some(deal) = deal {
            let (name, value) = deal.to_query();
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

    /// The link to the doctor's page, with a pass to it.
    pub fn doctor(self, pass: &str) -> String {
        self.finish(format!("?s={pass}&g={}", checkup::NAME))
    }

    /// The links from the position in this token.
    pub fn position(self, ruleset: &Ruleset, token: &str) -> PositionLinks {
        let landing = match self.0 {
            Client::Html => LANDING,
            Client::Json => "",
        };
        PositionLinks { start: self.finish(format!("?s={token}&g={}", ruleset.key)), landing }
    }

    fn finish(self, mut link: String) -> String {
        if let Some(name) = self.0.name() {
            push_pair(&mut link, "as", name);
        }
        link
    }
}

/// Where a reader lands after a request: where it changed something, or else at the sentence that
/// says what came of it.
const LANDING: &str = "#now";

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
        out.write_str(request.name)?;
        for (place, argument) in request.arguments.iter().enumerate() {
            out.write_str(if place == 0 { "=" } else { "," })?;
            match argument {
                Argument::Number(number) => match usize::try_from(*number) {
                    Ok(number) => write_number(number, out)?,
                    Err(_) => write!(out, "{number}")?,
                },
                Argument::Word(word) => out.write_str(&encoded(word))?,
            }
        }
        out.write_str(self.landing)
    }

    /// The link to the same position, its places offering the request of this name.
    pub fn with_tool(&self, name: &str) -> String {
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
    use proptest::prelude::*;

    fn parse(text: &str) -> Query {
        Query::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn the_vocabulary_is_read_in_any_order() {
        let query = parse("turn=13&g=maze&s=abc-_");
        assert_eq!(query, parse("s=abc%2D%5F&g=maze&turn=13"));
        assert_eq!(query.token.as_deref(), Some("abc-_"));
        assert_eq!(query.game.as_deref(), Some("maze"));
        assert_eq!(query.rest, [("turn".to_owned(), "13".to_owned())]);
        assert!(parse("g=maze&rules").rules);
        assert!(parse("rules=&g=maze").rules);
        assert_eq!(parse("seed=rainy+day").seed.as_deref(), Some("rainy day"));
        assert_eq!(parse("seed=+&day=").seed, None);
    }

    #[test]
    fn nothing_is_an_empty_query() {
        assert_eq!(parse(""), Query::default());
        assert_eq!(parse("&&"), Query::default());
    }

    #[test]
    fn twice_is_an_error_and_so_is_too_long() {
        assert_eq!(Query::parse(b"g=maze&g=maze"), Err(BadQuery::Repeated));
        assert_eq!(Query::parse(b"x=1&%78=2"), Err(BadQuery::Repeated));
        assert!(Query::parse(&[b'x'; QUERY_BYTES_MAX]).is_ok());
        assert_eq!(Query::parse(&[b'x'; QUERY_BYTES_MAX + 1]), Err(BadQuery::TooLong));
    }

    #[test]
    fn a_value_out_of_the_ordinary_is_encoded() {
        let mut link = String::new();
        push_pair(&mut link, "play_card", "10S");
        push_pair(&mut link, "say", "a&b c");
        push_pair(&mut link, "draw_card", "");
        assert_eq!(link, "&play_card=10S&say=a%26b+c&draw_card");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            let _ = Query::parse(&bytes);
        }
    }
}
