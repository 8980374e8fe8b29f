//! Typed texts at random: a text that makes a move names that move and no other.
//!
//! The judge here knows nothing of how the program reads. It compares bags of words and numbers. It
//! knows the meaning of texts that are made for a card, two numbers or a row of pegs.
//! `PARLOUR_FULL=1` tries a million texts, and the default some ten thousand.

use parlour::deal::{Deal, DealId};
use parlour::game::any::{AnyGame, Asker};
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::pack::{Packer, Unpacker};
use parlour::game::page::Page;
use parlour::game::seat::Viewer;
use parlour::games::{self, GAMES};
use parlour::moves::{self, Move, Moves, Printed, Reader, Reading};
use std::collections::BTreeMap;
use support::repository::is_full;

/// Texts that are tried on each page.
const TEXTS: usize = 20;
/// The most combinations of options of each game, and the moves made with each.
const COMBINATIONS_MAX: usize = 12;
const MOVES: usize = 8;

/// The number of texts for each page.
fn texts() -> usize {
    if is_full() { 50 * TEXTS } else { TEXTS }
}

/// Pages of a game with these choices, played at random.
fn pages(game: &AnyGame, choices: &Choices, number: u64) -> Vec<Page> {
    let mut chance = Chance::from_seed([number as u8; 32]);
    let asker = Asker::nameless(Viewer::Seat(0));
    let mut packer = Packer::new();
    let mut deal = Deal::of(DealId::Code(number)).chance(game.ruleset.key, b"");
    let mut step = (game.deal)(choices, &mut deal, asker, &mut packer);
    let mut pages = vec![step.page.clone()];
    for _ in 0..MOVES {
        let offers: Vec<_> = step.page.all_offers().map(|offer| offer.request.clone()).collect();
        let Some(request) = chance.pick(&offers) else { break };
        let bytes = packer.finish();
        packer = Packer::new();
        let played = (game.play)(choices, Unpacker::new(&bytes), asker, Some(request), &mut packer);
        step = played.expect("an offer is granted");
        pages.push(step.page.clone());
    }
    pages
}

/// Every page that texts are tried on, with its game.
fn all_pages() -> Vec<(&'static AnyGame, Page)> {
    let of_game = |game: &'static AnyGame| {
        let all = covering(game.ruleset.options);
        let one_in = all.len().div_ceil(COMBINATIONS_MAX);
        let choices = all.into_iter().step_by(one_in);
        choices.zip(1..).flat_map(move |(choices, number)| {
            pages(game, &choices, number).into_iter().map(move |page| (game, page))
        })
    };
    GAMES.iter().flat_map(of_game).filter(|(_, page)| page.all_offers().next().is_some()).collect()
}

/// Words and numbers with how often each is there.
type Bag = BTreeMap<String, usize>;

const SILENT: [&str; 16] = [
    "the", "of", "to", "at", "on", "in", "from", "for", "and", "with", "please", "my", "this",
    "it", "them", "me",
];
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];
const SUITS: [(&str, &str, char); 4] = [
    ("c", "clubs", '\u{2663}'),
    ("d", "diamonds", '\u{2666}'),
    ("s", "spades", '\u{2660}'),
    ("h", "hearts", '\u{2665}'),
];
const RANKS: [(&str, &str); 5] =
    [("a", "ace"), ("k", "king"), ("q", "queen"), ("j", "jack"), ("t", "10")];

/// The words, numbers and signs of a text, with letters that belong together on a page of cards
/// parted.
fn pieces(text: &str, is_of_cards: bool) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut before = ' ';
    let letters: Vec<char> = text.to_lowercase().chars().collect();
    // A dash that is neither behind a word nor before one only parts them.
    let is_token =
        |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|c| c.is_alphanumeric());
    let is_sign = |at: usize| {
        letters[at] == '-' && !is_token(at.checked_sub(1)) && is_token(at.checked_add(1))
    };
    for (at, c) in letters.iter().copied().enumerate() {
        let is_joined = before.is_alphabetic() && c.is_alphabetic()
            || before.is_ascii_digit() && c.is_ascii_digit();
        match pieces.last_mut().filter(|_| is_joined) {
            Some(last) => last.push(c),
            None if c.is_alphanumeric() || c == '+' => pieces.push(c.to_string()),
            None if is_sign(at) => pieces.push(c.to_string()),
            None => {
                let suit = SUITS.iter().find(|(.., sign)| *sign == c);
                pieces.extend(suit.map(|(_, name, _)| (*name).to_owned()));
            }
        }
        before = c;
    }
    // A dash that is not before a digit only parts words.
    let is_sign = |at: usize| {
        pieces[at] == "-" && pieces.get(at + 1).is_none_or(|next| next.parse::<u32>().is_err())
    };
    let pieces: Vec<String> =
        (0..pieces.len()).filter(|at| !is_sign(*at)).map(|at| pieces[at].clone()).collect();
    pieces
        .iter()
        .flat_map(|piece| if is_of_cards { card(piece) } else { vec![plain(piece)] })
        .collect()
}

/// A number without zeros before it, or a word by its usual name.
fn plain(piece: &str) -> String {
    let number = NUMBERS.iter().position(|number| *number == piece);
    let number: Option<usize> = number.or_else(|| piece.parse().ok());
    let name = match piece {
        "blacks" => "black",
        "whites" => "white",
        "matches" => "match",
        "purple" => "violet",
        "scissor" => "scissors",
        "center" | "middle" => "centre",
        "upper" => "top",
        "lower" => "bottom",
        "col" => "column",
        "heart" => "hearts",
        "club" => "clubs",
        "diamond" => "diamonds",
        "spade" => "spades",
        "aces" => "ace",
        "kings" => "king",
        "queens" => "queen",
        "jacks" => "jack",
        other => other,
    };
    number.map_or(name.to_owned(), |number| number.to_string())
}

/// The rank and the suit of letters, or a plain piece.
fn card(piece: &str) -> Vec<String> {
    let name = |letter: char| {
        let letter = letter.to_string();
        let rank = RANKS.iter().find(|(known, _)| *known == letter).map(|(_, name)| (true, *name));
        let suit = SUITS.iter().find(|(known, ..)| *known == letter);
        rank.or(suit.map(|(_, name, _)| (false, *name)))
    };
    let letters: Option<Vec<(bool, &str)>> = piece.chars().map(name).collect();
    match letters.as_deref() {
        Some([(_, one)]) => vec![(*one).to_owned()],
        Some([(first, one), (last, two)]) if first != last => {
            vec![(*one).to_owned(), (*two).to_owned()]
        }
        _ => vec![plain(piece)],
    }
}

fn bag(pieces: impl IntoIterator<Item = String>) -> Bag {
    let mut bag = Bag::new();
    for piece in pieces {
        *bag.entry(piece).or_default() += 1;
    }
    bag
}

/// A page with its moves, and what each move is called.
struct Judge<'a> {
    moves: &'a Moves<'a>,
    printed: Printed,
    is_of_cards: bool,
    bags: Vec<Bag>,
}

impl<'a> Judge<'a> {
    fn new(moves: &'a Moves<'a>, printed: Printed) -> Self {
        let is_card = |found: &Move<'_>| {
            let arguments = found.offer.request.spec.arguments;
            arguments.iter().any(|argument| ["card", "suit"].contains(&argument.name))
        };
        let is_of_cards = moves.all.iter().any(is_card);
        let mut judge = Judge { moves, printed, is_of_cards, bags: Vec::new() };
        judge.bags = moves.all.iter().map(|found| judge.bag_of(found)).collect();
        judge
    }

    /// All words and numbers for a move, each as often as one source has it.
    fn bag_of(&self, found: &Move<'_>) -> Bag {
        let request = &found.offer.request;
        let seen = found.spot.map_or("", |spot| &*spot.cell.label);
        let mut sources = vec![
            found.phrase(),
            seen.to_owned(),
            request.spec.name.replace('_', " "),
            request.spec.label.to_owned(),
            request
                .spec
                .arguments
                .iter()
                .map(|argument| argument.name)
                .collect::<Vec<_>>()
                .join(" "),
        ];
        match self.place(found) {
            Some((row, column)) => {
                let letter = char::from(b'a' + column as u8 - 1);
                let words = self.words_of_place(row, column);
                sources.push(format!("row {row} column {column} {letter} r c x {words}"));
                sources.push("square tile field".to_owned());
            }
            None => sources.push(request.typed_arguments(" ")),
        }
        // All moves at a square have the number of the square.
        let square = self.place(found).and(found.at).map(|at| at.cell + 1);
        if let (Some(number), true) = (found.number.or(square), self.printed != Printed::Nothing) {
            sources.push(number.to_string());
        }
        let mut all = Bag::new();
        for source in sources {
            for (piece, times) in bag(pieces(&source, self.is_of_cards)) {
                let most = all.entry(piece).or_default();
                *most = times.max(*most);
            }
        }
        all
    }

    /// The row and column of a move at a square of the board with names.
    fn place(&self, found: &Move<'_>) -> Option<(usize, usize)> {
        let ((_, board), at) = (self.moves.board?, found.at?);
        let is_there = self.moves.is_at_square(found);
        is_there.then(|| (at.cell / board.columns + 1, at.cell % board.columns + 1))
    }

    fn words_of_place(&self, row: usize, column: usize) -> String {
        let Some((_, board)) = self.moves.board else { return String::new() };
        let (rows, columns) = (board.cells.len() / board.columns, board.columns);
        let side = |at: usize, last: usize, words: [&'static str; 2]| match at {
            1 => words[0],
            _ if at == last => words[1],
            _ if 2 * at == last + 1 => "centre",
            _ => "",
        };
        let sides = [side(row, rows, ["top", "bottom"]), side(column, columns, ["left", "right"])];
        let is_corner = !sides.contains(&"") && !sides.contains(&"centre");
        let is_centre = sides == ["centre", "centre"];
        match () {
            () if is_corner => format!("{} {} corner", sides[0], sides[1]),
            () if is_centre => "centre".to_owned(),
            () if (rows, columns) == (3, 3) => sides.join(" "),
            () => String::new(),
        }
    }

    /// The fault if a text does not name exactly this move. `None` if it does.
    fn fault(&self, text: &str, found: &Move<'_>) -> Option<String> {
        let told = || format!("{text:?} made {:?} of {:?}", found.phrase(), self.names());
        let is_same = |at: &usize| self.moves.all[*at].offer.request == found.offer.request;
        let (own, others): (Vec<usize>, Vec<usize>) = (0..self.bags.len()).partition(is_same);
        let mut pieces = pieces(text, self.is_of_cards);
        // The page says once which card was just drawn.
        let is_note = !self.moves.all.iter().any(|found| found.offer.label.ends_with("just drawn"));
        if self.is_of_cards && is_note && pieces.ends_with(&["just".to_owned(), "drawn".to_owned()])
        {
            pieces.truncate(pieces.len() - 2);
        }
        if let Some((name, _)) = text.split_once('=') {
            return (name.trim().to_lowercase() != found.offer.request.spec.name).then(told);
        }
        let names = |at: &usize| self.is_named(text, &pieces, *at);
        let is_initial = pieces.len() == 1
            && !self.is_of_cards
            && pieces[0].len() == 1
            && found.offer.label.split(' ').any(|word| word.starts_with(&pieces[0]));
        if !own.iter().any(names) && !is_initial {
            return Some(told());
        }
        // Numbers and places have their own order, which the other test judges.
        let is_of_places = self.place(found).is_some();
        let is_clear_number = self.is_of_cards && self.printed == Printed::Nothing;
        let has_number = pieces.iter().any(|piece| piece.parse::<u32>().is_ok());
        if is_initial || is_of_places || has_number && !is_clear_number {
            return None;
        }
        let is_whole = |at: &usize| self.is_whole(&pieces, *at);
        let is_other = |at: &usize| names(at) && is_whole(at);
        // A word is neither a printed number nor a count: `nine` is a card.
        let is_word = self.is_of_cards && !text.contains(|c: char| c.is_ascii_digit());
        let is_number = |at: &usize| {
            let found = &self.moves.all[*at];
            let number = found.number.map(|number| number.to_string()).unwrap_or_default();
            let is_count = found.offer.request.arguments.is_empty();
            is_word && (is_count || self::pieces(&number, true) == pieces)
        };
        let is_unclear = others.iter().any(|at| names(at) && !is_number(at))
            && (!own.iter().any(is_whole) || others.iter().any(is_other));
        is_unclear.then(|| format!("unclear: {}", told()))
    }

    fn names(&self) -> Vec<String> {
        self.moves.all.iter().take(6).map(Move::phrase).collect()
    }

    /// Returns true if every piece of a text that says something is in the bag of a move.
    fn is_named(&self, text: &str, pieces: &[String], at: usize) -> bool {
        let own = &self.bags[at];
        let has_article = text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "a");
        let telling = pieces.iter().enumerate().filter(|(place, piece)| {
            let is_article = (["a", "an"].contains(&piece.as_str())
                || *piece == "ace" && has_article)
                && pieces.get(place + 1).is_some_and(|next| next.len() > 1)
                && !own.contains_key(*piece);
            !SILENT.contains(&piece.as_str()) && !is_article
        });
        let typed = bag(telling.map(|(_, piece)| match piece.as_str() {
            "b" if own.contains_key("black") => "black".to_owned(),
            "w" if own.contains_key("white") => "white".to_owned(),
            _ => piece.clone(),
        }));
        // Two digits may be two numbers.
        let digits: Bag = match pieces {
            [piece] if piece.len() == 2 && self.printed == Printed::Nothing => {
                bag(piece.chars().map(String::from))
            }
            _ => Bag::new(),
        };
        let is_in = |bag: &Bag| bag.iter().all(|(piece, times)| own.get(piece) >= Some(times));
        is_in(&typed) || !digits.is_empty() && is_in(&digits)
    }

    /// Returns true if a text has every word of the label of a move that says something.
    fn is_whole(&self, typed: &[String], at: usize) -> bool {
        let label =
            self.moves.all[at].offer.label.split(", ").next().unwrap_or_default().to_owned();
        let label = pieces(&label, self.is_of_cards);
        let arguments = &self.moves.all[at].offer.request.typed_arguments(" ");
        let arguments = pieces(arguments, self.is_of_cards);
        let has = |piece: &String| SILENT.contains(&piece.as_str()) || typed.contains(piece);
        label.iter().all(has) || !arguments.is_empty() && arguments.iter().all(has)
    }
}

/// A text of pieces at random: words of the page, numbers, letters, signs, and near misses.
fn random_text(chance: &mut Chance, words: &[String]) -> String {
    let mut text = String::new();
    for _ in 0..=chance.below(5) {
        let mut piece = match chance.below(12) {
            0..5 => chance.pick(words).cloned().unwrap_or_default(),
            5..7 => (1 + chance.below(9)).to_string(),
            7 => chance.below(120).to_string(),
            8 => char::from(b'a' + chance.below(20) as u8).to_string(),
            9 => (*chance.pick(&SILENT).unwrap_or(&"")).to_owned(),
            10 => {
                let others = [
                    "row",
                    "column",
                    "centre",
                    "top",
                    "left",
                    "corner",
                    "a",
                    "an",
                    "not",
                    "b",
                    "w",
                    "black",
                    "white",
                    "\u{2665}",
                    "\u{2660}",
                    "h",
                    "s",
                    "q",
                    "ace",
                    "2h",
                    "QH",
                    "all",
                    "r",
                    "c",
                    "x",
                    "take",
                    "heap",
                    "lock",
                    "unlock",
                    "just drawn",
                    "queens",
                ];
                (*chance.pick(&others).unwrap_or(&"")).to_owned()
            }
            _ => (*chance.pick(&["-", "+", "=", "?", ":", "\u{b2}"]).unwrap_or(&"")).to_owned(),
        };
        if chance.below(15) == 0 && piece.len() > 2 && piece.is_ascii() {
            let at = 1 + chance.below(piece.len() as u32 - 1) as usize;
            piece.remove(at);
        }
        text.push_str(&piece);
        text.push_str(chance.pick(&[" ", " ", " ", ",", ", ", "", "-"]).unwrap_or(&" "));
    }
    text
}

/// Tries a page that prints these numbers.
fn try_page(
    game: &AnyGame,
    page: &Page,
    printed: Printed,
    chance: &mut Chance,
    faults: &mut Vec<String>,
) -> [usize; 2] {
    let tools = moves::tools(page, game.ruleset);
    let moves = Moves::of(page, moves::tool(&tools, None));
    let (reader, judge) = (Reader::new(&moves, printed), Judge::new(&moves, printed));
    let phrases: Vec<String> = moves.all.iter().take(60).map(Move::phrase).collect();
    let mut words: Vec<String> =
        phrases.iter().flat_map(|phrase| phrase.split(' ')).map(str::to_owned).collect();
    words.extend(tools.iter().flat_map(|spec| spec.name.split('_')).map(str::to_owned));
    let mut counts = [0; 2];
    for at in 0..texts() {
        // A phrase cut short is nearer to a move than words at random.
        let text = match (at % 4, chance.pick(&phrases)) {
            (0, Some(phrase)) => {
                let mut words: Vec<&str> = phrase.split(' ').collect();
                words.remove(chance.below(words.len() as u32) as usize);
                words.join(" ") + chance.pick(&["", "", " 2", "-", " and"]).unwrap_or(&"")
            }
            _ => random_text(chance, &words),
        };
        if let Reading::One(found) = reader.read(&text) {
            faults.extend(judge.fault(&text, &found));
            counts[1] += 1;
        }
        counts[0] += 1;
    }
    counts
}

#[test]
fn what_is_typed_at_random_makes_the_move_that_it_names() {
    let mut chance = Chance::from_seed([9; 32]);
    let (mut counts, mut faults) = ([0; 2], Vec::new());
    for (game, page) in all_pages() {
        for printed in [Printed::Nothing, Printed::Squares, Printed::Everything] {
            let tried = try_page(game, &page, printed, &mut chance, &mut faults);
            counts = [counts[0] + tried[0], counts[1] + tried[1]];
        }
    }
    println!("{} texts, {} of them moves", counts[0], counts[1]);
    let first = faults.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} faults:\n{first}", faults.len());
    assert!(counts[0] > 20_000 && counts[1] > counts[0] / 20, "{counts:?}");
}

/// Texts with their meanings: the arguments of a request, as people type them.
fn meant(page: &Page, chance: &mut Chance) -> Vec<(String, Option<String>)> {
    let mut specs = page.all_offers().map(|offer| offer.request.spec);
    let Some(spec) = specs.find(|spec| !spec.arguments.is_empty()) else { return Vec::new() };
    let mut number = |from: u32, to: u32| from + chance.below(to - from + 1);
    match spec.name {
        "take" => two_numbers(number(1, 5), number(1, 7)),
        "answer" => answers(number(0, 4), number(0, 4)),
        "play_card" => cards(number(0, 12) as usize, number(0, 3) as usize),
        "choose_suit" => suits(number(0, 3) as usize),
        _ => Vec::new(),
    }
}

fn two_numbers(heap: u32, count: u32) -> Vec<(String, Option<String>)> {
    let texts = [
        format!("take {count} from {heap}"),
        format!("Take {count} from heap {heap}"),
        format!("{count} from {heap}"),
        format!("{count} from heap {heap}"),
        format!("{count} matches from heap {heap}"),
        format!("heap {heap}, {count}"),
        format!("heap {heap} take {count}"),
        format!("from {heap} take {count}"),
        format!("{heap},{count}"),
        format!("{heap} {count}"),
        format!("({heap}/{count})"),
        format!("take={heap},{count}"),
        format!("{heap}{count}"),
    ];
    let unclear = [
        format!("take {count} {heap}"),
        format!("-{heap}"),
        format!("{heap},-{count}"),
        format!("{heap},{count},1"),
        format!("{count} of {heap}"),
        format!("not {heap},{count}"),
    ];
    let meaning = Some(format!("{heap},{count}"));
    let texts = texts.map(|text| (text, meaning.clone()));
    texts.into_iter().chain(unclear.map(|text| (text, None))).collect()
}

fn answers(black: u32, white: u32) -> Vec<(String, Option<String>)> {
    let texts = [
        format!("{black},{white}"),
        format!("{black}{white}"),
        format!("{black} {white}"),
        format!("{black}b{white}w"),
        format!("{black}b {white}w"),
        format!("{white}w {black}b"),
        format!("{black} black {white} white"),
        format!("{black} black, {white} white"),
        format!("{white} white and {black} black"),
        format!("black {black} white {white}"),
        format!("b{black} w{white}"),
        format!("answer {black} {white}"),
        format!("answer={black},{white}"),
    ];
    let unclear = [format!("-{black}"), format!("{black}+{white}"), format!("{black}{white}0")];
    let meaning = Some(format!("{black},{white}"));
    let texts = texts.map(|text| (text, meaning.clone()));
    texts.into_iter().chain(unclear.map(|text| (text, None))).collect()
}

fn cards(rank: usize, suit: usize) -> Vec<(String, Option<String>)> {
    let names = [
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
        "queen", "king",
    ];
    let signs = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let (name, sign) = (names[rank], signs[rank]);
    let (letter, suit, symbol) = SUITS[suit];
    let upper = letter.to_uppercase();
    let small = sign.to_lowercase();
    let texts = [
        format!("{sign}{symbol}"),
        format!("{symbol}{sign}"),
        format!("{symbol}\u{fe0f} {sign}"),
        format!("{sign} of {suit}"),
        format!("{small}{letter}"),
        format!("{sign}{upper}"),
        format!("{upper}{sign}"),
        format!("{sign} {upper}"),
        format!("{upper} {sign}"),
        format!("{name} of {suit}"),
        format!("the {name} of {suit}"),
        format!("{suit} {name}"),
        format!("play {sign}{upper}"),
        format!("play the {name} of {suit}"),
        format!("play_card={sign}{upper}"),
        format!("{name} {symbol}"),
    ];
    let unclear = [
        format!("-{sign}{upper}"),
        format!("{sign}{upper} {sign}{upper}"),
        format!("{sign}{upper} {suit}"),
        format!("not {sign}{upper}"),
        format!("1{sign}{upper}"),
    ];
    let meaning = Some(format!("{sign}{upper}"));
    let texts = texts.map(|text| (text, meaning.clone()));
    texts.into_iter().chain(unclear.map(|text| (text, None))).collect()
}

fn suits(suit: usize) -> Vec<(String, Option<String>)> {
    let (letter, suit, symbol) = SUITS[suit];
    let upper = letter.to_uppercase();
    let texts = [
        letter.to_owned(),
        upper.clone(),
        suit.to_owned(),
        suit.trim_end_matches('s').to_owned(),
        symbol.to_string(),
        format!("choose {suit}"),
        format!("choose_suit={upper}"),
    ];
    texts.map(|text| (text, Some(upper.clone()))).into()
}

/// A text with a meaning makes that move if it is offered, and never another.
#[test]
fn what_is_typed_with_a_meaning_has_it_or_is_refused() {
    let mut chance = Chance::from_seed([7; 32]);
    let mut made = BTreeMap::new();
    for (_, page) in all_pages() {
        for _ in 0..texts() / 4 {
            for (text, meaning) in meant(&page, &mut chance) {
                let moves = Moves::of(&page, None);
                let reader = Reader::new(&moves, Printed::Nothing);
                let arguments = |found: &Move<'_>| found.offer.request.typed_arguments(",");
                let mut offered = moves.all.iter().map(&arguments);
                let expected = meaning.clone().filter(|meaning| offered.any(|one| one == *meaning));
                let read = match reader.read(&text) {
                    Reading::One(found) => Some(arguments(&found)),
                    Reading::Several(_) | Reading::Nothing(_) => None,
                };
                assert_eq!(read, expected, "{text:?} of {:?}", page.status);
                *made.entry(expected.is_some()).or_insert(0) += 1;
            }
        }
    }
    println!("{made:?}");
    assert!(made[&true] > 500 && made[&false] > 500, "{made:?}");
}

#[test]
fn a_typed_row_of_pegs_has_letters_or_initials() {
    let game = games::find("mastermind").expect("a game");
    let pages = pages(game, &Choices::defaults(game.ruleset.options), 1);
    let moves = Moves::of(&pages[0], None);
    let reader = Reader::new(&moves, Printed::Nothing);
    for (text, peg) in [
        ("A", "A"),
        ("b", "B"),
        ("blue", "A"),
        ("r", "D"),
        ("G", "B"),
        ("y", "C"),
        ("violet", "F"),
        ("x", ""),
        ("a green", ""),
        ("put b", "B"),
        ("put A blue", "A"),
        ("purple", "F"),
    ] {
        let read = match reader.read(text) {
            Reading::One(found) => found.offer.request.typed_arguments(","),
            _ => String::new(),
        };
        assert_eq!(read, peg, "{text}");
    }
}
