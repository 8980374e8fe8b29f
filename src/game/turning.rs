//! Where a game turned: the moves that gave away a win or a draw, by proof.

use super::moment::Remarks;
use super::options::Choices;
use super::page::Passage;
use super::playable::Playable;
use super::seat::Seat;
use crate::budget::{Meter, SEARCH};

/// The result of a position if nobody errs: the winner, or `None` for a draw.
pub type Proved = Option<Seat>;

/// Proves the results of positions of one game, each with the seat that moves next. `None` if its
/// share of the search runs out.
pub type Judge<T> = Box<dyn FnMut(&T, Seat) -> Option<Proved>>;

/// The share of the results of all moments, and that of the moves that would have kept a result.
const SHARE: usize = SEARCH / 2;
/// The most moves that are named.
const NAMED_MAX: usize = 5;

/// The moves of a game, with the first position and the seat to move after them.
pub struct Line<'a, T: Playable> {
    pub choices: &'a Choices,
    pub first: T,
    pub moves: Vec<(Seat, T::Move)>,
    pub next: Seat,
}

/// A move that made the result worse for its player.
struct Turn<'a, T: Playable> {
    before: &'a T,
    seat: Seat,
    chosen: T::Move,
    /// The result before the move.
    result: Proved,
}

impl<M: Copy + PartialEq, T: Playable<Move = M>> Turn<'_, T> {
    fn what(&self) -> &'static str {
        if self.result.is_some() { "the win" } else { "the draw" }
    }

    /// The names of the moves that are proved to keep the result, and true if all moves are judged.
    fn keepers(&self, choices: &Choices, mut judge: Judge<T>) -> (Vec<String>, bool) {
        let (mut keepers, mut are_all) = (Vec::new(), true);
        for other in self.before.moves(choices).into_iter().filter(|other| *other != self.chosen) {
            let after = self.before.after(self.seat, other);
            let next = if after.goes_on(choices) { self.seat } else { 1 - self.seat };
            match judge(&after, next) {
                Some(result) if result == self.result => keepers.push(self.before.named(other)),
                Some(_) => {}
                None => are_all = false,
            }
        }
        (keepers, are_all)
    }

    fn told(&self, (keepers, are_all): (Vec<String>, bool)) -> Passage {
        let what = self.what();
        let passage = Passage::new("Where it turned").say(format!("This move gives {what} away."));
        let named = keepers[..keepers.len().min(NAMED_MAX)].join("; ");
        let keep = match (keepers.len(), are_all) {
            (0, _) => return passage,
            (1, true) => "This would keep it".to_owned(),
            (count @ 2..=NAMED_MAX, true) => format!("Each of these {count} would keep it"),
            (count, true) => format!("Each of {count} moves would keep it, such as these"),
            (1, false) => "This would keep it, and others perhaps too".to_owned(),
            (_, false) => "These would keep it, and others perhaps too".to_owned(),
        };
        passage.say(format!("{keep}: {named}."))
    }
}

/// The moves that made the result worse, and for the moment on view the moves that would have kept it. `judge`
/// proves results within a share of a search.
pub fn remarks<M: Copy + PartialEq, T: Playable<Move = M>>(
    line: &Line<'_, T>,
    moment: usize,
    judge: impl Fn(Meter) -> Option<Judge<T>>,
) -> Remarks {
    let judge = || judge(Meter::holding(SHARE));
    let Some(mut prove) = judge() else { return Remarks::default() };
    let moves = &line.moves;
    let mut positions = vec![line.first.clone()];
    for (seat, chosen) in moves {
        let after = positions.last().expect("the first position").after(*seat, *chosen);
        positions.push(after);
    }
    let seats = moves.iter().map(|(seat, _)| *seat).chain([line.next]);
    let pairs: Vec<(&T, Seat)> = positions.iter().zip(seats).collect();
    // The last positions are the easiest to prove.
    let proved = pairs.iter().rev().map_while(|(position, next)| prove(position, *next));
    let proved: Vec<Proved> = proved.collect();
    let result_at = |at: usize| proved.get(moves.len() - at).copied();
    let turn_to = |at: usize| {
        let (seat, chosen) = moves[at.checked_sub(1)?];
        let (result, after) = (result_at(at - 1)?, result_at(at)?);
        let before = &positions[at - 1];
        (result != after).then_some(Turn { before, seat, chosen, result })
    };
    let note = |turn: Turn<'_, T>| format!("gives {} away", turn.what()).into();
    let notes = (1..=moves.len()).map(|at| turn_to(at).map(note)).collect();
    let told = |turn: Turn<'_, T>| Some(turn.told(turn.keepers(line.choices, judge()?)));
    Remarks { notes, passage: turn_to(moment).and_then(told) }
}
