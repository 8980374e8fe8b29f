//! A connection from the web server. It never blocks while others have something to do.

use crate::gateway::fastcgi::exchange::{Asked, Exchange, Progress, Terms};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, Shutdown, recv, send, shutdown};
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// The most time that the server may take to read more of a response.
const READ_TIME_MAX: Duration = Duration::from_secs(2);
/// The most time from the first byte of a request to its last. A body comes as fast as the visitor
/// sends it.
const REQUEST_TIME_MAX: Duration = Duration::from_secs(30);
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
    /// True if the last request is answered and the bytes after it are discarded.
    is_done: bool,
}

impl Connection {
    /// A new connection.
    pub fn new(stream: OwnedFd) -> Self {
        Connection {
            stream,
            exchange: Exchange::default(),
            end: None,
            arrival: Some(Instant::now() + ARRIVAL_TIME_MAX),
            is_ready: false,
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
        self.end.or(self.arrival)
    }

    /// Returns true if the unread bytes may contain a request.
    pub fn is_ready(&self) -> bool {
        self.is_ready
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
        if !out.is_empty() && self.send(out).is_err() {
            return Received::Closed;
        }
        match progress {
            Ok(Progress::Asked(asked)) => Received::Asked(self, asked),
            Ok(Progress::Waiting) => {
                self.end = match (self.exchange.has_begun(), self.end) {
                    (true, None) => Some(Instant::now() + REQUEST_TIME_MAX),
                    (true, end) => end,
                    (false, _) => None,
                };
                Received::Waiting(self)
            }
            Ok(Progress::Over) | Err(_) => Received::Closed,
        }
    }

    /// Sends a response, and returns the connection if it stays open.
    pub fn answer(mut self, out: &[u8], terms: &Terms) -> Option<Self> {
        self.send(out).ok()?;
        if terms.is_cut_off {
            // A full close would discard the response while the server still writes.
            shutdown(&self.stream, Shutdown::Write).ok()?;
            self.is_done = true;
            self.end = Some(Instant::now() + LINGER_TIME_MAX);
            return Some(self);
        }
        self.end = None;
        self.is_ready = self.exchange.has_begun();
        terms.keeps_open.then_some(self)
    }

    fn send(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            // If the server no longer reads, this is an error, because std makes the program ignore
            // SIGPIPE.
            match send(&self.stream, bytes, SendFlags::DONTWAIT) {
                Ok(sent) => bytes = bytes.get(sent..).unwrap_or_default(),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.wait_to_send()?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Waits until the server reads more.
    fn wait_to_send(&self) -> io::Result<()> {
        let time = Timespec::try_from(READ_TIME_MAX).ok();
        match poll(&mut [PollFd::new(&self.stream, PollFlags::OUT)], time.as_ref()) {
            Ok(0) => Err(ErrorKind::TimedOut.into()),
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
