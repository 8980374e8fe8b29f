//! The supervisor: the process that keeps workers running. It opens no connection.
//!
//! At the signals TERM, INT and HUP the workers answer the requests that have begun and those of the
//! connections that wait, and all processes end.

use super::figures::Tellers;
use super::listener::Listener;
use super::signals::{self, Signals};
use super::worker::{PREVIEW_VARIABLE, SUPERVISOR_VARIABLE};
use crate::os::own::log;
use crate::seal::keys::KeyRing;
use crate::seal::source::KEY_VARIABLE;
use rustix::process::{Pid, Signal, kill_process};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// The least number of workers, so that one answers while another one takes long.
const WORKERS_MIN: usize = 2;
/// The least time between two starts of a worker. A worker that cannot run would keep the processor
/// busy otherwise.
const RESTART_PAUSE: Duration = Duration::from_millis(100);
/// The most time that workers may take to end: longer than any request.
const END_TIME_MAX: Duration = Duration::from_secs(20);

/// The facts that workers need.
pub struct Supervisor {
    program: PathBuf,
    listener: Listener,
    /// All workers have these keys. A worker that read them itself could find others than the rest.
    keys: KeyRing,
    preview: Option<String>,
    tellers: Tellers,
}

/// A place for a worker, and the time of the last start.
struct Slot {
    worker: Option<Child>,
    started: Instant,
}

impl Supervisor {
    /// A supervisor of workers with these keys. A preview has a host name, which may be empty.
    ///
    /// # Errors
    ///
    /// The error of the operating system if it does not say which program this is, or gives no pipe.
    pub fn new(listener: Listener, keys: KeyRing, preview: Option<String>) -> io::Result<Self> {
        let (program, tellers) = (std::env::current_exe()?, Tellers::open()?);
        Ok(Supervisor { program, listener, keys, preview, tellers })
    }

    /// Keeps one worker for each processor running, and at least two, until a signal ends it.
    pub fn run(self) -> ExitCode {
        let begin = Instant::now();
        if rustix::process::geteuid().is_root() {
            log(&"it reads what visitors send as root; start it as a user who may do nothing");
        }
        let mut signals = match Signals::catch(&signals::OF_SUPERVISOR) {
            Ok(signals) => signals,
            Err(error) => {
                log(&format_args!("signals cannot be caught ({error})"));
                return ExitCode::FAILURE;
            }
        };
        let processors = thread::available_parallelism().map_or(WORKERS_MIN, Into::into);
        let start = || Slot { worker: self.start(), started: Instant::now() };
        let mut slots: Vec<Slot> = (0..processors.max(WORKERS_MIN)).map(|_| start()).collect();
        while !signals.has_end_come() {
            for slot in &mut slots {
                if slot.worker.as_mut().is_some_and(has_ended) {
                    slot.worker = None;
                }
                if slot.worker.is_none() && slot.started.elapsed() >= RESTART_PAUSE {
                    *slot = start();
                }
            }
            let is_waiting = slots.iter().any(|slot| slot.worker.is_none());
            signals.wait(is_waiting.then_some(RESTART_PAUSE));
        }
        self.listener.stop_queue();
        end(slots.into_iter().filter_map(|slot| slot.worker).collect(), &mut signals);
        let seconds = begin.elapsed().as_secs();
        log(&format_args!("ended after {seconds} seconds: {}", self.tellers.sum()));
        ExitCode::SUCCESS
    }

    /// Starts a worker: this program with the same arguments, the socket and the keys.
    fn start(&self) -> Option<Child> {
        let mut command = Command::new(&self.program);
        command.args(std::env::args_os().skip(1));
        command.env(SUPERVISOR_VARIABLE, std::process::id().to_string());
        command.env(KEY_VARIABLE, self.keys.to_text());
        command.env_remove(PREVIEW_VARIABLE);
        self.tellers.add(&mut command);
        command.envs(self.preview.iter().map(|name| (PREVIEW_VARIABLE, name)));
        match self.listener.share().and_then(|socket| command.stdin(socket).spawn()) {
            Ok(worker) => Some(worker),
            Err(error) => {
                log(&format_args!("{} cannot be started ({error})", self.program.display()));
                None
            }
        }
    }
}

/// Tells the workers to end. It kills those that take too long.
fn end(mut workers: Vec<Child>, signals: &mut Signals) {
    for worker in &workers {
        let _ = kill_process(Pid::from_child(worker), Signal::TERM);
    }
    let end = Instant::now() + END_TIME_MAX;
    loop {
        workers.retain_mut(|worker| !has_ended(worker));
        let left = end.saturating_duration_since(Instant::now());
        if workers.is_empty() || left.is_zero() {
            break;
        }
        signals.wait(Some(left));
    }
    for worker in &mut workers {
        let _ = worker.kill();
        let _ = worker.wait();
    }
}

/// Returns true if a worker has ended. The log gets a line if nobody told it to end. A young worker may not
/// handle the signal yet: then the signal itself ends it.
fn has_ended(worker: &mut Child) -> bool {
    let ended = worker.try_wait();
    let is_of_worker = |signal: i32| signals::OF_WORKER.contains(&signal);
    let is_told =
        |status: &ExitStatus| status.success() || status.signal().is_some_and(is_of_worker);
    if let Ok(Some(status)) = ended
        && !is_told(&status)
    {
        log(&format_args!("worker {} ended ({status})", worker.id()));
    }
    !matches!(ended, Ok(None))
}
