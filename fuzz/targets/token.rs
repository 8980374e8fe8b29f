//! Fuzzes [`support::attacks::token`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    support::attacks::token(watch::watched, bytes);
});
