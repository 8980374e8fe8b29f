//! The documents: every link in them leads to a file of the package, and a test runs every command.

use crate::PROGRAM;
use parlour::games::GAMES;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use support::documents::{DOCUMENTS, blocks, commands, text};
use support::repository;

/// The files that run the commands with a name, and the words for them there.
const RUN_BY: [(&str, &str, &str); 3] = [
    ("root", "tests/package/machine.rs", "commands(document, \"root\")"),
    ("debian", ".ci/debian.py", "```sh debian {name}"),
    ("cargo", "tests/executable/documents.rs", "CARGO"),
];

/// The commands that start cargo: how they begin, the file that runs them, and its words for them.
const CARGO: [(&str, &str, &str); 22] = [
    ("cargo run -- serve", "tests/executable/serve.rs", "\"serve\""),
    ("cargo test\n", ".ci/run", "cargo test --locked"),
    ("cargo test --lib ", ".ci/run", "--lib"),
    ("PARLOUR_FULL=1 cargo test --lib each_level_suits ", ".ci/full", "each_level_suits"),
    ("cargo quick ", ".cargo/config.toml", "quick = ["),
    ("cargo golden", ".cargo/config.toml", "golden = ["),
    ("cargo test --test faults\n", ".ci/run", "--test faults"),
    ("cargo static && cargo test --test faults -- --crowd", ".ci/full", "--crowd=2000"),
    ("cargo test --test real -- --soak", ".ci/full", "--soak=200000"),
    ("cargo test --test real ", ".ci/run", "--test real"),
    ("cargo test --test looks -- --screenshots ", "tests/looks/main.rs", "--screenshots"),
    ("cargo test --test cost\n", ".ci/run", "--test cost"),
    ("cargo bench --bench click\n", ".ci/full", "--bench click"),
    ("cargo bench --bench scale\n", ".ci/full", "--bench scale"),
    (".ci/mutants ", "CONTRIBUTING.md", "each behind a number"),
    ("cargo install cargo-fuzz", ".ci/full", "cargo install cargo-fuzz"),
    ("cargo +nightly fuzz run -s none ", ".ci/full", "fuzz run -s none"),
    // These take hours, so people run them by hand.
    ("cargo +nightly fuzz cmin -s none ", "fuzz/README.md", "After a long run"),
    ("cd fuzz && cargo +nightly fuzz build", "docs/evidence.md", "We ran each of these"),
    ("./", "docs/evidence.md", "We ran each of these"),
    (".ci/run", "CONTRIBUTING.md", "before a merge"),
    (".ci/lines && .ci/prose", ".ci/run", ".ci/prose"),
];

/// The files of the package for crates.io.
fn packaged() -> BTreeSet<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--allow-dirty", "--offline"]);
    let output = cargo.current_dir(repository::file("")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("paths are text").lines().map(PathBuf::from).collect()
}

/// The targets of the links in a document.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// The path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// The names of the headings of a document in links.
fn anchors(text: &str) -> BTreeSet<String> {
    let heading = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    text.lines().filter(|line| line.starts_with('#')).map(heading).collect()
}

#[test]
fn links_lead_to_files_of_the_package() {
    let packaged = packaged();
    for document in DOCUMENTS.iter().filter(|document| packaged.contains(Path::new(document))) {
        let (text, folder) = (text(document), Path::new(document).parent().unwrap());
        for link in links(&text).filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = if file.is_empty() { document.into() } else { plain(&folder.join(file)) };
            let is_there = packaged.iter().any(|packaged| packaged.starts_with(&path));
            assert!(is_there, "{document}: {link} is not in the package");
            if !anchor.is_empty() {
                let anchors = anchors(&fs::read_to_string(repository::file(&path)).unwrap());
                assert!(anchors.contains(anchor), "{document}: {link} is no heading: {anchors:?}");
            }
        }
    }
}

#[test]
fn every_document_is_known() {
    for file in fs::read_dir(repository::file("docs")).unwrap() {
        let name = format!("docs/{}", file.unwrap().file_name().to_str().unwrap());
        assert!(!name.ends_with(".md") || DOCUMENTS.contains(&&*name), "{name}");
    }
}

#[test]
fn the_readme_has_every_game_and_its_players() {
    let readme = text("README.md");
    for ruleset in GAMES.iter().map(|game| game.ruleset) {
        let people = match ruleset.people {
            (1, 1) => "1".to_owned(),
            (1, 2) => "1 or 2".to_owned(),
            (least, most) => format!("{least} to {most}"),
        };
        let row = format!("| {} | {people} |", ruleset.title);
        assert!(readme.contains(&row), "README.md lacks {row}");
    }
}

#[test]
fn the_games_with_daily_puzzles_are_named() {
    let document = text("docs/daily-puzzles.md");
    let (first, _) = document.split_once(" have a new puzzle").unwrap();
    for ruleset in GAMES.iter().map(|game| game.ruleset) {
        assert_eq!(first.contains(ruleset.title), ruleset.daily, "{}", ruleset.title);
    }
}

#[test]
fn a_test_runs_every_command() {
    for document in DOCUMENTS {
        for block in blocks(document).iter().filter(|block| block.language == "sh") {
            let (kind, name) = block.name.split_once(' ').unwrap_or((&block.name, ""));
            if kind.is_empty() {
                assert!(SHOWN_WITH_A_PREVIEW.contains(&document), "{document}: {}", block.text);
                continue;
            }
            let run_by = RUN_BY.iter().find(|(known, ..)| *known == kind);
            let (_, file, words) =
                run_by.unwrap_or_else(|| panic!("{document}: nothing runs {kind}"));
            assert!(text(file).contains(words), "{file} does not run {kind}");
            assert!(kind != "debian" || text(file).contains(&format!("\"{name}\"")), "{name}");
            if kind == "cargo" {
                block.text.replace("\\\n", "").split_inclusive('\n').for_each(is_known);
            }
        }
    }
}

/// Asserts that a file runs a command that starts cargo.
#[track_caller]
fn is_known(line: &str) {
    let command = line.split(" #").next().unwrap_or_default().trim().to_owned() + "\n";
    let known = CARGO.iter().find(|(start, ..)| command.starts_with(start));
    let (_, file, words) = known.unwrap_or_else(|| panic!("nothing runs {command}"));
    assert!(text(file).contains(words), "{file} does not run {command}");
}

/// The documents whose commands need a preview at most.
const SHOWN_WITH_A_PREVIEW: [&str; 4] = [
    "docs/daily-puzzles.md",
    "docs/how-a-link-works.md",
    "docs/json-api.md",
    "docs/play-with-friends.md",
];

/// The start of every script: an error page ends it.
const WORDS: &str = "set -e\ncurl() { command curl --fail \"$@\"; }\n";

/// The folder of a reader: the repository, the program, and the programs that a document shows.
fn readers_folder(document: &str) -> support::folder::Folder {
    let folder = support::folder::Folder::create();
    for name in ["deploy", "docs", "static"] {
        symlink(repository::file(name), folder.join(name)).unwrap();
    }
    fs::create_dir(folder.join("bin")).unwrap();
    symlink(PROGRAM, folder.join("bin/parlour")).unwrap();
    for block in blocks(document).iter().filter(|block| block.language == "python") {
        folder.write(&block.name, &block.text, 0o644);
    }
    folder
}

#[test]
fn the_commands_for_players_and_programs_work() {
    use support::process::is_there;

    if !["curl", "python3"].into_iter().all(is_there) {
        assert!(!repository::is_ci(), "curl or Python is not here");
        return;
    }
    let preview = crate::serve::open();
    let url = format!("http://{}/cgi-bin/parlour", preview.address);
    for document in SHOWN_WITH_A_PREVIEW {
        let folder = readers_folder(document);
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", folder.join("bin").display());
        let written = commands(document, "");
        assert!(!written.is_empty(), "{document}");
        for command in written {
            let script = command.replace("http://localhost:8080/cgi-bin/parlour", &url);
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", &format!("{WORDS}{script}")]).env_clear().env("PATH", &path);
            let output = shell.current_dir(folder.path()).output().unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{document}: {command}{complaint}");
            assert!(!output.stdout.is_empty() && complaint.is_empty(), "{command}{complaint}");
        }
    }
}
