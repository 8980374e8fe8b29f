//! The way from a request to a response. Everything else meets here; a new game never edits it.
//!
//! query -> game -> open -> referee -> page -> client -> response, in one direction, nothing kept.

use crate::clients::{self, CLIENTS, Client, Document, Table, View};
use crate::date::Day;
use crate::deal::{Deal, DealId};
use crate::doctor::checkup::{self, Checkup};
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::request::{Fault, Request, SEVERAL_REQUESTS, UNKNOWN_REQUEST};
use crate::game::ruleset::{Deals, Ruleset};
use crate::game::seat::Viewer;
use crate::games;
use crate::gateway::http::{CachePolicy, HttpRequest, Method, Response, Status};
use crate::problem::Problem;
use crate::query::{self, BadQuery, Query};
use crate::seal::{self, Binding, KeyRing, NONCE_BYTES, OpenError};

/// What is needed to answer besides the request: keys, chance and the calendar.
pub struct Services<'a> {
    /// The keys, if the program is set up.
    pub keys: Option<&'a KeyRing>,
    /// Whether the keys die with the preview server, so that pages can say it.
    pub preview: bool,
    /// Fills bytes from the operating system's generator; tells whether it could.
    pub entropy: &'a dyn Fn(&mut [u8]) -> bool,
    /// Seconds since 1970-01-01T00:00:00Z.
    pub now: &'a dyn Fn() -> Option<u64>,
    /// The doctor's page, to a pass that is good.
    pub examine: &'a dyn Fn(&str) -> Option<Checkup>,
}

/// What a token is for: a position, in which whoever holds the link may move.
const POSITION: &str = "pos";

/// How far the clocks of two servers may differ, in seconds: two hours.
const CLOCKS_APART_MAX: u64 = 2 * 60 * 60;

/// The viewer at a table with one person.
const PERSON: Asker<'_> = Asker::nameless(Viewer::Seat(0));

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
    // A query that cannot be read may still say for which client.
    let name = match &query {
        Ok(query) => query.client.as_deref(),
        Err(_) => query::client_name(&request.query),
    };
    let client = clients::find(name).ok_or(Problem::NoSuchClient);
    let found = check_request(request).and(client.clone()).and_then(|client| {
        let query = query?;
        let keys = services.keys.ok_or(Problem::NotSetUp)?;
        Visit { services, keys, query: &query, client }.view()
    });
    let (view, cache) = found.unwrap_or_else(|problem| (View::Problem(problem), CachePolicy::No));
    then(show(client.unwrap_or(&CLIENTS[0]), &view, cache, services.preview))
}

/// The answer when the program itself is at fault.
pub fn respond_to_bug() -> Response {
    show(&CLIENTS[0], &View::Problem(Problem::Bug), CachePolicy::No, false)
}

fn show(client: &Client, view: &View<'_>, cache: CachePolicy, preview: bool) -> Response {
    let (status, location) = match view {
        View::Problem(problem) => (problem.status(), None),
        View::Redirect(link) => (Status::SeeOther, Some(link.clone())),
        _ => (Status::Ok, None),
    };
    let Document { content_type, policy, body } = (client.render)(view, preview);
    Response { status, content_type, policy, cache, location, body }
}

fn check_request(request: &HttpRequest) -> Result<(), Problem> {
    match request {
        HttpRequest { method: Method::Other, .. } => Err(Problem::WrongMethod),
        HttpRequest { has_path: true, .. } => Err(Problem::NoSuchPage),
        _ => Ok(()),
    }
}

/// What a request finds, and how long it may be kept.
type Found<'a> = Result<(View<'a>, CachePolicy), Problem>;

/// A request that could be read, and everything that it takes to answer it.
struct Visit<'a> {
    services: &'a Services<'a>,
    keys: &'a KeyRing,
    query: &'a Query,
    client: &'a Client,
}

impl Visit<'_> {
    fn view<'v>(&self) -> Found<'v> {
        let Some(key) = &self.query.game else {
            return match self.query.token {
                Some(_) => Err(Problem::Damaged(None)),
                None => Ok((View::Parlour(games::GAMES), CachePolicy::TenMinutes)),
            };
        };
        match (games::find(key), &self.query.token) {
            (None, _) => self.checkup(key).ok_or(Problem::NoSuchGame),
            (Some(game), _) if self.query.rules => {
                Ok((View::Rules(game.ruleset), CachePolicy::TenMinutes))
            }
            (Some(game), Some(token)) => self.open(game, token),
            (Some(game), None) => self.deal(game),
        }
    }

    /// The doctor's page. Without a good pass it is a game that nobody knows.
    fn checkup<'v>(&self, key: &str) -> Option<(View<'v>, CachePolicy)> {
        let pass = self.query.token.as_ref().filter(|_| key == checkup::NAME)?;
        Some((View::Doctor((self.services.examine)(pass)?), CachePolicy::No))
    }

    /// A new game, as the query asks for it. A browser is sent on to an address of the very deal, so
    /// that Back, Reload and a bookmark keep it.
    fn deal<'v>(&self, game: &'static AnyGame) -> Found<'v> {
        let ruleset = game.ruleset;
        let choices = self.choices(ruleset)?;
        let deals = (game.deals)(&choices);
        let deal = self.which_deal(ruleset, deals)?;
        let is_lasting = deals == Deals::Alike || self.names(deal, deals);
        let is_here = is_lasting || !self.client.redirects;
        if !is_here && deal.to_query().is_some() {
            let link = self.client.links.deal(ruleset, &choices, Some(deal));
            return Ok((View::Redirect(link), CachePolicy::No));
        }
        let mut packer = start_packing(ruleset, &choices, deal);
        let secret = self.secret(ruleset, deal)?;
        let mut chance = deal.chance(ruleset.key, secret);
        let step = (game.deal)(&choices, &mut chance, PERSON, &mut packer);
        let table = self.table(ruleset, choices, deal, packer, step)?;
        let cache = if is_lasting { CachePolicy::TenMinutes } else { CachePolicy::No };
        match is_here {
            true => Ok((View::Table(Box::new(table)), cache)),
            false => Ok((View::Redirect(table.links.position().to_owned()), cache)),
        }
    }

    /// The position in a token, after the request that the query puts, if any.
    fn open<'v>(&self, game: &'static AnyGame, token: &str) -> Found<'v> {
        let ruleset = game.ruleset;
        let sealed = seal::open(self.keys, binding(ruleset), ruleset.oldest_version, token);
        let sealed = sealed.map_err(|why| match why {
            OpenError::Damaged => Problem::Damaged(Some(ruleset)),
            OpenError::RetiredKey => Problem::RetiredKey(ruleset),
            OpenError::OlderRuleset => Problem::OlderRuleset(ruleset),
        })?;
        let damaged = |_: Unpackable| Problem::Damaged(Some(ruleset));
        let mut packed = Unpacker::new(&sealed.content);
        if sealed.ruleset_version < ruleset.version {
            packed = packed.of_version(sealed.ruleset_version);
        }
        let (choices, deal) =
            unpack_start(ruleset, sealed.token_version, &mut packed).map_err(damaged)?;
        let mut packer = start_packing(ruleset, &choices, deal);
        let (request, fault) = match self.request(ruleset) {
            Ok(request) => (request, None),
            Err(fault) => (None, Some(fault.into())),
        };
        let played = (game.play)(&choices, packed, PERSON, request.as_ref(), &mut packer);
        let step = played.map_err(damaged)?;
        let step = Step { refusal: fault.or(step.refusal), ..step };
        let mut table = self.table(ruleset, choices, deal, packer, step)?;
        let asked = request.map(|request| request.spec.name.to_owned());
        table.board_request = self.query.board_request.clone().or(asked);
        Ok((View::Table(Box::new(table)), CachePolicy::TenMinutes))
    }

    fn choices(&self, ruleset: &'static Ruleset) -> Result<Choices, Problem> {
        let mut choices = Choices::defaults(ruleset.options);
        for (name, value) in &self.query.rest {
            let option = ruleset.options.iter().find(|option| option.name() == name);
            if let Some(option) = option
                && !choices.choose(name, value)
            {
                return Err(Problem::NoSuchValue(ruleset, *option));
            }
        }
        Ok(choices)
    }

    /// Whether the address asked for names this very deal, today and for ever.
    fn names(&self, deal: Deal, deals: Deals) -> bool {
        let asked = self.query.day.as_ref().or(self.query.seed.as_ref());
        let is_lasting = |asked: &str, name: &str| match deals {
            Deals::Secret => asked == name,
            Deals::Alike | Deals::Open => asked != "today",
        };
        deal.to_query().is_some_and(|(_, name)| asked.is_some_and(|asked| is_lasting(asked, &name)))
    }

    /// The deal that the query names, or a fresh one.
    fn which_deal(&self, ruleset: &'static Ruleset, deals: Deals) -> Result<Deal, Problem> {
        let has_key = ruleset.deals == Deals::Secret;
        let mut deal = if deals == Deals::Alike {
            Deal::of(DealId::Code(0))
        } else if let Some(day) = &self.query.day {
            Deal::of(DealId::Day(self.day(ruleset, day)?))
        } else if let Some(seed) = &self.query.seed {
            Deal::from_seed_text(seed, has_key)
        } else {
            let mut bytes = [0; 5];
            self.fill(&mut bytes)?;
            let number = DealId::number(bytes);
            Deal::of(if has_key { DealId::Private(number) } else { DealId::Code(number) })
        };
        if has_key {
            deal.key.get_or_insert(self.keys.sealing_key().id());
        }
        Ok(deal)
    }

    /// The day that is written so, or today's, if it has begun anywhere near: the clocks of two
    /// servers may differ.
    fn day(&self, ruleset: &'static Ruleset, text: &str) -> Result<Day, Problem> {
        let no_such_day = Problem::NoSuchDay(ruleset);
        let now = (self.services.now)();
        if text == "today" {
            return now.and_then(Day::of_second).ok_or(no_such_day);
        }
        let day = Day::parse(text).ok_or(no_such_day)?;
        let latest = now.and_then(|now| Day::of_second(now + CLOCKS_APART_MAX));
        match latest.is_none_or(|latest| day <= latest) {
            true => Ok(day),
            false => Err(Problem::FutureDay(ruleset)),
        }
    }

    /// The key that is mixed into a deal; nothing where there is none.
    fn secret(&self, ruleset: &'static Ruleset, deal: Deal) -> Result<&[u8], Problem> {
        let Some(id) = deal.key else { return Ok(&[]) };
        let key = self.keys.opening_keys().find(|key| key.id() == id);
        key.map(|key| &key.bytes()[..]).ok_or(Problem::RetiredKey(ruleset))
    }

    /// Random bytes.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), Problem> {
        if (self.services.entropy)(bytes) { Ok(()) } else { Err(Problem::NoRandomness) }
    }

    /// The request in the query. A name that neither the platform nor the game knows is taken for
    /// an attempt at a request, and refused, unless it is the mark that mail and search sites leave
    /// on links.
    fn request(&self, ruleset: &Ruleset) -> Result<Option<Request>, Fault> {
        let known = |(name, arguments): &(String, String)| {
            ruleset.request(name).map(|spec| Request::read(spec, arguments))
        };
        let mut requests = self.query.rest.iter().filter_map(known);
        match (requests.next(), requests.next()) {
            (Some(request), None) => request.map(Some),
            (Some(_), Some(_)) => Err(SEVERAL_REQUESTS),
            (None, _) => match self.query.rest.iter().all(|(name, _)| is_ignored(ruleset, name)) {
                true => Ok(None),
                false => Err(UNKNOWN_REQUEST),
            },
        }
    }

    fn table<'v>(
        &self,
        ruleset: &'static Ruleset,
        choices: Choices,
        deal: Deal,
        packer: Packer,
        step: Step,
    ) -> Result<Table<'v>, Problem> {
        let mut nonce = [0; NONCE_BYTES];
        self.fill(&mut nonce)?;
        let token = seal::seal(self.keys, binding(ruleset), &nonce, &packer.finish());
        let links = self.client.links.position(ruleset, &token);
        let is_named = ruleset.deals != Deals::Alike && deal.to_query().is_some();
        let deal = is_named.then_some(deal);
        Ok(Table { ruleset, choices, deal, links, step, board_request: None })
    }
}

fn is_ignored(ruleset: &Ruleset, name: &str) -> bool {
    let is_option = ruleset.options.iter().any(|option| option.name() == name);
    is_option || name.starts_with("utm_") || name.ends_with("clid")
}

/// What is sealed before the position of the game: the choices and the deal.
fn start_packing(ruleset: &Ruleset, choices: &Choices, deal: Deal) -> Packer {
    let mut packer = Packer::new();
    choices.pack(&mut packer);
    deal.pack(ruleset.deals == Deals::Secret, &mut packer);
    packer
}

fn unpack_start(
    ruleset: &Ruleset,
    token_version: u8,
    packed: &mut Unpacker<'_>,
) -> Result<(Choices, Deal), Unpackable> {
    let choices = match token_version {
        1 => Choices::unpack_layout_1(ruleset.options, layout_1(ruleset.key), packed),
        _ => Choices::unpack(ruleset.options, packed),
    }?;
    Ok((choices, Deal::unpack(token_version, ruleset.deals == Deals::Secret, packed)?))
}

/// How many values the options of a game had in tokens of version 1.
fn layout_1(game: &str) -> &'static [u64] {
    match game {
        "concentration" => &[5, 4],
        "tictactoe" => &[2, 2],
        "noughts" => &[3, 3, 2, 2],
        "maze" => &[4],
        "rps" => &[5, 2],
        "eights" => &[5, 2, 2],
        _ => &[],
    }
}

/// What the token of a position is bound to.
pub fn binding(ruleset: &Ruleset) -> Binding {
    Binding { purpose: POSITION, game: ruleset.key, ruleset_version: ruleset.version }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::Key;

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
            examine: &|_| None,
        };
        let query = Query::default();
        let visit = Visit { services: &services, keys: &keys, query: &query, client: &CLIENTS[1] };
        let Ok((View::Table(table), _)) = visit.deal(of) else { panic!("no deal") };
        let link = table.links.position().trim_start_matches('?').as_bytes();
        let token = Query::parse(link).ok().and_then(|query| query.token).unwrap_or_default();
        let opened = visit.open(with, &token);
        let (view, cache) =
            opened.unwrap_or_else(|problem| (View::Problem(problem), CachePolicy::No));
        let response = show(&CLIENTS[0], &view, cache, false);
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
