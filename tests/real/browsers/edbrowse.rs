//! edbrowse, the line editor among the browsers: commands go in and lines come out, as in ed.
//!
//! It parts the columns of a table with bars. It takes a bar at the edge of a link for such a bar,
//! so the upright piece of the maze, `|`, comes as `|{}`. The link is there all the same, and in
//! every other browser nothing is as upright as a bar.

use super::view::{Browser, Link, View};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Stdio};
use support::process::{self, Process};
use support::reader::memory::{Table, Tiles};

/// The text that the test makes it print at the end of a look.
const MARK: &str = "so much for this page";

/// A running edbrowse.
pub struct Edbrowse {
    commands: ChildStdin,
    lines: BufReader<ChildStdout>,
    /// The places of the links in the last look: the line and the place in it, both from 1.
    links: Vec<(usize, usize)>,
    /// Held so that it ends with this.
    _process: Process,
}

impl Edbrowse {
    /// Opens a page. The directory is for its own use.
    pub fn open(url: &str, directory: &Path) -> Self {
        // edbrowse would write a missing file and end.
        let config = directory.join(".ebrc");
        fs::write(&config, "").unwrap_or_else(|error| panic!("{}: {error}", config.display()));
        let mut command = process::command("edbrowse");
        command.arg(url).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.env("HOME", directory).env("LANG", "C.UTF-8").env("TERM", "dumb");
        let mut process = Process::start(&mut command);
        let child = process.child();
        let (Some(commands), Some(lines)) = (child.stdin.take(), child.stdout.take()) else {
            panic!("edbrowse has no pipes");
        };
        let lines = BufReader::new(lines);
        Edbrowse { commands, lines, links: Vec::new(), _process: process }
    }

    /// Gives commands. Returns the text that it printed after the last of them.
    #[track_caller]
    fn obey(&mut self, commands: &str) -> String {
        // The sizes of pages, which it prints on the way, end at the first mark.
        let (before, last) = commands.rsplit_once('\n').unwrap_or(("", commands));
        self.say(before);
        self.heard();
        self.say(last);
        self.heard()
    }

    fn say(&mut self, commands: &str) {
        let script = format!("{commands}\n!echo {MARK}\n");
        let script = script.trim_start();
        let said = self.commands.write_all(script.as_bytes()).and_then(|()| self.commands.flush());
        said.unwrap_or_else(|error| panic!("edbrowse takes no commands: {error}"));
    }

    fn heard(&mut self) -> String {
        let mut text = String::new();
        loop {
            let start = text.len();
            let read = self.lines.read_line(&mut text);
            assert!(read.is_ok_and(|bytes| bytes > 0), "edbrowse has ended:\n{text}");
            if text[start..].trim_end() == MARK {
                text.truncate(start);
                // Having run the echo, it says so.
                let _ = self.lines.read_line(&mut String::new());
                return text;
            }
        }
    }

    /// All lines of the page.
    fn page(&mut self) -> String {
        self.obey(",p")
    }
}

impl Browser for Edbrowse {
    fn look(&mut self) -> View {
        let page = self.page();
        let mut links = Vec::new();
        let mut line_number = 0;
        let view = View::of_text(&page, |line| {
            line_number += 1;
            let labels = line.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest));
            let mut found = Vec::new();
            for (place, label) in labels.enumerate() {
                found.push(Link { label: label.to_owned(), place: links.len() });
                links.push((line_number, place + 1));
            }
            found
        });
        self.links = links;
        view
    }

    fn follow(&mut self, link: &Link) {
        let (line, place) = self.links[link.place];
        self.obey(&format!("{line}g{place}\n"));
    }

    fn visit(&mut self, url: &str) {
        self.obey(&format!("b {url}\n"));
    }

    fn lengthen_address(&mut self, more: &str) {
        let name = self.obey("f");
        let url = name.trim().trim_end_matches(".browse").to_owned();
        self.visit(&format!("{url}{more}"));
    }

    fn back(&mut self) {
        self.obey("^\n");
    }
}

impl Table for Edbrowse {
    /// A row of tiles is its number and the tiles, with bars between them, a link in braces.
    fn tiles(&mut self) -> Tiles {
        let page = self.page();
        let tiles = super::tiles_in_text(&page.replace(['{', '}'], " "));
        assert!(!tiles.is_empty(), "no board in\n{page}");
        tiles
    }

    fn turn(&mut self, tile: usize) {
        let before = self.tiles().iter().take(tile).filter(|tile| tile.is_none()).count();
        let link = self.look().moves[before].clone();
        self.follow(&link);
    }
}
