//! Checks if the server hands out keys: old copies of the program, and key files.

use super::arrival::is_program;
use super::host::{Checked, Server};
use crate::doctor::checkup::Finding;
use crate::seal::keys::KeyRing;
use std::path::PathBuf;

/// Usual endings for the name of an old copy, and usual names of key files.
const COPY_ENDINGS: [&str; 5] = ["~", ".bak", ".old", ".orig", ".save"];
const KEY_NAMES: [&str; 5] = ["key", "keys", "ring", "parlour.key", "parlour"];

/// Asks for files with usual names, and for the files near the program on this machine.
pub fn check(server: &Server, copies: &[PathBuf]) -> Checked {
    let path = &server.url.path;
    let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
    let endings = COPY_ENDINGS.iter().map(|ending| format!("{path}{ending}"));
    let names = KEY_NAMES.iter().map(|name| format!("{directory}/{name}"));
    // These are only files with keys, which no server runs. A request for another program might
    // have an effect.
    let copies = copies.iter().filter_map(|path| path.to_str());
    let copies = copies.filter(|name| name.bytes().all(|byte| byte.is_ascii_graphic()));
    let copies = copies.map(|name| name.replace('%', "%25"));
    let copies = copies.flat_map(|name| [format!("{directory}/{name}"), format!("/{name}")]);
    let mut findings = Vec::new();
    for target in endings.chain(names).chain(copies) {
        let response = server.url.request("GET", &target)?;
        if is_program(&response) || KeyRing::parse(&response.text()).is_ok() {
            findings.push(Finding::wrong(format!(
                "the server hands out {target}, with keys in it; move it elsewhere, and `parlour install --new-key DEST`"
            )));
        }
    }
    if findings.is_empty() {
        findings.push(Finding::ok("no copy of the program and no key file was handed out"));
    }
    Ok(findings)
}
