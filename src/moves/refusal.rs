//! Why what was typed is none of the moves of a page.

use super::list::Moves;
use super::place;
use super::read::shown;
use super::words::{Fit, fit, words};
use crate::game::page::{Cell, Page, Part, Row, Spread};
use crate::game::spot::{Spot, place_name};
use crate::game::text::{capitalised, count};

/// Why this is no move of a page with these moves, in a sentence.
pub fn why_no_move(text: &str, page: &Page, moves: &Moves<'_>) -> String {
    let shown = shown(text);
    let typed = words(&shown);
    let Some((_, board)) = moves.board else {
        let hand = page.parts.iter().find_map(|part| match part {
            Part::Row(row) if row.spread == Spread::Fanned => Some(row),
            _ => None,
        });
        let no_move = || format!("\u{201c}{shown}\u{201d} is not a move that you have now.");
        return hand.and_then(|hand| why_no_card(&shown, &typed, hand)).unwrap_or_else(no_move);
    };
    let columns = board.columns.max(1);
    let square = match (place::find(&typed), &typed[..]) {
        (Some(found), _) => match found.square(board) {
            Some(square) => Some(square),
            None => {
                let rows = count(board.cells.len() / columns, "row");
                let size = format!("{rows} and {}", count(columns, "column"));
                return format!("\u{201c}{shown}\u{201d} is off the board: it has {size}.");
            }
        },
        (None, [number]) => number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)),
        (None, _) => None,
    };
    match square.filter(|square| *square < board.cells.len()) {
        Some(square) => {
            let what = Spot::of(&board.cells[square]).contents();
            let place = place_name(square, columns);
            match what.split(',').next().filter(|what| is_thing(what)) {
                Some(thing) => format!("{} already holds {thing}.", capitalised(&place)),
                None => format!("You cannot choose {place} now: {what}."),
            }
        }
        None => format!("\u{201c}{shown}\u{201d} is not a row and a column."),
    }
}

/// Returns true if this names a thing, such as `your O` or `the heart`, and not how a square is.
fn is_thing(what: &str) -> bool {
    what.starts_with("your ") || what.starts_with("the ")
}

/// Why this is no card to play, if a card of the hand is to be played, or one of them is meant.
fn why_no_card(shown: &str, typed: &[String], hand: &Row) -> Option<String> {
    let is_meant = |cell: &&Cell| {
        let by_name = fit(typed, &words(&cell.label));
        words(&cell.text) == typed || matches!(by_name, Some(Fit::Whole | Fit::InOrder))
    };
    let is_for_play = hand.cells.iter().any(|cell| !cell.offers.is_empty());
    match hand.cells.iter().find(is_meant) {
        Some(cell) => {
            let name = cell.label.rsplit(": ").next().unwrap_or_default();
            Some(format!("You cannot play the {name} now."))
        }
        None => is_for_play.then(|| format!("\u{201c}{shown}\u{201d} is not in your hand.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::{Board, Offer};
    use crate::game::request::RequestSpec;

    static TURN: RequestSpec = RequestSpec::new("turn", "turn", "Turns a tile.");

    fn told(part: impl Into<Part>, text: &str) -> String {
        let page = Page::new("", "").with(part);
        why_no_move(text, &page, &Moves::of(&page, None))
    }

    fn board() -> Board {
        let open = || Cell::new(".").offering([Offer::new("Turn", &TURN, [])]);
        Board::new(
            "",
            3,
            vec![open(), Cell::new("O").labelled("your O"), open(), open(), open(), open()],
        )
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        assert_eq!(
            told(board(), "9,9"),
            "\u{201c}9,9\u{201d} is off the board: it has 2 rows and 3 columns."
        );
        for text in ["1,2", "2", "b1"] {
            assert_eq!(told(board(), text), "Row 1, column 2 already holds your O.");
        }
        let no_square = "\u{201c}77\u{201d} is not a row and a column.";
        assert_eq!(told(board(), "77"), no_square);
        let ace = || Cell::new("AS").labelled("In your hand: ace of spades");
        let two = || Cell::new("2S").labelled("In your hand: two of spades");
        let to_play = || two().offering([Offer::new("Play", &TURN, [])]);
        let hand = |cells| Row::fanned("Your hand", cells);
        let not_held = "\u{201c}queen\u{201d} is not in your hand.";
        assert_eq!(told(hand(vec![ace(), to_play()]), "queen"), not_held);
        for text in ["as", "ace", "ace of spades"] {
            let does_not_fit = "You cannot play the ace of spades now.";
            assert_eq!(told(hand(vec![ace(), to_play()]), text), does_not_fit);
        }
        // No card is to be played while a suit is.
        let no_suit = "\u{201c}queen\u{201d} is not a move that you have now.";
        assert_eq!(told(hand(vec![ace(), two()]), "queen"), no_suit);
        let tiles = Row::tiled("Your choice", vec![Cell::new("A")]);
        let no_move = "\u{201c}queen\u{201d} is not a move that you have now.";
        assert_eq!(told(tiles, "queen"), no_move);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_refused_without_panic(text: String) {
            assert!(!told(board(), &text).is_empty());
        }
    }
}
