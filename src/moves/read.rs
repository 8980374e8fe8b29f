//! What somebody typed, read as a move: `7`, `2,3`, `b2`, `queen of hearts`, `lock c3`.

use super::list::{Move, Moves};
use super::place;
use super::words::{Fit, fit, words};
use crate::game::text::on_one_line;

/// The most characters of a move that are read.
pub const TYPED_CHARS_MAX: usize = 80;
/// The most moves that are typed at once.
const PARTS_MAX: usize = 8;

/// What typed words can mean.
#[derive(Debug)]
pub enum Reading<'a> {
    /// This move.
    One(Move<'a>),
    /// One of these.
    Several(Vec<Move<'a>>),
    /// No move of this page.
    Nothing,
}

/// The text as it may be shown: not longer than what is read, without control characters.
pub fn shown(text: &str) -> String {
    let read: String = text.trim().chars().take(TYPED_CHARS_MAX).collect();
    on_one_line(&read)
}

/// Reads what was typed as one of these moves: as its number, as a place, or as words of it.
pub fn read<'a>(text: &str, moves: &Moves<'a>) -> Reading<'a> {
    let typed = words(&shown(text));
    if text.contains('=') {
        let is_written = |found: &&Move<'a>| written(found) == typed;
        return one_of(moves.all.iter().filter(is_written).copied().collect());
    }
    let reading = by_number(&typed, moves)
        .or_else(|| by_phrase(&typed, moves))
        .or_else(|| by_place(&typed, moves));
    let reading = match reading.unwrap_or_else(|| by_words(&typed, &moves.all)) {
        Reading::Nothing => by_arguments(&typed, moves),
        understood => understood,
    };
    // Of what was just drawn or turned a page says so behind a comma, and only once.
    match (&reading, text.rsplit_once(',')) {
        (Reading::Nothing, Some((before, _))) => {
            by_phrase(&words(&shown(before)), moves).unwrap_or(reading)
        }
        _ => reading,
    }
}

/// A number alone. A square at which nothing can be done is no other move.
fn by_number<'a>(typed: &[String], moves: &Moves<'a>) -> Option<Reading<'a>> {
    let [number] = typed else { return None };
    let number: usize = number.parse().ok()?;
    if let Some(found) = moves.all.iter().find(|found| found.number == Some(number)) {
        return Some(Reading::One(*found));
    }
    let squares = moves.board.map(|(_, board)| board.cells.len())?;
    Some(match (1..=squares).contains(&number) {
        true => one_of(moves.at_square(number - 1)),
        false => Reading::Nothing,
    })
}

/// The whole phrase of one move.
fn by_phrase<'a>(typed: &[String], moves: &Moves<'a>) -> Option<Reading<'a>> {
    let mut named = moves.all.iter().filter(|found| words(&found.phrase()) == typed);
    let found = named.next().filter(|_| named.next().is_none() && !typed.is_empty())?;
    Some(Reading::One(*found))
}

/// A place, perhaps with words that say what to do there.
fn by_place<'a>(typed: &[String], moves: &Moves<'a>) -> Option<Reading<'a>> {
    let (_, board) = moves.board?;
    let (square, beside) = match place::find(typed) {
        Some(found) => match found.square(board) {
            Some(square) => (square, found.beside),
            None => return found.beside.is_empty().then_some(Reading::Nothing),
        },
        None => numbered_square(typed, board.cells.len())?,
    };
    let there = moves.at_square(square);
    if !beside.is_empty() {
        return Some(by_words(&beside, &there)).filter(|found| !matches!(found, Reading::Nothing));
    }
    let used = there.iter().find(|found| found.number.is_some());
    Some(used.map_or_else(|| one_of(there.clone()), |found| Reading::One(*found)))
}

/// `lock 7`: the number of a square among other words.
fn numbered_square(typed: &[String], squares: usize) -> Option<(usize, Vec<String>)> {
    let number = |word: &String| word.parse().ok().filter(|n| (1..=squares).contains(n));
    let at = typed.iter().position(|word| number(word).is_some())?;
    let beside = typed.iter().enumerate().filter(|(other, _)| *other != at);
    let beside: Vec<String> = beside.map(|(_, word)| word.clone()).collect();
    (!beside.is_empty()).then_some((number(&typed[at])? - 1, beside))
}

/// The moves that words fit best.
fn by_words<'a>(typed: &[String], moves: &[Move<'a>]) -> Reading<'a> {
    let fitting = moves.iter().filter_map(|found| {
        let phrases = phrases(found).into_iter().filter_map(|phrase| fit(typed, &words(&phrase)));
        Some((phrases.chain(fit_written(typed, found)).min()?, *found))
    });
    let fitting: Vec<_> = fitting.collect();
    let best = fitting.iter().map(|(fit, _)| *fit).min();
    one_of(fitting.into_iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, m)| m).collect())
}

fn one_of(moves: Vec<Move<'_>>) -> Reading<'_> {
    match &moves[..] {
        [] => Reading::Nothing,
        [found] => Reading::One(*found),
        _ => Reading::Several(moves),
    }
}

/// How well typed words fit a move as its link writes it. They name all arguments or none: `0` alone
/// does not name `answer 4 0`.
fn fit_written(typed: &[String], found: &Move<'_>) -> Option<Fit> {
    let arguments = arguments(found);
    if !typed.is_empty() && typed == arguments {
        return Some(Fit::Whole);
    }
    fit(typed, &written(found)).filter(|fit| *fit == Fit::Whole || typed.ends_with(&arguments))
}

/// The move with these arguments: `1 0` where no such square is.
fn by_arguments<'a>(typed: &[String], moves: &Moves<'a>) -> Reading<'a> {
    let has_them = |found: &&Move<'a>| arguments(found) == typed;
    match typed.len() {
        ..2 => Reading::Nothing,
        _ => one_of(moves.all.iter().filter(has_them).copied().collect()),
    }
}

/// Several moves that were typed at once: the words of `A A B C`, the letters of `AABC`; nothing if it
/// cannot be parted.
pub fn parts(text: &str) -> Vec<String> {
    let text = shown(text);
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let is_letters = text.chars().all(char::is_alphabetic);
    let parts: Vec<String> = match words.clone().count() {
        1 if is_letters => text.chars().map(String::from).collect(),
        _ => words.map(str::to_owned).collect(),
    };
    if (2..=PARTS_MAX).contains(&parts.len()) { parts } else { Vec::new() }
}

/// The names of a move: its phrase, its label, and two names of its request.
fn phrases(found: &Move<'_>) -> [String; 4] {
    let spec = found.offer.request.spec;
    let label = found.offer.label.to_string();
    [found.phrase(), label, spec.label.to_owned(), name(found)]
}

/// The name of the request in words: `turn back`.
fn name(found: &Move<'_>) -> String {
    found.offer.request.spec.name.replace('_', " ")
}

/// The words of a move as its link writes it: `turn 13`.
fn written(found: &Move<'_>) -> Vec<String> {
    words(&format!("{} {}", name(found), found.offer.request.typed_arguments(" ")))
}

/// The words of its arguments alone: `13`.
fn arguments(found: &Move<'_>) -> Vec<String> {
    words(&found.offer.request.typed_arguments(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::{Board, Cell, Offer, Page, Row};
    use crate::game::request::{ArgumentSpec, Fault, RequestSpec};
    use proptest::prelude::*;

    const NONE: Fault = Fault::new(901, "none", "There is none.");
    static TURN: RequestSpec = RequestSpec::new("turn", "turn it", "Turns a tile.")
        .taking(&[ArgumentSpec::number("tile", 1, 64, NONE)]);
    static TURN_BACK: RequestSpec = RequestSpec::new("turn_back", "turn it back", "Turns a tile.")
        .taking(&[ArgumentSpec::number("tile", 1, 64, NONE)]);
    static HINT: RequestSpec = RequestSpec::new("hint", "take a hint", "Helps.");
    static ANSWER: RequestSpec = RequestSpec::new("answer", "answer it", "Answers.").taking(&[
        ArgumentSpec::number("black", 0, 4, NONE),
        ArgumentSpec::number("white", 0, 4, NONE),
    ]);
    static PLAY: RequestSpec = RequestSpec::new("play_card", "play it", "Plays a card.")
        .taking(&[ArgumentSpec::word("card", &[], NONE)]);

    /// A board of two rows of three tiles, of which the first cannot be turned.
    fn maze() -> Page {
        let tile = |tile: usize| {
            let offers = [
                Offer::new("Turn", &TURN, [tile.into()]),
                Offer::new("Turn back", &TURN_BACK, [tile.into()]),
            ];
            let offers = offers.into_iter().filter(|_| tile > 1);
            Cell::new("|").labelled("north to south").offering(offers)
        };
        let board = Board::new("The maze", 3, (1..=6).map(tile).collect());
        Page::new("Your turn", "Turn.").with(board).offering([Offer::new("Hint", &HINT, [])])
    }

    /// A hand of three cards.
    fn hand() -> Page {
        let cards =
            [("QH", "queen of hearts"), ("QC", "queen of clubs"), ("8H", "eight of hearts")];
        let card = |(text, name): (&'static str, &str)| {
            let play = Offer::new(format!("Play the {name}"), &PLAY, [text.into()]);
            Cell::new(text).labelled(name.to_owned()).offering([play])
        };
        Page::new("Your turn", "Play.").with(Row::fanned("Your hand", cards.map(card).to_vec()))
    }

    /// The request that typed words come to, or how many it might be.
    fn understood(page: &Page, tool: Option<&str>, text: &str) -> String {
        match read(text, &Moves::of(page, tool)) {
            Reading::One(found) => {
                let mut link = String::new();
                crate::links::write_request(&found.offer.request, &mut link).unwrap();
                link.trim_start_matches('&').to_owned()
            }
            Reading::Several(moves) => moves.len().to_string(),
            Reading::Nothing => String::new(),
        }
    }

    #[test]
    fn of_two_moves_of_one_phrase_neither_is_made() {
        let twice = || [Offer::new("Hint", &HINT, []), Offer::new("Hint", &HINT, [])];
        assert_eq!(understood(&Page::new("", "").offering(twice()), None, "hint"), "2");
        let one = Page::new("", "").offering(twice().into_iter().take(1));
        assert_eq!(understood(&one, None, "hint"), "hint");
    }

    #[test]
    fn a_part_of_its_arguments_does_not_name_a_move() {
        let answer = Offer::new("My code", &ANSWER, [4.into(), 0.into()]);
        let page = Page::new("", "").offering([answer]);
        for text in ["4 0", "answer 4 0", "answer=4,0", "my code", "answer", "1"] {
            assert_eq!(understood(&page, None, text), "answer=4,0", "{text}");
        }
        for text in ["0", "4", "0 4", "answer 0", "answer 4", "answer 4 0 0", "answer=4"] {
            assert_eq!(understood(&page, None, text), "", "{text}");
        }
    }

    #[test]
    fn moves_typed_at_once_are_parted_into_words_or_letters() {
        for (text, parted) in [
            ("A a  B c", "A a B c"),
            ("AABC", "A A B C"),
            ("anchor, boat", "anchor boat"),
            ("1,2", "1 2"),
            ("a", ""),
            (" ", ""),
            ("43", ""),
            ("ninechars", ""),
        ] {
            assert_eq!(parts(text).join(" "), parted, "{text}");
        }
    }

    #[test]
    fn a_square_is_named_by_number_by_place_and_with_its_tool() {
        let page = maze();
        for (text, request) in [
            ("6", "turn=6"),
            ("2,3", "turn=6"),
            ("c2", "turn=6"),
            ("turn 6", "turn=6"),
            ("turn=6", "turn=6"),
            ("turn it back 6", "turn_back=6"),
            ("turn back c2", "turn_back=6"),
            ("back row 2 column 3", "turn_back=6"),
            ("turn_back=6", "turn_back=6"),
            ("7", "hint"),
            ("hnit", "hint"),
            ("take a hint", "hint"),
            // Nothing can be done there, and those places are not there.
            ("1", ""),
            ("a1", ""),
            ("9", ""),
            ("3,1", ""),
            ("d1", ""),
            ("fly 6", ""),
            ("", ""),
            ("xyzzy", ""),
        ] {
            assert_eq!(understood(&page, Some("turn"), text), request, "{text}");
        }
        assert_eq!(understood(&page, Some("turn_back"), "6"), "turn_back=6");
    }

    #[test]
    fn a_card_is_named_by_number_by_words_and_as_it_is_written() {
        let page = hand();
        for (text, request) in [
            ("1", "play_card=QH"),
            ("qh", "play_card=QH"),
            ("play_card=QH", "play_card=QH"),
            ("queen of hearts", "play_card=QH"),
            ("the queeen of harts", "play_card=QH"),
            ("clubs", "play_card=QC"),
            ("eight", "play_card=8H"),
            ("8", "play_card=8H"),
            ("8 of hearts", "play_card=8H"),
            ("queen", "2"),
            ("hearts", "2"),
            ("play", "3"),
            ("Play the queen of clubs, just drawn", "play_card=QC"),
            ("king of hearts", ""),
            ("king, of hearts", ""),
        ] {
            assert_eq!(understood(&page, None, text), request, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text: String) {
            for page in [maze(), hand()] {
                read(&text, &Moves::of(&page, Some("turn")));
            }
        }
    }
}
