//! The request of a query, by its name or as a typed move.

use super::visit::Visit;
use crate::formats::shown::Typed;
use crate::game::any::Step;
use crate::game::contract::Named;
use crate::game::request::{Refusal, Request, SEVERAL_REQUESTS, UNCLEAR_MOVE, UNKNOWN_REQUEST};
use crate::game::ruleset::Ruleset;
use crate::games::GAMES;
use crate::moves::{self, Move, Moves, Reading, Typing};
use crate::query::quoted;

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
        let rest = &visit.query.rest;
        let known = |(name, arguments): &(String, String)| {
            ruleset.request(name).map(|spec| Request::read(spec, arguments))
        };
        let mut requests = rest.iter().filter_map(known);
        match (requests.next(), requests.next()) {
            (Some(Ok(request)), None) => Asked::Request(request),
            (Some(Err(fault)), None) => Asked::Refused(fault.into()),
            (Some(_), Some(_)) => Asked::Refused(SEVERAL_REQUESTS.into()),
            (None, _) if rest.iter().any(is_request) => Asked::Refused(UNKNOWN_REQUEST.into()),
            (None, _) => Asked::Nothing,
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

/// Returns true if a game has a request of this name.
fn is_request((name, _): &(String, String)) -> bool {
    GAMES.iter().any(|game| game.ruleset.request(name).is_some())
}

/// A typed text and its meaning.
pub struct Understood {
    /// The request that it means.
    pub asked: Asked,
    /// The text and its meanings, to tell on the page.
    pub typed: Typed,
}

/// The meaning of a typed text, and the position before the last move of a row.
type Meant<P> = (Asked, Vec<Meaning>, Option<P>);

/// Reads a typed text as one move of this page, or as several moves of one player in a row. The
/// game read it as `named`. `play` plays a request from a position; none is the one of the page.
pub fn understand<P, E>(
    visit: &Visit<'_>,
    ruleset: &'static Ruleset,
    (step, named): &(Step, Named),
    text: &str,
    play: impl Fn(Option<&P>, &Request) -> Result<(Step, P), E>,
) -> Result<(Understood, Option<P>), E> {
    let (asked, meanings, position) = match Asked::by_name(visit, ruleset) {
        Asked::Nothing => meant(visit, ruleset, (step, named.clone()), text, play)?,
        _ => (Asked::Refused(SEVERAL_REQUESTS.into()), Vec::new(), None),
    };
    let typed = Typed { text: quoted(text), meanings, is_row: position.is_some() };
    Ok((Understood { asked, typed }, position))
}

fn meant<P, E>(
    visit: &Visit<'_>,
    ruleset: &'static Ruleset,
    (step, named): (&Step, Named),
    text: &str,
    play: impl Fn(Option<&P>, &Request) -> Result<(Step, P), E>,
) -> Result<Meant<P>, E> {
    let page = &step.page;
    let wanted = visit.query.board_request.as_deref();
    let typing = Typing::on(page, ruleset, wanted);
    let meaning = |found: &Move<'_>| (found.phrase(), found.offer.request.clone());
    let unclear = |sentence: String| Asked::Refused(UNCLEAR_MOVE.saying(sentence));
    let example = moves::example(page, ruleset, wanted).map(|(parts, example)| match &*parts {
        "" => format!(" Type a move, such as {example}."),
        parts => format!(" Type {parts}, such as {example}."),
    });
    let shown = format!("\u{201c}{}\u{201d}", quoted(text));
    let such_as = |why: &str| unclear(format!("{why}{}", example.as_deref().unwrap_or_default()));
    let nothing = || such_as(&format!("{shown} is not a move that you have now."));
    Ok(match typing.read(text, named, visit.query.numbered) {
        Reading::One(found) => {
            (Asked::Request(found.offer.request.clone()), vec![meaning(&found)], None)
        }
        Reading::Several(several) => {
            let meanings: Vec<Meaning> = several.iter().take(MEANINGS_MAX).map(meaning).collect();
            let are = if meanings.len() < several.len() { "many moves" } else { "one of these" };
            (unclear(format!("{shown} may mean {are}. Type more of it.")), meanings, None)
        }
        Reading::Row(requests) => match in_a_row(step, &requests, &play)? {
            Some((meanings, position)) => {
                let last = requests.into_iter().next_back().expect("a row has moves");
                let meanings = vec![(joined(&meanings), last.clone())];
                (Asked::Request(last), meanings, Some(position))
            }
            None => (nothing(), Vec::new(), None),
        },
        Reading::Link(request) => (Asked::Request(request), Vec::new(), None),
        Reading::NotOffered(request) => match play(None, &request)?.0.refusal {
            Some(refusal) => (Asked::Refused(refusal), Vec::new(), None),
            None => (nothing(), Vec::new(), None),
        },
        Reading::OutOfBounds(fault) => (Asked::Refused(fault.into()), Vec::new(), None),
        Reading::Refused(why) => (such_as(&why), Vec::new(), None),
        Reading::Nothing => (nothing(), Vec::new(), None),
    })
}

/// The phrase of a move, and its request.
type Meaning = (String, Request);

/// Reads several moves typed at once. All but the last must leave the turn as it is and have nothing to
/// tell. Returns the moves with the position before the last.
fn in_a_row<P, E>(
    first: &Step,
    requests: &[Request],
    play: impl Fn(Option<&P>, &Request) -> Result<(Step, P), E>,
) -> Result<Option<(Vec<Meaning>, P)>, E> {
    let mut meanings = Vec::new();
    let mut last: Option<(Step, P)> = None;
    for (at, request) in requests.iter().enumerate() {
        let page = last.as_ref().map_or(&first.page, |(step, _)| &step.page);
        let moves = Moves::of(page);
        let Some(found) = moves.all.iter().find(|found| found.offer.request == *request) else {
            return Ok(None);
        };
        meanings.push((found.phrase(), request.clone()));
        if at + 1 < requests.len() {
            let (next, position) = play(last.as_ref().map(|(_, position)| position), request)?;
            let is_quiet =
                next.messages.is_empty() && next.answer.is_none() && next.refusal.is_none();
            let is_sent = next.page.sending.is_some();
            if !is_quiet || is_sent || next.turn.is_none() || next.turn != first.turn {
                return Ok(None);
            }
            last = Some((next, position));
        }
    }
    Ok(last.map(|(_, position)| (meanings, position)))
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
