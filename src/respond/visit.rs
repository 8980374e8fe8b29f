//! A parsed request, with the services needed to answer it.

use super::unread;
use crate::date::{Day, Today};
use crate::formats::Format;
use crate::formats::view::View;
use crate::game::any::AnyGame;
use crate::game::options::{Choices, PEOPLE_MAX};
use crate::game::pack::{Packer, Unpackable};
use crate::game::ruleset::{PLAYERS, Ruleset};
use crate::gateway::http::{CachePolicy, HttpRequest};
use crate::links::{self, PositionLinks};
use crate::problem::{Problem, Wait};
use crate::program::Program;
use crate::query::damage::Damage;
use crate::query::{Query, TODAY};
use crate::seal::keys::Key;
use crate::seal::{self, Binding, KeyRing, OpenError, Purpose, Token};
use crate::settings::Settings;
use crate::table::minute::Minute;

/// The services that answer a request: keys, chance and the calendar.
pub struct Services<'a> {
    /// The keys, if the program is set up.
    pub keys: Option<&'a KeyRing>,
    /// True if the keys die with the preview server, so that pages can say it.
    pub preview: bool,
    /// The operator's settings.
    pub settings: &'a Settings,
    /// Fills bytes from the operating system's generator; returns false if it cannot.
    pub entropy: &'a dyn Fn(&mut [u8]) -> bool,
    /// Seconds since 1970-01-01T00:00:00Z.
    pub now: &'a dyn Fn() -> Option<u64>,
    /// The absolute address of this program, if it is known.
    pub address: &'a dyn Fn() -> Option<String>,
}

/// The facts that a token of this game is bound to.
pub fn binding(ruleset: &Ruleset, purpose: Purpose) -> Binding {
    // A league lasts longer than the rules of its games.
    let ruleset_version = if purpose == Purpose::League { 1 } else { ruleset.version };
    Binding { purpose, game: ruleset.number, ruleset: ruleset.uri, ruleset_version }
}

/// The seconds by which the clocks of two servers may differ: two hours.
const CLOCKS_APART_MAX: u64 = 2 * 60 * 60;

/// The page that a request finds, and how long it may be kept.
pub type Found = Result<(View<'static>, CachePolicy), Problem>;

/// A parsed request, with the services needed to answer it.
pub struct Visit<'a> {
    /// Keys, chance and the calendar.
    pub services: &'a Services<'a>,
    /// The keys of the services, which are there.
    pub keys: &'a KeyRing,
    /// The request.
    pub request: &'a HttpRequest,
    /// The query of the request, read.
    pub query: &'a Query,
    /// The format of the answer.
    pub format: &'a Format,
}

/// A token that opened.
pub struct Opened {
    /// The game that the token says it belongs to.
    pub game: &'static AnyGame,
    /// The token, taken apart.
    pub token: Token,
    /// The links that carry the token.
    pub links: PositionLinks,
    /// The bytes that were sealed.
    pub content: Vec<u8>,
}

impl Visit<'_> {
    /// The program, with its games.
    pub fn program(&self) -> &'static Program {
        self.services.settings.program
    }

    /// The game that the query names. `None` if it names no known game.
    fn named_game(&self) -> Option<&'static AnyGame> {
        self.program().find(self.query.game.as_deref()?)
    }

    /// Opens the token of the query. The token decides the game. The query may name no game, or
    /// another one.
    pub fn open(&self, text: &str, token: Option<Token>) -> Result<Opened, Problem> {
        let game = token.as_ref().and_then(|token| self.program().numbered(token.game));
        match (token, game) {
            (Some(token), Some(game)) => self.open_as(game, text, token),
            (Some(_), None) => Err(Problem::OtherProgram),
            (None, _) => Err(self.damaged(text, None)),
        }
    }

    /// The problem of a text that opens as no token, perhaps of this game.
    fn damaged(&self, text: &str, game: Option<&'static AnyGame>) -> Problem {
        let mut ids = self.keys.opening_keys().chain(self.keys.retired_keys()).map(Key::id);
        let damage = Damage::of(text, self.query.foreign, |id| ids.any(|known| known == id));
        Problem::Damaged(self.named_game().or(game).map(|game| game.ruleset), damage)
    }

    /// The problem of a token whose content is none of its game: the same as if it did not open, so the answer
    /// says nothing of the seal.
    pub fn unusable(&self, opened: &Opened, _: Unpackable) -> Problem {
        self.damaged(opened.links.token(), Some(opened.game))
    }

    /// Opens a token of this game.
    pub fn open_as(
        &self,
        game: &'static AnyGame,
        text: &str,
        token: Token,
    ) -> Result<Opened, Problem> {
        let ruleset = game.ruleset;
        let content =
            token.open(self.keys, binding(ruleset, token.purpose)).map_err(|why| match why {
                OpenError::Damaged => self.damaged(text, Some(game)),
                OpenError::RetiredKey => Problem::RetiredKey(ruleset),
                OpenError::OlderRuleset => Problem::OlderRuleset(ruleset),
            })?;
        let links = links::position(ruleset, text);
        let is_made = self.query.made && token.purpose == Purpose::Position;
        let links = if is_made { links.made() } else { links };
        Ok(Opened { game, token, links, content })
    }

    /// Seals a packed position, and returns the links from there.
    pub fn seal(
        &self,
        ruleset: &Ruleset,
        purpose: Purpose,
        packer: Packer,
    ) -> Result<PositionLinks, Problem> {
        let nonce = self.random()?;
        let token = seal::seal(self.keys, binding(ruleset, purpose), &nonce, &packer.finish());
        Ok(links::position(ruleset, &token))
    }

    /// Random bytes.
    pub fn random<const N: usize>(&self) -> Result<[u8; N], Problem> {
        let mut bytes = [0; N];
        if (self.services.entropy)(&mut bytes) { Ok(bytes) } else { Err(Problem::NoRandomness) }
    }

    /// The choices of the query before the deal. Without a number of players, there is a seat for
    /// every person.
    pub fn choices(&self, game: &AnyGame) -> Result<Choices, Problem> {
        let ruleset = game.ruleset;
        let mut choices = Choices::defaults(ruleset.options);
        let (mut says_players, mut wrong) = (false, None);
        for (name, value) in &self.query.rest {
            let option = ruleset.options.iter().find(|option| option.is_named(name));
            let Some(option) = option else { continue };
            // A form may leave it open how many players there are, and a field empty.
            if value.is_empty() && (name == PLAYERS || option.is_typed_as(name)) {
                continue;
            }
            if choices.choose(name, value) {
                says_players |= name == PLAYERS;
            } else {
                wrong.get_or_insert((*option, value));
            }
        }
        let seated = self.seated(game, choices.clone(), says_players);
        let Some((option, value)) = wrong else { return seated };
        let choices = seated.unwrap_or(choices);
        let with = |other: &str| {
            let mut changed = choices.clone();
            changed.choose(option.name(), other);
            game.has_seats_for_all(&changed).then_some(changed)
        };
        let ways = links::values(ruleset, option, with, unread::asked(self.query, ruleset));
        Err(Problem::NoSuchValue(ruleset, option, value.clone(), ways))
    }

    /// These choices for the people of the query.
    fn seated(
        &self,
        game: &AnyGame,
        choices: Choices,
        says_players: bool,
    ) -> Result<Choices, Problem> {
        let Some(people) = &self.query.people else { return Ok(choices) };
        let no_such = Problem::NoSuchPeople(game.ruleset);
        let people = people.parse().ok().filter(|people| (1..=PEOPLE_MAX).contains(people));
        let Some(people) = people else { return Err(no_such) };
        let mut choices = choices.with_people(people);
        if !game.has_seats_for_all(&choices) && !says_players {
            choices.choose(PLAYERS, &people.to_string());
        }
        if game.has_seats_for_all(&choices) { Ok(choices) } else { Err(no_such) }
    }

    /// This minute, if the clock says it.
    pub fn minute(&self) -> Option<Minute> {
        (self.services.now)().and_then(Minute::of_second)
    }

    /// Today, if the clock says it.
    pub fn today(&self) -> Option<Today> {
        (self.services.now)().and_then(Today::of_second)
    }

    /// The day that this text names, if it has begun.
    pub fn day(&self, ruleset: &'static Ruleset, text: &str) -> Result<Day, Problem> {
        let today = || self.today().map(|today| today.day);
        let day = if text == TODAY { today() } else { Day::parse(text) };
        let day = day.ok_or_else(|| Problem::NoSuchDay(ruleset, text.to_owned()))?;
        match self.seconds_until(day) {
            0 => Ok(day),
            seconds => Err(Problem::FutureDay(ruleset, Wait { seconds, streak: 0 })),
        }
    }

    /// The seconds until a day begins; 0 if it has begun anywhere near, because the clocks of two
    /// servers may differ. Without a clock, every day has begun.
    fn seconds_until(&self, day: Day) -> u64 {
        let seconds = (self.services.now)().map_or(0, |now| day.seconds_after(now));
        if seconds <= CLOCKS_APART_MAX { 0 } else { seconds }
    }

    /// Returns true if a day has begun anywhere near.
    pub fn has_begun(&self, day: Day) -> bool {
        self.seconds_until(day) == 0
    }
}
