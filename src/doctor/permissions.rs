//! Checks the permissions to read, change, replace and reach an installed program.

use super::findings as say;
use crate::doctor::checkup::Finding;
use crate::os::access::{Access, Right};
use crate::os::elf::Linking;
use crate::os::groups::Group;
use crate::os::{mounts, trust};
use std::path::Path;

/// The place of the keys of a program, and the permissions that protect them.
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
    let cure = cure(path, kept);
    let mut findings = Vec::new();
    if access.has(Right::OthersWrite) {
        findings.push(say::open_to_all(&cure));
    } else if access.has(Right::GroupWrites) {
        findings.push(say::open_to_group(&cure));
    }
    // An installed copy that was overwritten lacks its key, which another finding says.
    let is_copy = matches!(kept, Kept::Elsewhere) && Group::of_id(access.group).is_for_copies();
    let lends_group =
        access.has(Right::LendsGroup) && !is_copy && !matches!(kept, Kept::ForGroup(_));
    if access.has(Right::LendsUser) || lends_group {
        findings.push(say::lends_rights(&cure));
    }
    if !access.has(Right::SomebodyRuns) {
        findings.push(say::never_run(&cure));
    }
    match kept {
        // The cure is the same.
        _ if !access.has(Right::SomebodyRuns) => {}
        Kept::Inside => findings.extend(check_inside(path, access, linking, &cure)),
        Kept::ForGroup(id) => findings.push(check_group(path, access, id, linking, &cure)),
        Kept::Elsewhere => {}
    }
    findings
}

/// The cure of a wrong mode. Only `install` knows the group that a copy with a key file needs.
pub fn cure(path: &Path, kept: Kept) -> String {
    match kept {
        Kept::ForGroup(_) => format!("run `parlour install {}`", path.display()),
        _ => format!("run `chmod 0711 {}`", path.display()),
    }
}

/// The advice to give an installed program a new key, and the effect on games.
pub fn new_key(program: &Path) -> String {
    format!("run `parlour install --new-key {}`; games in progress go on", program.display())
}

/// Checks a program with the keys in it.
fn check_inside(path: &Path, access: Access, linking: Option<Linking>, cure: &str) -> Vec<Finding> {
    if access.has(Right::OthersRead) {
        return vec![say::keys_readable(cure, new_key(path))];
    }
    let file =
        if access.has(Right::GroupReads) { say::keys_for_group() } else { say::keys_for_owner() };
    let preload = match linking {
        Some(Linking::Dynamic) => " or, because it is dynamically linked, with LD_PRELOAD",
        _ => "",
    };
    vec![file, say::keys_in_memory(preload)]
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
    let names = if members.is_empty() { "none" } else { &members };
    if !group.is_for_copies() && !access.has(Right::LendsGroup) {
        return say::group_of_server(group.name, names);
    }
    if !group.is_for_copies() || !members.is_empty() {
        return say::shared_group(group.name, names, cure, new_key(path));
    }
    match linking {
        _ if !access.has(Right::LendsGroup) || access.group != group.id || access.owner != 0 => {
            say::no_group(group.name, access, cure)
        }
        Some(Linking::Dynamic) => say::dynamic(),
        _ => say::own_group(group.name),
    }
}

/// Findings about directories above a program in which everybody may replace files, and so the
/// program.
pub fn check_writable(program: &Path) -> Vec<Finding> {
    let is_writable =
        |access: Access| access.has(Right::OthersWrite) && !access.has(Right::IsSticky);
    directories_above(program, is_writable).map(|path| say::replaceable(path.display())).collect()
}

/// The finding about a file system on which a program cannot run, or not with its group.
pub fn check_mount(program: &Path, access: Access) -> Option<Finding> {
    if mounts::is_noexec(program) {
        return Some(say::noexec(program.display()));
    }
    let is_nosuid = access.has(Right::LendsGroup) && mounts::is_nosuid(program);
    is_nosuid.then(|| say::nosuid(program.display()))
}

/// Findings about a program, or a directory above it, that may keep out a web server with another
/// user.
pub fn check_enterable(program: &Path) -> Vec<Finding> {
    let closed = directories_above(program, |access| !access.has(Right::OthersRun));
    let listed = program.ancestors().filter(|path| trust::has_access_list(path));
    let listed = listed.map(|path| say::access_list(path.display()));
    closed.map(|path| say::not_entered(path.display())).chain(listed).collect()
}

/// Findings about directories above a key file that keep out the program.
pub fn check_reachable(key_file: &Path) -> Vec<Finding> {
    let closed = directories_above(key_file, |access| !access.has(Right::OthersRun));
    closed.map(|path| say::key_file_not_reached(path.display())).collect()
}

fn directories_above(
    program: &Path,
    is_meant: impl Fn(Access) -> bool,
) -> impl Iterator<Item = &Path> {
    program.ancestors().skip(1).filter(move |path| Access::at(path).is_ok_and(&is_meant))
}
