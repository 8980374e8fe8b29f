//! The tables in deploy/README.md with the trials of each server and browser. The date of the last
//! full run is below the tables.

use parlour::date::Day;
use parlour::os::clock;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use support::golden;
use support::process;
use support::repository::{self, is_ci};

/// The option that has the date of a full run written.
pub const WRITE: &str = "--write-date";
/// The marks before and after the tables.
const MARKS: (&str, &str) = ("<!-- table -->\n", "<!-- end of table -->");
/// The words before the date.
const DATE: &str = "The last full run passed on ";
/// The words before the versions.
const VERSIONS: &str = ", with ";
/// The heads of the tables.
const SERVERS_HEAD: &str = "| server | abuse tests | games played to their ends |\n|---|--:|---|\n";
const BROWSERS_HEAD: &str = "| browser | games played to their ends |\n|---|---|\n";
/// Between a game and who plays it, in the name of a case.
const BY: &str = "_by_";

/// Returns true if a run may write its date: it tries everything, and no program may be missing.
pub fn may_date() -> bool {
    repository::is_full() && is_ci()
}

/// Writes today's date and the versions of the programs that were started.
pub fn date(programs: &BTreeSet<&str>) -> Result<(), String> {
    let today = clock::seconds_since_1970().and_then(Day::of_second).ok_or("there is no date")?;
    let named = |name: &str| Some(format!("{} {}", stem(name), version(name)?));
    let versions: Vec<String> = programs.iter().filter_map(|name| named(name)).collect();
    if versions.is_empty() {
        return Err("no program says its version".to_owned());
    }
    let text = read()?;
    let (before, _, tables, after) = parted(&text)?;
    write(&[before, &format!("{DATE}{today}{VERSIONS}{}.", versions.join(", ")), tables, after])
}

/// Checks that the tables name these trials, or writes them if that is wanted.
pub fn check(names: &[String]) -> Result<(), String> {
    let text = read()?;
    let (before, date, written, after) = parted(&text)?;
    let tables = tables(names);
    match date.starts_with(DATE) && date.contains(VERSIONS) && written == tables {
        true => Ok(()),
        false if golden::writes() => write(&[before, date, &tables, after]),
        false => Err("deploy/README.md has other tables; `cargo golden` writes them".to_owned()),
    }
}

/// The name of a program or, without its folders, of a module.
fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".so").unwrap_or(file)
}

/// The version of a program, as the package says it that brought it. Without a package there is none.
fn version(program: &str) -> Option<String> {
    let ask = |arguments: &[&str]| {
        let output = Command::new("dpkg-query").args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let path = fs::canonicalize(process::find(program)?).ok()?;
    let path = path.to_str()?;
    // Packages of before the merge of /bin and /usr/bin call it by the shorter name.
    let package = [path, path.trim_start_matches("/usr")].into_iter();
    let package = package.filter_map(|path| ask(&["--search", path])).next()?;
    let package = package.split(':').next()?;
    ask(&["--show", "--showformat=${Version}", package])
}

/// Both tables: a row for each server, and one for each browser.
fn tables(names: &[String]) -> String {
    let mut servers: BTreeMap<&str, (usize, Vec<String>)> = BTreeMap::new();
    let mut browsers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (server, what) in names.iter().filter_map(|name| name.split_once("::")) {
        let (abuses, games) = servers.entry(server).or_default();
        match what.split_once(BY) {
            Some((game, browser)) => {
                games.push(plain(&format!("{game} by {browser}")));
                let place = plain(&format!("{game} on {server}"));
                browsers.entry(browser).or_default().push(place);
            }
            None => *abuses += 1,
        }
    }
    let servers = servers.into_iter().map(|(server, (abuses, games))| {
        format!("| {} | {abuses} | {} |\n", plain(server), games.join(", "))
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

fn write([before, date, tables, after]: &[&str; 4]) -> Result<(), String> {
    let text = [before, MARKS.0, date, "\n\n", tables, MARKS.1, after].concat();
    fs::write(path(), text).map_err(|error| error.to_string())
}

/// The text before the date, the date, the tables, and the text behind them.
fn parted(text: &str) -> Result<(&str, &str, &str, &str), String> {
    let parts = || {
        let (before, rest) = text.split_once(MARKS.0)?;
        let (dated, after) = rest.split_once(MARKS.1)?;
        let (date, tables) = dated.split_once("\n\n")?;
        Some((before, date, tables, after))
    };
    parts().ok_or_else(|| "deploy/README.md has no place for the tables".to_owned())
}
