//! Text browsers that want a terminal: tmux is one, takes keys and tells what is on its screen.

use super::tiles_in_text;
use crate::drive::process::{self, wait_until};
use crate::reader::memory::{Table, Tiles};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long a browser may take over a page.
const PAGE_TIME_MAX: Duration = Duration::from_secs(10);

/// How a browser is started and walked about in.
pub struct Habit {
    /// Its program.
    pub program: &'static str,
    /// What it is started with besides the address.
    pub arguments: &'static [&'static str],
    /// The key that goes to the next link.
    pub next: &'static str,
    /// Whether a new page comes up with its first link chosen already.
    pub starts_on_link: bool,
    /// Whether it welcomes a new user in a box, which Enter closes.
    pub greets: bool,
}

/// w3m.
pub const W3M: Habit =
    Habit { program: "w3m", arguments: &[], next: "Tab", starts_on_link: false, greets: false };
/// Links, without graphics.
pub const LINKS: Habit =
    Habit { program: "links", arguments: &[], next: "Down", starts_on_link: true, greets: true };
/// ELinks, alone even if another one is running.
pub const ELINKS: Habit = Habit { program: "elinks", arguments: &["-no-connect"], ..LINKS };

/// A browser in a terminal, with a game of Concentration in it.
pub struct Terminal {
    socket: PathBuf,
    habit: &'static Habit,
    looks: usize,
}

impl Terminal {
    /// Opens a page. The directory is for its own use.
    pub fn open(habit: &'static Habit, url: &str, directory: &Path) -> Self {
        let terminal = Terminal { socket: directory.join("tmux"), habit, looks: 0 };
        let size = ["new-session", "-d", "-x", "80", "-y", "50"];
        let mut command = terminal.tmux(&size);
        command.env_clear().env("HOME", directory).env("LANG", "C.UTF-8").env("TERM", "xterm");
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
    fn wait(&self, what: &str, shows: impl Fn(&str) -> bool) -> String {
        let mut screen = String::new();
        let came = wait_until(PAGE_TIME_MAX, || {
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

    /// What stands on the screen.
    pub fn screen(&self) -> String {
        run(&mut self.tmux(&["capture-pane", "-p"]))
    }
}

impl Table for Terminal {
    fn tiles(&mut self) -> Tiles {
        let shown = format!("Looks: {}", self.looks);
        let is_shown = |screen: &str| screen.lines().any(|line| line.trim_end().ends_with(&shown));
        tiles_in_text(&self.wait(&shown, is_shown))
    }

    /// Walks to the tile and follows its link. The links of a page begin with those of the tiles
    /// that lie face down.
    fn turn(&mut self, tile: usize) {
        let before = self.tiles().iter().take(tile).filter(|tile| tile.is_none()).count();
        let steps = before + usize::from(!self.habit.starts_on_link);
        let mut keys = vec![self.habit.next; steps];
        keys.push("Enter");
        self.press(&keys);
        self.looks += 1;
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]).status();
    }
}

/// Runs a command to its end and gives back what it printed.
fn run(command: &mut Command) -> String {
    command.stdout(std::process::Stdio::piped());
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}
