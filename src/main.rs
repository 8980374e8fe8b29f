//! The executable: a CGI program when a web server starts it for a request, otherwise a command line.

#![forbid(unsafe_code)]

use parlour::games::PARLOUR;
use parlour::gateway::cgi;
use parlour::gateway::http::Method;
use parlour::gateway::protocol::Protocol;
use parlour::os::own::log;
use parlour::respond::respond_to_bug;
use parlour::service::Service;
use parlour::settings::Settings;
use std::process::ExitCode;

/// Takes memory from the system once. The allocator of musl would take and return memory twenty
/// times in a request.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    if cgi::is_called(&|name| std::env::var_os(name)) {
        return answer();
    }
    obey()
}

#[cfg(unix)]
fn obey() -> ExitCode {
    parlour::cli::run(&PARLOUR, std::env::args_os())
}

/// The commands need Unix users and file modes.
#[cfg(not(unix))]
fn obey() -> ExitCode {
    log(
        &"on this system there are no commands: have a web server run it as a CGI program, with the key in PARLOUR_KEY",
    );
    ExitCode::FAILURE
}

/// Answers one request. This does not read the arguments, because a visitor may choose them under
/// CGI.
fn answer() -> ExitCode {
    parlour::os::limits::set();
    let environment = |name: &str| std::env::var_os(name);
    let service = Service::find(&PARLOUR);
    let request = cgi::read(&environment);
    answer_panics(request.method, request.protocol.clone());
    #[cfg(debug_assertions)]
    if environment("PARLOUR_PANIC").is_some() {
        panic!("PARLOUR_PANIC is set");
    }
    service.log_faults();
    service.respond_then(&environment, &request, |response| {
        let written = cgi::write(&response, request.method);
        cgi::discard_body(&environment);
        std::process::exit(if written.is_ok() { 0 } else { 1 })
    })
}

/// Answers a panic: the visitor gets a page, and the error log gets the reason. The program writes
/// each response last and in one piece, so it has written no part of one before.
fn answer_panics(method: Method, protocol: Protocol) {
    std::panic::set_hook(Box::new(move |reason| {
        log(&format_args!("bug: {reason}"));
        let _ = cgi::write(&respond_to_bug(&Settings::of(&PARLOUR), &protocol), method);
        std::process::exit(1);
    }));
}
