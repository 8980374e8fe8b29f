//! Which part of a large space the tests of one run look at. Every run of a day looks at the same part, and
//! another day at another. `PARLOUR_SAMPLE=NUMBER` repeats a sample, and `PARLOUR_FULL=1` looks at everything.

use super::chance::Chance;
use std::env;
use std::time::SystemTime;

const SECONDS_OF_A_DAY: u64 = 86_400;

/// Returns true if the tests try everything, as for `.ci/full`, and not a sample.
pub fn is_full() -> bool {
    env::var_os("PARLOUR_FULL").is_some_and(|value| value == "1")
}

/// One in this many of all things: one drawn at random of so many that follow each other. All of them in a full
/// run. It prints its number, which a failing test shows.
pub fn one_in<T>(count: u32, all: impl IntoIterator<Item = T>) -> Vec<T> {
    if is_full() {
        return all.into_iter().collect();
    }
    let number = number();
    println!("PARLOUR_SAMPLE={number} repeats this sample");
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let mut chance = Chance::from_seed(seed);
    let (mut sample, mut drawn) = (Vec::new(), 0);
    for (place, one) in (0..count).cycle().zip(all) {
        if place == 0 {
            drawn = chance.below(count);
        }
        if place == drawn {
            sample.push(one);
        }
    }
    sample
}

/// The number of the sample: that of the environment, or of the day.
///
/// # Panics
///
/// If the environment has something else than a number.
fn number() -> u64 {
    match env::var("PARLOUR_SAMPLE") {
        Ok(number) => number.parse().expect("PARLOUR_SAMPLE is a number"),
        Err(_) => {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            now.expect("today is after 1970").as_secs() / SECONDS_OF_A_DAY
        }
    }
}
