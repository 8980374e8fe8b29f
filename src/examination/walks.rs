//! The walk through a game: its moments lead from the first position to the present one, and none shows
//! more than the page showed then.

use super::{At, Subject, VIEWERS, masked, variants};
use crate::game::any::AnyPosition;
use crate::game::chance::Chance;

/// The moves of a play that is walked through.
const MOVES: usize = 17;

/// Plays each combination of options of a deal, and walks through each play. Returns the number of moments.
pub fn check(subject: Subject, code: u64) -> usize {
    let moments = |choices| {
        let played = played(At::deal(subject, &choices, code), code);
        played.iter().for_each(last_is_present);
        let hidden = played.iter().map(|at| hides_the_same(at, code));
        hidden.sum::<usize>() + leads_through(&played)
    };
    variants(subject.game).into_iter().map(moments).sum()
}

/// The positions of a random play.
fn played(deal: At, code: u64) -> Vec<At> {
    let chance = &mut Chance::from_seed([code as u8; 32]);
    let mut played = vec![deal];
    for _ in 0..MOVES {
        let at = played.last().expect("the deal");
        let Some(request) = chance.pick(&at.loud_moves()).cloned() else { break };
        played.push(at.play(VIEWERS[0], Some(&request)).opened_by_next());
    }
    played
}

fn open(at: &At) -> std::rc::Rc<dyn AnyPosition> {
    at.open(VIEWERS[0]).expect("a packed position unpacks")
}

/// The last moment is the position itself.
fn last_is_present(at: &At) {
    let position = open(at);
    let last = position.at(position.moments().len());
    assert_eq!(last.packed(), at.packed, "{}", at.name());
}

/// Each moment of the last position has the moments before it. If a person was on turn, it is a position of
/// the play with the page that it had. Returns the number of moments.
fn leads_through(played: &[At]) -> usize {
    let (last, name) = (played.last().expect("the deal"), played[0].name());
    let position = open(last);
    let moments = position.moments();
    // The remarks are about what the walk shows, and depend on nothing hidden.
    let redealt = last.redealt(VIEWERS[0], &mut Chance::from_seed([1; 32]));
    if redealt.packed != last.packed {
        let [one, two] = [last, &redealt].map(|at| open(at).remarks(moments.len()));
        assert_eq!(format!("{one:?}"), format!("{two:?}"), "{name}");
    }
    for (moment, next) in moments.iter().enumerate() {
        let earlier = position.at(moment);
        assert_eq!(earlier.moments(), moments[..moment], "{name}: moment {moment}");
        let read = last.open_up_to(moment).expect("a position with fewer moves unpacks");
        assert_eq!(read.packed(), earlier.packed(), "{name}: moment {moment}");
        let step = earlier.later_step();
        assert_eq!(step.ranking, None, "{name}: moment {moment} has an end");
        assert_eq!(earlier.turn(), Some(next.seat), "{name}: moment {moment}");
        if next.seat >= last.choices.people() {
            continue;
        }
        let then = played.iter().find(|at| at.packed == earlier.packed());
        let then = then.unwrap_or_else(|| panic!("{name}: moment {moment} was never there"));
        // Between people, a walk looks at the board from one side.
        if last.choices.people() == 1 {
            assert_eq!(step.page, open(then).later_step().page, "{name}: moment {moment}");
        }
    }
    moments.len()
}

/// Two positions that a viewer cannot tell apart have moments that they cannot tell apart. Returns the
/// number of moments.
fn hides_the_same(at: &At, code: u64) -> usize {
    let chance = &mut Chance::from_seed([code as u8; 32]);
    let other = at.redealt(VIEWERS[0], chance);
    let (here, there) = (open(at), open(&other));
    let moments = here.moments().len();
    let page = |at: &At, position: &dyn AnyPosition, moment| {
        let page = position.at(moment).later_step().page;
        masked(format!("{page:?}"), &at.hidden_words(VIEWERS[0]))
    };
    if other.packed == at.packed {
        return 0;
    }
    for moment in 0..moments {
        let pages = [page(at, &*here, moment), page(&other, &*there, moment)];
        assert_eq!(pages[0], pages[1], "{}: moment {moment}", at.name());
    }
    moments
}
