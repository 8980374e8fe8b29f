//! mandoc checks the manual.

use std::process::Stdio;
use support::trials::Trial;
use support::{process, repository};

/// The trials of this file.
pub fn cases() -> Vec<Trial> {
    vec![Trial::new("manual::it_is_well_formed", &["mandoc"], the_manual_is_well_formed)]
}

fn the_manual_is_well_formed() {
    let mut mandoc = process::command("mandoc");
    mandoc.args(["-T", "lint", "-W", "warning"]).arg(repository::file("deploy/parlour.1"));
    let output = mandoc.stdout(Stdio::piped()).output();
    let output = output.unwrap_or_else(|error| panic!("mandoc: {error}"));
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{found}");
}
