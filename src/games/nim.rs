//! Nim, with the theory of C. L. Bouton ("Nim, a game with a complete mathematical theory", Annals
//! of Mathematics, 2nd series, 3, 1901).
//!
//! Rules as played:
//! - Matches lie in three or more heaps. You and the computer take matches by turns: at least one,
//!   as many as you like, all from one heap. Whoever takes the last match wins.
//! - On the perfect level the computer plays by Bouton's sums: it leaves heaps whose sizes, written
//!   in binary, add up to an even number of ones in every column. Where it cannot, it takes one
//!   match from the largest heap and waits for a mistake.
//! - On the easy level it does so only when at most two heaps are left, and else takes one match
//!   from the largest.
//! - After every move of the computer you may ask why.

use crate::game::prelude::*;

/// The game of Nim.
pub struct Nim;

static HEAPS: GameOption<&[usize]> = GameOption::new(
    "heaps",
    "Heaps",
    &[
        value("345", "3, 4 and 5 matches", &[3, 4, 5]),
        value("1357", "1, 3, 5 and 7 matches", &[1, 3, 5, 7]),
        value("34567", "3, 4, 5, 6 and 7 matches", &[3, 4, 5, 6, 7]),
    ],
);
static LEVEL: GameOption<bool> = GameOption::new(
    "level",
    "Level",
    &[value("perfect", "perfect", true), value("easy", "easy: it can be beaten", false)],
);
static FIRST: GameOption<Seat> = GameOption::new(
    "first",
    "Who begins",
    &[value("visitor", "you begin", YOU), value("computer", "the computer begins", COMPUTER)],
);
const YOU: Seat = 0;
const COMPUTER: Seat = 1;
/// The width of a number: a heap has at most 7 matches.
const NUMBER_BITS: u32 = 3;

const NO_SUCH_HEAP: Fault = Fault::new(901, "no_such_heap", "There is no such heap.");
const TOO_MANY: Fault = Fault::new(902, "too_many", "There are not that many in that heap.");
const GAME_OVER: Fault = Fault::new(903, "game_over", "The game is over.");
const NO_MOVE_YET: Fault = Fault::new(904, "no_move_yet", "The computer has not moved yet.");

static TAKE: RequestSpec =
    RequestSpec::new("take", "take them", "Takes so many matches from a heap, numbered from 1.")
        .taking(&[
            ArgumentSpec::number("heap", 1, 5, NO_SUCH_HEAP),
            ArgumentSpec::number("count", 1, 7, TOO_MANY),
        ])
        .refused_with(&[GAME_OVER]);
static WHY: RequestSpec =
    RequestSpec::new("why", "explain it", "Asks for the sums of its last move.")
        .refused_with(&[NO_MOVE_YET])
        .read_only();
static TOOK: MessageSpec =
    MessageSpec::new("took", &["player", "heap", "count"], "A player took matches from a heap.");

/// A position: always one in which you are to move, or the game is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    start: &'static [usize],
    heaps: Vec<usize>,
    is_perfect: bool,
    turn: Seat,
    /// The last move, if there was one.
    last: Option<Take>,
}

/// A move: so many matches from a heap, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Take {
    heap: usize,
    count: usize,
}

impl Position {
    fn is_over(&self) -> bool {
        self.heaps.iter().all(|heap| *heap == 0)
    }

    fn after(&self, take: Take) -> Self {
        let mut next = Position { turn: 1 - self.turn, last: Some(take), ..self.clone() };
        next.heaps[take.heap] -= take.count;
        next
    }

    /// The position in which the computer chose its last move.
    fn before_reply(&self) -> Option<Self> {
        let take = self.last.filter(|_| self.turn == YOU)?;
        let mut before = Position { turn: COMPUTER, last: None, ..self.clone() };
        before.heaps[take.heap] += take.count;
        Some(before)
    }

    /// The computer's move, and whether the sums decided it.
    fn choice(&self) -> (Take, bool) {
        let sum = self.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let left = self.heaps.iter().filter(|heap| **heap > 0).count();
        let winning = self.heaps.iter().position(|heap| heap ^ sum < *heap);
        match winning.filter(|_| self.is_perfect || left <= 2) {
            Some(heap) => (Take { heap, count: self.heaps[heap] - (self.heaps[heap] ^ sum) }, true),
            None => {
                let largest = (0..self.heaps.len()).rev().max_by_key(|heap| self.heaps[*heap]);
                (Take { heap: largest.unwrap_or(0), count: 1 }, false)
            }
        }
    }
}

impl Game for Nim {
    type Position = Position;
    type Event = (Seat, Take);

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> = Hidden::Nothing;

    fn seats(_choices: &Choices) -> Vec<Text> {
        vec!["You".into(), "The computer".into()]
    }

    fn deal(choices: &Choices, _chance: &mut Chance) -> Position {
        let (start, is_perfect) = (choices.of(&HEAPS), choices.of(&LEVEL));
        Position { start, heaps: start.to_vec(), is_perfect, turn: choices.of(&FIRST), last: None }
    }

    fn dealt(position: &Position) -> Vec<(Seat, Take)> {
        let begun = position.before_reply().filter(|before| before.heaps == before.start);
        begun.and(position.last).map(|take| (COMPUTER, take)).into_iter().collect()
    }

    fn pack(position: &Position, packer: &mut Packer) {
        let last = position.last.map_or([0, 0], |take| [take.heap, take.count]);
        let numbers = position.heaps.iter().chain(&last);
        numbers.for_each(|number| packer.put(*number as u64, NUMBER_BITS));
        packer.put_one_of(position.turn as u64, 2);
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let start = choices.of(&HEAPS);
        let mut numbers = Vec::new();
        for _ in 0..start.len() + 2 {
            numbers.push(packed.take(NUMBER_BITS)? as usize);
        }
        let (heaps, last) = numbers.split_at(start.len());
        let take = Take { heap: last[0], count: last[1] };
        let (heaps, last) = (heaps.to_vec(), Some(take).filter(|take| take.count > 0));
        let (is_perfect, turn) = (choices.of(&LEVEL), packed.take_one_of(2)? as Seat);
        let position = Position { start, heaps, is_perfect, turn, last };
        let taken = |heap| if heap == take.heap { take.count } else { 0 };
        let fits = (0..start.len()).all(|heap| position.heaps[heap] + taken(heap) <= start[heap]);
        let waits = position.is_over() || turn == YOU;
        match fits && waits && take.heap < start.len() {
            true => Ok(position),
            false => Err(Unpackable::Impossible),
        }
    }

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then_some(position.turn)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if request.is(&WHY) {
            let before = position.before_reply().ok_or(NO_MOVE_YET)?;
            return Ok(Ruling::Answer(vec![why(&before).into()]));
        }
        let take = Take { heap: request.number(0).wrapping_sub(1), count: request.number(1) };
        match position.heaps.get(take.heap) {
            _ if position.is_over() => Err(GAME_OVER.into()),
            None => Err(NO_SUCH_HEAP.into()),
            Some(heap) if take.count > *heap || take.count == 0 => Err(TOO_MANY.into()),
            Some(_) => Ok(Ruling::Next(position.after(take), vec![(position.turn, take)])),
        }
    }

    fn settle(position: Position) -> (Position, Vec<(Seat, Take)>) {
        if position.is_over() || position.turn == YOU {
            return (position, Vec::new());
        }
        let (take, _) = position.choice();
        (position.after(take), vec![(COMPUTER, take)])
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        // Whoever took the last match is not on turn.
        position.is_over().then(|| Outcome::between_two(Some(1 - position.turn)))
    }

    fn page(position: &Position, _who: &Perspective, _events: &[(Seat, Take)]) -> Page {
        let ask = position.before_reply().map(|_| Offer::new("Why this move?", &WHY, []));
        Page::new("Your turn", status(position)).with(board(position)).offering(ask)
    }

    fn tell((seat, take): &(Seat, Take), who: &Perspective) -> Option<Message> {
        let Take { heap, count } = *take;
        let sentence =
            format!("{} took {} from heap {}.", who.name(*seat), matches(count), heap + 1);
        let player = who.name(*seat).to_owned();
        Some(TOOK.tell([player.into(), (heap + 1).into(), count.into()], sentence))
    }

    fn requests_max(choices: &Choices) -> u32 {
        choices.of(&HEAPS).iter().sum::<usize>() as u32
    }
}

fn status(position: &Position) -> String {
    let took = |take: Take| format!("took {} from heap {}", matches(take.count), take.heap + 1);
    match (position.last.map(took), position.turn) {
        (None, _) => "Take matches from one heap. Whoever takes the last one wins.".to_owned(),
        (Some(took), YOU) if position.is_over() => format!("The computer {took}, and wins."),
        (Some(took), _) if position.is_over() => format!("You {took}, the last. You win!"),
        (Some(took), _) => format!("The computer {took}. Your turn."),
    }
}

fn matches(number: usize) -> String {
    if number == 1 { "1 match".to_owned() } else { format!("{number} matches") }
}

/// The heaps as rows: each match offers to take itself and those to its right.
fn board(position: &Position) -> Board {
    let columns = position.start.iter().max().copied().unwrap_or(0);
    let cell = |at: usize| {
        let (heap, place) = (at / columns, at % columns);
        let take = position.heaps[heap].saturating_sub(place);
        let label = format!("Take {take} from heap {}", heap + 1);
        let offer = || Offer::new(label, &TAKE, [(heap + 1).into(), take.into()]);
        match take {
            0 => Cell::new("").labelled("no match"),
            _ => Cell::new("|")
                .labelled(format!("a match of heap {}", heap + 1))
                .pictured(Picture::upright("match"))
                .offering([offer()]),
        }
    };
    Board {
        caption: "Each row is a heap; a match takes itself and all to its right".into(),
        squares: SquareNames::Unnamed,
        look: Look::Tiles,
        columns,
        cells: (0..columns * position.heaps.len()).map(cell).collect(),
    }
}

/// Why the computer made its move in this position.
fn why(before: &Position) -> Passage {
    let ((take, by_sums), after) = (before.choice(), before.after(before.choice().0));
    let binary = |position: &Position| {
        let heap = |heap: &usize| format!("{heap} is {heap:b}");
        listed(position.heaps.iter().map(heap))
    };
    let heap = take.heap + 1;
    let decision = match by_sums {
        true => format!("So I took {} from heap {heap}: now {}.", take.count, binary(&after)),
        false => {
            format!("I could not, or did not look, and took one from heap {heap}, the largest.")
        }
    };
    Passage {
        heading: "The sums".into(),
        paragraphs: vec![
            "Write the size of every heap in binary. Whoever leaves an even number of ones in every column can do so after every move of the other, and takes the last match.".into(),
            format!("Before my move: {}.", binary(before)).into(),
            decision.into(),
        ],
        diagrams: Vec::new(),
    }
}

const RULESET: Ruleset = Ruleset {
    key: "nim",
    uri: "urn:uuid:5cf1b2a8-6d9b-4b7e-9a52-2f5a5f0f3c11",
    title: "Nim",
    blurb: "Take matches from one heap at a time. Whoever takes the last one wins.",
    picture: "match",
    version: 1,
    oldest_version: 1,
    people: (1, 1),
    secret_deal: false,
    daily: false,
    options: &[&HEAPS, &LEVEL, &FIRST],
    requests: &[&TAKE, &WHY],
    messages: &[&TOOK],
    rules: &[
        Section::new(
            "How to play",
            &[
                "Matches lie in heaps. You and the computer take turns. On your turn you take at least one match, and as many as you like, all from one heap.",
                "Whoever takes the last match wins.",
            ],
        ),
        Section::new(
            "How the computer decides",
            &[
                "It follows C. L. Bouton, who solved the game in 1901. Write the size of every heap in binary, one below the other. If every column has an even number of ones, whoever has to move will lose against good play. From every other position one move makes all columns even.",
                "On the perfect level the computer always makes that move if there is one. On the easy level it counts only when at most two heaps are left. Else it takes one match from the largest heap.",
                "With 1, 3, 5 and 7 matches all columns are even, so whoever moves second can win. With the other heaps it is whoever begins.",
            ],
        ),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(heaps: &str, level: &str, first: &str) -> Choices {
        let mut choices = Choices::defaults(RULESET.options);
        for (name, value) in [("heaps", heaps), ("level", level), ("first", first)] {
            assert!(choices.choose(name, value));
        }
        choices
    }

    fn start(choices: &Choices) -> Position {
        Nim::settle(Nim::deal(choices, &mut Chance::from_seed([0; 32]))).0
    }

    fn moves(position: &Position) -> Vec<Take> {
        let of = |heap| (1..=position.heaps[heap]).map(move |count| Take { heap, count });
        (0..position.heaps.len()).flat_map(of).collect()
    }

    /// Games won and lost by the visitor, over every way to play from here.
    fn results(position: &Position) -> (u32, u32) {
        match Nim::outcome(position) {
            Some(outcome) if outcome.ranking[0] == [YOU] => (1, 0),
            Some(_) => (0, 1),
            None => moves(position).into_iter().fold((0, 0), |(won, lost), take| {
                let request = Request::read(&TAKE, &format!("{},{}", take.heap + 1, take.count));
                let Ok(Ruling::Next(next, _)) = Nim::referee(position, &request.unwrap()) else {
                    panic!("{take:?} is a move");
                };
                let (w, l) = results(&Nim::settle(next).0);
                (won + w, lost + l)
            }),
        }
    }

    /// Solved by looking at every move, without sums: whether whoever moves can win.
    fn can_win(position: &Position) -> bool {
        moves(position).into_iter().any(|take| !can_win(&position.after(take)))
    }

    #[test]
    fn the_perfect_level_wins_whenever_it_can() {
        for heaps in ["345", "1357"] {
            for first in ["visitor", "computer"] {
                let choices = choices(heaps, "perfect", first);
                let dealt = Nim::deal(&choices, &mut Chance::from_seed([0; 32]));
                let computer_can = can_win(&dealt) == (dealt.turn == COMPUTER);
                let (won, lost) = results(&start(&choices));
                assert!(lost > 0 && (won == 0) == computer_can, "{heaps} {first}: {won} {lost}");
            }
        }
    }

    #[test]
    fn the_easy_level_can_be_beaten_from_every_start() {
        for (heaps, first) in [("345", "visitor"), ("1357", "visitor"), ("1357", "computer")] {
            let (won, _) = results(&start(&choices(heaps, "easy", first)));
            assert!(won > 0, "{heaps} {first}");
        }
    }

    #[test]
    fn the_rules_name_the_heaps_with_even_columns() {
        let wins = |heaps| can_win(&start(&choices(heaps, "perfect", "visitor")));
        assert_eq!(["345", "1357", "34567"].map(wins), [true, false, true]);
    }
}
