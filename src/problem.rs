//! Every reason for an error page, with its status, its plain words and a way on. A request that the
//! referee refuses is not among them: that is a fault, and part of the game.

use crate::date;
use crate::game::options::AnyOption;
use crate::game::ruleset::Ruleset;
use crate::game::text::{Text, count, on_one_line};
use crate::gateway::http::Status;
use crate::query::TODAY;

/// The reason for an error page.
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
    /// The query has a name twice.
    Repeated,
    /// `as` names no format.
    NoSuchFormat,
    /// No game has this key.
    NoSuchGame(String),
    /// The option has no such value; the text is that of the query.
    NoSuchValue(&'static Ruleset, &'static dyn AnyOption, String),
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
    Damaged(Option<&'static Ruleset>),
    /// The token does not open. Its page was to explain it, and may have changed a letter on purpose.
    Changed(Option<&'static Ruleset>),
    /// The token is of an older version of the rules.
    OlderRuleset(&'static Ruleset),
    /// The token was sealed with a key that is no longer in use.
    RetiredKey(&'static Ruleset),
    /// A bug.
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

/// The most characters that a page repeats of a text that names nothing.
const TOLD_CHARS_MAX: usize = 30;

fn in_short(asked: &str) -> String {
    on_one_line(asked).chars().take(TOLD_CHARS_MAX).collect()
}

impl Problem {
    /// The status, a name for programs, and the heading.
    fn summary(&self) -> (Status, &'static str, &'static str) {
        use Status::{BadRequest, Gone, NotFound, ServiceUnavailable};
        match self {
            Problem::NotSetUp => {
                (ServiceUnavailable, "not_set_up", "The parlour is not set up yet")
            }
            Problem::NoRandomness => {
                (ServiceUnavailable, "no_randomness", "The parlour cannot deal just now")
            }
            Problem::WrongMethod => {
                (Status::MethodNotAllowed, "wrong_method", "This game is played by links")
            }
            Problem::NoSuchPage => (NotFound, "no_such_page", "There is no page here"),
            Problem::TooLong => (Status::UriTooLong, "too_long", "This link is too long"),
            Problem::Repeated => (BadRequest, "repeated", "This link is mixed up"),
            Problem::NoSuchFormat => {
                (BadRequest, "no_such_format", "There is no such kind of page")
            }
            Problem::NoSuchGame(_) => (NotFound, "no_such_game", "There is no such game"),
            Problem::NoSuchValue(..) => (BadRequest, "no_such_value", "There is no such choice"),
            Problem::NoSuchPeople(_) => (BadRequest, "no_such_people", "There is no such table"),
            Problem::NoSuchDay(..) => (BadRequest, "no_such_day", "There is no such day"),
            Problem::FutureDay(..) => (BadRequest, "future_day", "That puzzle isn't out yet"),
            Problem::EarlySolution(_) => (BadRequest, "early_solution", "Not yet"),
            Problem::NoSolution(_) => (NotFound, "no_solution", "There is no solution to show"),
            Problem::Damaged(_) | Problem::Changed(_) => {
                (BadRequest, "damaged", "This link cannot be opened")
            }
            Problem::OlderRuleset(_) => {
                (Gone, "older_ruleset", "This link is from before the rules changed")
            }
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
            Problem::NoSuchGame(key) => return no_such_game(&in_short(key)),
            Problem::NoSuchValue(ruleset, option, value) => {
                return no_such_value(ruleset.title, option.label(), &in_short(value));
            }
            Problem::NoSuchPeople(ruleset) => return no_such_people(ruleset),
            Problem::NoSuchDay(_, day) => return no_such_day(&in_short(day)),
            Problem::FutureDay(_, wait) => return future_day(*wait),
            Problem::NotSetUp => {
                "Whoever looks after this server has not given it a key yet. The server's error log says what to do."
            }
            Problem::NoRandomness => {
                "The server gave no random numbers, and nothing can be sealed without them. Try again in a moment."
            }
            Problem::WrongMethod => "Your game is as it was: go back to it, and follow its links.",
            Problem::NoSuchPage => "Every page of this site is reached from the list of all games.",
            Problem::TooLong => "No link of this site is as long as this one. Nothing has changed.",
            Problem::Repeated => {
                "It says two different things at one place, as if it were made of two links. Paste the whole link once more, or go back."
            }
            Problem::NoSuchFormat => {
                "Take the part with as= out of the address, and the page is as usual. What it can be is as=text, as=svg or as=json."
            }
            Problem::EarlySolution(_) => {
                "The solution of a puzzle is shown when its day is past: from midnight, UTC."
            }
            Problem::NoSolution(_) => {
                "A solution is shown of the puzzle of a day, in games that have one to show."
            }
            Problem::Damaged(_) => {
                "Most likely it was cut short when it was copied. Copy the whole link once more, or ask whoever sent it to send it again."
            }
            Problem::Changed(_) => {
                "A letter of it is not what was sealed, so the server refuses it, as promised. Go back to the explanation."
            }
            Problem::OlderRuleset(_) => {
                "It was made when this game had other rules, and its position means nothing under today's."
            }
            Problem::RetiredKey(_) => {
                "This site has changed its key since, and can no longer open the game in it. Start a new one."
            }
            Problem::Bug => {
                "That is a bug, and not your fault. Your game is safe in the link that you came from: go back, and try once more."
            }
        };
        text.into()
    }

    /// Returns true if the page suggests to go back, or to try once more.
    pub fn is_to_be_left(&self) -> bool {
        use Problem::{Bug, Changed, NoRandomness, NotSetUp, Repeated, WrongMethod};
        matches!(self, Bug | Changed(_) | NoRandomness | NotSetUp | Repeated | WrongMethod)
    }

    /// Returns true if the whole link may open, of which this one is a part.
    pub fn is_of_the_link(&self) -> bool {
        use Problem::{
            Damaged, NoSuchFormat, NoSuchGame, OlderRuleset, Repeated, RetiredKey, TooLong,
        };
        matches!(
            self,
            Damaged(_)
                | NoSuchGame(_)
                | NoSuchFormat
                | OlderRuleset(_)
                | Repeated
                | RetiredKey(_)
                | TooLong
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
            | Problem::Damaged(Some(ruleset))
            | Problem::Changed(Some(ruleset))
            | Problem::OlderRuleset(ruleset)
            | Problem::RetiredKey(ruleset) => Some(*ruleset),
            _ => None,
        }
    }
}

fn no_such_game(key: &str) -> Text {
    match key {
        "" => "The link names no game. It may have been cut short.".into(),
        key => format!("No game is called \u{201c}{key}\u{201d} here.").into(),
    }
}

fn no_such_value(title: &str, option: &str, value: &str) -> Text {
    let problem = match value {
        "" => format!("Nothing is chosen for \u{201c}{option}\u{201d}. Play {title}"),
        _ => format!("{title} has no \u{201c}{value}\u{201d} for \u{201c}{option}\u{201d}. Play"),
    };
    format!("{problem} with one of these:").into()
}

fn no_such_people(ruleset: &Ruleset) -> Text {
    let range = match ruleset.people {
        (1, 1) => "one person".to_owned(),
        (least, most) if least == most => format!("{most} people"),
        (least, most) => format!("{least} to {most} people"),
    };
    format!("{} is for {range}, with a seat for each.", ruleset.title).into()
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
        day => format!("\u{201c}{day}\u{201d} is no date. {written}").into(),
    }
}
