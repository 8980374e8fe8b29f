//! Typed moves: the moves of a page, and the one that a text names.
//!
//! ```text
//! text    = link | number | name
//! link    = REQUEST "=" ARGUMENT { "," ARGUMENT }    mark=4, as a link has it
//!         | REQUEST "(" ARGUMENT { "," ARGUMENT } ")"
//! number  = DIGITS                                   if the page of the field printed numbers
//! name    = notation                                 what the game reads: QH, hearts, AABC, Nf3
//!         | { word } place { word }                  flag 2,3
//!         | word { word }                            queen of hearts
//!         | ARGUMENT { "," ARGUMENT }                2,3 of "heap 2, count 3"
//! place   = "row" ROW "column" COLUMN | "r" ROW "c" COLUMN | ROW COLUMN | LETTER ROW
//!         | "top" "left", "centre", "lower" "right" "corner"
//! ```
//!
//! A move has several names: its label, and what the log calls it ([`Game::called`]), with the verb of
//! the label, the log or the request. Words name a move if they stand in a name of it in that order, and
//! everything that tells moves apart is among them:
//!
//! - of a move at a square, the square;
//! - of a move whose arguments are numbers, every number of the label;
//! - of a move whose arguments are words, every word behind the verb;
//! - of a move without arguments, the verb: its first word.
//!
//! If a text is the whole name of a move, the names that it is only a part of do not count. A square
//! alone names the move that its board offers there. If a text names a move that the page does
//! not offer, the referee says why.
//!
//! [`Game::called`]: crate::game::contract::Game::called

mod list;
mod tokens;

pub use list::{Move, Moves, named_board, tool, tools};

use crate::game::any::AnyPosition;
use crate::game::contract::Named;
use crate::game::page::{Board, Cell, Offer, Page, SquareNames};
use crate::game::request::{Argument, Fault, Request, RequestSpec};
use crate::game::ruleset::Ruleset;
use crate::game::text::count;
use tokens::tokens;

/// The most characters of a text that is read.
const TYPED_CHARS_MAX: usize = 160;

/// The meaning of a text.
#[derive(Debug)]
pub enum Reading<'a> {
    /// This move.
    One(Move<'a>),
    /// One of several moves, or a move of which it names a part.
    Several(Vec<Move<'a>>),
    /// These moves, one after the other.
    Row(Vec<Request>),
    /// The request of a link.
    Link(Request),
    /// A move that the page does not offer. The referee knows why.
    NotOffered(Request),
    /// A request with an argument that it never has.
    OutOfBounds(Fault),
    /// No move, for this reason.
    Refused(String),
    /// No move.
    Nothing,
}

/// A page on which a move is typed.
#[derive(Debug)]
pub struct Typing<'a> {
    ruleset: &'a Ruleset,
    moves: Moves<'a>,
    /// The request that squares offer, if there are several.
    tool: Option<&'static str>,
}

impl<'a> Typing<'a> {
    /// Typing on this page, whose squares offer the request of the name `wanted` if they can.
    pub fn on(page: &'a Page, ruleset: &'a Ruleset, wanted: Option<&str>) -> Self {
        let tool = tool(&tools(page, ruleset), wanted);
        Typing { ruleset, moves: Moves::of(page), tool }
    }

    /// Reads a text typed at this position. A number counts if the page of its field was `numbered`.
    pub fn read(&self, text: &str, position: &dyn AnyPosition, numbered: bool) -> Reading<'a> {
        if let Some((name, arguments)) = as_written(text)
            && let Some(spec) = self.ruleset.request(&name.trim().to_lowercase())
        {
            let arguments = arguments.replace(' ', "");
            return Request::read(spec, &arguments)
                .map_or_else(Reading::OutOfBounds, Reading::Link);
        }
        if numbered && let Ok(number) = text.parse::<usize>() {
            let found = number.checked_sub(1).and_then(|at| self.moves.all.get(at));
            let missing = || Reading::Refused("There is no move of this number.".to_owned());
            return found.map_or_else(missing, |found| Reading::One(*found));
        }
        match position.read(text) {
            Named::OneOf(requests) => self.of_requests(requests),
            Named::Asked(request) => match self.of_requests(vec![request]) {
                Reading::One(found) => Reading::Several(vec![found]),
                other => other,
            },
            Named::Row(requests) => Reading::Row(requests),
            Named::Refused(why) => Reading::Refused(why),
            Named::Nothing if text.chars().count() > TYPED_CHARS_MAX => Reading::Nothing,
            // Notation is the name that the log has, too.
            Named::Nothing if self.moves.has_notation() => self.by_words(&tokens(text), &[]),
            Named::Nothing => {
                let called = position.called().into_iter();
                let called: Vec<Called> = called.map(Called::from).collect();
                self.by_words(&tokens(text), &called)
            }
        }
    }

    /// The offered moves among these requests.
    fn of_requests(&self, requests: Vec<Request>) -> Reading<'a> {
        let is_asked = |found: &&Move<'a>| requests.contains(&found.offer.request);
        let offered = one_of(self.moves.all.iter().filter(is_asked).copied().collect());
        match (offered, requests.into_iter().next()) {
            (Reading::Nothing, Some(request)) => Reading::NotOffered(request),
            (offered, _) => offered,
        }
    }

    fn by_words(&self, typed: &[String], called: &[Called]) -> Reading<'a> {
        // The game itself reads its notation.
        let moves = self.moves.all.iter().filter(|found| !found.offer.is_notation());
        let fits: Vec<(Fit, Move<'a>)> =
            moves.filter_map(|found| Some((self.fit_of(found, typed, called)?, *found))).collect();
        let of = |fit: Fit| fits.iter().filter(move |(of, _)| *of == fit).map(|(_, found)| *found);
        match one_of(of(Fit::Whole).collect()) {
            Reading::Nothing => {}
            whole => return whole,
        }
        if let Some((part, board)) = self.moves.board
            && let Some((row, column, rest)) = tokens::place(typed, board)
        {
            return self.at_square(part, board, (row, column), &rest);
        }
        match (one_of(of(Fit::Telling).collect()), of(Fit::Part).collect::<Vec<_>>()) {
            (Reading::Nothing, parts) if parts.is_empty() => self.of_numbers(typed),
            (Reading::Nothing, parts) => Reading::Several(parts),
            (telling, _) => telling,
        }
    }

    /// The best fit of a text with the names of a move. At a square a part of a name says nothing: the
    /// square does.
    fn fit_of(&self, found: &Move<'_>, typed: &[String], called: &[Called]) -> Option<Fit> {
        let called = called.iter().find(|called| called.request == found.offer.request);
        let is_at_square = self.moves.is_at_square(found);
        let verb = tokens(&found.offer.label);
        let fits = called.and_then(|called| called.fit(&verb, typed, is_at_square));
        let label = if is_at_square {
            let is_whole =
                tokens(&found.phrase()) == typed || self.is_label_and_place(found, typed);
            is_whole.then_some(Fit::Whole)
        } else {
            best_fit(found, typed)
        };
        fits.into_iter().chain(label).min()
    }

    /// Returns true if a text is the label of a move and the numbers of its square: `Flag 2,3`. A label may have
    /// numbers, too.
    fn is_label_and_place(&self, found: &Move<'_>, typed: &[String]) -> bool {
        let (Some((_, board)), Some(at)) = (self.moves.board, found.at) else { return false };
        let [column, row] = board.place_of(at.cell);
        let place = [row, column].map(|number| (number + 1).to_string());
        typed.strip_suffix(&place).is_some_and(|label| label == tokens(&found.offer.label))
    }

    /// The request of numbers alone, in a game of several numbers.
    fn of_numbers(&self, typed: &[String]) -> Reading<'a> {
        let mut specs = self.moves.all.iter().map(|found| found.offer.request.spec);
        let spec = specs.find(|spec| spec.arguments.len() > 1);
        let is_number = |word: &String| word.parse::<u32>().is_ok();
        let spec =
            spec.filter(|spec| typed.len() == spec.arguments.len() && typed.iter().all(is_number));
        let read = |found| match Request::read(found, &typed.join(",")) {
            Ok(request) => Reading::NotOffered(request),
            Err(fault) => Reading::OutOfBounds(fault),
        };
        spec.map_or(Reading::Nothing, read)
    }

    /// The move at a square that these words name, if there are any.
    fn at_square(
        &self,
        part: usize,
        board: &Board,
        (row, column): (usize, usize),
        words: &[String],
    ) -> Reading<'a> {
        let [columns, rows] = board.size();
        if !(1..=rows).contains(&row) || !(1..=columns).contains(&column) {
            let [rows, columns] = [count(rows, "row"), count(columns, "column")];
            return Reading::Refused(format!("The board has {rows} and {columns}."));
        }
        let cell = board.square_at([column - 1, row - 1]);
        let all = self.moves.all.iter().copied();
        let on_board: Vec<Move<'a>> =
            all.filter(|found| found.at.is_some_and(|at| at.part == part)).collect();
        let mut there = on_board.clone();
        there.retain(|found| found.at.is_some_and(|at| at.cell == cell));
        if let Some(found) = there.iter().find(|found| self.is_meant(found, words)) {
            return Reading::One(*found);
        }
        let mut named = there.clone();
        named.retain(|found| !words.is_empty() && is_within(words, &tokens(&found.offer.label)));
        if !named.is_empty() {
            return one_of(named);
        }
        let mut elsewhere = on_board.iter().filter(|found| self.is_meant(found, words));
        let asked = elsewhere.next().and_then(|found| at_another_square(found, cell));
        // The numbers of some games do not count squares.
        let counts_squares = elsewhere.all(|found| at_another_square(found, cell) == asked);
        match asked.filter(|_| counts_squares) {
            Some(request) => Reading::NotOffered(request),
            None if there.is_empty() => Reading::Nothing,
            None => Reading::Several(there),
        }
    }

    /// Returns true if these words at a square mean this move there. Without words, it is the request that
    /// squares offer.
    fn is_meant(&self, found: &Move<'_>, words: &[String]) -> bool {
        if words.is_empty() {
            return found.offer.is_with(self.tool);
        }
        let seen = tokens(found.spot.map_or("", |spot| spot.contents()));
        words
            .strip_prefix(&tokens(&found.offer.label)[..])
            .is_some_and(|rest| rest.is_empty() || rest == seen)
    }
}

/// The request of a move at a square, made at another square of its board. `None` if it never has that number.
fn at_another_square(found: &Move<'_>, cell: usize) -> Option<Request> {
    let [Argument::Number(number)] = found.offer.request.arguments[..] else { return None };
    let number = (number + cell).checked_sub(found.at?.cell)?;
    Request::read(found.offer.request.spec, &number.to_string()).ok()
}

/// A text that is a move of a page.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// The text: `2,3`.
    pub text: String,
    /// The names of its parts, if it has several: `row, column`.
    pub parts: String,
    /// True if it names a square by its row and column.
    pub is_square: bool,
}

/// A text that is a move of this page. `wanted` is the request that squares offer if they can.
pub fn example(page: &Page, ruleset: &Ruleset, wanted: Option<&str>) -> Option<Example> {
    let tool = tool(&tools(page, ruleset), wanted);
    let is_usual = |cell: &Cell| cell.offers.iter().any(|offer| offer.is_with(tool));
    if let Some((_, board)) = named_board(page)
        && let Some(cell) = board.cells.iter().position(is_usual)
    {
        let is_square = board.squares == SquareNames::RowAndColumn;
        let [row, column] = [cell / board.columns + 1, cell % board.columns + 1];
        let (text, parts) = if is_square {
            (format!("{row},{column}"), "row, column".to_owned())
        } else {
            (board.name_of(cell), String::new())
        };
        return Some(Example { text, parts, is_square });
    }
    let has_arguments = |offer: &&Offer| !offer.request.arguments.is_empty();
    let mut named = page.offers.iter().filter(|offer| offer.is_notation());
    let offer = named.next().or_else(|| page.all_offers().find(has_arguments))?;
    let names: Vec<&str> = offer.request.spec.arguments.iter().map(|spec| spec.name).collect();
    let parts = if names.len() > 1 { names.join(", ") } else { String::new() };
    // One number alone could be the number of a move.
    let is_number = matches!(offer.request.arguments[..], [Argument::Number(_)]);
    let label = || (is_number || offer.is_notation()).then(|| offer.label.to_string());
    let text = page.example.clone().or_else(label);
    let text = text.unwrap_or_else(|| offer.request.typed_arguments(","));
    Some(Example { text, parts, is_square: false })
}

/// The name and the arguments of a request as a link or a program writes it: `take=1,3`, `take(1,3)`.
fn as_written(text: &str) -> Option<(&str, &str)> {
    let in_brackets = || text.trim_end().strip_suffix(')')?.split_once('(');
    text.split_once('=').or_else(in_brackets)
}

/// What the log calls a move.
struct Called {
    request: Request,
    verb: Vec<String>,
    what: Vec<String>,
}

impl From<(Request, &str, String)> for Called {
    fn from((request, verb, what): (Request, &str, String)) -> Self {
        Called { request, verb: tokens(verb), what: tokens(&what) }
    }
}

impl Called {
    /// The fit of a text with this name, alone or behind the verb of the log, of the request, or of this
    /// label.
    fn fit(&self, label: &[String], typed: &[String], is_at_square: bool) -> Option<Fit> {
        let name = tokens(&self.request.spec.name.replace('_', " "));
        let verbs = [&self.verb[..], &name, label.get(..1).unwrap_or_default()];
        let behind = |verb| typed.strip_prefix(verb).filter(|rest| !rest.is_empty());
        let mut whats = verbs.into_iter().filter_map(behind).chain([typed]);
        // The number of `d3` is a part of the name of a square.
        let has_numbers = !is_at_square && self.what.iter().any(is_number);
        let telling = if has_numbers { Telling::Numbers } else { Telling::All };
        whats.find_map(|what| {
            // Of several numbers alone nothing says which is which.
            let is_unclear = what.len() > 1 && what.iter().all(is_number);
            let is_named = |fit: &Fit| match fit {
                Fit::Whole => true,
                Fit::Telling => !is_unclear,
                Fit::Part => false,
            };
            fit(&self.what, telling, what).filter(is_named)
        })
    }
}

/// How much of a name a text has, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Every word.
    Whole,
    /// Everything that tells moves apart.
    Telling,
    /// Less.
    Part,
}

/// The best fit of a text with a name of a move that is not at a square.
fn best_fit(found: &Move<'_>, typed: &[String]) -> Option<Fit> {
    let Request { spec, arguments } = &found.offer.request;
    let label = tokens(&found.offer.label);
    let values = tokens(&found.offer.request.typed_arguments(" "));
    // Numbers alone are in the order of a link.
    if typed.len() > 1 && typed.iter().all(is_number) {
        return (values == typed).then_some(Fit::Whole);
    }
    let are_numbers = !arguments.is_empty()
        && arguments.iter().all(|argument| matches!(argument, Argument::Number(_)));
    let telling = match label.len() {
        _ if arguments.is_empty() => Telling::First,
        _ if are_numbers => Telling::Numbers,
        1 => Telling::All,
        _ => Telling::AllButFirst,
    };
    let mut fits = vec![fit(&label, telling, typed)];
    fits.push((values == typed).then_some(Fit::Whole));
    if arguments.is_empty() && tokens(&spec.name.replace('_', " ")) == typed {
        fits.push(Some(Fit::Whole));
    }
    if are_numbers && values.len() > 1 {
        let pairs = spec.arguments.iter().zip(&values);
        let told = pairs.flat_map(|(argument, value)| [argument.name.to_owned(), value.clone()]);
        let name: Vec<String> = [spec.name.to_owned()].into_iter().chain(told).collect();
        fits.push(fit(&name, telling, typed));
        let is_it = named_values(spec, &label, typed).is_some_and(|named| named == values);
        fits.push(is_it.then_some(Fit::Telling));
    }
    let best = fits.into_iter().flatten().min().filter(|_| !typed.is_empty())?;
    // One number alone is a number of the page. Of several behind a verb, nothing says which is which.
    // A whole label whose numbers are in the order of a link says it.
    let is_bare = |word: &String| is_number(word) || label.first() == Some(word);
    let is_said = || label == typed && label.get(1..) == Some(&values[..]);
    let is_unclear = matches!(typed, [word] if is_number(word))
        || are_numbers && values.len() > 1 && typed.iter().all(is_bare) && !is_said();
    Some(if is_unclear { Fit::Part } else { best })
}

/// The values of arguments beside their names, in any order: `heap 1 take 2`, `2 white, 0 black`. Names stand
/// before all numbers if the text begins with one, and else behind all. One number may have no name. `None` if
/// another has none, or if there is a word that is neither a name nor on the label.
fn named_values(spec: &RequestSpec, label: &[String], typed: &[String]) -> Option<Vec<String>> {
    let verb = label.first().filter(|word| !is_number(word));
    let is_verb = |word: &&String| spec.name == *word || verb == Some(*word);
    let place = |word: &String| spec.arguments.iter().position(|argument| argument.name == word);
    let mut words: Vec<&String> = typed.iter().skip_while(is_verb).collect();
    if words.first().is_some_and(is_number) {
        words.reverse();
    }
    place(words.first()?)?;
    let mut values: Vec<Option<&String>> = vec![None; spec.arguments.len()];
    let mut unnamed = None;
    for pair in [words[0]].into_iter().chain(words.iter().copied()).zip(&words) {
        match (place(pair.0), *pair.1) {
            (Some(name), number) if is_number(number) => {
                if values[name].replace(number).is_some() {
                    return None;
                }
            }
            (None, number) if is_number(number) => {
                let is_beside = is_number(pair.0) || is_verb(&pair.0);
                if !is_beside || unnamed.replace(number).is_some() {
                    return None;
                }
            }
            (_, word) if place(word).is_some() || label.contains(word) || is_verb(&word) => {}
            _ => return None,
        }
    }
    if let Some(missing) = values.iter_mut().find(|value| value.is_none()) {
        *missing = unnamed.take();
    }
    let values: Option<Vec<String>> = values.into_iter().map(|value| value.cloned()).collect();
    values.filter(|_| unnamed.is_none())
}

/// The words of a name that tell moves apart.
#[derive(Clone, Copy)]
enum Telling {
    First,
    AllButFirst,
    Numbers,
    All,
}

impl Telling {
    fn has(self, at: usize, word: &str) -> bool {
        match self {
            Telling::First => at == 0,
            Telling::AllButFirst => at > 0,
            Telling::Numbers => is_number(word),
            Telling::All => true,
        }
    }
}

fn is_number(word: impl AsRef<str>) -> bool {
    word.as_ref().bytes().all(|c| c.is_ascii_digit())
}

/// The fit of a text with this name. `None` if the name does not have the words of the text in their order.
fn fit(name: &[String], telling: Telling, typed: &[String]) -> Option<Fit> {
    let mut left = typed.iter().peekable();
    let mut best = Fit::Whole;
    for (at, word) in name.iter().enumerate() {
        if left.next_if_eq(&word).is_none() {
            best = best.max(if telling.has(at, word) { Fit::Part } else { Fit::Telling });
        }
    }
    left.peek().is_none().then_some(best)
}

/// Returns true if the words stand in a name in that order.
fn is_within(words: &[String], name: &[String]) -> bool {
    let mut left = name.iter();
    words.iter().all(|word| left.any(|other| other == word))
}

/// One move, if these are the same one.
fn one_of(mut moves: Vec<Move<'_>>) -> Reading<'_> {
    moves.dedup_by(|one, other| one.offer.request == other.offer.request);
    match moves[..] {
        [] => Reading::Nothing,
        [found] => Reading::One(found),
        _ => Reading::Several(moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::request::ArgumentSpec;

    static BID: RequestSpec = RequestSpec::new("bid", "bid", "Bids so many dice.").taking(&[
        ArgumentSpec::number("count", 1, 6, Fault::new(901, "count", "No such count.")),
        ArgumentSpec::number("side", 1, 6, Fault::new(902, "side", "No such side.")),
    ]);

    fn is_read(label: &'static str, typed: &str) -> bool {
        let offers = [(label, [1, 6]), ("Bid 6 ones", [6, 1])];
        let offers =
            offers.map(|(label, numbers)| Offer::new(label, &BID, numbers.map(Argument::Number)));
        let page = Page::new("Your turn", "Bid.").offering(offers);
        let reading = Typing::on(&page, &Ruleset::USUAL, None).by_words(&tokens(typed), &[]);
        matches!(reading, Reading::One(found) if found.offer.label == label)
    }

    static DRAW: RequestSpec = RequestSpec::new("draw", "draw", "Draws a line.")
        .taking(&[ArgumentSpec::number("line", 1, 9, Fault::new(903, "line", "No such line."))]);

    /// The request of the square b1 on a board whose squares a1, c1 and e1 offer these numbers.
    fn asked_at_b1(numbers: [usize; 3]) -> Option<Request> {
        let offering =
            |number| Cell::free().offering([Offer::asking("Draw", Request::with(&DRAW, number))]);
        let [one, two, three] = numbers.map(offering);
        let cells = vec![one, Cell::new("+"), two, Cell::new("+"), three];
        let names = SquareNames::Lettered(crate::game::page::Corner::TopLeft);
        let page = Page::new("Your turn", "Draw.").with(Board::new("Dots", 5, cells).named(names));
        match Typing::on(&page, &Ruleset::USUAL, None).by_words(&tokens("b1"), &[]) {
            Reading::NotOffered(request) => Some(request),
            _ => None,
        }
    }

    #[test]
    fn a_square_is_no_number_of_another_thing() {
        assert_eq!(asked_at_b1([4, 6, 8]), Some(Request::with(&DRAW, 5)));
        // Lines, and not squares, have these numbers.
        assert_eq!(asked_at_b1([4, 5, 6]), None);
        // Nothing has the number 10.
        assert_eq!(asked_at_b1([9, 9, 9]), None);
    }

    #[test]
    fn a_label_of_two_numbers_may_be_typed() {
        assert!(is_read("Bid 1 six", "Bid 1 six") && is_read("Bid 1 six", "bid one 6"));
        assert!(is_read("Bid 1 six", "1,6"));
        // Here the label says one thing, and the order of a link another.
        assert!(!is_read("Bid six 1", "Bid six 1"));
        assert!(!is_read("Bid 1 of the sixes", "bid 1 6"));
    }
}
