//! Squares and their offers in whole phrases, for screen readers and for programs:
//! `Turn row 2, column 3: north to east`. A game describes the content and the offers of a square. This
//! module adds the place, in the same way for all games.

use super::page::{Board, Cell, Offer, Part, SquareNames};
use std::fmt::{Display, Formatter, Result, Write};

/// A square or a thing on the table, with its place if it has one.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a> {
    /// The square or thing.
    pub cell: &'a Cell,
    place: Option<Place>,
}

/// A place on a board.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// From 0, row by row.
    index: usize,
    /// The number of columns and of rows.
    size: [usize; 2],
    names: SquareNames,
}

/// `row 2, column 3`: the square with this number, from 0 and row by row, on a board with this
/// many columns.
pub fn place_name(index: usize, columns: usize) -> String {
    let size = [columns, index / columns + 1];
    Place { index, size, names: SquareNames::RowAndColumn }.name()
}

impl Board {
    /// The name of the square with this number, from 0 and row by row: `row 2, column 3`, or `c2`.
    pub fn name_of(&self, index: usize) -> String {
        Place { index, size: self.size(), names: self.squares }.name()
    }

    /// The squares, row by row from the top, each with its place.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Spot<'_>>> {
        let (columns, size) = (self.columns, self.size());
        let names = self.squares;
        let is_named = names != SquareNames::Unnamed;
        let place = move |index, cell: &Cell| {
            (is_named && !cell.marks.choice).then_some(Place { index, size, names })
        };
        self.cells.chunks(columns).enumerate().map(move |(row, cells)| {
            let spot = move |(at, cell)| Spot { cell, place: place(row * columns + at, cell) };
            cells.iter().enumerate().map(spot)
        })
    }
}

impl Part {
    /// The squares and things of this part, in reading order.
    pub fn spots(&self) -> impl Iterator<Item = Spot<'_>> {
        let board = self.board();
        let others = if board.is_some() { &[] } else { self.cells() };
        let squares = board.into_iter().flat_map(Board::rows).flatten();
        squares.chain(others.iter().map(Spot::of))
    }
}

impl<'a> Spot<'a> {
    /// A thing without a place on a board.
    pub fn of(cell: &'a Cell) -> Self {
        Spot { cell, place: None }
    }

    /// The content and the place: `Face up, the boat: row 2, column 3`.
    pub fn label(self) -> Phrase<'a> {
        Phrase { spot: self, offer: None }
    }

    /// The content without the place: `face up, the boat`.
    pub fn contents(self) -> &'a str {
        match &*self.cell.label {
            "" if self.cell.marks.back => "face down",
            "" => "empty",
            label => label,
        }
    }

    /// The effect of an offer of this spot: `Turn row 2, column 3`.
    pub fn offer_label(self, offer: &'a Offer) -> Phrase<'a> {
        Phrase { spot: self, offer: Some(offer) }
    }

    fn write_label(&self, out: &mut dyn Write, write: WriteText) -> Result {
        let label = self.contents();
        let Some(place) = self.place else { return write(label, out) };
        let mut letters = label.chars();
        if let Some(first) = letters.next() {
            write(first.to_ascii_uppercase().encode_utf8(&mut [0; 4]), out)?;
        }
        write(letters.as_str(), out)?;
        out.write_str(": ")?;
        place.write(out)
    }

    fn write_offer(&self, offer: &Offer, out: &mut dyn Write, write: WriteText) -> Result {
        write(&offer.label, out)?;
        let Some(place) = self.place else { return Ok(()) };
        out.write_str(" ")?;
        place.write(out)?;
        if !self.cell.label.is_empty() {
            out.write_str(": ")?;
            write(&self.cell.label, out)?;
        }
        Ok(())
    }
}

/// The content of a spot, or the effect of an offer of it.
#[derive(Clone, Copy, Debug)]
pub struct Phrase<'a> {
    spot: Spot<'a>,
    offer: Option<&'a Offer>,
}

/// A way to write the words of a game: unchanged, or escaped for a markup language.
pub type WriteText = fn(&str, &mut dyn Write) -> Result;

impl Phrase<'_> {
    /// Writes the phrase. `write` writes the words of the game in it.
    pub fn write(&self, out: &mut dyn Write, write: WriteText) -> Result {
        match self.offer {
            Some(offer) => self.spot.write_offer(offer, out, write),
            None => self.spot.write_label(out, write),
        }
    }
}

impl Display for Phrase<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(f, |words, out| out.write_str(words))
    }
}

impl Place {
    fn name(self) -> String {
        let mut name = String::new();
        // Writing to a text cannot fail.
        let _ = self.write(&mut name);
        name
    }

    fn write(self, out: &mut dyn Write) -> Result {
        let [columns, _] = self.size;
        let (row, column) = (self.index / columns, self.index % columns);
        if let SquareNames::Lettered(corner) = self.names {
            return out.write_str(&corner.name(self.index, self.size));
        }
        out.write_str("row ")?;
        write_number(row + 1, out)?;
        out.write_str(", column ")?;
        write_number(column + 1, out)
    }
}

fn write_number(number: usize, out: &mut dyn Write) -> Result {
    out.write_str(itoa::Buffer::new().format(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::page::Marks;
    use crate::game::request::RequestSpec;

    static TURN: RequestSpec = RequestSpec::new("turn", "turn it", "Turns a tile.");

    fn label(spot: &Spot<'_>) -> String {
        spot.label().to_string()
    }

    fn offer(spot: &Spot<'_>) -> String {
        spot.offer_label(&spot.cell.offers[0]).to_string()
    }

    fn cell(label: &'static str, offered: &'static str, back: bool) -> Cell {
        let marks = Marks { back, ..Marks::default() };
        Cell::new("").labelled(label).marked(marks).offering([Offer::new(offered, &TURN, [])])
    }

    fn board(squares: SquareNames) -> Part {
        let cells = vec![
            cell("", "Turn", false),
            cell("", "Turn", true),
            cell("the heart", "Turn", false),
            cell("north to east", "Turn back", false),
        ];
        Part::Board(Board::new("", 2, cells).named(squares))
    }

    #[test]
    fn a_square_is_called_by_row_and_column() {
        let board = board(SquareNames::RowAndColumn);
        let spots: Vec<Spot<'_>> = board.spots().collect();
        assert_eq!(label(&spots[0]), "Empty: row 1, column 1");
        assert_eq!(label(&spots[1]), "Face down: row 1, column 2");
        assert_eq!(label(&spots[2]), "The heart: row 2, column 1");
        assert_eq!(offer(&spots[1]), "Turn row 1, column 2");
        assert_eq!(offer(&spots[3]), "Turn back row 2, column 2: north to east");
    }

    #[test]
    fn the_game_names_a_square_without_coordinates() {
        let board = board(SquareNames::Unnamed);
        let spots: Vec<Spot<'_>> = board.spots().collect();
        assert_eq!(label(&spots[2]), "the heart");
        assert_eq!(offer(&spots[3]), "Turn back");
    }

    #[test]
    fn the_game_names_what_lies_in_no_place() {
        let cell = cell("Top card: the ace", "Play the ace", false);
        assert_eq!(label(&Spot::of(&cell)), "Top card: the ace");
        assert_eq!(offer(&Spot::of(&cell)), "Play the ace");
    }
}
