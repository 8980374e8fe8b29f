//! Examines a script that runs Parlour, such as deploy/wrapper.sh. A server that cannot run a
//! script only answers 500.

use crate::cli::program_file;
use crate::doctor::checkup::Finding;
use crate::doctor::permissions;
use crate::os::access::Access;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The most bytes to read of a script.
const SCRIPT_BYTES_MAX: u64 = 1 << 16;
/// The beginning of a line that runs a program in the place of the script.
const EXEC: &str = "exec ";

/// A script that runs a program.
#[derive(Debug)]
pub struct Wrapper {
    /// The program that it runs.
    pub program: PathBuf,
    /// The findings about the script.
    pub findings: Vec<Finding>,
}

/// The script at a path. Returns `None` if the file is no script, or runs no program at an absolute
/// path.
pub fn read(path: &Path) -> Option<Wrapper> {
    let mut text = String::new();
    program_file::open(path).ok()?.take(SCRIPT_BYTES_MAX).read_to_string(&mut text).ok()?;
    let interpreter = text.strip_prefix("#!")?.lines().next()?.split_whitespace().next()?;
    let run = text.lines().rev().find_map(|line| line.trim().strip_prefix(EXEC))?;
    let words: Vec<&str> = run.split_whitespace().map(|word| word.trim_matches('"')).collect();
    let program = PathBuf::from(words.first()?.trim_end_matches('\r'));
    if !program.is_absolute() {
        return None;
    }
    let name = path.display();
    let mut findings =
        vec![Finding::ok(format!("{name} is a script that runs {}", program.display()))];
    if text.contains('\r') {
        findings.push(Finding::wrong(format!(
            "the script has the line ends of Windows, so that it looks for an interpreter of another name; `sed -i 's/\\r$//' {name}`"
        )));
    } else if !Path::new(interpreter).exists() {
        findings.push(Finding::wrong(format!(
            "the script wants to be run by {interpreter}, which is not there; usually it is /bin/sh"
        )));
    }
    if !program.exists() && !is_hidden(&program) {
        findings.push(Finding::wrong(format!(
            "the script runs {}, which is not there; write the path of the program in its last line",
            program.display()
        )));
    }
    if words.iter().any(|word| ["$@", "$*"].contains(word)) {
        findings.push(Finding::wrong(
            "the script hands on its arguments, which a visitor may choose; take `\"$@\"` away from its last line",
        ));
    }
    if let Ok(access) = Access::at(path) {
        findings.extend(check_access(path, access));
    }
    findings.extend(permissions::check_writable(path));
    findings.extend(permissions::check_enterable(path));
    Some(Wrapper { program, findings })
}

/// Returns true if the file may exist in a directory that this user may not enter.
fn is_hidden(program: &Path) -> bool {
    let error = program.metadata().err().map(|error| error.kind());
    error == Some(std::io::ErrorKind::PermissionDenied)
}

fn check_access(path: &Path, access: Access) -> Option<Finding> {
    let name = path.display();
    if access.others_may_write() {
        return Some(Finding::wrong(format!(
            "everybody may change the script; `chmod 755 {name}`"
        )));
    }
    if !access.somebody_may_run() {
        return Some(Finding::wrong(format!("nobody may run the script; `chmod 755 {name}`")));
    }
    (!access.others_may_run() || !access.others_may_read()).then(|| {
        Finding::note(format!(
            "others may not run and read the script, as a web server must that runs as another user; `chmod 755 {name}`"
        ))
    })
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
