//! A game as the rest of the program sees it: functions over packed positions.

use super::chance::Chance;
use super::codec::Codec;
use super::contract::{Game, Named, Ruling};
use super::hint::{Advice, HINT};
use super::message::Message;
use super::moment::{Moment, Remarks};
use super::options::Choices;
use super::outcome::{Mood, Outcome};
use super::pack::{Packer, Unpackable, Unpacker};
use super::page::{Offer, Page};
use super::request::{NO_HINT, Refusal, Request};
use super::ruleset::Ruleset;
use super::seat::{Perspective, Player, Seat, Viewer};
use super::secret::DealKind;
use super::text::Text;
use super::verification::Commitment;
use std::cell::OnceCell;
use std::rc::Rc;

/// One step of a game, as one viewer sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    pub page: Page,
    /// The state of the game for the viewer.
    pub mood: Mood,
    /// The names of the seats by their places, first place first, once the game is over.
    pub ranking: Option<Vec<Vec<Player>>>,
    /// The points that each seat has won, once the game is over. Empty if nobody counts any.
    pub points: Vec<usize>,
    /// What happened.
    pub messages: Vec<Message>,
    /// The answer to a read-only request.
    pub answer: Option<Box<Page>>,
    /// The reason for a refusal.
    pub refusal: Option<Refusal>,
    /// The seat to move, or `None` when the game is over.
    pub turn: Option<Seat>,
    /// The seat whose move has ended a round that waits to be counted ([`Game::ended_by`]).
    pub ended_by: Option<Seat>,
    /// The fingerprint of the deal's secret.
    pub commitment: Option<Commitment>,
    /// True if the viewer's request has passed the turn of an open game to another person.
    pub has_passed: bool,
}

impl Step {
    /// A page on which nothing has happened and no seat is to move.
    pub fn of(page: Page) -> Self {
        Step { page, ..Step::default() }
    }
}

/// The person who asks for a step of a game.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    pub viewer: Viewer,
    /// The names that people have given themselves, from the first seat on.
    pub names: &'a [Text],
    /// The absolute address of the program, if it is known.
    pub site: Option<&'a str>,
    /// True if the viewer may count a round that has ended, although another person is on turn.
    pub may_count: bool,
    /// True if the viewer was asked whether the game should end, and said yes.
    pub is_sure: bool,
    /// True if the viewer wants to see the board from the other side.
    pub turns_board: bool,
    /// True if the viewer of an open game between people is the one who has just moved.
    pub has_moved: bool,
}

/// A person without a seat.
pub const NOBODY: Asker<'_> = Asker::nameless(Viewer::Everybody);

impl Asker<'_> {
    /// A viewer at a table without player names.
    pub const fn nameless(viewer: Viewer) -> Self {
        Asker {
            viewer,
            names: &[],
            site: None,
            may_count: false,
            is_sure: false,
            turns_board: false,
            has_moved: false,
        }
    }
}

/// Reads a packed position as this person finds it.
pub type Open = fn(&Choices, Unpacker<'_>, Asker<'_>) -> Result<Rc<dyn AnyPosition>, Unpackable>;

/// Deals a game.
pub type Deal = fn(&Choices, &mut Chance, Asker<'_>) -> Rc<dyn AnyPosition>;

/// A game as a row of the list of a program.
#[derive(Clone, Copy, Debug)]
pub struct AnyGame {
    /// The public face of the game.
    pub ruleset: &'static Ruleset,
    /// The names of the seats ([`Game::seats`]).
    pub seats: fn(&Choices) -> Vec<Text>,
    /// Deals a game.
    pub deal: Deal,
    /// Returns true if deals of these choices have a solution to show ([`Game::solution`]).
    pub has_solution: fn(&Choices) -> bool,
    /// Opens a position.
    pub open: Open,
}

impl AnyGame {
    /// A game as a row of the table.
    pub const fn of<G: Game>() -> Self {
        AnyGame {
            ruleset: &G::RULESET,
            seats: G::seats,
            deal: Found::<G>::deal,
            has_solution: |choices| G::solution(choices).is_some(),
            open: Found::<G>::open,
        }
    }

    /// Reads the choices of a table with passwords.
    ///
    /// # Errors
    ///
    /// If they are no choices of such a table.
    pub fn unpack_closed(&self, packed: &mut Unpacker<'_>) -> Result<Choices, Unpackable> {
        let choices = Choices::unpack(self.ruleset.options, packed)?;
        let is_table = self.ruleset.is_closed(&choices) && self.has_seats_for_all(&choices);
        is_table.then_some(choices).ok_or(Unpackable::Impossible)
    }

    /// Returns true if every person of these choices has a seat.
    pub fn has_seats_for_all(&self, choices: &Choices) -> bool {
        let (fewest, most) = self.ruleset.people;
        let people = choices.people();
        // There is always a seat for one: most requests need no list of names here.
        (fewest..=most).contains(&people) && (people == 1 || (self.seats)(choices).len() >= people)
    }
}

/// A position as a person finds it, of any game. It is read once from its link, and settled once.
pub trait AnyPosition {
    /// The page, with everything that has happened.
    fn step(&self) -> Step;
    /// The same without the events of the deal, which take as long to work out as a search.
    fn later_step(&self) -> Step;
    /// The seat to move, as this person finds it.
    fn turn(&self) -> Option<Seat>;
    /// The seat whose move has ended a round ([`Game::ended_by`]).
    fn ended_by(&self) -> Option<Seat>;
    /// The state of the game for this person.
    fn mood(&self) -> Mood;
    /// The commitment to the secret of the deal.
    fn commitment(&self) -> Option<Commitment>;
    /// The page of the solution, if there is one to show.
    fn solution(&self) -> Option<Page>;
    /// Reads a typed text ([`Game::read`]).
    fn read(&self, text: &str) -> Named;
    /// What the log calls each legal move ([`Game::called`]).
    fn called(&self) -> Vec<(Request, &'static str, String)>;
    /// Puts a request to the referee. The caller checks that it comes from the seat to move.
    ///
    /// # Errors
    ///
    /// The refusal. The position stays as it was.
    fn put(&self, request: &Request) -> Result<Granted, Refusal>;
    /// The same position as another person finds it.
    fn seen_by(&self, asker: Asker<'_>) -> Rc<dyn AnyPosition>;
    /// The moments of the game after its first ([`Game::moments`]).
    fn moments(&self) -> Vec<Moment>;
    /// The position at one of its moments ([`Game::at`]), as the same person finds it.
    fn at(&self, moment: usize) -> Rc<dyn AnyPosition>;
    /// Remarks about the moments, for the page of this one ([`Game::remarks`]).
    fn remarks(&self, moment: usize) -> Remarks;
    /// The position after a person has left ([`Game::leave`]), as nobody in a seat finds it.
    fn leave(&self, choices: &Choices) -> Rc<dyn AnyPosition>;
    /// The position of a later deal ([`Game::deal_again`]), as nobody in a seat finds it.
    fn deal_again(&self, choices: &Choices, kind: DealKind) -> Rc<dyn AnyPosition>;
    /// Appends the position that a link seals.
    fn pack(&self, packer: &mut Packer);
}

/// The result of a request that was granted.
pub enum Granted {
    /// The position after it, as the same person finds it.
    Next(Rc<dyn AnyPosition>),
    /// A page that answers a question.
    Answer(Box<Page>),
}

impl dyn AnyPosition {
    /// The step of a request, or of the deal without a request, and the position after it.
    pub fn play(self: &Rc<Self>, request: Option<&Request>) -> (Step, Rc<Self>) {
        match request.map(|request| self.put(request)) {
            None => (self.step(), self.clone()),
            Some(Ok(Granted::Next(next))) => (next.step(), next),
            Some(Ok(Granted::Answer(answer))) => {
                (Step { answer: Some(answer), ..self.later_step() }, self.clone())
            }
            Some(Err(refusal)) => (self.refusing(refusal), self.clone()),
        }
    }

    /// The page as it was, with the reason why a request changes nothing. It tells nothing again.
    pub fn refusing(&self, refusal: Refusal) -> Step {
        Step { refusal: Some(refusal), messages: Vec::new(), ..self.step() }
    }

    /// The bytes that a link seals.
    pub fn packed(&self) -> Vec<u8> {
        let mut packer = Packer::new();
        self.pack(&mut packer);
        packer.finish()
    }
}

/// A position, and what happened on the way to it.
type Reached<G> = (Rc<<G as Game>::Position>, Vec<<G as Game>::Event>);

/// A position of a game as a person finds it.
///
/// The position of one person, or of a game whose links anybody may use, is settled before it is sealed.
/// At a closed table it is sealed unsettled and settled for the person to move, who alone learns what
/// follows from the moves of the others. So the page after a move, and the link that it makes, reveal no
/// hidden thing to the player who moved.
struct Found<G: Game> {
    choices: Rc<Choices>,
    who: Rc<Perspective>,
    may_count: bool,
    is_sure: bool,
    turns_board: bool,
    /// The position that is sealed.
    sealed: Rc<G::Position>,
    /// The events of the deal or the request that led here. `None` for the position of a link.
    before: Option<Vec<G::Event>>,
    /// True if a request of this person has passed the turn of an open game to another one.
    has_passed: bool,
    /// At a closed table, the position as this person finds it, and what happened on the way there.
    settled: OnceCell<Reached<G>>,
}

impl<G: Game> Found<G> {
    fn deal(choices: &Choices, chance: &mut Chance, asker: Asker<'_>) -> Rc<dyn AnyPosition> {
        let (sealed, events) = settled_open::<G>(choices, G::deal(choices, chance));
        Rc::new(Found { before: Some(events), ..Self::of(choices, asker, sealed.into()) })
    }

    fn open(
        choices: &Choices,
        packed: Unpacker<'_>,
        asker: Asker<'_>,
    ) -> Result<Rc<dyn AnyPosition>, Unpackable> {
        Ok(Rc::new(Self::of(choices, asker, unpack::<G>(choices, packed)?.into())))
    }

    /// A position as it is sealed.
    fn of(choices: &Choices, asker: Asker<'_>, sealed: Rc<G::Position>) -> Self {
        let turn = shared_turn::<G>(choices, &sealed);
        let passed_to = turn.filter(|_| asker.has_moved);
        let before = passed_to.map(|seat| (seat + choices.people() - 1) % choices.people());
        let who = holder(perspective::<G>(choices, asker).into(), before.or(turn));
        Found {
            choices: choices.clone().into(),
            who,
            may_count: asker.may_count,
            is_sure: asker.is_sure,
            turns_board: asker.turns_board,
            sealed,
            before: None,
            has_passed: passed_to.is_some(),
            settled: OnceCell::new(),
        }
    }

    /// The position after a request of this person.
    fn after(&self, who: Rc<Perspective>, next: G::Position, mut events: Vec<G::Event>) -> Self {
        let (sealed, settled) = settled_open::<G>(&self.choices, next);
        events.extend(settled);
        let turn = G::turn(&sealed).filter(|_| !self.is_closed());
        Found {
            choices: self.choices.clone(),
            has_passed: turn.is_some_and(|turn| !who.sees(turn)),
            who,
            sealed: sealed.into(),
            before: Some(events),
            settled: OnceCell::new(),
            may_count: false,
            ..*self
        }
    }

    fn is_closed(&self) -> bool {
        G::RULESET.is_closed(&self.choices)
    }

    /// The position as this person finds it. If they may count a round that has ended, they are on turn.
    fn found(&self) -> &Reached<G> {
        self.settled.get_or_init(|| {
            let counts = self.may_count && G::ended_by(&self.sealed).is_some();
            let taken_up = match self.who.viewer {
                Viewer::Seat(seat) if counts => G::taken_up((*self.sealed).clone(), seat).into(),
                _ => self.sealed.clone(),
            };
            let waits =
                self.is_closed() && G::turn(&taken_up).is_some_and(|seat| self.who.sees(seat));
            if !waits {
                return (taken_up, Vec::new());
            }
            let (settled, events) = G::settle(Rc::unwrap_or_clone(taken_up));
            (settled.into(), events)
        })
    }

    fn position(&self) -> &G::Position {
        &self.found().0
    }

    /// The page after these events and those on the way.
    fn described(&self, events: &[G::Event]) -> Step {
        let (position, on_the_way) = self.found();
        let mut step = match &**on_the_way {
            [] => describe::<G>(position, &self.who, events),
            on_the_way => describe::<G>(position, &self.who, &[events, on_the_way].concat()),
        };
        step.has_passed = self.has_passed;
        if self.has_passed {
            step.page.clear_offers();
        }
        step.page = self.turned(step.page);
        step
    }

    /// The page of a link to a closed table, which tells this person first what has happened since
    /// their last turn.
    fn described_at_table(&self) -> Step {
        let since = match self.who.viewer {
            Viewer::Seat(seat) => G::since(&self.sealed, seat),
            Viewer::Everybody => Vec::new(),
        };
        let mut messages: Vec<Message> =
            since.iter().filter_map(|event| G::tell(event, &self.who)).collect();
        let step = self.described(&[]);
        messages.extend(step.messages);
        Step { messages, ..step }
    }

    /// The page with its boards as this person looks at them.
    fn turned(&self, page: Page) -> Page {
        let sits_behind = match self.who.viewer {
            Viewer::Seat(seat) => G::sits_behind(self.position(), seat),
            Viewer::Everybody => false,
        };
        let is_behind = !self.is_closed() && sits_behind != self.turns_board;
        if is_behind { page.seen_from_behind() } else { page }
    }
}

impl<G: Game> AnyPosition for Found<G> {
    fn step(&self) -> Step {
        match &self.before {
            Some(events) => self.described(events),
            None if self.is_closed() => self.described_at_table(),
            None => self.described(&G::dealt(&self.sealed)),
        }
    }

    fn later_step(&self) -> Step {
        match &self.before {
            None if !self.is_closed() => self.described(&[]),
            _ => self.step(),
        }
    }

    fn turn(&self) -> Option<Seat> {
        G::turn(self.position())
    }

    fn ended_by(&self) -> Option<Seat> {
        G::ended_by(self.position())
    }

    fn mood(&self) -> Mood {
        G::outcome(self.position()).map_or(Mood::Open, |outcome| outcome.mood(&self.who))
    }

    fn commitment(&self) -> Option<Commitment> {
        G::commitment(self.position())
    }

    fn solution(&self) -> Option<Page> {
        G::solution(&self.choices).map(|solution| self.turned(solution(self.position())))
    }

    fn read(&self, text: &str) -> Named {
        G::read(self.position(), text)
    }

    fn called(&self) -> Vec<(Request, &'static str, String)> {
        G::called(self.position())
    }

    fn put(&self, request: &Request) -> Result<Granted, Refusal> {
        let who = holder(self.who.clone(), shared_turn::<G>(&self.choices, self.position()));
        Ok(match decide::<G>(self.position(), &who, request)? {
            Ruling::Answer(answer) => Granted::Answer(Box::new(self.turned(*answer))),
            Ruling::Next(..) if request.spec.asks_first() && !self.is_sure && !self.is_closed() => {
                Granted::Answer(Box::new(self.later_step().page.asking(request)))
            }
            Ruling::Next(next, events) => Granted::Next(Rc::new(self.after(who, next, events))),
        })
    }

    fn seen_by(&self, asker: Asker<'_>) -> Rc<dyn AnyPosition> {
        Rc::new(Self::of(&self.choices, asker, self.sealed.clone()))
    }

    fn moments(&self) -> Vec<Moment> {
        if self.is_closed() { Vec::new() } else { G::moments(self.position(), &self.who) }
    }

    fn at(&self, moment: usize) -> Rc<dyn AnyPosition> {
        Rc::new(Found {
            choices: self.choices.clone(),
            who: self.who.clone(),
            sealed: G::at(self.position(), moment).into(),
            before: None,
            has_passed: false,
            settled: OnceCell::new(),
            ..*self
        })
    }

    fn remarks(&self, moment: usize) -> Remarks {
        G::remarks(self.position(), moment)
    }

    fn leave(&self, choices: &Choices) -> Rc<dyn AnyPosition> {
        Rc::new(Self::of(choices, NOBODY, G::leave(&self.sealed, choices).into()))
    }

    fn deal_again(&self, choices: &Choices, kind: DealKind) -> Rc<dyn AnyPosition> {
        let dealt = G::deal_again(self.position(), choices, kind);
        Rc::new(Self::of(choices, NOBODY, dealt.into()))
    }

    fn pack(&self, packer: &mut Packer) {
        pack::<G>(&mut (*self.sealed).clone(), packer);
    }
}

/// The seat on turn in an open game between people.
fn shared_turn<G: Game>(choices: &Choices, position: &G::Position) -> Option<Seat> {
    let is_shared = choices.people() > 1 && !G::RULESET.is_closed(choices);
    G::turn(position).filter(|_| is_shared)
}

/// The person who holds the link of a game. In an open game between people it is this seat.
fn holder(who: Rc<Perspective>, seat: Option<Seat>) -> Rc<Perspective> {
    match (who.viewer, seat) {
        (Viewer::Seat(_), Some(seat)) => {
            Perspective { viewer: Viewer::Seat(seat), ..Rc::unwrap_or_clone(who) }.into()
        }
        _ => who,
    }
}

/// The position with what happens without any person, and that, unless it waits for a person at a
/// closed table to open it.
fn settled_open<G: Game>(choices: &Choices, position: G::Position) -> (G::Position, Vec<G::Event>) {
    if G::RULESET.is_closed(choices) { (position, Vec::new()) } else { G::settle(position) }
}

/// Decides on a request: the game's hint answers [`HINT`], and the referee does the rest.
fn decide<G: Game>(
    position: &G::Position,
    who: &Perspective,
    request: &Request,
) -> Result<Ruling<G>, Refusal> {
    if !request.is(&HINT) {
        return G::referee(position, request);
    }
    let hint = hint::<G>(position, who).ok_or(NO_HINT)?;
    Ok(Ruling::Answer(Box::new(hint(position, who).shown())))
}

/// The function that answers a hint for this viewer, if it is their turn ([`Game::hint`]).
fn hint<G: Game>(
    position: &G::Position,
    who: &Perspective,
) -> Option<fn(&G::Position, &Perspective) -> Advice> {
    G::turn(position).filter(|seat| who.sees(*seat)).and_then(|_| G::hint(position))
}

/// Appends a position.
pub(crate) fn pack<G: Game>(position: &mut G::Position, packer: &mut Packer) {
    // Writing never fails.
    let _ = G::fields(position, &mut Codec::Write(packer));
}

/// Reads a position.
pub(crate) fn unpack<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
) -> Result<G::Position, Unpackable> {
    let mut position = G::blank(choices);
    let mut codec = Codec::Read(packed);
    G::fields(&mut position, &mut codec)?;
    if codec.is_cut() {
        return Ok(position);
    }
    codec.finish()?;
    G::is_possible(&position).then_some(position).ok_or(Unpackable::Impossible)
}

/// The names on the page. A page says "you" to a person who plays alone, and to a person with a
/// password. At an open table it names everybody.
pub(crate) fn perspective<G: Game>(choices: &Choices, asker: Asker<'_>) -> Perspective {
    let is_addressed = choices.people() == 1 || G::RULESET.is_closed(choices);
    seen(G::seats(choices), is_addressed, asker)
}

/// The perspective of a person at these seats. It is no part of [`perspective`], of which each game has a copy.
fn seen(mut names: Vec<Text>, is_addressed: bool, asker: Asker<'_>) -> Perspective {
    names.iter_mut().zip(asker.names).for_each(|(seat, name)| seat.clone_from(name));
    let you = match asker.viewer {
        Viewer::Seat(seat) if is_addressed => Some(seat),
        _ => None,
    };
    let site = asker.site.map(|site| site.to_owned().into());
    Perspective { viewer: asker.viewer, names, you, site }
}

pub(crate) fn describe<G: Game>(
    position: &G::Position,
    who: &Perspective,
    events: &[G::Event],
) -> Step {
    let outcome = G::outcome(position);
    let turn = G::turn(position);
    let mut page = G::page(position, who, events);
    page.offers.extend(hint::<G>(position, who).map(|_| Offer::new("Hint", &HINT, [])));
    page.next = turn.filter(|seat| !who.is_you(*seat)).map(|seat| who.name(seat).to_owned().into());
    if let Some(outcome) = &outcome {
        let end = page.end.get_or_insert_default();
        if end.headline.is_empty() {
            end.headline = outcome.headline(who);
        }
        page.state = end.headline.clone();
    }
    Step {
        page,
        mood: outcome.as_ref().map_or(Mood::Open, |outcome| outcome.mood(who)),
        ranking: outcome.as_ref().map(|outcome: &Outcome| outcome.players(who)),
        points: outcome.as_ref().map_or(Vec::new(), |outcome| outcome.points.clone()),
        messages: events.iter().filter_map(|event| G::tell(event, who)).collect(),
        answer: None,
        refusal: None,
        turn,
        ended_by: G::ended_by(position),
        commitment: G::commitment(position),
        has_passed: false,
    }
}
