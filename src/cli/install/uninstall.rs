//! `parlour uninstall`: undoes an installation.
//!
//! It removes the copy, its key file, and what `install` made for it: the group and the directory of
//! key files, unless other copies use them. The configuration of the web server stays; the report
//! names it.

use super::default_file::{KEY_DIRECTORY, default_key_file};
use super::error;
use super::former::{self, FormerCopy};
use super::place::{KeyPlace, Prepared};
use super::{destination, group, known_keys, open_directory_of, remove_key_file, write_keys};
use crate::cli::arguments::{InstallOptions, UninstallOptions};
use crate::cli::keys;
use crate::seal::slot::Content;
use rustix::process::geteuid;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The directories in which web servers have their configuration.
const CONFIGURATIONS: [&str; 9] = [
    "/etc/apache2",
    "/etc/httpd",
    "/etc/lighttpd",
    "/etc/nginx",
    "/etc/caddy",
    "/etc/haproxy",
    "/etc/h2o",
    "/etc/uwsgi",
    "/etc/systemd/system",
];
/// The most bytes to read of a configuration.
const CONFIGURATION_BYTES_MAX: u64 = 1 << 20;

/// Root's group, which every system has, under several names.
const ROOTS_GROUP: &str = "0";

/// The result. `Display` prints it.
#[derive(Debug, Default)]
pub struct Uninstalled {
    removed: Vec<String>,
    kept: Option<PathBuf>,
    /// Configurations that name the program.
    configurations: Vec<PathBuf>,
}

impl std::fmt::Display for Uninstalled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "Removed {}.", self.removed.join(", "))?;
        if let Some(path) = &self.kept {
            writeln!(f, "Its keys are kept in {}: `parlour install` finds them.", path.display())?;
        }
        for path in &self.configurations {
            writeln!(f, "note: {} still names the program", path.display())?;
        }
        Ok(())
    }
}

/// Uninstalls a copy.
///
/// # Errors
///
/// A sentence if there is no copy, or it cannot be removed.
pub fn uninstall(options: &UninstallOptions) -> Result<Uninstalled, String> {
    let path = destination(&options.dest)?;
    let workspace = open_directory_of(&path)?;
    let former = former::find(&workspace, &path)?;
    let key_file = match former.as_ref().and_then(|former| former.content.clone()) {
        Some(Content::KeyFile(file)) => file,
        _ => default_key_file(&path),
    };
    let mut done = Uninstalled::default();
    if options.keep_key {
        done.kept = keep_keys(&path, former.as_ref())?;
    }
    let failed = |error| keys::cannot_write(&path, &error);
    if workspace.remove(path.file_name().unwrap_or_default()).map_err(failed)? {
        done.removed.push(path.display().to_string());
    }
    if done.kept.as_ref() != Some(&key_file) {
        let group = former.map(|former| former.access.group);
        remove_keys(&key_file, group, &mut done.removed)?;
    }
    if done.removed.is_empty() {
        return Err(format!(
            "there is no Parlour at {}, and no key file of one; name the file or directory that you installed to",
            path.display()
        ));
    }
    done.configurations = naming(&path);
    Ok(done)
}

/// Keeps the keys of a copy in the file in which a later copy looks for them. Returns the path of
/// the file, if there are keys.
fn keep_keys(copy: &Path, former: Option<&FormerCopy>) -> Result<Option<PathBuf>, String> {
    let path = default_key_file(copy);
    match former.and_then(|former| former.content.as_ref()) {
        Some(Content::KeyFile(file)) if *file == path => return Ok(Some(path)),
        None => return Ok(path.exists().then_some(path)),
        Some(_) if !geteuid().is_root() => {
            return Err(format!(
                "only root can keep the keys in {}; run `parlour export --to FILE` first, then uninstall without `--keep-key`",
                path.display()
            ));
        }
        Some(_) => {}
    }
    let known = known_keys(&InstallOptions::default(), copy, &KeyPlace::Inside, former)?;
    if let Some((ring, _)) = known {
        let mut prepared = Prepared::prepare(&path, ROOTS_GROUP).map_err(error::no_place)?;
        let failed = |error| keys::cannot_write(&path, &error);
        write_keys(&path, &prepared, &ring).map_err(failed)?;
        prepared.keep();
    }
    Ok(Some(path))
}

/// Removes a key file, and then its directory and its group, if no other copy uses them. The group
/// of the copy counts if the file is lost.
fn remove_keys(
    file: &Path,
    copys_group: Option<u32>,
    removed: &mut Vec<String>,
) -> Result<(), String> {
    let group = file.symlink_metadata().map(|metadata| metadata.gid()).ok();
    if group.is_some() {
        let failed = |error| error::not_writable(file, error);
        remove_key_file(file).map_err(failed)?;
        removed.push(format!("the key file {}", file.display()));
    }
    // A key file elsewhere does not tell which other copies there are.
    if file.parent() != Some(Path::new(KEY_DIRECTORY)) {
        return Ok(());
    }
    if fs::remove_dir(KEY_DIRECTORY).is_ok() {
        removed.push(KEY_DIRECTORY.to_owned());
    }
    removed.extend(group.or(copys_group).and_then(group::remove_unused));
    Ok(())
}

fn entries(directory: &Path) -> impl Iterator<Item = fs::DirEntry> {
    fs::read_dir(directory).into_iter().flatten().flatten()
}

/// The configurations that name a program.
fn naming(program: &Path) -> Vec<PathBuf> {
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut found = Vec::new();
    let mut directories: Vec<PathBuf> = CONFIGURATIONS.iter().map(PathBuf::from).collect();
    while let Some(directory) = directories.pop() {
        for entry in entries(&directory) {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => directories.push(path),
                Ok(_) if names(&path, &name).unwrap_or(false) => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// Returns true if a file or its name contains the name of the program.
fn names(path: &Path, program: &str) -> io::Result<bool> {
    if path.file_name().is_some_and(|name| name.to_string_lossy().contains(program)) {
        return Ok(true);
    }
    let metadata = path.metadata()?;
    if !metadata.is_file() || metadata.len() > CONFIGURATION_BYTES_MAX {
        return Ok(false);
    }
    Ok(String::from_utf8_lossy(&fs::read(path)?).contains(&format!("/{program}")))
}
