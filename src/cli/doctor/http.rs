//! A minimal HTTP client: as much as it takes to ask a web server for a page.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// How long a server may be silent, and how long a whole response may take.
const SILENCE_MAX: Duration = Duration::from_secs(10);
const RESPONSE_TIME_MAX: Duration = Duration::from_secs(20);
/// The most bytes of a response that are read. A debug build of the program is longer.
const RESPONSE_BYTES_MAX: usize = 1 << 20;

/// An http URL (RFC 3986), without a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpUrl {
    /// The host, and the port if the URL has one.
    pub authority: String,
    /// The path, from its slash on.
    pub path: String,
}

/// Why a URL cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadUrl {
    /// It begins with https://.
    Https,
    /// It is malformed.
    Malformed,
}

impl std::fmt::Display for BadUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BadUrl::Https => {
                "the doctor speaks no HTTPS; ask the server by HTTP, if need be on its own machine"
            }
            BadUrl::Malformed => "that is no URL; write it like http://localhost/cgi-bin/parlour",
        })
    }
}

impl std::error::Error for BadUrl {}

/// What a server answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code; 0 if there is no status line.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// What follows them.
    pub body: Vec<u8>,
}

impl HttpUrl {
    /// Reads a URL. Its query and fragment are dropped.
    ///
    /// # Errors
    ///
    /// [`BadUrl`] if it is not an http URL.
    pub fn parse(url: &str) -> Result<Self, BadUrl> {
        if url.starts_with("https://") {
            return Err(BadUrl::Https);
        }
        let rest = url.strip_prefix("http://").ok_or(BadUrl::Malformed)?;
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let is_plain = rest.bytes().all(|byte| byte.is_ascii_graphic());
        if authority.is_empty() || authority.contains('@') || !is_plain {
            return Err(BadUrl::Malformed);
        }
        let path = if path.is_empty() { "/" } else { path };
        Ok(HttpUrl { authority: authority.to_owned(), path: path.to_owned() })
    }

    /// Sends a request to the server of this URL: `target` is a path and a query.
    ///
    /// # Errors
    ///
    /// Nobody listens there, or the connection breaks off before the first byte of a response.
    pub fn request(&self, method: &str, target: &str) -> io::Result<Response> {
        // A server sends no chunks to a client of HTTP/1.0.
        let request = format!(
            "{method} {target} HTTP/1.0\r\nHost: {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            self.authority
        );
        let mut stream = self.connect()?;
        // A server may answer, and close, before it has read everything.
        let sent = stream.write_all(request.as_bytes());
        let bytes = read_to_end(&mut stream)?;
        match bytes.is_empty() {
            true => Err(sent.err().unwrap_or(io::ErrorKind::UnexpectedEof.into())),
            false => Ok(Response::parse(&bytes)),
        }
    }

    fn connect(&self) -> io::Result<TcpStream> {
        let port = self.authority.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
        let addresses = match port {
            Some(Ok(_)) => self.authority.to_socket_addrs()?,
            _ => format!("{}:80", self.authority).to_socket_addrs()?,
        };
        let mut failure = io::ErrorKind::AddrNotAvailable.into();
        for address in addresses {
            match TcpStream::connect_timeout(&address, SILENCE_MAX) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(SILENCE_MAX))?;
                    stream.set_write_timeout(Some(SILENCE_MAX))?;
                    return Ok(stream);
                }
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }
}

/// Reads all that comes. If the connection breaks off, what came before is the response.
fn read_to_end(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let end = Instant::now() + RESPONSE_TIME_MAX;
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    while bytes.len() < RESPONSE_BYTES_MAX && Instant::now() < end {
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => bytes.extend_from_slice(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) if !bytes.is_empty() => break,
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Response { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut pairs = self.head.lines().filter_map(|line| line.split_once(':'));
        pairs.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// Whether the body contains a text.
    pub fn contains(&self, text: &str) -> bool {
        self.body.windows(text.len()).any(|bytes| bytes == text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_read() {
        for (url, authority, path) in [
            ("http://localhost", "localhost", "/"),
            ("http://localhost:8080/cgi-bin/parlour", "localhost:8080", "/cgi-bin/parlour"),
            ("http://[::1]:80/~anna/p.cgi?g=maze#now", "[::1]:80", "/~anna/p.cgi"),
            ("http://x?y", "x", "/"),
        ] {
            let expected = HttpUrl { authority: authority.to_owned(), path: path.to_owned() };
            assert_eq!(HttpUrl::parse(url), Ok(expected));
        }
        assert_eq!(HttpUrl::parse("https://x/"), Err(BadUrl::Https));
        for url in
            ["", "http://", "http:///x", "ftp://x/", "http://a@b/", "http://x/a b", "http://x/\r\n"]
        {
            assert_eq!(HttpUrl::parse(url), Err(BadUrl::Malformed), "{url}");
        }
    }

    #[test]
    fn a_response_is_read_however_little_there_is() {
        let response = Response::parse(b"HTTP/1.1 404 Not Found\r\nServer: x\r\n\r\nno\n");
        assert_eq!(response.status, 404);
        assert_eq!(response.header("server"), Some("x"));
        assert!(response.contains("no"));
        assert_eq!(Response::parse(b"").status, 0);
        assert_eq!(Response::parse(b"\xff\r\n\r\n").body, b"");
    }
}
