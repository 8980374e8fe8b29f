//! Nim, with the theory of C. L. Bouton ("Nim, a game with a complete mathematical theory", Annals
//! of Mathematics, 2nd series, 3, 1901).
//!
//! Rules as played:
//! - Matches lie in heaps. You and the computer take turns and take matches: at least one, as many
//!   as you like, all from one heap. Whoever takes the last match wins.
//! - On the perfect level the computer plays by Bouton's sums: it leaves heaps whose sizes, written
//!   in binary, have an even number of ones in every column. Where it cannot, it takes one match
//!   from the largest heap and waits for a mistake.
//! - On the easy level it does so only when at most two heaps are left, and else takes one match
//!   from the largest.
//! - Two people may play instead: whoever has the link moves for whoever is on turn.
//! - After every move of the computer you may ask why.

use super::shared::opponent::{
    COMPUTER, FIRST, NEXT_GAMES, NO_MOVE_YET, PERSON, WHY, first, other_first, why_offer,
};
use super::shared::trust;
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
static PERFECT: GameOption<bool> = GameOption::new(
    "level",
    "Level",
    &[
        value("perfect", "perfect: one mistake loses", true),
        value("easy", "easy: you can win", false),
    ],
);
/// The width of a number: a heap has at most 7 matches.
const NUMBER_BITS: u32 = 3;

const NO_SUCH_HEAP: Fault =
    Fault::new(901, "no_such_heap", "There is no such heap: count them from the top.");
const TOO_MANY: Fault = Fault::new(902, "too_many", "There are not that many in that heap.");
const GAME_OVER: Fault = Fault::new(903, "game_over", "The game is over.");

static TAKE: RequestSpec =
    RequestSpec::new("take", "take them", "Takes so many matches from a heap, numbered from 1.")
        .taking(&[
            ArgumentSpec::number("heap", 1, 5, NO_SUCH_HEAP),
            ArgumentSpec::number("count", 1, 7, TOO_MANY),
        ])
        .refused_with(&[GAME_OVER]);
static TOOK: MessageSpec =
    MessageSpec::new("took", &["player", "heap", "count"], "A player took matches from a heap.");

/// A move: this many matches from a heap, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Take {
    heap: usize,
    count: usize,
}

/// A position: settled, it is your turn, or the game is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    start: &'static [usize],
    heaps: Vec<usize>,
    is_perfect: bool,
    has_computer: bool,
    first: Seat,
    turn: Seat,
    last: Option<Take>,
}

impl Position {
    /// How many matches lie in the longest row.
    fn columns(&self) -> usize {
        self.start.iter().max().copied().unwrap_or(0)
    }

    /// The square of the first match that was taken.
    fn place(&self, take: Take) -> usize {
        take.heap * self.columns() + self.heaps.get(take.heap).copied().unwrap_or(0)
    }

    fn level(&self) -> &'static str {
        if self.is_perfect { "perfect" } else { "easy" }
    }

    /// Whose turn it is, in a few words.
    fn state(&self, who: &Perspective) -> Text {
        match self.has_computer {
            true => "Your turn".into(),
            false => format!("{} to move", who.name(self.turn)).into(),
        }
    }

    /// Asks whoever is on turn to move.
    fn invitation(&self, who: &Perspective) -> String {
        match self.has_computer {
            true => "Your turn.".to_owned(),
            false => format!("{} is next.", who.name(self.turn)),
        }
    }

    /// What was done last, and whose turn it is.
    fn status(&self, who: &Perspective, events: &[(Seat, Take)]) -> String {
        let Some(take) = self.last else {
            let first = self.invitation(who);
            return format!("Whoever takes the last match wins. {first}");
        };
        let seat = 1 - self.turn;
        match take.count {
            _ if !self.is_over() && self.has_computer && events.len() == 2 => {
                let yours = took(&events[0], who);
                let yours = yours.trim_end_matches('.');
                format!(
                    "{yours}, the computer {} from heap {}. Your turn.",
                    take.count,
                    take.heap + 1
                )
            }
            _ if !self.is_over() => {
                format!("{} {}", took(&(seat, take), who), self.invitation(who))
            }
            1 => format!("{} took the last match.", who.name(seat)),
            count => format!("{} took the last {count} matches.", who.name(seat)),
        }
    }

    fn is_over(&self) -> bool {
        self.heaps.iter().all(|heap| *heap == 0)
    }

    /// Whether every power of two is in an even number of heaps: then whoever moves will lose.
    fn is_even(&self) -> bool {
        sum(&self.heaps) == 0
    }

    fn after(&self, take: Take) -> Self {
        let mut next = Position { turn: 1 - self.turn, last: Some(take), ..self.clone() };
        next.heaps[take.heap] -= take.count;
        next
    }

    /// The position in which the computer made the last move, if it did.
    fn before_reply(&self) -> Option<Self> {
        let take = self.last.filter(|_| self.has_computer && self.turn == PERSON)?;
        let mut before = Position { turn: COMPUTER, last: None, ..self.clone() };
        before.heaps[take.heap] += take.count;
        Some(before)
    }

    /// The computer's move, and whether the sums decided it.
    fn choice(&self) -> (Take, bool) {
        let sum = sum(&self.heaps);
        let left = self.heaps.iter().filter(|heap| **heap > 0).count();
        let even = self.heaps.iter().position(|heap| heap ^ sum < *heap);
        if let Some(heap) = even.filter(|_| self.is_perfect || left <= 2) {
            let count = self.heaps[heap] - (self.heaps[heap] ^ sum);
            return (Take { heap, count }, true);
        }
        let largest = (0..self.heaps.len()).rev().max_by_key(|heap| self.heaps[*heap]);
        (Take { heap: largest.unwrap_or(0), count: 1 }, false)
    }
}

impl Game for Nim {
    type Position = Position;
    type Event = (Seat, Take);

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> = Hidden::Nothing;

    fn seats(choices: &Choices) -> Vec<Text> {
        match choices.people() {
            1 => visitor_and_computer(),
            people => (1..=people).map(|player| format!("Player {player}").into()).collect(),
        }
    }

    fn deal(choices: &Choices, _chance: &mut Chance) -> Position {
        let (start, is_perfect) = (choices.of(&HEAPS), choices.of(&PERFECT));
        let (first, has_computer) = (first(choices), choices.people() == 1);
        let heaps = start.to_vec();
        Position { start, heaps, is_perfect, has_computer, first, turn: first, last: None }
    }

    fn pack(position: &Position, packer: &mut Packer) {
        let last = position.last.map_or([0, 0], |take| [take.heap, take.count]);
        for number in position.heaps.iter().chain(&last).chain([&position.turn]) {
            packer.put(*number as u64, NUMBER_BITS);
        }
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let mut position = Nim::deal(choices, &mut Chance::from_seed([0; 32]));
        let mut number = || Ok(packed.take(NUMBER_BITS)? as usize);
        for heap in &mut position.heaps {
            *heap = number()?;
        }
        let last = Take { heap: number()?, count: number()? };
        (position.turn, position.last) = (number()?, Some(last).filter(|take| take.count > 0));
        let heaps = || position.heaps.iter().zip(position.start);
        let was_possible = match position.last {
            Some(take) => heaps().nth(take.heap).is_some_and(|(left, at)| left + take.count <= *at),
            None => last.heap == 0,
        };
        let fits = heaps().all(|(left, start)| left <= start)
            && was_possible
            && (position.turn == PERSON
                || position.turn == COMPUTER && (position.is_over() || !position.has_computer));
        fits.then_some(position).ok_or(Unpackable::Impossible)
    }

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then_some(position.turn)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if request.is(&WHY) {
            let before = position.before_reply().ok_or(NO_MOVE_YET)?;
            return Ok(Ruling::Answer(Box::new(why(position, &before))));
        }
        let take = Take { heap: request.number(0).wrapping_sub(1), count: request.number(1) };
        match position.heaps.get(take.heap) {
            _ if position.is_over() => Err(GAME_OVER.into()),
            None => Err(NO_SUCH_HEAP.into()),
            Some(heap) if take.count > *heap => Err(TOO_MANY.into()),
            Some(_) => Ok(Ruling::Next(position.after(take), vec![(position.turn, take)])),
        }
    }

    fn settle(position: Position) -> (Position, Vec<(Seat, Take)>) {
        if !position.has_computer || Nim::turn(&position) != Some(COMPUTER) {
            return (position, Vec::new());
        }
        let (take, _) = position.choice();
        (position.after(take), vec![(COMPUTER, take)])
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        // Whoever took the last match is not on turn.
        position.is_over().then(|| Outcome::between_two(Some(1 - position.turn)))
    }

    fn page(position: &Position, who: &Perspective, events: &[(Seat, Take)]) -> Page {
        Page::new(position.state(who), position.status(who, events))
            .with(board(position, events))
            .with_facts(facts(position))
            .changed(position.last.map(|take| At::first_board(position.place(take))))
            .offering(position.before_reply().map(|_| why_offer()))
            .ending(end(position))
    }

    fn tell(event: &(Seat, Take), who: &Perspective) -> Option<Message> {
        let (seat, Take { heap, count }) = *event;
        let player = who.name(seat).to_owned();
        Some(TOOK.tell([player.into(), (heap + 1).into(), count.into()], took(event, who)))
    }

    fn requests_max(choices: &Choices) -> u32 {
        choices.of(&HEAPS).iter().sum::<usize>() as u32
    }
}

fn took((seat, Take { heap, count }): &(Seat, Take), who: &Perspective) -> String {
    format!("{} took {count} from heap {}.", who.name(*seat), heap + 1)
}

/// The heaps as rows: a match takes itself and those to its right. Where matches lay is shown, and
/// which were just taken: by the last move, and by the person's before it where that is known.
fn board(position: &Position, events: &[(Seat, Take)]) -> Board {
    let columns = position.columns();
    let known: Vec<Take> = match events {
        [] => position.last.into_iter().collect(),
        _ => events.iter().map(|(_, take)| *take).collect(),
    };
    // What was taken last lay next to what is left.
    let moves_since = |heap: usize, place: usize| -> Option<usize> {
        let mut from = position.heaps[heap];
        known.iter().rev().position(|take| {
            let is_there = take.heap == heap && (from..from + take.count).contains(&place);
            from += if take.heap == heap { take.count } else { 0 };
            is_there
        })
    };
    let cell = |at: usize| {
        let (heap, place) = (at / columns, at % columns);
        let count = position.heaps[heap].saturating_sub(place);
        let label = format!("Take {count} from heap {}", heap + 1);
        let offer = || Offer::new(label, &TAKE, [(heap + 1).into(), count.into()]);
        let emptied = Marks { reached: true, ..Marks::default() };
        match (count, moves_since(heap, place)) {
            (0, Some(0)) => Cell::new("")
                .labelled("just taken")
                .pictured(MATCH)
                .marked(Marks { last: true, ..Marks::default() }),
            (0, Some(_)) => Cell::new("you")
                .labelled("just taken by you")
                .pictured(MATCH)
                .marked(Marks { settled: true, ..emptied }),
            (0, _) if place >= position.start[heap] => Cell::new(""),
            (0, _) if place == 0 => Cell::new("0").labelled("an empty heap").marked(emptied),
            (0, _) => Cell::new("").marked(emptied),
            _ => Cell::new("|").labelled("a match").pictured(MATCH).offering([offer()]),
        }
    };
    let cells = (0..columns * position.heaps.len()).map(cell).collect();
    Board::new("The heaps, one in each row", columns, cells)
        .named(SquareNames::Unnamed)
        .looking(Look::Heaps)
        .explained("Choose a match: you take it and every match to its right.")
}

/// The heaps to be looked at, with the last move alone marked.
fn figure(position: &Position) -> Board {
    let board = board(position, &[]);
    let shown = |cell| Cell { offers: Vec::new(), ..cell };
    Board { legend: "".into(), cells: board.cells.into_iter().map(shown).collect(), ..board }
}

const MATCH: Picture = Picture::upright("match");

fn facts(position: &Position) -> Vec<Fact> {
    let level = position.has_computer.then(|| Fact::new("Level", position.level()));
    let sizes = Fact::new("Started with", listed(position.start.iter().map(usize::to_string)));
    let goal = Fact::new("Goal", "take the last match");
    level.into_iter().chain([goal, sizes]).collect()
}

fn end(position: &Position) -> Option<End> {
    if !position.has_computer {
        return position.is_over().then(|| End::new(""));
    }
    // Whoever took the last match is not on turn.
    let has_won = position.is_over().then_some(position.turn == COMPUTER)?;
    let level = match (position.is_perfect, has_won) {
        (false, true) => Some(NextGame::at_level(&PERFECT, true)),
        (true, false) => Some(NextGame::at_level(&PERFECT, false)),
        _ => None,
    };
    let at = HEAPS.values.iter().position(|(_, heaps)| *heaps == position.start);
    let other = at.and_then(|at| HEAPS.values.get((at + 1) % HEAPS.values.len()));
    let sizes = listed(position.start.iter().map(usize::to_string));
    let share = Share {
        game: format!("Nim with {sizes}, {}", position.level()).into(),
        result: if has_won { "won" } else { "lost" }.into(),
        challenge: "Can you beat the computer?".into(),
    };
    let next_games = level
        .into_iter()
        .chain(other.map(|(_, heaps)| other_heaps(heaps)))
        .chain([other_first(position.first)]);
    Some(End::new("").shared(share).followed_by(next_games.take(NEXT_GAMES)))
}

/// A game with other heaps, in which the person can win: where every column is even, whoever begins
/// loses.
fn other_heaps(heaps: &'static [usize]) -> NextGame {
    let first = if sum(heaps) == 0 { COMPUTER } else { PERSON };
    NextGame::with("Other heaps", &HEAPS, heaps).and(&FIRST, first)
}

/// Why the computer made its move in the position before this one.
fn why(position: &Position, before: &Position) -> Page {
    let (Take { heap, count }, by_sums) = before.choice();
    let status = match by_sums {
        true if position.is_over() => "One heap was left, so the computer took all of it.",
        true => "Whatever you take, the computer can answer so that it takes the last match.",
        false if before.is_even() => {
            "Every move would let you win. It took one and hopes for a mistake."
        }
        false => {
            "On the easy level it takes one from the largest heap while more than two are left."
        }
    };
    let state = format!("Why {count} from heap {}?", heap + 1);
    Page::new(state, status).with(figure(position)).with(sums(before, position))
}

/// What the heaps add up to, before a move and after it.
fn sums(before: &Position, after: &Position) -> Passage {
    let row = |heap: usize, (then, now): (&usize, &usize)| -> Vec<Text> {
        let numbers = [(heap + 1).to_string(), then.to_string(), in_binary(*then)];
        let numbers = numbers.into_iter().chain([now.to_string(), in_binary(*now)]);
        numbers.map(Text::from).collect()
    };
    let head = ["Heap", "was", "4 2 1", "now", "4 2 1"].map(Text::from).into();
    let rows = before.heaps.iter().zip(&after.heaps).enumerate();
    let counted = |position: &Position| {
        let count = |bit| position.heaps.iter().filter(|heap| *heap >> bit & 1 == 1).count();
        columns(|bit| count(bit).to_string()).into()
    };
    let counts = vec!["In all".into(), "".into(), counted(before), "".into(), counted(after)];
    let odd = |position: &Position| {
        let sum = sum(&position.heaps);
        columns(|bit| match sum & 1 << bit {
            0 => "-".to_owned(),
            power => power.to_string(),
        })
        .into()
    };
    let odds = vec!["Odd".into(), "".into(), odd(before), "".into(), odd(after)];
    let table = [head]
        .into_iter()
        .chain(rows.map(|(heap, sizes)| row(heap, sizes)))
        .chain([counts, odds])
        .collect();
    let advice = match after.is_even() {
        true if after.is_over() => "Nothing is left to take.",
        true => {
            "Now all are even. Whatever you take makes some odd, and the computer can make all even again, until nothing is left."
        }
        false => "Now some are odd. You can win: leave none.",
    };
    Passage::new("The sums")
        .say("Every heap is made of at most one 4, one 2 and one 1. Whoever leaves an even number of each can win.")
        .show(Block::Table(table))
        .say(advice)
}

/// Bouton's sum: the powers of two that are in an odd number of heaps, added up.
fn sum(heaps: &[usize]) -> usize {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// `0 1 1`: a number in binary.
fn in_binary(number: usize) -> String {
    columns(|bit| (number >> bit & 1).to_string())
}

/// `2 0 1`: what there is in each column of the sums.
fn columns(in_column: impl Fn(u32) -> String) -> String {
    (0..NUMBER_BITS).rev().map(in_column).collect::<Vec<_>>().join(" ")
}

fn rules() -> Vec<Passage> {
    let heaps = [3, 4, 5];
    let position = Position {
        start: &[3, 4, 5],
        heaps: vec![3, 1, 5],
        is_perfect: true,
        has_computer: true,
        turn: PERSON,
        first: PERSON,
        last: Some(Take { heap: 1, count: 3 }),
    };
    let caption = "From heaps of 3, 4 and 5 somebody took three from the second.";
    let figure = Board { caption: caption.into(), ..figure(&position) };
    let binary =
        |heap: &usize| -> Vec<Text> { vec![heap.to_string().into(), in_binary(*heap).into()] };
    let head = ["Heap", "in binary"].map(Text::from).into();
    let table = [head].into_iter().chain(heaps.iter().map(binary)).collect();
    vec![
        Passage::new("A move").show(vec![figure]).say("On your turn you take at least one match, and as many as you like, all from one heap."),
        Passage::new("How the computer decides")
            .say("It follows C. L. Bouton, who solved the game in 1901. Write the size of every heap in binary, one below the other:")
            .show(Block::Table(table))
            .say("If every column has an even number of ones, whoever has to move will lose against good play. From every other position at least one move makes all columns even. Here that is to take two from the heap of 3."),
        Passage::new("The levels")
            .say("On the perfect level the computer always makes that move if there is one. On the easy level it counts only when at most two heaps are left. Otherwise it takes one match from the largest heap.")
            .say("With 1, 3, 5 and 7 matches all columns are even, so whoever moves second can win. With the other heaps it is whoever begins."),
        trust::open_to_all("Compare the heaps with those that you sent: one move takes matches from one heap."),
    ]
}

const RULESET: Ruleset = Ruleset {
    key: "nim",
    number: 4,
    uri: "urn:uuid:5cf1b2a8-6d9b-4b7e-9a52-2f5a5f0f3c11",
    title: "Nim",
    blurb: "Take matches from one heap at a time. The last match wins.",
    picture: "match",
    deals: Deals::Alike,
    people: (1, 2),
    options: &[&HEAPS, &PERFECT, &FIRST],
    presets: &[
        Preset { label: "Easy level", query: "level=easy" },
        Preset { label: "Five heaps", query: "heaps=34567" },
    ],
    requests: &[&TAKE, &WHY],
    messages: &[&TOOK],
    steps: &[
        "Choose a match: you take it and all to its right.",
        "The computer takes some in turn.",
        "Whoever takes the last match wins.",
    ],
    rules,
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn choices(heaps: &str, level: &str, first: &str) -> Choices {
        let mut choices = Choices::defaults(RULESET.options);
        for (name, value) in [("heaps", heaps), ("level", level), ("first", first)] {
            assert!(choices.choose(name, value));
        }
        choices
    }

    fn dealt(choices: &Choices) -> Position {
        Nim::deal(choices, &mut Chance::from_seed([0; 32]))
    }

    fn moves(position: &Position) -> impl Iterator<Item = Take> {
        let of = |heap: usize| (1..=position.heaps[heap]).map(move |count| Take { heap, count });
        (0..position.heaps.len()).flat_map(of)
    }

    /// Whether whoever moves can win, found without sums by looking at every move.
    fn can_win(position: &Position, known: &mut HashMap<Vec<usize>, bool>) -> bool {
        if let Some(known) = known.get(&position.heaps) {
            return *known;
        }
        let wins = moves(position).any(|take| !can_win(&position.after(take), known));
        known.insert(position.heaps.clone(), wins);
        wins
    }

    /// Whether the person can win against the computer, and lose, over every way to play.
    fn results(choices: &Choices) -> (bool, bool) {
        let (mut seen, mut results) = (HashSet::new(), (false, false));
        let mut stack = vec![Nim::settle(dealt(choices)).0];
        while let Some(position) = stack.pop() {
            match Nim::outcome(&position).map(|outcome| outcome.ranking[0][0]) {
                Some(PERSON) => results.0 = true,
                Some(_) => results.1 = true,
                None if seen.insert(position.heaps.clone()) => {
                    let next = |take| Nim::settle(position.after(take)).0;
                    stack.extend(moves(&position).map(next));
                }
                None => {}
            }
        }
        results
    }

    #[test]
    fn the_perfect_level_wins_whenever_it_can() {
        let mut known = HashMap::new();
        for heaps in ["345", "1357", "34567"] {
            for first in ["visitor", "computer"] {
                let choices = choices(heaps, "perfect", first);
                let start = dealt(&choices);
                let person_can = can_win(&start, &mut known) == (start.turn == PERSON);
                assert_eq!(results(&choices), (person_can, true), "{heaps} {first}");
            }
        }
    }

    #[test]
    fn the_easy_level_can_be_beaten_and_can_win() {
        for heaps in ["345", "1357", "34567"] {
            for first in ["visitor", "computer"] {
                assert_eq!(
                    results(&choices(heaps, "easy", first)),
                    (true, true),
                    "{heaps} {first}"
                );
            }
        }
    }

    #[test]
    fn the_next_heaps_can_be_won() {
        for heaps in ["345", "1357", "34567"] {
            let mut position = dealt(&choices(heaps, "perfect", "visitor"));
            position.heaps.fill(0);
            let next = end(&position).expect("the end").next_games;
            let next = next.into_iter().find(|next| next.changes.len() == 2).expect("other heaps");
            let mut choices = choices(heaps, "perfect", "visitor");
            assert!(next.changes.iter().all(|(name, value)| choices.choose(name, value)));
            assert!(results(&choices).0, "{next:?}");
        }
    }

    fn drawn(board: &Board) -> String {
        let sign = |cell: &Cell| match (cell.picture.is_some(), cell.marks) {
            (true, Marks { last: false, reached: false, .. }) => '|',
            (true, Marks { last: true, reached: false, .. }) => '-',
            (true, Marks { last: false, reached: true, settled: true, .. }) => 'y',
            (false, Marks { last: false, reached: true, .. }) => '.',
            (false, Marks { last: false, .. }) => ' ',
            marks => panic!("{marks:?}"),
        };
        board.cells.iter().map(sign).collect()
    }

    #[test]
    fn every_place_shows_a_match_or_where_one_lay() {
        let position = dealt(&choices("1357", "perfect", "visitor"));
        let position = position.after(Take { heap: 2, count: 5 });
        let position = position.after(Take { heap: 3, count: 2 });
        let board = board(&position, &[]);
        assert_eq!(drawn(&board), "|      |||    .....  |||||--");
        assert_eq!(board.cells[14].label, "an empty heap");
    }

    #[test]
    fn what_each_took_is_told_apart() {
        let start = dealt(&choices("1357", "perfect", "visitor"));
        for (heap, shown) in
            [(3, "|      |||    |||||  ||---yy"), (2, "|      |||    ||---  |||||yy")]
        {
            let takes = [Take { heap: 3, count: 2 }, Take { heap, count: 3 }];
            let position =
                takes.into_iter().fold(start.clone(), |position, take| position.after(take));
            let board = board(&position, &[(PERSON, takes[0]), (COMPUTER, takes[1])]);
            assert_eq!(drawn(&board), shown);
            assert_eq!(board.cells[26].label, "just taken by you");
        }
    }

    /// Every position that a person can come to from this one, after the computer's reply.
    fn positions(start: Position) -> Vec<Position> {
        let (mut seen, mut stack) = (Vec::new(), vec![Nim::settle(start).0]);
        while let Some(position) = stack.pop() {
            if !seen.contains(&position) {
                stack.extend(moves(&position).map(|take| Nim::settle(position.after(take)).0));
                seen.push(position);
            }
        }
        seen
    }

    /// Whether the headline of an explanation is true of the move from one position to the other.
    fn is_true(
        headline: &str,
        before: &Position,
        after: &Position,
        known: &mut HashMap<Vec<usize>, bool>,
    ) -> bool {
        let left = before.heaps.iter().filter(|heap| **heap > 0).count();
        let largest = before.heaps.iter().max().expect("a heap");
        let took_one_of_the_largest =
            after.last.is_some_and(|take| take.count == 1 && before.heaps[take.heap] == *largest);
        match headline {
            _ if headline.starts_with("One heap was left") => left == 1 && after.is_over(),
            _ if headline.starts_with("Whatever you take") => !can_win(after, known),
            _ if headline.starts_with("Every move would") => {
                took_one_of_the_largest
                    && moves(before).all(|take| can_win(&before.after(take), known))
            }
            _ if headline.starts_with("On the easy level") => {
                !after.is_perfect && left > 2 && took_one_of_the_largest
            }
            _ => false,
        }
    }

    #[test]
    fn every_explanation_is_true() {
        let (mut known, mut told) = (HashMap::new(), HashSet::new());
        for (heaps, level) in [("345", "perfect"), ("1357", "perfect"), ("34567", "easy")] {
            for after in positions(dealt(&choices(heaps, level, "visitor"))) {
                let Some(before) = after.before_reply() else { continue };
                let page = why(&after, &before);
                assert!(is_true(&page.status, &before, &after, &mut known), "{after:?}");
                let is_promised = format!("{:?}", page.parts).contains("You can win");
                assert_eq!(is_promised, can_win(&after, &mut known), "{after:?}");
                told.insert(page.status);
            }
        }
        assert_eq!(told.len(), 4, "{told:?}");
    }

    #[test]
    fn the_rules_name_the_heaps_with_even_columns() {
        let first_wins =
            |heaps| can_win(&dealt(&choices(heaps, "perfect", "visitor")), &mut HashMap::new());
        assert_eq!(["345", "1357", "34567"].map(first_wins), [true, false, true]);
    }
}
