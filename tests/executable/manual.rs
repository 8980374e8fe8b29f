//! The manual says what the program knows. (`cargo test --test looks manual` has mandoc check it.)

use crate::PROGRAM;
use std::path::PathBuf;
use std::process::Command;
use support::repository;

fn path() -> PathBuf {
    repository::file("deploy/parlour.1")
}

/// The words of the program's own help that are commands, options or variables.
fn vocabulary() -> Vec<String> {
    let mut command = Command::new(PROGRAM);
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
