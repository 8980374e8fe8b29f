//! The canvas of a picture. It is drawn from the top down, each piece below the one before.

use super::symbols::Symbols;
use crate::game::page::Picture;
use crate::links::Link;
use askama::filters::{Escaper, Html};
use std::fmt::Write;

/// The margin of the picture, in its own units.
const EDGE: usize = 16;
/// The height of a line of text.
const LINE: usize = 20;
/// An upper bound of the average width of a character in a line.
const CHARACTER: usize = 9;

/// A picture in the making. Lengths are in its own units, of which a square has 48.
pub struct Canvas {
    body: String,
    symbols: Symbols,
    width: usize,
    height: usize,
}

impl Canvas {
    /// An empty picture.
    pub fn new() -> Self {
        Canvas { body: String::new(), symbols: Symbols::default(), width: 0, height: EDGE }
    }

    /// Reserves a piece of this size below all others. Returns its upper left corner.
    pub fn take(&mut self, width: usize, height: usize) -> (usize, usize) {
        let corner = (EDGE, self.height);
        self.width = self.width.max(width);
        self.height += height;
        corner
    }

    /// Writes a line of text in the style of a class.
    pub fn write_line(&mut self, class: &str, words: &str) {
        let (x, y) = self.take(words.chars().count() * CHARACTER, LINE);
        self.text(class, x, y + LINE - 6, words);
    }

    /// Writes a line with a link to another picture.
    pub fn write_link(&mut self, words: &str, link: &Link) {
        self.write_address(words, link.in_format("svg").as_str());
    }

    /// Writes a line with a link to this address.
    pub fn write_address(&mut self, words: &str, link: &str) {
        self.open_link(link);
        self.write_line("way", words);
        self.close_link();
    }

    /// Starts a link around the next elements.
    pub fn open_link(&mut self, link: &str) {
        self.body.push_str("<a href=\"");
        self.escape(link);
        self.body.push_str("\">");
    }

    /// Ends a link.
    pub fn close_link(&mut self) {
        self.body.push_str("</a>\n");
    }

    /// Starts a group with a name, which tooltips and screen readers tell.
    pub fn open_named(&mut self, name: &str) {
        self.body.push_str("<g><title>");
        self.escape(name);
        self.body.push_str("</title>");
    }

    /// Ends a group with a name.
    pub fn close_named(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// Writes a text. `x` and `y` are the left end of its base line, unless its class says
    /// otherwise.
    pub fn text(&mut self, class: &str, x: usize, y: usize, words: &str) {
        self.draw(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">"));
        self.escape(words);
        self.body.push_str("</text>");
    }

    /// Draws an element.
    pub fn draw(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a text cannot fail.
        let _ = self.body.write_fmt(element);
    }

    /// Draws a picture of the collection in the style of a class. `place` is its upper left corner
    /// and its size. A pipe that is reached has its own colour.
    pub fn picture(&mut self, picture: Picture, is_reached: bool, class: &str, place: [usize; 4]) {
        let id = self.symbols.id_of(picture, is_reached);
        let [x, y, width, height] = place;
        self.draw(format_args!(
            "<use class=\"{class}\" href=\"#{id}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    fn escape(&mut self, words: &str) {
        let _ = Html.write_escaped_str(&mut self.body, words);
    }

    /// The whole picture.
    pub fn document(self, title: &str, description: &str, style: &str) -> String {
        let (width, height) = (self.width + 2 * EDGE, self.height + EDGE);
        let [title, description] = [title, description].map(|words| {
            let mut escaped = String::new();
            let _ = Html.write_escaped_str(&mut escaped, words);
            escaped
        });
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title\" aria-describedby=\"description\">\n<title id=\"title\">{title}</title>\n<desc id=\"description\">{description}</desc>\n<style>{style}</style>\n<defs>\n{}</defs>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            self.symbols.definitions(),
            self.body,
        )
    }
}
