//! What one player sees, for any client: a game fills these types in, and a client turns them into
//! HTML or anything else. No type here knows of links, tokens or markup.

use super::request::{Argument, Request, RequestSpec};
use super::text::Text;
use serde::Serialize;

/// All that one viewer sees of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The state in a few words, for the title of a window: `Your turn`. At the end of a game the
    /// headline of its outcome takes its place.
    pub state: Text,
    /// What just happened and what to do now, in plain sentences.
    pub status: Text,
    /// The things on the table, in the order in which they are read.
    pub parts: Vec<Part>,
    /// What the last request changed, if it is one thing above all: there the player goes on.
    pub changed: Option<At>,
    /// Requests that belong to no place on a board.
    pub offers: Vec<Offer>,
}

/// A thing on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct At {
    /// The place of its part among the parts of the page, from 0.
    pub part: usize,
    /// Its place among the squares or things of this part, from 0.
    pub cell: usize,
}

/// One thing on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Part {
    /// Squares in rows and columns.
    Board(Board),
    /// Cards or other things in one line.
    Row(Row),
    /// Numbers worth knowing.
    Facts(Facts),
    /// What happened, the oldest first.
    Log(Log),
    /// Words under a heading.
    Passage(Passage),
}

/// Squares in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// What it is, in one line.
    pub caption: Text,
    /// How its squares are called.
    #[serde(skip)]
    pub squares: SquareNames,
    /// How its squares meet.
    pub look: Look,
    /// How many squares make a row: 2 to [`COLUMNS_MAX`].
    pub columns: usize,
    /// The squares, row by row from the top.
    pub cells: Vec<Cell>,
}

/// The widest board that fits a text screen of 80 columns, in squares.
pub const COLUMNS_MAX: usize = 16;

/// How the squares of a board are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// `row 2 column 3`.
    RowAndColumn,
    /// `tile 7, row 2 column 3`.
    Numbered {
        /// What a square is: `tile`.
        thing: &'static str,
        /// The number of the first.
        first: usize,
    },
    /// Not at all: label and offers of a square say everything.
    Unnamed,
}

/// How the squares of a board meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Separate pieces, each lying for itself.
    Tiles,
    /// A field parted by lines.
    Lines,
    /// Pieces that touch, so that what is drawn on them joins up.
    Joined,
    /// A small diagram in a text.
    Diagram,
}

/// One square.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// What stands there, in at most three printable ASCII characters, for pages without pictures.
    pub text: Text,
    /// What stands there, in words: `face up, the boat (03)`. On a board it is not said where, and
    /// nothing where nothing is to be seen.
    pub label: Text,
    /// What stands there, as a picture.
    pub picture: Option<Picture>,
    /// What else is to be seen about it.
    pub marks: Marks,
    /// What the player may ask for at this place, the most usual first.
    #[serde(skip)]
    pub offers: Vec<Offer>,
}

/// A picture of the collection in static/pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Picture {
    /// Its file name without the ending.
    pub name: &'static str,
    /// By how many quarters it is turned clockwise, 0 to 3.
    pub quarter_turns: u8,
}

impl Picture {
    /// The picture as it was drawn.
    pub const fn upright(name: &'static str) -> Self {
        Picture { name, quarter_turns: 0 }
    }
}

/// What is to be seen about a square besides what stands there. A client shows each without need
/// of colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// It shows its back.
    pub back: bool,
    /// It was changed by the last request.
    pub last: bool,
    /// It is settled for good: matched, won.
    pub settled: bool,
    /// It is reached, connected or playable.
    pub reached: bool,
    /// It is held fast.
    pub locked: bool,
}

/// Cards or other things in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What it is: `Your hand`.
    pub caption: Text,
    /// The things, in order.
    pub cells: Vec<Cell>,
}

impl Row {
    /// Things in one line.
    pub fn new(caption: impl Into<Text>, cells: Vec<Cell>) -> Self {
        Row { caption: caption.into(), cells }
    }
}

/// Numbers worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// Each with its name.
    pub facts: Vec<Fact>,
}

/// A number worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What is counted: `Turns`.
    pub name: Text,
    /// How it stands: `5`.
    pub value: Text,
}

impl Fact {
    /// A fact of this name and value.
    pub fn new(name: impl Into<Text>, value: impl Into<Text>) -> Self {
        Fact { name: name.into(), value: value.into() }
    }
}

/// What happened, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Log {
    /// What it tells of: `Since your last turn`.
    pub caption: Text,
    /// One sentence for each thing that happened.
    pub entries: Vec<Text>,
}

/// Words under a heading, with diagrams if need be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// The heading.
    pub heading: Text,
    /// The paragraphs.
    pub paragraphs: Vec<Text>,
    /// Boards that show what the paragraphs speak of.
    pub diagrams: Vec<Board>,
}

/// A request that the referee will grant from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The request.
    pub request: Request,
    /// What it does. On a board that is a phrase to which the place will be added (`Turn`),
    /// elsewhere a whole one (`Play the queen of hearts`).
    pub label: Text,
}

impl Offer {
    /// An offer of a request with these arguments.
    pub fn new<const N: usize>(
        label: impl Into<Text>,
        spec: &'static RequestSpec,
        arguments: [Argument; N],
    ) -> Self {
        Offer { request: Request { spec, arguments: arguments.into() }, label: label.into() }
    }
}

impl Page {
    /// A page that says how it stands, with nothing on the table yet.
    pub fn new(state: impl Into<Text>, status: impl Into<Text>) -> Self {
        Page {
            state: state.into(),
            status: status.into(),
            parts: Vec::new(),
            changed: None,
            offers: Vec::new(),
        }
    }

    /// The page with one part more.
    pub fn with(mut self, part: impl Into<Part>) -> Self {
        self.parts.push(part.into());
        self
    }

    /// The page with numbers worth knowing.
    pub fn with_facts(self, facts: Vec<Fact>) -> Self {
        self.with(Part::facts(facts))
    }

    /// The page with requests that belong to no place on a board.
    pub fn offering(mut self, offers: impl IntoIterator<Item = Offer>) -> Self {
        self.offers.extend(offers);
        self
    }

    /// The page with the place that the last request changed.
    pub fn changed(self, changed: Option<At>) -> Self {
        Page { changed, ..self }
    }

    /// Every request the page offers, in reading order.
    pub fn all_offers(&self) -> impl Iterator<Item = &Offer> {
        let cells = self.parts.iter().flat_map(Part::cells);
        cells.flat_map(|cell| &cell.offers).chain(&self.offers)
    }

    /// The thing at this place.
    pub fn cell(&self, at: At) -> Option<&Cell> {
        self.parts.get(at.part)?.cells().get(at.cell)
    }
}

impl At {
    /// A square of the board that is the first part of its page.
    pub const fn first_board(cell: usize) -> Self {
        At { part: 0, cell }
    }
}

impl Cell {
    /// A thing as it stands on pages without pictures.
    pub fn new(text: impl Into<Text>) -> Self {
        Cell { text: text.into(), ..Cell::default() }
    }

    /// The thing in words.
    pub fn labelled(self, label: impl Into<Text>) -> Self {
        Cell { label: label.into(), ..self }
    }

    /// The thing as a picture.
    pub fn pictured(self, picture: Picture) -> Self {
        Cell { picture: Some(picture), ..self }
    }

    /// The thing with what else is to be seen about it.
    pub fn marked(self, marks: Marks) -> Self {
        Cell { marks, ..self }
    }

    /// The thing with the requests that it offers, the most usual first.
    pub fn offering(self, offers: impl IntoIterator<Item = Offer>) -> Self {
        Cell { offers: offers.into_iter().collect(), ..self }
    }
}

impl Board {
    /// A board of separate pieces, called by row and column.
    pub fn new(caption: impl Into<Text>, columns: usize, cells: Vec<Cell>) -> Self {
        let (squares, look) = (SquareNames::RowAndColumn, Look::Tiles);
        Board { caption: caption.into(), squares, look, columns, cells }
    }

    /// The board with its squares called otherwise.
    pub fn named(self, squares: SquareNames) -> Self {
        Board { squares, ..self }
    }

    /// The board with another look.
    pub fn looking(self, look: Look) -> Self {
        Board { look, ..self }
    }
}

impl Passage {
    /// Words under a heading, without diagrams.
    pub fn new<const N: usize>(heading: impl Into<Text>, paragraphs: [Text; N]) -> Self {
        Passage { heading: heading.into(), paragraphs: paragraphs.into(), diagrams: Vec::new() }
    }
}

impl From<Board> for Part {
    fn from(board: Board) -> Self {
        Part::Board(board)
    }
}

impl From<Row> for Part {
    fn from(row: Row) -> Self {
        Part::Row(row)
    }
}

impl From<Log> for Part {
    fn from(log: Log) -> Self {
        Part::Log(log)
    }
}

impl From<Passage> for Part {
    fn from(passage: Passage) -> Self {
        Part::Passage(passage)
    }
}

impl Part {
    /// Numbers worth knowing.
    pub fn facts(facts: Vec<Fact>) -> Self {
        Part::Facts(Facts { facts })
    }

    /// The squares and things of this part.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Part::Board(board) => &board.cells,
            Part::Row(row) => &row.cells,
            Part::Facts(_) | Part::Log(_) | Part::Passage(_) => &[],
        }
    }
}
