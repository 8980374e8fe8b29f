//! The HTTP client: the program `curl`. TLS in this program would be a hundred times larger than the
//! doctor.

use super::url::HttpUrl;
use crate::errors::errors;
use crate::os::own::ME;
use crate::seal::source::KEY_VARIABLE;
use rustix::process::geteuid;
use std::borrow::Cow;
use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The seconds that a server may be silent, and the seconds for a whole response.
const SILENCE_SECONDS: &str = "10";
const RESPONSE_SECONDS: &str = "20";
/// The most bytes to read of a response. A debug build of the program is longer.
const RESPONSE_BYTES_MAX: usize = 1 << 20;
/// The name of this client, and that of a browser, for a server that refuses this one.
pub const OWN_AGENT: &str = "parlour-doctor";
pub const BROWSER_AGENT: &str =
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/// The directories of tools for root. PATH does not count, because another user may have set it for
/// root.
const DIRECTORIES: [&str; 3] = ["/usr/bin", "/bin", "/usr/local/bin"];
/// The exit codes of curl (curl(1)): it does not trust the certificate, the connection ends in the
/// middle of a response, and the time is up.
const NOT_TRUSTED: [i32; 2] = [60, 51];
const CUT_SHORT: [i32; 2] = [18, 56];
const TIME_IS_UP: i32 = 28;

errors! {
    /// The reason why there is no response.
    #[derive(Debug)]
    pub enum NoResponse {
        /// No server listens, or the connection breaks off before the first byte.
        Broken(why: String) => "{why}";
        /// This machine does not trust the certificate of the server.
        NotTrusted(complaint: String) => "{complaint}";
        /// This machine has no `curl`.
        NoCurl => "there is no curl, with which the doctor asks web servers";
    }
}

impl From<io::Error> for NoResponse {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => NoResponse::NoCurl,
            _ => NoResponse::Broken(error.to_string()),
        }
    }
}

/// The response of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The status code; 0 if there is no status line.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// The bytes after them, without the compression that the headers name.
    pub body: Vec<u8>,
    /// True if the connection ended before the body that the headers announce.
    pub is_cut: bool,
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        // Answers such as `103 Early Hints` come before the answer itself.
        if bytes.starts_with(b"HTTP/1.1 1")
            && let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n")
        {
            return Response::parse(&bytes[end + 4..]);
        }
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let body = bytes.get(end + 4..).unwrap_or_default().to_vec();
        Response { status, head, body, is_cut: false }
    }

    /// The values of a header, in their order.
    pub fn headers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let pairs = self.head.lines().filter_map(|line| line.split_once(':'));
        pairs.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The first value of a header.
    pub fn header<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.headers(name).next()
    }

    /// Returns true if the body contains a text.
    pub fn contains(&self, text: &str) -> bool {
        self.body.windows(text.len()).any(|bytes| bytes == text.as_bytes())
    }

    /// The body, as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }
}

/// Asks the server of a URL. The target is a path and a query.
///
/// # Errors
///
/// [`NoResponse`] if there is no curl, or it got no response.
pub fn request(url: &HttpUrl, target: &str, agent: &str) -> Result<Response, NoResponse> {
    let mut child = start(url, target, agent)?;
    let mut bytes = Vec::new();
    if let Some(out) = child.stdout.take() {
        out.take(RESPONSE_BYTES_MAX as u64).read_to_end(&mut bytes)?;
    }
    let ended = child.wait_with_output()?;
    let is_whole = ended.status.success() || bytes.len() >= RESPONSE_BYTES_MAX;
    let code = ended.status.code().unwrap_or_default();
    if is_whole || (CUT_SHORT.contains(&code) && !bytes.is_empty()) {
        return Ok(Response { is_cut: !is_whole, ..Response::parse(&bytes) });
    }
    let complaint = String::from_utf8_lossy(&ended.stderr);
    let complaint = complaint.lines().next().unwrap_or_default();
    let complaint = complaint.split_once(") ").map_or(complaint, |(_, rest)| rest).to_owned();
    Err(match code {
        TIME_IS_UP => NoResponse::Broken(format!(
            "no answer within {SILENCE_SECONDS} seconds; if a unit is behind it, `systemctl status {ME}` says whether it runs"
        )),
        _ if NOT_TRUSTED.contains(&code) => NoResponse::NotTrusted(complaint),
        _ => NoResponse::Broken(complaint),
    })
}

/// The path of curl. For users other than root, it is a program in PATH.
fn curl() -> Option<PathBuf> {
    let paths = DIRECTORIES.map(|directory| PathBuf::from(directory).join("curl"));
    let of_system = paths.into_iter().find(|path| path.is_file());
    if geteuid().is_root() { of_system } else { Some("curl".into()) }
}

/// Starts curl. It reads the address from its standard input, because every user of this machine can
/// see its arguments, and a password may be in the address.
fn start(url: &HttpUrl, target: &str, agent: &str) -> Result<Child, NoResponse> {
    let scheme = if url.is_secure { "https" } else { "http" };
    let user = url.user.as_ref().map_or_else(String::new, |user| format!("{user}@"));
    let address = format!("{scheme}://{user}{}{target}", url.authority);
    // A line end would begin another option.
    if !address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\') {
        return Err(NoResponse::Broken(format!("`{target}` is no address")));
    }
    let mut command = Command::new(curl().ok_or(NoResponse::NoCurl)?);
    command.env_remove(KEY_VARIABLE);
    // `-q` comes first, so that curl reads no configuration. `-g` and `--path-as-is` leave brackets
    // and dots in a name alone.
    command.args(["-q", "-sS", "-i", "-g", "--path-as-is", "--http1.1", "--compressed"]);
    command.args(["-A", agent, "--noproxy", "*", "--max-time", RESPONSE_SECONDS]);
    command.args(["--speed-limit", "1", "--speed-time", SILENCE_SECONDS]);
    if url.trusts_any {
        command.arg("-k");
    }
    if let Some(elsewhere) = &url.elsewhere {
        command.args(["--connect-to", elsewhere]);
    }
    command.args(["-K", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        writeln!(input, "url = \"{address}\"")?;
    }
    Ok(child)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_read_however_little_there_is() {
        let response = Response::parse(b"HTTP/1.1 404 Not Found\r\nServer: x\r\n\r\nno\n");
        assert_eq!(response.status, 404);
        assert_eq!(response.header("server"), Some("x"));
        assert!(response.contains("no"));
        assert_eq!(Response::parse(b"").status, 0);
        assert_eq!(Response::parse(b"\xff\r\n\r\n").body, b"");
    }

    #[test]
    fn no_address_is_an_option_of_curl() {
        let url = HttpUrl::parse("http://localhost:1/").unwrap();
        for target in ["/\noutput = /x", "/\"", "/\\", "/\r", "/\0"] {
            assert!(matches!(request(&url, target, OWN_AGENT), Err(NoResponse::Broken(_))));
        }
    }
}
