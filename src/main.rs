//! Parlour's one executable: a CGI program under a web server, a command line everywhere else.

#![forbid(unsafe_code)]

use parlour::date::Day;
use parlour::doctor::examine::examine;
use parlour::gateway::cgi::{self, HttpRequest, Method};
use parlour::respond::{Services, respond_then, respond_to_bug};
use parlour::seal::source;
use rand::TryRng;
use rand::rngs::SysRng;
use std::io::Write;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// Asks the system for memory once, where musl's own allocator would ask and give back twenty times
/// in one click.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    if cgi::is_called(&|name| std::env::var_os(name)) {
        answer()
    } else {
        parlour::cli::run(std::env::args_os())
    }
}

/// Answers one request. The arguments are not read: under CGI a visitor can choose them.
fn answer() -> ! {
    #[cfg(target_os = "linux")]
    parlour::os::limits::set();
    let variable = |name: &str| std::env::var_os(name);
    let request = HttpRequest::from_variables(&variable);
    show_bugs(request.method);
    #[cfg(debug_assertions)]
    if variable("PARLOUR_PANIC").is_some() {
        panic!("asked for, to see what a visitor would see");
    }
    let keys = source::find(&variable);
    if let Err(error) = &keys {
        let _ = writeln!(std::io::stderr(), "parlour: {error}");
    }
    let services = Services {
        keys: keys.as_ref().ok().map(|(ring, _)| ring),
        preview: variable("PARLOUR_PREVIEW").is_some(),
        entropy: &|bytes| SysRng.try_fill_bytes(bytes).is_ok(),
        today: &|| Day::of_second(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs()),
        examine: &|pass| {
            let (ring, source) = keys.as_ref().ok()?;
            examine(&variable, ring, source, pass)
        },
    };
    respond_then(&services, &request, |response| {
        let written = response.write(request.method);
        cgi::drain(&variable);
        std::process::exit(if written.is_ok() { 0 } else { 1 })
    })
}

/// Should the program ever panic, the visitor gets a page all the same, and the error log the
/// reason: nothing has been written by then, since a response is written whole and last.
fn show_bugs(method: Method) {
    std::panic::set_hook(Box::new(move |reason| {
        let _ = writeln!(std::io::stderr(), "parlour: bug: {reason}");
        let response = respond_to_bug();
        let _ = response.write(method);
        std::process::exit(1);
    }));
}
