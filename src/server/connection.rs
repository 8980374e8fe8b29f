//! A connection from a visitor or from a proxy. It never blocks.

use crate::gateway::http1::{After, BadRequest, Buffer, Request};
use crate::gateway::site::Ends;
use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, Shutdown, getpeername, getsockname, recv, send, shutdown};
use std::net::SocketAddr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// The most time that a visitor may take to send a request.
const REQUEST_TIME_MAX: Duration = Duration::from_secs(3);
/// The time for which a connection waits for the next request. Proxies keep theirs for a minute.
const KEEP_TIME: Duration = Duration::from_secs(75);
/// The most time that a visitor may take to read more of a response.
const READ_TIME_MAX: Duration = Duration::from_secs(10);
/// The time for which bytes after a request are discarded.
const DRAIN_TIME_MAX: Duration = Duration::from_secs(2);

/// The result of a step.
pub enum Step {
    /// The connection waits.
    Waiting,
    /// There is a request to answer.
    Request(Result<Request, BadRequest>),
    /// The connection must be closed.
    Closed,
}

/// The current business of a connection, and the time by which it must be done.
enum State {
    /// A request comes in.
    Receiving(Instant),
    /// The program answers the request.
    Answering,
    /// The visitor reads the response.
    Sending { unsent: Vec<u8>, after: After, end: Instant },
    /// The next request may come.
    Kept(Instant),
    /// Bytes that have no meaning come in.
    Draining(Instant),
}

pub struct Connection {
    stream: OwnedFd,
    /// Its addresses.
    pub ends: Ends,
    buffer: Buffer,
    state: State,
    /// The time of the last byte in either direction, or of the beginning.
    pub last_active: Instant,
}

impl Connection {
    /// A new connection.
    pub fn new(stream: OwnedFd) -> Self {
        let local = getsockname(&stream).ok().and_then(|it| SocketAddr::try_from(it).ok());
        let peer = getpeername(&stream).ok().flatten();
        let peer = peer.and_then(|it| SocketAddr::try_from(it).ok());
        let now = Instant::now();
        Connection {
            stream,
            ends: Ends { local, peer },
            buffer: Buffer::default(),
            state: State::Receiving(now + REQUEST_TIME_MAX),
            last_active: now,
        }
    }

    /// The time at which it closes unless something happens. `None` while the program answers.
    pub fn end(&self) -> Option<Instant> {
        match self.state {
            State::Answering => None,
            State::Receiving(end)
            | State::Kept(end)
            | State::Draining(end)
            | State::Sending { end, .. } => Some(end),
        }
    }

    /// Returns true if no request has begun since the last response.
    pub fn is_kept(&self) -> bool {
        matches!(self.state, State::Kept(_))
    }

    /// Returns true if nobody loses a request or a response when it closes.
    pub fn is_idle(&self) -> bool {
        match self.state {
            State::Receiving(_) => self.buffer.is_empty(),
            State::Kept(_) | State::Draining(_) => true,
            State::Answering | State::Sending { .. } => false,
        }
    }

    /// Returns true if a next request may have come already.
    pub fn has_more(&self) -> bool {
        self.is_kept() && !self.buffer.is_empty()
    }

    /// The event to wait for.
    pub fn awaited(&self) -> PollFlags {
        match self.state {
            State::Sending { .. } => PollFlags::OUT,
            _ => PollFlags::IN,
        }
    }

    /// Its file, for `poll`.
    pub fn file(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }

    /// Reads or writes as much as it can. The piece serves as working memory.
    pub fn step(&mut self, piece: &mut [u8]) -> Step {
        if matches!(self.state, State::Sending { .. }) {
            return self.send_on();
        }
        if self.has_more()
            && let Step::Request(request) = self.next_request()
        {
            return Step::Request(request);
        }
        match recv(&self.stream, &mut *piece, RecvFlags::DONTWAIT) {
            Ok((_, 0)) => Step::Closed,
            Ok((_, read)) => {
                self.last_active = Instant::now();
                if matches!(self.state, State::Draining(_)) {
                    return Step::Waiting;
                }
                self.buffer.push(&piece[..read]);
                self.next_request()
            }
            Err(Errno::AGAIN | Errno::INTR) => Step::Waiting,
            Err(_) => Step::Closed,
        }
    }

    /// The next request in the buffer.
    fn next_request(&mut self) -> Step {
        match self.buffer.take_request() {
            Some(request) => {
                self.state = State::Answering;
                Step::Request(request)
            }
            None => {
                if self.has_more() {
                    self.state = State::Receiving(Instant::now() + REQUEST_TIME_MAX);
                }
                Step::Waiting
            }
        }
    }

    /// Sends a response.
    pub fn answer(&mut self, response: Vec<u8>, after: After) -> Step {
        self.state =
            State::Sending { unsent: response, after, end: Instant::now() + READ_TIME_MAX };
        self.send_on()
    }

    /// Sends as much of the response as the visitor reads now.
    fn send_on(&mut self) -> Step {
        let State::Sending { unsent, after, end } = &mut self.state else { return Step::Waiting };
        let mut sent = 0;
        while let Some(rest) = unsent.get(sent..).filter(|rest| !rest.is_empty()) {
            // If the visitor no longer reads, this is an error, because std makes the program ignore
            // SIGPIPE.
            match send(&self.stream, rest, SendFlags::DONTWAIT) {
                Ok(more) => sent += more,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => return Step::Closed,
            }
        }
        let now = Instant::now();
        if sent > 0 {
            (self.last_active, *end) = (now, now + READ_TIME_MAX);
            unsent.drain(..sent);
        }
        if !unsent.is_empty() {
            return Step::Waiting;
        }
        match after {
            After::Open => {
                self.state = State::Kept(now + KEEP_TIME);
                Step::Waiting
            }
            After::Close if self.buffer.is_empty() => Step::Closed,
            After::Close | After::Drain => {
                self.state = State::Draining(now + DRAIN_TIME_MAX);
                match shutdown(&self.stream, Shutdown::Write) {
                    Ok(()) => Step::Waiting,
                    Err(_) => Step::Closed,
                }
            }
        }
    }
}
