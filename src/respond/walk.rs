//! A walk through a game: its position at an earlier moment. The page of a moment seals nothing and has no
//! moves. A person who plays alone in a game that hides nothing may play on from a moment of their turn.

use super::asked::Asked;
use super::solo::{self, Game};
use super::visit::{Opened, Visit};
use crate::formats::shown::{Occasion, Shown};
use crate::formats::walk::Walk;
use crate::game::any::{AnyPosition, Granted, Step};
use crate::game::page::Page;
use crate::game::request::{Help, NO_SUCH_MOMENT, Refusal, Request};
use crate::problem::Problem;
use std::rc::Rc;

/// The position after so many moves, if the game has moments; or the position as it is, which says why not.
pub fn look(visit: &Visit<'_>, opened: &Opened, moment: usize) -> Result<Shown<'static>, Problem> {
    let (game, position) = Game::opened(visit, opened)?;
    let walk = game.walk(&*position, &opened.links);
    let last = walk.moments.len();
    if last == 0 {
        return solo::open(visit, opened);
    }
    let is_walked = true;
    if moment > last {
        let why = format!("The game has {last} moves: there is no moment {moment}.");
        let step = position.refusing(NO_SUCH_MOMENT.saying(why));
        return Ok(Shown { is_walked, ..game.shown(&*position, step, Occasion::Opened, None)? });
    }
    let earlier = position.at(moment);
    if visit.query.play_on && walk.may_replay(moment) {
        let shown = game.taking_back().shown(&*earlier, earlier.step(), Occasion::Opened, None)?;
        return Ok(Shown { is_walked, ..shown });
    }
    let is_short = last <= ASKED_MAX;
    let (answer, refusal) = match asked(visit, &game, &earlier, is_short) {
        Ok(answer) => (answer, None),
        Err(refusal) => (None, Some(refusal)),
    };
    let step = earlier.later_step();
    let mut page = page(step.page, &walk, moment);
    page.offers.retain(|offer| is_short || !offer.request.spec.read_only);
    let links = opened.links.after(moment);
    let links = if visit.query.turned { links.turned() } else { links };
    let walk = Some(Box::new(Walk { at: Some(moment), ..walk }));
    let shown = game.shown_behind(links, Step { page, answer, refusal, ..step });
    Ok(Shown { walk, is_walked, lists_links: visit.query.links, ..shown })
}

/// The most moves of a game with questions about its earlier ones. To read more takes too much of the work of a
/// request, beside a search.
const ASKED_MAX: usize = 150;

/// The answer to the question of the query about a moment, if it has one.
fn asked(
    visit: &Visit<'_>,
    game: &Game<'_>,
    earlier: &Rc<dyn AnyPosition>,
    is_short: bool,
) -> Result<Option<Box<Page>>, Refusal> {
    let is_question = |request: &Request| request.spec.read_only && request.spec.help == Help::No;
    let no_moves = || NO_SUCH_MOMENT.saying("Nobody can move at an earlier moment.");
    match Asked::by_name(visit, game.ruleset()) {
        Asked::Refused(refusal) => Err(refusal),
        Asked::Nothing if visit.query.play_on => {
            Err(NO_SUCH_MOMENT.saying("Nobody can play on from this moment."))
        }
        Asked::Nothing if visit.query.typed.is_none() => Ok(None),
        Asked::Request(request) if is_question(&request) && !is_short => {
            Err(NO_SUCH_MOMENT.saying("The game is too long to ask about an earlier move."))
        }
        Asked::Request(request) if is_question(&request) => match earlier.put(&request)? {
            Granted::Answer(answer) => Ok(Some(answer)),
            Granted::Next(_) => Err(no_moves()),
        },
        Asked::Nothing | Asked::Request(_) => Err(no_moves()),
    }
}

/// The page of a moment, told as a step of the walk.
fn page(page: Page, walk: &Walk, moment: usize) -> Page {
    let title = Walk::title(moment, walk.moments.len());
    let status = match moment.checked_sub(1).map(|led| &walk.moments[led].label) {
        _ if page.end.is_some() => page.status.clone(),
        Some(label) => format!("{label}.").into(),
        None => "Nobody has moved.".into(),
    };
    let question = Some(format!("{title}.").into());
    Page { state: title.into(), status, question, ..page.looked_at() }
}
