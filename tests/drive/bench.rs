//! Runs the cases, two at a time, and says of each whether it passed, failed or was not run.

use super::process;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many cases run at once.
const WORKERS: usize = 2;
/// The longest that a case may take; most take a tenth of it.
const CASE_TIME_MAX: Duration = Duration::from_secs(90);

/// Something to try.
pub struct Case {
    /// Its name: the server, what plays or asks there, and what is tried.
    pub name: String,
    /// The programs that it starts, and the files that it takes from outside.
    pub needs: Vec<&'static str>,
    /// Panics if it fails.
    pub run: Box<dyn FnOnce() + Send>,
}

impl Case {
    /// A case that starts these programs.
    pub fn new(name: String, needs: &[&'static str], run: impl FnOnce() + Send + 'static) -> Self {
        Case { name, needs: needs.to_vec(), run: Box::new(run) }
    }
}

enum Outcome {
    Passed,
    Failed(String),
    NotRun(String),
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: Vec<String>,
    not_run: usize,
}

thread_local! {
    /// What the last panic of this thread said, and where.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs the cases that the arguments choose, all if they choose none.
pub fn run(mut cases: Vec<Case>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let parts: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    cases.retain(|case| parts.is_empty() || parts.iter().any(|part| case.name.contains(*part)));
    if arguments.iter().any(|argument| argument == "--list") {
        cases.iter().for_each(|case| println!("{}: test", case.name));
        return ExitCode::SUCCESS;
    }
    panic::set_hook(Box::new(|info| PANIC.set(info.to_string())));
    println!("\nrunning {} tests", cases.len());
    let start = Instant::now();
    let queue = Mutex::new(VecDeque::from(cases));
    let tally = Mutex::new(Tally::default());
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| work(&queue, &tally));
        }
    });
    process::end_all();
    close(&tally.into_inner().unwrap_or_else(PoisonError::into_inner), start.elapsed())
}

fn work(queue: &Mutex<VecDeque<Case>>, tally: &Mutex<Tally>) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while let Some(case) = next() {
        let name = case.name.clone();
        let start = Instant::now();
        let outcome = try_out(case);
        let seconds = start.elapsed().as_secs_f32();
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Outcome::Passed => {
                println!("test {name} ... ok ({seconds:.1} s)");
                tally.passed += 1;
            }
            Outcome::Failed(why) => {
                println!("test {name} ... FAILED ({seconds:.1} s)\n{why}\n");
                tally.failed.push(name);
            }
            Outcome::NotRun(why) => {
                println!("test {name} ... not run: {why}");
                tally.not_run += 1;
            }
        }
    }
}

fn try_out(case: Case) -> Outcome {
    let missing: Vec<&str> =
        case.needs.into_iter().filter(|name| !process::is_there(name)).collect();
    if !missing.is_empty() {
        let why = format!("not found: {}", missing.join(", "));
        let must_run = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        return if must_run { Outcome::Failed(why) } else { Outcome::NotRun(why) };
    }
    let (told, result) = mpsc::channel();
    thread::spawn(move || {
        let ended = panic::catch_unwind(AssertUnwindSafe(case.run));
        let _ = told.send(ended.map_err(|_| PANIC.take()));
    });
    match result.recv_timeout(CASE_TIME_MAX) {
        Ok(Ok(())) => Outcome::Passed,
        Ok(Err(why)) => Outcome::Failed(why),
        Err(RecvTimeoutError::Timeout) => Outcome::Failed("it does not come to an end".to_owned()),
        Err(RecvTimeoutError::Disconnected) => Outcome::Failed("it ended unheard".to_owned()),
    }
}

fn close(tally: &Tally, time: Duration) -> ExitCode {
    let Tally { passed, failed, not_run } = tally;
    failed.iter().for_each(|name| println!("failed: {name}"));
    println!(
        "\ntest result: {passed} passed, {} failed, {not_run} not run in {:.1} s\n",
        failed.len(),
        time.as_secs_f32()
    );
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
