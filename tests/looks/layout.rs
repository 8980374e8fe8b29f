//! Measurements on pages in Chromium. No part may be wider than the window, even if the window is
//! small or zoomed, and links and buttons must be large enough for a finger.

use crate::collect::{Shown, pages};
use crate::folder::Folder;
use crate::screenshots::Framed;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use support::repository::is_full;
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

/// Links and buttons that are smaller than `least`, without those in a sentence. A board with more
/// than `wide` columns has room for 24 pixels each.
const SMALL_TARGETS: &str = "
    const small = [];
    for (const target of document.querySelectorAll('a[href], button')) {
        if (!target.getClientRects().length) continue;
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

/// The elements beyond the right edge of the window, if the page can be scrolled there.
const TOO_WIDE: &str = "
    const page = document.documentElement;
    page.style.fontSize = letters;
    // The longest sentence that a game may say.
    const sentence = document.querySelector('.wide .status');
    const said = sentence?.innerHTML;
    if (sentence) sentence.textContent = 'cards '.repeat(15);
    const fits = page.scrollWidth <= page.clientWidth;
    const right = (element) => element.getBoundingClientRect().right;
    const all = fits ? [] : [...page.querySelectorAll('*')];
    const beyond = all.filter((e) => right(e) > page.clientWidth).slice(0, 5);
    const told = beyond.map((e) => `${e.tagName} ${e.textContent}: ${right(e)}`).join('; ');
    page.style.fontSize = '';
    if (sentence) sentence.innerHTML = said;
    return fits ? '' : told || 'something';";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let mut cases = vec![Trial::new("layout::every_page_has_room", &NEEDS, every_page_has_room)];
    if is_full() {
        let name = "layout::the_board_stays_in_firefox";
        cases.push(Trial::new(name, &["firefox-esr"], the_board_stays_in_firefox));
    }
    cases
}

/// Opens each page once, because that takes longer than all there is to measure.
fn every_page_has_room() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let mut told = Vec::new();
    let mut boards = Boards::default();
    let mut on_felt = 0;
    for page in pages() {
        browser.open(&folder.url(page));
        let faults = nothing_is_wider(&browser).into_iter().chain(targets_are_large(&browser));
        told.extend(faults.map(|fault| format!("{}: {fault}", page.name)));
        for width in BOARD_WIDTHS.into_iter().filter(|_| page.name.contains("table-")) {
            show(&browser, width, width < ZOOMED);
            let gap = browser.run(GAP).as_f64().unwrap_or_default();
            if !(0.0..GAP_MAX).contains(&gap) {
                told.push(format!("{} in {width}: the board is {gap} below", page.name));
            }
        }
        for width in FELT_WIDTHS.into_iter().filter(|_| page.game == Some("eights")) {
            show(&browser, width, width < ZOOMED);
            let rows = browser.run(ROWS_ON_FELT);
            on_felt += usize::from(rows == 1);
            if rows.as_u64() > Some(1) {
                told.push(format!("{} in {width}: {rows} rows on felt", page.name));
            }
        }
        if page.game.is_some() {
            for width in BOARD_WIDTHS {
                show(&browser, width, width < ZOOMED);
                boards.add(page, width, browser.run(BOARD));
                let covered = browser.run(&(COVERING.to_owned() + COVERED));
                if covered != "" {
                    told.push(format!("{} in {width}: one covers the other: {covered}", page.name));
                }
            }
            show(&browser, WIDE, false);
            let elsewhere = browser.run(ELSEWHERE);
            if elsewhere != "" {
                told.push(format!("{}: not beside the board: {elsewhere}", page.name));
            }
        }
    }
    told.extend(boards.moved());
    assert!(on_felt > 0, "no felt was seen");
    assert!(told.is_empty(), "{} faults\n{}", told.len(), told.join("\n"));
}

/// Windows, each with the size of its letters. The fourth is the narrowest with two columns.
const WINDOWS: [(u32, &str); 5] =
    [(NARROW, "100%"), (ZOOMED, "100%"), (WIDE, "200%"), (960, "100%"), (WIDE, "100%")];

/// Gives the window a width, for a mouse or for fingers. A telephone has no scroll bars at its side.
fn show(browser: &WebDriver, width: u32, touch: bool) {
    let window = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": touch });
    browser.devtools("Emulation.setDeviceMetricsOverride", window);
    browser.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch }));
}

fn nothing_is_wider(browser: &WebDriver) -> Vec<String> {
    let mut faults = Vec::new();
    for (width, letters) in WINDOWS {
        show(browser, width, false);
        let pressed = browser.run(&(COVERING.to_owned() + PRESSED));
        if pressed != "" {
            faults.push(format!("in {width}: one control covers another: {pressed}"));
        }
        let constant = format!("const letters = '{letters}';");
        let too_wide = browser.run(&(constant + TOO_WIDE));
        let too_wide = too_wide.as_str().unwrap_or_default();
        if !too_wide.is_empty() {
            faults.push(format!("in {width}, letters of {letters}: {too_wide}"));
        }
    }
    faults
}

/// The place of the first board of a table, in tenths of a pixel, and its width if it is on felt,
/// which shows its edges. The script returns nothing without a table.
const BOARD: &str = "
    const board = document.querySelector('.table .board');
    if (!board) return '';
    const { left, top } = board.getBoundingClientRect();
    const felt = document.querySelector('.table .felt')?.offsetWidth ?? 'no felt';
    return `${Math.round(10 * left)},${Math.round(10 * top)}, ${felt}`;";

/// The names of things of which one covers a part of another.
const COVERING: &str = "
    const covering = (things, name) => {
        const boxes = things.map((thing) => thing.getBoundingClientRect());
        const cover = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        return boxes
            .flatMap((a, i) => boxes.slice(i + 1).map((b, j) => cover(a, b) && [i, i + 1 + j]))
            .filter((pair) => pair)
            .map((pair) => pair.map((at) => name(things[at])).join(' and '))
            .join('; ');
    };";

/// Two boards or rows of a table of which one covers a part of the other.
const COVERED: &str = "
    const boards = document.querySelectorAll('.table .field > .board');
    return covering([...boards], (board) => board.parentElement.className);";

/// Fields and buttons of which one covers a part of the other.
const PRESSED: &str = "
    const controls = [...document.querySelectorAll('input:not([type=hidden]), select, button')]
        .filter((control) => control.checkVisibility());
    return covering(controls, (control) => control.name || control.textContent);";

/// The number of rows of the things on felt, or of the four suits to choose from.
const ROWS_ON_FELT: &str = "
    const things = [...document.querySelectorAll('.felt:not(.suits) td, .felt.suits td:has(a)')];
    return new Set(things.map((thing) => thing.getBoundingClientRect().top)).size;";

/// The windows to look at: telephones, and the narrowest window with two columns.
const FELT_WIDTHS: [u32; 6] = [NARROW, 360, 380, TELEPHONE, 412, 960];

/// The distance of a board below the sentence about the position.
const GAP: &str = "
    const [status, board] = ['.status', '.table .field'].map((e) => document.querySelector(e));
    if (!status || !board) return 0;
    return board.getBoundingClientRect().top - status.getBoundingClientRect().bottom;";

/// The elements that are neither beside the board nor in sight, although there is room: at its
/// right, and no lower than its end or the end of the window. Elements that are always above the
/// board do not count.
const ELSEWHERE: &str = "
    const board = document.querySelector('.beside .field:not(.row)')?.getBoundingClientRect();
    if (!board) return '';
    const all = '.type, .tools, .facts, .outcome, .panel';
    const lowest = Math.max(board.bottom, innerHeight);
    const beside = (box) => box.left >= board.right && box.top < lowest;
    return [...document.querySelector('.beside').querySelectorAll(all)]
        .filter((e) => e.offsetParent && !beside(e.getBoundingClientRect()))
        .map((e) => e.className)
        .join(' ');";

/// The room for the people at the table, in two lines in the narrowest window.
const GAP_MAX: f64 = 120.0;

/// The windows in which boards are looked for.
const BOARD_WIDTHS: [u32; 3] = [WIDE, TELEPHONE, NARROW];

/// The place of the board for each game, choice and width, and the first page with it. It must stay
/// there from the first page of a game to the last, after any request.
#[derive(Default)]
struct Boards {
    first: BTreeMap<(Option<&'static str>, &'static str, u32), (Value, &'static str)>,
    moved: Vec<String>,
}

impl Boards {
    fn add(&mut self, page: &'static Shown, width: u32, place: Value) {
        let board = (page.game, page.choice.as_str(), width);
        let (first, at) = self.first.entry(board).or_insert((place.clone(), &page.name));
        if *first != place {
            self.moved.push(format!("{} in {width}: {place}, not {first} ({at})", page.name));
        }
    }

    /// What is wrong.
    fn moved(self) -> Vec<String> {
        assert!(self.first.values().any(|(place, _)| place != ""), "no board was seen");
        self.moved
    }
}

fn the_board_stays_in_firefox() {
    let folder = Folder::with_pages();
    let mut firefox = Framed::open(folder.path(), &folder, "");
    let mut boards = Boards::default();
    for width in BOARD_WIDTHS {
        for page in pages().iter().filter(|page| page.game.is_some()) {
            firefox.show(&folder.url(page), width);
            boards.add(page, width, firefox.browser.run(BOARD));
        }
    }
    let moved = boards.moved();
    assert!(moved.is_empty(), "{} moved\n{}", moved.len(), moved.join("\n"));
}

fn targets_are_large(browser: &WebDriver) -> Vec<String> {
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
