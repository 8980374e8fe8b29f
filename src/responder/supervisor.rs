//! The supervisor: the process that keeps workers running. It opens no connection and has no key.
//!
//! | signal | what it does |
//! |---|---|
//! | TERM, INT, USR1 | the workers answer what has begun, and all end |
//! | HUP | new workers start, with the program and the keys as they are now; then the former ones answer what has begun, and end |

use super::signals;
use crate::os::own::log;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM, SIGUSR1};
use std::io;
use std::num::NonZero;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The variable by which a worker knows that it is one: the id of its supervisor's process.
pub const WORKER_VARIABLE: &str = "PARLOUR_WORKER";

/// The most workers.
pub const WORKERS_MAX: usize = 256;
/// The least time between two starts of a worker, so that one that cannot run does not keep the
/// processor busy.
const RESTART_PAUSE: Duration = Duration::from_millis(100);
/// How long workers may take to end: longer than any request.
const END_TIME_MAX: Duration = Duration::from_secs(35);

/// Keeps this many workers running until a signal ends it.
pub fn run(
    program: &Path,
    socket: &dyn Fn() -> io::Result<Stdio>,
    workers: NonZero<usize>,
) -> ExitCode {
    #[cfg(target_os = "linux")]
    crate::os::limits::hide();
    let (is_ending, is_renewing) = (Arc::default(), Arc::default());
    let end = Some(&is_ending);
    let caught = signals::catch(&[
        (SIGTERM, end),
        (SIGINT, end),
        (SIGUSR1, end),
        (SIGHUP, Some(&is_renewing)),
        (SIGCHLD, None),
    ]);
    let signals = match caught {
        Ok(signals) => signals,
        Err(error) => {
            log(&format_args!("signals cannot be caught ({error})"));
            return ExitCode::FAILURE;
        }
    };
    let slots = (0..workers.get().min(WORKERS_MAX)).map(|_| Slot::default()).collect();
    let mut supervisor = Supervisor { program, socket, slots, leaving: Vec::new() };
    while !is_ending.load(Ordering::Relaxed) {
        if is_renewing.swap(false, Ordering::Relaxed) {
            supervisor.renew();
        }
        let pause = supervisor.fill();
        wait(&signals, pause);
    }
    supervisor.end(&signals);
    ExitCode::SUCCESS
}

/// Waits for a signal, and for this long at most.
fn wait(signals: &UnixStream, time: Option<Duration>) {
    let time = time.and_then(|time| Timespec::try_from(time).ok());
    let _ = poll(&mut [PollFd::new(signals, PollFlags::IN)], time.as_ref());
    signals::clear(signals);
}

/// Where a worker belongs, and when the last one was started.
#[derive(Default)]
struct Slot {
    worker: Option<Child>,
    started: Option<Instant>,
}

/// The workers.
struct Supervisor<'a> {
    program: &'a Path,
    socket: &'a dyn Fn() -> io::Result<Stdio>,
    slots: Vec<Slot>,
    /// Those that have been told to end.
    leaving: Vec<Child>,
}

impl Supervisor<'_> {
    /// Starts a worker wherever there is none. Gives back after what time to try again, if one could
    /// not be started or ended too soon.
    fn fill(&mut self) -> Option<Duration> {
        self.leaving.retain_mut(|worker| !has_ended(worker));
        let mut pause = None;
        for slot in &mut self.slots {
            if slot.worker.as_mut().is_some_and(has_failed) {
                slot.worker = None;
            }
            if slot.worker.is_some() {
                continue;
            }
            let since = slot.started.map(|started| started.elapsed());
            match since.and_then(|since| RESTART_PAUSE.checked_sub(since)) {
                Some(left) => pause = Some(pause.map_or(left, |pause: Duration| pause.min(left))),
                None => {
                    slot.started = Some(Instant::now());
                    slot.worker = start(self.program, self.socket);
                    if slot.worker.is_none() {
                        pause = Some(RESTART_PAUSE);
                    }
                }
            }
        }
        pause
    }

    /// Starts a new worker in every place, and then tells the former ones to end. All share the
    /// socket, so that no connection is lost.
    fn renew(&mut self) {
        let former = self.slots.iter_mut().filter_map(|slot| slot.worker.take());
        let former: Vec<Child> = former.collect();
        self.slots.iter_mut().for_each(|slot| slot.started = None);
        self.fill();
        former.iter().for_each(tell_to_end);
        self.leaving.extend(former);
    }

    /// Ends all workers, those that take too long by force.
    fn end(&mut self, signals: &UnixStream) {
        let workers = self.slots.iter_mut().filter_map(|slot| slot.worker.take());
        self.leaving.extend(workers);
        self.leaving.iter().for_each(tell_to_end);
        let end = Instant::now() + END_TIME_MAX;
        loop {
            self.leaving.retain_mut(|worker| !has_ended(worker));
            let left = end.saturating_duration_since(Instant::now());
            if self.leaving.is_empty() || left.is_zero() {
                break;
            }
            wait(signals, Some(left));
        }
        for worker in &mut self.leaving {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

fn start(program: &Path, socket: &dyn Fn() -> io::Result<Stdio>) -> Option<Child> {
    let mut command = Command::new(program);
    command.env(WORKER_VARIABLE, std::process::id().to_string()).stdout(Stdio::null());
    match socket().and_then(|socket| command.stdin(socket).spawn()) {
        Ok(worker) => Some(worker),
        Err(error) => {
            log(&format_args!("{} cannot be started ({error})", program.display()));
            None
        }
    }
}

/// Whether a worker has ended.
fn has_ended(worker: &mut Child) -> bool {
    !matches!(worker.try_wait(), Ok(None))
}

/// Whether a worker that was not told to has ended. That is worth a line in the log.
fn has_failed(worker: &mut Child) -> bool {
    let ended = worker.try_wait();
    if let Ok(Some(status)) = ended
        && !status.success()
    {
        log(&format_args!("worker {} ended ({status})", worker.id()));
    }
    !matches!(ended, Ok(None))
}

fn tell_to_end(worker: &Child) {
    let _ = kill_process(Pid::from_child(worker), Signal::TERM);
}
