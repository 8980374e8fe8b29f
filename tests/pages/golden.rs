//! One page of every kind as a golden file, without its styles, and with a line for each square and
//! picture. `TOKEN` replaces its token, so that a change of packing changes no file.

use crate::follow::{body, follow, link, without_style, won};
use support::golden::{self, Golden, without_token};
use support::reader::Page;
use support::services::ask;

const PAGES: Golden = Golden { folder: "", ending: ".html" };

/// Games with a kind of part that no other game has.
const STARTS: [&str; 4] = ["concentration", "eights", "mastermind", "nim"];

/// The pages by their names: one of each kind.
fn pages() -> Vec<(String, String)> {
    let mut pages = vec![("parlour".to_owned(), body(""))];
    pages.push(("tictactoe-rules".to_owned(), body("g=tictactoe&rules")));
    for key in STARTS {
        pages.push((format!("{key}-start"), body(&format!("g={key}&seed=golden"))));
    }
    let deal = "g=concentration&seed=golden";
    pages.push(("concentration-options".to_owned(), body(&link(&body(deal), "&rules=new"))));
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
fn every_kind_of_page_matches_its_golden_file() {
    let golden_file = |(name, page): (String, String)| {
        let token = Page { html: page.clone() }.token();
        let page = without_token(&without_style(&page), token.as_deref());
        (name, page.replace("<td", "\n<td").replace("<symbol", "\n<symbol"))
    };
    golden::check(&[(PAGES, pages().into_iter().map(golden_file).collect())]);
}
