//! The patience of a table: how long it waits for a player before another one can hand the seat over.

use super::minute::Minute;

/// The width of a packed patience.
pub const PATIENCE_BITS: u32 = 2;

/// How long a table waits for the player on turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Patience {
    TenMinutes,
    /// One hour.
    #[default]
    Hour,
    /// One day.
    Day,
    ThreeDays,
}

/// The answer to the question whether the patience of a table is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// It is over from this minute on.
    Until(Minute),
    Over,
    /// The time of the last turn, or the present time, is unknown.
    Unknown,
}

impl Patience {
    /// Every patience, the shortest first.
    pub const ALL: [Patience; 1 << PATIENCE_BITS] =
        [Patience::TenMinutes, Patience::Hour, Patience::Day, Patience::ThreeDays];

    /// The text in a query.
    pub fn value(self) -> &'static str {
        match self {
            Patience::TenMinutes => "10m",
            Patience::Hour => "1h",
            Patience::Day => "1d",
            Patience::ThreeDays => "3d",
        }
    }

    /// The words on a page.
    pub fn in_words(self) -> &'static str {
        match self {
            Patience::TenMinutes => "10 minutes",
            Patience::Hour => "1 hour",
            Patience::Day => "1 day",
            Patience::ThreeDays => "3 days",
        }
    }

    /// The patience that a text in a query names.
    pub fn read(text: &str) -> Option<Self> {
        Patience::ALL.into_iter().find(|patience| patience.value() == text)
    }

    fn minutes(self) -> u32 {
        match self {
            Patience::TenMinutes => 10,
            Patience::Hour => 60,
            Patience::Day => 24 * 60,
            Patience::ThreeDays => 3 * 24 * 60,
        }
    }

    /// The seconds until it is over.
    pub fn seconds(self) -> u32 {
        self.minutes() * 60
    }

    /// The number to pack.
    pub fn pack(self) -> u64 {
        Patience::ALL.into_iter().take_while(|other| *other != self).count() as u64
    }

    /// Reads what [`Patience::pack`] gave.
    pub fn unpack(number: u64) -> Option<Self> {
        Patience::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Tells whether it is over after a turn. A time in the future counts as the present.
    pub fn wait(self, moved_at: Option<Minute>, now: Option<Minute>) -> Wait {
        match (moved_at, now) {
            (Some(moved), Some(now)) if moved.may_be_before(now) => {
                if now.since(moved) >= self.minutes() {
                    Wait::Over
                } else {
                    Wait::Until(moved.min(now).plus(self.minutes()))
                }
            }
            _ => Wait::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_795_701_900;

    #[test]
    fn a_patience_ends_after_its_time() {
        let minute = |minutes: i64| Minute::of_second(NOW.saturating_add_signed(60 * minutes));
        let wait = |patience: Patience, minutes| patience.wait(minute(0), minute(minutes));
        for (patience, minutes) in Patience::ALL.into_iter().zip([10, 60, 1_440, 4_320]) {
            let end = minute(minutes).map(Wait::Until);
            assert_eq!(Some(wait(patience, 0)), end);
            assert_eq!(Some(wait(patience, minutes - 1)), end);
            assert_eq!(wait(patience, minutes), Wait::Over);
            assert_eq!(Some(wait(patience, -9)), minute(minutes - 9).map(Wait::Until));
            assert_eq!(wait(patience, -1_441), Wait::Unknown, "no clock is that wrong");
            assert_eq!(Patience::unpack(patience.pack()), Some(patience));
            assert_eq!(Patience::read(patience.value()), Some(patience));
        }
        assert_eq!(Patience::Hour.wait(None, minute(0)), Wait::Unknown);
        assert_eq!(Patience::Hour.wait(minute(0), None), Wait::Unknown);
    }
}
