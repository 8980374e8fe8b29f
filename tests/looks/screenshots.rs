//! Pictures of every page, wide and narrow, by day and by night, for eyes and for the README.

use crate::collect::pages;
use crate::folder::Folder;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use support::webdriver::WebDriver;

/// A way to look at a page: its name, the width of the window, and what the visitor prefers.
type Look = (&'static str, u32, (&'static str, &'static str));

const LOOKS: [Look; 6] = [
    ("wide-light", 900, ("prefers-color-scheme", "light")),
    ("wide-dark", 900, ("prefers-color-scheme", "dark")),
    ("narrow-light", 360, ("prefers-color-scheme", "light")),
    ("narrow-dark", 360, ("prefers-color-scheme", "dark")),
    ("wide-contrast", 900, ("prefers-contrast", "more")),
    ("wide-forced", 900, ("forced-colors", "active")),
];

/// Writes the pictures into a folder.
pub fn write(directory: &Path) -> ExitCode {
    if let Err(error) = fs::create_dir_all(directory) {
        eprintln!("{}: {error}", directory.display());
        return ExitCode::FAILURE;
    }
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    for (name, width, preference) in LOOKS {
        let window =
            json!({ "width": width, "height": 640, "deviceScaleFactor": 1, "mobile": true });
        browser.devtools("Emulation.setDeviceMetricsOverride", window);
        // A picture of a piece in motion shows half of it.
        let preferences = [preference, ("prefers-reduced-motion", "reduce")];
        let features = preferences.map(|(name, value)| json!({ "name": name, "value": value }));
        browser.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
        for page in pages() {
            browser.open(&folder.url(page));
            let file = directory.join(format!("{}-{name}.png", page.name));
            fs::write(&file, picture(&browser)).expect("a picture is written");
        }
    }
    ExitCode::SUCCESS
}

/// The page that is shown, from top to bottom, as PNG.
fn picture(browser: &WebDriver) -> Vec<u8> {
    let size = browser.run(
        "const page = document.documentElement;
        return { x: 0, y: 0, width: page.clientWidth, height: page.offsetHeight, scale: 1 };",
    );
    let whole = json!({ "format": "png", "captureBeyondViewport": true, "clip": size });
    let reply = browser.devtools("Page.captureScreenshot", whole);
    STANDARD.decode(reply["data"].as_str().unwrap_or_default()).expect("a picture")
}
