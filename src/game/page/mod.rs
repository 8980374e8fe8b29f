//! The page of a position, for any format. A game fills in these types, and a format turns them into
//! HTML or anything else. No type here knows of links, tokens or markup.

mod board;
mod cell;
mod contents;
mod end;
mod offer;
mod parts;
mod passage;

pub use board::{Board, Corner, Guesses, Look, Row, Spread, SquareNames};
#[cfg(any(test, feature = "audit"))]
pub use board::{COLUMNS_MAX, ROWS_MAX};
pub use cell::{Cell, Marks, Picture};
pub use contents::{At, Page, STATUS_CHARS_MAX, Sending};
pub use end::{End, NEXT_GAMES, NextGame, Share, Standing};
pub use offer::{Emphasis, Offer};
pub use parts::{Fact, Facts, Log, Part, SeatLine, Seats};
pub use passage::{Block, Passage};
