//! A game as the rest of the program sees it: its position hidden behind packed bits.

use super::chance::Chance;
use super::contract::{Game, Hidden, Ruling};
use super::message::Message;
use super::options::Choices;
use super::outcome::{Mood, Outcome};
use super::pack::{Packer, Unpackable, Unpacker};
use super::page::Page;
use super::request::{Refusal, Request};
use super::ruleset::{Deals, Ruleset};
use super::seat::{Perspective, Seat, Viewer};
use super::text::Text;
use super::verification::Commitment;

/// What the rest of the program learns of one step of a game, for one viewer.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What the viewer sees now.
    pub page: Page,
    /// How it stands for them.
    pub mood: Mood,
    /// The names of the seats by their places, first place first, once the game is over.
    pub ranking: Option<Vec<Vec<Text>>>,
    /// What happened.
    pub messages: Vec<Message>,
    /// What a read-only request was shown.
    pub answer: Option<Page>,
    /// Why the request was refused, if it was.
    pub refusal: Option<Refusal>,
    /// The seat whose person looks next; none if nobody is waited for.
    pub turn: Option<Seat>,
    /// What the deal committed to.
    pub commitment: Option<Commitment>,
}

impl Step {
    /// A page on which nothing has happened and nobody is waited for.
    pub fn of(page: Page) -> Self {
        Step {
            page,
            mood: Mood::Open,
            ranking: None,
            messages: Vec::new(),
            answer: None,
            refusal: None,
            turn: None,
            commitment: None,
        }
    }
}

/// Who asks for a step of a game.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    /// Who looks.
    pub viewer: Viewer,
    /// The names of the people, from the first seat on, where they have given themselves names.
    pub names: &'a [Text],
}

impl Asker<'_> {
    /// Whoever looks, at a table where nobody has a name of their own.
    pub const fn nameless(viewer: Viewer) -> Self {
        Asker { viewer, names: &[] }
    }
}

/// Plays one step from a packed position: what the viewer sees of it, and the position after it.
///
/// A request is put to the referee only for the seat on turn; the caller checks that.
pub type Play = fn(
    &Choices,
    Unpacker<'_>,
    Asker<'_>,
    Option<&Request>,
    &mut Packer,
) -> Result<Step, Unpackable>;

/// How what is hidden shows in words ([`Hidden::Something`]).
#[derive(Clone, Debug, Default)]
pub struct HiddenWords {
    /// Texts on the page that commit to it without telling it.
    pub commitments: Vec<String>,
    /// Words that would tell it.
    pub secrets: Vec<String>,
}

/// Any game, as a row of the table of games: its ruleset, and its functions over packed positions.
#[derive(Debug)]
pub struct AnyGame {
    /// The public face of the game.
    pub ruleset: &'static Ruleset,
    /// [`Game::deals`].
    pub deals: fn(&Choices) -> Deals,
    /// The names of the seats ([`Game::seats`]).
    pub seats: fn(&Choices) -> Vec<Text>,
    /// How many people share a game of these choices ([`Game::people`]).
    pub people: fn(&Choices) -> usize,
    /// Whether the people of such a game must not see everything, so that each needs a password.
    pub is_closed: fn(&Choices) -> bool,
    /// Whether peeking is useless ([`Game::defies_peeking`]).
    pub defies_peeking: fn(&Choices) -> bool,
    /// Deals, appends the position to the packer and describes it.
    pub deal: fn(&Choices, &mut Chance, Asker<'_>, &mut Packer) -> Step,
    /// Whether deals of these choices have a solution to show ([`Game::solution`]).
    pub has_solution: fn(&Choices) -> bool,
    /// Deals, appends the position to the packer and describes it, with the solution as the answer,
    /// if there is one.
    pub solve: fn(&Choices, &mut Chance, Asker<'_>, &mut Packer) -> Step,
    /// Unpacks a position, puts the request to the referee if there is one, and appends the
    /// position after it.
    pub play: Play,
    /// Unpacks a position and appends one that this viewer cannot tell from it.
    pub redeal_hidden:
        fn(&Choices, Unpacker<'_>, Viewer, &mut Chance, &mut Packer) -> Result<(), Unpackable>,
    /// Of a position, the texts on the page that commit to what is hidden, and the words that would
    /// tell it to this viewer.
    pub hidden_words: fn(&Choices, Unpacker<'_>, Viewer) -> Result<HiddenWords, Unpackable>,
    /// What the computer in a seat would ask for.
    pub computer: fn(&Choices, Unpacker<'_>, Seat) -> Result<Option<Request>, Unpackable>,
    /// [`Game::requests_max`].
    pub requests_max: fn(&Choices) -> u32,
}

impl AnyGame {
    /// Whether so many people may sit down as the choices say, each with a seat.
    pub fn has_seats_for_all(&self, choices: &Choices) -> bool {
        let (fewest, most) = self.ruleset.people;
        let people = choices.people();
        // There is always a seat for one, so a click of one person makes no list of names for this.
        (fewest..=most).contains(&people) && (people == 1 || (self.seats)(choices).len() >= people)
    }

    /// A game as a row of the table.
    pub const fn of<G: Game>() -> Self {
        AnyGame {
            ruleset: &G::RULESET,
            deals: G::deals,
            seats: G::seats,
            people: G::people,
            is_closed: is_closed::<G>,
            defies_peeking: defies_peeking::<G>,
            deal: deal::<G>,
            has_solution: |choices| G::solution(choices).is_some(),
            solve: solve::<G>,
            play: play::<G>,
            redeal_hidden: redeal_hidden::<G>,
            hidden_words: hidden_words::<G>,
            computer: computer::<G>,
            requests_max: G::requests_max,
        }
    }
}

/// Whether something is hidden from several people.
fn is_closed<G: Game>(choices: &Choices) -> bool {
    G::people(choices) > 1 && G::RULESET.deals == Deals::Secret
}

fn defies_peeking<G: Game>(choices: &Choices) -> bool {
    is_closed::<G>(choices) || G::defies_peeking(choices)
}

fn deal<G: Game>(
    choices: &Choices,
    chance: &mut Chance,
    asker: Asker<'_>,
    packer: &mut Packer,
) -> Step {
    pack_dealt::<G>(choices, chance, asker, packer).1
}

/// A new game, packed, and its first page.
fn pack_dealt<G: Game>(
    choices: &Choices,
    chance: &mut Chance,
    asker: Asker<'_>,
    packer: &mut Packer,
) -> (G::Position, Step) {
    let position = dealt::<G>(choices, chance);
    G::pack(&position, packer);
    let step = opened::<G>(&position, &perspective::<G>(choices, asker));
    (position, step)
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

/// A new game, settled where a position is settled before it is sealed.
fn dealt<G: Game>(choices: &Choices, chance: &mut Chance) -> G::Position {
    let dealt = G::deal(choices, chance);
    if is_closed::<G>(choices) { dealt } else { G::settle(dealt).0 }
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
    let is_closed = is_closed::<G>(choices);
    // Whoever is on turn at a closed table finds out what has come of the others' moves.
    let looks_on = |position: &G::Position| {
        G::turn(position).is_some_and(|seat| Viewer::Seat(seat) == asker.viewer)
    };
    let shown = |position: G::Position| match is_closed && looks_on(&position) {
        true => G::settle(position),
        false => (position, Vec::new()),
    };
    let (position, found) = shown(sealed.clone());
    let (kept, step) = match request.map(|request| G::referee(&position, request)) {
        Some(Ok(Ruling::Next(next, mut events))) => {
            let (kept, (next, settled)) = match is_closed {
                true => (next.clone(), shown(next)),
                false => {
                    let settled = G::settle(next);
                    (settled.0.clone(), settled)
                }
            };
            events.extend(settled);
            (kept, describe::<G>(&next, &who, &events))
        }
        Some(Ok(Ruling::Answer(answer))) => {
            (sealed, Step { answer: Some(*answer), ..describe::<G>(&position, &who, &found) })
        }
        Some(Err(refusal)) => {
            (sealed, Step { refusal: Some(refusal), ..describe::<G>(&position, &who, &found) })
        }
        None if is_closed => (sealed, describe::<G>(&position, &who, &found)),
        None => (sealed, opened::<G>(&position, &who)),
    };
    G::pack(&kept, packer);
    Ok(step)
}

fn redeal_hidden<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
    viewer: Viewer,
    chance: &mut Chance,
    packer: &mut Packer,
) -> Result<(), Unpackable> {
    let position = unpack::<G>(choices, packed)?;
    let other = match G::HIDDEN {
        Hidden::Nothing => position,
        Hidden::Something { redeal, .. } => redeal(&position, viewer, chance),
    };
    G::pack(&other, packer);
    Ok(())
}

fn hidden_words<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
    viewer: Viewer,
) -> Result<HiddenWords, Unpackable> {
    let position = unpack::<G>(choices, packed)?;
    Ok(match G::HIDDEN {
        Hidden::Nothing => HiddenWords::default(),
        Hidden::Something { commitments, secrets, .. } => {
            HiddenWords { commitments: commitments(&position), secrets: secrets(&position, viewer) }
        }
    })
}

fn computer<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
    seat: Seat,
) -> Result<Option<Request>, Unpackable> {
    Ok(G::computer(&unpack::<G>(choices, packed)?, seat))
}

fn unpack<G: Game>(choices: &Choices, mut packed: Unpacker<'_>) -> Result<G::Position, Unpackable> {
    let position = G::unpack(choices, &mut packed)?;
    packed.finish()?;
    Ok(position)
}

/// A page addresses the only person as "you", and whoever has a password. At a table that is open to
/// all it names everybody.
pub(crate) fn perspective<G: Game>(choices: &Choices, asker: Asker<'_>) -> Perspective {
    let mut names = G::seats(choices);
    names.iter_mut().zip(asker.names).for_each(|(seat, name)| seat.clone_from(name));
    let is_addressed = G::people(choices) == 1 || is_closed::<G>(choices);
    let you = match asker.viewer {
        Viewer::Seat(seat) if is_addressed => Some(seat),
        _ => None,
    };
    Perspective { viewer: asker.viewer, names, you }
}

/// A position that was not led to by a request just now.
fn opened<G: Game>(position: &G::Position, who: &Perspective) -> Step {
    describe::<G>(position, who, &G::dealt(position))
}

pub(crate) fn describe<G: Game>(
    position: &G::Position,
    who: &Perspective,
    events: &[G::Event],
) -> Step {
    let outcome = G::outcome(position);
    let mut page = G::page(position, who, events);
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
        ranking: outcome.as_ref().map(|outcome: &Outcome| outcome.names(who)),
        messages: events.iter().filter_map(|event| G::tell(event, who)).collect(),
        answer: None,
        refusal: None,
        turn: G::turn(position),
        commitment: G::opening(position).map(|text| Commitment::to(text, outcome.is_some())),
    }
}
