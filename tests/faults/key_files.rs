//! Key files that others may read, or may have put there. Each is refused with a whole page and a
//! line in the log with the reason, and none of its bytes is told.

use crate::click::{Click, Ending, program};
use crate::theft::{BEING_ROOT, NEIGHBOUR, SERVER};
use rustix::process::geteuid;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use support::click::KEY;
use support::folder::Folder;
use support::process::{command, copy_program};
use support::trials::Trial;

/// The trials of this file.
pub fn trials() -> Vec<Trial> {
    // Only root can be several users.
    let several_users = if geteuid().is_root() { &[][..] } else { &[BEING_ROOT] };
    vec![
        Trial::new("a_key_file_with_two_names", &[], a_key_file_with_two_names),
        Trial::new("a_key_file_with_a_list", &["setfacl"], a_key_file_with_an_access_list),
        Trial::new("a_key_file_of_a_neighbour", several_users, a_key_file_of_a_neighbour),
    ]
}

/// A click of this program with this key file, and no other key.
fn click(file: &Path, key_file: &Path) -> Click {
    Click::of(file).set("PARLOUR_KEY", "").set("PARLOUR_KEY_FILE", key_file)
}

#[track_caller]
fn refused(ending: &Ending, why: &str) {
    assert_eq!(ending.page(), 503, "{}", ending.stderr);
    assert!(ending.stderr.contains(why), "{}", ending.stderr);
    assert!(!ending.stderr.contains(KEY), "{}", ending.stderr);
}

/// The other name may be in a place from which a web server hands it out.
fn a_key_file_with_two_names() {
    let folder = Folder::create();
    let path = folder.write("key", KEY, 0o600);
    click(program(), &path).end().good();
    let other = folder.join("other");
    fs::hard_link(&path, &other).expect("a second name");
    refused(&click(program(), &path).end(), "it has 2 names (hard links)");
    fs::remove_file(&other).expect("it goes");
    click(program(), &path).end().good();
}

/// It lets another user read the file, which the mode does not show.
fn a_key_file_with_an_access_list() {
    let folder = Folder::create();
    let path = folder.write("key", KEY, 0o640);
    let set = |arguments: &[&str]| {
        let done = command("setfacl").args(arguments).arg(&path).status();
        assert!(done.is_ok_and(|status| status.success()), "setfacl {arguments:?}");
    };
    click(program(), &path).end().good();
    set(&["-m", "u:54323:r"]);
    refused(&click(program(), &path).end(), "it has an access control list");
    set(&["-b"]);
    click(program(), &path).end().good();
}

/// A key file in a directory in which everybody may write may come from another user, who knows the
/// keys in it.
fn a_key_file_of_a_neighbour() {
    let (folder, bin) = (Folder::create(), Folder::create());
    let copy = bin.join("parlour");
    copy_program(program(), &copy);
    for reached in [bin.path(), &copy] {
        fs::set_permissions(reached, Permissions::from_mode(0o755)).expect("its mode");
    }
    let path = folder.write("key", KEY, 0o640);
    let open_to = |mode| fs::set_permissions(folder.path(), Permissions::from_mode(mode));
    let as_server = || {
        let mut click = click(&copy, &path);
        click.command.uid(SERVER.user).gid(SERVER.user);
        click.end()
    };
    for (owner, mode, is_good) in [
        (NEIGHBOUR.user, 0o1777, false),
        (NEIGHBOUR.user, 0o777, false),
        // Everybody may write above it, where temporary files are.
        (NEIGHBOUR.user, 0o755, false),
        (SERVER.user, 0o1777, true),
        (0, 0o1777, true),
    ] {
        chown(&path, Some(owner), Some(SERVER.user)).expect("root may");
        open_to(mode).expect("the folder's mode");
        match is_good {
            true => as_server().good(),
            false => refused(&as_server(), &format!("it belongs to user {owner}, and everybody")),
        }
    }
}
