//! The work of a request: at most 20 million instructions, in shares. What a part leaves of its share
//! goes to no other part, so nothing around a link changes a move, a hint or a card.
//!
//! | share | million instructions | the unit that bounds it |
//! |---|---|---|
//! | to read the query and open tokens | 3 | a reading of a link ([`READINGS_MAX`]), a pair of the query ([`PAIRS_MAX`]), and a byte of either |
//! | to open the position, deal, settle, explain, and render the page | 17 | a unit of a [`Meter`]: 10 instructions |
//!
//! A typed text takes up to 2 million of the second share, and a search [`SEARCH`].
//!
//! A position is opened once and settled once ([`AnyPosition`](crate::game::any::AnyPosition)). A request
//! has one search: a deal, a reply, an explanation or a hint.
//!
//! `cargo test --test cost` measures the sums.

/// The most readings of links that a request tries, over all texts in it. A reading is a text that may be
/// a token: to find and open one takes some 50,000 instructions.
pub const READINGS_MAX: usize = 40;

/// The most names with their values in a query. Links of Parlour have fewer than 20, and the programs
/// that add their own to every link add a few. A short one takes some 20,000 instructions; each character that
/// is no ASCII takes some 1,500 more.
pub const PAIRS_MAX: usize = 40;

/// The work of the search of a request, in units of a [`Meter`]: 16 million instructions.
pub const SEARCH: usize = 1_600_000;

/// The work that a search may still do. A unit is at most ten instructions of the released program.
///
/// A search spends in its innermost loop, by what it is about to do there: for each move that it makes, for
/// each line that it counts. When nothing is left, it answers with the best that it has found.
///
/// ```
/// use parlour::prelude::{Meter, Stopped};
///
/// /// The best of these numbers that the search came to.
/// fn greatest(numbers: &[u32], meter: &mut Meter) -> u32 {
///     let mut best = 0;
///     for number in numbers {
///         let Ok(()) = meter.spend(1) else { break };
///         best = best.max(*number);
///     }
///     best
/// }
///
/// assert_eq!(greatest(&[3, 5, 9], &mut Meter::of_search()), 9);
/// assert_eq!(greatest(&[3, 5, 9], &mut Meter::holding(2)), 5);
/// ```
#[derive(Debug)]
pub struct Meter {
    left: usize,
}

/// The sign that a search has done all its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Meter {
    /// A meter with the whole share of a request's search.
    pub fn of_search() -> Self {
        Self::holding(SEARCH)
    }

    /// A meter with this many units, but no more than the share of a request's search.
    pub fn holding(units: usize) -> Self {
        let units = units.min(SEARCH);
        #[cfg(any(test, feature = "audit"))]
        let units = units / ONE_IN.get();
        Meter { left: units }
    }

    /// A meter that never runs out.
    #[cfg(any(test, feature = "audit"))]
    pub fn endless() -> Self {
        Meter { left: usize::MAX }
    }

    /// The units that are left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Spends units on work that follows, or that is just done.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if fewer are left. Then none is left.
    pub fn spend(&mut self, units: usize) -> Result<(), Stopped> {
        #[cfg(any(test, feature = "audit"))]
        spent::add(units);
        let left = self.left.checked_sub(units);
        self.left = left.unwrap_or(0);
        left.map(|_| ()).ok_or(Stopped)
    }

    /// Takes at most this many units out of it, for a part of the search.
    pub fn lend(&mut self, units: usize) -> Meter {
        let lent = Meter { left: units.min(self.left) };
        self.left -= lent.left;
        lent
    }

    /// Puts the units of another meter back into it.
    pub fn take_back(&mut self, lent: Meter) {
        self.left += lent.left;
    }
}

#[cfg(any(test, feature = "audit"))]
thread_local! {
    /// The part of its units that a new meter of this thread holds: one in so many.
    static ONE_IN: std::cell::Cell<usize> = const { std::cell::Cell::new(1) };
}

/// Lets new meters of this thread hold one unit in so many, so that tests can play thousands of games.
#[cfg(any(test, feature = "audit"))]
pub fn shrink_searches(one_in: usize) {
    ONE_IN.set(one_in);
}

/// The units that all meters of this thread have spent, for the tests of the cost.
#[cfg(any(test, feature = "audit"))]
pub mod spent {
    use std::cell::Cell;

    thread_local! {
        static SPENT: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn add(units: usize) {
        SPENT.set(SPENT.get() + units);
    }

    /// The result of some work, and the units that it spent.
    pub fn on<T>(work: impl FnOnce() -> T) -> (T, usize) {
        let before = SPENT.get();
        let done = work();
        (done, SPENT.get() - before)
    }
}
