//! What the player sees.

use super::event::Event;
use super::field::{Size, Square};
use super::judge::{Judge, Verdict};
use super::position::{Position, Under};
use super::proof::{self, Proof};
use super::ruleset::{FLAG, HINT, IS_FAIR, OPEN, SIZE};
use crate::game::prelude::*;

/// The page of a position, and of the events that led there.
pub fn page(position: &Position, events: &[Event]) -> Page {
    let fall = position.hit.map(|hit| Fall::of(position, hit));
    let shown = Shown {
        is_mine: position.mines_shown(),
        proof: fall.as_ref().and_then(|fall| fall.proof.as_ref()),
        last: last_square(events).or(position.hit),
        has_offers: !position.is_over(),
    };
    let state = format!("{} left", count(position.field.left(position.size), "square"));
    Page::new(state, status(position, fall.as_ref(), events))
        .with(board(position, &shown))
        .with_any((!position.is_over()).then(|| Part::facts(facts(position))))
        .with_any(fall.as_ref().map(|fall| fall.passage(position)))
        .changed(shown.last.map(At::first_board))
        .offering((!position.is_over()).then(|| Offer::new("Hint", &HINT, [])))
        .ending(position.is_over().then(|| end(position)))
}

/// Why a mine was hit.
struct Fall {
    hit: usize,
    verdict: Verdict,
    proof: Option<Proof>,
}

impl Fall {
    fn of(position: &Position, hit: usize) -> Self {
        let judge = Judge::of(position.size, &position.field);
        let verdict = judge.verdict(hit);
        let proof = match verdict {
            Verdict::ProvedMine => proof::of_mine(&judge, hit),
            _ => proof::of_safety(position.size, &judge, hit),
        };
        Fall { hit, verdict, proof }
    }

    fn sentence(&self, position: &Position) -> String {
        let place = |proof: &Proof| place_name(proof.square, position.size.columns);
        let here = capitalised(&place_name(self.hit, position.size.columns));
        match (&self.proof, self.verdict) {
            (_, Verdict::ProvedMine) => format!("{here} was a mine, and it could be proved."),
            (Some(proof), _) => {
                format!("{here} was a mine. {} could be proved safe.", capitalised(&place(proof)))
            }
            _ => format!("{here} was a mine."),
        }
    }

    fn passage(&self, position: &Position) -> Passage {
        let passage = Passage::new("The proof that you missed");
        match &self.proof {
            Some(proof) => passage.say(in_words(position, proof)).say(LEGEND),
            None => passage.say(match self.verdict {
                Verdict::ProvedMine => "All numbers together leave nothing but a mine there.",
                _ => "All numbers together leave some other square nothing but to be safe.",
            }),
        }
    }
}

/// How a proof is marked on the board.
const LEGEND: &str = "The proof is marked on the board.";

/// A proof in words.
pub fn in_words(position: &Position, proof: &Proof) -> String {
    let columns = position.size.columns;
    let place = |square: &usize| place_name(*square, columns);
    let (what, otherwise) = match proof.is_mine {
        true => ("is a mine", "If there were none"),
        false => ("is safe", "If there were a mine"),
    };
    let here = capitalised(&place(&proof.square));
    let number = |square: &usize| match position.field.squares.get(*square) {
        Some(Square::Open(mines)) => format!("the {mines} in {}", place(square)),
        _ => place(square),
    };
    let numbers = listed(proof.clues.iter().map(number));
    let total = format!("the total number of mines, {}", position.size.mines);
    let (numbers, could) = match (proof.clues.len(), proof.counts_mines) {
        (0, _) => (total, "could not be right"),
        (_, true) => (format!("{numbers}, with {total},"), "could not all be right"),
        (1, false) => (numbers, "could not be right"),
        (2, false) => (numbers, "could not both be right"),
        (_, false) => (numbers, "could not all be right"),
    };
    format!("{here} {what}. {otherwise}, {numbers} {could}.")
}

/// The answer to a hint.
pub fn hint(position: &Position) -> Page {
    let judge = Judge::of(position.size, &position.field);
    let any_safe = judge.proved_safe().next();
    let proof = any_safe.and_then(|near| proof::of_safety(position.size, &judge, near));
    let shown = Shown { proof: proof.as_ref(), ..Shown::default() };
    let is_untouched = position.field.opened() == 0;
    let status = match (&proof, any_safe) {
        (None, _) if is_untouched => "Any square is safe: open one.".to_owned(),
        (Some(proof), _) => {
            format!("{} is safe.", capitalised(&place_name(proof.square, position.size.columns)))
        }
        (None, Some(_)) => "Some square can be proved safe, with many numbers at once.".to_owned(),
        (None, None) if judge.is_thorough => {
            "No square can be proved safe: now you may guess.".to_owned()
        }
        (None, None) => "This field is too tangled to look through: now you may guess.".to_owned(),
    };
    let words = match (&proof, any_safe, judge.is_thorough) {
        (None, ..) if is_untouched => {
            "There is no mine in the first square that you open, nor beside it.".to_owned()
        }
        (Some(proof), ..) => in_words(position, proof),
        (None, Some(square), _) => {
            let here = capitalised(&place_name(square, position.size.columns));
            format!("{here} is safe, but only a very long proof was found.")
        }
        (None, None, true) if position.is_fair() => {
            "Every arrangement of the mines that fits was looked through. Any square that is not a sure mine is safe for you now.".to_owned()
        }
        (None, None, true) => "Every arrangement of the mines that fits was looked through.".to_owned(),
        (None, None, false) => TOO_TANGLED.to_owned(),
    };
    let heading = if proof.is_some() { "Why it is safe" } else { "Is there a proof?" };
    let passage = Passage::new(heading).say(words);
    let passage = if proof.is_some() { passage.say(LEGEND) } else { passage };
    let open = proof.as_ref().map(|proof| {
        let label = format!("Open {}", place_name(proof.square, position.size.columns));
        Offer::new(label, &OPEN, [proof.square.into()])
    });
    Page::new("Hint", status).with(board(position, &shown)).with(passage).offering(open)
}

/// Where the mines of a classic field lie.
pub fn solution(position: &Position) -> Page {
    let is_mine = match &position.under {
        Under::Mines(is_mine) => Some(is_mine.clone()),
        Under::Unsettled { .. } => None,
    };
    let mines = count(position.size.mines, "mine");
    let shown = Shown { is_mine, ..Shown::default() };
    Page::new("Solution", format!("The {mines} lie here. Every other square is safe."))
        .with(board(position, &shown))
}

/// The answer where it cannot be told what opening a square comes to.
pub fn undecided(position: &Position, square: usize) -> Page {
    let here = capitalised(&place_name(square, position.size.columns));
    let shown = Shown::default();
    Page::new("Undecided", format!("{here} cannot be judged yet. Open another square first."))
        .with(board(position, &shown))
        .with(Passage::new("Why?").say(TOO_TANGLED))
}

/// Said where the work is given up.
pub const TOO_TANGLED: &str = "So many numbers hang together here that looking through every arrangement would take too long. Until it gets simpler no guess is punished: only a sure mine is a mine, and a square of which nothing can be found out stays closed.";

fn last_square(events: &[Event]) -> Option<usize> {
    events.first().map(|event| match *event {
        Event::Opened { square, .. } | Event::Hit(square) | Event::Flagged(square, _) => square,
    })
}

/// `You opened 5 squares. 20 safe ones are left.`
pub fn opened(opened: usize, left: usize) -> String {
    let opened = count(opened, "square");
    match left {
        0 => format!("You opened {opened}. No safe one is left."),
        1 => format!("You opened {opened}. One safe one is left."),
        _ => format!("You opened {opened}. {left} safe ones are left."),
    }
}

fn status(position: &Position, fall: Option<&Fall>, events: &[Event]) -> String {
    if let Some(fall) = fall {
        return fall.sentence(position);
    }
    match events.first() {
        _ if position.is_cleared() => "Every square without a mine is open.".to_owned(),
        Some(Event::Opened { opened: count, left, .. }) => opened(*count, *left),
        Some(Event::Flagged(square, is_set)) => {
            let place = place_name(*square, position.size.columns);
            let what = if *is_set { "A flag is set on" } else { "The flag is taken off" };
            format!("{what} {place}.")
        }
        _ if position.field.opened() == 0 => {
            "Open any square. The first is safe, and so are those around it.".to_owned()
        }
        _ => "Open every square that has no mine.".to_owned(),
    }
}

fn facts(position: &Position) -> Vec<Fact> {
    vec![
        Fact::new("Mines", position.size.mines.to_string()),
        Fact::new("Flags", position.field.flags().to_string()),
        Fact::new("Safe left", position.field.left(position.size).to_string()),
    ]
}

/// How it ended, and what to play next.
fn end(position: &Position) -> End {
    let place = SIZE.values.iter().position(|(_, size)| *size == position.size).unwrap_or(0);
    let (value, _) = SIZE.values[place];
    let kind = if position.is_fair() { "fair" } else { "classic" };
    let is_larger =
        |size: &Size| (size.squares(), size.mines) > (position.size.squares(), position.size.mines);
    let larger = SIZE.values.iter().filter(|(_, size)| is_larger(size));
    let larger = larger.filter(|_| position.is_cleared());
    let larger = larger.min_by_key(|(_, size)| (size.squares(), size.mines));
    let larger = larger
        .map(|(value, size)| NextGame::with(format!("Larger: {}", value.label), &SIZE, *size));
    let left = position.field.left(position.size);
    let result = match position.is_cleared() {
        true => "cleared".to_owned(),
        false => format!("hit a mine with {} left", count(left, "square")),
    };
    let detail = match position.is_cleared() {
        true => format!("{} squares, and not one mine.", position.field.opened()),
        false => format!(
            "{} without a mine {} left.",
            count(left, "square"),
            if left == 1 { "was" } else { "were" }
        ),
    };
    let share = Share {
        game: format!("Minesweeper {}, {kind}", value.label).into(),
        result: result.into(),
        challenge: "Can you clear it?".into(),
    };
    let other = match position.is_fair() {
        true => NextGame::with("A field without guesses", &IS_FAIR, false),
        false => NextGame::with("A fair field", &IS_FAIR, true),
    };
    End::new(detail).shared(share).followed_by(larger.into_iter().chain([other]))
}

/// What is shown on a board besides the field.
#[derive(Default)]
struct Shown<'a> {
    is_mine: Option<Vec<bool>>,
    proof: Option<&'a Proof>,
    last: Option<usize>,
    has_offers: bool,
}

fn board(position: &Position, shown: &Shown<'_>) -> Board {
    let cells = (0..position.field.squares.len()).map(|at| cell(position, shown, at)).collect();
    let Size { columns, rows, .. } = position.size;
    let legend = match (shown.has_offers, position.is_fair()) {
        (false, _) => "",
        // A guess means nothing where any square is safe.
        (_, true) if position.field.opened() == 0 => "",
        (_, false) => NUMBERS_COUNT,
        (_, true) => FAIR,
    };
    Board::new(format!("{rows} rows of {columns} squares"), columns, cells).explained(legend)
}

const NUMBERS_COUNT: &str = "A number counts the mines around it.";
const FAIR: &str = "No luck needed: where nothing can be proved safe, a guess is safe.";

fn cell(position: &Position, shown: &Shown<'_>, at: usize) -> Cell {
    let square = position.field.squares[at];
    let is_clue = shown.proof.is_some_and(|proof| proof.clues.contains(&at));
    let is_proved = shown.proof.is_some_and(|proof| proof.square == at);
    let is_mine = shown.is_mine.as_ref().map(|is_mine| is_mine[at]);
    let is_hit = position.hit == Some(at);
    let is_last = shown.last == Some(at) && !is_hit;
    let marks = Marks { last: is_last || is_clue, stops: is_hit, ..Marks::default() };
    let (sign, label, picture) = match (square, is_mine) {
        (Square::Open(0), _) => ("", String::new(), None),
        (Square::Open(mines), _) => {
            let number = usize::from(mines.min(8));
            (DIGITS[number], count(number, "mine") + " around it", Some(NUMBERS[number - 1]))
        }
        (Square::Flagged, Some(false)) => ("x", "a wrong flag".to_owned(), Some("flag")),
        (Square::Flagged, _) => ("F", "flagged".to_owned(), Some("flag")),
        (Square::Closed, Some(true)) if is_hit => {
            ("@", "the mine that was hit".to_owned(), Some("mine-hit"))
        }
        (Square::Closed, Some(true)) => ("@", "a mine".to_owned(), Some("mine")),
        // What is left when the field is cleared.
        (Square::Closed, _) if position.is_cleared() => ("F", "a mine".to_owned(), Some("flag")),
        (Square::Closed, _) => ("#", "closed".to_owned(), None),
    };
    let is_closed = !matches!(square, Square::Open(_))
        && !position.is_cleared()
        && picture.is_none_or(|name| name == "flag");
    let (text, label): (Text, Text) = match (is_clue, is_proved, is_hit) {
        (true, ..) => (format!("={sign}=").into(), format!("{label}, part of the proof").into()),
        (_, true, _) => {
            let what =
                if shown.proof.is_some_and(|proof| proof.is_mine) { "a mine" } else { "safe" };
            (format!("!{sign}!").into(), format!("{label}, proved to be {what}").into())
        }
        (.., true) => (format!("*{sign}*").into(), label.into()),
        _ => (sign.into(), label.into()),
    };
    let marks =
        Marks { back: is_closed, settled: is_proved, last: marks.last || is_proved, ..marks };
    let cell = Cell::new(text).labelled(label).marked(marks);
    let cell = match picture {
        Some(picture) => cell.pictured(Picture::upright(picture)),
        None => cell,
    };
    let offer = |label: &'static str, spec| Offer::new(label, spec, [at.into()]);
    match square {
        Square::Closed if shown.has_offers => {
            // What is to be seen there goes without saying in a link that opens it.
            let label = if is_proved { cell.label.clone() } else { "".into() };
            let cell = Cell { label, ..cell };
            cell.offering([offer("Open", &OPEN), offer("Flag", &FLAG)])
        }
        Square::Flagged if shown.has_offers => cell.offering([offer("Unflag", &FLAG)]),
        _ => cell,
    }
}

const DIGITS: [&str; 9] = ["", "1", "2", "3", "4", "5", "6", "7", "8"];
/// The pictures of the numbers.
const NUMBERS: [&str; 8] = [
    "number-1", "number-2", "number-3", "number-4", "number-5", "number-6", "number-7", "number-8",
];

/// A field to look at, with a proof on it.
pub fn figure(caption: &'static str, position: &Position, proof: Option<&Proof>) -> Board {
    let shown = Shown { proof, ..Shown::default() };
    Board { caption: caption.into(), ..board(position, &shown) }
}
