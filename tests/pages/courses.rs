//! Whole games under every set of options: the deal, the reasons and hints for a player, and the
//! end with its links.
//!
//! tests/golden/courses has a file for each game. A digest of the dealt position pins a deal, so
//! that a seed or a date always deals the same board. A game is played at random, but always in the
//! same way.

use crate::follow::{body, json};
use parlour::deal::{Deal, DealId};
use parlour::game::any::{AnyGame, Asker};
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::pack::Packer;
use parlour::game::seat::Viewer;
use parlour::game::verification::to_hex;
use parlour::games::GAMES;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use support::golden::{self, Golden};
use support::stranger::{list, text};
use support::vocabulary::pairs_of;

const COURSES: Golden = Golden { folder: "courses", ending: ".txt" };
/// Moves within which a game has ended.
const MOVES_MAX: usize = 10_000;
/// Requests that no course makes: one ends a game at once, and one takes back what another did.
const LEFT_OUT: [&str; 2] = ["solve", "take_out"];
/// Moves after which the test asks every question.
const ASKED_AFTER: [usize; 3] = [1, 2, 7];
/// Moves after which the page itself is kept, as it is at the end.
const PAGE_AFTER: usize = 7;
/// Deals whose positions are pinned for each set of options.
const DEALS: u64 = 3;

/// The beginning of a digest of this number of deals.
fn digest(game: &AnyGame, choices: &Choices) -> String {
    let mut hash = Sha256::new();
    for code in 0..DEALS {
        let mut packer = Packer::new();
        let mut chance = Deal::of(DealId::Code(code)).chance(game.ruleset.key, b"");
        (game.deal)(choices, &mut chance, Asker::nameless(Viewer::Seat(0)), &mut packer);
        hash.update(packer.finish());
    }
    to_hex(&hash.finalize())[..16].to_owned()
}

/// The page of a link for programs as plain text, up to what leads on from it.
fn told(link: &str) -> String {
    shortened(&body(&link.trim_start_matches('?').replace("as=json", "as=text")))
}

/// A page as plain text, up to what leads on from it.
pub fn shortened(page: &str) -> String {
    let leads_on = |line: &&str| line.starts_with("Your move:") || line.starts_with("This game:");
    let lines = page.lines().map(str::trim_end).take_while(|line| !leads_on(line));
    let lines = lines.filter(|line| !line.is_empty() && !line.trim_start().starts_with('?'));
    lines.fold(String::new(), |told, line| told + "    " + line + "\n")
}

/// The answers to questions that change nothing: hints, reasons, solutions.
fn answers(page: &Value) -> String {
    let requests = list(page, "/requests").iter();
    let asked = requests.filter(|request| request["read_only"] == true);
    let answer =
        |asked: &Value| format!("  {}\n{}", text(asked, "/name"), told(text(asked, "/link")));
    asked.map(answer).collect()
}

/// The link of a random move after this number of moves.
pub fn random_move(page: &Value, step: usize, chance: &mut Chance) -> String {
    let is_left_out = |it: &Value| LEFT_OUT.iter().any(|name| it["name"] == *name);
    let moves = list(page, "/requests").iter();
    let moves = moves.filter(|it| it["read_only"] == false && !is_left_out(it));
    let moves: Vec<&Value> = moves.collect();
    // A maze ends by hints; what has no argument leads on elsewhere, too.
    let is_plain = |it: &&&Value| it["arguments"].as_object().is_some_and(|all| all.is_empty());
    let plain = moves.iter().find(is_plain).filter(|_| !step.is_multiple_of(4));
    text(plain.or(chance.pick(&moves)).expect("a move"), "/link").to_owned()
}

/// A game with these options, for this number of people.
fn course(game: &AnyGame, query: &str, number: usize) -> String {
    let mut chance = Chance::from_seed([number as u8; 32]);
    let mut link = format!("g={}&seed=course{query}&as=json", game.ruleset.key);
    let mut page = json(&link);
    let mut course = String::new();
    for step in 0.. {
        assert!(step < MOVES_MAX, "{}{query} has no end", game.ruleset.key);
        let is_over = !page["ranking"].is_null();
        if is_over || ASKED_AFTER.contains(&step) {
            let _ = write!(course, "  after {step} moves\n{}", answers(&page));
        }
        if step == PAGE_AFTER {
            course += &told(&link);
        }
        if is_over {
            return course + &told(&link);
        }
        link = random_move(&page, step, &mut chance);
        page = json(&link);
    }
    course
}

/// The file of a game: under all options, and for two people if it needs no passwords.
fn file(game: &AnyGame) -> golden::File {
    let key = game.ruleset.key;
    let mut file = String::new();
    for (number, choices) in covering(game.ruleset.options).iter().enumerate() {
        let query = pairs_of(choices);
        let _ = writeln!(file, "options {query}\n  deals {}", digest(game, choices));
        file += &course(game, &query, number);
    }
    let for_two = "&people=2";
    if game.ruleset.people.1 > 1
        && json(&format!("g={key}&seed=course{for_two}&as=json"))["requests"].is_array()
    {
        let _ = writeln!(file, "options {for_two}");
        file += &course(game, for_two, 0);
    }
    (key.to_owned(), file)
}

#[test]
fn games_go_as_in_their_golden_files() {
    golden::check(&[(COURSES, GAMES.iter().map(file).collect())]);
}
