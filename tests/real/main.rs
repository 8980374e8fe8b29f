//! Parlour on real web servers, played to the end through real browsers.
//!
//! Each server is started from its recipe in deploy/, with its paths and its port replaced, and the
//! program is put there by `parlour install`. What a machine lacks is named and not run; where CI is
//! set it must not lack anything. Arguments choose cases by a part of their names.

#[path = "../reader/mod.rs"]
mod reader;

mod answers;
mod bench;
mod browsers;
mod fleet;
mod games;
mod http;
mod process;
mod server;
mod wander;

use std::process::ExitCode;

fn main() -> ExitCode {
    let cases = fleet::cases()
        .into_iter()
        .chain(wander::cases())
        .chain(games::cases())
        .chain(answers::cases());
    bench::run(cases.collect())
}
