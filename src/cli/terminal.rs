//! Messages to the user at the terminal. Printing never fails or panics: a user who closes the pipe
//! (`parlour help | head -1`) has read enough.

use crate::os::own::printable;
use std::io::Write;

/// The reason why a command fails, as a sentence for the user.
pub type Failure = Box<dyn std::error::Error>;

/// Prints a text, with its line ends, to standard output. Returns true on success.
pub fn say(text: &str) -> bool {
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    let mut out = std::io::stdout().lock();
    out.write_all(lines.join("\n").as_bytes()).and_then(|()| out.flush()).is_ok()
}
