//! Closed tables of Parlour's games, and designs that look sound and are not, which must be caught.

use crate::examination::coalition;
use crate::examination::tables::{COMPARED_AFTER_LEAVING, check, packed, play, tables};
use crate::game::audit::{Audited, Exposure, Hidden};
use crate::game::chance::Chance;
use crate::game::sample;
use crate::games::eights::CrazyEights;
use crate::games::rps::RockPaperScissors;
use crate::prelude::*;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn a_move_teaches_nothing_at_crazy_eights() {
    check::<CrazyEights>(2, false);
}

/// With `PARLOUR_FULL=1` in more than 100,000 comparisons.
#[test]
fn a_player_who_leaves_learns_nothing() {
    let is_full = sample::is_full();
    check::<CrazyEights>(if is_full { 16 } else { 1 }, true);
    let compared = COMPARED_AFTER_LEAVING.get();
    println!("{compared} comparisons");
    assert!(compared > if is_full { 100_000 } else { 1_000 }, "{compared}");
}

#[test]
fn a_move_teaches_nothing_at_rock_paper_scissors() {
    check::<RockPaperScissors>(6, false);
}

/// A design of a closed table that looks sound and is not.
trait Flaw: 'static {
    /// The position that is sealed instead of another.
    fn sealed<G: Game>(position: G::Position) -> G::Position {
        position
    }

    /// The position that is sealed after a person has left, instead of the right one.
    fn left<G: Game>(position: G::Position) -> G::Position {
        position
    }

    /// A later deal, instead of the right one.
    fn dealt_again<G: Game>(
        position: &G::Position,
        choices: &Choices,
        kind: DealKind,
    ) -> G::Position {
        G::deal_again(position, choices, kind)
    }

    /// A text that pages show in addition.
    fn shown<G: Game>(_position: &G::Position) -> String {
        String::new()
    }
}

/// The computers reply at once, and the turn of the next person begins.
struct RepliesAtOnce;

impl Flaw for RepliesAtOnce {
    fn sealed<G: Game>(position: G::Position) -> G::Position {
        G::settle(position).0
    }
}

/// The computer in the seat of a person who left plays at once.
struct SettlesAtOnce;

impl Flaw for SettlesAtOnce {
    fn left<G: Game>(position: G::Position) -> G::Position {
        G::settle(position).0
    }
}

/// Hidden things decide a word on everybody's page.
struct TellsWhoCanPlay;

impl Flaw for TellsWhoCanPlay {
    fn shown<G: Game>(position: &G::Position) -> String {
        is_odd::<G>(&G::settle(position.clone()).0).to_string()
    }
}

/// The players decide what is dealt later.
struct DealsByTheMoves;

impl Flaw for DealsByTheMoves {
    fn dealt_again<G: Game>(
        position: &G::Position,
        choices: &Choices,
        kind: DealKind,
    ) -> G::Position {
        let dealt = G::deal_again(position, choices, kind);
        if is_odd::<G>(position) { G::deal_again(&dealt, choices, kind) } else { dealt }
    }
}

/// Returns true for half of all positions.
fn is_odd<G: Game>(position: &G::Position) -> bool {
    packed::<G>(position).0.iter().map(|byte| byte.count_ones()).sum::<u32>() % 2 == 1
}

/// A game with a flaw.
struct Flawed<G, F>(PhantomData<(G, F)>);

impl<G: Game, F: Flaw> Game for Flawed<G, F> {
    type Position = G::Position;
    type Event = G::Event;

    const RULESET: Ruleset = G::RULESET;

    fn seats(choices: &Choices) -> Vec<Text> {
        G::seats(choices)
    }

    fn blank(choices: &Choices) -> G::Position {
        G::blank(choices)
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> G::Position {
        F::sealed::<G>(G::deal(choices, chance))
    }

    fn fields(position: &mut G::Position, codec: &mut Codec<'_>) -> Coded {
        G::fields(position, codec)
    }

    fn is_possible(position: &G::Position) -> bool {
        G::is_possible(position)
    }

    fn turn(position: &G::Position) -> Option<Seat> {
        G::turn(position)
    }

    fn referee(position: &G::Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        Ok(match G::referee(position, request)? {
            Ruling::Next(next, events) => Ruling::Next(F::sealed::<G>(next), events),
            Ruling::Answer(parts) => Ruling::Answer(parts),
        })
    }

    fn settle(position: G::Position) -> (G::Position, Vec<G::Event>) {
        G::settle(position)
    }

    fn leave(position: &G::Position, choices: &Choices) -> G::Position {
        F::left::<G>(G::leave(position, choices))
    }

    fn deal_again(position: &G::Position, choices: &Choices, kind: DealKind) -> G::Position {
        F::dealt_again::<G>(position, choices, kind)
    }

    fn ended_by(position: &G::Position) -> Option<Seat> {
        G::ended_by(position)
    }

    fn taken_up(position: G::Position, seat: Seat) -> G::Position {
        G::taken_up(position, seat)
    }

    fn commitment(position: &G::Position) -> Option<Commitment> {
        G::commitment(position)
    }

    fn outcome(position: &G::Position) -> Option<Outcome> {
        G::outcome(position)
    }

    fn page(position: &G::Position, who: &Perspective, events: &[G::Event]) -> Page {
        let mut page = G::page(position, who, events);
        page.status.to_mut().push_str(&F::shown::<G>(position));
        page
    }

    fn tell(event: &G::Event, who: &Perspective) -> Option<Message> {
        G::tell(event, who)
    }
}

impl<G: Audited, F: Flaw> Audited for Flawed<G, F> {
    const HIDDEN: Hidden<G::Position> = G::HIDDEN;

    fn exchange(
        position: &G::Position,
        missing: &[Seat],
        chance: &mut Chance,
    ) -> Option<G::Position> {
        G::exchange(position, missing, chance)
    }

    fn points(position: &mut G::Position) -> &mut [usize] {
        G::points(position)
    }

    fn exposure(one: &G::Position, other: &G::Position, missing: &[Seat]) -> Exposure {
        G::exposure(one, other, missing)
    }

    fn opens_in_copies(choices: &Choices) -> bool {
        G::opens_in_copies(choices)
    }

    fn requests_max(choices: &Choices) -> usize {
        G::requests_max(choices)
    }
}

/// Returns true if some game at some table shows the flaw.
fn is_caught<G: Audited>() -> bool {
    let is_caught = |choices: &Choices, code| play::<G>(choices, code, true).is_err();
    tables::<G>().iter().any(|choices| (0..3).any(|code| is_caught(choices, code)))
}

#[test]
fn flawed_tables_are_caught() {
    assert!(is_caught::<Flawed<CrazyEights, RepliesAtOnce>>());
    assert!(is_caught::<Flawed<CrazyEights, TellsWhoCanPlay>>());
    assert!(is_caught::<Flawed<CrazyEights, SettlesAtOnce>>());
    assert!(is_caught::<Flawed<RockPaperScissors, RepliesAtOnce>>());
}

/// Returns true if a coalition at one of the first tables shows the flaw. Each game is the one game of a
/// program, as if it was made elsewhere.
fn is_caught_by_coalitions<G: Audited>() -> bool {
    let mut tally = coalition::Tally::default();
    let mut play = |number| coalition::play::<G>(number, &mut tally);
    (0..9).any(|number| catch_unwind(AssertUnwindSafe(|| play(number))).is_err())
}

#[test]
fn coalitions_catch_hands_shown_and_deals_chosen() {
    assert!(is_caught_by_coalitions::<Flawed<RockPaperScissors, TellsWhoCanPlay>>());
    assert!(is_caught_by_coalitions::<Flawed<CrazyEights, DealsByTheMoves>>());
    assert!(!is_caught_by_coalitions::<RockPaperScissors>());
}
