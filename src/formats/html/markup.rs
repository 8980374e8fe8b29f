//! Pieces of markup that templates write without escaping. They need none, because they are made
//! here, without any text from a visitor.

use crate::links::Link;
use askama::filters::HtmlSafe;
use askama::{FastWritable, Values};
use std::fmt::{Display, Formatter, Write};

/// Lets templates write a value without escaping, by its [`FastWritable`].
macro_rules! written_as_it_is {
    ($($type:ty),*) => {$(
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                askama::FastWritable::write_into(self, f, askama::NO_VALUES)
                    .map_err(|_| std::fmt::Error)
            }
        }

        impl askama::filters::HtmlSafe for $type {}
    )*};
}

/// Marks templates as HTML, so that other templates take them over as they are.
macro_rules! is_html {
    ($($type:ty),*) => {
        $(impl askama::filters::HtmlSafe for $type {})*
    };
}

pub(super) use {is_html, written_as_it_is};

/// Markup that is compiled into the program.
#[derive(Clone, Copy)]
pub struct Compiled(pub &'static str);

impl FastWritable for Compiled {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(out.write_str(self.0)?)
    }
}

written_as_it_is!(Compiled);

/// A link needs no escaping in an attribute: see `links.rs`.
impl HtmlSafe for Link {}

impl FastWritable for Link {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        out.write_str(self.as_str())?;
        if !self.part.is_empty() {
            out.write_str("#")?;
            out.write_str(self.part)?;
        }
        Ok(())
    }
}

/// Classes of an element, as its attribute. No class makes no attribute, and one class needs no
/// quotation marks. A large board has some hundreds of classes.
pub struct Classes<const N: usize>(pub [(bool, &'static str); N]);

impl<const N: usize> FastWritable for Classes<N> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        let seen = || self.0.iter().filter(|(is_seen, _)| *is_seen).map(|(_, name)| name);
        let (mut before, end) = match seen().count() {
            0 | 1 => (" class=", ""),
            _ => (" class=\"", "\""),
        };
        for name in seen() {
            out.write_str(before)?;
            out.write_str(name)?;
            before = " ";
        }
        Ok(out.write_str(end)?)
    }
}

impl<const N: usize> Display for Classes<N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.write_into(f, askama::NO_VALUES).map_err(|_| std::fmt::Error)
    }
}

impl<const N: usize> HtmlSafe for Classes<N> {}

/// The things in order, each of them once.
pub fn once_each<T: Ord>(things: impl Iterator<Item = T>) -> Vec<T> {
    // A board has many things of few kinds.
    let mut kinds = Vec::new();
    for thing in things {
        if !kinds.contains(&thing) {
            kinds.push(thing);
        }
    }
    kinds.sort_unstable();
    kinds
}
