//! HTTP for `parlour serve`: the bytes of a connection become a request with the variables of CGI,
//! and a response becomes bytes. A connection carries one request, and a body is not read.

use super::address;
use super::fastcgi::exchange::{Asked, Progress, Terms};
use super::fastcgi::params::{self, Params};
use super::http::{Method, Response, Status};
use super::protocol::Protocol;
use crate::date::Day;
use crate::os::clock;
use crate::settings::Settings;
use std::net::SocketAddr;
use std::sync::Arc;

/// The most bytes of a request without its body. A browser sends about a thousand.
const HEAD_BYTES_MAX: usize = 32 << 10;
/// The bytes at the end of a request without its body.
const HEAD_END: &[u8] = b"\r\n\r\n";
/// The path of the program, unless `PARLOUR_URL` has another one.
const USUAL_PATH: &str = "/cgi-bin/parlour";
/// The headers that the program reads, and the variables of CGI that they become.
const HEADERS: [(&str, &str); 3] = [
    ("host", "HTTP_HOST"),
    ("user-agent", "HTTP_USER_AGENT"),
    ("x-forwarded-proto", "HTTP_X_FORWARDED_PROTO"),
];

/// The path of the program: that of `PARLOUR_URL`, or else the usual one.
pub fn path(settings: &Settings) -> String {
    match &settings.address {
        Ok(Some(url)) => address::path(url).trim_end_matches('/').to_owned(),
        _ => USUAL_PATH.to_owned(),
    }
}

/// The site that answers.
#[derive(Debug)]
pub struct Site {
    /// The path of the program.
    pub path: String,
    /// The host name of a preview, which may be empty. A preview answers only requests for its own
    /// host.
    pub preview: Option<String>,
}

/// A connection, with the bytes that are no request yet.
#[derive(Debug)]
pub struct Exchange {
    site: Arc<Site>,
    /// The address at which the connection arrived, if it is one of the Internet.
    local: Option<SocketAddr>,
    unread: Vec<u8>,
}

impl Exchange {
    /// A new connection.
    pub fn new(site: Arc<Site>, local: Option<SocketAddr>) -> Self {
        Exchange { site, local, unread: Vec::new() }
    }

    /// Takes bytes from the visitor.
    pub fn take(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
    }

    /// The request, if it is complete. If the site itself answers, this appends the answer to `out`.
    pub fn next(&mut self, out: &mut Vec<u8>) -> Progress {
        let end = self.unread.windows(HEAD_END.len()).position(|bytes| bytes == HEAD_END);
        let Some(end) = end else {
            return match self.unread.len() > HEAD_BYTES_MAX {
                true => Progress::Asked(Asked { params: None, terms: terms(Method::Get, true) }),
                false => Progress::Waiting,
            };
        };
        let unread = std::mem::take(&mut self.unread);
        let text = String::from_utf8_lossy(unread.get(..end).unwrap_or_default());
        let (method, found) = match Head::read(&text) {
            Some(head) => (head.method(), self.find(&head)),
            None => (Method::Get, Err(self.notice(Status::BadRequest, "This is no request."))),
        };
        match found {
            Ok(asked) => Progress::Asked(asked),
            Err(response) => {
                write_response(out, method, &response);
                Progress::Over
            }
        }
    }

    /// The request for the program, or the answer of the site itself.
    fn find(&self, head: &Head<'_>) -> Result<Asked, Response> {
        if let Some(preview) = &self.site.preview {
            self.refuse_other_host(head, preview)?;
        }
        let (own, path) = (&*self.site.path, head.path);
        let Some(rest) = path.strip_prefix(own).filter(|rest| rest.is_empty() || is_below(rest))
        else {
            return Err(match own.strip_prefix(path.trim_end_matches('/')) {
                Some(rest) if is_below(rest) => {
                    let location = Some(own.to_owned());
                    let notice = self.notice(Status::SeeOther, "Parlour has its own address.");
                    Response { location, ..notice }
                }
                _ => self.notice(Status::NotFound, "There is nothing at this address."),
            });
        };
        let mut pairs = Vec::new();
        for (name, value) in [
            ("GATEWAY_INTERFACE", "CGI/1.1"),
            ("SERVER_SOFTWARE", concat!("Parlour/", env!("CARGO_PKG_VERSION"))),
            ("SERVER_PROTOCOL", "HTTP/1.1"),
            ("REQUEST_METHOD", head.method),
            ("SCRIPT_NAME", own),
            ("PATH_INFO", rest),
            ("QUERY_STRING", head.query),
        ] {
            params::write(&mut pairs, name.as_bytes(), value.as_bytes());
        }
        for (header, variable) in HEADERS {
            for value in head.values(header) {
                params::write(&mut pairs, variable.as_bytes(), value.as_bytes());
            }
        }
        Ok(Asked { params: Params::read(pairs).ok(), terms: terms(head.method(), head.has_body()) })
    }

    /// Refuses a request for another host. A page of another site can give its own host name the
    /// address of this machine (DNS rebinding). Then it could read the pages of the preview as its
    /// own. The Host header shows that name. A target in absolute form names the host as well.
    fn refuse_other_host(&self, head: &Head<'_>, preview: &str) -> Result<(), Response> {
        let mut hosts = head.values("host");
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            let sentence = "A request must name its host once, in the header Host.";
            return Err(self.notice(Status::BadRequest, sentence));
        };
        // Only users of this machine reach a socket that is a file.
        let Some(local) = self.local else { return Ok(()) };
        let own = SocketAddr::new(local.ip().to_canonical(), local.port());
        let is_own = |host| is_own(host, own, preview);
        if is_own(host) && head.authority.is_none_or(is_own) {
            return Ok(());
        }
        let sentence = "This preview answers only at its own address.";
        let url = format!("http://{own}{}", self.site.path);
        Err(notice(Status::MisdirectedRequest, sentence, &url))
    }

    fn notice(&self, status: Status, sentence: &str) -> Response {
        let path = &*self.site.path;
        notice(status, sentence, if path.is_empty() { "/" } else { path })
    }
}

/// A request without its body (RFC 9112, section 2).
struct Head<'a> {
    method: &'a str,
    /// The host in a target in absolute form, as for a proxy.
    authority: Option<&'a str>,
    path: &'a str,
    query: &'a str,
    headers: Vec<(&'a str, &'a str)>,
}

impl<'a> Head<'a> {
    /// Reads the lines of a request.
    fn read(text: &'a str) -> Option<Self> {
        let mut lines = text.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        let is_known = matches!(version, "HTTP/1.1" | "HTTP/1.0") && words.next().is_none();
        if !is_known || target.is_empty() || !is_token(method) {
            return None;
        }
        let headers = lines.map(|line| {
            let (name, value) = line.split_once(':')?;
            is_token(name).then(|| (name, value.trim()))
        });
        let headers = headers.collect::<Option<_>>()?;
        let absolute = target.split_once("://").filter(|(scheme, _)| is_token(scheme));
        let (authority, target) = match absolute {
            Some((_, rest)) => {
                let (host, target) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
                (Some(host), target)
            }
            None => (None, target),
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        Some(Head { method, authority, path, query, headers })
    }

    fn method(&self) -> Method {
        match self.method {
            "GET" => Method::Get,
            "HEAD" => Method::Head,
            _ => Method::Other,
        }
    }

    /// The values of a header.
    fn values(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let is_it = move |header: &&(&str, &str)| header.0.eq_ignore_ascii_case(name);
        self.headers.iter().filter(is_it).map(|(_, value)| *value)
    }

    fn has_body(&self) -> bool {
        let lengths = self.values("content-length").chain(self.values("transfer-encoding"));
        lengths.into_iter().any(|length| length != "0")
    }
}

/// Returns true if this is the name of a method or a header (RFC 9110, section 5.6.2).
fn is_token(text: &str) -> bool {
    let fits = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&c);
    !text.is_empty() && text.bytes().all(fits)
}

fn is_below(rest: &str) -> bool {
    rest.starts_with('/')
}

/// Returns true if the value of a Host header has the right port, and is a usual name of this
/// machine, the address `local` of the connection, or the `name` of the preview.
fn is_own(host: &str, local: SocketAddr, name: &str) -> bool {
    let port = format!(":{}", local.port());
    let host = match host.strip_suffix(&port) {
        Some(host) => host,
        None if local.port() == 80 => host,
        None => return false,
    };
    let local = local.to_string();
    let address = local.strip_suffix(&port).unwrap_or(&local);
    let mut names = ["localhost", "127.0.0.1", "[::1]", address, name].into_iter();
    !host.is_empty() && names.any(|name| host.eq_ignore_ascii_case(name))
}

/// The terms of a request. The connection closes after the response, and if a body is under way it
/// first discards that.
fn terms(method: Method, has_body: bool) -> Terms {
    let protocol = Protocol::Http;
    Terms { id: 0, method, protocol, keeps_open: false, is_cut_off: has_body }
}

/// A page with one sentence and a link to Parlour. It contains no user input.
fn notice(status: Status, sentence: &str, url: &str) -> Response {
    let (_, title) = status.line().split_once(' ').unwrap_or_default();
    let body = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<h1>{title}</h1>\n<p>{sentence}</p>\n<p><a href=\"{url}\">To Parlour</a></p>\n</html>\n"
    );
    let policy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
    let content_type = "text/html; charset=utf-8";
    Response { status, content_type, policy, body, ..Response::default() }
}

/// Appends a response.
pub fn write_response(out: &mut Vec<u8>, method: Method, response: &Response) {
    let mut push = |pieces: &[&str]| pieces.iter().for_each(|it| out.extend(it.as_bytes()));
    push(&["HTTP/1.1 ", response.status.line(), "\r\n"]);
    response.headers().for_each(|(name, value)| push(&[name, ": ", value, "\r\n"]));
    if let Some(date) = clock::seconds_since_1970().and_then(date) {
        push(&["Date: ", &date, "\r\n"]);
    }
    push(&["Content-Length: ", &response.body.len().to_string(), "\r\nConnection: close\r\n\r\n"]);
    if method != Method::Head {
        push(&[&response.body]);
    }
}

/// The value of a Date header: `Sat, 21 Nov 2026 12:00:00 GMT`.
fn date(second: u64) -> Option<String> {
    let day = Day::of_second(second)?;
    let words = day.in_words();
    let [date, month, year] = words.split(' ').collect::<Vec<_>>()[..] else { return None };
    // 1970 began with a Thursday.
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    let weekday = weekdays.get(usize::from(day.number() % 7))?;
    let (hour, minute) = (second / 3600 % 24, second / 60 % 60);
    let second = second % 60;
    Some(format!("{weekday}, {date:0>2} {month:.3} {year} {hour:02}:{minute:02}:{second:02} GMT"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn exchange(preview: Option<&str>) -> Exchange {
        let (path, preview) = (USUAL_PATH.to_owned(), preview.map(str::to_owned));
        Exchange::new(Arc::new(Site { path, preview }), "127.0.0.1:8080".parse().ok())
    }

    /// The progress after these pieces, and the bytes for the visitor.
    fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Progress, String) {
        let (mut exchange, mut out) = (exchange(None), Vec::new());
        let mut progress = Progress::Waiting;
        for piece in pieces {
            exchange.take(piece);
            if progress == Progress::Waiting {
                progress = exchange.next(&mut out);
            }
        }
        (progress, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_request_is_the_same_however_its_bytes_are_parted() {
        let bytes =
            b"GET /cgi-bin/parlour?g=nim HTTP/1.1\r\nHOST: x.example\r\nUser-Agent:Lynx/2\r\n\r\n";
        let (Progress::Asked(asked), _) = read([&bytes[..]]) else { panic!() };
        let params = asked.params.clone().unwrap();
        for (name, value) in [
            ("QUERY_STRING", "g=nim"),
            ("REQUEST_METHOD", "GET"),
            ("SCRIPT_NAME", USUAL_PATH),
            ("PATH_INFO", ""),
            ("HTTP_HOST", "x.example"),
            ("HTTP_USER_AGENT", "Lynx/2"),
        ] {
            assert_eq!(params.get(name), Some(value.as_bytes()), "{name}");
        }
        for at in 0..bytes.len() {
            assert_eq!(read([&bytes[..at], &bytes[at..]]).0, Progress::Asked(asked.clone()));
        }
    }

    #[test]
    fn what_is_no_request_is_answered_as_such() {
        for line in
            ["GET /", "GET  HTTP/1.1", "GET / HTTP/2.0", "GET / x HTTP/1.1", "\r\nGET / HTTP/1.1"]
        {
            let (progress, out) = read([line.as_bytes(), b"\r\nHost: x\r\n\r\n"]);
            assert_eq!(progress, Progress::Over, "{line}");
            assert!(out.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{line}: {out}");
        }
        for header in ["Host : x", " folded: x", "no colon", ": x"] {
            let (progress, _) = read([format!("GET / HTTP/1.1\r\n{header}\r\n\r\n").as_bytes()]);
            assert_eq!(progress, Progress::Over, "{header}");
        }
        let endless = [&b"GET /"[..], &[b'x'; HEAD_BYTES_MAX]];
        let (Progress::Asked(asked), _) = read(endless) else { panic!() };
        assert_eq!((asked.params, asked.terms.is_cut_off), (None, true));
    }

    #[test]
    fn a_host_is_this_machine_or_the_listen_address_with_the_port() {
        let local: SocketAddr = "192.0.2.7:8080".parse().unwrap();
        for host in [
            "localhost:8080",
            "LocalHost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.0.2.7:8080",
            "games.example:8080",
        ] {
            assert!(is_own(host, local, "games.example"), "{host}");
        }
        for host in [
            "",
            ":8080",
            "localhost",
            "localhost:80",
            "localhost:18080",
            "localhost:8080:8080",
            "evil.example:8080",
            "localhost.evil.example:8080",
            "192.0.2.8:8080",
            "user@localhost:8080",
            "::1:8080",
        ] {
            assert!(!is_own(host, local, "games.example"), "{host}");
            assert!(!is_own(host, local, ""), "{host}");
        }
        assert!(!is_own("games.example:8080", local, ""));
        let v6: SocketAddr = "[2001:db8::7]:80".parse().unwrap();
        for host in ["[2001:db8::7]", "[2001:DB8::7]:80", "localhost", "localhost:80"] {
            assert!(is_own(host, v6, ""), "{host}");
        }
        assert!(!is_own("localhost:8080", v6, ""));
    }

    #[test]
    fn a_date_is_written_as_in_http() {
        assert_eq!(date(784_111_777).as_deref(), Some("Sun, 06 Nov 1994 08:49:37 GMT"));
    }

    proptest! {
        #[test]
        fn no_bytes_are_a_bug(bytes in prop::collection::vec(any::<u8>(), 0..200), is_preview: bool) {
            for start in ["", "GET ", "GET /cgi-bin/parlour?", "GET / HTTP/1.1\r\n"] {
                let mut exchange = exchange(is_preview.then_some("x"));
                for piece in [start.as_bytes(), &bytes, b" HTTP/1.1\r\n\r\n"] {
                    exchange.take(piece);
                }
                exchange.next(&mut Vec::new());
            }
        }
    }
}
