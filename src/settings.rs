//! The operator's settings: variables of the environment, which a process reads once.
//!
//! | variable | setting |
//! |---|---|
//! | `PARLOUR_URL` | the address of the program |
//! | `PARLOUR_TITLE` | the name of the site on its pages |
//! | `PARLOUR_HOME` | the address of the operator's own site, and a label after a space |
//! | `PARLOUR_GAMES` | the games on the start page, in this order below their headings. Links of other games still open |
//! | `PARLOUR_STYLE` | the path of a style sheet on the same host, for the HTML pages |
//!
//! An empty variable counts as unset. If a value cannot be used, the log says
//! so, and the pages use the default.

use crate::game::any::AnyGame;
use crate::game::ruleset::{Group, Ruleset};
use crate::gateway::address::{self, Address};
use crate::os::env::Environment;
use crate::os::own::printable;
use crate::program::Program;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// The most characters of a title or a label.
const TITLE_CHARS_MAX: usize = 60;
/// The most bytes of an address or a path.
const ADDRESS_BYTES_MAX: usize = 200;

/// A variable that the operator may set.
#[derive(Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: &'static str,
    /// The fault of a bad value, and its effect.
    fault: &'static str,
    /// A good value.
    example: &'static str,
}

/// All variables.
#[cfg(any(test, feature = "audit"))]
pub const VARIABLES: [&Variable; 5] = [&URL, &TITLE, &HOME, &GAMES_SHOWN, &STYLE];

static URL: Variable = Variable {
    name: "PARLOUR_URL",
    fault: "is no address of the program, so pages have no whole links",
    example: "https://games.example/cgi-bin/parlour",
};
static TITLE: Variable = Variable {
    name: "PARLOUR_TITLE",
    fault: "is no title of 1 to 60 printable characters, so pages use the name of the program",
    example: "Games at Example",
};
static HOME: Variable = Variable {
    name: "PARLOUR_HOME",
    fault: "is no address with a label, so pages do not link to your site",
    example: "https://example.org/ Example",
};
static GAMES_SHOWN: Variable = Variable {
    name: "PARLOUR_GAMES",
    fault: "is no list of different games as links name them, so the start page shows all games",
    example: "nim,maze,mines",
};
static STYLE: Variable = Variable {
    name: "PARLOUR_STYLE",
    fault: "is no path on this host, so pages do not load your style sheet",
    example: "/parlour.css",
};

/// The error for a variable with a value that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadSetting(&'static Variable);

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Variable { name, fault, example } = self.0;
        write!(f, "{name} {fault}; set it to a value such as `{example}`")
    }
}

/// The value of a variable, or `None` if it is not set.
pub type Value<T> = Result<Option<T>, BadSetting>;

/// The site of the operator, to which every page links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Home {
    pub address: String,
    /// The text of the link.
    pub label: String,
}

/// The settings of a process.
#[derive(Debug)]
pub struct Settings {
    /// The program: its name, and all its games.
    pub program: &'static Program,
    /// The operator's address of the program.
    pub address: Value<Address>,
    /// The name of the site.
    pub title: Cow<'static, str>,
    /// The site of the operator.
    pub home: Option<Home>,
    /// The games that the site offers.
    pub games: Cow<'static, [AnyGame]>,
    /// The path of the operator's style sheet.
    pub style: Option<String>,
    /// The variables that cannot be used.
    pub faults: Vec<BadSetting>,
}

/// The settings of Parlour for an operator who sets nothing.
#[cfg(any(test, feature = "audit"))]
pub static DEFAULT: Settings = Settings::of(&crate::games::PARLOUR);

impl Settings {
    /// The settings of an operator who sets nothing.
    pub const fn of(program: &'static Program) -> Self {
        Settings {
            program,
            address: Ok(None),
            title: Cow::Borrowed(program.title),
            home: None,
            games: Cow::Borrowed(program.games),
            style: None,
            faults: Vec::new(),
        }
    }

    /// The label of the way to the start page.
    pub fn start_label(&self) -> &'static str {
        if self.games.len() > 1 { "All games" } else { "Start page" }
    }

    /// The games below their headings. The headings are in the order of their first games.
    pub fn groups(&self) -> Vec<(Group, Vec<&'static Ruleset>)> {
        let mut groups: Vec<(Group, Vec<&'static Ruleset>)> = Vec::new();
        for ruleset in self.games.iter().map(|game| game.ruleset) {
            match groups.iter_mut().find(|(group, _)| *group == ruleset.group) {
                Some((_, rulesets)) => rulesets.push(ruleset),
                None => groups.push((ruleset.group, vec![ruleset])),
            }
        }
        groups
    }

    /// The games that have puzzles of the day.
    pub fn daily(&self) -> impl Iterator<Item = &'static Ruleset> {
        self.games.iter().map(|game| game.ruleset).filter(|ruleset| ruleset.daily)
    }

    /// The path of the program at `serve`: that of the operator's address, or else the usual one, such as
    /// `/cgi-bin/parlour`. It is empty if the program has the whole host.
    pub fn path(&self) -> String {
        match &self.address {
            Ok(Some(address)) => address.path().trim_end_matches('/').to_owned(),
            _ => format!("/cgi-bin/{}", self.program.name),
        }
    }

    /// Reads the settings.
    pub fn read(program: &'static Program, environment: Environment<'_>) -> Self {
        let mut faults = Vec::new();
        let usual = Settings::of(program);
        let read_games = |text: &str| read_games(program, text);
        let address = read(environment, &URL, address::of_url, &mut faults);
        let title = read(environment, &TITLE, read_title, &mut faults);
        let home = read(environment, &HOME, read_home, &mut faults);
        let games = read(environment, &GAMES_SHOWN, read_games, &mut faults);
        let style = read(environment, &STYLE, read_style, &mut faults);
        Settings {
            address,
            title: title.ok().flatten().map_or(usual.title, Cow::Owned),
            home: home.ok().flatten(),
            games: games.ok().flatten().map_or(usual.games, Cow::Owned),
            style: style.ok().flatten(),
            faults,
            ..usual
        }
    }
}

fn read<T>(
    environment: Environment<'_>,
    variable: &'static Variable,
    parse: impl Fn(&str) -> Option<T>,
    faults: &mut Vec<BadSetting>,
) -> Value<T> {
    let Some(value) = environment(variable.name).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let value = value.to_str().and_then(parse).ok_or(BadSetting(variable));
    faults.extend(value.as_ref().err());
    value.map(Some)
}

fn read_title(text: &str) -> Option<String> {
    let title = text.trim();
    let is_title = !title.is_empty() && title.chars().count() <= TITLE_CHARS_MAX;
    (is_title && printable(title) == title).then(|| title.to_owned())
}

/// Reads an address and a label. The default label is the host of the address.
fn read_home(text: &str) -> Option<Home> {
    let text = text.trim();
    let (address, label) = text.split_once(' ').unwrap_or((text, ""));
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split('/').next().filter(|host| address::is_host(host))?;
    let is_known = matches!(scheme, "http" | "https" | "gemini" | "gopher");
    let label = read_title(if label.is_empty() { host } else { label })?;
    (is_known && is_plain(rest)).then(|| Home { address: address.to_owned(), label })
}

/// Reads the keys of games, with commas between them. No game comes twice.
fn read_games(program: &Program, text: &str) -> Option<Vec<AnyGame>> {
    let mut found: Vec<AnyGame> = Vec::new();
    for key in text.split(',') {
        let game = program.find(key.trim())?;
        if found.iter().any(|other| other.ruleset.key == game.ruleset.key) {
            return None;
        }
        found.push(*game);
    }
    Some(found)
}

fn read_style(text: &str) -> Option<String> {
    let is_path = text.starts_with('/') && !text.starts_with("//");
    (is_path && is_plain(text)).then(|| text.to_owned())
}

/// Returns true if this is part of an address, with no character that a page would have to escape.
fn is_plain(text: &str) -> bool {
    let fits = |c: u8| c.is_ascii_alphanumeric() || b"-._~/?=:@%+,;#[]".contains(&c);
    text.len() <= ADDRESS_BYTES_MAX && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, PARLOUR};

    fn settings(name: &str, value: &str) -> Settings {
        Settings::read(&PARLOUR, &|asked| (asked == name).then(|| value.into()))
    }

    #[test]
    fn each_variable_has_its_setting() {
        let nothing = settings("PARLOUR_KEY", "x");
        assert_eq!((&*nothing.title, nothing.games.len()), ("Parlour", GAMES.len()));
        let url = "https://games.example/parlour";
        assert_eq!(settings("PARLOUR_URL", url).address.unwrap().unwrap().url, url);
        assert_eq!(settings("PARLOUR_TITLE", " Ann & Ben's ").title, "Ann & Ben's");
        let home = |value| settings("PARLOUR_HOME", value).home.map(|it| (it.address, it.label));
        let found = |address: &str, label: &str| Some((address.to_owned(), label.to_owned()));
        assert_eq!(home("https://x.example/a b c"), found("https://x.example/a", "b c"));
        assert_eq!(home("gemini://x.example"), found("gemini://x.example", "x.example"));
        let games = settings("PARLOUR_GAMES", "nim, maze").games;
        assert_eq!(games.iter().map(|it| it.ruleset.key).collect::<Vec<_>>(), ["nim", "maze"]);
        let style = settings("PARLOUR_STYLE", "/css/x.css?v=2").style;
        assert_eq!(style.as_deref(), Some("/css/x.css?v=2"));
        assert!(settings("PARLOUR_TITLE", "").faults.is_empty());
    }

    #[test]
    fn a_bad_value_is_named_and_changes_nothing() {
        let long = "x".repeat(61);
        for (name, value) in [
            ("PARLOUR_URL", "games.example/parlour"),
            ("PARLOUR_TITLE", "  "),
            ("PARLOUR_TITLE", "a\u{202e}b"),
            ("PARLOUR_TITLE", &*long),
            ("PARLOUR_HOME", "Example"),
            ("PARLOUR_HOME", "javascript://x.example/ x"),
            ("PARLOUR_HOME", "https://x.example/\"onclick= x"),
            ("PARLOUR_HOME", "https:///x Example"),
            ("PARLOUR_GAMES", "nim,halma"),
            ("PARLOUR_GAMES", "nim,nim"),
            ("PARLOUR_GAMES", ","),
            ("PARLOUR_STYLE", "x.css"),
            ("PARLOUR_STYLE", "//evil.example/x.css"),
            ("PARLOUR_STYLE", "https://evil.example/x.css"),
            ("PARLOUR_STYLE", "/x\">.css"),
        ] {
            let found = settings(name, value);
            let [fault] = found.faults[..] else { panic!("{name}={value}: {:?}", found.faults) };
            assert!(fault.to_string().starts_with(&format!("{name} is no ")), "{fault}");
            assert_eq!(found.title, DEFAULT.title);
            assert_eq!((found.home, found.style), (None, None));
            assert_eq!(found.games.len(), GAMES.len());
        }
    }

    #[test]
    fn every_example_is_a_good_value() {
        for variable in VARIABLES {
            assert_eq!(settings(variable.name, variable.example).faults, []);
        }
    }
}
