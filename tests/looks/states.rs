//! The states of squares and things, as Chromium paints them. Two kinds that differ in the page model differ in
//! pixels: by day, by night, in forced colours, and as pictures without the layers of the sheet. What no move of
//! the last turn has changed carries no frame.
//!
//! The kinds come from games played at random and by hints. A page shows a kind at one place of a board, and the
//! next page shows another kind at the same place. A rule of the sheet can lose to another rule, and only the
//! picture shows it.

use crate::folder::STYLE;
use parlour::deal::{Deal, DealId};
use parlour::formats;
use parlour::formats::setting::Setting;
use parlour::formats::shown::Shown;
use parlour::formats::view::View;
use parlour::game::any::{AnyGame, AnyPosition, Asker, Step};
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::page::{Cell, Look, Marks, Page, Part, Spread};
use parlour::game::request::Request;
use parlour::game::sample;
use parlour::game::seat::Viewer;
use parlour::games::GAMES;
use parlour::gateway::protocol::Protocol;
use parlour::links;
use parlour::settings::DEFAULT;
use serde_json::{Value, json};
use std::rc::Rc;
use support::folder::Folder;
use support::reader::with_style_at;
use support::services::ask;
use support::trials::Trial;
use support::webdriver::WebDriver;

const NEEDS: [&str; 2] = ["chromium", "chromedriver"];

const WINDOW: (u32, u32) = (1280, 1400);
/// The preferences of a visitor: the colours of day and night, and those of the system.
const COLOURS: [(&str, &str); 3] = [("light", "none"), ("dark", "none"), ("dark", "active")];
/// The pages of a browser without layers. Only its pictures are compared.
const BARE: &str = "no layers";
const MODES: [&str; 4] = ["light", "dark", "forced colours", BARE];
/// The sheet as a browser reads it that knows no layers.
const OLD_STYLE: &str = "old.css";

/// The least number of pixels by which two kinds differ with a contrast of 3 to 1 (WCAG 2.2, 1.4.11): in their
/// marks, and in what they show. A Q is an O with a short line.
const MARKED_MIN: usize = 20;
const SHOWN_MIN: usize = 5;
/// The pixels around a square that must stay as they are.
const AROUND: usize = 8;
/// So many of them differ by rounding, at the corners of a square with a shadow. A dot or a ring has more.
const ROUNDED_MAX: usize = 32;
/// One game in this many is in the sample.
const SAMPLED_ONE_IN: u32 = 5;
/// The most combinations of options of a game, and the requests with each.
const COMBINATIONS_MAX: usize = 4;
const REQUESTS: usize = 60;

const ASKER: Asker<'static> = Asker::nameless(Viewer::Seat(0));

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    vec![Trial::new("states::what_differs_looks_different", &NEEDS, what_differs_looks_different)]
}

/// A place on a page, and everything that comes to lie there or at places like it.
struct Place {
    /// Its game, and the look of its part.
    name: String,
    /// A page with it. It has the part alone.
    choices: Choices,
    step: Step,
    /// Its number in the part.
    at: usize,
    /// True for the cards of a fan, which lie over each other.
    is_fan: bool,
    kinds: Vec<Kind>,
}

/// A kind of square or thing.
struct Kind {
    cell: Cell,
    /// True if it was seen to stay as it was for a turn.
    stays: bool,
}

impl Kind {
    fn is(&self, cell: &Cell) -> bool {
        (shown(&self.cell), marks(&self.cell)) == (shown(cell), marks(cell))
    }

    /// True if it is framed for something else than news, or if the last turn left it as it was before.
    fn may_be_framed(&self) -> bool {
        let Marks { last, settled, locked, stops, checked, advised, .. } = self.cell.marks;
        last || settled || locked || stops || checked || advised || self.cell.is_free
    }
}

/// The sign and the picture of a cell. A word below a picture is for pages without pictures.
fn shown(cell: &Cell) -> (&str, Option<(&'static str, &'static str)>) {
    let is_word = cell.picture.is_some() && cell.text.len() > 1;
    (if is_word { "" } else { &cell.text }, cell.picture.map(picture_name))
}

/// Its marks. A hint is about what comes, so its mark may cover what was.
fn marks(cell: &Cell) -> Marks {
    let advised = cell.marks.advised;
    let Marks { last, settled, .. } = cell.marks;
    Marks { last: last && !advised, settled: settled && !advised, ..cell.marks }
}

/// The name of a picture. A pipe turned by two quarters may look as before; its text says the way.
fn picture_name(picture: parlour::game::page::Picture) -> (&'static str, &'static str) {
    (picture.name, picture.variant)
}

/// The names of the places of a part, in their order. Places of one name can have the same things.
fn names(part: &Part) -> Vec<String> {
    let count = part.cells().len();
    let all = |name: String| vec![name; count];
    match part {
        Part::Board(board) if board.look == Look::Chequered => {
            let is_dark = |at| (at / board.columns + at % board.columns) % 2 == 1;
            (0..count).map(|at| if is_dark(at) { "dark" } else { "light" }.to_owned()).collect()
        }
        Part::Board(board) => all(format!("{:?}", board.look)),
        Part::Heaps(_) => all("Heaps".to_owned()),
        Part::Guesses(guesses) => {
            let is_peg = |at| at % guesses.board.columns < guesses.pegs();
            (0..count).map(|at| if is_peg(at) { "peg" } else { "answer" }.to_owned()).collect()
        }
        Part::Row(row) | Part::Hand(row) => all(format!("{:?}", row.spread)),
        _ => Vec::new(),
    }
}

/// Everything that comes to lie on the pages of a game, by place.
fn places(game: &'static AnyGame) -> Vec<Place> {
    let all = covering(game.ruleset.options);
    let one_in = all.len().div_ceil(COMBINATIONS_MAX);
    let mut places = Vec::new();
    for (number, choices) in all.into_iter().step_by(one_in).enumerate() {
        let mut chance = Chance::from_seed([number as u8; 32]);
        let mut deal = Deal::of(DealId::Code(number as u64)).chance(game.ruleset.key, b"");
        let mut position = (game.deal)(&choices, &mut deal, ASKER);
        let mut step = position.step();
        for _ in 0..REQUESTS {
            let asked: Vec<Request> = requests(&step.page, true);
            for request in chance.pick(&asked).into_iter().chain(asked.iter().find(|r| is_hint(r)))
            {
                let answered = position.play(Some(request)).0;
                let page = answered.answer.as_deref().unwrap_or(&answered.page);
                collect(&mut places, game, &choices, &answered, page, None);
            }
            let page = step.page.clone();
            collect(&mut places, game, &choices, &step, &page, None);
            let moves = requests(&step.page, false);
            let advised = advised(&position, &step.page).filter(|_| chance.below(2) == 0);
            let Some(request) = advised.or_else(|| chance.pick(&moves).cloned()) else { break };
            let before = std::mem::replace(&mut step.page, Page::new("", ""));
            (step, position) = position.play(Some(&request));
            if step.turn.is_none() || step.answer.is_some() {
                let page = step.answer.as_deref().unwrap_or(&step.page).clone();
                collect(&mut places, game, &choices, &step, &page, None);
                break;
            }
            let page = step.page.clone();
            collect(&mut places, game, &choices, &step, &page, Some(&before));
        }
    }
    places
}

/// The requests of a page that only ask, or those that lead on.
fn requests(page: &Page, that_ask: bool) -> Vec<Request> {
    let all = page.all_offers().map(|offer| offer.request.clone());
    all.filter(|request| request.spec.read_only == that_ask && !request.spec.asks_first()).collect()
}

fn is_hint(request: &Request) -> bool {
    request.spec.name == "hint"
}

/// The move that a hint offers.
fn advised(position: &Rc<dyn AnyPosition>, page: &Page) -> Option<Request> {
    let hint = requests(page, true).into_iter().find(is_hint)?;
    let answer = position.play(Some(&hint)).0.answer?;
    answer.offers.first().map(|offer| offer.request.clone())
}

/// Adds what lies on this page, which follows on the one `before`.
fn collect(
    places: &mut Vec<Place>,
    game: &AnyGame,
    choices: &Choices,
    step: &Step,
    page: &Page,
    before: Option<&Page>,
) {
    for (part_at, part) in page.parts.iter().enumerate() {
        let cells_before = before.and_then(|page| page.parts.get(part_at)).map(Part::cells);
        for (at, (cell, name)) in part.cells().iter().zip(names(part)).enumerate() {
            let name = format!("{} {name}", game.ruleset.key);
            let found = places.iter().position(|place| place.name == name);
            let place = found.unwrap_or_else(|| {
                let page = Page::new("Your turn", "This is a page.").with(part.clone());
                let step = Step { page, messages: Vec::new(), answer: None, ..step.clone() };
                let (name, choices, kinds) = (name.clone(), choices.clone(), Vec::new());
                let is_fan = matches!(part, Part::Row(row) | Part::Hand(row) if row.spread == Spread::Fanned);
                places.push(Place { name, choices, step, at, is_fan, kinds });
                places.len() - 1
            });
            let kinds = &mut places[place].kinds;
            let found = kinds.iter().position(|kind| kind.is(cell)).unwrap_or_else(|| {
                kinds.push(Kind { cell: cell.clone(), stays: false });
                kinds.len() - 1
            });
            let is_same =
                |before: &&[Cell]| before.get(at).is_some_and(|other| kinds[found].is(other));
            let stays = cells_before.as_ref().is_some_and(is_same);
            kinds[found].stays |= stays;
        }
    }
}

/// The page with a thing at this place.
fn rendered(game: &AnyGame, place: &Place, cell: &Cell) -> String {
    let mut step = place.step.clone();
    step.page.parts[0].cells_mut()[place.at] = cell.clone();
    let links = links::position(game.ruleset, "token");
    let shown = Shown::new(game.ruleset, place.choices.clone(), links, step);
    let html = formats::find(None, &Protocol::Http).expect("HTML");
    (html.render)(&View::Position(Box::new(shown)), &Setting::of(&DEFAULT)).body
}

/// A style sheet without its layers.
fn without_layers(sheet: &str) -> String {
    let mut kept = String::new();
    let mut rest = sheet;
    while let Some((before, layer)) = rest.split_once("@layer") {
        kept.push_str(before);
        let start = layer.find(['{', ';']).expect("a layer has an end");
        let mut depth = 0;
        let is_end = |c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        };
        let end = start + layer[start..].find(is_end).expect("a layer has an end");
        rest = &layer[end + 1..];
    }
    kept + rest
}

fn what_differs_looks_different() {
    let folder = Folder::create();
    let sheet = ask("style").body;
    folder.write(STYLE, &sheet, 0o644);
    folder.write(OLD_STYLE, without_layers(&sheet), 0o644);
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    let window = json!({
        "width": WINDOW.0, "height": WINDOW.1, "deviceScaleFactor": 1, "mobile": false,
    });
    browser.devtools("Emulation.setDeviceMetricsOverride", window);
    let (mut faults, mut kinds) = (Vec::new(), 0);
    for game in sample::one_in(SAMPLED_ONE_IN, GAMES) {
        for place in places(game) {
            kinds += place.kinds.len();
            faults.extend(faults_at(&browser, &folder, game, &place));
        }
    }
    println!("{kinds} kinds");
    assert!(kinds > 2, "only {kinds} kinds");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// A kind as the browser paints it.
struct Face<'a> {
    kind: &'a Kind,
    /// True if the keyboard is there.
    has_focus: bool,
    /// Its pictures, one for each of MODES. Null if it is not painted there.
    pictures: [Value; MODES.len()],
}

/// The faults of what can lie at a place.
fn faults_at(browser: &WebDriver, folder: &Folder, game: &AnyGame, place: &Place) -> Vec<String> {
    let mut faults = Vec::new();
    let mut faces: Vec<Face<'_>> = Vec::new();
    for kind in &place.kinds {
        let html = rendered(game, place, &kind.cell);
        let open = |sheet: &str| {
            let file = folder.write("page.html", with_style_at(&html, sheet), 0o644);
            browser.open(&format!("file://{}", file.display()));
            browser.run(&format!("const at = {};{FIND}", place.at))
        };
        let found = open(OLD_STYLE);
        let drawn = &found["drawn"];
        let drawn = if drawn.is_null() { Value::Null } else { picture(browser, drawn, 0) };
        let found = open(STYLE);
        if kind.stays && found["is_framed"] == true && !kind.may_be_framed() {
            faults.push(format!("{}: {} has a frame", place.name, words(&kind.cell)));
        }
        let painted = || {
            COLOURS.map(|(scheme, forced)| {
                emulate(browser, scheme, forced);
                picture(browser, &found["place"], AROUND)
            })
        };
        let [light, dark, forced] = painted();
        faces.push(Face { kind, has_focus: false, pictures: [light, dark, forced, drawn] });
        if found["is_link"] == true {
            browser.run("document.querySelector('[data-piece]').focus();");
            let [light, dark, forced] = painted();
            let pictures = [light, dark, forced, Value::Null];
            faces.push(Face { kind, has_focus: true, pictures });
        }
        emulate(browser, COLOURS[0].0, COLOURS[0].1);
    }
    for (at, mode) in MODES.into_iter().enumerate() {
        let around = if mode == BARE { 0 } else { AROUND };
        let pictures: Vec<&Value> = faces.iter().map(|face| &face.pictures[at]).collect();
        let constants = format!(
            "const [least, around, rounded, pictures] = [{MARKED_MIN}, {around}, {ROUNDED_MAX}, {}];",
            json!(pictures)
        );
        let told = browser.run(&format!("{constants}{PAINTED}{COMPARE}"));
        for pair in told.as_array().expect("a list") {
            let number = |at: usize| pair[at].as_u64().expect("a number") as usize;
            let (one, other) = (&faces[number(0)], &faces[number(1)]);
            let (marked, beyond) = (number(2), number(3));
            if let Some(fault) = fault(place, one, other, mode, marked, beyond) {
                let (one, other) = (words(&one.kind.cell), words(&other.kind.cell));
                faults.push(format!("{} in {mode}: {one} {fault} {other}", place.name));
            }
        }
    }
    faults
}

/// The fault of two faces that differ by so many pixels within their place, and by so many around it.
fn fault(
    place: &Place,
    one: &Face<'_>,
    other: &Face<'_>,
    mode: &str,
    marked: usize,
    beyond: usize,
) -> Option<String> {
    let is_same = shown(&one.kind.cell) == shown(&other.kind.cell);
    let is_one_kind = std::ptr::eq(one.kind, other.kind);
    let is_drawn_alike =
        one.kind.cell.picture.map(picture_name) == other.kind.cell.picture.map(picture_name);
    // The keyboard is at one place only.
    if (one.has_focus || other.has_focus) && !is_one_kind || mode == BARE && is_drawn_alike {
        return None;
    }
    let least = if is_same { MARKED_MIN } else { SHOWN_MIN };
    if marked < least {
        let focus = if is_one_kind { "with the focus " } else { "" };
        return Some(format!("{focus}looks like ({marked} pixels)"));
    }
    let is_beyond = is_same && mode != BARE && !place.is_fan && beyond > ROUNDED_MAX;
    is_beyond.then(|| format!("paints {beyond} pixels outside, unlike"))
}

/// A kind in words, for a person who mends it.
fn words(cell: &Cell) -> String {
    let marks = json!(cell.marks);
    let marks = marks.as_object().expect("names").iter().filter(|(_, is)| **is == true);
    let marks: Vec<&str> = marks.map(|(name, _)| name.as_str()).collect();
    let picture = cell.picture.map_or(String::new(), |p| [p.name, p.variant].join(" "));
    format!("[{:?} {picture} {}]", &*cell.text, marks.join(" "))
}

/// Gives the visitor these preferences.
pub fn emulate(browser: &WebDriver, scheme: &str, forced: &str) {
    // A picture of a piece in motion shows half of it.
    let features = [
        ("prefers-color-scheme", scheme),
        ("forced-colors", forced),
        ("prefers-reduced-motion", "reduce"),
    ];
    let features = features.map(|(name, value)| json!({ "name": name, "value": value }));
    browser.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
}

/// The picture of a place and of so many pixels around it.
pub fn picture(browser: &WebDriver, place: &Value, around: usize) -> Value {
    let [x, y, width, height] =
        ["x", "y", "width", "height"].map(|name| place[name].as_f64().expect("a number"));
    let around = around as f64;
    let clip = json!({
        "x": (x - around).max(0.0), "y": (y - around).max(0.0),
        "width": width + 2.0 * around, "height": height + 2.0 * around, "scale": 1,
    });
    let asked = json!({ "format": "png", "clip": clip, "captureBeyondViewport": true });
    browser.devtools("Page.captureScreenshot", asked)["data"].take()
}

/// Finds the place with this number on the board. Returns its box and that of its picture, and whether it has
/// a frame.
const FIND: &str = r"
    const box = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const [x, y] = [Math.floor(left), Math.floor(top)];
        return { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y };
    };
    const field = document.querySelector('main .field');
    const cells = [...field.querySelectorAll('td')]
        .filter((cell) => !cell.parentNode.querySelector('th[scope=col]'));
    const cell = cells[at];
    const piece = cell.querySelector(':scope > :is(a, b, i)') ?? cell;
    const { content, borderTopStyle, borderTopWidth, boxShadow } = getComputedStyle(piece, '::after');
    const is_framed = content !== 'none' && (boxShadow !== 'none'
        || borderTopStyle !== 'none' && borderTopWidth !== '0px');
    const svg = piece.querySelector('svg');
    piece.dataset.piece = '';
    return { place: box(piece), drawn: svg && box(svg), is_framed, is_link: piece.localName === 'a' };";

/// Reads the light of each pixel of a picture.
pub const PAINTED: &str = r"
    const lights = [...Array(256).keys()].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    const painted = async (png) => {
        if (png === null) return null;
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        const light = new Float32Array(width * height);
        for (let at = 0; at < light.length; at++) {
            const [r, g, b] = data.subarray(4 * at, 4 * at + 3);
            light[at] = 0.2126 * lights[r] + 0.7152 * lights[g] + 0.0722 * lights[b] + 0.05;
        }
        return { light, width, height };
    };";

/// Compares the pictures. Returns the pairs that look alike or differ around the place, each with the pixels that
/// differ within and around it.
const COMPARE: &str = r"
    return (async () => {
        const all = await Promise.all(pictures.map(painted));
        const told = [];
        for (let i = 0; i < all.length; i++) for (let j = 0; j < i; j++) {
            const [one, other] = [all[i], all[j]];
            if (!one || !other) continue;
            // A larger thing differs.
            if (one.width !== other.width || one.height !== other.height) continue;
            let [marked, beyond] = [0, 0];
            for (let at = 0; at < one.light.length; at++) {
                const [a, b] = [one.light[at], other.light[at]];
                if (Math.max(a, b) / Math.min(a, b) < 3) continue;
                const [x, y] = [at % one.width, Math.floor(at / one.width)];
                const isIn = x >= around - 1 && x <= one.width - around
                    && y >= around - 1 && y <= one.height - around;
                isIn ? marked++ : beyond++;
            }
            if (marked < least || beyond > rounded) told.push([i, j, marked, beyond]);
        }
        return told;
    })();";
