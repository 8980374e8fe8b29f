//! A closed table on the page of a position: the people, and the viewer's next step. The situation
//! of the viewer decides which template renders it.

use super::markup::is_html;
use super::symbol::GamePicture;
use crate::formats::panel::{Awaited, Panel};
use crate::formats::party::{Party, Situation};
use crate::formats::shown::{Phase, Shown};
use crate::game::page::Part;
use crate::game::request::NOT_A_PASSWORD;
use crate::game::text::listed;
use crate::game::verification::Commitment;
use crate::links::{self, Link};
use crate::query::{self, Sit};
use crate::table::password::Password;
use askama::Template;

/// A closed table, as the viewer sees it.
#[derive(Clone, Copy)]
pub struct AtTable<'a> {
    pub shown: &'a Shown<'a>,
    pub party: &'a Party,
    /// The link to send, if somebody else waits for the page.
    pub panel: Option<&'a Panel>,
}

/// The people, unless the game lists them itself.
#[derive(Template)]
#[template(path = "table/people.html")]
pub struct People<'a>(pub AtTable<'a>);

/// The viewer's next step.
#[derive(Template)]
#[template(path = "table/place.html")]
pub struct Place<'a>(pub AtTable<'a>);

/// The viewer's password, unless it is new.
#[derive(Template)]
#[template(path = "table/own-password.html")]
pub struct OwnPassword<'a>(pub AtTable<'a>);

/// The field for a password: it opens a hand, or another game at the end.
#[derive(Template)]
#[template(path = "table/password.html")]
pub struct PasswordField<'a>(pub AtTable<'a>);

/// The way to hand over the seat on turn, folded away.
#[derive(Template)]
#[template(path = "table/absent.html")]
pub struct Absent<'a>(pub AtTable<'a>);

/// The viewer's next step after the end.
#[derive(Template)]
#[template(path = "table/after-the-end.html")]
pub struct AfterTheEnd<'a>(pub AtTable<'a>);

/// The link of a page that somebody else waits for, with the messengers that can send it.
#[derive(Template)]
#[template(path = "panel.html")]
pub struct PanelText<'a>(pub &'a Panel);

/// The turn codes that tell links apart, and the fingerprint of the deal.
#[derive(Template)]
#[template(path = "table/checks.html")]
pub struct Checks<'a> {
    /// The people at a closed table.
    pub party: Option<&'a Party>,
    /// The fingerprint, if the deal has one.
    pub commitment: Option<&'a Commitment>,
    /// The link to the rules, which tell how to check the fingerprint.
    pub rules: Link,
}

is_html!(
    PanelText<'_>,
    Checks<'_>,
    People<'_>,
    Place<'_>,
    PasswordField<'_>,
    OwnPassword<'_>,
    AfterTheEnd<'_>,
    Absent<'_>
);

impl AfterTheEnd<'_> {
    /// `Bob does not know it yet.`
    fn who_has_not_seen_it(&self) -> String {
        let others: Vec<&str> = self.0.party.others_to_tell().collect();
        let verb = if others.len() == 1 { "does" } else { "do" };
        format!("{} {verb} not know it yet.", listed(others))
    }
}

impl AtTable<'_> {
    fn is_seat(&self, seat: &usize) -> bool {
        self.party.seat == Some(*seat)
    }

    fn is_on_turn(&self, seat: &usize) -> bool {
        self.party.turn == Some(*seat)
    }

    /// Returns true if the page of the game does not list the people itself.
    fn lists_people(&self) -> bool {
        let says_seats = |part: &Part| matches!(part, Part::Seats(_));
        !self.shown.page().parts.iter().any(says_seats)
    }

    /// Returns true if the table is still empty.
    fn has_nothing_laid(&self) -> bool {
        self.shown.page().parts.is_empty()
    }

    /// The order of play, for a player who waits at an empty table:
    /// `After Ann: Bob, then you.`
    fn order(&self) -> Option<String> {
        let (first, seat) = (self.party.turn?, self.party.seat?);
        if first == seat {
            return None;
        }
        let people = self.party.people.iter().enumerate().cycle().skip(first);
        let people = people.take(self.party.people.len()).skip(1);
        let people = people.filter(|(_, person)| !person.is_absent);
        let names = people.map(|(at, person)| if at == seat { "you" } else { &*person.name });
        let (next, then) = (self.party.next_name(), names.collect::<Vec<_>>().join(", then "));
        Some(format!("After {next}: {then}."))
    }

    /// The hidden fields that carry the table.
    fn fields(&self) -> [(&'static str, String); 2] {
        let token = self.shown.links.token().to_owned();
        [(query::TOKEN, token), (query::GAME, self.shown.ruleset.key.to_owned())]
    }

    /// The private link of a viewer with this password. It asks for the newest link.
    fn bookmark(&self, password: &Password) -> Link {
        links::with_password_alone(
            self.shown.ruleset,
            &password.to_string(),
            &self.party.table_code,
        )
    }

    /// Returns true if the viewer's password is not new, and still useful.
    fn has_password_in_use(&self) -> bool {
        let new =
            [Situation::Hosting, Situation::Seated, Situation::Gathering, Situation::Answered];
        let situation = self.party.situation();
        let is_new = new.contains(&situation) || self.party.has_new_password();
        !is_new && situation != Situation::Abandoned
    }

    /// Returns true if the viewer typed a password that opens no seat.
    fn refuses_password(&self) -> bool {
        let refusal = self.shown.step.refusal.as_ref();
        refusal.is_some_and(|refusal| refusal.fault == NOT_A_PASSWORD)
    }

    /// The link that opens a table with the same choices.
    fn new_table(&self) -> Link {
        links::deal(self.shown.ruleset, &self.shown.choices, None)
    }

    /// The link that gives the player on turn another password.
    fn new_password(&self) -> Option<Link> {
        let is_on_turn = self.party.situation() == Situation::OnTurn;
        is_on_turn.then(|| self.shown.links.sit(Sit::NewPassword))
    }

    /// A sentence about the time after the viewer has sent the link.
    fn what_follows(&self) -> String {
        let party = self.party;
        match party.next_sender() {
            _ if party.is_just_gathered() => {
                format!("{} plays first. Everybody else waits for a link.", party.next_name())
            }
            _ if party.is_lobby() => {
                let host = match party.seat {
                    Some(0) => "you. You can close this page until then",
                    _ => party.host(),
                };
                format!("Your friend sits down and sends a new link to {host}.")
            }
            Some(name) => format!(
                "When it is your turn, {name} sends you a link. You can close this page until then."
            ),
            None if party.can_turn_round => {
                "When it is your turn, the player before you sends you a link. You can close this page until then.".to_owned()
            }
            None => String::new(),
        }
    }

    /// A sentence that names the player who sends the viewer the next link.
    fn who_sends(&self) -> String {
        let party = self.party;
        match party.next_sender().filter(|_| !party.is_lobby()) {
            Some(name) if name == party.next_name() => {
                format!("{name} plays, and then sends you a link.")
            }
            Some(name) => format!("At your turn, {name} sends you a link."),
            None => "The player before you sends you a link.".to_owned(),
        }
    }

    /// Returns true if the viewer has found the game over, and can show the end to the others.
    fn shows_the_end(&self) -> bool {
        let is_over = matches!(self.shown.phase(), Phase::Over(_));
        is_over && self.party.situation() == Situation::OnTurn
    }
}
