//! The manual says what the program knows, and is written as manuals are.

use std::path::PathBuf;
use std::process::Command;

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("deploy/parlour.1")
}

/// The words of the program's own help that are commands, options or variables.
fn vocabulary() -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    let output = command.env_clear().arg("help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    // Commands are set in by two columns, their options by six, and all else by more.
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let listed = help.lines().filter(|line| [2, 6].contains(&indent(line))).map(str::trim_start);
    let first = listed.filter_map(|line| line.split([' ', ',']).next());
    let is_command = |word: &&str| word.bytes().all(|c| c == b'-' || c.is_ascii_lowercase());
    let is_variable = |word: &&str| word.starts_with("PARLOUR_");
    let variables = help.split([' ', ',', '\n', '.']).filter(is_variable);
    first.filter(is_command).chain(variables).map(str::to_owned).collect()
}

#[test]
fn the_manual_knows_every_command_option_and_variable() {
    let manual = std::fs::read_to_string(path()).unwrap();
    let vocabulary = vocabulary();
    for known in ["install", "--key-from", "doctor", "PARLOUR_KEY_FILE"] {
        assert!(vocabulary.iter().any(|word| word == known), "{known}: {vocabulary:?}");
    }
    let is_there = |word: &str| match word.strip_prefix("--") {
        Some(option) => manual.contains(&format!("Fl -{option}")),
        None if word.starts_with("PARLOUR") => manual.contains(&format!("Ev {word}")),
        None => manual.contains(&format!("Cm {word}")),
    };
    for word in vocabulary.iter().filter(|word| *word != "sudo") {
        assert!(is_there(word), "{word} is not in the manual");
    }
}

#[test]
fn the_manual_is_well_formed() {
    let checked = Command::new("mandoc").args(["-T", "lint", "-W", "warning"]).arg(path()).output();
    let must_run = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    match checked {
        Ok(output) => {
            let found = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{found}");
        }
        Err(error) => assert!(!must_run, "mandoc: {error}"),
    }
}
