//! The command line: what the program does when no web server runs it.
//!
//! It is never reached in CGI mode. Several web servers hand words of the visitor's address to a
//! program as its arguments, so `main` must have decided by the environment before it comes here.

mod arguments;
mod doctor;
mod http;
mod install;
mod page_link;
mod program_file;
mod terminal;
mod trial;
mod visit;

use crate::doctor::checkup::Finding;
use crate::seal::keys::Key;
use arguments::{Command, Consultation, Misuse};
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;
use terminal::{complain, say};

const HELP: &str = "\
Parlour deals games on web pages and keeps nothing: every link is a whole game.
It is one CGI program. Copy it to where your web server runs programs, and play.

Usage: parlour COMMAND

  install DEST        put a copy with a key of its own at DEST, a file or a directory;
                      an older copy there is replaced and its keys are kept
      --new-key       give the copy a fresh key; the former ones still open old links
      --key-from FILE give it the keys of another installed copy, or of a key file
  doctor [FILE] [URL] say whether this program, or FILE, is installed as it should be, and
                      whether the web server at URL hands on what Parlour answers
      --document-root DIR
                      look for keys below DIR, where the server hands out files
      --page          print a link that opens a page on what the program sees under the
                      web server; to nobody else is it there, and after a day to nobody
      --key-from FILE make that link with the keys of another copy, or of a key file
  serve               open a preview on this machine, to be closed with Ctrl-C
      --listen ADDR   listen at ADDR (127.0.0.1:8080)
  keygen              print a fresh key, for PARLOUR_KEY or a key file
  help, version       print this, or the version

Example:

  sudo parlour install /usr/lib/cgi-bin
  sudo parlour doctor /usr/lib/cgi-bin/parlour http://localhost/cgi-bin/parlour

and open http://localhost/cgi-bin/parlour in any browser.

Keys are taken from PARLOUR_KEY, else from the installed copy itself, else from the file
that PARLOUR_KEY_FILE names. Who has a key can read and make links, so keep it secret.
";

/// The exit code for a command line that makes no sense.
const MISUSE: u8 = 2;

/// Obeys a command line, the program's own name first.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    match arguments::read(args.skip(1)) {
        Ok(command) => obey(&command),
        Err(misuse) => refuse(&misuse),
    }
}

fn obey(command: &Command) -> ExitCode {
    match command {
        Command::Help => {
            say(HELP);
            ExitCode::SUCCESS
        }
        Command::Version => {
            say(concat!("parlour ", env!("CARGO_PKG_VERSION"), "\n"));
            ExitCode::SUCCESS
        }
        Command::Keygen => keygen(),
        Command::Install(order) => match install::install(order) {
            Ok(installed) => {
                say(&installed.to_string());
                ExitCode::SUCCESS
            }
            Err(error) => fail(&error),
        },
        Command::Doctor(order) => examine(order),
        Command::DoctorsPage(order) => match page_link::make(order) {
            Ok(link) => {
                say(&format!("{link}\n"));
                ExitCode::SUCCESS
            }
            Err(error) => fail(&error),
        },
        Command::Serve { listen } => serve(listen.as_deref()),
    }
}

fn keygen() -> ExitCode {
    match Key::draw() {
        // A key that nobody got to see must not pass for one that was made.
        Ok(key) if say(&format!("{}\n", key.to_text())) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => fail(&error),
    }
}

fn examine(order: &Consultation) -> ExitCode {
    let findings = doctor::examine(order);
    for finding in &findings {
        say(&format!("{finding}\n"));
    }
    if findings.iter().any(Finding::is_wrong) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

#[cfg(feature = "serve")]
fn serve(listen: Option<&OsStr>) -> ExitCode {
    use crate::serve::{Preview, ServeError};
    let opened = program_file::own_path()
        .map_err(ServeError::OwnName)
        .and_then(|program| Preview::open(listen, program));
    let preview = match opened {
        Ok(preview) => preview,
        Err(error) => return fail(&error),
    };
    say(&format!(
        "Parlour is open at {}\nThis is a preview: its links die with it. Close it with Ctrl-C.\n",
        preview.url()
    ));
    if preview.is_open_to_others() {
        say("Everybody who can reach this machine can play.\n");
    }
    preview.run();
    ExitCode::SUCCESS
}

#[cfg(not(feature = "serve"))]
fn serve(_: Option<&OsStr>) -> ExitCode {
    complain(
        "this build has no preview server; build Parlour with its default features, or put it behind a web server with `parlour install`",
    );
    ExitCode::FAILURE
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    complain(&error.to_string());
    ExitCode::FAILURE
}

fn refuse(misuse: &Misuse) -> ExitCode {
    complain(&format!("{misuse}; `parlour help` lists the commands"));
    ExitCode::from(MISUSE)
}
