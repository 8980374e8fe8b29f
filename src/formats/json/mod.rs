//! The JSON format: the same pages for programs. `static/parlour.schema.json` describes them.
//!
//! A program plays by following the links under `requests`. Each entry names its request and its
//! place on the page. Every link leads to another page of this format.

mod game;
mod party;

use super::ask::Ask;
use super::buffer::Buffer;
use super::panel::{Awaited, Panel};
use super::party::WrongName;
use super::setting::Setting;
use super::shown::Anatomy;
use super::view::{LinkToSend, NewGame, NewTable, Puzzles, Rules, View};
use crate::date::Day;
use crate::game::any::AnyGame;
use crate::game::message::{Message, MessageSpec};
use crate::game::options::{AnyOption, OptionValue, Typed};
use crate::game::page::Passage;
use crate::game::request::{
    ArgumentSpec, Fault, PLATFORM_FAULTS, REFUSED_NAME, Refusal, RequestSpec,
};
use crate::game::ruleset::Ruleset;
use crate::game::secrecy::Deals;
use crate::game::text::Text;
use crate::game::verification::to_hex;
use crate::gateway::http::{LOADS_NOTHING, Response};
use crate::links::{self, Link, WayOn};
use crate::problem::Problem;
use crate::query::{About, LeagueRequest};
use crate::settings::{Home, Settings};
use crate::table::league::Record;
use game::GamePage;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The media type of the pages.
const CONTENT_TYPE: &str = "application/json";
/// The room that nearly every page needs.
const ROOM_BYTES: usize = 16 << 10;

/// The page for a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Response {
    let body = match view {
        View::Parlour(_) => Body::Parlour(ParlourPage::new(setting.site)),
        View::Position(table) | View::Words(table) => Body::Game(Box::new(GamePage::new(table))),
        // For a program these are one page.
        View::Rules(Rules { ruleset, .. })
        | View::Manual(Rules { ruleset, .. })
        | View::NewGame(NewGame { ruleset, .. })
        | View::QrCode(LinkToSend { ruleset, .. }) => Body::rules(ruleset),
        View::Anatomy(anatomy) => Body::Link(LinkPage::new(anatomy)),
        View::NewTable(new_table) => Body::NewTable(NewTablePage::new(new_table)),
        View::Newest(newest) => Body::Newest { game: newest.ruleset.key, link: newest.link() },
        View::League(page) => Body::League {
            game: page.ruleset.map(|ruleset| ruleset.key),
            people: page.league.standings(),
            counted: page.league.counted().map(ToString::to_string).collect(),
            room: page.league.room(),
            disputes: page.disputes(),
            doubts: page.doubts(),
            same: page.way(LeagueRequest::Same),
            others: page.way(LeagueRequest::Others),
            undo: page.way(LeagueRequest::Undo),
            news: &page.news,
            link_to_send: page.link_to_send.as_ref().map(|link| link.from(page.address.as_deref())),
            panel: page.panel().map(PanelEntry::new),
            link: &page.link,
        },
        View::Ask(ask) => Body::Ask { ask },
        View::Puzzles(puzzles) => Body::Feed(FeedPage::new(puzzles, setting.site)),
        View::Redirect(link) => Body::Redirect { link },
        View::Problem(problem) => Body::Problem(ProblemPage::new(problem)),
    };
    let Setting { site, preview, ignored, .. } = setting;
    let mut text = Buffer::with_capacity(ROOM_BYTES);
    let page = Page { parlour: 1, version: site.program.version, preview: *preview, ignored, body };
    serde_json::to_writer(&mut text, &page).expect("every page can be written as JSON");
    text.push_str("\n");
    Response::document(CONTENT_TYPE, LOADS_NOTHING, text.into_text())
}

#[derive(Serialize)]
struct Page<'a> {
    /// The version of this description. Additions do not raise it.
    parlour: u8,
    /// The version of the program.
    version: &'static str,
    /// True if the links stop working when the preview server ends.
    preview: bool,
    /// The names in the query that change nothing on the page.
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
        /// Null before the first game.
        game: Option<&'a str>,
        /// The best first.
        people: Vec<Record>,
        /// The games that count, each with the code of its last turn.
        counted: Vec<String>,
        /// The number of games like the last one that still fit.
        room: usize,
        /// A sentence for each game that has two ends.
        disputes: Vec<String>,
        /// A sentence for each game whose players may be others than those of the league.
        doubts: Vec<String>,
        /// The links that count these games or leave them out. Null without any.
        same: Option<Link>,
        others: Option<Link>,
        /// The link to the league without its last addition. Null if it has no game.
        undo: Option<Link>,
        /// Sentences about the pasted links.
        news: &'a [String],
        /// The link to keep. Null before the first game.
        link_to_send: Option<String>,
        /// The words that go with it.
        panel: Option<PanelEntry>,
        /// A program appends `results=` and a text with the last links of games, or with links of leagues.
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

impl Serialize for Link {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.in_format("json").as_str())
    }
}

/// The people who wait for the link of a page, and the words that go with it.
#[derive(Serialize)]
struct PanelEntry {
    stage: Awaited,
    to: String,
    message: String,
}

impl PanelEntry {
    fn new(Panel { stage, to, message, .. }: Panel) -> Self {
        PanelEntry { stage, to, message }
    }
}

/// The links of a game that need no position.
#[derive(Serialize)]
struct GameLinks {
    deal: Link,
    rules: Link,
    parlour: Link,
}

impl GameLinks {
    fn new(ruleset: &Ruleset) -> Self {
        GameLinks {
            deal: links::usual(ruleset),
            rules: links::about(ruleset, About::People),
            parlour: links::parlour(),
        }
    }
}

/// The reason why a request was refused.
#[derive(Serialize)]
struct FaultEntry<'a> {
    code: u16,
    name: &'static str,
    sentence: &'a str,
}

impl<'a> FaultEntry<'a> {
    fn new(refusal: &'a Refusal) -> Self {
        let Fault { code, name, .. } = refusal.fault;
        FaultEntry { code, name, sentence: &refusal.sentence }
    }

    fn of_name(wrong: &'a WrongName) -> Self {
        let Fault { code, name, .. } = REFUSED_NAME;
        FaultEntry { code, name, sentence: &wrong.sentence }
    }
}

/// Pairs as a JSON object, in their order.
struct Pairs<T>(T);

impl<V: Serialize> Serialize for Pairs<Vec<(&str, V)>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct NewTablePage<'a> {
    game: &'a str,
    people: usize,
    /// The reason why the name is refused, if one was sent.
    fault: Option<FaultEntry<'a>>,
    /// A program appends `name=` and a name.
    link: Link,
}

impl<'a> NewTablePage<'a> {
    /// The page that asks for a name.
    fn new(new_table: &'a NewTable<'a>) -> Self {
        let NewTable { ruleset, choices, bad_name, .. } = new_table;
        NewTablePage {
            game: ruleset.key,
            people: choices.people(),
            fault: bad_name.as_ref().map(FaultEntry::of_name),
            link: new_table.link(),
        }
    }
}

/// The index.
#[derive(Serialize)]
struct ParlourPage<'a> {
    title: &'a str,
    home: Option<&'a Home>,
    games: Vec<GameEntry<'a>>,
}

#[derive(Serialize)]
struct GameEntry<'a> {
    game: &'a str,
    uri: &'a str,
    title: &'a str,
    blurb: &'a str,
    links: GameLinks,
}

impl<'a> ParlourPage<'a> {
    fn new(site: &'a Settings) -> Self {
        let entry = |game: &'a AnyGame| {
            let Ruleset { key, uri, title, blurb, .. } = *game.ruleset;
            GameEntry { game: key, uri, title, blurb, links: GameLinks::new(game.ruleset) }
        };
        let games = site.games.iter().map(entry).collect();
        ParlourPage { title: &site.title, home: site.home.as_ref(), games }
    }
}

/// The puzzles of the last days.
#[derive(Serialize)]
struct FeedPage<'a> {
    puzzles: Vec<PuzzleEntry<'a>>,
}

#[derive(Serialize)]
struct PuzzleEntry<'a> {
    game: &'a str,
    day: String,
    link: Link,
}

impl<'a> FeedPage<'a> {
    /// The page of the last days.
    fn new(puzzles: &Puzzles, site: &'a Settings) -> Self {
        let entry = |(ruleset, day): (&'a Ruleset, Day)| PuzzleEntry {
            game: ruleset.key,
            day: day.to_string(),
            link: links::puzzle(ruleset, Some(day)),
        };
        FeedPage { puzzles: puzzles.all(site).map(entry).collect() }
    }
}

/// An error page.
#[derive(Serialize)]
struct ProblemPage {
    status: u16,
    problem: &'static str,
    heading: &'static str,
    explanation: Text,
    ways_on: Vec<WayOn>,
}

impl ProblemPage {
    fn new(problem: &Problem) -> Self {
        ProblemPage {
            status: problem.status().code(),
            problem: problem.name(),
            heading: problem.heading(),
            explanation: problem.explanation(),
            ways_on: links::ways_on(problem),
        }
    }
}

/// A link, taken apart. The bytes are hexadecimal digits.
#[derive(Serialize)]
struct LinkPage<'a> {
    game: &'a str,
    version: u8,
    purpose: u8,
    game_number: u8,
    key_id: u8,
    nonce: String,
    ciphertext: String,
    tag: String,
    /// The number of bits of the ciphertext that are the game.
    sealed_bits: usize,
    fault: Option<FaultEntry<'a>>,
    messages: &'a [Message],
    links: AnatomyLinks<'a>,
}

#[derive(Serialize)]
struct AnatomyLinks<'a> {
    position: &'a Link,
    flipped: &'a Link,
    #[serde(flatten)]
    game: GameLinks,
}

impl<'a> LinkPage<'a> {
    fn new(anatomy: &'a Anatomy<'a>) -> Self {
        let Anatomy { table, token, .. } = anatomy;
        let [version, purpose, game_number, key_id] = token.header();
        LinkPage {
            game: table.ruleset.key,
            version,
            purpose,
            game_number,
            key_id,
            nonce: to_hex(token.nonce()),
            ciphertext: to_hex(token.ciphertext()),
            tag: to_hex(token.tag()),
            sealed_bits: table.sealed_bits(),
            fault: table.step.refusal.as_ref().map(FaultEntry::new),
            messages: &table.step.messages,
            links: AnatomyLinks {
                position: anatomy.links.position(),
                flipped: &anatomy.flipped,
                game: GameLinks::new(table.ruleset),
            },
        }
    }
}

/// A ruleset, for programs.
#[derive(Serialize)]
struct RulesetEntry {
    game: &'static str,
    uri: &'static str,
    title: &'static str,
    blurb: &'static str,
    picture: &'static str,
    version: u16,
    /// The least and the greatest number of people who play.
    people: (usize, usize),
    deals: Deals,
    daily: bool,
    options: Vec<OptionEntry>,
    requests: Vec<RequestSpecEntry>,
    messages: &'static [&'static MessageSpec],
    faults: Vec<Fault>,
    /// The faults that every game has.
    platform_faults: &'static [Fault],
    /// The rules in short and at length.
    steps: &'static [&'static str],
    rules: Vec<Passage>,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    label: &'static str,
    values: Vec<OptionValue<'static>>,
    /// The values that a person types. Null if there are none.
    typed: Option<Typed>,
}

#[derive(Serialize)]
struct RequestSpecEntry {
    name: &'static str,
    label: &'static str,
    about: &'static str,
    arguments: &'static [ArgumentSpec],
    faults: Vec<u16>,
    read_only: bool,
    ends: bool,
}

impl RulesetEntry {
    fn new(ruleset: &Ruleset) -> Self {
        RulesetEntry {
            game: ruleset.key,
            uri: ruleset.uri,
            title: ruleset.title,
            blurb: ruleset.blurb,
            picture: ruleset.picture,
            version: ruleset.version,
            people: ruleset.people,
            deals: ruleset.deals(),
            daily: ruleset.daily,
            options: ruleset.options.iter().map(|option| OptionEntry::new(*option)).collect(),
            requests: ruleset.requests.iter().map(|spec| RequestSpecEntry::new(spec)).collect(),
            messages: ruleset.messages,
            faults: ruleset.faults(),
            platform_faults: &PLATFORM_FAULTS,
            steps: ruleset.steps,
            rules: (ruleset.rules)(),
        }
    }
}

impl OptionEntry {
    fn new(option: &'static dyn AnyOption) -> Self {
        let values = option.values().collect();
        OptionEntry { name: option.name(), label: option.label(), values, typed: option.typed() }
    }
}

impl RequestSpecEntry {
    fn new(spec: &'static RequestSpec) -> Self {
        let RequestSpec { name, label, about, arguments, read_only, ends, .. } = *spec;
        let faults = spec.faults().map(|fault| fault.code).collect();
        RequestSpecEntry { name, label, about, arguments, faults, read_only, ends }
    }
}
