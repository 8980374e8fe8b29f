//! The process under attack and fault: whatever is done to a click from outside, it ends soon, says
//! nothing of a panic, leaves no core, and its visitor has a whole page or none.
//!
//! `--program=FILE` attacks another build of the program, best the static one. `--crowd=2000` holds
//! that many clicks open at once, and does nothing else; see crowd.rs.

#[path = "../drive/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod drive;
#[path = "../reader/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod reader;

mod calls;
mod click;
mod crowd;
mod limits;
mod signals;
mod streams;
mod surroundings;

use drive::bench::{self, Case};
use std::process::ExitCode;

/// Something that is tried: its name, the programs that it takes, and how.
type Trial = (&'static str, &'static [&'static str], fn());

fn main() -> ExitCode {
    if let Some(clicks) = crowd::asked() {
        println!("{}", crowd::gather(clicks));
        return ExitCode::SUCCESS;
    }
    let trials = [
        calls::TRIALS,
        limits::TRIALS,
        crowd::TRIALS,
        signals::TRIALS,
        streams::TRIALS,
        surroundings::TRIALS,
    ];
    let case = |(name, needs, run): &Trial| Case::new((*name).to_owned(), needs, *run);
    bench::run(trials.into_iter().flatten().map(case).collect())
}
