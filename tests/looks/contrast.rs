//! What forced colours leave of pages. Chromium paints each page in the light and the dark colours of a system, and
//! every text and every picture must be seen on the ground that is really behind it. A colour of the system that
//! the sheet gives to letters stays as it is, also where the ground is forced to the same colour.

use crate::collect::sampled;
use crate::folder::Folder;
use crate::states::{PAINTED, emulate, picture};
use crate::violations::distinct;
use serde_json::json;
use support::trials::Trial;
use support::webdriver::WebDriver;

/// The least contrast of a text or a picture to its ground (WCAG 2.2, 1.4.11). Small letters are paler than their
/// colour where they are smoothed.
const CONTRAST_MIN: f64 = 3.0;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let needs = ["chromium", "chromedriver"];
    vec![Trial::new("contrast::forced_colours_hide_nothing", &needs, forced_colours_hide_nothing)]
}

fn forced_colours_hide_nothing() {
    let folder = Folder::with_pages();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let mut faults = Vec::new();
    // A telephone, where nothing is left out. It is so high that the board is as wide as it is, also while a
    // picture of the whole page makes the window higher.
    let window = json!({ "width": 390, "height": 1400, "deviceScaleFactor": 1, "mobile": true });
    browser.devtools("Emulation.setDeviceMetricsOverride", window);
    for page in distinct(sampled()) {
        browser.open(&folder.url(page));
        for scheme in ["light", "dark"] {
            emulate(&browser, scheme, "active");
            let all = browser.run(SEEN);
            let picture = picture(&browser, &all["page"], 0);
            let constants = format!(
                "const [least, places, png] = [{CONTRAST_MIN}, {}, {picture}];",
                all["places"]
            );
            let hidden = browser.run(&format!("{constants}{PAINTED}{HIDDEN}"));
            let hidden = hidden.as_array().expect("a list").iter();
            faults.extend(hidden.map(|what| format!("{} in {scheme}: {what}", page.name)));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// The size of the page, and the boxes of its words and pictures.
const SEEN: &str = r"
    const places = [];
    const add = (name, { left, top, width, height }, within) => {
        if (Math.min(width, height) < 6) return;
        const [x, y] = [left + width * within, top + scrollY + height * within];
        places.push({ name, x, y, right: left + width - width * within, bottom: y + height * (1 - 2 * within) });
    };
    const isSeen = (element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        for (let at = element; at; at = at.parentElement)
            if (getComputedStyle(at).clipPath !== 'none') return false;
        return true;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode: text } = texts;
        // A link to copy is cut to one line.
        if (!isSeen(text.parentElement) || text.parentElement.closest('.copy')) continue;
        for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            for (const box of range.getClientRects()) add(`${word[0]} in ${text.data}`, box, 0);
        }
    }
    // A frame around a picture shows nothing of it, and a card's back has nothing to show.
    for (const svg of document.querySelectorAll('main svg:not(.stroke, :has([href$=card-back]))'))
        if (isSeen(svg)) add(svg.innerHTML, svg.getBoundingClientRect(), .12);
    const { clientWidth: width, scrollHeight: height } = document.documentElement;
    return { page: { x: 0, y: 0, width, height }, places };";

/// The names of the places whose lightest and darkest pixels are too near to each other.
const HIDDEN: &str = r"
    return (async () => {
        const { light, width } = await painted(png);
        return places.flatMap(({ name, x, y, right, bottom }) => {
            let [darkest, lightest] = [Infinity, 0];
            for (let row = Math.ceil(y); row < bottom; row++) for (let at = Math.ceil(x); at < right; at++) {
                const here = light[row * width + at];
                if (here < darkest) darkest = here;
                if (here > lightest) lightest = here;
            }
            return lightest / darkest < least ? [`${name}: ${lightest / darkest}`] : [];
        });
    })();";
