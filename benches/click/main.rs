//! The time of a request, beside a program that prints a fixed page and beside a script:
//! `cargo bench`. Everything is measured in one run, in an order shuffled anew every round, and
//! told as ratios, which carry over to other machines as times do not. The end of the output names
//! missing programs.
//!
//! A number as argument is the number of rounds (of processes 300, of servers a hundredth).

mod processes;
mod programs;
mod servers;

/// Rounds of processes, if no argument says otherwise.
const ROUNDS: usize = 300;

fn main() {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let mut lacking = Vec::new();
    let Some(programs) = programs::gather(&mut lacking) else {
        lacking.iter().for_each(|line| println!("not run: {line}"));
        return;
    };
    processes::measure(&programs, rounds, &mut lacking);
    servers::measure(&programs, rounds.div_ceil(100), &mut lacking);
    println!();
    lacking.iter().for_each(|line| println!("not run: {line}"));
}

/// The value in the middle.
fn median(values: &[f64]) -> f64 {
    percentile(values, 50)
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
    median(&ratios)
}
