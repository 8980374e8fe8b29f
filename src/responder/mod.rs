//! The program as a FastCGI responder: processes that stay and answer many requests for a web
//! server.
//!
//! A server starts the program with a listening socket as file 0 (specification, section 2.2), or
//! `parlour fastcgi` opens one. The first process is only a supervisor. It starts workers, which
//! are the same program with the same socket, and replaces each worker that ends. A worker answers
//! one request at a time. So a bug costs one request its page, and the service goes on.
//!
//! The server sends the variables of a request. Only the operator's variables, whose names begin
//! with `PARLOUR_`, come from the environment of the process.

mod connection;
mod event_loop;
mod listener;
mod signals;
mod supervisor;
mod variables;
mod worker;

pub use listener::{ListenError, Listener};
pub use supervisor::WORKERS_MAX;

use crate::os::own::{give_back_rights, log};
use std::num::NonZero;
use std::process::{ExitCode, Stdio};

/// The variable with the number of workers, for a responder that a server has started.
const WORKERS_VARIABLE: &str = "PARLOUR_WORKERS";

/// Returns true if file 0 is a listening socket, as in FastCGI. This takes one system call.
#[cfg(not(target_vendor = "apple"))]
pub fn is_given_a_socket() -> bool {
    rustix::net::sockopt::socket_acceptconn(std::io::stdin()).unwrap_or(false)
}

/// Returns true if file 0 is a listening socket. Apple's systems have no call for that. A listening
/// socket has a name and no peer (FastCGI Specification, 2.2).
#[cfg(target_vendor = "apple")]
pub fn is_given_a_socket() -> bool {
    let input = std::io::stdin();
    let has_no_peer = rustix::net::getpeername(&input) == Err(rustix::io::Errno::NOTCONN);
    has_no_peer && rustix::net::getsockname(&input).is_ok()
}

/// Answers requests that come to file 0, a listening socket. This does not read the arguments.
pub fn run() -> ExitCode {
    let number = |name| std::env::var_os(name)?.to_str()?.parse().ok();
    if let Some(supervisor) = number(supervisor::WORKER_VARIABLE) {
        return worker::run(Some(supervisor));
    }
    if std::env::var_os(supervisor::TRIAL_VARIABLE).is_some() {
        return worker::try_keys();
    }
    if !give_back_rights() {
        return ExitCode::FAILURE;
    }
    // Servers that start programs decide themselves how many to start.
    let workers = number(WORKERS_VARIABLE).and_then(|workers| usize::try_from(workers).ok());
    let workers = workers.and_then(NonZero::new).unwrap_or(NonZero::<usize>::MIN);
    match std::env::current_exe() {
        Ok(program) => supervisor::run(&program, &|| Ok(Stdio::inherit()), workers),
        // Without the path of this program, the supervisor could not start workers.
        Err(_) => worker::run(None),
    }
}

/// Answers requests that come to an open socket, with this many workers. Without a number, it
/// starts one worker for each processor, and at least two.
///
/// # Errors
///
/// A sentence if the system does not say which program this is, or it has no keys.
pub fn run_at(listener: &Listener, workers: Option<NonZero<usize>>) -> Result<ExitCode, String> {
    let program = std::env::current_exe();
    let program = program.map_err(|error| format!("the system does not say which program this is ({error}), so that no worker can be started"))?;
    if !supervisor::has_keys(&program, &|| listener.share()) {
        return Err("without keys no game can be dealt".to_owned());
    }
    if rustix::process::geteuid().is_root() {
        log(&"it reads what visitors send as root; start it as a user who may do nothing");
    }
    let two = NonZero::<usize>::MIN.saturating_add(1);
    let processors = || std::thread::available_parallelism().map_or(two, |count| count.max(two));
    let workers = workers.unwrap_or_else(processors);
    Ok(supervisor::run(&program, &|| listener.share(), workers))
}
