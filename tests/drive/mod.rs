//! What tests that start other programs share: running them case by case, starting programs so that
//! they end, clicking as a web server does, counting what a click costs, and driving a browser.

pub mod bench;
pub mod click;
pub mod count;
pub mod process;
pub mod webdriver;
