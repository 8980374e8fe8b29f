//! The event loop of a worker. It waits for connections, for requests on open connections, and for
//! the signal to end.

use super::connection::{Connection, Step};
use super::connections::{Connections, Number};
use super::figures::Figures;
use super::signals::{self, Signals};
use crate::gateway::http::{Method, Response};
use crate::gateway::http1::{After, BadRequest, Request, log_line, write_response};
use crate::gateway::site::Ends;
use crate::os::clock;
use crate::os::limits::ProcessorTime;
use crate::os::own::log;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::net::{accept, sockopt::set_tcp_nodelay};
use std::collections::VecDeque;
use std::io::{self, Stdin, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// The number of steps on open connections after which a waiting connection is accepted.
const STEPS_BEFORE_ACCEPT: u32 = 8;
/// The bytes of one read. A request of a browser has about 2,000.
const PIECE_BYTES: usize = 1 << 14;
/// The time for which a worker that ends waits for a last request on each connection. A visitor may have
/// sent it just when the signal came. Its answer says that the connection closes.
const LAST_REQUEST_TIME: Duration = Duration::from_millis(500);
/// The pause after the system refused a call, and the number of refusals in a row after which the
/// worker ends.
const FAILURE_PAUSE: Duration = Duration::from_millis(20);
const FAILURES_MAX: u32 = 50;

/// The sources of events of a worker.
pub struct EventLoop {
    /// The socket that listens: file 0.
    listener: Stdin,
    signals: Signals,
    connections: Connections,
    /// The connections that have something to do.
    ready: VecDeque<Number>,
    /// True if a connection may wait to be accepted.
    has_pending: bool,
    steps_since_accept: u32,
    /// The connection of the current request, and the request.
    current: Option<(Number, Result<Request, BadRequest>)>,
    /// The time until which a worker that ends still accepts the connections that wait, and waits for the
    /// last request of those that are kept. `None` until it ends.
    accepts_until: Option<Instant>,
    /// The system calls that failed in a row.
    failures: u32,
    has_access_log: bool,
    /// The answers so far.
    pub figures: Figures,
    /// The processor time of the present request, or of the events until the next one.
    time: ProcessorTime,
    piece: Vec<u8>,
}

impl EventLoop {
    /// Starts to wait. From now on, signals end [`EventLoop::next`] and not the process.
    ///
    /// # Errors
    ///
    /// The error of the operating system if file 0 is no socket, or if it cannot catch a signal.
    pub fn open(time: ProcessorTime, has_access_log: bool) -> io::Result<Self> {
        let listener = io::stdin();
        // Other workers wait for the same connection, and only one of them gets it.
        ioctl_fionbio(&listener, true)?;
        // A Unix socket has no such option. A connection inherits it from its listener.
        let _ = set_tcp_nodelay(&listener, true);
        Ok(EventLoop {
            listener,
            signals: Signals::catch(&signals::OF_WORKER)?,
            connections: Connections::default(),
            ready: VecDeque::new(),
            has_pending: false,
            steps_since_accept: 0,
            current: None,
            accepts_until: None,
            failures: 0,
            has_access_log,
            figures: Figures::default(),
            time,
            piece: vec![0; PIECE_BYTES],
        })
    }

    /// Makes [`EventLoop::next`] end as soon as all requests that have begun are answered.
    pub fn close(&mut self) {
        self.accepts_until.get_or_insert_with(|| Instant::now() + LAST_REQUEST_TIME);
    }

    /// The next request, and the ends of its connection. It is the current one until
    /// [`EventLoop::answer`]. Returns `None` if the worker must end.
    pub fn next(&mut self) -> Option<(Result<Request, BadRequest>, Ends)> {
        loop {
            if self.signals.has_end_come() {
                self.close();
            }
            // A worker that has nothing to do is quicker to accept a connection than one that has. A
            // connection has its turn at once: its request has usually arrived.
            let is_due = self.ready.is_empty() || self.steps_since_accept >= STEPS_BEFORE_ACCEPT;
            if self.has_pending && is_due {
                self.accept().continue_value()?;
            } else if let Some(number) = self.ready.pop_front() {
                self.steps_since_accept += 1;
                let Some(connection) = self.connections.get(number) else { continue };
                match connection.step(&mut self.piece) {
                    Step::Waiting if connection.has_more() => self.ready.push_back(number),
                    Step::Waiting => {}
                    Step::Closed => self.connections.close(number),
                    Step::Request(request) => {
                        let ends = connection.ends;
                        self.current = Some((number, request.clone()));
                        self.time.renew();
                        return Some((request, ends));
                    }
                }
            } else {
                self.wait().continue_value()?;
            }
        }
    }

    /// Answers the current request.
    pub fn answer(&mut self, response: &Response) {
        let Some((number, request)) = self.current.take() else { return };
        let Some(connection) = self.connections.get(number) else { return };
        let (method, after) = match &request {
            Ok(request) => (request.method, request.after),
            Err(_) => (Method::Get, After::Drain),
        };
        let after = match after {
            After::Open if self.accepts_until.is_some() => After::Close,
            after => after,
        };
        self.figures.count(response.status.code());
        let now = clock::seconds_since_1970();
        if self.has_access_log {
            let peer = connection.ends.peer.map_or("-".to_owned(), |peer| peer.ip().to_string());
            let line = log_line(&peer, request.as_ref().ok(), response, now);
            let _ = io::stdout().lock().write_all(line.as_bytes());
        }
        match connection.answer(write_response(response, method, after, now), after) {
            Step::Closed => self.connections.close(number),
            _ if connection.has_more() => self.ready.push_back(number),
            _ => {}
        }
    }

    /// Returns true if [`EventLoop::next`] has ended because the system refused its calls.
    pub fn has_failed(&self) -> bool {
        self.failures >= FAILURES_MAX
    }

    /// Waits for events. It breaks off if the worker must end.
    fn wait(&mut self) -> ControlFlow<()> {
        // Connections without a request take processor time, too.
        self.time.renew();
        let now = Instant::now();
        let is_late = self.accepts_until.is_some_and(|until| until <= now);
        let is_last = self.accepts_until.is_some() && self.connections.is_empty()
            || is_late && self.connections.are_kept();
        // A last look: requests that have arrived in the meantime get an answer.
        let until = self.accepts_until.filter(|_| !is_late);
        let end = match self.connections.first_end() {
            _ if is_last => Some(now),
            end => end.into_iter().chain(until).min(),
        };
        match self.poll(end) {
            Ok(()) if is_last && self.ready.is_empty() && !self.has_pending => {
                return ControlFlow::Break(());
            }
            Ok(()) if self.has_pending => {}
            Ok(()) => self.failures = 0,
            Err(Errno::INTR) => {}
            Err(error) => return self.pause("poll", error),
        }
        ControlFlow::Continue(())
    }

    /// Waits until something happens, or until this time. Closes the connections whose time is up while
    /// nothing happens on them.
    fn poll(&mut self, end: Option<Instant>) -> Result<(), Errno> {
        let time = end.map(|end| end.saturating_duration_since(Instant::now()));
        let time = time.map(|time| Timespec::try_from(time).expect("some seconds"));
        let now = Instant::now();
        let is_open = self.accepts_until.is_none_or(|until| now < until);
        let accepts = if is_open { PollFlags::IN } else { PollFlags::empty() };
        let mut files = vec![
            PollFd::from_borrowed_fd(self.signals.file(), PollFlags::IN),
            PollFd::new(&self.listener, accepts),
        ];
        let connections = self.connections.iter();
        files.extend(connections.map(|(_, it)| PollFd::from_borrowed_fd(it.file(), it.awaited())));
        poll(&mut files, time.as_ref())?;
        let mut have_come = files.iter().map(|file| !file.revents().is_empty());
        let mut next = || have_come.next().expect("a file");
        let (has_signal, has_pending) = (next(), next());
        let mut ended = Vec::new();
        let woken = Instant::now();
        for ((number, connection), has_come) in self.connections.iter().zip(have_come) {
            if has_come {
                self.ready.push_back(number);
            } else if connection.end().is_some_and(|up| up <= woken) {
                ended.push(number);
            }
        }
        drop(files);
        ended.into_iter().for_each(|number| self.connections.close(number));
        self.has_pending = has_pending;
        if has_signal {
            self.signals.clear();
        }
        Ok(())
    }

    /// Accepts a connection. It breaks off if the worker must end.
    fn accept(&mut self) -> ControlFlow<()> {
        self.steps_since_accept = 0;
        match accept(&self.listener) {
            Ok(stream) => {
                self.failures = 0;
                self.ready.push_front(self.connections.add(Connection::new(stream)));
            }
            // The visitor has closed it.
            Err(Errno::CONNABORTED | Errno::INTR) => {}
            // There is no other, or another worker has taken it.
            Err(Errno::AGAIN) => (self.has_pending, self.failures) = (false, 0),
            Err(error) => {
                self.has_pending = false;
                let out_of_files = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM];
                if out_of_files.contains(&error) {
                    self.connections.close_one();
                }
                return self.pause("accept", error);
            }
        }
        ControlFlow::Continue(())
    }

    /// Pauses after the system refused a call. It breaks off if that lasts: another worker may have
    /// more luck, and the log says why.
    fn pause(&mut self, call: &str, error: Errno) -> ControlFlow<()> {
        self.failures += 1;
        if self.has_failed() {
            log(&format_args!("the system refuses to {call} ({error})"));
            return ControlFlow::Break(());
        }
        thread::sleep(FAILURE_PAUSE);
        ControlFlow::Continue(())
    }
}
