//! The routes: everything that a request may ask for, each decided once.

use super::visit::{Found, Opened, Visit};
use super::{about, league, people, solo, unread, walk};
use crate::budget::READINGS_MAX;
use crate::formats::ask;
use crate::formats::html::style;
use crate::formats::view::View;
use crate::game::any::AnyGame;
use crate::gateway::http::{
    CachePolicy, Elsewhere, HttpRequest, LOADS_NOTHING, Method, Response, Status, in_header,
};
use crate::gateway::protocol::{Capsule, Protocol};
use crate::links::Link;
use crate::problem::Problem;
use crate::query::{About, LeagueRequest, Query, elsewhere};
use crate::seal::{Purpose, Token};

/// The response that is no page: the answer to a preflight, the style sheet, and the way to the program
/// from another path. None needs a key. The style is found behind any path, because error pages have a
/// style, too.
pub fn find_file(request: &HttpRequest, query: Option<&Query>, preview: bool) -> Option<Response> {
    match (&request.protocol, request.method) {
        (Protocol::Http, Method::Options) => Some(Response::to_options(!preview)),
        (Protocol::Http, Method::Get | Method::Head) => {
            let style = query.and_then(|query| query.style.as_deref()).map(style::sheet);
            style.or_else(|| lead_on(request, query))
        }
        _ => None,
    }
}

/// The way to the program for a request of Parlour's whose path is another one. No header says the host,
/// which a visitor chooses.
fn lead_on(request: &HttpRequest, query: Option<&Query>) -> Option<Response> {
    let Elsewhere { path, program } = request.elsewhere.as_ref()?;
    let query = in_header(&elsewhere::query(path, &request.query, query)?);
    let link = [program, "?", &query].concat();
    let body = format!("This game is at {link}\n");
    let page = Response::document("text/plain; charset=utf-8", LOADS_NOTHING, body);
    Some(Response { status: Status::SeeOther, location: Some(link), ..page })
}

/// Refuses a request that asks for no page of this program.
pub fn check(request: &HttpRequest) -> Result<(), Problem> {
    match request {
        HttpRequest { method: Method::Other, .. } => Err(Problem::WrongMethod),
        HttpRequest { elsewhere: Some(_), .. } => Err(Problem::NoSuchPage),
        _ => Ok(()),
    }
}

/// The page that a request asks for. The token of a link decides the game, so the query need not name
/// it.
///
/// # Errors
///
/// The query names a game or a choice that does not exist, or no token in it opens.
pub fn find(visit: &Visit<'_>) -> Found {
    let query = visit.query;
    match (&visit.request.protocol, &query.ask) {
        (Protocol::Gemini(Capsule { is_typed: true, .. }), _) => return redirect(visit),
        (Protocol::Gemini(_), Some(name)) => return question(visit, name),
        _ => {}
    }
    if query.league == Some(LeagueRequest::Open) {
        return league::look(visit, None);
    }
    let opened = first_opened(visit);
    let game = match (&opened, &query.game) {
        (Some(Ok(opened)), _) => opened.game,
        (_, Some(key)) => {
            let meant = || unread::meant(visit.program(), key);
            visit.program().find(key).ok_or_else(|| Problem::NoSuchGame(key.clone(), meant()))?
        }
        (Some(Err(problem)), None) => return Err(problem.clone()),
        (None, None) if query.about == Some(About::Programs) => &visit.program().games[0],
        (None, None) if query.feed || query.puzzles => return about::puzzles(visit),
        (None, None) => return about::parlour(visit),
    };
    match (query.about, opened) {
        (Some(about), opened) => find_about(visit, game, about, opened),
        (None, Some(Ok(opened))) => find_position(visit, &opened),
        (None, Some(Err(problem))) => match (&query.password, &query.table) {
            // A bookmark keeps its password.
            (Some(password), Some(_)) if problem.is_of_the_link() && game.ruleset.has_tables() => {
                let why = problem.explanation();
                people::ask_for_newest(visit, game.ruleset, password, Some(why))
            }
            _ => Err(problem),
        },
        (None, None) => find_game(visit, game),
    }
}

/// The address with the text that a Gemini client has typed, so that the page has an address to keep.
fn redirect(visit: &Visit<'_>) -> Found {
    let link = Link::of_query(&String::from_utf8_lossy(&visit.request.query));
    Ok((View::Redirect(link), CachePolicy::No))
}

/// The question that a Gemini client puts to its user, for the value of this name.
fn question(visit: &Visit<'_>, name: &str) -> Found {
    let ask = ask::question(visit.program(), name).ok_or(Problem::NoSuchPage)?;
    Ok((View::Ask(ask), CachePolicy::No))
}

/// A page about a game, with a way back to the position that it was opened from.
fn find_about(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    about: About,
    opened: Option<Result<Opened, Problem>>,
) -> Found {
    match (about, opened) {
        (About::ThisLink, Some(Err(Problem::Damaged(sealed, _)))) => Err(Problem::Changed(sealed)),
        (About::ThisLink | About::QrCode, Some(Err(problem))) => Err(problem),
        (About::ThisLink, Some(Ok(opened))) if opened.token.purpose == Purpose::Position => {
            about::take_apart(visit, &opened)
        }
        (About::QrCode, Some(Ok(opened))) => about::qr_code(visit, opened),
        (About::NewGame, opened) => about::new_game(visit, game, opened.and_then(Result::ok)),
        (About::Programs, opened) => {
            about::rules(visit, game, opened.and_then(Result::ok), View::Manual)
        }
        (About::People | About::ThisLink | About::QrCode, opened) => {
            about::rules(visit, game, opened.and_then(Result::ok), View::Rules)
        }
    }
}

/// The page of a link that carries a game.
fn find_position(visit: &Visit<'_>, opened: &Opened) -> Found {
    match opened.token.purpose {
        Purpose::Position if opened.game.ruleset.daily && visit.query.day.is_some() => {
            solo::go_on(visit, opened)
        }
        Purpose::Position => walk::look(visit, opened),
        Purpose::Table => people::look(visit, opened),
        Purpose::Answer => people::look_at_answer(visit, opened),
        Purpose::League => league::look(visit, Some(opened)),
    }
}

/// A page of a game to which no link leads: of a new one, mostly.
fn find_game(visit: &Visit<'_>, game: &'static AnyGame) -> Found {
    let ruleset = game.ruleset;
    match &visit.query.password {
        Some(password) if ruleset.has_tables() => {
            people::ask_for_newest(visit, ruleset, password, None)
        }
        _ if visit.query.solution => solo::solution(visit, game),
        _ if ruleset.is_closed(&visit.choices(game)?) => people::open_table(visit, game),
        _ => solo::deal(visit, game),
    }
}

/// The first token of the query that opens, or the reason why none does; none without tokens. Of several
/// links of one table it is the newest one.
fn first_opened(visit: &Visit<'_>) -> Option<Result<Opened, Problem>> {
    let tokens = &visit.query.tokens;
    let mut opened = tokens.iter().map(|text| visit.open(text, Token::read(text)));
    if tokens.len() < 2 {
        return opened.next();
    }
    let opened: Vec<_> = opened.collect();
    let place = |at: usize| people::place(opened[at].as_ref().ok()?);
    let first = opened.iter().position(is_genuine).and_then(place);
    let table = visit.query.table.clone().or(first.map(|(table, _)| table));
    let rank = |at| place(at).map(|(code, number)| (Some(code) == table, number, at));
    let newest = (0..opened.len()).filter_map(rank).max().filter(|_| table.is_some());
    match newest {
        Some((.., newest)) => opened.into_iter().nth(newest),
        None => first_genuine(opened.into_iter()),
    }
}

/// Returns true if a token says more than that it is damaged.
fn is_genuine(token: &Result<Opened, Problem>) -> bool {
    !matches!(token, Err(Problem::Damaged(..) | Problem::OtherProgram))
}

/// The first token that opens, or the reason why none does.
fn first_genuine(
    mut opened: impl ExactSizeIterator<Item = Result<Opened, Problem>>,
) -> Option<Result<Opened, Problem>> {
    let is_all = opened.len() < READINGS_MAX;
    let first = opened.next()?;
    if is_genuine(&first) {
        return Some(first);
    }
    let why = if is_all { first } else { Err(Problem::TooManyLinks) };
    opened.find(is_genuine).or(Some(why))
}
