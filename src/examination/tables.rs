//! Tables of several people with hidden things. If two positions look the same to a player before a
//! move, they look the same after it, until another person has opened the table. So opening an old
//! link again and trying another move gains a player nothing.
//!
//! If two positions look the same to a viewer, the same request gives the same page, for the viewer
//! and for everybody. This is held over random play, for every mix of people and computers, and for
//! the request to leave. Each page is compared with the result of its
//! table.

use crate::deal::{Deal, DealId};
use crate::game::any::{Asker, Step, describe, pack, perspective, unpack};
use crate::game::audit::covering;
use crate::game::audit::{Audited, Hidden};
use crate::game::chance::Chance;
use crate::game::contract::{Game, Ruling};
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpacker};
use crate::game::request::Request;
use crate::game::seat::{Seat, Viewer};
use crate::table::result::GameResult;
use crate::table::state::TableState;
use std::cell::Cell;

/// Positions of each game at which everything is checked.
const POSITIONS_CHECKED: usize = 14;
/// The number of positions in a row at which the same player stays on turn that are looked at.
const HALVES_CHECKED: usize = 2;
/// A player leaves once in this many turns at a table of several people.
const TURNS_TO_LEAVE: u32 = 12;
/// Turns within which a game at a table ends here, or is left.
const TURNS_MAX: usize = 400;

/// The position as a viewer sees it when they open it, with its page and messages.
fn open<G: Game>(choices: &Choices, position: &G::Position, viewer: Viewer) -> (G::Position, Step) {
    let who = perspective::<G>(choices, Asker::nameless(viewer));
    let is_on_turn = G::turn(position).map(Viewer::Seat) == Some(viewer);
    let (seen, events) =
        if is_on_turn { G::settle(position.clone()) } else { (position.clone(), Vec::new()) };
    let step = describe::<G>(&seen, &who, &events);
    (seen, step)
}

/// The page of a position as it is, with what commits to hidden things masked, and the result that its
/// table has.
fn page<G: Audited>(choices: &Choices, position: &G::Position, viewer: Viewer) -> String {
    let [step, public] = [viewer, Viewer::Everybody].map(|viewer| {
        describe::<G>(position, &perspective::<G>(choices, Asker::nameless(viewer)), &[])
    });
    let result = GameResult::of(&TableState::new(choices.people(), 1, 2), &public);
    RESULTS.set(RESULTS.get() + usize::from(result.is_some()));
    masked::<G>(position, format!("{step:?} {result:?}"))
}

fn masked<G: Audited>(position: &G::Position, page: String) -> String {
    match G::HIDDEN {
        Hidden::Nothing => page,
        Hidden::Something { commitments, .. } => {
            commitments(position).iter().fold(page, |page, word| page.replace(word, "COMMITMENT"))
        }
    }
}

fn redealt<G: Audited>(position: &G::Position, viewer: Viewer, chance: &mut Chance) -> G::Position {
    match G::HIDDEN {
        Hidden::Nothing => position.clone(),
        Hidden::Something { redeal, .. } => redeal(position, viewer, chance),
    }
}

pub fn packed<G: Game>(position: &G::Position) -> (Vec<u8>, usize) {
    let mut packer = Packer::new();
    pack::<G>(&mut position.clone(), &mut packer);
    let bits = packer.bits();
    (packer.finish(), bits)
}

/// The message for a position whose length depends on hidden things.
const WIDTH: &str = "the length of the link shows what is hidden: `fields` writes as many bits for all that a player \
                     cannot tell apart";

/// Checks that a condition holds.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Checks every request of a viewer on turn in two positions that look the same to them.
fn check_requests<G: Audited>(
    choices: &Choices,
    (here, there): (&G::Position, &G::Position),
    seat: Seat,
) -> Result<(), String> {
    let mut halves = HALVES_CHECKED;
    let own = Viewer::Seat(seat);
    let (_, step) = open::<G>(choices, here, own);
    let offered: Vec<&Request> = step.page.all_offers().map(|offer| &offer.request).collect();
    ensure(!offered.is_empty(), || {
        "the person on turn is offered nothing. A player who can do nothing passes".to_owned()
    })?;
    let mut led_to = Vec::new();
    for request in super::vocabulary(&G::RULESET) {
        match (G::referee(here, &request), G::referee(there, &request)) {
            (Err(one), Err(other)) => {
                ensure(one == other, || {
                    format!(
                        "the refusal of {request} tells its player what is hidden: {:?}, or {:?}",
                        one.sentence, other.sentence
                    )
                })?;
                ensure(!offered.contains(&&request), || {
                    format!(
                        "the page offers {request}, and the rules refuse it: {:?}",
                        one.sentence
                    )
                })?;
            }
            (Ok(Ruling::Next(one, _)), Ok(Ruling::Next(other, _))) => {
                for viewer in [own, Viewer::Everybody] {
                    let pages = [&one, &other].map(|q| page::<G>(choices, q, viewer));
                    ensure_same(&pages, || format!("after {request} {viewer:?} sees"))?;
                }
                ensure(G::turn(&one) == G::turn(&other), || {
                    format!("whose turn it is after {request} depends on hidden things")
                })?;
                ensure(packed::<G>(&one).1 == packed::<G>(&other).1, || WIDTH.to_owned())?;
                // A new deal follows from the hidden seed.
                let is_half = G::turn(&one) == Some(seat) && !request.spec.deals;
                if offered.contains(&&request) {
                    led_to.push(packed::<G>(&one).0);
                    if is_half && halves > 0 {
                        halves -= 1;
                        check_requests::<G>(choices, (&one, &other), seat)?;
                    }
                }
            }
            _ => {
                return Err(format!(
                    "if {request} is granted depends on what its player cannot see"
                ));
            }
        }
    }
    ensure(led_to.len() == offered.len(), || format!("{offered:?} are not all granted"))
}

/// Checks that a position is read back as it was sealed.
fn check_round_trip<G: Game>(choices: &Choices, position: &G::Position) -> Result<(), String> {
    let (bytes, _) = packed::<G>(position);
    let again = unpack::<G>(choices, Unpacker::new(&bytes));
    ensure(again.as_ref() == Ok(position), || {
        let read =
            again.as_ref().map_or_else(|why| format!("{why:?}"), |again| format!("{again:?}"));
        format!(
            "a position is read otherwise than it was packed: `fields` misses a field, or `is_possible` refuses it. {}",
            super::difference(&format!("{position:?}"), &read)
        )
    })
}

/// Plays games of one person, and of several without passwords, and checks that each position is read back as
/// the rules made it.
pub fn read_back<G: Audited>(games: u64) {
    for choices in super::variants(super::Subject::of::<G>().game) {
        for code in 0..games {
            let what = read_back_game::<G>(&choices, code);
            what.unwrap_or_else(|what| {
                panic!("{} seed={code}: {what}", super::name(&G::RULESET, &choices))
            });
        }
    }
}

fn read_back_game<G: Audited>(choices: &Choices, code: u64) -> Result<(), String> {
    let mut chance = Deal::of(DealId::Code(code)).chance(G::RULESET.key, b"");
    let (mut position, _) = G::settle(G::deal(choices, &mut chance));
    for _ in 0..TURNS_MAX {
        check_round_trip::<G>(choices, &position)?;
        let Some(seat) = G::turn(&position) else { break };
        let who = perspective::<G>(choices, Asker::nameless(Viewer::Seat(seat)));
        let page = describe::<G>(&position, &who, &[]).page;
        let offers: Vec<&Request> = page.all_offers().map(|offer| &offer.request).collect();
        let Some(request) = chance.pick(&offers) else { break };
        if let Ok(Ruling::Next(next, _)) = G::referee(&position, request) {
            (position, _) = G::settle(next);
        }
    }
    Ok(())
}

thread_local! {
    /// The pairs of pages that this test has compared.
    static COMPARED: Cell<usize> = const { Cell::new(0) };
    /// The results among what was compared.
    static RESULTS: Cell<usize> = const { Cell::new(0) };
    /// The number of pages among them after a request to leave.
    pub static COMPARED_AFTER_LEAVING: Cell<usize> = const { Cell::new(0) };
}

/// Checks that two pages are the same.
fn ensure_same(pages: &[String; 2], what: impl FnOnce() -> String) -> Result<(), String> {
    COMPARED.set(COMPARED.get() + 1);
    ensure(pages[0] == pages[1], || {
        format!(
            "{} more than the rules show them. Of two pages {}",
            what(),
            super::difference(&pages[0], &pages[1])
        )
    })
}

/// The choices after the person in a seat has left. `None` if the game ends.
fn left(choices: &Choices, seat: Seat) -> Option<Choices> {
    let people = 0..choices.people();
    let absent = people.filter(|other| *other == seat || !choices.is_person(*other));
    let after = choices.clone().with_absent(absent.collect::<Vec<_>>());
    (after.people_left() > 1).then_some(after)
}

/// Checks that a player who leaves learns nothing by it.
fn check_leaving<G: Audited>(
    choices: &Choices,
    position: &G::Position,
    chance: &mut Chance,
) -> Result<(), String> {
    let before = COMPARED.get();
    for seat in (0..choices.people()).filter(|seat| choices.is_person(*seat)) {
        let Some(after) = left(choices, seat) else { continue };
        let there = redealt::<G>(position, Viewer::Seat(seat), chance);
        let [one, other] = [position, &there].map(|from| G::leave(from, &after));
        // The password of a player who has left opens nothing.
        let pages = [&one, &other].map(|left| page::<G>(&after, left, Viewer::Everybody));
        ensure_same(&pages, || format!("{seat} leaves and sees"))?;
        for left in [&one, &other] {
            let turn = G::turn(left);
            let stays =
                G::turn(position).is_none_or(|turn| turn == seat) || turn == G::turn(position);
            ensure(stays, || format!("{seat} leaves: the turn goes from another player"))?;
            ensure(turn.is_some_and(|seat| after.is_person(seat)), || "who is next?".to_owned())?;
            check_round_trip::<G>(&after, left)?;
            let (settled, _) = G::settle(left.clone());
            ensure(G::turn(&settled) == turn, || "settling changes who is next".to_owned())?;
        }
        ensure(packed::<G>(&one).1 == packed::<G>(&other).1, || WIDTH.to_owned())?;
        check_position::<G>(&after, &one, chance)?;
    }
    COMPARED_AFTER_LEAVING.set(COMPARED_AFTER_LEAVING.get() + COMPARED.get() - before);
    Ok(())
}

/// Checks a position for every viewer.
fn check_position<G: Audited>(
    choices: &Choices,
    position: &G::Position,
    chance: &mut Chance,
) -> Result<(), String> {
    let turn = G::turn(position);
    let people = (0..choices.people()).filter(|seat| choices.is_person(*seat)).map(Viewer::Seat);
    for viewer in people.chain([Viewer::Everybody]) {
        let (here, step) = open::<G>(choices, position, viewer);
        let mut offers = step.page.all_offers().map(|offer| &offer.request);
        let offer = offers.find(|request| !request.spec.read_only);
        // Any other person may count a round that a player has ended.
        let may_move = turn.map(Viewer::Seat) == Some(viewer) || G::ended_by(position).is_some();
        if let (Viewer::Seat(seat), false, Some(offer)) = (viewer, may_move, offer) {
            return Err(format!(
                "the page offers {offer} to the player in seat {seat}, who is not on turn. Offer moves if \
                 `who.sees(seat)` is true for the seat on turn"
            ));
        }
        let there = redealt::<G>(&here, viewer, chance);
        let pages = [&here, &there].map(|seen| page::<G>(choices, seen, viewer));
        ensure_same(&pages, || format!("{viewer:?} sees"))?;
        if let (Some(seat), Viewer::Seat(own)) = (turn, viewer)
            && seat == own
        {
            check_requests::<G>(choices, (&here, &there), seat)?;
        }
    }
    let (settled, _) = G::settle(position.clone());
    ensure(G::turn(&settled) == turn, || {
        "`settle` changes whose turn it is, and everybody sees whose it is before".to_owned()
    })?;
    let (twice, events) = G::settle(settled.clone());
    ensure(twice == settled && events.is_empty(), || {
        "`settle` changes a settled position".to_owned()
    })
}

/// Plays a game at a table at random, everybody opening it in turn, and checks every position. If
/// `leaves` is true, a player leaves or is handed over now and then. Returns true if the game came
/// to its end.
pub fn play<G: Audited>(choices: &Choices, code: u64, leaves: bool) -> Result<bool, String> {
    let dealt =
        |code| G::deal(choices, &mut Deal::of(DealId::Code(code)).chance(G::RULESET.key, b"table"));
    let (mut position, other) = (dealt(code), dealt(code + 1_000));
    // The last player to sit down has the game dealt, and must not be able to prefer a deal.
    for viewer in [Viewer::Everybody, Viewer::Seat(choices.people() - 1)] {
        let pages = [&position, &other].map(|dealt| page::<G>(choices, dealt, viewer));
        ensure(pages[0] == pages[1], || {
            format!(
                "the player who sits down last sees the deal, and so could have the game dealt until it pleases. \
                 `deal` draws the seed alone, and `settle` deals when the first player opens the table. Of two deals {}",
                super::difference(&pages[0], &pages[1])
            )
        })?;
    }
    let mut chance = Chance::from_seed([code as u8 + 1; 32]);
    let mut choices = choices.clone();
    for turn in 0..TURNS_MAX {
        let choices = &mut choices;
        check_round_trip::<G>(choices, &position)?;
        let Some(seat) = G::turn(&position) else {
            check_position::<G>(choices, &position, &mut chance)?;
            ensure(G::outcome(&position).is_some(), || "nobody is on turn".to_owned())?;
            return Ok(true);
        };
        if turn < POSITIONS_CHECKED || turn % 37 == 0 {
            check_position::<G>(choices, &position, &mut chance)?;
            if leaves && G::ended_by(&position).is_none() {
                check_leaving::<G>(choices, &position, &mut chance)?;
            }
        }
        let by = chance.below(choices.people() as u32) as Seat;
        let is_left = leaves && chance.below(TURNS_TO_LEAVE) == 0 && choices.is_person(by);
        let is_left = is_left && G::ended_by(&position).is_none();
        if let Some(after) = is_left.then(|| left(choices, by)).flatten() {
            position = G::leave(&position, &after);
            *choices = after;
            continue;
        }
        let (settled, step) = open::<G>(choices, &position, Viewer::Seat(seat));
        let offers: Vec<Request> =
            step.page.all_offers().map(|offer| offer.request.clone()).collect();
        let request = chance.pick(&offers).ok_or("nothing is offered")?;
        position = match G::referee(&settled, request) {
            Ok(Ruling::Next(next, _)) => next,
            other => return Err(format!("{request:?}: {other:?}")),
        };
    }
    Ok(false)
}

/// Every combination of options with every number of people that it has seats for.
pub fn tables<G: Game>() -> Vec<Choices> {
    let with = |choices: &Choices, people| choices.clone().with_people(people);
    let mixes = |choices: &Choices| {
        let seats = G::seats(choices).len().min(G::RULESET.people.1);
        (2..=seats).map(|people| with(choices, people)).collect::<Vec<_>>()
    };
    covering(G::RULESET.options).iter().flat_map(mixes).collect()
}

pub fn check<G: Audited>(games: u64, leaves: bool) {
    let (mut ended, mut played) = (0, 0);
    for choices in tables::<G>().iter().filter(|choices| !leaves || choices.people() > 2) {
        for code in 0..games {
            let is_over = play::<G>(choices, code, leaves).unwrap_or_else(|what| {
                panic!("{} seed={code}: {what}", super::name(&G::RULESET, choices))
            });
            (ended, played) = (ended + u32::from(is_over), played + 1);
        }
    }
    let name = G::RULESET.key;
    assert!(
        ended > 0 && ended * 2 > played,
        "{name}: {ended} of {played} games at tables came to an end within {TURNS_MAX} turns"
    );
    assert!(RESULTS.get() > 0, "{name}: no game at a table has a result");
}
