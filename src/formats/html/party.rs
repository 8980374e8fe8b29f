//! What a table of several people says to whoever looks: who sits there, whose turn it is, what to do
//! next, and the link to send.

use super::content::LINKS;
use super::symbol::GamePicture;
use crate::formats::party::{AGAIN, NEW_PASSWORD, Party};
use crate::formats::table::{Invitation, Table};
use crate::game::page::Part;
use crate::game::text::listed;
use crate::game::verification::Commitment;
use crate::links::Link;
use crate::query;
use askama::Template;
use askama::filters::HtmlSafe;

/// The people at a table, as whoever looks sees them.
#[derive(Clone, Copy)]
pub struct PartyText<'a> {
    /// The table.
    pub table: &'a Table<'a>,
    /// Those who sit at it.
    pub party: &'a Party,
}

/// Who sits at the table, where the game does not say that itself.
#[derive(Template)]
#[template(path = "people.html")]
pub struct People<'a>(pub PartyText<'a>);

/// The link to send on, or for whom one waits.
#[derive(Template)]
#[template(path = "send.html")]
pub struct SendField<'a>(pub PartyText<'a>);

/// The code of the password, for whoever has used it already.
#[derive(Template)]
#[template(path = "own-password.html")]
pub struct OwnPassword<'a>(pub PartyText<'a>);

/// What stands beside it: the link to send, and the code of a password that is new.
#[derive(Template)]
#[template(path = "party-panel.html")]
pub struct PartyPanel<'a>(pub PartyText<'a>);

/// The field for the code of a password: it opens a hand, or another game at the end.
#[derive(Template)]
#[template(path = "password.html")]
pub struct PasswordField<'a>(pub PartyText<'a>);

/// A link to send, with all the ways to send it.
#[derive(Template)]
#[template(path = "link-to-send.html")]
pub struct LinkToSend<'a> {
    /// The link.
    pub sent: &'a Invitation,
    /// Whether to send it is the next thing to do.
    pub is_next: bool,
    /// Whether the page is for one person alone, so that its own address is not to be sent.
    pub is_private: bool,
}

impl HtmlSafe for LinkToSend<'_> {}

/// What there is to check: the turn codes by which two links are told apart, and what the deal committed to.
#[derive(Template)]
#[template(path = "checks.html")]
pub struct Checks<'a> {
    /// The people at the table, if several play each with a password.
    pub party: Option<&'a Party>,
    /// What the deal committed to, if it did.
    pub commitment: Option<&'a Commitment>,
    /// The rules, which say how to check it.
    pub rules: Link,
}

impl HtmlSafe for Checks<'_> {}
impl HtmlSafe for People<'_> {}
impl HtmlSafe for PasswordField<'_> {}
impl HtmlSafe for OwnPassword<'_> {}
impl HtmlSafe for PartyPanel<'_> {}
impl HtmlSafe for SendField<'_> {}

impl PartyText<'_> {
    fn is_seat(&self, seat: &usize) -> bool {
        self.party.seat == Some(*seat)
    }

    fn is_on_turn(&self, seat: &usize) -> bool {
        self.party.turn == Some(*seat)
    }

    /// Whether the page of the game does not say itself who plays.
    fn lists_people(&self) -> bool {
        let says_seats = |part: &Part| matches!(part, Part::Seats(_));
        !self.table.shown().parts.iter().any(says_seats)
    }

    /// Whether nothing lies on the table yet.
    pub fn has_nothing_laid(&self) -> bool {
        self.table.shown().parts.is_empty()
    }

    /// Who plays after whom, told to whoever sits before anything lies on the table: `After Ann: Bob,
    /// then you. Nothing is dealt before Ann opens the game.`
    fn order(&self) -> Option<String> {
        let (first, seat) = (self.party.turn?, self.party.seat?);
        let people = self.party.people.iter().enumerate().cycle().skip(first);
        let then =
            people.take(self.party.people.len()).skip(1).map(|(at, person)| match at == seat {
                true => "you",
                false => &*person.name,
            });
        let (first, then) = (self.party.next_name(), then.collect::<Vec<_>>().join(", then "));
        (!self.party.is_on_turn()).then(|| {
            format!("After {first}: {then}. Nothing is dealt before {first} opens the game.")
        })
    }

    /// Who sits there: `Ann and Bob`.
    fn names(&self) -> String {
        listed(self.party.people.iter().map(|person| &person.name))
    }

    /// The hidden fields that carry the table.
    fn fields(&self) -> [(&'static str, String); 2] {
        let token = self.table.links.token().to_owned();
        [(query::TOKEN, token), (query::GAME, self.table.ruleset.key.to_owned())]
    }

    /// The link that asks for the newest link.
    fn bookmark(&self) -> Link {
        let password = self.party.password.map(|password| password.to_string());
        LINKS.with_password_alone(self.table.ruleset, &password.unwrap_or_default())
    }

    /// The link to send, if it is somebody else's turn to have it.
    fn invitation(&self) -> Option<Invitation> {
        self.table.invitation(LINKS)
    }

    /// The link with which the same people play again.
    pub fn again(&self) -> Option<Link> {
        self.party.may_play_again().then(|| self.table.links.sit(AGAIN))
    }

    /// The link that gives whoever is on turn another password.
    fn new_password(&self) -> Option<Link> {
        self.party.is_on_turn().then(|| self.table.links.sit(NEW_PASSWORD))
    }
}
