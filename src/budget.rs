//! The work of a request: at most 20 million instructions, in fixed shares. What a part leaves of its share
//! goes to no other part, so nothing around a link changes a move, a hint or a card.
//!
//! | share | million instructions | the unit that bounds it, with its instructions at most |
//! |---|---|---|
//! | to read the query and open tokens | 2 | a reading of a link ([`READINGS_MAX`]): 40,000; a pair of the query ([`PAIRS_MAX`]): 40,000 |
//! | to open the position, deal, settle, explain, and render the page | 18 | a unit of the game's own search |
//!
//! A typed text takes up to 2 million of the second share.
//!
//! A position is opened once and settled once ([`AnyPosition`](crate::game::any::AnyPosition)). A request
//! has one search: a deal, a reply, an explanation or a hint.
//!
//! `cargo test --test cost` measures the sums.

/// The most readings of links that a request tries, over all texts in it. A reading is a text that may be
/// a token: to open the longest takes 40,000 instructions.
pub const READINGS_MAX: usize = 40;

/// The most names with their values in a query. Links of Parlour have fewer than 20, and the programs
/// that add their own to every link add a few.
pub const PAIRS_MAX: usize = 40;
