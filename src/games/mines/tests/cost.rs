//! The work that a field makes, and the rules of a field that makes too much.

use super::*;
use crate::deal::Deal;
use crate::games::mines::judge::{Judge, Verdict, WORK};
use crate::games::mines::position::Opened;
use crate::games::mines::ruleset::RULESET;

/// The work that it takes to look through a field.
fn work(size: Size, field: &Field) -> usize {
    let mut meter = Meter::endless();
    let whole = meter.left();
    let _ = Arrangements::of(&Known::of(size, field), Effort::Thorough(&mut meter));
    whole - meter.left()
}

/// A deal of the size with this name, by the words of a seed.
pub fn dealt(size: &str, seed: &str) -> Position {
    let mut choices = Choices::defaults(RULESET.options);
    assert!(choices.choose("size", size));
    let mut chance = Deal::from_seed_text(seed, false).chance(RULESET.key, b"");
    super::super::Minesweeper::deal(&choices, &mut chance)
}

/// The squares that logic lets be opened.
fn may_open(position: &Position, meter: Meter) -> Vec<usize> {
    let judge = Judge::within(meter, position.size, &position.field);
    let safe: Vec<usize> = judge.proved_safe().collect();
    let may_guess = |at: &usize| judge.verdict(*at) == Verdict::MustGuess;
    let closed = (0..position.size.squares()).filter(|at| !position.field.is_open(*at));
    if safe.is_empty() { closed.filter(may_guess).collect() } else { safe }
}

/// A field tangled on purpose: a player tries eight squares at each step, goes back, and keeps the
/// one that makes most work.
pub fn tangled(start: &Position, until: usize) -> Position {
    let mut position = start.clone();
    let mut chance = Chance::from_seed([1; 32]);
    while !position.is_over() && work(position.size, &position.field) < until {
        let open = may_open(&position, Meter::endless());
        let tried = (0..8).filter_map(|_| {
            let at = *chance.pick(&open)?;
            match position.open(&[at]) {
                Opened::Safely(next) => Some((work(position.size, &next), next)),
                Opened::Mine(_) | Opened::Undecided => None,
            }
        });
        let Some((_, next)) = tried.max_by_key(|(work, _)| *work) else { break };
        position.field = next;
    }
    position
}

/// On a field that is too tangled, only opening a sure mine is punished. Each new number fits the
/// numbers before it.
#[test]
fn on_a_tangled_field_no_guess_is_punished() {
    let mut found = 0;
    for seed in 0..3 {
        let position = tangled(&dealt("16x16-51", &format!("mine{seed}")), WORK + 1);
        if position.is_over() || work(position.size, &position.field) <= WORK {
            continue;
        }
        found += 1;
        let judge = Judge::of(position.size, &position.field);
        assert!(!judge.is_thorough);
        let truth = Judge::within(Meter::endless(), position.size, &position.field);
        let closed = (0..position.size.squares()).filter(|at| !position.field.is_open(*at));
        for at in closed {
            assert_ne!(judge.verdict(at), Verdict::Rash);
            match position.open(&[at]) {
                Opened::Mine(_) => {
                    assert_eq!(truth.verdict(at), Verdict::ProvedMine, "{at}");
                }
                Opened::Undecided => {}
                Opened::Safely(next) => {
                    let known = Known::of(position.size, &next);
                    let all = Arrangements::of(&known, Effort::Thorough(&mut Meter::endless()));
                    assert!(all.is_ok_and(|all| all.is_possible()), "{at}: {next:?}");
                }
            }
        }
    }
    assert!(found > 0, "no field was tangled");
}
