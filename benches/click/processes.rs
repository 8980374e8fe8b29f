//! One process after the other: wall time, page faults, memory, system calls, instructions.

use crate::programs::Program;
use crate::{median, ratio};
use parlour::game::chance::Chance;
use std::fs;
use std::io::{self, Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::count;
use support::process::{is_there, wait_until};

/// What a pipe holds before its writer has to wait.
const PIPE_BYTES: usize = 1 << 16;
/// How long a program may take to its first byte.
const START_TIME_MAX: Duration = Duration::from_secs(10);

/// Measures every program and prints a table.
pub fn measure(programs: &[Program], rounds: usize, lacking: &mut Vec<String>) {
    for tool in ["strace", "valgrind", "objdump"].into_iter().filter(|tool| !is_there(tool)) {
        lacking.push(format!("what {tool} counts"));
    }
    lacking.push("instructions of scripts (valgrind counts machine code only)".to_owned());
    let walls = walls(programs, rounds);
    println!(
        "\nOne process a click, {rounds} rounds. Ratios: wall to each floor. cpuid: how often that\n\
         instruction stands in the code of a program that is one file.\n"
    );
    println!(
        "{:38}{:>9}{:>8}{:>8}{:>8}{:>9}{:>8}{:>14}{:>7}",
        "", "wall us", "/ musl", "/ glibc", "faults", "peak KB", "calls", "instructions", "cpuid"
    );
    let floor = |part: &str| programs.iter().position(|program| program.name.ends_with(part));
    let floors = [floor("static musl"), floor("static glibc")];
    for (program, wall) in programs.iter().zip(&walls) {
        let beside = floors.map(|floor| match floor {
            Some(floor) => format!("{:.2}", ratio(wall, &walls[floor])),
            None => "-".to_owned(),
        });
        let (faults, memory) = at_its_write(program);
        println!(
            "{:38}{:>9.0}{:>8}{:>8}{:>8}{:>9}{:>8}{:>14}{:>7}",
            program.name,
            median(wall),
            beside[0],
            beside[1],
            text(faults),
            text(memory),
            text(system_calls(program)),
            text(instructions(program)),
            text(cpuids(program)),
        );
    }
}

fn text(figure: Option<u64>) -> String {
    figure.map_or("-".to_owned(), |figure| figure.to_string())
}

/// The wall times of every program in microseconds, by rounds.
fn walls(programs: &[Program], rounds: usize) -> Vec<Vec<f64>> {
    let mut walls = vec![Vec::new(); programs.len()];
    let mut order: Vec<usize> = (0..programs.len()).collect();
    let mut chance = Chance::from_seed([1; 32]);
    for _ in 0..rounds {
        chance.shuffle(&mut order);
        for at in &order {
            walls[*at].push(run(&programs[*at]).as_secs_f64() * 1e6);
        }
    }
    walls
}

/// From before the start of a process to after its end. Its page fits into the pipe.
fn run(program: &Program) -> Duration {
    let (_reader, writer) = io::pipe().expect("a pipe");
    let mut command = program.start();
    command.stdout(writer);
    let start = Instant::now();
    let mut child = command.spawn().expect("the program starts");
    let ended = child.wait();
    let time = start.elapsed();
    assert!(ended.is_ok_and(|status| status.success()), "{} fails", program.name);
    time
}

/// The minor page faults and the most memory of a process up to its write. Its pipe is full then,
/// so that it waits there and can be looked at.
fn at_its_write(program: &Program) -> (Option<u64>, Option<u64>) {
    let (mut reader, mut writer) = io::pipe().expect("a pipe");
    writer.write_all(&[0; PIPE_BYTES]).expect("the pipe takes that much");
    let mut command = program.start();
    command.stdout(writer).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    drop(command);
    let read = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
    let waits = || read("wchan").is_ok_and(|place| place.contains("pipe"));
    wait_until(START_TIME_MAX, waits);
    let status = read("status").unwrap_or_default();
    let stat = read("stat").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok());
    // The tenth field; the second is a name in brackets.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let faults = after_name.split_whitespace().nth(7).and_then(|faults| faults.parse().ok());
    let _ = reader.read_to_end(&mut Vec::new());
    let _ = child.wait();
    (faults, peak)
}

fn system_calls(program: &Program) -> Option<u64> {
    Some(count::system_calls(&program.file, &program.click)?.len() as u64)
}

fn instructions(program: &Program) -> Option<u64> {
    if !program.is_native {
        return None;
    }
    count::instructions(&program.file, &program.click)
}

/// How often a program asks what the processor can do, at most. Of what a loader or an interpreter
/// brings in, its file says nothing.
fn cpuids(program: &Program) -> Option<u64> {
    if !program.is_static {
        return None;
    }
    let code = count::machine_code(&program.file)?;
    Some(count::lines_with(&code, "cpuid").len() as u64)
}
