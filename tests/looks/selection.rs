//! A link to send is selected whole, by a click or by holding it, as the words beside it say.

use crate::collect::named;
use crate::folder::Folder;
use serde_json::json;
use std::thread;
use std::time::Duration;
use support::trials::Trial;
use support::webdriver::WebDriver;

/// More than the time after which a telephone selects the words below a finger.
const HOLD: Duration = Duration::from_millis(1200);

/// A place within the first letters of the link, and what the page says beside it.
const PLACE: &str = "
    const link = document.querySelector('.step .copy');
    link.scrollIntoView({ block: 'center' });
    const { left, top, height } = link.getBoundingClientRect();
    const words = getComputedStyle(link, '::before').content;
    return { x: left + 40, y: top + height * 2 / 3, words };";

/// A script that returns true if exactly the link is selected.
const IS_SELECTED: &str = "
    const link = document.querySelector('.step .copy').textContent;
    return getSelection().toString() === link;";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let needs = ["chromium", "chromedriver"];
    vec![Trial::new("selection::a_link_to_send_is_selected_whole", &needs, selects)]
}

fn selects() {
    let folder = Folder::with_pages();
    let url = folder.url(named("table-host"));
    let desk = WebDriver::chromium_with_mouse(&folder.path().join("desk"));
    desk.open(&url);
    let place = desk.run(PLACE);
    let told = place["words"].as_str().unwrap_or_default();
    assert!(told.contains("Click here, then copy"), "{told}");
    assert_eq!(desk.run(IS_SELECTED), false);
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({
            "type": kind, "x": place["x"], "y": place["y"], "button": "left", "clickCount": 1,
        });
        desk.devtools("Input.dispatchMouseEvent", event);
    }
    assert_eq!(desk.run(IS_SELECTED), true, "by a click");

    let telephone = WebDriver::chromium(&folder.path().join("telephone"), &json!({}));
    telephone.become_telephone();
    telephone.open(&url);
    let place = telephone.run(PLACE);
    let told = place["words"].as_str().unwrap_or_default();
    assert!(told.contains("Hold to copy"), "{told}");
    let points = json!([{ "x": place["x"], "y": place["y"] }]);
    let touch = |kind: &str, points| {
        let event = json!({ "type": kind, "touchPoints": points });
        telephone.devtools("Input.dispatchTouchEvent", event);
    };
    touch("touchStart", points);
    thread::sleep(HOLD);
    touch("touchEnd", json!([]));
    assert_eq!(telephone.run(IS_SELECTED), true, "by holding it");
}
