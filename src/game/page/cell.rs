//! One square of a board or one thing on the table: its content in text, in words and as a picture,
//! and the requests that it offers.

use super::offer::Offer;
use crate::game::text::Text;
use serde::Serialize;

/// One square, or one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The content in at most three letters or printable ASCII characters, for pages without pictures. On a board
    /// without offers it may be a number of up to six digits.
    pub text: Text,
    /// True if the text is a dot that shows the place of an empty square.
    #[serde(skip)]
    pub is_free: bool,
    /// The content in words: `face up, the boat`. On a board the words do not name the place. Empty if
    /// nothing can be seen there.
    pub label: Text,
    /// The name below the caption of its row, if the label says more: `ten of clubs`.
    #[serde(skip)]
    pub name: Text,
    /// The words beside a thing that is no square: `Pile`, `Draw, 28 left`.
    pub caption: Text,
    /// The content as a picture.
    pub picture: Option<Picture>,
    /// The quarter turns of the last request, clockwise. A negative number is the other direction.
    pub turned: i8,
    pub marks: Marks,
    /// The requests that it offers, the most usual first.
    #[serde(skip)]
    pub offers: Vec<Offer>,
}

/// A picture: one of the collection in static/pictures, or one that a game brings along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Picture {
    /// Its file name without the ending. A game's own begin with the key of the game and a hyphen.
    pub name: &'static str,
    /// The SVG file of a game's own picture. Empty for one of the collection.
    #[serde(skip)]
    pub drawing: &'static str,
    /// The colouring, by its name in the style sheet: the initial of a suit. Empty if there is only
    /// one.
    pub variant: &'static str,
    /// Its quarter turns, clockwise, 0 to 3.
    pub quarter_turns: u8,
}

impl Picture {
    /// The picture as it was drawn.
    pub const fn upright(name: &'static str) -> Self {
        Picture::drawn(name, "")
    }

    /// A game's own picture: its name, `twentyone-coin`, and its file:
    ///
    /// ```svg
    /// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="20"/></svg>
    /// ```
    pub const fn drawn(name: &'static str, drawing: &'static str) -> Self {
        Picture { name, drawing, variant: "", quarter_turns: 0 }
    }

    /// The picture in another colouring.
    pub const fn coloured(self, variant: &'static str) -> Self {
        Picture { variant, ..self }
    }

    /// The picture turned clockwise by this many quarters.
    pub const fn turned(self, quarter_turns: u8) -> Self {
        Picture { quarter_turns: quarter_turns % 4, ..self }
    }
}

/// Marks of a square besides its content. A format shows each of them without the help of colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// The thing shows its back.
    pub back: bool,
    /// The last request changed it.
    pub last: bool,
    /// It is settled for good: matched, won, part of the line that won.
    pub settled: bool,
    /// It is reached or chosen: on the way of the arrow, the square that a move took.
    pub reached: bool,
    /// The player has locked or chosen it.
    pub locked: bool,
    /// The chosen piece can move there. Its offer says so, too.
    #[serde(skip)]
    pub target: bool,
    /// It lies over its square until the player chooses: a piece that a pawn can become.
    pub choice: bool,
    /// It is in the way: the tile that stops the arrow.
    pub stops: bool,
    /// It is attacked and must be saved: a king in check.
    pub checked: bool,
    /// It is ruled out: a letter that a word does not have.
    pub excluded: bool,
    /// A hint advises it.
    pub advised: bool,
}

impl Cell {
    /// The first offer with this tool, the name of a request.
    pub fn offer_of(&self, tool: Option<&str>) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.is_with(tool))
    }

    /// A thing with its text for pages without pictures.
    pub fn new(text: impl Into<Text>) -> Self {
        Cell { text: text.into(), ..Cell::default() }
    }

    /// An empty square. A dot shows its place.
    pub fn free() -> Self {
        Cell { is_free: true, ..Cell::new(".") }
    }

    /// The thing in words.
    pub fn labelled(self, label: impl Into<Text>) -> Self {
        Cell { label: label.into(), ..self }
    }

    /// The thing with a name for use below the caption of its row.
    pub fn called(self, name: impl Into<Text>) -> Self {
        Cell { name: name.into(), ..self }
    }

    /// The thing with a caption beside it.
    pub fn captioned(self, caption: impl Into<Text>) -> Self {
        Cell { caption: caption.into(), ..self }
    }

    /// The thing as a picture.
    pub fn pictured(self, picture: Picture) -> Self {
        Cell { picture: Some(picture), ..self }
    }

    /// The thing with marks.
    pub fn marked(self, marks: Marks) -> Self {
        Cell { marks, ..self }
    }

    /// The thing as the last request changed it.
    pub fn last(mut self) -> Self {
        self.marks.last = true;
        self
    }

    /// The thing settled for good: matched, won, part of the line that won.
    pub fn settled(mut self) -> Self {
        self.marks.settled = true;
        self
    }

    /// The thing reached or chosen: on the way of the arrow, the square that a move took.
    pub fn reached(mut self) -> Self {
        self.marks.reached = true;
        self
    }

    /// The thing with the requests that it offers, the most usual first.
    pub fn offering(self, offers: impl IntoIterator<Item = Offer>) -> Self {
        Cell { offers: offers.into_iter().collect(), ..self }
    }
}
