//! The passages that every rules page has beside those of its game.

use crate::formats::view::Rules;
use crate::game::page::{Block, Passage};
use crate::game::request::RequestSpec;
use crate::game::ruleset::Ruleset;
use crate::game::secrecy::Deals;

/// A Python program that works out a deal.
const RECIPE: &str = include_str!("../../static/verify.py");

/// The passage about checking a deal. `None` if the game has no deals to check.
pub fn verification(ruleset: &Ruleset) -> Option<Passage> {
    let usage = ruleset.verification?.usage;
    let promise = match ruleset.deals() {
        Deals::Secret => {
            "Chance decides at the deal and never again. So that you need not believe it, every page shows the fingerprint of a secret, and when the game is over you see the secret. It opens this one deal and no other."
        }
        Deals::Alike | Deals::Later | Deals::Open => {
            "The code or the date of a deal decides all of it, on every server, now and later."
        }
    };
    Some(Passage::new("How to check the deal")
        .folded()
        .say(promise)
        .say("This program in Python works out what was dealt, and prints the fingerprint of a secret. It uses nothing of ours; save it as verify.py.")
        .say(usage)
        .show(Block::Code(RECIPE.into())))
}

/// The passages of a rules page: first those of the game.
pub fn passages(rules: &Rules<'_>) -> impl Iterator<Item = Passage> {
    let ruleset = rules.ruleset;
    (ruleset.rules)()
        .into_iter()
        .chain([hints(ruleset)])
        .chain(puzzles(ruleset, rules.has_solution))
        .chain(leagues(ruleset))
}

/// The passage about hints.
fn hints(ruleset: &Ruleset) -> Passage {
    let passage = Passage::new("Hints").folded();
    if !ruleset.has_hints() {
        return passage.say("This game has no hints.");
    }
    passage
        .say("If you play alone, Hint marks a good move and says why it is good. \"Take it\" makes the move. A hint uses only what you see. People who play each other have no hints.")
        .say("A result that you pass on says that you took hints.")
}

/// The passage about leagues. `None` if the game has no tables with passwords.
fn leagues(ruleset: &Ruleset) -> Option<Passage> {
    ruleset.has_tables().then(|| {
        Passage::new("Leagues")
            .folded()
            .say("A league adds up games among friends, and it is a link, too. The last page of a game opens one, and a league takes the last links of more games. Each game counts once. A player who goes back to an old link can make a second end of a game: then the first end in the league counts, and the page shows the codes of both. A game does not count if a computer played on for somebody.")
            .say("The last link of a game proves that people played this deal to its end at a table of this server, under these names. It does not prove who sat behind a name: one person can play all seats.")
            .say("That link opens until the rules or the key of this server change. A league opens until the key changes.")
    })
}

/// The passage about the puzzle of a day. `None` if the game has none.
fn puzzles(ruleset: &Ruleset, has_solution: bool) -> Option<Passage> {
    let everybody = match ruleset.deals() {
        Deals::Secret => "everybody who plays here",
        Deals::Alike | Deals::Later | Deals::Open => "everybody, on every server",
    };
    let solution =
        if has_solution { " From the next day on you can see its solution." } else { "" };
    let hint = if ruleset.has_hints() { " A hint ends the streak." } else { "" };
    ruleset.daily.then(|| {
        let of_day = ruleset.of_day.map(|preset| format!(" {}", preset.label)).unwrap_or_default();
        Passage::new("A puzzle a day")
            .folded()
            .say(format!("Each day has a puzzle for {everybody}, from midnight, UTC. Other options make another puzzle.{of_day}{solution}"))
            .say(format!("When you win, the page has a link to the next puzzle. Keep it as a bookmark: your streak is sealed into it.{hint}"))
    })
}

/// A request with the names of its arguments: `turn(tile)`.
pub fn signature(request: &RequestSpec) -> String {
    let names: Vec<&str> = request.arguments.iter().map(|argument| argument.name).collect();
    format!("{}({})", request.name, names.join(", "))
}
