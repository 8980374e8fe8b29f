//! Fuzzes [`support::attacks::fastcgi`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    support::attacks::fastcgi(watch::watched, bytes);
});
