//! Checks who may read, change, replace and reach an installed program.

use crate::doctor::checkup::Finding;
use crate::os::access::Access;
use std::path::Path;

/// Checks the permissions of a program.
pub fn check_program(path: &Path, access: Access, has_keys: bool) -> Vec<Finding> {
    let path = path.display();
    let mut findings = Vec::new();
    if access.others_may_write() {
        findings
            .push(Finding::wrong(format!("everybody may change the program; `chmod 0711 {path}`")));
    } else if access.group_may_write() {
        findings.push(Finding::note(format!(
            "its group may change the program; if that is not intended, `chmod 0711 {path}`"
        )));
    }
    if access.lends_rights() {
        findings.push(Finding::wrong(format!(
            "the program runs with the rights of its owner or group, which it does not need; `chmod 0711 {path}`"
        )));
    }
    if !access.somebody_may_run() {
        findings.push(Finding::wrong(format!("nobody may run the program; `chmod 0711 {path}`")));
    }
    if has_keys && access.others_may_read() {
        findings.push(Finding::wrong(format!(
            "everybody on this machine can read the program and the keys in it; `chmod 0711 {path}`, and `install --new-key` if others use the machine"
        )));
    } else if has_keys && access.group_may_read() {
        findings.push(Finding::note("its group can read the program and the keys in it"));
    } else if has_keys {
        findings.push(Finding::ok("only its owner can read the program and the keys in it"));
    }
    findings
}

/// The directories above a program in which everybody may replace files, and so the program.
pub fn check_writable(program: &Path) -> Vec<Finding> {
    let is_writable = |access: Access| access.others_may_write() && !access.is_sticky();
    let finding = |directory: &Path| {
        let name = directory.display();
        Finding::wrong(format!(
            "everybody may write in {name}, and so replace the program; `chmod o-w {name}`"
        ))
    };
    directories_above(program, is_writable).map(finding).collect()
}

/// The directories above a program that keep out a web server that runs as another user.
pub fn check_enterable(program: &Path) -> Vec<Finding> {
    let finding = |directory: &Path| {
        Finding::note(format!(
            "others may not enter {}; a web server that runs as another user does not reach the program",
            directory.display()
        ))
    };
    directories_above(program, |access| !access.others_may_run()).map(finding).collect()
}

fn directories_above(
    program: &Path,
    is_meant: impl Fn(Access) -> bool,
) -> impl Iterator<Item = &Path> {
    program.ancestors().skip(1).filter(move |path| Access::at(path).is_ok_and(&is_meant))
}
