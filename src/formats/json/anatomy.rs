//! A link taken apart, for programs.

use super::links::GameLinks;
use super::told::FaultEntry;
use crate::formats::shown::Anatomy;
use crate::game::message::Message;
use crate::game::verification::to_hex;
use crate::links::Link;
use serde::Serialize;

/// A link, taken apart. The bytes are hexadecimal digits.
#[derive(Serialize)]
pub struct LinkPage<'a> {
    game: &'a str,
    version: u8,
    purpose: u8,
    game_number: u8,
    key_id: u8,
    nonce: String,
    ciphertext: String,
    tag: String,
    /// The number of bits of the ciphertext that are the game.
    sealed_bits: usize,
    fault: Option<FaultEntry<'a>>,
    messages: &'a [Message],
    links: AnatomyLinks<'a>,
}

#[derive(Serialize)]
struct AnatomyLinks<'a> {
    position: &'a Link,
    flipped: &'a Link,
    #[serde(flatten)]
    game: GameLinks,
}

impl<'a> LinkPage<'a> {
    pub fn new(anatomy: &'a Anatomy<'a>) -> Self {
        let Anatomy { table, token, .. } = anatomy;
        let [version, purpose, game_number, key_id] = token.header();
        LinkPage {
            game: table.ruleset.key,
            version,
            purpose,
            game_number,
            key_id,
            nonce: to_hex(token.nonce()),
            ciphertext: to_hex(token.ciphertext()),
            tag: to_hex(token.tag()),
            sealed_bits: table.sealed_bits(),
            fault: table.step.refusal.as_ref().map(FaultEntry::new),
            messages: &table.step.messages,
            links: AnatomyLinks {
                position: anatomy.links.position(),
                flipped: &anatomy.flipped,
                game: GameLinks::new(table.ruleset),
            },
        }
    }
}
