//! How a link works: the very link that a page was opened with, taken apart.

use super::content::{Content, LINKS};
use super::markup::Compiled;
use crate::clients::table::Anatomy;
use crate::game::text::{Text, count};
use crate::links::{self, Link};
use crate::query::About;
use askama::Template;
use askama::filters::HtmlSafe;

/// The page.
#[derive(Template)]
#[template(path = "anatomy.html")]
pub struct AnatomyPage<'a> {
    anatomy: &'a Anatomy<'a>,
}

/// A part of the seal: the class that colours it, its name, its bytes, and what it is.
struct Piece {
    class: Compiled,
    name: &'static str,
    bytes: Vec<u8>,
    about: &'static str,
}

impl Piece {
    /// The bytes as people who program write them, in groups of four.
    fn hex(&self) -> String {
        let group =
            |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        self.bytes.chunks(4).map(group).collect::<Vec<_>>().join(" ")
    }

    fn size(&self) -> String {
        count(self.bytes.len(), "byte")
    }
}

impl<'a> AnatomyPage<'a> {
    /// The page of a link.
    pub fn new(anatomy: &'a Anatomy<'a>) -> Self {
        AnatomyPage { anatomy }
    }

    /// The parts of the seal, in order.
    fn pieces(&self) -> [Piece; 5] {
        let parts = &self.anatomy.parts;
        let piece =
            |class, name, bytes, about| Piece { class: Compiled(class), name, bytes, about };
        [
            piece("v", "Version", vec![parts.version], "How to read the rest."),
            piece(
                "w",
                "Key id",
                vec![parts.key_id],
                "Which of the server's keys sealed it. The key itself never leaves the server.",
            ),
            piece(
                "n",
                "Nonce",
                parts.nonce.clone(),
                "Random, drawn for this page alone. So the same position never looks the same twice.",
            ),
            piece(
                "c",
                "Ciphertext",
                parts.ciphertext.clone(),
                "The game, encrypted: its options, its deal and the whole position.",
            ),
            piece(
                "t",
                "Tag",
                parts.tag.clone(),
                "Proves that no bit was changed, and for which game it was sealed.",
            ),
        ]
    }

    /// The token in pieces, each with the class of the part that most of its letters belong to. A
    /// letter is six bits, so that one may belong to two parts.
    fn letters(&self) -> Vec<(Compiled, &str)> {
        let mut rest = self.anatomy.token.as_str();
        let (mut bytes, mut letters) = (0, 0);
        let mut pieces = Vec::new();
        for piece in self.pieces() {
            bytes += piece.bytes.len();
            let end = (bytes * 8).div_ceil(6);
            let (these, others) = rest.split_at((end - letters).min(rest.len()));
            letters = end;
            rest = others;
            pieces.push((piece.class, these));
        }
        pieces
    }

    /// `&turn=13`, if the link has a request.
    fn request(&self) -> Option<String> {
        let mut text = String::new();
        links::write_request(self.anatomy.request.as_ref()?, &mut text).ok()?;
        Some(text)
    }

    fn game(&self) -> &str {
        self.anatomy.table.ruleset.key
    }

    /// What the request asks for.
    fn asked(&self) -> Option<&'static str> {
        Some(self.anatomy.request.as_ref()?.spec.about)
    }

    /// What the referee said to it.
    fn said(&self) -> Vec<Text> {
        let step = &self.anatomy.table.step;
        match &step.refusal {
            Some(refusal) => {
                let code = refusal.fault.code;
                vec![format!("Refused, with fault {code}: {}", refusal.sentence).into()]
            }
            None => step.messages.iter().map(|message| message.sentence.clone()).collect(),
        }
    }

    /// What is hidden in the seal, and how large it is.
    fn hidden(&self) -> String {
        let Anatomy { table, parts, .. } = self.anatomy;
        let bits = table.sealed_bits;
        let bytes = parts.ciphertext.len();
        let sealed = table.ruleset.sealed;
        match sealed {
            "" => format!(
                "In this game nothing is hidden from you: all {bits} bits ({bytes} bytes) tell what you see, and how it was dealt."
            ),
            _ => format!(
                "Among its {bits} bits ({bytes} bytes) are some that you must not see: {sealed}. They were drawn at the deal and will never be drawn again. The seal is as long at the end of a game as at its start, so its length tells nothing."
            ),
        }
    }

    /// The link itself, which this page was opened from.
    fn link(&self) -> Link {
        match &self.anatomy.request {
            Some(request) => self.anatomy.links.request(request),
            None => self.anatomy.links.position().clone(),
        }
    }

    fn flipped(&self) -> &Link {
        &self.anatomy.flipped
    }

    fn rules(&self) -> Link {
        self.anatomy.links.about(About::People)
    }

    fn parlour(&self) -> Link {
        LINKS.parlour()
    }
}

impl HtmlSafe for AnatomyPage<'_> {}

impl Content for AnatomyPage<'_> {
    fn title(&self) -> String {
        "How this link works, Parlour".to_owned()
    }

    fn description(&self) -> String {
        format!("A link of {}, taken apart.", self.anatomy.table.ruleset.title)
    }

    fn styles(&self) -> Vec<&'static str> {
        vec!["anatomy", "words"]
    }
}
