//! Fuzzes [`support::attacks::request`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    support::attacks::request(watch::watched, bytes);
});
