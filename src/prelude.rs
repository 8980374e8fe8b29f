//! Everything that a game uses, in one import: `use parlour::prelude::*`.
//!
//! A game implements [`Game`], or, for two in turn with nothing hidden, the smaller [`Duel`].

pub use crate::budget::{Meter, Stopped};
#[cfg(any(test, feature = "audit"))]
pub use crate::game::audit::{Audited, Exposure, Hidden};
pub use crate::game::chance::Chance;
pub use crate::game::codec::{Codec, Coded};
pub use crate::game::contract::{Game, Named, Ruling};
pub use crate::game::duel::{
    ACCEPT_DRAW, COMPUTER, DRAW_AGREED, DRAW_OFFERED, Duel, FIRST, GAME_OVER, Match, MatchOf,
    NO_MOVE_YET, NOT_NOW, OFFER_DRAW, PERSON, RESIGN, RESIGNED, WHY, first,
};
pub use crate::game::hint::{Advice, HINT};
pub use crate::game::message::{Message, MessageSpec, Score, Value};
pub use crate::game::moment::{Moment, Remarks};
pub use crate::game::options::{
    Choices, GameOption, OptionGroup, OptionValue, Options, Preset, Typed, noted, value,
};
pub use crate::game::outcome::{Mood, Outcome};
pub use crate::game::pack::{Packer, Unpackable, Unpacker};
pub use crate::game::page::{
    At, Block, Board, Cell, Corner, Emphasis, End, Fact, Guesses, Log, Look, Marks, NEXT_GAMES,
    NextGame, Offer, Page, Part, Passage, Picture, Row, STATUS_CHARS_MAX, SeatLine, Sending, Share,
    Spread, SquareNames, Standing,
};
pub use crate::game::playable::Playable;
pub use crate::game::request::{ArgumentSpec, Fault, Help, Refusal, Request, RequestSpec};
pub use crate::game::ruleset::{FirstRequest, Group, Ruleset};
pub use crate::game::seat::{Perspective, Seat, Viewer, players};
pub use crate::game::secrecy::{Deals, Hides, Secrecy};
pub use crate::game::secret::{DealKind, DealSeed, Secret};
pub use crate::game::spot::place_name;
pub use crate::game::text::{Text, capitalised, count, listed};
pub use crate::game::trust;
pub use crate::game::turning::{Judge, Proved};
pub use crate::game::verification::{Commitment, Verification, fingerprint, from_hex, to_hex};
pub use crate::games::letters::{Dictionary, FiveLetters};
