//! Reads typed text as a move: `2,3`, `b2`, `queen of hearts`, `lock c3`, or `7` on pages that print
//! numbers.

use super::cards::{with_names, with_suits};
use super::list::{Move, Moves};
use super::names::{Fit, Names, Text};
use super::place;
use super::tokens::{Token, tokens};
use super::words::{is_filler, is_near};
use crate::game::page::Emphasis;
use crate::game::page::Offer;
use crate::game::request::{Argument, Request, RequestSpec};
use crate::game::ruleset::Ruleset;

/// The most characters of a text that is read.
pub const TYPED_CHARS_MAX: usize = 160;
/// The most characters of a text that a page quotes.
const QUOTED_CHARS_MAX: usize = 24;
/// The most tokens of a text for which similar moves are looked for.
const SIMILAR_TOKENS_MAX: usize = 12;
/// A note behind a move that the page makes only once.
const NOTE: [&str; 2] = ["just", "drawn"];

/// The numbers that a page prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// None.
    Nothing,
    /// It says that squares have numbers, counted row by row from 1.
    Squares,
    /// The number of every move.
    Everything,
}

/// The meaning of a single letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// A token of a move, such as a peg.
    Tokens,
    /// The first letter of a word, such as a colour.
    Initials,
}

/// The kind of move that a page asks for.
#[derive(Clone, Copy, Debug)]
pub enum Asks {
    /// A square of its board.
    Square,
    /// Several numbers.
    Numbers(&'static RequestSpec),
    /// A card.
    Card,
    /// The suit of a card.
    Suit,
    /// A word.
    Word,
}

/// The meaning of a text.
#[derive(Debug)]
pub enum Reading<'a> {
    /// This move.
    One(Move<'a>),
    /// One of these.
    Several(Vec<Move<'a>>),
    /// No move of this page. These are spelt nearly so.
    Nothing(Vec<Move<'a>>),
}

/// The moves of a page, with the tokens that name them.
#[derive(Debug)]
pub struct Reader<'a, 'm> {
    /// The moves.
    pub moves: &'m Moves<'a>,
    /// The numbers that the page prints.
    pub printed: Printed,
    /// The kind of move that the page asks for.
    pub asks: Asks,
    groups: Vec<Group<'a>>,
    has_letters: bool,
    /// The notation of the game ([`Ruleset::names_move`]).
    names_move: fn(&str, &Offer) -> bool,
}

/// Moves with the same tokens: one, or one at each of several squares.
#[derive(Debug)]
struct Group<'a> {
    names: Names,
    moves: Vec<Move<'a>>,
}

/// The beginning of a text as a page may quote it: a limited number of letters, digits, blanks,
/// hyphens and commas, and no address.
pub fn quoted(text: &str) -> String {
    let is_plain = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | ',');
    let text = text.trim();
    let plain: String = text.chars().take_while(is_plain).take(QUOTED_CHARS_MAX).collect();
    if plain == text { plain } else { plain.trim_end().to_owned() + "\u{2026}" }
}

impl<'a, 'm> Reader<'a, 'm> {
    /// A reader of typed moves on a page with these moves.
    pub fn new(moves: &'m Moves<'a>, printed: Printed) -> Self {
        let groups = groups(moves);
        let has_letters = groups.iter().any(|group| group.names.label().any(|word| word == "a"));
        let names_move = Ruleset::USUAL.names_move;
        Reader { moves, printed, asks: asks(moves), groups, has_letters, names_move }
    }

    /// The same reader for a game with this notation.
    pub fn with_notation(self, names_move: fn(&str, &Offer) -> bool) -> Self {
        Reader { names_move, ..self }
    }

    /// Reads a text as one of the moves. A letter is a token of one, or else an initial.
    pub fn read(&self, text: &str) -> Reading<'a> {
        let reading = match self.read_with(text, Letters::Tokens) {
            Reading::Nothing(_) => self.read_with(text, Letters::Initials),
            understood => understood,
        };
        match reading {
            Reading::Nothing(_) => Reading::Nothing(self.similar(text)),
            understood => understood,
        }
    }

    /// Reads a text in which a single letter has this meaning.
    pub fn read_with(&self, text: &str, letters: Letters) -> Reading<'a> {
        if text.chars().count() > TYPED_CHARS_MAX {
            return Reading::Nothing(Vec::new());
        }
        let is_named = |found: &&Move<'a>| (self.names_move)(text, found.offer);
        let named: Vec<Move<'a>> = self.moves.all.iter().filter(is_named).copied().collect();
        if !named.is_empty() {
            return one_of(named);
        }
        if let Some((name, arguments)) = text.split_once('=') {
            return self.by_link(name, arguments);
        }
        let tokens = self.tokens(text);
        match letters {
            Letters::Tokens => match (self.by_tokens(&tokens), self.asks, without_note(&tokens)) {
                // Only a card was just drawn.
                (nothing @ Reading::Nothing(_), Asks::Card, Some(told)) => {
                    match self.by_tokens(told) {
                        Reading::One(card) if card.offer.request.arguments.is_empty() => nothing,
                        card => card,
                    }
                }
                (reading, ..) => reading,
            },
            Letters::Initials => self.by_initial(&tokens),
        }
    }

    /// The tokens of a text. The letters of cards are words.
    pub fn tokens(&self, text: &str) -> Vec<Token> {
        match self.asks {
            Asks::Card => with_names(&tokens(text)),
            Asks::Suit => with_suits(&tokens(text)),
            Asks::Square | Asks::Numbers(_) | Asks::Word => tokens(text),
        }
    }

    /// The move that a link has: `mark=4`. Links count squares from 0, and a page that numbers them
    /// from 1 does not take that.
    fn by_link(&self, name: &str, arguments: &str) -> Reading<'a> {
        let Some(found) = self.of_link(name, arguments) else { return one_of(Vec::new()) };
        let is_counted_otherwise = self.moves.is_at_square(&found)
            && found.offer.request.number(0) != found.at.map_or(0, |at| at.cell + 1);
        match is_counted_otherwise && self.printed != Printed::Nothing {
            true => Reading::Nothing(Vec::new()),
            false => Reading::One(found),
        }
    }

    /// The move of the link that ends with this.
    pub fn of_link(&self, name: &str, arguments: &str) -> Option<Move<'a>> {
        let typed: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let is_meant = |found: &&Move<'a>| {
            let request = &found.offer.request;
            let is_same = |(argument, typed): (&Argument, &&str)| match argument {
                Argument::Number(number) => number.to_string() == **typed,
                Argument::Word(word) => word.eq_ignore_ascii_case(typed),
            };
            request.spec.name.eq_ignore_ascii_case(name.trim())
                && request.arguments.len() == typed.len()
                && request.arguments.iter().zip(&typed).all(is_same)
        };
        self.moves.all.iter().find(is_meant).copied()
    }

    /// The request that a text of numbers alone asks for, if the page asks for several numbers. The page
    /// need not offer it: the referee says why not.
    pub fn of_numbers(&self, text: &str) -> Option<Request> {
        let Asks::Numbers(spec) = self.asks else { return None };
        let tokens = self.tokens(text);
        let numbers: Option<Vec<String>> =
            tokens.iter().map(|token| Some(token.number()?.to_string())).collect();
        Request::read(spec, &numbers?.join(",")).ok()
    }

    fn by_tokens(&self, tokens: &[Token]) -> Reading<'a> {
        if tokens.is_empty() || tokens.contains(&Token::Sign) {
            return Reading::Nothing(Vec::new());
        }
        self.by_number(tokens)
            .or_else(|| self.by_digits(tokens))
            .or_else(|| self.by_place(tokens))
            .or_else(|| self.by_request(tokens))
            .unwrap_or_else(|| self.by_names(&Text::new(tokens.to_vec(), self.has_letters)))
    }

    /// The move with a number that the page prints. A square at which nothing can be done is no other
    /// move.
    fn by_number(&self, tokens: &[Token]) -> Option<Reading<'a>> {
        let [number] = tokens else { return None };
        let number = number.digits()?;
        let squares = self.moves.board.map_or(0, |(_, board)| board.cells.len());
        let is_square = (1..=squares).contains(&number);
        match self.printed {
            Printed::Nothing => None,
            _ if is_square => Some(self.at_square(number - 1)),
            Printed::Squares => None,
            Printed::Everything => {
                let mut moves = self.moves.all.iter();
                moves.find(|found| found.number == Some(number)).map(|found| Reading::One(*found))
            }
        }
    }

    /// Two digits on a page that asks for two numbers of one digit: `13`.
    fn by_digits(&self, tokens: &[Token]) -> Option<Reading<'a>> {
        let [Token::Number { value, digits: 2 }] = tokens else { return None };
        let Asks::Numbers(spec) = self.asks else { return None };
        let is_pair = spec.arguments.len() == 2 && self.printed == Printed::Nothing;
        let is_digit = |found: &Move<'_>| {
            let request = &found.offer.request;
            !request.is(spec) || (0..2).all(|place| request.number(place) < 10)
        };
        let digits = [value / 10, value % 10];
        let is_meant = |found: &&Move<'a>| {
            let request = &found.offer.request;
            request.is(spec) && (0..2).all(|place| request.number(place) == digits[place])
        };
        (is_pair && self.moves.all.iter().all(is_digit))
            .then(|| one_of(self.moves.all.iter().filter(is_meant).copied().collect()))
    }

    /// A place, perhaps with words for the move there.
    fn by_place(&self, tokens: &[Token]) -> Option<Reading<'a>> {
        let (squares, beside) = self.place(tokens)?;
        let beside = Text::telling(beside);
        let there = |square: usize| {
            let moves = self.moves.at_square(square);
            if beside.tokens.is_empty() { used(&moves) } else { best(named(moves, &beside)) }
        };
        Some(one_of(squares.into_iter().flat_map(there).collect()))
    }

    /// The squares that tokens name on a page that asks for a square, and the other tokens.
    pub fn place(&self, tokens: &[Token]) -> Option<(Vec<usize>, Vec<Token>)> {
        let (_, board) = self.moves.board.filter(|_| matches!(self.asks, Asks::Square))?;
        if let Some((written, used)) = place::find(tokens) {
            return Some((written.squares(board), beside(tokens, &used)));
        }
        // `lock 7`
        let mut numbers = (0..tokens.len()).filter(|at| tokens[*at].digits().is_some());
        let at = numbers.next().filter(|_| numbers.next().is_none())?;
        let number = tokens[at].digits().filter(|number| (1..=board.cells.len()).contains(number));
        let number = number.filter(|_| self.printed != Printed::Nothing)?;
        Some((vec![number - 1], beside(tokens, &[at])))
    }

    fn at_square(&self, square: usize) -> Reading<'a> {
        one_of(used(&self.moves.at_square(square)))
    }

    /// The move whose request has this name, and no arguments.
    fn by_request(&self, tokens: &[Token]) -> Option<Reading<'a>> {
        let words: Option<Vec<&str>> = tokens.iter().map(Token::word).collect();
        let name = words?.join("_");
        let is_meant = |found: &&Move<'a>| {
            let request = &found.offer.request;
            request.arguments.is_empty() && request.spec.name == name
        };
        let found: Vec<Move<'a>> = self.moves.all.iter().filter(is_meant).copied().collect();
        (!found.is_empty()).then(|| one_of(found))
    }

    /// The moves that a text names best.
    fn by_names(&self, text: &Text) -> Reading<'a> {
        let is_crossed = self.groups.iter().any(|group| group.names.is_crossed());
        let fitting = self.groups.iter().filter_map(|group| {
            let fit = group.names.fit(text, is_crossed)?;
            Some(group.moves.iter().map(move |found| (fit, *found)))
        });
        one_of(best(fitting.flatten()))
    }

    /// The move that has a word argument, and a word of its own with this initial.
    fn by_initial(&self, tokens: &[Token]) -> Reading<'a> {
        let [token] = tokens else { return Reading::Nothing(Vec::new()) };
        let asks_word = matches!(self.asks, Asks::Word);
        let letter = token.word().filter(|_| token.is_letter() && asks_word);
        let Some(letter) = letter else { return Reading::Nothing(Vec::new()) };
        let is_meant = |group: &&Group<'a>| {
            let is_word = |found: &Move<'_>| !found.offer.request.arguments.is_empty();
            let is_own = |word: &&str| {
                let has_it = |group: &&Group<'_>| group.names.label().any(|label| label == *word);
                word.chars().count() > 1 && self.groups.iter().filter(has_it).count() == 1
            };
            let mut words = group.names.label().filter(is_own);
            group.moves.iter().all(is_word) && words.any(|word| word.starts_with(letter))
        };
        let found = self.groups.iter().filter(is_meant).flat_map(|group| &group.moves);
        one_of(found.copied().collect())
    }

    /// The moves that a text names if words of it are spelt as moves have them.
    fn similar(&self, text: &str) -> Vec<Move<'a>> {
        let mut tokens = self.tokens(text);
        if text.contains('=') || tokens.len() > SIMILAR_TOKENS_MAX {
            return Vec::new();
        }
        let mut known: Vec<&str> =
            self.groups.iter().flat_map(|group| group.names.words()).collect();
        known.sort_unstable();
        known.dedup();
        let mut is_changed = false;
        for token in &mut tokens {
            let Some(word) = token.word() else { continue };
            let mut near = known.iter().filter(|known| is_near(word, known));
            if let (Some(known), true) = (near.next(), known.binary_search(&word).is_err()) {
                *token = Token::Word((*known).to_owned());
                is_changed = true;
            }
        }
        match self.by_tokens(&tokens) {
            Reading::One(found) if is_changed => vec![found],
            Reading::Several(found) if is_changed => found,
            _ => Vec::new(),
        }
    }
}

/// The tokens with a meaning, in addition to those that name a place.
fn beside(tokens: &[Token], used: &[usize]) -> Vec<Token> {
    let is_silent = |at: usize| is_filler(tokens, at) || place::is_noun(&tokens[at]);
    let others = (0..tokens.len()).filter(|at| !used.contains(at) && !is_silent(*at));
    others.map(|at| tokens[at].clone()).collect()
}

/// The tokens without the note behind them, if there is one.
fn without_note(tokens: &[Token]) -> Option<&[Token]> {
    let (told, note) = tokens.split_last_chunk::<2>()?;
    note.iter().zip(NOTE).all(|(token, word)| token.is(word)).then_some(told)
}

/// The move of a square if the text has only its place: that of the tool in use.
fn used<'a>(there: &[Move<'a>]) -> Vec<Move<'a>> {
    there.iter().find(|found| found.number.is_some()).copied().into_iter().collect()
}

/// The moves at a place that words beside it name, and how well they do.
fn named<'a>(there: Vec<Move<'a>>, beside: &Text) -> impl Iterator<Item = (Fit, Move<'a>)> {
    there.into_iter().filter_map(|found| {
        let seen = found.spot.map_or("", |spot| &*spot.cell.label);
        let names = Names::at_square(&found.offer.label, &found.offer.request, seen);
        Some((names.fit_at_place(beside)?, found))
    })
}

/// Those that fit best.
fn best<'a>(fitting: impl Iterator<Item = (Fit, Move<'a>)>) -> Vec<Move<'a>> {
    let fitting: Vec<_> = fitting.collect();
    let best = fitting.iter().map(|(fit, _)| *fit).min();
    fitting.into_iter().filter(|(fit, _)| Some(*fit) == best).map(|(_, found)| found).collect()
}

/// Two offers of the same request are one move.
fn one_of(moves: Vec<Move<'_>>) -> Reading<'_> {
    match moves.split_first() {
        None => Reading::Nothing(Vec::new()),
        Some((first, rest)) => {
            let is_same = |other: &Move<'_>| other.offer.request == first.offer.request;
            if rest.iter().all(is_same) { Reading::One(*first) } else { Reading::Several(moves) }
        }
    }
}

/// The kind of move that a page with these moves asks for.
fn asks(moves: &Moves<'_>) -> Asks {
    if moves.squares() > 0 {
        return Asks::Square;
    }
    let mut specs = moves.all.iter().map(|found| found.offer.request.spec);
    let spec = specs.find(|spec| !spec.arguments.is_empty());
    match spec.map(|spec| (spec, spec.arguments)) {
        Some((spec, [_, _, ..])) => Asks::Numbers(spec),
        Some((_, [card])) if card.name == "card" => Asks::Card,
        Some((_, [suit])) if suit.name == "suit" => Asks::Suit,
        _ => Asks::Word,
    }
}

/// The moves in groups of the same tokens. Those at squares have their places besides.
fn groups<'a>(moves: &Moves<'a>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    // There are many squares, but few kinds of moves.
    let mut at_squares: Vec<usize> = Vec::new();
    // Only their notation names the others.
    for found in moves.all.iter().filter(|found| found.offer.emphasis != Emphasis::Notation) {
        let (label, request) = (&*found.offer.label, &found.offer.request);
        let is_at_square = moves.is_at_square(found);
        let is_same = |group: &Group<'_>| {
            let first = group.moves[0].offer;
            *first.label == *label && first.request.is(request.spec)
        };
        let known = at_squares.iter().find(|at| is_at_square && is_same(&groups[**at]));
        if let Some(at) = known.copied() {
            groups[at].moves.push(*found);
            continue;
        }
        at_squares.extend(is_at_square.then_some(groups.len()));
        let names = match found.spot.filter(|_| !is_at_square) {
            Some(spot) => Names::new(label, request, &spot.cell.label),
            None if is_at_square => Names::at_square(label, request, ""),
            None => Names::new(label, request, ""),
        };
        groups.push(Group { names, moves: vec![*found] });
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::{Board, Cell, Offer, Page, Row, Spread};
    use crate::game::request::{ArgumentSpec, Fault};
    use crate::links::write_request;
    use proptest::prelude::*;

    const NONE: Fault = Fault::new(901, "none", "There is none.");
    static TURN: RequestSpec = RequestSpec::new("turn", "turn", "Turns a tile.")
        .taking(&[ArgumentSpec::number("tile", 0, 63, NONE)]);
    static TURN_BACK: RequestSpec = RequestSpec::new("turn_back", "turn back", "Turns a tile.")
        .taking(&[ArgumentSpec::number("tile", 0, 63, NONE)]);
    static HINT: RequestSpec = RequestSpec::new("hint", "take a hint", "Helps.");
    static WHY: RequestSpec = RequestSpec::new("why", "ask why", "Tells why.");
    static TAKE: RequestSpec = RequestSpec::new("take", "take them", "Takes.").taking(&[
        ArgumentSpec::number("heap", 1, 9, NONE),
        ArgumentSpec::number("count", 1, 9, NONE),
    ]);
    static PLAY: RequestSpec = RequestSpec::new("play_card", "play it", "Plays a card.")
        .taking(&[ArgumentSpec::word("card", &[], NONE)]);
    static PUT: RequestSpec = RequestSpec::new("put", "put it", "Puts a peg.")
        .taking(&[ArgumentSpec::word("peg", &[], NONE)]);

    /// A board of two rows of three tiles, of which the first cannot be turned.
    fn maze() -> Page {
        let tile = |tile: usize| {
            let offers = [
                Offer::new("Turn", &TURN, [tile.into()]),
                Offer::new("Turn back", &TURN_BACK, [tile.into()]),
            ];
            let offers = offers.into_iter().filter(|_| tile > 0);
            Cell::new("|").labelled("north to south").offering(offers)
        };
        let board = Board::new("The maze", 3, (0..6).map(tile).collect());
        Page::new("Your turn", "Turn.").with(board).offering([Offer::new("Hint", &HINT, [])])
    }

    /// A hand of three cards, of which each is an offer, and the stock.
    fn hand() -> Page {
        let cards =
            [("QH", "queen of hearts"), ("QC", "queen of clubs"), ("8H", "eight of hearts")];
        let card = |(text, name): (&'static str, &str)| {
            let play = Offer::new(format!("Play the {name}"), &PLAY, [text.into()]);
            Cell::new(text).labelled(format!("In your hand: {name}")).offering([play])
        };
        let draw = Offer::new("Draw, 8 left", &HINT, []);
        Page::new("Your turn", "Play.")
            .with(Row::new(Spread::Fanned, "Your hand", cards.map(card).to_vec()))
            .offering([draw])
    }

    /// Three heaps of three matches.
    fn heaps() -> Page {
        let take = |at: usize| {
            let (heap, count) = (at / 3 + 1, 3 - at % 3);
            let label = format!("Take {count} from heap {heap}");
            let take = Offer::new(label, &TAKE, [heap.into(), count.into()]);
            Cell::new("|").labelled("a match").offering([take])
        };
        let cells = (0..9).map(take).collect();
        let board = Board::new("Heaps", 3, cells);
        Page::new("", "").with(board.named(crate::game::page::SquareNames::Unnamed))
    }

    fn pegs() -> Page {
        let pegs = [("A", "blue"), ("B", "green"), ("C", "red")];
        let offers = pegs.map(|(letter, colour)| {
            Offer::new(format!("Put {letter} {colour}"), &PUT, [letter.into()])
        });
        Page::new("", "").offering(offers)
    }

    /// The request that a text comes to, or of how many it may be.
    fn understood(page: &Page, tool: Option<&str>, printed: Printed, text: &str) -> String {
        let moves = Moves::of(page, tool);
        match Reader::new(&moves, printed).read(text) {
            Reading::One(found) => {
                let mut link = String::new();
                write_request(&found.offer.request, &mut link).unwrap();
                link.trim_start_matches('&').to_owned()
            }
            Reading::Several(moves) => moves.len().to_string(),
            Reading::Nothing(similar) => "?".repeat(similar.len()),
        }
    }

    fn check(page: &Page, printed: Printed, table: &[(&str, &str)]) {
        for (text, request) in table {
            assert_eq!(understood(page, Some("turn"), printed, text), *request, "{text}");
        }
    }

    #[test]
    fn of_two_moves_of_one_name_neither_is_made() {
        let twice = [Offer::new("Help", &HINT, []), Offer::new("Help", &WHY, [])];
        let page = Page::new("", "").offering(twice);
        check(&page, Printed::Nothing, &[("help", "2"), ("help=", ""), ("1", "")]);
        let same = [Offer::new("Hint", &HINT, []), Offer::new("Hint", &HINT, [])];
        check(&Page::new("", "").offering(same), Printed::Nothing, &[("hint", "hint")]);
    }

    #[test]
    fn a_square_is_named_by_its_place_and_with_its_tool() {
        let page = maze();
        let places = [
            ("2,3", "turn=5"),
            ("c2", "turn=5"),
            ("bottom right", "turn=5"),
            ("turn c2", "turn=5"),
            ("turn the tile c2", "turn=5"),
            ("turn back c2", "turn_back=5"),
            ("back row 2 column 3", "turn_back=5"),
            ("Turn back row 2, column 3: north to south", "turn_back=5"),
            ("hint", "hint"),
            ("take a hint", "hint"),
            ("corner", "3"),
            // The first place offers nothing, and the others do not exist.
            ("a1", ""),
            ("3,1", ""),
            ("d1", ""),
            ("fly c2", ""),
            ("north c2", ""),
            ("c2 c2", ""),
            ("c2 b2", ""),
            ("turn turn c2", ""),
            ("2,3 2", ""),
            ("-2,3", ""),
            ("centre", ""),
            ("", ""),
            ("xyzzy", ""),
            // Those are only suggested.
            ("hnit", "?"),
            ("turn bakc c2", "?"),
        ];
        for printed in [Printed::Nothing, Printed::Squares, Printed::Everything] {
            check(&page, printed, &places);
        }
        assert_eq!(understood(&page, Some("turn_back"), Printed::Nothing, "c2"), "turn_back=5");
    }

    #[test]
    fn a_number_counts_where_it_is_printed() {
        let numbers =
            [("6", "turn=5"), ("turn 6", "turn=5"), ("turn back 6", "turn_back=5"), ("1", "")];
        check(&maze(), Printed::Squares, &numbers);
        check(&maze(), Printed::Everything, &numbers);
        check(&maze(), Printed::Squares, &[("7", ""), ("turn=5", ""), ("23", "")]);
        check(&maze(), Printed::Everything, &[("7", "hint"), ("8", ""), ("two", "")]);
        check(&maze(), Printed::Nothing, &[("turn=5", "turn=5"), ("6", ""), ("7", ""), ("23", "")]);
        check(&maze(), Printed::Nothing, &[("turn 6", ""), ("turn = 5", "turn=5"), ("turn=6", "")]);
    }

    #[test]
    fn a_card_is_named_as_it_is_written() {
        let cards = [
            ("qh", "play_card=QH"),
            ("play_card=QH", "play_card=QH"),
            ("queen of hearts", "play_card=QH"),
            ("\u{2665}Q", "play_card=QH"),
            ("clubs", "play_card=QC"),
            ("eight", "play_card=8H"),
            ("8h", "play_card=8H"),
            ("H 8", "play_card=8H"),
            ("8 of hearts", "play_card=8H"),
            ("queen", "2"),
            ("hearts", "2"),
            ("play", "3"),
            ("Play the queen of clubs, just drawn", "play_card=QC"),
            ("draw", "hint"),
            ("draw, 8 left", "hint"),
            ("2h", ""),
            ("2\u{2665}", ""),
            ("ah", ""),
            ("a of hearts", ""),
            ("8c", ""),
            ("8 left", ""),
            ("d", ""),
            ("qh hearts", ""),
            ("king of hearts", ""),
            ("king, of hearts", ""),
            ("just drawn", ""),
            ("the queeen of harts", "?"),
        ];
        for printed in [Printed::Nothing, Printed::Everything] {
            check(&hand(), printed, &cards);
        }
        check(&hand(), Printed::Nothing, &[("8", "play_card=8H"), ("2", ""), ("1", "")]);
        check(&hand(), Printed::Everything, &[("2", "play_card=QC"), ("two", "")]);
    }

    #[test]
    fn two_numbers_are_read_by_what_the_page_asks_for() {
        let table = [
            ("2,3", "take=2,3"),
            ("take=2,3", "take=2,3"),
            ("take 2 from 3", "take=3,2"),
            ("heap 2", "3"),
            ("take 2 3", ""),
            ("-2", ""),
            ("2,-3", ""),
            ("2,3,1", ""),
            ("2", ""),
            ("2,4", ""),
        ];
        check(&heaps(), Printed::Nothing, &table);
        check(&heaps(), Printed::Nothing, &[("23", "take=2,3"), ("32", "take=3,2"), ("123", "")]);
        check(&heaps(), Printed::Everything, &[("2", "take=1,2"), ("23", ""), ("2,3", "take=2,3")]);
    }

    #[test]
    fn a_letter_is_a_peg_or_else_an_initial() {
        let table = [
            ("b", "put=B"),
            ("B green", "put=B"),
            ("a blue", "put=A"),
            ("a green", ""),
            ("r", "put=C"),
            ("g", "put=B"),
            ("red", "put=C"),
            ("p", ""),
            ("x", ""),
            ("b r", ""),
        ];
        check(&pegs(), Printed::Nothing, &table);
    }

    #[test]
    fn a_quotation_has_no_address() {
        assert_eq!(quoted(" Row 2, column-3 "), "Row 2, column-3");
        assert_eq!(quoted("see https://evil.example now"), "see https\u{2026}");
        assert_eq!(quoted("a\u{202e}b"), "a\u{2026}");
        assert_eq!(quoted(&"x".repeat(99)), "x".repeat(24) + "\u{2026}");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text: String) {
            for page in [maze(), hand(), heaps(), pegs()] {
                Reader::new(&Moves::of(&page, Some("turn")), Printed::Everything).read(&text);
            }
        }
    }
}
