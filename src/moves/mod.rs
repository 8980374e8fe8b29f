//! Moves for players without a pointer: the moves of a page with their numbers and words, and the
//! meaning of a typed text.

mod cards;
mod digits;
mod list;
mod names;
mod place;
mod read;
mod refusal;
mod row;
mod tokens;
mod words;

pub use list::{Move, Moves, numbered_board, tool, tools};
pub use read::{Asks, Letters, Printed, Reader, Reading, TYPED_CHARS_MAX, quoted};
pub use refusal::why_no_move;
pub use row::parts;
