//! One square of a board or one thing on the table: what stands there in text, in words and as a
//! picture, and what may be asked for there.

use super::offer::Offer;
use crate::game::text::Text;
use serde::Serialize;

/// One square, or one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// What stands there, in at most three printable ASCII characters, for pages without pictures.
    /// On a board that offers nothing it may be a number of up to six.
    pub text: Text,
    /// What stands there, in words: `face up, the boat`. On a board it is not said where, and
    /// nothing where nothing is to be seen.
    pub label: Text,
    /// The name below the caption of its row, if the label says more: `ten of clubs`.
    #[serde(skip)]
    pub name: Text,
    /// What is written beside a thing that is no square: `Pile`, `Draw, 28 left`.
    pub caption: Text,
    /// What stands there, as a picture.
    pub picture: Option<Picture>,
    /// By how many quarters the last request has turned it, clockwise; below 0 the other way.
    pub turned: i8,
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
    /// Which of its colourings it has, as the style sheet names them: the initial of a suit. Nothing
    /// if there is one only.
    pub variant: &'static str,
    /// By how many quarters it is turned clockwise, 0 to 3.
    pub quarter_turns: u8,
}

impl Picture {
    /// The picture as it was drawn.
    pub const fn upright(name: &'static str) -> Self {
        Picture { name, variant: "", quarter_turns: 0 }
    }

    /// The same in another colouring.
    pub const fn coloured(self, variant: &'static str) -> Self {
        Picture { variant, ..self }
    }

    /// The same, turned clockwise by so many quarters.
    pub const fn turned(self, quarter_turns: u8) -> Self {
        Picture { quarter_turns: quarter_turns % 4, ..self }
    }
}

/// What is to be seen about a square besides what stands there. A format shows each without need
/// of colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// It shows its back.
    pub back: bool,
    /// It was changed by the last request.
    pub last: bool,
    /// It is settled for good: matched, won, part of the line that won.
    pub settled: bool,
    /// It is reached or chosen: on the way of the arrow, the square that a move took.
    pub reached: bool,
    /// It is held fast.
    pub locked: bool,
    /// It is in the way: the tile that stops the arrow.
    pub stops: bool,
    /// A hint advises it.
    pub advised: bool,
}

impl Cell {
    /// What a place offers by a request of this name; its first offer if none is named.
    pub fn offer_of(&self, name: Option<&str>) -> Option<&Offer> {
        let is_meant = |offer: &&Offer| name.is_none_or(|name| offer.request.spec.name == name);
        self.offers.iter().find(is_meant)
    }

    /// A thing as it stands on pages without pictures.
    pub fn new(text: impl Into<Text>) -> Self {
        Cell { text: text.into(), ..Cell::default() }
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

    /// The thing with what else is to be seen about it.
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
