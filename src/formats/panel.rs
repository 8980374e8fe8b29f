//! The panel: the piece of a page that sends its link to somebody else. Every page that somebody else
//! waits for has one, and every format renders it from here.

use super::document::Element;
use super::item::Item;
use super::party::{Party, Stage};
use super::shown::{Occasion, Sharing, Shown};
use super::view::LeaguePage;
use crate::game::page::Emphasis;
use crate::game::seat::{Player, Seat};
use crate::game::text::{Text, count, listed};
use crate::links::{self, Link, WayOn};
use crate::query::About;
use crate::table::state::Deed;
use serde::Serialize;
use std::collections::BTreeMap;
use std::net::IpAddr;

/// The stage of a page that somebody else waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    /// The invitation to a table.
    Invitation,
    /// The answer of a guest to an invitation.
    Answer,
    /// The first deal of a table that has gathered its guests.
    Deal,
    /// The turn of a player.
    Turn,
    /// The end of a game.
    End,
    /// A game that one player has made for another, who plays it alone.
    Challenge,
    /// The standings over several games.
    League,
}

/// The link of a page that somebody else waits for, and the words that go with it.
#[derive(Debug)]
pub struct Panel {
    /// The stage of the page.
    pub stage: Awaited,
    /// The people who wait for it, in words.
    pub to: String,
    /// The words that go with the link. The page behind it has them as its title.
    pub message: String,
    /// The effect of the link, or an empty text.
    pub hint: Text,
    /// The link. It is absolute if the address of the program is known.
    pub link: String,
    /// The page behind the link.
    pub page: Link,
    /// The way to go on without sending it, if the players share one device.
    pub here: Option<WayOn>,
    /// True if the address of the viewer's own page is not for sending.
    pub is_private: bool,
    /// The messengers that can send the link, each with the address that starts it. Empty if the
    /// address of the program is unknown.
    pub messengers: Vec<(&'static str, String)>,
    /// The page with the link as a QR code. `None` if the address of the program is unknown.
    pub qr_code: Option<Link>,
}

/// The words of a panel.
struct Words {
    stage: Awaited,
    to: String,
    message: String,
    hint: Text,
}

#[cfg(any(test, feature = "audit"))]
impl super::view::View<'_> {
    /// The panel of the page. `None` if nobody else waits for it.
    pub fn panel(&self) -> Option<Panel> {
        use super::view::View;
        match self {
            View::Position(shown) | View::Words(shown) => shown.panel(),
            View::League(page) => page.panel(),
            // Before the first name or after a question there is nothing to send, and the page of a QR
            // code is a panel's own.
            View::NewTable(_) | View::NewGame(_) | View::Newest(_) | View::QrCode(_) => None,
            View::Parlour(_) | View::Puzzles(_) | View::Rules(_) | View::Manual(_) => None,
            View::Anatomy(_) | View::Ask(_) | View::Redirect(_) | View::Problem(_) => None,
        }
    }
}

impl Shown<'_> {
    /// The panel of the page. `None` if nobody else waits for it.
    pub fn panel(&self) -> Option<Panel> {
        let words = self.words()?;
        let is_own_turn =
            self.party().is_none() && self.step.turn.is_some() && !self.step.has_passed;
        // Of two people, the one who did not end the game got this link from the other.
        let is_told = self.dealt().is_some_and(|dealt| {
            self.choices.people() == 2
                && self.step.ranking.is_some()
                && !matches!(dealt.occasion, Occasion::Ended)
        });
        if is_own_turn || is_told {
            return None;
        }
        let link = self.link_to_send()?;
        let is_private = self.party().is_some_and(Party::is_private);
        let qr_code = links::position(self.ruleset, self.links.token()).about(About::QrCode);
        let on_device = |next| WayOn::new(format!("Play on this device as {next}"), link.clone());
        let here = self.step.page.next.as_ref().filter(|_| self.step.has_passed).map(on_device);
        let panel = Panel::new(words, &link, self.address.as_deref(), Some(qr_code));
        Some(Panel { is_private, here, ..panel })
    }

    /// The words that go with the link of a game between people. They are the title of the page behind
    /// it, too.
    pub fn message(&self) -> Option<String> {
        Some(self.words()?.message)
    }

    fn words(&self) -> Option<Words> {
        match &self.sharing {
            Sharing::Table(party) => self.words_at_table(party),
            Sharing::Link(_) => self.words_of_open_game(),
        }
    }

    fn words_at_table(&self, party: &Party) -> Option<Words> {
        let (title, host, next) = (self.ruleset.title, party.host(), party.next_name());
        let table = format!("{title} {}", party.state.table_code());
        let at = format!("{table}, turn {}", party.state.number);
        let invites = || format!("{host} invites you to {title}");
        let (stage, to, message) = match &party.stage {
            Stage::Lobby => (Awaited::Invitation, "a friend".to_owned(), invites()),
            Stage::Gathering(_) => (Awaited::Invitation, "everybody".to_owned(), invites()),
            Stage::Answer(code) => {
                let names = party.state.names();
                let guest = names.last().map_or("", AsRef::as_ref);
                let message = format!("{guest}'s answer to {host} ({table}, code {code})");
                (Awaited::Answer, host, message)
            }
            // The viewer's own move comes first.
            Stage::Turn(turn) if party.seat == Some(*turn) => return None,
            Stage::Turn(_) if party.state.deed == Deed::Gathered => {
                let is_guest = party.seat.is_some() && !party.has_moved_last();
                let message = format!("{next} begins ({at})");
                (Awaited::Deal, if is_guest { next } else { "everybody".to_owned() }, message)
            }
            Stage::Turn(_) => {
                let message = format!("{next}, your turn ({at})");
                (Awaited::Turn, next, message)
            }
            Stage::Over | Stage::Abandoned => {
                let others = listed(party.others_to_tell().map(ToString::to_string));
                (Awaited::End, others, format!("{}: {at}", self.result_in_words()))
            }
        };
        // Perhaps everybody has seen the end, or is away.
        (!to.is_empty()).then_some(Words { stage, to, message, hint: "".into() })
    }

    fn words_of_open_game(&self) -> Option<Words> {
        let title = self.ruleset.title;
        if self.step.answer.is_some() {
            return None;
        }
        if let Some(sending) = &self.step.page.sending {
            let (to, message) = (sending.to.to_owned(), format!("{}: {title}", sending.letter));
            let stage = if sending.made.is_some() { Awaited::Challenge } else { Awaited::End };
            return Some(Words { stage, to, message, hint: sending.hint.clone() });
        }
        let people = self.choices.people();
        if people < 2 {
            return None;
        }
        Some(match (&self.step.page.next, &self.step.page.end) {
            (Some(next), _) => {
                let letter = self.step.page.letter.as_ref();
                let letter = letter.map(|letter| format!(". {letter}")).unwrap_or_default();
                let message = format!("{next}, your turn ({title}){letter}");
                Words { stage: Awaited::Turn, to: next.to_string(), message, hint: "".into() }
            }
            // An earlier moment waits for nobody.
            (None, None) => return None,
            (None, Some(_)) => Words {
                stage: Awaited::End,
                to: if people == 2 { "the other player" } else { "the others" }.to_owned(),
                message: format!("{}: {title}{}", self.result_in_words(), self.length_in_words()),
                hint: "".into(),
            },
        })
    }

    /// The moves of the player who made the most of them: `, 34 moves`. Empty if the game counts none.
    fn length_in_words(&self) -> String {
        let moments = self.walk.iter().flat_map(|walk| &walk.moments);
        let mut moves = BTreeMap::<Seat, usize>::new();
        moments.for_each(|moment| *moves.entry(moment.seat).or_default() += 1);
        let most = moves.into_values().max();
        most.map(|most| format!(", {}", count(most, "move"))).unwrap_or_default()
    }

    /// The result for everybody: `Ann has won`.
    fn result_in_words(&self) -> String {
        let name = |Player { seat, name }: &Player| {
            self.party().map_or(name.to_string(), |party| party.name_of(*seat))
        };
        let names = |players: &[Player]| listed(players.iter().map(name));
        match self.step.ranking.as_deref() {
            None | Some([]) => "Nobody has won".to_owned(),
            Some([_]) => "A draw".to_owned(),
            Some([winner, ..]) if winner.len() == 1 => format!("{} has won", names(winner)),
            Some([winners, ..]) => format!("{} have won together", names(winners)),
        }
    }
}

impl Party {
    /// Returns true if the address of the page has a password.
    fn is_private(&self) -> bool {
        self.seat.is_some() || self.is_in_place
    }

    /// The name of the person or the computer in a seat.
    fn name_of(&self, seat: Seat) -> String {
        let person = self.state.people.get(seat).map(|person| person.name.to_string());
        let computer =
            || self.computers.get(seat.saturating_sub(self.state.size)).map(ToString::to_string);
        person.or_else(computer).unwrap_or_default()
    }
}

impl LeaguePage {
    /// The panel of the page. `None` before the first result.
    pub fn panel(&self) -> Option<Panel> {
        let (ruleset, link) = (self.ruleset?, self.link_to_send.as_ref()?);
        let games = count(self.league.counted().count(), "game");
        let message = format!("League of {}: {games}", ruleset.title);
        let (stage, to) = (Awaited::League, "the others".to_owned());
        let words = Words { stage, to, message, hint: "".into() };
        Some(Panel::new(words, link, self.address.as_deref(), None))
    }
}

impl Panel {
    /// The sentence that asks the viewer to send the link.
    pub fn heading(&self) -> String {
        match self.stage {
            Awaited::League => {
                format!("Keep {}, or send it to {}", self.what(), self.to)
            }
            _ => format!("Send {} to {}", self.what(), self.to),
        }
    }

    /// The link in a few words.
    pub fn what(&self) -> &'static str {
        match self.stage {
            Awaited::Invitation => "this invitation",
            Awaited::Answer => "this answer",
            Awaited::End => "the result",
            Awaited::Deal | Awaited::Turn | Awaited::Challenge | Awaited::League => "this link",
        }
    }

    /// The link with its words and the ways to send it.
    pub fn elements(&self) -> Vec<Element> {
        let not_this = if self.is_private { ", not the address of this page" } else { "" };
        let open = self.is_private.then(|| {
            let label = format!("Open the page for {}", self.to);
            (Emphasis::Secondary, WayOn::new(label, self.page.clone()))
        });
        let qr_code = self.qr_code.clone();
        let qr_code =
            qr_code.map(|link| (Emphasis::Quiet, WayOn::new("Show it as a QR code", link)));
        let tools: Vec<_> = open.into_iter().chain(qr_code).collect();
        let here = self.here.clone().map(|way| Element::Tools(vec![(Emphasis::Quiet, way)]));
        let hint = (!self.hint.is_empty()).then(|| Element::Hint(self.hint.to_string()));
        let mut elements = vec![
            Element::Message(self.message.clone(), self.messengers.clone()),
            Item::Words(format!("Copy it into a chat{not_this}:")).into(),
            Element::Send(self.link.clone()),
        ];
        elements.extend((!tools.is_empty()).then_some(Element::Tools(tools)));
        elements.into_iter().chain(here).chain(hint).collect()
    }

    /// The same below its heading.
    pub fn with_heading(&self) -> Vec<Element> {
        let heading = Item::Heading(self.heading()).into();
        [heading].into_iter().chain(self.elements()).collect()
    }

    fn new(words: Words, link: &Link, address: Option<&str>, qr_code: Option<Link>) -> Self {
        let Words { stage, to, message, hint } = words;
        let (page, link) = (link.clone(), link.from(address));
        let is_for_others = address.is_some_and(|address| !is_of_this_computer(address));
        let messengers =
            if is_for_others { links::to_hand_on(&message, &link).into() } else { Vec::new() };
        let qr_code = qr_code.filter(|_| is_for_others);
        let hint = match address {
            None => NO_ADDRESS.into(),
            Some(_) if !is_for_others => THIS_COMPUTER.into(),
            Some(_) => hint,
        };
        let (here, is_private) = (None, false);
        Panel { stage, to, message, hint, link, page, here, is_private, messengers, qr_code }
    }
}

/// The sentence beside a link that is not whole.
const NO_ADDRESS: &str = "This server knows no address of its own. Put the address in your browser before the link, up to its question mark. Its operator can set PARLOUR_URL.";

/// The sentence beside a link that nobody else can open.
const THIS_COMPUTER: &str = "Only this computer can open this link. To play with others, start the program with serve --listen 0.0.0.0:8080, and open the address that it prints.";

/// Returns true if an address of a program leads to the computer that opens it.
fn is_of_this_computer(address: &str) -> bool {
    let host = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = host.split('/').next().unwrap_or_default();
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse().is_ok_and(|number: IpAddr| number.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_computer_are_known() {
        for address in ["http://127.0.0.1:8080/p", "http://localhost/p", "https://[::1]:8443/p"] {
            assert!(is_of_this_computer(address), "{address}");
        }
        for address in
            ["http://192.168.1.5:8080/p", "https://games.example/p", "http://[fe80::1]/p"]
        {
            assert!(!is_of_this_computer(address), "{address}");
        }
    }
}
