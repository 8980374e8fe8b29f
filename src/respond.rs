//! The mid-end: from a request to a response. The one place where the parts of the house meet; a
//! new game never edits it.
//!
//! query -> game -> open -> referee -> page -> client -> response, in one direction, nothing kept.

use crate::clients::{self, CLIENTS, Client, Document, Table, View};
use crate::doctor::checkup::{self, Checkup};
use crate::game::chance::DealId;
use crate::game::contract::{Choices, Fault, Request as GameRequest, Row, Ruleset, Step};
use crate::game::date::Day;
use crate::game::pack::{Packer, Unpacker};
use crate::games;
use crate::gateway::cgi::{Keep, Method, Request, Response, Status};
use crate::links::Links;
use crate::problem::Problem;
use crate::query::{BadQuery, Query};
use crate::seal::keys::KeyRing;
use crate::seal::{self, Binding, NONCE_BYTES, Unopened};

/// What the house has besides the request: its keys, chance and the calendar.
pub struct House<'a> {
    /// The keys, if it is set up.
    pub keys: Option<&'a KeyRing>,
    /// Whether the keys die with the preview server, so that pages can say it.
    pub preview: bool,
    /// Fills bytes from the operating system's generator; tells whether it could.
    pub entropy: &'a dyn Fn(&mut [u8]) -> bool,
    /// Today, in UTC.
    pub today: &'a dyn Fn() -> Option<Day>,
    /// The doctor's page, to a pass that is good.
    pub examine: &'a dyn Fn(&str) -> Option<Checkup>,
}

/// What a token is for: a position, in which whoever holds the link may move.
const POSITION: &str = "pos";

/// Answers a request.
pub fn respond(house: &House<'_>, request: &Request) -> Response {
    respond_then(house, request, |response| response)
}

/// Answers a request and hands the response on at once, before anything that led to it is taken
/// down: a program that ends with the response need not tidy up piece by piece.
pub fn respond_then<T>(
    house: &House<'_>,
    request: &Request,
    then: impl FnOnce(Response) -> T,
) -> T {
    let query = Query::parse(&request.query).map_err(|bad| match bad {
        BadQuery::TooLong => Problem::TooLong,
        BadQuery::Repeated => Problem::Repeated,
    });
    let name = query.as_ref().map_or(None, |query| query.client.as_deref());
    let client = clients::find(name).ok_or(Problem::NoSuchClient);
    let found = check_request(request).and(client.clone()).and_then(|client| {
        let query = query?;
        find_view(house, &query, client.links)
    });
    let client = client.unwrap_or(&CLIENTS[0]);
    let (view, keep) = found.unwrap_or_else(|problem| (View::Problem(problem), Keep::No));
    then(show(client, &view, keep, house.preview))
}

/// The answer when the program itself is at fault.
pub fn respond_to_bug() -> Response {
    show(&CLIENTS[0], &View::Problem(Problem::Bug), Keep::No, false)
}

fn show(client: &Client, view: &View<'_>, keep: Keep, preview: bool) -> Response {
    let status = match view {
        View::Problem(problem) => problem.status(),
        _ => Status::Ok,
    };
    let Document { content_type, policy, body } = (client.render)(view, preview);
    Response { status, content_type, policy, keep, body }
}

fn check_request(request: &Request) -> Result<(), Problem> {
    match request {
        Request { method: Method::Other, .. } => Err(Problem::WrongMethod),
        Request { has_path: true, .. } => Err(Problem::NoSuchPage),
        _ => Ok(()),
    }
}

fn find_view<'a>(
    house: &House<'_>,
    query: &Query,
    links: Links,
) -> Result<(View<'a>, Keep), Problem> {
    let keys = house.keys.ok_or(Problem::NotSetUp)?;
    let Some(key) = &query.game else {
        return match query.token {
            Some(_) => Err(Problem::Damaged(None)),
            None => Ok((View::Parlour(games::GAMES), Keep::TenMinutes)),
        };
    };
    let Some(row) = games::find(key) else {
        return find_checkup(house, key, query).ok_or(Problem::NoSuchGame);
    };
    if query.rules {
        return Ok((View::Rules(row.ruleset), Keep::TenMinutes));
    }
    match &query.token {
        Some(token) => open_table(house, keys, row, token, query, links),
        None => deal_table(house, keys, row, query, links),
    }
}

/// The doctor's page. Without a good pass it is a game that nobody knows.
fn find_checkup<'a>(house: &House<'_>, key: &str, query: &Query) -> Option<(View<'a>, Keep)> {
    let pass = query.token.as_ref().filter(|_| key == checkup::NAME)?;
    Some((View::Doctor((house.examine)(pass)?), Keep::No))
}

/// A new game, as the query asks for it.
fn deal_table<'a>(
    house: &House<'_>,
    keys: &KeyRing,
    row: &'static Row,
    query: &Query,
    links: Links,
) -> Result<(View<'a>, Keep), Problem> {
    let choices = choose(row.ruleset, query)?;
    let deal = identify_deal(house, row.ruleset, query)?;
    let secret: &[u8] = if row.ruleset.secret_deal { keys.sealing_key().bytes() } else { &[] };
    let mut packer = start_packing(row.ruleset, &choices, deal);
    let step = (row.deal)(&choices, &mut deal.chance(row.ruleset.key, secret), &mut packer);
    let table = lay_table(house, keys, links, row.ruleset, (choices, deal), packer, step)?;
    Ok((View::Table(Box::new(table)), Keep::No))
}

/// The position in a token, after the request that the query puts, if any.
fn open_table<'a>(
    house: &House<'_>,
    keys: &KeyRing,
    row: &'static Row,
    token: &str,
    query: &Query,
    links: Links,
) -> Result<(View<'a>, Keep), Problem> {
    let ruleset = row.ruleset;
    let damaged = Problem::Damaged(Some(ruleset));
    let position = seal::open(keys, binding(ruleset), token).map_err(|why| match why {
        Unopened::Damaged => damaged.clone(),
        Unopened::RetiredKey => Problem::RetiredKey(ruleset),
        Unopened::OlderRuleset => Problem::OlderRuleset(ruleset),
    })?;
    let mut packed = Unpacker::new(&position);
    let choices = Choices::unpack(ruleset, &mut packed).map_err(|_| damaged.clone())?;
    let deal = DealId::unpack(&mut packed).map_err(|_| damaged.clone())?;
    let mut packer = start_packing(ruleset, &choices, deal);
    let (request, fault) = match find_request(ruleset, query) {
        Ok(request) => (request, None),
        Err(fault) => (None, Some(fault)),
    };
    let played = (row.play)(&choices, packed, request.as_ref(), &mut packer);
    let step = played.map_err(|_| damaged)?;
    let step = Step { fault: fault.or(step.fault), ..step };
    let mut table = lay_table(house, keys, links, ruleset, (choices, deal), packer, step)?;
    table.tool = query.tool.clone().or(request.map(|request| request.name.to_owned()));
    Ok((View::Table(Box::new(table)), Keep::TenMinutes))
}

fn choose(ruleset: &'static Ruleset, query: &Query) -> Result<Choices, Problem> {
    let mut choices = Choices::defaults(ruleset);
    for (name, value) in &query.rest {
        let option = ruleset.options.iter().find(|spec| spec.name == *name);
        if let Some(option) = option
            && !choices.choose(ruleset, name, value)
        {
            return Err(Problem::NoSuchValue(ruleset, option.name));
        }
    }
    Ok(choices)
}

fn identify_deal(
    house: &House<'_>,
    ruleset: &'static Ruleset,
    query: &Query,
) -> Result<DealId, Problem> {
    if let Some(day) = &query.day {
        let day = if day == "today" { (house.today)() } else { Day::parse(day) };
        return day.map(DealId::Day).ok_or(Problem::NoSuchDay(ruleset));
    }
    if let Some(seed) = &query.seed {
        return Ok(DealId::from_seed_text(seed));
    }
    let mut bytes = [0; 5];
    let drawn = (house.entropy)(&mut bytes);
    drawn.then(|| DealId::from_random(bytes)).ok_or(Problem::NoRandomness)
}

/// The request in the query. A name that neither the house nor the game knows is taken for an
/// attempt at a request, and told so, if there is no other and it is not the mark that mail and
/// search sites leave on links.
fn find_request(ruleset: &Ruleset, query: &Query) -> Result<Option<GameRequest>, Fault> {
    let is_known = |name: &str| ruleset.request(name).is_some();
    let mut requests = query.rest.iter().filter(|(name, _)| is_known(name));
    match (requests.next(), requests.next()) {
        (Some((name, arguments)), None) => GameRequest::parse(ruleset, name, arguments).map(Some),
        (Some(_), Some(_)) => Err(ruleset.fault(606)),
        (None, _) => match query.rest.iter().all(|(name, _)| is_no_request(ruleset, name)) {
            true => Ok(None),
            false => Err(ruleset.fault(603)),
        },
    }
}

fn is_no_request(ruleset: &Ruleset, name: &str) -> bool {
    let is_option = ruleset.options.iter().any(|spec| spec.name == name);
    is_option || is_mark_of_others(name)
}

fn is_mark_of_others(name: &str) -> bool {
    name.starts_with("utm_") || name.ends_with("clid")
}

/// What is sealed: the choices, the identity of the deal, and the position of the game.
fn start_packing(ruleset: &Ruleset, choices: &Choices, deal: DealId) -> Packer {
    let mut packer = Packer::new();
    choices.pack(ruleset, &mut packer);
    deal.pack(&mut packer);
    packer
}

fn lay_table<'a>(
    house: &House<'_>,
    keys: &KeyRing,
    links: Links,
    ruleset: &'static Ruleset,
    (choices, deal): (Choices, DealId),
    packer: Packer,
    step: Step,
) -> Result<Table<'a>, Problem> {
    let mut nonce = [0; NONCE_BYTES];
    if !(house.entropy)(&mut nonce) {
        return Err(Problem::NoRandomness);
    }
    let token = seal::seal(keys, binding(ruleset), &nonce, &packer.finish());
    let links = links.position(ruleset, &token);
    Ok(Table { ruleset, choices, deal, links, step, tool: None })
}

/// What the token of a position is bound to.
pub fn binding(ruleset: &Ruleset) -> Binding<'_> {
    Binding { purpose: POSITION, game: ruleset.key, ruleset_version: ruleset.version }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::keys::Key;

    /// A game as it will be when its rules have changed.
    fn changed(row: &Row) -> &'static Row {
        let ruleset = Ruleset { version: row.ruleset.version + 1, ..*row.ruleset };
        Box::leak(Box::new(Row { ruleset: Box::leak(Box::new(ruleset)), ..*row }))
    }

    /// What a link of one row comes to when it is opened with another: the status.
    fn status(of: &'static Row, with: &'static Row) -> Status {
        let keys = KeyRing::of(Key::from_bytes([1; 32]));
        let entropy = |bytes: &mut [u8]| {
            bytes.fill(7);
            true
        };
        let house = House {
            keys: Some(&keys),
            preview: false,
            entropy: &entropy,
            today: &|| None,
            examine: &|_| None,
        };
        let dealt = deal_table(&house, &keys, of, &Query::default(), CLIENTS[0].links);
        let Ok((View::Table(table), _)) = dealt else { panic!("{dealt:?}") };
        let link = table.links.position().trim_start_matches('?').as_bytes();
        let token = Query::parse(link).ok().and_then(|query| query.token).unwrap_or_default();
        let opened = open_table(&house, &keys, with, &token, &Query::default(), CLIENTS[0].links);
        let (view, keep) = opened.unwrap_or_else(|problem| (View::Problem(problem), Keep::No));
        let response = show(&CLIENTS[0], &view, keep, false);
        let new_game = format!("?g={}", with.ruleset.key);
        assert!(response.body.contains(&new_game), "it offers a new game: {}", response.body);
        response.status
    }

    #[test]
    fn links_of_an_older_version_are_gone() {
        for today in games::GAMES {
            let tomorrow = changed(today);
            assert_eq!(status(today, today), Status::Ok);
            assert_eq!(status(today, tomorrow), Status::Gone);
            assert_eq!(status(today, changed(tomorrow)), Status::Gone);
            // On a server that was not yet brought up to date.
            assert_eq!(status(tomorrow, today), Status::BadRequest);
        }
    }
}
