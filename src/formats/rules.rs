//! What every page of rules says besides what the game says itself.

use crate::game::hint::HINT;
use crate::game::page::{Block, Passage};
use crate::game::request::RequestSpec;
use crate::game::ruleset::Ruleset;
use crate::game::secrecy::Deals;

/// Works out a deal without this program.
const RECIPE: &str = include_str!("../../static/verify.py");

/// How to check a deal.
pub fn verification(ruleset: &Ruleset) -> Option<Passage> {
    let usage = ruleset.verification?.usage;
    let promise = match ruleset.deals() {
        Deals::Secret => {
            "Chance decides at the deal and never again. So that you need not believe it, every page shows the fingerprint of a secret, and when the game is over you see the secret. It opens this one deal and no other."
        }
        Deals::Alike | Deals::Open => {
            "The code or the date of a deal decides all of it, on every server and for ever."
        }
    };
    Some(Passage::new("How to check the deal")
        .folded()
        .say(promise)
        .say("The command parlour verify works out what was dealt. So does this program in Python, which uses nothing of ours; save it as verify.py.")
        .say(usage)
        .show(Block::Code(RECIPE.into())))
}

/// How a hint works, in a game that has hints.
pub fn hints(ruleset: &Ruleset) -> Option<Passage> {
    let has_hints = ruleset.requests.iter().any(|spec| std::ptr::eq(*spec, &HINT));
    has_hints.then(|| {
        Passage::new("Hints")
            .folded()
            .say("If you play alone, Hint marks a good move and says why it is good. It uses only what you see. People who play each other have no hints.")
    })
}

/// What there is to know of the puzzle of a day, in a game that has one.
pub fn puzzles(ruleset: &Ruleset) -> Option<Passage> {
    let everybody = match ruleset.deals() {
        Deals::Secret => "everybody who plays here",
        Deals::Alike | Deals::Open => "everybody, on every server",
    };
    ruleset.daily.then(|| {
        let of_day = ruleset.of_day.map(|preset| format!(" {}", preset.label)).unwrap_or_default();
        Passage::new("A puzzle a day")
            .folded()
            .say(format!("Each day has a puzzle for {everybody}, one for each size and level, from midnight, UTC.{of_day} Its solution, if there is one, is shown the day after."))
            .say("When you win, the page has a link to the next puzzle. Keep it as a bookmark: your streak is sealed into it. A hint ends the streak.")
    })
}

/// A request with the names of its arguments: `turn(tile)`.
pub fn signature(request: &RequestSpec) -> String {
    let names: Vec<&str> = request.arguments.iter().map(|argument| argument.name).collect();
    format!("{}({})", request.name, names.join(", "))
}
