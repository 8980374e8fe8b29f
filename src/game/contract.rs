//! The contract of a game: what every game declares and does, and nothing about screens.
//!
//! A game is a [`Ruleset`] (its public face, as data) and pure functions: it deals, referees,
//! settles and describes what a viewer sees. The words are Volity's (004_b1effb083953a91c.txt): a
//! player sends requests, not commands; the referee grants one and says what happened, or refuses
//! it with a numbered fault and leaves the position as it was.

use super::chance::Chance;
use super::message::Message;
use super::options::Choices;
use super::outcome::Outcome;
use super::pack::{Packer, Unpackable, Unpacker};
use super::page::Page;
use super::request::{Refusal, Request};
use super::ruleset::{Deals, Ruleset};
use super::seat::{Perspective, Seat, Viewer, visitor_and_computer};
use super::text::Text;
use std::fmt::Debug;

/// A game. Every function is pure: what it returns depends on its arguments alone.
pub trait Game: 'static {
    /// Everything that is true at one moment of one game, also what nobody can see.
    type Position: Clone + Debug + PartialEq;

    /// Something that happened.
    type Event: Clone + Debug;

    /// The public face of the game.
    const RULESET: Ruleset;

    /// What a viewer cannot see, or that there is no such thing.
    const HIDDEN: Hidden<Self::Position>;

    /// The names of the seats, in order of play. Most games are for one person and the computer.
    fn seats(_choices: &Choices) -> Vec<Text> {
        visitor_and_computer()
    }

    /// How many people share the game, at one screen or by sending links. The page addresses one
    /// person as "you", and several by their names.
    fn people(choices: &Choices) -> usize {
        choices.people()
    }

    /// What chance has to do with the deals of these choices.
    fn deals(_choices: &Choices) -> Deals {
        Self::RULESET.deals
    }

    /// A new game, not yet settled. Whatever chance will ever decide is decided here and becomes
    /// part of the position, so that asking again can never give another answer.
    fn deal(choices: &Choices, chance: &mut Chance) -> Self::Position;

    /// What the deal did, if this is the first settled position of a game; else nothing.
    fn dealt(_position: &Self::Position) -> Vec<Self::Event> {
        Vec::new()
    }

    /// Appends the position, in as many bits as any other that looks the same to everybody: the
    /// length of a link tells nothing of what is hidden. The platform keeps the choices.
    fn pack(position: &Self::Position, packer: &mut Packer);

    /// Reads what [`Game::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no position of this game: even what the seal let through may be nonsense.
    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Self::Position, Unpackable>;

    /// The seat whose person looks next and may ask; none if nobody is waited for.
    ///
    /// At a table of several people it is public, and it is the next person in order of play,
    /// whatever they can do: who can do nothing has one request, to pass.
    fn turn(position: &Self::Position) -> Option<Seat>;

    /// Decides on a request of the seat whose turn it is, in a settled position. A granted request
    /// only records what was chosen; what it sets free is settled afterwards.
    ///
    /// # Errors
    ///
    /// The fault with which the request is refused; the position stays as it was.
    fn referee(position: &Self::Position, request: &Request) -> Result<Ruling<Self>, Refusal>;

    /// Works out what follows by itself until the seat on turn has something to decide: the
    /// computer's replies, cards drawn, hands laid open. Settling twice changes nothing, and it
    /// never changes whose turn it is.
    ///
    /// Where one person plays, and where nothing is hidden, a position is settled before it is
    /// sealed. At a table of several people from whom something is hidden it is settled whenever
    /// the person on turn opens it, so that a move teaches whoever made it nothing.
    fn settle(position: Self::Position) -> (Self::Position, Vec<Self::Event>) {
        (position, Vec::new())
    }

    /// The text that opens what the deal committed to, where a secret in the position decides what
    /// chance has still to say. It is shown when the game is over.
    fn opening(_position: &Self::Position) -> Option<String> {
        None
    }

    /// How the game ended, if it has.
    fn outcome(position: &Self::Position) -> Option<Outcome>;

    /// What a viewer sees. `events` are those of the step that led here; there are none when the
    /// position was opened from a bookmark.
    fn page(position: &Self::Position, who: &Perspective, events: &[Self::Event]) -> Page;

    /// An event as the viewer is told of it; nothing if it is not for them.
    fn tell(event: &Self::Event, who: &Perspective) -> Option<Message>;

    /// What the computer would ask for in this seat if it were its turn; none if it has nothing to
    /// decide. It knows no more than a person in that seat would.
    fn computer(_position: &Self::Position, _seat: Seat) -> Option<Request> {
        None
    }

    /// Whether peeking is useless in a game of these choices: whoever goes back, opens every link and
    /// uses a second tab does no better than somebody who plays well and honestly. Wherever a game
    /// says so, a test tries it; at a table of several people from whom something is hidden it holds
    /// without being said.
    fn defies_peeking(_choices: &Choices) -> bool {
        false
    }

    /// What shows the solution of a deal of these choices, when its day is past; none where there is
    /// no solution to show.
    fn solution(_choices: &Choices) -> Option<fn(&Self::Position) -> Page> {
        None
    }

    /// A number of requests, chosen at random among those that change the position, within which a
    /// game of these choices has ended but for one in a million.
    fn requests_max(choices: &Choices) -> u32;
}

/// What a granted request comes to.
pub enum Ruling<G: Game + ?Sized> {
    /// The position after it, and what happened on the way.
    Next(G::Position, Vec<G::Event>),
    /// The position stays, and the player is shown it in another way. The board of the page stands
    /// where it always stands, so it comes first there too.
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

/// What a game hides from a viewer.
pub enum Hidden<P: 'static> {
    /// Nothing: every viewer sees everything there is.
    Nothing,
    /// Something.
    Something {
        /// A position that this viewer cannot tell from the given one: all that is hidden from
        /// them is dealt anew.
        redeal: fn(&P, Viewer, &mut Chance) -> P,
        /// Texts on the page that commit to what is hidden without telling it: fingerprints, and
        /// their openings.
        commitments: fn(&P) -> Vec<String>,
        /// Words that would tell this viewer what is hidden: the names of hidden cards.
        secrets: fn(&P, Viewer) -> Vec<String>,
    },
}

impl<P> Hidden<P> {
    /// Something is hidden that has no name, and nothing on the page commits to it.
    pub const fn dealt_anew(redeal: fn(&P, Viewer, &mut Chance) -> P) -> Self {
        Hidden::Something { redeal, commitments: |_| Vec::new(), secrets: |_, _| Vec::new() }
    }
}
