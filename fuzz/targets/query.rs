//! Fuzzes [`support::attacks::query`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    support::attacks::query(watch::watched, bytes);
});
