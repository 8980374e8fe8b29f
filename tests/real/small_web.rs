//! Servers for Gemini and Gopher. Clients that know only these protocols play games to their ends:
//! scripts first, then clients for terminals. (The tables in deploy/README.md are of web servers.
//! These trials have names of their own.)

use crate::browsers::terminal::{Habit, Terminal, W3M};
use crate::own_program;
use parlour::games;
use parlour::seal::{Key, KeyRing};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use support::process::{self, PATIENCE, Process};
use support::repository;
use support::server::{Site, free_port};
use support::trials::Trial;

/// The address of the program on its server.
const PLACE: &str = "cgi-bin/parlour";

/// More moves than a game of Nim has.
const MOVES_MAX: usize = 20;

/// The programs that each server takes.
const GOPHERNICUS: [&str; 3] = ["gophernicus", "systemd-socket-activate", "setpriv"];
const MOLLY_BROWN: [&str; 2] = ["molly-brown", "openssl"];
const JETFORCE: [&str; 2] = ["jetforce", "openssl"];
const STARGAZER: [&str; 1] = ["stargazer"];

/// A client in a terminal, and the keys that follow the first link of a page in it.
struct Client {
    habit: Habit,
    keys: &'static [&'static str],
}

/// Clients for Gemini.
const GEMINI_CLIENTS: [Client; 2] = [
    Client { habit: Habit { program: "bombadillo", ..W3M }, keys: &["1", "Enter"] },
    Client { habit: Habit { program: "amfora", ..W3M }, keys: &["1"] },
];
/// Clients for Gopher. In sacc the link is searched for.
const GOPHER_CLIENTS: [Client; 2] = [
    Client { habit: Habit { program: "sacc", ..W3M }, keys: &["/", "1", ".", "Enter", "l"] },
    Client { habit: Habit { program: "lynx", ..W3M }, keys: &["Enter"] },
];

/// The cases of this file. Debian has neither Jetforce nor Stargazer, and not every Debian has every
/// client, so the full run alone tries those.
pub fn cases() -> Vec<Trial> {
    let script = |server: &[&'static str]| [server, &["python3"]].concat();
    let mut cases = vec![
        Trial::new("gophernicus_speaks_gopher", &script(&GOPHERNICUS), || {
            let server = gophernicus();
            play("gopher.py", &[server.port.to_string(), format!("/{PLACE}")]);
        }),
        Trial::new("molly_brown_speaks_gemini", &script(&MOLLY_BROWN), || {
            let server = molly_brown();
            play("gemini.py", &[server.address()]);
        }),
    ];
    if repository::is_full() {
        cases.push(Trial::new("jetforce_speaks_gemini", &script(&JETFORCE), || {
            let server = jetforce();
            play("gemini.py", &[server.address()]);
        }));
        cases.push(Trial::new("stargazer_speaks_gemini", &script(&STARGAZER), || {
            let server = stargazer();
            play("gemini.py", &[server.address()]);
        }));
        let of_gemini = GEMINI_CLIENTS.iter();
        cases.extend(of_gemini.map(|client| in_a_terminal(client, &MOLLY_BROWN, molly_brown)));
        let of_gopher = GOPHER_CLIENTS.iter();
        cases.extend(of_gopher.map(|client| in_a_terminal(client, &GOPHERNICUS, gophernicus)));
    }
    cases
}

/// A game of Nim in a client of this kind.
fn in_a_terminal(
    client: &'static Client,
    server: &[&'static str],
    start: fn() -> Running,
) -> Trial {
    let program = client.habit.program;
    let needs = [server, &[program, "tmux"]].concat();
    Trial::new(format!("nim_in_{program}_on_the_small_web"), &needs, move || {
        let server = start();
        let url = format!("{}?g=nim", server.address());
        let terminal = Terminal::open(&client.habit, &url, &server.site.open_directory("open"));
        play_nim(&terminal, client.keys);
    })
}

/// Takes what the first link offers, until the game is over.
fn play_nim(terminal: &Terminal, keys: &[&str]) {
    // Heaps are drawn in lines of strokes.
    let is_heap = |line: &&str| {
        line.contains('|') && line.chars().all(|letter| matches!(letter, '|' | ' ' | '0'..='9'))
    };
    let heaps = |screen: &str| {
        let heaps: Vec<&str> = screen.lines().filter(is_heap).collect();
        (!heaps.is_empty() || screen.contains("Play again")).then(|| heaps.join("\n"))
    };
    let mut before = None;
    for _ in 0..MOVES_MAX {
        let screen = terminal.wait("the next page", |screen| {
            heaps(screen).is_some_and(|now| before.as_ref() != Some(&now))
        });
        if screen.contains("Play again") {
            return;
        }
        before = heaps(&screen);
        terminal.press(keys);
    }
    panic!("no end after {MOVES_MAX} moves");
}

/// A server at work.
struct Running {
    _server: Process,
    site: Site,
    port: u16,
    /// The beginning of every address on it.
    root: String,
}

impl Running {
    /// Starts a server, and waits until it listens.
    fn start(server: &mut Command, site: Site, port: u16, root: String) -> Self {
        let server = Process::start(server.stdout(Stdio::null()).stderr(Stdio::null()));
        let listens = || TcpStream::connect(("127.0.0.1", port)).is_ok();
        assert!(process::wait_until(PATIENCE, listens), "nothing listens");
        Running { _server: server, site, port, root }
    }

    /// The address of the program.
    fn address(&self) -> String {
        format!("{}/{PLACE}", self.root)
    }
}

/// The folder of a server that runs programs of /cgi-bin. It runs only what everybody may read, so a
/// wrapper is there, and Parlour elsewhere.
fn site() -> Site {
    let site = Site::create();
    ["home", "www/cgi-bin"].iter().for_each(|directory| site.make_directory(directory));
    let program = site.path("home/parlour");
    let ring = KeyRing::of(Key::draw().expect("randomness"));
    process::install_copy(&own_program(), &ring, Path::new(&program));
    let wrapper = site.recipe("wrapper.sh", &[("/home/anna/parlour/parlour", &*program)]);
    let mut copy = process::command("install");
    let file = site.path("www/").to_owned() + PLACE;
    let copied = copy.args(["-m", "755", &wrapper, &file]).status();
    assert!(copied.is_ok_and(|status| status.success()), "{file} cannot be written");
    site
}

/// Plays games with a player of tests/real: every game in the full run, and otherwise one.
fn play(player: &str, arguments: &[String]) {
    let keys = games::GAMES.iter().map(|game| game.ruleset.key);
    for game in keys.filter(|key| repository::is_full() || *key == "nim") {
        let mut command = process::command("python3");
        command.arg(repository::file("tests/real").join(player)).args(arguments).arg(game);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = command.output().expect("a player");
        let (told, wrong) = (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned());
        assert_eq!(String::from_utf8_lossy(&told).trim(), "over", "{game}: {wrong}");
    }
}

/// Gophernicus serves one request and leaves it to systemd to listen.
fn gophernicus() -> Running {
    let (site, port) = (site(), free_port());
    let (address, number) = (format!("127.0.0.1:{port}"), port.to_string());
    let root = site.path("www");
    let options = ["-a", "--inetd", "-l", &address, "gophernicus"];
    let own = ["-h", "localhost", "-p", &number, "-r", &root, "-nf", "-nm", "-ns"];
    let mut server = site.as_servant("systemd-socket-activate", &[&options[..], &own].concat());
    Running::start(&mut server, site, port, format!("gopher://localhost:{port}/1"))
}

/// A self-signed certificate. Clients of Gemini trust the first one that they see.
fn certificate(site: &Site) -> [String; 2] {
    let [certificate, key] = ["run/cert.pem", "run/key.pem"].map(|name| site.path(name));
    let mut command = process::command("openssl");
    command.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]);
    command.args(["-subj", "/CN=localhost", "-keyout", &key, "-out", &certificate]);
    let made = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(made.is_ok_and(|status| status.success()), "openssl makes no certificate");
    [certificate, key]
}

fn molly_brown() -> Running {
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
    let mut server = process::command("molly-brown");
    Running::start(server.args(["-c", &config]), site, port, format!("gemini://localhost:{port}"))
}

/// Stargazer makes its certificate itself.
fn stargazer() -> Running {
    let (site, port) = (site(), free_port());
    let config = format!(
        "listen = 127.0.0.1:{port}\n[:tls]\nstore = {}\n[localhost]\nroot = {}\ncgi = on\n",
        site.path("run"),
        site.path("www"),
    );
    let config = site.write("run/stargazer.ini", &config);
    let mut server = process::command("stargazer");
    Running::start(server.arg(&config), site, port, format!("gemini://localhost:{port}"))
}

fn jetforce() -> Running {
    let (site, port) = (site(), free_port());
    let [certificate, key] = certificate(&site);
    let mut server = process::command("jetforce");
    server.args(["--host", "127.0.0.1", "--hostname", "localhost", "--port", &port.to_string()]);
    server.args(["--dir", &site.path("www"), "--cgi-dir", "cgi-bin"]);
    server.args(["--tls-certfile", &certificate, "--tls-keyfile", &key]);
    Running::start(&mut server, site, port, format!("gemini://localhost:{port}"))
}
