//! Everything that can keep a visitor from a page, each with its status, its plain words and a way
//! on. A request that the referee refuses is not among them: that is a fault, and part of the game.

use crate::game::options::AnyOption;
use crate::game::ruleset::Ruleset;
use crate::gateway::http::Status;

/// Why there is no page.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The program has no key to seal with.
    NotSetUp,
    /// The operating system gave no random bytes.
    NoRandomness,
    /// Not GET or HEAD.
    WrongMethod,
    /// There is something behind the program's name.
    NoSuchPage,
    /// The query is longer than any link.
    TooLong,
    /// A name stands twice in the query.
    Repeated,
    /// `as` names no client.
    NoSuchClient,
    /// No game has this key.
    NoSuchGame,
    /// The game has no such value for this option.
    NoSuchValue(&'static Ruleset, &'static dyn AnyOption),
    /// There is no such day.
    NoSuchDay(&'static Ruleset),
    /// The token does not open, or holds no position.
    Damaged(Option<&'static Ruleset>),
    /// The token is of an older version of the rules.
    OlderRuleset(&'static Ruleset),
    /// The token was sealed with a key that is no longer in use.
    RetiredKey(&'static Ruleset),
    /// A bug.
    Bug,
}

impl Problem {
    /// The status to answer with.
    pub fn status(&self) -> Status {
        match self {
            Problem::NotSetUp | Problem::NoRandomness => Status::ServiceUnavailable,
            Problem::WrongMethod => Status::MethodNotAllowed,
            Problem::NoSuchPage | Problem::NoSuchGame => Status::NotFound,
            Problem::TooLong => Status::UriTooLong,
            Problem::Repeated
            | Problem::NoSuchClient
            | Problem::NoSuchValue(..)
            | Problem::NoSuchDay(_)
            | Problem::Damaged(_) => Status::BadRequest,
            Problem::OlderRuleset(_) | Problem::RetiredKey(_) => Status::Gone,
            Problem::Bug => Status::InternalServerError,
        }
    }

    /// A name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Problem::NotSetUp => "not_set_up",
            Problem::NoRandomness => "no_randomness",
            Problem::WrongMethod => "wrong_method",
            Problem::NoSuchPage => "no_such_page",
            Problem::TooLong => "too_long",
            Problem::Repeated => "repeated",
            Problem::NoSuchClient => "no_such_client",
            Problem::NoSuchGame => "no_such_game",
            Problem::NoSuchValue(..) => "no_such_value",
            Problem::NoSuchDay(_) => "no_such_day",
            Problem::Damaged(_) => "damaged",
            Problem::OlderRuleset(_) => "older_ruleset",
            Problem::RetiredKey(_) => "retired_key",
            Problem::Bug => "bug",
        }
    }

    /// What happened, as a heading.
    pub fn heading(&self) -> &'static str {
        match self {
            Problem::NotSetUp => "The parlour is not set up yet",
            Problem::NoRandomness => "The parlour cannot deal just now",
            Problem::WrongMethod => "Only links are played here",
            Problem::NoSuchPage => "There is no such page",
            Problem::TooLong => "This link is too long",
            Problem::Repeated => "This link says something twice",
            Problem::NoSuchClient => "There is no such kind of page",
            Problem::NoSuchGame => "There is no such game",
            Problem::NoSuchValue(..) => "There is no such choice",
            Problem::NoSuchDay(_) => "There is no such day",
            Problem::Damaged(_) => "This link cannot be opened",
            Problem::OlderRuleset(_) | Problem::RetiredKey(_) => "This link is too old",
            Problem::Bug => "Something went wrong here",
        }
    }

    /// What it means, and what to do.
    pub fn explanation(&self) -> String {
        let fixed = match self {
            Problem::NotSetUp => {
                "Whoever looks after this server has not given it a key yet. The server's error log says what to do."
            }
            Problem::NoRandomness => {
                "The machine gave no random numbers, and without them nothing can be sealed. Try again in a moment."
            }
            Problem::WrongMethod => {
                "This program answers GET and HEAD. Nothing was sent and nothing was changed."
            }
            Problem::NoSuchPage => {
                "Every page of the parlour lies behind a question mark; there is nothing behind a slash."
            }
            Problem::TooLong => "No link of the parlour is as long as this. Nothing was changed.",
            Problem::Repeated => {
                "A name stands twice in it, so nobody can tell which of the two is meant. Nothing was changed."
            }
            Problem::NoSuchClient => "A page comes as HTML, or with as=json for programs.",
            Problem::NoSuchGame => {
                "Perhaps the link was cut short, or it comes from a parlour with more games."
            }
            Problem::NoSuchValue(ruleset, option) => {
                let values: Vec<&str> = option.values().map(|value| value.value).collect();
                return format!(
                    "{} offers these for {}: {}.",
                    ruleset.title,
                    option.name(),
                    values.join(", ")
                );
            }
            Problem::NoSuchDay(_) => "A day is written like day=2026-11-21, or day=today.",
            Problem::Damaged(_) => {
                "It was cut short, changed, or made by a parlour with another key. Nothing is stored here, so the link is the only copy of the game."
            }
            Problem::OlderRuleset(_) => {
                "It was made when this game had other rules, and its position means nothing under those of today."
            }
            Problem::RetiredKey(_) => "It was sealed with a key that is no longer in use here.",
            Problem::Bug => {
                "That is a bug, and no fault of yours. Your game is safe: it lies in the link you came from."
            }
        };
        fixed.to_owned()
    }

    /// The game that the visitor wanted to play, if that is known.
    pub fn game(&self) -> Option<&'static Ruleset> {
        match self {
            Problem::NoSuchValue(ruleset, _)
            | Problem::NoSuchDay(ruleset)
            | Problem::Damaged(Some(ruleset))
            | Problem::OlderRuleset(ruleset)
            | Problem::RetiredKey(ruleset) => Some(*ruleset),
            _ => None,
        }
    }
}
