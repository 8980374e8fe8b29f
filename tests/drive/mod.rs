//! What tests that start other programs share: running them case by case, starting programs so that
//! they end, clicking as a web server does, and driving a browser.

pub mod bench;
pub mod click;
pub mod process;
pub mod webdriver;
