//! A position, for programs.

use super::party::PartyEntry;
use super::{FaultEntry, GameLinks, Pairs, PanelEntry};
use crate::deal::Deal;
use crate::formats::ask::Ask;
use crate::formats::shown::{Shown, Typed};
use crate::game::message::Message;
use crate::game::outcome::Mood;
use crate::game::page::{At, Emphasis, NextGame, Offer, Page as Seen, Part};
use crate::game::request::Argument;
use crate::game::seat::{Player, Seat};
use crate::game::spot::Phrase;
use crate::game::verification::Commitment;
use crate::links::{self, Link, WayOn};
use serde::{Serialize, Serializer};

/// A position, with its requests.
#[derive(Serialize)]
pub struct GamePage<'a> {
    game: &'a str,
    ruleset: RulesetName<'a>,
    options: Pairs<Vec<(&'a str, &'a str)>>,
    /// Null if nobody can ask for this deal.
    deal: Option<DealName>,
    /// True if a player who opens this deal twice knows the hidden part.
    practice: bool,
    /// The fingerprint of the deal's secret, and the secret once the game is over.
    commitment: Option<&'a Commitment>,
    state: &'a str,
    status: String,
    mood: Mood,
    /// The players by place, once the game is over.
    ranking: Option<&'a [Vec<Player>]>,
    /// The points of each seat, once the game is over. Empty if the game has no points.
    points: &'a [usize],
    fault: Option<FaultEntry<'a>>,
    /// The end of the game, once it is over.
    end: Option<EndEntry<'a>>,
    messages: &'a [Message],
    /// The answer to a request that changes nothing.
    answer: Option<AnswerEntry<'a>>,
    parts: &'a [Part],
    /// The game in notations that other programs read.
    records: Pairs<Vec<(&'a str, &'a str)>>,
    changed: Option<At>,
    requests: Vec<RequestEntry<'a>>,
    /// The field for a move. Null if there is nothing to do.
    ask: Option<Ask>,
    /// The meaning of a typed move, or its possible meanings.
    typed: Option<TypedEntry<'a>>,
    /// The people at the table, if several play each with a password.
    table: Option<PartyEntry<'a>>,
    /// The seat on turn, if people play against each other. Null before everybody sits, and after the
    /// end.
    turn: Option<Seat>,
    /// The link of a game between people, without a password. It leads to a page for people, and is
    /// absolute if the address of the program is known.
    link_to_send: Option<String>,
    /// The people who wait for that link, and the words that go with it. Null if nobody does.
    panel: Option<PanelEntry>,
    links: TableLinks<'a>,
}

/// The end of a game.
#[derive(Serialize)]
struct EndEntry<'a> {
    headline: &'a str,
    detail: &'a str,
    /// A line to tell others, with a challenge.
    share: Option<String>,
    /// The link to the next day's puzzle, after the puzzle of a day.
    next_day: Option<Link>,
    /// The number of days won in a row, this one included, if it is the puzzle of a day and won.
    streak: Option<u16>,
    next_games: Vec<WayOn>,
}

/// A typed move.
#[derive(Serialize)]
struct TypedEntry<'a> {
    text: &'a str,
    /// Its meaning, or its possible meanings.
    meanings: Vec<&'a str>,
}

impl<'a> TypedEntry<'a> {
    fn new(typed: &'a Typed) -> Self {
        let meanings = typed.meanings.iter().map(|(label, _)| label.as_str()).collect();
        TypedEntry { text: &typed.text, meanings }
    }
}

/// The answer to a question about the position.
#[derive(Serialize)]
struct AnswerEntry<'a> {
    state: &'a str,
    status: &'a str,
    parts: &'a [Part],
    /// The move that a hint advises.
    take: Option<RequestEntry<'a>>,
}

impl<'a> EndEntry<'a> {
    fn new(table: &'a Shown<'a>) -> Option<Self> {
        let end = table.step.page.end.as_ref()?;
        let next = |next: &NextGame| WayOn::new(&*next.label, table.next_game(next));
        Some(EndEntry {
            headline: &end.headline,
            detail: &end.detail,
            share: table.line_to_pass_on(),
            next_day: table.next_day().and_then(|puzzle| puzzle.way).map(|way| way.link),
            streak: table.streak(),
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
struct DealName {
    kind: &'static str,
    name: String,
    /// For the puzzle of a day, the number of days before it that were won in a row.
    streak: u16,
}

#[derive(Serialize)]
struct RequestEntry<'a> {
    name: &'a str,
    arguments: Pairs<Vec<(&'a str, &'a Argument)>>,
    label: Label<'a>,
    /// True if it never changes the position.
    read_only: bool,
    /// True if it ends the game, whatever is on the table.
    ends: bool,
    /// The place on the page to which it belongs.
    at: Option<At>,
    link: Link,
}

/// The effect of a request, in words.
enum Label<'a> {
    /// The label of a request at a place.
    AtPlace(Phrase<'a>),
    /// The label of a request that belongs to no place.
    Whole(&'a str),
}

impl Serialize for Label<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Label::AtPlace(phrase) => serializer.collect_str(phrase),
            Label::Whole(words) => serializer.serialize_str(words),
        }
    }
}

#[derive(Serialize)]
struct TableLinks<'a> {
    position: &'a Link,
    restart: Option<Link>,
    /// The solution of the day before, after the puzzle of a day.
    solution_before: Option<Link>,
    again: Link,
    #[serde(flatten)]
    game: GameLinks,
}

impl<'a> GamePage<'a> {
    pub fn new(table: &'a Shown<'a>) -> Self {
        let Shown { ruleset, choices, step, .. } = table;
        let wrong_name = table.party().and_then(|party| party.bad_name.as_ref());
        let wrong_name = wrong_name.map(FaultEntry::of_name);
        let records = step.page.records.iter().map(|(name, record)| (*name, record.as_str()));
        let chosen = choices.chosen().map(|(option, value, _)| (option.name(), value.value));
        GamePage {
            game: ruleset.key,
            ruleset: RulesetName { uri: ruleset.uri, version: ruleset.version },
            options: Pairs(chosen.collect()),
            deal: table.deal().and_then(DealName::new),
            practice: table.dealt().is_some_and(|dealt| dealt.is_practice),
            commitment: step.commitment.as_ref(),
            state: &step.page.state,
            status: step.page.sentence(),
            mood: step.mood,
            ranking: step.ranking.as_deref(),
            points: &step.points,
            fault: step.refusal.as_ref().map(FaultEntry::new).or(wrong_name),
            messages: &step.messages,
            end: EndEntry::new(table),
            answer: step.answer.as_deref().map(|Seen { state, status, parts, offers, .. }| {
                let taken = offers.iter().find(|offer| offer.emphasis == Emphasis::Primary);
                let entry = |offer: &'a Offer| {
                    RequestEntry::new(table, offer, Label::Whole(&offer.label), None)
                };
                AnswerEntry { state, status, parts, take: taken.map(entry) }
            }),
            parts: &step.page.parts,
            records: Pairs(records.collect()),
            changed: step.page.changed,
            requests: requests(table),
            ask: table.ask(),
            typed: table.typed.as_deref().map(TypedEntry::new),
            table: table
                .party()
                .map(|party| PartyEntry::new(party, &table.links, table.address.as_deref())),
            turn: table.turn(),
            link_to_send: table.link_to_send().map(|link| link.from(table.address.as_deref())),
            panel: table.panel().map(PanelEntry::new),
            links: TableLinks {
                position: table.links.position(),
                restart: table.restart(),
                solution_before: table.solution_before().map(|way| way.link),
                again: links::deal(ruleset, choices, None),
                game: GameLinks::new(ruleset),
            },
        }
    }
}

impl DealName {
    fn new(deal: Deal) -> Option<Self> {
        let (kind, name) = deal.to_query()?;
        Some(DealName { kind, name, streak: deal.streak })
    }
}

/// Every request that is granted from here. Requests at places come first, in reading order.
fn requests<'a>(table: &'a Shown<'a>) -> Vec<RequestEntry<'a>> {
    let page = &table.step.page;
    let mut entries = Vec::new();
    for (part, shown) in page.parts.iter().enumerate() {
        for (cell, spot) in shown.spots().enumerate() {
            let at = At { part, cell };
            let label = |offer| Label::AtPlace(spot.offer_label(offer));
            let entry = |offer| RequestEntry::new(table, offer, label(offer), Some(at));
            entries.extend(spot.cell.offers.iter().map(entry));
        }
    }
    let entry =
        |offer: &'a Offer| RequestEntry::new(table, offer, Label::Whole(&offer.label), None);
    entries.extend(page.offers.iter().map(entry));
    entries
}

impl<'a> RequestEntry<'a> {
    fn new(table: &'a Shown<'a>, offer: &'a Offer, label: Label<'a>, at: Option<At>) -> Self {
        let spec = offer.request.spec;
        let names = spec.arguments.iter().map(|argument| argument.name);
        RequestEntry {
            name: spec.name,
            arguments: Pairs(names.zip(&offer.request.arguments).collect()),
            label,
            read_only: spec.read_only,
            at,
            ends: spec.ends,
            link: table.links.surely(&offer.request),
        }
    }
}
