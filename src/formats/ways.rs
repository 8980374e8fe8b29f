//! The ways on from a position that do not move, for every format of words.

use super::shown::{Phase, Shown};
use crate::links::{self, Link, WayOn};
use crate::query::{About, Sit};

/// The ways on from a position. Each format adds the other forms of the page: a picture, or the position in
/// words.
#[derive(Debug)]
pub struct Ways {
    /// The ways that are always in sight.
    pub at_hand: Vec<WayOn>,
    /// The other ways.
    pub more: Vec<WayOn>,
}

impl Ways {
    /// The ways on from this page.
    pub fn of(shown: &Shown<'_>) -> Self {
        let is_going_on = matches!(shown.phase(), Phase::Playing | Phase::RoundOver);
        // At a closed table the others would have to agree.
        let has_options = shown.party().is_none() && !matches!(shown.phase(), Phase::Answer);
        let links = &shown.links;
        let at_hand = [
            Some(WayOn::new("Rules", links.about(About::People))),
            is_going_on.then(|| WayOn::new("New game", shown.new_game())),
            has_options
                .then(|| WayOn::new(shown.ruleset.options_label(), links.new_game(&shown.choices))),
            shown.way_to_walk().filter(|_| shown.end().is_none()),
            shown.take_back(),
        ];
        let more = [
            shown.restart().map(|link| WayOn::new("Start this deal again", link)),
            shown.day_before().map(|link| WayOn::new("The puzzle of the day before", link)),
            shown.solution_before(),
            shown.turn_the_board(),
            shown.dealt().map(|dealt| WayOn::new("How this link works", dealt.anatomy.clone())),
        ];
        let [at_hand, more] = [at_hand, more].map(|ways| ways.into_iter().flatten().collect());
        Ways { at_hand, more }
    }
}

impl Shown<'_> {
    /// The link to a new game of the same kind, or to a new table.
    fn new_game(&self) -> Link {
        links::deal(self.ruleset, &self.choices, None)
    }

    /// The link to another game after the end. At a closed table only a player gets it.
    pub fn again(&self) -> Option<Link> {
        match self.party() {
            Some(party) => party.may_play_again().then(|| self.links.sit(Sit::Again)),
            None => Some(self.new_game()),
        }
    }
}
