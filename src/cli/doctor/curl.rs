//! Asks by HTTPS, with the program `curl`: TLS in this one would be a hundred times the rest of it,
//! for the sake of the doctor alone.

use super::exchange::{NoResponse, RESPONSE_BYTES_MAX, RESPONSE_TIME_MAX, USER_AGENT};
use std::io::{self, ErrorKind, Read};
use std::process::{Command, Stdio};

/// Its exit codes (curl(1)): the server's certificate is not one that it trusts, and the connection
/// ended in the middle of a response.
const NOT_TRUSTED: [i32; 2] = [60, 51];
const CUT_SHORT: [i32; 2] = [18, 56];
/// The most characters of what it complains of.
const COMPLAINT_CHARS_MAX: usize = 200;

/// A host that is asked by HTTPS.
pub struct Secure<'a> {
    /// Its name, and its port if it is another than usual.
    pub authority: &'a str,
    /// Where it is, as `curl --resolve` has it, if that is said.
    pub resolve: Option<String>,
    /// Whether a certificate that nobody vouches for is taken.
    pub trusts_any: bool,
}

/// Sends a request, and gives back the whole of the response.
///
/// # Errors
///
/// There is no curl, or it got no response.
pub fn request(host: &Secure<'_>, method: &str, target: &str) -> Result<Vec<u8>, NoResponse> {
    let mut child = command(host, method, target).spawn().map_err(|error| match error.kind() {
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

fn command(host: &Secure<'_>, method: &str, target: &str) -> Command {
    let mut command = Command::new("curl");
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
