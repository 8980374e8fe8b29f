//! A move as somebody typed it, put to the referee as the request that it means.

use super::visit::Visit;
use crate::formats::table::Typed;
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::Page;
use crate::game::request::{Refusal, Request, SEVERAL_REQUESTS, UNCLEAR_MOVE};
use crate::game::ruleset::Ruleset;
use crate::moves::{self, Move, Moves, Reading};

/// The most meanings that are told of what is not clear.
const MEANINGS_MAX: usize = 4;

/// What was typed, and what it comes to.
pub struct Understood {
    /// The request that it means.
    pub request: Result<Request, Refusal>,
    /// What to tell about it.
    pub typed: Typed,
    /// The packed position that it is put to, if moves before it were typed with it.
    pub position: Option<Packed>,
}

/// A packed position, without the choices and the deal before it.
type Packed = Vec<u8>;

/// Reads a text as a move of this page.
pub fn understand(visit: &Visit<'_>, ruleset: &Ruleset, page: &Page, text: &str) -> Understood {
    let tools = moves::tools(page, ruleset);
    let tool = moves::tool(&tools, visit.query.board_request.as_deref());
    let moves = Moves::of(page, tool);
    let shown = moves::shown(text);
    let meaning = |found: &Move<'_>| (found.phrase(), found.offer.request.clone());
    let (request, meanings) = match moves::read(text, &moves) {
        Reading::One(found) => (Ok(found.offer.request.clone()), vec![meaning(&found)]),
        Reading::Several(several) => {
            let sentence = format!("\u{201c}{shown}\u{201d} may mean {} moves.", several.len());
            let meanings = several.iter().take(MEANINGS_MAX).map(meaning).collect();
            (Err(UNCLEAR_MOVE.saying(sentence)), meanings)
        }
        Reading::Nothing => {
            (Err(UNCLEAR_MOVE.saying(moves::why_no_move(text, page, &moves))), Vec::new())
        }
    };
    let request = match visit.request(ruleset) {
        Ok(None) => request,
        _ => Err(SEVERAL_REQUESTS.into()),
    };
    Understood { request, typed: Typed { text: shown, meanings, is_row: false }, position: None }
}

/// What was typed, read as a move of the page of this position, or as several moves.
pub fn typed_move(
    visit: &Visit<'_>,
    game: &AnyGame,
    choices: &Choices,
    packed: &Unpacker<'_>,
    asker: Asker<'_>,
) -> Result<Option<Understood>, Unpackable> {
    let Some(text) = visit.query.typed.as_deref() else { return Ok(None) };
    let mut start = Packer::new();
    let step = (game.play)(choices, packed.clone(), asker, None, &mut start)?;
    let understood = understand(visit, game.ruleset, &step.page, text);
    let is_nothing = understood.request.is_err() && understood.typed.meanings.is_empty();
    let several = match is_nothing {
        true => typed_moves(visit, game, choices, (step, start.finish()), text, asker)?,
        false => None,
    };
    Ok(several.or(Some(understood)))
}

/// Several moves typed at once, if each is one, and all but the last leave the turn as it is and have
/// nothing to tell.
fn typed_moves(
    visit: &Visit<'_>,
    game: &AnyGame,
    choices: &Choices,
    (mut step, mut position): (Step, Packed),
    text: &str,
    asker: Asker<'_>,
) -> Result<Option<Understood>, Unpackable> {
    let parts = moves::parts(text);
    let Some((last, first)) = parts.split_last() else { return Ok(None) };
    let mut meanings = Vec::new();
    for part in first {
        let understood = understand(visit, game.ruleset, &step.page, part);
        let Ok(request) = understood.request else { return Ok(None) };
        meanings.extend(understood.typed.meanings);
        let mut after = Packer::new();
        let unpacker = Unpacker::new(&position);
        let next = (game.play)(choices, unpacker, asker, Some(&request), &mut after)?;
        let is_quiet = next.messages.is_empty() && next.answer.is_none() && next.refusal.is_none();
        if !is_quiet || next.turn.is_none() || next.turn != step.turn {
            return Ok(None);
        }
        (step, position) = (next, after.finish());
    }
    let understood = understand(visit, game.ruleset, &step.page, last);
    let Ok(request) = understood.request else { return Ok(None) };
    meanings.extend(understood.typed.meanings);
    let meaning = (joined(&meanings), request.clone());
    let typed =
        Typed { text: moves::shown(text), meanings: vec![meaning], is_row: !first.is_empty() };
    Ok(Some(Understood { request: Ok(request), typed, position: Some(position) }))
}

/// Phrases one after the other, with what all begin with said once: `Put A blue, B green`.
fn joined<T>(meanings: &[(String, T)]) -> String {
    let phrases = || meanings.iter().map(|(phrase, _)| phrase.as_str());
    let first_word = phrases().next().and_then(|first| first.split_inclusive(' ').next());
    let shared = first_word.filter(|word| phrases().all(|phrase| phrase.starts_with(word)));
    let shared = shared.unwrap_or_default();
    let rest: Vec<&str> = phrases().filter_map(|phrase| phrase.strip_prefix(shared)).collect();
    format!("{shared}{}", rest.join(", "))
}
