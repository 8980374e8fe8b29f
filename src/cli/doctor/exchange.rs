//! How long and how large an exchange with a web server may be, and why it may come to nothing.

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

/// Why there is no response.
#[derive(Debug)]
pub enum NoResponse {
    /// Nobody listens, or the connection breaks off before the first byte.
    Broken(io::Error),
    /// The certificate of the server is not one that this machine trusts.
    NotTrusted(String),
    /// To ask by HTTPS takes a program that is not there.
    NoCurl,
}

impl std::fmt::Display for NoResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoResponse::Broken(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                    write!(f, "no answer within {} seconds", SILENCE_MAX.as_secs())
                }
                _ => error.fmt(f),
            },
            NoResponse::NotTrusted(complaint) => f.write_str(complaint),
            NoResponse::NoCurl => {
                f.write_str("there is no curl, which the doctor takes to ask by HTTPS")
            }
        }
    }
}

impl std::error::Error for NoResponse {}
