//! Requests to the referee: their declaration in a ruleset, their form in a query, and the faults that
//! refuse them.

use super::text::Text;
use serde::Serialize;

/// A reason for a refusal. Its number belongs to one ruleset, or to all of them if it is in the 600s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The number: in the 900s for a ruleset's own, in the 600s for the platform's.
    pub code: u16,
    /// The name for programs: `tile_matched`.
    pub name: &'static str,
    /// The sentence for people.
    pub sentence: &'static str,
}

impl Fault {
    /// A fault.
    pub const fn new(code: u16, name: &'static str, sentence: &'static str) -> Self {
        Fault { code, name, sentence }
    }

    /// This fault, told in another sentence.
    pub fn saying(self, sentence: impl Into<Text>) -> Refusal {
        Refusal { fault: self, sentence: sentence.into() }
    }
}

/// No request has this name.
pub const UNKNOWN_REQUEST: Fault =
    Fault::new(603, "unknown_request", "This game has no such request. Choose one here.");
/// An argument is missing, or there are too many.
pub const WRONG_NUMBER_OF_ARGUMENTS: Fault = Fault::new(
    604,
    "wrong_number_of_arguments",
    "The move in this link is damaged. Choose one here.",
);
/// An argument is a word instead of a number.
pub const WRONG_TYPE: Fault = Fault::new(605, "wrong_type", "Use a whole number, as the links do.");
/// A query has two requests.
pub const SEVERAL_REQUESTS: Fault =
    Fault::new(606, "several_requests", "Only one request at a time. Choose one here.");

/// No seat of this table, or of this line of the game, has the password.
pub const NOT_A_PASSWORD: Fault =
    Fault::new(607, "not_a_player_here", "That password doesn't fit this table. Type it again.");
/// The typed text is no move of this page, or could be several.
pub const UNCLEAR_MOVE: Fault = Fault::new(608, "unclear_move", "That is no move here.");
/// Another player is on turn.
pub const NOT_YOUR_TURN: Fault = Fault::new(609, "not_your_turn", "It is not your turn.");

/// A request asks for the solution of a puzzle before its day is past.
pub const EARLY_SOLUTION: Fault = Fault::new(
    610,
    "early_solution",
    "The solution of this puzzle is shown when its day is past: from midnight, UTC.",
);

/// Only a person on turn has a hint, in a game in which a computer could play for them.
pub const NO_HINT: Fault =
    Fault::new(611, "no_hint", "There is no hint now. A page that has one offers it.");

/// A name at a table is taken, reserved or not made of letters.
pub const REFUSED_NAME: Fault =
    Fault::new(612, "refused_name", "That name does not do here. Choose another one.");

/// The game has no such moment, or the request is none for an earlier one.
pub const NO_SUCH_MOMENT: Fault =
    Fault::new(613, "no_such_moment", "The game has no such moment. Choose one here.");

/// The faults of every game, with the numbers of the later Volity platform.
pub const PLATFORM_FAULTS: [Fault; 11] = [
    UNKNOWN_REQUEST,
    WRONG_NUMBER_OF_ARGUMENTS,
    WRONG_TYPE,
    SEVERAL_REQUESTS,
    NOT_A_PASSWORD,
    UNCLEAR_MOVE,
    NOT_YOUR_TURN,
    EARLY_SOLUTION,
    NO_HINT,
    REFUSED_NAME,
    NO_SUCH_MOMENT,
];

/// A refused request: the position stays as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub fault: Fault,
    /// The same in a sentence for this position.
    pub sentence: Text,
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        fault.saying(fault.sentence)
    }
}

/// The refusal of a player's request without a password.
pub fn no_password() -> Refusal {
    NOT_A_PASSWORD.saying("Only a player can do that. Type your password.")
}

/// A request of a ruleset.
#[derive(Debug)]
pub struct RequestSpec {
    /// Its name, also in the query string: `turn`. Lasting.
    pub name: &'static str,
    /// Its effect in a few words, for a choice among several at one place: `turn it clockwise`.
    pub label: &'static str,
    /// Its effect, in a sentence.
    pub about: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [ArgumentSpec],
    /// The faults of the ruleset that may refuse it, besides those of its arguments.
    pub refusals: &'static [Fault],
    /// True if it never changes the position.
    pub read_only: bool,
    /// True if it deals a round.
    pub deals: bool,
    /// True if it ends the game in every position.
    pub ends: bool,
    /// The help that it gives with a puzzle.
    pub help: Help,
}

/// The help that a request gives with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// No help.
    No,
    /// A part of the solution. The puzzle of a day counts for no streak then.
    Hint,
    /// The whole solution. It is not given before the day of a puzzle is past.
    Solution,
}

impl RequestSpec {
    /// A request without arguments that is never refused.
    pub const fn new(name: &'static str, label: &'static str, about: &'static str) -> Self {
        let (arguments, refusals): (&[ArgumentSpec], &[Fault]) = (&[], &[]);
        RequestSpec {
            name,
            label,
            about,
            arguments,
            refusals,
            read_only: false,
            deals: false,
            ends: false,
            help: Help::No,
        }
    }

    /// The request with these arguments.
    pub const fn taking(self, arguments: &'static [ArgumentSpec]) -> Self {
        RequestSpec { arguments, ..self }
    }

    /// The request with these faults.
    pub const fn refused_with(self, refusals: &'static [Fault]) -> Self {
        RequestSpec { refusals, ..self }
    }

    /// The request as one that deals a round.
    pub const fn dealing(self) -> Self {
        RequestSpec { deals: true, ..self }
    }

    /// The request as one that ends the game.
    pub const fn ending(self) -> Self {
        RequestSpec { ends: true, ..self }
    }

    /// The request as one that never changes the position.
    pub const fn read_only(self) -> Self {
        RequestSpec { read_only: true, ..self }
    }

    /// The request as one that gives this help. The whole solution ends the game.
    pub const fn giving(self, help: Help) -> Self {
        let ends = self.ends || matches!(help, Help::Solution);
        RequestSpec { help, ends, ..self }
    }

    /// Returns true if the page asks before it ends the game. From a solution a player can go back.
    pub const fn asks_first(&self) -> bool {
        self.ends && matches!(self.help, Help::No)
    }

    /// Every fault of the ruleset that may refuse it.
    pub fn faults(&self) -> impl Iterator<Item = Fault> {
        let of_arguments = self.arguments.iter().map(|argument| argument.otherwise);
        of_arguments.chain(self.refusals.iter().copied())
    }
}

/// An argument of a request.
#[derive(Debug, Serialize)]
pub struct ArgumentSpec {
    /// Its name: `tile`.
    pub name: &'static str,
    pub kind: ArgumentKind,
    /// The fault if it is not of that kind.
    #[serde(skip)]
    pub otherwise: Fault,
}

/// The most bytes of a word. A link to a refused request has room for it, each byte in hexadecimal.
pub const WORD_BYTES_MAX: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentKind {
    /// A whole number between two limits, those of the largest board. A number outside never reaches
    /// the referee. On a smaller board the referee checks the number again.
    Number {
        /// The least.
        from: usize,
        /// The greatest.
        to: usize,
    },
    /// A word of at most [`WORD_BYTES_MAX`], usually one of these. The referee may accept more.
    Word(&'static [&'static str]),
}

impl ArgumentSpec {
    /// A whole number between two limits, both included.
    pub const fn number(name: &'static str, from: usize, to: usize, otherwise: Fault) -> Self {
        ArgumentSpec { name, kind: ArgumentKind::Number { from, to }, otherwise }
    }

    pub const fn word(
        name: &'static str,
        words: &'static [&'static str],
        otherwise: Fault,
    ) -> Self {
        ArgumentSpec { name, kind: ArgumentKind::Word(words), otherwise }
    }

    fn read(&self, text: &str) -> Result<Argument, Fault> {
        match self.kind {
            _ if text.is_empty() => Err(WRONG_NUMBER_OF_ARGUMENTS),
            ArgumentKind::Word(_) if text.len() > WORD_BYTES_MAX => Err(self.otherwise),
            ArgumentKind::Word(_) => Ok(Argument::Word(text.to_owned().into())),
            ArgumentKind::Number { .. } if !is_whole_number(text) => Err(WRONG_TYPE),
            ArgumentKind::Number { from, to } => {
                let number = text.parse().ok().filter(|number| (from..=to).contains(number));
                number.map(Argument::Number).ok_or(self.otherwise)
            }
        }
    }
}

fn is_whole_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

/// A request of a player to the referee.
#[derive(Clone, Debug)]
pub struct Request {
    /// The request of the ruleset.
    pub spec: &'static RequestSpec,
    /// Its arguments, in the number and of the kinds that the ruleset declares. Numbers are within their
    /// limits.
    pub arguments: Vec<Argument>,
}

impl Eq for Request {}

impl PartialEq for Request {
    fn eq(&self, other: &Self) -> bool {
        self.spec.name == other.spec.name && self.arguments == other.arguments
    }
}

/// An argument of a player's request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Argument {
    /// A whole number.
    Number(usize),
    Word(Text),
}

become_variants!(Argument: usize => Number, &'static str => Word, String => Word);

/// As a link has it: `take=1,3`.
#[cfg(any(test, feature = "audit"))]
impl std::fmt::Display for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.spec.name, self.typed_arguments(","))
    }
}

impl Request {
    /// A request without arguments.
    pub fn plain(spec: &'static RequestSpec) -> Self {
        Request { spec, arguments: Vec::new() }
    }

    /// A request with one argument.
    pub fn with(spec: &'static RequestSpec, argument: impl Into<Argument>) -> Self {
        Request { spec, arguments: vec![argument.into()] }
    }

    /// Reads the arguments from a query, with commas between them.
    ///
    /// # Errors
    ///
    /// [`WRONG_NUMBER_OF_ARGUMENTS`] if one is missing or there are too many, [`WRONG_TYPE`] if
    /// an argument should be a number and is not, and the fault of the argument if the number is outside its
    /// limits.
    pub fn read(spec: &'static RequestSpec, arguments: &str) -> Result<Self, Fault> {
        let texts: Vec<&str> = match arguments {
            "" => Vec::new(),
            _ => arguments.split(',').collect(),
        };
        if texts.len() != spec.arguments.len() {
            return Err(WRONG_NUMBER_OF_ARGUMENTS);
        }
        let read = |(argument, text): (&ArgumentSpec, &str)| argument.read(text);
        let read = spec.arguments.iter().zip(texts).map(read).collect::<Result<_, _>>()?;
        Ok(Request { spec, arguments: read })
    }

    /// The arguments in the form of a typed move, with this text between them.
    pub fn typed_arguments(&self, between: &str) -> String {
        let typed = self.arguments.iter().map(|argument| match argument {
            Argument::Number(number) => number.to_string(),
            Argument::Word(word) => word.to_string(),
        });
        typed.collect::<Vec<_>>().join(between)
    }

    /// Returns true if it is this request of the ruleset.
    pub fn is(&self, spec: &RequestSpec) -> bool {
        self.spec.name == spec.name
    }

    /// The whole number at this place, from 0. If the ruleset declares no number there, it is 0.
    pub fn number(&self, place: usize) -> usize {
        match self.arguments.get(place) {
            Some(Argument::Number(number)) => *number,
            _ => 0,
        }
    }

    /// The word at this place, from 0. If the ruleset declares no word there, it is empty.
    pub fn word(&self, place: usize) -> &str {
        match self.arguments.get(place) {
            Some(Argument::Word(word)) => word,
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTSIDE: Fault = Fault::new(901, "outside", "There is no such tile.");
    static TURN: RequestSpec = RequestSpec::new("turn", "turn it", "Turns a tile.")
        .taking(&[ArgumentSpec::number("tile", 1, 16, OUTSIDE)]);
    static PLAY: RequestSpec = RequestSpec::new("play", "play it", "Plays two cards.").taking(&[
        ArgumentSpec::word("card", &["8H"], OUTSIDE),
        ArgumentSpec::word("card", &["8H"], OUTSIDE),
    ]);
    static HINT: RequestSpec = RequestSpec::new("hint", "take a hint", "Helps.");

    fn fault(spec: &'static RequestSpec, arguments: &str) -> Option<u16> {
        Request::read(spec, arguments).err().map(|fault| fault.code)
    }

    #[test]
    fn a_number_is_read_once_within_its_limits() {
        assert_eq!(Request::read(&TURN, "16"), Ok(Request::with(&TURN, 16)));
        for outside in ["0", "17", "-1", "99999999999999999999", "-99999999999999999999"] {
            assert_eq!(fault(&TURN, outside), Some(901), "{outside}");
        }
        for no_number in ["x", "1e9", "-", "+1", " 1", "1.0", "\u{fffd}"] {
            assert_eq!(fault(&TURN, no_number), Some(605), "{no_number}");
        }
    }

    #[test]
    fn a_missing_argument_is_missing_whatever_its_kind() {
        for (spec, arguments) in
            [(&TURN, ""), (&TURN, "1,2"), (&TURN, ","), (&PLAY, ""), (&PLAY, "8H"), (&PLAY, "8H,")]
        {
            assert_eq!(fault(spec, arguments), Some(604), "{} {arguments}", spec.name);
        }
        assert_eq!(fault(&PLAY, "8H,x"), None);
        let word = |length: usize| "x".repeat(length);
        assert_eq!(fault(&PLAY, &format!("8H,{}", word(WORD_BYTES_MAX))), None);
        assert_eq!(fault(&PLAY, &format!("8H,{}", word(WORD_BYTES_MAX + 1))), Some(901));
        assert_eq!(fault(&HINT, ""), None);
        assert_eq!(fault(&HINT, "1"), Some(604));
    }
}
