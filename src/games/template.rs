//! Twenty-one, a game to copy when you add one: docs/add-a-game.md. Tests compile and play it; the start page
//! does not have it.
//!
//! - The players count on in turn, by one, two or three.
//! - The player who says 21 wins.
//! - The computer leaves a multiple of four to the end if it can.

use crate::prelude::*;

pub struct TwentyOne;

const GOAL: usize = 21;

// Options are data: the name in a query, the heading, and each value with its label and its meaning.
static STEP: GameOption<usize> = GameOption::new(
    "step",
    "A move counts on by",
    &[value("3", "one to three", 3), value("2", "one or two", 2)],
);

// So are requests, the faults that refuse them, and the message that tells of a move.
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

    fn refusal(&self, _: &Choices, _: &Request) -> Refusal {
        TOO_FAR.into()
    }

    fn named(&self, step: usize) -> String {
        format!("{}", self.0 + step)
    }
}

type Game = MatchOf<TwentyOne>;

/// The move of good play, and whether it wins.
fn choice(game: &Game) -> (usize, bool) {
    let round = game.choices.of(&STEP) + 1;
    match (GOAL - game.position.0) % round {
        0 => (1, false),
        step => (step, true),
    }
}

impl Duel for TwentyOne {
    type Position = Said;
    type Move = usize;

    const FACE: Ruleset = RULESET;
    const DID: &'static str = "said";
    const INVITATION: &'static str = "Your turn.";
    const TOLD: &'static MessageSpec = &COUNTED;

    fn aim(_: &Choices) -> Text {
        "Who says 21 wins.".into()
    }

    fn moves_max(_: &Choices) -> usize {
        GOAL
    }

    fn start(_: &Choices, _: u64) -> Said {
        Said(0)
    }

    fn winner(_: &Game, last: Seat) -> Option<Seat> {
        Some(last)
    }

    fn computer(game: &Game) -> Option<usize> {
        Some(choice(game).0)
    }

    fn advice(game: &Game) -> Option<(usize, Text)> {
        let (step, wins) = choice(game);
        let why = if wins { "Every answer lets you go on so." } else { "Hope for a mistake." };
        Some((step, why.into()))
    }

    fn request(step: usize) -> Request {
        Request { spec: &COUNT, arguments: vec![step.into()] }
    }

    fn finish(_: &Game, seat: Seat, _: usize, who: &Perspective) -> String {
        format!("{} said 21.", who.name(seat))
    }

    fn board(game: &Game, is_over: bool) -> Part {
        let moves = if is_over { Vec::new() } else { game.position.moves(&game.choices) };
        let cell = |number: usize| {
            let step = number.checked_sub(game.position.0).filter(|step| moves.contains(step));
            let cell = Cell::new(number.to_string()).labelled(number.to_string());
            match step {
                Some(step) => {
                    cell.offering([Offer::asking(number.to_string(), Self::request(step))])
                }
                None => cell,
            }
        };
        Part::Board(Board::new("The numbers", 7, (1..=GOAL).map(cell).collect()))
    }

    fn square(game: &Game, _: usize) -> usize {
        game.position.0 - 1
    }

    fn facts(game: &Game) -> Vec<Fact> {
        vec![game.choices.fact(&STEP)]
    }

    fn why(before: &Game, step: usize) -> Page {
        let (_, wins) = choice(before);
        let reason = if wins { "It can answer every step of yours." } else { "It cannot win now." };
        Page::answering(format!("Why {}?", before.position.named(step)), reason)
    }

    fn title(_: &Choices) -> String {
        "Twenty-one".to_owned()
    }

    fn next_games(_: &Choices, _: Mood) -> Vec<NextGame> {
        Vec::new()
    }
}

const RULESET: Ruleset = Ruleset {
    key: "twentyone",
    number: 200,
    uri: "urn:uuid:00000000-0000-0000-0000-000000000021",
    title: "Twenty-one",
    blurb: "Count on in turn, and say 21.",
    picture: "match",
    secrecy: |_| Secrecy::NONE,
    people: (1, 2),
    options: &[&STEP, &FIRST],
    // At least one, if it has options.
    presets: &[Preset { label: "By one or two", query: "step=2" }],
    requests: &[&COUNT, &WHY, &HINT, &RESIGN],
    messages: &[&COUNTED, &RESIGNED],
    steps: &["Choose a number.", "The computer counts on.", "Say 21 to win."],
    rules: || vec![Passage::new("A move").say("You count on by one, two or three.")],
    ..Ruleset::USUAL
};

#[test]
fn good_play_wins_whenever_a_move_does() {
    for choices in crate::game::audit::covering(RULESET.options) {
        let mut wins = vec![false];
        for left in 1..=GOAL {
            let mut steps = 1..=choices.of(&STEP).min(left);
            wins.push(steps.any(|step| !wins[left - step]));
            let mut game = Match::start::<TwentyOne>(&choices);
            game.position = Said(GOAL - left);
            assert_eq!(choice(&game).1, wins[left], "{left} left");
        }
    }
}
