//! What Rust's own library takes for itself: a program that writes a fixed page and does nothing
//! else. PAGE is the file of the page, made by the benchmark from Parlour's own response.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(include_bytes!(env!("PAGE")))
}
