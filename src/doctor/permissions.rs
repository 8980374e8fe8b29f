//! Who may read, change and replace an installed program.

use crate::doctor::checkup::Finding;
use crate::os::access::Access;
use std::path::Path;

/// The permissions of a program.
pub fn of_program(path: &Path, access: Access, has_keys: bool) -> Vec<Finding> {
    let path = path.display();
    let mut findings = Vec::new();
    if access.others_may_write() {
        findings
            .push(Finding::wrong(format!("everybody may change the program; `chmod 0711 {path}`")));
    } else if access.group_may_write() {
        findings.push(Finding::note(format!(
            "its group may change the program; if that is not meant, `chmod 0711 {path}`"
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

/// The directories that lead to a program.
pub fn of_directories(program: &Path) -> Vec<Finding> {
    let open = program.ancestors().skip(1).filter(|directory| {
        let access = directory.metadata().map(|metadata| Access::of(&metadata));
        access.is_ok_and(|access| access.others_may_write() && !access.is_sticky())
    });
    let finding = |directory: &Path| {
        let name = directory.display();
        Finding::wrong(format!(
            "everybody may write in {name}, and so replace the program; `chmod o-w {name}`"
        ))
    };
    open.map(finding).collect()
}
