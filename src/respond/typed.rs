//! A move as somebody typed it, put to the referee as the request that it means.

use super::visit::Visit;
use crate::clients::table::Typed;
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
}

/// Reads what was typed as a move of this page.
pub fn understand(visit: &Visit<'_>, ruleset: &Ruleset, page: &Page) -> Option<Understood> {
    let text = visit.query.typed.as_deref()?;
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
            let sentence = format!("\u{201c}{shown}\u{201d} is no move here.");
            (Err(UNCLEAR_MOVE.saying(sentence)), Vec::new())
        }
    };
    let request = match visit.request(ruleset) {
        Ok(None) => request,
        _ => Err(SEVERAL_REQUESTS.into()),
    };
    Some(Understood { request, typed: Typed { text: shown, meanings } })
}
