//! A connection from the web server: bytes that come and go without keeping anybody waiting.

use crate::gateway::fastcgi::exchange::{Asked, Exchange, Progress, Terms};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, Shutdown, recv, send, shutdown};
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// How long the server may take to read more of a response.
const READ_TIME_MAX: Duration = Duration::from_secs(2);
/// How long a request may take to come, once it has begun: a body comes as fast as the visitor sends
/// it.
const REQUEST_TIME_MAX: Duration = Duration::from_secs(30);
/// How long a worker that is about to end waits for the first bytes on a new connection.
const ARRIVAL_TIME_MAX: Duration = Duration::from_secs(1);
/// How long the rest of a body that is too long is discarded.
const LINGER_TIME_MAX: Duration = Duration::from_secs(2);

/// What has become of a connection.
pub enum Received {
    /// There is no complete request.
    Waiting(Connection),
    /// There is one.
    Asked(Connection, Asked),
    /// The connection is closed.
    Closed,
}

/// A connection.
pub struct Connection {
    stream: OwnedFd,
    exchange: Exchange,
    /// When it is closed unless more comes; nothing between two requests.
    end: Option<Instant>,
    /// Until when the first bytes should have come; nothing once they have.
    arrival: Option<Instant>,
    /// What came with the last request may be the next one.
    is_ready: bool,
    /// The last request is answered, and what follows is discarded.
    is_done: bool,
}

impl Connection {
    /// A connection that was just accepted.
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

    /// When it is closed unless more comes; nothing between two requests.
    pub fn end(&self) -> Option<Instant> {
        self.end
    }

    /// The same for a worker that is about to end: whoever has just connected is about to ask.
    pub fn last_end(&self) -> Option<Instant> {
        self.end.or(self.arrival)
    }

    /// Whether there may be a request among what has come.
    pub fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// Its file, to wait for.
    pub fn file(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Takes what has come. Uses both buffers, of which nothing is kept.
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

    /// Sends a response and gives back the connection if there is more to come.
    pub fn answer(mut self, out: &[u8], terms: &Terms) -> Option<Self> {
        self.send(out).ok()?;
        if terms.is_cut_off {
            // To close what is still being written to would take the response away.
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
            // Where nobody reads any more this is an error: std has the program ignore SIGPIPE.
            match send(&self.stream, bytes, SendFlags::DONTWAIT) {
                Ok(sent) => bytes = bytes.get(sent..).unwrap_or_default(),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.wait_to_send()?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Waits until the server reads on.
    fn wait_to_send(&self) -> io::Result<()> {
        let time = Timespec::try_from(READ_TIME_MAX).ok();
        match poll(&mut [PollFd::new(&self.stream, PollFlags::OUT)], time.as_ref()) {
            Ok(0) => Err(ErrorKind::TimedOut.into()),
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
