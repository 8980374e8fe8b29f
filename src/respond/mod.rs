//! The way from a request to a response. All other parts meet here. A new game never edits it.
//!
//! query -> route -> referee -> page -> format -> response, in one direction, nothing kept.

mod about;
mod asked;
mod beat;
mod league;
mod people;
mod route;
mod solo;
mod unread;
pub(crate) mod visit;
mod walk;

use crate::formats::setting::Setting;
use crate::formats::view::View;
use crate::formats::{self, FORMATS, Format};
use crate::gateway::http::{CachePolicy, HttpRequest, Response, Status};
use crate::gateway::protocol::Protocol;
use crate::problem::Problem;
use crate::query::{self, Query};
use crate::settings::Settings;
use unread::Unread;
use visit::Visit;

#[cfg(unix)]
pub(crate) use unread::nearest;
pub use visit::Services;
#[cfg(any(test, feature = "audit"))]
pub use visit::binding;

/// Answers a request.
pub fn respond(services: &Services<'_>, request: &HttpRequest) -> Response {
    respond_then(services, request, |response| response)
}

/// Answers a request and hands the response on at once, before anything that led to it is taken
/// down. A program that ends with the response saves the time to tidy up piece by piece: one in eight
/// instructions of every further tile.
pub fn respond_then<T>(
    services: &Services<'_>,
    request: &HttpRequest,
    then: impl FnOnce(Response) -> T,
) -> T {
    let program = services.settings.program;
    let query = Query::parse(&request.query, program).map_err(Problem::from);
    if let Some(file) = route::find_file(request, query.as_ref().ok(), services.preview) {
        return then(file);
    }
    // A query that cannot be read may still say for which format.
    let name = match &query {
        Ok(query) => query.format.as_deref(),
        Err(_) => query::format_name(&request.query),
    };
    let format = formats::find(name, &request.protocol)
        .ok_or_else(|| Problem::NoSuchFormat(formats::others(&request.protocol)));
    let found = route::check(request).and(format.clone()).and_then(|format| {
        let query = query.as_ref().map_err(Problem::clone)?;
        let keys = services.keys.ok_or(Problem::NotSetUp)?;
        route::find(&Visit { services, keys, request, query, format })
    });
    let (view, cache) = found.unwrap_or_else(|problem| (View::Problem(problem), CachePolicy::No));
    let view = match view {
        View::Position(shown) if query.as_ref().is_ok_and(|query| query.words) => {
            View::Words(shown)
        }
        view => view,
    };
    let unread = query
        .as_ref()
        .map_or_else(|_| Unread::default(), |query| Unread::of(query, &view, program));
    let protocol = request.protocol.clone();
    let Services { preview, settings: site, .. } = *services;
    let setting = Setting { site, preview, protocol, ignored: unread.names, notice: unread.notice };
    let format = format.unwrap_or(usual(&request.protocol));
    let has_password = query.as_ref().is_ok_and(|query| query.password.is_some());
    let is_private = has_password || preview || view.has_seat();
    let is_shared = format.is_for_others && !is_private;
    let varies = has_password && format.redirects;
    let response = Response { cache, is_shared, varies, ..show(format, &view, &setting) };
    let changes_seldom = response.is_listed || matches!(&view, View::Puzzles(_));
    then(if changes_seldom && response.status == Status::Ok {
        response.unless_known(request.known.as_deref())
    } else {
        response
    })
}

/// The answer when the program itself is at fault.
pub fn respond_to_bug(site: &Settings, protocol: &Protocol) -> Response {
    respond_to_unread(site, protocol, None, Problem::Bug)
}

/// The answer to a request that is too long to be read: to long headers behind this query, or to a longer query.
pub fn respond_to_endless(site: &Settings, query: Option<&str>) -> Response {
    let name = query.and_then(|query| query::format_name(query.as_bytes()));
    let problem = if query.is_some() { Problem::LongHead } else { Problem::TooLong };
    respond_to_unread(site, &Protocol::Http, name, problem)
}

/// The answer to a request of which no more is known than its protocol and the name of a format.
fn respond_to_unread(
    site: &Settings,
    protocol: &Protocol,
    name: Option<&str>,
    problem: Problem,
) -> Response {
    let setting = Setting { protocol: protocol.clone(), ..Setting::of(site) };
    let format = formats::find(name, protocol).unwrap_or(usual(protocol));
    show(format, &View::Problem(problem), &setting)
}

/// The format of a request that names none.
fn usual(protocol: &Protocol) -> &'static Format {
    formats::find(None, protocol).unwrap_or(&FORMATS[0])
}

/// The response with this view. No browser keeps it.
fn show(format: &Format, view: &View<'_>, setting: &Setting<'_>) -> Response {
    let (status, location) = match view {
        View::Problem(problem) => (problem.status(), None),
        View::Redirect(link) => (Status::SeeOther, Some(link.as_str().to_owned())),
        _ => (Status::Ok, None),
    };
    let is_listed = match view {
        View::Parlour(_) => true,
        View::Rules(rules) | View::Manual(rules) => rules.back.is_none(),
        _ => false,
    };
    Response { status, location, is_listed, ..(format.render)(view, setting) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::any::AnyGame;
    use crate::game::ruleset::Ruleset;
    use crate::games::{self, GAMES};
    use crate::seal::{Key, KeyRing, Token};
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    /// Answers with a visit that always has the same keys and the same chance.
    fn visit<T>(query: &str, answer: impl FnOnce(&Visit<'_>) -> T) -> T {
        let keys = KeyRing::of(Key::from_bytes([1; 32]));
        let entropy = |bytes: &mut [u8]| {
            bytes.fill(7);
            true
        };
        let services = Services {
            keys: Some(&keys),
            preview: false,
            settings: &crate::settings::DEFAULT,
            entropy: &entropy,
            now: &|| None,
            address: &|| None,
        };
        let (request, query) =
            (HttpRequest::default(), Query::parse(query.as_bytes(), &games::PARLOUR).unwrap());
        let (services, keys, request, query) = (&services, &keys, &request, &query);
        answer(&Visit { services, keys, request, query, format: &FORMATS[1] })
    }

    /// The game that a query leads to, or the response to it.
    fn game_of(query: &str) -> Result<&'static str, Response> {
        let problem = match visit(query, route::find) {
            Ok((View::Position(shown), _)) => return Ok(shown.ruleset.key),
            Ok((view, _)) => panic!("{query}: {view:?}"),
            Err(problem) => problem,
        };
        Err(show(&FORMATS[0], &View::Problem(problem), &Setting::of(&crate::settings::DEFAULT)))
    }

    fn token_of(game: &'static AnyGame) -> String {
        let dealt = visit("", |visit| solo::deal(visit, game));
        let Ok((View::Position(shown), _)) = dealt else { panic!("no deal") };
        shown.links.token().to_owned()
    }

    /// A game after its rules have changed so often.
    fn changed(game: &AnyGame, times: u16) -> &'static AnyGame {
        let version = game.ruleset.version + times;
        let ruleset = Ruleset { version, ..*game.ruleset };
        Box::leak(Box::new(AnyGame { ruleset: Box::leak(Box::new(ruleset)), ..*game }))
    }

    /// The status of a link of one game that is opened with another.
    fn status(of: &'static AnyGame, with: &'static AnyGame) -> Status {
        let text = token_of(of);
        let opened = visit("", |visit| {
            let opened = visit.open_as(with, &text, Token::read(&text).unwrap())?;
            solo::open(visit, &opened)
        });
        let view = match opened {
            Ok(shown) => View::Position(Box::new(shown)),
            Err(problem) => View::Problem(problem),
        };
        let response = show(&FORMATS[0], &view, &Setting::of(&crate::settings::DEFAULT));
        let new_game = format!("?g={}", with.ruleset.key);
        assert!(response.body.contains(&new_game), "it offers a new game: {}", response.body);
        response.status
    }

    #[test]
    fn a_link_of_another_version_is_refused() {
        for today in GAMES {
            assert_eq!(status(today, today), Status::Ok);
            assert_eq!(status(today, changed(today, 1)), Status::Gone);
            assert_eq!(status(today, changed(today, 2)), Status::Gone);
            // On a server that was not yet brought up to date.
            assert_eq!(status(changed(today, 1), today), Status::BadRequest);
            let mut bytes = URL_SAFE_NO_PAD.decode(token_of(today)).unwrap();
            for version in [bytes[0] - 1, bytes[0] + 1] {
                bytes[0] = version;
                let response = game_of(&format!("s={}", URL_SAFE_NO_PAD.encode(&bytes)));
                assert_eq!(response.map_err(|page| page.status), Err(Status::BadRequest));
            }
        }
    }

    #[test]
    fn the_token_says_which_game_it_is() {
        for game in GAMES {
            let (key, token) = (game.ruleset.key, token_of(game));
            let nobody_knows = ["", "&g=", "&g=bridge"].map(str::to_owned);
            let others = GAMES.iter().map(|other| format!("&g={}", other.ruleset.key));
            for ending in others.chain(nobody_knows) {
                assert_eq!(game_of(&format!("s={token}{ending}")).ok(), Some(key), "{ending}");
            }
        }
    }

    #[test]
    fn a_request_of_a_wrongly_named_game_fails() {
        let nim = token_of(games::find("nim").unwrap());
        let found = visit(&format!("s={nim}&g=mines&open=3"), route::find);
        let Ok((View::Position(shown), _)) = found else { panic!("no position") };
        assert_eq!(shown.step.refusal.map(|refusal| refusal.fault.code), Some(603));
    }

    #[test]
    fn tokens_of_unknown_game_or_purpose_are_damaged() {
        let bytes = URL_SAFE_NO_PAD.decode(token_of(&GAMES[0])).unwrap();
        for (place, unknown) in [(1, 0), (1, 3), (1, 7), (1, 255), (2, 0), (2, 99), (2, 255)] {
            let mut changed = bytes.clone();
            changed[place] = unknown;
            let token = URL_SAFE_NO_PAD.encode(changed);
            for (ending, expected) in [("", 400), ("&g=maze", 400), ("&g=bridge", 404)] {
                let response = game_of(&format!("s={token}{ending}")).unwrap_err();
                assert_eq!(response.status.code(), expected, "{place} {unknown} {ending}");
            }
        }
    }

    /// The numbers are in links.
    #[test]
    fn the_numbers_of_games_do_not_change() {
        let numbers = |key| games::find(key).map(|game| game.ruleset.number);
        let keys = [
            "concentration",
            "tictactoe",
            "noughts",
            "nim",
            "maze",
            "mines",
            "mastermind",
            "rps",
            "eights",
        ];
        for (number, key) in (1..).zip(keys) {
            assert_eq!(numbers(key), Some(number), "{key}");
        }
        for (at, game) in GAMES.iter().enumerate() {
            let number = game.ruleset.number;
            assert!(GAMES[..at].iter().all(|other| other.ruleset.number != number), "{number}");
            // Two letters of a header would be hyphens or underscores with the larger numbers.
            assert!((1..62).contains(&number), "{number}");
        }
    }
}
