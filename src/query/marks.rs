//! Marks of other languages in a link: the escapes of HTML, of JSON and C, of a quoted-printable mail and
//! of links themselves. A program on the way has written them, and nobody has read them back.
//!
//! [`undone`] reads each mark once, so a text that was escaped twice needs it twice. Emphasis in HTML
//! becomes the stars of Markdown: which of the two a chat shows says nothing about the link.

use std::borrow::Cow;

/// Characters that HTML names: those that links have, and those that nobody sees (HTML Standard, section
/// 13.5, "Named character references"). In lower case.
const NAMES: [(&str, char); 52] = [
    ("amp", '&'),
    ("equals", '='),
    ("lowbar", '_'),
    ("underbar", '_'),
    ("hyphen", '-'),
    ("dash", '-'),
    ("ndash", '-'),
    ("minus", '-'),
    ("quest", '?'),
    ("num", '#'),
    ("percnt", '%'),
    ("semi", ';'),
    ("comma", ','),
    ("period", '.'),
    ("colon", ':'),
    ("sol", '/'),
    ("bsol", '\\'),
    ("plus", '+'),
    ("ast", '*'),
    ("midast", '*'),
    ("excl", '!'),
    ("commat", '@'),
    ("lpar", '('),
    ("rpar", ')'),
    ("lsqb", '['),
    ("lbrack", '['),
    ("rsqb", ']'),
    ("rbrack", ']'),
    ("lcub", '{'),
    ("rcub", '}'),
    ("vert", '|'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("grave", '`'),
    ("nbsp", ' '),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
    ("hairsp", ' '),
    ("numsp", ' '),
    ("puncsp", ' '),
    ("newline", '\n'),
    ("tab", '\t'),
    ("shy", '\u{ad}'),
    ("zwj", '\u{200d}'),
    ("zwnj", '\u{200c}'),
    ("zerowidthspace", '\u{200b}'),
    ("nobreak", '\u{2060}'),
    ("lrm", '\u{200e}'),
    ("rlm", '\u{200f}'),
];
/// The longest of the names.
const NAME_CHARS_MAX: usize = 14;
/// The other tags that a page or a mail has around and inside its words.
const TAGS: [&str; 26] = [
    "a", "abbr", "bdi", "br", "code", "del", "div", "font", "ins", "kbd", "li", "mark", "nobr",
    "p", "pre", "q", "s", "samp", "small", "span", "sub", "sup", "td", "tt", "u", "wbr",
];
/// The tags of emphasis, each with what Markdown writes for it.
const EMPHASIS: [(&str, &str); 4] = [("em", "*"), ("i", "*"), ("strong", "**"), ("b", "**")];

/// Returns true if a text may have such a mark. A link as Parlour writes it has none.
pub fn may_be_in(text: &str) -> bool {
    text.bytes().any(|c| matches!(c, b'\\' | b'%' | b'<' | b';'))
}

/// The same for a value, in which nothing else has the form of a character's name: a name that is not among
/// these becomes U+FFFD. So no text ends before it.
pub fn undone_in_value(text: &str) -> String {
    let text = undone(text);
    let mut pieces = text.split('&');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |all, piece| {
        let name = piece.split_once(';').filter(|(name, _)| {
            (2..=NAME_CHARS_MAX).contains(&name.len())
                && name.bytes().all(|c| c.is_ascii_alphabetic())
        });
        match name {
            Some((_, rest)) => [&*all, "\u{fffd}", rest].concat(),
            None => [&*all, "&", piece].concat(),
        }
    })
}

/// The text without its marks, each read once.
pub fn undone(text: &str) -> Cow<'_, str> {
    if !may_be_in(text) {
        return text.into();
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(['&', '\\', '%', '<']) {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        rest = read(mark, &mut out).unwrap_or_else(|| {
            out.push_str(&mark[..1]);
            &mark[1..]
        });
    }
    out.push_str(rest);
    out.into()
}

/// Reads the mark at the beginning of a text. Returns the text behind it, or `None` if there is none.
fn read<'a>(text: &'a str, out: &mut String) -> Option<&'a str> {
    match text.as_bytes()[0] {
        b'&' => entity(text, out),
        b'\\' => escape(text, out),
        b'<' => tag(text, out),
        // JavaScript's `escape` writes `%u003d`. The URL decoder reads all other percent signs.
        _ => match text.as_bytes().get(1) {
            Some(b'u' | b'U') => number(&text[2..], 4, 16, out),
            _ => None,
        },
    }
}

/// `&amp;`, `&#61;` or `&#x3d;`.
fn entity<'a>(text: &'a str, out: &mut String) -> Option<&'a str> {
    let end = text.bytes().take(NAME_CHARS_MAX + 2).position(|c| c == b';')?;
    let (name, rest) = (text[1..end].to_ascii_lowercase(), &text[end + 1..]);
    let found = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16).ok().and_then(char::from_u32),
            None => number.parse().ok().and_then(char::from_u32),
        },
        None => NAMES.iter().find(|(known, _)| *known == name).map(|(_, c)| *c),
    };
    out.push(found?);
    Some(rest)
}

/// `\u003d`, `\u{3d}`, `\x3d`, `\075`, `\n`, or a backslash before a mark that stands for itself.
fn escape<'a>(text: &'a str, out: &mut String) -> Option<&'a str> {
    let rest = &text[1..];
    let c = rest.chars().next()?;
    let behind = &rest[c.len_utf8()..];
    match c.to_ascii_lowercase() {
        'u' => match behind.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some((digits, after)) => number(digits, digits.len(), 16, out).map(|_| after),
            None => number(behind, 8, 16, out).or_else(|| number(behind, 4, 16, out)),
        },
        'x' => number(behind, 2, 16, out),
        '0'..='7' => number(rest, 3, 8, out),
        'n' | 'r' | 't' => {
            out.push(' ');
            Some(behind)
        }
        mark if mark.is_ascii_punctuation() => {
            out.push(mark);
            Some(behind)
        }
        _ => None,
    }
}

/// The character whose number has so many digits.
fn number<'a>(text: &'a str, digits: usize, radix: u32, out: &mut String) -> Option<&'a str> {
    let (digits, rest) = text.split_at_checked(digits)?;
    let is_number = digits.bytes().all(|c| c.is_ascii_alphanumeric());
    let found = u32::from_str_radix(digits, radix).ok().filter(|_| is_number);
    out.push(found.and_then(char::from_u32)?);
    Some(rest)
}

/// A tag, which says nothing unless it has a link in it, or is one of emphasis. A name between such marks is
/// a person in a chat.
fn tag<'a>(text: &'a str, out: &mut String) -> Option<&'a str> {
    if let Some(comment) = text.strip_prefix("<!--") {
        return comment.split_once("-->").map(|(_, rest)| rest);
    }
    let (inner, rest) = text[1..].split_once('>')?;
    let inner = inner.trim_start_matches('/');
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inner.len());
    let (name, attributes) = inner.split_at(end);
    let emphasis = EMPHASIS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
    let is_known = emphasis.is_some() || TAGS.iter().any(|known| name.eq_ignore_ascii_case(known));
    let is_end = matches!(attributes, "" | "/") || attributes.starts_with(char::is_whitespace);
    if !is_known || !is_end || attributes.contains('?') {
        return None;
    }
    out.push_str(emphasis.map_or("", |(_, mark)| mark));
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_mark_is_the_character_it_stands_for() {
        for (text, expected) in [
            ("a&amp;b&AMP;c&#38;d&#x26;e&#X26;f", "a&b&c&d&e&f"),
            ("&equals;&lowbar;&hyphen;&quest;", "=_-?"),
            ("x&shy;y&ZeroWidthSpace;z", "x\u{ad}y\u{200b}z"),
            ("\\u003d\\u003D\\U003d\\U0000003d\\u{3d}\\x3d\\X3D\\075", "========"),
            ("%u003d%U003D%3D%", "==%3D%"),
            ("https:\\/\\/h\\/p\\_a\\nb", "https://h/p_a b"),
            ("a<wbr>b<br/>c<span class=\"x\">d</span>e<!x>", "abcde<!x>"),
            ("a<!-- b -->c", "ac"),
            ("a<em>b</em>c<B>d</B>", "a*b*c**d**"),
            ("<e4> <ann> <r1/8> <b/8>", "<e4> <ann> <r1/8> <b/8>"),
            ("<https://h/p?s=A> <a href='?s=A'> a<b", "<https://h/p?s=A> <a href='?s=A'> a<b"),
            (
                "&g=nim; &nosuchname; &#; &#x110000; \\u00 \\",
                "&g=nim; &nosuchname; &#; &#x110000; \\u00 \\",
            ),
        ] {
            assert_eq!(undone(text), expected, "{text}");
        }
        assert!(NAMES.iter().all(|(name, _)| name.len() <= NAME_CHARS_MAX));
    }

    proptest! {
        #[test]
        fn a_text_without_marks_stays(text in "[^&\\\\%<]*") {
            prop_assert_eq!(&undone(&text), &text);
        }

        #[test]
        fn any_text_is_read_without_panic(text in "[&#;<>/%\\\\{}ux0-9a-f \u{e9}]{0,60}") {
            let _ = undone(&text);
        }

        /// A character that every escape has is read from each of them.
        #[test]
        fn every_escape_is_read(c in proptest::char::range(' ', '\u{ffff}')) {
            let n = u32::from(c);
            for text in [format!("&#{n};"), format!("&#x{n:x};"), format!("\\u{n:04X}"), format!("%u{n:04x}"), format!("\\u{{{n:x}}}")] {
                prop_assert_eq!(undone(&text), c.to_string());
            }
        }
    }
}
