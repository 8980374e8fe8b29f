//! A position in words, for people who listen: the contents of each row, the last change, and the
//! squares with a move.

use super::drawing;
use crate::formats::item::{Item, Thing};
use crate::formats::shown::Shown;
use crate::game::page::{
    Board, Cell, Fact, Facts, Guesses, Part, Row, SeatLine, Spread, SquareNames,
};
use crate::game::request::RequestSpec;
use crate::game::spot::Spot;
use crate::game::text::{count, listed};
use crate::links::Link;
use crate::moves::{self, Moves};

/// A page that is told in words, and the links of its squares.
pub struct Told<'a> {
    shown: &'a Shown<'a>,
    /// The request that squares offer, if the viewer can choose among several.
    tool: Option<&'static RequestSpec>,
    /// True if a square in words is a link. It is false if the page lists all moves, or shows no
    /// links.
    pub links_squares: bool,
}

impl<'a> Told<'a> {
    /// The page of a position. `shows_links` is true if the format writes the link of every move.
    pub fn new(shown: &'a Shown<'a>, shows_links: bool) -> Self {
        let page = shown.page();
        let tools = moves::tools(page, shown.ruleset);
        let name = moves::tool(&tools, shown.board_request.as_deref());
        let links_squares = shows_links && !shown.lists(&Moves::of(page));
        let tool = tools.into_iter().find(|spec| Some(spec.name) == name);
        Told { shown, tool, links_squares }
    }

    /// The changes that a board shows by its marks.
    pub fn news(&self) -> impl Iterator<Item = Item> {
        [last_move(self.shown), route(self.shown), in_the_way(self.shown)].into_iter().flatten()
    }

    /// A part of the page in words.
    pub fn part(&self, part: &Part) -> Vec<Item> {
        match part {
            Part::Board(board) => rows(board, &self.effect(board), |cell| self.link(cell)),
            Part::Heaps(board) => heaps(board).collect(),
            Part::Guesses(made) => guesses(made),
            Part::Row(row) if is_choice(row) => Vec::new(),
            Part::Row(row) | Part::Hand(row) => things(row).collect(),
            Part::Facts(facts) => lines_of(facts).collect(),
            _ => told(part),
        }
    }

    fn link(&self, cell: &Cell) -> Option<Link> {
        let name = self.tool.map(|spec| spec.name);
        let offer = cell.offer_of(name).filter(|_| self.links_squares)?;
        Some(self.shown.link_of(&offer.request))
    }

    /// The effect of the links of squares: `Each link here: turn it clockwise.`
    fn effect(&self, board: &Board) -> String {
        let offered =
            || board.cells.iter().find_map(|cell| Some(cell.offers.first()?.request.spec));
        let label = self.tool.or_else(offered).map_or("", |spec| spec.label);
        format!("Each link here: {label}.")
    }
}

/// A part of the page that is always in words.
pub fn told(part: &Part) -> Vec<Item> {
    match part {
        Part::Board(_) | Part::Heaps(_) | Part::Guesses(_) | Part::Row(_) | Part::Hand(_) => {
            Vec::new()
        }
        Part::Seats(seats) => {
            let seat = |seat: &SeatLine| {
                let turn = if seat.is_on_turn { ", on turn" } else { "" };
                format!("{}: {}{turn}.", seat.player.name, count(seat.count, seat.unit))
            };
            let seats: Vec<String> = seats.seats.iter().map(seat).collect();
            vec![Item::Words(seats.join(" "))]
        }
        Part::Facts(facts) => {
            let fact = |fact: &Fact| format!("{}: {}.", fact.name, fact.value);
            let facts: Vec<String> = facts.facts.iter().map(fact).collect();
            vec![Item::Words(facts.join(" "))]
        }
        Part::Log(log) => {
            let entries = log.entries.iter().map(|entry| Item::Point(entry.to_string()));
            [Item::Heading(log.caption.to_string())].into_iter().chain(entries).collect()
        }
        Part::Passage(passage) | Part::Round(passage) => {
            let mut items = Vec::new();
            drawing::passage(passage, &mut items);
            items
        }
    }
}

/// The place of the last move, and its contents.
fn last_move(shown: &Shown<'_>) -> Option<Item> {
    let page = shown.page();
    let at = page.changed?;
    // A square to go on with has not changed.
    let cell = page.cell(at).filter(|cell| !cell.marks.target && !cell.marks.choice)?;
    let place = match page.parts.get(at.part)? {
        // Matches that were taken are gone. The sentence already names cards that were drawn or
        // played.
        Part::Heaps(_) | Part::Row(_) | Part::Hand(_) => return None,
        Part::Board(board) if board.squares != SquareNames::Unnamed => {
            format!("{}: ", board.name_of(at.cell))
        }
        _ => String::new(),
    };
    Some(Item::words(format!("Last change: {place}{}.", Spot::of(cell).contents())))
}

/// The open way through a board, square by square.
fn route(shown: &Shown<'_>) -> Option<Item> {
    let board = shown.page().parts.iter().find_map(|part| match part {
        Part::Board(board) if !board.route.is_empty() => Some(board),
        _ => None,
    })?;
    let places: Vec<String> = board.route.iter().map(|&at| board.name_of(at)).collect();
    Some(Item::words(format!("The way so far: {}.", places.join("; "))))
}

/// The square that stops the arrow, so that a listener need not look for it.
fn in_the_way(shown: &Shown<'_>) -> Option<Item> {
    let boards = shown.page().parts.iter().filter_map(|part| match part {
        Part::Board(board) => Some(board),
        _ => None,
    });
    boards.into_iter().find_map(|board| {
        let at = board.cells.iter().position(|cell| cell.marks.stops && !cell.offers.is_empty())?;
        let place = board.name_of(at);
        let what = Spot::of(&board.cells[at]).contents();
        Some(Item::Words(format!("In the way: {place}: {what}.")))
    })
}

/// The rows of a board with their contents, and the squares with a move. Equal rows are told once.
/// `effect` is the effect of the links of squares.
fn rows(board: &Board, effect: &str, link: impl Fn(&Cell) -> Option<Link>) -> Vec<Item> {
    if board.has_sides {
        return pieces(board);
    }
    let columns = board.columns;
    let to_choose = board.cells.iter().filter(|cell| !cell.offers.is_empty()).count();
    let most = if to_choose > LINKED_MAX { ALIKE_MAX } else { usize::MAX };
    let told: Vec<Vec<Thing>> = board
        .cells
        .chunks(columns)
        .enumerate()
        .map(|(at, cells)| row(board, at, cells, most, &link))
        .collect();
    let heading = if board.caption.contains(|c: char| c.is_ascii_digit()) {
        board.caption.to_string()
    } else {
        format!("{}: {} of {columns}", board.caption, count(told.len(), "row"))
    };
    let mut items = vec![Item::Heading(heading)];
    if let Some(content) = everywhere(board) {
        items.push(Item::Words(format!("Every square is {content}.")));
        return items;
    }
    let is_linked = board.cells.iter().any(|cell| link(cell).is_some());
    items.extend(is_linked.then(|| Item::words(effect)));
    let mut first = 0;
    for alike in told.chunk_by(|one, other| one == other) {
        let name = names("Row", first, alike.len(), |row| board.row_name(row));
        items.push(Item::Group { name, points: alike[0].clone() });
        first += alike.len();
    }
    items.extend(where_to_move(board).filter(|_| !is_linked).map(Item::Words));
    items
}

/// The pieces on a chess board, rank by rank.
fn pieces(board: &Board) -> Vec<Item> {
    let rank = |(row, cells): (usize, &[Cell])| {
        let pieces = cells.iter().enumerate().filter(|(_, cell)| cell.picture.is_some());
        let points = pieces.map(|(column, cell)| {
            let words = format!("{}: {}", board.column_name(column), cell.label);
            Thing { row: None, words, link: None }
        });
        let points: Vec<Thing> = points.collect();
        let name = format!("Rank {}", board.row_name(row));
        (!points.is_empty()).then_some(Item::Group { name, points })
    };
    let ranks = board.cells.chunks(board.columns).enumerate().filter_map(rank);
    [Item::Heading(board.caption.to_string())].into_iter().chain(ranks).collect()
}

/// The contents of every square, if all are equal.
fn everywhere(board: &Board) -> Option<&str> {
    let mut contents = board.cells.iter().map(|cell| Spot::of(cell).contents());
    let first = contents.next()?;
    contents.all(|content| content == first).then_some(first)
}

/// The greatest number of equal squares in a row that are told one by one, each as a link, on a
/// board with more than [`LINKED_MAX`] links.
const ALIKE_MAX: usize = 3;
/// The greatest number of squares that people listen to one by one.
const LINKED_MAX: usize = 48;

/// The contents of a row, from the first column to the last. Up to `most` equal squares with moves
/// are told one by one, each as a link. A link also names its row, because a screen reader may read
/// it in a list of links.
fn row(
    board: &Board,
    at: usize,
    cells: &[Cell],
    most: usize,
    link: impl Fn(&Cell) -> Option<Link>,
) -> Vec<Thing> {
    fn content(cell: &Cell) -> &str {
        Spot::of(cell).contents()
    }
    let runs: Vec<&[Cell]> = cells.chunk_by(|one, other| content(one) == content(other)).collect();
    if let [run] = runs[..]
        && run.len() > 1
        && (run.len() > most || link(&run[0]).is_none())
    {
        let words = format!("every column: {}", content(&run[0]));
        return vec![Thing { row: None, words, link: None }];
    }
    let mut first = 0;
    let told = runs.into_iter().flat_map(|run| {
        let is_split = run.len() <= most && link(&run[0]).is_some();
        run.chunks(if is_split { 1 } else { run.len() })
    });
    let told = told.map(|alike| {
        let link = link(&alike[0]).filter(|_| alike.len() == 1);
        let names = names("column", first, alike.len(), |column| board.column_name(column));
        first += alike.len();
        let row = link.is_some().then(|| board.row_name(at));
        let words = match board.squares {
            SquareNames::Unnamed => content(&alike[0]).to_owned(),
            _ => format!("{names}: {}", content(&alike[0])),
        };
        Thing { row, words, link }
    });
    told.collect()
}

/// The greatest number of squares that are named one by one.
const NAMED_MAX: usize = 4;

/// The squares of a board with a move, in a short sentence. `None` if all squares have one, or none
/// has.
fn where_to_move(board: &Board) -> Option<String> {
    let columns = board.columns;
    let (open, closed): (Vec<usize>, Vec<usize>) =
        (0..board.cells.len()).partition(|&at| !board.cells[at].offers.is_empty());
    if open.is_empty() || closed.is_empty() || board.squares == SquareNames::Unnamed {
        return None;
    }
    let content = |at: &usize| Spot::of(&board.cells[*at]).contents();
    let offers = content(&open[0]);
    let is_content_enough = open.iter().all(|at| content(at) == offers)
        && closed.iter().all(|at| content(at) != offers);
    let named = |squares: &[usize]| {
        let names: Vec<String> = squares.iter().map(|&at| board.name_of(at)).collect();
        names.join("; ")
    };
    Some(match open.len() {
        ..=NAMED_MAX => format!("You can move at {}.", named(&open)),
        _ if is_content_enough => format!("You can move at every square that is {offers}."),
        _ if closed.len() <= NAMED_MAX => {
            format!("You can move at every square but {}.", named(&closed))
        }
        _ => {
            let rows = board.cells.chunks(columns).enumerate();
            let rows = rows.filter_map(|(row, cells)| Some((row, open_columns(board, cells)?)));
            let rows: Vec<String> = rows
                .map(|(row, places)| format!("row {}, {places}", board.row_name(row)))
                .collect();
            format!("You can move at {}.", rows.join("; "))
        }
    })
}

/// The columns of a row with a move: `columns 1, 3 and 4`.
fn open_columns(board: &Board, cells: &[Cell]) -> Option<String> {
    let open = cells.iter().enumerate().filter(|(_, cell)| !cell.offers.is_empty());
    let open: Vec<String> = open.map(|(column, _)| board.column_name(column)).collect();
    match open.len() {
        0 => None,
        all if all == cells.len() => Some("every column".to_owned()),
        1 => Some(format!("column {}", open[0])),
        _ => Some(format!("columns {}", listed(open))),
    }
}

/// `column 3`, `columns 3 and 4`, `columns 3 to 6`, by the names of the first of so many and the last.
fn names(what: &str, first: usize, count: usize, name: impl Fn(usize) -> String) -> String {
    let [from, to] = [first, first + count - 1].map(name);
    match count {
        1 => format!("{what} {from}"),
        2 => format!("{what}s {from} and {to}"),
        _ => format!("{what}s {from} to {to}"),
    }
}

/// Returns true if a row has only things to choose. The moves name them again.
fn is_choice(row: &Row) -> bool {
    row.spread == Spread::Tiled && row.cells.iter().all(|cell| !cell.offers.is_empty())
}

/// Facts, each on a line.
fn lines_of(facts: &Facts) -> impl Iterator<Item = Item> {
    let facts = facts.facts.iter();
    let facts = facts.map(|fact| Item::Point(format!("{}: {}", fact.name, fact.value)));
    [Item::Heading("How it stands".to_owned())].into_iter().chain(facts)
}

/// The guesses that have been made, and the code.
fn guesses(made: &Guesses) -> Vec<Item> {
    let board = &made.board;
    let code = made.has_code.then(|| made.board.row_count());
    let is_filled = |cell: &&Cell| !cell.text.is_empty() && !cell.is_free;
    let row = |(at, cells): (usize, &[Cell])| {
        let contents = cells.iter().filter(is_filled).map(|cell| Spot::of(cell).contents());
        let contents: Vec<&str> = contents.collect();
        let is_open = !contents.is_empty() && !is_covered(cells);
        let name = if code == Some(at) { "Code".to_owned() } else { format!("Row {at}") };
        is_open.then(|| Item::Point(format!("{name}: {}", contents.join(", "))))
    };
    let cells = || board.cells.chunks(board.columns);
    let mut items = vec![Item::Heading(board.caption.to_string())];
    items.extend((1..).zip(cells()).filter_map(row));
    if items.len() == 1 {
        items.push(Item::words("No guess has been made."));
    }
    if cells().any(is_covered) {
        items.push(Item::words("The code is covered."));
    }
    items
}

/// Returns true if a row is face down.
fn is_covered(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| cell.marks.back)
}

/// The number of things in each heap.
fn heaps(board: &Board) -> impl Iterator<Item = Item> {
    let heading = Item::Heading(board.caption.to_string());
    let heap = |(row, cells): (usize, &[Cell])| {
        let is_there = |cell: &&Cell| cell.picture.is_some() && !cell.marks.last;
        let mut things = cells.iter().filter(is_there);
        let contents = things.next().map_or("empty".to_owned(), |thing| {
            count(1 + things.count(), thing.label.trim_start_matches("a "))
        });
        Item::Point(format!("Heap {}: {contents}", row + 1))
    };
    let heaps = board.cells.chunks(board.columns).enumerate().map(heap);
    [heading].into_iter().chain(heaps)
}

/// The things of a row, each on a line. In a hand, a note marks the cards that can be played.
fn things(row: &Row) -> impl Iterator<Item = Item> {
    let thing = |cell: &Cell| match (&*cell.name, &*cell.label) {
        ("", "") => [&*cell.caption, Spot::of(cell).contents()].join(" "),
        ("", label) => label.to_owned(),
        (name, _) => name.to_owned(),
    };
    let is_hand = row.spread == Spread::Fanned;
    let note =
        move |cell: &Cell| if is_hand && !cell.offers.is_empty() { ", can be played" } else { "" };
    let things = row.cells.iter().map(move |cell| Item::Point(thing(cell) + note(cell)));
    [Item::Heading(row.caption.to_string())].into_iter().chain(things)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::Offer;

    #[test]
    fn what_is_alike_is_told_once() {
        let told = |things: &[&'static str]| {
            let cells: Vec<Cell> = things.iter().copied().map(named).collect();
            let board = Board::new("A row", cells.len(), cells.clone());
            words(row(&board, 0, &cells, ALIKE_MAX, |_| None))
        };
        assert_eq!(told(&["empty", "X", "O"]), ["Column 1: empty", "Column 2: X", "Column 3: O"]);
        let runs = ["Column 1: X", "Columns 2 to 4: empty", "Columns 5 and 6: O"];
        assert_eq!(told(&["X", "empty", "empty", "empty", "O", "O"]), runs);
        assert_eq!(told(&["empty", "empty"]), ["Every column: empty"]);
        let cells = ["X", "O", "X", "X", "X", "X"].map(named);
        let groups = rows(&Board::new("Three rows", 2, cells.into()), "", |_| None).into_iter();
        let groups = groups.filter_map(|item| match item {
            Item::Group { name, points } => Some(format!("{name}: {}", words(points).join("; "))),
            _ => None,
        });
        let expected = ["Row 1: Column 1: X; Column 2: O", "Rows 2 and 3: Every column: X"];
        assert_eq!(groups.collect::<Vec<_>>(), expected);
    }

    /// Equal squares are told one by one if they have moves and are few.
    #[test]
    fn a_square_told_alone_is_its_link() {
        let link = |_: &Cell| Some(Link::of_query("there"));
        let told = |things: &[&'static str]| {
            let cells: Vec<Cell> = things.iter().copied().map(named).collect();
            let board = Board::new("A row", cells.len(), cells.clone());
            let told = row(&board, 1, &cells, ALIKE_MAX, link);
            let linked = told.iter().filter(|thing| thing.link.is_some()).count();
            (linked, words(told).join("; "))
        };
        let alone = "Row 2, column 1: X; Row 2, column 2: X; Row 2, column 3: O".to_owned();
        assert_eq!(told(&["X", "X", "O"]), (3, alone));
        let many = "Columns 1 to 4: X; Row 2, column 5: O".to_owned();
        assert_eq!(told(&["X", "X", "X", "X", "O"]), (1, many));
        assert_eq!(told(&["X", "X", "X", "X"]), (0, "Every column: X".to_owned()));
        assert_eq!(told(&["X", "X"]), (2, "Row 2, column 1: X; Row 2, column 2: X".to_owned()));
    }

    fn words(things: Vec<Thing>) -> Vec<String> {
        things.iter().map(Thing::in_full).collect()
    }

    #[test]
    fn one_short_sentence_says_where_to_move() {
        static PLACE: RequestSpec = RequestSpec::new("place", "choose", "Chooses a square.");
        let told = |columns: usize, things: &[&'static str]| {
            // A star means an offer.
            let cells = things.iter().map(|thing| {
                let cell = named(thing.trim_end_matches('*'));
                let offer = thing.ends_with('*').then(|| Offer::new("Choose", &PLACE, []));
                cell.offering(offer)
            });
            where_to_move(&Board::new("A board", columns, cells.collect())).unwrap_or_default()
        };
        assert_eq!(told(2, &["X", "O"]), "");
        assert_eq!(told(2, &["empty*", "X*"]), "", "which goes without saying");
        let two = told(2, &["empty*", "X", "O", "empty*"]);
        assert_eq!(two, "You can move at row 1, column 1; row 2, column 2.");
        let empty = told(3, &["empty*", "empty*", "empty*", "empty*", "empty*", "X"]);
        assert_eq!(empty, "You can move at every square that is empty.");
        let most = told(3, &["a*", "b*", "c*", "d*", "e*", "heart"]);
        assert_eq!(most, "You can move at every square but row 2, column 3.");
        let many = ["a*", "b*", "c*", "d*", "e*", "a", "a", "a", "a", "a"];
        let many = told(5, &[&many[..], &["a*", "a", "b*", "a", "a"]].concat());
        assert_eq!(many, "You can move at row 1, every column; row 3, columns 1 and 3.");
    }

    fn named(thing: &'static str) -> Cell {
        Cell::new(thing).labelled(thing)
    }
}
