//! The start of a program: the macros `main!` and `games!` expand to these.

pub use crate::game::any::AnyGame;
use crate::game::contract::Game;
use crate::gateway::cgi;
use crate::gateway::http::Method;
use crate::gateway::protocol::Protocol;
use crate::os::own::{log, set_names};
pub use crate::program::Program;
use crate::respond::respond_to_bug;
use crate::service::Service;
use crate::settings::Settings;
#[cfg(target_env = "musl")]
pub use dlmalloc::GlobalDlmalloc;
use std::process::ExitCode;

/// Makes a program of games: `main`, with every command and every format.
///
/// ```no_run
/// # use parlour::prelude::*;
/// # fn main() {}
/// # mod program {
/// parlour::main!(parlour::GAMES);
/// # }
/// ```
///
/// `main!(TwentyOne)` makes a program of one game, and `main!(parlour::GAMES, TwentyOne)` one with the games
/// of Parlour first. The program has the name of its executable and the version of its crate: its file, its
/// keys, its help and its pages name them. It is built for musl with an allocator that fits short processes.
///
/// It does not compile if two games have one key or one number.
#[macro_export]
macro_rules! main {
    ($($games:tt)+) => {
        // The allocator of musl would take and return memory twenty times in a request.
        #[cfg(target_env = "musl")]
        #[global_allocator]
        static MEMORY: $crate::start::GlobalDlmalloc = $crate::start::GlobalDlmalloc;

        fn main() -> ::std::process::ExitCode {
            const NAME: &str = $crate::start::name(
                ::std::option_env!("CARGO_BIN_NAME"),
                ::std::env!("CARGO_PKG_NAME"),
            );
            static TITLE: [u8; NAME.len()] = $crate::start::title(NAME);
            static PROGRAM: $crate::start::Program = $crate::start::program(
                NAME,
                &TITLE,
                ::std::env!("CARGO_PKG_VERSION"),
                $crate::games![$($games)+],
            );
            $crate::start::start(&PROGRAM)
        }
    };
}

/// The list of these games, for a program or a test. `parlour::GAMES` may come first.
///
/// ```
/// let games: &'static [_] = parlour::games![parlour::GAMES];
/// assert_eq!(games.len(), parlour::GAMES.len());
/// ```
#[macro_export]
macro_rules! games {
    (parlour::GAMES $(, $game:ty)* $(,)?) => {{
        const OWN: &[$crate::start::AnyGame] = &[$($crate::start::game::<$game>()),*];
        const ALL: [$crate::start::AnyGame; $crate::GAMES.len() + OWN.len()] =
            $crate::start::joined($crate::GAMES, OWN);
        &ALL
    }};
    ($($game:ty),+ $(,)?) => {
        const { &[$($crate::start::game::<$game>()),+] }
    };
}

/// The row of a game in the list of a program.
pub const fn game<G: Game>() -> AnyGame {
    AnyGame::of::<G>()
}

/// The games of two lists, which have so many in sum.
pub const fn joined<const N: usize>(first: &[AnyGame], second: &[AnyGame]) -> [AnyGame; N] {
    let mut all = [first[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    all
}

/// The name of a program: that of its executable, or else that of its crate.
pub const fn name(executable: Option<&'static str>, package: &'static str) -> &'static str {
    match executable {
        Some(name) => name,
        None => package,
    }
}

/// The name of a program for people, in UTF-8: `Twenty one` for `twenty_one`.
pub const fn title<const N: usize>(name: &str) -> [u8; N] {
    let mut title = [b' '; N];
    let mut at = 0;
    while at < N {
        title[at] = match name.as_bytes()[at] {
            b'-' | b'_' => b' ',
            letter if at == 0 => letter.to_ascii_uppercase(),
            letter => letter,
        };
        at += 1;
    }
    title
}

/// A program with these games, its title in UTF-8.
///
/// # Panics
///
/// At compile time, if links could not tell its games apart.
pub const fn program(
    name: &'static str,
    title: &'static [u8],
    version: &'static str,
    games: &'static [AnyGame],
) -> Program {
    match std::str::from_utf8(title) {
        Ok(title) => Program::new(name, title, version, games),
        Err(_) => panic!("the name of a program is text"),
    }
}

/// Runs a program: it answers one request if a web server started it for that, and obeys its command line
/// otherwise.
pub fn start(program: &'static Program) -> ExitCode {
    set_names(program.name, program.title);
    if cgi::is_called(&|name| std::env::var_os(name)) {
        return answer(program);
    }
    obey(program)
}

#[cfg(unix)]
fn obey(program: &'static Program) -> ExitCode {
    crate::cli::run(program, std::env::args_os())
}

/// The commands need Unix users and file modes.
#[cfg(not(unix))]
fn obey(_: &'static Program) -> ExitCode {
    log(
        &"on this system there are no commands: have a web server run it as a CGI program, with the key in PARLOUR_KEY",
    );
    ExitCode::FAILURE
}

/// Answers one request. This does not read the arguments, because a visitor may choose them under
/// CGI.
fn answer(program: &'static Program) -> ExitCode {
    crate::os::limits::set();
    let environment = |name: &str| std::env::var_os(name);
    let service = Service::find(program);
    let request = cgi::read(&environment);
    answer_panics(program, request.method, request.protocol.clone());
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
fn answer_panics(program: &'static Program, method: Method, protocol: Protocol) {
    std::panic::set_hook(Box::new(move |reason| {
        log(&format_args!("bug: {reason}"));
        let _ = cgi::write(&respond_to_bug(&Settings::of(program), &protocol), method);
        std::process::exit(1);
    }));
}
