//! Servers for Gemini and Gopher: games played to their ends by clients that know these protocols alone.
//! (The tables in deploy/README.md are of web servers; these trials have names of their own.)

use crate::{own_program, sample};
use parlour::games;
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::process::{self, Process};
use support::repository;
use support::server::{Site, free_port};
use support::trials::Trial;

/// How long a server may take to listen.
const START_TIME_MAX: Duration = Duration::from_secs(20);
/// The address of the program on its server.
const PLACE: &str = "cgi-bin/parlour";

/// The cases of this file. Debian has no Jetforce, so only the full run, which installs it, tries it.
pub fn cases() -> Vec<Trial> {
    let mut cases = vec![
        Trial::new(
            "gophernicus_speaks_gopher",
            &["gophernicus", "systemd-socket-activate", "setpriv", "python3"],
            gophernicus,
        ),
        Trial::new(
            "molly_brown_speaks_gemini",
            &["molly-brown", "python3", "openssl"],
            molly_brown,
        ),
    ];
    if sample::is_full() {
        let needs = ["jetforce", "python3", "openssl"];
        cases.push(Trial::new("jetforce_speaks_gemini", &needs, jetforce));
    }
    cases
}

/// The folder of a server that runs programs of /cgi-bin. It runs only what everybody may read, so a
/// wrapper is there, and Parlour elsewhere.
fn site() -> Site {
    let site = Site::create();
    ["home", "www/cgi-bin"].iter().for_each(|directory| site.make_directory(directory));
    let program = site.path("home/parlour");
    let mut install = Command::new(own_program());
    install.env_clear().args(["install", "--key-inside", &program]);
    let output = install.output().expect("it installs itself");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wrapper = site.recipe("wrapper.sh", &[("/home/anna/parlour/parlour", &*program)]);
    let mut copy = process::command("install");
    let file = site.path("www/").to_owned() + PLACE;
    let copied = copy.args(["-m", "755", &wrapper, &file]).status();
    assert!(copied.is_ok_and(|status| status.success()), "{file} cannot be written");
    site
}

/// Starts a server, waits until it listens, and plays games with a player of tests/real: each of them
/// in the full run, else one.
fn play(server: &mut Command, port: u16, player: &str, arguments: &[String]) {
    let _server = Process::start(server.stdout(Stdio::null()).stderr(Stdio::null()));
    let listens = || TcpStream::connect(("127.0.0.1", port)).is_ok();
    assert!(process::wait_until(START_TIME_MAX, listens), "nothing listens");
    let keys = games::GAMES.iter().map(|game| game.ruleset.key);
    for game in keys.filter(|key| sample::is_full() || *key == "nim") {
        let mut command = process::command("python3");
        command.arg(repository::file("tests/real").join(player)).args(arguments).arg(game);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = command.output().expect("a player");
        let (told, wrong) = (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned());
        assert_eq!(String::from_utf8_lossy(&told).trim(), "over", "{game}: {wrong}");
    }
}

/// Gophernicus serves one request and leaves it to systemd to listen.
fn gophernicus() {
    let (site, port) = (site(), free_port());
    let (address, number) = (format!("127.0.0.1:{port}"), port.to_string());
    let root = site.path("www");
    let options = ["-a", "--inetd", "-l", &address, "gophernicus"];
    let own = ["-h", "localhost", "-p", &number, "-r", &root, "-nf", "-nm", "-ns"];
    let mut server = site.as_servant("systemd-socket-activate", &[&options[..], &own].concat());
    play(&mut server, port, "gopher.py", &[number.clone(), format!("/{PLACE}")]);
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

fn play_in_gemini(server: &mut Command, port: u16) {
    play(server, port, "gemini.py", &[format!("gemini://localhost:{port}/{PLACE}")]);
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

fn jetforce() {
    let (site, port) = (site(), free_port());
    let [certificate, key] = certificate(&site);
    let mut server = process::command("jetforce");
    server.args(["--host", "127.0.0.1", "--hostname", "localhost", "--port", &port.to_string()]);
    server.args(["--dir", &site.path("www"), "--cgi-dir", "cgi-bin"]);
    server.args(["--tls-certfile", &certificate, "--tls-keyfile", &key]);
    play_in_gemini(&mut server, port);
}
