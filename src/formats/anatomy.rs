//! The page that explains links: it takes the viewer's own link apart.

use super::document::{Document, Element, Term};
use super::item::Item;
use super::shown::Anatomy;
use crate::game::page::Emphasis;
use crate::game::text::count;
use crate::game::verification::to_hex;
use crate::links::{self, Link, WayOn};
use crate::program::Program;
use crate::query::About;

/// A part of the seal.
struct Part {
    /// The class that colours it.
    class: &'static str,
    /// Its name for players.
    name: &'static str,
    /// Its name in cryptography.
    term: &'static str,
    bytes: Vec<u8>,
    /// Its purpose, in a sentence.
    about: String,
    /// The readers who can make use of it.
    note: &'static str,
}

const ANYBODY: &str = "anybody can read it";
const SERVER: &str = "only the server can read it";
const CHECKED: &str = "only the server can check it";

/// The page of a link.
pub fn document<'a>(anatomy: &'a Anatomy<'a>, program: &Program) -> Document<'a> {
    let ruleset = anatomy.table.ruleset;
    let parts = parts(anatomy, program);
    let game = format!("g={}", ruleset.key);
    let request = request_as_written(anatomy);
    let mut terms: Vec<Term> = parts
        .iter()
        .map(|part| Term {
            class: part.class,
            name: part.name.to_owned(),
            is_code: false,
            note: part.note,
            about: part.about.clone(),
            bytes: None,
        })
        .collect();
    let in_clear = |class, name: &str, about: String| Term {
        class,
        name: name.to_owned(),
        is_code: true,
        note: ANYBODY,
        about,
        bytes: None,
    };
    terms.push(in_clear("g", &game, "The name of the game.".to_owned()));
    let about_request = || ["The request to the referee.".to_owned(), said(anatomy)].join(" ");
    terms.extend(request.iter().map(|request| in_clear("r", request, about_request())));
    let bytes = parts.iter().map(|part| Term {
        class: part.class,
        name: format!("{}, {}", part.term, count(part.bytes.len(), "byte")),
        is_code: false,
        note: "",
        about: part.about.clone(),
        bytes: Some(part.bytes.chunks(4).map(to_hex).collect::<Vec<_>>().join(" ")),
    });
    let byte_by_byte = vec![Item::Words(size(anatomy)).into(), Element::Terms(bytes.collect())];
    let referee = match request {
        Some(_) => {
            "The referee knows the rules. It decides whether your move is allowed, and what follows."
        }
        None => {
            "The referee knows the rules. This link has no move, so there is nothing to decide."
        }
    };
    let steps = [
        [
            "Open the seal.",
            "Your game travels sealed: encrypted, so that only the server's key opens it.",
        ],
        ["Ask the referee.", referee],
        [
            "Make a new page.",
            "Its links carry the game, newly sealed. Then the server forgets everything.",
        ],
    ];
    let steps = Element::Steps(steps.map(|step| step.map(Into::into)).into());
    let flipped = Element::Linked {
        class: "",
        words: [
            "Here is the same link with ".into(),
            "one letter changed".into(),
            ". The server refuses it, because the proof no longer fits.".into(),
        ],
        link: anatomy.flipped.clone(),
    };
    let back = WayOn::new("Back to the game", link(anatomy));
    let elements = vec![
        Item::Title("How this link works".to_owned()).into(),
        Element::Lead("The server stores nothing. Your whole game is in the link.".to_owned()),
        Element::Letters(letters(anatomy.links.token(), &parts, &game, request)),
        Element::Terms(terms),
        Element::Section("When you open it".to_owned(), vec![steps]),
        Element::Section(
            "Try it".to_owned(),
            vec![flipped, Element::Fold("Byte by byte".to_owned(), byte_by_byte)],
        ),
        Element::Tools(vec![(Emphasis::Primary, back)]),
    ];
    Document {
        description: format!("A link of {}, taken apart.", ruleset.title),
        ways: Some(vec![WayOn::new("Rules", anatomy.links.about(About::People))]),
        ..Document::new("How this link works", elements)
    }
}

/// The parts of the seal, in order.
fn parts(anatomy: &Anatomy<'_>, program: &Program) -> [Part; 6] {
    let token = &anatomy.token;
    let [version, purpose, game, key_id] = token.header();
    let part = |class, note, [name, term]: [&'static str; 2], bytes, about: &str| {
        let about = about.to_owned();
        Part { class, name, term, bytes, about, note }
    };
    let Program { title, version: running, .. } = program;
    let rest = format!("The format of the rest. The program is {title} {running}.");
    let opens = format!("A position of {}. It opens as nothing else.", anatomy.table.ruleset.title);
    let whole = format!("The options, the deal and everything on the table. {}", hidden(anatomy));
    [
        part("v", ANYBODY, ["Version", "version"], vec![version], &rest),
        part("k", ANYBODY, ["Kind of link", "purpose and game"], vec![purpose, game], &opens),
        part(
            "w",
            ANYBODY,
            ["Key", "key id"],
            vec![key_id],
            "The number of the server's key that sealed it. The key itself never leaves the server.",
        ),
        part(
            "n",
            ANYBODY,
            ["Random number", "nonce"],
            token.nonce().to_vec(),
            "Drawn for this page alone, so that the same position never looks the same twice.",
        ),
        part("c", SERVER, ["The game", "ciphertext"], token.ciphertext().to_vec(), &whole),
        part(
            "t",
            CHECKED,
            ["Proof that nobody changed it", "authentication tag"],
            token.tag().to_vec(),
            "Fits this game and no other. Change one letter, and the server refuses the link.",
        ),
    ]
}

/// The link in parts, each with its class: the token, the game, and the request. A letter of the
/// token is six bits, so one letter may belong to two parts; it gets the class of the first.
fn letters(
    token: &str,
    parts: &[Part],
    game: &str,
    request: Option<String>,
) -> Vec<(&'static str, String)> {
    let mut letters = vec![("", "?s=".to_owned())];
    let (mut bytes, mut start) = (0, 0);
    for part in parts {
        bytes += part.bytes.len();
        let end = (bytes * 8).div_ceil(6).min(token.len());
        letters.push((part.class, token.get(start..end).unwrap_or_default().to_owned()));
        start = end;
    }
    letters.extend([("", "&".to_owned()), ("g", game.to_owned())]);
    letters.extend(request.map(|request| ("r", request)));
    letters
}

/// The request as the link has it: `&turn=13`. `None` if the link has no request.
fn request_as_written(anatomy: &Anatomy<'_>) -> Option<String> {
    let mut text = String::new();
    links::write_request(anatomy.request.as_ref()?, &mut text).ok()?;
    Some(text)
}

/// The purpose of the request, and the referee's reply: messages, or a refusal.
fn said(anatomy: &Anatomy<'_>) -> String {
    let asked = anatomy.request.as_ref().map_or("", |request| request.spec.about);
    let step = &anatomy.table.step;
    let said = match &step.refusal {
        Some(refusal) => {
            format!("Refused, with fault {}: {}", refusal.fault.code, refusal.sentence)
        }
        None => {
            let sentences = step.messages.iter().map(|message| &*message.sentence);
            sentences.collect::<Vec<_>>().join(" ")
        }
    };
    if said.is_empty() { asked.to_owned() } else { format!("{asked} The referee says: {said}") }
}

/// A sentence about hidden things in the seal.
fn hidden(anatomy: &Anatomy<'_>) -> String {
    match (anatomy.table.ruleset.secrecy)(&anatomy.table.choices).hides.phrase() {
        None => "You see all of it on the page.".to_owned(),
        Some(sealed) => format!("It also has things that you may not see: {sealed}."),
    }
}

/// A sentence about the size of the sealed game. The size reveals nothing hidden.
fn size(anatomy: &Anatomy<'_>) -> String {
    let bytes = count(anatomy.token.ciphertext().len(), "byte");
    format!(
        "The whole game takes {} bits, in {bytes}. Games that look the same to you are equally long, so the length gives nothing away.",
        anatomy.table.sealed_bits()
    )
}

/// The link that is taken apart.
fn link(anatomy: &Anatomy<'_>) -> Link {
    match &anatomy.request {
        Some(request) => anatomy.links.request(request),
        None => anatomy.links.position().clone(),
    }
}
