//! One process after the other: wall time, page faults, memory, system calls, instructions.

use crate::programs::{FLOOR, Program};
use crate::{median, ratio};
use parlour::game::chance::Chance;
use support::count;
use support::page_cache::read_back;
use support::process::is_there;

/// Measures every program and prints a table.
pub fn measure(programs: &[Program], rounds: usize, lacking: &mut Vec<String>) {
    for tool in ["strace", "valgrind", "objdump"].into_iter().filter(|tool| !is_there(tool)) {
        lacking.push(format!("what {tool} counts"));
    }
    lacking.push("instructions of the script (valgrind counts machine code only)".to_owned());
    let fresh = walls(programs, rounds);
    programs.iter().for_each(|program| read_back(&program.asked.file));
    let walls = walls(programs, rounds);
    println!(
        "\nOne process a click, {rounds} rounds. Ratios: time to the page in C, with files that were read\n\
         back from disk; fresh: with files that were just written. cpuid: how often the code of a\n\
         program that is one file has that instruction.\n"
    );
    println!(
        "{:38}{:>9}{:>8}{:>8}{:>8}{:>9}{:>8}{:>14}{:>7}",
        "", "wall us", "/ C", "fresh", "faults", "peak KB", "calls", "instructions", "cpuid"
    );
    let floor = programs.iter().position(|program| program.name == FLOOR);
    let beside = |walls: &[Vec<f64>], program: usize| match floor {
        Some(floor) => format!("{:.2}", ratio(&walls[program], &walls[floor])),
        None => "-".to_owned(),
    };
    for (at, program) in programs.iter().enumerate() {
        let (faults, memory) = program.asked.faults_and_memory(&program.click);
        println!(
            "{:38}{:>9.0}{:>8}{:>8}{:>8}{:>9}{:>8}{:>14}{:>7}",
            program.name,
            median(&walls[at]),
            beside(&walls, at),
            beside(&fresh, at),
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
            let program = &programs[*at];
            walls[*at].push(program.asked.time(&program.click).as_secs_f64() * 1e6);
        }
    }
    walls
}

fn system_calls(program: &Program) -> Option<u64> {
    Some(count::system_calls(&program.asked, &program.click)?.len() as u64)
}

fn instructions(program: &Program) -> Option<u64> {
    if !program.is_native {
        return None;
    }
    count::instructions(&program.asked, &program.click)
}

/// The greatest number of questions of a program to the processor about its features. The file of
/// the program does not show those of a loader or an interpreter.
fn cpuids(program: &Program) -> Option<u64> {
    if !program.is_static {
        return None;
    }
    let code = count::machine_code(&program.asked.file)?;
    Some(count::lines_with(&code, "cpuid").len() as u64)
}
