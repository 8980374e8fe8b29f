//! The Gopher format: menus (RFC 1436). Each line has its type, its words, and the selector, host
//! and port of its link. A line without a link has type `i`, which every client of today knows.
//! Type 7 asks for text.

use super::item::Item;
use super::plain::items;
use super::plain::paragraph::wrapped;
use super::setting::Setting;
use super::view::View;
use crate::game::text::on_one_line;
use crate::gateway::http::Response;
use crate::gateway::protocol::GopherServer;
use crate::settings::Home;

/// The width of a line of words. RFC 1436 asks for less than 70 characters, and some clients cut at 67.
const WIDTH: usize = 67;

/// The menu for a view.
pub fn render(view: &View<'_>, setting: &Setting<'_>) -> Response {
    let mut menu = Menu { server: setting.server(), text: String::new() };
    for item in items(view, setting, true) {
        menu.write(&item);
    }
    if let Some(Home { address, label }) = &setting.site.home {
        menu.site(label, address);
    }
    if let Some(note) = setting.note() {
        menu.say(note);
    }
    menu.text.push_str(".\r\n");
    Response::document("", "", menu.text)
}

/// A menu that is being written.
struct Menu {
    server: GopherServer,
    text: String,
}

impl Menu {
    fn write(&mut self, item: &Item) {
        match item {
            Item::Title(title) => {
                self.say(title);
                self.say("");
            }
            Item::Heading(heading) | Item::Moves(heading) => {
                self.say("");
                self.say(&format!("{heading}:"));
            }
            Item::Words(words) | Item::Status(words) => {
                wrapped(words, WIDTH, "", "").iter().for_each(|line| self.say(line))
            }
            Item::Point(words) => self.point(words),
            Item::Group { name, points } => {
                self.say(&format!("{name}:"));
                for point in points {
                    match &point.link {
                        Some(link) => self.line('1', &point.in_full(), link.as_str()),
                        None => self.point(&point.in_full()),
                    }
                }
            }
            Item::Drawing { lines, .. } => {
                self.say("");
                lines.iter().for_each(|line| self.say(line));
                self.say("");
            }
            // A text to copy keeps its line, however long it is.
            Item::Copy(text) => self.say(text),
            Item::Site(name, link) if link.starts_with('?') => self.line('1', name, link),
            Item::Site(name, address) => self.site(name, address),
            Item::Move { number: Some(number), label, link } => {
                self.line('1', &format!("{number}. {label}"), link.as_str());
            }
            Item::Move { number: None, label, link } | Item::Way(label, link) => {
                self.line('1', label, link.as_str());
            }
            Item::Ask(ask) => self.line('7', ask.label, ask.link().as_str()),
        }
    }

    /// A line with the address of another site.
    fn site(&mut self, name: &str, address: &str) {
        let GopherServer { host, port, .. } = &self.server;
        let name = on_one_line(name);
        self.text.push_str(&format!("h{name}\tURL:{address}\t{host}\t{port}\r\n"));
    }

    /// An item of a list.
    fn point(&mut self, words: &str) {
        wrapped(words, WIDTH, "  ", "  ").iter().for_each(|line| self.say(line));
    }

    /// A line without a link.
    fn say(&mut self, words: &str) {
        let words = on_one_line(words);
        self.text.push_str(&format!("i{words}\t\terror.host\t1\r\n"));
    }

    /// A line with a link.
    fn line(&mut self, kind: char, words: &str, link: &str) {
        let GopherServer { selector, host, port } = &self.server;
        let words = on_one_line(words);
        self.text.push_str(&format!("{kind}{words}\t{selector}{link}\t{host}\t{port}\r\n"));
    }
}
