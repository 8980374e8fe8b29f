//! The query string, read. `links.rs` writes what is read here.
//!
//! | query | page |
//! |---|---|
//! | none | the parlour: every game |
//! | `g=maze` and options, `seed=` or `day=` | a fresh deal |
//! | `g=maze&seed=7qk3-m9xa&beat=8` | that deal, with a result to beat |
//! | `s=TOKEN&g=maze` | the position in the token, which also says which game it is |
//! | `s=TOKEN&g=maze&turn=13` | the request `turn(13)` put to the referee |
//! | `s=TOKEN&g=maze&use=turn_back` | the same position, its places offering another request |
//! | `g=eights&people=3&name=Ann` | a table of three people, at which Ann sits first |
//! | `g=eights&people=3&patience=1d&name=Ann` | the same; it waits a day for a player |
//! | `s=TOKEN&g=eights` | what everybody may see of a table |
//! | `s=TOKEN&g=eights&sit&name=Ben` | Ben sits down, or answers the invitation to a table of three or more |
//! | `s=ANSWER&g=eights` | the answer, for the host |
//! | `s=ANSWER&g=eights&c=PASSWORD` | the answer, for the guest |
//! | `s=TOKEN&g=eights&c=PASSWORD&answers=TEXT` | the host gathers the answers in a text |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=choose&with=2` | the host chooses the second of those who wait for a seat |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=begin` | the host begins with those who have answered |
//! | `s=TOKEN&g=eights&c=PASSWORD` | what the seat of this password sees |
//! | `s=TOKEN&g=eights&c=PASSWORD&play_card=8H` | the same, after its request |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=again` | the same people play again |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=again&with=35` | the same, and those in the third and fifth seat come back |
//! | `s=TOKEN&g=eights&c=PASSWORD&next_hand&with=3` | the next round, and the person in the third seat comes back |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=password` | another password for the same seat |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=go` | asks whether the player wants to leave |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=leave` | the player leaves, and a computer plays on |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=absent` | asks whether a computer should play on for the player on turn |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=handover` | a computer plays on for them, says another player |
//! | `s=RESULT&g=eights` | the result of a table |
//! | `league` and `results=TEXT` | a new league, with the games in a text with links |
//! | `s=LEAGUE&g=eights&results=TEXT` | a league, with more games |
//! | `s=LEAGUE&g=eights&league=undo` | a league without its last addition; `same` and `others` answer its question |
//! | `g=eights&c=PASSWORD&table=7QK3` | asks for the newest link of the table |
//! | `...&at=t12-K4QT` | the same, and says if the link is not of that turn |
//! | `g=maze&day=2026-11-21&turn=13` | the puzzle of a day after a first request |
//! | `g=maze&rules` | how to play |
//! | `g=maze&rules=api` | the same for those who write programs |
//! | `g=maze&rules=new` and options | every option of a new game, these chosen |
//! | `s=TOKEN&g=maze&rules=new` and options | the same, with a way back to the position |
//! | `s=TOKEN&g=maze&rules` | how to play, with a way back to the position |
//! | `s=TOKEN&g=maze&turn=13&rules=link` | what this link is made of |
//! | `s=TOKEN&g=eights&rules=qr` | the link to send as a QR code; a password is ignored |
//! | `s=TOKEN&g=maze&move=b2` | the request that somebody typed, put to the referee |
//! | `s=TOKEN&g=maze&numbered&move=7` | the same, from a page that printed a number at every move |
//! | `s=TOKEN&g=chess&resign` | asks whether the game should end |
//! | `s=TOKEN&g=chess&resign&sure` | the same position after the request that ends the game |
//! | `s=TOKEN&g=chess&after=12` | the position after 12 moves, to look at |
//! | `s=TOKEN&g=chess&after=12&why` | a question about that moment |
//! | `s=TOKEN&g=chess&after=12&play_on` | the game goes on from there |
//! | `s=TOKEN&g=chess&turned` | the same position, its board seen from the other side |
//! | `s=TOKEN&g=mastermind&made` | the page of the player who has just moved, or who has made this game for a friend |
//! | `s=TOKEN&g=maze&words` | the same position in words |
//! | `s=TOKEN&g=maze&links&as=text` | the same position, every move with its link |
//! | `g=maze&day=2026-11-20&solution` | the solution of a day that is past |
//! | `s=TOKEN&g=maze&day=2026-11-22` | the puzzle of a day, with the streak of the one in the token |
//! | `puzzles` | the puzzles of the last days, and what a streak proves |
//! | `feed` | the same puzzles as a feed |
//! | `style=VERSION` | the style sheet of all pages |
//! | `...&ask=move` | asks for what is typed, where a protocol asks before it answers (Gemini) |
//! | any of them with `as=json` | the same for a program; with `as=text` in plain text, with `as=svg` as a picture |
//!
//! Links arrive damaged: [`marks`] reads what another language has escaped, [`clean`] takes the damage out
//! of names and values, and [`paste`] finds the token in a text around it. Names that nothing in Parlour uses change nothing. A name may come again
//! with the same value; with another value it is an error. If there are several tokens, the one that opens counts.

mod clean;
pub mod damage;
mod digits;
pub(crate) mod elsewhere;
mod marks;
mod names;
pub(crate) mod paste;
mod words;

pub use clean::quoted;
pub use names::*;
pub use words::{About, LeagueRequest, Sit};

use crate::budget::{PAIRS_MAX, READINGS_MAX};
use crate::game::seat::Seat;
use crate::program::Program;
use crate::seal::{SHORTEST_TOKEN_CHARS, is_token_start};
use crate::table::notice::Notice;
use crate::table::turn_code::TurnCode;
use paste::Pasted;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// `s`: the token of a position, or a text around one.
pub const TOKEN: &str = "s";
/// `day=today`: the puzzle of the current day (UTC).
pub const TODAY: &str = "today";
/// The beginning of the name of a field for a password: `c-7qk3`. The rest names the table, so that a
/// browser offers the password from earlier fields.
pub const PASSWORD_OF: &str = "c-";
/// The same as [`ANSWERS`], for a league.
pub const RESULTS: &str = "results";

/// The longest query that is looked at, in bytes. Some servers cut at 2,000 without a word.
pub const QUERY_BYTES_MAX: usize = 2048;

/// The characters of a value that a page repeats of which it makes nothing.
pub const SAID_CHARS_MAX: usize = 40;

/// Times that the `=` and `&` of a link may be encoded.
const LAYERS_MAX: usize = 3;

/// The reason why a query string cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadQuery {
    /// Longer than [`QUERY_BYTES_MAX`], or of more than [`PAIRS_MAX`] pairs.
    TooLong,
    /// It has two values for one name, so its meaning is unclear.
    Repeated,
}

/// The format that a query asks for, even one that cannot be taken apart.
pub fn format_name(bytes: &[u8]) -> Option<&str> {
    let mut pairs = bytes.split(|byte| *byte == b'&');
    std::str::from_utf8(pairs.find_map(|pair| pair.strip_prefix(b"as="))?).ok()
}

impl Query {
    /// Takes apart the bytes after the question mark. The games of the program have names for options and
    /// requests. Bytes that are no UTF-8 become U+FFFD.
    pub fn parse(bytes: &[u8], program: &Program) -> Result<Self, BadQuery> {
        let is_cut = bytes.len() > QUERY_BYTES_MAX;
        let bytes = if is_cut { cut(bytes).ok_or(BadQuery::TooLong)? } else { bytes };
        let whole = String::from_utf8_lossy(bytes);
        let mut query = Query { is_cut, ..Query::default() };
        let mut links = Vec::new();
        let pairs = pairs(&whole, LAYERS_MAX);
        if pairs.len() > PAIRS_MAX {
            return Err(BadQuery::TooLong);
        }
        for (name, value) in pairs {
            query.add(&name, value, &mut links, program)?;
        }
        let has_link = !links.is_empty();
        if !has_link && query.league.is_none() {
            links.push(whole.into_owned());
        }
        let Pasted { tokens, foreign, turn_codes } = paste::read(&links);
        (query.foreign, query.turn_codes) = (foreign, turn_codes);
        // Without any token, each value of `s` is a damaged one.
        query.tokens = if has_link && tokens.is_empty() { links } else { tokens };
        Ok(query)
    }

    /// Adds a pair, its damage taken out, or a text with a token to the links.
    fn add(
        &mut self,
        name: &str,
        value: String,
        links: &mut Vec<String>,
        program: &Program,
    ) -> Result<(), BadQuery> {
        // Damage that nobody can undo, such as another mark for `=`, makes one name of a link.
        if name.len() >= SHORTEST_TOKEN_CHARS {
            links.push(name.to_owned());
        }
        let name = clean::name(name);
        self.take_note(&name, &value);
        match &*name {
            "" | "parlour" => Ok(()),
            TOKEN => {
                links.push(value);
                Ok(())
            }
            // Behind it, somebody has pasted another link.
            AT if value.len() >= SHORTEST_TOKEN_CHARS => {
                links.push(value);
                Ok(())
            }
            name if is_password(name) => self.put(PASSWORD, &value),
            RESULTS => self.put(ANSWERS, &value),
            name if NAMES.contains(&name) => self.put(name, &value),
            name if program.uses(name) => self.add_rest(name, &clean::plain(&value)),
            name if program.typed(name).is_some() => {
                // The form of a keyboard may bring an ampersand to light, which begins another pair.
                let text = clean::text(&value);
                self.add_rest(name, text.split('&').next().unwrap_or_default().trim_end())
            }
            name => self.ignore(name),
        }
    }

    /// Takes note of a name and the beginning of its value.
    fn take_note(&mut self, name: &str, value: &str) {
        let name = if is_password(name) { PASSWORD } else { name };
        let is_silent = ["", "parlour", TOKEN].contains(&name);
        // An empty field of a form asks for nothing.
        let has_meaning = FLAGS.contains(&name) || [RULES, SIT, LEAGUE].contains(&name);
        let is_field = value.is_empty() && NAMES.contains(&name) && !has_meaning;
        if !is_silent && !is_field && !self.said.iter().any(|(known, _)| known == name) {
            let value = value.chars().take(SAID_CHARS_MAX).collect();
            self.said.push((name.to_owned(), value));
        }
    }

    /// Returns true if the query asks for anything: it has a token, or a name of Parlour's.
    fn asks(&self) -> bool {
        let is_known = |(name, _): &(String, String)| !self.ignored.contains(name);
        !self.tokens.is_empty() || self.said.iter().any(is_known)
    }

    /// Takes note of a name that changes nothing.
    fn ignore(&mut self, name: &str) -> Result<(), BadQuery> {
        if !self.ignored.iter().any(|known| known == name) {
            self.ignored.push(name.to_owned());
        }
        Ok(())
    }

    /// Puts the likely readings of each link of the pasted text to `open`, until that says that one is a token.
    /// Returns notices of the links that did not open. They end with this advice.
    pub fn read_pasted(&self, advice: &str, open: impl FnMut(&str) -> bool) -> Vec<Notice> {
        let Some(text) = &self.pasted else { return Vec::new() };
        let readings = READINGS_MAX.saturating_sub(self.tokens.len());
        let notices = paste::read_each(text, readings, advice, open);
        if self.is_cut { vec![paste::cut()] } else { notices }
    }

    /// The turn code that the links of the query name, if none names the one of the table that opened. Of
    /// several it is the latest.
    pub fn other_turn_code(&self, opened: TurnCode) -> Option<TurnCode> {
        let named = || self.turn_codes.iter().copied().chain(self.at);
        let latest = named().max_by_key(|named| named.number);
        latest.filter(|_| named().all(|named| named != opened))
    }

    /// The seats of absent people to whom the next round or game is dealt, too.
    pub fn seats_dealt_in(&self) -> Vec<Seat> {
        let digits = self.dealt_in.iter().flat_map(|text| text.bytes());
        let digits = digits.filter(|byte| (b'1'..=b'9').contains(byte));
        digits.map(|digit| Seat::from(digit - b'1')).collect()
    }

    /// Adds an option or a request.
    fn add_rest(&mut self, name: &str, value: &str) -> Result<(), BadQuery> {
        match self.rest.iter().find(|(known, _)| known == name) {
            Some((_, known)) if known != value => return Err(BadQuery::Repeated),
            Some(_) => {}
            None => self.rest.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

/// Returns true if a clean name is that of a password.
fn is_password(name: &str) -> bool {
    name == PASSWORD || name.starts_with(PASSWORD_OF)
}

/// The first bytes of a query that is too long, if only the end of a pasted text is cut off.
fn cut(bytes: &[u8]) -> Option<&[u8]> {
    let (kept, rest) = bytes.split_at_checked(QUERY_BYTES_MAX)?;
    let last = kept.rsplit(|byte| *byte == b'&').next()?;
    let is_pasted = |name: &str| {
        last.strip_prefix(name.as_bytes()).is_some_and(|value| value.starts_with(b"="))
    };
    let is_end = [ANSWERS, RESULTS].into_iter().any(is_pasted) && !rest.contains(&b'&');
    is_end.then_some(kept)
}

/// Undoes damage to the whole query. Mail writes `=3D` for `=` (quoted-printable); no token
/// and no key of a game begins with `3D`. A semicolon stands for `&`, as HTML 4 advised (appendix B.2.2):
/// a form encodes those that people type. Some programs encode the `&` of a link and leave its `=`, as no
/// form does.
fn repaired(query: &str) -> Cow<'_, str> {
    let mut query = marks::undone(query);
    if query.contains(';') {
        query = query.replace(';', "&").into();
    }
    for equals in ["=3D", "=3d"] {
        let is_of_mail =
            |pair: &str| matches!(pair.get(..4), Some("s=3D" | "g=3D" | "s=3d" | "g=3d"));
        if query.contains(equals) && query.split('&').any(is_of_mail) {
            query = query.replace(equals, "=").into();
        }
    }
    if !query.contains("%26") {
        return query;
    }
    let mut pieces = query.split("%26");
    let first = pieces.next().unwrap_or_default();
    let joined = |all: String, piece: &str| {
        let ampersand = if clean::is_query(piece) { "&" } else { "%26" };
        [&all, ampersand, piece].concat()
    };
    pieces.fold(first.to_owned(), joined).into()
}

/// Names and values. A program may have encoded the `=` and `&` of a link, once or several times.
/// Then a name, or a value that cannot contain them, has further pairs in it.
fn pairs(query: &str, layers: usize) -> Vec<(String, String)> {
    let read = |text: &str| serde_urlencoded::from_str(text);
    // Reading pairs of texts cannot fail: every text is such a list.
    let Some(layers) = layers.checked_sub(1).filter(|_| has_damage(query)) else {
        return read(query).unwrap_or_default();
    };
    let pairs: Vec<(String, String)> = read(&repaired(query)).unwrap_or_default();
    let taken_apart = |(name, value)| taken_apart(name, value, layers);
    pairs.into_iter().flat_map(taken_apart).collect()
}

/// Returns true if a query may need a repair. A link as Parlour writes it needs none.
fn has_damage(query: &str) -> bool {
    marks::may_be_in(query) || query.contains("=3")
}

/// The pairs that a pair holds. A password behind a token is left out, because the pasted link may
/// belong to another player.
fn taken_apart(name: String, value: String, layers: usize) -> Vec<(String, String)> {
    if name.contains(['=', '&']) || marks::may_be_in(&name) {
        let equals = if value.is_empty() { "" } else { "=" };
        return pairs(&[&name, equals, &value].concat(), layers);
    }
    let clean_name = clean::name(&name);
    let (is_pasted, has_room) = match &*clean_name {
        TOKEN => (true, !is_token_start(&value)),
        ANSWERS | RESULTS => (true, true),
        SEED | NAME | MOVE => (false, true),
        // A private link.
        other if is_password(other) => (false, clean::password_of_link(&value).is_some()),
        _ => (false, false),
    };
    let value = if is_pasted { value } else { read_again(value, layers) };
    let Some((first, rest)) = value.split_once('&').filter(|_| !has_room) else {
        drop(clean_name);
        return vec![(name, value)];
    };
    let mut all = pairs(rest, layers);
    all.retain(|(other, _)| clean_name != TOKEN || !is_password(&clean::name(other)));
    drop(clean_name);
    all.insert(0, (name, first.to_owned()));
    all
}

/// A value that was encoded several times, or escaped.
fn read_again(mut value: String, layers: usize) -> String {
    for _ in 0..layers {
        if !marks::may_be_in(&value) {
            break;
        }
        value =
            percent_decode_str(&marks::undone_in_value(&value)).decode_utf8_lossy().into_owned();
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::PARLOUR;
    use proptest::prelude::*;

    fn parse(text: &str) -> Query {
        let query = Query::parse(text.as_bytes(), &PARLOUR).unwrap();
        Query { said: Vec::new(), ..query }
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn token() -> String {
        ["AQE-_", &"x".repeat(80)].concat()
    }

    #[test]
    fn the_vocabulary_is_read_in_any_order() {
        let query = parse("turn=13&g=maze&s=abc-_");
        assert_eq!(query, parse("s=abc%2D%5F&g=maze&turn=13"));
        assert_eq!(query.tokens, ["abc-_"]);
        assert_eq!(query.game.as_deref(), Some("maze"));
        assert_eq!(query.rest, [("turn".to_owned(), "13".to_owned())]);
        assert_eq!(parse("g=maze&rules").about, Some(About::People));
        assert_eq!(parse("rules=&g=maze").about, Some(About::People));
        assert_eq!(parse("rules=else&g=maze").about, Some(About::People));
        let kinds = [About::Programs, About::NewGame, About::ThisLink, About::QrCode];
        for about in kinds.into_iter().chain([About::People]) {
            assert_eq!(parse(&format!("rules={}", about.value())).about, Some(about));
        }
        assert_eq!(parse("g=maze").about, None);
        assert_eq!(parse("seed=rainy+day").seed.as_deref(), Some("rainy day"));
        assert_eq!(parse("seed=+&day=").seed, None);
    }

    /// The names are public: links that are out in the world have them.
    #[test]
    fn every_name_goes_where_it_belongs() {
        let value = |text: &str| Some(text.to_owned());
        let expected = Query {
            game: value("1"),
            tokens: texts(&["2"]),
            foreign: None,
            turn_codes: Vec::new(),
            about: Some(About::Programs),
            seed: value("3"),
            day: value("4"),
            to_beat: Some(17),
            people: value("5"),
            name: value("6"),
            sit: Some(Sit::Down),
            patience: value("19"),
            dealt_in: value("20"),
            password: value("8"),
            pasted: value("18"),
            is_cut: false,
            league: Some(LeagueRequest::Open),
            table: value("9"),
            at: TurnCode::read("t9-K4QT"),
            board_request: value("10"),
            typed: value("11"),
            numbered: true,
            words: true,
            links: true,
            after: Some(21),
            play_on: true,
            sure: false,
            turned: false,
            made: false,
            solution: true,
            puzzles: true,
            feed: true,
            style: value("15"),
            ask: value("12"),
            format: value("13"),
            rest: vec![("turn".to_owned(), "14".to_owned())],
            ignored: texts(&["unknown"]),
            without_meaning: Vec::new(),
            said: Vec::new(),
        };
        let query = "g=1&s=2&rules=api&seed=3&day=4&beat=17&people=5&name=6&sit&c=8&answers=18&league&table=9&at=t9-K4QT&use=10\
                     &move=11&numbered&words&links&solution&puzzles&feed&after=21&play_on&style=15&ask=12&as=13&patience=19&with=20&turn=14&unknown=16";
        assert_eq!(parse(query), expected);
        assert_eq!(parse(&query.replace("answers", RESULTS)), expected);
    }

    #[test]
    fn only_the_end_of_pasted_text_is_cut() {
        let long = "x%20".repeat(QUERY_BYTES_MAX);
        for name in [ANSWERS, RESULTS] {
            let query = parse(&format!("s=2&c=8&{name}={long}"));
            assert!(query.is_cut && query.pasted.is_some_and(|text| text.starts_with("x x x")));
        }
        for other in [format!("s={long}&{ANSWERS}=x"), format!("{ANSWERS}={long}&s=2")] {
            assert_eq!(Query::parse(other.as_bytes(), &PARLOUR), Err(BadQuery::TooLong));
        }
        let text = "https://h/p?s=A&g=eights Ben";
        assert_eq!(
            parse("s=2&answers=https://h/p?s%3DA%26g%3Deights%20Ben").pasted.as_deref(),
            Some(text)
        );
    }

    #[test]
    fn a_result_to_beat_is_a_number_only() {
        for damaged in ["24", "24.", "24)", "%2024", "24%E2%80%8B", "%EF%BC%92%D9%A4"] {
            assert_eq!(parse(&format!("beat={damaged}")).to_beat, Some(24), "{damaged}");
        }
        for other in ["", "x", "-1", "2.4", "99999", "24+looks+win"] {
            let query = parse(&format!("beat={other}"));
            assert_eq!(
                (query.to_beat, query.without_meaning.contains(&"beat")),
                (None, !other.is_empty()),
                "{other}"
            );
        }
    }

    #[test]
    fn a_pasted_address_says_which_turn_it_is() {
        let token = token();
        let pasted =
            format!("https%3A%2F%2Fh%2Fp%3Fs%3D{token}%26g%3Deights%26at%3Dt12-K4QT%26c%3Dsecret");
        let query = parse(&format!("g=maze&s={pasted}&turn=1"));
        let read = |text| TurnCode::read(text).unwrap();
        assert_eq!((&query.tokens[0], query.turn_codes), (&token, vec![read("t12-K4QT")]));
        assert_eq!(query.password, None, "the password of somebody else");
        let query = parse(&format!("at=t13-K4QT&s={pasted}"));
        let other = |opened| query.other_turn_code(read(opened));
        assert_eq!(["t12-K4QT", "t13-K4QT"].map(other), [None, None]);
        assert_eq!(other("t12-DMCY"), Some(read("t13-K4QT")));
    }

    #[test]
    fn another_password_behind_a_token_is_dropped() {
        let token = token();
        for start in ["s", "S", "amp;s"] {
            for name in ["c", "C", "amp%3Bc", "%20c", "c-SSTH-1", "C-ssth-1", "%EF%BD%83"] {
                for (equals, and) in [("%3D", "%26"), ("%253D", "%2526")] {
                    let name =
                        if and == "%26" { name.to_owned() } else { name.replace('%', "%25") };
                    let text = format!("{start}={token}{and}{name}{equals}k7qx&g=eights");
                    let query = parse(&text);
                    assert_eq!((query.password, &query.tokens[0]), (None, &token), "{text}");
                }
            }
        }
        let own = format!("s={token}%26c%3Dk7qx&g=eights&c=mine");
        assert_eq!(parse(&own).password.as_deref(), Some("mine"));
    }

    #[test]
    fn damage_on_the_way_changes_nothing() {
        let token = token();
        let whole = parse(&format!("s={token}&g=maze&turn=13"));
        for damaged in [
            format!("s={token}&amp;g=maze&amp;turn=13"),
            format!("s=3D{token}&g=3Dmaze&turn=3D13"),
            format!("S={token}&G=MAZE&Turn=13"),
            format!("s%3D{token}%26g%3Dmaze%26turn%3D13"),
            format!("s={token}%26g%3Dmaze%26turn%3D13"),
            format!("s%253D{token}%2526g%253Dmaze%2526turn%253D13"),
            format!("s={token}.&g=maze,&turn=13)"),
            format!("s={token}&g=maze&turn=13?utm_source=x"),
            format!("s={token}%E2%80%8B&%E2%81%A0g=ma%C2%ADze&turn=%EF%BB%BF13"),
            format!("s={token}&g=maze&turn=13&turn=13&g=maze"),
            format!("s={token};g=maze;turn=13"),
            format!("s\\u003D{token}\\u0026g\\u003dmaze\\U0026turn\\x3d13"),
            format!("s%5Cu003d{token}%5Cu0026g%5Cu003dmaze%5Cu0026turn%5Cu003d13"),
            format!("s%u003d{token}%26g=maze&turn=1%2533"),
            format!("s&equals;{token}&amp;amp;g&#61;maze&#x26;turn&#X3D;13"),
            format!("s=3d{token}&g=3dmaze&turn=3d13"),
            format!("s={token}&g=ma%3Cwbr%3Eze&turn=1&shy;3"),
        ] {
            let query = Query { ignored: Vec::new(), ..parse(&damaged) };
            assert_eq!(query, whole, "{damaged}");
        }
        assert_eq!(parse(&format!("https://h/p?{token}")).tokens, texts(&[&token]));
        assert!(parse(&format!("league&{RESULTS}={token}")).tokens.is_empty());
        let ignored = parse("fbclid=1&ref=2&fbclid=3&g=nim").ignored;
        assert_eq!(ignored, ["fbclid", "ref"]);
        assert_eq!(parse("c-7qk3-1=abc").password, parse("C=abc").password);
    }

    #[test]
    fn a_value_that_was_encoded_twice_is_the_same() {
        for damaged in ["rainy%2520day", "rainy%252520day", "rainy%252Bday", "rainy%26nbsp%3Bday"] {
            assert_eq!(
                parse(&format!("seed={damaged}")).seed.as_deref(),
                Some("rainy day"),
                "{damaged}"
            );
        }
        assert_eq!(parse("name=100%25").name.as_deref(), Some("100%"));
        assert_eq!(parse("g=maze;day=2026-11-20").day.as_deref(), Some("2026-11-20"));
    }

    /// Its marks may be of a language that nobody knows.
    #[test]
    fn a_lost_token_is_no_new_game() {
        let token = token();
        for (equals, and) in [("+AD0-", "+ACY-"), ("\u{b7}", "\u{b6}"), ("[eq]", "&")] {
            let query = parse(&format!("s{equals}{token}{and}g=maze"));
            assert!(!query.tokens.is_empty(), "{query:?}");
        }
    }

    #[test]
    fn nothing_is_an_empty_query() {
        assert_eq!(parse(""), Query::default());
        assert_eq!(parse("&&"), Query::default());
    }

    #[test]
    fn two_values_or_too_long_is_an_error() {
        assert_eq!(Query::parse(b"g=maze&g=nim", &PARLOUR), Err(BadQuery::Repeated));
        assert_eq!(Query::parse(b"turn=1&g=maze&t%75rn=2", &PARLOUR), Err(BadQuery::Repeated));
        assert!(Query::parse(b"g=maze&g=maze", &PARLOUR).is_ok());
        assert_eq!(parse("s=a&s=b").tokens, ["a", "b"]);
        assert!(Query::parse(&[b'x'; QUERY_BYTES_MAX], &PARLOUR).is_ok());
        assert_eq!(Query::parse(&[b'x'; QUERY_BYTES_MAX + 1], &PARLOUR), Err(BadQuery::TooLong));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            let _ = Query::parse(&bytes, &PARLOUR);
        }

        #[test]
        fn any_text_of_marks_is_read_without_panic(text in "[sgat=&%3D25?. -]{0,80}") {
            let _ = Query::parse(text.as_bytes(), &PARLOUR);
        }
    }
}
