//! The true executable: as a web server runs it once or to stay, as somebody at a terminal uses it,
//! and what the repository says about it.
#![cfg(unix)]

mod broken_server;
mod built_of;
mod cli;
mod completions;
mod doctor;
mod doctors_page;
mod doctors_visit;
mod documents;
#[cfg(target_os = "linux")]
mod fastcgi;
mod installations;
mod manual;
mod requests;
mod secrecy;
mod serve;

/// The executable.
const PROGRAM: &str = env!("CARGO_BIN_EXE_parlour");
