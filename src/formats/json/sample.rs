//! An example game in JSON, for the page that tells how programs play. Its fields are real, but
//! most are left out.

use super::told::MessageEntry;
use crate::formats::view::Sample;
use crate::game::any::Step;
use crate::game::page::{At, Cell, Part};
use crate::game::request::{Argument, ArgumentSpec, Refusal, Request, WRONG_NUMBER_OF_ARGUMENTS};
use serde::Serialize;

/// A requested address and its answer.
pub struct Exchange {
    /// The purpose of the request.
    pub caption: &'static str,
    /// The address.
    pub asked: String,
    /// Some of the fields of the page.
    pub answer: String,
}

/// The first page, a granted request, a refused one, and the end.
pub fn write(game: &str, sample: &Sample) -> Vec<Exchange> {
    let deal = Exchange {
        caption: "A deal",
        asked: format!("?g={game}&as=json"),
        answer: page(
            [
                status(&sample.first),
                field("fault", "null"),
                field("ranking", "null"),
                list("parts", sample.first.page.parts.iter().find_map(part)),
                list("requests", sample.request.as_ref().map(|offered| request(game, offered))),
            ]
            .concat(),
        ),
    };
    let end = Exchange {
        caption: "The end",
        asked: link(game, ""),
        answer: page(
            [field("ranking", "[[{\"seat\": 0, \"name\": \"You\"}]]"), field("requests", "[]")]
                .concat(),
        ),
    };
    let answers = sample.request.iter().flat_map(|(request, _)| {
        [granted(game, request, &sample.then), refused(game, request, sample.again.as_ref())]
    });
    [deal].into_iter().chain(answers).chain([end]).collect()
}

/// A request that is granted, and its answer.
fn granted(game: &str, request: &Request, then: &Step) -> Exchange {
    let message = then.messages.first().map(|message| {
        let MessageEntry { name, arguments, sentence } = MessageEntry::new(message);
        let arguments = field("arguments", &quoted(&arguments));
        [field("name", &quoted(name)), arguments, field("sentence", &quoted(sentence))].concat()
    });
    Exchange {
        caption: "A request that is granted",
        asked: link(game, &typed(request)),
        answer: page([status(then), list("messages", message)].concat()),
    }
}

/// A request that is refused, and its answer. It is the same request again, or one without its
/// arguments.
fn refused(game: &str, request: &Request, again: Option<&Refusal>) -> Exchange {
    let Request { spec, .. } = request;
    let (caption, asked, refusal) = match again {
        Some(refusal) => ("The same again, which is refused", typed(request), refusal.clone()),
        None => {
            let wrong = if spec.arguments.is_empty() { "1" } else { "" };
            let asked = format!("&{}={wrong}", spec.name);
            ("A request that is refused", asked, WRONG_NUMBER_OF_ARGUMENTS.into())
        }
    };
    let code = field("code", &refusal.fault.code.to_string());
    let name = field("name", &quoted(refusal.fault.name));
    let fault = [code, name, field("sentence", &quoted(&refusal.sentence))].concat();
    Exchange { caption, asked: link(game, &asked), answer: page(field("fault", &object(&fault))) }
}

/// A link with this request. The position in it is left out.
fn link(game: &str, request: &str) -> String {
    format!("?s=...&g={game}&as=json{request}")
}

/// A request as a link has it.
fn typed(request: &Request) -> String {
    format!("&{}={}", request.spec.name, request.typed_arguments(","))
}

/// A request that a page offers.
fn request(game: &str, (request, at): &(Request, Option<At>)) -> String {
    let at = at.map_or("null".to_owned(), |at| {
        format!("{{\"part\": {}, \"cell\": {}}}", at.part, at.cell)
    });
    [
        field("name", &quoted(request.spec.name)),
        field("arguments", &arguments(request)),
        field("at", &at),
        field("link", &quoted(&link(game, &typed(request)))),
    ]
    .concat()
}

/// The first cell of a part, if it has any.
fn part(part: &Part) -> Option<String> {
    let Cell { text, label, marks, .. } = part.cells().first()?;
    let kind = match part {
        Part::Board(board) => {
            field("kind", "\"board\"") + &field("columns", &board.columns.to_string())
        }
        _ => field("kind", "\"row\""),
    };
    let marks = format!("{{\"last\": {}}}", marks.last);
    let cell =
        [field("text", &quoted(text)), field("label", &quoted(label)), field("marks", &marks)];
    Some(kind + &list("cells", Some(cell.concat())))
}

/// The arguments of a request, by their names.
fn arguments(request: &Request) -> String {
    let named = request.spec.arguments.iter().zip(&request.arguments);
    let pair = |(spec, argument): (&ArgumentSpec, &Argument)| {
        format!("\"{}\": {}", spec.name, quoted(argument))
    };
    format!("{{{}}}", named.map(pair).collect::<Vec<_>>().join(", "))
}

/// The sentence of a page.
fn status(step: &Step) -> String {
    field("status", &quoted(&step.page.sentence()))
}

/// A page with these fields.
fn page(fields: String) -> String {
    object(&(field("page", "\"game\"") + &fields))
}

/// A field that is a list of one object with these fields, or of none.
fn list(name: &str, fields: Option<String>) -> String {
    let entry = |fields: String| format!("[\n  {}\n]", further_in(&object(&fields)));
    field(name, &fields.map_or("[]".to_owned(), entry))
}

/// A field on a line of its own.
fn field(name: &str, value: &str) -> String {
    format!("\"{name}\": {value},\n")
}

/// An object of these fields.
fn object(fields: &str) -> String {
    let fields = fields.strip_suffix(",\n").unwrap_or(fields);
    format!("{{\n  {}\n}}", further_in(fields))
}

/// The text with all lines except the first indented by two spaces.
fn further_in(lines: &str) -> String {
    lines.replace('\n', "\n  ")
}

/// A value in JSON.
fn quoted(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
