//! Pictures of every page, wide and narrow, by day and by night, for eyes and for the README.

use crate::collect::pages;
use crate::drive::webdriver::Session;
use crate::folder::Folder;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Writes the pictures into a folder.
pub fn write(directory: &Path) -> ExitCode {
    if let Err(error) = fs::create_dir_all(directory) {
        eprintln!("{}: {error}", directory.display());
        return ExitCode::FAILURE;
    }
    let folder = Folder::with_pages();
    let session = Session::chromium(folder.path(), &json!({}));
    for (width, name) in [(900, "wide"), (360, "narrow")] {
        let window =
            json!({ "width": width, "height": 640, "deviceScaleFactor": 1, "mobile": false });
        session.devtools("Emulation.setDeviceMetricsOverride", window);
        for scheme in ["light", "dark"] {
            let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
            session.devtools("Emulation.setEmulatedMedia", json!({ "features": [feature] }));
            for page in pages() {
                session.open(&folder.url(page));
                let file = directory.join(format!("{}-{name}-{scheme}.png", page.name));
                fs::write(&file, picture(&session)).expect("a picture is written");
            }
        }
    }
    ExitCode::SUCCESS
}

/// The page that is shown, from top to bottom, as PNG.
fn picture(session: &Session) -> Vec<u8> {
    let size = session.run(
        "const page = document.documentElement;
        return { x: 0, y: 0, width: page.clientWidth, height: page.offsetHeight, scale: 1 };",
    );
    let whole = json!({ "format": "png", "captureBeyondViewport": true, "clip": size });
    let reply = session.devtools("Page.captureScreenshot", whole);
    STANDARD.decode(reply["data"].as_str().unwrap_or_default()).expect("a picture")
}
