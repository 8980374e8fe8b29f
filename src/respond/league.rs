//! Results and leagues. A result proves that people played a game to its end at a table of this
//! server. A league adds up results. Both are links, and the server stores neither.

use super::people::{TOO_LONG, TOO_MANY_LINKS};
use super::visit::{Found, Opened, Visit};
use crate::formats::party::{Party, Seated, Stage};
use crate::formats::shown::{Sharing, Shown};
use crate::formats::view::{LeaguePage, View};
use crate::game::any::{AnyGame, Step};
use crate::game::page::{End, Page};
use crate::game::seat::{Perspective, Viewer};
use crate::game::verification::Commitment;
use crate::gateway::http::CachePolicy;
use crate::links;
use crate::query::paste;
use crate::seal::{Purpose, Token};
use crate::table::league::League;
use crate::table::result::GameResult;
use crate::table::turn_code::code_text;

/// The page of a result.
pub fn look_at_result(visit: &Visit<'_>, opened: &Opened) -> Found {
    let (game, links) = (opened.game, opened.links.clone());
    let result = GameResult::unpack(game, &opened.content).map_err(|why| opened.damaged(why))?;
    let GameResult { choices, turn_code, .. } = &result;
    let seated =
        |(name, is_player): &(_, bool)| Seated { is_absent: !is_player, ..Seated::new(name) };
    let party = Party {
        stage: Stage::Result(result.number),
        people: result.people.iter().map(seated).collect(),
        table_code: code_text(result.table_code),
        moved: result.ended_at,
        link_to_send: links::position(game.ruleset, links.token()).position().clone(),
        computers: (game.seats)(choices).split_off(result.people.len()),
        ..Party::new(choices.people(), *turn_code)
    };
    let shown = Shown {
        address: (visit.services.address)(),
        sharing: Sharing::Table(Box::new(party)),
        ..Shown::new(game.ruleset, choices.clone(), links, end_of(game, &result))
    };
    Ok((View::Position(Box::new(shown)), CachePolicy::TenMinutes))
}

/// The end of a game, as its result tells it.
fn end_of(game: &AnyGame, result: &GameResult) -> Step {
    let GameResult { choices, outcome, people, .. } = result;
    let mut names = (game.seats)(choices);
    names.iter_mut().zip(people).for_each(|(seat, (name, _))| *seat = name.to_string().into());
    let who = Perspective { viewer: Viewer::Everybody, names, you: None };
    let when = result.ended_at.map(|minute| format!(" on {}", minute.date())).unwrap_or_default();
    let status = format!("It ended{when}. This server sealed the result.");
    let detail = match result.has_replaced {
        true => "A computer played on for somebody, so no league counts this game. Points:",
        false => "Points:",
    };
    let headline = outcome.headline(&who);
    let end = End::new(detail).ranked(outcome, &who, &outcome.points);
    Step {
        mood: outcome.mood(&who),
        ranking: Some(outcome.players(&who)),
        points: outcome.points.clone(),
        commitment: result.secret.clone().map(|secret| Commitment::to(secret, true)),
        ..Step::of(Page::new(headline.clone(), status).ending(Some(end.headed(headline))))
    }
}

/// The page of a league, with the results of the query. Without a token it is a new league.
pub fn look(visit: &Visit<'_>, opened: Option<&Opened>) -> Found {
    let league =
        opened.map(|opened| League::unpack(&opened.content).map_err(|why| opened.damaged(why)));
    let mut league = league.transpose()?.unwrap_or_default();
    let mut game = opened.map(|opened| opened.game);
    let (results, mut news) = read_results(visit);
    for (own, result) in results {
        let title = game.get_or_insert(own).ruleset.title;
        news.push(match title == own.ruleset.title {
            true => league.add(&result),
            false => {
                format!("Game {} is no game of {title}. Open a new league for it.", result.number)
            }
        });
    }
    let (ruleset, link, link_to_send) = match game {
        None => (None, links::league(None), None),
        Some(AnyGame { ruleset, .. }) => {
            let links = visit.seal(ruleset, Purpose::League, league.pack())?;
            let for_people = links::position(ruleset, links.token()).position().clone();
            (Some(*ruleset), links.position().clone(), Some(for_people))
        }
    };
    let address = (visit.services.address)();
    let page = LeaguePage { ruleset, league, news, link, link_to_send, address };
    Ok((View::League(page), CachePolicy::TenMinutes))
}

/// The results in the text of the query, and a sentence if the text has other things, too.
fn read_results(visit: &Visit<'_>) -> (Vec<(&'static AnyGame, GameResult)>, Vec<String>) {
    let Some(text) = &visit.query.pasted else { return Default::default() };
    let (mut results, mut known, mut unknown) = (Vec::new(), String::new(), Vec::new());
    let is_whole = paste::read_each(text, visit.query.readings_left(), |reading| {
        let opened = visit.open(reading, Token::read(reading)).ok();
        let opened = opened.filter(|opened| opened.token.purpose == Purpose::Result);
        let result =
            opened.and_then(|o| Some((o.game, GameResult::unpack(o.game, &o.content).ok()?)));
        let is_result = result.is_some();
        results.extend(result);
        match is_result {
            true => known.push_str(reading),
            false => unknown.push(reading.to_owned()),
        }
        is_result
    });
    // The beginning of a result link is no other link.
    let has_others = unknown.iter().any(|reading| !known.contains(reading));
    let news = match () {
        () if visit.query.is_cut => Some(TOO_LONG),
        () if !is_whole => Some(TOO_MANY_LINKS),
        () => (has_others || results.is_empty()).then_some(NO_RESULT),
    };
    (results, news.map(str::to_owned).into_iter().collect())
}

/// The sentence for a link that is no result link of this server, and for a text without links.
const NO_RESULT: &str = "Something here is no result link of this server. Open the last page of each game, and copy the whole link behind \u{201c}Keep the result\u{201d}.";
