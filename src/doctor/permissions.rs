//! Checks the permissions to read, change, replace and reach an installed program.

use crate::doctor::checkup::Finding;
use crate::os::access::Access;
use crate::os::elf::Linking;
use crate::os::groups::Group;
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
    // Only `install` knows the group that a copy with a key file needs.
    let cure = match kept {
        Kept::ForGroup(_) => format!("run `parlour install {}`", path.display()),
        _ => format!("run `chmod 0711 {}`", path.display()),
    };
    let mut findings = Vec::new();
    if access.others_may_write() {
        findings.push(Finding::wrong(format!("everybody may change the program; {cure}")));
    } else if access.group_may_write() {
        findings.push(Finding::note(format!(
            "its group may change the program; if that is not intended, {cure}"
        )));
    }
    let lends_group = access.lends_group() && !matches!(kept, Kept::ForGroup(_));
    if access.lends_user() || lends_group {
        findings.push(Finding::wrong(format!(
            "the program runs with the rights of its owner or group, which it does not need; {cure}"
        )));
    }
    if !access.somebody_may_run() {
        findings.push(Finding::wrong(format!("nobody may run the program; {cure}")));
    }
    match kept {
        Kept::Inside => findings.extend(check_inside(path, access, linking, &cure)),
        Kept::ForGroup(id) => findings.push(check_group(path, access, id, linking, &cure)),
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
fn check_group(
    path: &Path,
    access: Access,
    id: u32,
    linking: Option<Linking>,
    cure: &str,
) -> Finding {
    let group = Group::of_id(id);
    let members = group.members().join(", ");
    let is_lent = group.is_for_copies() || access.lends_group();
    if !is_lent {
        return Finding::note(format!(
            "every program of the group {} can read the keys (its members: {}), and the web server must run this one in that group",
            group.name,
            or_none(&members)
        ));
    }
    if group.is_for_copies() && members.is_empty() {
        return check_own_group(access, &group, linking, cure);
    }
    Finding::wrong(format!(
        "the key file is for the group {}, which is not for this program alone (its members: {}); {cure}; if there are members, remove them with `gpasswd -d`; then {}",
        group.name,
        or_none(&members),
        new_key(path)
    ))
}

fn or_none(names: &str) -> &str {
    if names.is_empty() { "none" } else { names }
}

/// Checks a program that should run with this group, which alone may read its key file.
fn check_own_group(access: Access, group: &Group, linking: Option<Linking>, cure: &str) -> Finding {
    if !access.lends_group() || access.group != group.id || access.owner != 0 {
        return Finding::wrong(format!(
            "the program does not run with the group {}, which alone may read its key file ({access}); {cure}",
            group.name
        ));
    }
    match linking {
        Some(Linking::Dynamic) => Finding::wrong(
            "the program runs with a group of its own and is dynamically linked; install one that `cargo static` builds",
        ),
        _ => Finding::ok(format!(
            "only root and this program can read the keys: it has a group of its own, {}, which the kernel does not give to a user who looks into it with a debugger",
            group.name
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

/// Findings about directories above a key file that keep out the program.
pub fn check_reachable(key_file: &Path) -> Vec<Finding> {
    let finding = |directory: &Path| {
        let name = directory.display();
        Finding::wrong(format!(
            "the program cannot get through {name} to its key file; run `chmod o+x {name}`"
        ))
    };
    directories_above(key_file, |access| !access.others_may_run()).map(finding).collect()
}

fn directories_above(
    program: &Path,
    is_meant: impl Fn(Access) -> bool,
) -> impl Iterator<Item = &Path> {
    program.ancestors().skip(1).filter(move |path| Access::at(path).is_ok_and(&is_meant))
}
