//! The states of squares and things, as Chromium paints them: by day, by night and in forced colours,
//! each state of each kind of cell looks different from the plain cell and from every other state, in
//! more than a shade of colour, and paints nothing outside its cell.
//!
//! The test compares pictures, pixel by pixel. A rule of the sheet can lose to another rule, and only the
//! picture shows it.

use crate::folder::STYLE;
use parlour::game::sample;
use parlour::games::GAMES;
use serde_json::{Value, json};
use support::folder::Folder;
use support::reader::{Page, with_style_at};
use support::services::{ask, browse};
use support::trials::Trial;
use support::webdriver::WebDriver;

const NEEDS: [&str; 2] = ["chromium", "chromedriver"];

/// The window. Kinds of cells that are nowhere in sight at once are not looked at.
const WINDOW: (u32, u32) = (1280, 1400);

/// The classes of the marks of a square. A thing in a row and a peg of a guess have some of them.
const MARKS: &str = "const marks = ['new', 'set', 'on', 'held', 'stop', 'tip'];";
/// Every look of a specimen, the plain one first.
const STATES: [&str; 9] = ["plain", "new", "set", "on", "held", "stop", "tip", "focus", "landing"];
/// The preferences of a visitor: the colours of day and night, and those of the system.
const COLOURS: [(&str, &str); 3] = [("light", "none"), ("dark", "none"), ("dark", "active")];

/// The least number of pixels by which two states differ with a contrast of 3 to 1 (WCAG 2.2, 1.4.11).
const MARKED_MIN: usize = 20;
/// The difference of a colour that comes from rounding: Chromium paints a shadow not always alike.
const SHADE: u8 = 8;
/// The pixels around a cell that must stay as they are.
const AROUND: usize = 8;
/// So many of them differ by rounding, at the corners of a cell with a shadow. A dot or a ring has more.
const ROUNDED_MAX: usize = 32;
/// One game in this many is in the sample.
const SAMPLED_ONE_IN: u32 = 5;
/// The least number of kinds on the pages of all games: boards, heaps, guesses and rows, with and without links.
const KINDS_MIN: usize = 20;
/// The number of requests of each game whose pages are looked at.
const REQUESTS: usize = 3;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    vec![Trial::new("states::every_state_is_told_apart", &NEEDS, every_state_is_told_apart)]
}

fn every_state_is_told_apart() {
    let folder = Folder::create();
    folder.write(STYLE, &ask("style").body, 0o644);
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let window = json!({
        "width": WINDOW.0, "height": WINDOW.1, "deviceScaleFactor": 1, "mobile": false,
    });
    browser.devtools("Emulation.setDeviceMetricsOverride", window);
    for domain in ["DOM.enable", "CSS.enable"] {
        browser.devtools(domain, json!({}));
    }
    let mut seen: Vec<String> = Vec::new();
    let mut told = Vec::new();
    let games = sample::one_in(SAMPLED_ONE_IN, GAMES);
    for (name, html) in games.iter().flat_map(|game| first_pages(game.ruleset.key)) {
        let file = folder.write(format!("{name}.html"), with_style_at(&html, STYLE), 0o644);
        browser.open(&format!("file://{}", file.display()));
        let specimens = browser.run(&format!("const seen = {};{MARKS}{FIND}", json!(seen)));
        let specimens = specimens.as_array().expect("a list");
        let kinds = specimens.iter().filter_map(|specimen| specimen["kind"].as_str());
        seen.extend(kinds.map(str::to_owned));
        if !specimens.is_empty() {
            told.extend(
                COLOURS.iter().flat_map(|colours| faults(&browser, &name, specimens, *colours)),
            );
        }
    }
    let kinds_min = if sample::is_full() { KINDS_MIN } else { 1 };
    assert!(seen.len() >= kinds_min, "only {} kinds: {seen:?}", seen.len());
    assert!(told.is_empty(), "{} faults\n{}", told.len(), told.join("\n"));
}

/// The first pages of a game, each with a name. Each request is the one in the middle of the page.
fn first_pages(key: &str) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    let mut query = format!("g={key}&seed=looks");
    for number in 0..=REQUESTS {
        let page = Page { html: browse(&query).body };
        let requests = page.links().into_iter().filter(|link| link.href.ends_with("#now"));
        let requests: Vec<String> = requests.map(|link| link.query().to_owned()).collect();
        pages.push((format!("{key}-{number}"), page.html));
        let Some(next) = requests.get(requests.len() / 2) else { break };
        query.clone_from(next);
    }
    pages
}

/// The faults of the specimens of a page in these colours.
fn faults(
    browser: &WebDriver,
    name: &str,
    specimens: &[Value],
    (scheme, forced): (&str, &str),
) -> Vec<String> {
    // A picture of a piece in motion shows half of it.
    let features = [
        ("prefers-color-scheme", scheme),
        ("forced-colors", forced),
        ("prefers-reduced-motion", "reduce"),
    ];
    let features = features.map(|(name, value)| json!({ "name": name, "value": value }));
    browser.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    let pictures = STATES.map(|state| {
        browser.run(&format!("const state = '{state}';{MARKS}{PUT}"));
        let focused = focus(browser, state);
        let picture = browser.devtools("Page.captureScreenshot", json!({ "format": "png" }));
        focused.iter().for_each(|node| force(browser, node, &[]));
        (state.to_owned(), picture["data"].clone())
    });
    let pictures: Value = pictures.into_iter().collect();
    let constants = format!(
        "const [least, around, shade] = [{MARKED_MIN}, {AROUND}, {SHADE}]; const rounded = {ROUNDED_MAX};"
    );
    let things = format!("const [pictures, specimens] = [{pictures}, {}];", json!(specimens));
    let told = browser.run(&format!("{constants}{things}{COMPARE}"));
    let told = told.as_array().expect("a list");
    told.iter().map(|fault| format!("{name} {scheme} {forced}: {fault}")).collect()
}

/// Gives the specimens the focus of the keyboard: all of them at once, as only a debugger can. Returns
/// the elements that have it.
fn focus(browser: &WebDriver, state: &str) -> Vec<Value> {
    let selector = match state {
        "focus" => ".specimen > a",
        "landing" => ".specimen > mark",
        _ => return Vec::new(),
    };
    let root = browser.devtools("DOM.getDocument", json!({ "depth": 0 }))["root"]["nodeId"].take();
    let asked = json!({ "nodeId": root, "selector": selector });
    let nodes = browser.devtools("DOM.querySelectorAll", asked)["nodeIds"].take();
    let nodes = nodes.as_array().cloned().unwrap_or_default();
    nodes.iter().for_each(|node| force(browser, node, &["focus", "focus-visible"]));
    nodes
}

fn force(browser: &WebDriver, node: &Value, classes: &[&str]) {
    let asked = json!({ "nodeId": node, "forcedPseudoClasses": classes });
    browser.devtools("CSS.forcePseudoState", asked);
}

/// Finds the first plain cell in sight of each kind that was not seen before. Returns the kind, the
/// states that it may have, and its place.
const FIND: &str = r"
    const box = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const specimens = [];
    for (const cell of document.querySelectorAll('main .field td')) {
        const piece = cell.querySelector(':scope > :is(a, b, i)');
        if (!piece?.checkVisibility() || marks.some((mark) => cell.classList.contains(mark))) continue;
        const place = box(piece);
        if (place.top < 0 || place.bottom > innerHeight || place.right > innerWidth) continue;
        const field = cell.closest('.field');
        const kind = [
            field.className.replace(/\b[nm]\d+\b/g, ''),
            cell.className,
            piece.localName,
            piece.querySelector('svg') ? 'picture' : '',
            place.right - place.left < 32 ? 'small' : '',
            field.matches('.chequered') && (cell.cellIndex + cell.parentNode.rowIndex) % 2 ? 'dark' : '',
        ].join(' ').replace(/\s+/g, ' ').trim();
        if (seen.includes(kind) || specimens.some((other) => other.kind === kind)) continue;
        cell.classList.add('specimen');
        const some = field.matches('.row') ? ['new', 'set', 'tip']
            : field.matches('.guesses') ? ['new', 'on', 'tip'] : marks;
        const states = some.concat(piece.localName === 'a' ? 'focus' : [], 'landing');
        specimens.push({ kind, states, ...place });
    }
    return specimens;";

/// Gives all specimens a state, and no other.
const PUT: &str = "
    for (const cell of document.querySelectorAll('.specimen')) {
        cell.classList.remove(...marks);
        const mark = cell.querySelector('mark');
        if (mark) mark.replaceWith(mark.firstChild);
        if (marks.includes(state)) cell.classList.add(state);
        if (state !== 'landing') continue;
        const piece = cell.querySelector(':scope > :is(a, b, i)');
        const around = document.createElement('mark');
        piece.replaceWith(around);
        around.append(piece);
    }";

/// Compares the pictures of all states. Returns the faults.
const COMPARE: &str = r"
    const lights = [...Array(256).keys()].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    const painted = async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        return (x, y) => data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3);
    };
    const light = ([r, g, b]) => 0.2126 * lights[r] + 0.7152 * lights[g] + 0.0722 * lights[b] + 0.05;
    // A pixel is lost where sizes are rounded.
    const isIn = (x, y, box) => x > box.left - 2 && x < box.right + 1
        && y > box.top - 2 && y < box.bottom + 1;
    const compare = (one, other, box) => {
        let [marked, beyond] = [0, 0];
        for (let x = Math.max(0, Math.floor(box.left) - around); x < box.right + around; x++) {
            for (let y = Math.max(0, Math.floor(box.top) - around); y < box.bottom + around; y++) {
                const [a, b] = [one(x, y), other(x, y)];
                if (a.every((part, at) => Math.abs(part - b[at]) <= shade)) continue;
                if (!isIn(x, y, box)) {
                    beyond += !specimens.some((other) => isIn(x, y, other));
                    continue;
                }
                const [low, high] = [light(a), light(b)].sort((a, b) => a - b);
                marked += high / low >= 3;
            }
        }
        return { marked, beyond };
    };
    return (async () => {
        const looks = {};
        for (const state in pictures) looks[state] = await painted(pictures[state]);
        return specimens.flatMap((specimen) => specimen.states.flatMap((state, at) => {
            const { beyond } = compare(looks[state], looks.plain, specimen);
            const others = specimen.states.slice(0, at).concat('plain')
                .filter((other) => !(state === 'landing' && other === 'focus'));
            const alike = others.filter((other) =>
                compare(looks[state], looks[other], specimen).marked < least);
            const said = alike.map((other) => `${state} looks like ${other}`);
            return said.concat(beyond > rounded ? `${state} paints ${beyond} pixels outside` : [])
                .map((fault) => `${specimen.kind}: ${fault}`);
        }));
    })();";
