//! A program that only writes a fixed page. It measures the cost of Rust's own library. PAGE is the
//! file of the page, made by the benchmark from Parlour's own response.

use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(include_bytes!(env!("PAGE")))
}
