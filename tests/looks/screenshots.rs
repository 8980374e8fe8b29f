//! Pictures of every kind of page, wide and narrow, by day and by night, for people and for the
//! README. Chromium draws whole pages, and Firefox the first screen. Contact sheets show many pages
//! together.

use crate::collect::{Shown, pages};
use crate::folder::Folder;
use crate::violations::distinct;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use support::marionette::Marionette;
use support::process;
use support::webdriver::WebDriver;

/// The widths of the window: a desk, a telephone, and the narrowest one there is.
const WIDTHS: [u32; 3] = [1280, 390, 320];
/// Its height.
const HEIGHT: u32 = 800;
/// The preferences of visitors other than light or dark.
const PREFERENCES: [(&str, &str); 2] = [("prefers-contrast", "more"), ("forced-colors", "active")];
/// Room for the frame in which Firefox shows a page, since its window is never narrow.
const FIREFOX_WINDOW: (u32, u32) = (1300, 950);

/// The number of pictures on a sheet, of its columns, and the width of each picture.
const ON_A_SHEET: usize = 24;
const SHEET_COLUMNS: usize = 6;
const THUMBNAIL: u32 = 320;
/// The height of the part of a long page that is on the sheet.
const THUMBNAIL_HEIGHT: u32 = 640;

/// Writes the pictures and the sheets of every page into a folder, or of the pages whose names have
/// one of these parts.
pub fn write(directory: &Path, parts: &[String]) -> ExitCode {
    let folder = Folder::with_pages();
    let pages: Vec<&Shown> = distinct(pages()).filter(|page| is_meant(page, parts)).collect();
    if pages.is_empty() {
        eprintln!("No page has such a name");
        return ExitCode::FAILURE;
    }
    let telephone = WebDriver::chromium(&folder.path().join("telephone"), &json!({}));
    let desk = WebDriver::chromium_with_mouse(&folder.path().join("desk"));
    let mut looks = Vec::new();
    for scheme in ["light", "dark"] {
        for width in WIDTHS {
            let look = format!("chromium-{width}-{scheme}");
            let browser = if is_telephone(width) { &telephone } else { &desk };
            prefer(browser, width, ("prefers-color-scheme", scheme));
            photograph(&directory.join(&look), &pages, |page| {
                browser.open(&folder.url(page));
                picture(browser)
            });
            looks.push(look);
        }
    }
    for (name, value) in PREFERENCES {
        let look = format!("chromium-{}-{name}", WIDTHS[0]);
        prefer(&desk, WIDTHS[0], (name, value));
        photograph(&directory.join(&look), &pages, |page| {
            desk.open(&folder.url(page));
            picture(&desk)
        });
        looks.push(look);
    }
    if process::is_there("firefox-esr") {
        looks.extend(write_of_firefox(directory, &folder, &pages));
    } else {
        eprintln!("Firefox is not there: its pictures are left out");
    }
    for look in looks {
        write_sheets(&desk, directory, &look, &pages);
    }
    ExitCode::SUCCESS
}

fn is_meant(page: &Shown, parts: &[String]) -> bool {
    parts.is_empty() || parts.iter().any(|part| page.name.contains(part.as_str()))
}

/// Writes the picture of each page.
fn photograph(directory: &Path, pages: &[&Shown], mut picture: impl FnMut(&Shown) -> Vec<u8>) {
    fs::create_dir_all(directory).expect("a folder");
    for page in pages {
        let file = directory.join(format!("{}.png", page.name));
        fs::write(&file, picture(page)).expect("a picture is written");
    }
}

fn is_telephone(width: u32) -> bool {
    width < WIDTHS[0]
}

/// Gives Chromium a window and the visitor a preference.
fn prefer(browser: &WebDriver, width: u32, preference: (&str, &str)) {
    let is_telephone = is_telephone(width);
    let window = json!({
        "width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": is_telephone,
    });
    browser.devtools("Emulation.setDeviceMetricsOverride", window);
    browser.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_telephone }));
    // A picture of a piece in motion shows half of it.
    let preferences = [preference, ("prefers-reduced-motion", "reduce")];
    let features = preferences.map(|(name, value)| json!({ "name": name, "value": value }));
    browser.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
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

/// Writes pictures of Firefox. Returns the names of the looks.
fn write_of_firefox(directory: &Path, folder: &Folder, pages: &[&Shown]) -> Vec<String> {
    let mut looks = Vec::new();
    for (scheme, number) in [("dark", 0), ("light", 1)] {
        let preferences = format!(
            "user_pref(\"layout.css.prefers-color-scheme.content-override\", {number});\n\
             user_pref(\"ui.prefersReducedMotion\", 1);"
        );
        let own = folder.path().join(scheme);
        let mut firefox = Framed::open(&own, folder, &preferences);
        for width in WIDTHS {
            let look = format!("firefox-{width}-{scheme}");
            photograph(&directory.join(&look), pages, |page| {
                firefox.show(&folder.url(page), width);
                STANDARD.decode(firefox.picture()).expect("a picture")
            });
            looks.push(look);
        }
    }
    looks
}

/// Firefox with a page in a frame of any width.
pub struct Framed {
    /// The browser, which looks into the frame.
    pub browser: Marionette,
}

impl Framed {
    /// Starts Firefox with an empty frame. The first directory is for its own use.
    pub fn open(own: &Path, folder: &Folder, preferences: &str) -> Self {
        let file = folder.path().join("frame.html");
        fs::write(&file, "<!DOCTYPE html><title>Frame</title><iframe style='border:0'></iframe>")
            .expect("a frame");
        let mut browser = Marionette::firefox(own, preferences);
        browser.resize(FIREFOX_WINDOW.0, FIREFOX_WINDOW.1);
        browser.open(&format!("file://{}", file.display()));
        Framed { browser }
    }

    /// Shows a page in a frame of this width, and looks into it.
    pub fn show(&mut self, url: &str, width: u32) {
        self.browser.look_into_frame(false);
        self.browser.run(&format!(
            "const frame = document.querySelector('iframe');
            frame.width = {width};
            frame.height = {HEIGHT};
            return new Promise((done) => {{
                frame.onload = () => done(true);
                frame.src = '{url}';
            }});"
        ));
        self.browser.look_into_frame(true);
    }

    /// The first screen of the page, in Base64.
    fn picture(&mut self) -> String {
        self.browser.look_into_frame(false);
        self.browser.picture("iframe")
    }
}

/// Writes the sheets of a look: `chromium-390-dark-1.png`.
fn write_sheets(browser: &WebDriver, directory: &Path, look: &str, pages: &[&Shown]) {
    for (number, pages) in pages.chunks(ON_A_SHEET).enumerate() {
        let figure = |page: &&Shown| {
            let file = directory.join(look).join(format!("{}.png", page.name));
            let picture = STANDARD.encode(fs::read(file).unwrap_or_default());
            format!(
                "<figure><figcaption>{}</figcaption><img src='data:image/png;base64,{picture}'></figure>",
                page.name
            )
        };
        let figures: String = pages.iter().map(figure).collect();
        let sheet = directory.join(format!("{look}-{}.html", number + 1));
        let style = format!(
            "body{{margin:0;display:grid;grid-template-columns:repeat({SHEET_COLUMNS},{THUMBNAIL}px);\
             gap:8px;background:#777;font:12px sans-serif}}\
             figure{{margin:0;max-height:{THUMBNAIL_HEIGHT}px;overflow:hidden}}\
             figcaption{{background:#ff0}}img{{width:100%}}"
        );
        let html = format!("<!DOCTYPE html><title>{look}</title><style>{style}</style>{figures}");
        fs::write(&sheet, html).expect("a sheet");
        let width = SHEET_COLUMNS as u32 * (THUMBNAIL + 8);
        prefer(browser, width, ("prefers-color-scheme", "light"));
        let path = sheet.canonicalize().expect("a sheet");
        browser.open(&format!("file://{}", path.display()));
        fs::write(sheet.with_extension("png"), picture(browser)).expect("a sheet");
        let _ = fs::remove_file(sheet);
    }
}
