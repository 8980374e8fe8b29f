//! Examines a script that runs Parlour, such as deploy/wrapper.sh. A server that cannot run a
//! script only answers 500.

use super::findings as say;
use crate::cli::program_file;
use crate::doctor::checkup::Finding;
use crate::doctor::permissions;
use crate::os::access::{Access, Right};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most bytes to read of a script.
const SCRIPT_BYTES_MAX: u64 = 1 << 16;
/// Commands that print.
const PRINTERS: [&str; 4] = ["echo ", "printf ", "cat ", "date"];

/// A script that runs a program.
#[derive(Debug)]
pub struct Wrapper {
    /// The program that it runs.
    pub program: PathBuf,
    /// The findings about the script.
    pub findings: Vec<Finding>,
    /// Findings that matter only if the web server fails: each may be the reason.
    pub suspects: Vec<Finding>,
}

/// The script at a path. Returns `None` if the file is no script, or its last line runs no program at
/// an absolute path.
pub fn read(path: &Path) -> Option<Wrapper> {
    let mut text = String::new();
    program_file::open(path).ok()?.take(SCRIPT_BYTES_MAX).read_to_string(&mut text).ok()?;
    let first = text.trim_start_matches('\u{feff}').strip_prefix("#!")?.lines().next()?;
    let is_command = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let mut lines: Vec<&str> = text.lines().skip(1).filter(is_command).collect();
    let words: Vec<&str> = lines.pop()?.split_whitespace().map(|it| it.trim_matches('"')).collect();
    let runs = words.iter().find(|word| !is_before_program(word))?;
    if !runs.starts_with('/') {
        return None;
    }
    let program = PathBuf::from(runs);
    let name = path.display();
    let interpreter = first.split_whitespace().next()?;
    let has = |some: &[&str]| words.iter().any(|word| some.contains(word));
    let prints = |line: &&&str| PRINTERS.iter().any(|printer| line.trim().starts_with(printer));
    let wrong = if text.starts_with('\u{feff}') {
        Some(say::byte_order_mark(&name))
    } else if text.contains('\r') {
        Some(say::windows(&name))
    } else if !Path::new(interpreter).exists() {
        Some(say::no_interpreter(interpreter))
    } else if !program.exists() && !is_hidden(&program) {
        Some(say::runs_nothing(program.display()))
    } else if has(&["$@", "$*"]) {
        Some(say::hands_on_arguments())
    } else if has(&["-i", "-", "--ignore-environment"]) {
        Some(say::no_variables())
    } else {
        lines.iter().find(prints).map(say::script_prints)
    };
    let mut findings = vec![say::script(&name, program.display())];
    findings.extend(wrong);
    findings.extend(permissions::check_writable(path));
    let mut suspects = permissions::check_enterable(path);
    let access = Access::at(path).ok()?;
    if access.has(Right::OthersWrite) {
        findings.push(say::script_open(&name));
    } else if !access.has(Right::SomebodyRuns) {
        findings.push(say::script_never_run(&name));
    } else if !access.has(Right::OthersRun) || !access.has(Right::OthersRead) {
        suspects.push(say::script_closed(&name));
    }
    Some(Wrapper { program, findings, suspects })
}

/// Returns true if a shell takes the next word for the program: `exec`, `env`, an option, a variable.
fn is_before_program(word: &str) -> bool {
    word == "exec"
        || word.rsplit('/').next() == Some("env")
        || word.contains(['-', '=']) && !word.starts_with('/')
}

/// Returns true if the file may exist in a directory that this user may not enter.
fn is_hidden(program: &Path) -> bool {
    let error = program.metadata().err().map(|error| error.kind());
    error == Some(std::io::ErrorKind::PermissionDenied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_is_wrong_with_a_script_is_said() {
        let path = std::env::temp_dir().join(format!("parlour-wrapper-{}", std::process::id()));
        let wrong = |text: &str, mode: u32| {
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let wrapper = read(&path)?;
            let wrong = wrapper.findings.into_iter().filter(Finding::is_wrong);
            // The place of the temporary directory does not matter to the script.
            let wrong = wrong.filter(|finding| !finding.sentence.contains("may write in"));
            Some(wrong.map(|finding| finding.sentence).collect::<Vec<_>>())
        };
        assert_eq!(wrong("#!/bin/sh\n# x\nexec /bin/true\n", 0o755), Some(vec![]));
        for (text, mode, expected) in [
            ("#!/bin/sh\r\nexec /bin/true\r\n", 0o755, "line ends of Windows"),
            ("#!/nowhere/sh\nexec /bin/true\n", 0o755, "wants to be run by /nowhere/sh"),
            ("#!/bin/sh\nexec /nowhere/parlour\n", 0o755, "runs /nowhere/parlour, which is not"),
            ("#!/bin/sh\nexec /bin/true \"$@\"\n", 0o755, "hands on its arguments"),
            ("#!/bin/sh\nexec /bin/true\n", 0o644, "nobody may run the script"),
            ("#!/bin/sh\nexec /bin/true\n", 0o777, "everybody may change the script"),
        ] {
            let found = wrong(text, mode).unwrap();
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains(expected), "{found:?}");
        }
        for none in ["", "exec /bin/true\n", "#!/bin/sh\necho\n", "#!/bin/sh\nexec parlour\n"] {
            assert_eq!(wrong(none, 0o755), None, "{none}");
        }
        fs::remove_file(&path).unwrap();
    }
}
