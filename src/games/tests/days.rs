//! The puzzles of the days.

use super::GAMES;
use crate::date::Day;
use crate::deal::{Deal, DealId};
use crate::game::any::NOBODY;
use crate::game::options::Choices;
use std::collections::HashMap;

/// The first day that is looked at: 1 December 2026.
const FIRST: u16 = 20_788;
const DAYS: u16 = 700;

#[test]
fn no_puzzle_comes_again_within_700_days() {
    for game in GAMES.iter().filter(|game| game.ruleset.daily) {
        let ruleset = game.ruleset;
        let choices = ruleset.choices_of_day(Choices::defaults(ruleset.options));
        let mut seen = HashMap::new();
        for day in FIRST..FIRST + DAYS {
            let deal = Deal::of(DealId::Day(Day::from_number(day)));
            let mut chance = deal.chance(ruleset.key, b"a key");
            let packed = (game.deal)(&choices, &mut chance, NOBODY).packed();
            let before = seen.insert(packed, day);
            assert_eq!(before, None, "{} on day {day}", ruleset.key);
        }
    }
}
