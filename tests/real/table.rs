//! The table in deploy/README.md of what is tried on which server, written by the tests themselves.

use std::fs;
use std::path::PathBuf;

/// The argument that has the table written.
pub const WRITE: &str = "--write-table";
/// What stands before the table, and after it.
const MARKS: (&str, &str) = ("<!-- table -->\n", "<!-- end of table -->");
/// What stands above its columns.
const HEAD: &str = "| server | provocations | games played to their ends |\n|---|---|---|\n";

/// A row: a server, how often it is provoked, and what is played there.
struct Row<'a> {
    server: &'a str,
    provocations: usize,
    games: Vec<String>,
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("deploy/README.md")
}

fn rows<'a>(names: &'a [String]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::new();
    for (server, what) in names.iter().filter_map(|name| name.split_once("::")) {
        let at = rows.iter().position(|row| row.server == server).unwrap_or_else(|| {
            rows.push(Row { server, provocations: 0, games: Vec::new() });
            rows.len() - 1
        });
        match what.split_once("_by_") {
            Some((game, browser)) => {
                rows[at].games.push(format!("{game} by {browser}").replace('_', " "));
            }
            None => rows[at].provocations += 1,
        }
    }
    rows.sort_by_key(|row| row.server);
    rows
}

/// Writes the table of these cases.
pub fn write(names: &[String]) -> Result<(), String> {
    let lines = rows(names).into_iter().map(|row| {
        format!("| {} | {} | {} |\n", row.server, row.provocations, row.games.join(", "))
    });
    let table: String = lines.collect();
    let path = path();
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let (before, _, after) = parted(&text)?;
    let text = format!("{before}{}{HEAD}{table}{}{after}", MARKS.0, MARKS.1);
    fs::write(&path, text).map_err(|error| error.to_string())
}

/// Holds that the table has a row for each of these servers, and no other.
pub fn check(names: &[String]) -> Result<(), String> {
    let text = fs::read_to_string(path()).map_err(|error| error.to_string())?;
    let (_, table, _) = parted(&text)?;
    let written = table.lines().skip(HEAD.lines().count());
    let written: Vec<&str> = written.filter_map(|line| line.split('|').nth(1)).collect();
    let written: Vec<&str> = written.into_iter().map(str::trim).collect();
    let tried: Vec<&str> = rows(names).iter().map(|row| row.server).collect();
    match written == tried {
        true => Ok(()),
        false => Err(format!("deploy/README.md has {written:?}; write it anew with {WRITE}")),
    }
}

fn parted(text: &str) -> Result<(&str, &str, &str), String> {
    let missing = || "deploy/README.md has no place for the table".to_owned();
    let (before, rest) = text.split_once(MARKS.0).ok_or_else(missing)?;
    let (table, after) = rest.split_once(MARKS.1).ok_or_else(missing)?;
    Ok((before, table, after))
}
