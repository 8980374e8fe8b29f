//! What a click costs in figures that no machine changes, as tools count them. Nothing where a tool
//! is missing or fails.

use crate::click::Asked;
use crate::folder::Folder;
use crate::process::command;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// The system calls of a click, by name; the one that ends it is not among them.
pub fn system_calls(program: &Asked, query: &str) -> Option<Vec<String>> {
    let (trace, _) = under(&["strace", "-f", "-o", "{}"], program, query, &[])?;
    // Before the name stands the number of the process.
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

/// Runs a click under a tool: what the tool writes to its file, and what it says. `{}` stands for
/// the file.
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
