//! The pages about games: the index, the rules, the options of a new game, what a link is made of, a
//! link as a QR code.

use super::asked::Asked;
use super::visit::{Found, Opened, Visit};
use super::{people, solo};
use crate::formats::shown::Anatomy;
use crate::formats::view::{LinkToSend, NewGame, Parlour, Puzzles, Rules, View};
use crate::game::any::AnyGame;
use crate::gateway::http::CachePolicy;
use crate::links::{self, PositionLinks};
use crate::problem::Problem;
use crate::query::About;
use crate::seal::Purpose;
use crate::table::password::Password;

/// All games.
pub fn parlour(visit: &Visit<'_>) -> Found {
    let today = visit.today();
    Ok((View::Parlour(Parlour { today }), CachePolicy::TenMinutes))
}

/// The puzzles of the last days.
pub fn puzzles(visit: &Visit<'_>) -> Found {
    let (today, address) = (visit.today(), (visit.services.address)());
    let puzzles = Puzzles { today, address, is_feed: visit.query.feed };
    Ok((View::Puzzles(puzzles), CachePolicy::TenMinutes))
}

/// A page about a game, with a way back to the position that it was opened from.
pub fn find(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    about: About,
    opened: Option<Result<Opened, Problem>>,
) -> Found {
    let ruleset = game.ruleset;
    let opened = match (about, opened) {
        (About::ThisLink, Some(opened)) => {
            let opened = opened.map_err(|problem| match problem {
                Problem::Damaged(sealed) => Problem::Changed(sealed),
                other => other,
            })?;
            if opened.token.purpose == Purpose::Position {
                return take_apart(visit, &opened);
            }
            Some(opened)
        }
        (About::QrCode, Some(opened)) => match (visit.services.address)() {
            Some(address) => return show_as_code(visit, &opened?, &address),
            None => opened.ok(),
        },
        (_, opened) => opened.and_then(Result::ok),
    };
    let from = opened.map(|opened| way_back(visit, opened));
    let rules = Rules { ruleset, back: from.as_ref().map(|links| links.position().clone()) };
    let view = match about {
        About::People | About::ThisLink | About::QrCode => View::Rules(rules),
        About::Programs => View::Manual(rules),
        About::NewGame => View::NewGame(NewGame { ruleset, choices: visit.choices(game)?, from }),
    };
    Ok((view, cache_policy(visit)))
}

/// The links from the position that a page was opened from. A player with a password goes back to
/// their own page.
fn way_back(visit: &Visit<'_>, opened: Opened) -> PositionLinks {
    let password = visit.query.password.as_deref().and_then(Password::read);
    let has_passwords = matches!(opened.token.purpose, Purpose::Table | Purpose::Answer);
    match password.filter(|_| has_passwords) {
        Some(password) => opened.links.with_password(password),
        None => opened.links,
    }
}

/// A page that was asked for with a password is not kept.
fn cache_policy(visit: &Visit<'_>) -> CachePolicy {
    if visit.query.password.is_some() { CachePolicy::No } else { CachePolicy::TenMinutes }
}

/// The link to the position as a code. It is made of the token alone, so that no password of the query
/// gets into a picture that is held up to others.
fn show_as_code(visit: &Visit<'_>, opened: &Opened, address: &str) -> Found {
    let has_passwords = opened.token.purpose != Purpose::Position;
    let back = if opened.token.purpose == Purpose::Table {
        opened.links.at(people::turn_code(visit, opened)?)
    } else {
        opened.links.position().clone()
    };
    let (ruleset, address) = (opened.game.ruleset, back.at(address));
    let link = LinkToSend { ruleset, address, has_passwords, back };
    Ok((View::QrCode(link), cache_policy(visit)))
}

/// The page about the parts of a link.
fn take_apart(visit: &Visit<'_>, opened: &Opened) -> Found {
    let (table, ruleset) = (solo::open(visit, opened)?, opened.game.ruleset);
    let links = opened.links.clone();
    let flipped = links::position(ruleset, &flipped(links.token()));
    let anatomy = Anatomy {
        table,
        token: opened.token.clone(),
        request: Asked::by_name(visit, ruleset).request().cloned(),
        links,
        flipped: flipped.about(About::ThisLink),
    };
    Ok((View::Anatomy(Box::new(anatomy)), CachePolicy::TenMinutes))
}

/// The token with one of its letters changed, of those in which the content is sealed.
fn flipped(token: &str) -> String {
    let middle = token.len() * 3 / 4;
    let flip = |(at, letter)| match (at == middle, letter) {
        (false, letter) => letter,
        (true, 'x') => 'y',
        (true, _) => 'x',
    };
    token.chars().enumerate().map(flip).collect()
}
