//! A link that was cut short, and the field into which the whole one goes.

use crate::follow::{body, link};
use parlour::gateway::http::Status;
use support::services::ask;

/// The hidden fields of the form on a page, and the name of the one that is typed.
fn form(page: &str) -> String {
    let form = page.split("<form class=ask>").nth(1).expect("a field for the whole link");
    let form = form.split("</form>").next().unwrap_or_default();
    assert!(form.contains("<input name=s "), "{form}");
    let hidden = form.split("type=hidden name=g value=\"").nth(1);
    let game = hidden.and_then(|rest| rest.split('"').next());
    game.map_or(String::new(), |game| format!("g={game}&"))
}

#[test]
fn the_whole_link_opens_after_half_did_not() {
    let page = body("g=tictactoe");
    let position = link(&page, "&g=tictactoe");
    let position = position.split("&mark").next().unwrap_or_default();
    let shown = body(position);
    let whole = format!("https://games.example/parlour?{position}");
    let pasted = whole.replace('?', "%3F").replace('=', "%3D").replace('&', "%26");
    // Cut before its game, or not; and with a game that is another one.
    for cut in [&position[..40], "s=AAAA&g=tictactoe", "s=AAAA&g=eights"] {
        let damaged = ask(cut);
        assert_eq!(damaged.status, Status::BadRequest, "{cut}");
        let opened = body(&format!("{}s={pasted}", form(&damaged.body)));
        let board = |page: &str| page.split("<table").nth(1).map(|rest| rest.len());
        assert_eq!(board(&opened), board(&shown), "{cut}: {opened}");
        assert!(opened.contains("Tic-tac-toe"), "{cut}");
    }
    assert!(!ask("g=nim&heaps=9").body.contains("name=s "), "the link is whole");
}
