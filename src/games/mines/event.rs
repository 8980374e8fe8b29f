//! What can happen.

/// Something that happened; squares count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A square was opened, with so many in all, and so many are left.
    Opened { square: usize, opened: usize, left: usize },
    /// A mine was hit.
    Hit(usize),
    /// A flag was set, or taken.
    Flagged(usize, bool),
}
