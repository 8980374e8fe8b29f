//! The command line, for a program that no web server runs.
//!
//! `main` decides by the environment that no web server runs the program, before it reads the
//! arguments. Several web servers pass words of the visitor's address to a program as its
//! arguments.

mod arguments;
mod doctor;
mod export;
mod install;
mod keys;
mod page_link;
mod program_file;
mod replace;
mod terminal;
mod verify;

use crate::doctor::checkup::Finding;
use crate::responder::{self, Listener};
use arguments::{Command, DoctorOptions, FastCgiOptions};
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;
use terminal::{complain, say};

/// The help. Its middle is about the preview, which only some builds have.
const HELP: [&str; 3] = [
    "\
Parlour deals games on web pages and keeps nothing: every link is a whole game.
It is one CGI program. Copy it to where your web server runs programs, and play.

Usage: parlour COMMAND

  install DEST        put a copy with a key of its own at DEST, a file or a directory;
                      an older copy there is replaced and its keys are kept
      --new-key       give the copy a fresh key; the former ones still open old links
      --key-from FILE give it the keys of another installed copy, or of a key file
      --group NAME    keep the key in a file for a group that only the copy runs with:
                      parlour, which is the default for root, or parlour-SOMETHING
      --server-group NAME
                      keep it in a file for the group of the web server
      --key-file FILE the file to keep it in, instead of one in /etc/parlour
      --key-inside    keep it in the copy, the default for other users
  uninstall DEST      remove the copy, its key file, and the group if no copy uses it
      --keep-key      leave the keys, for a copy that is installed there later
  export [FILE]       print the keys of this program, or of FILE, to keep as a backup;
                      `install --key-from BACKUP` gives them back
      --to BACKUP     write them to a new file that only you can read
  doctor [FILE] [URL] check whether this program, or FILE, is installed as it should be,
                      and whether the web server at URL passes on what Parlour answers
      --document-root DIR
                      look for keys below DIR, where the server hands out files
      --resolve HOST:PORT:ADDRESS
                      ask for HOST at ADDRESS, as curl does
      --page          print a link to a page on what the program sees under the web
                      server; the page opens only with this link, for one day
      --key-from FILE make that link with the keys of another copy, or of a key file
",
    if cfg!(feature = "serve") {
        "  serve               open a preview on this machine; close it with Ctrl-C
      --listen ADDR   listen at ADDR instead of 127.0.0.1:8080
"
    } else {
        ""
    },
    "  fastcgi --listen PLACE
                      answer a web server that speaks FastCGI, at a path or an address
      --workers N     with N processes instead of one for each processor
  keygen              print a fresh key, for PARLOUR_KEY or a key file
      --to FILE       write it to a new file that only you can read
  verify GAME SECRET NUMBER
                      work out what was dealt, from the secret or the code that a game
                      shows; its rules page says what SECRET and NUMBER are
  help, version       print this, or the version

Example:

  sudo parlour install /usr/lib/cgi-bin
  sudo parlour doctor /usr/lib/cgi-bin/parlour http://localhost/cgi-bin/parlour

and open http://localhost/cgi-bin/parlour in any browser.

A copy that was installed with a key file takes its keys from there alone. Otherwise they
come from PARLOUR_KEY, else from the copy itself, else from the file that PARLOUR_KEY_FILE
names. Whoever has a key can read and make links: keep it secret.
",
];

/// The exit code for a command line that makes no sense.
const USAGE_ERROR: u8 = 2;

/// Runs a command line: the program's own name and its arguments.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let command = match arguments::read(args.skip(1)) {
        Ok(command) => command,
        Err(error) => {
            complain(&format_args!("{error}; `parlour help` lists the commands"));
            return ExitCode::from(USAGE_ERROR);
        }
    };
    execute(&command).unwrap_or_else(|error| {
        complain(&error);
        ExitCode::FAILURE
    })
}

fn execute(command: &Command) -> Result<ExitCode, Box<dyn Error>> {
    match command {
        Command::Help => say(&HELP.concat()),
        Command::Version => say(concat!("parlour ", env!("CARGO_PKG_VERSION"), "\n")),
        Command::Keygen { to } => return Ok(export::keygen(to.as_deref())?),
        Command::Export(options) => return Ok(export::export(options)?),
        Command::AskAs(ask) => return Ok(doctor::ask_as(ask)),
        Command::Verify(options) => say(&verify::verify(options)?),
        Command::Install(options) => say(&install::install(options)?.to_string()),
        Command::Uninstall(options) => say(&install::uninstall::uninstall(options)?.to_string()),
        Command::Doctor(options) => return Ok(examine(options)),
        Command::PageLink(options) => say(&format!("{}\n", page_link::make(options)?)),
        Command::FastCgi(options) => return answer_fastcgi(options),
        Command::Serve { listen } => return serve(listen.as_deref()),
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

fn answer_fastcgi(options: &FastCgiOptions) -> Result<ExitCode, Box<dyn Error>> {
    let listener = Listener::open(&options.listen)?;
    Ok(responder::run_at(&listener, options.workers)?)
}

#[cfg(feature = "serve")]
fn serve(listen: Option<&OsStr>) -> Result<ExitCode, Box<dyn Error>> {
    let preview = crate::serve::Preview::open(listen)?;
    say(&format!(
        "Parlour is open at {}\nThis is a preview: its links die with it. Close it with Ctrl-C.\n",
        preview.url()
    ));
    if preview.is_open_to_others() {
        say("Everybody who can reach this machine can play, at its IP address.\n");
    }
    preview.run();
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "serve"))]
fn serve(_: Option<&OsStr>) -> Result<ExitCode, Box<dyn Error>> {
    Err("this build has no preview server; build Parlour with its default features, or put it behind a web server with `parlour install`".into())
}
