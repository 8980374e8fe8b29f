//! Text browsers that need a terminal. tmux is one: it takes keys and prints its screen.

use super::tiles_in_text;
use super::view::{Browser, Link, View, Writer, field_number, numbered_links};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;
use support::process::{self, PATIENCE, wait_until};
use support::reader::memory::{Table, Tiles};

/// The time for which the test waits before it asks a browser again for its address.
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(100);

/// The start and the keys of a browser.
pub struct Habit {
    /// Its program.
    pub program: &'static str,
    /// Its arguments before the address.
    pub arguments: &'static [&'static str],
    /// The key that goes to the next link.
    pub next: &'static str,
    /// The number of columns of its terminal.
    pub columns: &'static str,
    /// The number of rows of its terminal.
    pub rows: &'static str,
    /// True if it welcomes a new user in a box, which Enter closes.
    pub greets: bool,
}

/// w3m.
pub const W3M: Habit = Habit {
    program: "w3m",
    arguments: &[],
    next: "Tab",
    columns: "80",
    rows: "120",
    greets: false,
};
/// w3m with a number before every link, and so wide that it shows any address whole.
pub const W3M_NUMBERED: Habit =
    Habit { arguments: &["-o", "display_link_number=1"], columns: "1000", ..W3M };
/// Links, without graphics.
pub const LINKS: Habit = Habit { program: "links", next: "Down", greets: true, ..W3M };
/// ELinks, alone even if another one is running.
pub const ELINKS: Habit = Habit { program: "elinks", arguments: &["-no-connect"], ..LINKS };

/// The beginning of the last words of a page.
const FOOT: &str = "Nothing is stored here";

/// A browser in a terminal, with a game of Concentration in it.
pub struct Terminal {
    socket: PathBuf,
    habit: &'static Habit,
    looks: usize,
    /// The address of the page that was looked at last.
    address: String,
}

impl Terminal {
    /// Opens a page. The directory is for its own use.
    pub fn open(habit: &'static Habit, url: &str, directory: &Path) -> Self {
        let terminal =
            Terminal { socket: directory.join("tmux"), habit, looks: 0, address: String::new() };
        let size = ["new-session", "-d", "-x", habit.columns, "-y", habit.rows];
        let mut command = terminal.tmux(&size);
        command.env_clear().env("HOME", directory).env("LANG", "C.UTF-8").env("TERM", "xterm");
        // One client asks the system for its home, and not this.
        command.env("XDG_CONFIG_HOME", directory);
        command.arg(process::command(habit.program).get_program());
        command.args(habit.arguments).arg(url);
        run(&mut command);
        if habit.greets {
            terminal.wait("a welcome", |screen| screen.contains("Welcome"));
            terminal.press(&["Enter"]);
            terminal.wait("the page", |screen| !screen.contains("Welcome"));
        }
        terminal
    }

    /// Waits until the screen shows something, and gives it back.
    #[track_caller]
    pub fn wait(&self, what: &str, shows: impl Fn(&str) -> bool) -> String {
        let mut screen = String::new();
        let came = wait_until(PATIENCE, || {
            screen = self.screen();
            shows(&screen)
        });
        assert!(came, "{what} never came:\n{screen}");
        screen
    }

    fn tmux(&self, arguments: &[&str]) -> Command {
        let mut command = process::command("tmux");
        command.args(["-f", "/dev/null", "-S"]).arg(&self.socket).args(arguments);
        command
    }

    /// Presses keys, each under the name that tmux gives it.
    pub fn press(&self, keys: &[&str]) {
        run(self.tmux(&["send-keys"]).args(keys));
    }

    /// The column and the row of the terminal's cursor, from 0. A browser puts it on the chosen link.
    fn cursor(&self) -> (usize, usize) {
        let place = run(&mut self.tmux(&["display-message", "-p", "#{cursor_x} #{cursor_y}"]));
        let numbers: Vec<usize> = place.split_whitespace().flat_map(str::parse).collect();
        (numbers[0], numbers[1])
    }

    /// The text on the screen.
    pub fn screen(&self) -> String {
        run(&mut self.tmux(&["capture-pane", "-p"]))
    }
}

/// In w3m's keys.
impl Browser for Terminal {
    /// Asks for the address, which w3m tells when the page is there. No page has that of another.
    fn look(&mut self) -> View {
        if self.address.is_empty() {
            self.wait("a page", |screen| screen.contains(FOOT));
        }
        let is_new = |line: &str| line.starts_with("http://") && line != self.address;
        let last = |screen: &str| screen.lines().last().map(|line| line.trim_end().to_owned());
        let screen = self.wait("another page", |screen| {
            let is_there = last(screen).is_some_and(|line| is_new(&line));
            // Again and again: a page that comes in between has the last line for itself.
            if !is_there {
                self.press(&["c"]);
                thread::sleep(BETWEEN_QUESTIONS);
            }
            is_there
        });
        self.address = last(&screen).unwrap_or_default();
        View::of_text(screen.trim_end().trim_end_matches(&self.address), numbered_links)
    }

    fn follow(&mut self, link: &Link) {
        self.press(&[&link.place.to_string(), "[", "Enter"]);
    }

    fn visit(&mut self, url: &str) {
        self.press(&["U", "C-u", url, "Enter"]);
    }

    fn lengthen_address(&mut self, more: &str) {
        self.press(&["U", more, "Enter"]);
    }

    fn back(&mut self) {
        self.press(&["B"]);
    }
}

/// In w3m's keys. A button has no number, and is searched for as a line of its own.
impl Writer for Terminal {
    fn fill_in(&mut self, fields: &[(&str, &str)], button: &str) {
        let screen = self.screen();
        for (label, text) in fields {
            self.press(&[field_number(&screen, label, text.is_empty()), "[", "Enter"]);
            if !text.is_empty() {
                self.press(&["C-u", text, "Enter"]);
            }
        }
        self.press(&["g", "/", &format!("^{button}$"), "Enter", "Enter"]);
    }

    fn follow_words(&mut self, words: &str) {
        self.press(&["g", "/", &format!("]{words}"), "Enter", "l", "Enter"]);
    }
}

impl Table for Terminal {
    fn tiles(&mut self) -> Tiles {
        let shown = format!("Looks: {}", self.looks);
        // Keys are pressed once the whole page is there.
        let is_shown = |screen: &str| {
            screen.contains(FOOT) && screen.lines().any(|line| line.trim_end().ends_with(&shown))
        };
        tiles_in_text(&self.wait(&shown, is_shown))
    }

    /// Walks to the tile and follows its link. Each key waits for the cursor: a client that still
    /// lays out a page may take a key late.
    fn turn(&mut self, tile: usize) {
        let before = self.tiles().iter().take(tile).filter(|tile| tile.is_none()).count();
        let place = tiles_face_down(&self.screen()).nth(before).expect("the tile is face down");
        let mut cursor = self.cursor();
        while cursor != place {
            self.press(&[self.habit.next]);
            let came = wait_until(PATIENCE, || self.cursor() != cursor);
            assert!(came, "the cursor stays at {cursor:?} before {place:?}:\n{}", self.screen());
            cursor = self.cursor();
        }
        self.press(&["Enter"]);
        self.looks += 1;
    }
}

/// The column and the row, from 0, at which each tile that is face down begins on a screen.
fn tiles_face_down(screen: &str) -> impl Iterator<Item = (usize, usize)> {
    screen.lines().enumerate().flat_map(|(row, line)| {
        let tiles = line.match_indices("**");
        tiles.map(move |(at, _)| (line[..at].chars().count(), row))
    })
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]).status();
    }
}

/// Runs a command to its end. Returns its output.
fn run(command: &mut Command) -> String {
    command.stdout(std::process::Stdio::piped());
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}
