//! Measurements on pages in Chromium. No part may be wider than the window, even if the window is
//! small or zoomed, and links and buttons must be large enough for a finger.

use crate::collect::{Shown, pages, sampled};
use crate::folder::Folder;
use crate::screenshots::Framed;
use crate::violations::distinct;
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
    // The longest sentence that a game may say.
    const sentence = document.querySelector('.wide .status');
    const said = sentence?.innerHTML;
    if (sentence) sentence.textContent = 'cards '.repeat(15);
    const right = (element) => element.getBoundingClientRect().right;
    const told = sizes.map((size) => {
        page.style.fontSize = size;
        const fits = page.scrollWidth <= page.clientWidth;
        const all = fits ? [] : [...page.querySelectorAll('*')];
        const beyond = all.filter((e) => right(e) > page.clientWidth).slice(0, 5);
        const named = beyond.map((e) => `${e.tagName} ${e.textContent}: ${right(e)}`);
        return fits ? '' : `${named.join('; ') || 'something'}, letters of ${size}`;
    });
    page.style.fontSize = '';
    if (sentence) sentence.innerHTML = said;
    return told.join('');";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let mut cases = vec![Trial::new("layout::every_page_has_room", &NEEDS, every_page_has_room)];
    if is_full() {
        let name = "layout::the_board_stays_in_firefox";
        cases.push(Trial::new(name, &["firefox-esr"], the_board_stays_in_firefox));
    }
    cases
}

/// Opens each page once and gives it each width once, because that takes longer than all there is to
/// measure.
fn every_page_has_room() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    // A visitor who has chosen letters of twice the size. Unlike those of a page, they count in media queries.
    let letters = json!({ "webkit": { "webprefs": { "default_font_size": 32 } } });
    let large = WebDriver::chromium(&folder.path().join("large"), &letters);
    show(&large, TELEPHONE, true);
    let mut told = Vec::new();
    let mut boards = Boards::default();
    let mut on_felt = 0;
    for page in sampled() {
        browser.open(&folder.url(page));
        for width in WIDTHS {
            show(&browser, width, width < ZOOMED);
            let measured = browser.run(&script(width));
            let faults = faults(&measured, page.name.contains("table-"));
            told.extend(faults.map(|fault| format!("{} in {width}: {fault}", page.name)));
            if page.game.is_some() && BOARD_WIDTHS.contains(&width) {
                boards.add(page, width, measured["board"].clone());
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
    }
    told.extend(boards.moved());
    for page in distinct(sampled()) {
        large.open(&folder.url(page));
        let measured = large.run(&script(TELEPHONE));
        let faults = faults(&measured, false);
        told.extend(faults.map(|fault| format!("{} in large letters: {fault}", page.name)));
    }
    assert!(on_felt > 0, "no felt was seen");
    assert!(told.is_empty(), "{} faults\n{}", told.len(), told.join("\n"));
}

/// Widths of windows. 960 pixels are the fewest with two columns.
const WIDTHS: [u32; 5] = [NARROW, TELEPHONE, ZOOMED, 960, WIDE];

/// Measures a page in a window of this width: an object with a text or number for each question.
fn script(width: u32) -> String {
    // On a telephone, fingers need more room than a mouse.
    let (least, wide) = if width < ZOOMED { (44, 6) } else { (24, 99) };
    let letters = if width == WIDE { "['100%', '200%']" } else { "['100%']" };
    let answers = [
        ("pressed", PRESSED),
        ("covered", COVERED),
        ("elsewhere", if width == WIDE { ELSEWHERE } else { "return '';" }),
        ("small", if [NARROW, ZOOMED].contains(&width) { SMALL_TARGETS } else { "return '';" }),
        ("gap", GAP),
        ("board", BOARD),
        ("wider", TOO_WIDE),
    ];
    let answers = answers.map(|(name, body)| format!("{name}: (() => {{{body}}})(),"));
    let constants = format!("const [least, wide, sizes] = [{least}, {wide}, {letters}];");
    format!("{COVERING}{constants}return {{{}}};", answers.concat())
}

/// The faults in what was measured, on the page of a table or another.
fn faults(measured: &Value, is_table: bool) -> impl Iterator<Item = String> {
    let says = [
        ("pressed", "one control covers another"),
        ("covered", "one covers the other"),
        ("elsewhere", "not beside the board"),
        ("small", "too small"),
        ("wider", "too wide"),
    ];
    let said = says.into_iter().filter_map(|(name, says)| {
        let places = measured[name].as_str().expect("a text");
        (!places.is_empty()).then(|| format!("{says}: {places}"))
    });
    let gap = measured["gap"].as_f64().expect("a number");
    let is_far = is_table && !(0.0..GAP_MAX).contains(&gap);
    said.chain(is_far.then(|| format!("the next thing is {gap} below the sentence")))
}

/// Gives the window a width, for a mouse or for fingers. A telephone has no scroll bars at its side.
fn show(browser: &WebDriver, width: u32, touch: bool) {
    let window = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": touch });
    browser.devtools("Emulation.setDeviceMetricsOverride", window);
    browser.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": touch }));
}

/// Where the first board of a table is, in tenths of a pixel, and how wide it is if it lies on felt,
/// which shows its edges; nothing where there is no table, where a link to send comes first, or on a telephone
/// where a refusal takes more lines than there is room for.
const BOARD: &str = "
    const board = document.querySelector('.table:not(.sends) .board');
    const refusal = innerWidth < 640 && document.querySelector('.fault');
    if (!board || refusal) return '';
    const { left, top } = board.getBoundingClientRect();
    const felt = document.querySelector('.table .felt')?.offsetWidth ?? 'no felt';
    // In the window in which the page was opened, a field with the focus may have moved it.
    return `${Math.round(10 * left)},${Math.round(10 * (top + scrollY))}, ${felt}`;";

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

/// The distance of a board below the sentence about the position, or of the link to send on a page where it
/// comes first.
const GAP: &str = "
    const status = document.querySelector('.status')?.getBoundingClientRect();
    const things = [...document.querySelectorAll('.sends :is(.ask, .step), .table .field')];
    const below = things.map((e) => e.getBoundingClientRect().top - status?.bottom);
    return status && things.length ? Math.min(...below) : 0;";

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
        .filter((e) => e.checkVisibility() && !beside(e.getBoundingClientRect()))
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
        if place == "" {
            return;
        }
        let board = (page.game, page.choice.as_str(), width);
        let (first, at) = self.first.entry(board).or_insert((place.clone(), &page.name));
        if *first != place {
            self.moved.push(format!("{} in {width}: {place}, not {first} ({at})", page.name));
        }
    }

    /// What is wrong.
    fn moved(self) -> Vec<String> {
        assert!(!self.first.is_empty(), "no board was seen");
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
