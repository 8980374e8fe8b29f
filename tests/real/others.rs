//! Servers for Gemini and Gopher, and curl: games played to their ends by whoever has no browser.
//! (The table in deploy/README.md is of web servers; these trials have names of their own.)

use crate::{own_program, start};
use std::io::Write;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::thread;
use support::process::{self, Process};
use support::repository;
use support::server::{KINDS, Site, free_port};
use support::trials::Trial;

/// The games, each with the options that make it short for whoever plays at random.
const GAMES: [&str; 5] = ["tictactoe", "nim", "rps", "eights", "noughts"];

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let mut cases = vec![
        Trial::new("gopher_on_gophernicus", &["gophernicus", "python3", "setpriv"], gophernicus),
        Trial::new("gemini_on_molly_brown", &["molly-brown", "python3", "openssl"], molly_brown),
    ];
    for kind in KINDS.iter().filter(|kind| kind.name == "lighttpd") {
        let needs: Vec<&str> = kind.programs.iter().copied().chain(["curl", "sh"]).collect();
        cases.push(Trial::new("a_terminal_with_curl", &needs, move || play_with_curl(kind)));
    }
    cases
}

/// The folder of a server that runs programs of /cgi-bin, with Parlour there.
fn site() -> Site {
    let site = Site::create();
    let folder = site.path("www/cgi-bin");
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut install = Command::new(own_program());
    install.env_clear().args(["install", "--key-inside", &format!("{folder}/parlour")]);
    let output = install.output().expect("it installs itself");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    site
}

/// Plays every game with a player of tests/real.
fn play(player: &str, arguments: &[String]) {
    for game in GAMES {
        let mut command = process::command("python3");
        command.arg(repository::file("tests/real").join(player)).args(arguments).arg(game);
        let output = command.output().expect("a player");
        let (told, wrong) = (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned());
        assert_eq!(String::from_utf8_lossy(&told).trim(), "over", "{game}: {wrong}");
    }
}

/// Gophernicus serves one request and leaves listening to inetd; here a thread takes its place.
fn gophernicus() {
    let site = site();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its number").port().to_string();
    let (root, number) = (site.path("www"), port.clone());
    thread::scope(|scope| {
        let (listener, site) = (&listener, &site);
        let served = scope.spawn(move || {
            // The last visitor says nothing, and ends it.
            while let Ok((stream, _)) = listener.accept() {
                let mut first = [0];
                if stream.peek(&mut first).unwrap_or(0) == 0 {
                    return;
                }
                let options = ["-h", "localhost", "-p", &number, "-r", &root, "-nf", "-nm", "-ns"];
                let mut command = site.as_servant("gophernicus", &options);
                let out = OwnedFd::from(stream.try_clone().expect("both ways"));
                command.stdin(OwnedFd::from(stream)).stdout(out).stderr(Stdio::null());
                let _ = command.status();
            }
        });
        let played = std::panic::catch_unwind(|| {
            play("gopher.py", &[port.clone(), "/cgi-bin/parlour".to_owned()]);
        });
        drop(std::net::TcpStream::connect(format!("127.0.0.1:{port}")));
        let _ = served.join();
        played.unwrap_or_else(|why| std::panic::resume_unwind(why));
    });
}

/// A certificate that nobody vouches for: clients of Gemini trust the one that they saw first.
fn certificate(site: &Site) -> [String; 2] {
    let [certificate, key] = ["run/cert.pem", "run/key.pem"].map(|name| site.path(name));
    let mut command = process::command("openssl");
    command.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]);
    command.args(["-subj", "/CN=localhost", "-keyout", &key, "-out", &certificate]);
    let made = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(made.is_ok_and(|status| status.success()), "openssl makes no certificate");
    [certificate, key]
}

/// Starts a server, waits until it listens, and plays.
fn play_in_gemini(command: &mut Command, port: u16) {
    let _server = Process::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
    let listens = || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok();
    let time = std::time::Duration::from_secs(20);
    assert!(process::wait_until(time, listens), "nothing listens");
    play("gemini.py", &[format!("gemini://localhost:{port}/cgi-bin/parlour")]);
}

fn molly_brown() {
    let (site, port) = (site(), free_port());
    let [certificate, key] = certificate(&site);
    let root = site.path("www");
    let config = format!(
        "Port = {port}\nHostname = \"localhost\"\nCertPath = \"{certificate}\"\nKeyPath = \"{key}\"\n\
         DocBase = \"{root}\"\nCGIPaths = [\"{root}/cgi-bin\"]\nAccessLog = \"{}\"\nErrorLog = \"{}\"\n",
        site.path("run/access.log"),
        site.path("run/error.log"),
    );
    let config = site.write("run/molly.conf", &config);
    play_in_gemini(process::command("molly-brown").args(["-c", &config]), port);
}

/// deploy/play.sh, with somebody who always takes the first move that there is.
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
