//! The event loop of a worker. It waits for connections, for requests on open connections, and for
//! the signal to end.
//!
//! Servers keep connections open between requests, and send on the body of a request as slowly as
//! the visitor does. Neither may block other visitors, so a worker has several open connections,
//! and answers one request at a time.

use super::connection::{Connection, Received};
use super::signals;
use crate::gateway::fastcgi::exchange::{self, Asked, CONNECTIONS_MAX, Terms};
use crate::gateway::http::Response;
use crate::gateway::protocol::Protocol;
use crate::gateway::server::{self, Site};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::net::{accept, sockopt::set_tcp_nodelay};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1};
use std::io::{self, Stdin};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The number of requests on open connections after which a waiting connection is accepted.
const REQUESTS_BEFORE_ACCEPT: u32 = 16;
/// The bytes of one read. A request of a browser has about 2,000.
const PIECE_BYTES: usize = 1 << 14;
/// The pause after the system refused a connection, usually because the process has no more file
/// descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// The sources of events of a worker.
pub struct EventLoop {
    /// The socket that listens: file 0.
    socket: Stdin,
    /// The site that answers by HTTP. `None` if the worker speaks FastCGI.
    site: Option<Arc<Site>>,
    is_ending: Arc<AtomicBool>,
    signals: UnixStream,
    /// The open connections, least recently answered first.
    connections: Vec<Connection>,
    /// The connection of the current request, and the terms for its response.
    in_hand: Option<(Connection, Terms)>,
    requests_since_accept: u32,
    piece: Vec<u8>,
    out: Vec<u8>,
}

/// The next thing to do.
enum Event {
    Signal,
    Caller,
    /// The index of a connection with new bytes, or with room for more of its response.
    Bytes(usize),
    Nothing,
    End,
}

impl EventLoop {
    /// Starts to wait. From now on, signals end [`EventLoop::next`] and not the process.
    ///
    /// # Errors
    ///
    /// The error of the operating system if file 0 is no socket, or if it cannot catch a signal.
    pub fn open(site: Option<Arc<Site>>) -> io::Result<Self> {
        let socket = io::stdin();
        // Other workers wait for the same connection, and only one of them gets it.
        ioctl_fionbio(&socket, true)?;
        // A Unix socket has no such option. A connection inherits it from its listener.
        let _ = set_tcp_nodelay(&socket, true);
        let is_ending = Arc::default();
        let ends = [SIGTERM, SIGINT, SIGHUP, SIGUSR1].map(|signal| (signal, Some(&is_ending)));
        let signals = signals::catch(&ends)?;
        Ok(EventLoop {
            socket,
            site,
            signals,
            is_ending,
            connections: Vec::with_capacity(CONNECTIONS_MAX),
            in_hand: None,
            requests_since_accept: 0,
            piece: vec![0; PIECE_BYTES],
            out: Vec::new(),
        })
    }

    /// Makes [`EventLoop::next`] end as soon as all requests that have begun are answered.
    pub fn close(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    /// The next request, which is the current one until [`EventLoop::answer`]. Returns `None` if
    /// the worker must end.
    pub fn next(&mut self) -> Option<Asked> {
        loop {
            match self.wait() {
                Event::Signal => signals::clear(&self.signals),
                Event::Caller => {
                    // Its request has usually arrived by now.
                    if let Some(asked) = self.accept().and_then(|place| self.receive(place)) {
                        return Some(asked);
                    }
                }
                Event::Bytes(place) => {
                    if let Some(asked) = self.receive(place) {
                        return Some(asked);
                    }
                }
                Event::Nothing => {}
                Event::End => return None,
            }
        }
    }

    /// Answers the current request, with a line for the log of the server if there is one.
    pub fn answer(&mut self, response: &Response, log: Option<&str>) {
        let Some((connection, terms)) = self.in_hand.take() else { return };
        self.out.clear();
        match &self.site {
            Some(_) => server::write_response(&mut self.out, terms.method, response),
            None => exchange::write_response(&mut self.out, &terms, response, log),
        }
        self.connections.extend(connection.answer(&self.out, &terms));
        self.requests_since_accept += 1;
    }

    /// The protocol of the current request.
    pub fn protocol(&self) -> Protocol {
        self.in_hand.as_ref().map_or(Protocol::Http, |(_, terms)| terms.protocol.clone())
    }

    fn wait(&mut self) -> Event {
        if let Some(place) = self.connections.iter().position(Connection::is_ready) {
            return Event::Bytes(place);
        }
        let is_ending = self.is_ending.load(Ordering::Relaxed);
        let end = if is_ending { Connection::last_end } else { Connection::end };
        let ends = || self.connections.iter().filter_map(end);
        let time = match ends().min() {
            Some(end) => Some(end.saturating_duration_since(Instant::now())),
            // A last look: bytes that arrived in the meantime still get an answer.
            None => is_ending.then_some(Duration::ZERO),
        };
        let time = time.and_then(|time| Timespec::try_from(time).ok());
        let mut files = Vec::with_capacity(self.connections.len() + 2);
        files.push(PollFd::new(&self.signals, PollFlags::IN));
        let awaited = if is_ending { PollFlags::empty() } else { PollFlags::IN };
        files.push(PollFd::new(&self.socket, awaited));
        let connections = self.connections.iter();
        files.extend(connections.map(|it| PollFd::from_borrowed_fd(it.file(), it.awaited())));
        match poll(&mut files, time.as_ref()) {
            Ok(0) if is_ending && ends().next().is_none() => return Event::End,
            Ok(0) => {}
            Ok(_) => return self.first_of(&files),
            Err(_) => return Event::Nothing,
        }
        drop(files);
        let now = Instant::now();
        self.connections.retain(|connection| end(connection).is_none_or(|end| end > now));
        Event::Nothing
    }

    /// The first thing to do. While a worker has requests, it leaves new connections to idle
    /// workers, but only for a limited number of requests.
    fn first_of(&self, files: &[PollFd<'_>]) -> Event {
        let has_come = |file: &PollFd<'_>| !file.revents().is_empty();
        let [signal, socket, connections @ ..] = files else { return Event::Nothing };
        let accepts_next = self.requests_since_accept >= REQUESTS_BEFORE_ACCEPT;
        match connections.iter().position(has_come) {
            _ if has_come(signal) => Event::Signal,
            Some(place) if !(has_come(socket) && accepts_next) => Event::Bytes(place),
            _ if has_come(socket) => Event::Caller,
            _ => Event::Nothing,
        }
    }

    /// The index of a new connection, if there is one.
    fn accept(&mut self) -> Option<usize> {
        self.requests_since_accept = 0;
        match accept(&self.socket) {
            Ok(stream) => {
                self.make_room();
                self.connections.push(Connection::new(stream, self.site.as_ref()));
                self.connections.len().checked_sub(1)
            }
            // Another worker has taken it, or the server has closed it.
            Err(Errno::AGAIN | Errno::CONNABORTED | Errno::INTR) => None,
            Err(_) => {
                self.close_oldest();
                thread::sleep(ACCEPT_PAUSE);
                None
            }
        }
    }

    fn make_room(&mut self) {
        if self.connections.len() >= CONNECTIONS_MAX {
            self.close_oldest();
        }
    }

    /// Closes the connection that has been idle for longest, or else the one whose request has been
    /// incomplete for longest.
    fn close_oldest(&mut self) {
        let idle = self.connections.iter().position(|connection| connection.end().is_none());
        if !self.connections.is_empty() {
            self.connections.remove(idle.unwrap_or(0));
        }
    }

    fn receive(&mut self, place: usize) -> Option<Asked> {
        let connection = self.connections.remove(place);
        if connection.is_sending() {
            self.connections.extend(connection.send_on());
            return None;
        }
        match connection.receive(&mut self.piece, &mut self.out) {
            Received::Waiting(connection) => {
                self.connections.push(connection);
                None
            }
            Received::Asked(connection, asked) => {
                self.in_hand = Some((connection, asked.terms.clone()));
                Some(asked)
            }
            Received::Closed => None,
        }
    }
}
