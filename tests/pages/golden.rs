//! Every kind of page as a golden file: without its styles, with `TOKEN` where its token stands, so
//! that a change of packing changes no file, and with a line for each square and picture.

use crate::follow::{body, follow, link, without_style, won};
use parlour::games::GAMES;
use support::golden::{self, Golden, without_token};
use support::reader::Page;
use support::services::ask;

const PAGES: Golden = Golden { folder: "", ending: ".html" };

/// The pages by their names.
fn pages() -> Vec<(String, String)> {
    let mut pages = vec![("parlour".to_owned(), body(""))];
    for game in GAMES {
        let key = game.ruleset.key;
        pages.push((format!("{key}-rules"), body(&format!("g={key}&rules"))));
        let start = body(&format!("g={key}&seed=golden"));
        pages.push((format!("{key}-options"), body(&link(&start, "&rules=new"))));
        pages.push((format!("{key}-start"), start));
    }
    let deal = "g=concentration&seed=golden";
    let two_up = follow(deal, &["turn=6", "turn=11"]);
    let refused = body(&link(&two_up, "turn=1").replace("turn=1", "turn=11"));
    let of_concentration = [
        ("one-up", follow(deal, &["turn=6"])),
        ("two-up", two_up),
        ("fault", refused),
        ("won", won()),
    ];
    pages.extend(of_concentration.map(|(name, page)| (format!("concentration-{name}"), page)));
    pages.push(("damaged".to_owned(), ask("s=AAAA&g=concentration").body));
    pages
}

#[test]
fn every_kind_of_page_is_as_its_golden_file() {
    let golden_file = |(name, page): (String, String)| {
        let token = Page { html: page.clone() }.token();
        let page = without_token(&without_style(&page), token.as_deref());
        (name, page.replace("<td", "\n<td").replace("<symbol", "\n<symbol"))
    };
    golden::check(&[(PAGES, pages().into_iter().map(golden_file).collect())]);
}
