//! What a table of several people says to whoever looks: who sits there, whose turn it is, what to do
//! next, and the link to send.

use super::content::LINKS;
use crate::clients::party::{AGAIN, NEW_CHAIR, Party};
use crate::clients::table::Table;
use crate::links::{self, Link};
use crate::query::{self, About};
use crate::table::paste;
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

/// What stands before the game: whose page it is, and what to do next.
#[derive(Template)]
#[template(path = "party.html")]
pub struct PartyHead<'a>(pub PartyText<'a>);

/// What stands beside it: the chair, and the marks by which two links are told apart.
#[derive(Template)]
#[template(path = "party-panel.html")]
pub struct PartyPanel<'a>(pub PartyText<'a>);

impl HtmlSafe for PartyHead<'_> {}
impl HtmlSafe for PartyPanel<'_> {}

impl PartyText<'_> {
    /// How many seats nobody has taken.
    fn free(&self) -> usize {
        self.party.size.saturating_sub(self.party.people.len())
    }

    /// Whether the table waits for people to sit down.
    pub fn is_lobby(&self) -> bool {
        self.free() > 0
    }

    /// Whether whoever looks has a chair here.
    fn has_chair(&self) -> bool {
        self.party.chair.is_some()
    }

    /// Whether it is the turn of whoever looks.
    fn is_on_turn(&self) -> bool {
        self.party.seat.is_some() && self.party.seat == self.party.turn
    }

    /// Whether the link has to go to somebody else now.
    fn sends(&self) -> bool {
        !self.is_on_turn() && (self.is_lobby() && self.has_chair() || self.party.turn.is_some())
    }

    fn is_seat(&self, seat: &usize) -> bool {
        self.party.seat == Some(*seat)
    }

    /// What whoever looks is called.
    pub fn own_name(&self) -> Option<&str> {
        Some(&self.party.people.get(self.party.seat?)?.name)
    }

    /// Who is to have the link now.
    fn next_name(&self) -> &str {
        let turn = self.party.turn.and_then(|turn| self.party.people.get(turn));
        turn.map_or("the next player", |person| &person.name)
    }

    /// The link to send: with the address of this program if it is known.
    fn address(&self) -> String {
        let link = &self.party.public;
        self.table.address.as_ref().map_or_else(|| link.to_string(), |address| link.at(address))
    }

    /// A letter to whoever is to have the link, in their mail program; none where the address of this
    /// program is not known.
    fn letter(&self) -> Option<String> {
        self.table.address.as_ref()?;
        let title = self.table.ruleset.title;
        let subject = match self.is_lobby() {
            true => format!("{title} with {}", self.own_name().unwrap_or("me")),
            false => format!("{title}: your turn, {}", self.next_name()),
        };
        let what = if self.is_lobby() { "Sit down here" } else { "It is your turn" };
        Some(links::letter(&subject, &format!("{what}: {}", self.address())))
    }

    /// The page with the link to send as a QR code; none where the address of this program is not
    /// known. It starts from the public token, so that no chair goes along.
    fn qr_code(&self) -> Option<Link> {
        self.table.address.as_ref()?;
        let [(_, token), _] = self.fields();
        Some(LINKS.position(self.table.ruleset, &token).about(About::QrCode))
    }

    /// The hidden fields that carry the table.
    fn fields(&self) -> [(&'static str, String); 2] {
        let token = paste::read(self.party.public.as_str()).0;
        [(query::TOKEN, token), (query::GAME, self.table.ruleset.key.to_owned())]
    }

    /// The link that asks for the newest link.
    fn bookmark(&self) -> Link {
        let chair = self.party.chair.map(|chair| chair.to_string());
        LINKS.with_chair_alone(self.table.ruleset, &chair.unwrap_or_default())
    }

    /// The link with which the same people play again.
    pub fn again(&self) -> Option<Link> {
        let is_over = !self.is_lobby() && self.party.turn.is_none();
        (is_over && self.has_chair()).then(|| self.table.links.sit(AGAIN))
    }

    /// The link that gives whoever is on turn another chair.
    fn new_chair(&self) -> Option<Link> {
        self.is_on_turn().then(|| self.table.links.sit(NEW_CHAIR))
    }
}
