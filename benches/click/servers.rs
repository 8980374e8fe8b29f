//! The same through real web servers, started from the recipes in deploy/: requests a second, and
//! how long one takes.

use crate::programs::{Program, click};
use crate::{median, percentile, ratio};
use parlour::game::chance::Chance;
use parlour::seal::{Key, KeyRing};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};
use support::http::Host;
use support::process::{install_copy, is_there};
use support::server::{KINDS, Server};

const SERVERS: [&str; 4] = ["lighttpd", "apache", "nginx", "busybox"];
/// The number of visitors at once.
const VISITORS: usize = 2;
/// The time for which each program is asked in each round.
const TIME: Duration = Duration::from_millis(1000);

/// The figures of one program behind one server, by rounds.
#[derive(Clone, Default)]
struct Load {
    rates: Vec<f64>,
    latencies: Vec<f64>,
}

/// Measures every program behind every server and prints a table for each.
pub fn measure(programs: &[Program], rounds: usize, lacking: &mut Vec<String>) {
    let programs: Vec<&Program> = programs.iter().filter(|program| program.is_served).collect();
    for kind in KINDS.iter().filter(|kind| SERVERS.contains(&kind.name)) {
        let missing: Vec<&&str> = kind.programs.iter().filter(|name| !is_there(name)).collect();
        if !missing.is_empty() {
            lacking.push(format!("{}: not found: {missing:?}", kind.name));
            continue;
        }
        let server = Server::start(kind, env!("CARGO_BIN_EXE_parlour"));
        let (programs, others): (Vec<&Program>, Vec<&Program>) =
            programs.iter().partition(|program| answers(&server, program));
        for other in others {
            lacking.push(format!("{} through {}: the server cannot run it", other.name, kind.name));
        }
        let mut loads = vec![Load::default(); programs.len()];
        let mut order: Vec<usize> = (0..programs.len()).collect();
        let mut chance = Chance::from_seed([2; 32]);
        for _ in 0..rounds {
            chance.shuffle(&mut order);
            for at in &order {
                ask(&server, programs[*at], &mut loads[*at]);
            }
        }
        show(kind.name, &programs, &loads);
    }
}

fn show(server: &str, programs: &[&Program], loads: &[Load]) {
    println!("\nThrough {server}, {VISITORS} visitors at once.\n");
    println!("{:38}{:>10}{:>8}{:>11}{:>11}", "", "requests/s", "/ first", "median ms", "99 of 100");
    for (program, load) in programs.iter().zip(loads) {
        println!(
            "{:38}{:>10.0}{:>8.2}{:>11.2}{:>11.2}",
            program.name,
            median(&load.rates),
            ratio(&load.rates, &loads[0].rates),
            median(&load.latencies),
            percentile(&load.latencies, 99),
        );
    }
}

/// Puts a program in its place and asks for its click as fast as it answers.
fn ask(server: &Server, program: &Program, load: &mut Load) {
    put(program, &server.program());
    let host = server.host();
    let query = query_of_click(server, program);
    let request = host.request("GET", server.target(&query).as_bytes(), "", b"");
    let start = Instant::now();
    let visits: Vec<Vec<f64>> = thread::scope(|scope| {
        let visitor = || visit(host, &request, start);
        let visitors: Vec<_> = (0..VISITORS).map(|_| scope.spawn(visitor)).collect();
        visitors.into_iter().map(|visitor| visitor.join().expect("a visitor")).collect()
    });
    let count: usize = visits.iter().map(Vec::len).sum();
    load.rates.push(count as f64 / start.elapsed().as_secs_f64());
    load.latencies.extend(visits.concat());
}

/// Returns true if the server can run the program. The server's user may not be allowed to start the
/// interpreter.
fn answers(server: &Server, program: &Program) -> bool {
    put(program, &server.program());
    server.get(&query_of_click(server, program)).status == 200
}

fn query_of_click(server: &Server, program: &Program) -> String {
    click(&program.deal, |query| server.get(query).text())
}

/// The time of each request, in milliseconds.
fn visit(host: Host, request: &[u8], start: Instant) -> Vec<f64> {
    let mut times = Vec::new();
    while start.elapsed() < TIME {
        let asked = Instant::now();
        let reply = host.exchange(request).expect("the server answers");
        assert_eq!(reply.status, 200, "{}{}", String::from_utf8_lossy(request), reply.head);
        times.push(asked.elapsed().as_secs_f64() * 1e3);
    }
    times
}

/// Parlour is installed with its key inside, so that no key remains on the machine; any other program
/// is copied.
fn put(program: &Program, place: &Path) {
    let _ = fs::remove_file(place);
    if program.name.starts_with("Parlour") {
        let ring = KeyRing::of(Key::draw().expect("randomness"));
        return install_copy(Path::new(&program.build), &ring, place);
    }
    let mut copy = Command::new("install");
    let put = copy.args(["-m", "755"]).arg(&program.build).arg(place).output();
    assert!(put.is_ok_and(|put| put.status.success()), "{} cannot be put there", program.name);
}
