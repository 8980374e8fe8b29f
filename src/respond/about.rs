//! The pages about games: the index, the rules, the options of a new game, what a link is made of, a
//! link as a QR code.

use super::asked::Asked;
use super::visit::{Found, Opened, Visit};
use super::{people, solo};
use crate::date::Day;
use crate::formats::shown::{Anatomy, Shown};
use crate::formats::view::{LinkToSend, NewGame, Parlour, Puzzles, Rules, View};
use crate::game::any::AnyGame;
use crate::game::options::Choices;
use crate::game::ruleset::Ruleset;
use crate::game::secrecy::Hides;
use crate::gateway::http::CachePolicy;
use crate::links::{self, PositionLinks};
use crate::problem::Problem;
use crate::query::About;
use crate::seal::Purpose;
use crate::table::password::Password;

/// All games. For people, a site of one game begins with the options of that game.
pub fn parlour(visit: &Visit<'_>) -> Found {
    if let [game] = &*visit.services.settings.games
        && visit.format.name != "json"
    {
        let (ruleset, choices) = (game.ruleset, visit.choices(game)?);
        let page = View::NewGame(NewGame { ruleset, choices, from: None });
        return Ok((page, CachePolicy::TenMinutes));
    }
    let today = visit.today();
    let puzzle = today.and_then(|today| open_puzzle(visit, today.day)).map(Box::new);
    Ok((View::Parlour(Parlour { today, puzzle }), CachePolicy::TenMinutes))
}

/// The puzzle of this day that can be played on the start page. The puzzles that hide nothing take turns,
/// since a board of hidden things shows nothing.
fn open_puzzle(visit: &Visit<'_>, day: Day) -> Option<Shown<'static>> {
    let hides_nothing = |ruleset: &&Ruleset| {
        let choices = ruleset.choices_of_day(Choices::defaults(ruleset.options));
        (ruleset.secrecy)(&choices).hides == Hides::Nothing
    };
    let open: Vec<_> = visit.services.settings.daily().filter(hides_nothing).collect();
    let ruleset = open.get(usize::from(day.number()).checked_rem(open.len())?)?;
    solo::puzzle(visit, visit.program().find(ruleset.key)?, day).ok()
}

/// The puzzles of the last days. There is no such page if no game here has puzzles.
pub fn puzzles(visit: &Visit<'_>) -> Found {
    if visit.services.settings.daily().next().is_none() {
        return Err(Problem::NoSuchPage);
    }
    let (today, address) = (visit.today(), (visit.services.address)());
    let puzzles = Puzzles { today, address, is_feed: visit.query.feed };
    Ok((View::Puzzles(puzzles), CachePolicy::TenMinutes))
}

/// The rules of a game, or its manual, whichever view `page` makes.
pub fn rules(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    from: Option<Opened>,
    page: fn(Rules<'static>) -> View<'static>,
) -> Found {
    let back = from.map(|opened| way_back(visit, opened).position().clone());
    let ruleset = game.ruleset;
    let of_day = ruleset.choices_of_day(Choices::defaults(ruleset.options));
    let has_solution = (game.has_solution)(&of_day);
    Ok((page(Rules { ruleset, has_solution, back }), cache_policy(visit)))
}

/// The options of a new game.
pub fn new_game(visit: &Visit<'_>, game: &'static AnyGame, from: Option<Opened>) -> Found {
    let (ruleset, choices) = (game.ruleset, visit.choices(game)?);
    let from = from.map(|opened| way_back(visit, opened));
    Ok((View::NewGame(NewGame { ruleset, choices, from }), cache_policy(visit)))
}

/// The links from the position that a page was opened from. A player with a password goes back to
/// their own page.
fn way_back(visit: &Visit<'_>, opened: Opened) -> PositionLinks {
    let password = visit.query.password.as_deref().and_then(Password::read);
    let has_passwords = matches!(opened.token.purpose, Purpose::Table | Purpose::Answer);
    match (password.filter(|_| has_passwords), visit.query.after) {
        (Some(password), _) => opened.links.with_password(password),
        (None, Some(moment)) if !has_passwords => opened.links.after(moment),
        (None, _) => opened.links,
    }
}

/// A page that was asked for with a password is not kept.
fn cache_policy(visit: &Visit<'_>) -> CachePolicy {
    if visit.query.password.is_some() { CachePolicy::No } else { CachePolicy::TenMinutes }
}

/// The link to the position as a code. It is made of the token alone, so that no password of the query
/// gets into a picture that is held up to others. Without the address of the program, it is the rules.
pub fn qr_code(visit: &Visit<'_>, opened: Opened) -> Found {
    let game = opened.game;
    let Some(address) = (visit.services.address)() else {
        return rules(visit, game, Some(opened), View::Rules);
    };
    let has_passwords = opened.token.purpose != Purpose::Position;
    let back = if opened.token.purpose == Purpose::Table {
        opened.links.at(people::turn_code(visit, &opened)?)
    } else {
        opened.links.position().clone()
    };
    let (ruleset, address) = (game.ruleset, back.at(&address));
    let link = LinkToSend { ruleset, address, has_passwords, back };
    Ok((View::QrCode(link), cache_policy(visit)))
}

/// The page about the parts of a link.
pub fn take_apart(visit: &Visit<'_>, opened: &Opened) -> Found {
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
