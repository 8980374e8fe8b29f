//! The links of the pages for programs, and those that every game has.

use crate::game::options::Choices;
use crate::game::ruleset::Ruleset;
use crate::links::{Link, Links};
use crate::query::About;
use serde::Serialize;

/// The links in the pages.
pub const LINKS: Links = Links { format: Some("json"), landing: "" };

/// The links that lead to a game and away from it.
#[derive(Serialize)]
pub struct GameLinks {
    deal: Link,
    rules: Link,
    parlour: Link,
}

impl GameLinks {
    pub fn new(ruleset: &Ruleset) -> Self {
        GameLinks {
            deal: LINKS.deal(ruleset, &Choices::defaults(ruleset.options), None),
            rules: LINKS.about(ruleset, About::People),
            parlour: LINKS.parlour(),
        }
    }
}
