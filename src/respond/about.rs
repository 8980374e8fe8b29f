//! The pages about games: the index, the rules, the options of a new game, what a link is made of, a
//! link as a QR code.

use super::visit::{Found, TABLE, Visit};
use super::{people, solo};
use crate::formats::table::Anatomy;
use crate::formats::view::{Feed, LinkToSend, Manual, NewGame, Parlour, Rules, Sample, View};
use crate::game::any::{AnyGame, Asker};
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpacker};
use crate::game::page::At;
use crate::game::seat::Viewer;
use crate::games;
use crate::gateway::http::CachePolicy;
use crate::problem::Problem;
use crate::query::About;
use crate::seal;

/// All games.
pub fn parlour<'v>(visit: &Visit<'_>) -> (View<'v>, CachePolicy) {
    let today = visit.today();
    (View::Parlour(Parlour { games: games::GAMES, today }), CachePolicy::TenMinutes)
}

/// The puzzles of the last days.
pub fn feed<'v>(visit: &Visit<'_>) -> (View<'v>, CachePolicy) {
    let today = visit.today();
    let address = (visit.services.address)();
    (View::Feed(Feed { games: games::GAMES, today, address }), CachePolicy::TenMinutes)
}

/// A page about a game, with a way back to the position that it was opened from.
pub fn find<'v>(visit: &Visit<'_>, game: &'static AnyGame, about: About) -> Found<'v> {
    if about == About::QrCode
        && let Some(found) = show_as_code(visit, game)
    {
        return found;
    }
    let ruleset = game.ruleset;
    let token = visit.token();
    let opened = token.map(|token| (visit.unseal(ruleset, &token), token));
    let is_table = |purpose: &str| purpose == TABLE;
    let from = match &opened {
        Some((Ok((purpose, _)), token)) => {
            let links = visit.format.links.position(ruleset, token);
            // Whoever has a password goes back to what they see from it.
            let password = visit.query.password.as_deref().filter(|_| is_table(purpose));
            let password = password.and_then(crate::table::password::Password::read);
            Some(password.map_or(links.clone(), |password| links.with_password(password)))
        }
        _ => None,
    };
    let back = from.as_ref().map(|links| links.position().clone());
    let view = match (about, opened) {
        (About::ThisLink, Some((opened, token))) => {
            let (purpose, sealed) = opened?;
            if !is_table(purpose) {
                return take_apart(visit, game, &token, &sealed);
            }
            View::Rules(Rules { ruleset, back })
        }
        (About::People | About::ThisLink | About::QrCode, _) => {
            View::Rules(Rules { ruleset, back })
        }
        (About::Programs, _) => {
            let rules = Rules { ruleset, back };
            let several = Choices::defaults(ruleset.options).with_people(2);
            let has_tables = ruleset.people.1 > 1 && (game.is_closed)(&several);
            let address = (visit.services.address)();
            View::Manual(Box::new(Manual { rules, sample: sample(game), has_tables, address }))
        }
        (About::NewGame, _) => {
            let choices = visit.choices(game)?;
            View::NewGame(NewGame { ruleset, choices, from })
        }
    };
    Ok((view, cache_policy(visit)))
}

/// The beginning of a game, always the same one, and of the first request that changes something.
fn sample(game: &AnyGame) -> Sample {
    let choices = Choices::defaults(game.ruleset.options);
    let person = Asker::nameless(Viewer::Seat(0));
    let mut packer = Packer::new();
    let first = (game.deal)(&choices, &mut Chance::from_seed([1; 32]), person, &mut packer);
    let places = first.page.parts.iter().enumerate().flat_map(|(part, shown)| {
        let cells = shown.cells().iter().enumerate();
        cells.flat_map(move |(cell, found)| {
            found.offers.iter().map(move |offer| (offer, Some(At { part, cell })))
        })
    });
    let all = places.chain(first.page.offers.iter().map(|offer| (offer, None)));
    let changing = all.filter(|(offer, _)| !offer.request.spec.read_only);
    // One with arguments tells more.
    let request = changing.min_by_key(|(offer, _)| offer.request.arguments.is_empty());
    let request = request.map(|(offer, at)| (offer.request.clone(), at));
    let asked = request.as_ref().map(|(request, _)| request);
    let play = |packer: Packer| {
        let (packed, mut packer) = (packer.finish(), Packer::new());
        let step = (game.play)(&choices, Unpacker::new(&packed), person, asked, &mut packer).ok();
        (step, packer)
    };
    let (then, packer) = play(packer);
    let again = play(packer).0.and_then(|step| step.refusal);
    Sample { then: then.unwrap_or_else(|| first.clone()), first, request, again }
}

/// A page that was asked for with a password is not kept.
fn cache_policy(visit: &Visit<'_>) -> CachePolicy {
    if visit.query.password.is_some() { CachePolicy::No } else { CachePolicy::TenMinutes }
}

/// The link to the position as a code. It is made of the token alone, so that no password of the query
/// gets into a picture that is held up to others. None without a position, and where the absolute
/// address is not known.
fn show_as_code<'v>(visit: &Visit<'_>, game: &'static AnyGame) -> Option<Found<'v>> {
    let ruleset = game.ruleset;
    let token = visit.token()?;
    let address = (visit.services.address)()?;
    let view = |(purpose, sealed): (&str, seal::Opened)| {
        let links = visit.format.links.position(ruleset, &token);
        let has_passwords = purpose == TABLE;
        let back = match has_passwords {
            true => links.at(people::turn_code(game, &sealed)?),
            false => links.position().clone(),
        };
        let address = back.at(&address);
        let link = LinkToSend { ruleset, address, has_passwords, back };
        Ok((View::QrCode(link), cache_policy(visit)))
    };
    Some(visit.unseal(ruleset, &token).and_then(view))
}

/// What a link is made of.
fn take_apart<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    token: &str,
    sealed: &seal::Opened,
) -> Found<'v> {
    let ruleset = game.ruleset;
    let table = solo::open(visit, game, token, sealed)?;
    // A token that opens has its parts.
    let parts = seal::parts(token).ok_or(Problem::Damaged(Some(ruleset)))?;
    let flipped = visit.format.links.position(ruleset, &flipped(token)).position().clone();
    let links = visit.format.links.position(ruleset, token);
    let request = visit.request(ruleset).ok().flatten();
    let anatomy = Anatomy { table, token: token.to_owned(), parts, request, links, flipped };
    Ok((View::Anatomy(Box::new(anatomy)), CachePolicy::TenMinutes))
}

/// The token with one letter of what is sealed changed for another.
fn flipped(token: &str) -> String {
    let middle = token.len() * 3 / 4;
    let flip = |(at, letter)| match (at == middle, letter) {
        (false, letter) => letter,
        (true, 'x') => 'y',
        (true, _) => 'x',
    };
    token.chars().enumerate().map(flip).collect()
}
