//! Somebody with a shell and curl plays a game to its end.

use crate::start;
use std::io::Write;
use std::process::Stdio;
use support::process;
use support::repository;
use support::server::KINDS;
use support::trials::Trial;

/// The case of this file.
pub fn cases() -> Vec<Trial> {
    let case = |kind: &'static support::server::Kind| {
        let needs: Vec<&str> = kind.programs.iter().copied().chain(["curl", "sh"]).collect();
        Trial::new("a_terminal_with_curl", &needs, move || play_with_curl(kind))
    };
    KINDS.iter().filter(|kind| kind.name == "lighttpd").map(case).collect()
}

/// deploy/play.sh, with a player who always takes the first move.
fn play_with_curl(kind: &'static support::server::Kind) {
    let server = start(kind);
    let mut command = process::command("sh");
    command.arg(repository::file("deploy/play.sh"));
    command.args([server.url("").trim_end_matches('?'), "nim"]);
    let mut player =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a player");
    let mut keys = player.stdin.take().expect("its keys");
    // There are twelve matches.
    let _ = keys.write_all("1\n".repeat(12).as_bytes());
    drop(keys);
    let output = player.wait_with_output().expect("what it shows");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && shown.contains("Play again"), "{shown}");
}
