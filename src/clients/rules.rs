//! What every page of rules says besides what the game says itself.

use crate::game::page::{Block, Passage};
use crate::game::request::RequestSpec;
use crate::game::ruleset::{Deals, Ruleset};

/// Works out a deal without this program.
const RECIPE: &str = include_str!("../../static/verify.py");

/// How to check a deal.
pub fn verification(ruleset: &Ruleset) -> Option<Passage> {
    let usage = ruleset.verification?.usage;
    let promise = match ruleset.deals {
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

/// A request with the names of its arguments: `turn(tile)`.
pub fn signature(request: &RequestSpec) -> String {
    let names: Vec<&str> = request.arguments.iter().map(|argument| argument.name).collect();
    format!("{}({})", request.name, names.join(", "))
}
