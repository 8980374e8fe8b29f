//! The people at a table, as the public or one of them sees it.

use crate::game::seat::Seat;
use crate::game::text::Text;
use crate::links::Link;
use crate::table::chair::Chair;
use crate::table::line::Mark;

/// The value of `sit` with which the same people play again.
pub const AGAIN: &str = "again";
/// The value of `sit` that asks for another chair in place of one's own.
pub const NEW_CHAIR: &str = "chair";

/// The people at a table, as the public or one of them sees it.
#[derive(Debug)]
pub struct Party {
    /// How many are to sit at it.
    pub size: usize,
    /// Those who do, from the first seat on.
    pub people: Vec<Seated>,
    /// Whose turn it is; nobody's before everybody sits, and after the end.
    pub turn: Option<Seat>,
    /// The present turn and its code.
    pub mark: Mark,
    /// The mark that the link says, if it is another.
    pub asked_mark: Option<String>,
    /// The seat of whoever looks with a chair.
    pub seat: Option<Seat>,
    /// Their chair.
    pub chair: Option<Chair>,
    /// The link that everybody may have.
    pub public: Link,
    /// Why a name will not do, if somebody gave one.
    pub bad_name: Option<Text>,
}

/// Somebody at a table.
#[derive(Debug)]
pub struct Seated {
    /// What they call themselves.
    pub name: String,
    /// The mark after their last turn.
    pub last: Option<Mark>,
}
