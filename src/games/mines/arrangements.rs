//! All arrangements of mines that fit the open squares, counted without being listed.
//!
//! Closed squares beside the same open squares are interchangeable, so they form a group. Only the
//! number of mines in a group matters. The search goes through the groups one by one, and finishes a
//! connected part of the field before it begins the next.
//!
//! This is dynamic programming. Let group i, for i = 1, ..., n, have g(i) squares and touch the open
//! squares C(i). The state s before a group maps each open square that is partly gone through to the
//! number of mines that it still lacks. With k mines in group i the next state is
//!
//! ```text
//! s(i, k)(c) = s(c) - k for c in C(i), and s(c) for every other c
//! ```
//!
//! It is possible if each s(i, k)(c) is at least 0 and at most the number of squares around c that are
//! still to come. Let N(i, s, m) be the number of ways to arrange m mines in groups i, ..., n and in the
//! u squares that touch no open square. B(a, b) is the binomial coefficient "a choose b":
//!
//! ```text
//! N(n + 1, s, m) = B(u, m)
//! N(i, s, m)     = sum over k = 0, ..., g(i) of B(g(i), k) * N(i + 1, s(i, k), m - k)
//! ```
//!
//! The answer is N(1, s, m), with the number on each open square as s and the number of all mines as m.
//!
//! Example: four squares in two rows, with one mine. One square is open and shows 1. Its three closed
//! neighbours form one group with g(1) = 3, and u = 0. The state is s = 1, so only k = 1 leads on:
//! N(1, s, 1) = B(3, 1) * N(2, 0, 0) = 3 * B(0, 0) = 3. With three mines and a 3 it is k = 3, and
//! B(3, 3) = 1 arrangement.
//!
//! The work grows with the number of states, not with the number of arrangements. A field of 16 by 16
//! has up to 10^54 arrangements. The question of possibility needs only the m for which N is above 0:
//! these are the bits of a word, so the answer is exact. The numbers N themselves are floating-point
//! numbers. They are only computed to draw an arrangement, always in the same order, so that the result
//! is always the same.

use super::field::{Field, Size, Square};
use crate::prelude::*;
use std::collections::BTreeSet;

/// An open square with closed squares around it, and the number of mines under these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clue {
    /// The open square.
    pub at: usize,
    /// The closed squares around it, in order.
    pub squares: Vec<usize>,
    /// The number of mines under them. No arrangement fits a number below 0 or above theirs.
    pub mines: i32,
}

/// The knowledge about the closed squares.
#[derive(Clone, Debug)]
pub struct Known {
    /// A search names a clue by its place in this list.
    clues: Vec<Clue>,
    /// Closed squares that no clue speaks of.
    outside: Vec<usize>,
    /// The number of all mines, if it counts.
    total: Option<i32>,
}

/// Squares that are known to be safe or mines besides what the field shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumed {
    Safe,
    Mine,
}

/// A number of squares or mines that may fall below 0.
fn signed(count: usize) -> i32 {
    i32::try_from(count).expect("a field has at most 256 squares")
}

impl Known {
    /// All that a field shows.
    pub fn of(size: Size, field: &Field) -> Self {
        let closed = |square: &usize| !field.is_open(*square);
        let mut clues = Vec::new();
        for (at, square) in field.squares.iter().enumerate() {
            let Square::Open(mines) = square else { continue };
            let squares: Vec<usize> = size.around(at).filter(closed).collect();
            // A number without closed squares and mines around it is no clue.
            if !squares.is_empty() || *mines > 0 {
                clues.push(Clue { at, squares, mines: i32::from(*mines) });
            }
        }
        let mut is_beside = vec![false; field.squares.len()];
        clues.iter().flat_map(|clue| &clue.squares).for_each(|at| is_beside[*at] = true);
        let outside = (0..field.squares.len()).filter(closed).filter(|at| !is_beside[*at]);
        Known { outside: outside.collect(), clues, total: Some(signed(size.mines)) }
    }

    /// The same, with these closed squares known besides.
    pub fn assuming(&self, squares: &[usize], assumed: Assumed) -> Self {
        let is_unknown = |at: &usize| !squares.contains(at);
        let mines = |count: usize| if assumed == Assumed::Mine { signed(count) } else { 0 };
        let mut known = self.clone();
        for clue in &mut known.clues {
            let before = clue.squares.len();
            clue.squares.retain(is_unknown);
            clue.mines -= mines(before - clue.squares.len());
        }
        known.outside.retain(is_unknown);
        known.total = self.total.map(|total| total - mines(squares.len()));
        known
    }

    /// These clues alone, without the number of all mines.
    pub fn of_clues(&self, clues: &[usize]) -> Self {
        let clues = clues.iter().map(|clue| self.clues[*clue].clone()).collect();
        Known { clues, outside: Vec::new(), total: None }
    }

    /// These clues, with the number of all mines and with all that is closed.
    pub fn of_clues_and_total(&self, clues: &[usize]) -> Self {
        let mut known = self.of_clues(clues);
        let all = self.clues.iter().flat_map(|clue| &clue.squares).chain(&self.outside);
        let mut outside: Vec<usize> = all.copied().collect();
        outside.sort_unstable();
        outside.dedup();
        outside.retain(|at| !known.clues.iter().any(|clue| clue.squares.contains(at)));
        (known.outside, known.total) = (outside, self.total);
        known
    }

    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// The clues that speak of this square.
    pub fn clues_of(&self, square: usize) -> impl Iterator<Item = usize> {
        let speaks = move |(_, clue): &(usize, &Clue)| clue.squares.contains(&square);
        self.clues.iter().enumerate().filter(speaks).map(|(at, _)| at)
    }

    /// The clues that share a closed square with one of these, and these.
    pub fn with_neighbours(&self, clues: &[usize]) -> Vec<usize> {
        let squares = clues.iter().flat_map(|clue| &self.clues[*clue].squares);
        let squares: Vec<usize> = squares.copied().collect();
        let shares = |clue: &Clue| clue.squares.iter().any(|square| squares.contains(square));
        (0..self.clues.len()).filter(|at| shares(&self.clues[*at])).collect()
    }

    fn is_contradictory(&self) -> bool {
        let fits = |clue: &Clue| (0..=signed(clue.squares.len())).contains(&clue.mines);
        !self.clues.iter().all(fits) || self.total.is_some_and(|total| total < 0)
    }

    /// The groups of squares of which the same clues speak, in order of their first squares.
    fn groups(&self) -> Vec<Group> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (number, clue) in self.clues.iter().enumerate() {
            pairs.extend(clue.squares.iter().map(|square| (*square, number)));
        }
        pairs.sort_unstable();
        let mut groups: Vec<Group> = Vec::new();
        for of_square in pairs.chunk_by(|one, other| one.0 == other.0) {
            let clues: Vec<usize> = of_square.iter().map(|(_, clue)| *clue).collect();
            let square = of_square[0].0;
            match groups.iter_mut().find(|group| group.clues == clues) {
                Some(group) => group.squares.push(square),
                None => groups.push(Group { clues, squares: vec![square] }),
            }
        }
        groups
    }
}

/// Closed squares of which the same clues speak.
#[derive(Clone, Debug)]
struct Group {
    clues: Vec<usize>,
    squares: Vec<usize>,
}

/// The groups in the order of the search. The next group always leaves the fewest clues incomplete,
/// so that there are few states. One component comes after the other.
fn in_order(mut groups: Vec<Group>, clues: usize) -> Vec<Group> {
    let mut left = vec![0; clues];
    groups.iter().flat_map(|group| &group.clues).for_each(|clue| left[*clue] += 1);
    let mut is_begun = vec![false; clues];
    let mut ordered = Vec::with_capacity(groups.len());
    while !groups.is_empty() {
        let cost = |group: &Group| {
            let opens = group.clues.iter().filter(|clue| !is_begun[**clue]).count();
            let closes = group.clues.iter().filter(|clue| left[**clue] == 1).count();
            // A new component begins when the last one is done.
            (opens == group.clues.len(), opens as isize - closes as isize)
        };
        let next = (0..groups.len()).min_by_key(|at| cost(&groups[*at]));
        let group = groups.remove(next.expect("there is a group"));
        for clue in &group.clues {
            is_begun[*clue] = true;
            left[*clue] -= 1;
        }
        ordered.push(group);
    }
    ordered
}

/// A state: four bits for each clue that is half gone through, with how many mines it lacks.
type State = u128;

const LACK_BITS: u32 = 4;
const LACK_MASK: State = (1 << LACK_BITS) - 1;
/// The most clues that can be half gone through at once.
const SLOTS: u32 = State::BITS / LACK_BITS;

/// The place of the state that follows, if one does.
type Next = Option<u32>;

/// A set of numbers of mines, from 0 to [`MINES_MAX`], as bits.
type Counts = u64;

/// The most mines of a field.
pub const MINES_MAX: usize = Counts::BITS as usize - 1;

/// All arrangements that fit what is known.
#[derive(Debug)]
pub struct Arrangements {
    groups: Vec<Group>,
    /// For each group, each state before it and each number of mines in the group, from 0.
    next: Vec<Vec<Next>>,
    /// For each group and each state before it, and for the states after the last, the numbers of
    /// mines that can still be placed. A contradiction has no states.
    open: Vec<Vec<Counts>>,
    outside: Vec<usize>,
    total: Option<usize>,
}

/// The things that a square may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MayBe {
    pub safe: bool,
    pub mine: bool,
}

/// The work was given up: the field is too tangled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooTangled;

/// The work of a step from state to state, in units of a meter: there, back, and to draw an arrangement.
pub const STEP: usize = 40;

/// The extent of a search.
pub enum Effort<'a> {
    /// To the end, within the work of a meter.
    Thorough(&'a mut Meter),
    /// Over at most this number of states of each group, chosen by lot. The search finds only some
    /// arrangements.
    Sampled(usize, &'a mut Chance),
}

impl Arrangements {
    /// Finds all arrangements that fit, or some.
    ///
    /// # Errors
    ///
    /// [`TooTangled`] if the meter runs out.
    pub fn of(known: &Known, mut effort: Effort<'_>) -> Result<Self, TooTangled> {
        let groups = in_order(known.groups(), known.clues.len());
        let outside = known.outside.clone();
        if known.is_contradictory() {
            let (next, open) = (vec![vec![]; groups.len()], vec![vec![]; groups.len() + 1]);
            return Ok(Arrangements { groups, next, open, outside, total: None });
        }
        let total = known.total.map(|total| usize::try_from(total).expect("no contradiction"));
        let (next, last) = Forward::new(known).run(&groups, &mut effort)?;
        let mut all = Arrangements { groups, next, open: vec![], outside, total };
        all.open = all.look_back(last);
        Ok(all)
    }

    /// The number of different numbers of mines.
    fn width(&self) -> usize {
        self.total.map_or(1, |total| total + 1)
    }

    /// The number of mines that a group with this many mines takes from those left.
    fn step(&self, mines: usize) -> usize {
        if self.total.is_some() { mines } else { 0 }
    }

    /// The numbers of mines with which a way leads on, from the last states backwards.
    fn look_back(&self, last: usize) -> Vec<Vec<Counts>> {
        let up_to = |most: usize| Counts::MAX >> (MINES_MAX - most.min(MINES_MAX));
        let outside = if self.total.is_some() { self.outside.len() } else { 0 };
        let mut open = vec![vec![up_to(outside); last]];
        for (group, steps) in self.groups.iter().zip(&self.next).rev() {
            let after = open.last().expect("the states behind the last group");
            let mut before = Vec::with_capacity(steps.len() / (group.squares.len() + 1));
            for from in steps.chunks(group.squares.len() + 1) {
                let mut counts = 0;
                for (mines, next) in led(from) {
                    counts |= after[next] << self.step(mines);
                }
                before.push(counts);
            }
            open.push(before);
        }
        open.reverse();
        open
    }

    /// Returns true if there is any.
    pub fn is_possible(&self) -> bool {
        let first = self.open.first().and_then(|open| open.first());
        first.is_some_and(|counts| counts >> (self.width() - 1) & 1 == 1)
    }

    /// Each closed square with the things that it may be.
    pub fn squares(&self) -> Vec<(usize, MayBe)> {
        let mut squares = Vec::new();
        let mut reached: Vec<Counts> = vec![1 << (self.width() - 1)];
        for (at, (group, steps)) in self.groups.iter().zip(&self.next).enumerate() {
            let size = group.squares.len();
            let leads_on = &self.open[at + 1];
            let mut after = vec![0; leads_on.len()];
            let mut may_be = MayBe::default();
            for (counts, from) in reached.iter().zip(steps.chunks(size + 1)) {
                for (mines, next) in led(from) {
                    let left = (counts >> self.step(mines)) & leads_on[next];
                    after[next] |= left;
                    may_be.safe |= left != 0 && mines < size;
                    may_be.mine |= left != 0 && mines > 0;
                }
            }
            squares.extend(group.squares.iter().map(|square| (*square, may_be)));
            reached = after;
        }
        let last = self.open.last().expect("the states behind the last group");
        let left = reached.iter().zip(last).fold(0, |all, (counts, open)| all | counts & open);
        let fewest = left.trailing_zeros() as usize;
        let outside = MayBe { safe: left != 0 && fewest < self.outside.len(), mine: left > 1 };
        squares.extend(self.outside.iter().map(|square| (*square, outside)));
        squares
    }

    /// In how many ways the rest can be arranged: for each group and after the last one, for each
    /// state and each number of mines that are left.
    fn ways(&self) -> Vec<Vec<f64>> {
        let width = self.width();
        let outside = |_| (0..width).map(|mines| choose(self.outside.len(), self.step(mines)));
        let last = self.open.last().map_or(0, Vec::len);
        let mut ways = vec![(0..last).flat_map(outside).collect::<Vec<f64>>()];
        for (group, steps) in self.groups.iter().zip(&self.next).rev() {
            let after = ways.last().expect("the ways behind the last group");
            let size = group.squares.len();
            let weights: Vec<f64> = (0..=size).map(|mines| choose(size, mines)).collect();
            let mut before = vec![0.0; steps.len() / (size + 1) * width];
            for (sums, from) in before.chunks_mut(width).zip(steps.chunks(size + 1)) {
                for (mines, next) in led(from) {
                    let of_next = &after[next * width..][..width];
                    for (sum, count) in sums.iter_mut().skip(self.step(mines)).zip(of_next) {
                        *sum += weights[mines] * count;
                    }
                }
            }
            ways.push(before);
        }
        ways.reverse();
        ways
    }

    /// The number of all arrangements.
    #[cfg(test)]
    pub fn count(&self) -> f64 {
        if self.is_possible() { self.ways()[0][self.width() - 1] } else { 0.0 }
    }

    /// The mines of one arrangement, all equally likely. `None` if there is no arrangement.
    pub fn draw(&self, chance: &mut Chance) -> Option<Vec<usize>> {
        if !self.is_possible() {
            return None;
        }
        let (ways, width) = (self.ways(), self.width());
        let (mut mines, mut state, mut left) = (Vec::new(), 0, width - 1);
        for (at, (group, steps)) in self.groups.iter().zip(&self.next).enumerate() {
            let size = group.squares.len();
            let mut choices = Vec::with_capacity(size + 1);
            for (in_group, next) in led(&steps[state * (size + 1)..][..=size]) {
                if let Some(rest) = left.checked_sub(self.step(in_group)) {
                    let count = choose(size, in_group) * ways[at + 1][next * width + rest];
                    choices.push((count, (in_group, next, rest)));
                }
            }
            let in_group;
            (in_group, state, left) = pick(&choices, chance);
            mines.extend(some_of(&group.squares, in_group, chance));
        }
        let outside = if self.total.is_some() { left } else { 0 };
        mines.extend(some_of(&self.outside, outside, chance));
        Some(mines)
    }
}

/// The numbers of mines with which a state leads on, each with the place of the next state.
fn led(from: &[Next]) -> impl Iterator<Item = (usize, usize)> {
    from.iter().enumerate().filter_map(|(mines, next)| Some((mines, (*next)? as usize)))
}

/// So many of these squares, all choices equally likely.
fn some_of(squares: &[usize], count: usize, chance: &mut Chance) -> Vec<usize> {
    let mut squares = squares.to_vec();
    if count < squares.len() {
        chance.shuffle(&mut squares);
    }
    squares.truncate(count);
    squares
}

/// A choice by lot, in proportion to its weight. At least one weight is above 0.
fn pick<T: Copy>(choices: &[(f64, T)], chance: &mut Chance) -> T {
    const PARTS: u32 = 1 << 31;
    let sum: f64 = choices.iter().map(|(weight, _)| weight).sum();
    let mut left = sum * f64::from(chance.below(PARTS)) / f64::from(PARTS);
    let mut last = None;
    for (weight, choice) in choices.iter().filter(|(weight, _)| *weight > 0.0) {
        left -= weight;
        last = Some(*choice);
        if left < 0.0 {
            break;
        }
    }
    last.expect("a weight is above 0")
}

/// The number of ways to choose this many of `count` things.
fn choose(count: usize, chosen: usize) -> f64 {
    if chosen > count {
        return 0.0;
    }
    let chosen = chosen.min(count - chosen);
    (0..chosen).fold(1.0, |ways, at| ways * (count - at) as f64 / (at + 1) as f64)
}

/// The way through one group.
struct Layer {
    /// The numbers of the clues that begin with this group, in their slots.
    begun: State,
    /// One mine less, for each clue of the group.
    one_mine: State,
    /// The slot of each clue, and the number of its squares behind this group.
    lacks: Vec<(u32, i32)>,
}

impl Layer {
    /// The state after a group with this many mines. `None` if they do not fit.
    fn reached(&self, before: State, mines: usize) -> Option<State> {
        let state = before | self.begun;
        let mines_lost = signed(mines);
        let lack = |shift: u32| ((state >> shift) & LACK_MASK) as i32 - mines_lost;
        let fits = self.lacks.iter().all(|(shift, left)| (0..=*left).contains(&lack(*shift)));
        fits.then(|| state - self.one_mine * mines as State)
    }
}

/// The way from the first group to the last.
struct Forward<'a> {
    known: &'a Known,
    /// The clues that are half gone through, by their slots.
    slots: [Option<usize>; SLOTS as usize],
    /// For each clue, how many of its squares were not gone through yet.
    left: Vec<i32>,
}

impl<'a> Forward<'a> {
    fn new(known: &'a Known) -> Self {
        let left = known.clues.iter().map(|clue| signed(clue.squares.len())).collect();
        Forward { known, slots: [None; SLOTS as usize], left }
    }

    /// The steps through every group, and the number of states behind the last one.
    fn run(
        mut self,
        groups: &[Group],
        effort: &mut Effort<'_>,
    ) -> Result<(Vec<Vec<Next>>, usize), TooTangled> {
        let mut steps = Vec::with_capacity(groups.len());
        let mut states = vec![0];
        for group in groups {
            let (next, after) = self.pass(group, &states, effort)?;
            steps.push(next);
            states = after;
        }
        Ok((steps, states.len()))
    }

    /// The way through the next group.
    fn layer(&mut self, group: &Group) -> Result<Layer, TooTangled> {
        let size = group.squares.len();
        let (mut begun, mut one_mine) = (0, 0);
        let mut lacks = Vec::with_capacity(group.clues.len());
        for clue in &group.clues {
            let (slot, is_new) = self.slot(*clue)?;
            let shift = slot * LACK_BITS;
            if is_new {
                let number = State::try_from(self.known.clues[*clue].mines);
                begun |= number.expect("contradictions are refused before") << shift;
            }
            self.left[*clue] -= signed(size);
            one_mine |= 1 << shift;
            lacks.push((shift, self.left[*clue]));
        }
        for slot in &mut self.slots {
            *slot = slot.filter(|clue| self.left[*clue] > 0);
        }
        Ok(Layer { begun, one_mine, lacks })
    }

    /// Goes through a group: for each state and number of mines the place of what follows, and the
    /// states that follow.
    fn pass(
        &mut self,
        group: &Group,
        states: &[State],
        effort: &mut Effort<'_>,
    ) -> Result<(Vec<Next>, Vec<State>), TooTangled> {
        let size = group.squares.len();
        if let Effort::Thorough(meter) = effort {
            meter.spend(STEP * states.len() * (size + 1)).map_err(|Stopped| TooTangled)?;
        }
        let layer = self.layer(group)?;
        let mut led_to = Vec::with_capacity(states.len() * (size + 1));
        for state in states {
            led_to.extend((0..=size).map(|mines| layer.reached(*state, mines)));
        }
        let mut after: Vec<State> = led_to.iter().copied().flatten().collect();
        after.sort_unstable();
        after.dedup();
        if let Effort::Sampled(width, chance) = effort
            && after.len() > *width
        {
            chance.shuffle(&mut after);
            after.truncate(*width);
            after.sort_unstable();
        }
        let place = |state: &Option<State>| {
            // A state that the lot left out has no place.
            let place = after.binary_search(&(*state)?).ok()?;
            Some(u32::try_from(place).expect("the steps bound the states"))
        };
        Ok((led_to.iter().map(place).collect(), after))
    }

    /// The slot of a clue, and whether it was given to it just now.
    fn slot(&mut self, clue: usize) -> Result<(u32, bool), TooTangled> {
        let place_of = |wanted: Option<usize>| {
            (0..SLOTS).zip(&self.slots).find(|(_, held)| **held == wanted).map(|(slot, _)| slot)
        };
        if let Some(slot) = place_of(Some(clue)) {
            return Ok((slot, false));
        }
        let slot = place_of(None).ok_or(TooTangled)?;
        self.slots[slot as usize] = Some(clue);
        Ok((slot, true))
    }
}

/// The mines of one arrangement that fits, within the work of a meter. It tries group after group,
/// and goes back from a dead end. The few mines are tried first, mostly. Some arrangements are
/// likelier than others. `None` if none is found.
pub fn find_one(known: &Known, meter: Meter, chance: &mut Chance) -> Option<Vec<usize>> {
    if known.is_contradictory() {
        return None;
    }
    let groups = in_order(known.groups(), known.clues.len());
    let mut forward = Forward::new(known);
    let layers: Option<Vec<Layer>> = groups.iter().map(|group| forward.layer(group).ok()).collect();
    let (layers, outside) = (layers?, known.outside.len());
    let dead = vec![BTreeSet::new(); groups.len()];
    let mut dive = Dive { groups: &groups, layers, outside, dead, meter };
    let total = usize::try_from(known.total?).ok()?;
    let (counts, left) = dive.on_from(0, 0, total, chance)?;
    let of_groups = groups.iter().zip(counts.iter().rev());
    let mut mines: Vec<usize> =
        of_groups.flat_map(|(group, count)| some_of(&group.squares, *count, chance)).collect();
    mines.extend(some_of(&known.outside, left, chance));
    Some(mines)
}

/// A search for one arrangement.
struct Dive<'a> {
    groups: &'a [Group],
    layers: Vec<Layer>,
    /// The number of squares that touch no open square.
    outside: usize,
    /// The states before each group that lead nowhere, each with a number of mines left.
    dead: Vec<BTreeSet<(State, usize)>>,
    meter: Meter,
}

impl Dive<'_> {
    /// The numbers of mines in the groups from the last back to this one, and the mines left at last.
    fn on_from(
        &mut self,
        at: usize,
        state: State,
        left: usize,
        chance: &mut Chance,
    ) -> Option<(Vec<usize>, usize)> {
        let Some(group) = self.groups.get(at) else {
            return (left <= self.outside).then(|| (Vec::with_capacity(at), left));
        };
        self.meter.spend(STEP).ok()?;
        if self.dead[at].contains(&(state, left)) {
            return None;
        }
        let counts = group.squares.len().min(left) + 1;
        let first = if chance.below(3) == 0 { chance.index(counts) } else { 0 };
        for count in (first..counts).chain(0..first) {
            let Some(after) = self.layers[at].reached(state, count) else { continue };
            if let Some((mut later, rest)) = self.on_from(at + 1, after, left - count, chance) {
                later.push(count);
                return Some((later, rest));
            }
        }
        self.dead[at].insert((state, left));
        None
    }
}
