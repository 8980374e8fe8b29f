//! The cost of a request in figures that are the same on every machine, as tools count them. A
//! function returns `None` if its tool is missing or fails.

use crate::click::Asked;
use crate::folder::Folder;
use crate::process::command;
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Stdio;

/// The address to which valgrind loads a position-independent executable.
const VALGRIND_BASE: u64 = 0x0010_8000;

/// The system calls of a click, by name; the one that ends it is not among them.
pub fn system_calls(program: &Asked, query: &str) -> Option<Vec<String>> {
    let (trace, _) = under(&["strace", "-f", "-o", "{}"], program, query, &[])?;
    // The number of the process comes before the name.
    let name = |line: &str| line.split_once('(')?.0.split_whitespace().last().map(str::to_owned);
    Some(trace.lines().filter_map(name).filter(|name| name != "exit_group").collect())
}

/// The instructions of a click on a program that is machine code.
pub fn instructions(program: &Asked, query: &str) -> Option<u64> {
    instructions_with(program, query, &[])
}

/// The same, with more variables of the server.
pub fn instructions_with(program: &Asked, query: &str, more: &[(&str, &str)]) -> Option<u64> {
    let tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file={}"];
    let (_, told) = under(&tool, program, query, more)?;
    let (_, count) = told.lines().find_map(|line| line.split_once("Collected : "))?;
    count.trim().parse().ok()
}

/// The addresses of the instructions that a click executes, each once, as the executable's file numbers
/// them.
pub fn executed(program: &Asked, query: &str) -> Option<BTreeSet<u64>> {
    let tool = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--callgrind-out-file={}"];
    let (counts, _) = under(&tool, program, query, &[])?;
    let (mut address, mut addresses) = (0_u64, BTreeSet::new());
    // An address is in hexadecimal digits, or the distance from the address before it.
    for word in counts.lines().filter_map(|line| line.split_whitespace().next()) {
        let number = |text: &str| text.parse::<u64>().ok();
        let next = match word.split_at_checked(1)? {
            ("+", rest) => number(rest).map(|by| address + by),
            ("-", rest) => number(rest).map(|by| address - by),
            ("*", "") => Some(address),
            _ => word.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok()),
        };
        let Some(next) = next else { continue };
        address = next;
        addresses.insert(next - VALGRIND_BASE);
    }
    Some(addresses)
}

/// The addresses of a section of an executable.
pub fn section(program: &Path, name: &str) -> Option<Range<u64>> {
    let mut readelf = command("readelf");
    let told = readelf.args(["-SW"]).arg(program).stdout(Stdio::piped()).output().ok()?;
    let told = String::from_utf8(told.stdout).ok()?;
    let rest =
        told.lines().find_map(|line| line.split_once(&format!(" {name} "))).map(|it| it.1)?;
    let mut words = rest.split_whitespace().skip(1);
    let mut number = || u64::from_str_radix(words.next()?, 16).ok();
    let (start, _, length) = (number()?, number()?, number()?);
    Some(start..start + length)
}

/// The machine code of a program, a line for each instruction.
pub fn machine_code(program: &Path) -> Option<String> {
    let code = command("objdump").arg("-d").arg(program).stdout(Stdio::piped()).output().ok()?;
    String::from_utf8(code.stdout).ok()
}

/// The header of a program and the segments that the system loads, a line for each.
pub fn segments(program: &Path) -> Option<String> {
    let mut readelf = command("readelf");
    let told = readelf.args(["-hlW"]).arg(program).stdout(Stdio::piped()).output().ok()?;
    String::from_utf8(told.stdout).ok()
}

/// The lines of machine code that have this instruction.
pub fn lines_with<'c>(code: &'c str, instruction: &str) -> Vec<&'c str> {
    let has = |line: &&str| line.split_whitespace().any(|word| word == instruction);
    code.lines().filter(has).collect()
}

/// Runs a request under a tool. Returns the text of the tool's file and its output. `{}` is
/// replaced by the file.
fn under(
    tool: &[&str],
    program: &Asked,
    query: &str,
    more: &[(&str, &str)],
) -> Option<(String, String)> {
    let folder = Folder::create();
    let file = folder.join("count");
    let tool: Vec<String> =
        tool.iter().map(|part| part.replace("{}", &file.to_string_lossy())).collect();
    let mut start = program.start(&tool, query);
    let output = start.envs(more.iter().copied()).stderr(Stdio::piped()).output().ok()?;
    let written = fs::read_to_string(&file).ok()?;
    Some((written, String::from_utf8_lossy(&output.stderr).into_owned()))
}
