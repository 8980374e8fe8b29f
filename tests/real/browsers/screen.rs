//! An invisible screen: Xvfb keeps its picture in a file, and xdotool is the mouse.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use support::process::{self, Process};

/// The size of the screen, that of a small laptop.
const SIZE: &str = "1024x768x24";
/// The greatest number of rows of the picture that a browser's toolbar takes.
const TOOLBAR_ROWS: usize = 100;

/// A running screen.
pub struct Screen {
    display: String,
    picture: PathBuf,
    /// Held so that it ends with this.
    _process: Process,
}

/// A picture of the screen in the format of xwd: a header of big-endian numbers, colours that a
/// picture in true colour does not use, and rows of pixels.
struct Picture {
    bytes: Vec<u8>,
}

impl Screen {
    /// Opens a screen. The directory is for its own use.
    pub fn open(directory: &Path) -> Self {
        let mut command = process::command("Xvfb");
        // Without `-noreset` it begins anew when the mouse leaves, and ends a browser that comes in.
        command.args(["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", SIZE]);
        command.arg("-fbdir");
        let mut process = Process::start(command.arg(directory).stdout(Stdio::piped()));
        let number = process.child().stdout.take().and_then(|said| {
            let mut line = String::new();
            BufReader::new(said).read_line(&mut line).ok()?;
            line.trim().parse::<u32>().ok()
        });
        let number = number.unwrap_or_else(|| panic!("Xvfb does not start"));
        let picture = directory.join("Xvfb_screen0");
        Screen { display: format!(":{number}"), picture, _process: process }
    }

    /// The name by which a program finds it.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// The title of the window that shows a page of Parlour. Empty if there is none.
    pub fn title(&self) -> String {
        self.mouse(&["search", "--onlyvisible", "--name", "Parlour", "getwindowname"])
    }

    /// Clicks at a place, given in pixels from the left and from the top.
    pub fn click(&self, (x, y): (usize, usize)) {
        self.mouse(&["mousemove", &x.to_string(), &y.to_string(), "click", "1"]);
    }

    /// Presses a key, by the name that X gives it.
    pub fn press(&self, key: &str) {
        self.mouse(&["key", key]);
    }

    fn mouse(&self, words: &[&str]) -> String {
        let mut command = process::command("xdotool");
        command.args(words).env("DISPLAY", &self.display).stdout(Stdio::piped());
        let output = command.output().unwrap_or_else(|error| panic!("xdotool: {error}"));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The places that have the colour of a link, from the top.
    pub fn links(&self) -> Vec<(usize, usize)> {
        let bytes = fs::read(&self.picture);
        let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", self.picture.display()));
        Picture { bytes }.links()
    }

    /// The first of them.
    pub fn first_link(&self) -> Option<(usize, usize)> {
        self.links().first().copied()
    }
}

impl Picture {
    /// A number of the header.
    fn number(&self, at: usize) -> usize {
        let bytes = self.bytes.get(4 * at..4 * at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_be_bytes) as usize
    }

    fn links(&self) -> Vec<(usize, usize)> {
        let (header, width, height) = (self.number(0), self.number(4), self.number(5));
        let (bits, row_bytes, colours) = (self.number(11), self.number(12), self.number(19));
        assert_eq!((bits, self.number(7)), (32, 0), "not a picture of this kind");
        let start = header + 12 * colours;
        let places = (TOOLBAR_ROWS..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let is_link = |(x, y): &(usize, usize)| {
            let at = start + y * row_bytes + 4 * x;
            matches!(self.bytes.get(at..at + 3), Some([180..=255, 0..130, 0..130]))
        };
        places.filter(is_link).collect()
    }
}
