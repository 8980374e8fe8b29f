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
}

/// Plays one step from a packed position: what the viewer sees of it, and the position after it.
pub type Play =
    fn(&Choices, Unpacker<'_>, Viewer, Option<&Request>, &mut Packer) -> Result<Step, Unpackable>;

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
    /// Deals, appends the position to the packer and describes it for a viewer.
    pub deal: fn(&Choices, &mut Chance, Viewer, &mut Packer) -> Step,
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
    /// A game as a row of the table.
    pub const fn of<G: Game>() -> Self {
        AnyGame {
            ruleset: &G::RULESET,
            deals: G::deals,
            deal: deal::<G>,
            play: play::<G>,
            redeal_hidden: redeal_hidden::<G>,
            hidden_words: hidden_words::<G>,
            computer: computer::<G>,
            requests_max: G::requests_max,
        }
    }
}

fn deal<G: Game>(
    choices: &Choices,
    chance: &mut Chance,
    viewer: Viewer,
    packer: &mut Packer,
) -> Step {
    let (position, _) = G::settle(G::deal(choices, chance));
    G::pack(&position, packer);
    opened::<G>(&position, &perspective::<G>(choices, viewer))
}

fn play<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
    viewer: Viewer,
    request: Option<&Request>,
    packer: &mut Packer,
) -> Result<Step, Unpackable> {
    let position = unpack::<G>(choices, packed)?;
    let who = perspective::<G>(choices, viewer);
    let (next, step) = match request.map(|request| G::referee(&position, request)) {
        Some(Ok(Ruling::Next(next, mut events))) => {
            let (next, settled) = G::settle(next);
            events.extend(settled);
            let step = describe::<G>(&next, &who, &events);
            (next, step)
        }
        Some(Ok(Ruling::Answer(answer))) => {
            let step = Step { answer: Some(answer), ..describe::<G>(&position, &who, &[]) };
            (position, step)
        }
        Some(Err(refusal)) => {
            let step = Step { refusal: Some(refusal), ..describe::<G>(&position, &who, &[]) };
            (position, step)
        }
        None => {
            let step = opened::<G>(&position, &who);
            (position, step)
        }
    };
    G::pack(&next, packer);
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

/// A page addresses the only person as "you".
fn perspective<G: Game>(choices: &Choices, viewer: Viewer) -> Perspective {
    let you = match viewer {
        Viewer::Seat(seat) if G::people(choices) == 1 => Some(seat),
        _ => None,
    };
    Perspective { viewer, names: G::seats(choices), you }
}

/// A position that was not led to by a request just now.
fn opened<G: Game>(position: &G::Position, who: &Perspective) -> Step {
    describe::<G>(position, who, &G::dealt(position))
}

fn describe<G: Game>(position: &G::Position, who: &Perspective, events: &[G::Event]) -> Step {
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
    }
}
