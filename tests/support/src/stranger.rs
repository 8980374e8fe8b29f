//! A program that knows nothing of the games, and plays them from their JSON pages alone, by
//! following offers.

use parlour::game::chance::Chance;
use parlour::game::ruleset::Ruleset;
use parlour::games::GAMES;
use serde_json::Value;

/// Requests within which a game has ended.
const REQUESTS_MAX: usize = 20_000;
/// Requests after which wrong ones are no longer tried.
const TRIED_WITH_WRONG_ONES: usize = 30;

/// Opens the page behind a link.
pub type Open<'a> = &'a mut dyn FnMut(&str) -> Value;

/// The text at this place of a page.
#[track_caller]
pub fn text<'a>(page: &'a Value, pointer: &str) -> &'a str {
    let found = page.pointer(pointer).and_then(Value::as_str);
    found.unwrap_or_else(|| panic!("no {pointer}: {page:#}"))
}

/// The list at this place of a page.
#[track_caller]
pub fn list<'a>(page: &'a Value, pointer: &str) -> &'a [Value] {
    let found = page.pointer(pointer).and_then(Value::as_array);
    found.unwrap_or_else(|| panic!("no {pointer}: {page:#}"))
}

/// Links to pages without play: all games, every ruleset, and every game with each value of each
/// option.
pub fn links_to_every_kind() -> Vec<String> {
    let mut links = vec!["?as=json".to_owned(), "?feed&as=json".to_owned()];
    for game in GAMES {
        let key = game.ruleset.key;
        links.push(format!("?g={key}&rules&as=json"));
        for option in game.ruleset.options {
            for value in option.values() {
                let (name, value) = (option.name(), value.value);
                links.push(format!("?g={key}&seed=x&{name}={value}&as=json"));
            }
        }
    }
    links
}

/// Links to problems, each with the status of its response and the name that programs read.
pub const LINKS_TO_PROBLEMS: [(&str, u16, &str); 12] = [
    ("?g=bridge&as=json", 404, "no_such_game"),
    ("?g=concentration&s=x&as=json", 400, "damaged"),
    ("?g=concentration&size=x&as=json", 400, "no_such_value"),
    ("?g=concentration&day=x&as=json", 400, "no_such_day"),
    ("?g=concentration&day=2126-11-21&as=json", 400, "future_day"),
    ("?g=maze&day=2126-11-21&solution&as=json", 400, "future_day"),
    ("?g=maze&day=today&solution&as=json", 400, "early_solution"),
    ("?g=nim&day=2026-11-01&solution&as=json", 404, "no_solution"),
    ("?g=nim&people=9&as=json", 400, "no_such_people"),
    ("?g=nim&people=x&as=json", 400, "no_such_people"),
    ("?g=nim&g=maze&as=json", 400, "repeated"),
    ("?s=x&as=json", 400, "damaged"),
];

/// Opens the page of all games, deals every game, and follows offers to the end.
pub fn play_every_game(open: Open<'_>) {
    let mut chance = Chance::from_seed([3; 32]);
    let parlour = open("?as=json");
    for entry in list(&parlour, "/games") {
        for code in 0..3 {
            let deal = format!("{}&seed={code}", text(entry, "/links/deal"));
            play(open, &deal, &mut chance);
        }
    }
}

fn play(open: Open<'_>, deal: &str, chance: &mut Chance) {
    let mut page = open(deal);
    for _ in 0..REQUESTS_MAX {
        if !page["ranking"].is_null() {
            assert_ne!(text(&page, "/mood"), "open");
            let again = text(&page, "/links/again").to_owned();
            assert!(open(&again)["ranking"].is_null());
            return;
        }
        assert_eq!(text(&page, "/mood"), "open");
        let requests = list(&page, "/requests").iter();
        let moves: Vec<&Value> = requests.filter(|r| r["read_only"] == false).collect();
        let request = chance.pick(&moves);
        let request = request.unwrap_or_else(|| panic!("{deal}: nothing to do: {page:#}"));
        page = open(text(request, "/link"));
        assert!(page["fault"].is_null(), "{deal}: {page:#}");
    }
    panic!("{deal}: no end");
}

/// Plays a game for a while, asks for everything wrong on the way, and follows requests that only
/// ask as well. `look` sees every page.
pub fn play_wrongly(open: Open<'_>, ruleset: &Ruleset, look: &mut dyn FnMut(&Value)) {
    let mut chance = Chance::from_seed([4; 32]);
    let mut page = open(&format!("?g={}&seed=listed&as=json", ruleset.key));
    for _ in 0..TRIED_WITH_WRONG_ONES {
        look(&page);
        for request in wrong_requests(ruleset) {
            look(&open(&format!("{}&{request}", text(&page, "/links/position"))));
        }
        let Some(request) = chance.pick(list(&page, "/requests")) else { return };
        page = open(text(request, "/link"));
    }
}

/// Requests that are mostly wrong: each name with nothing, too much, and nonsense.
fn wrong_requests(ruleset: &Ruleset) -> Vec<String> {
    let names = ruleset.requests.iter().map(|spec| spec.name);
    names
        .flat_map(|name| ["", "=", "=1,2,3", "=x", "=-1", "=999"].map(|a| format!("{name}{a}")))
        .collect()
}
