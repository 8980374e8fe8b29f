//! Checks the permissions to read, change, replace and reach an installed program.

use crate::doctor::checkup::Finding;
use crate::os::access::Access;
use crate::os::elf::Linking;
use std::path::Path;

/// The place of the keys of a program, as far as its permissions protect them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// In the program.
    Inside,
    /// In a key file of its own, which this group may read.
    ForGroup(u32),
    /// Elsewhere, or nowhere.
    Elsewhere,
}

impl Kept {
    /// In this key file of a program with this access.
    pub fn in_file(key_file: &Path, program: Access) -> Self {
        Kept::ForGroup(Access::at(key_file).unwrap_or(program).group)
    }
}

/// Checks the permissions of a program. `linking` is `None` if it is unknown.
pub fn check_program(
    path: &Path,
    access: Access,
    kept: Kept,
    linking: Option<Linking>,
) -> Vec<Finding> {
    let lends_group = access.lends_group() && matches!(kept, Kept::ForGroup(_));
    let cure =
        format!("run `chmod {} {}`", if lends_group { "2711" } else { "0711" }, path.display());
    let mut findings = Vec::new();
    if access.others_may_write() {
        findings.push(Finding::wrong(format!("everybody may change the program; {cure}")));
    } else if access.group_may_write() {
        findings.push(Finding::note(format!(
            "its group may change the program; if that is not intended, {cure}"
        )));
    }
    if access.lends_user() || (access.lends_group() && !lends_group) {
        findings.push(Finding::wrong(format!(
            "the program runs with the rights of its owner or group, which it does not need; {cure}"
        )));
    }
    if !access.somebody_may_run() {
        findings.push(Finding::wrong(format!("nobody may run the program; {cure}")));
    }
    match kept {
        Kept::Inside => findings.extend(check_inside(path, access, linking, &cure)),
        Kept::ForGroup(group) => findings.push(check_group(access, group, linking)),
        Kept::Elsewhere => {}
    }
    findings
}

/// The advice to give an installed program a new key, and the effect on games.
pub fn new_key(program: &Path) -> String {
    format!("run `parlour install --new-key {}`; games in progress go on", program.display())
}

/// Checks a program with the keys in it.
fn check_inside(path: &Path, access: Access, linking: Option<Linking>, cure: &str) -> Vec<Finding> {
    if access.others_may_read() {
        return vec![Finding::wrong(format!(
            "everybody on this machine can read the program and the keys in it; {cure}; if others use the machine, {}",
            new_key(path)
        ))];
    }
    let file = if access.group_may_read() {
        Finding::note("its group can read the program and the keys in it")
    } else {
        Finding::ok("only its owner can read the file of the program, with the keys in it")
    };
    let preload = match linking {
        Some(Linking::Dynamic) => " or, because it is dynamically linked, with LD_PRELOAD",
        _ => "",
    };
    let run = Finding::note(format!(
        "whoever may run the program on this machine can get at the keys in it, with a debugger{preload}; if others use the machine, have root install it again"
    ));
    vec![file, run]
}

/// Checks a program with a key file of its own that this group may read.
fn check_group(access: Access, group: u32, linking: Option<Linking>) -> Finding {
    if !access.lends_group() {
        return Finding::note(format!(
            "every program of group {group} can read the keys, and the web server must run this one in that group"
        ));
    }
    if access.group != group {
        return Finding::wrong(format!(
            "the program runs with group {}, and its key file is for group {group}; install it again",
            access.group
        ));
    }
    match linking {
        Some(Linking::Dynamic) => Finding::wrong(
            "the program runs with a group of its own and is dynamically linked; install one that `cargo static` builds",
        ),
        _ => Finding::ok(format!(
            "only root and this program can read the keys: it has a group of its own, {group}, which the kernel does not give to whoever looks into it with a debugger"
        )),
    }
}

/// Findings about directories above a program in which everybody may replace files, and so the
/// program.
pub fn check_writable(program: &Path) -> Vec<Finding> {
    let is_writable = |access: Access| access.others_may_write() && !access.is_sticky();
    let finding = |directory: &Path| {
        let name = directory.display();
        Finding::wrong(format!(
            "everybody may write in {name}, and so replace the program; run `chmod o-w {name}`"
        ))
    };
    directories_above(program, is_writable).map(finding).collect()
}

/// Findings about directories above a program that keep out a web server with another user.
pub fn check_enterable(program: &Path) -> Vec<Finding> {
    let finding = |directory: &Path| {
        let name = directory.display();
        Finding::note(format!(
            "others may not enter {name}; a web server that runs as another user does not reach the program; to let it pass through, run `chmod o+x {name}`"
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
