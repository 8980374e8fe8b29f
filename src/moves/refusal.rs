//! Why what was typed is none of the moves of a page.

use super::list::Moves;
use super::place;
use super::read::shown;
use super::words::words;
use crate::game::page::{Page, Part, Spread};
use crate::game::spot::place_name;
use crate::game::text::{capitalised, count};

/// Why this is no move of a page with these moves, in a sentence.
pub fn why_no_move(text: &str, page: &Page, moves: &Moves<'_>) -> String {
    let shown = shown(text);
    let typed = words(&shown);
    let Some((_, board)) = moves.board else {
        let is_hand = |part: &Part| matches!(part, Part::Row(row) if row.spread == Spread::Fanned);
        return match page.parts.iter().any(is_hand) {
            true => format!("\u{201c}{shown}\u{201d} is no card that you can play now."),
            false => format!("\u{201c}{shown}\u{201d} is not a move that you have now."),
        };
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
            format!("{} offers no such move now.", capitalised(&place_name(square, columns)))
        }
        None => format!("\u{201c}{shown}\u{201d} is no square: type a row and a column."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::{Board, Cell, Offer, Row};
    use crate::game::request::RequestSpec;

    static TURN: RequestSpec = RequestSpec::new("turn", "turn", "Turns a tile.");

    fn told(part: impl Into<Part>, text: &str) -> String {
        let page = Page::new("", "").with(part);
        why_no_move(text, &page, &Moves::of(&page, None))
    }

    fn board() -> Board {
        let open = || Cell::new(".").offering([Offer::new("Turn", &TURN, [])]);
        Board::new("", 3, vec![open(), Cell::new("."), open(), open(), open(), open()])
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        assert_eq!(
            told(board(), "9,9"),
            "\u{201c}9,9\u{201d} is off the board: it has 2 rows and 3 columns."
        );
        for text in ["1,2", "2", "b1"] {
            assert_eq!(told(board(), text), "Row 1, column 2 offers no such move now.", "{text}");
        }
        let no_square = "\u{201c}77\u{201d} is no square: type a row and a column.";
        assert_eq!(told(board(), "77"), no_square);
        let hand = Row::fanned("Your hand", vec![Cell::new("AS")]);
        let not_held = "\u{201c}queen\u{201d} is no card that you can play now.";
        assert_eq!(told(hand, "queen"), not_held);
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
