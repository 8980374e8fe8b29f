//! The Common Gateway Interface (RFC 3875), as real servers speak it: a request out of the
//! environment, a response in one write.
//!
//! Two things here are for safety. Several servers hand a query without `=` to the program as
//! arguments, decoded (RFC 3875, 4.4), so a visitor could ask for `?install+/x`: under CGI the
//! arguments are never read. And a response is put together whole before its first byte is
//! written, since a server may show half a response as a page.

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};
#[cfg(unix)]
use rustix::io::Errno;
use std::ffi::OsString;
use std::io::{ErrorKind, IoSlice, Write};
use std::time::{Duration, Instant};

/// What tells that a web server started the program. No single one is set by all servers, and some
/// leave all but one unset.
const SIGNS_OF_CGI: [&str; 7] = [
    "REQUEST_METHOD",
    "GATEWAY_INTERFACE",
    "SERVER_PROTOCOL",
    "SERVER_SOFTWARE",
    "QUERY_STRING",
    "SCRIPT_NAME",
    "REMOTE_ADDR",
];

/// Whether a web server started the program: any of the signs is set, even to nothing.
pub fn is_called(variable: &dyn Fn(&str) -> Option<OsString>) -> bool {
    SIGNS_OF_CGI.iter().any(|name| variable(name).is_some())
}

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The page.
    Get,
    /// Only what is known about the page.
    Head,
    /// Anything else, which is refused.
    Other,
}

/// A request as a server hands it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// The method.
    pub method: Method,
    /// The bytes after the question mark, as they came.
    pub query: Vec<u8>,
    /// Whether there is more path behind the program's name.
    pub has_path: bool,
}

impl HttpRequest {
    /// Reads the request from the variables of the environment. A server that sets no method
    /// serves pages all the same (there are Gopher and Gemini servers that speak CGI).
    pub fn from_variables(variable: &dyn Fn(&str) -> Option<OsString>) -> Self {
        let method = match variable("REQUEST_METHOD") {
            None => Method::Get,
            Some(name) if name == "GET" => Method::Get,
            Some(name) if name == "HEAD" => Method::Head,
            Some(_) => Method::Other,
        };
        let query = variable("QUERY_STRING").unwrap_or_default().into_encoded_bytes();
        let has_path = variable("PATH_INFO").is_some_and(|path| !path.is_empty());
        HttpRequest { method, query, has_path }
    }
}

/// The status of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Here it is.
    Ok,
    /// The link cannot be opened.
    BadRequest,
    /// There is no such page.
    NotFound,
    /// Only GET and HEAD are answered.
    MethodNotAllowed,
    /// The link was good once.
    Gone,
    /// The query is too long.
    UriTooLong,
    /// A bug.
    InternalServerError,
    /// The program is not set up.
    ServiceUnavailable,
}

impl Status {
    /// The number alone.
    pub fn code(self) -> u16 {
        self.line().split(' ').next().and_then(|code| code.parse().ok()).unwrap_or(500)
    }

    /// The status line's code and reason.
    pub fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::BadRequest => "400 Bad Request",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::Gone => "410 Gone",
            Status::UriTooLong => "414 URI Too Long",
            Status::InternalServerError => "500 Internal Server Error",
            Status::ServiceUnavailable => "503 Service Unavailable",
        }
    }
}

/// How long a page may be kept by the browser that asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// It depends on nothing but its address, so going back need not ask again.
    TenMinutes,
    /// Asking again gives another page.
    No,
}

/// A response, complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// The media type of the body.
    pub content_type: &'static str,
    /// What the page may load and do: the value of Content-Security-Policy.
    pub policy: String,
    /// How long it may be kept.
    pub cache: CachePolicy,
    /// The body.
    pub body: String,
}

impl Response {
    /// The headers, with the empty line behind them. All values are constants of this program;
    /// nothing of a visitor's ever gets there.
    pub fn head(&self, method: Method) -> String {
        let mut head = String::with_capacity(HEAD_BYTES);
        let mut header = |name: &str, value: &str| {
            for piece in [name, ": ", value, "\r\n"] {
                head.push_str(piece);
            }
        };
        // BusyBox honours the status only in the first line.
        header("Status", self.status.line());
        header("Content-Type", self.content_type);
        header(
            "Cache-Control",
            match self.cache {
                CachePolicy::TenMinutes => "private, max-age=600",
                CachePolicy::No => "no-store",
            },
        );
        header("Content-Security-Policy", &self.policy);
        header("Referrer-Policy", "no-referrer");
        header("X-Content-Type-Options", "nosniff");
        header("Cross-Origin-Opener-Policy", "same-origin");
        header("Cross-Origin-Resource-Policy", "same-origin");
        header("X-Robots-Tag", "noindex, nofollow");
        if self.status == Status::MethodNotAllowed {
            header("Allow", "GET, HEAD");
        }
        if method != Method::Head {
            header("Content-Length", &self.body.len().to_string());
        }
        head.push_str("\r\n");
        head
    }

    /// What follows the headers. Some servers send what follows a HEAD's headers as a body, so
    /// there is nothing then.
    pub fn body(&self, method: Method) -> &str {
        if method == Method::Head { "" } else { &self.body }
    }

    /// Writes it whole. Whoever reads it may have gone; nothing is to be done then. A full pipe that
    /// was made not to wait is asked again and again, for the rest of a page must follow.
    pub fn write(&self, method: Method) -> std::io::Result<()> {
        let head = self.head(method);
        let mut pieces = [&head, self.body(method)].map(|text| IoSlice::new(text.as_bytes()));
        let mut left = &mut pieces[..];
        // Standard output is buffered by line, and a page ends with a line: this is one system
        // call.
        let mut out = std::io::stdout().lock();
        let mut waited = Duration::ZERO;
        while !left.is_empty() {
            match out.write_vectored(left) {
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
        out.flush()
    }
}

/// Room for the headers.
const HEAD_BYTES: usize = 1024;

/// The longest that the server is waited for: until it takes in more of a page, and until it has
/// sent the whole body of a request.
const SERVER_TIME_MAX: Duration = Duration::from_secs(2);
/// How long nothing is written to a full pipe that says so instead of waiting.
const PAUSE: Duration = Duration::from_millis(1);
/// The most of a request's body that is read away, and how much at a time.
const BODY_BYTES_MAX: usize = 1 << 20;
const PIECE_BYTES: usize = 1 << 13;

/// Reads away the body of a request, which means nothing here. A program that ends with a part of
/// it unread makes Apache (mod_cgid) cut the connection, and the visitor never sees the page.
#[cfg(unix)]
pub fn drain(variable: &dyn Fn(&str) -> Option<OsString>) {
    let length = variable("CONTENT_LENGTH").and_then(|text| text.to_str()?.parse::<u64>().ok());
    let length = usize::try_from(length.unwrap_or(0)).unwrap_or(BODY_BYTES_MAX);
    if length > 0 {
        read_away(length.min(BODY_BYTES_MAX));
    }
}

/// Reads this many bytes. Whoever promises a body and sends none does not keep the program.
///
/// Never called for the usual request, which has no body: to ask for the time is dear, because the
/// C library first searches what the kernel has put into the process, and the stack would have to
/// grow for the bytes.
#[cfg(unix)]
#[cold]
#[inline(never)]
fn read_away(mut left: usize) {
    let end = Instant::now() + SERVER_TIME_MAX;
    let mut piece = [0; PIECE_BYTES];
    while left > 0 && has_more(end.saturating_duration_since(Instant::now())) {
        match rustix::io::read(std::io::stdin(), &mut piece[..left.min(PIECE_BYTES)]) {
            Ok(0) => return,
            Ok(read) => left -= read,
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => return,
        }
    }
}

/// Apache is the one that minds, and its mod_cgid is for Unix.
#[cfg(not(unix))]
pub fn drain(_: &dyn Fn(&str) -> Option<OsString>) {}

/// Whether standard input has something to say, be it its end, before the time is up.
#[cfg(unix)]
fn has_more(time: Duration) -> bool {
    let stdin = std::io::stdin();
    let time = Timespec::try_from(time).ok();
    match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], time.as_ref()) {
        Ok(ready) => ready > 0,
        // It is asked again, with what is left of the time.
        Err(error) => error == Errno::INTR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(list: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<OsString> {
        move |name| list.iter().find(|(n, _)| *n == name).map(|(_, value)| value.into())
    }

    #[test]
    fn any_sign_of_a_server_is_enough_even_an_empty_one() {
        assert!(!is_called(&variables(&[("PATH", "/bin"), ("HOME", "/")])));
        for name in SIGNS_OF_CGI {
            let only_this = move |asked: &str| (asked == name).then(OsString::new);
            assert!(is_called(&only_this), "{name}");
        }
    }

    #[test]
    fn a_request_is_read_from_few_variables() {
        let get = HttpRequest { method: Method::Get, query: Vec::new(), has_path: false };
        assert_eq!(HttpRequest::from_variables(&variables(&[])), get);
        let head = HttpRequest::from_variables(&variables(&[
            ("REQUEST_METHOD", "HEAD"),
            ("QUERY_STRING", "g=maze"),
            ("PATH_INFO", "/x"),
        ]));
        assert_eq!((head.method, head.query.as_slice()), (Method::Head, &b"g=maze"[..]));
        assert!(head.has_path);
        for other in ["POST", "PUT", "", "get", "GETX"] {
            let request = HttpRequest::from_variables(&|name| {
                (name == "REQUEST_METHOD").then(|| OsString::from(other))
            });
            assert_eq!(request.method, Method::Other, "{other:?}");
        }
    }

    #[test]
    fn a_response_is_written_byte_by_byte_as_documented() {
        let response = Response {
            status: Status::MethodNotAllowed,
            content_type: "text/plain",
            policy: "default-src 'none'".to_owned(),
            cache: CachePolicy::No,
            body: "no\n".to_owned(),
        };
        let expected = "Status: 405 Method Not Allowed\r\nContent-Type: text/plain\r\n\
            Cache-Control: no-store\r\nContent-Security-Policy: default-src 'none'\r\n\
            Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
            Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\
            X-Robots-Tag: noindex, nofollow\r\nAllow: GET, HEAD\r\n";
        let get = format!("{expected}Content-Length: 3\r\n\r\n");
        assert_eq!((response.head(Method::Get), response.body(Method::Get)), (get, "no\n"));
        let head = format!("{expected}\r\n");
        assert_eq!((response.head(Method::Head), response.body(Method::Head)), (head, ""));
    }
}
