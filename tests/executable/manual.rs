//! The manual has every command, option and variable of the program. (`cargo test --test looks manual` has mandoc check it.)

use crate::PROGRAM;
use parlour::settings::VARIABLES;
use std::path::PathBuf;
use std::process::Command;
use support::repository;

fn path() -> PathBuf {
    repository::file("deploy/parlour.1")
}

/// The output of the program for these arguments.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM).env_clear().args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The words of the program's own help that are commands, options or variables, and the settings.
fn vocabulary() -> Vec<String> {
    let first = |line: &str| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned);
    let help = printed(&["help"]);
    let (_, listed) = help.split_once("\nCommands:\n").unwrap();
    let listed = listed.split("\n\n").next().unwrap();
    let commands: Vec<String> = listed.lines().filter_map(first).collect();
    let is_option = |word: &String| word.starts_with("--");
    let options = |command: &String| {
        let help = printed(&[command, "--help"]);
        help.lines().filter_map(first).filter(is_option).collect::<Vec<_>>()
    };
    let options: Vec<String> = commands.iter().flat_map(options).collect();
    let words = help.split([' ', ',', '\n', '.']).map(str::to_owned);
    let variables = words.filter(|word| word.starts_with("PARLOUR_"));
    let settings = VARIABLES.map(|variable| variable.name.to_owned());
    options.into_iter().chain(variables).chain(settings).chain(commands.clone()).collect()
}

#[test]
fn the_manual_knows_every_command_option_and_variable() {
    let manual = std::fs::read_to_string(path()).unwrap();
    let vocabulary = vocabulary();
    for known in ["install", "--purge", "doctor", "PARLOUR_KEY_FILE"] {
        assert!(vocabulary.iter().any(|word| word == known), "{known}: {vocabulary:?}");
    }
    let is_there = |word: &str| match word.strip_prefix("--") {
        Some(option) => manual.contains(&format!("Fl -{option}")),
        None if word.starts_with("PARLOUR") => manual.contains(&format!("Ev {word}")),
        None => manual.contains(&format!("Cm {word}")),
    };
    for word in &vocabulary {
        assert!(is_there(word), "{word} is not in the manual");
    }
}
