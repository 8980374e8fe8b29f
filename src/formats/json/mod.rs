//! The JSON format: the same pages for programs. `static/parlour.schema.json` describes them.
//!
//! A program plays by following the links under `requests`. Each entry names its request and its
//! place on the page. Every link leads to another page of this format.

mod anatomy;
mod game;
mod links;
mod others;
mod pairs;
mod party;
mod rules;
mod told;

use super::ask::Ask;
use super::buffer::Buffer;
use super::setting::Setting;
use super::view::{Document, LOADS_NOTHING, LinkToSend, NewGame, Rules, View};
use crate::game::ruleset::Ruleset;
use crate::links::Link;
use crate::table::league::Record;
use anatomy::LinkPage;
use game::GamePage;
use links::GameLinks;
use others::{FeedPage, NewTablePage, ParlourPage, ProblemPage};
use rules::RulesetEntry;
use serde::Serialize;

/// The media type of the pages.
const CONTENT_TYPE: &str = "application/json";
/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The room that nearly every page needs.
const ROOM_BYTES: usize = 16 << 10;

/// The page for a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Document {
    let body = match view {
        View::Parlour(_) => Body::Parlour(ParlourPage::new(setting.site)),
        View::Position(table) | View::Words(table) => Body::Game(Box::new(GamePage::new(table))),
        // For a program these are one page.
        View::Rules(Rules { ruleset, .. })
        | View::NewGame(NewGame { ruleset, .. })
        | View::QrCode(LinkToSend { ruleset, .. }) => Body::rules(ruleset),
        View::Manual(manual) => Body::rules(manual.rules.ruleset),
        View::Anatomy(anatomy) => Body::Link(LinkPage::new(anatomy)),
        View::NewTable(new_table) => Body::NewTable(NewTablePage::new(new_table)),
        View::Newest(newest) => Body::Newest { game: newest.ruleset.key, link: newest.link() },
        View::League(page) => Body::League {
            game: page.ruleset.map(|ruleset| ruleset.key),
            people: &page.league.people,
            counted: page.league.codes().collect(),
            news: &page.news,
            link_to_send: page.link_to_send.as_deref(),
            link: &page.link,
        },
        View::Ask(ask) => Body::Ask { ask },
        View::Puzzles(puzzles) => Body::Feed(FeedPage::new(puzzles, setting.site)),
        View::Redirect(link) => Body::Redirect { link },
        View::Problem(problem) => Body::Problem(ProblemPage::new(problem)),
    };
    let Setting { preview, ignored, .. } = setting;
    let mut text = Buffer::with_capacity(ROOM_BYTES);
    if serde_json::to_writer(
        &mut text,
        &Page { parlour: 1, version: VERSION, preview: *preview, ignored, body },
    )
    .is_err()
    {
        text = Buffer::default();
    }
    text.push_str("\n");
    Document { content_type: CONTENT_TYPE, policy: LOADS_NOTHING, body: text.into_text() }
}

#[derive(Serialize)]
struct Page<'a> {
    /// The version of this description. Additions do not raise it.
    parlour: u8,
    /// The version of the program.
    version: &'static str,
    /// True if the links stop working when the preview server ends.
    preview: bool,
    /// The names in the query that no part of Parlour uses.
    ignored: &'a [String],
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(tag = "page", rename_all = "lowercase")]
enum Body<'a> {
    Parlour(ParlourPage<'a>),
    Game(Box<GamePage<'a>>),
    Rules {
        ruleset: Box<RulesetEntry>,
        links: GameLinks,
    },
    Link(LinkPage<'a>),
    #[serde(rename = "new_table")]
    NewTable(NewTablePage<'a>),
    Newest {
        game: &'a str,
        /// A program appends `s=` and the newest link.
        link: Link,
    },
    League {
        /// Null before the first result.
        game: Option<&'a str>,
        /// The best first.
        people: &'a [Record],
        /// The numbers of the games that count, each with the code of its last turn.
        counted: Vec<[String; 2]>,
        /// One sentence about each pasted result.
        news: &'a [String],
        /// The link to keep. Null before the first result.
        link_to_send: Option<&'a str>,
        /// A program appends `results=` and a text with results.
        link: &'a Link,
    },
    Ask {
        ask: &'a Ask,
    },
    Feed(FeedPage<'a>),
    Redirect {
        link: &'a Link,
    },
    Problem(ProblemPage),
}

impl Body<'_> {
    /// The page about the rules and options of a game.
    fn rules(ruleset: &Ruleset) -> Self {
        Body::Rules {
            ruleset: Box::new(RulesetEntry::new(ruleset)),
            links: GameLinks::new(ruleset),
        }
    }
}

/// A value as JSON.
pub fn quoted(value: impl Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_default()
}
