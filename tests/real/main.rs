//! Parlour on real web servers, played to the end through real browsers.
//!
//! Each server is started from its recipe in deploy/, with its paths and its port replaced, and the
//! static program is put there by `parlour install`. A fixed sample of all trials is run;
//! `PARLOUR_FULL=1` runs them all. `--soak=200000` runs only the soak, with this number of
//! requests.

mod answers;
mod browsers;
mod chat;
mod chess;
mod company;
mod evening;
mod fleet;
mod friends;
mod games;
mod https;
mod landing;
mod logins;
mod others;
mod recipes;
mod sample;
mod small_web;
mod soak;
mod transitions;
mod walk;
mod wander;
mod windows;

use std::path::PathBuf;
use std::process::ExitCode;
use support::repository::is_full;
use support::server::{Kind, Server};
use support::static_build;
use support::trials::{self, Trial};

/// The program that people install. If this machine cannot build it, the program as it was built
/// for these tests.
fn own_program() -> PathBuf {
    static_build::program().unwrap_or_else(|| env!("CARGO_BIN_EXE_parlour").into())
}

/// Something to do with a running server.
type Attempt = fn(&Server);

/// Starts a server of this kind with our own program.
fn start(kind: &'static Kind) -> Server {
    Server::start(kind, own_program())
}

fn main() -> ExitCode {
    if let Some((requests, program)) = soak::asked() {
        soak::run_long(requests, &program);
        return ExitCode::SUCCESS;
    }
    let all = [
        fleet::cases(),
        chess::cases(),
        company::cases(),
        evening::cases(),
        friends::cases(),
        walk::cases(),
        wander::cases(),
        games::cases(),
        windows::cases(),
        landing::cases(),
        logins::cases(),
        transitions::cases(),
        answers::cases(),
        recipes::cases(),
        others::cases(),
        small_web::cases(),
        https::cases(),
        soak::cases(),
    ];
    let mut trials: Vec<Trial> = all.into_iter().flatten().collect();
    let names: Vec<String> = trials.iter().map(|trial| trial.name.clone()).collect();
    if !is_full() {
        let sample = sample::of(&names);
        trials.retain(|trial| sample.contains(&trial.name));
        trials.extend(wander::sample());
    }
    // It takes longer to build than a trial may take.
    if trials.iter().any(|trial| !trial.needs.is_empty() && trials::is_chosen(&trial.name, &[])) {
        own_program();
    }
    trials::run(trials, &[])
}
