//! As much of HTTP as it takes to ask a web server for a page.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// The longest that a server may be silent, and the longest that an answer may take.
const SILENCE_MAX: Duration = Duration::from_secs(10);
const ANSWER_TIME_MAX: Duration = Duration::from_secs(20);
/// The most of an answer that is read; a debug build of the program is longer.
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// Where a program is, at a web server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the host, and the port if it is not the usual one, as the address has them.
    pub host: String,
    /// The address of the program behind the host, from its slash on, without a query.
    pub path: String,
}

/// Why an address cannot be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadAddress {
    /// It begins with https://.
    Encrypted,
    /// It is not written as it should be.
    Malformed,
}

impl std::fmt::Display for BadAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BadAddress::Encrypted => {
                "the doctor speaks no HTTPS; ask the server by HTTP, on its own machine if it must be"
            }
            BadAddress::Malformed => {
                "that is no address; write it like http://localhost/cgi-bin/parlour"
            }
        })
    }
}

impl std::error::Error for BadAddress {}

/// What a server answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The code in the status line; 0 if there is none.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// What follows them.
    pub body: Vec<u8>,
}

impl Place {
    /// Reads an address.
    pub fn parse(url: &str) -> Result<Self, BadAddress> {
        if url.starts_with("https://") {
            return Err(BadAddress::Encrypted);
        }
        let rest = url.strip_prefix("http://").ok_or(BadAddress::Malformed)?;
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        if host.is_empty() || host.contains('@') || !is_plain(rest) {
            return Err(BadAddress::Malformed);
        }
        let path = if path.is_empty() { "/" } else { path };
        Ok(Place { host: host.to_owned(), path: path.to_owned() })
    }

    /// Asks for something at this host.
    pub fn ask(&self, method: &str, target: &str) -> io::Result<Reply> {
        // HTTP/1.0: whoever asks so gets no chunks.
        let request = format!(
            "{method} {target} HTTP/1.0\r\nHost: {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            self.host
        );
        let mut stream = self.connect()?;
        // A server may answer, and close, before it has read everything.
        let sent = stream.write_all(request.as_bytes());
        let bytes = read_until_end(&mut stream)?;
        match bytes.is_empty() {
            true => Err(sent.err().unwrap_or(io::ErrorKind::UnexpectedEof.into())),
            false => Ok(Reply::read(&bytes)),
        }
    }

    fn connect(&self) -> io::Result<TcpStream> {
        let ends_with_port =
            self.host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let addresses = match ends_with_port {
            true => self.host.to_socket_addrs()?,
            false => format!("{}:80", self.host).to_socket_addrs()?,
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

/// Reads all that comes. A connection that breaks off after an answer has ended it.
fn read_until_end(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let end = Instant::now() + ANSWER_TIME_MAX;
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    while (bytes.len() as u64) < ANSWER_BYTES_MAX && Instant::now() < end {
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

impl Reply {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Reply { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut pairs = self.head.lines().filter_map(|line| line.split_once(':'));
        pairs.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// Whether the body has these words.
    pub fn says(&self, words: &str) -> bool {
        self.body.windows(words.len()).any(|bytes| bytes == words.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_apart() {
        for (url, host, path) in [
            ("http://localhost", "localhost", "/"),
            ("http://localhost:8080/cgi-bin/parlour", "localhost:8080", "/cgi-bin/parlour"),
            ("http://[::1]:80/~anna/p.cgi?g=maze#now", "[::1]:80", "/~anna/p.cgi"),
            ("http://x?y", "x", "/"),
        ] {
            let place = Place { host: host.to_owned(), path: path.to_owned() };
            assert_eq!(Place::parse(url), Ok(place));
        }
        assert_eq!(Place::parse("https://x/"), Err(BadAddress::Encrypted));
        for url in
            ["", "http://", "http:///x", "ftp://x/", "http://a@b/", "http://x/a b", "http://x/\r\n"]
        {
            assert_eq!(Place::parse(url), Err(BadAddress::Malformed), "{url}");
        }
    }

    #[test]
    fn a_reply_is_read_however_little_there_is() {
        let reply = Reply::read(b"HTTP/1.1 404 Not Found\r\nServer: x\r\n\r\nno\n");
        assert_eq!(
            (reply.status, reply.header("server"), reply.says("no")),
            (404, Some("x"), true)
        );
        assert_eq!(Reply::read(b"").status, 0);
        assert_eq!(Reply::read(b"\xff\r\n\r\n").body, b"");
    }
}
