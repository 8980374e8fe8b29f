//! The default trials: a fixed sample of all trials, with every server and every browser.
//! `PARLOUR_FULL=1` runs them all.

use std::collections::BTreeSet;

/// Servers on which everything is tried.
const THOROUGH: [&str; 3] = ["lighttpd", "apache", "nginx"];
/// The trials on the other servers, in addition to a game.
const EVERYWHERE: [&str; 4] = [
    "every_problem_keeps_its_status",
    "headers_arrive_as_they_were_sent",
    "a_command_in_a_link_is_no_command",
    "the_program_is_not_to_be_had",
];
/// The name of a game by a player with a memory.
const REMEMBERED: &str = "pairs_found";
/// The player without a browser.
const FOLLOWER: &str = "following_links";
/// A browser whose window scrolls to the move or not, by its timing, so that the test does not
/// always find the next square. Only the full run tries it.
const UNSTEADY: &str = "netsurf";

/// A round of many turns in the slowest of browsers.
const LONGEST: &str = "a_table_of_four_browsers";

/// Trials that wait long for several browsers, left to the full run, too.
const LONG: [&str; 3] = ["an_evening_in_browsers", "logins_in_chromium", "logins_in_firefox"];

/// The names that belong to the sample.
pub fn of(names: &[String]) -> BTreeSet<String> {
    let mut browsers = BTreeSet::new();
    let mut is_sampled = |name: &str| {
        let Some((server, what)) = name.split_once("::") else { return !LONG.contains(&name) };
        match what.split_once("_by_") {
            // One game on every server takes its place.
            Some((_, FOLLOWER | UNSTEADY)) => false,
            // Every browser plays once with a memory, and once without it if it can.
            Some((game, browser)) => browsers.insert((game == REMEMBERED, browser.to_owned())),
            None if what == LONGEST => false,
            None => THOROUGH.contains(&server) || EVERYWHERE.contains(&what) || is_alone(server),
        }
    };
    names.iter().filter(|name| is_sampled(name)).cloned().collect()
}

/// Returns true if the trials on this server run on no other one.
fn is_alone(server: &str) -> bool {
    server == "haproxy"
}
