//! The links on pages for programs, which lead to other pages for programs; and the links that every
//! game has.

use crate::game::ruleset::Ruleset;
use crate::links::{self, Link};
use crate::query::About;
use serde::{Serialize, Serializer};

impl Serialize for Link {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.in_format("json").as_str())
    }
}

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
            deal: links::usual(ruleset),
            rules: links::about(ruleset, About::People),
            parlour: links::parlour(),
        }
    }
}
