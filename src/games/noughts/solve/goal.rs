//! What a proof is about.

/// What the player to move may want to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Not to lose.
    Draw,
    /// To win.
    Win,
}

impl Goal {
    /// What the opponent must be kept from.
    pub const fn refuted_by(self) -> Self {
        match self {
            Goal::Draw => Goal::Win,
            Goal::Win => Goal::Draw,
        }
    }
}
