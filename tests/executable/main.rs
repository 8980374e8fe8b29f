//! Tests of the true executable under web servers, as a server, and at a terminal, and of the
//! repository's documents about it.
#![cfg(unix)]

mod broken_server;
mod cli;
mod doctor;
mod documents;
mod requests;
mod secrecy;
mod serve;
#[cfg(target_os = "linux")]
mod workers;

/// The executable.
const PROGRAM: &str = env!("CARGO_BIN_EXE_parlour");
