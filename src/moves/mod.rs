//! Moves for whoever has no pointer: what a page offers, numbered and in words, and what somebody
//! typed, understood.

mod list;
mod place;
mod read;
mod refusal;
mod words;

pub use list::{Move, Moves, numbered_board, tool, tools};
pub use read::{Reading, TYPED_CHARS_MAX, parts, read, shown};
pub use refusal::why_no_move;
