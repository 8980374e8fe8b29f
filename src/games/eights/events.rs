//! What happens in a round, and how each viewer is told of it.

use crate::game::prelude::*;
use crate::games::shared::cards::{Card, Suit};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A round begins.
    RoundBegan,
    /// A seat was dealt its hand.
    HandDealt(Seat, Vec<Card>),
    /// The card that begins the pile was turned up.
    StarterTurned(Card),
    /// The turn has come to a seat.
    TurnBegan(Seat),
    /// A seat played a card.
    Played(Seat, Card),
    /// A seat named the suit to be followed.
    SuitNamed(Seat, Suit),
    /// A seat drew a card, which nobody else sees.
    Drew(Seat, Card),
    /// Everybody sees that it did.
    HandGrew(Seat),
    /// A seat follows a two and draws so many cards.
    MustDraw(Seat, usize),
    /// A seat chose to draw a card, which ends its turn.
    ChoseToDraw(Seat),
    /// A seat could not play, nor draw any more.
    Passed(Seat),
    /// A seat was skipped, or waits for the leader.
    Skipped(Seat),
    /// Play goes round the other way.
    TurnedRound,
    /// So many cards of the pile became the stock.
    Reshuffled(usize),
    /// The round is over, and the hands of the seats are worth so much.
    HandsCounted(Vec<usize>),
}

static START_GAME: MessageSpec = MessageSpec::new("start_game", &[], "A round begins.");
static RECEIVE_HAND: MessageSpec =
    MessageSpec::new("receive_hand", &["cards"], "The player is dealt these cards.").private();
static STARTER_CARD: MessageSpec =
    MessageSpec::new("starter_card", &["card"], "This card is turned up to begin the pile.");
static START_TURN: MessageSpec =
    MessageSpec::new("start_turn", &["player"], "It is this player's turn.");
static PLAYER_PLAYED_CARD: MessageSpec = MessageSpec::new(
    "player_played_card",
    &["player", "card"],
    "The player played the card, which is now the card to match.",
);
static PLAYER_CHOSE_SUIT: MessageSpec = MessageSpec::new(
    "player_chose_suit",
    &["player", "suit"],
    "Having played an eight, the player has named the suit to be followed, given by its initial.",
);
static PLAYER_DREW_CARD: MessageSpec =
    MessageSpec::new("player_drew_card", &["player"], "The player drew a card.");
static DRAW_CARD: MessageSpec =
    MessageSpec::new("draw_card", &["card"], "The player drew this card.").private();
static PLAYER_PASSED: MessageSpec =
    MessageSpec::new("player_passed", &["player"], "The player could not play, nor draw any more.");
static PLAYER_MUST_DRAW: MessageSpec = MessageSpec::new(
    "player_must_draw",
    &["player", "cards"],
    "After a two the player draws so many cards, as far as there are any.",
);
static PLAYER_CHOSE_TO_DRAW: MessageSpec = MessageSpec::new(
    "player_chose_to_draw",
    &["player"],
    "The player chose to draw a card, and has ended the turn with it.",
);
static PLAYER_SKIPPED: MessageSpec = MessageSpec::new(
    "player_skipped",
    &["player"],
    "The player is skipped, or waits for the one whom the lot lets begin.",
);
static DIRECTION_TURNED: MessageSpec =
    MessageSpec::new("direction_turned", &[], "After an ace play goes round the other way.");
static STOCK_RESHUFFLED: MessageSpec = MessageSpec::new(
    "stock_reshuffled",
    &["cards"],
    "The stock was empty, and so many cards of the pile were shuffled to be the new one.",
);
static SCORES: MessageSpec = MessageSpec::new(
    "scores",
    &["scores"],
    "The round is over: what the hand of each player is worth, by name.",
);

pub const MESSAGES: &[&MessageSpec] = &[
    &START_GAME,
    &RECEIVE_HAND,
    &STARTER_CARD,
    &START_TURN,
    &PLAYER_PLAYED_CARD,
    &PLAYER_CHOSE_SUIT,
    &PLAYER_DREW_CARD,
    &DRAW_CARD,
    &PLAYER_PASSED,
    &PLAYER_MUST_DRAW,
    &PLAYER_CHOSE_TO_DRAW,
    &PLAYER_SKIPPED,
    &DIRECTION_TURNED,
    &STOCK_RESHUFFLED,
    &SCORES,
];

/// An event as the viewer is told of it; nothing if it is not for them.
pub fn tell(event: &Event, who: &Perspective) -> Option<Message> {
    let player = |seat: &Seat| Value::from(who.name(*seat).to_owned());
    Some(match event {
        Event::RoundBegan => START_GAME.tell([], "A new round is dealt."),
        Event::HandDealt(seat, _) if !who.sees(*seat) => return None,
        Event::HandDealt(seat, hand) => {
            let cards: Vec<&str> = hand.iter().map(|card| card.written()).collect();
            let sentence = format!("{} dealt {}.", who.says(*seat, "are", "is"), cards.join(" "));
            let cards = cards.into_iter().map(Value::from).collect();
            RECEIVE_HAND.tell([Value::List(cards)], sentence)
        }
        Event::StarterTurned(card) => {
            let sentence = format!("The starter card is the {}.", card.name());
            STARTER_CARD.tell([card.written().into()], sentence)
        }
        Event::TurnBegan(seat) => {
            START_TURN.tell([player(seat)], format!("It is {} turn.", who.whose(*seat)))
        }
        Event::Played(seat, card) => {
            let sentence = format!("{} played the {}.", who.name(*seat), card.name());
            PLAYER_PLAYED_CARD.tell([player(seat), card.written().into()], sentence)
        }
        Event::SuitNamed(seat, suit) => {
            let sentence = format!("{} named {}.", who.name(*seat), suit.name());
            PLAYER_CHOSE_SUIT.tell([player(seat), suit.initial().into()], sentence)
        }
        Event::Drew(seat, _) if !who.sees(*seat) => return None,
        Event::Drew(seat, card) => {
            let sentence = format!("{} drew the {}.", who.name(*seat), card.name());
            DRAW_CARD.tell([card.written().into()], sentence)
        }
        Event::HandGrew(seat) => {
            PLAYER_DREW_CARD.tell([player(seat)], format!("{} drew a card.", who.name(*seat)))
        }
        Event::Passed(seat) => {
            PLAYER_PASSED.tell([player(seat)], format!("{} had to pass.", who.name(*seat)))
        }
        Event::MustDraw(seat, cards) => {
            let sentence = format!("{} {cards} for the two.", who.says(*seat, "draw", "draws"));
            PLAYER_MUST_DRAW.tell([player(seat), (*cards).into()], sentence)
        }
        Event::ChoseToDraw(seat) => {
            let sentence = format!("{} chose to draw a card.", who.name(*seat));
            PLAYER_CHOSE_TO_DRAW.tell([player(seat)], sentence)
        }
        Event::Skipped(seat) => {
            let sentence = format!("{} skipped.", who.says(*seat, "are", "is"));
            PLAYER_SKIPPED.tell([player(seat)], sentence)
        }
        Event::TurnedRound => DIRECTION_TURNED.tell([], "Play goes round the other way."),
        Event::Reshuffled(cards) => STOCK_RESHUFFLED.tell(
            [(*cards).into()],
            format!("The stock was empty: the {cards} cards under the top card were shuffled and are the new stock."),
        ),
        Event::HandsCounted(values) => {
            let pairs = || values.iter().enumerate().map(|(seat, value)| (who.name(seat), *value));
            let words: Vec<_> = pairs().map(|(name, value)| format!("{name} {value}")).collect();
            let scores = pairs().map(|(name, value)| (name.to_owned().into(), value.into()));
            let sentence = format!("The hands are worth: {}.", words.join(", "));
            SCORES.tell([Value::Map(scores.collect())], sentence)
        }
    })
}
