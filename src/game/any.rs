//! A game as the rest of the program sees it: functions over packed positions.

use super::chance::Chance;
use super::codec::Codec;
use super::contract::{Game, Named, Ruling};
use super::hint::HINT;
use super::message::Message;
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

/// One step of a game, as one viewer sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The page.
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
    pub answer: Option<Page>,
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
    /// The viewer.
    pub viewer: Viewer,
    /// The names that people have given themselves, from the first seat on.
    pub names: &'a [Text],
    /// True if the viewer may count a round that has ended, although another person is on turn.
    pub may_count: bool,
    /// True if the viewer was asked whether the game should end, and said yes.
    pub is_sure: bool,
    /// True if the viewer wants to see the board from the other side.
    pub turns_board: bool,
}

impl Asker<'_> {
    /// A viewer at a table without player names.
    pub const fn nameless(viewer: Viewer) -> Self {
        Asker { viewer, names: &[], may_count: false, is_sure: false, turns_board: false }
    }
}

/// Plays one step from a packed position. Appends the position after it.
///
/// The caller checks that a request comes from the seat to move.
pub type Play = fn(
    &Choices,
    Unpacker<'_>,
    Asker<'_>,
    Option<&Request>,
    &mut Packer,
) -> Result<Step, Unpackable>;

/// The choices before and after a change of the people at a table.
pub type Change<'a> = [&'a Choices; 2];

/// Reads a position from which a person leaves ([`Game::leave`]), and appends the one after it.
pub type Leave = fn(Change<'_>, Unpacker<'_>, &mut Packer) -> Result<(), Unpackable>;

/// Reads a position as a viewer finds it, deals again ([`Game::deal_again`]), and appends the new
/// position.
pub type DealAgain =
    fn(Change<'_>, Unpacker<'_>, Asker<'_>, DealKind, &mut Packer) -> Result<(), Unpackable>;

/// Describes a packed position, and reads a typed text as moves from it ([`Game::read`]).
pub type Read = fn(&Choices, Unpacker<'_>, Asker<'_>, &str) -> Result<(Step, Named), Unpackable>;

/// Deals a game. Appends the position.
pub type Deal = fn(&Choices, &mut Chance, Asker<'_>, &mut Packer) -> Step;

/// A game as a row of the table of games.
#[derive(Clone, Debug)]
pub struct AnyGame {
    /// The public face of the game.
    pub ruleset: &'static Ruleset,
    /// The names of the seats ([`Game::seats`]).
    pub seats: fn(&Choices) -> Vec<Text>,
    /// Deals and describes a game.
    pub deal: Deal,
    /// Returns true if deals of these choices have a solution to show ([`Game::solution`]).
    pub has_solution: fn(&Choices) -> bool,
    /// Deals and describes a game, with its solution as the answer.
    pub solve: Deal,
    /// Plays one step.
    pub play: Play,
    /// Lets a person leave.
    pub leave: Leave,
    /// Deals again to the people who play now.
    pub deal_again: DealAgain,
    /// Reads a typed text.
    pub read: Read,
}

impl AnyGame {
    /// A game as a row of the table.
    pub const fn of<G: Game>() -> Self {
        AnyGame {
            ruleset: &G::RULESET,
            seats: G::seats,
            deal: |choices, chance, asker, packer| {
                pack_dealt::<G>(choices, chance, asker, packer).1
            },
            has_solution: |choices| G::solution(choices).is_some(),
            solve: solve::<G>,
            play: play::<G>,
            leave: leave::<G>,
            deal_again: deal_again::<G>,
            read: read::<G>,
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

/// A new game, packed, and its first page.
fn pack_dealt<G: Game>(
    choices: &Choices,
    chance: &mut Chance,
    asker: Asker<'_>,
    packer: &mut Packer,
) -> (G::Position, Step) {
    let dealt = G::deal(choices, chance);
    let is_closed = G::RULESET.is_closed(choices);
    let mut position = if is_closed { dealt } else { G::settle(dealt).0 };
    pack::<G>(&mut position, packer);
    let who = perspective::<G>(choices, asker);
    let who = if is_closed { who } else { holder::<G>(who, choices, &position) };
    let step = describe::<G>(&position, &who, &G::dealt(&position));
    let is_turned = is_turned::<G>(&position, &who, asker);
    (position, if is_turned { seen_from_behind(step) } else { step })
}

fn solve<G: Game>(
    choices: &Choices,
    chance: &mut Chance,
    asker: Asker<'_>,
    packer: &mut Packer,
) -> Step {
    let (position, step) = pack_dealt::<G>(choices, chance, asker, packer);
    let answer = G::solution(choices).map(|solution| solution(&position));
    Step { answer, ..step }
}

fn play<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
    asker: Asker<'_>,
    request: Option<&Request>,
    packer: &mut Packer,
) -> Result<Step, Unpackable> {
    let sealed = unpack::<G>(choices, packed)?;
    let who = perspective::<G>(choices, asker);
    let (mut kept, step) = if G::RULESET.is_closed(choices) {
        play_closed::<G>(sealed, &who, asker.may_count, request)
    } else {
        let who = holder::<G>(who, choices, &sealed);
        let (kept, step) = play_open::<G>(sealed, &who, asker.is_sure, request);
        let is_turned = is_turned::<G>(&kept, &who, asker);
        (kept, if is_turned { seen_from_behind(step) } else { step })
    };
    pack::<G>(&mut kept, packer);
    Ok(step)
}

/// The person who holds the link of an open game between people: the person on turn.
fn holder<G: Game>(who: Perspective, choices: &Choices, position: &G::Position) -> Perspective {
    match (who.viewer, G::turn(position)) {
        (Viewer::Seat(_), Some(turn)) if choices.people() > 1 => {
            Perspective { viewer: Viewer::Seat(turn), ..who }
        }
        _ => who,
    }
}

/// Returns true if the viewer looks at the board from the far side.
fn is_turned<G: Game>(position: &G::Position, who: &Perspective, asker: Asker<'_>) -> bool {
    let sits_behind = match who.viewer {
        Viewer::Seat(seat) => G::sits_behind(position, seat),
        Viewer::Everybody => false,
    };
    sits_behind != asker.turns_board
}

/// The step with its boards as they are seen from the far side.
fn seen_from_behind(step: Step) -> Step {
    Step {
        page: step.page.seen_from_behind(),
        answer: step.answer.map(Page::seen_from_behind),
        ..step
    }
}

fn read<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
    asker: Asker<'_>,
    text: &str,
) -> Result<(Step, Named), Unpackable> {
    let sealed = unpack::<G>(choices, packed)?;
    let who = perspective::<G>(choices, asker);
    if G::RULESET.is_closed(choices) {
        let (position, events) = found::<G>(sealed, &who, asker.may_count);
        return Ok((describe::<G>(&position, &who, &events), G::read(&position, text)));
    }
    let who = holder::<G>(who, choices, &sealed);
    let step = describe::<G>(&sealed, &who, &[]);
    let is_turned = is_turned::<G>(&sealed, &who, asker);
    let step = if is_turned { seen_from_behind(step) } else { step };
    Ok((step, G::read(&sealed, text)))
}

fn leave<G: Game>(
    [before, after]: Change<'_>,
    packed: Unpacker<'_>,
    packer: &mut Packer,
) -> Result<(), Unpackable> {
    let position = unpack::<G>(before, packed)?;
    pack::<G>(&mut G::leave(&position, after), packer);
    Ok(())
}

fn deal_again<G: Game>(
    [before, after]: Change<'_>,
    packed: Unpacker<'_>,
    asker: Asker<'_>,
    kind: DealKind,
    packer: &mut Packer,
) -> Result<(), Unpackable> {
    let sealed = unpack::<G>(before, packed)?;
    let (position, _) = found::<G>(sealed, &perspective::<G>(before, asker), asker.may_count);
    pack::<G>(&mut G::deal_again(&position, after, kind), packer);
    Ok(())
}

/// A step of a game that one person plays, or that anybody with the link may play. A position is
/// settled before it is sealed.
fn play_open<G: Game>(
    sealed: G::Position,
    who: &Perspective,
    is_sure: bool,
    request: Option<&Request>,
) -> (G::Position, Step) {
    let Some(request) = request else {
        let step = describe::<G>(&sealed, who, &G::dealt(&sealed));
        return (sealed, step);
    };
    let here = || describe::<G>(&sealed, who, &[]);
    match decide::<G>(&sealed, who, request) {
        Ok(Ruling::Next(..)) if request.spec.ends && !is_sure => {
            let step = here();
            let question = step.page.asking(request);
            let step = unmoved::<G>(step, Ok(Ruling::Answer(Box::new(question))));
            (sealed, step)
        }
        Ok(Ruling::Next(next, mut events)) => {
            let (next, settled) = G::settle(next);
            events.extend(settled);
            let mut step = describe::<G>(&next, who, &events);
            step.has_passed = step.turn.is_some_and(|turn| !who.sees(turn));
            if step.has_passed {
                step.page.clear_offers();
            }
            (next, step)
        }
        ruling => {
            let step = unmoved(here(), ruling);
            (sealed, step)
        }
    }
}

/// Decides on a request: the game's hint answers [`HINT`], and the referee does the rest. (A maze has a
/// request of the same name that turns a tile.)
fn decide<G: Game>(
    position: &G::Position,
    who: &Perspective,
    request: &Request,
) -> Result<Ruling<G>, Refusal> {
    if !std::ptr::eq(request.spec, &HINT) {
        return G::referee(position, request);
    }
    let hint = hint::<G>(position, who).ok_or(NO_HINT)?;
    Ok(Ruling::Answer(Box::new(hint(position, who))))
}

/// The function that answers a hint for this viewer, if it is their turn ([`Game::hint`]).
fn hint<G: Game>(
    position: &G::Position,
    who: &Perspective,
) -> Option<fn(&G::Position, &Perspective) -> Page> {
    G::turn(position).filter(|seat| who.sees(*seat)).and_then(|_| G::hint(position))
}

/// A step at a closed table. A position is sealed unsettled and settled for the person to move, who
/// alone learns what follows from the moves of the others. So the page after a move, and the
/// link that it makes, reveal no hidden thing to the player who moved.
fn play_closed<G: Game>(
    sealed: G::Position,
    who: &Perspective,
    may_count: bool,
    request: Option<&Request>,
) -> (G::Position, Step) {
    let (position, found) = found::<G>(sealed.clone(), who, may_count);
    let since = match who.viewer {
        Viewer::Seat(seat) => G::since(&sealed, seat),
        Viewer::Everybody => Vec::new(),
    };
    let here = || {
        let mut step = describe::<G>(&position, who, &found);
        let told = since.iter().filter_map(|event| G::tell(event, who));
        step.messages.splice(0..0, told.collect::<Vec<_>>());
        step
    };
    match request.map(|request| decide::<G>(&position, who, request)) {
        Some(Ok(Ruling::Next(kept, mut events))) => {
            let (next, settled) = settled_for::<G>(kept.clone(), who);
            events.extend(settled);
            (kept, describe::<G>(&next, who, &events))
        }
        Some(ruling) => (sealed, unmoved(here(), ruling)),
        None => (sealed, here()),
    }
}

/// The position as this viewer finds it. If they may count a round that has ended, they are on turn.
fn found<G: Game>(
    sealed: G::Position,
    who: &Perspective,
    may_count: bool,
) -> (G::Position, Vec<G::Event>) {
    let counts = may_count && G::ended_by(&sealed).is_some();
    match who.viewer {
        Viewer::Seat(seat) if counts => settled_for::<G>(G::taken_up(sealed, seat), who),
        _ => settled_for::<G>(sealed, who),
    }
}

/// The position, settled if this viewer is to move.
fn settled_for<G: Game>(position: G::Position, who: &Perspective) -> (G::Position, Vec<G::Event>) {
    if G::turn(&position).is_some_and(|seat| who.sees(seat)) {
        G::settle(position)
    } else {
        (position, Vec::new())
    }
}

/// The step of a request that left the position unchanged: answered, or refused.
fn unmoved<G: Game>(step: Step, ruling: Result<Ruling<G>, Refusal>) -> Step {
    match ruling {
        Ok(Ruling::Answer(answer)) => Step { answer: Some(*answer), ..step },
        Ok(Ruling::Next(..)) => step,
        Err(refusal) => Step { refusal: Some(refusal), ..step },
    }
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
    codec.finish()?;
    G::is_possible(&position).then_some(position).ok_or(Unpackable::Impossible)
}

/// The names on the page. A page says "you" to a person who plays alone, and to a person with a
/// password. At an open table it names everybody.
pub(crate) fn perspective<G: Game>(choices: &Choices, asker: Asker<'_>) -> Perspective {
    let mut names = G::seats(choices);
    names.iter_mut().zip(asker.names).for_each(|(seat, name)| seat.clone_from(name));
    let is_addressed = choices.people() == 1 || G::RULESET.is_closed(choices);
    let you = match asker.viewer {
        Viewer::Seat(seat) if is_addressed => Some(seat),
        _ => None,
    };
    Perspective { viewer: asker.viewer, names, you }
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
