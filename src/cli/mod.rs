//! The command line, for a program that no web server runs.
//!
//! `main` decides by the environment that no web server runs the program, before it reads the
//! arguments. Several web servers pass words of the visitor's address to a program as its
//! arguments.

mod account;
mod cgi_client;
mod commands;
mod cost;
mod doctor;
mod exposure;
mod install;
mod key_holder;
mod keys;
mod program_file;
mod serve;
mod terminal;
mod workspace;

use crate::os::own::log;
use crate::program::Program;
use commands::Command;
use std::ffi::OsString;
use std::process::ExitCode;
use terminal::{Failure, say};

/// The exit code for a command line that makes no sense.
const USAGE_ERROR: u8 = 2;

/// Runs a command line: the program's own name and its arguments.
pub fn run(program: &'static Program, args: impl Iterator<Item = OsString>) -> ExitCode {
    let command = match commands::read(args.skip(1)) {
        Ok(command) => command,
        Err(error) => {
            log(&error);
            return ExitCode::from(USAGE_ERROR);
        }
    };
    execute(program, &command).unwrap_or_else(|error| {
        log(&error);
        ExitCode::FAILURE
    })
}

fn execute(program: &'static Program, command: &Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Overview => say(&commands::overview()),
        Command::Help(command) => say(&command.help()),
        Command::Version => say(&format!("{} {}\n", program.name, program.version)),
        Command::Keys(options) => say(&keys::keys(options)?),
        Command::Install { dest, group } => say(&install::install(dest, group.as_deref())?),
        Command::Uninstall { dest, purge } => say(&install::uninstall(dest, *purge)?),
        Command::Doctor(options) => return doctor::examine(program, options),
        Command::Cost(game) => return cost::cost(program, game.as_deref()),
        Command::Serve(options) => return serve::serve(program, options),
    };
    Ok(ExitCode::SUCCESS)
}
