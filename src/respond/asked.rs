//! The request of a query: by its name, or as somebody typed it.

use super::visit::Visit;
use crate::formats::shown::Typed;
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::Page;
use crate::game::request::{Refusal, Request, SEVERAL_REQUESTS, UNCLEAR_MOVE, UNKNOWN_REQUEST};
use crate::game::ruleset::Ruleset;
use crate::games::GAMES;
use crate::moves::{self, Move, Moves, Reading};

/// The most meanings that are told of a text that is not clear.
const MEANINGS_MAX: usize = 4;

/// A packed position, without the choices and the deal before it.
type Packed = Vec<u8>;

/// The request of a query.
pub enum Asked {
    /// No request: the position is only shown.
    Nothing,
    /// One request.
    Request(Request),
    /// The last of several moves that were typed at once, and the position after the others.
    Last(Request, Packed),
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
            Asked::Request(request) | Asked::Last(request, _) => Some(request),
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

/// A text that somebody typed, and what it comes to.
pub struct Understood {
    /// The request that it means.
    pub asked: Asked,
    /// The text and its meanings, to tell on the page.
    pub typed: Typed,
}

/// Reads a text as a move of this page.
pub fn understand(visit: &Visit<'_>, ruleset: &Ruleset, page: &Page, text: &str) -> Understood {
    let tools = moves::tools(page, ruleset);
    let tool = moves::tool(&tools, visit.query.board_request.as_deref());
    let moves = Moves::of(page, tool);
    let shown = moves::shown(text);
    let meaning = |found: &Move<'_>| (found.phrase(), found.offer.request.clone());
    let unclear = |sentence| Asked::Refused(UNCLEAR_MOVE.saying(sentence));
    let (asked, meanings) = match moves::read(text, &moves) {
        Reading::One(found) => (Asked::Request(found.offer.request.clone()), vec![meaning(&found)]),
        Reading::Several(several) => {
            let sentence = format!("\u{201c}{shown}\u{201d} may mean {} moves.", several.len());
            (unclear(sentence), several.iter().take(MEANINGS_MAX).map(meaning).collect())
        }
        Reading::Nothing => (unclear(moves::why_no_move(text, page, &moves)), Vec::new()),
    };
    let asked = match Asked::by_name(visit, ruleset) {
        Asked::Nothing => asked,
        _ => Asked::Refused(SEVERAL_REQUESTS.into()),
    };
    Understood { asked, typed: Typed { text: shown, meanings, is_row: false } }
}

/// Reads the text that somebody typed as one move of the page of this position, or as several.
pub fn understand_all(
    visit: &Visit<'_>,
    game: &AnyGame,
    choices: &Choices,
    packed: Unpacker<'_>,
    asker: Asker<'_>,
    text: &str,
) -> Result<Understood, Unpackable> {
    let play = |packed: Unpacker<'_>, request: Option<&Request>| {
        let mut after = Packer::new();
        let step = (game.play)(choices, packed, asker, request, &mut after)?;
        Ok((step, after.finish()))
    };
    let (step, position) = play(packed, None)?;
    let understood = understand(visit, game.ruleset, &step.page, text);
    if understood.asked.request().is_some() || !understood.typed.meanings.is_empty() {
        return Ok(understood);
    }
    let read = |page: &Page, part: &str| understand(visit, game.ruleset, page, part);
    let play = |packed: &Packed, request: &Request| play(Unpacker::new(packed), Some(request));
    Ok(in_a_row(step, position, text, read, play)?.unwrap_or(understood))
}

/// Several moves typed at once, if each is one, and all but the last leave the turn as it is and have
/// nothing to tell.
fn in_a_row(
    mut step: Step,
    mut position: Packed,
    text: &str,
    read: impl Fn(&Page, &str) -> Understood,
    play: impl Fn(&Packed, &Request) -> Result<(Step, Packed), Unpackable>,
) -> Result<Option<Understood>, Unpackable> {
    let parts = moves::parts(text);
    let Some((last, first)) = parts.split_last() else { return Ok(None) };
    let mut meanings = Vec::new();
    for part in first {
        let understood = read(&step.page, part);
        let Asked::Request(request) = understood.asked else { return Ok(None) };
        meanings.extend(understood.typed.meanings);
        let (next, after) = play(&position, &request)?;
        let is_quiet = next.messages.is_empty() && next.answer.is_none() && next.refusal.is_none();
        if !is_quiet || next.turn.is_none() || next.turn != step.turn {
            return Ok(None);
        }
        (step, position) = (next, after);
    }
    let understood = read(&step.page, last);
    let Asked::Request(request) = understood.asked else { return Ok(None) };
    meanings.extend(understood.typed.meanings);
    let meanings = vec![(joined(&meanings), request.clone())];
    let typed = Typed { text: moves::shown(text), meanings, is_row: !first.is_empty() };
    Ok(Some(Understood { asked: Asked::Last(request, position), typed }))
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
