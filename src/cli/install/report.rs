//! The report of an installation.

use super::place::KeyPlace;
use crate::os::access::Access;
use crate::os::elf::Linking;
use crate::seal::keys::{Key, KeyRing, ids};
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
        if let KeyPlace::File { path, group, is_lent } = &self.place {
            let readers = if *is_lent {
                format!("only root and this copy can read, by its group {}", group.name)
            } else {
                format!("root and all programs of the group {} can read", group.name)
            };
            writeln!(f, "Its keys are in {}, which {readers}.", path.display())?;
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
                "Installed {path} with the keys of {} ({all}): they open each other's links.",
                file.display()
            ),
            Origin::Rotated => format!(
                "Installed {path}. A fresh key, {sealing:02x}, seals from now on; former ones ({}) still open.",
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
pub fn build_note() -> Option<String> {
    let is_dynamic = cfg!(target_os = "linux") && Linking::OWN == Linking::Dynamic;
    let is_plain = is_dynamic || !cfg!(aes_backend = "soft");
    (is_plain && !cfg!(debug_assertions)).then(|| {
        "a click of this build takes two to three times as long as one of the static program, which `cargo static` builds in Parlour's source; games are the same".to_owned()
    })
}

/// A note if the copy belongs to another owner than the former copy.
pub fn owner_note(former: (u32, u32), now: (u32, u32)) -> Option<String> {
    (former != now).then(|| {
        format!(
            "the former copy belonged to user {} and group {}; this one belongs to {} and {}",
            former.0, former.1, now.0, now.1
        )
    })
}

/// A note if all users can read a file with keys.
pub fn open_keys_note(file: &Path) -> Option<String> {
    let is_open = Access::at(file).is_ok_and(Access::others_may_read);
    is_open.then(|| format!("everybody on this machine can read the keys in {}", file.display()))
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
