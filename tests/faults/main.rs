//! The process under attack and fault. After any attack from outside, a request ends soon, logs no
//! panic and leaves no core, and its visitor gets a whole page or none.
//!
//! `--program=FILE` attacks another build of the program, best the static one. `--crowd=2000` only
//! holds this number of requests open at once: see crowd.rs. `--requests=1000000` only sends this
//! number of requests to `parlour serve`: see endurance.rs.

mod calls;
mod click;
mod crowd;
mod endurance;
mod limits;
mod signals;
mod streams;
mod surroundings;
mod theft;

use std::process::ExitCode;
use support::trials::{self, Trial};

/// Arguments of this test's own.
const OPTIONS: &[&str] = &[click::PROGRAM_OPTION, crowd::CLICKS_OPTION, endurance::REQUESTS_OPTION];

fn main() -> ExitCode {
    if let Some(clicks) = crowd::asked() {
        println!("{}", crowd::gather(clicks));
        return ExitCode::SUCCESS;
    }
    if let Some(requests) = endurance::asked() {
        println!("{}", endurance::endure(requests));
        return ExitCode::SUCCESS;
    }
    let others = theft::trials().into_iter();
    let tables = [
        calls::TRIALS,
        endurance::TRIALS,
        limits::TRIALS,
        crowd::TRIALS,
        signals::TRIALS,
        streams::TRIALS,
        surroundings::TRIALS,
    ];
    let trials = tables.into_iter().flat_map(Trial::of_table).chain(others).collect();
    trials::run(trials, OPTIONS)
}
