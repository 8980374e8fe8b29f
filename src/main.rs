//! Parlour's one executable: a CGI program under a web server, a command line everywhere else.

use parlour::cgi::{self, Request};
use parlour::date::Day;
use parlour::key_source;
use parlour::parlour::{House, respond};
use rand::TryRng;
use rand::rngs::SysRng;
use std::io::Write;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    // Under a web server the arguments may be words of the visitor's address: they are not read.
    if cgi::is_called(&|name| std::env::var_os(name)) {
        answer()
    } else {
        parlour::cli::run(std::env::args_os())
    }
}

fn answer() -> ExitCode {
    let variable = |name: &str| std::env::var_os(name);
    let request = Request::from_variables(&variable);
    let keys = key_source::find(&variable);
    if let Err(why) = &keys {
        // Into the server's error log; a visitor only learns that nothing is set up yet.
        let _ = writeln!(std::io::stderr(), "parlour: {why}");
    }
    let house = House {
        keys: keys.as_ref().ok().map(|(ring, _)| ring),
        preview: false,
        entropy: &|bytes| SysRng.try_fill_bytes(bytes).is_ok(),
        today: &|| Day::of_second(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs()),
    };
    let response = respond(&house, &request);
    match cgi::write(&response.to_bytes(request.method)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
