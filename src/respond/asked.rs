//! The request of a query, by its name or as a typed move.

use super::unread::nearest;
use super::visit::Visit;
use crate::formats::shown::Typed;
use crate::game::any::{AnyPosition, Step};
use crate::game::duel::DRAW_OFFERED;
use crate::game::message::Message;
use crate::game::request::{Refusal, Request, SEVERAL_REQUESTS, UNCLEAR_MOVE, UNKNOWN_REQUEST};
use crate::game::ruleset::Ruleset;
use crate::moves::{self, Move, Moves, Reading, Typing};
use crate::query::{Query, quoted};
use std::rc::Rc;

/// The greatest number of meanings of an unclear text that the page tells.
const MEANINGS_MAX: usize = 12;

/// The request of a query.
pub enum Asked {
    /// No request: the position is only shown.
    Nothing,
    /// One request.
    Request(Request),
    /// A request that cannot be put to the referee.
    Refused(Refusal),
}

impl Asked {
    /// The request that the query names. A request of another game is refused. Options have a meaning
    /// only before the deal.
    pub fn by_name(visit: &Visit<'_>, ruleset: &Ruleset) -> Self {
        let Query { rest, ignored, .. } = visit.query;
        let names = || ruleset.requests.iter().map(|spec| spec.name);
        let misspelt = || ignored.iter().find_map(|name| nearest(name, names()));
        let known = |(name, arguments): &(String, String)| {
            ruleset.request(name).map(|spec| Request::read(spec, arguments))
        };
        let mut requests = rest.iter().filter_map(known);
        match (requests.next(), requests.next()) {
            (Some(Ok(request)), None) => Asked::Request(request),
            (Some(Err(fault)), None) => Asked::Refused(fault.into()),
            (Some(_), Some(_)) => Asked::Refused(SEVERAL_REQUESTS.into()),
            (None, _) if rest.iter().any(|(name, _)| visit.program().has_request(name)) => {
                Asked::Refused(UNKNOWN_REQUEST.into())
            }
            (None, _) => misspelt().map_or(Asked::Nothing, |name| {
                let why = format!("This game has no such request. Do you mean {name}?");
                Asked::Refused(UNKNOWN_REQUEST.saying(why))
            }),
        }
    }

    /// The request, if there is one.
    pub fn request(&self) -> Option<&Request> {
        match self {
            Asked::Request(request) => Some(request),
            Asked::Nothing | Asked::Refused(_) => None,
        }
    }

    /// The reason why there is none, if it is a refusal.
    pub fn refusal(self) -> Option<Refusal> {
        if let Asked::Refused(refusal) = self { Some(refusal) } else { None }
    }
}

/// A typed text and its meaning.
pub struct Understood {
    /// The request that it means.
    pub asked: Asked,
    /// The text and its meanings, to tell on the page.
    pub typed: Typed,
    /// The position in which the request is made: the one of the page, or one after other moves.
    pub position: Rc<dyn AnyPosition>,
}

/// The meaning of a typed text.
struct Meant {
    asked: Asked,
    meanings: Vec<Meaning>,
    /// The position before the last move of a row.
    before_last: Option<Rc<dyn AnyPosition>>,
}

impl From<Asked> for Meant {
    fn from(asked: Asked) -> Self {
        Meant { asked, meanings: Vec::new(), before_last: None }
    }
}

/// Reads a typed text as one move of the page of this position, or as several moves of one player in a
/// row.
pub fn understand(
    visit: &Visit<'_>,
    ruleset: &'static Ruleset,
    position: &Rc<dyn AnyPosition>,
    text: &str,
) -> Understood {
    let Meant { asked, meanings, before_last } = match Asked::by_name(visit, ruleset) {
        Asked::Nothing => meant(visit, ruleset, position, text),
        _ => Asked::Refused(SEVERAL_REQUESTS.into()).into(),
    };
    let typed = Typed { text: quoted(text), meanings, is_row: before_last.is_some() };
    Understood { asked, typed, position: before_last.unwrap_or_else(|| position.clone()) }
}

fn meant(
    visit: &Visit<'_>,
    ruleset: &'static Ruleset,
    position: &Rc<dyn AnyPosition>,
    text: &str,
) -> Meant {
    let step = position.later_step();
    let wanted = visit.query.board_request.as_deref();
    let typing = Typing::on(&step.page, ruleset, wanted);
    let example = match moves::example(&step.page, ruleset, wanted) {
        None => String::new(),
        Some(example) if example.parts.is_empty() => {
            format!(" Type a move, such as {}.", example.text)
        }
        Some(example) => format!(" Type {}, such as {}.", example.parts, example.text),
    };
    let shown = format!("\u{201c}{}\u{201d}", quoted(text));
    let unclear = |sentence: String| Asked::Refused(UNCLEAR_MOVE.saying(sentence));
    let no_move = unclear(format!("{shown} is not a move that you have now.{example}"));
    match typing.read(text, &**position, visit.query.numbered) {
        Reading::One(found) => {
            let asked = Asked::Request(found.offer.request.clone());
            Meant { meanings: vec![meaning(&found)], ..asked.into() }
        }
        Reading::Several(several) => {
            let meanings: Vec<Meaning> = several.iter().take(MEANINGS_MAX).map(meaning).collect();
            let asked = unclear(match &meanings[..] {
                [(phrase, _)] => {
                    format!("{shown} is not clear. Did you mean \u{201c}{phrase}\u{201d}?")
                }
                _ if meanings.len() < several.len() => {
                    format!("{shown} may mean many moves. Type more of it.")
                }
                _ => format!("{shown} may mean one of these. Type more of it."),
            });
            Meant { meanings, ..asked.into() }
        }
        Reading::Row(requests) => match in_a_row(&step, &requests, position) {
            Some((meanings, before_last)) => {
                let last = requests.into_iter().next_back().expect("a row has moves");
                let meanings = vec![(joined(&meanings), last.clone())];
                Meant { asked: Asked::Request(last), meanings, before_last: Some(before_last) }
            }
            None => no_move.into(),
        },
        Reading::Link(request) => Asked::Request(request).into(),
        Reading::NotOffered(request) => match position.put(&request) {
            Err(refusal) => Asked::Refused(refusal).into(),
            Ok(_) => no_move.into(),
        },
        Reading::OutOfBounds(fault) => Asked::Refused(fault.into()).into(),
        Reading::Refused(why) => unclear(format!("{why}{example}")).into(),
        Reading::Nothing => no_move.into(),
    }
}

fn meaning(found: &Move<'_>) -> Meaning {
    (found.phrase(), found.offer.request.clone())
}

/// The phrase of a move, and its request.
type Meaning = (String, Request);

/// Reads several moves typed at once from a position with this step. All but the last must leave the turn
/// as it is and have nothing to tell. Returns the moves with the position before the last.
fn in_a_row(
    first: &Step,
    requests: &[Request],
    position: &Rc<dyn AnyPosition>,
) -> Option<(Vec<Meaning>, Rc<dyn AnyPosition>)> {
    let (last, others) = requests.split_last()?;
    let mut meanings = Vec::new();
    let (mut step, mut position) = (first.clone(), position.clone());
    for request in others {
        meanings.push((offered(&step, request)?, request.clone()));
        (step, position) = position.play(Some(request));
        // The next move tells of the offer.
        let is_told_later = |message: &Message| message.spec.name == DRAW_OFFERED.name;
        let is_quiet = step.messages.iter().all(is_told_later)
            && step.answer.is_none()
            && step.refusal.is_none();
        let is_sent = step.page.sending.is_some();
        if !is_quiet || is_sent || step.turn.is_none() || step.turn != first.turn {
            return None;
        }
    }
    meanings.push((offered(&step, last)?, last.clone()));
    Some((meanings, position))
}

/// The phrase of a move that a page offers.
fn offered(step: &Step, request: &Request) -> Option<String> {
    let moves = Moves::of(&step.page);
    moves.all.iter().find(|found| found.offer.request == *request).map(Move::phrase)
}

/// Phrases one after the other. Their shared first word is said once: `Put A blue, B green`.
fn joined<T>(meanings: &[(String, T)]) -> String {
    let phrases = || meanings.iter().map(|(phrase, _)| phrase.as_str());
    let first_word = phrases().next().and_then(|first| first.split_inclusive(' ').next());
    let shared = first_word.filter(|word| phrases().all(|phrase| phrase.starts_with(word)));
    let shared = shared.unwrap_or_default();
    let rest: Vec<&str> = phrases().filter_map(|phrase| phrase.strip_prefix(shared)).collect();
    format!("{shared}{}", rest.join(", "))
}
