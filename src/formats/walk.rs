//! The walk through a game: from a moment to the one before and behind it, to the first and the last, and to
//! each of the list. Every format has it from here.

use super::ask::Ask;
use crate::game::moment::Moment;
use crate::game::seat::Seat;
use crate::game::text::Text;
use crate::links::{NOW, PositionLinks, WayOn};
use crate::query;
use std::iter::repeat;

/// The walk through a game, on the page of its position or of a moment.
#[derive(Debug)]
pub struct Walk {
    /// The links from the position.
    pub game: PositionLinks,
    /// The moments after the first. The last one is the position.
    pub moments: Vec<Moment>,
    /// The moment on view: after so many moves. `None` on the page of the position.
    pub at: Option<usize>,
    /// A remark for each moment after the first, on the page of a moment. `None` if nothing is known.
    pub notes: Vec<Option<Text>>,
    /// The seat whose player may play on from the moments of their turn.
    pub replays: Option<Seat>,
}

impl Walk {
    /// The way to the walk from the position.
    pub fn way_in(&self) -> WayOn {
        self.way("Walk through the game", self.moments.len())
    }

    /// The steps from the moment on view to others, each with its way, if it leads somewhere. The way back comes
    /// first, because a key that is pressed again and again goes back.
    pub fn steps(&self) -> [(&'static str, Option<WayOn>); 4] {
        let last = self.moments.len();
        let before = self.at.filter(|at| *at > 0);
        let after = self.at.filter(|at| *at < last);
        let steps = [
            ("Back", before.map(|at| at - 1)),
            ("Forward", after.map(|at| at + 1)),
            ("First", before.map(|_| 0)),
            ("Last", after.map(|_| last)),
        ];
        steps.map(|(label, moment)| (label, moment.map(|moment| self.way(label, moment))))
    }

    /// The ways of the steps that lead somewhere.
    pub fn ways(&self) -> impl Iterator<Item = WayOn> + use<> {
        self.steps().into_iter().filter_map(|(_, way)| way)
    }

    /// The way to play on from the moment on view.
    pub fn play_on(&self) -> Option<WayOn> {
        let at = self.at.filter(|at| self.may_replay(*at))?;
        Some(WayOn::new("Play on from here", self.game.playing_on(at)))
    }

    /// The way to play on from before the player's last move, on the page of the position.
    pub fn take_back(&self) -> Option<WayOn> {
        let last = (0..self.moments.len()).rfind(|at| self.at.is_none() && self.may_replay(*at))?;
        Some(WayOn::new("Take back", self.game.playing_on(last)))
    }

    /// Returns true if the game may be played on from a moment: before a move of the player.
    pub fn may_replay(&self, moment: usize) -> bool {
        let seat = self.moments.get(moment).map(|next| next.seat);
        seat.is_some() && seat == self.replays
    }

    /// The field for the number of a moment.
    pub fn ask(&self) -> Ask {
        Ask::new(query::AFTER, self.game.position().clone())
    }

    /// The moments after the first, each with its remark.
    pub fn noted(&self) -> impl Iterator<Item = (&Moment, Option<&str>)> {
        let notes = self.notes.iter().map(|note| note.as_deref()).chain(repeat(None));
        self.moments.iter().zip(notes)
    }

    /// The moments after the first with their numbers and names, each with true if it is on view.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, Text, bool)> {
        (1..).zip(self.noted()).map(|(number, (moment, note))| {
            let label = match note {
                None => moment.label.clone(),
                Some(note) => format!("{} ({note})", moment.label).into(),
            };
            (number, label, self.at == Some(number))
        })
    }

    /// `Step 12 of 40.`
    pub fn title(moment: usize, last: usize) -> String {
        let of = if moment == 0 { String::new() } else { format!(" of {last}") };
        Walk::name(moment) + &of
    }

    /// `Step 12`.
    pub fn name(moment: usize) -> String {
        if moment == 0 { "The start".to_owned() } else { format!("Step {moment}") }
    }

    fn way(&self, label: &str, moment: usize) -> WayOn {
        WayOn::new(label, self.game.after(moment).position().clone().at_part(NOW))
    }
}
