//! HTTP/1.1 for `parlour serve` (RFC 9112): the bytes of a connection become requests, and a
//! response becomes bytes. The program reads no body.
//!
//! A connection stays open only after a request whose end every proxy sees in the same place: a
//! well-formed GET or HEAD of HTTP/1.1 that announces no body and no other protocol. So nobody can
//! hide a second request in the first one (request smuggling).

use super::http::{Method, Response, is_lynx};
use crate::date::{Day, month_name};
use httparse::{EMPTY_HEADER, Error, Header, Request as Head, Status};

/// The most bytes of a request without its body, with the empty line. A browser sends about a thousand.
const HEAD_BYTES_MAX: usize = 16 << 10;
/// The most headers of a request. A browser sends about fifteen, and a proxy adds a few.
const HEADERS_MAX: usize = 100;
/// The headers after which a body or another protocol may follow.
const CONTINUING: [&str; 3] = ["content-length", "transfer-encoding", "upgrade"];

/// A request without its body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub method: Method,
    pub version: Version,
    /// The host in a target in absolute form, as for a proxy.
    pub authority: Option<String>,
    /// The path of the target, as it came.
    pub path: String,
    /// The query of the target, as it came.
    pub query: String,
    /// The value of the header Host.
    pub host: Option<String>,
    /// The value of the header If-None-Match, if there is one such header.
    pub known: Option<String>,
    /// True if the browser is Lynx.
    pub is_lynx: bool,
    /// The value of the header X-Forwarded-Proto, if there is one such header.
    pub forwarded_scheme: Option<String>,
    /// The state of the connection after the response.
    pub after: After,
}

/// The version of HTTP that a request names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    Http10,
    #[default]
    Http11,
}

/// The state of a connection after a response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum After {
    /// It waits for the next request.
    Open,
    /// It is closed.
    #[default]
    Close,
    /// More bytes may come, which have no meaning. A connection that closes on them would take the
    /// response away from the visitor, so they are read and discarded first.
    Drain,
}

/// The reason why bytes are no request. The connection must be closed after the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadRequest {
    /// A line is malformed.
    Malformed,
    /// A request of HTTP/1.1 must name its host, and no request may name two.
    Host,
    /// It is longer than [`HEAD_BYTES_MAX`], or has more headers than [`HEADERS_MAX`]. The text is its
    /// query, if the first line is no longer.
    TooLong(Option<String>),
}

/// The received bytes of a connection that are no request yet.
#[derive(Debug, Default)]
pub struct Buffer(Vec<u8>);

impl Buffer {
    /// Appends received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Returns true if no byte has come since the last request.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next request out, if it is complete.
    pub fn take_request(&mut self) -> Option<Result<Request, BadRequest>> {
        self.skip_empty_lines();
        let is_longer = self.0.len() > HEAD_BYTES_MAX;
        let bytes = &self.0[..self.0.len().min(HEAD_BYTES_MAX)];
        let mut headers = [EMPTY_HEADER; HEADERS_MAX];
        let mut head = Head::new(&mut headers);
        let length = match head.parse(bytes) {
            Ok(Status::Complete(length)) => length,
            Ok(Status::Partial) if !is_longer => return None,
            Ok(Status::Partial) | Err(Error::TooManyHeaders) => {
                let query = head.path.map(|target| split_target(target).2.to_owned());
                return Some(Err(BadRequest::TooLong(query)));
            }
            Err(_) => return Some(Err(BadRequest::Malformed)),
        };
        // A proxy may see no end of a line at LF alone, so nothing behind this request is another one.
        let is_bare = |(at, c): (usize, &u8)| *c == b'\n' && (at == 0 || bytes[at - 1] != b'\r');
        let has_bare_break = bytes[..length].iter().enumerate().any(is_bare);
        let request = Request::read(&head).map(|request| {
            if has_bare_break { Request { after: After::Drain, ..request } } else { request }
        });
        self.0.drain(..length);
        Some(request)
    }

    /// Drops empty lines before a request (RFC 9112, section 2.2).
    fn skip_empty_lines(&mut self) {
        let line = self.0.iter().position(|c| !matches!(c, b'\r' | b'\n'));
        self.0.drain(..line.unwrap_or(self.0.len()));
    }
}

impl Request {
    /// Reads the parts of a head.
    fn read(head: &Head) -> Result<Self, BadRequest> {
        let (Some(method), Some(target), Some(version)) = (head.method, head.path, head.version)
        else {
            return Err(BadRequest::Malformed);
        };
        let version = if version == 0 { Version::Http10 } else { Version::Http11 };
        let headers = Headers(head.headers);
        let hosts = headers.values("host").count();
        if hosts > 1 || hosts == 0 && version == Version::Http11 {
            return Err(BadRequest::Host);
        }
        let method = match method {
            "GET" => Method::Get,
            "HEAD" => Method::Head,
            "OPTIONS" => Method::Options,
            _ => Method::Other,
        };
        let mut lengths = headers.values("content-length");
        let length = lengths.next();
        if lengths.any(|other| Some(other) != length) {
            return Err(BadRequest::Malformed);
        }
        let (authority, path, query) = split_target(target);
        let asks_to_close = |value: &[u8]| {
            value.split(|c| *c == b',').any(|it| it.trim_ascii().eq_ignore_ascii_case(b"close"))
        };
        let may_go_on = CONTINUING.iter().any(|name| headers.values(name).next().is_some());
        let after = if !matches!(method, Method::Get | Method::Head) || may_go_on {
            After::Drain
        } else if version == Version::Http10 || headers.values("connection").any(asks_to_close) {
            After::Close
        } else {
            After::Open
        };
        Ok(Request {
            method,
            version,
            authority: authority.map(str::to_owned),
            path: path.to_owned(),
            query: query.to_owned(),
            host: headers.only("host"),
            known: headers.only("if-none-match"),
            is_lynx: headers.values("user-agent").any(is_lynx),
            forwarded_scheme: headers.only("x-forwarded-proto"),
            after,
        })
    }
}

impl Request {
    /// Its first line, as a log shows it: without the query, and with printable characters only.
    fn line(&self) -> String {
        let method = match self.method {
            Method::Get => "GET",
            Method::Head => "HEAD",
            Method::Options => "OPTIONS",
            Method::Other => "-",
        };
        let path: String =
            self.path.chars().filter(|c| c.is_ascii_graphic() && *c != '"').collect();
        let version = match self.version {
            Version::Http10 => "HTTP/1.0",
            Version::Http11 => "HTTP/1.1",
        };
        format!("{method} {path} {version}")
    }
}

/// The headers of a request.
struct Headers<'a>(&'a [Header<'a>]);

impl<'a> Headers<'a> {
    fn values(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        let is_it = move |header: &&Header| header.name.eq_ignore_ascii_case(name);
        self.0.iter().filter(is_it).map(|header| header.value)
    }

    /// The value of a header that comes once.
    fn only(&self, name: &str) -> Option<String> {
        let mut values = self.values(name);
        let value = values.next().filter(|_| values.next().is_none())?;
        Some(String::from_utf8_lossy(value).into_owned())
    }
}

/// The host, the path and the query of a target. It has a host in absolute form only.
fn split_target(target: &str) -> (Option<&str>, &str, &str) {
    let absolute = target.split_once("://").filter(|_| !target.starts_with('/'));
    let (authority, rest) = match absolute {
        Some((_, rest)) => {
            let (host, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
            (Some(host), rest)
        }
        None => (None, target),
    };
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    (authority, path, query)
}

/// Writes a response to a request with this method, at this second since 1970.
pub fn write_response(
    response: &Response,
    method: Method,
    after: After,
    second: Option<u64>,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(1024 + response.body.len());
    let mut push = |pieces: &[&str]| pieces.iter().for_each(|it| out.extend(it.as_bytes()));
    push(&["HTTP/1.1 ", &response.status.line(), "\r\n"]);
    response.headers().for_each(|(name, value)| push(&[name, ": ", value, "\r\n"]));
    if let Some(time) = second.and_then(Time::of_second) {
        push(&["Date: ", &time.in_header(), "\r\n"]);
    }
    if let Some(length) = response.length() {
        push(&["Content-Length: ", &length.to_string(), "\r\n"]);
    }
    push(&[if after == After::Open { "\r\n" } else { "Connection: close\r\n\r\n" }]);
    if method != Method::Head {
        push(&[&response.body]);
    }
    out
}

/// A line of an access log in the common format (that of Apache), without the query: a link is a
/// game, and may have a password in it. `request` is `None` if the bytes were no request.
pub fn log_line(
    peer: &str,
    request: Option<&Request>,
    response: &Response,
    second: Option<u64>,
) -> String {
    let time = second.and_then(Time::of_second).map_or("-".to_owned(), |time| time.in_log());
    let line = request.map_or("-".to_owned(), Request::line);
    let (status, length) = (response.status.code(), response.body.len());
    format!("{peer} - - [{time}] \"{line}\" {status} {length}\n")
}

/// A second, as headers and logs write it.
#[derive(Clone, Copy)]
struct Time {
    day: Day,
    hour: u64,
    minute: u64,
    second: u64,
}

impl Time {
    fn of_second(second: u64) -> Option<Self> {
        let (hour, minute) = (second / 3600 % 24, second / 60 % 60);
        Some(Time { day: Day::of_second(second)?, hour, minute, second: second % 60 })
    }

    /// `Sat, 21 Nov 2026 12:00:00 GMT`.
    fn in_header(self) -> String {
        let Time { day, hour, minute, second } = self;
        let (year, month, date) = day.civil();
        let (weekday, month) = (day.weekday(), month_name(month));
        format!("{weekday:.3}, {date:02} {month:.3} {year} {hour:02}:{minute:02}:{second:02} GMT")
    }

    /// `21/Nov/2026:12:00:00 +0000`.
    fn in_log(self) -> String {
        let Time { day, hour, minute, second } = self;
        let (year, month, date) = day.civil();
        let month = month_name(month);
        format!("{date:02}/{month:.3}/{year}:{hour:02}:{minute:02}:{second:02} +0000")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::http::Status;
    use proptest::prelude::*;

    type Read = Result<Request, BadRequest>;

    /// The requests in these pieces.
    fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Read> {
        let (mut buffer, mut found) = (Buffer::default(), Vec::new());
        for piece in pieces {
            buffer.push(piece);
            while found.last().is_none_or(Read::is_ok)
                && let Some(request) = buffer.take_request()
            {
                found.push(request);
            }
        }
        found
    }

    fn read_one(lines: &str) -> Read {
        let mut found = read([format!("{lines}\r\n\r\n").as_bytes()]);
        assert_eq!(found.len(), 1, "{lines}");
        found.remove(0)
    }

    #[test]
    fn requests_are_the_same_however_bytes_are_split() {
        let bytes = b"GET /p?g=nim HTTP/1.1\r\nHOST: x.example\r\nUser-Agent:Lynx/2\r\n\r\n\
            HEAD http://y.example?z HTTP/1.0\r\nX-Forwarded-Proto: https\r\n\r\n";
        let whole = read([&bytes[..]]);
        let first = Request {
            method: Method::Get,
            path: "/p".into(),
            query: "g=nim".into(),
            host: Some("x.example".into()),
            is_lynx: true,
            after: After::Open,
            ..Request::default()
        };
        let second = Request {
            method: Method::Head,
            version: Version::Http10,
            authority: Some("y.example".into()),
            query: "z".into(),
            forwarded_scheme: Some("https".into()),
            after: After::Close,
            ..Request::default()
        };
        assert_eq!(whole, [Ok(first), Ok(second)]);
        assert_eq!(read(bytes.chunks(1)), whole);
        for at in 0..bytes.len() {
            assert_eq!(read([&bytes[..at], &bytes[at..]]), whole, "{at}");
        }
    }

    #[test]
    fn malformed_lines_are_refused() {
        for line in [
            "",
            "GET /",
            "GET  HTTP/1.1",
            "GET / HTTP/2.0",
            "GET / x HTTP/1.1",
            "GET /\tx HTTP/1.1",
            "G<T / HTTP/1.1",
        ] {
            assert_eq!(
                read_one(&format!("{line}\r\nHost: x")),
                Err(BadRequest::Malformed),
                "{line}"
            );
        }
        for header in
            ["X : x", " folded: x", "\tx", "no colon", ": x", "X: a\n Y: b", "X: a\rY: b", "X: \0"]
        {
            let lines = format!("GET / HTTP/1.1\r\nHost: x\r\n{header}");
            assert_eq!(read_one(&lines), Err(BadRequest::Malformed), "{header:?}");
        }
        for hosts in ["X: y", "Host: x\r\nHost: x", "Host: x\r\nhost: y"] {
            let lines = format!("GET / HTTP/1.1\r\n{hosts}");
            assert_eq!(read_one(&lines), Err(BadRequest::Host), "{hosts:?}");
        }
    }

    #[test]
    fn empty_lines_and_bare_line_feeds_are_read() {
        let whole = read([&b"GET /p HTTP/1.1\r\nHost: x\r\n\r\n"[..]]);
        for before in ["\r\n", "\n", "\r\n\r\n"] {
            let text = format!("{before}GET /p HTTP/1.1\r\nHost: x\r\n\r\n");
            assert_eq!(read(text.as_bytes().chunks(1)), whole, "{before:?}");
        }
        for text in ["GET /p HTTP/1.1\nHost: x\n\n", "GET /p HTTP/1.1\r\nHost: x\n\r\n"] {
            let [Ok(request)] = &read(text.as_bytes().chunks(1))[..] else { panic!("{text:?}") };
            assert_eq!((&*request.path, request.after), ("/p", After::Drain), "{text:?}");
        }
    }

    #[test]
    fn a_request_may_reach_the_length_limit() {
        let start = "GET / HTTP/1.1\r\nHost: x\r\nX: ";
        let of = |length: usize| start.to_owned() + &"x".repeat(length - start.len());
        let end = "\r\n\r\n";
        assert!(read_one(&of(HEAD_BYTES_MAX - end.len())).is_ok());
        for text in [of(HEAD_BYTES_MAX - end.len() + 1) + end, of(HEAD_BYTES_MAX + 1)] {
            let found = read([text.as_bytes()]);
            assert_eq!(found, [Err(BadRequest::TooLong(Some(String::new())))]);
        }
    }

    #[test]
    fn a_request_may_reach_the_number_of_headers() {
        let with =
            |count: usize| "GET /?x HTTP/1.1\r\nHost: x".to_owned() + &"\r\nX: y".repeat(count - 1);
        assert!(read_one(&with(HEADERS_MAX)).is_ok());
        let too_many = Err(BadRequest::TooLong(Some("x".to_owned())));
        assert_eq!(read_one(&with(HEADERS_MAX + 1)), too_many);
    }

    #[test]
    fn connections_stay_open_unless_proxies_might_read_otherwise() {
        let after = |line: &str| read_one(line).unwrap().after;
        let with = |header: &str| after(&format!("GET / HTTP/1.1\r\nHost: x\r\n{header}"));
        for header in ["X: y", "Connection: keep-alive", "Connection: closed"] {
            assert_eq!(with(header), After::Open, "{header}");
        }
        for header in
            ["Connection: close", "connection: x, CLOSE", "Connection: x\r\nConnection: close"]
        {
            assert_eq!(with(header), After::Close, "{header}");
        }
        for header in [
            "Content-Length: 0",
            "Content-Length: 5",
            "Content-Length: x",
            "content-length: 5\r\nContent-Length: 5",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 5",
            "Transfer-Encoding: identity",
            "Upgrade: h2c",
        ] {
            assert_eq!(with(header), After::Drain, "{header}");
        }
        for method in ["POST", "get", "CONNECT"] {
            assert_eq!(after(&format!("{method} / HTTP/1.1\r\nHost: x")), After::Drain, "{method}");
        }
        assert_eq!(after("GET / HTTP/1.0\r\nConnection: keep-alive"), After::Close);
    }

    #[test]
    fn two_lengths_that_differ_are_refused() {
        for lengths in [["5", "6"], ["5", "05"], ["", "0"]] {
            let [one, other] = lengths;
            let text = format!(
                "GET / HTTP/1.1\r\nHost: x\r\ncontent-length: {one}\r\nContent-Length: {other}"
            );
            assert_eq!(read_one(&text), Err(BadRequest::Malformed), "{lengths:?}");
        }
    }

    #[test]
    fn dates_are_those_of_http_and_of_logs() {
        let time = Time::of_second(784_111_777).unwrap();
        assert_eq!(time.in_header(), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(time.in_log(), "06/Nov/1994:08:49:37 +0000");
    }

    #[test]
    fn a_log_line_has_no_link() {
        let request = read_one("GET /p/\"\u{fc}?c=password HTTP/1.0").unwrap();
        let response =
            Response { status: Status::NotFound, body: "xyz".into(), ..Response::default() };
        let line = log_line("192.0.2.7", Some(&request), &response, Some(784_111_777));
        let expected = "192.0.2.7 - - [06/Nov/1994:08:49:37 +0000] \"GET /p/ HTTP/1.0\" 404 3\n";
        assert_eq!(line, expected);
        let no_request = log_line("192.0.2.7", None, &response, Some(784_111_777));
        assert_eq!(no_request, "192.0.2.7 - - [06/Nov/1994:08:49:37 +0000] \"-\" 404 3\n");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), size in 1..40_usize) {
            for start in ["", "GET ", "GET /p?", "GET / HTTP/1.1\r\n"] {
                let bytes = [start.as_bytes(), &bytes, b" HTTP/1.1\r\n\r\nX"].concat();
                prop_assert_eq!(read(bytes.chunks(size)), read([&bytes[..]]));
            }
        }
    }
}
