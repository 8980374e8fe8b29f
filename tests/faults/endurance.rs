//! Endurance: the workers of `parlour serve` answer request after request, of every kind, and their
//! memory stays as it was.
//!
//! Some ten thousand are a case like others. For more, and with another build of the program:
//! `cargo static && cargo test --test faults -- --requests=1000000
//! --program=target/x86_64-unknown-linux-musl/release/parlour`.

use crate::click::program;
use parlour::games::GAMES;
use std::fs;
use std::time::Instant;
use support::serve::{Connection, PATH, Served, asks, request};
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
const GROWTH_KILOBYTES_MAX: u64 = 250;

fn a_worker_keeps_its_memory() {
    println!("  {}", endure(REQUESTS));
}

/// The number of requests in the arguments, if they have one.
pub fn asked() -> Option<usize> {
    let requests = trials::option(REQUESTS_OPTION)?;
    Some(requests.parse().unwrap_or_else(|_| panic!("{requests} is no number")))
}

/// Has the workers answer this many requests.
///
/// # Panics
///
/// If an answer is wrong, or a worker grows, or another takes its place.
pub fn endure(requests: usize) -> String {
    let mut served = Served::start(program(), &[]);
    let workers = served.wait_for_workers(&[]);
    let kinds = kinds(&served);
    let mut kept = served.connect();
    let mut before = Vec::new();
    let start = Instant::now();
    let memory = || workers.iter().map(|id| resident(*id)).collect::<Vec<u64>>();
    for count in 0..requests {
        if count == WARM_REQUESTS.min(requests / 2) {
            before = memory();
        }
        let Kind { bytes, status, keeps_open } = &kinds[count % kinds.len()];
        let answer = if *keeps_open && count % OWN_CONNECTION_EVERY > 0 {
            ask(&mut kept, bytes)
        } else {
            ask(&mut served.connect(), bytes)
        };
        assert!(status.contains(&answer), "{answer}, not {status:?}");
    }
    let after = memory();
    assert_eq!(served.workers(), workers, "{}", served.log());
    let grows =
        before.iter().zip(&after).any(|(before, after)| *after > before + GROWTH_KILOBYTES_MAX);
    assert!(!grows, "they had {before:?} kB, and then {after:?} kB");
    let seconds = start.elapsed().as_secs_f32();
    format!(
        "{requests} requests: the workers had {before:?} kB, and then {after:?} kB; {seconds:.0} s"
    )
}

/// The status of the answer.
fn ask(connection: &mut Connection, bytes: &[u8]) -> u16 {
    connection.send(bytes);
    connection.reply().map_or(0, |reply| reply.status)
}

/// A kind of request.
struct Kind {
    bytes: Vec<u8>,
    /// The statuses of its answer.
    status: &'static [u16],
    /// True if the connection stays open after the answer.
    keeps_open: bool,
}

fn kinds(served: &Served) -> Vec<Kind> {
    let kind = |bytes, status, keeps_open| Kind { bytes, status, keeps_open };
    let get = |query: &str, status| kind(request(query), status, true);
    let long = "x".repeat(3_000);
    let post = format!("Content-Length: 9000\r\n\r\n{}", "x".repeat(8_998));
    let mut kinds = vec![
        get("", &[200]),
        get("g=nothing", &[404]),
        get("s=A", &[400]),
        get(&long, &[414]),
        kind(asks("GET /nothing", ""), &[404], true),
        kind(asks("GET /?s=A", ""), &[303], true),
        kind(asks(&format!("POST {PATH}"), &post), &[405], false),
        kind(
            asks(&format!("GET {PATH}"), &format!("Cookie: {}\r\n", long.repeat(6))),
            &[431],
            false,
        ),
        kind(b"GET\r\n\r\n".to_vec(), &[400], false),
    ];
    for game in GAMES {
        let key = game.ruleset.key;
        let dealt = served.ask(&format!("g={key}&as=json")).text();
        let token = dealt.split("s=A").nth(1).and_then(|rest| rest.split('&').next());
        let token = token.unwrap_or_else(|| panic!("no token: {dealt}"));
        kinds.push(get(&format!("g={key}"), &[200, 303]));
        kinds.push(get(&format!("g={key}&rules"), &[200]));
        kinds.push(get(&format!("s=A{token}&g={key}"), &[200]));
        kinds.push(get(&format!("s=A{token}&g={key}&as=json"), &[200]));
        kinds.push(get(&format!("s=A{token}&g={key}&unheard_of=1"), &[200]));
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
