//! A minimal HTTP client, which only asks a web server for a page. It leaves HTTPS to curl.

use super::curl::{self, Secure};
use super::exchange::{NoResponse, RESPONSE_BYTES_MAX, RESPONSE_TIME_MAX, SILENCE_MAX, USER_AGENT};
use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Instant;

/// An http or https URL (RFC 3986), without a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpUrl {
    /// True if it begins with https.
    pub is_secure: bool,
    /// The host, and the port if the URL has one.
    pub authority: String,
    /// The path, from its slash on.
    pub path: String,
    /// The address of the host, if the user gives one.
    pub resolve: Option<Resolve>,
    /// True if an untrusted certificate is accepted.
    pub trusts_any: bool,
}

impl std::fmt::Display for HttpUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority, self.path)
    }
}

/// Another address for a host than that of its name, as in `curl --resolve`: `HOST:PORT:ADDRESS`.
/// It also counts for other ports of the host, because a server may redirect to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolve {
    host: String,
    port: u16,
    address: IpAddr,
}

impl Resolve {
    /// Reads `HOST:PORT:ADDRESS`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, ':');
        let (host, port) = (parts.next()?, parts.next()?.parse().ok()?);
        let address = parts.next()?.trim_matches(['[', ']']).parse().ok()?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.';
        let is_host = !host.is_empty() && host.bytes().all(is_plain);
        is_host.then(|| Resolve { host: host.to_owned(), port, address })
    }
}

impl std::fmt::Display for Resolve {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.address {
            IpAddr::V4(address) => write!(f, "{}:{}:{address}", self.host, self.port),
            IpAddr::V6(address) => write!(f, "{}:{}:[{address}]", self.host, self.port),
        }
    }
}

/// The error that a URL cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadUrl;

impl std::fmt::Display for BadUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("that is no URL; write it like http://localhost/cgi-bin/parlour")
    }
}

impl std::error::Error for BadUrl {}

/// The answer of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code; 0 if there is no status line.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// The bytes after them.
    pub body: Vec<u8>,
}

impl HttpUrl {
    /// Reads a URL, without its query and fragment.
    ///
    /// # Errors
    ///
    /// [`BadUrl`] if it is no http or https URL.
    pub fn parse(url: &str) -> Result<Self, BadUrl> {
        let (is_secure, rest) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err(BadUrl),
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let is_plain = rest.bytes().all(|byte| byte.is_ascii_graphic());
        if authority.is_empty() || authority.contains('@') || !is_plain {
            return Err(BadUrl);
        }
        let path = if path.is_empty() { "/" } else { path };
        let (authority, path) = (authority.to_owned(), path.to_owned());
        Ok(HttpUrl { is_secure, authority, path, resolve: None, trusts_any: false })
    }

    /// The URL that this link leads to, and its query: a whole URL, or a path of the same host.
    pub fn follow(&self, link: &str) -> Option<(Self, String)> {
        let (address, query) = link.split_once('?').unwrap_or((link, ""));
        let query = query.split('#').next().unwrap_or_default().to_owned();
        let url = match address {
            "" => self.clone(),
            _ if address.starts_with('/') && !address.starts_with("//") => {
                HttpUrl { path: address.to_owned(), ..self.clone() }
            }
            _ => {
                let HttpUrl { is_secure, authority, path, .. } = HttpUrl::parse(address).ok()?;
                HttpUrl { is_secure, authority, path, ..self.clone() }
            }
        };
        Some((url, query))
    }

    /// Sends a request to the server of this URL: `target` is a path and a query.
    ///
    /// # Errors
    ///
    /// [`NoResponse`] if there is none.
    pub fn request(&self, method: &str, target: &str) -> Result<Response, NoResponse> {
        if self.is_secure {
            let host = Secure {
                authority: &self.authority,
                resolve: self.resolved().map(|resolve| resolve.to_string()),
                trusts_any: self.trusts_any,
            };
            return curl::request(&host, method, target).map(|bytes| Response::parse(&bytes));
        }
        // A server sends no chunks to a client of HTTP/1.0.
        let request = format!(
            "{method} {target} HTTP/1.0\r\nHost: {}\r\nUser-Agent: {USER_AGENT}\r\nAccept: */*\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            self.authority
        );
        let mut stream = self.connect().map_err(NoResponse::Broken)?;
        // A server may answer and close before it has read everything.
        let sent = stream.write_all(request.as_bytes());
        let bytes = read_to_end(&mut stream).map_err(NoResponse::Broken)?;
        if bytes.is_empty() {
            let error = sent.err().unwrap_or(io::ErrorKind::UnexpectedEof.into());
            return Err(NoResponse::Broken(error));
        }
        Ok(Response::parse(&bytes))
    }

    /// The address of this host at this port, if the user gives one.
    pub fn resolved(&self) -> Option<Resolve> {
        let (host, port) = self.host_and_port();
        let resolve = self.resolve.clone().filter(|resolve| resolve.host == host)?;
        Some(Resolve { port, ..resolve })
    }

    /// The name of the host, and its port.
    fn host_and_port(&self) -> (&str, u16) {
        let port = self.authority.rsplit_once(':').and_then(|(host, port)| {
            let port = port.parse::<u16>().ok()?;
            Some((host, port))
        });
        port.unwrap_or((&self.authority, if self.is_secure { 443 } else { 80 }))
    }

    fn connect(&self) -> io::Result<TcpStream> {
        let (host, port) = self.host_and_port();
        let addresses: Vec<SocketAddr> = match self.resolved() {
            Some(resolve) => vec![(resolve.address, port).into()],
            None => format!("{host}:{port}").to_socket_addrs()?.collect(),
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

/// Reads all bytes. If the connection breaks off, the response is the part before that.
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
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
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
            for (scheme, is_secure) in [("http", false), ("https", true)] {
                let parsed = HttpUrl::parse(&url.replacen("http", scheme, 1)).unwrap();
                assert_eq!((&*parsed.authority, &*parsed.path), (authority, path), "{url}");
                assert_eq!(parsed.is_secure, is_secure);
            }
        }
        for url in
            ["", "http://", "http:///x", "ftp://x/", "http://a@b/", "http://x/a b", "http://x/\r\n"]
        {
            assert_eq!(HttpUrl::parse(url), Err(BadUrl), "{url}");
        }
    }

    #[test]
    fn a_link_is_followed_from_where_it_stands() {
        let here = HttpUrl::parse("http://x:8080/cgi-bin/parlour").unwrap();
        for (link, expected) in [
            ("?g=maze#now", Some(("http://x:8080/cgi-bin/parlour", "g=maze"))),
            ("/games?y", Some(("http://x:8080/games", "y"))),
            ("https://y/z", Some(("https://y/z", ""))),
            ("//y/z", None),
            ("mailto:x", None),
        ] {
            let followed = here.follow(link).map(|(url, query)| (url.to_string(), query));
            let expected = expected.map(|(url, query)| (url.to_owned(), query.to_owned()));
            assert_eq!(followed, expected, "{link}");
        }
    }

    #[test]
    fn a_host_may_be_elsewhere_as_curl_has_it() {
        for text in ["games.example:443:127.0.0.1", "x:80:[::1]"] {
            assert_eq!(
                Resolve::parse(text).map(|resolve| resolve.to_string()).as_deref(),
                Some(text)
            );
        }
        for text in
            ["", "x", "x:80", "x:y:127.0.0.1", ":80:127.0.0.1", "x:80:localhost", "*:80:::1"]
        {
            assert_eq!(Resolve::parse(text), None, "{text}");
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
