//! The time of a request by CGI and by `parlour serve` behind web servers, beside each other in one run:
//! `cargo bench --bench scale`. deploy/scale.md has the figures and what follows from them.
//!
//! The server with all that it starts has one processor, and the visitors have another. The kinds
//! take turns in every round. A visitor keeps a connection for the next request if the server keeps
//! it. Processor time is that of the server and of all that it has started, also of what has ended;
//! memory is the most that they had at once, each shared page counted once (Pss). fcgiwrap ignores
//! the end of its children, so that the system does not count their time: for nginx with it, the
//! time of the same click is added as it is when the program is started by hand. A number as
//! argument is the number of rounds (5).

mod tree;
mod visitor;

use rustix::thread::{CpuSet, sched_setaffinity};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use support::click::Asked;
use support::floor;
use support::folder::Folder;
use support::http::Host;
use support::process::{self, is_there};
use support::proxies::PROXIES;
use support::server::{KINDS, Kind, Server};
use support::static_build;
use tree::Tree;
use visitor::Visitor;

/// The pairs to measure: a kind of server, and the kind to compare it with.
const PAIRS: [(&str, &str); 6] = [
    ("lighttpd", "lighttpd"),
    ("lighttpd_serve", "lighttpd"),
    ("nginx", "nginx"),
    ("nginx_serve", "nginx"),
    ("apache", "apache"),
    ("apache_serve", "apache"),
];
/// The kind whose server does not wait for its programs.
const IGNORES_CHILDREN: &str = "nginx";
/// The number of single requests to it in each round.
const CLICKS_BY_HAND: u32 = 100;
/// The kinds without a pair: HAProxy starts no programs, and `parlour serve` needs no server.
const ALONE: [&str; 2] = ["haproxy_serve", "serve"];
/// The kind whose `serve` is replaced by a C program with a fixed page, and the name of that row.
const REPLACED: (&str, &str) = ("nginx_serve", "nginx, fixed page in C");
/// The numbers of visitors at once.
const VISITORS: [usize; 3] = [1, 8, 64];
/// Rounds, if no argument says otherwise.
const ROUNDS: usize = 5;
/// The time for which each kind is asked in each round.
const TIME: Duration = Duration::from_millis(2000);
/// The time between two measurements of memory.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The figures of one kind, by rounds.
#[derive(Clone, Default)]
struct Figures {
    rates: Vec<f64>,
    processor: Vec<f64>,
    latencies: Vec<f64>,
    kilobytes: Vec<f64>,
}

/// A server to measure.
struct Case {
    name: String,
    server: Server,
    /// The query of the request.
    click: String,
}

impl Case {
    fn start(kind: &'static Kind, program: &Path) -> Self {
        let server = Server::start(kind, program);
        let click = click(&server);
        Case { name: kind.name.replace('_', " "), server, click }
    }

    /// The same with a C program behind the server, which answers with the page of the request.
    fn with_fixed_page(mut self, place: &Path) -> Option<Self> {
        let parlour = Asked { file: self.server.program(), is_installed: true };
        let page = parlour.start(&[], &self.click).output().ok()?.stdout;
        let page = String::from_utf8(page).ok()?.replacen("Status:", "HTTP/1.1", 1);
        let program = floor::server(place, &page)?;
        self.server.stop();
        process::copy_program(&program, &self.server.program());
        self.server.start_again().then(|| Case { name: REPLACED.1.to_owned(), ..self })
    }
}

fn main() {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let Some(program) = static_build::program() else {
        return println!("not run: anything, for lack of the target {}", static_build::TARGET);
    };
    let named = |name: &str| KINDS.iter().chain(PROXIES).find(|kind| kind.name == name);
    let kinds = PAIRS.iter().map(|(name, _)| *name).chain(ALONE).filter_map(named);
    let (kinds, lacking): (Vec<&Kind>, Vec<&Kind>) =
        kinds.partition(|kind| kind.programs.iter().all(|name| is_there(name)));
    for kind in lacking {
        println!("not run: {}, for lack of one of {:?}", kind.name, kind.programs);
    }
    // Processes that start from here inherit it.
    run_on(0);
    let place = Folder::create();
    let mut cases: Vec<Case> = kinds.iter().map(|kind| Case::start(kind, &program)).collect();
    let replaced = kinds.iter().find(|kind| kind.name == REPLACED.0);
    match replaced.and_then(|kind| Case::start(kind, &program).with_fixed_page(place.path())) {
        Some(case) => cases.push(case),
        None => println!("not run: {}, for lack of gcc or the server", REPLACED.1),
    }
    run_on(1);
    for visitors in VISITORS {
        let mut figures = vec![Figures::default(); cases.len()];
        for _ in 0..rounds {
            for (Case { server, click, .. }, figures) in cases.iter().zip(&mut figures) {
                measure(server, click, visitors, figures);
            }
        }
        show(&cases, &figures, visitors, rounds);
    }
}

/// Keeps this thread and the processes that it starts on one processor, if there are several.
fn run_on(processor: usize) {
    let mut set = CpuSet::new();
    set.set(processor);
    let _ = sched_setaffinity(None, &set);
}

/// The query of a click in the middle of a game of Concentration on 16 tiles.
fn click(server: &Server) -> String {
    let dealt = server.open("g=concentration&seed=a+click");
    let once = server.get(dealt.link_with("turn=1").query()).page(200);
    once.link_with("turn=2").query().to_owned()
}

/// The processor time in seconds that the program takes for a click when it is started by hand.
fn by_hand(server: &Server, query: &str) -> f64 {
    let own = Tree::of(&[std::process::id()]);
    let before = own.ended_seconds();
    let program = Asked { file: server.program(), is_installed: true };
    for _ in 0..CLICKS_BY_HAND {
        let ended = program.start(&[], query).stdout(Stdio::null()).status();
        assert!(ended.is_ok_and(|status| status.success()), "the program runs");
    }
    (own.ended_seconds() - before) / f64::from(CLICKS_BY_HAND)
}

/// Asks for the click as fast as the server answers.
fn measure(server: &Server, query: &str, visitors: usize, figures: &mut Figures) {
    let uncounted = if server.kind.name == IGNORES_CHILDREN { by_hand(server, query) } else { 0.0 };
    let click = &server.target(query);
    let (host, tree) = (server.host(), Tree::of(&server.processes()));
    let before = tree.processor_seconds();
    let start = Instant::now();
    let (visits, kilobytes) = thread::scope(|scope| {
        let visitor = || visit(host, click, start);
        let visitors: Vec<_> = (0..visitors).map(|_| scope.spawn(visitor)).collect();
        let mut kilobytes = 0;
        while start.elapsed() < TIME {
            kilobytes = kilobytes.max(tree.kilobytes());
            thread::sleep(LOOK_EVERY);
        }
        let visits = visitors.into_iter().map(|visitor| visitor.join().expect("a visitor"));
        (visits.collect::<Vec<_>>().concat(), kilobytes)
    });
    let count = visits.len() as f64;
    figures.rates.push(count / start.elapsed().as_secs_f64());
    let seconds = (tree.processor_seconds() - before) / count + uncounted;
    figures.processor.push(seconds * 1e6);
    figures.latencies.extend(visits);
    figures.kilobytes.push(kilobytes as f64);
}

/// The time of each request, in milliseconds.
fn visit(host: Host, click: &str, start: Instant) -> Vec<f64> {
    let (mut visitor, mut times) = (Visitor::of(host), Vec::new());
    while start.elapsed() < TIME {
        let asked = Instant::now();
        // A server that lets few wait may lose a visitor, who tries again.
        if visitor.ask(click).is_ok_and(|is_whole| is_whole) {
            times.push(asked.elapsed().as_secs_f64() * 1e3);
        }
    }
    times
}

fn show(cases: &[Case], figures: &[Figures], visitors: usize, rounds: usize) {
    println!("\n{visitors} at once, {rounds} rounds; medians, and ratios of the same rounds.\n");
    println!(
        "| | requests a second | to CGI | processor, us a request | to CGI | median ms | 99 of 100, ms | memory, MB |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    let place = |name: &str| cases.iter().position(|case| case.name == name.replace('_', " "));
    for (case, own) in cases.iter().zip(figures) {
        let pair = PAIRS.iter().find(|(kind, _)| place(kind) == place(&case.name));
        let other = pair.and_then(|(_, to)| place(to));
        let beside = |of: fn(&Figures) -> &Vec<f64>| match other {
            Some(other) => format!("{:.2}", ratio(of(own), of(&figures[other]))),
            None => String::new(),
        };
        println!(
            "| {} | {:.0} | {} | {:.0} | {} | {:.1} | {:.1} | {:.1} |",
            case.name,
            percentile(&own.rates, 50),
            beside(|figures| &figures.rates),
            percentile(&own.processor, 50),
            beside(|figures| &figures.processor),
            percentile(&own.latencies, 50),
            percentile(&own.latencies, 99),
            percentile(&own.kilobytes, 50) / 1e3,
        );
    }
    if let Some((own, fixed)) = place(REPLACED.0).zip(place(REPLACED.1)) {
        let rates = ratio(&figures[own].rates, &figures[fixed].rates);
        println!("\n{}: {rates:.2} of the requests of the fixed page", cases[own].name);
    }
}

/// The value that this percentage of the values does not exceed.
fn percentile(values: &[f64], part: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = sorted.len() * part / 100;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// The median of what each round gives for one beside another.
fn ratio(of: &[f64], to: &[f64]) -> f64 {
    let ratios: Vec<f64> = of.iter().zip(to).map(|(of, to)| of / to).collect();
    percentile(&ratios, 50)
}
