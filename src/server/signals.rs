//! Signals as events, beside those of sockets.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level::pipe};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The pause after the system refused to wait.
const FAILURE_PAUSE: Duration = Duration::from_millis(100);

/// The signals that end a worker.
pub const OF_WORKER: [i32; 3] = [SIGTERM, SIGINT, SIGHUP];
/// The signals that end a supervisor, and SIGCHLD, which only wakes it: a worker has ended.
pub const OF_SUPERVISOR: [i32; 4] = [SIGTERM, SIGINT, SIGHUP, SIGCHLD];

/// Caught signals.
pub struct Signals {
    woken: UnixStream,
    has_end_come: Arc<AtomicBool>,
}

impl Signals {
    /// Catches these signals from now on.
    ///
    /// # Errors
    ///
    /// The error of the operating system if it lets no signal be caught.
    pub fn catch(signals: &[i32]) -> io::Result<Self> {
        let (woken, waking) = UnixStream::pair()?;
        woken.set_nonblocking(true)?;
        let has_end_come = Arc::default();
        for signal in signals {
            // The order matters: a woken process must find the flag raised.
            if *signal != SIGCHLD {
                flag::register(*signal, Arc::clone(&has_end_come))?;
            }
            pipe::register(*signal, waking.try_clone()?)?;
        }
        Ok(Signals { woken, has_end_come })
    }

    /// Returns true if a signal to end has come.
    pub fn has_end_come(&self) -> bool {
        self.has_end_come.load(Ordering::Relaxed)
    }

    /// The file that is readable after a signal, for `poll`.
    pub fn file(&self) -> BorrowedFd<'_> {
        self.woken.as_fd()
    }

    /// Makes the file unreadable until the next signal.
    pub fn clear(&mut self) {
        while self.woken.read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
    }

    /// Waits for a signal, at most for this time.
    pub fn wait(&mut self, time: Option<Duration>) {
        let time = time.map(|time| Timespec::try_from(time).expect("some seconds"));
        match poll(&mut [PollFd::new(&self.woken, PollFlags::IN)], time.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => thread::sleep(FAILURE_PAUSE),
        }
        self.clear();
    }
}
