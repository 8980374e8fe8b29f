//! The request of a query, by its name or as a typed move.

use super::visit::Visit;
use crate::formats::plain::game::printed_numbers;
use crate::formats::shown::Typed;
use crate::game::any::Step;
use crate::game::page::Page;
use crate::game::request::{Refusal, Request, SEVERAL_REQUESTS, UNCLEAR_MOVE, UNKNOWN_REQUEST};
use crate::game::ruleset::Ruleset;
use crate::games::GAMES;
use crate::moves::{self, Letters, Move, Moves, Reader, Reading};

/// The greatest number of meanings of an unclear text that the page tells.
const MEANINGS_MAX: usize = 4;

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

/// Reads a text as one move of this page.
fn understand(visit: &Visit<'_>, ruleset: &Ruleset, page: &Page, text: &str) -> Understood {
    let typed_row = Typed { text: moves::quoted(text), meanings: Vec::new(), is_row: false };
    let meaning = |found: &Move<'_>| (found.phrase(), found.offer.request.clone());
    let unclear = |sentence| Asked::Refused(UNCLEAR_MOVE.saying(sentence));
    let (asked, meanings) = with_reader(visit, ruleset, page, |reader| match reader.read(text) {
        Reading::One(found) => (Asked::Request(found.offer.request.clone()), vec![meaning(&found)]),
        Reading::Several(several) => {
            let shown = &typed_row.text;
            let sentence = format!("\u{201c}{shown}\u{201d} may mean {} moves.", several.len());
            (unclear(sentence), several.iter().take(MEANINGS_MAX).map(meaning).collect())
        }
        Reading::Nothing(similar) => match reader.of_numbers(text) {
            Some(request) => (Asked::Request(request), Vec::new()),
            None => {
                let why = moves::why_no_move(text, page, reader);
                (unclear(why), similar.iter().take(MEANINGS_MAX).map(meaning).collect())
            }
        },
    });
    Understood { asked, typed: Typed { meanings, ..typed_row } }
}

/// Runs a function with a reader of texts that are typed on this page.
fn with_reader<T>(
    visit: &Visit<'_>,
    ruleset: &Ruleset,
    page: &Page,
    read: impl FnOnce(&Reader<'_, '_>) -> T,
) -> T {
    let tools = moves::tools(page, ruleset);
    let tool = moves::tool(&tools, visit.query.board_request.as_deref());
    let moves = Moves::of(page, tool);
    let (format, query) = (visit.format, visit.query);
    let printed = printed_numbers(format.name, query.words, query.links, &moves);
    read(&Reader::new(&moves, printed).with_notation(ruleset.names_move))
}

/// Reads a typed text as one move of this page, or as several moves of one player in a row. `play`
/// plays a request from a position; none is the one of the page.
pub fn understand_all<P, E>(
    visit: &Visit<'_>,
    ruleset: &Ruleset,
    step: &Step,
    text: &str,
    play: impl Fn(Option<&P>, &Request) -> Result<(Step, P), E>,
) -> Result<(Understood, Option<P>), E> {
    if !matches!(Asked::by_name(visit, ruleset), Asked::Nothing) {
        let typed = Typed { text: moves::quoted(text), meanings: Vec::new(), is_row: false };
        let asked = Asked::Refused(SEVERAL_REQUESTS.into());
        return Ok((Understood { asked, typed }, None));
    }
    let understood = understand(visit, ruleset, &step.page, text);
    // A move with a name ends a turn, so there are no two of them in a row.
    if understood.asked.request().is_some() || step.page.has_notation() {
        return Ok((understood, None));
    }
    let parts = with_reader(visit, ruleset, &step.page, |reader| moves::parts(text, reader.asks));
    for letters in [Letters::Tokens, Letters::Initials] {
        let read = |page: &Page, part: &str| {
            with_reader(visit, ruleset, page, |reader| match reader.read_with(part, letters) {
                Reading::One(found) => Some((found.phrase(), found.offer.request.clone())),
                Reading::Several(_) | Reading::Nothing(_) => None,
            })
        };
        if let Some((meanings, position)) = in_a_row(step, &parts, read, &play)? {
            let last = meanings.last().map(|(_, request)| request.clone());
            let Some(request) = last else { continue };
            let meanings = vec![(joined(&meanings), request.clone())];
            let typed = Typed { text: moves::quoted(text), meanings, is_row: true };
            return Ok((Understood { asked: Asked::Request(request), typed }, Some(position)));
        }
    }
    Ok((understood, None))
}

/// The phrase of a move, and its request.
type Meaning = (String, Request);

/// Several moves typed at once, if each is one, and all but the last leave the turn as it is and have
/// nothing to tell. Returns them with the position before the last.
fn in_a_row<P, E>(
    first: &Step,
    parts: &[&str],
    read: impl Fn(&Page, &str) -> Option<Meaning>,
    play: impl Fn(Option<&P>, &Request) -> Result<(Step, P), E>,
) -> Result<Option<(Vec<Meaning>, P)>, E> {
    let mut meanings = Vec::new();
    let mut last: Option<(Step, P)> = None;
    for (at, part) in parts.iter().enumerate() {
        let page = last.as_ref().map_or(&first.page, |(step, _)| &step.page);
        let Some(meaning) = read(page, part) else { return Ok(None) };
        if at + 1 < parts.len() {
            let position = last.as_ref().map(|(_, position)| position);
            let (next, position) = play(position, &meaning.1)?;
            let is_quiet =
                next.messages.is_empty() && next.answer.is_none() && next.refusal.is_none();
            let is_sent = next.page.sending.is_some();
            if !is_quiet || is_sent || next.turn.is_none() || next.turn != first.turn {
                return Ok(None);
            }
            last = Some((next, position));
        }
        meanings.push(meaning);
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
