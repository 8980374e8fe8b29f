//! `parlour serve`: processes that keep running and answer by HTTP.
//!
//! The first process is only a supervisor. It starts workers, which are the same program with the
//! same listening socket as file 0, and replaces each worker that ends. A worker has many
//! connections and answers one request at a time. So a bug costs one request its page, the system
//! ends a worker that takes too much memory or time, and the service goes on.

mod connection;
mod connections;
mod event_loop;
mod figures;
mod listener;
mod signals;
mod supervisor;
mod worker;

pub use listener::Listener;
pub use supervisor::Supervisor;
pub use worker::{supervisor_id, work};
