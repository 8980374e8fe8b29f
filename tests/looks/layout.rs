//! What can be measured on a page in Chromium: that nothing is wider than the window, be it small
//! or zoomed, and that what is clicked or tapped is large enough for it.

use crate::collect::{Shown, pages};
use crate::folder::Folder;
use crate::screenshots::Framed;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use support::trials::Trial;
use support::webdriver::WebDriver;

const NEEDS: [&str; 2] = ["chromium", "chromedriver"];

/// The narrowest window: a small telephone, or 1280 pixels zoomed to 400 %.
const NARROW: u32 = 320;
/// A window of 1280 pixels zoomed to 200 %.
const ZOOMED: u32 = 640;
/// A telephone of the usual size.
const TELEPHONE: u32 = 390;
const WIDE: u32 = 1280;

/// Links and buttons that are smaller than `least`, but for those that stand in a sentence; `wide`
/// is a number of columns above which a board has no room for more than 24 pixels each.
const SMALL_TARGETS: &str = "
    const small = [];
    for (const target of document.querySelectorAll('a[href], button')) {
        const board = target.closest('.board');
        const columns = board ? board.rows[0].cells.length - 1 : 0;
        // A link in a sentence has the height of its line (WCAG 2.2, 2.5.8).
        const around = target.closest('p, dd');
        const links = around ? [...around.querySelectorAll('a')] : [];
        const linked = links.reduce((sum, link) => sum + link.textContent.length, 0);
        if (around && around.textContent.length - linked > 40) continue;
        const needed = columns > wide ? 24 : least;
        const box = target.getBoundingClientRect();
        // A pixel is lost where sizes are rounded.
        const isSmall = Math.min(box.width, box.height) < needed - 1;
        if (isSmall) small.push(`${target.textContent}: ${box.width} x ${box.height}`);
    }
    return small.slice(0, 5).join('; ');";

/// What stands beyond the right edge of the window, if the page can be scrolled there.
const TOO_WIDE: &str = "
    const page = document.documentElement;
    page.style.fontSize = letters;
    if (page.scrollWidth <= page.clientWidth) return '';
    const right = (element) => element.getBoundingClientRect().right;
    const beyond = [...page.querySelectorAll('*')].filter((e) => right(e) > page.clientWidth);
    return beyond.slice(0, 5).map((e) => `${e.tagName} ${e.textContent}: ${right(e)}`).join('; ');";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let case = |name: &str, check: fn(&WebDriver, &Shown) -> Vec<String>| {
        Trial::new(format!("layout::{name}"), &NEEDS, move || on_every_page(check))
    };
    let mut cases = vec![
        case("nothing_is_wider_than_the_window", nothing_is_wider),
        case("what_is_clicked_is_large_enough", targets_are_large),
        Trial::new("layout::the_board_stays_where_it_is", &NEEDS, the_board_stays),
    ];
    if std::env::var_os("PARLOUR_FULL").is_some_and(|value| value == "1") {
        let name = "layout::the_board_stays_in_firefox";
        cases.push(Trial::new(name, &["firefox-esr"], the_board_stays_in_firefox));
    }
    cases
}

fn on_every_page(check: fn(&WebDriver, &Shown) -> Vec<String>) {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let mut told = Vec::new();
    for page in pages() {
        browser.open(&folder.url(page));
        let faults = check(&browser, page);
        told.extend(faults.into_iter().map(|fault| format!("{}: {fault}", page.name)));
    }
    assert!(told.is_empty(), "{} faults\n{}", told.len(), told.join("\n"));
}

/// Gives the window a width, for a mouse or for fingers. A telephone has no scroll bars at its side.
fn show(browser: &WebDriver, width: u32, touch: bool) {
    let window = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": touch });
    browser.devtools("Emulation.setDeviceMetricsOverride", window);
    browser.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch }));
}

fn nothing_is_wider(browser: &WebDriver, _page: &Shown) -> Vec<String> {
    let mut faults = Vec::new();
    for (width, letters) in [(NARROW, "100%"), (ZOOMED, "100%"), (WIDE, "200%")] {
        show(browser, width, false);
        let constant = format!("const letters = '{letters}';");
        let too_wide = browser.run(&(constant + TOO_WIDE));
        let too_wide = too_wide.as_str().unwrap_or_default();
        if !too_wide.is_empty() {
            faults.push(format!("in {width}, letters of {letters}: {too_wide}"));
        }
    }
    faults
}

/// Where the first board of a table is, in tenths of a pixel; nothing where there is no table.
const BOARD: &str = "
    const board = document.querySelector('.table .board');
    if (!board) return '';
    const { left, top } = board.getBoundingClientRect();
    return `${Math.round(10 * left)},${Math.round(10 * top)}`;";

/// From the first page of a game to the last, at whatever a request comes to, the board is at one
/// place.
fn the_board_stays() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let mut shown_at = 0;
    stays(|page, width| {
        if width != shown_at {
            show(&browser, width, width < ZOOMED);
            shown_at = width;
        }
        browser.open(&folder.url(page));
        browser.run(BOARD)
    });
}

/// The same in Firefox.
fn the_board_stays_in_firefox() {
    let folder = Folder::with_pages();
    let mut firefox = Framed::open(folder.path(), &folder, "");
    stays(|page, width| {
        firefox.show(&folder.url(page), width);
        firefox.browser.run(BOARD)
    });
}

/// Checks the place of the board on every page of a game: `place` opens the page in a window of a
/// width and tells it.
fn stays(mut place: impl FnMut(&Shown, u32) -> Value) {
    let mut places: BTreeMap<String, (String, String)> = BTreeMap::new();
    let mut told = Vec::new();
    for width in [WIDE, TELEPHONE, NARROW] {
        for page in pages() {
            let Some(game) = page.game else { continue };
            let place = place(page, width).as_str().unwrap_or_default().to_owned();
            let key = format!("{game} {} in {width}", page.choice);
            let first = places.entry(key).or_insert_with(|| (place.clone(), page.name.clone()));
            if first.0 != place {
                told.push(format!(
                    "{} in {width}: {place}, not {} ({})",
                    page.name, first.0, first.1
                ));
            }
        }
    }
    let seen = places.values().filter(|(place, _)| !place.is_empty()).count();
    assert!(seen > 0 && told.is_empty(), "{} moved\n{}", told.len(), told.join("\n"));
}

fn targets_are_large(browser: &WebDriver, _page: &Shown) -> Vec<String> {
    let mut faults = Vec::new();
    for (width, touch, least, columns) in [(NARROW, true, 44, 6), (ZOOMED, false, 24, 99)] {
        show(browser, width, touch);
        let constants = format!("const least = {least}, wide = {columns};");
        let small = browser.run(&(constants + SMALL_TARGETS));
        let small = small.as_str().unwrap_or_default();
        if !small.is_empty() {
            faults.push(format!("below {least} with touch {touch}: {small}"));
        }
    }
    faults
}
