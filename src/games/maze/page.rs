//! The page of the maze: what the player sees, in words and drawn in text.

use super::event::Event;
use super::position::Position;
use super::ruleset::{BoardKind, HINT, KIND, LEVEL, LOCK, Level, SIZE, SOLVE, TURN, TURN_BACK};
use super::tile::{Hold, Kind, Piece, Tile};
use super::tiling::{BoardSize, Flight, FlightEnd, Tiling};
use crate::game::prelude::*;

/// The page of a position, and of the events that led there.
pub fn page(position: &Position, events: &[Event]) -> Page {
    let shown = Shown::of(position);
    let is_over = position.is_over();
    let reached = count(shown.reached.len() - 1, "tile");
    let changed = events.iter().rev().find_map(|event| event.tile());
    let hint = || Offer::new("Hint", &HINT, []);
    let solve = || Offer::new("Show the solution", &SOLVE, []).quiet();
    let status = match position.kind {
        BoardKind::Way => status(position, &position.board.flight(), events),
        BoardKind::Full { .. } => status_of_net(position, shown.reached.len() - 1, events),
    };
    let offered = if is_over { Vec::new() } else { all_offers(&position.board) };
    Page::new(format!("{reached} reached"), status)
        .with(board(&position.board, &Shown { changed, offered, ..shown }))
        .with_facts(facts(position, reached))
        .changed(changed.map(|(at, _)| At::first_board(at)))
        .offering((!is_over).then(hint))
        .offering((!is_over).then(solve))
        .ending(is_over.then(|| end(position)))
}

/// The solution of a board as it was dealt.
pub fn solution(position: &Position) -> Page {
    let solved = position.solved();
    let solved = solved.map_or_else(|| position.clone(), |solved| position.with_solution(&solved));
    let turns = count(position.fewest, "turn");
    let status = match position.kind {
        BoardKind::Way => format!("This is a way that takes the fewest turns, {turns}."),
        BoardKind::Full { .. } => format!("This is the one net of all tiles. It takes {turns}."),
    };
    Page::new("Solution", status).with(figure("The solution", &solved))
}

fn facts(position: &Position, reached: String) -> Vec<Fact> {
    let level = position.level.map(|level| Fact::new("Level", level.name()));
    // What hints have turned is not counted as turns.
    let has_help = position.is_over() && position.hints() > 0;
    let fewest = if has_help { "Fewest without hints" } else { "Fewest possible" };
    let counts = [
        Fact::new("Turns", position.turns.to_string()),
        Fact::new(fewest, position.fewest.to_string()),
        Fact::new("Hints", position.hints().to_string()),
    ];
    // What was solved for somebody counts for nothing.
    let counts = counts.into_iter().filter(|_| !position.is_solution_shown);
    // At the end the arrow is where it was to go.
    let reached = (!position.is_over()).then(|| Fact::new("Reached", reached));
    counts.chain(reached).chain(level).collect()
}

/// What happened, and how far the arrow flies now.
fn status(position: &Position, flight: &Flight, events: &[Event]) -> String {
    let place = |tile| position.board.at(tile).place();
    let stop = match flight.end {
        FlightEnd::Heart if position.is_solution_shown => {
            return "This is the quickest way from where you were.".to_owned();
        }
        FlightEnd::Heart => return "The arrow reaches the heart.".to_owned(),
        FlightEnd::Edge(tile, _) => format!("flies off the board at {}", place(tile)),
        FlightEnd::Closed(tile, _) => match position.board.tiles.get(tile) {
            Some(Tile::Arrow) => "comes back to where it began".to_owned(),
            Some(Tile::Heart) => "misses the heart, which opens west".to_owned(),
            _ => format!("stops at {}", place(tile)),
        },
    };
    let reached = flight.tiles.len() - 1;
    let flies = match reached {
        0 => format!("The arrow {stop}."),
        _ => format!("The arrow reaches {} and {stop}.", count(reached, "tile")),
    };
    match events.last() {
        None => format!("Turn tiles to lead the arrow to the heart. It {stop}."),
        Some(Event::Turned(..)) => flies,
        Some(event @ Event::HintGiven(..)) => {
            format!("{} The arrow reaches {}.", event.message().sentence, count(reached, "tile"))
        }
        Some(event) => event.message().sentence.into_owned(),
    }
}

/// What happened on a full board, and how many tiles the arrow reaches now.
fn status_of_net(position: &Position, reached: usize, events: &[Event]) -> String {
    let all = position.board.tiles_of_net() - 1;
    let reaches = format!("The arrow reaches {reached} of {all} tiles.");
    match events.last() {
        _ if position.is_solution_shown => "This is the one net of all tiles.".to_owned(),
        _ if position.is_over() => "The arrow reaches every tile.".to_owned(),
        None => format!("{reaches} Join them all into one net."),
        Some(Event::Turned(..)) => reaches,
        Some(event @ Event::HintGiven(..)) => format!("{} {reaches}", event.message().sentence),
        Some(event) => event.message().sentence.into_owned(),
    }
}

/// How it ended, and what to play next.
fn end(position: &Position) -> End {
    let Position { turns, fewest, .. } = *position;
    let BoardSize { columns, rows } = position.board.size;
    let larger = SIZE.values.iter().map(|(_, size)| *size).find(|size| size.columns > columns);
    let larger = larger.map(|size| {
        NextGame::with(format!("Larger: {} by {}", size.columns, size.rows), &SIZE, size)
    });
    let harder = match position.level {
        None | Some(Level::Easy) => Some(Level::Fair),
        Some(Level::Fair) => Some(Level::Hard),
        Some(Level::Hard) => None,
    };
    let harder = harder.map(|level| NextGame::with("A harder one", &LEVEL, Some(level)));
    let easy = *Level::Fair.fewest(position.board.size).start();
    let is_full = position.kind.is_full();
    let harder = harder.filter(|_| position.level.is_some() || !is_full && fewest < easy);
    let full = KIND.values.iter().map(|(_, kind)| *kind).find(|kind| kind.is_full() && !is_full);
    let full = full.map(|kind| NextGame::with("Join every tile", &KIND, kind));
    if position.is_solution_shown {
        let end = End::new("You asked for the solution, so this game counts as lost.");
        return end.headed("Solved for you").followed_by(larger);
    }
    let (took, hints) = (count(turns, "turn"), count(position.hints(), "hint"));
    let (detail, result) = match (turns, position.hints()) {
        (_, 0) if turns == fewest => (
            format!("Love finds the best way: {took}, the fewest possible."),
            format!("{took}, the fewest possible"),
        ),
        (_, 0) => (
            format!("Love finds a way: {took}. The fewest possible is {fewest}."),
            format!("{took}, {} more than the fewest", turns - fewest.min(turns)),
        ),
        (0, _) => (
            format!("Love finds a way: {hints} and no turn of your own."),
            format!("{hints} and no turn of my own"),
        ),
        _ => (format!("Love finds a way: {took} and {hints}."), format!("{took} and {hints}")),
    };
    let level = position.level.map_or(String::new(), |level| format!(", {}", level.name()));
    let full_board = full_board(position.kind);
    let game = format!("Maze {columns}x{rows}{full_board}{level}").into();
    let challenge = match position.hints() {
        0 => format!("Can you do it in {fewest}?").into(),
        _ => "Can you do it without hints?".into(),
    };
    End::new(detail)
        .shared(Share { game, result: result.into(), challenge })
        .followed_by(harder.into_iter().chain(larger).chain(full))
}

/// The kind of a full board, as it is told to others: `, full board with walls`.
fn full_board(kind: BoardKind) -> &'static str {
    match kind {
        BoardKind::Way => "",
        BoardKind::Full { has_walls: false, wraps: false } => ", full board",
        BoardKind::Full { has_walls: true, wraps: false } => ", full board with walls",
        BoardKind::Full { has_walls: false, wraps: true } => ", full board with joined edges",
        BoardKind::Full { has_walls: true, wraps: true } => {
            ", full board with walls and joined edges"
        }
    }
}

/// What is shown on a board besides its tiles.
#[derive(Default)]
struct Shown {
    /// The tiles that the arrow reaches.
    reached: Vec<usize>,
    /// The tile that stops it, and how.
    stop: Option<(usize, String)>,
    /// The tile that was changed last, and by how many quarters it was turned.
    changed: Option<(usize, i8)>,
    /// Whether nothing can be turned any more, so that nobody needs to know what is locked.
    is_over: bool,
    /// For each tile what may be asked for there; nothing on a board to look at.
    offered: Vec<Vec<Offer>>,
}

impl Shown {
    fn of(position: &Position) -> Self {
        let stop = match position.board.flight().end {
            FlightEnd::Edge(tile, _) => Some((tile, "sends the arrow off the board".to_owned())),
            FlightEnd::Closed(tile, side) => {
                Some((tile, format!("stops the arrow from the {}", side.name())))
            }
            FlightEnd::Heart => None,
        };
        let stop = stop.filter(|_| position.kind == BoardKind::Way);
        Shown { reached: position.reached(), stop, is_over: position.is_over(), ..Shown::default() }
    }
}

fn all_offers(board: &Tiling) -> Vec<Vec<Offer>> {
    let offers = |(at, tile): (usize, &Tile)| match tile.piece() {
        Some(piece) if piece.kind != Kind::Crossing => offers(at, piece.hold),
        _ => Vec::new(),
    };
    board.tiles.iter().enumerate().map(offers).collect()
}

/// What is said of a board whose edges are joined.
const JOINED_EDGES: &str =
    "The edges are joined: what leaves the board on one side comes in on the other.";

fn board(board: &Tiling, shown: &Shown) -> Board {
    let BoardSize { columns, rows } = board.size;
    let mut is_reached = vec![false; board.tiles.len()];
    shown.reached.iter().for_each(|tile| is_reached[*tile] = true);
    let cell = |(at, tile): (usize, &Tile)| {
        let changed = shown.changed.filter(|(tile, _)| *tile == at);
        let stop = shown.stop.as_ref().filter(|(tile, _)| *tile == at).map(|(_, how)| how.as_str());
        let marks = Marks {
            reached: is_reached[at],
            last: changed.is_some(),
            stops: stop.is_some(),
            ..Marks::default()
        };
        let end = |text: &'static str, label: &'static str, picture| {
            Cell::new(text).labelled(label).pictured(Picture::upright(picture)).marked(marks)
        };
        match *tile {
            Tile::Arrow => {
                let picture = if shown.is_over { "arrow-flown" } else { "arrow" };
                end(">->", "the arrow, opens east", picture)
            }
            Tile::Heart if marks.reached => {
                let picture = if shown.is_over { "heart-hit" } else { "heart-goal" };
                end("=<3", "the heart, opens west, reached", picture)
            }
            Tile::Heart => end("-<3", "the heart, opens west", "heart-goal"),
            Tile::Wall => end("%%%", "a wall", "wall"),
            Tile::Piece(piece) => Cell {
                offers: shown.offered.get(at).cloned().unwrap_or_default(),
                turned: changed.map_or(0, |(_, quarters)| quarters),
                ..piece_cell(
                    if shown.is_over { piece.held(Hold::Free) } else { piece },
                    marks,
                    stop,
                )
            },
        }
    };
    let cells = board.tiles.iter().enumerate().map(cell).collect();
    let legend = legend(board, shown.stop.is_some());
    let whole = Board::new(format!("The maze, {columns} by {rows} tiles"), columns, cells)
        .explained(legend)
        .looking(Look::Joined);
    // What stops the arrow stops it on a way; a net has no order.
    let route = if shown.stop.is_some() { shown.reached.clone() } else { Vec::new() };
    Board { route, ..whole }
}

/// What the marks on a board mean, as far as there are any.
fn legend(board: &Tiling, has_stop: bool) -> String {
    let is_held =
        |hold: Hold| board.tiles.iter().any(|t| t.piece().is_some_and(|p| p.hold == hold));
    let sentences = [
        (board.wraps, JOINED_EDGES),
        (has_stop, "Dashed: the tile that stops the arrow."),
        (is_held(Hold::Locked), "Padlock: locked."),
        (is_held(Hold::Settled), "Green dot: settled by a hint."),
    ];
    let said = sentences.into_iter().filter(|(is_so, _)| *is_so).map(|(_, sentence)| sentence);
    said.collect::<Vec<_>>().join(" ")
}

/// A board to look at, as it stands in a text.
pub fn figure(caption: &'static str, position: &Position) -> Board {
    let figure = board(&position.board, &Shown::of(position));
    Board { caption: caption.into(), legend: "".into(), ..figure }
}

fn piece_cell(piece: Piece, marks: Marks, stop: Option<&str>) -> Cell {
    let reached = if marks.reached { ", reached" } else { "" };
    let stop = stop.map_or(String::new(), |how| format!(", {how}"));
    let hold = match piece.hold {
        Hold::Free => "",
        Hold::Locked => ", locked",
        Hold::Settled => ", settled by a hint",
    };
    let name = match piece.kind {
        Kind::Corner => "bend",
        Kind::Straight => "line",
        Kind::End => "bud",
        Kind::Tee => "tee",
        Kind::Crossing => "crossing",
    };
    let (locked, settled) = (piece.hold == Hold::Locked, piece.hold == Hold::Settled);
    Cell::new(piece_text(piece, marks))
        .labelled([&piece.openings().way(), reached, &stop, hold].concat())
        .pictured(Picture::upright(name).turned(piece.quarters))
        .marked(Marks { locked, settled, ..marks })
}

fn offers(tile: usize, hold: Hold) -> Vec<Offer> {
    let offer = |label: &'static str, spec| Offer::new(label, spec, [tile.into()]);
    match hold {
        Hold::Free => {
            vec![offer("Turn", &TURN), offer("Turn back", &TURN_BACK), offer("Lock", &LOCK)]
        }
        Hold::Locked => vec![offer("Unlock", &LOCK)],
        Hold::Settled => Vec::new(),
    }
}

/// A piece as it is drawn in text: a line, doubled where the arrow flies, that bends or branches off
/// at a point or comma to the south and at a quotation mark to the north, always in the middle column;
/// a dead end is a letter o, large where it is reached, and a crossing a plus or an X. In what is
/// left of three columns stand brackets, if the tile is held, stops the arrow or was just turned.
fn piece_text(piece: Piece, marks: Marks) -> Text {
    let (flat, upright) = if marks.reached { ('=', '#') } else { ('-', '|') };
    let (south, north) = if marks.reached { (':', '"') } else { ('.', '\'') };
    let (end, crossing) = if marks.reached { ('O', 'X') } else { ('o', '+') };
    let brackets = match piece.hold {
        Hold::Locked => Some(('[', ']')),
        Hold::Settled => Some(('{', '}')),
        Hold::Free if marks.stops => Some(('*', '*')),
        Hold::Free => marks.last.then_some(('(', ')')),
    };
    let (open, close) = brackets.unwrap_or((' ', ' '));
    // Of a branching tile the sides give way to brackets.
    let (left, right) = brackets.unwrap_or((flat, flat));
    let columns = match (piece.kind, piece.quarters, brackets) {
        (Kind::Corner, 0, _) => [open, ',', flat],
        (Kind::Corner, 1, _) => [flat, '.', close],
        (Kind::Corner, 2, _) => [flat, '\'', close],
        (Kind::Corner, _, _) => [open, '`', flat],
        (Kind::Straight, 0, None) => [flat; 3],
        (Kind::Straight, 0, _) => [open, flat, close],
        (Kind::Straight, _, None) => return if marks.reached { "#" } else { "|" }.into(),
        (Kind::Straight, _, _) => [open, upright, close],
        (Kind::End, 0, _) => [open, end, flat],
        (Kind::End, 1, _) => [open, end, '.'],
        (Kind::End, 2, _) => [flat, end, close],
        (Kind::End, _, _) => [open, end, '\''],
        (Kind::Tee, 0, _) => [left, south, right],
        (Kind::Tee, 1, _) => [flat, upright, close],
        (Kind::Tee, 2, _) => [left, north, right],
        (Kind::Tee, _, _) => [open, upright, flat],
        (Kind::Crossing, _, _) => [left, crossing, right],
    };
    // A format makes up for blanks before a text that is short.
    let columns = columns.into_iter().skip_while(|column| *column == ' ');
    columns.collect::<String>().into()
}
