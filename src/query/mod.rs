//! The query string, read. `links.rs` writes what is read here.
//!
//! | query | page |
//! |---|---|
//! | none | the parlour: every game |
//! | `g=maze` and options, `seed=` or `day=` | a fresh deal |
//! | `s=TOKEN&g=maze` | the position in the token, which also says which game it is |
//! | `s=TOKEN&g=maze&turn=13` | the request `turn(13)` put to the referee |
//! | `s=TOKEN&g=maze&use=turn_back` | the same position, its places offering another request |
//! | `g=eights&people=3&name=Ann` | a table of three people, at which Ann sits first |
//! | `s=TOKEN&g=eights` | what everybody may see of a table |
//! | `s=TOKEN&g=eights&sit&name=Ben` | Ben sits down |
//! | `s=TOKEN&g=eights&c=PASSWORD` | what the seat of this password sees |
//! | `s=TOKEN&g=eights&c=PASSWORD&play_card=8H` | the same, after its request |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=again` | the same people play again |
//! | `s=TOKEN&g=eights&c=PASSWORD&sit=password` | another password for the same seat |
//! | `g=eights&c=PASSWORD` | asks for the newest link |
//! | `...&at=t12-K4QT` | the same, and says if the link is not of that turn |
//! | `g=maze&rules` | how to play |
//! | `g=maze&rules=api` | the same for those who write programs |
//! | `g=maze&rules=new` and options | every option of a new game, these chosen |
//! | `s=TOKEN&g=maze&rules=new` and options | the same, with a way back to the position |
//! | `s=TOKEN&g=maze&rules` | how to play, with a way back to the position |
//! | `s=TOKEN&g=maze&turn=13&rules=link` | what this link is made of |
//! | `s=TOKEN&g=eights&rules=qr` | the link to send as a QR code; a password is ignored |
//! | `s=PASS&g=doctor` | the doctor's page, for the operator of this server |
//! | `s=TOKEN&g=maze&move=b2` | the request that somebody typed, put to the referee |
//! | `s=TOKEN&g=maze&words` | the same position in words |
//! | `s=TOKEN&g=maze&links&as=text` | the same position, every move with its link |
//! | `g=maze&day=2026-11-20&solution` | the solution of a day that is past |
//! | `s=TOKEN&g=maze&day=2026-11-22` | the puzzle of a day, with the streak of the one in the token |
//! | `feed` | the puzzles of the last days, as a feed |
//! | `style=VERSION` | the style sheet of all pages |
//! | `...&ask=move` | asks for what is typed, where a protocol asks before it answers (Gemini) |
//! | any of them with `as=json` | the same for a program; with `as=text` in plain text, with `as=svg` as a picture |
//!
//! Names that nothing here knows change nothing; a name given twice is an error.

mod paste;

use paste::Pasted;

/// The names in a query string. Those that are here are written in more than one place.
pub const GAME: &str = "g";
/// See [`Query::seed`].
pub const SEED: &str = "seed";
/// See [`Query::day`].
pub const DAY: &str = "day";
/// `day=today`: the puzzle of the current day (UTC).
pub const TODAY: &str = "today";
/// See [`Query::about`].
pub const RULES: &str = "rules";
/// See [`Query::people`].
pub const PEOPLE: &str = "people";
/// See [`Query::name`].
pub const NAME: &str = "name";
/// See [`Query::sit`].
pub const SIT: &str = "sit";
/// See [`Query::password`].
pub const PASSWORD: &str = "c";
/// See [`Query::token`].
pub const TOKEN: &str = "s";
/// See [`Query::at`].
pub const AT: &str = "at";
/// See [`Query::board_request`].
pub const BOARD_REQUEST: &str = "use";
/// See [`Query::typed`].
pub const MOVE: &str = "move";
/// See [`Query::words`].
pub const WORDS: &str = "words";
/// See [`Query::links`].
pub const LINKS: &str = "links";
/// See [`Query::solution`].
pub const SOLUTION: &str = "solution";
/// See [`Query::feed`].
pub const FEED: &str = "feed";
/// See [`Query::style`].
pub const STYLE: &str = "style";
/// See [`Query::ask`].
pub const ASK: &str = "ask";
/// See [`Query::format`].
pub const FORMAT: &str = "as";

/// The longest query that is looked at, in bytes. Some servers cut at 2,000 without a word.
pub const QUERY_BYTES_MAX: usize = 2048;

/// A query string, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// `g`: the key of a game. If `s` is a whole address, it is the game of that address.
    pub game: Option<String>,
    /// `s`: a token, as it is or in a whole address that somebody pasted.
    pub token: Option<String>,
    /// `rules`: a page about the game is asked for.
    pub about: Option<About>,
    /// `seed`: the deal that a text names.
    pub seed: Option<String>,
    /// `day`: the deal of a day.
    pub day: Option<String>,
    /// `people`: how many people are to sit at the table.
    pub people: Option<String>,
    /// `name`: what a person calls themselves at a table.
    pub name: Option<String>,
    /// `sit`: somebody wants to sit down, to play again, or another password.
    pub sit: Option<String>,
    /// `c`: the password of a player.
    pub password: Option<String>,
    /// `at`: the turn code that the link of a table names, or else the pasted address in `s`.
    pub at: Option<String>,
    /// `use`: the request that the squares of the board are to offer.
    pub board_request: Option<String>,
    /// `move`: a move as somebody typed it.
    pub typed: Option<String>,
    /// `words`: the position is to be told in words.
    pub words: bool,
    /// `links`: every move is to have its link.
    pub links: bool,
    /// `solution`: the solution of a deal of a day is asked for.
    pub solution: bool,
    /// `feed`: the puzzles of the last days are asked for.
    pub feed: bool,
    /// `style`: the version of the style sheet that a page was written for.
    pub style: Option<String>,
    /// `ask`: the name that somebody is to be asked to type a value for.
    pub ask: Option<String>,
    /// `as`: the name of the format that renders the page.
    pub format: Option<String>,
    /// Everything else, for the game to know: options, requests, and what nobody knows.
    pub rest: Vec<(String, String)>,
}

/// A page about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The rules.
    People,
    /// The manual for programs.
    Programs,
    /// Its options, to choose from.
    NewGame,
    /// The parts of the link that asked for the page.
    ThisLink,
    /// The link that others may have, as a QR code.
    QrCode,
}

impl About {
    /// The value of `rules` that asks for it.
    pub fn value(self) -> &'static str {
        match self {
            About::People => "",
            About::Programs => "api",
            About::NewGame => "new",
            About::ThisLink => "link",
            About::QrCode => "qr",
        }
    }

    /// The page that a value of `rules` asks for; one that nobody knows asks for how to play.
    fn read(value: &str) -> Self {
        let others = [About::Programs, About::NewGame, About::ThisLink, About::QrCode];
        others.into_iter().find(|about| about.value() == value).unwrap_or(About::People)
    }
}

/// The reason why a query string cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadQuery {
    /// Longer than [`QUERY_BYTES_MAX`].
    TooLong,
    /// It has a name twice, so nobody can tell which is meant.
    Repeated,
}

/// The format that a query asks for, even one that cannot be taken apart.
pub fn format_name(bytes: &[u8]) -> Option<&str> {
    let mut pairs = bytes.split(|byte| *byte == b'&');
    std::str::from_utf8(pairs.find_map(|pair| pair.strip_prefix(b"as="))?).ok()
}

impl Query {
    /// Takes apart the bytes after the question mark. Bytes that are no UTF-8 become U+FFFD.
    pub fn parse(bytes: &[u8]) -> Result<Self, BadQuery> {
        if bytes.len() > QUERY_BYTES_MAX {
            return Err(BadQuery::TooLong);
        }
        // Reading pairs of texts cannot fail: every sequence of bytes is such a list.
        let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(bytes).unwrap_or_default();
        let repeats = |at: usize| pairs[..at].iter().any(|(earlier, _)| *earlier == pairs[at].0);
        if (0..pairs.len()).any(repeats) {
            return Err(BadQuery::Repeated);
        }
        let (mut query, mut pasted) = (Query::default(), None);
        for (name, value) in pairs {
            match name.as_str() {
                GAME => query.game = Some(value),
                TOKEN => pasted = Some(paste::read(&value)),
                RULES => query.about = Some(About::read(&value)),
                SEED => query.seed = Some(value).filter(|seed| !seed.trim().is_empty()),
                DAY => query.day = Some(value).filter(|day| !day.trim().is_empty()),
                PEOPLE => query.people = Some(value),
                NAME => query.name = Some(value),
                SIT => query.sit = Some(value),
                PASSWORD => query.password = Some(value),
                AT => query.at = Some(value),
                BOARD_REQUEST => query.board_request = Some(value),
                MOVE => query.typed = Some(value).filter(|typed| !typed.trim().is_empty()),
                WORDS => query.words = true,
                LINKS => query.links = true,
                SOLUTION => query.solution = true,
                FEED => query.feed = true,
                STYLE => query.style = Some(value),
                ASK => query.ask = Some(value),
                FORMAT => query.format = Some(value),
                _ => query.rest.push((name, value)),
            }
        }
        if let Some(Pasted { token, game, turn_code }) = pasted {
            query.token = Some(token);
            query.game = game.or(query.game);
            query.at = query.at.or(turn_code);
        }
        Ok(query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Query {
        Query::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn the_vocabulary_is_read_in_any_order() {
        let query = parse("turn=13&g=maze&s=abc-_");
        assert_eq!(query, parse("s=abc%2D%5F&g=maze&turn=13"));
        assert_eq!(query.token.as_deref(), Some("abc-_"));
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
            token: value("2"),
            about: Some(About::Programs),
            seed: value("3"),
            day: value("4"),
            people: value("5"),
            name: value("6"),
            sit: value("7"),
            password: value("8"),
            at: value("9"),
            board_request: value("10"),
            typed: value("11"),
            words: true,
            links: true,
            solution: true,
            feed: true,
            style: value("15"),
            ask: value("12"),
            format: value("13"),
            rest: vec![("turn".to_owned(), "14".to_owned())],
        };
        let query = "g=1&s=2&rules=api&seed=3&day=4&people=5&name=6&sit=7&c=8&at=9&use=10&move=11\
                     &words&links&solution&feed&style=15&ask=12&as=13&turn=14";
        assert_eq!(parse(query), expected);
    }

    #[test]
    fn a_pasted_address_says_which_game_and_turn_it_is() {
        let pasted = "https%3A%2F%2Fh%2Fp%3Fs%3DAb-_%26g%3Deights%26at%3Dt12-K4QT%26c%3Dsecret";
        let query = parse(&format!("g=maze&s={pasted}&turn=1"));
        assert_eq!(query.token.as_deref(), Some("Ab-_"));
        assert_eq!(
            (query.game.as_deref(), query.at.as_deref()),
            (Some("eights"), Some("t12-K4QT"))
        );
        assert_eq!(query.password, None, "the password of somebody else");
        assert_eq!(parse(&format!("s={pasted}&at=t13-K4QT")).at.as_deref(), Some("t13-K4QT"));
        assert_eq!(parse("s=Ab&g=maze"), parse("g=maze&s=+A%0Db"));
    }

    #[test]
    fn nothing_is_an_empty_query() {
        assert_eq!(parse(""), Query::default());
        assert_eq!(parse("&&"), Query::default());
    }

    #[test]
    fn twice_is_an_error_and_so_is_too_long() {
        assert_eq!(Query::parse(b"g=maze&g=maze"), Err(BadQuery::Repeated));
        assert_eq!(Query::parse(b"x=1&%78=2"), Err(BadQuery::Repeated));
        assert_eq!(Query::parse(b"x=1&g=maze&x=2"), Err(BadQuery::Repeated));
        assert!(Query::parse(&[b'x'; QUERY_BYTES_MAX]).is_ok());
        assert_eq!(Query::parse(&[b'x'; QUERY_BYTES_MAX + 1]), Err(BadQuery::TooLong));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            let _ = Query::parse(&bytes);
        }
    }
}
