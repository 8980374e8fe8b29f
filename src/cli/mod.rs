//! The command line, for a program that no web server runs.
//!
//! `main` decides by the environment that no web server runs the program, before it reads the
//! arguments. Several web servers pass words of the visitor's address to a program as its
//! arguments.

mod arguments;
mod doctor;
mod export;
mod help;
mod install;
mod keys;
mod program_file;
mod replace;
mod serve;
mod terminal;

use crate::doctor::checkup::Finding;
use crate::os::own::log;
use arguments::{Command, DoctorOptions};
use std::ffi::OsString;
use std::process::ExitCode;
use terminal::{Failure, say};

/// The exit code for a command line that makes no sense.
const USAGE_ERROR: u8 = 2;

/// Runs a command line: the program's own name and its arguments.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let command = match arguments::read(args.skip(1)) {
        Ok(command) => command,
        Err(error) => {
            log(&error);
            return ExitCode::from(USAGE_ERROR);
        }
    };
    execute(&command).unwrap_or_else(|error| {
        log(&error);
        ExitCode::FAILURE
    })
}

fn execute(command: &Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Overview => say(&help::overview()),
        Command::Help(command) => say(command.text),
        Command::Version => say(concat!("parlour ", env!("CARGO_PKG_VERSION"), "\n")),
        Command::Keygen { to } => return export::keygen(to.as_deref()),
        Command::Export(options) => return export::export(options),
        Command::AskAs(ask) => return Ok(doctor::ask_as(ask)),
        Command::Install(options) => say(&install::install(options)?.to_string()),
        Command::Uninstall(options) => say(&install::uninstall::uninstall(options)?.to_string()),
        Command::Doctor(options) => return Ok(examine(options)),
        Command::Serve(options) => return serve::serve(options),
    };
    Ok(ExitCode::SUCCESS)
}

fn examine(options: &DoctorOptions) -> ExitCode {
    let findings = doctor::examine(options);
    for finding in &findings {
        say(&format!("{finding}\n"));
    }
    if findings.iter().any(Finding::is_wrong) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
