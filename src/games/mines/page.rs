//! The page: the field, the facts beside it, and proofs in words.

use super::field::{Around, Size, Square};
use super::judge::{Judge, Verdict};
use super::position::{Event, Position, Under};
use super::proof::{self, Proof};
use super::ruleset::{FLAG, IS_FAIR, OPEN, SIZE};
use crate::prelude::*;

/// The page of a position, and of the events that led there.
pub fn page(position: &Position, events: &[Event]) -> Page {
    let fall = position.hit.map(|hit| Fall::of(position, hit));
    let shown = Shown {
        is_mine: fall.as_ref().and_then(|fall| fall.mines_shown(position)),
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
        .ending(position.is_over().then(|| end(position)))
}

/// The reason why a mine was hit.
struct Fall {
    hit: usize,
    judge: Judge,
    verdict: Verdict,
    proof: Option<Proof>,
}

impl Fall {
    fn of(position: &Position, hit: usize) -> Self {
        let judge = Judge::of(position.size, &position.field);
        let verdict = judge.verdict(hit);
        let proof = match verdict {
            Verdict::ProvedMine => Some(proof::of_mine(&judge, hit)),
            _ => proof::of_safety(position.size, &judge, hit),
        };
        Fall { hit, judge, verdict, proof }
    }

    fn mines_shown(&self, position: &Position) -> Option<Vec<bool>> {
        position.mines_shown(self.hit, self.judge.known())
    }

    fn sentence(&self, position: &Position) -> String {
        let place = |square| capitalised(&place_name(square, position.size.columns));
        let here = place(self.hit);
        match (&self.proof, self.verdict) {
            (_, Verdict::ProvedMine) => format!("{here} was a mine, and it could be proved."),
            (Some(Proof { claim, .. }), _) => {
                format!("{here} was a mine. {} could be proved safe.", place(claim.square))
            }
            (None, _) => format!("{here} was a mine."),
        }
    }

    fn passage(&self, position: &Position) -> Passage {
        match &self.proof {
            Some(proof) => {
                Passage::new("The proof that you missed").say(in_words(position, proof)).say(LEGEND)
            }
            // On a classic field a lucky guess may lead to another guess.
            None => Passage::new("Was there a proof?")
                .say("No proof was found that any square was safe. It was a guess."),
        }
    }
}

/// The sentence below a proof that the board shows.
const LEGEND: &str = "The proof is marked on the board.";

/// The most numbers of a proof that are named one by one.
const NAMED_MAX: usize = 9;

/// A proof in words.
pub fn in_words(position: &Position, proof: &Proof) -> String {
    let columns = position.size.columns;
    let place = |square: &usize| place_name(*square, columns);
    let (what, otherwise) = if proof.claim.is_mine {
        ("is a mine", "If there were none")
    } else {
        ("is safe", "If there were a mine")
    };
    let here = capitalised(&place(&proof.claim.square));
    let number = |square: &usize| match position.field.squares[*square] {
        Square::Open(mines) => format!("the {mines} in {}", place(square)),
        Square::Closed | Square::Flagged => unreachable!("a number of a proof is open"),
    };
    let numbers = match proof.numbers.len() {
        0..=NAMED_MAX => listed(proof.numbers.iter().map(number)),
        many => format!("the {many} marked numbers"),
    };
    let total = format!("the total number of mines, {}", position.size.mines);
    let (numbers, could) = match (proof.numbers.len(), proof.counts_mines) {
        (0, _) => (total, "could not be right"),
        (_, true) => (format!("{numbers}, with {total},"), "could not all be right"),
        (1, false) => (numbers, "could not be right"),
        (2, false) => (numbers, "could not both be right"),
        (_, false) => (numbers, "could not all be right"),
    };
    format!("{here} {what}. {otherwise}, {numbers} {could}.")
}

/// A square that can be proved safe, with the proof.
pub fn hint(position: &Position) -> Advice {
    let judge = Judge::of(position.size, &position.field);
    let proof = proof::of_safety(position.size, &judge, 0);
    let shown = Shown { proof: proof.as_ref(), has_offers: true, ..Shown::default() };
    let page = Page::new("", "").with(board(position, &shown));
    let Some(proof) = &proof else {
        let (status, words) = no_proof(position, judge.is_thorough);
        return Advice::nothing(Page { status: status.into(), ..page }, words);
    };
    let square = proof.claim.square;
    let spec = match position.field.squares[square] {
        Square::Flagged => &FLAG,
        _ => &OPEN,
    };
    let why = format!("{} {LEGEND}", in_words(position, proof));
    Advice::new(page, Request::with(spec, square), why)
}

/// The reason why there is no proof to show, and more about it.
fn no_proof(position: &Position, is_thorough: bool) -> (&'static str, String) {
    const LOOKED_THROUGH: &str = "Every arrangement of the mines that fits was looked through.";
    if position.field.opened() == 0 {
        let words = "There is no mine in the first square that you open, nor beside it.";
        return ("Any square is safe: open one.", words.to_owned());
    }
    if !is_thorough {
        let status = "This field is too tangled to look through: now you may guess.";
        return (status, TOO_TANGLED.to_owned());
    }
    let fair = " Any square that is not a sure mine is safe for you now.";
    let words = [LOOKED_THROUGH, if position.is_fair() { fair } else { "" }].concat();
    ("No square can be proved safe: now you may guess.", words)
}

/// The mines of a classic field.
pub fn solution(position: &Position) -> Page {
    let is_mine = match &position.under {
        Under::Mines(is_mine) => Some(is_mine.clone()),
        Under::Unsettled { .. } => None,
    };
    let mines = count(position.size.mines, "mine");
    Page::new("Solution", format!("The {mines} lie here. Every other square is safe."))
        .with(board(position, &Shown { is_mine, ..Shown::default() }))
}

/// The sentence if the field is too tangled to open this square.
pub fn undecided(position: &Position, square: usize) -> String {
    let here = capitalised(&place_name(square, position.size.columns));
    format!(
        "{here} cannot be judged yet: too many numbers hang together. Open another square first."
    )
}

/// The sentence about a field that is too tangled.
pub const TOO_TANGLED: &str = "So many numbers hang together here that looking through every arrangement would take too long. Until it gets simpler no guess is punished: only a sure mine is a mine, and a square of which nothing can be found out stays closed.";

fn last_square(events: &[Event]) -> Option<usize> {
    events.first().map(Event::square)
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
    if position.is_cleared() {
        return "Every square without a mine is open.".to_owned();
    }
    match events.first() {
        Some(Event::Opened { opened: count, left, .. }) => opened(*count, *left),
        Some(Event::Flagged(_, true)) if events.len() > 1 => flagged(position, events),
        Some(Event::Flagged(square, is_set)) => {
            let what = if *is_set { "A flag is set on" } else { "The flag is taken off" };
            format!("{what} {}.", place_name(*square, position.size.columns))
        }
        _ if position.field.opened() == 0 => {
            "Open any square. The first is safe, and so are those around it.".to_owned()
        }
        _ => "Open every square that has no mine.".to_owned(),
    }
}

/// `Flags on row 1, columns 3 and 4; row 2, column 5.` Of flags in three rows it tells the first and
/// the last.
fn flagged(position: &Position, events: &[Event]) -> String {
    let columns = position.size.columns;
    let squares: Vec<usize> = events.iter().map(Event::square).collect();
    let rows: Vec<&[usize]> = squares.chunk_by(|a, b| a / columns == b / columns).collect();
    if let [[first, ..], _, [.., last]] = rows[..] {
        let [first, last] = [first, last].map(|square| place_name(*square, columns));
        return format!("{} flags, from {first} to {last}.", squares.len());
    }
    let row = |row: &&[usize]| match row {
        [square] => place_name(*square, columns),
        _ => {
            let names = row.iter().map(|square| (square % columns + 1).to_string());
            format!("row {}, columns {}", row[0] / columns + 1, listed(names))
        }
    };
    format!("Flags on {}.", rows.iter().map(row).collect::<Vec<_>>().join("; "))
}

/// `7 of 10`: the number of mines without a flag. It is below 0 if there are too many flags.
fn mines_left(position: &Position) -> String {
    let mines = position.size.mines;
    format!("{} of {mines}", mines as isize - position.field.flags() as isize)
}

fn facts(position: &Position) -> Vec<Fact> {
    vec![
        Fact::new("Mines left", mines_left(position)),
        Fact::new("Safe left", position.field.left(position.size).to_string()),
    ]
}

fn end(position: &Position) -> End {
    let (size, is_fair) = (position.size, position.is_fair());
    let label = |is: bool| IS_FAIR.value_meaning(&is).map_or("", |value| value.label);
    let name = SIZE.value_meaning(&size).map_or("", |value| value.label);
    let (opened, left) = (position.field.opened(), position.field.left(size));
    // A green square for each tenth of the field.
    let tenths = "\u{1f7e9}".repeat(10 * opened / (opened + left).max(1));
    let (detail, result) = if position.is_cleared() {
        (format!("{opened} squares, and not one mine."), "\u{1f6a9} cleared".to_owned())
    } else {
        let result = format!("\u{1f4a5} hit a mine with {} left", count(left, "square"));
        (format!("Safe squares left: {left}."), result)
    };
    let share = Share {
        game: format!("Minesweeper {name}, {}", label(is_fair)).into(),
        result: (tenths + &result).into(),
        challenge: "Can you clear it?".into(),
    };
    let larger = SIZE.values.iter().filter(|(_, other)| position.is_cleared() && *other > size);
    let larger = larger.min_by_key(|(_, other)| *other);
    let larger = larger
        .map(|(value, other)| NextGame::with(format!("Larger: {}", value.label), &SIZE, *other));
    let other = NextGame::with(format!("A {} field", label(!is_fair)), &IS_FAIR, !is_fair);
    End::new(detail).shared(share).followed_by(larger.into_iter().chain([other]))
}

/// The things that a board shows besides the field.
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
    let legend = match position.is_fair() {
        _ if !shown.has_offers => "",
        false => "A number counts the mines around it.",
        // A guess is of no use while a square is safe.
        true if position.field.opened() == 0 => "",
        true => "No luck needed: where nothing can be proved safe, a guess is safe.",
    };
    Board::new(format!("{rows} rows of {columns} squares"), columns, cells).explained(legend)
}

fn cell(position: &Position, shown: &Shown<'_>, at: usize) -> Cell {
    let cell = face(position, shown, at);
    let (text, label) = (&cell.text, &cell.label);
    let is_number = |proof: &Proof| proof.numbers.contains(&at);
    let cell = match shown.proof {
        Some(proof) if is_number(proof) => {
            let (text, label) = (format!("={text}="), format!("{label}, part of the proof"));
            Cell { text: text.into(), label: label.into(), ..cell }.last().reached()
        }
        Some(Proof { claim, .. }) if claim.square == at => {
            let what = if claim.is_mine { "a mine" } else { "safe" };
            let (text, label) = (format!("!{text}!"), format!("{label}, proved to be {what}"));
            Cell { text: text.into(), label: label.into(), ..cell }.last().settled()
        }
        _ if position.hit == Some(at) => Cell { text: format!("*{text}*").into(), ..cell },
        _ if shown.last == Some(at) => cell.last(),
        _ => cell,
    };
    let offer = |verb: &'static str, spec| Offer::new(verb, spec, [at.into()]);
    match position.field.squares[at] {
        // A link that opens a square need not say that it is closed.
        Square::Closed if shown.has_offers => {
            let said = if shown.proof.is_some() { cell.label.clone() } else { "".into() };
            cell.labelled(said).offering([offer("Open", &OPEN), offer("Flag", &FLAG)])
        }
        Square::Flagged if shown.has_offers => cell.offering([offer("Unflag", &FLAG)]),
        Square::Open(_) if shown.has_offers => {
            let around = position.field.around_number(position.size, at);
            let offered = around.map(|around| match around {
                Around::Open(_) => offer("Open around", &OPEN),
                Around::Flag(_) => offer("Flag around", &FLAG),
            });
            cell.offering(offered.map(Offer::primary))
        }
        _ => cell,
    }
}

/// A square without a proof.
fn face(position: &Position, shown: &Shown<'_>, at: usize) -> Cell {
    let cell = |text: &'static str, label: &'static str| Cell::new(text).labelled(label);
    let pictured = |text, label, name| cell(text, label).pictured(Picture::upright(name));
    let is_cleared = position.is_cleared();
    let marks = Marks { back: !is_cleared, ..Marks::default() };
    match (position.field.squares[at], shown.is_mine.as_ref().map(|is_mine| is_mine[at])) {
        (Square::Open(0), _) => Cell::new(""),
        (Square::Open(mines), _) => {
            let number = usize::from(mines);
            let label = count(number, "mine") + " around it";
            pictured(DIGITS[number], "", NUMBERS[number - 1]).labelled(label)
        }
        (Square::Flagged, Some(false)) => pictured("x", "a wrong flag", "flag-wrong").marked(marks),
        (Square::Flagged, _) => pictured("F", "flagged", "flag").marked(marks),
        (Square::Closed, _) if position.hit == Some(at) => {
            let stops = Marks { stops: true, ..Marks::default() };
            pictured("@", "the mine that was hit", "mine-hit").marked(stops)
        }
        (Square::Closed, Some(true)) => pictured("@", "a mine", "mine"),
        // These squares are left when the field is cleared.
        (Square::Closed, _) if is_cleared => pictured("F", "a mine", "flag"),
        (Square::Closed, _) => cell("#", "closed").marked(marks),
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
