//! The way from a request to a response. Everything else meets here; a new game never edits it.
//!
//! query -> game -> open -> referee -> page -> client -> response, in one direction, nothing kept.

use crate::clients::{self, CLIENTS, Client, Document, Table, View};
use crate::date::Day;
use crate::deal::DealId;
use crate::doctor::checkup::{self, Checkup};
use crate::game::any::{AnyGame, Step};
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::request::{Fault, Request, SEVERAL_REQUESTS, UNKNOWN_REQUEST};
use crate::game::ruleset::Ruleset;
use crate::game::seat::Viewer;
use crate::games;
use crate::gateway::http::{CachePolicy, HttpRequest, Method, Response, Status};
use crate::links::Links;
use crate::problem::Problem;
use crate::query::{BadQuery, Query};
use crate::seal::{self, Binding, KeyRing, NONCE_BYTES, OpenError};

/// What is needed to answer besides the request: keys, chance and the calendar.
pub struct Services<'a> {
    /// The keys, if the program is set up.
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

/// The viewer at a table with one person.
const PERSON: Viewer = Viewer::Seat(0);

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
    let name = query.as_ref().map_or(None, |query| query.client.as_deref());
    let client = clients::find(name).ok_or(Problem::NoSuchClient);
    let found = check_request(request).and(client.clone()).and_then(|client| {
        let query = query?;
        let keys = services.keys.ok_or(Problem::NotSetUp)?;
        Visit { services, keys, query: &query, links: client.links }.view()
    });
    let (view, cache) = found.unwrap_or_else(|problem| (View::Problem(problem), CachePolicy::No));
    then(show(client.unwrap_or(&CLIENTS[0]), &view, cache, services.preview))
}

/// The answer when the program itself is at fault.
pub fn respond_to_bug() -> Response {
    show(&CLIENTS[0], &View::Problem(Problem::Bug), CachePolicy::No, false)
}

fn show(client: &Client, view: &View<'_>, cache: CachePolicy, preview: bool) -> Response {
    let status = match view {
        View::Problem(problem) => problem.status(),
        _ => Status::Ok,
    };
    let Document { content_type, policy, body } = (client.render)(view, preview);
    Response { status, content_type, policy, cache, body }
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
    links: Links,
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

    /// A new game, as the query asks for it.
    fn deal<'v>(&self, game: &'static AnyGame) -> Found<'v> {
        let ruleset = game.ruleset;
        let choices = self.choices(ruleset)?;
        let origin = Origin { deal: self.deal_id(ruleset)?, key: self.keys.sealing_key().id() };
        let mut packer = origin.start_packing(ruleset, &choices);
        let mut chance = origin.chance(ruleset, self.keys);
        let step = (game.deal)(&choices, &mut chance, PERSON, &mut packer);
        let table = self.table(ruleset, choices, origin, packer, step)?;
        Ok((View::Table(Box::new(table)), CachePolicy::No))
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
        let (choices, origin) =
            Origin::unpack(ruleset, sealed.token_version, &mut packed).map_err(damaged)?;
        let mut packer = origin.start_packing(ruleset, &choices);
        let (request, fault) = match self.request(ruleset) {
            Ok(request) => (request, None),
            Err(fault) => (None, Some(fault.into())),
        };
        let played = (game.play)(&choices, packed, PERSON, request.as_ref(), &mut packer);
        let step = played.map_err(damaged)?;
        let step = Step { refusal: fault.or(step.refusal), ..step };
        let mut table = self.table(ruleset, choices, origin, packer, step)?;
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

    fn deal_id(&self, ruleset: &'static Ruleset) -> Result<DealId, Problem> {
        if let Some(day) = &self.query.day {
            let day = if day == "today" { (self.services.today)() } else { Day::parse(day) };
            return day.map(DealId::Day).ok_or(Problem::NoSuchDay(ruleset));
        }
        if let Some(seed) = &self.query.seed {
            return Ok(DealId::from_seed_text(seed));
        }
        let mut bytes = [0; 5];
        let drawn = (self.services.entropy)(&mut bytes);
        drawn.then(|| DealId::from_random(bytes)).ok_or(Problem::NoRandomness)
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
        origin: Origin,
        packer: Packer,
        step: Step,
    ) -> Result<Table<'v>, Problem> {
        let mut nonce = [0; NONCE_BYTES];
        if !(self.services.entropy)(&mut nonce) {
            return Err(Problem::NoRandomness);
        }
        let token = seal::seal(self.keys, binding(ruleset), &nonce, &packer.finish());
        let links = self.links.position(ruleset, &token);
        Ok(Table { ruleset, choices, deal: origin.deal, links, step, board_request: None })
    }
}

fn is_ignored(ruleset: &Ruleset, name: &str) -> bool {
    let is_option = ruleset.options.iter().any(|option| option.name() == name);
    is_option || name.starts_with("utm_") || name.ends_with("clid")
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug)]
struct Origin {
    deal: DealId,
    /// The id of the key that is mixed into the deal, where the ruleset wants one.
    key: u8,
}

impl Origin {
    fn chance(self, ruleset: &Ruleset, keys: &KeyRing) -> Chance {
        let secret: &[u8] = if ruleset.secret_deal { keys.sealing_key().bytes() } else { &[] };
        self.deal.chance(ruleset.key, secret)
    }

    /// What is sealed before the position of the game: the choices and the origin.
    fn start_packing(self, ruleset: &Ruleset, choices: &Choices) -> Packer {
        let mut packer = Packer::new();
        choices.pack(&mut packer);
        self.deal.pack(&mut packer);
        if ruleset.secret_deal {
            packer.put(self.key.into(), 8);
        }
        packer
    }

    fn unpack(
        ruleset: &Ruleset,
        token_version: u8,
        packed: &mut Unpacker<'_>,
    ) -> Result<(Choices, Self), Unpackable> {
        let choices = match token_version {
            1 => Choices::unpack_layout_1(ruleset.options, layout_1(ruleset.key), packed),
            _ => Choices::unpack(ruleset.options, packed),
        }?;
        let deal = DealId::unpack(token_version, packed)?;
        let has_key = ruleset.secret_deal && token_version > 1;
        let key = if has_key { packed.take(8)? as u8 } else { 0 };
        Ok((choices, Origin { deal, key }))
    }
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
            today: &|| None,
            examine: &|_| None,
        };
        let query = Query::default();
        let visit =
            Visit { services: &services, keys: &keys, query: &query, links: CLIENTS[0].links };
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
