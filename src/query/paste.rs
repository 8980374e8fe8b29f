//! Finds tokens in a pasted text: a token, a link with the damage that mail programs and
//! messengers do to it, or a whole message around it.
//!
//! Tokens are known by their first letters. If a chat or a mail splits a token into parts, or writes stars
//! into it, it has several readings. The seal decides among them.

use super::clean::QUOTED_CHARS_MAX;
use super::{clean, marks};
use crate::budget::READINGS_MAX;
use crate::seal::{SHORTEST_TOKEN_CHARS, TOKEN_CHARS_MAX, is_token_start};
use crate::table::notice::Notice;
use crate::table::turn_code::TurnCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::percent_decode_str;
use std::collections::VecDeque;
use std::iter;

/// The most layers of percent-encoding around an address.
const WRAPPERS_MAX: usize = 3;

/// The most readings of one link in one way.
const READINGS_OF_A_LINK_MAX: usize = 16;

/// The fewest letters of a part of a token, if other words stand between the parts. Shorter words are words
/// of the chat, except the last part.
const PART_CHARS_MIN: usize = 12;

/// The parts of a pasted text. Everything else is left out, above all the password of another player.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// The readings that may be the token, the likeliest first.
    pub tokens: Vec<String>,
    /// A letter in the first token that no token has.
    pub foreign: Option<char>,
    /// The turn codes in the text, such as `t12-K4QT`.
    pub turn_codes: Vec<TurnCode>,
}

/// Reads pasted texts together. The likeliest reading of every text comes before the next one of any, so
/// that junk in one text does not hide a link in another.
pub fn read(texts: &[String]) -> Pasted {
    // As every link of a page has it.
    if let [text] = texts
        && text.bytes().all(is_token_byte)
        && is_token_start(text)
    {
        return Pasted { tokens: texts.to_vec(), ..Pasted::default() };
    }
    let texts: Vec<String> = texts.iter().map(|text| unwrapped(text)).collect();
    let mut tokens: Vec<String> = Vec::new();
    for reading in in_turn(texts.iter().map(|text| in_turn(links(text)))) {
        if tokens.len() == READINGS_MAX {
            break;
        }
        if !tokens.contains(&reading) {
            tokens.push(reading);
        }
    }
    let turn_codes = texts.iter().flat_map(|text| turn_codes(text)).collect();
    Pasted { tokens, turn_codes, foreign: texts.iter().find_map(|text| foreign(text)) }
}

/// The most links that a page names because they do not open.
const UNKNOWN_MAX: usize = 3;
/// The fewest letters of a token of which nearly all is missing.
const CUT_CHARS_MIN: usize = 8;

/// The notices of a text whose end was cut, and of one with more links than a request opens.
const CUT: &str = "The text is too long, and its end was cut. Paste the links that are missing, without the words around them.";
const TOO_MANY_LINKS: &str = "The text has more links than this program opens at once. Paste the links that are missing, without the words around them.";

/// Reads a pasted text with several links, and puts the likely readings of each link to `open`, until
/// that says that one is a token. Returns notices of the links that did not open. They end with this advice.
pub fn read_each(
    text: &str,
    mut readings: usize,
    advice: &str,
    mut open: impl FnMut(&str) -> bool,
) -> Vec<Notice> {
    let text = unwrapped(text);
    let (mut known, mut tried) = (Vec::<String>::new(), Vec::<String>::new());
    let mut unknown = foreign_links(&text);
    for at in starts(&text).take(READINGS_MAX) {
        let mut is_known = false;
        for reading in self::readings(&text, at) {
            is_known = known.contains(&reading);
            if is_known {
                break;
            }
            if tried.contains(&reading) {
                continue;
            }
            let Some(left) = readings.checked_sub(1) else {
                return vec![Notice::alarm(TOO_MANY_LINKS)];
            };
            readings = left;
            is_known = open(&reading);
            if is_known {
                known.push(reading);
                break;
            }
            tried.push(reading);
        }
        let letters = &text[at..at + token_letters(&text[at..])];
        if !is_known && letters.len() >= CUT_CHARS_MIN {
            unknown.push(letters);
        }
    }
    // A part of a link is no other link.
    unknown.retain(|letters| !known.iter().any(|token| token.contains(letters)));
    let mut quotes: Vec<String> = unknown.into_iter().map(shortened).collect();
    quotes.dedup();
    quotes.truncate(UNKNOWN_MAX);
    if known.is_empty() && quotes.is_empty() {
        return vec![Notice::Alarm(format!("There is no link in this text. {advice}"))];
    }
    let notice = |link| {
        Notice::Alarm(format!(
            "\u{201c}{link}\u{201d} does not open here: a part is missing or changed, or it is of another server. {advice}"
        ))
    };
    quotes.into_iter().map(notice).collect()
}

/// The notice of a pasted text whose end was cut.
pub fn cut() -> Notice {
    Notice::alarm(CUT)
}

/// The addresses in a text in which no token begins.
fn foreign_links(text: &str) -> Vec<&str> {
    let words = text.split_whitespace().filter(|word| word.contains("://"));
    words.filter(|word| first_start(word).is_none()).collect()
}

/// The beginning of a link as a page may quote it.
fn shortened(link: &str) -> String {
    let link = link.split_once("://").map_or(link, |(_, behind)| behind);
    let letters: String = link.chars().filter(|c| !c.is_control()).take(QUOTED_CHARS_MAX).collect();
    if letters.len() < link.len() { letters + "\u{2026}" } else { letters }
}

/// The characters of a text that people see, without the marks of other languages and the layers of
/// percent-encoding around them. A token has none of these, so this changes no token.
fn unwrapped(text: &str) -> String {
    let mut text = with_addresses_inside(clean::visible(text).collect());
    for _ in 0..WRAPPERS_MAX {
        if !marks::may_be_in(&text) {
            break;
        }
        let read = marks::undone(&text);
        text = clean::visible(&percent_decode_str(&read).decode_utf8_lossy()).collect();
    }
    text
}

/// The text with an address that a mail filter or a search engine has written in other letters: Proofpoint
/// (version 2) writes `-` for `%` and `_` for `/`, and Bing writes base64.
fn with_addresses_inside(text: String) -> String {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    let mut words = text.split(|c| !is_of_word(c));
    let address = words.find_map(|word| {
        let is_hyphenated = ["http-3A__", "https-3A__"].iter().any(|start| word.starts_with(start));
        if is_hyphenated {
            return Some((word, word.replace('-', "%").replace('_', "/")));
        }
        let coded = word.strip_prefix("a1").unwrap_or(word);
        let bytes =
            URL_SAFE_NO_PAD.decode(coded).ok().filter(|bytes| bytes.starts_with(b"http"))?;
        Some((word, String::from_utf8(bytes).ok()?))
    });
    match address {
        Some((word, address)) => text.replacen(word, &address, 1),
        None => text,
    }
}

/// The place of the first token in a text.
pub fn find(text: &str) -> Option<usize> {
    let is_long = |at: &usize| token_letters(&text[*at..]) >= SHORTEST_TOKEN_CHARS;
    starts(text).find(is_long)
}

/// The place of the first beginning of a token in a text, however short it is.
pub fn first_start(text: &str) -> Option<usize> {
    starts(text).next()
}

/// True if the longest word of a text is a token in capitals, false if it is one in small letters. `None`
/// for any other.
pub fn one_case(text: &str) -> Option<bool> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'));
    let word = words.max_by_key(|word| word.len())?;
    let has_start = is_token_start(&word.to_ascii_uppercase());
    let (has_small, has_capitals) = (
        word.contains(|c: char| c.is_ascii_lowercase()),
        word.contains(|c: char| c.is_ascii_uppercase()),
    );
    let is_token = has_start && word.len() >= SHORTEST_TOKEN_CHARS;
    (is_token && has_small != has_capitals).then_some(has_capitals)
}

/// The letter at which the first token of a text breaks off, if no token has it.
fn foreign(text: &str) -> Option<char> {
    let rest = &text[first_start(text)?..];
    rest[token_letters(rest)..].chars().next().filter(|c| c.is_alphanumeric())
}

/// The readings of each link in a text, the likeliest first.
fn links(text: &str) -> impl Iterator<Item = impl Iterator<Item = String>> {
    starts(text).take(READINGS_MAX).map(|at| readings(text, at))
}

/// The first reading of every list, then the second of every list, and so on. Nothing is read that is not
/// asked for.
fn in_turn<I: Iterator<Item = String>>(
    lists: impl Iterator<Item = I>,
) -> impl Iterator<Item = String> {
    let mut lists: VecDeque<I> = lists.collect();
    iter::from_fn(move || {
        loop {
            let mut list = lists.pop_front()?;
            if let Some(reading) = list.next() {
                lists.push_back(list);
                return Some(reading);
            }
        }
    })
}

/// The places where tokens may begin: not in the middle of other letters, such as those that a website
/// adds to every link. Mail writes `3D` before them, or `3d`.
fn starts(text: &str) -> impl Iterator<Item = usize> {
    let begins = |(at, _): &(usize, &str)| {
        let before = &text[..*at];
        is_token_start(&text[*at..])
            && (!before.bytes().last().is_some_and(is_token_byte)
                || before.ends_with("3D")
                || before.ends_with("3d"))
    };
    text.match_indices("AQ").filter(begins).map(|(at, _)| at)
}

/// The possible tokens at a place of a text, the likeliest first.
fn readings(text: &str, at: usize) -> impl Iterator<Item = String> {
    let (before, rest) = text.split_at(at);
    let starred = rest.contains('*').then(|| in_lines(rest, Star::Underscore));
    let in_lines = in_lines(rest, Star::Around).chain(starred.into_iter().flatten());
    in_lines.chain(in_messages(before, rest))
}

/// The meaning of a star beside a letter of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Star {
    /// A mark of emphasis around a part.
    Around,
    /// Markdown writes one star for the underscore, or takes a pair of underscores for emphasis.
    Underscore,
}

/// The possible tokens at the beginning of a text. Each ends at a place where a line may have been
/// broken, or before the first character that no token has.
fn in_lines(text: &str, star: Star) -> impl Iterator<Item = String> {
    let (mut token, mut rest, mut is_whole) = (String::new(), text, false);
    long_enough(iter::from_fn(move || {
        while !is_whole {
            let (part, behind) = rest.split_at(token_letters(rest));
            token.push_str(part);
            if token.len() > TOKEN_CHARS_MAX {
                break;
            }
            let mut letters = behind.chars();
            let end = letters.next().filter(|c| is_break(*c));
            (rest, is_whole) = (letters.as_str(), end.is_none());
            // Most short parts end no token, and to copy them takes long.
            let reading = (token.len() >= SHORTEST_TOKEN_CHARS).then(|| token.clone());
            if end == Some('*') && star == Star::Underscore {
                // No token has two underscores in a row.
                match rest.strip_prefix('*') {
                    Some(further) => rest = further,
                    None => token.push('_'),
                }
            }
            if reading.is_some() {
                return reading;
            }
        }
        None
    }))
}

/// The possible tokens whose first part begins a text. Each further part is a word of a later message, or
/// of an earlier one if the messages are in another order. Names, numbers and times between the parts are
/// left out: they have other marks, or are short.
fn in_messages<'a>(before: &'a str, text: &'a str) -> impl Iterator<Item = String> + 'a {
    let (first, rest) = text.split_at(token_letters(text));
    let mut token = first.to_owned();
    let mut words = rest.split_whitespace().chain(before.split_whitespace().rev());
    let mut is_whole = false;
    long_enough(iter::from_fn(move || {
        while !is_whole && token.len() <= TOKEN_CHARS_MAX {
            let word = without_label(words.next()?);
            let (part, behind) = word.split_at(token_letters(word));
            let behind = behind.trim_matches(['.', '\u{2026}']);
            let is_last = behind.starts_with('&');
            if part.is_empty() || !is_last && !behind.is_empty() {
                continue;
            }
            is_whole = is_last;
            let reading = [&token, part].concat();
            if part.len() >= PART_CHARS_MIN {
                token.clone_from(&reading);
            }
            return Some(reading);
        }
        None
    }))
}

/// Those of these texts that may be a token, without one that is equal to the text before it: up to the most
/// that a link has.
fn long_enough(texts: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    let mut last = String::new();
    let is_new = move |text: &String| {
        let is_new = text.len() >= SHORTEST_TOKEN_CHARS && *text != last;
        if is_new {
            last.clone_from(text);
        }
        is_new
    };
    texts.filter(is_new).take(READINGS_OF_A_LINK_MAX)
}

/// A word without the number of a message before it, such as `(2/3)`, and other marks.
fn without_label(word: &str) -> &str {
    let link = word.split('&').next().unwrap_or_default();
    let label = link.rfind([')', ']', '>', '}']).map_or(0, |at| at + 1);
    word[label..]
        .trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '&'))
}

/// The letters of a token at the beginning of a text.
fn token_letters(text: &str) -> usize {
    text.bytes().position(|c| !is_token_byte(c)).unwrap_or(text.len())
}

/// Returns true for a character between the lines of a broken link: white space, the mark of a quoted
/// line, or the sign at the end of a line of mail (quoted-printable, RFC 2045, 6.7). Also for a mark of
/// emphasis.
fn is_break(c: char) -> bool {
    c.is_whitespace() || matches!(c, '>' | '|' | '=' | '\\' | '*' | '~' | '`')
}

fn is_token_byte(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_')
}

/// The turn codes of a text, known by their form.
fn turn_codes(text: &str) -> impl Iterator<Item = TurnCode> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.map(|word| word.strip_prefix("3D").unwrap_or(word)).filter_map(TurnCode::read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn token() -> String {
        ["AQEB-_", &"x".repeat(80)].concat()
    }

    #[test]
    fn a_token_is_found_however_it_is_pasted() {
        let token = token();
        let (front, back) = token.split_at(70);
        for text in [
            token.clone(),
            format!(" {front} {back}\r\n"),
            format!("?s={token}&g=eights"),
            format!(
                "Your turn! https://games.example/parlour?s={token}&g=eights&at=t12-K4QT. See you"
            ),
            format!("http://h/p?g=eights&amp;at=t12-K4QT&amp;s={token}"),
            format!("<https://h/p?s={token}&g=eights>"),
            format!("[Go on](https://h/p?s={token}), <a href=\"https://h/p?s={token}\">"),
            format!("https://h/p?s=3D{front}=\r\n{back}&g=3Deights"),
            format!("> https://h/p?s={front}\n> {back}&g=eights#now"),
            format!("| s={front}| {back}"),
            format!("https://l.example/?u=https%3A%2F%2Fh%2Fp%3Fs%3D{token}%26g%3Deights&h=AT0"),
            format!(
                "https://l.example/?u=https%253A%252F%252Fh%252Fp%253Fs%253D{token}%2526g%253D"
            ),
            format!("https://l.example/?u=https%3A%2F%2Fh%2Fp%3Fs%3D{}", token.replace('-', "%2D")),
            token.replace('-', "\u{2011}"),
            token.replace("xx", "x\u{200b}x\u{ad}"),
        ] {
            let tokens = read(std::slice::from_ref(&text)).tokens;
            assert!(tokens.contains(&token), "{text}: {tokens:?}");
        }
        let at = |text: &str| read(&[text.to_owned()]).turn_codes.first().map(ToString::to_string);
        assert_eq!(at("?s=A&at=3Dt12\u{2013}k4qt."), Some("t12-K4QT".to_owned()));
        assert_eq!(at("?s=A&at=to-meet"), None);
    }

    #[test]
    fn parts_of_a_conversation_are_joined() {
        let token = ["AQI", &"Kx-_9".repeat(30)].concat();
        let (one, two, three) = (&token[..50], &token[50..100], &token[100..]);
        let link = format!("https://h/p?s={one}");
        for text in [
            format!("(1/3) Your turn {link}\n(2/3) {two}\n(3/3) {three}&g=eights"),
            format!("{link} [1/3]\n{two} [2/3]\n{three} [3/3]"),
            format!("Ann: {link} Ann: {two} Ann: {three}&g=eights"),
            format!("[29.11.26, 12:03] Ann Lee: {link}\n[29.11.26, 12:04] Ann Lee: {two}{three}"),
            format!(
                "Ann 12:03\n{link}\nAnn 12:03\n{two}\n{three}&g=eights&at=t3-K4QT\nBen 12:05\nok"
            ),
            format!("part 3 of 3: {three}&g=eights\npart 2 of 3: {two}\npart 1 of 3: {link}"),
            format!("(1/3){link}\n(2/3){two}\n(3/3){three}&g=eights"),
            format!("{link}...\n...{two}\u{2026}\n\u{2026}{three}&g=eights"),
            format!("<ann> {link}\n<ann> {two}\n<ann> {three}&g=eights"),
        ] {
            let tokens = read(std::slice::from_ref(&text)).tokens;
            assert!(tokens.contains(&token), "{text}: {tokens:?}");
        }
        let last = [&token[..140], " ok (2/2) ", &token[140..]].concat();
        assert!(read(&[last]).tokens.contains(&token), "the last part may be short");
    }

    /// Each line ends with several characters, and all together are one break.
    #[test]
    fn a_token_in_many_quoted_lines_is_found() {
        let token = ["AQI", &"Kx-_9".repeat(42)].concat();
        let lines: Vec<&str> = (0..14).map(|line| &token[15 * line..15 * (line + 1)]).collect();
        for end in ["\r\n> ", "=\r\n>> > ", "\n\n  "] {
            let text = format!("> https://h/p?s={}{end}{}&g=nim", lines.join(end), &token[210..]);
            assert!(read(std::slice::from_ref(&text)).tokens.contains(&token), "{text}");
        }
    }

    #[test]
    fn every_turn_code_of_a_text_is_read() {
        let at = |text: &str| {
            let codes = read(&[text.to_owned()]).turn_codes;
            codes.iter().map(|code| code.number).collect::<Vec<_>>()
        };
        assert_eq!(at("> ?at=t3-K4QT ?at=t12-DMCY, ?at=t4-K4QT"), [3, 12, 4]);
    }

    #[test]
    fn stars_stand_for_underscores_or_emphasis() {
        let token = ["AQE_a-b_", &"x".repeat(60), "_cd_e"].concat();
        let part = token.replace("xxx", "**xxx**");
        for text in [
            token.replace('_', "*"),
            format!("**{token}**"),
            token.replace("_a-b_", "<em>a-b</em>").replace('_', "*"),
            token.replace("_a-b_", "<i>a-b</i>").replace("_cd_", "<EM class=x>cd</EM>"),
            part.clone(),
            part.replace('_', "*"),
            format!("~~s={token}~~ `{token}`"),
        ] {
            let tokens = read(std::slice::from_ref(&text)).tokens;
            assert!(tokens.contains(&token), "{text}: {tokens:?}");
        }
    }

    /// Facebook adds such letters to links, behind `_aem_`.
    #[test]
    fn letters_that_a_website_adds_are_no_token() {
        let added = format!("g=nim&fbclid=IwZXh0bgNhZW0_aem_{}", token());
        assert_eq!(read(&[added]), Pasted::default());
    }

    #[test]
    fn every_token_of_a_chat_is_found() {
        let tokens = ["AQQJa", "AQQJb", "AQQJc"].map(|start| [start, &"x-_x".repeat(30)].concat());
        let [one, two, three] = &tokens;
        let (front, back) = two.split_at(70);
        let wrapped = three.replace('-', "%2D");
        let chat = format!(
            "Ben: here https://h/p?s={one}&g=eights, bye\n> https://h/p?s={front}\n> {back}&g=eights\n\
             https://l.example/?u=https%3A%2F%2Fh%2Fp%3Fs%3D{wrapped}%26g%3Deights {one}"
        );
        let mut found = Vec::new();
        let notices = read_each(&chat, READINGS_MAX, "", |reading| {
            let is_token = tokens.iter().any(|token| token == reading);
            found.extend(is_token.then(|| reading.to_owned()));
            is_token
        });
        assert_eq!((found, notices), (tokens.to_vec(), Vec::new()));
        let (cut, foreign) = (&two[..60], "https://video.example/watch");
        let chat = format!("{one} {foreign} {cut} hello {three}");
        let is_token = |reading: &str| tokens.iter().any(|it| it == reading);
        let notices = read_each(&chat, READINGS_MAX, "", is_token);
        let quoted = ["video.example/watch", &(two[..24].to_owned() + "\u{2026}")];
        assert_eq!(notices.len(), quoted.len(), "{notices:?}");
        for (notice, quoted) in notices.iter().zip(quoted) {
            let Notice::Alarm(sentence) = notice else { panic!("{notice:?}") };
            assert!(sentence.contains(&format!("\u{201c}{quoted}\u{201d}")), "{sentence}");
        }
    }

    #[test]
    fn readings_of_a_text_are_limited() {
        for text in [
            ["AQQJ", &"y".repeat(70), " "].concat().repeat(50),
            "AQE|".repeat(500) + "|%2525",
            ["AQE", &"x".repeat(60), &"|x".repeat(40), " "].concat().repeat(14),
        ] {
            for (limit, is_enough) in [(READINGS_MAX, false), (10_000, true)] {
                let mut tried = 0;
                let notices = read_each(&text, limit, "", |_| {
                    tried += 1;
                    false
                });
                let is_whole = notices != [Notice::alarm(TOO_MANY_LINKS)];
                assert!(tried <= 16 * READINGS_MAX && (is_whole || tried == limit), "{tried}");
                assert!(is_whole || !is_enough, "{text}");
            }
            assert!(read(&[text.clone(), text]).tokens.len() <= READINGS_MAX);
        }
    }

    #[test]
    fn a_token_without_its_next_words_comes_first() {
        let token = token();
        let tokens = read(&[format!("{token} is the link")]).tokens;
        assert_eq!(tokens[..2], [token.clone(), format!("{token}is")]);
    }

    proptest! {
        #[test]
        fn few_readings_of_any_text_are_tried(text: String, lines in 0usize..40) {
            let text = [text, ["AQEAQIAQM", &"x".repeat(60)].concat().repeat(lines)].join(" ");
            let tokens = read(&[text]).tokens;
            prop_assert!(tokens.len() <= READINGS_MAX);
            prop_assert!(tokens.iter().all(|token| token.bytes().all(is_token_byte)));
        }
    }
}
