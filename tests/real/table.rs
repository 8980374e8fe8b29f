//! The tables in deploy/README.md of what is tried on which server and in which browser, and of when
//! all of it was tried last, written by the tests themselves.

use crate::sample;
use parlour::date::Day;
use parlour::os::clock;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use support::repository::{self, is_ci};

/// The option that has the tables written.
pub const WRITE: &str = "--write-table";
/// What stands before the tables, and after them.
const MARKS: (&str, &str) = ("<!-- table -->\n", "<!-- end of table -->");
/// What stands before the date.
const DATE: &str = "All of it was tried last on ";
/// What stands above the columns.
const SERVERS_HEAD: &str =
    "| server | provocations | games played to their ends |\n|---|--:|---|\n";
const BROWSERS_HEAD: &str = "| browser | games played to their ends |\n|---|---|\n";
/// Between a game and who plays it, in the name of a case.
const BY: &str = "_by_";

/// Whether the tables may be written: all is tried, and nothing that it takes may be missing.
pub fn may_be_written() -> bool {
    sample::is_full() && is_ci()
}

/// Writes the tables of these trials, with the date.
pub fn write(names: &[String]) -> Result<(), String> {
    let text = read()?;
    let (before, _, after) = parted(&text)?;
    let today = clock::seconds_since_1970().and_then(Day::of_second).ok_or("there is no date")?;
    let text = format!("{before}{}{DATE}{today}.\n\n{}{}{after}", MARKS.0, tables(names), MARKS.1);
    fs::write(path(), text).map_err(|error| error.to_string())
}

/// Checks that the tables say what is tried, and when it was.
pub fn check(names: &[String]) -> Result<(), String> {
    let text = read()?;
    let (_, written, _) = parted(&text)?;
    let (date, written) = written.split_once("\n\n").ok_or("there is no date")?;
    match date.starts_with(DATE) && written == tables(names) {
        true => Ok(()),
        false => Err("deploy/README.md is of former days; `.ci/full` writes it anew".to_owned()),
    }
}

/// Both tables: a row for each server, and one for each browser.
fn tables(names: &[String]) -> String {
    let mut servers: BTreeMap<&str, (usize, Vec<String>)> = BTreeMap::new();
    let mut browsers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (server, what) in names.iter().filter_map(|name| name.split_once("::")) {
        let (provocations, games) = servers.entry(server).or_default();
        match what.split_once(BY) {
            Some((game, browser)) => {
                games.push(plain(&format!("{game} by {browser}")));
                let place = plain(&format!("{game} on {server}"));
                browsers.entry(browser).or_default().push(place);
            }
            None => *provocations += 1,
        }
    }
    let servers = servers.into_iter().map(|(server, (provocations, games))| {
        format!("| {} | {provocations} | {} |\n", plain(server), games.join(", "))
    });
    let browsers = browsers
        .into_iter()
        .map(|(browser, games)| format!("| {} | {} |\n", plain(browser), games.join(", ")));
    let (servers, browsers) = (servers.collect::<String>(), browsers.collect::<String>());
    format!("{SERVERS_HEAD}{servers}\n{BROWSERS_HEAD}{browsers}")
}

/// A name of the code as words.
fn plain(name: &str) -> String {
    name.replace('_', " ")
}

fn path() -> PathBuf {
    repository::file("deploy/README.md")
}

fn read() -> Result<String, String> {
    fs::read_to_string(path()).map_err(|error| error.to_string())
}

fn parted(text: &str) -> Result<(&str, &str, &str), String> {
    let missing = || "deploy/README.md has no place for the tables".to_owned();
    let (before, rest) = text.split_once(MARKS.0).ok_or_else(missing)?;
    let (tables, after) = rest.split_once(MARKS.1).ok_or_else(missing)?;
    Ok((before, tables, after))
}
