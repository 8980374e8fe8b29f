//! The way from a request to a response. Everything else meets here; a new game never edits it.
//!
//! query -> game -> open -> referee -> page -> format -> response, in one direction, nothing kept.

mod about;
mod people;
mod solo;
mod typed;
pub mod visit;

use crate::doctor::checkup;
use crate::formats::ask::{self, Ask};
use crate::formats::setting::Setting;
use crate::formats::view::{Document, NoPage, View};
use crate::formats::{self, FORMATS, Format, html};
use crate::games;
use crate::gateway::http::{CachePolicy, HttpRequest, Method, Response, Status};
use crate::gateway::protocol::Protocol;
use crate::links::Link;
use crate::problem::Problem;
use crate::query::{self, BadQuery, Query};
use visit::{Found, Visit};

pub use visit::{POSITION, Services, TABLE, binding};

/// Answers a request.
pub fn respond(services: &Services<'_>, request: &HttpRequest) -> Response {
    respond_then(services, request, |response| response)
}

/// Answers a request and hands the response on at once, before anything that led to it is taken
/// down: a program that ends with the response need not tidy up piece by piece.
pub fn respond_then<T>(
    services: &Services<'_>,
    request: &HttpRequest,
    then: impl FnOnce(Response) -> T,
) -> T {
    let query = Query::parse(&request.query).map_err(|bad| match bad {
        BadQuery::TooLong => Problem::TooLong,
        BadQuery::Repeated => Problem::Repeated,
    });
    if let Ok(query) = &query
        && let Some(response) = find_style(request, query)
    {
        return then(response);
    }
    // A query that cannot be read may still say for which format.
    let name = match &query {
        Ok(query) => query.format.as_deref(),
        Err(_) => query::format_name(&request.query),
    };
    let format = formats::find(name, &request.protocol).ok_or(Problem::NoSuchFormat);
    let found = check_request(request).and(format.clone()).and_then(|format| {
        let query = query?;
        if let Some(found) = find_typed(request, &query) {
            return found;
        }
        let keys = services.keys.ok_or(Problem::NotSetUp)?;
        find(&Visit { services, keys, query: &query, format })
    });
    let (view, cache) = found.unwrap_or_else(|problem| (no_page(problem), CachePolicy::No));
    let setting = Setting { preview: services.preview, protocol: request.protocol.clone() };
    then(show(format.unwrap_or(usual(&request.protocol)), &view, cache, &setting))
}

/// The answer when the program itself is at fault.
pub fn respond_to_bug(protocol: &Protocol) -> Response {
    respond_to_unread(protocol, Problem::Bug)
}

/// The answer to a request that is too long to be read.
pub fn respond_to_endless() -> Response {
    respond_to_unread(&Protocol::Http, Problem::TooLong)
}

/// The answer to a request of which no more is known than its protocol.
fn respond_to_unread(protocol: &Protocol, problem: Problem) -> Response {
    let setting = Setting { preview: false, protocol: protocol.clone() };
    show(usual(protocol), &no_page(problem), CachePolicy::No, &setting)
}

/// The view of a problem.
fn no_page<'v>(problem: Problem) -> View<'v> {
    View::Problem(NoPage { problem, games: games::GAMES })
}

/// The format of whoever says nothing.
fn usual(protocol: &Protocol) -> &'static Format {
    formats::find(None, protocol).unwrap_or(&FORMATS[0])
}

/// The style sheet, which needs no key, and is found behind any path: pages that say what is wrong have
/// a style, too.
fn find_style(request: &HttpRequest, query: &Query) -> Option<Response> {
    let is_answered = request.method != Method::Other && request.protocol == Protocol::Http;
    let version = query.style.as_ref().filter(|_| is_answered)?;
    let Document { content_type, policy, body } = html::style::document();
    let cache = html::style::cache_policy(version);
    let status = Status::Ok;
    Some(Response { status, content_type, policy, cache, location: None, is_listed: false, body })
}

/// What is answered to a Gemini client before the game is looked at: it is asked to have something
/// typed, or sent to the address of what was.
fn find_typed<'v>(request: &HttpRequest, query: &Query) -> Option<Found<'v>> {
    let Protocol::Gemini(capsule) = &request.protocol else { return None };
    if capsule.is_typed {
        let link = Link::of_query(&String::from_utf8_lossy(&request.query));
        return Some(Ok((View::Redirect(link), CachePolicy::No)));
    }
    let name = query.ask.as_deref()?;
    Some(match ask::label(name) {
        Some((name, _)) => {
            let nowhere = Link::of_query("");
            Ok((View::Ask(Ask::new(name, nowhere)), CachePolicy::No))
        }
        None => Err(Problem::NoSuchPage),
    })
}

fn show(format: &Format, view: &View<'_>, cache: CachePolicy, setting: &Setting) -> Response {
    let (status, location) = match view {
        View::Problem(none) => (none.problem.status(), None),
        View::Redirect(link) => (Status::SeeOther, Some(link.as_str().to_owned())),
        _ => (Status::Ok, None),
    };
    let is_listed = match view {
        View::Parlour(_) => true,
        View::Rules(rules) => rules.back.is_none(),
        View::Manual(manual) => manual.rules.back.is_none(),
        _ => false,
    };
    let Document { content_type, policy, body } = (format.render)(view, setting);
    Response { status, content_type, policy, cache, location, is_listed, body }
}

fn check_request(request: &HttpRequest) -> Result<(), Problem> {
    match request {
        HttpRequest { method: Method::Other, .. } => Err(Problem::WrongMethod),
        HttpRequest { has_path: true, .. } => Err(Problem::NoSuchPage),
        _ => Ok(()),
    }
}

/// What a request finds.
fn find<'v>(visit: &Visit<'_>) -> Found<'v> {
    let Some(key) = &visit.game() else {
        return match visit.query.token {
            Some(_) => Err(Problem::Damaged(None)),
            None if visit.query.feed => Ok(about::feed(visit)),
            None => Ok(about::parlour(visit)),
        };
    };
    let Some(game) = games::find(key) else {
        return find_checkup(visit, key).ok_or_else(|| Problem::NoSuchGame(key.to_string()));
    };
    if let Some(about) = visit.query.about {
        return about::find(visit, game, about);
    }
    match visit.token() {
        Some(token) => match visit.unseal(game.ruleset, &token)? {
            (purpose, sealed) if purpose == TABLE => {
                let (view, cache) = people::look(visit, game, &sealed)?;
                Ok((as_asked(visit, view), cache))
            }
            (_, sealed) if game.ruleset.daily && visit.query.day.is_some() => {
                solo::go_on(visit, game, &token, &sealed)
            }
            (_, sealed) => {
                let table = solo::open(visit, game, &token, &sealed)?;
                Ok((as_asked(visit, View::Table(Box::new(table))), CachePolicy::TenMinutes))
            }
        },
        None if visit.query.password.is_some() => Ok(people::ask_for_newest(visit, game)),
        None if visit.query.solution => solo::solution(visit, game),
        None if visit.opens_table(game)? => people::open_table(visit, game),
        None => solo::deal(visit, game),
    }
}

/// A position as it is asked for: as a picture, or in words.
fn as_asked<'v>(visit: &Visit<'_>, view: View<'v>) -> View<'v> {
    match view {
        View::Table(table) if visit.query.words => View::Words(table),
        view => view,
    }
}

/// The doctor's page. Without a good pass it is a game that nobody knows.
fn find_checkup<'v>(visit: &Visit<'_>, key: &str) -> Option<(View<'v>, CachePolicy)> {
    let pass = visit.query.token.as_ref().filter(|_| key == checkup::NAME)?;
    Some((View::Doctor((visit.services.examine)(pass)?), CachePolicy::No))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::any::AnyGame;
    use crate::game::ruleset::Ruleset;
    use crate::seal::{Key, KeyRing};

    /// A game as it will be when its rules have changed so often.
    fn changed(game: &AnyGame, times: u16, oldest_version: u16) -> &'static AnyGame {
        let version = game.ruleset.version + times;
        let ruleset = Ruleset { version, oldest_version, ..*game.ruleset };
        Box::leak(Box::new(AnyGame { ruleset: Box::leak(Box::new(ruleset)), ..*game }))
    }

    /// What a link of one game comes to when it is opened with another: the status.
    fn status(of: &'static AnyGame, with: &'static AnyGame) -> Status {
        let keys = KeyRing::of(Key::from_bytes([1; 32]));
        let entropy = |bytes: &mut [u8]| {
            bytes.fill(7);
            true
        };
        let services = Services {
            keys: Some(&keys),
            preview: false,
            entropy: &entropy,
            now: &|| None,
            address: &|| None,
            examine: &|_| None,
        };
        let query = Query::default();
        let visit = Visit { services: &services, keys: &keys, query: &query, format: &FORMATS[1] };
        let Ok((View::Table(table), _)) = solo::deal(&visit, of) else { panic!("no deal") };
        let link = table.links.position().as_str().trim_start_matches('?').as_bytes();
        let token = Query::parse(link).ok().and_then(|query| query.token).unwrap_or_default();
        let opened = visit.unseal(with.ruleset, &token);
        let opened = opened.and_then(|(_, sealed)| solo::open(&visit, with, &token, &sealed));
        let view = match opened {
            Ok(table) => View::Table(Box::new(table)),
            Err(problem) => no_page(problem),
        };
        let response = show(&FORMATS[0], &view, CachePolicy::No, &Setting::default());
        let new_game = format!("?g={}", with.ruleset.key);
        assert!(response.body.contains(&new_game), "it offers a new game: {}", response.body);
        response.status
    }

    #[test]
    fn a_link_opens_under_its_own_version_and_those_that_still_read_it() {
        for today in games::GAMES {
            let version = today.ruleset.version;
            assert_eq!(status(today, today), Status::Ok);
            assert_eq!(status(today, changed(today, 1, version)), Status::Ok);
            assert_eq!(status(today, changed(today, 2, version)), Status::Ok);
            assert_eq!(status(today, changed(today, 1, version + 1)), Status::Gone);
            assert_eq!(status(today, changed(today, 2, version + 1)), Status::Gone);
            // On a server that was not yet brought up to date.
            assert_eq!(status(changed(today, 1, version), today), Status::BadRequest);
        }
    }
}
