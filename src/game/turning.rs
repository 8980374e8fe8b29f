//! Where a game turned: the moves that gave away a win or a draw, by proof.

use super::duel::{Duel, MatchOf, Playable as _};
use super::moment::Remarks;
use super::options::Choices;
use super::page::Passage;
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

/// A move that made the result worse for its player.
struct Turn<'a, D: Duel> {
    before: &'a D::Position,
    seat: Seat,
    chosen: D::Move,
    /// The result before the move.
    result: Proved,
}

impl<D: Duel> Turn<'_, D> {
    fn what(&self) -> &'static str {
        if self.result.is_some() { "the win" } else { "the draw" }
    }

    /// The names of the moves that are proved to keep the result.
    fn keepers(&self, choices: &Choices, mut judge: Judge<D::Position>) -> Vec<String> {
        let others = self.before.moves(choices).into_iter().filter(|other| *other != self.chosen);
        let mut keeps = |other: &D::Move| {
            let after = self.before.after(self.seat, *other);
            let next = if after.goes_on(choices) { self.seat } else { 1 - self.seat };
            judge(&after, next) == Some(self.result)
        };
        others.filter(&mut keeps).map(|other| self.before.named(other)).collect()
    }

    fn told(&self, keepers: &[String]) -> Passage {
        let what = self.what();
        let passage = Passage::new("Where it turned").say(format!("This move gives {what} away."));
        let named = keepers[..keepers.len().min(NAMED_MAX)].join("; ");
        match keepers.len() {
            0 => passage,
            1 => passage.say(format!("This would keep it: {named}.")),
            count @ 2..=NAMED_MAX => {
                passage.say(format!("Each of these {count} would keep it: {named}."))
            }
            count => {
                passage.say(format!("Each of {count} moves would keep it, such as these: {named}."))
            }
        }
    }
}

/// Plays games of two people at random, and compares the remarks with the results of an independent judge.
/// Returns the number of moves that gave something away.
#[cfg(test)]
pub fn compare<D: Duel>(
    choices: &Choices,
    games: u64,
    mut judge: impl FnMut(&D::Position, Seat) -> Option<Proved>,
) -> usize {
    use super::chance::Chance;
    use super::contract::Game as _;
    use super::duel::{Act, Match};
    let chance = &mut Chance::from_seed([95; 32]);
    let mut turned = 0;
    for seed in 0..games {
        let start = Match::start::<D>(choices).is_seeded().then_some(seed);
        let mut game = Match::seeded::<D>(choices, start);
        let mut line = vec![(game.clone(), judge(&game.position, game.next_seat()))];
        while let Some(chosen) = chance.pick(&game.position.moves(choices)).copied() {
            game = game.with::<D>(Act::Move(chosen));
            line.push((game.clone(), judge(&game.position, game.next_seat())));
        }
        for moment in 0..line.len() {
            let remarks = D::remarks(&game, moment);
            assert_eq!(remarks.notes.len(), line.len() - 1);
            let Some(before) = moment.checked_sub(1).map(|before| &line[before]) else {
                assert!(remarks.passage.is_none(), "a move before the first");
                continue;
            };
            let (Some(was), Some(is)) = (before.1, line[moment].1) else { continue };
            let given = match was {
                _ if was == is => None,
                Some(_) => Some("gives the win away"),
                None => Some("gives the draw away"),
            };
            let note = remarks.notes[moment - 1].as_deref();
            assert_eq!(note, given, "{choices:?}: {:?}", before.0.position);
            assert_eq!(remarks.passage.is_some(), given.is_some());
            let Some(passage) = remarks.passage else { continue };
            turned += 1;
            let (seat, told) = (before.0.next_seat(), format!("{passage:?}"));
            assert!(was.is_none_or(|winner| winner == seat), "a move made the result better");
            for other in before.0.position.moves(choices) {
                let name = before.0.position.named(other);
                let after = before.0.position.after(seat, other);
                let keeps = judge(&after, 1 - seat) == Some(was);
                let is_named =
                    told.contains(&format!(" {name}.")) || told.contains(&format!(" {name};"));
                assert!(keeps || !is_named, "{name} loses it: {told}");
                assert!(is_named || !keeps || told.contains("such as"), "{name} keeps it: {told}");
            }
        }
    }
    turned
}

/// The moves that made the result worse, and for the moment on view the moves that would have kept it.
pub fn remarks<D: Duel>(game: &MatchOf<D>, moment: usize) -> Remarks {
    let choices = &game.choices;
    let judge = || D::judge(choices, Meter::holding(SHARE));
    let Some(mut line) = judge() else { return Remarks::default() };
    let mut positions = vec![game.first_position::<D>()];
    let moves: Vec<(Seat, D::Move)> = game.moves().collect();
    for (seat, chosen) in &moves {
        let after = positions.last().expect("the first position").after(*seat, *chosen);
        positions.push(after);
    }
    let seats = moves.iter().map(|(seat, _)| *seat).chain([game.next_seat()]);
    let pairs: Vec<(&D::Position, Seat)> = positions.iter().zip(seats).collect();
    // The last positions are the easiest to prove.
    let proved = pairs.iter().rev().map_while(|(position, next)| line(position, *next));
    let proved: Vec<Proved> = proved.collect();
    let result_at = |at: usize| proved.get(moves.len() - at).copied();
    let turn_to = |at: usize| {
        let (seat, chosen) = moves[at.checked_sub(1)?];
        let (result, after) = (result_at(at - 1)?, result_at(at)?);
        let before = &positions[at - 1];
        (result != after).then_some(Turn::<D> { before, seat, chosen, result })
    };
    let note = |turn: Turn<'_, D>| format!("gives {} away", turn.what()).into();
    let notes = (1..=moves.len()).map(|at| turn_to(at).map(note)).collect();
    let told = |turn: Turn<'_, D>| Some(turn.told(&turn.keepers(choices, judge()?)));
    Remarks { notes, passage: turn_to(moment).and_then(told) }
}
