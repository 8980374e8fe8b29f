//! A visitor who keeps a connection for the next click, as browsers do, and opens another where the
//! server has closed it.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use support::http::Host;

/// How much is read of a response. A page fits into it.
const RESPONSE_BYTES_MAX: usize = 1 << 16;
const END_OF_HEAD: &[u8] = b"\r\n\r\n";
/// What follows the last chunk of a body that comes in chunks.
const END_OF_CHUNKS: &[u8] = b"\r\n0\r\n\r\n";

/// A visitor.
#[derive(Debug)]
pub struct Visitor {
    host: Host,
    connection: Option<TcpStream>,
    received: Vec<u8>,
}

impl Visitor {
    /// A visitor of a server.
    pub fn of(host: Host) -> Self {
        Visitor { host, connection: None, received: Vec::with_capacity(RESPONSE_BYTES_MAX) }
    }

    /// Asks for a target; whether it is answered with a page, and all of it came.
    ///
    /// # Errors
    ///
    /// What stops the connection. A kept one may have been closed meanwhile: the next request opens
    /// another.
    pub fn ask(&mut self, target: &str) -> io::Result<bool> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.host.connect()?,
        };
        let request =
            format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.host.port);
        // At once: parts of a request would wait for each other.
        connection.write_all(request.as_bytes())?;
        self.received.clear();
        let response = loop {
            if let Some(response) = Response::of(&self.received) {
                break response;
            }
            let mut piece = [0; 1 << 14];
            match connection.read(&mut piece)? {
                0 => return Ok(false),
                count => self.received.extend_from_slice(&piece[..count]),
            }
        };
        self.connection = response.is_kept.then_some(connection);
        Ok(response.is_page)
    }
}

/// What matters of a response that has come to its end.
struct Response {
    is_page: bool,
    is_kept: bool,
}

impl Response {
    fn of(received: &[u8]) -> Option<Self> {
        let head = received.windows(END_OF_HEAD.len()).position(|part| part == END_OF_HEAD)?;
        let body = received.get(head + END_OF_HEAD.len()..)?;
        let head = String::from_utf8_lossy(received.get(..head)?);
        let header = |name: &str| {
            let mut pairs = head.lines().filter_map(|line| line.split_once(':'));
            pairs.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
        };
        let is_whole = match header("Content-Length") {
            Some(length) => length.parse() == Ok(body.len()),
            None => body.ends_with(END_OF_CHUNKS),
        };
        is_whole.then(|| Response {
            is_page: head.split(' ').nth(1) == Some("200"),
            is_kept: header("Connection").is_none_or(|value| !value.eq_ignore_ascii_case("close")),
        })
    }
}
