//! The Common Gateway Interface (RFC 3875) as web servers implement it. A request comes in the
//! environment, and a response goes to standard output.
//!
//! Two rules serve security. First, the program never reads its arguments under CGI. Some servers
//! decode a query without `=` and pass it on as arguments (RFC 3875, section 4.4), so a visitor
//! could ask for `?install+/x`. Second, a response is complete before the program writes its first
//! byte, because a server may show half a response as a page.

use super::address;
use super::http::{self, Elsewhere, HttpRequest, Method, Response};
use super::protocol::{Protocol, gemini_query, gopher_query};
use crate::os::env::Environment;
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};
#[cfg(unix)]
use rustix::io::Errno;
use std::ffi::OsString;
#[cfg(not(unix))]
use std::io::Write;
use std::io::{self, ErrorKind, IoSlice};
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

/// The variables that show that a web server started the program. Every server leaves out some of
/// them, and some servers set only one.
const SERVER_VARIABLES: [&str; 7] = [
    "REQUEST_METHOD",
    "GATEWAY_INTERFACE",
    "SERVER_PROTOCOL",
    "SERVER_SOFTWARE",
    "QUERY_STRING",
    "SCRIPT_NAME",
    "REMOTE_ADDR",
];

/// Returns true if a web server started the program: one of its variables is set, even to an empty
/// value.
pub fn is_called(environment: Environment<'_>) -> bool {
    SERVER_VARIABLES.iter().any(|name| environment(name).is_some())
}

/// Reads the request from the environment. A request without a method counts as GET, because some
/// Gopher and Gemini servers that speak CGI set no method.
pub fn read(environment: Environment<'_>) -> HttpRequest {
    let method = match environment("REQUEST_METHOD") {
        None => Method::Get,
        // Some Gemini servers that speak CGI set it to an empty text.
        Some(name) if name == "GET" || name.is_empty() => Method::Get,
        Some(name) if name == "HEAD" => Method::Head,
        Some(name) if name == "OPTIONS" => Method::Options,
        Some(_) => Method::Other,
    };
    let mut query = environment("QUERY_STRING").unwrap_or_default().into_encoded_bytes();
    let mut elsewhere = elsewhere(environment);
    let mut protocol = Protocol::find(environment);
    match &mut protocol {
        Protocol::Http => {}
        Protocol::Gemini(capsule) => {
            let path = environment("PATH_INFO").unwrap_or_default().into_encoded_bytes();
            if let Some((whole, is_typed)) = gemini_query(&path, std::mem::take(&mut query)) {
                (query, elsewhere, capsule.is_typed) = (whole, None, is_typed);
            }
        }
        Protocol::Gopher(_) => {
            let typed = environment("SEARCHREQUEST").map(OsString::into_encoded_bytes);
            query = gopher_query(query, typed);
        }
    }
    let agent = environment("HTTP_USER_AGENT");
    let is_lynx = agent.is_some_and(|agent| http::is_lynx(agent.as_encoded_bytes()));
    let known = environment("HTTP_IF_NONE_MATCH").and_then(|tags| tags.into_string().ok());
    HttpRequest { method, query, elsewhere, known, is_lynx, protocol }
}

/// The path behind the program, if there is one. A gateway at the root of a host sends a slash for an empty
/// path, and IIS the path of the program. Without the path of the program nothing could lead there.
fn elsewhere(environment: Environment<'_>) -> Option<Elsewhere> {
    let path = environment("PATH_INFO").filter(|path| !path.is_empty() && path != "/")?;
    let program = environment("SCRIPT_NAME").filter(|program| *program != path)?;
    let program = program.into_string().ok().filter(|program| address::is_path(program))?;
    let program = if program.is_empty() { "/".to_owned() } else { program };
    Some(Elsewhere { path: path.to_string_lossy().into_owned(), program })
}

/// The most time that the server may take to read more of a response, or to send the body of a
/// request.
const SERVER_TIME_MAX: Duration = Duration::from_secs(2);
/// The pause before the next attempt to write to a pipe that is full and does not block.
const PAUSE: Duration = Duration::from_millis(1);

/// Writes a response to standard output.
///
/// # Errors
///
/// An error if the server does not read the whole response: it has closed the pipe, or reads no
/// byte for two seconds.
pub fn write(response: &Response, method: Method) -> io::Result<()> {
    let head = head(response, method);
    let mut pieces = [&head, body(response, method)].map(|text| IoSlice::new(text.as_bytes()));
    let mut left = &mut pieces[..];
    let mut waited = Duration::ZERO;
    while !left.is_empty() {
        match write_some(left) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => {
                IoSlice::advance_slices(&mut left, written);
                waited = Duration::ZERO;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock && waited < SERVER_TIME_MAX => {
                std::thread::sleep(PAUSE);
                waited += PAUSE;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes as much as standard output takes, in one system call. The function of std would first
/// search all of it for the end of a line.
#[cfg(unix)]
fn write_some(pieces: &[IoSlice<'_>]) -> io::Result<usize> {
    Ok(rustix::io::writev(rustix::stdio::stdout(), pieces)?)
}

#[cfg(not(unix))]
fn write_some(pieces: &[IoSlice<'_>]) -> io::Result<usize> {
    let mut out = io::stdout().lock();
    let written = out.write_vectored(pieces)?;
    out.flush()?;
    Ok(written)
}

/// Room for the headers.
const HEAD_BYTES: usize = 1024;

/// The headers, and the empty line that ends them.
pub fn head(response: &Response, method: Method) -> String {
    if response.content_type.is_empty() {
        return String::new();
    }
    let mut head = String::with_capacity(HEAD_BYTES);
    let mut push = |name: &str, value: &str| {
        for piece in [name, ": ", value, "\r\n"] {
            head.push_str(piece);
        }
    };
    // BusyBox honours the status in the first line only.
    push("Status", &response.status.line());
    response.headers().for_each(|(name, value)| push(name, value));
    if let Some(length) = response.length().filter(|_| method != Method::Head) {
        push("Content-Length", &length.to_string());
    }
    head.push_str("\r\n");
    head
}

/// The text after the headers. It is empty in answer to HEAD, because some servers would send it
/// on.
pub fn body(response: &Response, method: Method) -> &str {
    if method == Method::Head { "" } else { &response.body }
}

/// The most bytes that are read of the body of a request, and of a piece of it.
#[cfg(unix)]
const BODY_BYTES_MAX: usize = 1 << 20;
#[cfg(unix)]
const PIECE_BYTES: usize = 1 << 13;

/// Reads and discards the body of the request, which has no meaning here. If a program ends before
/// it has read the body, Apache (mod_cgid) closes the connection and the visitor gets no page.
#[cfg(unix)]
pub fn discard_body(environment: Environment<'_>) {
    let Some(text) = environment("CONTENT_LENGTH").filter(|text| !text.is_empty()) else { return };
    // A body may follow a length that is no number.
    let length = text.to_str().and_then(|text| text.parse().ok()).unwrap_or(BODY_BYTES_MAX);
    if length > 0 {
        discard(length.min(BODY_BYTES_MAX));
    }
}

/// Does nothing. Only Apache's mod_cgid needs this, and it exists for Unix only.
#[cfg(not(unix))]
pub fn discard_body(_: Environment<'_>) {}

/// Reads and discards this many bytes, unless they take too long to come.
///
/// This is not part of the usual path, a request without a body. The C library needs many
/// instructions before it can tell the time, and the stack would grow by the size of a piece.
#[cfg(unix)]
#[cold]
#[inline(never)]
fn discard(mut left: usize) {
    let end = Instant::now() + SERVER_TIME_MAX;
    let mut piece = [0; PIECE_BYTES];
    while left > 0 && is_readable(end.saturating_duration_since(Instant::now())) {
        match rustix::io::read(io::stdin(), &mut piece[..left.min(PIECE_BYTES)]) {
            Ok(0) => return,
            Ok(read) => left -= read,
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => return,
        }
    }
}

/// Returns true if standard input has data or has ended, before the time is up.
#[cfg(unix)]
fn is_readable(time: Duration) -> bool {
    let stdin = io::stdin();
    let time = Timespec::try_from(time).expect("some seconds");
    match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&time)) {
        Ok(ready) => ready > 0,
        // The caller repeats an interrupted call, with the time that is left.
        Err(error) => error == Errno::INTR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::http::{CachePolicy, Status};

    fn variables(list: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<OsString> {
        move |name| list.iter().find(|(n, _)| *n == name).map(|(_, value)| value.into())
    }

    #[test]
    fn one_server_variable_is_enough_even_if_empty() {
        assert!(!is_called(&variables(&[("PATH", "/bin"), ("HOME", "/")])));
        for name in SERVER_VARIABLES {
            let only_this = move |asked: &str| (asked == name).then(OsString::new);
            assert!(is_called(&only_this), "{name}");
        }
    }

    #[test]
    fn a_request_is_read_from_few_variables() {
        let (query, protocol) = (Vec::new(), Protocol::Http);
        let get = HttpRequest { query, protocol, ..HttpRequest::default() };
        assert_eq!(read(&variables(&[])), get);
        let head = read(&variables(&[
            ("REQUEST_METHOD", "HEAD"),
            ("QUERY_STRING", "g=maze"),
            ("PATH_INFO", "/x"),
            ("SCRIPT_NAME", "/p"),
        ]));
        assert_eq!((head.method, head.query.as_slice()), (Method::Head, &b"g=maze"[..]));
        assert!(head.elsewhere.is_some());
        let at_root = read(&|name| match name {
            "REQUEST_METHOD" => Some(OsString::new()),
            "PATH_INFO" => Some("/".into()),
            _ => None,
        });
        assert_eq!((at_root.method, at_root.elsewhere), (Method::Get, None));
        for other in ["POST", "PUT", "get", "GETX"] {
            let request = read(&|name| (name == "REQUEST_METHOD").then(|| OsString::from(other)));
            assert_eq!(request.method, Method::Other, "{other:?}");
        }
    }

    #[test]
    fn a_response_has_exactly_the_documented_bytes() {
        let response = Response {
            status: Status::MethodNotAllowed,
            content_type: "text/plain",
            policy: "default-src 'none'",
            cache: CachePolicy::No,
            location: None,
            is_listed: false,
            is_shared: false,
            tag: None,
            varies: false,
            body: "no\n".to_owned(),
        };
        let expected = "Status: 405 Method Not Allowed\r\nContent-Type: text/plain\r\n\
            Cache-Control: no-store\r\nContent-Security-Policy: default-src 'none'\r\n\
            Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
            Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\
            X-Robots-Tag: noindex, nofollow\r\nAllow: GET, HEAD, OPTIONS\r\n";
        let get = format!("{expected}Content-Length: 3\r\n\r\n");
        assert_eq!((head(&response, Method::Get), body(&response, Method::Get)), (get, "no\n"));
        let headers = format!("{expected}\r\n");
        assert_eq!((head(&response, Method::Head), body(&response, Method::Head)), (headers, ""));
    }
}
