//! A worker: a process that answers one request after the other.
//!
//! It limits itself as a click does, each request for itself: the processor time that the system
//! grants it is always counted from the request in hand on, and a request that takes more ends the
//! worker. A bug that panics still gets its page, and whatever else has begun is answered before the
//! worker ends.

use super::event_loop::EventLoop;
use super::variables;
#[cfg(target_os = "linux")]
use crate::os::limits::{self, ProcessorTime};
use crate::os::own::{give_back_rights, log};
use crate::respond::respond_to_bug;
use crate::service::Service;
use std::panic::PanicHookInfo;
use std::process::{self, ExitCode};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A worker. Two may hold it: its own way, and after a bug the one that ends it.
struct Worker {
    service: Service,
    events: Mutex<EventLoop>,
    #[cfg(target_os = "linux")]
    time: Mutex<ProcessorTime>,
}

/// Answers requests that come to file 0 until a signal ends it, or its supervisor ends.
pub fn run(supervisor: Option<u32>) -> ExitCode {
    #[cfg(target_os = "linux")]
    let time = Mutex::new(limits::set_for_many());
    // A group that was lent for the key file is there for nothing else.
    let service = Service::find();
    if !give_back_rights() {
        return ExitCode::FAILURE;
    }
    if let Some(error) = service.trouble() {
        log(error);
    }
    if let Some(id) = supervisor
        && !end_with(id)
    {
        return ExitCode::SUCCESS;
    }
    let events = match EventLoop::open() {
        Ok(events) => Mutex::new(events),
        Err(error) => {
            log(&format_args!("the socket cannot be waited for ({error})"));
            return ExitCode::FAILURE;
        }
    };
    let worker = Worker {
        service,
        events,
        #[cfg(target_os = "linux")]
        time,
    };
    let worker = Arc::new(worker);
    let also = Arc::clone(&worker);
    std::panic::set_hook(Box::new(move |reason| also.end_after_bug(reason)));
    worker.serve();
    ExitCode::SUCCESS
}

impl Worker {
    fn events(&self) -> MutexGuard<'_, EventLoop> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers until there is nothing more to answer.
    fn serve(&self) {
        loop {
            let asked = self.events().next();
            let Some(asked) = asked else { return };
            #[cfg(target_os = "linux")]
            self.time.lock().unwrap_or_else(PoisonError::into_inner).renew();
            // The hall is free meanwhile, for the one that ends this after a bug.
            let response = variables::respond(&self.service, asked.params.as_ref());
            let trouble = self.service.trouble().map(|error| format!("parlour: {error}\n"));
            self.events().answer(&response, trouble.as_deref());
        }
    }

    /// Gives the request in hand the page of a bug, answers whatever else has begun, and ends. The
    /// library keeps nothing between requests, so that one with a bug does not touch the next. If
    /// that has one as well, the process aborts.
    fn end_after_bug(&self, reason: &PanicHookInfo<'_>) {
        let line = format!("parlour: bug: {reason}\n");
        log(&format_args!("bug: {reason}"));
        // If the bug is in the hall itself there is nothing more to do.
        if let Ok(mut events) = self.events.try_lock() {
            let page = respond_to_bug(&events.protocol());
            events.answer(&page, Some(&line));
            events.close();
            drop(events);
            self.serve();
        }
        process::exit(1);
    }
}

/// Has the system end this process when its supervisor ends; tells whether it is still there.
#[cfg(target_os = "linux")]
fn end_with(supervisor: u32) -> bool {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    // Without it a worker outlives a supervisor that is killed, and goes on with the socket.
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    getppid().is_some_and(|parent| parent.as_raw_pid().unsigned_abs() == supervisor)
}

#[cfg(not(target_os = "linux"))]
fn end_with(_: u32) -> bool {
    true
}
