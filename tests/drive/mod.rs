//! What tests that start other programs share: running them case by case, starting programs so that
//! they end, and driving a browser.

pub mod bench;
pub mod process;
pub mod webdriver;
