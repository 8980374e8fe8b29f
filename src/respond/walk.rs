//! The page of a game that needs only its link, and a walk through it: its position at an earlier moment. The
//! page of a moment seals nothing and has no moves. A person who plays alone in a game that hides nothing may
//! play on from a moment of their turn.

use super::asked::Asked;
use super::solo::{self, Game};
use super::visit::{Found, Opened, Visit};
use crate::formats::shown::{Occasion, Shown};
use crate::formats::view::View;
use crate::formats::walk::Walk;
use crate::game::any::{AnyPosition, Granted, Step};
use crate::game::moment::Moment;
use crate::game::page::Page;
use crate::game::request::{Help, NO_SUCH_MOMENT, Refusal, Request};
use crate::game::text::count;
use crate::gateway::http::CachePolicy;
use crate::links::PositionLinks;
use crate::problem::Problem;
use std::rc::Rc;

/// The page of a position, or of an earlier moment. A browser is sent on to a challenge that was just made, so
/// that its address has nothing of what the maker chose.
pub fn look(visit: &Visit<'_>, opened: &Opened) -> Found {
    let shown = match visit.query.after {
        Some(moment) => at(visit, opened, moment)?,
        None => solo::open(visit, opened)?,
    };
    let is_made = shown.dealt().is_some_and(|dealt| matches!(dealt.occasion, Occasion::Made));
    if is_made && visit.format.redirects {
        return Ok((View::Redirect(shown.links.position().clone()), CachePolicy::No));
    }
    Ok((View::Position(Box::new(shown)), CachePolicy::TenMinutes))
}

/// The position after so many moves, if the game has moments; or the position as it is, which says why not.
fn at(visit: &Visit<'_>, opened: &Opened, moment: usize) -> Result<Shown<'static>, Problem> {
    if let Some(answered) = answered(visit, opened, moment)? {
        return Ok(answered);
    }
    let (game, position) = Game::opened(visit, opened)?;
    let walk = game.walk(&*position, &opened.links);
    let last = walk.moments.len();
    if last == 0 {
        return solo::open(visit, opened);
    }
    let is_walked = true;
    if moment > last {
        let moves = count(last, "move");
        let why = format!("The game has {moves}: there is no moment {moment}.");
        let step = position.refusing(NO_SUCH_MOMENT.saying(why));
        return Ok(Shown { is_walked, ..game.shown(&*position, step, Occasion::Opened, None)? });
    }
    let earlier = position.at(moment);
    if visit.query.play_on && walk.may_replay(moment) {
        let shown = game.taking_back().shown(&*earlier, earlier.step(), Occasion::Opened, None)?;
        return Ok(Shown { is_walked, ..shown });
    }
    let refusal = refused(visit, &game, &earlier);
    let remarks = position.remarks(moment);
    let step = earlier.later_step();
    let led = led_to(&walk.moments, moment);
    let page = page(step.page, Walk::title(moment, last), led).with_any(remarks.passage);
    let links = moment_links(visit, opened, moment);
    let walk = Some(Box::new(Walk { at: Some(moment), notes: remarks.notes, ..walk }));
    let shown = game.shown_behind(links, Step { page, refusal, ..step });
    Ok(Shown { walk, is_walked, lists_links: visit.query.links, ..shown })
}

/// The answer to the question of the query about a moment, if it has one. The moves after the moment are
/// not read, so it costs as much as the question did then.
fn answered(
    visit: &Visit<'_>,
    opened: &Opened,
    moment: usize,
) -> Result<Option<Shown<'static>>, Problem> {
    let Asked::Request(question) = Asked::by_name(visit, opened.game.ruleset) else {
        return Ok(None);
    };
    if !is_question(&question) {
        return Ok(None);
    }
    let (game, position) = Game::opened_up_to(visit, opened, moment)?;
    let moments = position.moments();
    if moments.is_empty() || moment > moments.len() {
        return Ok(None);
    }
    let earlier = position.at(moment);
    let Ok(Granted::Answer(answer)) = earlier.put(&question) else { return Ok(None) };
    let step = earlier.later_step();
    let page = page(step.page, Walk::name(moment), led_to(&moments, moment));
    let links = moment_links(visit, opened, moment);
    let shown = game.shown_behind(links, Step { page, answer: Some(answer), ..step });
    Ok(Some(Shown { is_walked: true, lists_links: visit.query.links, ..shown }))
}

fn is_question(request: &Request) -> bool {
    request.spec.read_only && request.spec.help == Help::No
}

/// The move that led to a moment.
fn led_to(moments: &[Moment], moment: usize) -> Option<&Moment> {
    moments.get(moment.checked_sub(1)?)
}

/// The links from a moment.
fn moment_links(visit: &Visit<'_>, opened: &Opened, moment: usize) -> PositionLinks {
    let links = opened.links.after(moment);
    if visit.query.turned { links.turned() } else { links }
}

/// The refusal of the request of the query about a moment, if it has one.
fn refused(visit: &Visit<'_>, game: &Game<'_>, earlier: &Rc<dyn AnyPosition>) -> Option<Refusal> {
    let no_moves = || NO_SUCH_MOMENT.saying("Nobody can move at an earlier moment.");
    match Asked::by_name(visit, game.ruleset()) {
        Asked::Refused(refusal) => Some(refusal),
        Asked::Nothing if visit.query.play_on => {
            Some(NO_SUCH_MOMENT.saying("Nobody can play on from this moment."))
        }
        Asked::Nothing if visit.query.typed.is_none() => None,
        Asked::Request(request) if is_question(&request) => {
            Some(earlier.put(&request).err().unwrap_or_else(no_moves))
        }
        Asked::Nothing | Asked::Request(_) => Some(no_moves()),
    }
}

/// The page of a moment, told as a step of the walk. `led` is the move that led there.
fn page(page: Page, title: String, led: Option<&Moment>) -> Page {
    let status = match led {
        _ if page.end.is_some() => page.status.clone(),
        Some(led) => format!("{}.", led.label).into(),
        None => "Nobody has moved.".into(),
    };
    let question = Some(format!("{title}.").into());
    Page { state: title.into(), status, question, ..page.looked_at() }
}
