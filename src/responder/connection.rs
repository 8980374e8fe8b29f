//! A connection from the web server, or from a visitor. It never blocks while others have something to do.

use crate::gateway::fastcgi::exchange::{self, Asked, Progress, Terms};
use crate::gateway::server::{self, Site};
use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, Shutdown, getsockname, recv, send, shutdown};
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most time that the server may take to read more of a response.
const READ_TIME_MAX: Duration = Duration::from_secs(2);
/// The most time from the first byte of a request to its last. A body comes as fast as the visitor
/// sends it.
const REQUEST_TIME_MAX: Duration = Duration::from_secs(30);
/// The most time that a visitor may take to send a request by HTTP, without its body.
const HEAD_TIME_MAX: Duration = Duration::from_secs(3);
/// The time for which an ending worker waits for the first bytes on a new connection.
const ARRIVAL_TIME_MAX: Duration = Duration::from_secs(1);
/// The time for which the rest of a body that is too long is discarded.
const LINGER_TIME_MAX: Duration = Duration::from_secs(2);

/// The result of reading from a connection.
pub enum Received {
    /// There is no complete request.
    Waiting(Connection),
    /// There is a complete request.
    Asked(Connection, Asked),
    /// The connection is closed.
    Closed,
}

/// The state of a connection after a response.
#[derive(Clone, Copy)]
enum After {
    /// The next request may come.
    Next,
    /// The rest of the request is discarded.
    Linger,
    /// The connection is closed.
    Close,
}

/// The bytes that are no request yet.
enum Exchange {
    FastCgi(exchange::Exchange),
    Http(server::Exchange),
}

impl Exchange {
    fn take(&mut self, bytes: &[u8]) {
        match self {
            Exchange::FastCgi(exchange) => exchange.take(bytes),
            Exchange::Http(exchange) => exchange.take(bytes),
        }
    }

    /// The next request, if it is complete. This appends other answers to `out`.
    fn next(&mut self, out: &mut Vec<u8>) -> Progress {
        match self {
            Exchange::FastCgi(exchange) => exchange.next(out).unwrap_or(Progress::Over),
            Exchange::Http(exchange) => exchange.next(out),
        }
    }

    /// Returns true if a request has begun. A connection of HTTP begins with its only request.
    fn has_begun(&self) -> bool {
        match self {
            Exchange::FastCgi(exchange) => exchange.has_begun(),
            Exchange::Http(_) => true,
        }
    }
}

/// A connection.
pub struct Connection {
    stream: OwnedFd,
    exchange: Exchange,
    /// The time at which it closes unless more bytes come. `None` between two requests.
    end: Option<Instant>,
    /// The time by which the first bytes should arrive. `None` after they have.
    arrival: Option<Instant>,
    /// True if the bytes after the last request may be the next one.
    is_ready: bool,
    /// The rest of the current response, which the server has not read yet.
    unsent: Vec<u8>,
    /// The state after the current response.
    after: After,
    /// True if the last request is answered and the bytes after it are discarded.
    is_done: bool,
}

impl Connection {
    /// A new connection, by HTTP if there is a site.
    pub fn new(stream: OwnedFd, site: Option<&Arc<Site>>) -> Self {
        let now = Instant::now();
        let local = || SocketAddr::try_from(getsockname(&stream).ok()?).ok();
        let exchange = match site {
            Some(site) => Exchange::Http(server::Exchange::new(Arc::clone(site), local())),
            None => Exchange::FastCgi(exchange::Exchange::default()),
        };
        Connection {
            stream,
            exchange,
            end: site.map(|_| now + HEAD_TIME_MAX),
            arrival: Some(now + ARRIVAL_TIME_MAX),
            is_ready: false,
            unsent: Vec::new(),
            after: After::Next,
            is_done: false,
        }
    }

    /// The time at which it closes unless more bytes come. `None` between two requests.
    pub fn end(&self) -> Option<Instant> {
        self.end
    }

    /// The same for a worker that is about to end. It also waits for the first request of a new
    /// connection.
    pub fn last_end(&self) -> Option<Instant> {
        self.arrival.or(self.end)
    }

    /// Returns true if the unread bytes may contain a request.
    pub fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// Returns true if the server has not read the whole response.
    pub fn is_sending(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// The event to wait for.
    pub fn awaited(&self) -> PollFlags {
        if self.is_sending() { PollFlags::OUT } else { PollFlags::IN }
    }

    /// Its file descriptor, for `poll`.
    pub fn file(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Reads and handles the bytes that have arrived. It uses both buffers and keeps neither.
    pub fn receive(mut self, piece: &mut [u8], out: &mut Vec<u8>) -> Received {
        if !std::mem::take(&mut self.is_ready) {
            match recv(&self.stream, &mut *piece, RecvFlags::DONTWAIT) {
                Ok((_, 0)) => return Received::Closed,
                Ok(_) if self.is_done => return Received::Waiting(self),
                Ok((_, read)) => {
                    self.arrival = None;
                    self.exchange.take(piece.get(..read).unwrap_or(piece));
                }
                Err(Errno::AGAIN | Errno::INTR) => return Received::Waiting(self),
                Err(_) => return Received::Closed,
            }
        }
        out.clear();
        let progress = self.exchange.next(out);
        // These are short, and a server that does not read them gets no more.
        if !out.is_empty() && self.send(out).ok() != Some(out.len()) {
            return Received::Closed;
        }
        match progress {
            Progress::Asked(asked) => Received::Asked(self, asked),
            Progress::Waiting => {
                self.end = match (self.exchange.has_begun(), self.end) {
                    (true, None) => Some(Instant::now() + REQUEST_TIME_MAX),
                    (true, end) => end,
                    (false, _) => None,
                };
                Received::Waiting(self)
            }
            Progress::Over => Received::Closed,
        }
    }

    /// Sends a response, and returns the connection if it stays open.
    pub fn answer(mut self, out: &[u8], terms: &Terms) -> Option<Self> {
        self.end = None;
        self.after = match (terms.is_cut_off, terms.keeps_open) {
            (true, _) => After::Linger,
            (false, true) => After::Next,
            (false, false) => After::Close,
        };
        self.transmit(out)
    }

    /// Sends more of the current response, and returns the connection if it stays open.
    pub fn send_on(mut self) -> Option<Self> {
        let unsent = std::mem::take(&mut self.unsent);
        self.transmit(&unsent)
    }

    /// Sends what the server reads now, and keeps the rest.
    fn transmit(mut self, bytes: &[u8]) -> Option<Self> {
        let sent = self.send(bytes).ok()?;
        if sent < bytes.len() {
            self.unsent = bytes.get(sent..).unwrap_or_default().to_vec();
            if sent > 0 || self.end.is_none() {
                self.end = Some(Instant::now() + READ_TIME_MAX);
            }
            return Some(self);
        }
        self.end = None;
        match self.after {
            After::Next => {
                self.is_ready = self.exchange.has_begun();
                Some(self)
            }
            After::Linger => {
                // A full close would discard the response while the server still writes.
                shutdown(&self.stream, Shutdown::Write).ok()?;
                self.is_done = true;
                self.end = Some(Instant::now() + LINGER_TIME_MAX);
                Some(self)
            }
            After::Close => None,
        }
    }

    /// Sends as many bytes as the server reads now, and returns their number.
    fn send(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut sent = 0;
        while let Some(rest) = bytes.get(sent..).filter(|rest| !rest.is_empty()) {
            // If the server no longer reads, this is an error, because std makes the program ignore
            // SIGPIPE.
            match send(&self.stream, rest, SendFlags::DONTWAIT) {
                Ok(more) => sent += more,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(sent)
    }
}
