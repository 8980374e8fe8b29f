//! The JSON format: the same pages for programs. `static/parlour.schema.json` describes them.
//!
//! A program plays by following the links under `requests`. Each entry names its request and its
//! place on the page. Every link leads to another page of this format.

/// Makes objects. Each is made of the values in parentheses, and a name stands beside its value.
macro_rules! objects {
    ($(
        $(#[$doc:meta])*
        $visibility:vis $Object:ident($($part:ident: $type:ty),*) {
            $($name:literal: $value:expr,)*
        }
    )*) => { $(
        $(#[$doc])*
        $visibility struct $Object<'a>($($visibility $type),*);

        impl serde::Serialize for $Object<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $Object($($part),*) = self;
                let mut object = serializer.serialize_map(None)?;
                $(serde::ser::SerializeMap::serialize_entry(&mut object, $name, &$value)?;)*
                serde::ser::SerializeMap::end(object)
            }
        }
    )* };
}

mod game;
mod party;

use super::ask::Ask;
use super::buffer::Buffer;
use super::panel::Panel;
use super::setting::Setting;
use super::shown::Anatomy;
use super::view::{LeaguePage, LinkToSend, NewGame, NewTable, Newest, Puzzles, Rules, View};
use crate::date::Day;
use crate::game::options::AnyOption;
use crate::game::request::{Fault, PLATFORM_FAULTS, Refusal, RequestSpec};
use crate::game::ruleset::Ruleset;
use crate::game::verification::to_hex;
use crate::gateway::http::{LOADS_NOTHING, Response};
use crate::links::{self, Link};
use crate::problem::Problem;
use crate::program::Program;
use crate::query::{About, LeagueRequest};
use crate::settings::Settings;
use game::Game;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The media type of the pages.
const CONTENT_TYPE: &str = "application/json";

/// The room that nearly every page needs.
const ROOM_BYTES: usize = 16 << 10;

/// The page for a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Response {
    let written = match view {
        View::Parlour(_) => written("parlour", Parlour(setting.site), setting),
        View::Position(shown) | View::Words(shown) => written("game", Game(shown), setting),
        // For a program these are one page.
        View::Rules(Rules { ruleset, .. })
        | View::Manual(Rules { ruleset, .. })
        | View::NewGame(NewGame { ruleset, .. })
        | View::QrCode(LinkToSend { ruleset, .. }) => written("rules", RulesPage(ruleset), setting),
        View::Anatomy(anatomy) => written("link", LinkPage(anatomy), setting),
        View::NewTable(new_table) => written("new_table", TablePage(new_table), setting),
        View::Newest(newest) => written("newest", NewestPage(newest), setting),
        View::League(page) => written("league", League(page), setting),
        View::Ask(ask) => written("ask", AskPage(ask), setting),
        View::Puzzles(puzzles) => written("feed", Feed(puzzles, setting.site), setting),
        View::Redirect(link) => written("redirect", Redirect(link), setting),
        View::Problem(problem) => written("problem", ProblemPage(problem, setting.site), setting),
    };
    Response::document(CONTENT_TYPE, LOADS_NOTHING, written)
}

/// A page of this kind as text.
fn written(page: &str, body: impl Serialize, setting: &Setting<'_>) -> String {
    let Setting { site, preview, ignored, .. } = setting;
    let mut text = Buffer::with_capacity(ROOM_BYTES);
    let Program { name: program, version, .. } = *site.program;
    let page = Page { parlour: 1, program, version, preview: *preview, ignored, page, body };
    serde_json::to_writer(&mut text, &page).expect("every page can be written as JSON");
    text.push_str("\n");
    text.into_text()
}

#[derive(Serialize)]
struct Page<'a, B> {
    /// The version of this description. Additions do not raise it.
    parlour: u8,
    /// The name of the program.
    program: &'a str,
    /// The version of the program.
    version: &'a str,
    /// True if the links stop working when the preview server ends.
    preview: bool,
    /// The names in the query that change nothing on the page.
    ignored: &'a [String],
    /// The kind of the page.
    page: &'a str,
    #[serde(flatten)]
    body: B,
}

impl Serialize for Link {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.in_format("json").as_str())
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

objects! {
    /// All games.
    Parlour(site: &'a Settings) {
        "title": site.title,
        "home": site.home,
        "games": site.games.iter().map(|game| GameEntry(game.ruleset)).collect::<Vec<_>>(),
    }

    GameEntry(ruleset: &'a Ruleset) {
        "game": ruleset.key,
        "uri": ruleset.uri,
        "title": ruleset.title,
        "blurb": ruleset.blurb,
        "group": ruleset.group,
        "links": GameLinks::new(ruleset),
    }

    /// The rules and options of a game.
    RulesPage(ruleset: &'a Ruleset) {
        "ruleset": RulesetEntry(ruleset),
        "links": GameLinks::new(ruleset),
    }

    RulesetEntry(ruleset: &'a Ruleset) {
        "game": ruleset.key,
        "uri": ruleset.uri,
        "title": ruleset.title,
        "blurb": ruleset.blurb,
        "picture": ruleset.picture,
        "version": ruleset.version,
        // The least and the greatest number of people who play.
        "people": ruleset.people,
        "deals": ruleset.deals(),
        "daily": ruleset.daily,
        "options": ruleset.options.iter().map(|option| OptionEntry(*option)).collect::<Vec<_>>(),
        "requests": ruleset.requests.iter().map(|spec| RequestSpecEntry(spec)).collect::<Vec<_>>(),
        "messages": ruleset.messages,
        "faults": ruleset.faults(),
        // The faults that every game has.
        "platform_faults": PLATFORM_FAULTS,
        // The rules in short and at length.
        "steps": ruleset.steps,
        "rules": (ruleset.rules)(),
    }

    OptionEntry(option: &'a dyn AnyOption) {
        "name": option.name(),
        "label": option.label(),
        "values": option.values().collect::<Vec<_>>(),
        // The values that a person types. Null if there are none.
        "typed": option.typed(),
    }

    RequestSpecEntry(spec: &'a RequestSpec) {
        "name": spec.name,
        "label": spec.label,
        "about": spec.about,
        "arguments": spec.arguments,
        "faults": spec.faults().map(|fault| fault.code).collect::<Vec<_>>(),
        "read_only": spec.read_only,
        "ends": spec.ends,
    }

    /// A link, taken apart. The bytes are hexadecimal digits.
    LinkPage(anatomy: &'a Anatomy<'a>) {
        "game": anatomy.table.ruleset.key,
        "token_version": anatomy.token.header()[0],
        "purpose": anatomy.token.header()[1],
        "game_number": anatomy.token.header()[2],
        "key_id": anatomy.token.header()[3],
        "nonce": to_hex(anatomy.token.nonce()),
        "ciphertext": to_hex(anatomy.token.ciphertext()),
        "tag": to_hex(anatomy.token.tag()),
        // The number of bits of the ciphertext that are the game.
        "sealed_bits": anatomy.table.sealed_bits(),
        "fault": anatomy.table.step.refusal.as_ref().map(FaultEntry::new),
        "messages": anatomy.table.step.messages,
        "links": AnatomyLinks {
            position: anatomy.links.position(),
            flipped: &anatomy.flipped,
            game: GameLinks::new(anatomy.table.ruleset),
        },
    }

    /// The page that asks for the host's name.
    TablePage(new_table: &'a NewTable<'a>) {
        "game": new_table.ruleset.key,
        "people": new_table.choices.people(),
        // The seconds that the table waits for the player on turn.
        "patience": new_table.patience.seconds(),
        // The reason why the name is refused, or a request beside it.
        "fault": new_table.bad_name.as_ref().map(|wrong| FaultEntry::new(&wrong.refusal)),
        // A program appends `name=` and a name.
        "link": new_table.link(),
    }

    NewestPage(newest: &'a Newest<'a>) {
        "game": newest.ruleset.key,
        // The reason why the text behind `s=` does not do.
        "explanation": newest.explanation,
        // A program appends `s=` and the newest link.
        "link": newest.link(),
    }

    /// A league. Its game is null before the first result.
    League(page: &'a LeaguePage) {
        "game": page.ruleset.map(|ruleset| ruleset.key),
        // The best first.
        "people": page.league.standings(),
        // The games that count, each with the code of its last turn.
        "counted": page.league.counted().map(ToString::to_string).collect::<Vec<_>>(),
        // The number of games like the last one that still fit.
        "room": page.league.room(),
        // A sentence for each game that has two ends.
        "disputes": page.disputes(),
        // A sentence for each game whose players may be others than those of the league.
        "doubts": page.doubts(),
        // The links that count these games or leave them out. Null without any.
        "same": page.way(LeagueRequest::Same),
        "others": page.way(LeagueRequest::Others),
        // The link to the league without its last addition. Null if it has no game.
        "undo": page.way(LeagueRequest::Undo),
        // The notices of the pasted links.
        "notices": page.notices,
        // The link to keep. Null before the first game.
        "link_to_send": page.link_to_send.as_ref().map(|link| link.from(page.address.as_deref())),
        // The words that go with it.
        "panel": page.panel().as_ref().map(PanelEntry),
        // A program appends `results=` and a text with the last links of games, or with links of leagues.
        "link": page.link,
    }

    /// The people who wait for the link of a page, and the words that go with it.
    PanelEntry(panel: &'a Panel) {
        "stage": panel.stage,
        "to": panel.to,
        "message": panel.message,
        // The effect of the link, or an empty text.
        "hint": panel.hint,
        // The way to go on without sending it, if the players share one device.
        "here": panel.here,
        // The page with the link as a QR code. Null if the address of the program is unknown.
        "qr_code": panel.qr_code,
    }

    AskPage(ask: &'a Ask) {
        "ask": ask,
    }

    /// The puzzles of the last days.
    Feed(puzzles: &'a Puzzles, site: &'a Settings) {
        "puzzles": puzzles.all(site).map(|(ruleset, day)| PuzzleEntry(ruleset, day)).collect::<Vec<_>>(),
    }

    PuzzleEntry(ruleset: &'a Ruleset, day: Day) {
        "game": ruleset.key,
        "day": day.to_string(),
        "link": links::puzzle(ruleset, Some(*day)),
    }

    Redirect(link: &'a Link) {
        "link": link,
    }

    /// An error page.
    ProblemPage(problem: &'a Problem, site: &'a Settings) {
        "status": problem.status().code(),
        "problem": problem.name(),
        "heading": problem.heading(),
        "explanation": problem.explanation(),
        "ways_on": links::ways_on(problem, site),
    }

    /// The reason why a request was refused.
    FaultEntry(fault: Fault, sentence: &'a str) {
        "code": fault.code,
        "name": fault.name,
        "sentence": sentence,
    }
}

impl<'a> FaultEntry<'a> {
    fn new(refusal: &'a Refusal) -> Self {
        FaultEntry(refusal.fault, &refusal.sentence)
    }
}

#[derive(Serialize)]
struct AnatomyLinks<'a> {
    position: &'a Link,
    flipped: &'a Link,
    #[serde(flatten)]
    game: GameLinks,
}
