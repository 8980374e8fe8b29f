//! Asks by HTTPS, with the program `curl`. TLS in this program would be a hundred times larger than
//! the doctor.

use super::exchange::{NoResponse, RESPONSE_BYTES_MAX, RESPONSE_TIME_MAX, USER_AGENT};
use crate::os::tools;
use crate::seal::source::KEY_VARIABLE;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::process::{Command, Stdio};

/// The exit codes of curl (curl(1)) for a certificate that it does not trust, and for a connection
/// that ends in the middle of a response.
const NOT_TRUSTED: [i32; 2] = [60, 51];
const CUT_SHORT: [i32; 2] = [18, 56];
/// The most characters to show of its complaint.
const COMPLAINT_CHARS_MAX: usize = 200;

/// A host to ask by HTTPS.
pub struct Secure<'a> {
    /// Its name, and its port unless that is the usual one.
    pub authority: &'a str,
    /// Its address for `curl --resolve`, if the user gives one.
    pub resolve: Option<String>,
    /// True if an untrusted certificate is accepted.
    pub trusts_any: bool,
}

/// Sends a request, and returns the whole response.
///
/// # Errors
///
/// [`NoResponse`] if there is no curl, or it got no response.
pub fn request(host: &Secure<'_>, method: &str, target: &str) -> Result<Vec<u8>, NoResponse> {
    let curl = tools::find_for_user("curl").ok_or(NoResponse::NoCurl)?;
    let mut child =
        command(&curl, host, method, target).spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => NoResponse::NoCurl,
            _ => NoResponse::Broken(error),
        })?;
    let mut bytes = Vec::new();
    let read = match child.stdout.take() {
        Some(out) => out.take(RESPONSE_BYTES_MAX as u64).read_to_end(&mut bytes),
        None => Ok(0),
    };
    let ended = child.wait_with_output().map_err(NoResponse::Broken)?;
    read.map_err(NoResponse::Broken)?;
    let is_whole = ended.status.success() || bytes.len() >= RESPONSE_BYTES_MAX;
    let code = ended.status.code().unwrap_or_default();
    if is_whole || (CUT_SHORT.contains(&code) && !bytes.is_empty()) {
        return Ok(bytes);
    }
    let complaint = String::from_utf8_lossy(&ended.stderr);
    let complaint = complaint.lines().next().unwrap_or_default().chars();
    let complaint: String = complaint.take(COMPLAINT_CHARS_MAX).collect();
    if NOT_TRUSTED.contains(&code) {
        return Err(NoResponse::NotTrusted(complaint));
    }
    Err(NoResponse::Broken(io::Error::other(complaint)))
}

fn command(curl: &Path, host: &Secure<'_>, method: &str, target: &str) -> Command {
    let mut command = Command::new(curl);
    command.env_remove(KEY_VARIABLE);
    // `-q` comes first, so that curl reads no configuration. `-g` and `--path-as-is` leave brackets
    // and dots in a name alone.
    command.args(["-q", "-sS", "-i", "-g", "--path-as-is", "--http1.1", "-A", USER_AGENT]);
    command.args(["--max-time", &RESPONSE_TIME_MAX.as_secs().to_string()]);
    match method {
        "HEAD" => command.arg("-I"),
        method => command.args(["-X", method]),
    };
    if method == "POST" {
        command.args(["-H", "Content-Length: 0"]);
    }
    if host.trusts_any {
        command.arg("-k");
    }
    if let Some(resolve) = &host.resolve {
        command.args(["--resolve", resolve]);
    }
    command.args(["--url", &format!("https://{}{target}", host.authority)]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
