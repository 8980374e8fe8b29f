//! The names of a query, in one table: each with the place and the meaning of its value.

use super::{About, BadQuery, LeagueRequest, Sit, clean};
use crate::table::turn_code::TurnCode;

/// Makes the query of its names. A name is beside the field that has its value, and the function that reads
/// the value: `texts` take any, a value of `values` may mean nothing, and `flags` have none.
macro_rules! names {
    (
        texts { $($(#[$about_text:meta])* $TEXT:ident = $text_name:literal, $text:ident: $clean:expr;)* }
        values { $(
            $(#[$about_value:meta])*
            $VALUE:ident = $value_name:literal, $value:ident: $type:ty = $read:expr $(, else $usual:expr)?;
        )* }
        flags { $($(#[$about_flag:meta])* $FLAG:ident = $flag_name:literal, $flag:ident;)* }
    ) => {
        $($(#[$about_text])* pub const $TEXT: &str = $text_name;)*
        $($(#[$about_value])* pub const $VALUE: &str = $value_name;)*
        $($(#[$about_flag])* pub const $FLAG: &str = $flag_name;)*

        /// The names of the table.
        pub const NAMES: &[&str] = &[$($TEXT,)* $($VALUE,)* $($FLAG,)*];

        /// Those that have no value.
        pub const FLAGS: &[&str] = &[$($FLAG,)*];

        /// A query string, taken apart.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Query {
            /// `s`: the token, or the possible tokens of a pasted text, the likeliest first.
            pub tokens: Vec<String>,
            /// A letter in the token that no token has.
            pub foreign: Option<char>,
            /// The turn codes in the text pasted into `s`.
            pub turn_codes: Vec<TurnCode>,
            $($(#[$about_text])* pub $text: Option<String>,)*
            $($(#[$about_value])* pub $value: Option<$type>,)*
            $($(#[$about_flag])* pub $flag: bool,)*
            /// True if the query was too long, and the end of the pasted text was cut.
            pub is_cut: bool,
            /// The options and requests of games.
            pub rest: Vec<(String, String)>,
            /// The names that nothing in Parlour uses.
            pub ignored: Vec<String>,
            /// The names whose value means nothing.
            pub without_meaning: Vec<&'static str>,
            /// Every name with the beginning of its value, as it was written. Tokens are left out.
            pub said: Vec<(String, String)>,
        }

        impl Query {
            /// Puts a value of a name of the table into its place, which is empty or has the same value.
            pub(super) fn put(&mut self, name: &str, value: &str) -> Result<(), BadQuery> {
                match name {
                    $($TEXT => put(&mut self.$text, $clean(value)),)*
                    $($VALUE => {
                        let read: Option<$type> = $read(value);
                        if read.is_none() && !value.is_empty() && !self.without_meaning.contains(&$VALUE) {
                            self.without_meaning.push($VALUE);
                        }
                        $(let read = read.or(Some($usual));)?
                        read.map_or(Ok(()), |read| put(&mut self.$value, read))
                    })*
                    $($FLAG => {
                        if !["", "1", "yes", "true", "on"].contains(&value) {
                            self.without_meaning.push($FLAG);
                        }
                        self.$flag = true;
                        Ok(())
                    })*
                    _ => Ok(()),
                }
            }
        }
    };
}

names! {
    texts {
        /// `g`: the key of a game.
        GAME = "g", game: clean::lower;
        /// `people`: how many people are to sit at the table.
        PEOPLE = "people", people: plain;
        /// `name`: what a person calls themselves at a table.
        NAME = "name", name: clean::text;
        /// `patience`: how long a new table waits for a player.
        PATIENCE = "patience", patience: clean::lower;
        /// `with`: the seats of absent people to whom the next round or game is dealt, too. In a query they
        /// are digits from 1.
        DEALT_IN = "with", dealt_in: plain;
        /// `c`: the password of a player.
        PASSWORD = "c", password: clean::password;
        /// `answers`, `results`: a text with the answers to an invitation, or with links for a league. It
        /// comes last in a query: if that is too long, the end is cut.
        ANSWERS = "answers", pasted: str::to_owned;
        /// `table`: the code of a table, in the title of the page that asks for its newest link.
        TABLE = "table", table: upper;
        /// `use`: the request that the squares of the board are to offer.
        BOARD_REQUEST = "use", board_request: clean::lower;
        /// `style`: the version of the style sheet that a page was written for.
        STYLE = "style", style: clean::lower;
        /// `ask`: the name for which a Gemini client asks its user for a value.
        ASK = "ask", ask: clean::lower;
        /// `as`: the name of the format that renders the page.
        FORMAT = "as", format: clean::lower;
    }
    values {
        /// `rules`: the page about the game that the link asks for.
        RULES = "rules", about: About = About::read, else About::People;
        /// `seed`: the deal that a text names.
        SEED = "seed", seed: String = |value| filled(clean::seed(value));
        /// `day`: the deal of a day.
        DAY = "day", day: String = |value| filled(clean::lower(value));
        /// `beat`: another player's result, which the player wants to beat.
        BEAT = "beat", to_beat: u16 = |value| clean::plain(value).parse().ok();
        /// `sit`: a request to sit down, to play again, or for another password.
        SIT = "sit", sit: Sit = Sit::read;
        /// `league`: a request for a new league, or to one.
        LEAGUE = "league", league: LeagueRequest = LeagueRequest::read, else LeagueRequest::Open;
        /// `at`: the turn code that the link of a table names.
        AT = "at", at: TurnCode = |value| TurnCode::read(&clean::plain(value));
        /// `after`: the moment of the game after so many moves.
        AFTER = "after", after: usize = |value| clean::plain(value).parse().ok();
        /// `move`: a typed move.
        MOVE = "move", typed: String = |value| filled(clean::typed(value));
    }
    flags {
        /// `numbered`: the page with the field for the move printed the number of every move.
        NUMBERED = "numbered", numbered;
        /// `words`: the position is to be told in words.
        WORDS = "words", words;
        /// `links`: every move is to have its link.
        LINKS = "links", links;
        /// `sure`: the player was asked whether the game should end, and said yes.
        SURE = "sure", sure;
        /// `play_on`: the game is to go on from the moment of `after`.
        PLAY_ON = "play_on", play_on;
        /// `turned`: the board is to be seen from the other side.
        TURNED = "turned", turned;
        /// `made`: the player has just moved, or has made this game for another.
        MADE = "made", made;
        /// `solution`: a request for the solution of a deal of a day.
        SOLUTION = "solution", solution;
        /// `puzzles`: the puzzles of the last days are asked for.
        PUZZLES = "puzzles", puzzles;
        /// `feed`: they are asked for as a feed.
        FEED = "feed", feed;
    }
}

fn plain(value: &str) -> String {
    clean::plain(value).into()
}

fn upper(value: &str) -> String {
    clean::plain(value).to_uppercase()
}

/// The text, unless it is empty.
fn filled(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// Puts a value into its place, which is empty or has the same value.
fn put<T: PartialEq>(place: &mut Option<T>, value: T) -> Result<(), BadQuery> {
    match place {
        Some(known) if *known != value => Err(BadQuery::Repeated),
        _ => {
            *place = Some(value);
            Ok(())
        }
    }
}
