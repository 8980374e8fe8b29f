//! What a click costs, in figures that no machine changes: a change that makes one worse fails. And
//! what it takes to run at all: nothing but the one file.
//!
//! The program is built by `cargo static` and asked as a web server asks it. The limits stand a
//! little above what was reached; `cargo bench` tells what they mean in time.

mod program;
mod searches;

use program::{LARGE, Program, SMALL};
use searches::SEARCHES;
use std::process::ExitCode;
use std::sync::Arc;
use support::process;
use support::static_build::TARGET;
use support::trials::{self, Trial};

/// Bytes of the executable. A program of one line has 384,440: what std brings for panics. The
/// doctor takes about 130,000, the FastCGI responder 59,000, and no click
/// brings any of it into memory.
const EXECUTABLE_BYTES_MAX: u64 = 2_140_000;
/// Bytes of the response to a click on 16 tiles; 7,000 of them are style sheets.
const PAGE_BYTES_MAX: usize = 16_000;
/// System calls with execve; the one write, the one getrandom, the four that set limits and the four
/// that ask for lent rights among them.
const SYSTEM_CALLS_MAX: usize = 27;
/// Instructions of a click on 16 tiles; AES in software takes a third of them.
const INSTRUCTIONS_MAX: u64 = 360_000;
/// Instructions of every further tile.
const INSTRUCTIONS_OF_A_TILE_MAX: u64 = 4_600;

/// Instructions of a reply of a computer that searches.
const INSTRUCTIONS_OF_A_SEARCH_MAX: u64 = 20_000_000;

/// A figure that is held: its name, the programs that measure it, and what is to hold.
type Figure = (&'static str, &'static [&'static str], fn(&Program));

const FIGURES: [Figure; 7] = [
    ("size_of_the_executable", &[], size_of_the_executable),
    ("size_of_a_page", &[], size_of_a_page),
    ("system_calls", &["strace"], system_calls),
    ("instructions", &["valgrind"], instructions),
    ("instructions_of_a_search", &["valgrind"], instructions_of_a_search),
    ("no_other_file", &["chroot"], no_other_file),
    ("no_question_to_the_processor", &["objdump"], no_question_to_the_processor),
];

fn main() -> ExitCode {
    // It takes a minute to build: not for a filter that chooses none of this.
    let is_wanted = FIGURES.iter().any(|(name, ..)| trials::is_chosen(name, &[]));
    let program = is_wanted.then(program::build).flatten().map(Arc::new);
    let trial = |(name, needs, check): Figure| match program.clone() {
        Some(_) if needs.contains(&"chroot") && !process::may_be_root() => {
            Trial::new(name, &[process::ROOT], || ())
        }
        Some(program) => Trial::new(name, needs, move || check(&program)),
        None => Trial::new(name, &[TARGET], || ()),
    };
    trials::run(FIGURES.into_iter().map(trial).collect(), &[])
}

/// Asserts that a figure is no worse than it was.
#[track_caller]
fn hold<N: Copy + Ord + std::fmt::Display>(what: &str, figure: N, max: N) {
    println!("  {what}: {figure} (at most {max})");
    assert!(figure <= max, "{what}: {figure} is more than {max}");
}

fn size_of_the_executable(program: &Program) {
    hold("bytes of the executable", program.size(), EXECUTABLE_BYTES_MAX);
}

fn size_of_a_page(program: &Program) {
    let page = program.answer(&program.click(SMALL));
    hold("bytes of a page", page.len(), PAGE_BYTES_MAX);
}

fn system_calls(program: &Program) {
    let calls = program.system_calls(&program.click(SMALL));
    hold("system calls", calls.len(), SYSTEM_CALLS_MAX);
    let count = |names: &[&str]| calls.iter().filter(|call| names.contains(&&call[..])).count();
    assert_eq!(count(&["write", "writev"]), 1, "{calls:?}");
    assert_eq!(count(&["getrandom"]), 1, "{calls:?}");
    assert_eq!(count(&["prlimit64", "prctl"]), 4, "{calls:?}");
    assert_eq!(count(&["getuid", "geteuid", "getgid", "getegid"]), 4, "{calls:?}");
    assert_eq!(count(&["open", "openat"]), 0, "{calls:?}");
}

fn instructions(program: &Program) {
    let small = program.instructions(&program.click(SMALL));
    let large = program.instructions(&program.click(LARGE));
    hold("instructions of a click on 16 tiles", small, INSTRUCTIONS_MAX);
    let further = large.saturating_sub(small) / (64 - 16);
    hold("instructions of a further tile", further, INSTRUCTIONS_OF_A_TILE_MAX);
}

fn instructions_of_a_search(program: &Program) {
    for (deal, requests) in SEARCHES {
        let query = program.last_of(deal, requests);
        let page = program.answer(&query);
        assert!(page.starts_with("Status: 200 OK\r\n"), "{page}");
        let what = format!("instructions of {deal} {}", requests.join(" "));
        hold(&what, program.instructions(&query), INSTRUCTIONS_OF_A_SEARCH_MAX);
    }
}

/// In a root directory with nothing else in it, neither /proc nor /dev, the program installs itself,
/// and the copy deals and plays.
fn no_other_file(program: &Program) {
    let dealt = program.answer_alone(SMALL);
    assert!(dealt.starts_with("Status: 200 OK\r\n"), "{dealt}");
    assert!(dealt.contains("turn=16#now"), "{dealt}");
}

/// Each cpuid leaves a virtual machine, which takes longer than what it could speed up.
fn no_question_to_the_processor(program: &Program) {
    assert_eq!(program.code_with("cpuid"), [""; 0]);
}
