//! The sides of the page of a position: the people at a closed table, the viewer's next step, the link to
//! send, and what tells links and deals apart. Every format writes them from here.

use super::ask::Ask;
use super::document::{Element, Field, Form, Place};
use super::item::Item;
use super::panel::{Awaited, Panel};
use super::party::{Gathering, Order, Party, Situation, Stage};
use super::shown::{Phase, Shown};
use crate::game::page::{Emphasis, Part};
use crate::game::request::NOT_A_PASSWORD;
use crate::game::text::{Text, capitalised};
use crate::game::verification::Proof;
use crate::links::{self, WayOn};
use crate::query::{self, About, Sit};
use crate::table::password::Password;
use crate::table::state::Deed;

/// The sides of the page, from its head to its foot.
#[derive(Debug, Default)]
pub struct Sides {
    /// For whom the page is, and the last deed.
    pub head: Vec<Element>,
    /// A warning about the link.
    pub warning: Vec<Element>,
    /// The people, unless the page of the game lists them itself.
    pub people: Vec<Element>,
    /// The link to send from the end of a game.
    pub result: Vec<Element>,
    /// The viewer's further steps after the end of a game.
    pub after_the_end: Vec<Element>,
    /// The viewer's next step.
    pub step: Vec<Element>,
    /// The viewer's password, and what tells links and deals apart.
    pub checks: Vec<Element>,
    /// The link to send, if somebody else waits for the page.
    pub panel: Option<Panel>,
}

impl Sides {
    /// The sides of this page.
    pub fn of(shown: &Shown<'_>) -> Self {
        let panel = shown.panel();
        let checks = checks(shown);
        let Some(party) = shown.party() else {
            let is_end = shown.end().is_some();
            let send = |own: &Panel| Element::Step { is_due: is_end, elements: own.with_heading() };
            let send = panel.as_ref().map(send).into_iter().collect();
            let (result, step) = if is_end { (send, Vec::new()) } else { (Vec::new(), send) };
            let checks = checks.into_iter().collect();
            return Sides { result, step, checks, panel, ..Sides::default() };
        };
        let table = AtTable { shown, party, panel: panel.as_ref() };
        Sides {
            head: table.head(),
            warning: party.warning().map(Element::Fault).into_iter().collect(),
            people: table.people(),
            result: shown.end().and_then(|_| table.result()).into_iter().collect(),
            after_the_end: shown.end().map_or_else(Vec::new, |_| table.after_the_end()),
            step: table.step(),
            checks: table.own_password().into_iter().chain(checks).collect(),
            panel,
        }
    }
}

/// A closed table on the page of a position, as the viewer sees it.
#[derive(Clone, Copy)]
struct AtTable<'a> {
    shown: &'a Shown<'a>,
    party: &'a Party,
    /// The link to send, if somebody else waits for the page.
    panel: Option<&'a Panel>,
}

/// The turn codes that tell links apart, once a game has begun, and the fingerprint of the deal.
fn checks(shown: &Shown<'_>) -> Option<Element> {
    let has_begun = |party: &&Party| matches!(party.stage, Stage::Turn(_) | Stage::Over);
    let party = shown.party().filter(has_begun);
    let commitment = shown.commitment();
    let heading = match party {
        Some(_) => "Check this game",
        None => "Proof that the deal never changes",
    };
    let mut elements = Vec::new();
    if let Some(party) = party {
        elements.push(Item::Words(party.turn_told()).into());
        elements.push(hint("A link of the same turn with another code is another game. The first link sent counts. Each player can compare the turn and code after their last turn:"));
        elements.extend(party.state.people.iter().map(|person| {
            let last = person.last.map(|turn_code| format!(": {turn_code}")).unwrap_or_default();
            Item::Point(format!("{}{last}", person.name)).into()
        }));
    }
    if let Some(commitment) = commitment {
        match &commitment.opening {
            Some(opening) => {
                elements.push(hint("This is the secret that decided the deal, and its SHA-256: the fingerprint that was on every page of this game."));
                elements.push(Item::Copy(opening.clone()).into());
                elements.extend(commitment.proof.iter().flat_map(proof));
            }
            None => elements.push(hint(
                "A secret decides the deal, and this is its fingerprint. At the end you see the secret.",
            )),
        }
        elements.push(Item::Copy(commitment.fingerprint.clone()).into());
        let rules = shown.links.about(About::People).at_part("verify");
        elements.push(ways(Emphasis::Quiet, [WayOn::new("Check the deal", rules)]));
    }
    (!elements.is_empty()).then(|| Element::Fold(heading.to_owned(), elements))
}

/// The command that works out what an opened secret decided, and the lines that it prints.
fn proof(proof: &Proof) -> Vec<Element> {
    let command = format!("python3 verify.py {}", proof.arguments);
    let lines = proof.decided.iter().map(|line| Item::Point(line.clone()).into());
    let head = [hint("This command works out what it decided:"), Item::Copy(command).into()];
    head.into_iter().chain(lines).collect()
}

impl<'a> AtTable<'a> {
    /// The first sentences of the page.
    fn head(&self) -> Vec<Element> {
        let deed = self.party.last_deed().map(Element::Moment);
        [self.whose()].into_iter().chain(deed).collect()
    }

    /// The sentence that names the viewer of a private page, or tells that the page is public.
    fn whose(&self) -> Element {
        let party = self.party;
        match party.own_name() {
            Some(name) => Element::Whose {
                is_private: true,
                who: format!("For {name} alone:"),
                rest: match self.panel {
                    Some(_) => "share only the link below.",
                    None => "do not share this page.",
                },
                others: Some(WayOn::new(
                    format!("Not {name}? Open the page for everybody."),
                    party.link_to_send.clone(),
                )),
            },
            None if party.is_in_place => Element::Whose {
                is_private: true,
                who: "The address of this page contains a password.".to_owned(),
                rest: "Send the link below.",
                others: None,
            },
            None => Element::Whose {
                is_private: false,
                who: "For everybody:".to_owned(),
                rest: "you may share this page.",
                others: None,
            },
        }
    }

    /// The people, unless the page of the game lists them itself. At an empty table, also the order of
    /// play.
    fn people(&self) -> Vec<Element> {
        let parts = &self.shown.page().parts;
        if parts.iter().any(|part| matches!(part, Part::Seats(_))) {
            return Vec::new();
        }
        let order = self.order().filter(|_| parts.is_empty());
        [self.places()].into_iter().chain(order.map(|order| Item::Words(order).into())).collect()
    }

    fn places(&self) -> Element {
        let party = self.party;
        let people = party.state.people.iter().enumerate().map(|(seat, person)| {
            let is_own = (party.seat == Some(seat)).then(|| "you".to_owned());
            let code = person.answer_code().map(|code| format!("code {code}"));
            let absent = person.away.map(|_| "absent".to_owned());
            Place {
                name: person.name.as_str().to_owned(),
                notes: is_own.into_iter().chain(code).chain(absent).collect(),
                is_on_turn: party.turn() == Some(seat),
            }
        });
        let free = (0..party.free()).map(|_| Place::new("a free seat"));
        let computers = party
            .computers
            .iter()
            .filter(|_| party.is_lobby())
            .map(|name| Place { notes: vec!["computer".to_owned()], ..Place::new(name.as_ref()) });
        Element::Places(people.chain(free).chain(computers).collect())
    }

    /// The order of play, for a player who waits: `After Ann: Bob, then you.`
    fn order(&self) -> Option<String> {
        let (first, seat) = (self.party.turn()?, self.party.seat?);
        if first == seat {
            return None;
        }
        let people = &self.party.state.people;
        let others = people.iter().enumerate().cycle().skip(first + 1).take(people.len() - 1);
        let others = others.filter(|(_, person)| person.away.is_none());
        let names = others.map(|(at, person)| match at {
            _ if at == seat => "you".to_owned(),
            _ => person.name.to_string(),
        });
        let (next, then) = (self.party.next_name(), names.collect::<Vec<_>>().join(", then "));
        Some(format!("After {next}: {then}."))
    }

    /// The viewer's next step.
    fn step(&self) -> Vec<Element> {
        let party = self.party;
        let mut elements = match party.situation() {
            Situation::Invited => self.invited(),
            Situation::Gathering => self.gathering().into_iter().collect(),
            Situation::Answered | Situation::AnswerSeen => self.answered().into_iter().collect(),
            Situation::Accepted => self.accepted().into_iter().collect(),
            Situation::Hosting | Situation::Seated => self.seated().into_iter().collect(),
            Situation::Moved => self.moved().into_iter().collect(),
            Situation::Waiting => self.waiting().into_iter().collect(),
            Situation::Spectator => vec![self.looking_on()],
            Situation::HandsOver => self.hands_over(),
            Situation::Leaves => self.leaves(),
            Situation::Abandoned => self.abandoned(),
            Situation::OnTurn => self.new_password().into_iter().chain(self.ways_back()).collect(),
            Situation::Over => Vec::new(),
        };
        elements.extend(self.absent());
        elements
    }

    /// A guest may sit down at once, or answer the host who gathers answers.
    fn invited(&self) -> Vec<Element> {
        let (party, host) = (self.party, self.party.host());
        let is_gathering = party.is_gathering();
        let promise = if is_gathering {
            format!(
                "You get a password to keep and a link to send to {host}. If you lose the password, the others can have the round dealt again with a computer in your seat."
            )
        } else {
            "You get a password to keep and a link to send on. There is no account and no hurry: links go back and forth, by mail or chat.".to_owned()
        };
        let wait = format!("Already answered? Wait for {host}'s table link.");
        let terms = self.shown.terms().map(|(name, value)| (name.into(), value.to_owned()));
        let form = Form {
            before: vec![
                heading(format!("Sit down with {}", party.names())),
                Item::words(self.shown.ruleset.blurb).into(),
                Element::Facts(terms.collect()),
                Element::Hint(promise),
            ],
            field: Field::Name {
                bad: party.bad_name.clone(),
                first: party.first_request.filter(|_| !is_gathering),
            },
            after: is_gathering.then_some(Element::Hint(wait)).into_iter().collect(),
            ..Form::new(
                Ask::new(query::NAME, self.shown.links.sit(Sit::Down)),
                if is_gathering { "Answer" } else { "Sit down" },
            )
        };
        let again = self.panel.map(|panel| {
            let again = heading(format!("Are you {host}? {}", panel.heading()));
            let elements = [again].into_iter().chain(panel.elements()).collect();
            Element::Step { is_due: false, elements }
        });
        let gather = is_gathering.then(|| {
            let gathers = Form {
                is_main: false,
                ..self.password_form("Your password", "Gather the answers")
            };
            Element::Fold(format!("Are you {host}?"), vec![gathers.into()])
        });
        [form.into()].into_iter().chain(again).chain(gather).collect()
    }

    /// The host gathers the answers.
    fn gathering(&self) -> Option<Element> {
        let (panel, password) = (self.panel?, self.party.password()?);
        let Gathering { notices, choices, begin, text } = self.party.gathering()?;
        let is_new = self.party.has_new_password();
        let mut elements = Vec::new();
        if is_new {
            elements.extend(self.keep(KEEP, password));
            elements.extend(self.numbered(panel));
        }
        elements.push(heading(if is_new { "3. Paste the answers" } else { "Paste the answers" }));
        elements.push(
            Item::words(
                "Each guest sends you a link. Paste the links here, all at once or one by one.",
            )
            .into(),
        );
        elements.extend(notices.iter().cloned().map(Element::from));
        if !choices.is_empty() {
            elements.push(ways(Emphasis::Secondary, choices.iter().cloned()));
        }
        let ask = Ask::new(query::ANSWERS, self.shown.links.position().clone());
        let field = Field::Answers(text.clone());
        elements.push(Form { id: "gather", field, ..Form::new(ask, "Take the answers") }.into());
        elements.push(hint("When everybody has answered, the game is dealt, and you get the table link. Keep this page open, or bookmark it: the answers are in its address."));
        let begin = begin.iter().cloned().collect::<Vec<_>>();
        if !begin.is_empty() {
            elements.push(Element::Choice("Or begin without the others:", begin));
        }
        if !is_new {
            elements.extend(panel.with_heading());
        }
        Some(due(elements))
    }

    /// A guest has answered, or somebody else looks at an answer.
    fn answered(&self) -> Option<Element> {
        let panel = self.panel?;
        let to = &panel.to;
        let Some(password) = self.party.password() else {
            let mut elements = panel.with_heading();
            elements.push(Element::Hint(format!(
                "Are you {to}? Open your invitation with your password, and paste this link there."
            )));
            return Some(due(elements));
        };
        let mut elements = self.keep(KEEP, password);
        elements.extend(self.numbered(panel));
        elements.push(heading(format!("3. Wait for {to}'s table link")));
        elements.push(Item::words("You can close this page until then.").into());
        Some(due(elements))
    }

    /// The host has taken the viewer's answer, and gathers others.
    fn accepted(&self) -> Option<Element> {
        let host = self.party.host();
        let mut elements = vec![
            heading(format!("Wait for {host}'s table link")),
            Item::Words(format!("{host} has your answer. You can close this page.")).into(),
        ];
        elements.extend(self.panel?.with_heading());
        Some(Element::Step { is_due: false, elements })
    }

    /// The viewer has just sat down.
    fn seated(&self) -> Option<Element> {
        let mut elements = self.keep(KEEP, self.party.password()?);
        elements.extend(self.numbered(self.panel?));
        elements.push(heading("3. Wait for the link that comes back"));
        elements.extend(self.what_follows().map(|words| Item::Words(words).into()));
        Some(due(elements))
    }

    fn moved(&self) -> Option<Element> {
        let mut elements = self.panel?.with_heading();
        elements.extend(self.what_follows().map(Element::Hint));
        Some(due(elements))
    }

    fn waiting(&self) -> Option<Element> {
        let panel = self.panel?;
        let who = format!("{} You can close this page.", self.who_sends());
        let mut elements = vec![
            heading(format!("Waiting for {}", self.party.next_name())),
            Item::Words(who).into(),
        ];
        elements.extend(panel.with_heading());
        Some(Element::Step { is_due: false, elements })
    }

    /// Somebody without a password looks on. It is the next player, or another reader, who sends the link.
    fn looking_on(&self) -> Element {
        let party = self.party;
        let next = party.next_name();
        let send = self.panel.map(|panel| {
            let send = heading(format!("Not {next}? {}", panel.heading()));
            let last = party.last_to_move().filter(|last| last.away.is_none());
            let last = last.map(|last| last.name.to_string()).filter(|last| *last != next);
            let wait = last.zip(party.next_sender()).map(|(last, sender)| {
                Item::Words(format!("{last} then waits for a link from {sender}.")).into()
            });
            due([send].into_iter().chain(panel.elements()).chain(wait).collect())
        });
        Element::Turn([self.password_field()].into_iter().chain(send).collect())
    }

    fn hands_over(&self) -> Vec<Element> {
        let (party, links) = (self.party, &self.shown.links);
        let next = party.next_name();
        let question = due(vec![
            heading(format!("{}?", party.way_without_absent())),
            Item::Words(format!(
                "{} {} Everybody sees that you did it.",
                party.waiting_time(),
                party.what_comes_of_absence()
            ))
            .into(),
            Element::Tools(vec![
                (
                    Emphasis::Primary,
                    WayOn::new(party.way_without_absent(), links.sit(Sit::HandOver)),
                ),
                (
                    Emphasis::Secondary,
                    WayOn::new(format!("Wait for {next}"), links.position().clone()),
                ),
            ]),
        ]);
        [question].into_iter().chain(self.send()).collect()
    }

    fn leaves(&self) -> Vec<Element> {
        let links = &self.shown.links;
        let question = due(vec![
            heading("Leave the table?"),
            Item::words(self.party.what_comes_of_leaving()).into(),
            Element::Tools(vec![
                (Emphasis::Primary, WayOn::new("Leave", links.sit(Sit::Leave))),
                (Emphasis::Secondary, WayOn::new("Stay", links.position().clone())),
            ]),
        ]);
        [question].into_iter().chain(self.send()).collect()
    }

    /// The link to send, below the viewer's own question.
    fn send(&self) -> Option<Element> {
        let elements = self.panel?.with_heading();
        Some(Element::Step { is_due: false, elements })
    }

    fn abandoned(&self) -> Vec<Element> {
        let tell = self.panel.map(|panel| due(panel.with_heading()));
        let open = self.party.seat.is_none().then(|| self.password_field());
        let new = links::deal(self.shown.ruleset, &self.shown.choices, None);
        let new = ways(Emphasis::Primary, [WayOn::new("New table", new)]);
        tell.into_iter().chain(self.ways_back()).chain(open).chain([new]).collect()
    }

    /// The viewer on turn has just sat down, or taken another password.
    fn new_password(&self) -> Option<Element> {
        let password = self.party.password().filter(|_| self.party.has_new_password())?;
        if self.party.state.deed == Deed::SatDown {
            return Some(due(self.keep("Keep your password", password)));
        }
        let mut elements = vec![
            heading("Keep your new password"),
            Element::Password { password: password.to_string(), is_new: true },
        ];
        elements.extend(self.bookmark("The old one opens no later link. Write it down, or "));
        Some(due(elements))
    }

    /// The ways to deal to people who are away.
    fn ways_back(&self) -> Option<Element> {
        let ways_back = &self.party.ways_back;
        let any = !ways_back.is_empty();
        any.then(|| Element::Choice("Somebody is away.", ways_back.clone()))
    }

    /// The way to hand over the seat on turn.
    fn absent(&self) -> Option<Element> {
        let party = self.party;
        party.absent().filter(|_| party.situation() != Situation::HandsOver)?;
        let name = party.next_name();
        let mut elements = vec![Item::Words(party.waiting_time()).into()];
        if party.may_hand_over() {
            let hand_over = self.shown.links.sit(Sit::Absent);
            let hand_over = WayOn::new(party.way_without_absent(), hand_over);
            elements.push(Item::words(party.what_comes_of_absence()).into());
            elements.push(ways(Emphasis::Secondary, [hand_over]));
        }
        Some(Element::Fold(format!("Is {name} absent?"), elements))
    }

    /// The viewer's password, unless it is new, and the way to leave the table.
    fn own_password(&self) -> Vec<Element> {
        let (party, links) = (self.party, &self.shown.links);
        let in_use = party.password().filter(|_| self.has_password_in_use());
        let Some((password, bookmark)) = in_use.zip(party.bookmark(self.shown.ruleset)) else {
            return Vec::new();
        };
        let hint = |words: [&'static str; 3], link| {
            let words = words.map(Text::from);
            Element::Linked { class: "hint", words, link }
        };
        let write = "It opens your page. Write it down, or bookmark ";
        let mut elements = vec![
            Element::Password { password: password.to_string(), is_new: false },
            hint([write, "your private link", "."], bookmark),
        ];
        if party.may_change_password() {
            let seen = "Has somebody else seen your password? Take ";
            elements.push(hint([seen, "another password", "."], links.sit(Sit::NewPassword)));
        }
        let leave = (party.may_leave() && party.situation() != Situation::Leaves).then(|| {
            ways(Emphasis::Quiet, [WayOn::new("Leave the table", links.sit(Sit::AskToLeave))])
        });
        let own = Element::Fold("Your password".to_owned(), elements);
        [own].into_iter().chain(leave).collect()
    }

    /// Returns true if the viewer's password is not new, and still useful.
    fn has_password_in_use(&self) -> bool {
        !self.party.has_new_password() && self.party.situation() != Situation::Abandoned
    }

    /// The link to send from the end.
    fn result(&self) -> Option<Element> {
        let panel = self.panel.filter(|panel| panel.stage == Awaited::End)?;
        let who = Element::Hint(format!("{} may not know it yet.", capitalised(&panel.to)));
        Some(due([heading(panel.heading()), who].into_iter().chain(panel.elements()).collect()))
    }

    /// The viewer's further steps after the end.
    fn after_the_end(&self) -> Vec<Element> {
        let party = self.party;
        let league = party
            .league
            .clone()
            .map(|link| ways(Emphasis::Quiet, [WayOn::new("Add this game to a league", link)]));
        let is_found_over =
            matches!(self.shown.phase(), Phase::Over(_)) && party.situation() == Situation::OnTurn;
        let then = is_found_over.then(|| hint("Then you can send the result, and play again."));
        let open = party.is_public_end().then(|| self.password_field());
        self.ways_back().into_iter().chain(league).chain(then).chain(open).collect()
    }

    /// The field for a password. It opens a hand, or another game at the end.
    fn password_field(&self) -> Element {
        let party = self.party;
        if party.has_ended() {
            let links = &self.shown.links;
            let (button, link, again) = if party.password_begins_again() {
                let again = "Anybody who played can start it. The same people get a new game.";
                ("Play again", links.sit(Sit::Again), again)
            } else {
                let again = "Only those who stayed can start it. They choose who plays.";
                ("Open your page", links.position().clone(), again)
            };
            let label = "To play again, type your password";
            let ask = Ask::labelled(query::PASSWORD, label, link);
            let form = Form { after: vec![hint(again)], ask, ..self.password_form("", button) };
            return form.into();
        }
        let form = Form {
            before: vec![heading(format!("Are you {}?", party.next_name()))],
            after: vec![
                Item::words(
                    "You got it when you sat down, such as abcde\u{2011}12345. Or use your bookmark.",
                )
                .into(),
            ],
            ..self.password_form("Type your password", "Open your page")
        };
        form.into()
    }

    fn password_form(&self, label: &'static str, button: &'static str) -> Form {
        let refusal = self.shown.step.refusal.as_ref();
        let field = Field::Password {
            name: self.party.password_field(),
            is_refused: refusal.is_some_and(|refusal| refusal.fault == NOT_A_PASSWORD),
        };
        let ask = Ask::labelled(query::PASSWORD, label, self.shown.links.position().clone());
        Form { id: "you", field, ..Form::new(ask, button) }
    }

    /// The first step of a player: to keep a password.
    fn keep(&self, words: &'static str, password: Password) -> Vec<Element> {
        let keep =
            [heading(words), Element::Password { password: password.to_string(), is_new: true }];
        let type_it = "You type it when a link comes. Tell nobody. Write it down, or ";
        keep.into_iter().chain(self.bookmark(type_it)).collect()
    }

    /// The second step of a player: to send the link.
    fn numbered(&self, panel: &Panel) -> Vec<Element> {
        let send = heading(format!("2. {}", panel.heading()));
        [send].into_iter().chain(panel.elements()).collect()
    }

    /// A sentence with the private link, to bookmark.
    fn bookmark(&self, before: &'static str) -> Option<Element> {
        let link = self.party.bookmark(self.shown.ruleset)?;
        let words = [before.into(), "keep it in a bookmark".into(), ".".into()];
        Some(Element::Linked { class: "", words, link })
    }

    /// A sentence about the time after the viewer has sent the link.
    fn what_follows(&self) -> Option<String> {
        let party = self.party;
        if party.state.deed == Deed::Gathered {
            let next = party.next_name();
            return Some(format!("{next} plays first. Everybody else waits for a link."));
        }
        if party.is_lobby() {
            let host = match party.seat {
                Some(0) => "you. You can close this page until then".to_owned(),
                _ => party.host(),
            };
            return Some(format!("Your friend sits down and sends a new link to {host}."));
        }
        if let Some(counts) = self.who_counts() {
            return Some(format!("{counts} You can close this page until then."));
        }
        let sender = match party.next_sender() {
            Some(name) => name,
            None if party.order == Order::MayTurn => "the player before you".to_owned(),
            None => return None,
        };
        Some(format!(
            "When it is your turn, {sender} sends you a link. You can close this page until then."
        ))
    }

    /// A sentence that names the player who counts a round that a move has ended.
    fn who_counts(&self) -> Option<String> {
        let next = self.party.next_name();
        let is_counted = self.party.order == Order::Counted;
        is_counted.then(|| format!("{next} counts the hands, and sends you the result."))
    }

    /// A sentence that names the player who sends the viewer the next link.
    fn who_sends(&self) -> String {
        let party = self.party;
        if let Some(counts) = self.who_counts() {
            return counts;
        }
        match party.next_sender().filter(|_| !party.is_lobby()) {
            Some(name) if name == party.next_name() => {
                format!("{name} plays, and then sends you a link.")
            }
            Some(name) => format!("At your turn, {name} sends you a link."),
            None => "The player before you sends you a link.".to_owned(),
        }
    }
}

/// The heading of the first of several steps.
const KEEP: &str = "1. Keep your password";

fn heading(words: impl Into<String>) -> Element {
    Item::Heading(words.into()).into()
}

fn hint(words: &str) -> Element {
    Element::Hint(words.to_owned())
}

fn due(elements: Vec<Element>) -> Element {
    Element::Step { is_due: true, elements }
}

/// Ways on in a line, all of the same weight.
fn ways(emphasis: Emphasis, ways: impl IntoIterator<Item = WayOn>) -> Element {
    Element::Tools(ways.into_iter().map(|way| (emphasis, way)).collect())
}
