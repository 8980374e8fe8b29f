//! A position, for programs.

use super::party::PartyEntry;
use super::{FaultEntry, GameLinks, Pairs, PanelEntry};
use crate::deal::Deal;
use crate::formats::shown::{Occasion, Shown, Typed};
use crate::formats::walk::Walk;
use crate::game::moment::Moment;
use crate::game::page::{At, Emphasis, End, NextGame, Offer, Page};
use crate::game::ruleset::Ruleset;
use crate::game::spot::Phrase;
use crate::links::{self, Link, WayOn};
use serde::{Serialize, Serializer};

objects! {
    /// A position, with its requests.
    pub Game(shown: &'a Shown<'a>) {
        "game": shown.ruleset.key,
        "ruleset": RulesetName(shown.ruleset),
        "options": Pairs(
            shown.choices.chosen().map(|(option, value, _)| (option.name(), value.value)).collect(),
        ),
        // Null if nobody can ask for this deal.
        "deal": shown.deal().as_ref().filter(|deal| deal.to_query().is_some()).map(DealName),
        // The words that named the deal, on the page of a fresh one.
        "seed": match shown.dealt().map(|dealt| &dealt.occasion) {
            Some(Occasion::Fresh(words)) => words.as_deref(),
            _ => None,
        },
        // True if a player who opens this deal twice knows the hidden part.
        "practice": shown.dealt().is_some_and(|dealt| dealt.is_practice),
        // The fingerprint of the deal's secret, and the secret once the game is over.
        "commitment": shown.step.commitment,
        "state": shown.step.page.state,
        "status": shown.step.page.sentence(),
        "mood": shown.step.mood,
        // The players by place, once the game is over.
        "ranking": shown.step.ranking,
        // The points of each seat, once the game is over. Empty if the game has no points.
        "points": shown.step.points,
        "fault": fault(shown),
        // The end of the game, once it is over.
        "end": shown.step.page.end.as_ref().map(|end| EndEntry(shown, end)),
        "messages": shown.step.messages,
        // The answer to a request that changes nothing.
        "answer": shown.step.answer.as_deref().map(|answer| Answer(shown, answer)),
        "parts": shown.step.page.parts,
        // The game in notations that other programs read.
        "records": Pairs(
            shown.step.page.records.iter().map(|(name, record)| (*name, record.as_str())).collect(),
        ),
        "changed": shown.step.page.changed,
        "requests": requests(shown),
        // The field for a move. Null if there is nothing to do.
        "ask": shown.ask(),
        // Games with a preset, on the page of a fresh one.
        "presets": shown.presets().collect::<Vec<_>>(),
        // The walk through the game. Null if it has no moments, or on an answer.
        "walk": shown.walk.as_deref().map(WalkEntry),
        // The meaning of a typed move, or its possible meanings.
        "typed": shown.typed.as_deref().map(TypedEntry),
        // The people at the table, if several play each with a password.
        "table": shown.party()
            .map(|party| PartyEntry(party, shown.ruleset, &shown.links, shown.address.as_deref())),
        // The seat on turn, if people play against each other. Null before everybody sits, and after the end.
        "turn": shown.turn(),
        // The link of a game between people, without a password. It leads to a page for people, and is
        // absolute if the address of the program is known.
        "link_to_send": shown.link_to_send().map(|link| link.from(shown.address.as_deref())),
        // The people who wait for that link, and the words that go with it. Null if nobody does.
        "panel": shown.panel().as_ref().map(PanelEntry),
        "links": PositionLinks {
            position: shown.links.position(),
            restart: shown.restart(),
            day_before: shown.day_before(),
            solution_before: shown.solution_before().map(|way| way.link),
            again: links::deal(shown.ruleset, &shown.choices, None),
            new_game: shown.links.new_game(&shown.choices),
            anatomy: shown.dealt().map(|dealt| &dealt.anatomy),
            puzzles: links::puzzles(),
            game: GameLinks::new(shown.ruleset),
        },
    }

    RulesetName(ruleset: &'a Ruleset) {
        "uri": ruleset.uri,
        "version": ruleset.version,
    }

    DealName(deal: &'a Deal) {
        "kind": deal.to_query().map(|(kind, _)| kind),
        "name": deal.to_query().map(|(_, name)| name),
        // For the puzzle of a day, the number of days before it that were won in a row, and whether a hint was
        // taken.
        "streak": deal.streak,
        "helped": deal.is_helped,
    }

    /// The end of a game.
    EndEntry(shown: &'a Shown<'a>, end: &'a End) {
        "headline": end.headline,
        "detail": end.detail,
        // The players and their scores, if the detail is too short for them.
        "standings": end.standings,
        // A line to tell others, with a challenge.
        "share": shown.line_to_pass_on(),
        // The link to the next day's puzzle, after the puzzle of a day.
        "next_day": shown.next_day().and_then(|puzzle| puzzle.way).map(|way| way.link),
        // The number of days won in a row, this one included, if it is the puzzle of a day and won.
        "streak": shown.streak(),
        // The other puzzles of today, if this is one of them.
        "other_puzzles": shown.other_puzzles().collect::<Vec<_>>(),
        "next_games": end.next_games.iter().map(|next| way_to(shown, next)).collect::<Vec<_>>(),
    }

    /// The answer to a question about the position.
    Answer(shown: &'a Shown<'a>, answer: &'a Page) {
        "state": answer.state,
        "status": answer.status,
        "parts": answer.parts,
        // The move that a hint advises.
        "take": answer.offers.iter().find(|offer| offer.emphasis == Emphasis::Primary)
            .map(|offer| RequestEntry(shown, offer, Label::Whole(&offer.label), None)),
    }

    /// The walk through a game.
    WalkEntry(walk: &'a Walk) {
        // The moment on view. Null on the page of the position.
        "at": walk.at,
        // The moments after the first, each by the move that led to it.
        "moments": walk.noted().map(|(moment, note)| MomentEntry(moment, note)).collect::<Vec<_>>(),
        // The field for the number of a moment, from 0.
        "ask": walk.ask(),
        // The link that plays on from the moment on view.
        "play_on": walk.play_on().map(|way| way.link),
        // The link that plays on from before the player's last move.
        "take_back": walk.take_back().map(|way| way.link),
    }

    MomentEntry(moment: &'a Moment, note: Option<&'a str>) {
        "seat": moment.seat,
        "label": moment.label,
        // A remark about it, on the page of a moment.
        "note": note,
    }

    /// A typed move.
    TypedEntry(typed: &'a Typed) {
        "text": typed.text,
        // Its meaning, or its possible meanings.
        "meanings": typed.meanings.iter().map(|(label, _)| label).collect::<Vec<_>>(),
    }

    RequestEntry(shown: &'a Shown<'a>, offer: &'a Offer, label: Label<'a>, at: Option<At>) {
        "name": offer.request.spec.name,
        "arguments": Pairs(
            offer.request.spec.arguments.iter().map(|argument| argument.name)
                .zip(&offer.request.arguments).collect(),
        ),
        "label": label,
        // True if it never changes the position.
        "read_only": offer.request.spec.read_only,
        // True if it ends the game, whatever is on the table.
        "ends": offer.request.spec.ends,
        // The place on the page to which it belongs.
        "at": at,
        "link": shown.links.surely(&offer.request),
    }
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
struct PositionLinks<'a> {
    position: &'a Link,
    restart: Option<Link>,
    /// After the puzzle of a day, the puzzle of the day before, and its solution.
    day_before: Option<Link>,
    solution_before: Option<Link>,
    again: Link,
    /// The page with the options of a game, those of this one chosen.
    new_game: Link,
    /// The page that takes the link of this page apart. Null at a closed table.
    anatomy: Option<&'a Link>,
    /// The puzzles of the last days.
    puzzles: Link,
    #[serde(flatten)]
    game: GameLinks,
}

/// The reason why the request or the name of the query was refused.
fn fault<'a>(shown: &'a Shown<'a>) -> Option<FaultEntry<'a>> {
    let wrong_name =
        || shown.party()?.bad_name.as_ref().map(|wrong| FaultEntry::new(&wrong.refusal));
    shown.step.refusal.as_ref().map(FaultEntry::new).or_else(wrong_name)
}

fn way_to(shown: &Shown<'_>, next: &NextGame) -> WayOn {
    WayOn::new(&*next.label, shown.next_game(next))
}

/// Every request that is granted from here. Requests at places come first, in reading order.
fn requests<'a>(shown: &'a Shown<'a>) -> Vec<RequestEntry<'a>> {
    let page = &shown.step.page;
    let mut entries = Vec::new();
    for (part, shown_part) in page.parts.iter().enumerate() {
        for (cell, spot) in shown_part.spots().enumerate() {
            let at = Some(At { part, cell });
            let label = |offer| Label::AtPlace(spot.offer_label(offer));
            let entry = |offer| RequestEntry(shown, offer, label(offer), at);
            entries.extend(spot.cell.offers.iter().map(entry));
        }
    }
    let whole = |offer: &'a Offer| RequestEntry(shown, offer, Label::Whole(&offer.label), None);
    entries.extend(page.offers.iter().map(whole));
    entries
}
