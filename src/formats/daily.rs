//! The puzzle of a day on the page of a position: the days before and after it, and the streak.

use super::shown::Shown;
use crate::date::Day;
use crate::game::outcome::Mood;
use crate::game::text::count;
use crate::links::{Link, Links, WayOn};

/// What a streak proves, and what not.
pub const WHAT_A_STREAK_PROVES: &str = "A streak proves that the puzzles of so many days were won, one after the other; it does not prove on which days, at which try or by whom.";

/// The puzzle of the day after one that is over.
#[derive(Debug)]
pub struct NextDay {
    /// The way there.
    pub way: WayOn,
    /// True if it may be dealt already.
    pub is_out: bool,
    /// What becomes of the streak; nothing where there is none.
    pub sentence: Option<String>,
}

impl Shown<'_> {
    /// The day whose puzzle this is, in a game that has one each day.
    pub fn day(&self) -> Option<Day> {
        self.deal().filter(|_| self.ruleset.daily)?.day()
    }

    /// How many days in a row are won with this one, if this one is won.
    pub fn streak(&self) -> Option<u16> {
        let is_won = self.step.mood == Mood::Won && self.choices.people() == 1;
        self.day().filter(|_| is_won)?;
        self.deal()?.streak_if_won()
    }

    /// The sentence beside a button for help with the puzzle of a day.
    pub fn about_help(&self) -> Option<&'static str> {
        let deal = self.deal().filter(|_| self.day().is_some() && self.page().offers_help())?;
        Some(match (deal.is_helped, deal.streak) {
            (true, _) => "You took a hint, so this puzzle counts for no streak.",
            (false, 0) => "With a hint, this puzzle counts for no streak.",
            (false, _) => "A hint ends your streak on this link.",
        })
    }

    /// The puzzle of the day before, with the same choices.
    pub fn day_before(&self, links: Links) -> Option<Link> {
        Some(links.deal_of(self.ruleset, &self.choices, self.day()?.before()?))
    }

    /// The solution of the day before, if that day is past and there is one.
    pub fn solution_before(&self, links: Links) -> Option<WayOn> {
        let dealt = self.dealt().filter(|dealt| dealt.has_solution)?;
        let before = self.day()?.before()?;
        let is_past = dealt.today.is_some_and(|today| before < today);
        is_past.then(|| WayOn {
            link: links.solution(self.ruleset, &self.choices, before),
            label: format!("The solution of {}", before.in_its_year()),
        })
    }

    /// The puzzle of the next day, once this one is over: after a win with the streak, and as a link
    /// to keep if that day is still to come.
    pub fn next_day(&self, links: Links) -> Option<NextDay> {
        let next = self.day().filter(|_| self.end().is_some())?.after()?;
        let is_out = self.dealt()?.today.is_some_and(|today| next <= today);
        let label = format!("The puzzle of {}", next.in_its_year());
        let Some(streak) = self.streak() else {
            let link = links.deal_of(self.ruleset, &self.choices, next);
            let way = WayOn { link, label };
            return is_out.then_some(NextDay { way, is_out, sentence: None });
        };
        let days = count(streak.into(), "day");
        let then = match is_out {
            true => "The next puzzle goes on with it.",
            false => "Bookmark the next puzzle to go on with it: it opens at midnight, UTC.",
        };
        let way = WayOn { link: self.links.puzzle(next), label };
        Some(NextDay { way, is_out, sentence: Some(format!("Streak: {days}. {then}")) })
    }
}
