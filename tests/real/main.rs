//! Parlour on real web servers, played to the end through real browsers.
//!
//! Each server is started from its recipe in deploy/, with its paths and its port replaced, and the
//! program is put there by `parlour install`. What a machine lacks is named and not run; where CI is
//! set it must not lack anything. Arguments choose cases by a part of their names.

#[path = "../drive/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod drive;
#[path = "../reader/mod.rs"]
mod reader;

mod answers;
mod browsers;
mod fleet;
mod games;
mod http;
mod server;
mod wander;

use std::process::ExitCode;

fn main() -> ExitCode {
    let cases = fleet::cases()
        .into_iter()
        .chain(wander::cases())
        .chain(games::cases())
        .chain(answers::cases());
    drive::bench::run(cases.collect())
}
