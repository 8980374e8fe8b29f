//! The shapes of pictures. A page has the shapes once, and every use refers to them.

use super::markup::{Compiled, written_as_it_is};
use crate::formats::assets::picture;
use crate::game::page::Picture;
use crate::game::ruleset::Ruleset;
use askama::{FastWritable, Values};
use std::fmt::Write;

/// The view box of pictures that can be turned.
const SQUARE: &str = "0 0 48 48";

/// The fill of pictures in two colours, which says their colour without a style sheet, too.
const FILLS: [(&str, &str); 2] = [("white", "#fff"), ("black", "#555")];

/// The fill of a picture in this colouring, if each use of it has its own.
fn fill(variant: &str) -> Option<&'static str> {
    FILLS.iter().find(|(name, _)| *name == variant).map(|(_, fill)| *fill)
}

/// The picture as its symbol has it: all uses in two colours share one.
pub fn shared(shown: Picture) -> Picture {
    if fill(shown.variant).is_some() { shown.coloured(FILLS[0].0) } else { shown }
}

/// Returns true if pictures have one symbol. A part of another picture may have no colour.
pub fn are_one_symbol(one: Picture, other: Picture) -> bool {
    let bare =
        |shown: Picture| if fill(shown.variant).is_some() { shown.coloured("") } else { shown };
    bare(one) == bare(other)
}

/// The start of the file of a picture.
const START: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox=""#;

/// A picture's shapes under a name.
pub struct Symbol {
    pub id: SymbolId,
    /// The view box. Empty if the picture that it consists of has one.
    pub view_box: Compiled,
    pub shapes: Shapes,
}

/// The shapes of a symbol.
pub enum Shapes {
    /// Markup, with a `~` for the suit.
    Drawn(&'static str, &'static str),
    /// Another picture, turned clockwise by this number of degrees.
    Turned(&'static str, u16),
}

/// The name of a picture's symbol on its page: `bend`, `bend1` if it is turned by a quarter, or `card-7h`
/// for a card of a suit.
pub struct SymbolId(Picture);

/// A use of a picture's symbol. Its class in the style sheet gives it colours.
pub struct Use(pub Picture);

/// The picture of a game, beside its title.
pub struct GamePicture<'a>(pub &'a Ruleset);

impl Symbol {
    /// The symbol of a picture, and the pictures that it is made of.
    pub fn of(shown: Picture) -> (Option<Self>, Vec<Picture>) {
        let id = SymbolId(shown);
        if shown.quarter_turns > 0 {
            let shapes = Shapes::Turned(shown.name, u16::from(shown.quarter_turns) * 90);
            let symbol = Symbol { id, view_box: Compiled(SQUARE), shapes };
            return (Some(symbol), vec![Picture::drawn(shown.name, shown.drawing)]);
        }
        let Some((view_box, drawn)) = drawing(shown) else { return (None, Vec::new()) };
        let parts = drawn.split('#').skip(1).filter_map(|rest| rest.split('"').next());
        let part = |name: &'static str| match name.strip_suffix('~') {
            Some(name) => Picture::upright(name).coloured(shown.variant),
            None => Picture::upright(name),
        };
        // Other names are colours, and parts of the picture itself.
        let parts = parts.map(part).filter(|part| drawing(*part).is_some()).collect();
        let shapes = Shapes::Drawn(drawn, shown.variant);
        (Some(Symbol { id, view_box: Compiled(view_box), shapes }), parts)
    }
}

impl Symbol {
    /// Returns true if it consists of its own shapes. The markup makes them outlines, so that they
    /// are no black blobs without a style sheet.
    pub fn is_drawn(&self) -> bool {
        matches!(self.shapes, Shapes::Drawn(..))
    }

    /// Returns true if each use of it has a fill of its own.
    pub fn is_coloured(&self) -> bool {
        fill(self.id.0.variant).is_some()
    }
}

/// View box and shapes of a picture: those of a game's own file, or of the name in the collection, or of the
/// name in this colouring. `None` if there are none.
pub fn drawing(shown: Picture) -> Option<(&'static str, &'static str)> {
    if shown.drawing.is_empty() {
        return picture(shown.name).or_else(|| picture(&[shown.name, shown.variant].concat()));
    }
    let inside = shown.drawing.trim().strip_prefix(START)?.strip_suffix("</svg>")?;
    inside.split_once("\">")
}

impl FastWritable for SymbolId {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        out.write_str(self.0.name)?;
        let quarters = ["", "1", "2", "3"][usize::from(self.0.quarter_turns % 4)];
        out.write_str(quarters)?;
        // Pieces in two colours share their shapes.
        let suit = if fill(self.0.variant).is_some() { "" } else { self.0.variant };
        Ok(out.write_str(suit)?)
    }
}

impl FastWritable for GamePicture<'_> {
    fn write_into(&self, out: &mut dyn Write, values: &dyn Values) -> askama::Result<()> {
        let Some(icon) = self.0.icon() else { return Ok(()) };
        out.write_str("<svg width=48 height=48 aria-hidden=true>")?;
        Use(icon).write_into(out, values)?;
        Ok(out.write_str("</svg>")?)
    }
}

impl FastWritable for Use {
    fn write_into(&self, out: &mut dyn Write, values: &dyn Values) -> askama::Result<()> {
        out.write_str("<use href=#")?;
        SymbolId(self.0).write_into(out, values)?;
        if !self.0.variant.is_empty() {
            write!(out, " class=s{}", self.0.variant)?;
        }
        if let Some(fill) = fill(self.0.variant) {
            write!(out, " fill={fill}")?;
        }
        Ok(out.write_str(" />")?)
    }
}

impl FastWritable for Shapes {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        match self {
            Shapes::Drawn(markup, suit) => {
                let mut pieces = markup.split('~');
                out.write_str(pieces.next().unwrap_or_default())?;
                for piece in pieces {
                    out.write_str(suit)?;
                    out.write_str(piece)?;
                }
            }
            Shapes::Turned(name, degrees) => {
                write!(out, "<use href=#{name} transform=\"rotate({degrees} 24 24)\"/>")?;
            }
        }
        Ok(())
    }
}

written_as_it_is!(SymbolId, Use, GamePicture<'_>, Shapes);
