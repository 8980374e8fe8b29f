//! Fuzzes [`support::attacks::typed`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    support::attacks::typed(watch::watched, bytes);
});
