//! The requests of the game, and the faults that refuse them.

use super::position::{Call, Location, Position, Stage};
use super::terms::Effect;
use crate::games::shared::cards::{Card, Suit, WRITTEN};
use crate::prelude::*;

pub const NOT_YOUR_TURN: Fault = Fault::new(901, "not_your_turn", "It's not your turn.");
const NOT_YOUR_CARD: Fault = Fault::new(902, "not_your_card", "You don't have that card.");
const UNKNOWN_CARD: Fault =
    Fault::new(903, "unknown_card", "There is no such card. Write the queen of hearts as QH.");
const STOCK_EMPTY: Fault =
    Fault::new(904, "stock_empty", "You can't draw a card; the stock is empty.");
const NO_EIGHT: Fault =
    Fault::new(905, "no_eight", "You can't choose a suit; you haven't just played an 8.");
const UNKNOWN_SUIT: Fault =
    Fault::new(906, "unknown_suit", "Unknown suit. Name it by its initial: C, D, H or S.");
const NOT_LEGAL: Fault = Fault::new(907, "not_legal", "That's not a legal play! It doesn't fit.");
const SUIT_FIRST: Fault =
    Fault::new(908, "suit_first", "You have just played an 8. Name a suit first.");
const NO_NEXT_HAND: Fault = Fault::new(909, "no_next_hand", "There is no next round to deal now.");
const CAN_PLAY: Fault =
    Fault::new(910, "can_play", "Here cards are drawn for you, and only when you cannot play.");
const CANNOT_PASS: Fault =
    Fault::new(911, "cannot_pass", "You pass only when you can do nothing else.");
const NOTHING_TO_SHOW: Fault =
    Fault::new(912, "nothing_to_show", "The game is not over, so the hands stay closed.");

pub static PLAY_CARD: RequestSpec = RequestSpec::new(
    "play_card",
    "play it",
    "Plays a card, which must match the top card in suit or rank, or the suit that was named, or be an eight. A card is written rank first, then the initial of its suit, in either case: 8H, 10S, QD, AC.",
)
.taking(&[ArgumentSpec::word("card", &WRITTEN, UNKNOWN_CARD)])
.refused_with(&[NOT_YOUR_TURN, NOT_YOUR_CARD, NOT_LEGAL, SUIT_FIRST]);
pub static CHOOSE_SUIT: RequestSpec =
    RequestSpec::new("choose_suit", "choose it", "Names the suit to follow, by its initial.")
        .taking(&[ArgumentSpec::word("suit", &["C", "D", "S", "H"], UNKNOWN_SUIT)])
        .refused_with(&[NOT_YOUR_TURN, NO_EIGHT]);
pub static DRAW_CARD: RequestSpec =
    RequestSpec::new("draw_card", "draw", "Draws a card by choice. It may end the turn.")
        .refused_with(&[NOT_YOUR_TURN, STOCK_EMPTY, SUIT_FIRST, CAN_PLAY]);
pub static PASS: RequestSpec =
    RequestSpec::new("pass", "go on", "At a closed table: passes if nothing else is possible.")
        .refused_with(&[NOT_YOUR_TURN, CANNOT_PASS]);
pub static SHOW: RequestSpec =
    RequestSpec::new("show", "show the hands", "At a closed table: shows all hands at the end.")
        .refused_with(&[NOTHING_TO_SHOW]);
pub static NEXT_HAND: RequestSpec =
    RequestSpec::new("next_hand", "deal", "Deals the next round of a match.")
        .dealing()
        .refused_with(&[NO_NEXT_HAND]);

/// A move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Plays a card.
    Play(Card),
    /// Names the suit to be followed, after an eight.
    Name(Suit),
    /// Draws a card by choice.
    Draw,
    /// Passes.
    Pass,
    /// Deals the next round.
    Deal,
    /// Lays the hands open for everybody.
    Show,
}

impl Move {
    /// The move as a request.
    pub fn request(self) -> Request {
        match self {
            Move::Play(card) => Request::with(&PLAY_CARD, card.written()),
            Move::Name(suit) => Request::with(&CHOOSE_SUIT, suit.initial()),
            Move::Draw => Request::plain(&DRAW_CARD),
            Move::Pass => Request::plain(&PASS),
            Move::Deal => Request::plain(&NEXT_HAND),
            Move::Show => Request::plain(&SHOW),
        }
    }

    /// The requested move, if the rules allow it to the seat on turn.
    pub fn requested(request: &Request, position: &Position) -> Result<Self, Refusal> {
        if request.is(&NEXT_HAND) {
            let is_between = position.is_round_over() && !position.is_over();
            return Move::Deal.if_allowed(is_between, NO_NEXT_HAND);
        }
        if request.is(&SHOW) {
            let is_found_over = position.stage == Stage::Over && position.is_over();
            let may_show = position.terms.is_closed() && is_found_over;
            return Move::Show.if_allowed(may_show, NOTHING_TO_SHOW);
        }
        if request.is(&PASS) && position.must_pass() {
            return Ok(Move::Pass);
        }
        check_turn(position)?;
        if request.is(&PASS) {
            return Err(CANNOT_PASS.into());
        }
        let is_due = position.call == Call::Due;
        if request.is(&CHOOSE_SUIT) {
            let suit = Suit::read(request.word(0)).ok_or(UNKNOWN_SUIT);
            return if is_due { Ok(Move::Name(suit?)) } else { Err(NO_EIGHT.into()) };
        }
        if is_due {
            return Err(SUIT_FIRST.into());
        }
        if request.is(&DRAW_CARD) {
            if position.must_pass() && position.can_draw() {
                return Err(CAN_PLAY.saying("You have drawn your card, and it does not fit. Pass."));
            }
            let fault = if position.can_draw() { CAN_PLAY } else { STOCK_EMPTY };
            return Move::Draw.if_allowed(position.may_draw(), fault);
        }
        let card = Card::read(request.word(0)).ok_or(UNKNOWN_CARD)?;
        if position.location(card) != Location::Hand(position.cursor) {
            let sentence = format!("You don't have that card ({}).", card.written());
            return Err(NOT_YOUR_CARD.saying(sentence));
        }
        Move::Play(card).if_allowed(position.is_playable(card), NOT_LEGAL)
    }

    fn if_allowed(self, is_allowed: bool, fault: Fault) -> Result<Self, Refusal> {
        if is_allowed { Ok(self) } else { Err(fault.into()) }
    }
}

fn check_turn(position: &Position) -> Result<(), Refusal> {
    let sentence = match position.stage {
        Stage::Decision if position.effect == Some(Effect::Skip) => {
            "It's not your turn: you are skipped."
        }
        Stage::Decision => return Ok(()),
        _ if position.is_over() => "It's not your turn; the game is over.",
        Stage::Over | Stage::Shown => "It's not your turn; the round is over.",
        Stage::Undealt | Stage::TurnBegins => NOT_YOUR_TURN.sentence,
    };
    Err(NOT_YOUR_TURN.saying(sentence))
}
