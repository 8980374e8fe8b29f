//! The program as processes that stay and answer many requests, by FastCGI for a web server, or by
//! HTTP without one.
//!
//! A server starts the program with a listening socket as file 0 (specification, section 2.2), or
//! `parlour fastcgi` or `parlour serve` opens one. The first process is only a supervisor. It starts
//! workers, which are the same program with the same socket, and replaces each worker that ends. A
//! worker answers one request at a time. So a bug costs one request its page, and the service goes on.
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
pub use supervisor::{Launch, WORKERS_MAX};
pub use worker::SERVE_VARIABLE;

use crate::os::own::give_back_rights;
use std::num::NonZero;
use std::process::ExitCode;

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
    match Launch::of_server() {
        Ok(launch) => supervisor::run(&launch, workers),
        // Without the path of this program, the supervisor could not start workers.
        Err(_) => worker::run(None),
    }
}
