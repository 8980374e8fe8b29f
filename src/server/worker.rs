//! A worker: a process that answers one request after the other.
//!
//! A worker limits each request as a CGI process limits itself. It grants each request its own
//! processor time, and the system ends a worker that takes more. After a panic, the request still
//! gets a page, and the worker answers all other requests that have begun before it ends.

use super::event_loop::EventLoop;
use crate::gateway::http::Response;
use crate::gateway::http1::{BadRequest, Request};
use crate::gateway::protocol::Protocol;
use crate::gateway::site::{Ends, Route, Site};
use crate::os::limits;
use crate::os::own::log;
use crate::program::Program;
use crate::respond::{respond_to_bug, respond_to_endless};
use crate::service::Service;
use std::panic::PanicHookInfo;
use std::process::{self, ExitCode};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The variable that makes a process a worker. Its value is the process id of the supervisor.
pub const SUPERVISOR_VARIABLE: &str = "PARLOUR_SUPERVISOR";
/// The variable that makes a site a preview. Its value is the host name in the option `--listen`.
pub const PREVIEW_VARIABLE: &str = "PARLOUR_PREVIEW";

/// The process id of the supervisor, if this process is a worker.
pub fn supervisor_id() -> Option<u32> {
    std::env::var(SUPERVISOR_VARIABLE).ok()?.parse().ok()
}

/// A worker. The panic hook shares it.
struct Worker {
    service: Service,
    site: Site,
    events: Mutex<EventLoop>,
}

/// Answers requests that come to file 0, until a signal ends it or its supervisor ends.
pub fn work(program: &'static Program, supervisor: u32, has_access_log: bool) -> ExitCode {
    let time = limits::set_for_worker();
    let preview = std::env::var(PREVIEW_VARIABLE).ok();
    let mut service = Service::find(program);
    service.preview = preview.is_some();
    let site = Site { path: service.settings().path(), preview };
    if !end_with(supervisor) {
        return ExitCode::SUCCESS;
    }
    let events = match EventLoop::open(time, has_access_log) {
        Ok(events) => Mutex::new(events),
        Err(error) => {
            log(&format_args!("the socket cannot be waited for ({error})"));
            return ExitCode::FAILURE;
        }
    };
    let worker = Worker { service, site, events };
    let worker = Arc::new(worker);
    let shared = Arc::clone(&worker);
    std::panic::set_hook(Box::new(move |reason| shared.end_after_bug(reason)));
    worker.serve()
}

impl Worker {
    fn events(&self) -> MutexGuard<'_, EventLoop> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers until there is no more request to answer.
    fn serve(&self) -> ExitCode {
        loop {
            let next = self.events().next();
            let Some((request, ends)) = next else { break };
            // The event loop is not locked here, so that the panic hook can use it.
            let response = self.respond(&request, &ends);
            self.events().answer(&response);
        }
        self.events().figures.tell();
        if self.events().has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    fn respond(&self, request: &Result<Request, BadRequest>, ends: &Ends) -> Response {
        let request = match request {
            Ok(request) => request,
            Err(BadRequest::TooLong(query)) => {
                return respond_to_endless(self.service.settings(), query.as_deref());
            }
            Err(bad) => return self.site.refuse(bad),
        };
        let found = match self.site.route(request, ends) {
            Route::Program(found) => found,
            Route::Site(response) => return response,
        };
        #[cfg(debug_assertions)]
        misbehave(&found.query);
        let environment = |name: &str| self.site.variable(request, ends, name);
        self.service.respond_then(&environment, &found, |response| response)
    }

    /// Gives the current request an error page, answers all other requests that have begun, and
    /// ends. The library keeps no state between requests, so a bug in one does not touch the next.
    /// If the next one panics, too, the process aborts.
    fn end_after_bug(&self, reason: &PanicHookInfo<'_>) {
        log(&format_args!("bug: {reason}"));
        // The lock fails if the bug is in the event loop. Then the worker just ends.
        if let Ok(mut events) = self.events.try_lock() {
            events.answer(&respond_to_bug(self.service.settings(), &Protocol::Http));
            events.close();
            drop(events);
            self.serve();
        }
        process::exit(1);
    }
}

/// Has a bug on request, so that tests can see its effect.
#[cfg(debug_assertions)]
fn misbehave(query: &[u8]) {
    use std::os::unix::ffi::OsStrExt;
    let asks_for = |name| std::env::var_os(name).is_some_and(|value| value.as_bytes() == query);
    if asks_for("PARLOUR_PANIC") {
        panic!("PARLOUR_PANIC is set");
    }
    if asks_for("PARLOUR_ABORT") {
        std::process::abort();
    }
    while asks_for("PARLOUR_SPIN") {}
}

/// Makes the system end this process when its supervisor ends. Returns true if the supervisor still
/// runs.
#[cfg(target_os = "linux")]
fn end_with(supervisor: u32) -> bool {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    // Without this, a worker would outlive a killed supervisor and keep the socket.
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    getppid().is_some_and(|parent| parent.as_raw_pid().unsigned_abs() == supervisor)
}

#[cfg(not(target_os = "linux"))]
fn end_with(_: u32) -> bool {
    true
}
