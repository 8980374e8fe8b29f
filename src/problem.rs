//! Every reason for an error page, with its status, its plain words and a way on. A request that the
//! referee refuses is not among them: that is a fault, and part of the game.

use crate::date;
use crate::game::options::AnyOption;
use crate::game::ruleset::Ruleset;
use crate::game::text::{Text, count};
use crate::gateway::http::Status;
use crate::links::WayOn;
use crate::query::damage::Damage;
use crate::query::{BadQuery, TODAY, quoted};

/// The reason for an error page.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The program has no key to seal with.
    NotSetUp,
    /// The operating system gave no random bytes.
    NoRandomness,
    /// Not GET or HEAD.
    WrongMethod,
    /// The path is not the program's, and nothing in the address is Parlour's.
    NoSuchPage,
    /// The query is longer than any link.
    TooLong,
    /// The headers are longer than those of any browser.
    LongHead,
    /// The query has a name twice.
    Repeated,
    /// No token opens among as many as a request tries.
    TooManyLinks,
    /// `as` names no format of the request's protocol. These are all but the usual one.
    NoSuchFormat(Vec<&'static str>),
    /// No game has this key. The game is the one that may be meant.
    NoSuchGame(String, Option<&'static Ruleset>),
    /// The option has no such value. The text is that of the query. The ways lead to the same game with each
    /// value.
    NoSuchValue(&'static Ruleset, &'static dyn AnyOption, String, Vec<WayOn>),
    /// So many people cannot sit at a table of this game.
    NoSuchPeople(&'static Ruleset),
    /// There is no such day, but this text.
    NoSuchDay(&'static Ruleset, String),
    /// The day is still to come.
    FutureDay(&'static Ruleset, Wait),
    /// The day is not past, so its solution is not shown yet.
    EarlySolution(&'static Ruleset),
    /// Such a deal has no solution to show.
    NoSolution(&'static Ruleset),
    /// The token does not open, or holds no position.
    Damaged(Option<&'static Ruleset>, Damage),
    /// The token is of a game that this program does not have.
    OtherProgram,
    /// The token does not open. Its page was to explain it, and may have changed a letter on purpose.
    Changed(Option<&'static Ruleset>),
    /// The token is of an older version of the rules.
    OlderRuleset(&'static Ruleset),
    /// The token was sealed with a key that is no longer in use.
    RetiredKey(&'static Ruleset),
    Bug,
}

/// The wait for the puzzle of a day that is still to come.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    /// The seconds until the day begins.
    pub seconds: u64,
    /// The streak that the link carries to that puzzle.
    pub streak: u16,
}

impl From<BadQuery> for Problem {
    fn from(bad: BadQuery) -> Self {
        match bad {
            BadQuery::TooLong => Problem::TooLong,
            BadQuery::Repeated => Problem::Repeated,
        }
    }
}

impl Problem {
    /// The status, a name for programs, and the heading.
    fn summary(&self) -> (Status, &'static str, &'static str) {
        use Status::{BadRequest, Gone, NotFound, ServiceUnavailable};
        match self {
            Problem::NotSetUp => (ServiceUnavailable, "not_set_up", "The games aren't set up yet"),
            Problem::NoRandomness => {
                (ServiceUnavailable, "no_randomness", "No game can be dealt right now")
            }
            Problem::WrongMethod => (Status::MethodNotAllowed, "wrong_method", "Please use a link"),
            Problem::NoSuchPage => (NotFound, "no_such_page", "Page not found"),
            Problem::TooLong => (Status::UriTooLong, "too_long", "This link is too long"),
            Problem::LongHead => {
                (Status::RequestHeaderFieldsTooLarge, "long_head", "This request is too long")
            }
            Problem::Repeated => (BadRequest, "repeated", "This link repeats a part"),
            Problem::TooManyLinks => {
                (BadRequest, "too_many_links", "There are too many links here")
            }
            Problem::NoSuchFormat(_) => (BadRequest, "no_such_format", "Unknown format"),
            Problem::NoSuchGame(..) => (NotFound, "no_such_game", "There is no such game"),
            Problem::NoSuchValue(..) => (BadRequest, "no_such_value", "There is no such choice"),
            Problem::NoSuchPeople(_) => (BadRequest, "no_such_people", "Wrong number of players"),
            Problem::NoSuchDay(..) => (BadRequest, "no_such_day", "That isn't a date"),
            Problem::FutureDay(..) => (BadRequest, "future_day", "That puzzle isn't out yet"),
            Problem::EarlySolution(_) => {
                (BadRequest, "early_solution", "The solution isn't out yet")
            }
            Problem::NoSolution(_) => (NotFound, "no_solution", "There's no solution here"),
            Problem::OtherProgram => (BadRequest, "other_program", "This game isn't here"),
            Problem::Damaged(..) | Problem::Changed(_) => {
                (BadRequest, "damaged", "This link cannot be opened")
            }
            Problem::OlderRuleset(_) => (Gone, "older_ruleset", "This link is too old"),
            Problem::RetiredKey(_) => (Gone, "retired_key", "This link has expired"),
            Problem::Bug => (Status::InternalServerError, "bug", "Something went wrong here"),
        }
    }

    /// The status to answer with.
    pub fn status(&self) -> Status {
        self.summary().0
    }

    /// A name for programs.
    pub fn name(&self) -> &'static str {
        self.summary().1
    }

    /// The heading of the page: what happened.
    pub fn heading(&self) -> &'static str {
        self.summary().2
    }

    /// The meaning of the problem, and what to do.
    pub fn explanation(&self) -> Text {
        let text = match self {
            Problem::NoSuchGame(key, meant) => return no_such_game(&quoted(key), *meant),
            Problem::NoSuchValue(ruleset, option, value, _) => {
                let why = option.typed().and_then(|typed| (typed.read)(value).err());
                return no_such_value(ruleset.title, option.label(), &quoted(value), why);
            }
            Problem::NoSuchPeople(ruleset) => return no_such_people(ruleset),
            Problem::NoSuchDay(_, day) => return no_such_day(&quoted(day)),
            Problem::FutureDay(_, wait) => return future_day(*wait),
            Problem::Damaged(_, damage) => return damage.told().into(),
            Problem::NotSetUp => {
                "The server has no key. If you run this server, its error log says what to do."
            }
            Problem::NoRandomness => {
                "The server couldn't get random numbers. Try again in a moment."
            }
            Problem::WrongMethod => {
                "Your game hasn't changed. Go back and follow one of its links."
            }
            Problem::NoSuchPage => "Paste the whole link, or start a new game.",
            Problem::TooLong => "Your game hasn't changed. Check that you copied only one link.",
            Problem::LongHead => {
                "The browser or a proxy sent more than 16 kB of headers, most likely cookies. Delete the cookies of this site, and go back."
            }
            Problem::Repeated => {
                "It may be two links in one. Paste the whole link once more, or go back."
            }
            Problem::TooManyLinks => {
                "This program opens only some of them at once. Paste one whole link."
            }
            Problem::NoSuchFormat(names) => return no_such_format(names),
            Problem::EarlySolution(_) => "You can see it when the day is over, from midnight UTC.",
            Problem::NoSolution(_) => {
                "Only past puzzles of the day have solutions, and only in some games."
            }
            Problem::OtherProgram => {
                "The link is of a game that this program does not have, or a letter of it is wrong. Ask the sender for the whole link."
            }
            Problem::Changed(_) => {
                "A letter of it is not what was sealed, so the server refuses it, as promised. Go back to the explanation."
            }
            Problem::OlderRuleset(_) => {
                "The rules of this game have changed since, so it can't go on. Start a new game."
            }
            Problem::RetiredKey(_) => {
                "The server has replaced its key, so old games don't open. Start a new game."
            }
            Problem::Bug => {
                "That's a bug, and not your fault. Your game is safe: go back and follow the link again."
            }
        };
        text.into()
    }

    /// Returns true if the page suggests to go back, or to try once more.
    pub fn is_to_be_left(&self) -> bool {
        use Problem::{Bug, Changed, LongHead, NoRandomness, NotSetUp, Repeated, WrongMethod};
        matches!(
            self,
            Bug | Changed(_) | LongHead | NoRandomness | NotSetUp | Repeated | WrongMethod
        )
    }

    /// Returns true if the whole link may open, of which this one is a part.
    pub fn is_of_the_link(&self) -> bool {
        use Problem::{
            Damaged, NoSuchFormat, NoSuchGame, NoSuchPage, OlderRuleset, OtherProgram, Repeated,
            RetiredKey, TooLong, TooManyLinks,
        };
        matches!(
            self,
            Damaged(..)
                | NoSuchGame(..)
                | NoSuchFormat(_)
                | NoSuchPage
                | OtherProgram
                | OlderRuleset(_)
                | Repeated
                | RetiredKey(_)
                | TooLong
                | TooManyLinks
        )
    }

    /// The game that the player wanted, if it is known.
    pub fn game(&self) -> Option<&'static Ruleset> {
        match self {
            Problem::NoSuchValue(ruleset, ..)
            | Problem::NoSuchPeople(ruleset)
            | Problem::NoSuchDay(ruleset, _)
            | Problem::FutureDay(ruleset, _)
            | Problem::EarlySolution(ruleset)
            | Problem::NoSolution(ruleset)
            | Problem::NoSuchGame(_, Some(ruleset))
            | Problem::Damaged(Some(ruleset), _)
            | Problem::Changed(Some(ruleset))
            | Problem::OlderRuleset(ruleset)
            | Problem::RetiredKey(ruleset) => Some(*ruleset),
            _ => None,
        }
    }
}

fn no_such_format(names: &[&str]) -> Text {
    let use_one = names.iter().map(|name| format!("as={name}, ")).collect::<String>();
    if use_one.is_empty() {
        return "Remove as= from the link.".into();
    }
    format!("Use {use_one}or remove as= for the normal page.").into()
}

fn no_such_game(key: &str, meant: Option<&Ruleset>) -> Text {
    match (key, meant) {
        ("", _) => "This link names no game. A part of it may be missing.".into(),
        (key, None) => format!("No game is called \u{201c}{key}\u{201d} here.").into(),
        (key, Some(Ruleset { title, .. })) => {
            format!("No game is called \u{201c}{key}\u{201d} here. Do you mean {title}?").into()
        }
    }
}

fn no_such_value(title: &str, option: &str, value: &str, why: Option<Text>) -> Text {
    let problem = match (value, why) {
        ("", _) => format!("The link has no value for \u{201c}{option}\u{201d}. Play {title}"),
        (_, Some(why)) => format!("{why} Go back and change it, or play"),
        (_, None) => {
            format!("{title} has no \u{201c}{value}\u{201d} for \u{201c}{option}\u{201d}. Play")
        }
    };
    format!("{problem} with one of these:").into()
}

fn no_such_people(ruleset: &Ruleset) -> Text {
    format!("{} is for {}.", ruleset.title, ruleset.people_told()).into()
}

fn future_day(wait: Wait) -> Text {
    let opens = date::at_midnight(wait.seconds);
    let meanwhile = match wait.streak {
        0 => "Today's is ready.".to_owned(),
        days => format!("Your streak is {}: keep this link.", count(days.into(), "day")),
    };
    format!("It opens {opens}. {meanwhile}").into()
}

fn no_such_day(day: &str) -> Text {
    let written = "A day is written like 2026-11-21. Today's puzzle is ready.";
    match day {
        "" | TODAY => written.into(),
        day => format!("\u{201c}{day}\u{201d} isn't a date. {written}").into(),
    }
}
