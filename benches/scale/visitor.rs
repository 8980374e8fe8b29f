//! A visitor who keeps a connection for the next request, as browsers do, and opens another if the
//! server has closed it.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use support::http::{self, Host, Reply};

/// The bytes behind the last chunk of a body in chunks.
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
        Visitor { host, connection: None, received: Vec::new() }
    }

    /// Asks for a target; whether it is answered with a page, and all of it came.
    ///
    /// # Errors
    ///
    /// The error of the connection. A kept connection may have been closed meanwhile. Then the next
    /// request opens another.
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
        let mut piece = [0; 1 << 14];
        let reply = loop {
            match connection.read(&mut piece)? {
                0 => return Ok(false),
                count => self.received.extend_from_slice(&piece[..count]),
            }
            let reply = http::read(&self.received);
            if has_ended(&reply) {
                break reply;
            }
        };
        let closes = reply.header("Connection").is_some_and(|it| it.eq_ignore_ascii_case("close"));
        self.connection = (!closes).then_some(connection);
        Ok(reply.status == 200)
    }
}

/// Returns true if a reply on a connection that stays open is complete.
fn has_ended(reply: &Reply) -> bool {
    match reply.header("Content-Length") {
        Some(_) => reply.is_whole(),
        None => reply.body.ends_with(END_OF_CHUNKS),
    }
}
