//! Parlour's one executable: a CGI program under a web server, a command line everywhere else.

use parlour::cgi::{self, Request};
use parlour::date::Day;
use parlour::keys::KeyRing;
use parlour::parlour::{House, respond};
use rand::TryRng;
use rand::rngs::SysRng;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    if cgi::is_called(&|name| std::env::var_os(name)) { answer() } else { ExitCode::SUCCESS }
}

fn answer() -> ExitCode {
    let variable = |name: &str| std::env::var_os(name);
    let request = Request::from_variables(&variable);
    let keys = KeyRing::parse(&std::env::var("PARLOUR_KEY").unwrap_or_default());
    let house = House {
        keys: keys.as_ref().ok(),
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
