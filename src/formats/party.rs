//! The people at a closed table, as the public or one of them sees it.

use crate::game::request::Refusal;
use crate::game::ruleset::{FirstRequest, Ruleset};
use crate::game::seat::Seat;
use crate::game::text::{Text, listed};
use crate::links::{self, Link, WayOn};
use crate::query::PASSWORD_OF;
use crate::table::minute::Minute;
use crate::table::name::Name;
use crate::table::notice::Notice;
use crate::table::password::Password;
use crate::table::patience::Wait;
use crate::table::state::{Deed, Person, TableState};
use crate::table::turn_code::TurnCode;
use serde::Serialize;

/// The stage of a table.
#[derive(Debug)]
pub enum Stage {
    /// A seat is free at a table of two.
    Lobby,
    /// The host of a table of three or more gathers answers. `None` if the viewer is not the host.
    Gathering(Option<Gathering>),
    /// No table, but the answer of a guest, with this code. The host and the guest are the people.
    Answer(String),
    /// Everybody has sat down, and this seat is to move.
    Turn(Seat),
    /// The game is over.
    Over,
    /// One player is left, and nobody has won.
    Abandoned,
}

/// The notices and questions for the host while answers come in.
#[derive(Debug)]
pub struct Gathering {
    /// The results of the answers.
    pub notices: Vec<Notice>,
    /// The answers to choose from, each with its link.
    pub choices: Vec<WayOn>,
    /// The way to begin with those who are here, if a guest is.
    pub begin: Option<WayOn>,
    /// The text in the field, if it was too long.
    pub text: Option<String>,
}

/// The ways of a player, or of the one on turn, out of a game.
#[derive(Clone, Copy, Debug)]
pub struct WaysOut {
    /// Whether the table has waited long enough for the player on turn. `None` if that is the viewer.
    pub absent: Option<Wait>,
    /// True if the game ends when one more player goes.
    pub ends_game: bool,
    /// The question that the page asks.
    pub question: Option<Question>,
}

/// A question to a player before somebody goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Should the seat on turn be handed over?
    HandOver,
    /// Do they want to leave?
    Leave,
}

/// The way of the link through a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// From each seat to the next.
    Fixed,
    /// It may turn round, so it does not say who sends a player the link.
    MayTurn,
    /// A move has ended the round. The player on turn counts it, and sends everybody the link.
    Counted,
}

/// The people at a closed table, as the public or one of them sees it.
#[derive(Debug)]
pub struct Party {
    /// The stage of the table.
    pub stage: Stage,
    /// The people, and how far the game is. On the page of an answer, the part that the answer tells.
    pub state: TableState,
    /// The present minute, if the clock is known.
    pub now: Option<Minute>,
    /// The way of the link.
    pub order: Order,
    /// The ways out of the game, while there are any and the viewer has a seat.
    pub ways_out: Option<WaysOut>,
    /// The ways to deal to people who are away, if the viewer deals next.
    pub ways_back: Vec<WayOn>,
    /// The turn code that the link names, if it differs.
    pub asked_turn_code: Option<TurnCode>,
    /// The seat that the viewer's password opens.
    pub seat: Option<Seat>,
    /// The link to send: without a password, and to a page for people.
    pub link_to_send: Link,
    /// The link to a new league with this game, if it was played to its end.
    pub league: Option<Link>,
    /// True if the address of this page has a password that opens no seat on it.
    pub is_in_place: bool,
    /// The names of the computers at the table.
    pub computers: Vec<Text>,
    /// A name that was refused.
    pub bad_name: Option<WrongName>,
    /// The request that the next guest makes while sitting down.
    pub first_request: Option<FirstRequest>,
}

/// A name that was refused, or a name with a request that was refused.
#[derive(Clone, Debug)]
pub struct WrongName {
    /// The name as it was typed, or a similar one that would do.
    pub typed: String,
    /// The reason: the name, or the request with which somebody sat down.
    pub refusal: Refusal,
}

/// The situation of a viewer at a closed table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Situation {
    /// A guest has opened the invitation and may sit down, or answer it.
    Invited,
    /// The host has opened a table of two. The password is new, and the invitation goes to a friend.
    Hosting,
    /// The host gathers the answers.
    Gathering,
    /// A guest has answered. The password is new, and the answer goes to the host.
    Answered,
    /// Somebody without a password looks at an answer.
    AnswerSeen,
    /// The host has taken the viewer's answer, and gathers others.
    Accepted,
    /// The viewer has just sat down. The password is new, and the link goes to somebody else.
    Seated,
    /// It is the viewer's turn.
    OnTurn,
    /// The viewer has just moved. The link goes to the next player.
    Moved,
    /// The viewer waits for a link.
    Waiting,
    /// Somebody without a password looks on. Perhaps it is the next player.
    Spectator,
    /// The viewer is asked whether the seat on turn should be handed over.
    HandsOver,
    /// The viewer is asked whether they want to leave.
    Leaves,
    /// The game is over.
    Over,
    /// One player is left, and nobody has won.
    Abandoned,
}

impl Party {
    /// A table at this stage, as everybody sees it. `link_to_send` is its link without a password.
    pub fn new(stage: Stage, state: TableState, link_to_send: Link) -> Self {
        Party {
            stage,
            state,
            now: None,
            order: Order::Fixed,
            ways_out: None,
            ways_back: Vec::new(),
            asked_turn_code: None,
            seat: None,
            link_to_send,
            league: None,
            is_in_place: false,
            computers: Vec::new(),
            bad_name: None,
            first_request: None,
        }
    }

    /// The viewer, if they have a seat.
    fn viewer(&self) -> Option<&Person> {
        self.state.people.get(self.seat?)
    }

    /// The viewer's password.
    pub fn password(&self) -> Option<Password> {
        Some(self.viewer()?.password)
    }

    /// The situation of the viewer.
    pub fn situation(&self) -> Situation {
        match (&self.stage, self.password()) {
            (Stage::Answer(_), Some(_)) => Situation::Answered,
            (Stage::Answer(_), None) => Situation::AnswerSeen,
            (Stage::Gathering(Some(_)), _) => Situation::Gathering,
            (Stage::Gathering(None), Some(_)) => Situation::Accepted,
            (Stage::Lobby, Some(_)) => Situation::Hosting,
            (Stage::Lobby | Stage::Gathering(None), None) => Situation::Invited,
            (Stage::Over, _) => Situation::Over,
            (Stage::Abandoned, _) => Situation::Abandoned,
            (Stage::Turn(turn), password) => match self.ways_out.and_then(|ways| ways.question) {
                Some(Question::HandOver) => Situation::HandsOver,
                Some(Question::Leave) => Situation::Leaves,
                None if password.is_none() => Situation::Spectator,
                None if self.seat == Some(*turn) => Situation::OnTurn,
                None if !self.has_moved_last() => Situation::Waiting,
                None if self.state.deed == Deed::SatDown => Situation::Seated,
                None => Situation::Moved,
            },
        }
    }

    /// The number of free seats.
    pub fn free(&self) -> usize {
        match self.stage {
            // Others may have answered, too.
            Stage::Answer(_) => 0,
            _ => self.state.free(),
        }
    }

    /// Returns true if the table waits for people to sit down.
    pub fn is_lobby(&self) -> bool {
        matches!(self.stage, Stage::Lobby | Stage::Gathering(_))
    }

    /// Returns true if the host gathers answers.
    pub fn is_gathering(&self) -> bool {
        matches!(self.stage, Stage::Gathering(_))
    }

    /// The seat to move. `None` before everybody sits, and after the end.
    pub fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::Turn(turn) => Some(turn),
            _ => None,
        }
    }

    /// The notices and questions for the host, if the viewer is the host of a table that gathers answers.
    pub fn gathering(&self) -> Option<&Gathering> {
        match &self.stage {
            Stage::Gathering(gathering) => gathering.as_ref(),
            _ => None,
        }
    }

    /// The code of the answer that the page is about.
    pub fn answer(&self) -> Option<&str> {
        match &self.stage {
            Stage::Answer(code) => Some(code),
            _ => None,
        }
    }

    /// Whether the table has waited long enough for the player on turn, if the viewer is another one.
    pub fn absent(&self) -> Option<Wait> {
        self.ways_out?.absent
    }

    /// Returns true if the viewer may hand over the seat on turn.
    pub fn may_hand_over(&self) -> bool {
        matches!(self.absent(), Some(Wait::Over | Wait::Unknown))
    }

    /// Returns true if the viewer may leave.
    pub fn may_leave(&self) -> bool {
        self.ways_out.is_some()
    }

    /// Returns true if the game ends when one more player goes.
    fn ends_without_one(&self) -> bool {
        self.ways_out.is_some_and(|ways| ways.ends_game)
    }

    /// The request to go on without the player on turn: `Let a computer play for Cleo`.
    pub fn way_without_absent(&self) -> String {
        let next = self.next_name();
        if self.ends_without_one() {
            format!("End the game without {next}")
        } else {
            format!("Let a computer play for {next}")
        }
    }

    /// The consequence if the seat on turn is handed over.
    pub fn what_comes_of_absence(&self) -> &'static str {
        if self.ends_without_one() {
            "Without this player the game ends, and nobody has won. You can begin another one."
        } else {
            "If a computer takes the seat, this round is dealt again for everybody."
        }
    }

    /// The consequence if the viewer leaves.
    pub fn what_comes_of_leaving(&self) -> &'static str {
        if self.ends_without_one() {
            "The game ends then, and the other player has won."
        } else {
            "A computer plays on with your cards. You can come back when the next round or game is dealt."
        }
    }

    /// The time since the player has been on turn, and when the seat can be handed over.
    pub fn waiting_time(&self) -> String {
        let next = self.next_name();
        let since = match self.state.moved_at {
            Some(moved) => format!("{next}'s turn began {}.", moved.in_words(self.now)),
            None => format!("It is {next}'s turn."),
        };
        let patience = self.state.patience.in_words();
        let when = match self.absent() {
            None => String::new(),
            Some(Wait::Until(minute)) => format!(
                " This table waits {patience} for a player, here until {}.",
                minute.in_its_year()
            ),
            Some(Wait::Over) => {
                format!(" This table waits {patience} for a player, and that time is over.")
            }
            Some(Wait::Unknown) => format!(
                " This server does not know how long that is. This table waits {patience} for a player: look at the time of the message with this link."
            ),
        };
        since + &when
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// Returns true if the viewer may have the game dealt again.
    pub fn may_play_again(&self) -> bool {
        self.is_over() && self.seat.is_some() && !self.state.is_left_alone()
    }

    /// Returns true if a password alone begins the next game: nobody has to choose who plays.
    pub fn password_begins_again(&self) -> bool {
        self.is_public_end() && self.state.seats_away().next().is_none()
    }

    /// Returns true if the game is over or has ended without a winner.
    pub fn has_ended(&self) -> bool {
        self.is_over() || matches!(self.stage, Stage::Abandoned)
    }

    /// Returns true if the game is over and the viewer has no password.
    pub fn is_public_end(&self) -> bool {
        self.is_over() && self.seat.is_none()
    }

    /// Returns true if the viewer made the last turn.
    pub fn has_moved_last(&self) -> bool {
        self.viewer().is_some_and(|person| self.was_last(person))
    }

    /// Returns true if this person made the last turn.
    fn was_last(&self, person: &Person) -> bool {
        person.last == Some(self.state.turn_code())
    }

    /// The other people who did not make the last turn, and so have not seen its result. If one person is
    /// left, the next game needs one of those who are away.
    pub fn others_to_tell(&self) -> impl Iterator<Item = &Name> {
        let is_left_alone = self.state.is_left_alone();
        let others = (0..).zip(&self.state.people).filter(|(seat, _)| Some(*seat) != self.seat);
        let others = others.filter(move |(_, person)| {
            !self.was_last(person) && (is_left_alone || person.away.is_none())
        });
        others.map(|(_, person)| &person.name)
    }

    /// The person who made the last turn.
    pub fn last_to_move(&self) -> Option<&Person> {
        self.state.people.iter().find(|person| self.was_last(person))
    }

    /// The name of the host.
    pub fn host(&self) -> String {
        self.state.people.first().map_or_else(String::new, |person| person.name.to_string())
    }

    /// The name of the person who sends the viewer their next link: the person in the seat before.
    /// For the public it is the seat before the person who moved last. After the end of a round it is
    /// the person who counts the hands. `None` if nobody can know.
    pub fn next_sender(&self) -> Option<String> {
        match self.order {
            Order::Counted => return Some(self.next_name()),
            Order::MayTurn => return None,
            Order::Fixed => {}
        }
        let people = &self.state.people;
        let last = people.iter().position(|person| self.was_last(person));
        let before = self.seat.or(last)? + people.len();
        let mut seats = (1..=people.len()).map(|step| (before - step) % people.len());
        let sender = seats.find_map(|seat| people.get(seat).filter(|person| person.away.is_none()));
        Some(sender?.name.to_string())
    }

    /// The viewer's name.
    pub fn own_name(&self) -> Option<&Name> {
        Some(&self.viewer()?.name)
    }

    /// The name of the person who gets the link next.
    pub fn next_name(&self) -> String {
        let turn = self.turn().and_then(|turn| self.state.people.get(turn));
        turn.map_or_else(|| "the next player".to_owned(), |person| person.name.to_string())
    }

    /// The present turn: `Turn 12, code K4QT.`
    pub fn turn_told(&self) -> String {
        let turn_code = self.state.turn_code();
        match self.answer() {
            Some(code) => format!("Answer {code} to table {}.", self.state.table_code()),
            None => format!("Turn {}, code {}.", turn_code.number, turn_code.code_text()),
        }
    }

    /// Who moved when: `Ann moved 2 hours ago (26 November, 14:05 UTC).`
    pub fn last_deed(&self) -> Option<String> {
        let name = &self.last_to_move().filter(|_| self.answer().is_none())?.name;
        let TableState { deed, moved_at, .. } = &self.state;
        let did = match deed {
            Deed::SatDown => "sat down",
            Deed::Gathered => "had the game dealt",
            Deed::Moved => "moved",
            Deed::TookPassword => "took another password",
            Deed::Left => "left",
            Deed::HandedOver => &self.handed_over(),
            Deed::BeganAgain => "began again",
        };
        // The time may be that of the turn before, because the player on turn gets no more of it.
        let moved = moved_at.filter(|_| ![Deed::TookPassword, Deed::Left].contains(deed));
        let when = moved.map(|moved| format!(" {}", moved.in_words(self.now))).unwrap_or_default();
        Some(format!("{name} {did}{when}."))
    }

    /// `let a computer play for Cleo`.
    fn handed_over(&self) -> String {
        let is_of_turn =
            |person: &&Person| person.away.is_some_and(|away| away.turn == self.state.number);
        let whose = self.state.people.iter().find(is_of_turn);
        let whose = whose.map_or_else(|| "a player".to_owned(), |person| person.name.to_string());
        match self.stage {
            Stage::Abandoned => format!("ended the game without {whose}"),
            _ => format!("let a computer play for {whose}"),
        }
    }

    /// The name of the field for a password: of this table alone, so that a browser offers the
    /// password that its owner has typed there before.
    pub fn password_field(&self) -> String {
        format!("{PASSWORD_OF}{}", self.state.table_code())
    }

    /// Returns true if the viewer's password is new to them. A host who gathers answers knows theirs once the
    /// first one has come.
    pub fn has_new_password(&self) -> bool {
        match (self.situation(), self.gathering()) {
            (Situation::Hosting | Situation::Seated | Situation::Answered, _) => true,
            (Situation::Gathering, Some(Gathering { notices, text, .. })) => {
                self.state.people.len() == 1 && notices.is_empty() && text.is_none()
            }
            (Situation::OnTurn, _) if self.state.deed == Deed::SatDown => self.has_moved_last(),
            _ => self.state.deed == Deed::TookPassword && self.has_moved_last(),
        }
    }

    /// Returns true if the viewer may take another password.
    pub fn may_change_password(&self) -> bool {
        self.situation() == Situation::OnTurn && !self.has_new_password()
    }

    /// The viewer's private link, which asks for the newest link of the table. `None` without a password.
    pub fn bookmark(&self, ruleset: &Ruleset) -> Option<Link> {
        let password = self.password()?.to_string();
        Some(links::with_password_alone(ruleset, &password, &self.state.table_code()))
    }

    /// A warning that the link names another turn than the game in it.
    pub fn warning(&self) -> Option<String> {
        let asked = self.asked_turn_code?;
        let turn_code = self.state.turn_code();
        Some(format!(
            "The link says {asked}, but the game in it is at {turn_code}. Somebody changed the link, or mixed up two."
        ))
    }

    /// The first sentence of the page of a table with free seats.
    pub fn greeting(&self, title: &str) -> String {
        match self.seat {
            None => format!("{} invites you to {title}.", self.host()),
            Some(0) => "Your table is open.".to_owned(),
            Some(_) => format!("You sit at {}'s table.", self.host()),
        }
    }

    /// The names of those who sit: `Ann and Bob`.
    pub fn names(&self) -> String {
        listed(self.state.names())
    }
}
