//! The time of a turn.

use crate::date::Day;

/// The width of a packed minute: until 2153, longer than the days have numbers.
pub const MINUTE_BITS: u32 = 26;
/// The clocks of two servers differ by fewer minutes. A link that claims a later time has none.
const AHEAD_MAX: u32 = 24 * 60;
/// 2026-01-01T00:00:00Z, in seconds since 1970.
const START: u64 = 1_767_225_600;

/// A minute, counted from 2026-01-01T00:00:00Z. It is never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minute(u32);

impl Minute {
    /// The minute of this second, counted from 1970-01-01T00:00:00Z.
    pub fn of_second(second: u64) -> Option<Self> {
        let minute = u32::try_from(second.checked_sub(START)? / 60).ok()?;
        Some(Minute(minute)).filter(|minute| (1..1 << MINUTE_BITS).contains(&minute.0))
    }

    /// The minute this many minutes later.
    pub fn plus(self, minutes: u32) -> Self {
        Minute(self.0.saturating_add(minutes))
    }

    /// The number of minutes from another minute to this one; 0 if the other is later.
    pub fn since(self, other: Self) -> u32 {
        self.0.saturating_sub(other.0)
    }

    /// Returns true if it is at most a day after `now`: so far the clock of another server may be ahead.
    pub fn may_be_before(self, now: Self) -> bool {
        self.since(now) <= AHEAD_MAX
    }

    /// The first second of it, counted from 1970-01-01T00:00:00Z.
    pub fn second(self) -> u64 {
        START + u64::from(self.0) * 60
    }

    /// The number to pack; 0 for no minute.
    pub fn pack(minute: Option<Self>) -> u64 {
        minute.map_or(0, |minute| minute.0.into())
    }

    /// Reads what [`Minute::pack`] gave.
    pub fn unpack(number: u64) -> Option<Self> {
        u32::try_from(number).ok().filter(|number| *number > 0).map(Minute)
    }

    /// The time between this minute and `now`, and the time of day: `2 hours ago (26 November, 14:05
    /// UTC)`. The clocks of two servers may differ, so a time in the near future is `just now`. A later one
    /// is not compared.
    pub fn in_words(self, now: Option<Minute>) -> String {
        let at = self.in_its_year();
        match now.filter(|now| self.may_be_before(*now)) {
            Some(now) => format!("{} ({at})", ago(now.since(self))),
            None => format!("on {at}"),
        }
    }

    /// The date and the time of day: `26 November 2026, 14:05 UTC`.
    #[cfg(any(test, feature = "audit"))]
    pub fn date(self) -> String {
        self.at(Day::in_words)
    }

    /// The day of the year and the time of day: `26 November, 14:05 UTC`.
    pub fn in_its_year(self) -> String {
        self.at(Day::in_its_year)
    }

    fn at(self, written: fn(Day) -> String) -> String {
        let minute = self.second() / 60 % 1_440;
        let day = Day::of_second(self.second()).map_or(String::new(), written);
        format!("{day}, {:02}:{:02} UTC", minute / 60, minute % 60)
    }
}

/// `2 hours ago`.
fn ago(minutes: u32) -> String {
    let (count, unit) = match minutes {
        0..=1 => return "just now".to_owned(),
        2..=119 => (minutes, "minutes"),
        120..=2_879 => (minutes / 60, "hours"),
        _ => (minutes / 1_440, "days"),
    };
    format!("{count} {unit} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-26T14:05:30Z.
    const SECOND: u64 = 1_795_701_930;

    #[test]
    fn a_minute_is_told_with_the_time_since() {
        let minute = Minute::of_second(SECOND).unwrap();
        assert_eq!(minute.second(), SECOND - 30);
        let after = |minutes: u64| minute.in_words(Minute::of_second(SECOND + 60 * minutes));
        assert_eq!(after(0), "just now (26 November, 14:05 UTC)");
        assert_eq!(after(59), "59 minutes ago (26 November, 14:05 UTC)");
        assert_eq!(after(120), "2 hours ago (26 November, 14:05 UTC)");
        assert_eq!(after(3 * 1_440), "3 days ago (26 November, 14:05 UTC)");
        assert_eq!(minute.in_words(Minute::of_second(SECOND - 600)), after(0), "a clock is ahead");
        assert_eq!(minute.in_words(None), "on 26 November, 14:05 UTC");
        assert_eq!(minute.in_words(Minute::of_second(SECOND - 2 * 86_400)), minute.in_words(None));
    }

    #[test]
    fn a_minute_comes_back() {
        let minute = Minute::of_second(SECOND);
        assert_eq!(Minute::unpack(Minute::pack(minute)), minute);
        assert_eq!(Minute::unpack(Minute::pack(None)), None);
        assert_eq!(Minute::of_second(START), None);
        assert_eq!(Minute::of_second(u64::MAX), None);
        // A table knows the time as long as there are daily puzzles.
        let last = Minute::of_second(u64::from(u16::MAX) * 86_400).unwrap();
        assert!(Minute::pack(Some(last)) < 1 << MINUTE_BITS);
    }
}
