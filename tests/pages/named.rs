//! Typed texts at random: a text that makes a move names that move and no other.
//!
//! The judge here knows nothing of how the program reads. It compares the words of a text with all
//! words of a move, and asks for those that tell moves apart. It knows the meaning of texts that are
//! made for a card, two numbers or a row of pegs. `PARLOUR_FULL=1` tries a million texts, and the
//! default some ten thousand.

use parlour::deal::{Deal, DealId};
use parlour::game::any::{AnyGame, Asker};
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::pack::Unpacker;
use parlour::game::page::Page;
use parlour::game::request::Request;
use parlour::game::sample;
use parlour::game::seat::Viewer;
use parlour::games::{self, GAMES};
use parlour::moves::{Move, Moves, Reading, Typing};
use std::collections::BTreeSet;
use support::repository::is_full;

/// Texts that are tried on each page.
const TEXTS: usize = 20;
/// The most combinations of options of each game, and the moves made with each.
const COMBINATIONS_MAX: usize = 12;
const MOVES: usize = 8;

const ASKER: Asker<'static> = Asker::nameless(Viewer::Seat(0));

/// The number of texts for each page.
fn texts() -> usize {
    if is_full() { 50 * TEXTS } else { TEXTS }
}

/// A page of a game, and the position that it shows.
struct Seen {
    game: &'static AnyGame,
    choices: Choices,
    packed: Vec<u8>,
    page: Page,
}

impl Seen {
    /// The request of a text. `Err` if the text names no move that the page offers.
    fn read(&self, text: &str, is_numbered: bool) -> Result<Request, String> {
        let packed = Unpacker::new(&self.packed);
        let position = (self.game.open)(&self.choices, packed, ASKER).expect("a position");
        match Typing::on(&self.page, self.game.ruleset, None).read(text, &*position, is_numbered) {
            Reading::One(found) => Ok(found.offer.request.clone()),
            other => Err(format!("{other:?}")),
        }
    }
}

/// Pages of a game with these choices, played at random. Every second game has people at a table, if
/// several can play.
fn pages(game: &'static AnyGame, choices: &Choices, number: u64) -> Vec<Seen> {
    let people = if number.is_multiple_of(2) { game.ruleset.people.1.min(2) } else { 1 };
    let choices = Some(choices.clone().with_people(people)).filter(|c| game.has_seats_for_all(c));
    let Some(choices) = choices else { return Vec::new() };
    let mut chance = Chance::from_seed([number as u8; 32]);
    let mut deal = Deal::of(DealId::Code(number)).chance(game.ruleset.key, b"");
    let mut position = (game.deal)(&choices, &mut deal, ASKER);
    let mut page = position.step().page;
    let mut pages = Vec::new();
    for _ in 0..MOVES {
        let offers: Vec<_> = page.all_offers().map(|offer| offer.request.clone()).collect();
        let request = chance.pick(&offers).cloned();
        pages.push(Seen { game, choices: choices.clone(), packed: position.packed(), page });
        let Some(request) = request else { break };
        let (step, next) = position.play(Some(&request));
        (page, position) = (step.page, next);
    }
    pages
}

/// Every page that texts are tried on.
fn all_pages() -> Vec<Seen> {
    let of_game = |game: &'static AnyGame| {
        let all = covering(game.ruleset.options);
        let one_in = all.len().div_ceil(COMBINATIONS_MAX);
        let choices = all.into_iter().step_by(one_in);
        choices.zip(1..).flat_map(move |(choices, number)| pages(game, &choices, number))
    };
    let pages = GAMES.iter().flat_map(of_game);
    pages.filter(|seen| seen.page.all_offers().next().is_some()).collect()
}

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

/// The words, numbers and signs of a text that say something, in order.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut before = ' ';
    let letters: Vec<char> = text.to_lowercase().chars().collect();
    for (at, c) in letters.iter().copied().enumerate() {
        let is_joined = before.is_alphabetic() && c.is_alphabetic()
            || before.is_ascii_digit() && c.is_ascii_digit();
        let is_sign = c == '-'
            && !before.is_alphanumeric()
            && letters.get(at + 1).is_some_and(|next| next.is_alphanumeric());
        match pieces.last_mut().filter(|_| is_joined) {
            Some(last) => last.push(c),
            None if c.is_alphanumeric() || c == '+' || is_sign => pieces.push(c.to_string()),
            None => {
                let suit = SUITS.iter().find(|(.., sign)| *sign == c);
                pieces.extend(suit.map(|(_, name, _)| (*name).to_owned()));
            }
        }
        before = c;
    }
    pieces.retain(|piece| !["the", "of"].contains(&piece.as_str()));
    let number = |piece: &String| NUMBERS.iter().position(|number| number == piece);
    let plain = |piece: String| {
        let number = number(&piece).or_else(|| piece.parse().ok());
        number.map_or(piece, |number| number.to_string())
    };
    pieces.into_iter().map(plain).collect()
}

/// What a move is called, and what tells it apart from others: one piece of each set.
struct Called {
    bag: BTreeSet<String>,
    telling: Vec<Vec<String>>,
}

impl Called {
    fn new(found: &Move<'_>, moves: &Moves<'_>) -> Self {
        let Request { spec, arguments } = &found.offer.request;
        let mut words = vec![found.phrase(), spec.name.replace('_', " ")];
        words.extend(spec.arguments.iter().map(|argument| argument.name.to_owned()));
        let mut telling = Vec::new();
        match (moves.board.filter(|_| moves.is_at_square(found)), found.at) {
            (Some((_, board)), Some(at)) => {
                let [column, row] = board.place_of(at.cell).map(|from_0| from_0 + 1);
                let letter = char::from(b'a' + column as u8 - 1).to_string();
                words.push(format!("row {row} column {column} r c {letter}"));
                telling = vec![vec![row.to_string()], vec![column.to_string(), letter]];
                // A disc falls: its column is enough, or any square of it.
                if spec.name == "drop" {
                    words.push("play in into 1 2 3 4 5 6".to_owned());
                    telling.remove(0);
                }
            }
            _ => {
                let values = found.offer.request.typed_arguments(" ");
                telling.extend(match spec.name {
                    "play_card" => card(&values),
                    "choose_suit" | "choose_hand" => vec![leading_parts(&found.offer.label)],
                    "put" => vec![pieces(&found.offer.label)[1..].to_vec()],
                    "answer" if found.offer.label.starts_with("4 black") => {
                        vec![vec!["4".to_owned()]]
                    }
                    _ => pieces(&values).into_iter().map(|value| vec![value]).collect(),
                });
                words.push(values);
                if arguments.is_empty() {
                    let verbs = [pieces(&found.offer.label), pieces(spec.name)];
                    telling
                        .push(verbs.into_iter().filter_map(|verb| verb.first().cloned()).collect());
                }
            }
        }
        let mut bag: BTreeSet<String> = words.iter().flat_map(|words| pieces(words)).collect();
        bag.extend(telling.iter().flatten().cloned());
        Called { bag, telling }
    }

    /// Returns true if every piece names the move, and it has all that tells it apart.
    fn is_named_by(&self, typed: &[String]) -> bool {
        let is_article = |word: &String| ["a", "an"].contains(&word.as_str());
        typed.iter().all(|piece| self.bag.contains(piece) || is_article(piece) && typed.len() > 1)
            && self.telling.iter().all(|any| any.iter().any(|one| typed.contains(one)))
    }
}

/// The rank and the suit of a card, each in every spelling.
fn card(written: &str) -> Vec<Vec<String>> {
    let (rank, suit) = written.split_at(written.len() - 1);
    let (letter, name, _) =
        SUITS[SUITS.iter().position(|(s, ..)| s.eq_ignore_ascii_case(suit)).unwrap()];
    let (long, short) = match rank {
        "A" => ("ace", "a"),
        "J" => ("jack", "j"),
        "Q" => ("queen", "q"),
        "K" => ("king", "k"),
        "10" => ("10", "t"),
        number => (number, number),
    };
    let joined = [format!("{short}{letter}"), format!("{letter}{short}")];
    let of = |names: &[&str]| {
        names.iter().map(|name| (*name).to_owned()).chain(joined.clone()).collect()
    };
    vec![of(&[long, short]), of(&[letter, name, name.trim_end_matches('s')])]
}

/// Every leading part of the last word of a label, and the sign of a suit.
fn leading_parts(label: &str) -> Vec<String> {
    let word = label.rsplit(' ').next().unwrap_or_default().to_lowercase();
    (1..=word.len()).map(|end| word[..end].to_owned()).collect()
}

/// A text of pieces at random: words of the page, numbers, letters, signs, and near misses.
fn random_text(chance: &mut Chance, words: &[String]) -> String {
    const OTHERS: [&str; 36] = [
        "row", "column", "the", "of", "to", "a", "an", "not", "b", "w", "black", "white",
        "\u{2665}", "\u{2660}", "h", "s", "q", "ace", "2h", "QH", "all", "r", "c", "x", "take",
        "heap", "lock", "unlock", "queens", "-", "+", "=", "?", ":", "N", "o",
    ];
    let mut text = String::new();
    for _ in 0..=chance.below(5) {
        let mut piece = match chance.below(12) {
            0..5 => chance.pick(words).cloned().unwrap_or_default(),
            5..7 => (1 + chance.below(9)).to_string(),
            7 => chance.below(120).to_string(),
            8 => char::from(b'a' + chance.below(20) as u8).to_string(),
            _ => (*chance.pick(&OTHERS).unwrap_or(&"")).to_owned(),
        };
        if chance.below(15) == 0 && piece.len() > 2 && piece.is_ascii() {
            piece.remove(1 + chance.below(piece.len() as u32 - 1) as usize);
        }
        text.push_str(&piece);
        text.push_str(chance.pick(&[" ", " ", " ", ",", ", ", "", "-"]).unwrap_or(&" "));
    }
    text
}

/// The fault of a move of chess that a text made: it has the square where it goes (in digits in
/// chess by post), and a capital letter of a piece is that of the move.
fn chess_fault(text: &str, label: &str) -> bool {
    let lower = text.to_lowercase();
    let mut squares = label.as_bytes().windows(2).filter(|two| two[0].is_ascii_lowercase());
    let to = squares.rfind(|two| two[1].is_ascii_digit());
    let has_square = to.is_none_or(|to| {
        let to = [char::from(to[0]), char::from(to[1])];
        let in_post = [char::from(to[0] as u8 - b'a' + b'1'), to[1]];
        [to, in_post].iter().any(|to| lower.contains(&String::from_iter(to)))
    });
    let first = text.chars().next().filter(|c| "KQRN".contains(*c));
    let is_other = first.is_some_and(|first| !label.starts_with(first) && !label.starts_with('O'));
    !has_square || is_other || to.is_none() && !lower.contains(['o', '0', 'k', 'e'])
}

/// Tries a page. Returns the numbers of texts and of moves.
fn try_page(seen: &Seen, chance: &mut Chance, faults: &mut Vec<String>) -> [usize; 2] {
    let moves = Moves::of(&seen.page);
    let phrases: Vec<String> = moves.all.iter().take(60).map(Move::phrase).collect();
    let words: Vec<String> =
        phrases.iter().flat_map(|phrase| phrase.split(' ')).map(str::to_owned).collect();
    let called: Vec<Called> = moves.all.iter().map(|found| Called::new(found, &moves)).collect();
    let mut made = 0;
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
        let Ok(request) = seen.read(&text, false) else { continue };
        made += 1;
        let typed = pieces(&text);
        let same = || (0..called.len()).filter(|at| moves.all[*at].offer.request == request);
        let is_wrong = same().all(|at| {
            if moves.all[at].offer.is_notation() {
                chess_fault(&text, &moves.all[at].offer.label)
            } else {
                !called[at].is_named_by(&typed)
            }
        });
        if is_wrong {
            let phrase = same().next().map(|at| phrases.get(at));
            faults.push(format!("{}: {text:?} made {phrase:?}", seen.game.ruleset.key));
        }
    }
    [texts(), made]
}

#[test]
fn random_typed_text_makes_the_move_it_names() {
    let mut chance = Chance::from_seed([9; 32]);
    let (mut counts, mut faults) = ([0; 2], Vec::new());
    for seen in all_pages() {
        let tried = try_page(&seen, &mut chance, &mut faults);
        counts = [counts[0] + tried[0], counts[1] + tried[1]];
    }
    println!("{} texts, {} of them moves", counts[0], counts[1]);
    let first = faults.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} faults:\n{first}", faults.len());
    assert!(counts[0] > 8_000 && counts[1] > counts[0] / 20, "{counts:?}");
}

/// Texts that are made for the arguments of a request.
struct Made {
    /// Those that name it.
    names: Vec<String>,
    /// Those that name nothing.
    others: Vec<String>,
    arguments: String,
}

fn made(page: &Page, chance: &mut Chance) -> Option<Made> {
    let mut specs = page.all_offers().map(|offer| offer.request.spec);
    let spec = specs.find(|spec| !spec.arguments.is_empty())?;
    let mut number = |from: u32, to: u32| from + chance.below(to - from + 1);
    let numbers = |names: &[&str], others: &[&str], [one, other]: [u32; 2]| {
        let fill =
            |text: &&str| text.replace("{1}", &one.to_string()).replace("{2}", &other.to_string());
        let [names, others] = [names, others].map(|texts| texts.iter().map(fill).collect());
        // Equal numbers are in every order.
        let others = if one == other { Vec::new() } else { others };
        Made { names, others, arguments: format!("{one},{other}") }
    };
    Some(match spec.name {
        "take" => numbers(
            &[
                "take {2} from {1}",
                "Take {2} from heap {1}",
                "{2} from {1}",
                "{2} from heap {1}",
                "heap {1}: {2}",
                "heap {1}, {2}",
                "take heap {1} count {2}",
                "heap {1} take {2}",
                "{1},{2}",
                "({1}/{2})",
                "{1} {2}",
            ],
            &[
                "take {2} {1}",
                "-{1}",
                "{1},-{2}",
                "{1},{2},1",
                "not {1},{2}",
                "{1}",
                "heap {1}",
                "take {2}",
                "matches",
                "heap {2} from {1}",
            ],
            [number(1, 5), number(1, 7)],
        ),
        "answer" => numbers(
            &[
                "{1},{2}",
                "{1} {2}",
                "{1} black, {2} white",
                "{1} black {2} white",
                "answer black {1} white {2}",
                "{2} white, {1} black",
                "white {2} black {1}",
            ],
            &["-{1}", "{1}+{2}", "{1}{2}0", "{1} white {2} white", "{1}"],
            [number(0, 3), number(0, 4)],
        ),
        "play_card" => {
            let (rank, suit) = (number(0, 12) as usize, number(0, 3) as usize);
            let names = [
                "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
                "jack", "queen", "king",
            ];
            let signs = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
            let (letter, name, sign) = SUITS[suit];
            let fill = |text: &&str| {
                text.replace("{R}", signs[rank])
                    .replace("{rank}", names[rank])
                    .replace("{S}", &letter.to_uppercase())
                    .replace("{suit}", name)
                    .replace("{sign}", &sign.to_string())
            };
            let texts = [
                "{R}{sign}",
                "{sign}{R}",
                "{R} of {suit}",
                "{R}{S}",
                "{S}{R}",
                "{R} {S}",
                "{S} {R}",
                "{rank} of {suit}",
                "the {rank} of {suit}",
                "{suit} {rank}",
                "play {R}{S}",
                "Play the {rank} of {suit}",
                "{rank} {sign}",
                "a {rank} of {suit}",
            ];
            let others = [
                "-{R}{S}",
                "{R}{S} {R}{S}",
                "{R}{S} {suit}",
                "not {R}{S}",
                "1{R}{S}",
                "{R}",
                "{rank}",
                "{suit}",
                "the",
            ];
            let [names, others] =
                [&texts[..], &others].map(|texts| texts.iter().map(fill).collect());
            Made { names, others, arguments: format!("{}{}", signs[rank], letter.to_uppercase()) }
        }
        "choose_suit" => {
            let (letter, name, sign) = SUITS[number(0, 3) as usize];
            let parts = (1..=name.len()).map(|end| name[..end].to_owned());
            let others = [letter.to_uppercase(), sign.to_string(), format!("choose {name}")];
            let names = parts.chain(others).collect();
            Made { names, others: vec!["x".to_owned()], arguments: letter.to_uppercase() }
        }
        "choose_hand" => {
            let name = ["rock", "paper", "scissors"][number(0, 2) as usize];
            let parts = (1..=name.len()).map(|end| name[..end].to_uppercase());
            let names = parts.chain([format!("throw {name}")]).collect();
            Made {
                names,
                others: vec!["x".to_owned(), "throw".to_owned()],
                arguments: name.to_owned(),
            }
        }
        _ => return None,
    })
}

/// A text with a meaning makes that move if it is offered, and never another.
#[test]
fn typed_text_keeps_its_meaning_or_is_refused() {
    let mut chance = Chance::from_seed([7; 32]);
    let mut counts = [0; 2];
    for seen in all_pages() {
        for _ in 0..texts() / 4 {
            let Some(Made { names, others, arguments }) = made(&seen.page, &mut chance) else {
                break;
            };
            let is_asked = |request: &Request| request.typed_arguments(",") == arguments;
            let is_offered = seen.page.all_offers().any(|offer| is_asked(&offer.request));
            for text in names {
                let read = seen.read(&text, false);
                assert_eq!(
                    read.is_ok(),
                    is_offered,
                    "{text:?} of {:?}: {read:?}",
                    seen.page.status
                );
                assert!(read.is_err() || read.as_ref().is_ok_and(is_asked), "{text:?}: {read:?}");
                counts[usize::from(is_offered)] += 1;
            }
            for text in others {
                let read = seen.read(&text, false);
                assert!(read.is_err(), "{text:?} of {:?}: {read:?}", seen.page.status);
            }
        }
    }
    println!("{counts:?}");
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
}

/// The numbers of one page in this many are typed.
const PAGES_ONE_IN: u32 = 12;

#[test]
fn a_printed_number_is_that_of_its_move() {
    for seen in sample::one_in(PAGES_ONE_IN, all_pages()) {
        let moves = Moves::of(&seen.page);
        for (found, number) in moves.all.iter().zip(1..) {
            let number: usize = number;
            let read = seen.read(&number.to_string(), true);
            assert_eq!(read.as_ref(), Ok(&found.offer.request), "{number}");
            // A square of chess by post, or a column.
            let is_own = moves.all.iter().any(|found| found.offer.is_notation())
                || seen.game.ruleset.key == "four";
            assert!(is_own || seen.read(&number.to_string(), false).is_err(), "{number}");
        }
        assert!(seen.read(&(moves.all.len() + 1).to_string(), true).is_err());
        assert!(seen.read("0", true).is_err());
    }
}

#[test]
fn a_typed_peg_is_a_letter_or_colour() {
    let game = games::find("mastermind").expect("a game");
    let seen = &pages(game, &Choices::defaults(game.ruleset.options), 1)[0];
    for (text, peg) in [
        ("A", "A"),
        ("b", "B"),
        ("blue", "A"),
        ("G", ""),
        ("violet", "F"),
        ("x", ""),
        ("a green", ""),
        ("put b", "B"),
        ("put A blue", "A"),
    ] {
        let read = seen.read(text, false);
        let read = read.map_or(String::new(), |request| request.typed_arguments(","));
        assert_eq!(read, peg, "{text}");
    }
}
