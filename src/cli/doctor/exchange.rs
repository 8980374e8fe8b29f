//! How long and how large an exchange with a web server may be, and why it may come to nothing.

use crate::errors::errors;
use std::io;
use std::time::Duration;

/// How long a server may be silent, and how long a whole response may take.
pub const SILENCE_MAX: Duration = Duration::from_secs(10);
/// See [`SILENCE_MAX`].
pub const RESPONSE_TIME_MAX: Duration = Duration::from_secs(20);
/// The most bytes of a response that are read. A debug build of the program is longer.
pub const RESPONSE_BYTES_MAX: usize = 1 << 20;
/// Who asks. Firewalls refuse visitors who do not say.
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
