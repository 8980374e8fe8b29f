//! The report of an installation.

use super::former::FormerCopy;
use super::place::KeyPlace;
use crate::cli::replace::WorkspaceError;
use crate::doctor::permissions;
use crate::os::access::{Access, Right};
use crate::os::elf::Linking;
use crate::os::groups::{self, Group};
use crate::os::mounts;
use crate::seal::keys::{Key, KeyRing, ids};
use crate::seal::slot::Content;
use std::path::{Path, PathBuf};

/// The result of an installation. `Display` prints it, with notes and the next step.
#[derive(Debug)]
pub struct Installed {
    /// The copy.
    pub path: PathBuf,
    /// Its keys.
    pub ring: KeyRing,
    /// The origin of its keys.
    pub origin: Origin,
    /// The place of its keys.
    pub place: KeyPlace,
    /// Further notes.
    pub notes: Vec<String>,
}

/// The origin of the keys of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The copy has a fresh key.
    Drawn,
    /// The copy keeps the keys of the former copy.
    Kept,
    /// The copy found the keys in this file, and there was no former copy with keys.
    Found(PathBuf),
    /// The copy has the keys of this file.
    Taken(PathBuf),
    /// A fresh key seals, and the former keys still open.
    Rotated,
}

impl std::fmt::Display for Installed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path.display();
        writeln!(f, "{}", self.in_words())?;
        if let KeyPlace::File { path, group } = &self.place {
            writeln!(f, "Its keys are in {}, which {}.", path.display(), readers(group))?;
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        writeln!(
            f,
            "Next: check it with `{path} doctor`; then open it in a browser,\nusually at http://YOUR.SERVER{}",
            usual_address(&self.path)
        )
    }
}

impl Installed {
    /// A sentence on the copy and the origin of its keys.
    fn in_words(&self) -> String {
        let path = self.path.display();
        let sealing = self.ring.sealing_key().id();
        let all = ids(self.ring.opening_keys());
        match &self.origin {
            Origin::Drawn => format!("Installed {path} with a fresh key, {sealing:02x}."),
            Origin::Kept => {
                format!("Replaced {path}. It keeps its keys ({all}), so every game goes on.")
            }
            Origin::Found(file) => {
                let file = file.display();
                format!("Installed {path} with the keys of {file} ({all}), so every game goes on.")
            }
            Origin::Taken(file) => format!(
                "Installed {path} with the keys of {} ({all}). Both open each other's links.",
                file.display()
            ),
            Origin::Rotated => format!(
                "Installed {path}. A fresh key, {sealing:02x}, seals from now on. The former keys ({}) still open.",
                ids(self.ring.opening_keys().skip(1))
            ),
        }
    }
}

/// The usual address of a program, after the name of the host. A program in a user's own pages is
/// under the name of the user.
fn usual_address(program: &Path) -> String {
    let is_pages = |directory: &&Path| directory.file_name().is_some_and(|n| n == "public_html");
    let pages = program.ancestors().skip(1).find(is_pages);
    let below = pages.and_then(|pages| program.strip_prefix(pages).ok());
    match (pages.and_then(Path::parent).and_then(Path::file_name), below) {
        (Some(user), Some(below)) => format!("/~{}/{}", user.display(), below.display()),
        _ => format!("/cgi-bin/{}", program.file_name().unwrap_or_default().display()),
    }
}

/// A note for each key of the former copy that no longer opens links.
pub fn lost_keys(former: Option<&KeyRing>, ring: &KeyRing) -> Vec<String> {
    let former = former.into_iter().flat_map(KeyRing::opening_keys);
    let lost = former.filter(|key| !ring.opening_keys().any(|kept| kept == *key));
    let note = |key: &Key| {
        format!("links sealed with the former key {:02x} do not open any more", key.id())
    };
    lost.map(note).collect()
}

/// A note if this build of the program is slow. `cargo install` makes such builds, because the
/// settings for a fast one are not part of a package.
fn build_note() -> Option<String> {
    let is_dynamic = cfg!(target_os = "linux") && Linking::OWN == Linking::Dynamic;
    let is_plain = is_dynamic || !cfg!(aes_backend = "soft");
    (is_plain && !cfg!(debug_assertions)).then(|| {
        "a request of this build takes two to three times as long as one of the static program, which `cargo static` builds; the games are the same".to_owned()
    })
}

/// The users who can read the key file of this group.
fn readers(group: &str) -> String {
    let members = Group::find(group).map(|group| group.members()).unwrap_or_default().join(", ");
    match (groups::is_for_copies(group), members.is_empty()) {
        (true, true) => format!("only root and this copy can read, by its group {group}"),
        (true, false) => {
            format!(
                "root, this copy, and {members} can read, who should not be in its group {group}"
            )
        }
        (false, true) => format!("root and all programs of the group {group} can read"),
        (false, false) => {
            format!("root and all programs of the group {group} can read (its members: {members})")
        }
    }
}

/// A note on the rights or the keys of the former copy. The flag says that the new copy should have
/// the same rights.
pub fn about_former(
    former: &FormerCopy,
    origin: &Origin,
    place: &KeyPlace,
    now: Access,
    is_as_before: bool,
) -> Option<String> {
    let before = former.access;
    match (&former.content, place) {
        (None, _) if *origin == Origin::Drawn => Some(
            "the replaced program had no key, so links from before do not open; if you have a backup of its keys, run `parlour install --key-from BACKUP`"
                .to_owned(),
        ),
        (Some(Content::KeyFile(_)), KeyPlace::File { .. }) if is_as_before && before != now => {
            Some(format!("the rights of the copy were wrong ({before}), and are restored ({now})"))
        }
        (None | Some(Content::Keys(_)), KeyPlace::Inside)
            if (before.owner, before.group) != (now.owner, now.group) => {
            Some(format!(
                "the former copy belonged to user {} and group {}; this one belongs to {} and {}",
                before.owner, before.group, now.owner, now.group
            ))
        }
        _ => None,
    }
}

/// A note on a key file that was to be removed.
pub fn about_removal(file: &Path, removed: Result<bool, WorkspaceError>) -> Option<String> {
    let error = removed.err()?;
    Some(format!(
        "the former key file {} cannot be removed ({error}); remove it yourself",
        file.display()
    ))
}

/// Notes on what keeps a web server from the copy, or gives its keys to others.
pub fn about_place(copy: &Path, key_from: Option<&Path>) -> Vec<String> {
    let directories = [permissions::check_enterable(copy), permissions::check_writable(copy)];
    let nearest = directories.into_iter().filter_map(|findings| findings.into_iter().next());
    let mut notes: Vec<String> = nearest.map(|finding| finding.sentence).collect();
    let directory = copy.parent().unwrap_or(Path::new("/"));
    if mounts::is_noexec(directory) {
        notes.push(format!(
            "the file system of {} is mounted noexec, so no web server can run the copy; install elsewhere",
            directory.display()
        ));
    }
    notes.extend(key_from.and_then(open_keys_note));
    notes.extend(build_note());
    notes
}

/// A note if all users can read a file with keys.
fn open_keys_note(file: &Path) -> Option<String> {
    let is_open = Access::at(file).is_ok_and(|access| access.has(Right::OthersRead));
    is_open.then(|| {
        format!(
            "everybody on this machine can read the keys in {}; run `chmod 600` on it",
            file.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_address_of_a_program_is_known() {
        for (program, address) in [
            ("/usr/lib/cgi-bin/parlour", "/cgi-bin/parlour"),
            ("/var/www/cgi-bin/games", "/cgi-bin/games"),
            ("/home/anna/public_html/parlour.cgi", "/~anna/parlour.cgi"),
            ("/home/anna/public_html/x/parlour.cgi", "/~anna/x/parlour.cgi"),
            ("/public_html/parlour.cgi", "/cgi-bin/parlour.cgi"),
        ] {
            assert_eq!(usual_address(Path::new(program)), address, "{program}");
        }
    }
}
