//! The Gopher client: menus (RFC 1436), each line with its type, its words, and the selector, the host
//! and the port where it leads. What is only to be read has the type `i`, which every client of today
//! knows; type 7 asks for what is typed.

use super::plain::item::Item;
use super::plain::items;
use super::setting::Setting;
use super::view::{Document, View};
use crate::gateway::protocol::Hole;
use crate::links::Links;

/// The links in the pages: the protocol says the client.
pub const LINKS: Links = Links { client: None, landing: "" };

/// How wide a line of words is. RFC 1436 asks for less than 70 characters.
const WIDTH: usize = 68;

/// The menu for a view.
pub fn render(view: &View<'_>, setting: &Setting) -> Document {
    let mut menu = Menu { hole: setting.hole(), text: String::new() };
    for item in items(view, LINKS) {
        menu.write(&item);
    }
    if setting.preview {
        menu.say("This is a preview: its links stop working when it ends.");
    }
    menu.text.push_str(".\r\n");
    Document { content_type: "", policy: String::new(), body: menu.text }
}

/// A menu that is being written.
struct Menu {
    hole: Hole,
    text: String,
}

impl Menu {
    fn write(&mut self, item: &Item) {
        match item {
            Item::Title(title) => {
                self.say(title);
                self.say("");
            }
            Item::Heading(heading) => {
                self.say("");
                self.say(&format!("{heading}:"));
            }
            Item::Words(words) => wrapped(words).iter().for_each(|line| self.say(line)),
            Item::Point(words) => {
                wrapped(words).iter().for_each(|line| self.say(&format!("  {line}")));
            }
            Item::Drawing { lines, .. } => {
                self.say("");
                lines.iter().for_each(|line| self.say(line));
                self.say("");
            }
            Item::Copy(text) => self.say(text),
            Item::Move { number: Some(number), label, link } => {
                self.line('1', &format!("{number}. {label}"), link.as_str());
            }
            Item::Move { number: None, label, link } | Item::Way(label, link) => {
                self.line('1', label, link.as_str());
            }
            Item::Ask(ask) => self.line('7', ask.label, ask.link().as_str()),
        }
    }

    /// A line to be read.
    fn say(&mut self, words: &str) {
        let words = plain(words);
        self.text.push_str(&format!("i{words}\t\terror.host\t1\r\n"));
    }

    /// A line that leads somewhere.
    fn line(&mut self, kind: char, words: &str, link: &str) {
        let Hole { selector, host, port } = &self.hole;
        let words = plain(words);
        self.text.push_str(&format!("{kind}{words}\t{selector}{link}\t{host}\t{port}\r\n"));
    }
}

/// The text on one line, in which nothing ends a field.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The lines of a paragraph.
fn wrapped(words: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let length = lines.last().map_or(0, |line| line.chars().count());
        if length > 0 && length + 1 + word.chars().count() > WIDTH {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
