//! The sentence of a position, or of a refusal, for every format of words.

use super::shown::{Phase, Shown};
use crate::formats::party::{Party, Situation, Stage};
use crate::game::request::Refusal;
use crate::game::text::Text;

/// The sentence that a page begins with.
#[derive(Debug)]
pub enum Status<'a> {
    /// The request was refused, with advice for the next one.
    Refused(&'a Refusal, String),
    Told {
        /// The question that the page answers, the result, or at a closed table the player on turn.
        lead: Option<Text>,
        /// The sentence about the position.
        sentence: String,
    },
}

impl Shown<'_> {
    /// The sentence of the page.
    pub fn status(&self) -> Status<'_> {
        match &self.step.refusal {
            Some(refusal) => Status::Refused(refusal, self.advice()),
            None => Status::Told { lead: self.lead(), sentence: self.sentence() },
        }
    }

    /// The advice after a refusal. The refusal of a typed text has its own.
    fn advice(&self) -> String {
        let has_board = || self.page().parts.iter().any(|part| part.board().is_some());
        let is_again = |party: &Party| party.may_play_again() || party.password_begins_again();
        match self.phase() {
            Phase::Over(_) if self.party().is_none_or(is_again) => {
                "Nothing has changed. Play again below.".to_owned()
            }
            Phase::Over(_) => "Nothing has changed.".to_owned(),
            _ if self.unclear().is_some() => "Nothing has changed.".to_owned(),
            // There is no more room above the cards.
            _ if !has_board() => self.page().sentence(),
            _ => "Nothing has changed. Try another move.".to_owned(),
        }
    }

    fn lead(&self) -> Option<Text> {
        let page = self.page();
        let party = match (self.phase(), self.party()) {
            (Phase::Answer, _) => return page.question.clone(),
            (Phase::Over(end), _) => return Some(format!("{}.", end.headline).into()),
            (_, None) => return None,
            (Phase::Playing | Phase::RoundOver, Some(party)) => party,
        };
        Some(match party.turn() {
            None if party.is_lobby() => party.greeting(self.ruleset.title).into(),
            Some(turn) if party.seat == Some(turn) => "Your turn.".into(),
            Some(_) if !page.parts.is_empty() => format!("{}'s turn.", party.next_name()).into(),
            _ => format!("{}.", page.state).into(),
        })
    }

    /// The sentence about the position, without the words of the lead.
    fn sentence(&self) -> String {
        let page = self.page();
        let Some(party) = self.party() else { return page.sentence() };
        if !page.parts.is_empty() || !matches!(party.stage, Stage::Turn(_)) {
            return page.status.to_string();
        }
        // Nothing is on the table yet.
        match party.situation() {
            Situation::Seated => format!("Now send the link to {}, who begins.", party.next_name()),
            _ => format!("{} begins. {}", party.next_name(), page.status).trim_end().to_owned(),
        }
    }
}
