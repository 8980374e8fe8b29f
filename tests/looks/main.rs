//! Tests of the look and text of pages. Every kind of page of every game goes to an HTML checker,
//! an accessibility checker in Chromium, a tape measure, five text browsers, a speech synthesizer,
//! and the checker of the pages for programs. The manual goes to mandoc.
//!
//! The pages come from the library without a process; every game is played at random.
//! `--screenshots DIR` only writes pictures and contact sheets of every kind of page. Parts of
//! names behind it select pages.

mod collect;
mod contrast;
mod feed;
mod folder;
mod landing;
mod layout;
mod manual;
mod nu;
mod schema;
mod screenshots;
mod selection;
mod sheet;
mod sizes;
mod snake;
mod speech;
mod states;
mod text;
mod tree;
mod violations;
mod visited;
mod words;

use std::path::Path;
use std::process::ExitCode;
use support::trials;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [option, directory, names @ ..] = &arguments[..]
        && option == "--screenshots"
    {
        return screenshots::write(Path::new(directory), names);
    }
    let cases = [
        layout::cases(),
        states::cases(),
        contrast::cases(),
        violations::cases(),
        nu::cases(),
        text::cases(),
        tree::cases(),
        selection::cases(),
        visited::cases(),
        landing::cases(),
        sheet::cases(),
        sizes::cases(),
        words::cases(),
        schema::cases(),
        manual::cases(),
        feed::cases(),
        speech::cases(),
    ];
    trials::run(cases.into_iter().flatten().collect(), &[])
}
