//! The puzzle of a day on the page of a position: the days before and after it, and the streak.

use super::shown::Shown;
use crate::date::{Day, Today};
use crate::game::outcome::Mood;
use crate::game::page::Passage;
use crate::game::text::count;
use crate::links::{self, Link, WayOn};

/// The name of the page of the last days.
pub const PUZZLES: &str = "Puzzles of the last 14 days";

/// The meaning of a streak.
pub fn streaks() -> Passage {
    Passage::new("What a streak proves")
        .say("If you win a puzzle of the day, its page links to the next puzzle. That link carries your streak: keep it as a bookmark. A hint ends the streak.")
        .say("A streak proves that the puzzles of so many days in a row were won without a hint, on this server.")
        .say("It doesn't prove on which days they were won, at which try or by whom: Back undoes a mistake, earlier puzzles stay open, and a link can be passed on.")
}

/// The puzzle of the day after one that is over.
#[derive(Debug)]
pub struct NextDay {
    /// The way there: a link that carries the streak, or that leads to a puzzle that is out.
    pub way: Option<WayOn>,
    /// The streak, if there is one.
    pub streak: Option<String>,
    /// The time when the puzzle opens, if it is not out.
    pub hint: Option<String>,
}

impl Shown<'_> {
    /// The day whose puzzle this is. `None` if it is no puzzle of a day.
    pub fn day(&self) -> Option<Day> {
        self.deal().filter(|_| self.ruleset.daily)?.day()
    }

    /// The number of days won in a row, this one included. `None` if this one is not won.
    pub fn streak(&self) -> Option<u16> {
        let is_won = self.step.mood == Mood::Won && self.choices.people() == 1;
        self.day().filter(|_| is_won)?;
        self.deal()?.streak_if_won()
    }

    /// The sentence beside a button for help with the puzzle of a day.
    pub fn about_help(&self) -> Option<&'static str> {
        let deal = self.deal().filter(|_| self.day().is_some() && self.page().offers_help())?;
        Some(match (deal.is_helped, deal.streak) {
            (true, _) => "You took a hint, so this puzzle does not count for a streak.",
            (false, 0) => "With a hint, this puzzle does not count for a streak.",
            (false, _) => "A hint ends your streak on this link.",
        })
    }

    /// The other puzzles of today, if this is one of them.
    pub fn other_puzzles(&self) -> impl Iterator<Item = WayOn> {
        self.dealt().into_iter().flat_map(|dealt| {
            let day = dealt.today.map(|today| today.day);
            let others = dealt.other_puzzles.iter();
            others.map(move |other| WayOn::new(other.title, links::puzzle(other, day)))
        })
    }

    /// The puzzle of the day before, with the same choices.
    pub fn day_before(&self) -> Option<Link> {
        Some(links::deal_of(self.ruleset, &self.choices, self.day()?.before()?))
    }

    /// The solution of the day before, if that day is past and there is one.
    pub fn solution_before(&self) -> Option<WayOn> {
        let dealt = self.dealt().filter(|dealt| dealt.has_solution)?;
        let before = self.day()?.before()?;
        let is_past = dealt.today.is_some_and(|today| before < today.day);
        let label = format!("The solution of {}", before.in_its_year());
        let link = || links::solution(self.ruleset, &self.choices, before);
        is_past.then(|| WayOn::new(label, link()))
    }

    /// The puzzle of the next day, once this one is over. After a win, the link carries the streak,
    /// and the viewer can keep it until that day.
    pub fn next_day(&self) -> Option<NextDay> {
        let next = self.day().filter(|_| self.end().is_some())?.after()?;
        let today = self.dealt()?.today;
        let is_out = today.is_some_and(|today| next <= today.day);
        let streak = self.streak();
        let link = match streak {
            Some(_) => self.links.puzzle(next),
            None => links::deal_of(self.ruleset, &self.choices, next),
        };
        let way = WayOn::new(format!("The puzzle of {}", next.in_its_year()), link);
        let is_tomorrow = |now: &Today| now.day.after() == Some(next);
        let opens = today.filter(is_tomorrow).map(Today::at_midnight);
        Some(NextDay {
            way: (is_out || streak.is_some()).then_some(way),
            streak: streak.map(|days| format!("Streak: {}.", count(days.into(), "day"))),
            hint: opens.map(|opens| match streak {
                Some(_) => format!("Bookmark the next puzzle to keep it going: it opens {opens}."),
                None => format!("The next puzzle opens {opens}."),
            }),
        })
    }
}
