//! The pages in text browsers: golden files of what Lynx and w3m print, and a check that every
//! browser keeps the columns of every board in line, below their headings. `cargo golden` writes the golden files
//! anew.

use crate::collect::{Shown, named, pages};
use crate::folder::Folder;
use parlour::game::any::AnyGame;
use parlour::games::GAMES;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use support::golden::{self, Golden};
use support::process;
use support::reader::markup::{self, Piece};
use support::trials::Trial;

/// A text browser that prints a page.
struct Browser {
    program: &'static str,
    /// Its arguments to print a page. `80` is replaced by the width.
    plain: &'static [&'static str],
    /// The same with a number before each link.
    numbered: &'static [&'static str],
    /// The ending of the names of its golden files. Empty if it has none.
    golden: &'static str,
    /// The kinds of pages that have golden files, of every game or of the first alone.
    kinds: (&'static [&'static str], usize),
}

const BROWSERS: [Browser; 4] = [
    Browser {
        program: "lynx",
        plain: &["-dump", "-nolist", "-nonumbers", "-width=80"],
        numbered: &["-dump", "-width=80"],
        golden: ".lynx.txt",
        kinds: (&["middle"], GAMES.len()),
    },
    Browser {
        program: "w3m",
        plain: &["-dump", "-cols", "80"],
        numbered: &["-dump", "-cols", "80", "-o", "display_link_number=1"],
        golden: ".w3m.txt",
        kinds: (&["options", "start"], 1),
    },
    Browser {
        program: "links",
        plain: &["-dump", "-width", "80", "-codepage", "UTF-8"],
        numbered: &["-dump", "-width", "80", "-codepage", "UTF-8", "-html-numbered-links", "1"],
        golden: "",
        kinds: (&[], 0),
    },
    Browser {
        program: "elinks",
        plain: &["-dump", "1", "-dump-width", "80", "-no-references", "-no-numbering"],
        numbered: &["-dump", "1", "-dump-width", "80", "-no-references"],
        golden: "",
        kinds: (&[], 0),
    },
];

/// The width of the screen.
const COLUMNS: &str = "80";
/// The width of the terminal for a large board whose links have numbers, and the least number of
/// columns of a large board.
const MORE_COLUMNS: &str = "160";
const LARGE: usize = 6;
/// The page with eight colours and their names, which take 87 columns.
const EIGHT_COLOURS: &str = "mastermind-div.n7";
/// edbrowse breaks the lines of wider boards.
const EDBROWSE_SQUARES_MAX: usize = 13;

/// The number of faults that are shown in full.
const SHOWN_MAX: usize = 5;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let golden = BROWSERS.iter().filter(|browser| !browser.golden.is_empty());
    let golden = golden.map(|browser| {
        let name = format!("{}::prints_the_golden_files", browser.program);
        Trial::new(name, &[browser.program], move || prints_golden_files(browser))
    });
    let aligned = BROWSERS.iter().map(|browser| {
        let name = format!("{}::keeps_columns_in_line", browser.program);
        Trial::new(name, &[browser.program], move || keeps_columns_in_line(browser))
    });
    let lines = Trial::new(
        "edbrowse::prints_a_row_in_a_line".to_owned(),
        &["edbrowse"],
        prints_a_row_in_a_line,
    );
    golden.chain(aligned).chain([lines]).collect()
}

/// A command in an environment that has only the folder.
fn in_terminal(program: &str, folder: &Folder) -> Command {
    let mut command = process::command(program);
    command.env_clear().env("HOME", folder.path()).env("LANG", "C.UTF-8").env("TERM", "xterm");
    command.stdout(Stdio::piped());
    command
}

/// The text that a browser prints for a page.
fn print(program: &str, arguments: &[&str], width: &str, folder: &Folder, page: &Shown) -> String {
    let mut command = in_terminal(program, folder);
    let arguments = arguments.iter().map(|argument| argument.replace(COLUMNS, width));
    command.args(arguments).arg(folder.file(page));
    let output = command.output().unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program}: {}", output.status);
    String::from_utf8_lossy(&output.stdout).replace('\u{a0}', " ")
}

fn prints_golden_files(browser: &Browser) {
    let folder = Folder::with_pages();
    let printed = |name: &str| {
        let printed = print(browser.program, browser.plain, COLUMNS, &folder, named(name));
        let lines = printed.lines().map(|line| format!("{}\n", line.trim_end()));
        (name.to_owned(), lines.collect::<String>())
    };
    let (kinds, games) = browser.kinds;
    let names =
        |game: &'static AnyGame| kinds.iter().map(|kind| format!("{}-{kind}", game.ruleset.key));
    let files = GAMES[..games].iter().flat_map(names).map(|name| printed(&name)).collect();
    let golden = Golden { folder: "text", ending: browser.golden };
    golden::check(&[(golden, files)]);
}

/// A square of a board in text.
#[derive(Default)]
struct Square {
    before: String,
    text: String,
    after: String,
    is_link: bool,
}

/// A line of a board: its number, if it has one, and its squares.
#[derive(Default)]
struct Line {
    /// True if it is the line with the names of the columns, which are its squares.
    is_head: bool,
    number: String,
    squares: Vec<Square>,
}

impl Line {
    /// The line as it is to be read.
    fn in_words(&self) -> String {
        let squares = self.squares.iter().map(|s| format!("{}{}{}", s.before, s.text, s.after));
        std::iter::once(self.number.clone()).chain(squares).collect()
    }
}

/// The boards of a page, line by line.
fn boards(html: &str) -> Vec<Vec<Line>> {
    let mut boards = Vec::new();
    let mut rest = html;
    while let Some(board) = markup::element(rest, "board") {
        boards.push(lines_of(board));
        rest = rest.split_once(board).map_or("", |(_, after)| after);
    }
    boards
}

fn lines_of(board: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut element = "";
    for (_, piece) in markup::pieces(board) {
        match piece {
            Piece::Open { name: "tr", .. } => lines.push(Line::default()),
            Piece::Open { name: "th", attributes, .. } if attributes.contains("scope=col") => {
                element = "text";
                let line = lines.last_mut().expect("a row");
                // Nothing is above the numbers of the rows.
                if !line.is_head {
                    line.squares.clear();
                }
                line.is_head = true;
                line.squares.push(Square::default());
            }
            Piece::Open { name: "th", .. } => element = "th",
            Piece::Open { name: "td", .. } => {
                element = "td";
                lines.last_mut().expect("a row").squares.push(Square::default());
            }
            Piece::Open { name: name @ ("a" | "b"), .. } => {
                element = "text";
                let square = lines.last_mut().and_then(|line| line.squares.last_mut());
                square.expect("a square").is_link = name == "a";
            }
            Piece::Close("a" | "b") => element = "after",
            Piece::Close("td" | "th" | "tr") => element = "",
            Piece::Text(text) => put(lines.last_mut(), element, &markup::plain(text)),
            _ => {}
        }
    }
    lines
}

/// Adds words to the line that is being read, in the element that is open.
fn put(line: Option<&mut Line>, element: &str, words: &str) {
    let Some(line) = line else { return };
    let words = words.replace('\u{a0}', " ").replace('\n', "");
    match (element, line.squares.last_mut()) {
        ("th", _) => line.number += words.trim(),
        ("td", Some(square)) => square.before += &words,
        ("text", Some(square)) => square.text += &words,
        ("after", Some(square)) => square.after += &words,
        _ => {}
    }
}

fn keeps_columns_in_line(browser: &Browser) {
    let folder = Folder::with_pages();
    let mut told = Vec::new();
    for page in pages().iter().filter(|page| page.game.is_some()) {
        let mut boards = boards(&page.html);
        let columns = boards.iter().flatten().map(|line| line.squares.len()).max().unwrap_or(0);
        for is_numbered in [false, true] {
            let is_wide = is_numbered && columns >= LARGE || page.name == EIGHT_COLOURS;
            let width = if is_wide { MORE_COLUMNS } else { COLUMNS };
            let arguments = if is_numbered { browser.numbered } else { browser.plain };
            let printed = print(browser.program, arguments, width, &folder, page);
            // The number of a link is no part of its column.
            if is_numbered {
                boards.iter_mut().for_each(|board| board.retain(|line| !line.is_head));
            }
            let screen: Vec<Vec<char>> = printed.lines().map(|l| l.chars().collect()).collect();
            let are_in_line =
                boards.iter().all(|board| stands_in_columns(board, &screen, is_numbered));
            if !are_in_line {
                told.push(format!("{}, numbered: {is_numbered}\n{printed}", page.name));
            }
        }
    }
    let count = told.len();
    told.truncate(SHOWN_MAX);
    assert!(told.is_empty(), "{count} pages are out of line\n{}", told.join("\n"));
}

/// Returns true if a board is on a screen: its lines one after the other, with the squares of each
/// column below each other, and no other characters.
fn stands_in_columns(board: &[Line], screen: &[Vec<char>], is_numbered: bool) -> bool {
    let columns = board.iter().map(|line| line.squares.len()).max().unwrap_or(0);
    screen.windows(board.len()).any(|rows| {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut from = 0;
        (0..columns).all(|column| {
            let fits = |at: &usize| {
                let end = |(row, line): (&Vec<char>, &Line)| match line.squares.get(column) {
                    Some(square) => end_of(square, &row[(*at).min(row.len())..], is_numbered),
                    None => Some(0),
                };
                rows.iter().zip(board).map(end).collect::<Option<Vec<usize>>>()
            };
            let found = (from..=width.max(from)).find_map(|at| Some((at, fits(&at)?)));
            let Some((at, lengths)) = found else { return false };
            from = at + lengths.into_iter().max().unwrap_or(0);
            true
        }) && rows.iter().zip(board).all(|(row, line)| has_nothing_else(line, row, is_numbered))
    })
}

/// The number of characters of a square at the beginning of a text. `None` if the text begins
/// otherwise.
fn end_of(square: &Square, text: &[char], is_numbered: bool) -> Option<usize> {
    let mut at = 0;
    let take = |part: &str, at: &mut usize| {
        part.chars().all(|wanted| {
            // The end of a line is as good as spaces.
            let is_there = text.get(*at).copied().unwrap_or(' ') == wanted;
            *at += 1;
            is_there
        })
    };
    if !take(&square.before, &mut at) {
        return None;
    }
    if is_numbered && square.is_link {
        let number = text.get(at..)?.iter().position(|c| *c == ']')?;
        let digits = text.get(at + 1..at + number)?;
        if text.get(at) != Some(&'[') || !digits.iter().all(char::is_ascii_digit) {
            return None;
        }
        at += number + 1;
    }
    (take(&square.text, &mut at) && take(&square.after, &mut at)).then_some(at)
}

/// Returns true if a line has only its number and its squares.
fn has_nothing_else(line: &Line, row: &[char], is_numbered: bool) -> bool {
    let row: String = row.iter().collect();
    let row = if is_numbered { without_numbers(&row) } else { row };
    let is_mark = |c: &char| !c.is_whitespace();
    row.chars().filter(is_mark).eq(line.in_words().chars().filter(is_mark))
}

/// A line of a screen without the numbers of its links.
fn without_numbers(row: &str) -> String {
    let part = |part: &str| match part.split_once(']') {
        Some((number, rest)) if number.parse::<u16>().is_ok() => rest.to_owned(),
        _ => format!("[{part}"),
    };
    let mut parts = row.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(part).collect::<String>()
}

/// edbrowse is an editor of lines and knows no columns, but a row of a board must be one line. It
/// writes `|` between squares and `{}` around links.
fn prints_a_row_in_a_line() {
    let folder = Folder::with_pages();
    fs::write(folder.path().join(".ebrc"), "").expect("a configuration");
    let mut told = Vec::new();
    let is_board = |page: &&Shown| page.game.is_some() && page.name != EIGHT_COLOURS;
    for page in pages().iter().filter(is_board) {
        let printed = print_in_edbrowse(&folder, page);
        let plain = |text: &str| text.replace(|c: char| " |{}".contains(c), "");
        let lines: Vec<String> = printed.lines().map(plain).collect();
        let boards = boards(&page.html);
        let fits = |line: &&Line| !line.is_head && line.squares.len() <= EDBROWSE_SQUARES_MAX;
        let wanted: Vec<String> =
            boards.iter().flatten().filter(fits).map(Line::in_words).collect();
        if !wanted.iter().all(|line| lines.contains(&plain(line))) {
            told.push(format!("{}\n{printed}", page.name));
        }
    }
    let count = told.len();
    told.truncate(SHOWN_MAX);
    assert!(told.is_empty(), "{count} pages have broken rows\n{}", told.join("\n"));
}

fn print_in_edbrowse(folder: &Folder, page: &Shown) -> String {
    let mut command = in_terminal("edbrowse", folder);
    command.arg(folder.file(page)).stdin(Stdio::piped());
    let mut edbrowse = command.spawn().unwrap_or_else(|error| panic!("edbrowse: {error}"));
    let mut commands = edbrowse.stdin.take().expect("a way to tell it");
    commands.write_all(b"b\n,p\nqt\n").expect("edbrowse listens");
    drop(commands);
    let output = edbrowse.wait_with_output().expect("its words");
    assert!(output.status.success(), "edbrowse: {}", output.status);
    String::from_utf8_lossy(&output.stdout).replace('\u{a0}', " ")
}
