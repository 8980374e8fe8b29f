//! HTTP/1.1 for `parlour serve` (RFC 9112): the bytes of a connection become requests, and a
//! response becomes bytes. The program reads no body.
//!
//! A connection stays open only after a request whose end every proxy sees in the same place: a
//! well-formed GET or HEAD of HTTP/1.1 that announces no body and no other protocol. So nobody can
//! hide a second request in the first one (request smuggling).

use super::http::{Method, Response, is_lynx};
use crate::date::{Day, month_name};

/// The most bytes of a request without its body. A browser sends about a thousand.
pub const HEAD_BYTES_MAX: usize = 16 << 10;
/// The bytes that an end of the head may have before the last one.
const END_BYTES_BEFORE: usize = 3;
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
    /// It is longer than [`HEAD_BYTES_MAX`]. The text is its query, if the first line is no longer.
    TooLong(Option<String>),
}

/// The received bytes of a connection that are no request yet.
#[derive(Debug, Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    /// The number of bytes before which no request ends.
    searched: usize,
}

impl Buffer {
    /// Appends received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns true if no byte has come since the last request.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Takes the next request out, if it is complete.
    pub fn take_request(&mut self) -> Option<Result<Request, BadRequest>> {
        self.skip_empty_lines();
        let start = self.searched.saturating_sub(END_BYTES_BEFORE);
        let end =
            (start..self.bytes.len()).find_map(|at| Some((at, empty_line(&self.bytes[at..])?)));
        let Some((end, behind)) = end.filter(|(end, _)| *end <= HEAD_BYTES_MAX) else {
            self.searched = self.bytes.len();
            let is_too_long = self.searched > HEAD_BYTES_MAX;
            return is_too_long.then(|| Err(BadRequest::TooLong(self.first_query())));
        };
        let rest = self.bytes.split_off(end + behind);
        let head = std::mem::replace(&mut self.bytes, rest);
        self.searched = 0;
        // A proxy may see no end of a line at LF alone, so nothing behind this request is another one.
        let is_bare = |(at, c): (usize, &u8)| *c == b'\n' && (at == 0 || head[at - 1] != b'\r');
        let has_bare_break = head.iter().enumerate().any(is_bare);
        let request = Request::read(&String::from_utf8_lossy(&head[..end]));
        Some(request.map(|request| {
            if has_bare_break { Request { after: After::Drain, ..request } } else { request }
        }))
    }

    /// Drops empty lines before a request (RFC 9112, section 2.2).
    fn skip_empty_lines(&mut self) {
        let is_break = |c: &u8| matches!(c, b'\r' | b'\n');
        if self.searched == 0 && self.bytes.first().is_some_and(is_break) {
            let line = self.bytes.iter().position(|c| !is_break(c)).unwrap_or(self.bytes.len());
            self.bytes.drain(..line);
        }
    }

    /// The query in the first line, if that has come whole.
    fn first_query(&self) -> Option<String> {
        let head = String::from_utf8_lossy(&self.bytes[..HEAD_BYTES_MAX]);
        let (line, _) = head.split_once('\n')?;
        let (_, _, query) = split_target(line.split(' ').nth(1)?);
        Some(query.to_owned())
    }
}

/// The length of the line break and the empty line at the beginning of these bytes, if they are there. A
/// line may end with LF alone (RFC 9112, section 2.2).
fn empty_line(bytes: &[u8]) -> Option<usize> {
    let ends: [&[u8]; 4] = [b"\r\n\r\n", b"\n\n", b"\r\n\n", b"\n\r\n"];
    ends.iter().find(|end| bytes.starts_with(end)).map(|end| end.len())
}

impl Request {
    /// Reads the lines of a request.
    fn read(text: &str) -> Result<Self, BadRequest> {
        let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let mut words = lines.next().expect("a text has a first line").split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(BadRequest::Malformed);
        };
        let is_target = !target.is_empty() && !target.bytes().any(|c| c.is_ascii_control());
        if !is_token(method) || !is_target {
            return Err(BadRequest::Malformed);
        }
        let version = match version {
            "HTTP/1.1" => Version::Http11,
            "HTTP/1.0" => Version::Http10,
            _ => return Err(BadRequest::Malformed),
        };
        let headers =
            Headers(lines.map(read_header).collect::<Option<_>>().ok_or(BadRequest::Malformed)?);
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
        let asks_to_close =
            |value: &str| value.split(',').any(|it| it.trim().eq_ignore_ascii_case("close"));
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
            host: headers.only("host").map(str::to_owned),
            known: headers.only("if-none-match").map(str::to_owned),
            is_lynx: headers.values("user-agent").any(|agent| is_lynx(agent.as_bytes())),
            forwarded_scheme: headers.only("x-forwarded-proto").map(str::to_owned),
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

/// The names and values of the headers of a request.
struct Headers<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Headers<'a> {
    fn values(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let is_it = move |header: &&(&str, &str)| header.0.eq_ignore_ascii_case(name);
        self.0.iter().filter(is_it).map(|(_, value)| *value)
    }

    /// The value of a header that comes once.
    fn only(&self, name: &str) -> Option<&'a str> {
        let mut values = self.values(name);
        values.next().filter(|_| values.next().is_none())
    }
}

/// The name and the value of a header. A line that continues the one before (RFC 9112, section 5.2)
/// is none.
fn read_header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let is_text = !value.bytes().any(|c| c.is_ascii_control() && c != b'\t');
    (is_token(name) && is_text).then(|| (name, value.trim()))
}

/// The host, the path and the query of a target. It has a host in absolute form only.
fn split_target(target: &str) -> (Option<&str>, &str, &str) {
    let absolute = target.split_once("://").filter(|(scheme, _)| is_token(scheme));
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

/// Returns true if this is the name of a method or a header (RFC 9110, section 5.6.2).
fn is_token(text: &str) -> bool {
    let fits = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&c);
    !text.is_empty() && text.bytes().all(fits)
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
        assert!(read_one(&of(HEAD_BYTES_MAX)).is_ok());
        assert_eq!(
            read([of(HEAD_BYTES_MAX + 1).as_bytes()]),
            [Err(BadRequest::TooLong(Some(String::new())))]
        );
        let whole = of(HEAD_BYTES_MAX + 1) + "\r\n\r\n";
        assert_eq!(read([whole.as_bytes()]), [Err(BadRequest::TooLong(Some(String::new())))]);
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
