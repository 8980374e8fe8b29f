//! Fuzzes [`support::attacks::position`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    support::attacks::position(watch::watched, bytes);
});
