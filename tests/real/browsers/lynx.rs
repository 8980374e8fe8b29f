//! Lynx without a terminal: it reads its keys from a pipe, and its own Print command shows the
//! page.

use super::tiles_in_text;
use super::view::{Browser, Link, View, Writer, field_number, numbered_links};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{ChildStdin, Stdio};
use support::process::{self, PATIENCE, Process, wait_until};
use support::reader::memory::{Table, Tiles};

/// A configuration in which every link has a number, and keys are not taken for the text of a field.
const NUMBERED: &str =
    "DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED\nTEXTFIELDS_NEED_ACTIVATION:TRUE\n";

/// The words before the number of the field below the board.
const FIELD: &str = "Type a move [";

/// A running Lynx.
pub struct Lynx {
    keys: ChildStdin,
    process: Process,
    directory: PathBuf,
    /// The number of pages that it printed.
    prints: usize,
}

impl Lynx {
    /// Opens a page. The directory is for its own use.
    pub fn open(url: &str, directory: PathBuf) -> Self {
        Self::open_with(url, directory, "80", &[])
    }

    /// Opens a page with a number before every link, so wide that any address is shown whole.
    pub fn open_numbered(url: &str, directory: PathBuf) -> Self {
        let config = directory.join("lynx.cfg");
        fs::write(&config, NUMBERED).unwrap_or_else(|e| panic!("{}: {e}", config.display()));
        let option = format!("-cfg={}", config.display());
        Self::open_with(url, directory, "1000", &[&option])
    }

    fn open_with(url: &str, directory: PathBuf, columns: &str, arguments: &[&str]) -> Self {
        let mut command = process::command("lynx");
        command.args(arguments);
        command
            .args(["-display_charset=utf-8", "-cmd_script=/dev/stdin", url])
            .stdin(Stdio::piped());
        command.env_clear().env("HOME", &directory).env("TERM", "xterm").env("LANG", "C.UTF-8");
        command.env("COLUMNS", columns);
        let mut process = Process::start(&mut command);
        let keys = process.child().stdin.take();
        let keys = keys.unwrap_or_else(|| panic!("Lynx takes no keys"));
        Lynx { keys, process, directory, prints: 0 }
    }

    /// Presses keys, each under the name that Lynx gives it.
    pub fn press(&mut self, keys: &[&str]) {
        let script: String = keys.iter().map(|key| format!("key {key}\n")).collect();
        let pressed = self.keys.write_all(script.as_bytes()).and_then(|()| self.keys.flush());
        pressed.unwrap_or_else(|error| panic!("Lynx takes no keys: {error}"));
    }

    fn type_in(&mut self, text: &str) {
        for character in text.chars() {
            self.press(&[&character.to_string()]);
        }
    }

    /// Types a move into the field below the board, and sends it.
    pub fn type_move(&mut self, text: &str) {
        let page = self.page();
        let field = page.lines().find_map(|line| line.split_once(FIELD));
        let number = field.and_then(|(_, rest)| rest.split(']').next());
        self.type_in(number.unwrap_or_else(|| panic!("no field in\n{page}")));
        self.press(&["^J", "^J"]);
        self.type_in(text);
        self.press(&["^J", "^J"]);
    }

    /// The page as Lynx shows it.
    pub fn page(&mut self) -> String {
        let file = self.print();
        // When the second file appears, the first one is complete.
        let next = self.print();
        let printed = wait_until(PATIENCE, || next.exists() || self.process.has_ended());
        assert!(printed && next.exists(), "Lynx prints nothing");
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }

    /// Prints the page to a file: `p`, the first of the ways to print, and a name.
    fn print(&mut self) -> PathBuf {
        self.prints += 1;
        let file = self.directory.join(format!("page{}", self.prints));
        self.press(&["p", "^J", "^U"]);
        self.type_in(&file.to_string_lossy());
        self.press(&["^J"]);
        file
    }

    /// Quits. Returns true if Lynx reports success.
    pub fn quit(mut self) -> bool {
        self.press(&["q", "y"]);
        wait_until(PATIENCE, || self.process.has_ended());
        self.process.child().try_wait().is_ok_and(|status| status.is_some_and(|s| s.success()))
    }
}

impl Browser for Lynx {
    fn look(&mut self) -> View {
        View::of_text(&self.page(), numbered_links)
    }

    fn follow(&mut self, link: &Link) {
        self.type_in(&link.place.to_string());
        self.press(&["^J"]);
    }

    fn visit(&mut self, url: &str) {
        self.press(&["g", "^U"]);
        self.type_in(url);
        self.press(&["^J"]);
    }

    fn lengthen_address(&mut self, more: &str) {
        self.press(&["G"]);
        self.type_in(more);
        self.press(&["^J"]);
    }

    fn back(&mut self) {
        self.press(&["Left Arrow"]);
    }
}

impl Writer for Lynx {
    fn fill_in(&mut self, fields: &[(&str, &str)], button: &str) {
        let page = self.page();
        for (label, text) in fields.iter().chain(&[(button, "")]) {
            // Goes to the field, and enters it.
            self.type_in(&format!("{}g", field_number(&page, label, text.is_empty())));
            self.press(&["^J", "^J"]);
            if !text.is_empty() {
                self.type_in(text);
                self.press(&["^J"]);
            }
        }
    }

    fn follow_words(&mut self, words: &str) {
        let page = self.page();
        let link = page.lines().flat_map(numbered_links).find(|link| link.label.starts_with(words));
        self.follow(&link.unwrap_or_else(|| panic!("there is no {words} in\n{page}")));
    }
}

impl Table for Lynx {
    fn tiles(&mut self) -> Tiles {
        let page = self.page();
        let tiles = tiles_in_text(&page);
        assert!(!tiles.is_empty(), "no board in\n{page}");
        tiles
    }

    /// Walks down to the tile and follows its link. The links of a page begin with those of the
    /// tiles that are face down, and Lynx begins at the first one.
    fn turn(&mut self, tile: usize) {
        let before = self.tiles().iter().take(tile).filter(|tile| tile.is_none()).count();
        self.press(&vec!["Down Arrow"; before]);
        self.press(&["^J"]);
    }
}
