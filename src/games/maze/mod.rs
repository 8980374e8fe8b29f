//! Valentine's Maze, after the web tutorial of 2016 (002_9a1dae9491a7be51.txt).
//!
//! Rules as played:
//! - The board is 6 by 4 tiles if nothing else is chosen, numbered from 0, row by row. Cupid's
//!   arrow starts somewhere at the left edge and flies east, the heart waits somewhere at the right
//!   edge and opens to the west. Every other tile is a corner or a straight and opens to two of its
//!   four sides.
//! - The player turns tiles by a quarter, clockwise or back. The arrow and the heart never turn.
//! - The arrow flies on from tile to tile where both open to each other. When it reaches the heart
//!   the player has won. There is always a way, sometimes more than one.
//! - Quarter turns are counted, and stand beside the fewest with which this board could be solved.
//! - A tile can be locked so that it is not turned by mistake, and unlocked.
//! - A hint turns one tile the right way for good. It takes the cheapest way there is now (one that
//!   leaves locked tiles alone if it can, then the one of fewest turns, then the shortest) and, on
//!   it, the first wrong tile from the arrow; a locked one only if no way leads without. What is
//!   settled so is kept by every later hint, so as many hints as the way has tiles always solve the
//!   maze. Hints are counted for themselves, and their turns are not the player's.
//!
//! What the source says while a script works ("Please wait. Evaluating paths...", "Click here to
//! begin") has no place here: a page comes when the board is ready, and the game has begun.

mod board;
mod deal;
mod route;
#[cfg(test)]
mod tests;

use crate::game::chance::Chance;
use crate::game::contract::{
    Argument, ArgumentKind, ArgumentSpec, Choices, Fault, FaultSpec, Game, Message, MessageSpec,
    OptionSpec, OptionValue, Outcome, Request, RequestSpec, Ruleset, Ruling, Section,
};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{
    self, At, Cell, Fact, Facts, Look, Marks, Mood, Naming, Offer, Page, Part, Picture,
};
use board::{Board, Flight, FlightEnd, Hold, Kind, PIECE_CODES, Piece, Side, Size, Tile};

/// The game of Valentine's Maze.
pub struct Maze;

/// The sizes, in the order of the option's values.
const SIZES: [Size; 4] = [
    Size { columns: 6, rows: 4 },
    Size { columns: 8, rows: 6 },
    Size { columns: 10, rows: 8 },
    Size { columns: 12, rows: 9 },
];

/// The place of the option in the ruleset.
const SIZE: usize = 0;

/// The most turns that are counted; more are shown as this many.
const TURNS_MAX: u32 = (1 << TURNS_BITS) - 1;
const TURNS_BITS: u32 = 14;
/// No tile needs more than two quarter turns.
const QUARTERS_MAX: u32 = 2;
const FEWEST_BITS: u32 = 8;

const NO_SUCH_TILE: u16 = 901;
const NEVER_TURNS: u16 = 902;
const LOCKED: u16 = 903;
const SETTLED: u16 = 904;
const GAME_OVER: u16 = 905;
const NO_WAY: u16 = 906;

/// A position. How many hints were taken stands in it too: each has settled one tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    board: Board,
    /// Quarter turns made by the player.
    turns: u32,
    /// The fewest with which the board could be solved as it was dealt.
    fewest: u32,
}

impl Position {
    fn hints(&self) -> u32 {
        self.board.pieces().filter(|piece| piece.hold == Hold::Settled).count() as u32
    }

    fn is_over(&self) -> bool {
        self.board.flight().end == FlightEnd::Heart
    }

    fn with(&self, tile: usize, piece: Piece) -> Self {
        Position { board: self.board.with(tile, piece), ..*self }
    }

    /// Turns a tile for the player.
    fn turn(&self, tile: usize, piece: Piece) -> Self {
        Position { turns: (self.turns + 1).min(TURNS_MAX), ..self.with(tile, piece) }
    }
}

impl Game for Maze {
    type Position = Position;

    const RULESET: Ruleset = RULESET;

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let board = deal::deal(size(choices), chance);
        let fewest = route::cheapest(&board).map_or(0, |route| route.cost.turns.into());
        Position { board, turns: 0, fewest }
    }

    fn pack(position: &Position, packer: &mut Packer) {
        let board = &position.board;
        packer.put_one_of(board.arrow_row as u64, board.size.rows as u64);
        packer.put_one_of(board.heart_row as u64, board.size.rows as u64);
        let codes: Vec<u64> = board.pieces().map(Piece::code).collect();
        packer.put_each_of(&codes, PIECE_CODES);
        packer.put(position.turns.into(), TURNS_BITS);
        packer.put(position.fewest.into(), FEWEST_BITS);
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let size = size(choices);
        let arrow_row = packed.take_one_of(size.rows as u64)? as usize;
        let heart_row = packed.take_one_of(size.rows as u64)? as usize;
        let mut codes = packed.take_each_of(size.tiles() - 2, PIECE_CODES)?.into_iter();
        let tile = |tile: usize| match tile {
            _ if tile == size.left(arrow_row) => Tile::Arrow,
            _ if tile == size.right(heart_row) => Tile::Heart,
            _ => Tile::Piece(Piece::from_code(codes.next().unwrap_or_default())),
        };
        let tiles = (0..size.tiles()).map(tile).collect();
        let board = Board { size, arrow_row, heart_row, tiles };
        let turns = packed.take(TURNS_BITS)? as u32;
        let fewest = packed.take(FEWEST_BITS)? as u32;
        let position = Position { board, turns, fewest };
        if is_possible(&position) { Ok(position) } else { Err(Unpackable::Impossible) }
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Position>, Fault> {
        let refuse = |code| Err(RULESET.fault(code));
        if position.is_over() {
            return refuse(GAME_OVER);
        }
        if request.name == "hint" {
            return hint(position);
        }
        let tile = usize::try_from(request.number(0)).ok();
        let Some(tile) = tile.filter(|tile| *tile < position.board.tiles.len()) else {
            return refuse(NO_SUCH_TILE);
        };
        let Some(piece) = position.board.piece(tile) else {
            return refuse(NEVER_TURNS);
        };
        match (request.name, piece.hold) {
            (_, Hold::Settled) => refuse(SETTLED),
            ("lock", hold) => Ok(lock(position, tile, piece, hold == Hold::Free)),
            (_, Hold::Locked) => refuse(LOCKED),
            ("turn_back", _) => Ok(turn(position, tile, piece.turned(3))),
            _ => Ok(turn(position, tile, piece.turned(1))),
        }
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome { ranking: vec![vec!["You".into()]] })
    }

    fn page(position: &Position, messages: &[Message]) -> Page {
        let flight = position.board.flight();
        let over = flight.end == FlightEnd::Heart;
        let changed = changed_tile(messages);
        let board = page_board(position, &flight, changed);
        let facts = facts(position, flight.tiles.len() - 1);
        let hint = Offer {
            request: Request::plain("hint"),
            label: "Hint: turn one tile the right way for good".into(),
        };
        Page {
            state: match over {
                true => "You win".into(),
                false => format!("{} reached", count(flight.tiles.len() - 1, "tile")).into(),
            },
            status: match over {
                true => won(position).into(),
                false => status(&position.board, &flight, messages).into(),
            },
            mood: if over { Mood::Won } else { Mood::Open },
            parts: vec![Part::Board(board), Facts::part(facts)],
            changed: changed.map(At::first_board),
            offers: if over { Vec::new() } else { vec![hint] },
        }
    }

    /// Random play comes to the end by hints. In the long run about every second tile is locked, so
    /// that one request in 2 * tiles is a hint, and every hint settles another tile. Of 5 * tiles^2
    /// requests 2.5 * tiles are hints on average, and fewer than there are tiles once in 10^8 games.
    /// (Measured: 270 requests on average and at most 894 in 400 games on 6 by 4 tiles, 3,700 and
    /// 6,800 in 60 games on 12 by 9.)
    fn longest(choices: &Choices) -> u32 {
        let tiles = size(choices).tiles() as u32;
        5 * tiles * tiles
    }
}

fn size(choices: &Choices) -> Size {
    SIZES[choices.place(SIZE).min(SIZES.len() - 1)]
}

/// Whether the parts of an unpacked position agree: what the seal let through must still be a
/// game. Whether it was won in fewer turns than could be is not asked: of two positions of a
/// made-up game, one would be refused that the other leads to.
fn is_possible(position: &Position) -> bool {
    let turners = position.board.pieces().count() as u32;
    (1..=QUARTERS_MAX * turners).contains(&position.fewest)
}

fn turn(position: &Position, tile: usize, piece: Piece) -> Ruling<Position> {
    let next = position.turn(tile, piece);
    let mut messages = vec![turned("tile_turned", tile, piece)];
    messages.extend(reached(&next));
    Ruling::Next(next, messages)
}

fn lock(position: &Position, tile: usize, piece: Piece, locks: bool) -> Ruling<Position> {
    let hold = if locks { Hold::Locked } else { Hold::Free };
    let message = if locks { locked(tile) } else { unlocked(tile) };
    Ruling::Next(position.with(tile, Piece { hold, ..piece }), vec![message])
}

/// Settles the first wrong tile on the cheapest way.
fn hint(position: &Position) -> Result<Ruling<Position>, Fault> {
    let route = route::cheapest(&position.board);
    let wrong = route.and_then(|route| route.steps.into_iter().find(|(_, quarters)| *quarters > 0));
    let wrong = wrong.and_then(|(tile, by)| Some((tile, by, position.board.piece(tile)?)));
    let Some((tile, by, piece)) = wrong else {
        return Err(RULESET.fault(NO_WAY));
    };
    let settled = Piece { hold: Hold::Settled, ..piece.turned(by) };
    let next = position.with(tile, settled);
    let mut messages = Vec::new();
    if piece.hold == Hold::Locked {
        messages.push(unlocked(tile));
    }
    messages.push(turned("hint_given", tile, settled));
    messages.extend(reached(&next));
    Ok(Ruling::Next(next, messages))
}

fn turned(name: &'static str, tile: usize, piece: Piece) -> Message {
    let letters: String = open_sides(piece).flat_map(|side| side.name().chars().next()).collect();
    let sides = sides_text(piece, " and ");
    let sentence = match piece.hold {
        Hold::Settled => format!("The hint: tile {tile} opens {sides}, and stays so."),
        _ => format!("Tile {tile} now opens {sides}."),
    };
    let arguments = vec![Argument::Number(tile as i64), Argument::Word(letters)];
    Message { name, arguments, sentence: sentence.into() }
}

fn locked(tile: usize) -> Message {
    Message {
        name: "tile_locked",
        arguments: vec![Argument::Number(tile as i64)],
        sentence: format!("Tile {tile} is locked.").into(),
    }
}

fn unlocked(tile: usize) -> Message {
    Message {
        name: "tile_unlocked",
        arguments: vec![Argument::Number(tile as i64)],
        sentence: format!("Tile {tile} is unlocked.").into(),
    }
}

/// The message of the end, if this is it.
fn reached(next: &Position) -> Option<Message> {
    let numbers = [next.turns, next.fewest, next.hints()];
    next.is_over().then(|| Message {
        name: "heart_reached",
        arguments: numbers.into_iter().map(|number| Argument::Number(number.into())).collect(),
        sentence: "The arrow reaches the heart.".into(),
    })
}

/// The sides to which a piece opens, clockwise from the north.
fn open_sides(piece: Piece) -> impl Iterator<Item = Side> {
    Side::ALL.into_iter().filter(move |side| piece.sides().contains(side))
}

/// The sides to which a piece opens, such as `north and east`.
fn sides_text(piece: Piece, between: &str) -> String {
    open_sides(piece).map(Side::name).collect::<Vec<_>>().join(between)
}

/// `1 tile`, `5 tiles`
fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// What happened, how far the arrow flies now, and what to do.
fn status(board: &Board, flight: &Flight, messages: &[Message]) -> String {
    let stop = match flight.end {
        FlightEnd::Heart => "reaches the heart".to_owned(),
        FlightEnd::Edge(side) => {
            let last = flight.tiles.last().copied().unwrap_or(0);
            format!("stops at the {} edge of the board, on tile {last}", side.name())
        }
        FlightEnd::Closed(tile, side) => match board.tiles.get(tile) {
            Some(Tile::Arrow) => "comes back to where it started".to_owned(),
            Some(Tile::Heart) => "stops beside the heart, which opens only to the west".to_owned(),
            _ => format!("stops at tile {tile}, whose {} side is closed", side.name()),
        },
    };
    let flies = match flight.tiles.len() - 1 {
        0 => format!("The arrow {stop}."),
        reached => format!("The arrow reaches {} and {stop}.", count(reached, "tile")),
    };
    let happened = messages.iter().map(|message| message.sentence.as_ref());
    let todo = "Turn the tiles to lead it to the heart.";
    happened.chain([flies.as_str(), todo]).collect::<Vec<_>>().join(" ")
}

/// The end, in words.
fn won(position: &Position) -> String {
    let Position { turns, fewest, .. } = *position;
    let (made, hints) = (count(turns as usize, "turn"), position.hints());
    let hinted = count(hints as usize, "hint");
    match (turns, hints) {
        (_, 0) if turns == fewest => format!(
            "Love finds the best way: the arrow reaches the heart after {made}, the fewest possible."
        ),
        (_, 0) => format!(
            "Love finds a way: the arrow reaches the heart after {made}; the fewest possible is {fewest}."
        ),
        (0, _) => format!(
            "Love finds a way: {hinted} and no turn of your own have brought the arrow to the heart."
        ),
        _ => format!(
            "Love finds a way: the arrow reaches the heart after {made} and {hinted}; without hints, the fewest possible is {fewest}."
        ),
    }
}

/// The tile that the messages tell of.
fn changed_tile(messages: &[Message]) -> Option<usize> {
    match messages.first()?.arguments.first()? {
        Argument::Number(tile) => usize::try_from(*tile).ok(),
        Argument::Word(_) => None,
    }
}

fn page_board(position: &Position, flight: &Flight, changed: Option<usize>) -> page::Board {
    let Size { columns, rows } = position.board.size;
    let cell = |(tile, what): (usize, &Tile)| {
        let reached = flight.tiles.contains(&tile);
        let last = changed == Some(tile);
        let cell = match *what {
            Tile::Piece(piece) => piece_cell(tile, piece, (reached, last)),
            _ => end_cell(*what, reached),
        };
        let over = flight.end == FlightEnd::Heart;
        let offers = if over { Vec::new() } else { cell.offers };
        Cell { marks: Marks { reached, last, ..cell.marks }, offers, ..cell }
    };
    page::Board {
        caption: format!("From the arrow to the heart over {columns} by {rows} tiles").into(),
        naming: Naming::Numbered { thing: "tile", first: 0 },
        look: Look::Joined,
        columns,
        cells: position.board.tiles.iter().enumerate().map(cell).collect(),
    }
}

/// The arrow or the heart.
fn end_cell(what: Tile, reached: bool) -> Cell {
    let (text, name, picture, side) = match (what, reached) {
        (Tile::Arrow, _) => (">->", "the arrow", "arrow", Side::East),
        (_, false) => ("-<3", "the heart", "heart-goal", Side::West),
        (_, true) => ("=<3", "the heart", "heart-goal", Side::West),
    };
    let reached = if reached && what == Tile::Heart { ", reached" } else { "" };
    Cell {
        text: text.into(),
        label: format!("{name}, opens {}{reached}", side.name()).into(),
        picture: Some(Picture::upright(picture)),
        ..Cell::default()
    }
}

fn piece_cell(tile: usize, piece: Piece, (reached, last): (bool, bool)) -> Cell {
    let reached_text = if reached { ", reached" } else { "" };
    let hold = match piece.hold {
        Hold::Free => "",
        Hold::Locked => ", locked",
        Hold::Settled => ", settled by a hint",
    };
    let offer = |request, verb: &'static str| Offer {
        request: Request::numbered(request, tile as i64),
        label: verb.into(),
    };
    Cell {
        text: piece_text(piece, reached, last).into(),
        label: format!("{}{reached_text}{hold}", sides_text(piece, " to ")).into(),
        picture: Some(Picture {
            name: match piece.kind {
                Kind::Corner => "bend",
                Kind::Straight => "line",
            },
            quarter_turns: piece.quarters,
        }),
        marks: Marks {
            locked: piece.hold == Hold::Locked,
            settled: piece.hold == Hold::Settled,
            ..Marks::default()
        },
        offers: match piece.hold {
            Hold::Free => {
                vec![offer("turn", "Turn"), offer("turn_back", "Turn back"), offer("lock", "Lock")]
            }
            Hold::Locked => vec![offer("lock", "Unlock")],
            Hold::Settled => Vec::new(),
        },
    }
}

/// A piece as it is drawn in text: a line, doubled where the arrow flies, that bends at a point or
/// comma to the south and at a quotation mark to the north, always in the middle column. In what is
/// left of three columns stand brackets, if the tile is held or was just turned.
fn piece_text(piece: Piece, reached: bool, last: bool) -> String {
    let (flat, upright) = if reached { ('=', '#') } else { ('-', '|') };
    let brackets = match piece.hold {
        Hold::Locked => Some(('[', ']')),
        Hold::Settled => Some(('{', '}')),
        Hold::Free => last.then_some(('(', ')')),
    };
    let (open, close) = brackets.unwrap_or((' ', ' '));
    let columns = match (piece.kind, piece.quarters) {
        (Kind::Corner, 0) => [open, ',', flat],
        (Kind::Corner, 1) => [flat, '.', close],
        (Kind::Corner, 2) => [flat, '\'', close],
        (Kind::Corner, _) => [open, '`', flat],
        (Kind::Straight, 0) if brackets.is_none() => [flat; 3],
        (Kind::Straight, 0) => [open, flat, close],
        (Kind::Straight, _) if brackets.is_none() => return upright.to_string(),
        (Kind::Straight, _) => [open, upright, close],
    };
    // A client makes up for blanks before a text that is short.
    columns.iter().collect::<String>().trim_start().to_owned()
}

fn facts(position: &Position, reached: usize) -> Vec<Fact> {
    vec![
        Fact::new("Turns", position.turns.to_string()),
        Fact::new("Fewest possible", position.fewest.to_string()),
        Fact::new("Hints", position.hints().to_string()),
        Fact::new("Reached", count(reached, "tile")),
    ]
}

const TILE: &[ArgumentSpec] =
    &[ArgumentSpec { name: "tile", kind: ArgumentKind::Number { from: 0, to: 107 } }];

const RULESET: Ruleset = Ruleset {
    key: "maze",
    uri: "urn:uuid:327d9114-ea52-4f93-980a-468f436700b5",
    title: "Valentine's Maze",
    blurb: "Turn the tiles until Cupid's arrow can fly along them to the heart.",
    picture: "maze",
    version: 2,
    seats: (1, 1),
    secret_deal: false,
    daily: true,
    options: &[OptionSpec {
        name: "size",
        label: "Board",
        values: &[
            OptionValue { value: "6x4", label: "6 by 4 tiles" },
            OptionValue { value: "8x6", label: "8 by 6 tiles" },
            OptionValue { value: "10x8", label: "10 by 8 tiles" },
            OptionValue { value: "12x9", label: "12 by 9 tiles" },
        ],
    }],
    requests: &[
        RequestSpec {
            name: "turn",
            label: "turn a tile",
            about: "Turns a tile by a quarter, clockwise. Tiles are numbered from 0, row by row.",
            arguments: TILE,
            faults: &[NO_SUCH_TILE, NEVER_TURNS, LOCKED, SETTLED, GAME_OVER],
            only_asks: false,
        },
        RequestSpec {
            name: "turn_back",
            label: "turn a tile back",
            about: "Turns a tile by a quarter, counter-clockwise.",
            arguments: TILE,
            faults: &[NO_SUCH_TILE, NEVER_TURNS, LOCKED, SETTLED, GAME_OVER],
            only_asks: false,
        },
        RequestSpec {
            name: "lock",
            label: "lock or unlock a tile",
            about: "Locks a tile, so that it cannot be turned, or unlocks it.",
            arguments: TILE,
            faults: &[NO_SUCH_TILE, NEVER_TURNS, SETTLED, GAME_OVER],
            only_asks: false,
        },
        RequestSpec {
            name: "hint",
            label: "take a hint",
            about: "Turns the first wrong tile on the cheapest way to the heart, and settles it for good.",
            arguments: &[],
            faults: &[GAME_OVER, NO_WAY],
            only_asks: false,
        },
    ],
    messages: &[
        MessageSpec {
            name: "tile_turned",
            arguments: &["tile", "openings"],
            private: false,
            about: "A tile was turned and now opens to these sides: letters of nesw.",
        },
        MessageSpec {
            name: "tile_locked",
            arguments: &["tile"],
            private: false,
            about: "A tile was locked.",
        },
        MessageSpec {
            name: "tile_unlocked",
            arguments: &["tile"],
            private: false,
            about: "A tile was unlocked, by the player or for a hint.",
        },
        MessageSpec {
            name: "hint_given",
            arguments: &["tile", "openings"],
            private: false,
            about: "A hint has settled this tile, which now opens to these sides.",
        },
        MessageSpec {
            name: "heart_reached",
            arguments: &["turns", "fewest", "hints"],
            private: false,
            about: "The arrow reaches the heart after this many turns and hints; without hints the fewest possible turns were these.",
        },
    ],
    faults: &[
        FaultSpec {
            code: NO_SUCH_TILE,
            name: "no_such_tile",
            sentence: "There is no tile of that number on this board.",
        },
        FaultSpec {
            code: NEVER_TURNS,
            name: "never_turns",
            sentence: "The arrow and the heart stay as they are.",
        },
        FaultSpec {
            code: LOCKED,
            name: "tile_locked",
            sentence: "That tile is locked. Unlock it to turn it.",
        },
        FaultSpec {
            code: SETTLED,
            name: "tile_settled",
            sentence: "A hint has settled that tile, so it stays as it is.",
        },
        FaultSpec {
            code: GAME_OVER,
            name: "game_over",
            sentence: "The game is over: the arrow has reached the heart.",
        },
        FaultSpec {
            code: NO_WAY,
            name: "no_way",
            sentence: "No way leads to the heart on this board.",
        },
    ],
    rules: &[
        Section {
            heading: "How to play",
            paragraphs: &[
                "Cupid's arrow starts at the left edge of the board and flies east. The heart waits at the right edge and opens only to the west. Every other tile is a corner or a straight, and opens to two of its four sides.",
                "Choose a tile to turn it by a quarter. The arrow flies on from tile to tile where both of them open to each other. Lead it to the heart and you have won.",
                "Under the board you choose what a click does: turn a tile clockwise, turn it back, or lock it. A locked tile is not turned by mistake; unlock it in the same way.",
                "There is always a way to the heart, and on some boards there are several.",
            ],
        },
        Section {
            heading: "How good is good?",
            paragraphs: &[
                "Your quarter turns are counted, whichever way round they go. Beside them stands the fewest with which this board could be solved, counted over every possible way.",
            ],
        },
        Section {
            heading: "Hints",
            paragraphs: &[
                "A hint looks for the way that costs you the fewest turns from where you are, and turns the first wrong tile on it, seen from the arrow. That tile is settled: it stays so for the rest of the game.",
                "A hint leaves locked tiles alone if any way to the heart does. If none does, it unlocks the one that stands in the way.",
                "Hints are counted for themselves, and the turns they make are not yours. Enough of them solve any maze.",
            ],
        },
        Section {
            heading: "The board in text",
            paragraphs: &[
                "Lines show where a tile opens: --- is open to the east and west, | to the north and south. The corners are ,- (south and east), -. (south and west), `- (north and east) and -' (north and west).",
                "Where the arrow flies the lines are doubled: === and #, ,= and so on. A locked tile stands in square brackets, as in [-], one that a hint has settled in braces, as in {-}, and the one just turned in round brackets, as in (-).",
                "The arrow is >-> and the heart is <3.",
            ],
        },
    ],
};
