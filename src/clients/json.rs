//! The JSON client: the same pages for programs. `static/parlour.schema.json` describes them.
//!
//! A program plays by following the links under `requests`; each says what it asks for and where on
//! the page it belongs. Every link leads to another page of this client.

use super::html::content::LINKS as HTML_LINKS;
use super::party::{AGAIN, Party, Seated};
use super::table::{Anatomy, Table};
use super::view::{Document, LinkToSend, NewGame, NewTable, Newest, Rules, View};
use crate::deal::Deal;
use crate::doctor::checkup::{Checkup, Finding};
use crate::game::any::AnyGame;
use crate::game::message::{Message, MessageSpec, Value};
use crate::game::options::{AnyOption, Choices, OptionValue};
use crate::game::outcome::Mood;
use crate::game::page::{At, Fact, NextGame, Offer, Page as Seen, Part, Passage};
use crate::game::request::{Argument, ArgumentKind, Fault, PLATFORM_FAULTS, Refusal, RequestSpec};
use crate::game::ruleset::{Deals, Ruleset};
use crate::game::seat::Seat;
use crate::game::text::Text;
use crate::game::verification::Commitment;
use crate::links::{Link, Links, PositionLinks};
use crate::problem::Problem;
use crate::query::About;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The media type of the pages.
const CONTENT_TYPE: &str = "application/json";

/// A page for programs loads nothing and does nothing.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// The links in the pages.
pub const LINKS: Links = Links { client: Some("json"), landing: "" };

/// The page for a view.
pub fn render(view: &View<'_>, preview: bool) -> Document {
    let body = match view {
        View::Parlour(parlour) => Body::Parlour(ParlourPage::new(parlour.games)),
        View::Table(table) => Body::Table(Box::new(TablePage::new(table))),
        // For a program these are one page.
        View::Rules(Rules { ruleset, .. })
        | View::Manual(Rules { ruleset, .. })
        | View::NewGame(NewGame { ruleset, .. })
        | View::QrCode(LinkToSend { ruleset, .. }) => Body::Rules {
            ruleset: Box::new(RulesetEntry::new(ruleset)),
            links: GameLinks::new(ruleset),
        },
        View::Anatomy(anatomy) => Body::Link(LinkPage::new(anatomy)),
        View::Doctor(Checkup { facts, findings }) => Body::Doctor { facts, findings },
        View::NewTable(NewTable { ruleset, choices, sentence }) => Body::NewTable(NewTablePage {
            game: ruleset.key,
            people: choices.people(),
            sentence: sentence.as_deref(),
            link: LINKS.deal(ruleset, choices, None),
        }),
        View::Newest(Newest { ruleset, chair }) => {
            Body::Newest { game: ruleset.key, link: LINKS.with_chair_alone(ruleset, chair) }
        }
        View::Redirect(link) => Body::Redirect { link },
        View::Problem(problem) => Body::Problem(ProblemPage::new(problem)),
    };
    let mut body = serde_json::to_string(&Page { parlour: 2, preview, body }).unwrap_or_default();
    body.push('\n');
    Document { content_type: CONTENT_TYPE, policy: POLICY.to_owned(), body }
}

#[derive(Serialize)]
struct Page<'a> {
    /// The version of this description; additions do not raise it.
    parlour: u8,
    /// Whether the links die with a preview server.
    preview: bool,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(tag = "page", rename_all = "lowercase")]
enum Body<'a> {
    Parlour(ParlourPage<'a>),
    Table(Box<TablePage<'a>>),
    Rules {
        ruleset: Box<RulesetEntry>,
        links: GameLinks,
    },
    Link(LinkPage<'a>),
    Doctor {
        facts: &'a [Fact],
        findings: &'a [Finding],
    },
    #[serde(rename = "new_table")]
    NewTable(NewTablePage<'a>),
    Newest {
        game: &'a str,
        /// To be followed with `s=` and the newest link.
        link: Link,
    },
    Redirect {
        link: &'a Link,
    },
    Problem(ProblemPage),
}

/// A table to be opened.
#[derive(Serialize)]
struct NewTablePage<'a> {
    game: &'a str,
    people: usize,
    /// Why the name that was given will not do.
    sentence: Option<&'a str>,
    /// To be followed with `name=` and a name.
    link: Link,
}

/// The people at a table.
#[derive(Serialize)]
struct PartyEntry<'a> {
    size: usize,
    people: Vec<SeatedEntry<'a>>,
    /// Whose turn it is, by the seat.
    turn: Option<Seat>,
    mark: String,
    /// The mark that the link says, if it is another.
    asked_mark: Option<&'a str>,
    /// The seat of whoever asks with a chair, and the chair.
    seat: Option<Seat>,
    chair: Option<String>,
    /// Why a name that was given will not do.
    bad_name: Option<&'a str>,
    /// What everybody may see: the link to send.
    public: &'a Link,
    /// To be followed with `name=` and a name, by whoever sits down; null when all seats are taken.
    sit: Option<Link>,
    /// Plays again with the same people; null before the end, and without a chair.
    again: Option<Link>,
}

#[derive(Serialize)]
struct SeatedEntry<'a> {
    name: &'a str,
    /// The mark after their last turn.
    last: Option<String>,
}

impl<'a> PartyEntry<'a> {
    fn new(party: &'a Party, links: &PositionLinks) -> Self {
        let seated = |person: &'a Seated| SeatedEntry {
            name: &person.name,
            last: person.last.map(|mark| mark.to_string()),
        };
        let is_full = party.people.len() == party.size;
        let may_play_again = is_full && party.turn.is_none() && party.chair.is_some();
        PartyEntry {
            size: party.size,
            people: party.people.iter().map(seated).collect(),
            turn: party.turn,
            mark: party.mark.to_string(),
            asked_mark: party.asked_mark.as_deref(),
            seat: party.seat,
            chair: party.chair.map(|chair| chair.to_string()),
            bad_name: party.bad_name.as_deref(),
            public: &party.public,
            sit: (!is_full).then(|| links.sit("")),
            again: may_play_again.then(|| links.sit(AGAIN)),
        }
    }
}

#[derive(Serialize)]
struct ParlourPage<'a> {
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
    fn new(games: &'a [AnyGame]) -> Self {
        let entry = |game: &'a AnyGame| {
            let Ruleset { key, uri, title, blurb, .. } = *game.ruleset;
            GameEntry { game: key, uri, title, blurb, links: GameLinks::new(game.ruleset) }
        };
        ParlourPage { games: games.iter().map(entry).collect() }
    }
}

/// The links that lead to a game and away from it.
#[derive(Serialize)]
struct GameLinks {
    deal: Link,
    rules: Link,
    parlour: Link,
}

impl GameLinks {
    fn new(ruleset: &Ruleset) -> Self {
        GameLinks {
            deal: LINKS.deal(ruleset, &Choices::defaults(ruleset.options), None),
            rules: LINKS.about(ruleset, About::People),
            parlour: LINKS.parlour(),
        }
    }
}

#[derive(Serialize)]
struct ProblemPage {
    status: u16,
    problem: &'static str,
    heading: &'static str,
    explanation: Text,
    ways_on: Vec<WayOn>,
}

#[derive(Serialize)]
struct WayOn {
    label: String,
    link: Link,
}

impl ProblemPage {
    fn new(problem: &Problem) -> Self {
        let way = |way: crate::links::WayOn| WayOn { label: way.label, link: way.link };
        ProblemPage {
            status: problem.status().code(),
            problem: problem.name(),
            heading: problem.heading(),
            explanation: problem.explanation(),
            ways_on: LINKS.ways_on(problem).into_iter().map(way).collect(),
        }
    }
}

#[derive(Serialize)]
struct TablePage<'a> {
    game: &'a str,
    ruleset: RulesetName<'a>,
    options: Pairs<Vec<(&'a str, &'a str)>>,
    /// Null where nobody can ask for this deal.
    deal: Option<DealName>,
    /// Whether whoever opens this deal twice knows what is hidden.
    practice: bool,
    /// The fingerprint of what chance has decided at the deal, and its opening once the game is over.
    commitment: Option<&'a Commitment>,
    state: &'a str,
    status: &'a str,
    mood: Mood,
    /// The names of the seats by place, once the game is over.
    ranking: Option<&'a [Vec<Text>]>,
    fault: Option<FaultEntry<'a>>,
    /// How the game ended, once it is over.
    end: Option<EndEntry<'a>>,
    messages: Vec<MessageEntry<'a>>,
    /// What a request that changes nothing was shown.
    answer: Option<AnswerEntry<'a>>,
    parts: &'a [Part],
    changed: Option<At>,
    requests: Vec<RequestEntry<'a>>,
    /// The people at the table, if several play each with a chair.
    table: Option<PartyEntry<'a>>,
    links: TableLinks<'a>,
}

/// How a game ended.
#[derive(Serialize)]
struct EndEntry<'a> {
    headline: &'a str,
    detail: &'a str,
    /// A line to tell others, with a challenge.
    share: Option<String>,
    next_games: Vec<NextGameEntry<'a>>,
}

#[derive(Serialize)]
struct NextGameEntry<'a> {
    label: &'a str,
    link: Link,
}

/// The position seen in another way.
#[derive(Serialize)]
struct AnswerEntry<'a> {
    state: &'a str,
    status: &'a str,
    parts: &'a [Part],
}

/// What a link is made of. The bytes are written in hexadecimal.
#[derive(Serialize)]
struct LinkPage<'a> {
    game: &'a str,
    version: u8,
    key_id: u8,
    nonce: String,
    ciphertext: String,
    tag: String,
    /// How many bits of the ciphertext are the game.
    sealed_bits: usize,
    fault: Option<FaultEntry<'a>>,
    messages: Vec<MessageEntry<'a>>,
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
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let Anatomy { table, parts, .. } = anatomy;
        LinkPage {
            game: table.ruleset.key,
            version: parts.version,
            key_id: parts.key_id,
            nonce: hex(&parts.nonce),
            ciphertext: hex(&parts.ciphertext),
            tag: hex(&parts.tag),
            sealed_bits: table.sealed_bits,
            fault: table.step.refusal.as_ref().map(FaultEntry::new),
            messages: table.step.messages.iter().map(MessageEntry::new).collect(),
            links: AnatomyLinks {
                position: anatomy.links.position(),
                flipped: &anatomy.flipped,
                game: GameLinks::new(table.ruleset),
            },
        }
    }
}

impl<'a> EndEntry<'a> {
    fn new(table: &'a Table<'a>) -> Option<Self> {
        let end = table.step.page.end.as_ref()?;
        let next = |next: &'a NextGame| {
            let mut choices = table.choices.clone();
            for (option, value) in &next.changes {
                choices.choose(option, value);
            }
            NextGameEntry { label: &next.label, link: LINKS.deal(table.ruleset, &choices, None) }
        };
        Some(EndEntry {
            headline: &end.headline,
            detail: &end.detail,
            share: table.line_to_pass_on(HTML_LINKS),
            next_games: end.next_games.iter().map(next).collect(),
        })
    }
}

#[derive(Serialize)]
struct RulesetName<'a> {
    uri: &'a str,
    version: u16,
}

#[derive(Serialize)]
struct FaultEntry<'a> {
    code: u16,
    name: &'static str,
    sentence: &'a str,
}

#[derive(Serialize)]
struct DealName {
    kind: &'static str,
    name: String,
}

#[derive(Serialize)]
struct MessageEntry<'a> {
    name: &'a str,
    arguments: &'a [Value],
    sentence: &'a str,
}

#[derive(Serialize)]
struct RequestEntry<'a> {
    name: &'a str,
    arguments: Pairs<Vec<(&'a str, &'a Argument)>>,
    label: String,
    /// Whether it never changes the position.
    read_only: bool,
    /// Where on the page it belongs.
    at: Option<At>,
    link: Link,
}

#[derive(Serialize)]
struct TableLinks<'a> {
    position: &'a Link,
    restart: Option<Link>,
    again: Link,
    #[serde(flatten)]
    game: GameLinks,
}

impl<'a> TablePage<'a> {
    fn new(table: &'a Table<'a>) -> Self {
        let Table { ruleset, choices, step, .. } = table;
        let chosen = choices.chosen().map(|(option, value, _)| (option.name(), value.value));
        TablePage {
            game: ruleset.key,
            ruleset: RulesetName { uri: ruleset.uri, version: ruleset.version },
            options: Pairs(chosen.collect()),
            deal: table.deal.and_then(DealName::new),
            practice: table.is_practice(),
            commitment: step.commitment.as_ref(),
            state: &step.page.state,
            status: &step.page.status,
            mood: step.mood,
            ranking: step.ranking.as_deref(),
            fault: step.refusal.as_ref().map(FaultEntry::new),
            messages: step.messages.iter().map(MessageEntry::new).collect(),
            end: EndEntry::new(table),
            answer: step.answer.as_ref().map(|Seen { state, status, parts, .. }| AnswerEntry {
                state,
                status,
                parts,
            }),
            parts: &step.page.parts,
            changed: step.page.changed,
            requests: requests(table),
            table: table.party.as_ref().map(|party| PartyEntry::new(party, &table.links)),
            links: TableLinks {
                position: table.links.position(),
                restart: table.deal.map(|deal| LINKS.deal(ruleset, choices, Some(deal))),
                again: LINKS.deal(ruleset, choices, None),
                game: GameLinks::new(ruleset),
            },
        }
    }
}

impl DealName {
    fn new(deal: Deal) -> Option<Self> {
        let (kind, name) = deal.to_query()?;
        Some(DealName { kind, name })
    }
}

impl<'a> FaultEntry<'a> {
    fn new(refusal: &'a Refusal) -> Self {
        let Fault { code, name, .. } = refusal.fault;
        FaultEntry { code, name, sentence: &refusal.sentence }
    }
}

impl<'a> MessageEntry<'a> {
    fn new(message: &'a Message) -> Self {
        let Message { spec, arguments, sentence } = message;
        MessageEntry { name: spec.name, arguments, sentence }
    }
}

/// Every request that is granted from here: those at places first, in reading order.
fn requests<'a>(table: &'a Table<'a>) -> Vec<RequestEntry<'a>> {
    let page = &table.step.page;
    let mut entries = Vec::new();
    for (part, shown) in page.parts.iter().enumerate() {
        for (cell, spot) in shown.spots().enumerate() {
            let at = At { part, cell };
            let entry = |offer| {
                RequestEntry::new(table, offer, spot.offer_label(offer).to_string(), Some(at))
            };
            entries.extend(spot.cell.offers.iter().map(entry));
        }
    }
    let entry = |offer: &'a Offer| RequestEntry::new(table, offer, offer.label.to_string(), None);
    entries.extend(page.offers.iter().map(entry));
    entries
}

impl<'a> RequestEntry<'a> {
    fn new(table: &Table<'_>, offer: &'a Offer, label: String, at: Option<At>) -> Self {
        let spec = offer.request.spec;
        let names = spec.arguments.iter().map(|argument| argument.name);
        RequestEntry {
            name: spec.name,
            arguments: Pairs(names.zip(&offer.request.arguments).collect()),
            label,
            read_only: spec.read_only,
            at,
            link: table.links.request(&offer.request),
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
    /// Those that every game has.
    platform_faults: &'static [Fault],
    /// The rules in short, and at length.
    steps: &'static [&'static str],
    rules: Vec<Passage>,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    label: &'static str,
    values: Vec<OptionValue>,
}

#[derive(Serialize)]
struct RequestSpecEntry {
    name: &'static str,
    label: &'static str,
    about: &'static str,
    arguments: Vec<ArgumentEntry>,
    faults: Vec<u16>,
    read_only: bool,
}

#[derive(Serialize)]
struct ArgumentEntry {
    name: &'static str,
    kind: ArgumentKind,
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
            deals: ruleset.deals,
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
        OptionEntry { name: option.name(), label: option.label(), values }
    }
}

impl RequestSpecEntry {
    fn new(spec: &'static RequestSpec) -> Self {
        let RequestSpec { name, label, about, read_only, .. } = *spec;
        let arguments = spec.arguments.iter();
        let arguments = arguments.map(|a| ArgumentEntry { name: a.name, kind: a.kind }).collect();
        let faults = spec.faults().map(|fault| fault.code).collect();
        RequestSpecEntry { name, label, about, arguments, faults, read_only }
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
