//! Deals, and other requests that were found to cost most.

use crate::program::Program;
use crate::{INSTRUCTIONS_OF_A_SEARCH_MAX, hold, walks};
use support::repository::is_full;

/// Choices whose deals take longest: a search for a field or a board, or computer players who lead.
const DEALS: [&str; 13] = [
    "g=mines&size=12x12&mines=classic",
    "g=mines&size=16x16&mines=classic",
    "g=mines&size=16x16-51&mines=classic",
    "g=maze&size=10x8&level=hard&kind=way",
    "g=maze&size=12x9&level=hard&kind=way",
    "g=maze&size=12x9&level=hard&kind=full",
    "g=maze&size=12x9&level=hard&kind=walls",
    "g=maze&size=12x9&level=hard&kind=wrap",
    "g=maze&size=12x9&level=hard&kind=wrap-walls",
    "g=eights&level=counting&players=2&aces=reverse&lead=lot",
    "g=eights&level=counting&players=3&aces=reverse&queens=skip&lead=lot",
    "g=eights&level=counting&players=4&queens=skip&twos=draw&lead=lot",
    "g=eights&level=counting&players=5&queens=skip&twos=draw&lead=lot",
];

/// The dearest deals of a search over tens of thousands of seeds for each of these choices.
const DEAREST: [&str; 9] = [
    "g=mines&size=16x16-51&mines=classic&seed=509813024",
    "g=mines&size=16x16-51&mines=classic&seed=4243",
    "g=mines&size=16x16-51&mines=classic&seed=394154871",
    "g=maze&size=12x9&level=hard&kind=way&seed=961889017",
    "g=maze&size=12x9&level=hard&kind=way&seed=100850202",
    "g=maze&size=12x9&level=any&kind=wrap&seed=238467852",
    "g=maze&size=12x9&level=hard&kind=wrap&seed=3826",
    "g=eights&level=counting&players=2&aces=reverse&lead=lot&day=2026-11-16",
    "g=eights&level=counting&players=4&aces=reverse&lead=lot&day=2026-11-16",
];

/// The number of seeds that are dealt for each of the choices.
const SEEDS: u32 = 60;
const SEEDS_IN_FULL: u32 = 2_000;

/// The longest deals of each of these choices, with seeds that are not chosen. With `PARLOUR_FULL=1` it
/// tries more of them.
pub fn any_deal(program: &Program) {
    let seeds = if is_full() { SEEDS_IN_FULL } else { SEEDS };
    for terms in DEALS {
        let deals = walks::longest_deals(terms, seeds);
        let most = deals.map(|query| program.instructions_with_key(&query)).max();
        hold(&format!("instructions of {terms}"), most.unwrap_or(0), INSTRUCTIONS_OF_A_SEARCH_MAX);
    }
}

/// The longest deals that a search found.
pub fn dearest_deals(program: &Program) {
    for query in DEAREST {
        let what = format!("instructions of {query}");
        hold(&what, program.instructions_with_key(query), INSTRUCTIONS_OF_A_SEARCH_MAX);
    }
}

/// A typed text of 100 kB, which is refused.
pub fn long_text(program: &Program) {
    let typed = "\u{1}".repeat(100_000);
    let count = program.instructions_of_gopher("g=nim&move=", &typed);
    hold("instructions of 100 kB on a Gopher server", count, INSTRUCTIONS_OF_A_SEARCH_MAX / 5);
}
