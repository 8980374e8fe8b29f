//! The contract of a game: what every game declares and does, and nothing about screens.
//!
//! A game is a [`Ruleset`] (its public face, as data) and five pure functions: it deals, packs,
//! unpacks, referees and describes what the player sees. The words are Volity's
//! (004_b1effb083953a91c.txt): a player sends requests, not commands; the referee grants one and
//! says what happened in messages, or refuses it with a numbered fault and leaves the position as
//! it was.
//!
//! [`Row`] is a game as the rest of the house sees it, its position hidden behind packed bits; the
//! table of games holds nothing else.

use crate::game::chance::Chance;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{Page, Part, Text};
use serde::Serialize;
use std::fmt::Debug;

/// A game. Every function is pure: what it returns depends on its arguments alone.
pub trait Game: 'static {
    /// Everything that is true at one moment of one game, also what the player cannot see.
    type Position: Clone + Debug + PartialEq;

    /// The public face of the game.
    const RULESET: Ruleset;

    /// A new game. Whatever chance will ever decide is decided here and becomes part of the
    /// position, so that asking again can never give another answer.
    fn deal(choices: &Choices, chance: &mut Chance) -> Self::Position;

    /// Writes the position, always in the same number of bits for the same choices. The choices
    /// themselves are kept by the house.
    fn pack(position: &Self::Position, packer: &mut Packer);

    /// Reads back what [`Game::pack`] wrote, and holds that it is a position of this game.
    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Self::Position, Unpackable>;

    /// Decides on a request: what comes of it, or why not. The computer's replies are part of what
    /// comes of it.
    fn referee(
        position: &Self::Position,
        request: &Request,
    ) -> Result<Ruling<Self::Position>, Fault>;

    /// How the game ended, if it has.
    fn outcome(position: &Self::Position) -> Option<Outcome>;

    /// What the player sees. `messages` are those of the step that led here; there are none when
    /// the position was opened from a bookmark.
    fn page(position: &Self::Position, messages: &[Message]) -> Page;

    /// A position that this player cannot tell from the given one: all that is hidden from him is
    /// dealt anew. Where nothing is hidden it is the position itself.
    fn reimagine(position: &Self::Position, _chance: &mut Chance) -> Self::Position {
        position.clone()
    }

    /// A number of requests, chosen at random among those that change the position, within which a
    /// game of these choices has ended but for one in a million.
    fn longest(choices: &Choices) -> u32;
}

/// What a granted request comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Ruling<P> {
    /// The position after it, and what happened on the way.
    Next(P, Vec<Message>),
    /// The position stays, and the player is told something.
    Answer(Vec<Part>),
}

/// The public face of a game: its ruleset as data.
#[derive(Debug, Serialize)]
pub struct Ruleset {
    /// The name in the query string: `maze`. Lasting.
    #[serde(rename = "game")]
    pub key: &'static str,
    /// The globally unique name of the rules.
    pub uri: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it is, in one line.
    pub blurb: &'static str,
    /// A picture of the collection that stands for the game.
    pub picture: &'static str,
    /// Rises when the rules or the packing change; links of an older version then say that they
    /// are old.
    pub version: u16,
    /// The least and the greatest number of seats.
    pub seats: (u8, u8),
    /// Whether knowing the deal would help the player. If so, the key is mixed into every deal,
    /// and a seed gives the same board only on servers that share the key.
    pub secret_deal: bool,
    /// Whether its deals are puzzles that differ, so that there is one of the day to offer.
    pub daily: bool,
    /// What can be chosen before the deal.
    pub options: &'static [OptionSpec],
    /// What a player may ask the referee.
    pub requests: &'static [RequestSpec],
    /// What the referee may tell.
    pub messages: &'static [MessageSpec],
    /// Why the referee may refuse.
    pub faults: &'static [FaultSpec],
    /// The rules in prose, by section.
    pub rules: &'static [Section],
}

/// Something that can be chosen before the deal.
#[derive(Debug, Serialize)]
pub struct OptionSpec {
    /// The name in the query string: `size`. Lasting.
    pub name: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// The values, the default first. Append only: a position keeps the place in this list.
    pub values: &'static [OptionValue],
}

/// One value of an option.
#[derive(Debug, Serialize)]
pub struct OptionValue {
    /// The value in the query string: `8x6`. Lasting.
    pub value: &'static str,
    /// The value for people: `8 by 6 tiles`.
    pub label: &'static str,
}

/// A request of a ruleset.
#[derive(Debug, Serialize)]
pub struct RequestSpec {
    /// Its name, also in the query string: `turn`. Lasting.
    pub name: &'static str,
    /// What it does, in a few words, for a choice among several at one place: `turn it clockwise`.
    pub label: &'static str,
    /// What it asks for, in a sentence.
    pub about: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [ArgumentSpec],
    /// The codes of the faults it may meet.
    pub faults: &'static [u16],
    /// Whether it only asks and never changes the position.
    pub only_asks: bool,
}

/// An argument of a request.
#[derive(Debug, Serialize)]
pub struct ArgumentSpec {
    /// Its name: `tile`.
    pub name: &'static str,
    /// What it may be.
    pub kind: ArgumentKind,
}

/// What an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentKind {
    /// A whole number, on the largest board within these limits. The referee is asked about every
    /// whole number, so that what lies outside is refused in the game's own words.
    Number {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
    /// A word, one of these when written as in the ruleset. The referee is asked about every word,
    /// and may be more liberal.
    Word(&'static [&'static str]),
}

/// A message of a ruleset.
#[derive(Debug, Serialize)]
pub struct MessageSpec {
    /// Its name: `player_drew_card`.
    pub name: &'static str,
    /// The names of its arguments, in order.
    pub arguments: &'static [&'static str],
    /// Whether one player alone gets it.
    pub private: bool,
    /// What it tells, in a sentence.
    pub about: &'static str,
}

/// A fault of a ruleset, or of the platform.
#[derive(Debug, Serialize)]
pub struct FaultSpec {
    /// Its number: in the 900s for a ruleset's own, in the 600s for the platform's.
    pub code: u16,
    /// A name for programs: `tile_matched`.
    pub name: &'static str,
    /// The sentence that goes with it.
    pub sentence: &'static str,
}

/// A section of the rules in prose.
#[derive(Debug, Serialize)]
pub struct Section {
    /// Its heading.
    pub heading: &'static str,
    /// Its paragraphs.
    pub paragraphs: &'static [&'static str],
}

/// Faults that are no ruleset's matter, with the numbers of the later Volity platform.
pub const PLATFORM_FAULTS: &[FaultSpec] = &[
    FaultSpec { code: 603, name: "unknown_request", sentence: "There is no such request." },
    FaultSpec {
        code: 604,
        name: "wrong_number_of_arguments",
        sentence: "The request has too few or too many arguments.",
    },
    FaultSpec { code: 605, name: "wrong_type", sentence: "The request asks for a whole number." },
    FaultSpec { code: 606, name: "several_requests", sentence: "Only one request at a time." },
];

impl Ruleset {
    /// The request of this name.
    pub fn request(&self, name: &str) -> Option<&'static RequestSpec> {
        self.requests.iter().find(|spec| spec.name == name)
    }

    /// The fault with this number, in the ruleset's own words or the platform's.
    pub fn fault(&self, code: u16) -> Fault {
        let spec = self.faults.iter().chain(PLATFORM_FAULTS).find(|spec| spec.code == code);
        match spec {
            Some(spec) => Fault { code, name: spec.name, sentence: spec.sentence.into() },
            None => Fault { code, name: "unlisted", sentence: "That cannot be done now.".into() },
        }
    }
}

/// A request as a player puts it to the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The request of the ruleset.
    pub name: &'static str,
    /// Its arguments, as many and of the kinds that the ruleset asks for.
    pub arguments: Vec<Argument>,
}

/// An argument as a player gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Argument {
    /// A whole number.
    Number(i64),
    /// A word.
    Word(String),
}

impl std::fmt::Display for Argument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Argument::Number(number) => write!(f, "{number}"),
            Argument::Word(word) => f.write_str(word),
        }
    }
}

impl Request {
    /// A request without arguments.
    pub fn plain(name: &'static str) -> Self {
        Request { name, arguments: Vec::new() }
    }

    /// A request with one whole number.
    pub fn numbered(name: &'static str, number: i64) -> Self {
        Request { name, arguments: vec![Argument::Number(number)] }
    }

    /// A request with one word.
    pub fn worded(name: &'static str, word: impl Into<String>) -> Self {
        Request { name, arguments: vec![Argument::Word(word.into())] }
    }

    /// The whole number at this place, from 0; 0 if there is none, which cannot be where the ruleset
    /// asks for one.
    pub fn number(&self, place: usize) -> i64 {
        match self.arguments.get(place) {
            Some(Argument::Number(number)) => *number,
            _ => 0,
        }
    }

    /// The word at this place, from 0; empty if there is none.
    pub fn word(&self, place: usize) -> &str {
        match self.arguments.get(place) {
            Some(Argument::Word(word)) => word,
            _ => "",
        }
    }

    /// Reads the arguments as they stand in a query string, with commas between them.
    pub fn parse(ruleset: &Ruleset, name: &str, arguments: &str) -> Result<Self, Fault> {
        let spec = ruleset.request(name).ok_or_else(|| ruleset.fault(603))?;
        let texts: Vec<&str> = match arguments {
            "" if spec.arguments.is_empty() => Vec::new(),
            _ => arguments.split(',').collect(),
        };
        if texts.len() != spec.arguments.len() {
            return Err(ruleset.fault(604));
        }
        let parse = |(spec, text): (&ArgumentSpec, &str)| match spec.kind {
            ArgumentKind::Word(_) => Ok(Argument::Word(text.to_owned())),
            ArgumentKind::Number { .. } => {
                text.parse().map(Argument::Number).map_err(|_| ruleset.fault(605))
            }
        };
        let arguments = spec.arguments.iter().zip(texts).map(parse).collect::<Result<_, _>>()?;
        Ok(Request { name: spec.name, arguments })
    }
}

/// Something that happened, as the referee tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The message of the ruleset.
    pub name: &'static str,
    /// Its arguments, in the ruleset's order.
    pub arguments: Vec<Argument>,
    /// The same for people, in a sentence.
    pub sentence: Text,
}

/// Why the referee refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The number, which holds for this ruleset only.
    pub code: u16,
    /// The name for programs.
    pub name: &'static str,
    /// The sentence for people.
    pub sentence: Text,
}

impl Fault {
    /// The same fault, said in another sentence.
    pub fn saying(self, sentence: impl Into<Text>) -> Self {
        Fault { sentence: sentence.into(), ..self }
    }
}

/// How a game ended: the seats in order of their places, those who share a place together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// First place first; the names of the seats in each.
    pub ranking: Vec<Vec<Text>>,
}

/// What was chosen before the deal: for each option of the ruleset, the place of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices(Vec<usize>);

impl Choices {
    /// The default of every option.
    pub fn defaults(ruleset: &Ruleset) -> Self {
        Choices(vec![0; ruleset.options.len()])
    }

    /// Every combination of values a ruleset offers.
    pub fn all(ruleset: &Ruleset) -> Vec<Self> {
        ruleset.options.iter().fold(vec![Choices(Vec::new())], |made, option| {
            let longer = |choices: &Choices| {
                let choices = choices.0.clone();
                (0..option.values.len())
                    .map(move |place| Choices([&choices[..], &[place]].concat()))
            };
            made.iter().flat_map(longer).collect()
        })
    }

    /// The place of the value chosen for the option at this place of the ruleset.
    pub fn place(&self, option: usize) -> usize {
        self.0.get(option).copied().unwrap_or(0)
    }

    /// Chooses, for the option of this name, the value written so. Tells whether there are both.
    pub fn choose(&mut self, ruleset: &Ruleset, name: &str, value: &str) -> bool {
        let option = ruleset.options.iter().position(|spec| spec.name == name);
        let Some(option) = option else { return false };
        let place = ruleset.options[option].values.iter().position(|spec| spec.value == value);
        match (place, self.0.get_mut(option)) {
            (Some(place), Some(chosen)) => {
                *chosen = place;
                true
            }
            _ => false,
        }
    }

    /// Each option with the value chosen for it.
    pub fn chosen<'a>(
        &'a self,
        ruleset: &'a Ruleset,
    ) -> impl Iterator<Item = (&'static OptionSpec, &'static OptionValue)> + 'a {
        ruleset
            .options
            .iter()
            .zip(&self.0)
            .filter_map(|(spec, place)| Some((spec, spec.values.get(*place)?)))
    }

    /// Appends the choices to a packed position.
    pub fn pack(&self, ruleset: &Ruleset, packer: &mut Packer) {
        for (spec, place) in ruleset.options.iter().zip(&self.0) {
            packer.put_one_of(*place as u64, spec.values.len() as u64);
        }
    }

    /// Reads what [`Choices::pack`] wrote.
    pub fn unpack(ruleset: &Ruleset, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let take = |spec: &OptionSpec| Ok(packed.take_one_of(spec.values.len() as u64)? as usize);
        ruleset.options.iter().map(take).collect::<Result<_, _>>().map(Choices)
    }
}

/// What the rest of the house learns of one step of a game.
#[derive(Clone, Debug)]
pub struct Step {
    /// What the player sees now.
    pub page: Page,
    /// What happened.
    pub messages: Vec<Message>,
    /// What a request that only asks was told.
    pub answer: Vec<Part>,
    /// Why the request was refused, if it was.
    pub fault: Option<Fault>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
}

/// A game as a row of the table: its ruleset, and its functions over packed positions.
#[derive(Debug)]
pub struct Row {
    /// The public face of the game.
    pub ruleset: &'static Ruleset,
    /// Deals, appends the position to the packer and describes it.
    pub deal: fn(&Choices, &mut Chance, &mut Packer) -> Step,
    /// Unpacks a position, puts the request to the referee if there is one, and appends the
    /// position after it.
    pub play: fn(&Choices, Unpacker<'_>, Option<&Request>, &mut Packer) -> Result<Step, Unpackable>,
    /// Unpacks a position and appends one that this player cannot tell from it.
    pub reimagine: fn(&Choices, Unpacker<'_>, &mut Chance, &mut Packer) -> Result<(), Unpackable>,
    /// [`Game::longest`].
    pub longest: fn(&Choices) -> u32,
}

impl Row {
    /// The row of a game.
    pub const fn of<G: Game>() -> Self {
        Row {
            ruleset: &G::RULESET,
            deal: deal::<G>,
            play: play::<G>,
            reimagine: reimagine::<G>,
            longest: G::longest,
        }
    }
}

fn deal<G: Game>(choices: &Choices, chance: &mut Chance, packer: &mut Packer) -> Step {
    let position = G::deal(choices, chance);
    G::pack(&position, packer);
    describe::<G>(&position, Vec::new())
}

fn play<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
    request: Option<&Request>,
    packer: &mut Packer,
) -> Result<Step, Unpackable> {
    let position = unpack::<G>(choices, packed)?;
    let ruling = request.map(|request| G::referee(&position, request));
    let (next, step) = match ruling {
        None => {
            let step = describe::<G>(&position, Vec::new());
            (position, step)
        }
        Some(Ok(Ruling::Next(next, messages))) => {
            let step = describe::<G>(&next, messages);
            (next, step)
        }
        Some(Ok(Ruling::Answer(answer))) => {
            let step = Step { answer, ..describe::<G>(&position, Vec::new()) };
            (position, step)
        }
        Some(Err(fault)) => {
            let step = Step { fault: Some(fault), ..describe::<G>(&position, Vec::new()) };
            (position, step)
        }
    };
    G::pack(&next, packer);
    Ok(step)
}

fn reimagine<G: Game>(
    choices: &Choices,
    packed: Unpacker<'_>,
    chance: &mut Chance,
    packer: &mut Packer,
) -> Result<(), Unpackable> {
    let position = unpack::<G>(choices, packed)?;
    G::pack(&G::reimagine(&position, chance), packer);
    Ok(())
}

fn unpack<G: Game>(choices: &Choices, mut packed: Unpacker<'_>) -> Result<G::Position, Unpackable> {
    let position = G::unpack(choices, &mut packed)?;
    packed.finish()?;
    Ok(position)
}

fn describe<G: Game>(position: &G::Position, messages: Vec<Message>) -> Step {
    Step {
        page: G::page(position, &messages),
        outcome: G::outcome(position),
        messages,
        answer: Vec::new(),
        fault: None,
    }
}
