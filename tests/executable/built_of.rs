//! The table of crates in docs/evidence.md, compared with the crates that cargo resolves. It has every
//! crate that a Cargo.toml of the workspace names, with the crates that this one brings along, and no
//! other. `cargo golden` writes the crates that it brings along. A person writes the reasons.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use support::{golden, repository};

/// The system of the table. Crates for other systems are in Cargo.lock, but are never built on it.
const PLATFORM: &str = "x86_64-unknown-linux-musl";

/// A row of the table: a crate, its reason, and the crates that it brings along.
type Table = BTreeMap<String, (String, BTreeSet<String>)>;

/// What cargo says.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--locked")
        .current_dir(repository::file(""))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The crates that the Cargo.toml files of the workspace name, other than those of the workspace.
fn asked_for() -> BTreeSet<String> {
    let metadata = cargo(&["metadata", "--format-version=1", "--no-deps"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("what cargo tells");
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let names = |list: Vec<Value>| -> BTreeSet<String> {
        list.iter().filter_map(|crate_| crate_["name"].as_str()).map(str::to_owned).collect()
    };
    let packages = list(&metadata["packages"]);
    let asked = packages.iter().flat_map(|package| list(&package["dependencies"])).collect();
    &names(asked) - &names(packages)
}

/// The crates that a crate brings along: those that it needs, and those that they need.
fn along(name: &str) -> BTreeSet<String> {
    let kinds = ["-e", "normal,build,dev", "--target", PLATFORM];
    let lines = cargo(&[&["tree", "-p", name, "--prefix=none"], &kinds[..]].concat());
    let names = lines.lines().filter_map(|line| line.split(' ').next());
    names.filter(|other| !other.is_empty() && *other != name).map(str::to_owned).collect()
}

/// The crates that are named, each with all that it brings along.
fn resolved() -> BTreeMap<String, BTreeSet<String>> {
    let row = |name: String| {
        let along = along(&name);
        (name, along)
    };
    asked_for().into_iter().map(row).collect()
}

fn file() -> PathBuf {
    repository::file("docs/evidence.md")
}

/// The cells of a row whose first is the name of a crate.
fn cells(line: &str) -> Option<[&str; 3]> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let cells: [&str; 3] = cells.try_into().ok()?;
    (cells[0].starts_with('`') && line.starts_with('|')).then_some(cells)
}

fn documented() -> Table {
    let text = fs::read_to_string(file()).expect("docs/evidence.md");
    let (_, section) = text.split_once("\n## What it is built of\n").expect("the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let row = |[name, why, along]: [&str; 3]| {
        let along = along.split(", ").filter(|name| !name.is_empty()).map(str::to_owned);
        (name.trim_matches('`').to_owned(), (why.to_owned(), along.collect()))
    };
    section.lines().filter_map(cells).map(row).collect()
}

/// Writes what each crate of the table brings along.
fn write(resolved: &BTreeMap<String, BTreeSet<String>>) {
    let text = fs::read_to_string(file()).expect("docs/evidence.md");
    let renew = |line: &str| {
        let row = cells(line).and_then(|[name, why, _]| {
            let along = resolved.get(name.trim_matches('`'))?;
            let along = along.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            Some(format!("| {name} | {why} | {along} |\n"))
        });
        row.unwrap_or_else(|| format!("{line}\n"))
    };
    fs::write(file(), text.lines().map(renew).collect::<String>()).expect("docs/evidence.md");
}

#[test]
fn the_table_of_crates_is_golden() {
    let resolved = resolved();
    if golden::writes() {
        write(&resolved);
    }
    let documented = documented();
    let names = |names: BTreeSet<&String>| format!("{names:?}");
    assert_eq!(
        names(documented.keys().collect()),
        names(resolved.keys().collect()),
        "the crates of docs/evidence.md and those of the Cargo.toml files"
    );
    for (name, (why, along)) in &documented {
        assert!(!why.is_empty(), "{name}: why is it there?");
        assert_eq!(*along, resolved[name], "{name} brings along (`cargo golden` writes it)");
    }
}
