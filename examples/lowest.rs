//! Lowest, a game of sealed numbers, and a whole program. `cargo run --example lowest -- serve` starts it.
//!
//! - Four players each choose a number from 1 to 5, and nobody sees the others.
//! - When all have chosen, each in turn agrees to open the numbers. The lowest number that only one player has wins
//!   the round.
//! - After seven rounds, the player with most rounds wins.
//! - Computers play in the seats without a person.

use parlour::prelude::*;

// The program: `main`, all commands and all formats.
parlour::main!(Lowest);

// The tests of the contract, in `cargo test`.
#[cfg(test)]
parlour::examine!(Lowest);

/// The game. It has no content: its functions are all.
pub struct Lowest;

const SEATS: usize = 4;
const NUMBERS: usize = 5;
const ROUNDS: usize = 7;

const OUTSIDE: Fault = Fault::new(901, "outside", "You choose a number from 1 to 5.");
const OVER: Fault = Fault::new(902, "over", "All rounds are played.");
const OUT_OF_ORDER: Fault =
    Fault::new(903, "out_of_order", "First all choose, then all open the numbers.");
const NOTHING_TO_SHOW: Fault = Fault::new(904, "nothing_to_show", "The game goes on.");
static CHOOSE: RequestSpec = RequestSpec::new("choose", "choose a number", "Seals your number.")
    .taking(&[ArgumentSpec::number("number", 1, NUMBERS, OUTSIDE)])
    .refused_with(&[OVER, OUT_OF_ORDER]);
static OPEN: RequestSpec =
    RequestSpec::new("open", "open the numbers", "Agrees to open the numbers of the round.")
        .refused_with(&[OVER, OUT_OF_ORDER]);
static SHOW: RequestSpec =
    RequestSpec::new("show", "show the result", "Shows the last numbers to everybody.")
        .refused_with(&[OVER, NOTHING_TO_SHOW]);
static OPENED: MessageSpec =
    MessageSpec::new("opened", &["numbers"], "The numbers of a round, in order of the seats.");

/// The number of a player, or 0 before they choose.
type Number = usize;

#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Says which seats people play.
    choices: Choices,
    /// Decides the numbers of the computers. Later games follow from it.
    seed: DealSeed,
    /// The numbers of this round. Each is hidden from all other players.
    sealed: [Number; SEATS],
    /// The seats that agree to open them.
    agreed: [bool; SEATS],
    /// The seat that begins the round.
    first: Seat,
    /// The numbers of the last round.
    last: [Number; SEATS],
    /// The rounds that each seat has won.
    wins: [usize; SEATS],
    rounds: u16,
    /// True if everybody knows the last numbers.
    is_shown: bool,
}

impl Position {
    fn is_over(&self) -> bool {
        usize::from(self.rounds) == ROUNDS
    }

    /// The people in the order of the round.
    fn people(&self) -> impl Iterator<Item = Seat> {
        let order = (0..SEATS).map(|place| (self.first + place) % SEATS);
        order.filter(|seat| self.choices.is_person(*seat))
    }

    /// Returns true if all people have chosen.
    fn is_sealed(&self) -> bool {
        self.people().all(|seat| self.sealed[seat] > 0)
    }

    /// Returns true if all people but the last agree to open the numbers. In between, nobody has a choice. So
    /// players who work together cannot see the number of another, go back, and choose again.
    fn is_agreed(&self) -> bool {
        self.is_sealed() && self.people().filter(|seat| !self.agreed[*seat]).count() <= 1
    }

    /// The moves of the person on turn.
    fn offers(&self) -> Vec<Offer> {
        let choose =
            |number: usize| Offer::new(format!("Choose {number}"), &CHOOSE, [number.into()]);
        if self.is_over() {
            vec![Offer::new("Show the result", &SHOW, [])]
        } else if self.is_sealed() {
            vec![Offer::new("Open the numbers", &OPEN, [])]
        } else {
            (1..=NUMBERS).map(choose).collect()
        }
    }

    /// The seat that wins with these numbers.
    fn winner(numbers: &[Number; SEATS]) -> Option<Seat> {
        let is_alone =
            |number: Number| numbers.iter().filter(|other| **other == number).count() == 1;
        (0..SEATS).filter(|seat| is_alone(numbers[*seat])).min_by_key(|seat| numbers[*seat])
    }
}

impl Game for Lowest {
    type Position = Position;
    /// The numbers of a round are opened.
    type Event = [Number; SEATS];

    const RULESET: Ruleset = Ruleset {
        key: "lowest",
        number: 130,
        uri: "https://example.org/lowest",
        title: "Lowest",
        blurb: "The lowest number that nobody else has.",
        people: (1, SEATS),
        // A person alone needs no password, and several people do.
        secrecy: |_| Secrecy::secret("the numbers that are not opened yet"),
        requests: &[&CHOOSE, &OPEN, &SHOW],
        messages: &[&OPENED],
        steps: &["Choose a number from 1 to 5.", "The lowest number that only one has wins."],
        rules: || {
            vec![
                Passage::new("A round").say("Four players each choose a number from 1 to 5. When all people have chosen, each agrees to open the numbers, and the last one sees them first. The lowest number that only one player has wins the round."),
                Passage::new("The end").say("After seven rounds, the player with most rounds wins."),
                trust::with_passwords(
                    "If a player stays away, another can hand the seat to a computer. Then the game begins anew. If a player leaves, a computer plays on.",
                    "Everybody sees the rounds that were opened. A number that is not opened needs the password of its player.",
                    "Players who work together can try what the computers choose. They see the number of another player when nobody can choose again.",
                ),
            ]
        },
        ..Ruleset::USUAL
    };

    /// People have the first seats.
    fn seats(choices: &Choices) -> Vec<Text> {
        let computers =
            (choices.people()..SEATS).map(|seat| format!("Computer {}", seat + 1).into());
        let people = match choices.people() {
            1 => vec!["The visitor".into()],
            several => players(several),
        };
        people.into_iter().chain(computers).collect()
    }

    fn blank(choices: &Choices) -> Position {
        Position {
            choices: choices.clone(),
            seed: DealSeed::default(),
            sealed: [0; SEATS],
            agreed: [false; SEATS],
            first: 0,
            last: [0; SEATS],
            wins: [0; SEATS],
            rounds: 0,
            is_shown: false,
        }
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        Position { seed: DealSeed::draw(chance), ..Self::blank(choices) }
    }

    /// The next game of the same table, or this one from its start with a computer in another seat. It never
    /// follows from what a player chose.
    fn deal_again(position: &Position, choices: &Choices, kind: DealKind) -> Position {
        Position { seed: position.seed.next(kind, choices), ..Self::blank(choices) }
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        position.seed.fields(codec)?;
        for seat in 0..SEATS {
            codec.below(&mut position.sealed[seat], NUMBERS + 1)?;
            codec.below(&mut position.last[seat], NUMBERS + 1)?;
            codec.below(&mut position.wins[seat], ROUNDS + 1)?;
        }
        codec.flags(&mut position.agreed)?;
        codec.below(&mut position.first, SEATS)?;
        codec.below(&mut position.rounds, ROUNDS + 1)?;
        codec.flag(&mut position.is_shown)
    }

    fn is_possible(position: &Position) -> bool {
        // A person alone never waits for others, and nobody chooses after the last round.
        let may_wait = position.choices.people() > 1 && !position.is_over();
        let waits = position.sealed != [0; SEATS];
        let agrees = position.agreed != [false; SEATS];
        let won: usize = position.wins.iter().sum();
        won <= usize::from(position.rounds)
            && (may_wait || !waits)
            && (waits && position.is_sealed() || !agrees)
            && (position.is_over() || !position.is_shown)
    }

    /// The next person who has to choose, or else to agree.
    fn turn(position: &Position) -> Option<Seat> {
        let is_known = position.is_shown || position.choices.people() == 1;
        if position.is_over() && is_known {
            return None;
        }
        let chooses = |seat: &Seat| position.sealed[*seat] == 0 && !position.is_over();
        let agrees = |seat: &Seat| !position.agreed[*seat];
        let next = position.people().find(chooses).or_else(|| position.people().find(agrees));
        next.or_else(|| position.people().next())
    }

    /// Only keeps the choice: a player must not learn anything by a move.
    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        let mut next = position.clone();
        let seat = Self::turn(position).ok_or(OVER)?;
        if request.is(&SHOW) {
            next.is_shown = true;
            let shown = Ruling::Next(next, Vec::new());
            return position.is_over().then_some(shown).ok_or(NOTHING_TO_SHOW.into());
        }
        if position.is_over() {
            return Err(OVER.into());
        }
        match request.is(&OPEN) {
            opens if opens != position.is_sealed() => return Err(OUT_OF_ORDER.into()),
            true => next.agreed[seat] = true,
            false => next.sealed[seat] = request.number(0),
        }
        Ok(Ruling::Next(next, Vec::new()))
    }

    /// Opens the numbers for the last person who agrees: the platform calls it when the person on turn opens the
    /// link. This person begins the next round, because the turn stays.
    fn settle(mut position: Position) -> (Position, Vec<[Number; SEATS]>) {
        if position.is_over() || !position.is_agreed() {
            return (position, Vec::new());
        }
        position.first = Self::turn(&position).unwrap_or_default();
        position.agreed = [false; SEATS];
        for seat in (0..SEATS).filter(|seat| !position.choices.is_person(*seat)) {
            let mut chance =
                position.seed.secret().chance("number", [position.rounds, seat as u16]);
            // A player who has left may have sealed a number.
            if position.sealed[seat] == 0 {
                position.sealed[seat] = 1 + chance.index(NUMBERS);
            }
        }
        let numbers = std::mem::take(&mut position.sealed);
        if let Some(seat) = Position::winner(&numbers) {
            position.wins[seat] += 1;
        }
        position.rounds += 1;
        position.last = numbers;
        (position, vec![numbers])
    }

    /// A computer plays on for a player who has left.
    fn leave(position: &Position, choices: &Choices) -> Position {
        Position { choices: choices.clone(), ..position.clone() }
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        Self::turn(position).is_none().then(|| Outcome::by_points(&position.wins))
    }

    fn page(position: &Position, who: &Perspective, _: &[[Number; SEATS]]) -> Page {
        let turn = Self::turn(position);
        let state = match turn {
            Some(seat) if who.is_you(seat) => "Your turn".to_owned(),
            Some(seat) if position.is_sealed() => format!("{} to open", who.name(seat)),
            Some(seat) => format!("{} to choose", who.name(seat)),
            None => "The end".to_owned(),
        };
        let sentence = match Position::winner(&position.last) {
            _ if position.is_sealed() && !position.is_over() => {
                "All have chosen. Open the numbers.".to_owned()
            }
            _ if position.rounds == 0 => {
                "Choose the lowest number that nobody else chooses.".to_owned()
            }
            Some(seat) => format!("{} the round.", who.says(seat, "win", "wins")),
            None => "Nobody wins the round.".to_owned(),
        };
        let seat_line = |seat| SeatLine {
            player: who.player(seat),
            count: position.wins[seat],
            unit: "round",
            is_on_turn: turn == Some(seat),
        };
        let seats: Vec<SeatLine> = (0..SEATS).map(seat_line).collect();
        let opened = |seat: Seat| {
            let number = position.last[seat].to_string();
            Cell::new(number.clone()).labelled(format!("{}: {number}", who.name(seat)))
        };
        let last = (position.rounds > 0)
            .then(|| Row::new(Spread::Apart, "The last round", (0..SEATS).map(opened).collect()));
        // A player sees their own number alone.
        let own = |seat: &Seat| who.sees(*seat) && position.sealed[*seat] > 0;
        let own = position
            .people()
            .find(own)
            .map(|seat| Fact::new("Your number", position.sealed[seat].to_string()));
        let round = Fact::new("Rounds", format!("{} of {ROUNDS}", position.rounds));
        // Only the person on turn has moves to choose from.
        let is_on_turn = turn.is_some_and(|seat| who.sees(seat));
        let offers = if is_on_turn { position.offers() } else { Vec::new() };
        let end = |outcome: Outcome| End::new("").ranked(&outcome, who, &position.wins);
        Page::new(state, sentence)
            .with(seats)
            .with_any(last)
            .with(Part::facts([round].into_iter().chain(own).collect()))
            .offering(offers)
            .ending(Self::outcome(position).map(end))
    }

    fn tell(numbers: &[Number; SEATS], _: &Perspective) -> Option<Message> {
        let numbers = listed(numbers.map(|number| number.to_string()));
        Some(OPENED.tell([numbers.clone().into()], format!("The numbers are {numbers}.")))
    }
}

// What the examination has to know.
#[cfg(test)]
impl Audited for Lowest {
    /// The numbers of the other people, and those that the computers will choose.
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(|position, viewer, chance| {
        let mut other = Position { seed: DealSeed::draw(chance), ..position.clone() };
        for seat in (0..SEATS).filter(|seat| viewer != Viewer::Seat(*seat)) {
            if other.sealed[seat] > 0 {
                other.sealed[seat] = 1 + chance.index(NUMBERS);
            }
        }
        other
    });

    /// Another number of a missing player, for the coalition of all others.
    fn exchange(position: &Position, missing: &[Seat], chance: &mut Chance) -> Option<Position> {
        let mut other = position.clone();
        let seat = *missing.iter().find(|seat| position.sealed[**seat] > 0)?;
        other.sealed[seat] = 1 + chance.index(NUMBERS);
        Some(other)
    }

    /// The rules show the numbers of a round when it is over.
    fn exposure(one: &Position, other: &Position, _: &[Seat]) -> Exposure {
        if one.last == other.last { Exposure::Hidden } else { Exposure::Public }
    }

    fn requests_max(choices: &Choices) -> usize {
        ROUNDS * choices.people() + 1
    }
}
