//! The duties of every process: dropping set-ID rights, and logging.

use std::fmt::Display;
use std::io::Write;

/// Gives back the rights that the mode of the program has lent. Returns true on success; otherwise
/// the process must end.
pub fn give_back_rights() -> bool {
    #[cfg(target_os = "linux")]
    if let Err(error) = super::rights::give_back() {
        log(&format_args!("the rights of its group cannot be given back ({error})"));
        return false;
    }
    true
}

/// Writes a line to standard error, the log of the web server. If that fails, the line is lost.
pub fn log(line: &dyn Display) {
    let _ = writeln!(std::io::stderr(), "parlour: {line}");
}
