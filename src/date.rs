//! Days of the calendar. The name of a daily puzzle is its date, in UTC.

use crate::game::text::count;

const DAY_SECONDS: u64 = 24 * HOUR_SECONDS;
const HOUR_SECONDS: u64 = 60 * 60;

/// A day, as the number of days since 1970-01-01 (proleptic Gregorian calendar, UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(u16);

impl Day {
    /// The day with this number. The numbers reach from 1970-01-01 to 2149-06-06.
    pub fn from_number(days_since_1970: u16) -> Self {
        Day(days_since_1970)
    }

    /// The day's number, counted from 1970-01-01.
    pub fn number(self) -> u16 {
        self.0
    }

    /// The day of this second, counted from 1970-01-01T00:00:00Z.
    pub fn of_second(seconds_since_1970: u64) -> Option<Self> {
        u16::try_from(seconds_since_1970 / DAY_SECONDS).ok().map(Day)
    }

    /// Reads a date as people write it: `2026-11-21`, `2026-11-7`, `20261121` or `21.11.2026`. Returns
    /// `None` if there is no such day.
    pub fn parse(text: &str) -> Option<Self> {
        let is_run = text.len() == 8 && text.bytes().all(|c| c.is_ascii_digit());
        let parts: Vec<&str> = if is_run {
            vec![&text[..4], &text[4..6], &text[6..]]
        } else if text.contains('.') {
            text.rsplit('.').collect()
        } else {
            text.split('-').collect()
        };
        let [year, month, day] = parts[..] else { return None };
        let number = |part: &str| {
            let is_number = part.len() <= 4 && part.bytes().all(|c| c.is_ascii_digit());
            is_number.then(|| part.parse::<u32>().ok())?
        };
        let (year, month, day) = (number(year)?, number(month)?, number(day)?);
        if !(1..=12).contains(&month) || year < 1970 || day == 0 || day > days_of_month(year, month)
        {
            return None;
        }
        let earlier_years: u32 = (1970..year).map(days_of_year).sum();
        let earlier_months: u32 = (1..month).map(|m| days_of_month(year, m)).sum();
        u16::try_from(earlier_years + earlier_months + day - 1).ok().map(Day)
    }

    /// The seconds from one second since 1970 until this day begins, in UTC. 0 if it has begun.
    pub fn seconds_after(self, now: u64) -> u64 {
        (u64::from(self.0) * DAY_SECONDS).saturating_sub(now)
    }

    /// The date in short, such as `21 Nov`.
    pub fn in_short(self) -> String {
        let (_, month, day) = self.civil();
        format!("{day} {:.3}", month_name(month))
    }

    /// The date without its year, such as `21 November`.
    pub fn in_its_year(self) -> String {
        let (_, month, day) = self.civil();
        format!("{day} {}", month_name(month))
    }

    /// The date in words, such as `21 November 2026`.
    pub fn in_words(self) -> String {
        format!("{} {}", self.in_its_year(), self.civil().0)
    }

    /// The day before, if there is one.
    pub fn before(self) -> Option<Self> {
        self.0.checked_sub(1).map(Day)
    }

    /// The day after, if it has a number.
    pub fn after(self) -> Option<Self> {
        self.0.checked_add(1).map(Day)
    }

    /// The name of the day of the week: `Saturday`.
    pub fn weekday(self) -> &'static str {
        WEEKDAYS[usize::from(self.0) % WEEKDAYS.len()]
    }

    /// The year, the month from 1 and the day of the month from 1.
    pub fn civil(self) -> (u32, u32, u32) {
        let mut left = u32::from(self.0);
        let mut year = 1970;
        while left >= days_of_year(year) {
            left -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while left >= days_of_month(year, month) {
            left -= days_of_month(year, month);
            month += 1;
        }
        (year, month, left + 1)
    }
}

/// The names of the days of the week. 1970 began with a Thursday.
const WEEKDAYS: [&str; 7] =
    ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

/// The names of the months.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The name of a month, from 1.
pub fn month_name(month: u32) -> &'static str {
    MONTHS[month as usize - 1]
}

/// Today, and the time until tomorrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Today {
    /// The day, in UTC.
    pub day: Day,
    /// The seconds until the next day begins.
    pub seconds_left: u64,
}

impl Today {
    /// The day of this second, counted from 1970-01-01T00:00:00Z.
    pub fn of_second(second: u64) -> Option<Self> {
        let seconds_left = DAY_SECONDS - second % DAY_SECONDS;
        Some(Today { day: Day::of_second(second)?, seconds_left })
    }

    /// The time of the next puzzle: `at midnight UTC, in 12 hours`.
    pub fn at_midnight(self) -> String {
        at_midnight(self.seconds_left)
    }

    /// The day and the rest of it: `21 November, 12 hours left`.
    pub fn with_hours_left(self) -> String {
        format!("{}, {} left", self.day.in_its_year(), in_hours(self.seconds_left))
    }
}

/// The time of a midnight that is this number of seconds ahead: `at midnight UTC, in 12 hours`.
pub fn at_midnight(seconds: u64) -> String {
    format!("at midnight UTC, in {}", in_hours(seconds))
}

/// So many seconds in whole hours, or in days.
fn in_hours(seconds: u64) -> String {
    match usize::try_from(seconds / HOUR_SECONDS).unwrap_or(usize::MAX) {
        0 => "less than an hour".to_owned(),
        hours if hours <= 48 => count(hours, "hour"),
        hours => count(hours / 24, "day"),
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_year(year: u32) -> u32 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_of_month(year: u32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_comes_back_from_its_name() {
        for number in 0..=u16::MAX {
            let day = Day::from_number(number);
            assert_eq!(Day::parse(&day.to_string()), Some(day));
        }
    }

    #[test]
    fn known_days() {
        let table = [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-21", 20_778)];
        for (name, number) in table {
            assert_eq!(Day::from_number(number).to_string(), name);
        }
        assert_eq!(Day::of_second(20_778 * 86_400 + 86_399), Some(Day::from_number(20_778)));
        assert_eq!(Day::of_second(u64::MAX), None);
        let day = Day::from_number(11_017);
        assert_eq!(
            (day.in_words().as_str(), day.in_its_year().as_str()),
            ("1 March 2000", "1 March")
        );
        assert_eq!(day.before().map(Day::in_words).as_deref(), Some("29 February 2000"));
        assert_eq!(Day::from_number(0).before(), None);
        assert_eq!(day.before().and_then(Day::after), Some(day));
        assert_eq!(Day::from_number(u16::MAX).after(), None);
    }

    #[test]
    fn a_day_is_read_in_every_usual_form() {
        let day = Day::parse("2026-11-07").expect("a day");
        for text in ["2026-11-7", "20261107", "07.11.2026", "7.11.2026"] {
            assert_eq!(Day::parse(text), Some(day), "{text}");
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "today",
            "2026-11-31",
            "2025-02-29",
            "2100-02-29",
            "1969-12-31",
            "26-1-1",
            "1.2.3.2026",
            "2026.11.21",
            "11/21/2026",
            "2026-",
            "20261131",
            "2026112",
            "yesterday",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "+026-01-01",
            "2026-01-01-",
            "2149-06-07",
            "9999-12-31",
            "2026/11/21",
        ] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }
}
