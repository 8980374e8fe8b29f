//! The documents: every link in them leads to a file of the package, and the commands for players and
//! programs work.

use crate::PROGRAM;
use parlour::gateway::http::Status;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use support::documents::{DOCUMENTS, blocks, commands, text};
use support::repository;
use support::services::{NOW, ask_on};

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

/// The paths and the texts of the sources in a folder.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| match path.extension() {
        None if path.is_dir() => sources(&path),
        Some(end) if end == "rs" => {
            vec![(path.display().to_string(), fs::read_to_string(&path).unwrap())]
        }
        _ => Vec::new(),
    };
    entries.flat_map(read).collect()
}

/// Returns true if a source has a function or a trial with this in its name.
fn has_test(source: &str, part: &str) -> bool {
    source.match_indices(part).any(|(at, _)| {
        let before = source[..at].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        before.ends_with("fn ") || before.ends_with('"')
    })
}

#[test]
fn commands_for_tests_choose_some() {
    for document in DOCUMENTS {
        let text = text(document);
        for command in text.split("cargo test ").skip(1) {
            let command = command.split(['`', '\n', '#']).next().unwrap();
            let mut words = command.split_whitespace();
            let mut places = vec!["src".to_owned(), "tests".to_owned()];
            while let Some(word) = words.next() {
                match word {
                    "--lib" => places = vec!["src".to_owned()],
                    "--test" => places = vec![format!("tests/{}", words.next().unwrap())],
                    _ if word.starts_with('-') || word.chars().all(|c| c.is_uppercase()) => {}
                    _ => {
                        let folders = places.iter().map(repository::file);
                        let found: Vec<_> = folders.flat_map(|place| sources(&place)).collect();
                        let is_there = |part: &str| {
                            let is_in = |(path, source): &(String, String)| {
                                path.contains(part) || has_test(source, part)
                            };
                            found.iter().any(is_in)
                        };
                        assert!(word.split("::").all(is_there), "{document}: cargo test {command}");
                    }
                }
            }
        }
    }
}

#[test]
fn each_point_of_security_has_its_evidence() {
    let (security, evidence) = (text("SECURITY.md"), text("docs/evidence.md"));
    let words = evidence.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let points = security.split("\n- **").skip(1).filter_map(|point| point.split("**").next());
    let (_, untested) = words.split_once(" have no test").expect("the points without a test");
    for point in points.map(|point| point.trim_end_matches([',', '.']).to_lowercase()) {
        let is_told = words.contains(&format!("| {point} |")) || untested.contains(&point);
        assert!(is_told, "docs/evidence.md does not tell of {point}");
    }
    let tables = evidence.split("\n| point | tests that try it |\n|---|---|\n").skip(1);
    let rows: Vec<&str> =
        tables.flat_map(|table| table.lines().take_while(|line| line.starts_with('|'))).collect();
    assert!(rows.len() > 20, "{rows:?}");
    let sources: Vec<_> =
        ["src", "tests"].iter().flat_map(|it| sources(&repository::file(it))).collect();
    for row in rows {
        let tests: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "{row}");
        for test in tests {
            assert!(sources.iter().any(|(_, source)| has_test(source, test)), "there is no {test}");
        }
    }
}

#[test]
fn addresses_in_the_documents_open() {
    // After each day that they name.
    let now = Some(NOW + 30 * 86_400);
    let mut opened = 0;
    for document in DOCUMENTS {
        for address in text(document).split("`?").skip(1).filter_map(|it| it.split('`').next()) {
            let page = ask_on(now, &format!("{address}&as=json"));
            let is_read = page.status == Status::Ok && page.body.contains("\"ignored\":[]");
            assert!(is_read, "{document}: ?{address}: {}", page.body);
            opened += 1;
        }
    }
    assert!(opened > 15, "{opened}");
}

/// The documents whose commands need a preview at most.
const SHOWN_WITH_A_PREVIEW: [&str; 3] =
    ["docs/daily-puzzles.md", "docs/how-a-link-works.md", "docs/json-api.md"];

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
