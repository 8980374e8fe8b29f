//! The link to send, on a telephone: it is unfolded on every page that somebody else waits for, and most of
//! these show it without scrolling. A page without a password has a second reader, the next player, who
//! finds the one filled button.

use crate::collect::{Shown, seen, shown};
use crate::folder::Folder;
use parlour::game::chance::Chance;
use serde_json::{Value, json};
use support::friends::Friends;
use support::services::ask;
use support::trials::Trial;
use support::webdriver::WebDriver;

/// The words on the filled buttons of a page.
const FILLED: &str = "
    const clear = 'rgba(0, 0, 0, 0)';
    const isFilled = (one) => getComputedStyle(one).backgroundColor !== clear;
    const buttons = [...document.querySelectorAll('.go, .button, button')];
    const seen = buttons.filter((one) => one.offsetParent && isFilled(one));
    return seen.map((one) => one.textContent).join();";

/// Asks two things about the link to send and the messengers: that no fold holds them, and that people see them
/// without scrolling.
const SENDS: &str = "
    const things = [...document.querySelectorAll('#send .copy, #send [rel=noreferrer]')];
    const boxes = things.map((one) => one.getBoundingClientRect());
    return [
        things.length === 5 && things.every((one) => one.checkVisibility()),
        boxes.every((box) => box.top >= 0 && box.bottom <= innerHeight),
    ];";

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let needs = ["chromium", "chromedriver"];
    let name = "landing::the_link_to_send_is_unfolded_by_every_way";
    vec![Trial::new(name, &needs, is_unfolded)]
}

/// A page that somebody else waits for.
struct Awaited {
    page: Shown,
    /// True if it shows the link to send without scrolling.
    is_at_once: bool,
    /// The words on its filled buttons, if it has no password.
    filled: Option<&'static str>,
}

fn is_unfolded() {
    let folder = Folder::create();
    let browser = WebDriver::chromium(folder.path(), &json!({}));
    browser.become_telephone();
    for Awaited { page, is_at_once, filled } in tables().into_iter().chain(open_games()) {
        folder.put(&page);
        for landing in ["", "#now"] {
            let url = format!("{}{landing}", folder.url(&page));
            browser.open(&url);
            let sends = browser.run(SENDS);
            assert_eq!(sends[0], true, "{url} is folded");
            assert!(!is_at_once || sends[1] == true, "{url} shows the link too low");
            if let Some(filled) = filled {
                assert_eq!(browser.run(FILLED), filled, "{url}");
            }
        }
    }
}

/// The pages of a table, by every way to reach them.
fn tables() -> Vec<Awaited> {
    let mut pages = Vec::new();
    let mut take = |way: &str, friends: &Friends| {
        let is_over = friends.turn().is_none();
        let open = friends.public_page()["table"]["open"].to_string();
        let filled = if open.contains("sit=again") { "Play again" } else { "Open your page" };
        let page = seen(&format!("by-{way}"), friends, None);
        pages.push(Awaited { page, is_at_once: true, filled: Some(filled) });
        for seat in
            (0..friends.passwords.len()).filter(|seat| !is_over && friends.turn() != Some(*seat))
        {
            let page = seen(&format!("by-{way}-{seat}"), friends, Some(seat));
            pages.push(Awaited { page, is_at_once: false, filled: None });
        }
    };
    let mut chance = Chance::from_seed([8; 32]);
    for (people, way) in [(3, "leave"), (3, "hand_over"), (2, "leave")] {
        let mut friends = Friends::at_full_table("eights", people, "", 8);
        take(&format!("{people}-deal"), &friends);
        friends.play_one_turn(&mut chance);
        take(&format!("{people}-move"), &friends);
        friends.now += 24 * 60 * 60;
        let turn = friends.turn().expect("a turn");
        let page = friends.page_of((turn + 1) % people);
        friends.follow(page["table"][way].as_str().expect("a way out"));
        take(&format!("{people}-{way}"), &friends);
        while friends.play_one_turn(&mut chance) {}
        take(&format!("{people}-{way}-end"), &friends);
        let again = |seat| {
            let page = friends.page_of(seat);
            let back = page["table"]["ways_back"][0]["link"].as_str();
            Some(back.or(page["table"]["again"].as_str())?.to_owned())
        };
        let again = (0..people).find_map(again).expect("a next game");
        let page = friends.follow(&again);
        friends.change_seats(&page);
        take(&format!("{people}-{way}-again"), &friends);
    }
    pages
}

/// The last pages of games without passwords, and the pages of a game that one player makes for another.
fn open_games() -> impl Iterator<Item = Awaited> {
    let position =
        |page: &Value| page["links"]["position"].as_str().expect("a link").replace("&as=json", "");
    let games = [
        ("g=chess&people=2", "f3;e5;g4;Qh4"),
        ("g=tictactoe&people=2", "1,1;2,1;1,2;2,2;1,3"),
        ("g=nim&people=2", "1,3"),
        ("g=mastermind&code=friend", "ABCD"),
        ("g=mastermind&code=friend", "ABCD;ABCD"),
        ("g=letters&word=friend", "pizza;pizza"),
    ];
    games.into_iter().enumerate().map(move |(number, (game, moves))| {
        let get = |query: &str| ask(query.trim_start_matches('?'));
        let mut link = format!("?{game}");
        for typed in moves.split(';') {
            let page: Value =
                serde_json::from_str(&get(&format!("{link}&as=json")).body).expect("JSON");
            let moved = format!("{}&move={typed}", position(&page));
            link = get(&moved).location.unwrap_or(moved).replace("&made", "");
        }
        let last = if moves == "ABCD" { format!("{link}&made") } else { link };
        let page = shown(&format!("open-{number}"), &get(&last));
        Awaited { page, is_at_once: true, filled: None }
    })
}
