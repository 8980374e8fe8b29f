//! Browsers, driven as a visitor drives them.
