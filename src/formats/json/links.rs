//! The links on pages for programs, and the links that every game has.

use crate::game::ruleset::Ruleset;
use crate::links::{Link, Links};
use crate::query::About;
use serde::Serialize;

/// The links in the pages.
pub const LINKS: Links = Links { format: Some("json"), landing: "" };

/// The links of a game that need no position.
#[derive(Serialize)]
pub struct GameLinks {
    deal: Link,
    rules: Link,
    parlour: Link,
}

impl GameLinks {
    pub fn new(ruleset: &Ruleset) -> Self {
        GameLinks {
            deal: LINKS.usual(ruleset),
            rules: LINKS.about(ruleset, About::People),
            parlour: LINKS.parlour(),
        }
    }
}
