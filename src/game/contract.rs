//! The contract of a game.
//!
//! A game is a [`Ruleset`] (its public face, as data) and pure functions: it deals, referees,
//! settles and describes what a viewer sees. It knows nothing of screens. The words are those of
//! Volity. A player sends requests. The referee grants a request with messages about its effect, or
//! refuses it with a numbered fault and leaves the position unchanged.

use super::chance::Chance;
use super::codec::{Codec, Coded};
use super::hint::Advice;
use super::message::Message;
use super::moment::{Moment, Remarks};
use super::options::Choices;
use super::outcome::Outcome;
use super::page::Page;
use super::request::{Refusal, Request};
use super::ruleset::Ruleset;
use super::seat::{Perspective, Seat, players};
use super::secret::DealKind;
use super::text::Text;
use super::verification::Commitment;
use std::fmt::Debug;

/// A game. Every function is pure: its result depends on its arguments alone.
///
/// A game of one person who guesses a coin. `examples/hog.rs` is a longer one, with a computer and a hint:
///
/// ```
/// use parlour::prelude::*;
///
/// struct Coin;
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Guess {
///     /// The coin shows heads. No page shows it before the end.
///     is_heads: bool,
///     guess: Option<bool>,
/// }
///
/// const OVER: Fault = Fault::new(901, "over", "The game is over.");
/// static HEADS: RequestSpec = RequestSpec::new("heads", "say heads", "Guesses heads.").refused_with(&[OVER]);
/// static TAILS: RequestSpec = RequestSpec::new("tails", "say tails", "Guesses tails.").refused_with(&[OVER]);
/// static SHOWN: MessageSpec = MessageSpec::new("shown", &["coin"], "The coin is shown.");
///
/// impl Game for Coin {
///     type Position = Guess;
///     type Event = bool;
///
///     const RULESET: Ruleset = Ruleset {
///         key: "coin",
///         number: 130,
///         uri: "https://example.org/coin",
///         title: "Coin",
///         blurb: "Heads or tails?",
///         secrecy: |_| Secrecy::later("the coin"),
///         requests: &[&HEADS, &TAILS],
///         messages: &[&SHOWN],
///         steps: &["Guess the coin."],
///         rules: || vec![Passage::new("The coin").say("Guess the side that it shows.")],
///         ..Ruleset::USUAL
///     };
///
///     fn blank(_: &Choices) -> Guess {
///         Guess { is_heads: false, guess: None }
///     }
///
///     fn deal(_: &Choices, chance: &mut Chance) -> Guess {
///         Guess { is_heads: chance.below(2) == 0, guess: None }
///     }
///
///     fn fields(position: &mut Guess, codec: &mut Codec<'_>) -> Coded {
///         codec.flag(&mut position.is_heads)?;
///         codec.one_of(&mut position.guess, &[None, Some(false), Some(true)])
///     }
///
///     fn turn(position: &Guess) -> Option<Seat> {
///         position.guess.is_none().then_some(0)
///     }
///
///     fn referee(position: &Guess, request: &Request) -> Result<Ruling<Self>, Refusal> {
///         if position.guess.is_some() {
///             return Err(OVER.into());
///         }
///         let next = Guess { guess: Some(request.is(&HEADS)), ..*position };
///         Ok(Ruling::Next(next, vec![position.is_heads]))
///     }
///
///     fn outcome(position: &Guess) -> Option<Outcome> {
///         position.guess.map(|guess| Outcome::alone(guess == position.is_heads))
///     }
///
///     fn page(position: &Guess, _: &Perspective, _: &[bool]) -> Page {
///         let offers = [Offer::new("Say heads", &HEADS, []), Offer::new("Say tails", &TAILS, [])];
///         let offers = offers.into_iter().filter(|_| position.guess.is_none());
///         let end = Self::outcome(position).map(|_| End::new(""));
///         Page::new("Your turn", "Heads or tails?").offering(offers).ending(end)
///     }
///
///     fn tell(is_heads: &bool, _: &Perspective) -> Option<Message> {
///         let coin = if *is_heads { "heads" } else { "tails" };
///         Some(SHOWN.tell([coin.into()], format!("The coin shows {coin}.")))
///     }
/// }
///
/// assert_eq!(parlour::games![Coin][0].ruleset.title, "Coin");
/// ```
pub trait Game: 'static {
    /// Everything that is true at one moment of one game, hidden things included.
    type Position: Clone + Debug + PartialEq;

    /// Something that happened.
    type Event: Clone + Debug;

    /// The public face of the game.
    const RULESET: Ruleset;

    /// The names of the seats, in order of play. People have the first seats.
    fn seats(choices: &Choices) -> Vec<Text> {
        players(choices.people())
    }

    /// A position with the shape that these choices give it. [`Game::fields`] sets its fields when a
    /// link is opened, so the values do not matter.
    fn blank(choices: &Choices) -> Self::Position;

    /// A new game, not yet settled. The position holds every later result of chance, so opening a
    /// link again can never give another result.
    fn deal(choices: &Choices, chance: &mut Chance) -> Self::Position;

    /// The events of the deal. Empty unless this is the first settled position of a game.
    fn dealt(_position: &Self::Position) -> Vec<Self::Event> {
        Vec::new()
    }

    /// Writes or reads every field of the position. The platform keeps the choices.
    ///
    /// Positions that look alike must take the same number of bits, so that the length of a link
    /// reveals nothing.
    ///
    /// # Errors
    ///
    /// Fails if a value that was read is outside its bounds.
    fn fields(position: &mut Self::Position, codec: &mut Codec<'_>) -> Coded;

    /// Returns true if the rules can lead to a position that was read. Its fields are within their
    /// bounds; this compares them with one another.
    fn is_possible(_position: &Self::Position) -> bool {
        true
    }

    /// The seat to move, or `None` when the game is over.
    ///
    /// At a closed table this must be the next person in order of play, because it is public. A
    /// person who can do nothing has one request: to pass.
    fn turn(position: &Self::Position) -> Option<Seat>;

    /// Decides on a request of the seat to move, in a settled position. This only records the
    /// choice; [`Game::settle`] works out the consequences.
    ///
    /// # Errors
    ///
    /// The fault of a refused request. The position stays as it was.
    fn referee(position: &Self::Position, request: &Request) -> Result<Ruling<Self>, Refusal>;

    /// Reads a typed text in a notation of the game, such as `Nf3`, or `QH` for a card. The moves
    /// that it names need not be legal: the referee says why they are not.
    fn read(_position: &Self::Position, _text: &str) -> Named {
        Named::Nothing
    }

    /// What the log calls each move that is legal now: its request, a verb in the past tense, and the
    /// rest of its name, such as `took` and `2 from heap 3`. A player may type it.
    fn called(_position: &Self::Position) -> Vec<(Request, &'static str, String)> {
        Vec::new()
    }

    /// Works out the consequences until the seat to move has something to decide: the computer's
    /// replies, drawn cards, revealed hands. Settling twice changes nothing. Between people it never
    /// changes the seat to move.
    ///
    /// The platform seals a settled position, except at a closed table. There it settles whenever
    /// the person to move opens the table, so a move teaches the player who makes it nothing.
    fn settle(position: Self::Position) -> (Self::Position, Vec<Self::Event>) {
        (position, Vec::new())
    }

    /// The position after a person has left a closed table whose ruleset seats computers. `choices`
    /// say who still plays. A computer plays the same cards; nothing is dealt.
    fn leave(position: &Self::Position, _choices: &Choices) -> Self::Position {
        position.clone()
    }

    /// The position of a later deal at a closed table, not yet settled. `choices` say who plays.
    ///
    /// Of the position before it, only those things may decide it that everybody knew before the
    /// round, and the seed of the deals.
    fn deal_again(
        position: &Self::Position,
        _choices: &Choices,
        _kind: DealKind,
    ) -> Self::Position {
        position.clone()
    }

    /// The seat whose move has ended a round at a closed table, as everybody sees. The round waits to
    /// be counted. Any other person may do that, and so may this one after a while.
    fn ended_by(_position: &Self::Position) -> Option<Seat> {
        None
    }

    /// A position in which a round waits to be counted, with this person on turn.
    fn taken_up(position: Self::Position, _seat: Seat) -> Self::Position {
        position
    }

    /// Returns true if the player of this seat looks at the board from its far side.
    fn sits_behind(_position: &Self::Position, _seat: Seat) -> bool {
        false
    }

    /// The events at a closed table since the last turn of this seat, the oldest first, as far as the
    /// player could see them there. Those of [`Game::settle`] come after them.
    fn since(_position: &Self::Position, _seat: Seat) -> Vec<Self::Event> {
        Vec::new()
    }

    /// The commitment to the secret that decides all chance of the deal. The page shows its
    /// fingerprint from the start, and the secret at the end of what was dealt.
    fn commitment(_position: &Self::Position) -> Option<Commitment> {
        None
    }

    /// The result, or `None` while the game goes on.
    fn outcome(position: &Self::Position) -> Option<Outcome>;

    /// The moments of the game after its first, the oldest first: each is the move that led to it, and the
    /// last one is this position. Empty if the position does not keep them, or if the page of a moment could
    /// show more than a player saw then. At a closed table there are none.
    fn moments(_position: &Self::Position, _who: &Perspective) -> Vec<Moment> {
        Vec::new()
    }

    /// The position at a moment: after so many moves, from 0. At the last moment it is this position. If a
    /// person was on turn, it is the position of that turn, as a link seals it.
    fn at(position: &Self::Position, _moment: usize) -> Self::Position {
        position.clone()
    }

    /// Remarks about the moments, for the page of this one. To find them is the search of that request: a
    /// moment has no remark if its share ends before the game knows one.
    fn remarks(_position: &Self::Position, _moment: usize) -> Remarks {
        Remarks::default()
    }

    /// The page of a viewer. `events` happened in the step that led here. It is empty when the
    /// position was opened from a bookmark.
    fn page(position: &Self::Position, who: &Perspective, events: &[Self::Event]) -> Page;

    /// The message that tells this viewer of an event, or `None` if it is not for them.
    fn tell(event: &Self::Event, who: &Perspective) -> Option<Message>;

    /// The request that a computer in this seat would make, from what a person there can see.
    /// `None` if the seat has nothing to decide.
    fn computer(_position: &Self::Position, _seat: Seat) -> Option<Request> {
        None
    }

    /// The function that answers a hint ([`HINT`]) for the person to move, from what that person sees.
    /// `None` if the game has no hint, or none now. People who play each other have none.
    ///
    /// [`HINT`]: super::hint::HINT
    fn hint(_position: &Self::Position) -> Option<fn(&Self::Position, &Perspective) -> Advice> {
        None
    }

    /// The function that shows the solution of a daily puzzle with these choices once its day has
    /// passed. `None` if there is no solution to show.
    fn solution(_choices: &Choices) -> Option<fn(&Self::Position) -> Page> {
        None
    }
}

/// The moves that a typed text names in a notation of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    /// It is not in the notation.
    Nothing,
    /// One of these, all of which it names.
    OneOf(Vec<Request>),
    /// These, one after the other.
    Row(Vec<Request>),
    /// Perhaps this one, which the page asks about.
    Asked(Request),
    /// It is in the notation, and names no move for this reason.
    Refused(String),
}

/// The result of a granted request.
pub enum Ruling<G: Game + ?Sized> {
    /// The position after it, and what happened.
    Next(G::Position, Vec<G::Event>),
    /// A page that answers a question. The position stays. The board comes first, so it does not
    /// move on the screen.
    Answer(Box<Page>),
}

impl<G: Game> Debug for Ruling<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ruling::Next(position, events) => write!(f, "Next({position:?}, {events:?})"),
            Ruling::Answer(page) => write!(f, "Answer({page:?})"),
        }
    }
}
