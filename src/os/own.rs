//! The name of this process, and logging what a terminal may show.

use std::fmt::{self, Display};
use std::io::Write;
use std::sync::OnceLock;

/// The names of the program, for commands and for people.
static NAMES: OnceLock<[&'static str; 2]> = OnceLock::new();

/// Gives this process the name of its program, and the one for people, once, at its start.
pub fn set_names(name: &'static str, title: &'static str) {
    NAMES.get_or_init(|| [name, title]);
}

/// A name of this process, as a format string shows it.
pub enum OwnName {
    /// The name for commands.
    Command,
    /// The name for people, and for other programs of the same kind.
    Title,
}

/// The name for commands: ``run `{ME} doctor` ``.
pub const ME: OwnName = OwnName::Command;
/// The name for people: `it is not a {TITLE} program`.
pub const TITLE: OwnName = OwnName::Title;

impl Display for OwnName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [name, title] = NAMES.get().unwrap_or(&["parlour", "Parlour"]);
        f.write_str(match self {
            OwnName::Command => name,
            OwnName::Title => title,
        })
    }
}

/// A text in which `parlour` stands for the name of this process.
pub fn with_own_name(text: &str) -> String {
    text.replace("parlour", &ME.to_string())
}

/// Writes a line to standard error, the log of the web server. If that fails, the line is lost.
pub fn log(line: &dyn Display) {
    let line = printable(&line.to_string());
    let _ = std::io::stderr().lock().write_all(format!("{ME}: {line}\n").as_bytes());
}

/// A text without characters that control a terminal or turn the direction of writing. File names,
/// servers and other programs are quoted in messages, and none of these may control the terminal.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if controls(c) { '?' } else { c }).collect()
}

/// Returns true if this character has no shape of its own, and changes how others are shown
/// (Unicode's categories Cc and Cf).
fn controls(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_controls_a_terminal() {
        let text = "a\x1b[2J\u{202e}b\u{9b}\n\u{e9}\u{fffd}";
        assert_eq!(printable(text), "a?[2J?b??\u{e9}\u{fffd}");
    }
}
