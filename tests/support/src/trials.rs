//! Trials that start other programs of this machine. A table of trials runs two at a time, and a
//! sentence at the end names the missing programs.
//!
//! The arguments are those of any test of Rust: part of a name, `--list`, `--exact`, `--skip`.

use crate::process;
use crate::repository::{is_ci, is_full};
use libtest_mimic::{Arguments, Failed, Trial as Test};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The number of trials that run at once by default.
const WORKERS: usize = 2;
/// The longest that a trial may take; most take a tenth of it.
const TIME_MAX: Duration = Duration::from_secs(480);
/// The same with `PARLOUR_FULL=1`: people wait as long as their table does, and the search for the dearest
/// request takes an hour.
const TIME_MAX_IN_FULL: Duration = Duration::from_secs(5_400);

/// Something to try.
pub struct Trial {
    /// Its name: the server, the player or client, and the subject.
    pub name: String,
    /// The programs that it starts, and the files that it takes from outside.
    pub needs: Vec<&'static str>,
    /// Panics if it fails.
    pub run: Box<dyn FnOnce() + Send>,
}

/// A trial as a row of a table: its name, the programs that it starts, and its function.
pub type Row = (&'static str, &'static [&'static str], fn());

impl Trial {
    /// A trial that starts these programs.
    pub fn new(
        name: impl Into<String>,
        needs: &[&'static str],
        run: impl FnOnce() + Send + 'static,
    ) -> Self {
        Trial { name: name.into(), needs: needs.to_vec(), run: Box::new(run) }
    }

    /// The trials of a table.
    pub fn of_table(rows: &[Row]) -> impl Iterator<Item = Trial> {
        rows.iter().map(|(name, needs, run)| Trial::new(*name, needs, *run))
    }

    /// The programs and files that this machine lacks for it.
    fn missing(&self) -> Vec<&'static str> {
        self.needs.iter().copied().filter(|name| !process::is_there(name)).collect()
    }

    /// As the test harness runs it.
    fn into_test(self) -> Test {
        let missing = self.missing();
        Test::test(self.name, move || {
            if missing.is_empty() {
                run_in_time(self.run)
            } else {
                Err(format!("not found: {}", missing.join(", ")).into())
            }
        })
    }
}

/// The value of an option of a test's own, such as `--program=FILE`.
pub fn option(name: &str) -> Option<String> {
    std::env::args().find_map(|argument| Some(argument.strip_prefix(name)?.to_owned()))
}

/// The arguments of the test harness: all that do not begin with a test's own `options`.
fn arguments(options: &[&str]) -> Arguments {
    let is_own = |argument: &String| options.iter().any(|option| argument.starts_with(option));
    Arguments::from_iter(std::env::args().filter(|argument| !is_own(argument)))
}

/// Returns true if the arguments choose the trial of this name. `options` are as in [`run`].
pub fn is_chosen(name: &str, options: &[&str]) -> bool {
    let arguments = arguments(options);
    let test = Test::test(name, || Ok(()));
    !arguments.list && !arguments.is_filtered_out(&test)
}

/// Runs the trials that the arguments choose, all if they choose none. `options` are the beginnings
/// of arguments of this test's own.
pub fn run(trials: Vec<Trial>, options: &[&str]) -> ExitCode {
    let mut arguments = arguments(options);
    arguments.test_threads.get_or_insert(WORKERS);
    panic::set_hook(Box::new(|info| PANIC.set(info.to_string())));
    // CI must have every program, so a missing program fails there by name.
    let must_run = is_ci() || arguments.list;
    let mut lacking = Lacking::default();
    let mut tests = Vec::new();
    for trial in trials {
        let missing = trial.missing();
        let test = trial.into_test();
        if missing.is_empty() || must_run {
            tests.push(test);
        } else if !arguments.is_filtered_out(&test) {
            lacking.trials += 1;
            lacking.programs.extend(missing);
        }
    }
    let conclusion = libtest_mimic::run(&arguments, tests);
    process::end_all();
    if lacking.trials > 0 {
        println!("{lacking}\n");
    }
    conclusion.exit_code()
}

/// The trials that do not run, and the programs that they are missing.
#[derive(Default)]
struct Lacking {
    trials: usize,
    programs: BTreeSet<&'static str>,
}

impl Display for Lacking {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let programs: Vec<&str> = self.programs.iter().copied().collect();
        let trials = if self.trials == 1 { "trial" } else { "trials" };
        let lack = programs.join(", ");
        write!(f, "not run: {} {trials}, for lack of: {lack} (.ci/run installs them)", self.trials)
    }
}

thread_local! {
    /// The message and the place of the last panic of this thread.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a trial in its own thread, so that a hanging trial does not delay the others.
fn run_in_time(run: Box<dyn FnOnce() + Send>) -> Result<(), Failed> {
    let (told, result) = mpsc::channel();
    thread::spawn(move || {
        let ended = panic::catch_unwind(AssertUnwindSafe(run));
        let _ = told.send(ended.map_err(|_| PANIC.take()));
    });
    match result.recv_timeout(if is_full() { TIME_MAX_IN_FULL } else { TIME_MAX }) {
        Ok(ended) => ended.map_err(Failed::from),
        Err(RecvTimeoutError::Timeout) => Err("it does not come to an end".into()),
        Err(RecvTimeoutError::Disconnected) => Err("it ended unheard".into()),
    }
}
