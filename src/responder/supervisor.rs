//! The supervisor: the process that keeps workers running. It opens no connection and has no key.
//!
//! | signal | effect |
//! |---|---|
//! | TERM, INT, USR1 | the workers answer the requests that have begun, and all processes end |
//! | HUP | new workers start, with the program and the keys as they are now; then the former ones answer the requests that have begun, and end. If the keys cannot be used, the former workers stay |

use super::listener::Listener;
use super::signals;
use crate::os::own::log;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM, SIGUSR1};
use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The variable that makes a process a worker. Its value is the process id of the supervisor.
pub const WORKER_VARIABLE: &str = "PARLOUR_WORKER";
/// The variable that makes a process a trial: it only finds out if a worker would have keys.
pub const TRIAL_VARIABLE: &str = "PARLOUR_TRIAL";

/// The most workers.
pub const WORKERS_MAX: usize = 256;
/// The least time between two starts of a worker. A worker that cannot run would keep the processor
/// busy otherwise.
const RESTART_PAUSE: Duration = Duration::from_millis(100);
/// The most time that workers may take to end: longer than any request.
const END_TIME_MAX: Duration = Duration::from_secs(35);

/// The start of workers: the same program with the same socket.
pub struct Launch<'a> {
    program: PathBuf,
    /// The socket that this program has opened. `None` if a server has opened file 0.
    listener: Option<&'a Listener>,
    /// The variables of workers besides those of this process.
    variables: Vec<(&'static str, OsString)>,
}

impl<'a> Launch<'a> {
    /// Workers that answer at file 0.
    ///
    /// # Errors
    ///
    /// The error of the operating system if it does not say which program this is.
    pub fn of_server() -> io::Result<Self> {
        Ok(Launch { program: std::env::current_exe()?, listener: None, variables: Vec::new() })
    }

    /// Workers that answer at this socket, with these variables.
    ///
    /// # Errors
    ///
    /// A sentence if the system does not say which program this is, or it has no keys.
    pub fn at(
        listener: &'a Listener,
        variables: Vec<(&'static str, OsString)>,
    ) -> Result<Self, String> {
        let program = std::env::current_exe();
        let program = program.map_err(|error| format!("the system does not say which program this is ({error}), so that no worker can be started"))?;
        let launch = Launch { program, listener: Some(listener), variables };
        if launch.has_keys() {
            Ok(launch)
        } else {
            Err("without keys no game can be dealt".to_owned())
        }
    }

    /// Answers until a signal ends it. Without a number, it starts one worker for each processor,
    /// and at least two.
    pub fn run(&self, workers: Option<NonZero<usize>>) -> ExitCode {
        if rustix::process::geteuid().is_root() {
            log(&"it reads what visitors send as root; start it as a user who may do nothing");
        }
        let two = NonZero::<usize>::MIN.saturating_add(1);
        let processors =
            || std::thread::available_parallelism().map_or(two, |count| count.max(two));
        run(self, workers.unwrap_or_else(processors))
    }

    /// Returns true if a worker that starts now has keys. If not, the log says why.
    fn has_keys(&self) -> bool {
        let trial = self.start(TRIAL_VARIABLE);
        trial.is_some_and(|mut trial| trial.wait().is_ok_and(|status| status.success()))
    }

    /// Starts the program with the number of this process in a variable.
    fn start(&self, variable: &str) -> Option<Child> {
        let mut command = Command::new(&self.program);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.env(variable, std::process::id().to_string()).stdout(Stdio::null());
        let socket = self.listener.map_or_else(|| Ok(Stdio::inherit()), Listener::share);
        match socket.and_then(|socket| command.stdin(socket).spawn()) {
            Ok(worker) => Some(worker),
            Err(error) => {
                log(&format_args!("{} cannot be started ({error})", self.program.display()));
                None
            }
        }
    }
}

/// Keeps this many workers running until a signal ends it.
pub fn run(launch: &Launch<'_>, workers: NonZero<usize>) -> ExitCode {
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
    let mut supervisor = Supervisor { launch, slots, leaving: Vec::new() };
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

/// Waits for a signal, at most for this time.
fn wait(signals: &UnixStream, time: Option<Duration>) {
    let time = time.and_then(|time| Timespec::try_from(time).ok());
    let _ = poll(&mut [PollFd::new(signals, PollFlags::IN)], time.as_ref());
    signals::clear(signals);
}

/// A place for a worker, and the time of its last start.
#[derive(Default)]
struct Slot {
    worker: Option<Child>,
    started: Option<Instant>,
}

/// The supervisor and its workers.
struct Supervisor<'a> {
    launch: &'a Launch<'a>,
    slots: Vec<Slot>,
    /// The workers that must end.
    leaving: Vec<Child>,
}

impl Supervisor<'_> {
    /// Starts a worker in every empty slot. If a worker could not be started or ended too soon,
    /// this returns the time after which to try again.
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
                    slot.worker = self.launch.start(WORKER_VARIABLE);
                    if slot.worker.is_none() {
                        pause = Some(RESTART_PAUSE);
                    }
                }
            }
        }
        pause
    }

    /// Starts a new worker in every slot, and then tells the old workers to end. All of them share
    /// the socket, so no connection is lost. Old workers with good keys stay if new ones would have
    /// none.
    fn renew(&mut self) {
        if !self.launch.has_keys() {
            log(&"the keys cannot be used, so the workers go on with the former ones");
            return;
        }
        let former = self.slots.iter_mut().filter_map(|slot| slot.worker.take());
        let former: Vec<Child> = former.collect();
        self.slots.iter_mut().for_each(|slot| slot.started = None);
        self.fill();
        former.iter().for_each(tell_to_end);
        self.leaving.extend(former);
    }

    /// Ends all workers. It kills those that take too long.
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

/// Returns true if a worker has ended.
fn has_ended(worker: &mut Child) -> bool {
    !matches!(worker.try_wait(), Ok(None))
}

/// Returns true if a worker has ended without being told to. The log gets a line about it.
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
