//! A worker: a process that answers one request after the other.
//!
//! A worker limits each request as a CGI process limits itself. It grants each request its own
//! processor time, and the system ends a worker that takes more. After a panic, the request still
//! gets a page, and the worker answers all other requests that have begun before it ends.

use super::event_loop::EventLoop;
use super::variables;
use crate::gateway::server::{self, Site};
#[cfg(target_os = "linux")]
use crate::os::limits::{self, ProcessorTime};
use crate::os::own::{give_back_rights, log};
use crate::respond::respond_to_bug;
use crate::service::Service;
use std::panic::PanicHookInfo;
use std::process::{self, ExitCode};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The variable that makes workers speak HTTP. Its value is `site`, or `preview` and the host name in
/// the option `--listen`.
pub const SERVE_VARIABLE: &str = "PARLOUR_SERVE";

/// The site that answers by HTTP. `None` if a worker speaks FastCGI.
fn site(service: &Service) -> Option<Arc<Site>> {
    let value = std::env::var(SERVE_VARIABLE).ok()?;
    let preview = value.strip_prefix("preview ").map(str::to_owned);
    Some(Arc::new(Site { path: server::path(service.settings()), preview }))
}

/// A worker. The panic hook shares it.
struct Worker {
    service: Service,
    events: Mutex<EventLoop>,
    #[cfg(target_os = "linux")]
    time: Mutex<ProcessorTime>,
}

/// Finds the keys, and logs the reason if there are none. Succeeds if a worker could answer now.
pub fn try_keys() -> ExitCode {
    #[cfg(target_os = "linux")]
    let _ = limits::set_for_many();
    match find_service() {
        Some(service) if service.trouble().is_none() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Finds the keys, and gives the lent group back, which serves only to read the key file.
fn find_service() -> Option<Service> {
    let service = Service::find();
    if !give_back_rights() {
        return None;
    }
    service.log_faults();
    Some(service)
}

/// Answers requests that come to file 0, until a signal ends it or its supervisor ends.
pub fn run(supervisor: Option<u32>) -> ExitCode {
    #[cfg(target_os = "linux")]
    let time = Mutex::new(limits::set_for_many());
    let Some(mut service) = find_service() else { return ExitCode::FAILURE };
    let site = site(&service);
    service.preview = site.as_ref().is_some_and(|site| site.preview.is_some());
    if let Some(id) = supervisor
        && !end_with(id)
    {
        return ExitCode::SUCCESS;
    }
    let events = match EventLoop::open(site) {
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

    /// Answers until there is no more request to answer.
    fn serve(&self) {
        loop {
            let asked = self.events().next();
            let Some(asked) = asked else { return };
            #[cfg(target_os = "linux")]
            self.time.lock().unwrap_or_else(PoisonError::into_inner).renew();
            // The event loop is not locked here, so that the panic hook can use it.
            let response = variables::respond(&self.service, asked.params.as_ref());
            let trouble = self.service.trouble().map(|error| format!("parlour: {error}\n"));
            self.events().answer(&response, trouble.as_deref());
        }
    }

    /// Gives the current request an error page, answers all other requests that have begun, and
    /// ends. The library keeps no state between requests, so a bug in one does not touch the next.
    /// If the next one panics, too, the process aborts.
    fn end_after_bug(&self, reason: &PanicHookInfo<'_>) {
        let line = format!("parlour: bug: {reason}\n");
        log(&format_args!("bug: {reason}"));
        // The lock fails if the bug is in the event loop. Then the worker just ends.
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
