//! A crowd: many clicks at once, each held in the middle of its page by a reader who takes in nothing,
//! and what memory they take together. Then all are read to their ends.
//!
//! A hundred are a case like others. For more, and with another build of the program:
//! `cargo static && cargo test --test faults -- --crowd=2000
//! --program=target/x86_64-unknown-linux-musl/release/parlour`.

use crate::click::{DEAL, program, whole_page};
use crate::streams::small_pipe;
use rustix::pipe::PipeFlags;
use rustix::process::{Resource, getrlimit, setrlimit};
use std::fs::{self, File};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::click::KEY;
use support::process::wait_until;
use support::trials::{self, Row};

/// The trials of this file.
pub const TRIALS: &[Row] = &[("a_crowd_takes_little_memory", &[], a_crowd_takes_little_memory)];

/// The option of the long form.
pub const CLICKS_OPTION: &str = "--crowd=";
/// The clicks of the short form.
const CLICKS: usize = 100;
/// The limit of one request in kilobytes, for a build for tests: its own memory, and with shared
/// memory. The static program takes a third of it.
const OWN_KILOBYTES_MAX: u64 = 600;
const RESIDENT_KILOBYTES_MAX: u64 = 6_000;
/// The time for which the test waits until all requests have begun to write.
const TIME_MAX: Duration = Duration::from_secs(60);

fn a_crowd_takes_little_memory() {
    let crowd = gather(CLICKS);
    println!("  {crowd}");
    let max = if crowd.is_own { OWN_KILOBYTES_MAX } else { RESIDENT_KILOBYTES_MAX };
    assert!(crowd.kilobytes <= max * CLICKS as u64, "{crowd}");
}

/// The number of requests in the arguments, if they ask for a crowd.
pub fn asked() -> Option<usize> {
    let clicks = trials::option(CLICKS_OPTION)?;
    Some(clicks.parse().unwrap_or_else(|_| panic!("{clicks} is no number")))
}

/// What was found.
pub struct Crowd {
    clicks: usize,
    /// The memory of all of them together.
    kilobytes: u64,
    /// True if that is without shared memory.
    is_own: bool,
    /// The most address space that one of them has had.
    peak: u64,
    available: [u64; 2],
    seconds: f32,
}

impl std::fmt::Display for Crowd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Crowd { clicks, kilobytes, is_own, peak, available, seconds } = self;
        let measure = if *is_own { "of their own (Pss)" } else { "resident (RSS)" };
        let each = kilobytes / *clicks as u64;
        let less = available[0].saturating_sub(available[1]);
        write!(
            f,
            "{clicks} clicks at once: {kilobytes} kB {measure} together, {each} kB each, with {peak} kB \
             of address space; the machine had {less} kB less; all {clicks} pages were whole; {seconds:.1} s"
        )
    }
}

/// Gathers a crowd, measures it and lets it go.
pub fn gather(clicks: usize) -> Crowd {
    allow_files(clicks as u64 + 100);
    let start = Instant::now();
    let before = available();
    let mut crowd: Vec<(Child, File)> = (0..clicks).map(|_| begin()).collect();
    // A pipe that is full belongs to a click that has its page ready.
    let is_held = |pipe: &File| rustix::io::ioctl_fionread(pipe).is_ok_and(|bytes| bytes > 0);
    let all_held = || crowd.iter().all(|(_, pipe)| is_held(pipe));
    assert!(wait_until(TIME_MAX, all_held), "some do not come to write");
    let available = [before, available()];
    let shares: Option<Vec<u64>> = crowd.iter().map(|(child, _)| share(child.id())).collect();
    // Only root may look into a request. Other users learn the sum with shared pages.
    let is_own = shares.is_some();
    let status = |name| crowd.iter().map(move |(child, _)| status(child.id(), name));
    let residents = || status("VmRSS:").sum();
    let kilobytes = shares.map_or_else(residents, |shares| shares.iter().sum());
    let peak = status("VmPeak:").max().unwrap_or_default();
    for (child, pipe) in &mut crowd {
        let mut page = Vec::new();
        let read = pipe.read_to_end(&mut page);
        assert!(read.is_ok() && whole_page(&page) == Ok(200), "a page is not whole");
        assert!(child.wait().is_ok_and(|status| status.success()), "a click fails");
    }
    let seconds = start.elapsed().as_secs_f32();
    Crowd { clicks, kilobytes, is_own, peak, available, seconds }
}

fn begin() -> (Child, File) {
    let (reader, writer) = small_pipe(PipeFlags::empty());
    let mut command = Command::new(program());
    command.env_clear().env("REQUEST_METHOD", "GET").env("QUERY_STRING", DEAL);
    command.env("PARLOUR_KEY", KEY).stdin(Stdio::null()).stdout(writer).stderr(Stdio::null());
    let child = command.spawn().unwrap_or_else(|error| panic!("a click cannot begin: {error}"));
    (child, reader)
}

/// Lets this process open as many files.
fn allow_files(count: u64) {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < count) {
        limit.current = Some(limit.maximum.map_or(count, |maximum| count.min(maximum)));
        let set = setrlimit(Resource::Nofile, limit);
        assert!(set.is_ok() && limit.current == Some(count), "{count} files are too many here");
    }
}

/// The kilobytes of a process: its own memory, and its part of shared memory.
fn share(id: u32) -> Option<u64> {
    let table = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
    kilobytes(&table, "Pss:")
}

/// Something that everybody may know of a process.
fn status(id: u32, name: &str) -> u64 {
    let table = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    kilobytes(&table, name).unwrap_or_else(|| panic!("no {name} in {table}"))
}

/// The memory that the machine can still give to programs.
fn available() -> u64 {
    let table = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    kilobytes(&table, "MemAvailable:").unwrap_or_default()
}

fn kilobytes(table: &str, name: &str) -> Option<u64> {
    let value = table.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().strip_suffix(" kB")?.parse().ok()
}
