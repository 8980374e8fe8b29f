//! Parts that several games share.

pub(crate) mod cards;
pub(crate) mod challenge;
/// For games that still import it from here.
#[allow(unused_imports)]
pub(crate) use crate::game::duel;
pub(crate) mod grid;
#[cfg(test)]
pub(crate) mod ladder;
pub(crate) mod lines;
/// For games that still import it from here.
#[allow(unused_imports)]
pub(crate) use crate::game::trust;
