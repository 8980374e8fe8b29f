//! What a link is made of, and what came of it, in words.

use super::table::Anatomy;
use crate::game::text::{Text, count};
use crate::game::verification::to_hex;
use crate::links::{self, Link};

/// A part of the seal: its name, its bytes, and what it is.
#[derive(Debug)]
pub struct Piece {
    /// Its name.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it is for.
    pub about: &'static str,
    /// Whether anybody can read it.
    pub is_in_clear: bool,
}

impl Piece {
    /// The bytes as people who program write them, in groups of four.
    pub fn hex(&self) -> String {
        self.bytes.chunks(4).map(to_hex).collect::<Vec<_>>().join(" ")
    }

    /// `24 bytes`.
    pub fn size(&self) -> String {
        count(self.bytes.len(), "byte")
    }
}

impl Anatomy<'_> {
    /// The parts of the seal, in order.
    pub fn pieces(&self) -> [Piece; 5] {
        let parts = &self.parts;
        let piece = |name, bytes, about| Piece { name, bytes, about, is_in_clear: true };
        let sealed = |name, bytes, about| Piece { is_in_clear: false, ..piece(name, bytes, about) };
        [
            piece("Version", vec![parts.version], "How to read the rest."),
            piece(
                "Which key (key id)",
                vec![parts.key_id],
                "Which of the server's keys sealed it. The key itself never leaves the server.",
            ),
            piece(
                "A random number (nonce)",
                parts.nonce.clone(),
                "Random, drawn for this page alone. So the same position never looks the same twice.",
            ),
            sealed(
                "The game (ciphertext)",
                parts.ciphertext.clone(),
                "Encrypted: the options, the deal and the whole position.",
            ),
            sealed(
                "Proof (authentication tag)",
                parts.tag.clone(),
                "Proves that no bit was changed, and for which game it was sealed.",
            ),
        ]
    }

    /// `&turn=13`, if the link has a request.
    pub fn request_as_written(&self) -> Option<String> {
        let mut text = String::new();
        links::write_request(self.request.as_ref()?, &mut text).ok()?;
        Some(text)
    }

    /// What the request asks for.
    pub fn asked(&self) -> Option<&'static str> {
        Some(self.request.as_ref()?.spec.about)
    }

    /// What the referee said to it.
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

    /// What is hidden in the seal, and how large it is.
    pub fn hidden(&self) -> String {
        let bits = self.table.sealed_bits;
        let bytes = self.parts.ciphertext.len();
        let sealed = self.table.ruleset.sealed;
        match sealed {
            "" => format!(
                "This game hides nothing from you. All {bits} bits ({bytes} bytes) tell what you see, and how it was dealt."
            ),
            _ => format!(
                "This game has {bits} bits ({bytes} bytes). They include what you are not meant to see: {sealed}. Positions that look the same to you have seals of the same length, so the length gives nothing away."
            ),
        }
    }

    /// The link itself, which the page was opened from.
    pub fn link(&self) -> Link {
        match &self.request {
            Some(request) => self.links.request(request),
            None => self.links.position().clone(),
        }
    }
}
