//! Random games under a published key, to find the replies that take longest. A recorded game would
//! change as soon as a computer player plays a little better.

use crate::program::requests_in;
use parlour::game::chance::Chance;
use parlour::gateway::http::{Method, Response};
use parlour::seal::KeyRing;
use std::time::{Duration, Instant};
use support::click::KEY;
use support::repository::is_full;
use support::services;

/// Terms of Crazy Eights under which computer players think longest.
pub const WALKS: [&str; 5] = [
    "g=eights&level=counting&players=2",
    "g=eights&level=counting&players=2&twos=draw&queens=skip",
    "g=eights&level=counting&players=3&aces=reverse",
    "g=eights&level=counting&players=4&twos=draw&queens=skip&draw=one",
    "g=eights&level=counting&players=5&queens=skip&draw=one",
];

/// The number of games with each of these choices, the same with `PARLOUR_FULL=1`, and the greatest
/// number of moves of each.
const GAMES: u8 = 40;
const GAMES_IN_FULL: u8 = 240;
const MOVES_MAX: usize = 60;
/// The number of the longest replies that are timed again, and the number whose instructions are
/// counted.
const LONGER: usize = 50;
const LONGEST: usize = 2;

/// The queries of the moves whose replies take longest.
pub fn longest(terms: &str) -> impl Iterator<Item = String> {
    let ask = Ask::new();
    let mut moves: Vec<(Duration, String)> = Vec::new();
    let games = if is_full() { GAMES_IN_FULL } else { GAMES };
    for game in 0..games {
        let mut chance = Chance::from_seed([game; 32]);
        let mut query = sent_on(&ask.answer(&format!("{terms}&seed=walk+{game}")));
        for _ in 0..MOVES_MAX {
            let (took, page) = ask.time(&query);
            moves.push((took, query));
            let links: Vec<&str> = requests_in(&page).collect();
            let Some(link) = chance.pick(&links) else { break };
            query = format!("s={link}");
        }
    }
    assert!(moves.len() > 4 * usize::from(games), "the games end at once: {terms}");
    ask.longest_of(moves)
}

/// The queries of the deals that take longest.
pub fn longest_deals(terms: &str, seeds: u32) -> impl Iterator<Item = String> {
    let ask = Ask::new();
    let deals = (0..seeds).map(|seed| format!("{terms}&seed={seed}"));
    ask.longest_of(deals.map(|query| (ask.time(&query).0, query)).collect())
}

/// Asks the library under the published key.
pub struct Ask(KeyRing);

impl Ask {
    pub fn new() -> Self {
        Ask(KeyRing::parse(KEY).expect("the published key"))
    }

    pub fn answer(&self, query: &str) -> Response {
        services::ask_as(Some(&self.0), Method::Get, query)
    }

    /// The time of an answer, and its page.
    pub fn time(&self, query: &str) -> (Duration, String) {
        let start = Instant::now();
        let page = self.answer(query).body;
        (start.elapsed(), page)
    }

    /// The queries that take longest.
    pub fn longest_of(
        &self,
        mut timed: Vec<(Duration, String)>,
    ) -> impl Iterator<Item = String> + use<> {
        timed.sort();
        let mut longer = timed.split_off(timed.len() - LONGER);
        // A thread may be kept waiting: the least of several times tells.
        longer.sort_by_cached_key(|(_, query)| (0..5).map(|_| self.time(query).0).min());
        longer.into_iter().rev().take(LONGEST).map(|(_, query)| query)
    }
}

/// The query to which a deal redirects. It has the sealed position, because knowing the deal helps.
fn sent_on(dealt: &Response) -> String {
    let location = dealt.location.as_deref().expect("the deal has an address of its own");
    location.trim_start_matches('?').to_owned()
}
