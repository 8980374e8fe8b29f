//! The gathering at a table of three or more: guests answer, and the host pastes their answers.

use super::table::Table;
use crate::formats::party::{Gathering, Party, Stage, WrongName};
use crate::formats::shown::{Sharing, Shown};
use crate::formats::view::View;
use crate::game::any::Step;
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::Page;
use crate::game::request::no_password;
use crate::game::ruleset::{PLAYERS, Ruleset};
use crate::game::seat::Seat;
use crate::game::text::listed;
use crate::gateway::http::CachePolicy;
use crate::links::{self, PositionLinks, WayOn};
use crate::problem::Problem;
use crate::query::Sit;
use crate::respond::visit::{Found, Opened, Visit, binding};
use crate::seal::{CONTENT_BYTES_MAX, Purpose, Token};
use crate::table::answer::Answer;
use crate::table::gather::{Gathered, News, choose, gather, seat_by_lot};
use crate::table::notice::Notice;
use crate::table::password::Password;
use crate::table::state::{Deed, TableState};

/// The seat of a guest on the page of an answer. The host sits before it.
const GUEST: Seat = 1;

impl Table<'_> {
    /// Gives a guest an answer to send to the host. The table stays as it is.
    pub fn answer(self) -> Found {
        let guest = match self.read_name() {
            Ok(name) => name,
            Err(wrong) => return self.ask_for_name(wrong),
        };
        if let Some(refusal) = self.asked_first(None).refusal() {
            let typed = guest.as_str().to_owned();
            return self.ask_for_name(Some(WrongName { typed, refusal }));
        }
        let Some(host) = self.state.people.first() else { return self.ask_for_name(None) };
        let password = Password::from_random(self.visit.random()?);
        let answer = Answer {
            table: self.state.line,
            table_code: self.state.game_number.table_code(),
            host: host.name.clone(),
            guest,
            password,
            // The host alone has none.
            chance: u128::from_be_bytes(self.visit.random()?).max(1),
        };
        let ruleset = self.game.ruleset;
        let links = self.seal_answer(&answer)?;
        if self.visit.format.redirects {
            let link = links.with_password(password).position().clone();
            return Ok((View::Redirect(link), CachePolicy::No));
        }
        Ok(show_answer(self.visit, ruleset, self.choices, &answer, links, Some(password)))
    }

    /// Seals an answer to this table.
    fn seal_answer(&self, answer: &Answer) -> Result<PositionLinks, Problem> {
        let mut packer = Packer::new();
        self.choices.pack(&mut packer);
        answer.pack(&mut packer);
        self.visit.seal(self.game.ruleset, Purpose::Answer, packer)
    }

    /// Takes the answers of the query, or the one that the host chooses, if the host asks. The game is dealt
    /// when the seats are full.
    pub fn gather(mut self, seat: Option<Seat>) -> Found {
        match seat {
            Some(0) => {}
            Some(_) => return self.refuse(seat, "Only the host does that."),
            None => return self.show(None, Some(no_password())),
        }
        let query = self.visit.query;
        let (Gathered { state, mut news }, notices) = match query.sit {
            Some(Sit::Choose) => {
                let place = query.seats_dealt_in().first().copied().unwrap_or(usize::MAX);
                if place >= self.state.waiting.len() {
                    return self.refuse(seat, "Nobody waits for this seat.");
                }
                (choose(&self.state, place), Vec::new())
            }
            _ => self.paste(),
        };
        self.state = state;
        if self.state.is_full() {
            return self.deal_by_lot();
        }
        while self.pack().bits().div_ceil(8) > GATHERING_BYTES_MAX {
            let Some(last) = self.state.waiting.pop() else { break };
            news.push(News::NoRoom(last));
        }
        self.notices = news.iter().map(News::notice).chain(notices).collect();
        self.show(seat, None)
    }

    /// Deals the game to those who are here, if the host asks and a guest has answered. The computers
    /// stay.
    pub fn begin(mut self, seat: Option<Seat>) -> Found {
        let Some(seat) = seat else { return self.show(None, Some(no_password())) };
        let why = match seat {
            _ if !self.state.is_gathering() => Some(NO_ANSWERS),
            0 => (self.state.people.len() < 2).then_some("Nobody has answered yet."),
            _ => Some("Only the host begins."),
        };
        if let Some(why) = why {
            return self.refuse(Some(seat), why);
        }
        let computers = (self.game.seats)(&self.choices).len() - self.state.size;
        self.state.size = self.state.people.len();
        self.choices = self.choices.with_people(self.state.size);
        self.choices.choose(PLAYERS, &(self.state.size + computers).to_string());
        self.deal_by_lot()
    }

    /// The table after the answers in the text of the query, with notices of the links that are none.
    fn paste(&self) -> (Gathered, Vec<Notice>) {
        let (visit, ruleset) = (self.visit, self.game.ruleset);
        let (mut answers, mut misfits) = (Vec::new(), Vec::new());
        let unopened = visit.query.read_pasted(ADVICE, |reading| {
            if let Some(answer) = open_answer(visit, ruleset, reading) {
                answers.push(answer);
                return true;
            }
            let Ok(opened) = visit.open(reading, Token::read(reading)) else { return false };
            let is_invitation =
                Table::unpack_state(&opened).is_ok_and(|state| state.line == self.state.line);
            misfits.push(Notice::alarm(if is_invitation { INVITATION } else { NO_ANSWER }));
            true
        });
        misfits.dedup();
        misfits.extend(unopened);
        (gather(&self.state, answers), misfits)
    }

    /// Deals the game by the lot of all answers. The host sees nothing of it.
    fn deal_by_lot(mut self) -> Found {
        let host = self.state.people.first().map(|host| host.password);
        let seed = seat_by_lot(&mut self.state);
        self.deal(Chance::from_seed(seed));
        // Every way to paste the answers leads to the same turn.
        self.state.number = u16::try_from(self.state.size - 1).expect("a table has few seats");
        let host = host.and_then(|password| self.state.seat_of(password));
        let public = format!("{}\n{}", self.state.names().join("\n"), self.fingerprint());
        self.state = self.state.after_turn(host, Deed::Gathered, &public, self.visit.minute());
        self.arrive(None)
    }

    /// The news and questions for the host while answers come in. `links` are those of the host.
    pub fn gathering(&self, links: &PositionLinks) -> Gathering {
        let waiting = self.state.waiting.iter().enumerate();
        let choices = waiting.map(|(place, person)| {
            let code = person.answer_code().unwrap_or_default();
            let choose = links.sit(Sit::Choose).dealing_in(&[place]);
            WayOn::new(format!("Take {}, code {code}", person.name), choose)
        });
        Gathering {
            notices: self.notices.clone(),
            choices: choices.collect(),
            begin: self.begin_now(links),
            text: self.visit.query.pasted.clone().filter(|_| self.visit.query.is_cut),
        }
    }
}

impl Table<'_> {
    /// The way to begin with those who are here, if a guest is.
    fn begin_now(&self, links: &PositionLinks) -> Option<WayOn> {
        let guests = self.state.people.iter().skip(1).map(|guest| guest.name.to_string());
        let names = listed(guests.chain(["you".to_owned()]));
        let is_enough = self.state.people.len() > 1;
        is_enough.then(|| WayOn::new(format!("Deal to {names}"), links.sit(Sit::Begin)))
    }
}

/// The most bytes of a table that gathers answers: the link of the host has more than the token.
const GATHERING_BYTES_MAX: usize = CONTENT_BYTES_MAX - 48;
/// The most characters of an answer. The longest names need no more.
const ANSWER_CHARS_MAX: usize = 240;
/// The advice beside a link that does not open.
const ADVICE: &str = "Paste the whole link that a guest sent you.";
/// The refusal of answers, and of what only the host of answers does, where nobody gathers them.
pub const NO_ANSWERS: &str = "This table takes no answers now.";
/// The notices of links that are no answers.
const INVITATION: &str = "This is your invitation, and no answer. A guest opens it, sits down, and sends you another link.";
const NO_ANSWER: &str = "One link is no answer to this invitation.";

/// The answer in a token, if it is one for this game.
fn open_answer(visit: &Visit<'_>, ruleset: &Ruleset, text: &str) -> Option<Answer> {
    let token = (text.len() <= ANSWER_CHARS_MAX).then(|| Token::read(text))??;
    if (token.purpose, token.game) != (Purpose::Answer, ruleset.number) {
        return None;
    }
    let content = token.open(visit.keys, binding(ruleset, token.purpose)).ok()?;
    Some(unpack_answer(ruleset, &content).ok()?.1)
}

/// The choices of a table, and the answer of a guest to it.
fn unpack_answer(ruleset: &Ruleset, content: &[u8]) -> Result<(Choices, Answer), Unpackable> {
    let mut packed = Unpacker::new(content);
    let choices = Choices::unpack(ruleset.options, &mut packed)?;
    let answer = Answer::unpack(&mut packed)?;
    packed.finish()?;
    Ok((choices, answer))
}

/// The page of an answer: for the guest with the password of the query, or for everybody.
pub fn look_at_answer(visit: &Visit<'_>, opened: &Opened) -> Found {
    let ruleset = opened.game.ruleset;
    let (choices, answer) =
        unpack_answer(ruleset, &opened.content).map_err(|why| visit.unusable(opened, why))?;
    let password = visit.query.password.as_deref().and_then(Password::read);
    let password = password.filter(|password| *password == answer.password);
    Ok(show_answer(visit, ruleset, choices, &answer, opened.links.clone(), password))
}

/// The page of an answer, with the guest's password if the viewer knows it.
fn show_answer(
    visit: &Visit<'_>,
    ruleset: &'static Ruleset,
    choices: Choices,
    answer: &Answer,
    links: PositionLinks,
    password: Option<Password>,
) -> (View<'static>, CachePolicy) {
    let code = answer.code();
    let (host, guest) = (&answer.host, &answer.guest);
    let state = TableState::of_answer(answer, choices.people());
    let link_to_send = links::position(ruleset, links.token()).position().clone();
    let party = Party {
        seat: password.map(|_| GUEST),
        is_in_place: visit.query.password.is_some() && password.is_none(),
        ..Party::new(Stage::Answer(code.clone()), state, link_to_send)
    };
    let status = match password {
        Some(_) => format!("Its code is {code}. Send it to {host}."),
        None => format!("Its code is {code}. {host} takes it to the table."),
    };
    let step = Step::of(Page::new(format!("{guest}'s answer to {host}"), status));
    let cache = if visit.query.password.is_some() || password.is_some() {
        CachePolicy::No
    } else {
        CachePolicy::TenMinutes
    };
    let links = match password {
        Some(password) => links.with_password(password),
        None => links,
    };
    let shown = Shown {
        address: (visit.services.address)(),
        sharing: Sharing::Table(Box::new(party)),
        ..Shown::new(ruleset, choices, links, step)
    };
    (View::Position(Box::new(shown)), cache)
}
