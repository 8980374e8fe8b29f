//! Messages to the user at the terminal. Printing never fails or panics: a user who closes the pipe
//! (`parlour help | head -1`) has read enough.

use std::io::Write;
use std::process::ExitCode;

/// Prints a text, with its line ends, to standard output. Returns true on success.
pub fn say(text: &str) -> bool {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok()
}

/// Prints keys. A failure to print them is an error, because lost keys must not count as made or
/// kept.
pub fn say_keys(text: &str) -> ExitCode {
    if say(&format!("{text}\n")) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints an error to standard error.
pub fn complain(sentence: &dyn std::fmt::Display) {
    let _ = std::io::stderr().lock().write_all(format!("parlour: {sentence}\n").as_bytes());
}
