//! The pages for people. Every answer has its status and its way on, links are short and lead to
//! the right place, and a page has only the parts that it needs.

use crate::follow::{body, follow, link, links, won};
use parlour::game::any::AnyGame;
use parlour::game::page::{COLUMNS_MAX, ROWS_MAX};
use parlour::games::GAMES;
use parlour::gateway::http::{CachePolicy, Elsewhere, HttpRequest, Method, Response, Status};
use parlour::gateway::protocol::Protocol;
use parlour::respond::{Services, respond, respond_to_bug};
use parlour::seal::{Key, KeyRing};
use std::collections::BTreeSet;
use support::reader::{Page, style_query, without_landing};
use support::services::{ask, ask_as, browse, ring};

#[test]
fn a_game_is_won_by_following_links() {
    let page = won();
    assert!(page.contains(">Play again</a>"));
    let leads_on = |link: &String| link.contains("turn=") && !link.contains("rules=link");
    assert!(!links(&page).iter().any(leads_on));
    assert_eq!(link(&page, "g=concentration&size=4x3"), "g=concentration&size=4x3");
}

#[test]
fn a_notice_leaves_the_title_of_a_game_in_its_place() {
    let [plain, noted] = ["g=letters&seed=a", "g=letters&seed=a&gues=zzzzz"].map(body);
    let head = |page: &str| {
        page.split("<h1>").next().unwrap_or_default().split("<body").last().map(str::to_owned)
    };
    assert!(!plain.contains("role=status") && noted.contains("role=status"), "{noted}");
    assert_eq!(head(&plain), head(&noted));
}

#[test]
fn the_steps_of_a_walk_keep_their_places() {
    let mut page = body(&link(&body("g=tictactoe&seed=a"), "mark="));
    page = body(&link(&page, "after="));
    for step in ["start", "Step 1 of"] {
        let places: Vec<Option<usize>> = ["Back", "Forward", "First", "Last"]
            .map(|label| page.find(&format!(">{label}</")))
            .into();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{step}: {page}");
        page = body(&link(&page, "after=1"));
    }
}

#[test]
fn a_grown_list_of_moves_is_folded() {
    let moves = "The moves</summary>";
    let mut page = body("g=noughts");
    for has_grown in [false, true] {
        page = body(&link(&page, "mark="));
        assert!(page.contains("The moves"), "{page}");
        assert_eq!(page.contains(moves), has_grown, "{page}");
    }
}

#[test]
fn the_index_begins_with_links_to_games() {
    let page = body("parlour");
    let first: Vec<&str> =
        page.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let jumps = GAMES.iter().map(|game| format!("#to-{}", game.ruleset.key));
    assert!(first.iter().copied().take(GAMES.len()).eq(jumps));
    for game in GAMES {
        let key = game.ruleset.key;
        let (_, section) = page.split_once(&format!("id=\"to-{key}\"")).expect(key);
        assert!(link(section, "").starts_with(&format!("g={key}")), "{key} is played from there");
    }
}

/// A page loads only its style sheet, which a browser asks for once.
#[test]
fn every_page_shares_one_style_sheet_kept_forever() {
    let pages = ["", "g=maze&seed=x", "g=eights&rules", "g=rps&people=2", "g=go", "g=nim&g=maze"];
    let found: BTreeSet<String> =
        pages.iter().map(|query| style_query(&browse(query).body).to_owned()).collect();
    let [version] = &Vec::from_iter(found)[..] else { panic!("more than one style sheet") };
    let sheet = ask(version);
    assert_eq!((sheet.status, sheet.content_type), (Status::Ok, "text/css; charset=utf-8"));
    assert_eq!(sheet.cache, CachePolicy::Forever);
    let mut headers = sheet.headers();
    assert!(headers.any(|it| it == ("Cache-Control", "public, max-age=31536000, immutable")));
    assert!(sheet.body.starts_with("@layer ") && sheet.body.contains(".board"));
    assert!(!sheet.body.contains("/*") && !sheet.body.contains("url("), "it loads nothing");
    for old in ["style", "style=", "style=00000000", "style=%22%3e", "g=maze&style=1&as=json"] {
        let other = ask(old);
        assert_eq!((other.status, other.cache), (Status::Ok, CachePolicy::TenMinutes), "{old}");
        assert_eq!(other.body, sheet.body, "{old}");
    }
    // Error pages have it, too: without a key, and behind a path that leads nowhere.
    assert_eq!(ask_as(None, Method::Get, version).body, sheet.body);
    assert_eq!(ask_as(Some(&ring()), Method::Other, version).status, Status::MethodNotAllowed);
    assert_eq!(without_chance(None, version, true).body, sheet.body);
}

#[test]
fn every_problem_has_a_status_and_way_on() {
    let good = link(&body("g=concentration&seed=golden"), "turn=5");
    let token = good.split(['=', '&']).nth(1).unwrap().to_owned();
    let long = format!("g=concentration&x={}", "x".repeat(3_000));
    let cut = &token[..token.len() - 1];
    let table = [
        (Status::NotFound, "g=bridge".to_owned()),
        (Status::NotFound, "g=".to_owned()),
        (Status::NotFound, format!("s={cut}&g=bridge")),
        (Status::UriTooLong, long),
        (Status::BadRequest, "g=concentration&g=nim".to_owned()),
        (Status::BadRequest, format!("{good}&turn=6")),
        (Status::BadRequest, format!("s={cut}&g=concentration")),
        (Status::BadRequest, format!("s={token}{token}&g=concentration")),
        (Status::BadRequest, "s=&g=concentration".to_owned()),
        (Status::BadRequest, format!("s={cut}")),
        (Status::BadRequest, "g=concentration&size=7x7".to_owned()),
        (Status::BadRequest, "g=concentration&size=".to_owned()),
        (Status::BadRequest, "g=concentration&day=2026-02-30".to_owned()),
        (Status::BadRequest, "g=eights&people=3&players=2".to_owned()),
    ];
    for (status, query) in table {
        let response = ask(&query);
        assert_eq!(response.status, status, "{query}");
        assert_eq!(response.cache, CachePolicy::No, "{query}");
        assert!(!links(&response.body).is_empty(), "{query}: a way on");
    }
    let offered = |query: &str| {
        let page = ask(query).body;
        let is_offered = |game: &&AnyGame| page.contains(&format!("?g={}\"", game.ruleset.key));
        GAMES.iter().filter(is_offered).count()
    };
    assert_eq!(offered("g=bridge"), GAMES.len(), "any game will do");
    assert_eq!(offered("g=concentration&size=7x7"), 1, "it was this game");
    let sizes = ask("g=concentration&size=7x7").body.matches("?g=concentration&size=").count();
    assert_eq!(sizes, 4, "every other size than the usual one");
    let foreign = KeyRing::of(Key::from_bytes([43; 32]));
    assert_eq!(ask_as(Some(&foreign), Method::Get, &good).status, Status::BadRequest);
    let retired = KeyRing::new(Key::from_bytes([43; 32]), vec![], vec![Key::from_bytes([42; 32])]);
    assert_eq!(ask_as(Some(&retired), Method::Get, &good).status, Status::Gone);
    let none = ask_as(None, Method::Get, "");
    assert_eq!(none.status, Status::ServiceUnavailable);
    assert!(none.body.contains("set up yet"));
    assert_eq!(ask_as(Some(&ring()), Method::Other, &good).status, Status::MethodNotAllowed);
    assert_eq!(
        respond_to_bug(&parlour::settings::DEFAULT, &Protocol::Http).status,
        Status::InternalServerError
    );
    let keys = ring();
    assert_eq!(without_chance(Some(&keys), "", true).status, Status::NotFound);
    let dry = without_chance(Some(&keys), "g=concentration", false);
    assert_eq!(dry.status, Status::ServiceUnavailable);
    assert!(dry.body.contains("This is a preview"));
    let for_programs = without_chance(Some(&keys), "as=json", false);
    assert_eq!(for_programs.status, Status::Ok);
    let allowed = for_programs.headers().find(|(name, _)| name.starts_with("Access-Control"));
    assert_eq!(allowed, None, "other sites read a preview");
}

/// The answer of a preview that gets no random bytes, perhaps behind a path that leads nowhere.
fn without_chance(keys: Option<&KeyRing>, query: &str, has_path: bool) -> Response {
    let services = Services {
        keys,
        preview: true,
        settings: &parlour::settings::DEFAULT,
        entropy: &|_| false,
        now: &|| None,
        address: &|| None,
    };
    let query = query.as_bytes().to_vec();
    let elsewhere = has_path.then(Elsewhere::default);
    respond(&services, &HttpRequest { query, elsewhere, ..HttpRequest::default() })
}

#[test]
fn an_unknown_value_is_named_without_its_markup() {
    let page = ask("g=concentration&size=9x9").body;
    assert!(page.contains("Concentration has no \u{201c}9x9\u{201d} for"), "{page}");
    let long = "b".repeat(50);
    let page = ask(format!("g=concentration&size={long}")).body;
    let told = page.split_once("has no \u{201c}").and_then(|(_, rest)| rest.split_once('\u{201d}'));
    assert_eq!(told.expect("what was asked for").0, "b".repeat(24) + "\u{2026}");
    let page = ask("g=concentration&size=7%26%23%3Cb%3E").body;
    assert!(page.contains("has no \u{201c}7\u{201d} for"), "{page}");
}

#[test]
fn a_short_foot_has_the_rest_behind_more() {
    for game in GAMES {
        let page = body(&format!("g={}&seed=golden", game.ruleset.key));
        let foot = page.split_once("<nav aria-label=\"This game\">").expect("a foot").1;
        let (shown, rest) = foot.split_once("<details><summary>More</summary>").expect("more");
        let (folded, _) = rest.split_once("</details>").expect("its end");
        assert!(shown.matches("<a ").count() <= 4, "{shown}");
        for way in ["How this link works", "As a picture", "In words"] {
            assert!(folded.contains(&format!(">{way}</a>")), "{way}: {folded}");
        }
    }
}

#[test]
fn only_as_many_people_play_as_have_seats() {
    for game in GAMES {
        let (key, title, (fewest, most)) =
            (game.ruleset.key, game.ruleset.title, game.ruleset.people);
        let people = (fewest..=most).map(|people| (people, true));
        for (people, is_dealt) in people.chain([(0, false), (most + 1, false), (99, false)]) {
            let query = format!("g={key}&people={people}");
            let response = browse(&query);
            let expected = if is_dealt { Status::Ok } else { Status::BadRequest };
            assert_eq!(response.status, expected, "{query}");
            let said = format!("{title} is for {}", count(fewest, most)).replace('\'', "&#39;");
            assert_eq!(response.body.contains(&said), !is_dealt, "{query}: {said}");
            assert!(links(&response.body).iter().any(|link| link.contains(key)), "{query}");
        }
    }
}

/// The form for people may leave open how many players there are.
#[test]
fn an_unset_player_count_means_the_usual_game() {
    for query in ["g=eights", "g=eights&people=1&players="] {
        let page = ask(format!("{query}&seed=x&as=json")).body;
        assert!(page.contains("\"players\":\"2\""), "{query}: {page}");
    }
}

/// The number of people of a game, as its pages tell it.
fn count(fewest: usize, most: usize) -> String {
    match (fewest, most) {
        (1, 1) => "one person".to_owned(),
        (fewest, most) if most - fewest == 1 => format!("{fewest} or {most} people"),
        (fewest, most) => format!("{fewest} to {most} people"),
    }
}

#[test]
fn a_deal_without_its_key_only_goes_on() {
    let fresh = || Key::from_bytes([43; 32]);
    let former = ring().sealing_key().clone();
    let both = KeyRing::new(fresh(), vec![former], Vec::new());
    let dealt = body("g=eights&seed=golden");
    let sealed = |page: &str| link(page, "s=").split('&').take(2).collect::<Vec<_>>().join("&");
    let again = "Start this deal again";
    let while_in_ring = ask_as(Some(&both), Method::Get, sealed(&dealt));
    assert!(while_in_ring.body.contains(again));
    let alone = KeyRing::of(fresh());
    let page = ask_as(Some(&alone), Method::Get, sealed(&while_in_ring.body));
    assert_eq!(page.status, Status::Ok);
    assert!(!page.body.contains(again) && !page.body.contains("seed="), "{}", page.body);
    assert!(page.body.contains("The key of this deal is no longer in use"));
}

#[test]
fn a_refused_request_leaves_the_same_page() {
    let shown = follow("g=concentration&seed=golden", &["turn=6", "turn=11"]);
    let position = link(&shown, "turn=1").replace("&turn=1", "");
    let plain = body(&position);
    // A refused request lands at the fault, not at the last change.
    let (_, landed) = without_status(&without_landing(&plain));
    for (request, code) in [
        ("turn=6", 903),
        ("turn=0", 901),
        ("turn=17", 901),
        ("turn=-1", 901),
        ("turn=1e9", 605),
        ("turn=", 604),
        ("turn", 604),
        ("turn=1,2", 604),
        ("turn=%ff", 604),
        ("turn=%ff1", 605),
        ("take=1,2", 603),
        ("turn=99999999999999999999", 901),
    ] {
        let page = body(&format!("{position}&{request}"));
        let (fault, page) = without_status(&page);
        assert!(fault.contains(&format!("data-code={code}")), "{request}: {fault}");
        let page = page.replacen("<title>Refused: ", "<title>", 1);
        assert_eq!(without_link(&page), without_link(&landed), "{request}");
    }
    assert_eq!(body(&format!("{position}&fbclid=xyz&utm_source=mail")), plain);
}

/// The sentence about the position, and the page without it. A fault takes its place.
fn without_status(page: &str) -> (String, String) {
    let (before, rest) = ["<p class=\"status fault\"", "<p class=status"]
        .iter()
        .find_map(|start| page.split_once(start))
        .expect("a status");
    let (status, after) = rest.split_once("</p>\n").expect("its end");
    (status.to_owned(), format!("{before}{after}"))
}

/// The page without the link that takes its own link apart: only that has the request in it.
fn without_link(page: &str) -> String {
    page.lines().filter(|line| !line.contains("rules=link")).collect::<Vec<_>>().join("\n")
}

#[test]
fn seeds_days_and_options() {
    let board = |query: &str| link(&body(query), "seed=");
    assert_eq!(board("g=concentration&seed=rainy+day"), "g=concentration&seed=4g7n-er6j");
    let named = body("g=concentration&seed=rainy+day");
    let words = " (seed \u{201c}rainy day\u{201d})";
    assert!(named.contains(words));
    assert_eq!(named.replace(words, ""), body("g=concentration&seed=4G7N-ER6J"));
    assert_eq!(body("g=concentration&day=today"), body("g=concentration&day=2026-11-21"));
    assert_ne!(body("g=concentration&day=2026-11-20"), body("g=concentration&day=2026-11-21"));
    assert_eq!(ask("g=concentration&seed=x").cache, CachePolicy::TenMinutes);
    assert_eq!(ask("g=concentration").cache, CachePolicy::No);
    let again = body("g=concentration&people=3&size=6x4&seed=x");
    assert!(links(&again).iter().all(|link| !link.contains("seed=")), "nobody deals it again");
    let sealed = link(&again, "turn=2");
    assert_eq!(ask(&sealed).cache, CachePolicy::TenMinutes);
    assert!(body(&sealed).contains("Player 1: "));
}

#[test]
fn links_stay_short() {
    let longest = |query: &str| links(&body(query)).iter().map(|l| l.len() + 1).max().unwrap();
    assert!(longest("g=concentration&seed=x") <= 160);
    assert!(longest("g=concentration&seed=x&size=8x8&people=4") <= 400);
    for game in GAMES {
        for option in game.ruleset.options {
            for value in option.values() {
                let key = game.ruleset.key;
                let query = format!("g={key}&seed=x&{}={}", option.name(), value.value);
                assert!(longest(&query) <= 900, "{query}");
            }
        }
    }
}

#[test]
fn a_request_lands_at_what_came_of_it() {
    let page = body("g=concentration&seed=golden");
    let requests = page.split("turn=").skip(1);
    assert_eq!(
        requests.filter(|rest| rest.split('"').next().is_some_and(|r| r.ends_with("#now"))).count(),
        16
    );
    let landings =
        |page: &str| [" id=\"now\"", "<mark id=now "].map(|landing| page.matches(landing).count());
    assert_eq!(landings(&page), [1, 0], "nothing is changed yet");
    let link = |turn: &str| {
        let ends = |link: &&String| link.contains(turn);
        links(&page).iter().find(ends).unwrap().replace("#now", "")
    };
    let turned = body(&link("turn=6"));
    assert_eq!(landings(&turned), [0, 1]);
    let (before, square) = turned.split_once("<mark id=now ").unwrap();
    let (_, row) = before.rsplit_once("<tr>").unwrap();
    assert!(row.contains("<th scope=row>2") && row.matches("<td").count() == 2, "{row}");
    assert!(square.contains("aria-label=\"Face up, the star: row 2, column 2\""), "{square}");
    assert!(square.contains("aria-describedby=Now") && turned.contains(" id=\"Now\""));
    let refused = body(&link("turn=6").replace("turn=6", "turn=99"));
    assert_eq!(landings(&refused), [1, 0], "nothing is changed by a fault");
}

#[test]
fn the_link_with_one_flipped_letter_is_refused() {
    let own = link(&body("g=concentration&seed=golden"), "rules=link");
    let token = |link: &str| link.trim_start_matches("s=").split('&').next().unwrap().to_owned();
    let page = body(&own);
    let flipped =
        links(&page).into_iter().find(|link| link.starts_with("s=") && token(link) != token(&own));
    let flipped = flipped.expect("a link to try");
    let pairs = || token(&own).into_bytes().into_iter().zip(token(&flipped).into_bytes());
    assert_eq!(token(&own).len(), token(&flipped).len());
    assert_eq!(pairs().filter(|(one, other)| one != other).count(), 1);
    assert!(pairs().take(token(&own).len() / 2).all(|(one, other)| one == other), "in the seal");
    let refused = ask(&flipped);
    assert_eq!(refused.status, Status::BadRequest);
    assert!(refused.body.contains("as promised") && !refused.body.contains("<form"));
}

#[test]
fn the_link_page_says_how_much_is_sealed() {
    for game in GAMES {
        let own = link(&body(&format!("g={}&seed=golden", game.ruleset.key)), "rules=link");
        let page = body(&own);
        let number = |before: &str, after: &str| -> usize {
            let (_, rest) = page.split_once(before).expect("what is hidden");
            rest.split_once(after).and_then(|(number, _)| number.parse().ok()).expect("a number")
        };
        let bits = number("The whole game takes ", " bits, in ");
        let bytes = number(&format!("{bits} bits, in "), " byte");
        assert_eq!(bytes, bits.div_ceil(8), "{own}: {bits} bits");
    }
}

#[test]
fn an_answer_has_board_signs_and_spoken_words() {
    let page = body("g=mastermind&code=yours");
    let (_, link) =
        page.split_once("data-sign=\"\u{25cf}\u{2009}2 \u{25cb}\u{2009}1\"").expect("the signs");
    let (link, _) = link.split_once("</a>").expect("its end");
    assert!(link.contains("&answer=2,1") && link.ends_with(">2 black, 1 white"), "{link}");
    assert_eq!(page.matches("data-sign=").count(), 12, "{page}");
    // The last one ends the game, and says so.
    let (_, found) = page.split_once("&answer=4,0").expect("the answer");
    assert!(found.starts_with("#now\">4 black: my code</a>"), "{found}");
}

#[test]
fn a_link_never_ends_with_its_token() {
    for game in GAMES {
        let page = body(&format!("g={}&seed=x", game.ruleset.key));
        for link in links(&page).iter().filter(|link| link.starts_with("s=")) {
            let (_, rest) = link.split_once('&').expect("more than a token");
            assert!(rest.starts_with("g="), "{link}");
        }
    }
}

#[test]
fn only_visible_pictures_are_in_the_page() {
    let start = body("g=concentration&seed=golden");
    assert!(!start.contains("<symbol"), "nothing is face up");
    let one = follow("g=concentration&seed=golden", &["turn=6"]);
    assert_eq!(one.matches("<symbol").count(), 1);
}

/// Those who go from link to link, by keys or by ear, need not pass every square.
#[test]
fn a_large_board_can_be_skipped() {
    for (query, is_large) in [("g=mines&size=16x16", true), ("g=mines&size=6x6", false)] {
        let page = Page::new(&browse(query).body);
        let first = page.links().into_iter().next().expect("a link");
        assert_eq!(first.href == "#side", is_large, "{query}: {first:?}");
        let main = page.element("main").unwrap_or_default();
        let behind = main.split("id=side").nth(1).map(|rest| rest.contains("name=move"));
        assert_eq!(behind, is_large.then_some(true), "{query}");
    }
}

#[test]
fn only_a_move_is_taken_back() {
    let page = body("g=chess&seed=a");
    let position = crate::follow::link(&page, "s=").replace("&rules", "");
    let position = position.split("&g=chess").next().expect("a link").to_owned() + "&g=chess";
    assert!(body(&format!("{position}&play=e2e4")).contains(">Take back<"));
    assert!(!body(&format!("{position}&choose=e2")).contains(">Take back<"));
}

/// A board without the number of its rows has no height.
#[test]
fn a_board_of_any_size_has_its_squares() {
    let sheet = include_str!("../../static/styles/board.css");
    let names = (2..=COLUMNS_MAX)
        .map(|columns| ("n", columns))
        .chain((1..=ROWS_MAX).map(|rows| ("m", rows)));
    for (name, count) in names {
        assert!(
            sheet.contains(&format!(".{name}{count} {{ --{name}: {count} }}")),
            "{name}{count}"
        );
    }
}
