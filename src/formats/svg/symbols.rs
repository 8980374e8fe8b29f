//! The pictures of the collection inside the picture of a position. Each is in it once, and every
//! use refers to it.

use crate::formats::assets::picture;
use crate::game::page::Picture;
use std::collections::{BTreeMap, BTreeSet};

/// The pictures that are used so far.
#[derive(Default)]
pub struct Symbols {
    /// The markup of each picture, by its name.
    drawn: BTreeMap<String, String>,
}

impl Symbols {
    /// The name that a use of a picture refers to. A picture that is reached has its own colours.
    pub fn id_of(&mut self, shown: Picture, is_reached: bool) -> String {
        // Cards of two colours consist of the same pieces.
        let ending = match (shown.variant, is_reached) {
            ("", false) => String::new(),
            ("", true) => "-on".to_owned(),
            (variant, _) => variant.to_owned(),
        };
        let upright = format!("{}{ending}", shown.name);
        self.draw(shown.name, &ending);
        if shown.quarter_turns == 0 {
            return upright;
        }
        let id = format!("{upright}-{}", shown.quarter_turns);
        let degrees = u16::from(shown.quarter_turns) * 90;
        let turned = format!(
            "<symbol id=\"{id}\" viewBox=\"0 0 48 48\"><use href=\"#{upright}\" width=\"48\" height=\"48\" transform=\"rotate({degrees} 24 24)\"/></symbol>\n"
        );
        self.drawn.entry(id.clone()).or_insert(turned);
        id
    }

    /// Draws a picture and the pictures that it consists of. All their names get this ending.
    fn draw(&mut self, name: &str, ending: &str) {
        let id = format!("{name}{ending}");
        let Some((view_box, shapes)) = picture(name).filter(|_| !self.drawn.contains_key(&id))
        else {
            return;
        };
        let mut renamed = shapes.to_owned();
        for part in names_in(shapes) {
            for (open, close) in [("href=\"#", "\""), ("id=\"", "\"")] {
                let from = format!("{open}{part}{close}");
                renamed = renamed.replace(&from, &format!("{open}{part}{ending}{close}"));
            }
        }
        let class = match ending.trim_start_matches('-') {
            "" => String::new(),
            class => format!(" class=\"{class}\""),
        };
        let symbol = format!(
            "<symbol id=\"{id}\" viewBox=\"{view_box}\"><g{class}>{renamed}</g></symbol>\n"
        );
        self.drawn.insert(id, symbol);
        names_in(shapes).into_iter().for_each(|part| self.draw(part, ending));
    }

    /// The markup of all of them.
    pub fn definitions(&self) -> String {
        self.drawn.values().map(String::as_str).collect()
    }
}

/// The names that the shapes refer to: other pictures, and their own parts.
fn names_in(shapes: &str) -> BTreeSet<&str> {
    shapes.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}
