//! What every process of the program does of its own accord: it gives back rights that were lent to it,
//! and writes to the log.

use std::fmt::Display;
use std::io::Write;

/// Gives back rights that the file of the program has lent, and tells whether that was done. Without
/// it nothing more may be done.
pub fn give_back_rights() -> bool {
    #[cfg(target_os = "linux")]
    if let Err(error) = super::rights::give_back() {
        log(&format_args!("the rights of its group cannot be given back ({error})"));
        return false;
    }
    true
}

/// Writes a line to standard error, the log of the web server, if it takes it.
pub fn log(line: &dyn Display) {
    let _ = writeln!(std::io::stderr(), "parlour: {line}");
}
