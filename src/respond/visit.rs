//! A request that could be read, and everything that it takes to answer it.

use crate::date::Day;
use crate::doctor::checkup::Checkup;
use crate::formats::Format;
use crate::formats::view::View;
use crate::game::any::AnyGame;
use crate::game::options::{Choices, PEOPLE_MAX};
use crate::game::pack::{Packer, Unpacker};
use crate::game::request::{Fault, Request, SEVERAL_REQUESTS, UNKNOWN_REQUEST};
use crate::game::ruleset::{PLAYERS, Ruleset};
use crate::gateway::http::CachePolicy;
use crate::problem::Problem;
use crate::query::Query;
use crate::seal::{self, Binding, KeyRing, NONCE_BYTES, OpenError, Opened};
use crate::table::paste;

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
    /// The absolute address of this program, if it is known.
    pub address: &'a dyn Fn() -> Option<String>,
    /// The doctor's page, to a pass that is good.
    pub examine: &'a dyn Fn(&str) -> Option<Checkup>,
}

/// What a token is for: a position, in which whoever holds the link may move.
pub const POSITION: &str = "pos";
/// What a token is for: a position at a table of several people, who move with their passwords.
pub const TABLE: &str = "table";

/// What the token of a position is bound to.
pub fn binding(ruleset: &Ruleset, purpose: &'static str) -> Binding {
    Binding { purpose, game: ruleset.key, ruleset_version: ruleset.version }
}

/// How far the clocks of two servers may differ, in seconds: two hours.
const CLOCKS_APART_MAX: u64 = 2 * 60 * 60;

/// What a request finds, and how long it may be kept.
pub type Found<'v> = Result<(View<'v>, CachePolicy), Problem>;

/// A request, and everything that it takes to answer it.
pub struct Visit<'a> {
    /// Keys, chance and the calendar.
    pub services: &'a Services<'a>,
    /// The keys of the services, which are there.
    pub keys: &'a KeyRing,
    /// What was asked.
    pub query: &'a Query,
    /// Who reads the answer.
    pub format: &'a Format,
}

impl Visit<'_> {
    /// The token of the query, taken out of a whole address if somebody pasted one.
    pub fn token(&self) -> Option<String> {
        self.query.token.as_ref().map(|text| paste::read(text).token)
    }

    /// The key of the game: that of a whole address that somebody pasted, else that of the query.
    pub fn game(&self) -> Option<String> {
        let pasted = self.query.token.as_ref().and_then(|text| paste::read(text).game);
        pasted.or_else(|| self.query.game.clone())
    }

    /// What was sealed in a token, and for what.
    pub fn unseal(
        &self,
        ruleset: &'static Ruleset,
        token: &str,
    ) -> Result<(&'static str, Opened), Problem> {
        let open = |purpose| {
            let binding = binding(ruleset, purpose);
            let opened = seal::open(self.keys, binding, ruleset.oldest_version, token);
            opened.map(|opened| (purpose, opened))
        };
        let opened = match open(POSITION) {
            Err(OpenError::Damaged) => open(TABLE),
            opened => opened,
        };
        opened.map_err(|why| match why {
            OpenError::Damaged => Problem::Damaged(Some(ruleset)),
            OpenError::RetiredKey => Problem::RetiredKey(ruleset),
            OpenError::OlderRuleset => Problem::OlderRuleset(ruleset),
        })
    }

    /// A token of what was packed.
    pub fn seal(
        &self,
        ruleset: &Ruleset,
        purpose: &'static str,
        packer: Packer,
    ) -> Result<String, Problem> {
        let mut nonce = [0; NONCE_BYTES];
        self.fill(&mut nonce)?;
        Ok(seal::seal(self.keys, binding(ruleset, purpose), &nonce, &packer.finish()))
    }

    /// Random bytes.
    pub fn fill(&self, bytes: &mut [u8]) -> Result<(), Problem> {
        if (self.services.entropy)(bytes) { Ok(()) } else { Err(Problem::NoRandomness) }
    }

    /// Random bytes.
    pub fn random<const N: usize>(&self) -> Result<[u8; N], Problem> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// What the query chooses before the deal. Where nobody says how many players there are, there
    /// is a seat for every person.
    pub fn choices(&self, game: &AnyGame) -> Result<Choices, Problem> {
        let ruleset = game.ruleset;
        let mut choices = Choices::defaults(ruleset.options);
        let mut says_players = false;
        // The form for people may leave it open how many players there are.
        let is_left_open = |(name, value): &&(String, String)| name == PLAYERS && value.is_empty();
        for (name, value) in self.query.rest.iter().filter(|pair| !is_left_open(pair)) {
            let option = ruleset.options.iter().find(|option| option.name() == name);
            if let Some(option) = option
                && !choices.choose(name, value)
            {
                return Err(Problem::NoSuchValue(ruleset, *option, value.clone()));
            }
            says_players |= name == PLAYERS && option.is_some();
        }
        let Some(people) = &self.query.people else { return Ok(choices) };
        let no_such = Problem::NoSuchPeople(ruleset);
        let people = people.parse().ok().filter(|people| (1..=PEOPLE_MAX).contains(people));
        let Some(people) = people else { return Err(no_such) };
        let mut choices = choices.with_people(people);
        if !game.has_seats_for_all(&choices) && !says_players {
            choices.choose(PLAYERS, &people.to_string());
        }
        if game.has_seats_for_all(&choices) { Ok(choices) } else { Err(no_such) }
    }

    /// Whether the query asks for a table of several people at which each has a password.
    pub fn opens_table(&self, game: &AnyGame) -> Result<bool, Problem> {
        Ok((game.is_closed)(&self.choices(game)?))
    }

    /// Today, if the clock says it.
    pub fn today(&self) -> Option<Day> {
        (self.services.now)().and_then(Day::of_second)
    }

    /// The day that is written so, or today's, if it has begun.
    pub fn day(&self, ruleset: &'static Ruleset, text: &str) -> Result<Day, Problem> {
        let no_such_day = || Problem::NoSuchDay(ruleset, text.to_owned());
        if text == "today" {
            return self.today().ok_or_else(no_such_day);
        }
        let day = Day::parse(text).ok_or_else(no_such_day)?;
        if self.has_begun(day) { Ok(day) } else { Err(Problem::FutureDay(ruleset)) }
    }

    /// Whether a day has begun anywhere near: the clocks of two servers may differ. All have, where
    /// there is no clock.
    pub fn has_begun(&self, day: Day) -> bool {
        let now = (self.services.now)();
        let latest = now.and_then(|now| Day::of_second(now + CLOCKS_APART_MAX));
        latest.is_none_or(|latest| day <= latest)
    }

    /// The request in the query. A name that neither the platform nor the game knows is taken for
    /// an attempt at a request, and refused, unless it is the mark that mail and search sites leave
    /// on links.
    pub fn request(&self, ruleset: &Ruleset) -> Result<Option<Request>, Fault> {
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
}

fn is_ignored(ruleset: &Ruleset, name: &str) -> bool {
    let is_option = ruleset.options.iter().any(|option| option.name() == name);
    is_option || name.starts_with("utm_") || name.ends_with("clid")
}

/// What was sealed, to be read by the rules of its time.
pub fn unpacker<'o>(ruleset: &Ruleset, sealed: &'o Opened) -> Unpacker<'o> {
    let packed = Unpacker::new(&sealed.content);
    match sealed.ruleset_version < ruleset.version {
        true => packed.of_version(sealed.ruleset_version),
        false => packed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn what_an_older_ruleset_sealed_is_read_by_its_rules() {
        let today = GAMES[0].ruleset;
        let sealed =
            Opened { token_version: 2, ruleset_version: today.version, content: Vec::new() };
        assert_eq!(unpacker(today, &sealed).older_version(), None);
        let later = Ruleset { version: today.version + 1, ..*today };
        assert_eq!(unpacker(&later, &sealed).older_version(), Some(today.version));
    }
}
