//! The shapes of pictures. A page has the shapes once, and every use refers to them.

use super::markup::{Compiled, written_as_it_is};
use crate::formats::assets::picture;
use crate::game::page::Picture;
use crate::game::ruleset::Ruleset;
use askama::{FastWritable, Values};
use std::fmt::Write;

/// The view box of pictures that can be turned.
const SQUARE: &str = "0 0 48 48";

/// A picture's shapes under a name.
pub struct Symbol {
    pub id: SymbolId,
    /// The view box. Empty if the picture that it consists of has one.
    pub view_box: Compiled,
    pub shapes: Shapes,
}

/// The shapes of a symbol.
pub enum Shapes {
    /// Markup.
    Drawn(Compiled),
    /// Another picture, turned clockwise by this number of degrees.
    Turned(&'static str, u16),
}

/// The name of a picture's symbol on its page: `bend`, or `bend1` if it is turned by a quarter.
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
            return (Some(symbol), vec![Picture::upright(shown.name)]);
        }
        let Some((view_box, drawn)) = picture(shown.name) else { return (None, Vec::new()) };
        let parts = drawn.split('#').skip(1).filter_map(|rest| rest.split('"').next());
        // Other names are colours, and parts of the picture itself.
        let parts = parts.filter(|part| picture(part).is_some()).map(Picture::upright).collect();
        let shapes = Shapes::Drawn(Compiled(drawn));
        (Some(Symbol { id, view_box: Compiled(view_box), shapes }), parts)
    }
}

impl Symbol {
    /// Returns true if it consists of its own shapes. The markup makes them outlines, so that they
    /// are no black blobs without a style sheet.
    pub fn is_drawn(&self) -> bool {
        matches!(self.shapes, Shapes::Drawn(_))
    }
}

impl FastWritable for SymbolId {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        out.write_str(self.0.name)?;
        let quarters = ["", "1", "2", "3"][usize::from(self.0.quarter_turns % 4)];
        Ok(out.write_str(quarters)?)
    }
}

impl FastWritable for GamePicture<'_> {
    fn write_into(&self, out: &mut dyn Write, values: &dyn Values) -> askama::Result<()> {
        out.write_str("<svg width=48 height=48 aria-hidden=true>")?;
        Use(Picture::upright(self.0.picture)).write_into(out, values)?;
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
        Ok(out.write_str(" />")?)
    }
}

impl FastWritable for Shapes {
    fn write_into(&self, out: &mut dyn Write, values: &dyn Values) -> askama::Result<()> {
        match self {
            Shapes::Drawn(markup) => markup.write_into(out, values)?,
            Shapes::Turned(name, degrees) => {
                write!(out, "<use href=#{name} transform=\"rotate({degrees} 24 24)\"/>")?;
            }
        }
        Ok(())
    }
}

written_as_it_is!(SymbolId, Use, GamePicture<'_>, Shapes);
