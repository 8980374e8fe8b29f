//! The shapes of a picture, as every use of it on a page refers to them.

use super::assets::picture;
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
    pub view_box: &'static str,
    /// The shapes, or those of another symbol, turned.
    pub shapes: Shapes,
}

/// What a symbol consists of.
pub enum Shapes {
    /// Markup.
    Drawn(&'static str),
    /// Another picture, by so many degrees clockwise.
    Turned(&'static str, u16),
}

/// The name of a picture's symbol on its page: `bend`, or `bend1` if it is turned by a quarter.
/// It stands in every square that shows it.
pub struct SymbolId(pub Picture);

impl Symbol {
    /// The symbol of a picture, and the pictures that it is made of.
    pub fn of(shown: Picture) -> (Option<Self>, Vec<Picture>) {
        let id = SymbolId(shown);
        if shown.quarter_turns > 0 {
            let degrees = u16::from(shown.quarter_turns) * 90;
            let shapes = Shapes::Turned(shown.name, degrees);
            let parts = vec![Picture::upright(shown.name)];
            return (Some(Symbol { id, view_box: SQUARE, shapes }), parts);
        }
        let Some((view_box, drawn)) = picture(shown.name) else { return (None, Vec::new()) };
        let parts = drawn.split("=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        let parts = parts.map(Picture::upright).collect();
        (Some(Symbol { id, view_box, shapes: Shapes::Drawn(drawn) }), parts)
    }
}

impl FastWritable for SymbolId {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        out.write_str(self.0.name)?;
        let quarters = ["", "1", "2", "3"][usize::from(self.0.quarter_turns % 4)];
        Ok(out.write_str(quarters)?)
    }
}

impl FastWritable for Shapes {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        match self {
            Shapes::Drawn(markup) => out.write_str(markup)?,
            Shapes::Turned(name, degrees) => {
                write!(out, "<use href=#{name} transform=\"rotate({degrees} 24 24)\"/>")?;
            }
        }
        Ok(())
    }
}
