//! The limits of an exchange with a web server, and the reasons why it may fail.

use crate::errors::errors;
use std::io;
use std::time::Duration;

/// The most time that a server may be silent, and the most time for a whole response.
pub const SILENCE_MAX: Duration = Duration::from_secs(10);
/// See [`SILENCE_MAX`].
pub const RESPONSE_TIME_MAX: Duration = Duration::from_secs(20);
/// The most bytes to read of a response. A debug build of the program is longer.
pub const RESPONSE_BYTES_MAX: usize = 1 << 20;
/// The name of this client. Firewalls refuse visitors without one.
pub const USER_AGENT: &str = "parlour-doctor";

errors! {
    /// The reason why there is no response.
    #[derive(Debug)]
    pub enum NoResponse {
        /// No server listens, or the connection breaks off before the first byte.
        Broken(error: io::Error) => "{}", broken(error);
        /// This machine does not trust the certificate of the server.
        NotTrusted(complaint: String) => "{complaint}";
        /// This machine has no `curl`, which asks by HTTPS.
        NoCurl => "there is no curl, which the doctor takes to ask by HTTPS";
    }
}

fn broken(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            format!("no answer within {} seconds", SILENCE_MAX.as_secs())
        }
        _ => error.to_string(),
    }
}
