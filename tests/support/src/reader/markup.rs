//! The parts of HTML that the pages use, and a check of them. Every tag is closed in its turn,
//! except squares and rows of tables. Every attribute is quoted, unless it is one plain word, and
//! given once. Every character reference is known.

use std::ops::Range;

/// Elements that have no end.
const VOID: [&str; 7] = ["meta", "link", "input", "br", "hr", "img", "!doctype"];

/// A piece of a page.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// The start of an element.
    Open {
        /// Its name, in the case it was written in.
        name: &'a str,
        /// The text between the name and the end of the tag.
        attributes: &'a str,
        /// True if it ends at once.
        empty: bool,
    },
    /// The end of an element.
    Close(&'a str),
    /// The text between tags.
    Text(&'a str),
}

/// The pieces of a page, in order, each with its place. A tag without an end is the last piece.
pub fn pieces(html: &str) -> impl Iterator<Item = (Range<usize>, Piece<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = html.get(at..).filter(|rest| !rest.is_empty())?;
        let length = match rest.strip_prefix('<') {
            Some(tag) => tag.find('>').map(|end| end + 2),
            None => rest.find('<'),
        };
        let piece = &rest[..length.unwrap_or(rest.len())];
        let place = at..at + piece.len();
        at = place.end;
        Some((place, read(piece)))
    })
}

fn read(piece: &str) -> Piece<'_> {
    let Some(tag) = piece.strip_prefix('<') else { return Piece::Text(piece) };
    let tag = tag.trim_end_matches('>');
    if let Some(name) = tag.strip_prefix('/') {
        return Piece::Close(name);
    }
    let start = tag.trim_end_matches('/');
    let (name, attributes) = start.split_once(char::is_whitespace).unwrap_or((start, ""));
    let empty = start != tag || VOID.contains(&name.to_ascii_lowercase().as_str());
    Piece::Open { name, attributes, empty }
}

/// The value of an attribute, unescaped.
pub fn attribute(attributes: &str, name: &str) -> Option<String> {
    let found = split_attributes(attributes).ok()?.into_iter().find(|(n, _)| *n == name);
    found.map(|(_, value)| plain(value))
}

/// The names and values of attributes; the value of a bare name is empty.
pub fn split_attributes(attributes: &str) -> Result<Vec<(&str, &str)>, String> {
    let mut list = Vec::new();
    let mut rest = attributes.trim();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let name = &rest[..end];
        rest = &rest[end..];
        let value = match rest.strip_prefix('=') {
            None => "",
            Some(quoted) if quoted.starts_with('"') => {
                let (value, after) = quoted[1..].split_once('"').ok_or("a quote without end")?;
                rest = after;
                value
            }
            Some(plain) => {
                let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '#' | '-' | '_');
                let end = plain.find(|c| !is_plain(c)).unwrap_or(plain.len());
                if end == 0 || !matches!(plain[end..].chars().next(), None | Some(' ')) {
                    return Err(format!("{name} is not quoted"));
                }
                rest = &plain[end..];
                &plain[..end]
            }
        };
        list.push((name, value));
        rest = rest.trim_start();
    }
    Ok(list)
}

/// Text with its character references resolved.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let (name, behind) = reference_name(after);
        rest = match behind.strip_prefix(';') {
            Some(behind) => {
                out.push(reference(name).unwrap_or(char::REPLACEMENT_CHARACTER));
                behind
            }
            None => {
                out.push('&');
                after
            }
        };
    }
    out + rest
}

/// The possible name of a character reference, and the text behind it.
fn reference_name(after_ampersand: &str) -> (&str, &str) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '#';
    let end = after_ampersand.find(|c| !is_name(c)).unwrap_or(after_ampersand.len());
    after_ampersand.split_at(end)
}

fn reference(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "nbsp" => Some('\u{a0}'),
        "harr" => Some('\u{2194}'),
        _ => char::from_u32(name.strip_prefix('#')?.parse().ok()?),
    }
}

/// The words of a piece of markup, spaces made one.
pub fn text_of(html: &str) -> String {
    let mut text = String::new();
    for (_, piece) in pieces(html) {
        if let Piece::Text(words) = piece {
            text += &plain(words);
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first element of this name or class, tags and all.
pub fn element<'a>(html: &'a str, name_or_class: &str) -> Option<&'a str> {
    let mut found: Option<(usize, &str)> = None;
    let mut depth = 0;
    for (place, piece) in pieces(html) {
        match (piece, found) {
            // A square ends by itself where the next begins, or its row ends.
            (
                Piece::Open { name: "td" | "tr", .. } | Piece::Close("table"),
                Some((start, "td")),
            ) => {
                return Some(&html[start..place.start]);
            }
            (Piece::Open { name, attributes, empty }, None) => {
                let class = attribute(attributes, "class").unwrap_or_default();
                if name != name_or_class && class.split(' ').all(|c| c != name_or_class) {
                    continue;
                }
                found = Some((place.start, name));
                depth = usize::from(!empty);
            }
            (Piece::Open { name, empty: false, .. }, Some((_, wanted))) if name == wanted => {
                depth += 1;
            }
            (Piece::Close(name), Some((_, wanted))) if name == wanted => depth -= 1,
            _ => continue,
        }
        if let (Some((start, _)), 0) = (found, depth) {
            return Some(&html[start..place.end]);
        }
    }
    None
}

/// Finds the faults of a page.
pub fn check(html: &str) -> Result<(), String> {
    if !html.starts_with("<!DOCTYPE html>") || !html.ends_with("</html>\n") {
        return Err("it does not start and end as a page".to_owned());
    }
    let mut open: Vec<&str> = Vec::new();
    for (_, piece) in pieces(html) {
        match piece {
            Piece::Open { name, attributes, empty } => {
                check_attributes(attributes).map_err(|fault| format!("<{name}>: {fault}"))?;
                if matches!(name, "td" | "th" | "tr") {
                    open.pop_if(|open| *open == "td");
                }
                if name == "tr" {
                    open.pop_if(|open| *open == "tr");
                }
                if !empty {
                    open.push(name);
                }
            }
            Piece::Close(name) => match close(&mut open, name) {
                Some(opened) if opened == name => {}
                opened => return Err(format!("</{name}> where {opened:?} is open")),
            },
            // A style sheet is no text: it has no references, and `>` has another meaning.
            Piece::Text(_) if open.last() == Some(&"style") => {}
            Piece::Text(text) => check_text(text)?,
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} never end")) }
}

/// The element that this end tag ends. The last square of a table, and its row, end by themselves
/// at the end of the table.
fn close<'a>(open: &mut Vec<&'a str>, name: &str) -> Option<&'a str> {
    if name == "table" {
        open.pop_if(|open| *open == "td");
        open.pop_if(|open| *open == "tr");
    }
    open.pop()
}

fn check_attributes(attributes: &str) -> Result<(), String> {
    let list = split_attributes(attributes)?;
    for (place, (name, value)) in list.iter().enumerate() {
        if list[..place].iter().any(|(earlier, _)| earlier == name) {
            return Err(format!("{name} stands twice"));
        }
        check_value(value)?;
    }
    Ok(())
}

/// In an attribute an ampersand may stand for itself, before what no browser takes for the name of
/// a character.
fn check_value(value: &str) -> Result<(), String> {
    for rest in value.split('&').skip(1) {
        let (name, behind) = reference_name(rest);
        let is_known = reference(name).is_some();
        match behind.starts_with(';') {
            true if is_known => {}
            false if !name.is_empty() && OLD_REFERENCES.iter().all(|old| *old != name) => {}
            _ => return Err(format!("an unknown reference: &{rest:.20}")),
        }
    }
    Ok(())
}

/// The references that browsers, for the sake of old pages, may take without a semicolon (WHATWG
/// HTML, 13.5).
const OLD_REFERENCES: [&str; 70] = [
    "amp", "AMP", "lt", "LT", "gt", "GT", "quot", "QUOT", "nbsp", "iexcl", "cent", "pound",
    "curren", "yen", "brvbar", "sect", "uml", "copy", "COPY", "ordf", "laquo", "not", "shy", "reg",
    "REG", "macr", "deg", "plusmn", "sup1", "sup2", "sup3", "acute", "micro", "para", "middot",
    "cedil", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest", "times", "divide", "szlig",
    "aacute", "acirc", "aelig", "agrave", "aring", "atilde", "auml", "ccedil", "eacute", "ecirc",
    "egrave", "eth", "euml", "iacute", "icirc", "igrave", "iuml", "ntilde", "oslash", "thorn",
    "uuml", "yacute", "yuml", "ouml", "lang",
];

fn check_text(text: &str) -> Result<(), String> {
    if text.contains('>') {
        return Err(format!("a bare > in {text:?}"));
    }
    let unknown = text.split('&').skip(1).find(|rest| {
        let name = rest.split_once(';').map_or("", |(name, _)| name);
        reference(name).is_none()
    });
    unknown.map_or(Ok(()), |rest| Err(format!("an unknown reference: &{rest:.20}")))
}
