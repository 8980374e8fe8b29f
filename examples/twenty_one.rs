//! Twenty-one, a whole program with one game. `cargo run --example twenty_one -- serve` starts it.
//!
//! - The players count on in turn, by one, two or three.
//! - The player who says 21 wins.
//! - If you play so, a player who says a multiple of five goes on.

use parlour::prelude::*;

// The program: `main`, all commands and all formats.
parlour::main!(TwentyOne);

// The tests of the contract, in `cargo test`.
#[cfg(test)]
parlour::examine!(TwentyOne);

/// The game. It has no content: its functions are all.
pub struct TwentyOne;

/// The public face of the game, as data.
const FACE: Ruleset = Ruleset {
    key: "twentyone",
    number: 128,
    uri: "https://example.org/twenty-one",
    title: "Twenty-one",
    blurb: "Count on in turn, and say 21.",
    people: (1, 2),
    secrecy: |_| Secrecy::NONE,
    options: &[&STEP, &FIVES, &FIRST],
    presets: &[Preset { label: "By one or two", query: "step=2" }],
    requests: &[&COUNT, &WHY, &HINT, &RESIGN],
    messages: &[&COUNTED, &RESIGNED],
    steps: &["Choose a number.", "The computer counts on.", "Say 21 to win."],
    rules: || {
        vec![
            Passage::new("A move").say("You count on by one, two or three."),
            Passage::new("The end").say("If you say 21, you win."),
            Passage::new("Fives").say(
                "With the option, a player who says 5, 10, 15 or 20 goes on with another number.",
            ),
            trust::open_to_all("All numbers are in view."),
        ]
    },
    ..Ruleset::USUAL
};

const GOAL: usize = 21;

// An option has a name in queries, a heading, and values with a label and a meaning. The first is usual.
static STEP: GameOption<usize> = GameOption::new(
    "step",
    "A move counts on by",
    &[value("3", "one to three", 3), value("2", "one or two", 2)],
);
static FIVES: GameOption<bool> = GameOption::new(
    "fives",
    "After a multiple of five",
    &[value("pass", "the other player counts", false), value("on", "you go on", true)],
);

// A request has a name in links, a label, a sentence, and arguments with their bounds.
const TOO_FAR: Fault = Fault::new(901, "too_far", "That is too far: count on by fewer.");
static COUNT: RequestSpec = RequestSpec::new("count", "count on", "Counts on by this number.")
    .taking(&[ArgumentSpec::number("step", 1, 3, TOO_FAR)])
    .refused_with(&[GAME_OVER]);
static COUNTED: MessageSpec =
    MessageSpec::new("counted", &["player", "step"], "A player counted on.");

/// The position: the number that was said last.
#[derive(Clone, Debug, PartialEq)]
pub struct Said(usize);

impl Playable for Said {
    /// The step of a move.
    type Move = usize;

    fn moves(&self, choices: &Choices) -> Vec<usize> {
        (1..=choices.of(&STEP)).filter(|step| self.0 + step <= GOAL).collect()
    }

    fn after(&self, _: Seat, step: usize) -> Said {
        Said(self.0 + step)
    }

    fn goes_on(&self, choices: &Choices) -> bool {
        choices.of(&FIVES) && self.0.is_multiple_of(5)
    }

    fn refusal(&self, _: &Choices, _: &Request) -> Refusal {
        TOO_FAR.into()
    }

    fn named(&self, step: usize) -> String {
        format!("{}", self.0 + step)
    }
}

/// For each number, true if the player who moves after it wins with good play.
fn wins(choices: &Choices) -> [bool; GOAL + 1] {
    let mut wins = [false; GOAL + 1];
    for number in (0..GOAL).rev() {
        let moves = Said(number).moves(choices);
        wins[number] = moves.into_iter().any(|step| is_good(&wins, number + step, choices));
    }
    wins
}

/// Returns true if a player who says this number wins with good play.
fn is_good(wins: &[bool], number: usize, choices: &Choices) -> bool {
    number == GOAL || Said(number).goes_on(choices) == wins[number]
}

/// The step of good play, and true if it wins.
fn choice(game: &MatchOf<TwentyOne>) -> Option<(usize, bool)> {
    let (said, choices) = (&game.position, &game.choices);
    let (moves, wins) = (said.moves(choices), wins(choices));
    let good = moves.iter().find(|step| is_good(&wins, said.0 + **step, choices));
    good.map(|step| (*step, true)).or(moves.first().map(|step| (*step, false)))
}

impl Duel for TwentyOne {
    type Position = Said;
    type Move = usize;

    const FACE: Ruleset = FACE;
    const DID: &'static str = "said";
    const INVITATION: &'static str = "Choose a number.";
    const TOLD: &'static MessageSpec = &COUNTED;

    fn aim(_: &Choices) -> Text {
        "If you say 21, you win.".into()
    }

    fn moves_max(_: &Choices) -> usize {
        GOAL
    }

    fn start(_: &Choices, _seed: u64) -> Said {
        Said(0)
    }

    fn winner(_: &MatchOf<Self>, last: Seat) -> Option<Seat> {
        Some(last)
    }

    fn computer(game: &MatchOf<Self>) -> Option<usize> {
        choice(game).map(|(step, _)| step)
    }

    fn advice(game: &MatchOf<Self>) -> Option<(usize, Text)> {
        let (step, wins) = choice(game)?;
        let why = if wins { "You can win from there." } else { "Hope for a mistake." };
        Some((step, why.into()))
    }

    fn request(step: usize) -> Request {
        Request { spec: &COUNT, arguments: vec![step.into()] }
    }

    fn finish(_: &MatchOf<Self>, seat: Seat, _: usize, who: &Perspective) -> String {
        format!("{} said 21.", who.name(seat))
    }

    fn board(game: &MatchOf<Self>, is_over: bool) -> Part {
        let moves = if is_over { Vec::new() } else { game.position.moves(&game.choices) };
        let cell = |number: usize| {
            let cell = Cell::new(number.to_string()).labelled(number.to_string());
            let step = number.checked_sub(game.position.0).filter(|step| moves.contains(step));
            cell.offering(step.map(|step| Offer::asking("Count on", Self::request(step))))
        };
        Part::Board(Board::new("The numbers", 7, (1..=GOAL).map(cell).collect()))
    }

    fn square(game: &MatchOf<Self>, _: usize) -> usize {
        game.position.0 - 1
    }

    fn facts(game: &MatchOf<Self>) -> Vec<Fact> {
        vec![game.choices.fact(&STEP), game.choices.fact(&FIVES)]
    }

    fn why(before: &MatchOf<Self>, step: usize) -> Page {
        let can_win = is_good(&wins(&before.choices), before.position.0 + step, &before.choices);
        let reason = if can_win { "It wins from there." } else { "It cannot win now." };
        Page::answering(format!("Why {}?", before.position.named(step)), reason)
    }

    fn title(_: &Choices) -> String {
        FACE.title.to_owned()
    }

    fn next_games(_: &Choices, _: Mood) -> Vec<NextGame> {
        Vec::new()
    }
}
