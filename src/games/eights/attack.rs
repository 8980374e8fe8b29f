//! A directed attack on the stock: all players but one work together, and play for nothing else.
//!
//! Whenever they have a link, they play on in copies of it, in many ways, as far as the missing player's
//! next turn. They note each card that somebody draws there. Then they go back. In the real game they
//! take the way on which they draw least, and after which the missing player probably must draw. Two
//! things must hold:
//!
//! 1. *One owner.* A card of a shuffle is drawn by one seat only, in the real game and all copies.
//! 2. The missing player draws no card that another seat has drawn in a copy.
//!
//! What remains is elimination: the partners know their own rows and hands, so they know which cards
//! she may draw. The test reports how often only one card is left.

use super::*;
use crate::game::audit::covering;
use crate::game::sample;
use position::follows;
use std::collections::{BTreeMap, BTreeSet};
use terms::Level;

/// The real draws of a run. A full one goes on to the second number.
const DRAWS: [usize; 2] = [200, 100_000];
/// The links that the partners open in copies between two turns of the missing player.
const COPIES_MAX: usize = 60;
/// Before one turn in so many, a partner leaves the table in a copy.
const LEAVES_ONE_IN: u32 = 8;
/// The rounds of a match that are played.
const ROUNDS_MAX: u16 = 2;
/// In tables with computers that think ahead, one round in so many is played.
const THINKING_ONE_IN: usize = 40;
/// A draw in the real game is worth as much as so many cards that may fit.
const WORTH_OF_DRAW: i32 = 4;

/// What a run has seen.
#[derive(Default, Debug)]
struct Tally {
    rounds: usize,
    /// Links that the partners opened in copies.
    copies: usize,
    /// Cards that somebody drew in a copy.
    drawn_in_copies: usize,
    /// Cards that the missing player drew in the real game.
    draws: usize,
    /// Those that another seat had drawn in a copy before.
    foreseen: usize,
    /// Cards that a second seat drew.
    second_owners: usize,
    /// Draws for which only one card was left, by elimination.
    certain: usize,
    /// The sum of the cards that were left for each draw.
    candidates: usize,
    /// The turns of the missing player, and those at which the partners knew the whole hand.
    turns: usize,
    hands_known: usize,
}

/// The partners in one round.
struct Attack<'a> {
    missing: Seat,
    /// The seat that drew a card of a shuffle, in the real game or in a copy.
    owners: BTreeMap<(u16, Card), Seat>,
    /// Cards that the missing player holds for certain.
    held: BTreeSet<Card>,
    tally: &'a mut Tally,
}

/// A way through a copy to the missing player's turn.
struct Way {
    moves: Vec<Move>,
    worth: i32,
}

/// The moves of the person who has opened this position.
fn moves(position: &Position) -> Vec<Move> {
    if position.must_pass() {
        return vec![Move::Pass];
    }
    if position.call == Call::Due {
        return Suit::ALL.map(Move::Name).to_vec();
    }
    let hand = position.hand(position.cursor);
    let plays = hand.into_iter().filter(|card| position.is_playable(*card)).map(Move::Play);
    plays.chain(position.may_draw().then_some(Move::Draw)).collect()
}

impl Attack<'_> {
    /// Notes the cards that seats drew, from a position with this number of its shuffle.
    fn note(&mut self, mut shuffle: u16, events: &[Event]) -> usize {
        let mut drawn = 0;
        for event in events {
            match event {
                Event::Reshuffled(_) => shuffle += 1,
                Event::Drew(seat, card) => {
                    let owner = *self.owners.entry((shuffle, *card)).or_insert(*seat);
                    self.tally.second_owners += usize::from(owner != *seat);
                    drawn += 1;
                }
                _ => {}
            }
        }
        drawn
    }

    /// Plays on in copies of a link, in as many ways as may still be opened.
    fn explore(
        &mut self,
        at: Position,
        path: &[Move],
        drawn: usize,
        left: &mut usize,
        ways: &mut Vec<Way>,
    ) {
        match at.turn() {
            Some(seat) if seat == self.missing => {
                ways.push(Way { moves: path.to_vec(), worth: self.worth(&at, drawn) });
                return;
            }
            Some(_) if *left > 0 => *left -= 1,
            _ => return,
        }
        let shuffle = at.reshuffles;
        let (found, events) = course::settle(at);
        let drawn_here = self.note(shuffle, &events);
        self.tally.copies += 1;
        self.tally.drawn_in_copies += drawn_here;
        if found.is_round_over() {
            return;
        }
        let after = |choice: Move| (choice, course::after(&found, choice).0);
        let mut next: Vec<(Move, Position)> = moves(&found).into_iter().map(after).collect();
        // First the moves after which a partner must draw.
        next.sort_by_key(|(_, after)| after.can_play(after.cursor));
        for (choice, after) in next {
            let path = [path, &[choice]].concat();
            self.explore(after, &path, drawn + drawn_here, left, ways);
        }
    }

    /// The worth of a way: the missing player probably must draw, and nobody else has drawn.
    fn worth(&self, at: &Position, drawn: usize) -> i32 {
        let may_hold = self.candidates(at);
        let fit = may_hold.iter().filter(|card| follows(**card, at.top.rank, at.suit())).count();
        -(fit as i32) - WORTH_OF_DRAW * drawn as i32
    }

    /// The cards that the missing player may hold or draw, as far as the partners know.
    fn candidates(&self, at: &Position) -> Vec<Card> {
        let is_owned = |card: &Card| {
            let owner = self.owners.get(&(at.reshuffles, *card));
            at.location(*card) == Location::Stock && owner.is_some_and(|seat| *seat != self.missing)
        };
        let may_be = |card: &Card| match at.location(*card) {
            Location::Pile => false,
            Location::Hand(seat) => seat == self.missing || !at.terms.is_person(seat),
            Location::Stock => !is_owned(card),
        };
        Card::all().filter(may_be).collect()
    }

    /// The missing player opens the real link.
    fn open_missing(&mut self, at: Position) -> Position {
        let hand = at.count(Location::Hand(self.missing));
        let mut candidates: BTreeSet<Card> = self.candidates(&at).into_iter().collect();
        self.held.retain(|card| at.location(*card) == Location::Hand(self.missing));
        if candidates.len() == hand {
            self.held = candidates.clone();
        }
        self.tally.turns += 1;
        self.tally.hands_known += usize::from(self.held.len() == hand);
        candidates.retain(|card| !self.held.contains(card));
        let (mut shuffle, start) = (at.reshuffles, at.reshuffles);
        let pile: Vec<Card> = at.cards(Location::Pile).filter(|card| *card != at.top).collect();
        let (found, events) = course::settle(at);
        for event in &events {
            match event {
                Event::Reshuffled(_) => {
                    shuffle += 1;
                    let is_free = |card: &&Card| !self.owners.contains_key(&(shuffle, **card));
                    candidates = pile.iter().filter(is_free).copied().collect();
                }
                Event::Drew(seat, card) if *seat == self.missing => {
                    let owner = self.owners.get(&(shuffle, *card));
                    self.tally.draws += 1;
                    self.tally.foreseen += usize::from(owner.is_some_and(|owner| owner != seat));
                    self.tally.certain += usize::from(candidates.len() == 1);
                    self.tally.candidates += candidates.len();
                    candidates.remove(card);
                }
                _ => {}
            }
        }
        self.note(start, &events);
        found
    }

    /// A partner opens the real link, and plays on to the missing player's turn.
    fn open_partner(&mut self, at: Position, chance: &mut Chance) -> Position {
        let people = at.terms.people;
        if chance.below(LEAVES_ONE_IN) == 0 {
            let leaver = (self.missing + 1 + chance.index(people - 1)) % people;
            let choices = at.choices.clone().with_absent([leaver]);
            let left = CrazyEights::leave(&at, &choices);
            self.explore(left, &[], 0, &mut (COPIES_MAX / 4), &mut Vec::new());
        }
        let (mut ways, mut left) = (Vec::new(), COPIES_MAX);
        self.explore(at.clone(), &[], 0, &mut left, &mut ways);
        let best = ways.into_iter().max_by_key(|way| way.worth);
        let (mut at, mut path) = (at, best.map_or(Vec::new(), |way| way.moves).into_iter());
        loop {
            let shuffle = at.reshuffles;
            let (found, events) = course::settle(at);
            self.note(shuffle, &events);
            if found.is_round_over() {
                return found;
            }
            let choice = path.next().or_else(|| chance.pick(&moves(&found)).copied());
            at = course::after(&found, choice.expect("a move")).0;
            if at.turn() == Some(self.missing) {
                return at;
            }
        }
    }
}

/// Plays a round, and returns its end.
fn play_round(start: Position, missing: Seat, chance: &mut Chance, tally: &mut Tally) -> Position {
    let (owners, held) = (BTreeMap::new(), BTreeSet::new());
    tally.rounds += 1;
    let mut attack = Attack { missing, owners, held, tally };
    let mut at = start;
    while !at.is_round_over() {
        if at.turn() == Some(missing) {
            let found = attack.open_missing(at);
            if found.is_round_over() {
                return found;
            }
            let choice = chance.pick(&moves(&found)).copied().expect("a move");
            at = course::after(&found, choice).0;
        } else {
            at = attack.open_partner(at, chance);
        }
    }
    at
}

/// All choices for tables of three to five seats with three people or more.
fn tables() -> Vec<Choices> {
    let of_people = |choices: Choices| {
        let players = Terms::of(&choices).players;
        (3..=players).map(move |people| choices.clone().with_people(people))
    };
    covering(RULESET.options).into_iter().flat_map(of_people).collect()
}

/// With `PARLOUR_FULL=1` for 100,000 draws.
#[test]
fn no_coalition_foresees_what_a_player_draws() {
    let enough = DRAWS[usize::from(sample::is_full())];
    let tables = tables();
    let mut tallies: BTreeMap<usize, Tally> = BTreeMap::new();
    let draws =
        |tallies: &BTreeMap<usize, Tally>| tallies.values().map(|tally| tally.draws).sum::<usize>();
    for number in 0.. {
        if draws(&tallies) >= enough {
            break;
        }
        let choices = &tables[number % tables.len()];
        let terms = Terms::of(choices);
        let thinks = terms.level != Level::Easy && terms.people < terms.players;
        if thinks && !(number / tables.len()).is_multiple_of(THINKING_ONE_IN) {
            continue;
        }
        let mut seed = [71; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        let mut chance = Chance::from_seed(seed);
        let missing = chance.index(terms.people);
        let tally = tallies.entry(terms.players).or_default();
        let mut at = CrazyEights::deal(choices, &mut chance);
        for _ in 0..ROUNDS_MAX {
            at = play_round(at, missing, &mut chance, tally);
            if at.is_over() {
                break;
            }
            at = course::after(&at, Move::Deal).0;
        }
    }
    for (players, tally) in &tallies {
        println!("{players} seats: {tally:?}");
    }
    for (players, Tally { draws, foreseen, second_owners, drawn_in_copies, .. }) in &tallies {
        assert_eq!((*foreseen, *second_owners), (0, 0), "{players} seats, {draws} draws");
        assert!(*drawn_in_copies > 2 * *draws, "{players} seats");
    }
}
