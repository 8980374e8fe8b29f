//! Everything that can keep a visitor from a page, each with its status, its plain words and a way
//! on. A request that the referee refuses is not among them: that is a fault, and part of the game.

use crate::game::options::AnyOption;
use crate::game::ruleset::Ruleset;
use crate::game::text::{Text, on_one_line};
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
    /// `as` names no format.
    NoSuchFormat,
    /// No game has this key.
    NoSuchGame(String),
    /// The game has no such value, the last one, for this option.
    NoSuchValue(&'static Ruleset, &'static dyn AnyOption, String),
    /// So many people cannot sit at a table of this game.
    NoSuchPeople(&'static Ruleset),
    /// There is no such day: what was written instead.
    NoSuchDay(&'static Ruleset, String),
    /// The day is still to come.
    FutureDay(&'static Ruleset),
    /// The day is not past, so that its solution is not shown yet.
    EarlySolution(&'static Ruleset),
    /// There is no solution to show of such a deal.
    NoSolution(&'static Ruleset),
    /// The token does not open, or holds no position.
    Damaged(Option<&'static Ruleset>),
    /// The token is of an older version of the rules.
    OlderRuleset(&'static Ruleset),
    /// The token was sealed with a key that is no longer in use.
    RetiredKey(&'static Ruleset),
    /// A bug.
    Bug,
}

/// How much is told of what was asked for and is not there, in characters.
const TOLD_CHARS_MAX: usize = 30;

fn in_short(asked: &str) -> String {
    on_one_line(asked).chars().take(TOLD_CHARS_MAX).collect()
}

/// What there is to say of a problem.
struct Words {
    status: Status,
    /// A name for programs.
    name: &'static str,
    /// What happened, as a heading.
    heading: &'static str,
    /// What it means, and what to do.
    explanation: Text,
}

impl Problem {
    fn words(&self) -> Words {
        let (status, name, heading, explanation) = match self {
            Problem::NotSetUp => (
                Status::ServiceUnavailable,
                "not_set_up",
                "The parlour is not set up yet",
                "Whoever looks after this server has not given it a key yet. The server's error log says what to do.",
            ),
            Problem::NoRandomness => (
                Status::ServiceUnavailable,
                "no_randomness",
                "The parlour cannot deal just now",
                "The server gave no random numbers, and nothing can be sealed without them. Try again in a moment.",
            ),
            Problem::WrongMethod => (
                Status::MethodNotAllowed,
                "wrong_method",
                "This game is played by links",
                "Your game is as it was: go back to it, and follow its links.",
            ),
            Problem::NoSuchPage => (
                Status::NotFound,
                "no_such_page",
                "There is no page here",
                "Every page of this site is reached from the list of all games.",
            ),
            Problem::TooLong => (
                Status::UriTooLong,
                "too_long",
                "This link is too long",
                "No link of this site is as long as this one. Nothing has changed.",
            ),
            Problem::Repeated => (
                Status::BadRequest,
                "repeated",
                "This link is mixed up",
                "A part of it is there twice. Go back, and follow the link once more.",
            ),
            Problem::NoSuchFormat => (
                Status::BadRequest,
                "no_such_format",
                "There is no such kind of page",
                "Take the part with as= out of the address, and the page is as usual. What it can be is as=text, as=svg or as=json.",
            ),
            Problem::NoSuchGame(key) => {
                return Words {
                    status: Status::NotFound,
                    name: "no_such_game",
                    heading: "There is no such game",
                    explanation: match &*in_short(key) {
                        "" => "The link names no game. It may have been cut short.".into(),
                        key => format!("No game is called \u{201c}{key}\u{201d} here.").into(),
                    },
                };
            }
            Problem::NoSuchValue(ruleset, option, value) => {
                let (title, name) = (ruleset.title, option.label());
                let value = in_short(value);
                return Words {
                    status: Status::BadRequest,
                    name: "no_such_value",
                    heading: "There is no such choice",
                    explanation: match &*value {
                        "" => format!("Nothing is chosen for \u{201c}{name}\u{201d}. Play {title} with one of these:"),
                        _ => format!(
                            "{title} has no \u{201c}{value}\u{201d} for \u{201c}{name}\u{201d}. Play with one of these:"
                        ),
                    }
                    .into(),
                };
            }
            Problem::NoSuchPeople(ruleset) => {
                let (title, (least, most)) = (ruleset.title, ruleset.people);
                let range = match most - least {
                    0 => count_of_people(least),
                    _ => format!("{least} to {}", count_of_people(most)),
                };
                return Words {
                    status: Status::BadRequest,
                    name: "no_such_people",
                    heading: "There is no such table",
                    explanation: format!("{title} is for {range}, with a seat for each.").into(),
                };
            }
            Problem::NoSuchDay(_, day) => {
                let written = "A day is written like 2026-11-21. Today's puzzle is ready.";
                return Words {
                    status: Status::BadRequest,
                    name: "no_such_day",
                    heading: "There is no such day",
                    explanation: match &*in_short(day) {
                        "" | "today" => written.into(),
                        day => format!("\u{201c}{day}\u{201d} is no date. {written}").into(),
                    },
                };
            }
            Problem::FutureDay(_) => (
                Status::BadRequest,
                "future_day",
                "That day is still to come",
                "Its puzzle opens at midnight, UTC. Today's is ready.",
            ),
            Problem::EarlySolution(_) => (
                Status::BadRequest,
                "early_solution",
                "Not yet",
                "The solution of a puzzle is shown when its day is past: from midnight, UTC.",
            ),
            Problem::NoSolution(_) => (
                Status::NotFound,
                "no_solution",
                "There is no solution to show",
                "A solution is shown of the puzzle of a day, in games that have one to show.",
            ),
            Problem::Damaged(_) => (
                Status::BadRequest,
                "damaged",
                "This link cannot be opened",
                "Most likely it was cut short when it was copied. Copy the whole link once more, or ask whoever sent it to send it again.",
            ),
            Problem::OlderRuleset(_) => (
                Status::Gone,
                "older_ruleset",
                "This link is from before the rules changed",
                "It was made when this game had other rules, and its position means nothing under today's.",
            ),
            Problem::RetiredKey(_) => (
                Status::Gone,
                "retired_key",
                "This link has expired",
                "This site has changed its key since, and can no longer open the game in it. Start a new one.",
            ),
            Problem::Bug => (
                Status::InternalServerError,
                "bug",
                "Something went wrong here",
                "That is a bug, and not your fault. Your game is safe in the link that you came from: go back, and try once more.",
            ),
        };
        Words { status, name, heading, explanation: explanation.into() }
    }

    /// The status to answer with.
    pub fn status(&self) -> Status {
        self.words().status
    }

    /// A name for programs.
    pub fn name(&self) -> &'static str {
        self.words().name
    }

    /// What happened, as a heading.
    pub fn heading(&self) -> &'static str {
        self.words().heading
    }

    /// What it means, and what to do.
    pub fn explanation(&self) -> Text {
        self.words().explanation
    }

    /// Whether the way on is back, or to try once more.
    pub fn is_to_be_left(&self) -> bool {
        use Problem::{Bug, NoRandomness, NotSetUp, Repeated, WrongMethod};
        matches!(self, Bug | NoRandomness | NotSetUp | Repeated | WrongMethod)
    }

    /// Whether the whole link may open, where this one did not.
    pub fn is_of_the_link(&self) -> bool {
        matches!(self, Problem::Damaged(_))
    }

    /// The game that the visitor wanted to play, if that is known.
    pub fn game(&self) -> Option<&'static Ruleset> {
        match self {
            Problem::NoSuchValue(ruleset, ..)
            | Problem::NoSuchPeople(ruleset)
            | Problem::NoSuchDay(ruleset, _)
            | Problem::FutureDay(ruleset)
            | Problem::EarlySolution(ruleset)
            | Problem::NoSolution(ruleset)
            | Problem::Damaged(Some(ruleset))
            | Problem::OlderRuleset(ruleset)
            | Problem::RetiredKey(ruleset) => Some(*ruleset),
            _ => None,
        }
    }
}

fn count_of_people(number: usize) -> String {
    if number == 1 { "one person".to_owned() } else { format!("{number} people") }
}
