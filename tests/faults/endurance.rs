//! Endurance: one worker of a FastCGI responder answers request after request, of every kind, and its
//! memory stays as it was.
//!
//! Some ten thousand are a case like others. For more, and with another build of the program:
//! `cargo static && cargo test --test faults -- --requests=1000000
//! --program=target/x86_64-unknown-linux-musl/release/parlour`.

use crate::click::program;
use parlour::games::GAMES;
use std::fs;
use std::time::Instant;
use support::click::KEY;
use support::fastcgi::{Connection, Responder, request};
use support::trials::{self, Row};

/// The trials of this file.
pub const TRIALS: &[Row] = &[("a_worker_keeps_its_memory", &[], a_worker_keeps_its_memory)];

/// The option of the long form.
pub const REQUESTS_OPTION: &str = "--requests=";
/// The requests of the short form.
const REQUESTS: usize = 50_000;
/// One request in this many has its own connection. The others share one.
const OWN_CONNECTION_EVERY: usize = 10;
/// After this number of requests the worker has met every kind several times.
const WARM_REQUESTS: usize = 5_000;
/// By how many kilobytes it may have grown since: now and then a rare deal takes more than all before
/// it. Eight bytes lost with every request of the short form would be 350.
const GROWTH_KILOBYTES_MAX: u64 = 200;

fn a_worker_keeps_its_memory() {
    println!("  {}", endure(REQUESTS));
}

/// The number of requests in the arguments, if they have one.
pub fn asked() -> Option<usize> {
    let requests = trials::option(REQUESTS_OPTION)?;
    Some(requests.parse().unwrap_or_else(|_| panic!("{requests} is no number")))
}

/// Has a worker answer this many requests.
///
/// # Panics
///
/// If an answer is wrong, or the worker grows, or another takes its place.
pub fn endure(requests: usize) -> String {
    let mut responder = Responder::start(program(), &[("PARLOUR_KEY", KEY)]);
    let worker = responder.wait_for_workers(1)[0];
    let kinds = kinds(&responder);
    let mut kept = responder.connect();
    let mut before = 0;
    let start = Instant::now();
    for count in 0..requests {
        if count == WARM_REQUESTS.min(requests / 2) {
            before = resident(worker);
        }
        let (bytes, status) = &kinds[count % kinds.len()];
        let answer = match count % OWN_CONNECTION_EVERY {
            0 => ask(&mut responder.connect(), bytes),
            _ => ask(&mut kept, bytes),
        };
        assert!(answer.starts_with(status), "{status}: {answer}");
    }
    let after = resident(worker);
    assert_eq!(responder.workers(), [worker], "{}", responder.log());
    assert!(after <= before + GROWTH_KILOBYTES_MAX, "it had {before} kB, and then {after} kB");
    let seconds = start.elapsed().as_secs_f32();
    format!("{requests} requests: the worker had {before} kB, and then {after} kB; {seconds:.0} s")
}

fn ask(connection: &mut Connection, bytes: &[u8]) -> String {
    connection.send(bytes);
    connection.answer().map(|answer| answer.out).unwrap_or_default()
}

/// The requests, and how the answer to each begins.
fn kinds(responder: &Responder) -> Vec<(Vec<u8>, &'static str)> {
    const OK: &str = "Status: 200 OK\r\n";
    let get = |query: &str, status| (request(1, &[("QUERY_STRING", query)], b"", true), status);
    let long = "x".repeat(3_000);
    let mut kinds = vec![
        get("", OK),
        get("g=nothing", "Status: 404 "),
        get("s=A", "Status: 400 "),
        get(&long, "Status: 414 "),
        (request(1, &[("REQUEST_METHOD", "POST")], &[b'x'; 9_000], true), "Status: 405 "),
        (request(1, &[("HTTP_COOKIE", &long.repeat(60))], b"", true), "Status: 414 "),
    ];
    for game in GAMES {
        let key = game.ruleset.key;
        let dealt = responder.ask(&format!("g={key}&as=json"));
        let token = dealt.split("s=A").nth(1).and_then(|rest| rest.split('&').next());
        let token = token.unwrap_or_else(|| panic!("no token: {dealt}"));
        kinds.push(get(&format!("g={key}"), "Status: "));
        kinds.push(get(&format!("g={key}&rules"), OK));
        kinds.push(get(&format!("s=A{token}&g={key}"), OK));
        kinds.push(get(&format!("s=A{token}&g={key}&as=json"), OK));
        kinds.push(get(&format!("s=A{token}&g={key}&unheard_of=1"), OK));
    }
    kinds
}

/// The memory of a process, in kilobytes, without memory that it shares with files.
fn resident(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let anonymous = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let number = anonymous.and_then(|text| text.trim().strip_suffix(" kB")?.parse().ok());
    number.unwrap_or_else(|| panic!("no memory in {status}"))
}
