//! Measures every piece of an attack's work against limits of time and memory. Standard error gets
//! each new maximum.

use cpu_time::ThreadTime;
use peak_alloc::PeakAlloc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use support::services::ask;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A request that takes 17 million instructions. tests/cost counts them.
const DEAR: &str = "g=noughts&level=perfect&size=5x5&first=computer";
/// The limit of processor time of one piece of work: twice the time of the 20 million instructions that a
/// request may take, on this machine and in this build.
static TIME_MAX: LazyLock<Duration> = LazyLock::new(|| {
    let times = (0..MEASUREMENTS).map(|_| measured(&|| drop(ask(DEAR))).0);
    times.min().expect("a measurement") * 40 / 17
});
/// The limit of its memory at once, in bytes.
const MEMORY_MAX: usize = 16 << 20;
/// The number of repetitions of work that seems the slowest so far. The least time counts: the
/// program does the same each time, and other work of the machine can only add to it.
const MEASUREMENTS: usize = 5;

/// The slowest so far, in microseconds, and the largest, in bytes.
static SLOWEST: AtomicUsize = AtomicUsize::new(0);
static LARGEST: AtomicUsize = AtomicUsize::new(0);

/// Does the work, and panics if it takes too long or too much.
pub fn watched(work: &dyn Fn()) {
    let (mut time, memory) = measured(work);
    for _ in 1..MEASUREMENTS {
        if time.as_micros() as usize > SLOWEST.load(Ordering::Relaxed) {
            time = time.min(measured(work).0);
        }
    }
    assert!(time <= *TIME_MAX, "it took {time:?}, more than {:?}", *TIME_MAX);
    assert!(memory <= MEMORY_MAX, "it had {memory} bytes");
    tell_record("slowest so far, in microseconds", &SLOWEST, time.as_micros() as usize);
    tell_record("largest so far, in bytes", &LARGEST, memory);
}

fn measured(work: &dyn Fn()) -> (Duration, usize) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let start = ThreadTime::now();
    work();
    (start.elapsed(), MEMORY.peak_usage().saturating_sub(before))
}

fn tell_record(what: &str, record: &AtomicUsize, value: usize) {
    if record.fetch_max(value, Ordering::Relaxed) < value {
        eprintln!("{what}: {value}");
    }
}
