//! The floor under the time of a request: a C program that only writes a fixed page. It is linked
//! with the musl library of Rust's target.

use crate::process::command;
use crate::repository;
use crate::static_build::TARGET;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program that writes the page.
const PAGE: &str = "benches/click/programs/page.c";
/// The C compiler that it takes.
pub const COMPILER: &str = "gcc";

/// Compiles the program for this page into a directory. `None` if this machine cannot compile it.
pub fn static_musl(place: &Path, page: &str) -> Option<PathBuf> {
    // The C library of musl comes with Rust's target.
    let libraries = ["--print", "target-libdir", "--target", TARGET];
    let libraries = Command::new("rustc").args(libraries).output().ok()?;
    let libraries = PathBuf::from(String::from_utf8(libraries.stdout).ok()?.trim());
    let musl = |name: &str| libraries.join("self-contained").join(name).display().to_string();
    let start = ["-fno-stack-protector", "-static", "-no-pie", "-nostdlib"].map(str::to_owned);
    let start = [&start[..], &[musl("crt1.o"), musl("crti.o")]].concat();
    compile(place, "c-musl", PAGE, page, &start, &[musl("libc.a"), musl("crtn.o")])
}

/// Compiles an HTTP server that answers every request with this page, at a Unix socket.
pub fn server(place: &Path, page: &str) -> Option<PathBuf> {
    compile(place, "c-server", "benches/scale/page.c", page, &[], &[])
}

fn compile(
    place: &Path,
    name: &str,
    source: &str,
    page: &str,
    before: &[String],
    after: &[String],
) -> Option<PathBuf> {
    let escaped: String = page.bytes().map(|byte| format!("\\{byte:03o}")).collect();
    let include = place.join("page.inc");
    fs::write(&include, format!("\"{escaped}\"\n")).ok()?;
    let out = place.join(name);
    let mut compiler = command(COMPILER);
    compiler.args(["-O2", &format!("-DPAGE=\"{}\"", include.display()), "-o"]).arg(&out);
    compiler.args(before).arg(repository::file(source)).args(after);
    let compiled = compiler.status().is_ok_and(|status| status.success());
    compiled.then_some(out)
}
