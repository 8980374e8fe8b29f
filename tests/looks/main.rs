//! How the pages look and read: every kind of page of every game, before an HTML checker, an
//! accessibility checker in Chromium, a tape measure and five text browsers.
//!
//! The pages come from the house without a process, which plays every game at random. What a machine
//! lacks is named and not run; where CI is set it must not lack anything. Arguments choose cases by
//! a part of their names; `--screenshots DIR` writes a picture of every page instead.

#[path = "../drive/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod drive;
#[path = "../house/mod.rs"]
mod house;
#[path = "../reader/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod reader;

mod collect;
mod folder;
mod layout;
mod nu;
mod screenshots;
mod sizes;
mod snake;
mod text;
mod tree;
mod violations;
mod words;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [option, directory] = &arguments[..]
        && option == "--screenshots"
    {
        return screenshots::write(Path::new(directory));
    }
    let cases = [
        layout::cases(),
        violations::cases(),
        nu::cases(),
        text::cases(),
        tree::cases(),
        sizes::cases(),
        words::cases(),
    ];
    drive::bench::run(cases.into_iter().flatten().collect())
}
