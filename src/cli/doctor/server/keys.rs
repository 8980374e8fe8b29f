//! Checks if the program at a web server has the keys of the program on this machine.

use crate::cli::doctor::http::Response;
use crate::doctor::checkup::Finding;
use crate::games;
use crate::respond::binding;
use crate::seal::keys::KeyRing;
use crate::seal::{self, Purpose};

/// Checks if these keys open a link of a game that was dealt there. This sends no data that needs
/// the keys, because anybody may run that server.
pub fn check(dealt: &Response, ring: &KeyRing) -> Finding {
    let page = dealt.text();
    let tokens = page.split("?s=").skip(1);
    let mut tokens = tokens.map(|rest| rest.split(['&', '"', '#']).next().unwrap_or_default());
    let opens = |token: &str| {
        games::find("concentration").is_some_and(|game| {
            seal::open(ring, binding(game.ruleset, Purpose::Position), token).is_ok()
        })
    };
    if tokens.next().is_some_and(opens) {
        Finding::ok("the program there has these keys; `doctor --page` shows what it sees")
    } else {
        Finding::wrong(
            "the program there has other keys than the one here; is it the same program?",
        )
    }
}
