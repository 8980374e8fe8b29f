//! Hog, a game with dice, and a whole program. `cargo run --example hog -- serve` starts it.
//!
//! - On your turn you throw one to six dice.
//! - You get their sum in points. If a die shows 1, you get nothing.
//! - The player who first has 50 points wins.

use parlour::prelude::*;

// The program: `main`, all commands and all formats.
parlour::main!(Hog);

// The tests of the contract, in `cargo test`.
#[cfg(test)]
parlour::examine!(Hog);

/// The game. It has no content: its functions are all.
pub struct Hog;

const GOAL: usize = 50;
const DICE: usize = 6;
const SIDES: usize = 6;

const OUTSIDE: Fault = Fault::new(901, "outside", "You throw one to six dice.");
const OVER: Fault = Fault::new(902, "over", "The game is over.");
static THROW: RequestSpec = RequestSpec::new("throw", "throw dice", "Throws so many dice.")
    .taking(&[ArgumentSpec::number("dice", 1, DICE, OUTSIDE)])
    .refused_with(&[OVER]);
static THREW: MessageSpec =
    MessageSpec::new("threw", &["player", "points"], "A player threw dice.");

/// The position: everything that is so at one moment, hidden things included.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// True if the second player is the computer.
    has_computer: bool,
    /// Decides all dice. No page shows it.
    secret: Secret,
    /// The throws so far.
    throws: u16,
    /// The points of each seat.
    points: [usize; 2],
    /// The dice of the last throw of each seat, counted from 0. Empty before it.
    dice: [Vec<usize>; 2],
    /// The seat to move.
    turn: Seat,
}

/// A throw: its seat, and the points of the dice.
#[derive(Clone, Debug)]
pub struct Threw {
    seat: Seat,
    points: usize,
}

impl Position {
    /// The position after a throw. The same secret and the same number of throws give the same dice, so a link
    /// that is opened again shows nothing else.
    fn after(&self, dice: usize) -> (Position, Threw) {
        let mut next = self.clone();
        let mut chance = self.secret.chance("dice", [self.throws]);
        let thrown: Vec<usize> = (0..dice).map(|_| chance.index(SIDES)).collect();
        let has_one = thrown.contains(&0);
        let points = if has_one { 0 } else { thrown.iter().map(|die| die + 1).sum() };
        next.dice[self.turn] = thrown;
        next.points[self.turn] += points;
        next.throws = self.throws.wrapping_add(1);
        next.turn = 1 - self.turn;
        (next, Threw { seat: self.turn, points })
    }

    fn winner(&self) -> Option<Seat> {
        (0..2).find(|seat| self.points[*seat] >= GOAL)
    }

    /// A good number of dice: without a 1, a die has four points on average.
    fn good(&self) -> usize {
        (GOAL - self.points[self.turn]).div_ceil(4).min(5)
    }
}

impl Game for Hog {
    type Position = Position;
    type Event = Threw;

    const RULESET: Ruleset = Ruleset {
        key: "hog",
        number: 129,
        uri: "https://example.org/hog",
        title: "Hog",
        blurb: "Throw many dice, and no 1.",
        people: (1, 2),
        secrecy: |_| Secrecy::later("the dice to come"),
        requests: &[&THROW, &HINT],
        messages: &[&THREW],
        steps: &["Throw one to six dice.", "A 1 takes the points of the throw.", "Reach 50."],
        rules: || {
            vec![
                Passage::new("A throw").say("You throw one to six dice, and get their sum."),
                Passage::new("Ones").say("If a die shows 1, you get no points."),
                Passage::new("The end").say("The player who first has 50 points wins."),
                trust::open_to_all("The dice to come are sealed in the link."),
            ]
        },
        ..Ruleset::USUAL
    };

    /// A position to read a link into: its shape counts, not its values.
    fn blank(choices: &Choices) -> Position {
        Position {
            has_computer: choices.people() == 1,
            secret: Secret::default(),
            throws: 0,
            points: [0; 2],
            dice: [Vec::new(), Vec::new()],
            turn: 0,
        }
    }

    /// All chance is drawn here.
    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        Position { secret: Secret::draw(chance), ..Self::blank(choices) }
    }

    /// Writes the position into a link, and reads it: each field with its bounds, in order.
    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        position.secret.fields(codec)?;
        codec.bits(&mut position.throws, u16::BITS)?;
        for seat in 0..2 {
            codec.below(&mut position.points[seat], GOAL + DICE * SIDES)?;
            codec.list_below(&mut position.dice[seat], DICE, SIDES)?;
        }
        codec.below(&mut position.turn, 2)
    }

    /// The bounds of one field are in `fields`. Here are those between fields.
    fn is_possible(position: &Position) -> bool {
        let [one, other] = position.points;
        let waits = position.has_computer && Self::turn(position) == Some(1);
        (one < GOAL || other < GOAL) && !waits
    }

    fn turn(position: &Position) -> Option<Seat> {
        position.winner().is_none().then_some(position.turn)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if Self::turn(position).is_none() {
            return Err(OVER.into());
        }
        let (next, threw) = position.after(request.number(0));
        Ok(Ruling::Next(next, vec![threw]))
    }

    /// The computer's moves.
    fn settle(position: Position) -> (Position, Vec<Threw>) {
        if !position.has_computer || Self::turn(&position) != Some(1) {
            return (position, Vec::new());
        }
        let (next, threw) = position.after(position.good());
        (next, vec![threw])
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.winner().map(|seat| Outcome::between_two(Some(seat)))
    }

    fn hint(position: &Position) -> Option<fn(&Position, &Perspective) -> Advice> {
        let has_hint = position.has_computer && Self::turn(position).is_some();
        has_hint.then_some(|position, who| {
            let request = Request::with(&THROW, position.good());
            Advice::new(Self::page(position, who, &[]), request, "More dice show a 1 more often.")
        })
    }

    fn page(position: &Position, who: &Perspective, _: &[Threw]) -> Page {
        let turn = Self::turn(position);
        let state = match turn {
            Some(seat) if who.is_you(seat) => "Your turn".to_owned(),
            Some(seat) => format!("{} to throw", who.name(seat)),
            None => "The end".to_owned(),
        };
        let seat_line = |seat| SeatLine {
            player: who.player(seat),
            count: position.points[seat],
            unit: "point",
            is_on_turn: turn == Some(seat),
        };
        let seats: Vec<SeatLine> = (0..2).map(seat_line).collect();
        let die = |die: &usize| Cell::new((die + 1).to_string()).labelled((die + 1).to_string());
        let dice = |seat: Seat| {
            let cells: Vec<Cell> = position.dice[seat].iter().map(die).collect();
            let caption = capitalised(&format!("{} dice", who.whose(seat)));
            (!cells.is_empty()).then(|| Row::new(Spread::Apart, caption, cells))
        };
        let offer = |dice: usize| {
            let label =
                if dice == 1 { "Throw 1 die".to_owned() } else { format!("Throw {dice} dice") };
            Offer::new(label, &THROW, [dice.into()])
        };
        let offers = turn.map(|_| (1..=DICE).map(offer)).into_iter().flatten();
        let points = position.points.map(|points| points.to_string()).join(" to ");
        let end = |outcome: Outcome| End::new("").ranked(&outcome, who, &position.points);
        Page::new(state, format!("{points}. How many dice?"))
            .with(seats)
            .with_any(dice(0))
            .with_any(dice(1))
            .offering(offers)
            .ending(Self::outcome(position).map(end))
    }

    fn tell(event: &Threw, who: &Perspective) -> Option<Message> {
        let (player, points) = (who.player(event.seat), event.points);
        let sentence = format!("{} threw {}.", player.name, count(points, "point"));
        Some(THREW.tell([player.into(), points.into()], sentence))
    }
}

// What the examination has to know.
#[cfg(test)]
impl Audited for Hog {
    /// The dice to come are hidden from everybody.
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(|position, _, chance| Position {
        secret: Secret::draw(chance),
        ..position.clone()
    });

    /// Throws of the longest game that is played at random.
    fn requests_max(_: &Choices) -> usize {
        400
    }
}
