//! The reason why a typed text is no move of a page, and a text that is one.

use super::list::Move;
use super::read::{Asks, Printed, Reader, TYPED_CHARS_MAX, quoted};
use super::tokens::Token;
use crate::game::page::{Board, Cell, Page, Part, Row, Spread};
use crate::game::spot::{Spot, place_name};
use crate::game::text::{capitalised, count, listed};

/// Why this is no move of a page with these moves, in a sentence or two.
pub fn why_no_move(text: &str, page: &Page, reader: &Reader<'_, '_>) -> String {
    let such_as = example(page, reader).map(|example| format!(" Type {example}."));
    let such_as = such_as.unwrap_or_default();
    let shown = format!("\u{201c}{}\u{201d}", quoted(text));
    let tokens = reader.tokens(text);
    if text.chars().count() > TYPED_CHARS_MAX {
        return format!("A move has at most {TYPED_CHARS_MAX} characters.{such_as}");
    }
    if tokens.is_empty() {
        return format!("{shown} has no letter and no number.{such_as}");
    }
    if let Some((name, arguments)) = text.split_once('=')
        && reader.of_link(name, arguments).is_some()
    {
        return format!("Links count squares from 0, and this page from 1.{such_as}");
    }
    if tokens.contains(&Token::Sign) && !text.contains('=') {
        return format!("{shown} has a sign that no move has.{such_as}");
    }
    match (reader.asks, reader.moves.board) {
        (Asks::Square, Some((_, board))) => match why_no_square(&tokens, board, reader) {
            Some(why) => why + &such_as,
            None => format!("{shown} is not a row and a column.{such_as}"),
        },
        (Asks::Numbers(_), _) if tokens.iter().all(|token| token.number().is_some()) => {
            format!("{shown} is no move that you have now.{such_as}")
        }
        _ => match why_no_card(&shown, &tokens, page, reader) {
            Some(why) => why + &such_as,
            None => format!("{shown} is not a move that you have now.{such_as}"),
        },
    }
}

/// A text to type, with a move that this page has now: `two numbers, such as 2,3`.
fn example(page: &Page, reader: &Reader<'_, '_>) -> Option<String> {
    let moves = || reader.moves.all.iter();
    let of_squares = |(_, board): (usize, &Board)| {
        let at = board.cells.iter().position(|cell| !cell.offers.is_empty())?;
        let columns = board.columns.max(1);
        Some(format!("{},{}", at / columns + 1, at % columns + 1))
    };
    Some(match reader.asks {
        Asks::Square => {
            format!("two numbers, such as {}", reader.moves.board.and_then(of_squares)?)
        }
        Asks::Numbers(spec) => {
            let found = moves().find(|found| found.offer.request.is(spec))?;
            let names: Vec<&str> = spec.arguments.iter().map(|argument| argument.name).collect();
            let arguments = found.offer.request.typed_arguments(",");
            format!("{}, such as {arguments}", names.join(", "))
        }
        Asks::Card | Asks::Suit | Asks::Word => {
            let typed = |found: &Move<'_>| found.offer.request.typed_arguments(",");
            let argument = moves().map(typed).find(|typed| !typed.is_empty());
            let label = || moves().next().map(|found| found.phrase());
            let example = page.example.map(str::to_owned).or(argument).or_else(label)?;
            format!("a move, such as {example}")
        }
    })
}

/// Why these tokens name no move at a square, if they have to do with one.
fn why_no_square(tokens: &[Token], board: &Board, reader: &Reader<'_, '_>) -> Option<String> {
    let columns = board.columns.max(1);
    let Some((squares, beside)) = reader.place(tokens) else {
        let numbers = tokens.iter().filter(|token| token.digits().is_some()).count();
        return (numbers == 1).then(|| match reader.printed {
            Printed::Nothing => "One number alone names no square.".to_owned(),
            Printed::Squares | Printed::Everything => "There is no move of this number.".to_owned(),
        });
    };
    let Some(square) = squares.first().copied() else {
        let rows = count(board.cells.len() / columns, "row");
        return Some(format!("The board has {rows} and {}.", count(columns, "column")));
    };
    if reader.place(&beside).is_some() || beside.iter().any(|token| token.number().is_some()) {
        return Some("That names more than one square.".to_owned());
    }
    let place = place_name(square, columns);
    let there = reader.moves.at_square(square);
    if there.is_empty() {
        let what = Spot::of(&board.cells[square]).contents();
        return Some(match what.split(',').next().filter(|what| is_thing(what)) {
            Some(thing) => format!("{} already holds {thing}.", capitalised(&place)),
            None => format!("You cannot choose {place} now: {what}."),
        });
    }
    let labels = there.iter().map(|found| format!("\u{201c}{}\u{201d}", found.offer.label));
    Some(format!("At {place} you can only type {}.", listed(labels)))
}

/// Returns true if this names a thing, such as `your O` or `the heart`, and not how a square is.
fn is_thing(what: &str) -> bool {
    what.starts_with("your ") || what.starts_with("the ")
}

/// Why this is no card to play, if a card of the hand is to be played, or one of them is meant.
fn why_no_card(
    shown: &str,
    typed: &[Token],
    page: &Page,
    reader: &Reader<'_, '_>,
) -> Option<String> {
    let hand = page.parts.iter().find_map(|part| match part {
        Part::Row(row) if row.spread == Spread::Fanned => Some(row),
        _ => None,
    });
    let hand: &Row = hand?;
    let is_meant = |cell: &&Cell| {
        let name = reader.tokens(name_of(cell));
        typed.iter().all(|token| name.contains(token))
    };
    let is_for_play = hand.cells.iter().any(|cell| !cell.offers.is_empty());
    match hand.cells.iter().find(is_meant) {
        Some(cell) => Some(format!("You cannot play the {} now.", name_of(cell))),
        None => is_for_play.then(|| format!("{shown} is not in your hand.")),
    }
}

/// The name of a card, without where it is.
fn name_of(cell: &Cell) -> &str {
    cell.label.rsplit(": ").next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::Offer;
    use crate::game::request::{ArgumentSpec, Fault, RequestSpec};
    use crate::moves::Moves;

    const NONE: Fault = Fault::new(901, "none", "There is none.");
    static TURN: RequestSpec = RequestSpec::new("turn", "turn", "Turns a tile.");
    static PLAY: RequestSpec = RequestSpec::new("play_card", "play it", "Plays a card.")
        .taking(&[ArgumentSpec::word("card", &[], NONE)]);

    fn told(part: impl Into<Part>, text: &str, printed: Printed) -> String {
        let page = Page::new("", "").with(part);
        let moves = Moves::of(&page, None);
        why_no_move(text, &page, &Reader::new(&moves, printed))
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
    fn a_refusal_says_what_is_wrong_and_what_is_not() {
        for (text, why) in [
            ("9,9", "The board has 2 rows and 3 columns."),
            ("1,2", "Row 1, column 2 already holds your O."),
            ("b1", "Row 1, column 2 already holds your O."),
            ("a1 c2", "That names more than one square."),
            ("1,1 3", "That names more than one square."),
            ("rotate b2", "At row 2, column 2 you can only type \u{201c}Turn\u{201d}."),
            ("5", "One number alone names no square."),
            ("-1", "\u{201c}-1\u{201d} has a sign that no move has."),
            ("xyzzy", "\u{201c}xyzzy\u{201d} is not a row and a column."),
            ("https://x.example", "\u{201c}https\u{2026}\u{201d} is not a row and a column."),
            ("?!", "\u{201c}\u{2026}\u{201d} has no letter and no number."),
        ] {
            let expected = format!("{why} Type two numbers, such as 1,1.");
            assert_eq!(told(board(), text, Printed::Nothing), expected, "{text}");
        }
        let numbered = told(board(), "2", Printed::Squares);
        assert!(numbered.starts_with("Row 1, column 2 already holds your O."), "{numbered}");
        assert!(
            told(board(), "77", Printed::Squares).starts_with("There is no move of this number")
        );
    }

    #[test]
    fn a_refusal_tells_a_card_in_the_hand_from_others() {
        let ace = || Cell::new("AS").labelled("In your hand: ace of spades");
        let two = || Cell::new("2S").labelled("In your hand: two of spades");
        let play = || Offer::new("Play the two of spades", &PLAY, ["2S".into()]);
        let hand = || Row::new(Spread::Fanned, "Your hand", vec![ace(), two().offering([play()])]);
        for (text, why) in [
            ("queen", "\u{201c}queen\u{201d} is not in your hand."),
            ("as", "You cannot play the ace of spades now."),
            ("ace", "You cannot play the ace of spades now."),
            ("a \u{2660}", "You cannot play the ace of spades now."),
        ] {
            let expected = format!("{why} Type a move, such as 2S.");
            assert_eq!(told(hand(), text, Printed::Nothing), expected, "{text}");
        }
        // No card is to be played while a suit is.
        let no_suit = told(
            Row::new(Spread::Fanned, "Your hand", vec![ace(), two()]),
            "queen",
            Printed::Nothing,
        );
        assert_eq!(no_suit, "\u{201c}queen\u{201d} is not a move that you have now.");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_refused_without_panic(text: String) {
            assert!(!told(board(), &text, Printed::Nothing).is_empty());
        }
    }
}
