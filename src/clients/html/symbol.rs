//! The shapes of a picture, as every use of it on a page refers to them.

use super::markup::{Compiled, written_as_it_is};
use crate::clients::assets::picture;
use crate::game::page::Picture;
use askama::{FastWritable, Values};
use std::fmt::Write;

/// What a picture is drawn on, if it can be turned.
const SQUARE: &str = "0 0 48 48";

/// A picture's shapes under a name.
pub struct Symbol {
    /// The name.
    pub id: SymbolId,
    /// What it is drawn on; nothing if what it is made of says it.
    pub view_box: Compiled,
    /// The shapes, or those of another symbol, turned or coloured.
    pub shapes: Shapes,
}

/// What a symbol consists of.
pub enum Shapes {
    /// Markup.
    Drawn(Compiled),
    /// Another picture, turned by so many degrees clockwise.
    Turned(&'static str, u16),
    /// Another picture, coloured as a class of the style sheet says.
    Coloured(&'static str, &'static str),
}

/// The name of a picture's symbol on its page: `bend`, `bend1` if it is turned by a quarter, or
/// `card-8h` if it is coloured. It stands in every square that shows it.
pub struct SymbolId(pub Picture);

impl Symbol {
    /// The symbol of a picture, and the pictures that it is made of.
    pub fn of(shown: Picture) -> (Option<Self>, Vec<Picture>) {
        let id = SymbolId(shown);
        let made_of = |shapes, view_box| {
            let symbol = Symbol { id: SymbolId(shown), view_box: Compiled(view_box), shapes };
            (Some(symbol), vec![Picture::upright(shown.name)])
        };
        if shown.quarter_turns > 0 {
            let degrees = u16::from(shown.quarter_turns) * 90;
            return made_of(Shapes::Turned(shown.name, degrees), SQUARE);
        }
        if !shown.variant.is_empty() {
            return made_of(Shapes::Coloured(shown.name, shown.variant), "");
        }
        let Some((view_box, drawn)) = picture(shown.name) else { return (None, Vec::new()) };
        let parts = drawn.split("=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        // A picture may also refer to a part of itself.
        let parts = parts.filter(|part| picture(part).is_some()).map(Picture::upright).collect();
        let shapes = Shapes::Drawn(Compiled(drawn));
        (Some(Symbol { id, view_box: Compiled(view_box), shapes }), parts)
    }
}

impl FastWritable for SymbolId {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        out.write_str(self.0.name)?;
        out.write_str(self.0.variant)?;
        let quarters = ["", "1", "2", "3"][usize::from(self.0.quarter_turns % 4)];
        Ok(out.write_str(quarters)?)
    }
}

impl FastWritable for Shapes {
    fn write_into(&self, out: &mut dyn Write, values: &dyn Values) -> askama::Result<()> {
        match self {
            Shapes::Drawn(markup) => markup.write_into(out, values)?,
            Shapes::Turned(name, degrees) => {
                write!(out, "<use href=#{name} transform=\"rotate({degrees} 24 24)\"/>")?;
            }
            Shapes::Coloured(name, colour) => write!(out, "<use class=s{colour} href=#{name} />")?,
        }
        Ok(())
    }
}

written_as_it_is!(SymbolId, Shapes);
