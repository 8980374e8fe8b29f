//! As much of HTTP as it takes to ask for a page, written so that any bytes can be asked for.

use crate::reader::Page;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The longest that a server may be silent.
const SILENCE_MAX: Duration = Duration::from_secs(10);

/// A server's reply.
#[derive(Debug)]
pub struct Reply {
    /// The code in the status line; 0 if the server sent nothing.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// The bytes behind them, up to the end of the connection.
    pub body: Vec<u8>,
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut pairs = self.head.lines().filter_map(|line| line.split_once(':'));
        pairs.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// Returns true if the reply is complete.
    pub fn is_whole(&self) -> bool {
        let length = self.header("Content-Length").map(str::parse);
        self.status != 0 && length.is_none_or(|length| length == Ok(self.body.len()))
    }

    /// The body, for people.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The page, which must have come with this status.
    #[track_caller]
    pub fn page(&self, status: u16) -> Page {
        assert_eq!(self.status, status, "{}\n\n{}", self.head, self.text());
        Page::new(&self.text())
    }
}

impl Reply {
    /// The page, or the one at the address of the program to which the reply sends a browser on.
    /// `ask` asks for that.
    #[track_caller]
    pub fn page_after(&self, ask: impl FnOnce(&str) -> Reply) -> Page {
        let link = self.header("Location").filter(|_| self.status == 303);
        match link.and_then(|link| link.split_once('?')) {
            Some((_, query)) => ask(query).page(200),
            None => self.page(200),
        }
    }
}

/// A server to ask.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Its port on this machine.
    pub port: u16,
}

impl Host {
    /// Asks with GET.
    pub fn get(self, target: impl AsRef<[u8]>) -> Reply {
        self.ask("GET", target, "", b"")
    }

    /// Asks, with more headers and a body. The target is sent as it is.
    #[track_caller]
    pub fn ask(self, method: &str, target: impl AsRef<[u8]>, headers: &str, body: &[u8]) -> Reply {
        let request = self.request(method, target.as_ref(), headers, body);
        let reply = self.exchange(&request);
        reply.unwrap_or_else(|error| {
            let target = String::from_utf8_lossy(target.as_ref()).into_owned();
            panic!("{method} {target}: {error}")
        })
    }

    /// The bytes of a request. A client of HTTP/1.0 gets no chunks.
    pub fn request(self, method: &str, target: &[u8], headers: &str, body: &[u8]) -> Vec<u8> {
        let rest = format!(" HTTP/1.0\r\nHost: 127.0.0.1:{}\r\n{headers}\r\n", self.port);
        [method.as_bytes(), b" ", target, rest.as_bytes(), body].concat()
    }

    /// Opens a connection.
    pub fn connect(self) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(SILENCE_MAX))?;
        stream.set_write_timeout(Some(SILENCE_MAX))?;
        Ok(stream)
    }

    /// Sends bytes and reads all that comes back.
    pub fn exchange(self, request: &[u8]) -> io::Result<Reply> {
        let mut stream = self.connect()?;
        // A server may answer, and close, before it has read everything.
        let sent = stream.write_all(request);
        let mut bytes = Vec::new();
        let received = stream.read_to_end(&mut bytes);
        if bytes.is_empty() {
            sent?;
            received?;
        }
        Ok(read(&bytes))
    }
}

/// The part of a reply that has arrived.
pub fn read(bytes: &[u8]) -> Reply {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let body = bytes.get(end + 4..).unwrap_or_default().to_vec();
    Reply { status, head, body }
}
