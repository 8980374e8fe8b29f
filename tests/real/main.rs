//! Parlour on real web servers, played to the end through real browsers.
//!
//! Each server is started from its recipe in deploy/, with its paths and its port replaced, and the
//! program is put there by `parlour install`. What a machine lacks is named and not run; where CI is
//! set it must not lack anything. Arguments choose cases by a part of their names; `--soak=200000` runs
//! that many requests of the soak, and nothing else.

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
mod landing;
mod server;
mod soak;
mod table;
mod wander;
mod windows;

use drive::bench::{self, Case};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some((requests, program)) = soak::asked() {
        soak::run_long(requests, &program);
        return ExitCode::SUCCESS;
    }
    let mut cases: Vec<Case> =
        fleet::cases().into_iter().chain(wander::cases()).chain(games::cases()).collect();
    cases.extend(windows::cases());
    cases.extend(landing::cases());
    cases.extend(answers::cases());
    cases.extend(soak::cases());
    let names: Vec<String> = cases.iter().map(|case| case.name.clone()).collect();
    // What is not run is not written down.
    let is_to_be_written = std::env::args().skip(1).eq([table::WRITE]);
    if !is_to_be_written {
        let names = names.clone();
        let check = move || table::check(&names).unwrap_or_else(|fault| panic!("{fault}"));
        cases.push(Case::new("the_tables_say_what_is_tried".to_owned(), &[], check));
    }
    let ended = bench::run(cases);
    if is_to_be_written && ended == ExitCode::SUCCESS {
        table::write(&names).unwrap_or_else(|fault| panic!("{fault}"));
    }
    ended
}
