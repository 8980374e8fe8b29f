//! Fuzzes [`attacks::query`].

#![no_main]

#[path = "../attacks.rs"]
#[allow(dead_code)]
mod attacks;
#[path = "../watch.rs"]
mod watch;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| attacks::query(bytes));
