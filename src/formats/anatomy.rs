//! The parts of a link and its effect, in words.

use super::shown::Anatomy;
use crate::game::text::{Text, count};
use crate::game::verification::to_hex;
use crate::links::{self, Link};

/// A part of the seal: its names, its bytes and its purpose.
#[derive(Debug)]
pub struct Piece {
    /// Its name for players.
    pub name: &'static str,
    /// Its name in cryptography.
    pub term: &'static str,
    /// The bytes of the part.
    pub bytes: Vec<u8>,
    /// Its purpose, in a sentence.
    pub about: Text,
    /// True if anybody can read it.
    pub is_in_clear: bool,
}

impl Piece {
    /// The bytes as hexadecimal digits, in groups of four bytes.
    pub fn hex(&self) -> String {
        self.bytes.chunks(4).map(to_hex).collect::<Vec<_>>().join(" ")
    }

    /// The number of bytes: `24 bytes`.
    pub fn size(&self) -> String {
        count(self.bytes.len(), "byte")
    }
}

impl Anatomy<'_> {
    /// The parts of the seal, in order.
    pub fn pieces(&self) -> [Piece; 6] {
        let token = &self.token;
        let [version, purpose, game, key_id] = token.header();
        let of = |is_in_clear, [name, term]: [&'static str; 2], bytes, about: Text| Piece {
            name,
            term,
            bytes,
            about,
            is_in_clear,
        };
        [
            of(true, ["Version", "version"], vec![version], concat!("The format of the rest. The program is Parlour ", env!("CARGO_PKG_VERSION"), ".").into()),
            of(
                true,
                ["Kind of link", "purpose and game"],
                vec![purpose, game],
                format!("A position of {}. It opens as nothing else.", self.table.ruleset.title)
                    .into(),
            ),
            of(
                true,
                ["Key", "key id"],
                vec![key_id],
                "The number of the server's key that sealed it. The key itself never leaves the server."
                    .into(),
            ),
            of(
                true,
                ["Random number", "nonce"],
                token.nonce().to_vec(),
                "Drawn for this page alone, so that the same position never looks the same twice."
                    .into(),
            ),
            of(
                false,
                ["The game", "ciphertext"],
                token.ciphertext().to_vec(),
                format!("The options, the deal and everything on the table. {}", self.hidden())
                    .into(),
            ),
            of(
                false,
                ["Proof that nobody changed it", "authentication tag"],
                token.tag().to_vec(),
                "Fits this game and no other. Change one letter, and the server refuses the link."
                    .into(),
            ),
        ]
    }

    /// The request as the link has it: `&turn=13`. `None` if the link has no request.
    pub fn request_as_written(&self) -> Option<String> {
        let mut text = String::new();
        links::write_request(self.request.as_ref()?, &mut text).ok()?;
        Some(text)
    }

    /// The purpose of the request.
    pub fn asked(&self) -> Option<&'static str> {
        Some(self.request.as_ref()?.spec.about)
    }

    /// The referee's reply to the request: messages, or a refusal.
    pub fn said(&self) -> Vec<Text> {
        let step = &self.table.step;
        match &step.refusal {
            Some(refusal) => {
                let code = refusal.fault.code;
                vec![format!("Refused, with fault {code}: {}", refusal.sentence).into()]
            }
            None => step.messages.iter().map(|message| message.sentence.clone()).collect(),
        }
    }

    /// A sentence about hidden things in the seal.
    fn hidden(&self) -> String {
        match (self.table.ruleset.secrecy)(&self.table.choices).hidden {
            "" => "You see all of it on the page.".to_owned(),
            sealed => format!("It also has things that you may not see: {sealed}."),
        }
    }

    /// A sentence about the size of the sealed game. The size reveals nothing hidden.
    pub fn size(&self) -> String {
        let bytes = count(self.token.ciphertext().len(), "byte");
        format!(
            "The whole game takes {} bits, in {bytes}. Games that look the same to you are equally long, so the length gives nothing away.",
            self.table.sealed_bits()
        )
    }

    /// The link that is taken apart.
    pub fn link(&self) -> Link {
        match &self.request {
            Some(request) => self.links.request(request),
            None => self.links.position().clone(),
        }
    }
}
