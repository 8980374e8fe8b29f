//! A game as a program gets it, for the page that tells how programs play: true words, but cut short.

use super::told::MessageEntry;
use crate::clients::view::Sample;
use crate::game::page::{Cell, Part};
use crate::game::request::{Argument, Request, WRONG_NUMBER_OF_ARGUMENTS};
use serde::Serialize;

/// How much of a sentence is shown.
const SENTENCE_CHARS_MAX: usize = 52;

/// An address that is asked for, and what comes back.
pub struct Exchange {
    /// What it shows.
    pub caption: &'static str,
    /// `GET`, the address, and the page below it.
    pub text: String,
}

/// The first page, a request and what it brings, one that is refused, and the end.
pub fn write(game: &str, sample: &Sample) -> Vec<Exchange> {
    let Sample { first, request, then, again } = sample;
    let link = |request: &str| format!("?s=...&g={game}&as=json{request}");
    let exchange = |caption, text| Exchange { caption, text };
    let mut deal = format!(
        "GET ?g={game}&as=json\n{{\"page\": \"table\",\n \"status\": {},\n \
         \"fault\": null, \"ranking\": null,\n{}",
        quoted(&cut_short(&first.page.status)),
        first.page.parts.iter().find_map(part).unwrap_or_default(),
    );
    let mut answers = Vec::new();
    if let Some((request, at)) = request {
        let Request { spec, .. } = request;
        let asked = link(&format!("&{}={}", spec.name, request.typed_arguments(",")));
        let at = at.map_or("null".to_owned(), |at| {
            format!("{{\"part\": {}, \"cell\": {}}}", at.part, at.cell)
        });
        deal.push_str(&format!(
            "\n \"requests\": [\n  {{\"name\": \"{}\", \"arguments\": {},\n   \"at\": {at},\n   \
             \"link\": \"{asked}\"}}, ...],\n ...}}",
            spec.name,
            arguments(request),
        ));
        let message = then.messages.first().map_or(String::new(), |message| {
            let MessageEntry { name, arguments, sentence } = MessageEntry::new(message);
            format!(
                "\n  {{\"name\": \"{name}\", \"arguments\": {},\n   \"sentence\": {}}}, ...",
                quoted(&arguments),
                quoted(&cut_short(sentence)),
            )
        });
        let granted = format!(
            "GET {asked}\n{{\"page\": \"table\",\n \"status\": {},\n \"messages\": [{message}],\n ...}}",
            quoted(&cut_short(&then.page.status)),
        );
        answers.push(exchange("A request that is granted", granted));
        let (caption, link, refusal) = match again {
            Some(refusal) => ("The same again, which is refused", asked, refusal.clone()),
            None => {
                let wrong = if spec.arguments.is_empty() { "1" } else { "" };
                let link = link(&format!("&{}={wrong}", spec.name));
                ("A request that is refused", link, WRONG_NUMBER_OF_ARGUMENTS.into())
            }
        };
        let refused = format!(
            "GET {link}\n{{\"page\": \"table\",\n \"fault\": {{\"code\": {}, \"name\": \"{}\",\n   \
             \"sentence\": {}}},\n ...}}",
            refusal.fault.code,
            refusal.fault.name,
            quoted(&cut_short(&refusal.sentence)),
        );
        answers.push(exchange(caption, refused));
    }
    let end = format!(
        "GET {}\n{{\"page\": \"table\",\n \"ranking\": [[\"You\"], ...],\n \"requests\": [],\n ...}}",
        link(""),
    );
    let deal = exchange("A deal", deal);
    [deal].into_iter().chain(answers).chain([exchange("The end", end)]).collect()
}

/// The first part of a page that has cells, and the first of them.
fn part(part: &Part) -> Option<String> {
    let Cell { text, label, marks, .. } = part.cells().first()?;
    let kind = match part {
        Part::Board(board) => format!("\"board\", \"columns\": {}", board.columns),
        _ => "\"row\"".to_owned(),
    };
    Some(format!(
        " \"parts\": [\n  {{\"kind\": {kind}, \"cells\": [\n   {{\"text\": {}, \"label\": {},\n    \
         \"marks\": {{\"last\": {}, ...}}, ...}}, ...], ...}}, ...],",
        quoted(text),
        quoted(label),
        marks.last,
    ))
}

/// The arguments of a request, by their names.
fn arguments(request: &Request) -> String {
    let named = request.spec.arguments.iter().zip(&request.arguments);
    let pair = |(spec, argument): (&crate::game::request::ArgumentSpec, &Argument)| {
        format!("\"{}\": {}", spec.name, quoted(argument))
    };
    format!("{{{}}}", named.map(pair).collect::<Vec<_>>().join(", "))
}

/// As many words as a line of the page has room for.
fn cut_short(sentence: &str) -> String {
    let ends = sentence.match_indices(' ').map(|(end, _)| end);
    match ends.take_while(|end| *end <= SENTENCE_CHARS_MAX).last() {
        Some(end) if sentence.len() > SENTENCE_CHARS_MAX => format!("{} ...", &sentence[..end]),
        _ => sentence.to_owned(),
    }
}

/// A value in JSON.
fn quoted(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
