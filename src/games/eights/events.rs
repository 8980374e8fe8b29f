//! The events of a round, and their messages for each viewer.

use super::position::{Act, LastTurn, Position, Stage};
use crate::games::shared::cards::{Card, Suit};
use crate::prelude::*;

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
    /// A seat acted.
    Acted(Seat, Act),
    /// A seat named the suit to follow.
    SuitNamed(Seat, Suit),
    /// A seat drew a card. The others do not see it.
    Drew(Seat, Card),
    /// Everybody sees that it did.
    HandGrew(Seat),
    /// A seat follows a two and draws this many cards.
    MustDraw(Seat, usize),
    /// Play goes round the other way.
    TurnedRound,
    /// This many cards of the pile became the stock.
    Reshuffled(usize),
    /// The round is over, and the hands of the seats are worth this.
    HandsCounted(Vec<usize>),
}

static START: MessageSpec = MessageSpec::new("start_game", &[], "A round begins.");
static HAND: MessageSpec =
    MessageSpec::new("receive_hand", &["cards"], "The player is dealt these cards.").private();
static STARTER: MessageSpec =
    MessageSpec::new("starter_card", &["card"], "This card is turned up to begin the pile.");
static TURN: MessageSpec = MessageSpec::new("start_turn", &["player"], "It is this player's turn.");
static PLAYED: MessageSpec =
    MessageSpec::new("player_played_card", &["player", "card"], "The player played this card.");
static NAMED: MessageSpec =
    MessageSpec::new("player_chose_suit", &["player", "suit"], "The suit to follow: its initial.");
static DREW: MessageSpec =
    MessageSpec::new("player_drew_card", &["player"], "The player drew a card.");
static DRAW: MessageSpec =
    MessageSpec::new("draw_card", &["card"], "The player drew this card.").private();
static PASSED: MessageSpec = MessageSpec::new(
    "player_passed",
    &["player"],
    "The player passed: no card fits, and no more may be drawn.",
);
static MUST_DRAW: MessageSpec =
    MessageSpec::new("player_must_draw", &["player", "cards"], "The player draws cards for a two.");
static CHOSE: MessageSpec =
    MessageSpec::new("player_chose_to_draw", &["player"], "The player drew by choice.");
static SKIPPED: MessageSpec =
    MessageSpec::new("player_skipped", &["player"], "The player is skipped, or waits.");
static TURNED: MessageSpec =
    MessageSpec::new("direction_turned", &[], "After an ace play goes round the other way.");
static SHUFFLED: MessageSpec =
    MessageSpec::new("stock_reshuffled", &["cards"], "Cards of the pile become the stock.");
static SCORES: MessageSpec =
    MessageSpec::new("scores", &["scores"], "The round is over: the value of each hand.");

pub const MESSAGES: &[&MessageSpec] = &[
    &START, &HAND, &STARTER, &TURN, &PLAYED, &NAMED, &DREW, &DRAW, &PASSED, &MUST_DRAW, &CHOSE,
    &SKIPPED, &TURNED, &SHUFFLED, &SCORES,
];

/// The events at a closed table since the last turn of a seat, as everybody has seen them.
pub fn since(position: &Position, seat: Seat) -> Vec<Event> {
    if position.stage == Stage::Undealt {
        return Vec::new();
    }
    let has_played = position.last_turn(seat).is_some_and(|turn| turn.act.is_some());
    let is_round_over = position.is_round_over();
    let dealt = || [Event::RoundBegan, Event::HandDealt(seat, position.hand(seat))];
    let dealt = (!has_played && !is_round_over).then(dealt);
    let turns = position.last_turns.iter().skip_while(|turn| has_played && turn.seat != seat);
    let turns = turns.filter(|turn| turn.seat != seat).flat_map(turn_events);
    let counted = is_round_over.then(|| Event::HandsCounted(position.hand_values()));
    dealt.into_iter().flatten().chain(turns).chain(counted).collect()
}

/// The events of a turn. No events if the seat has not had one in this round.
fn turn_events(turn: &LastTurn) -> Vec<Event> {
    let LastTurn { seat, drawn, act: Some(act), suit } = *turn else { return Vec::new() };
    let drew = std::iter::repeat_n(Event::HandGrew(seat), drawn);
    let named = suit.map(|suit| Event::SuitNamed(seat, suit));
    let began = [Event::TurnBegan(seat)].into_iter().chain(drew);
    began.chain([Event::Acted(seat, act)]).chain(named).collect()
}

/// The message that tells the viewer of an event. `None` if it is for another seat alone.
pub fn tell(event: &Event, who: &Perspective) -> Option<Message> {
    let deed = |seat: Seat, spec: &'static MessageSpec, told: Option<Value>, words: &str| {
        let name = who.name(seat);
        let arguments = [who.player(seat).into()].into_iter().chain(told).collect();
        Message { spec, arguments, sentence: format!("{name} {words}.").into() }
    };
    Some(match event {
        Event::HandDealt(seat, _) | Event::Drew(seat, _) if !who.sees(*seat) => return None,
        Event::RoundBegan => START.tell([], "A new round is dealt."),
        Event::HandDealt(seat, hand) => {
            let cards: Vec<&str> = hand.iter().map(|card| card.written()).collect();
            let sentence = format!("{} dealt {}.", who.says(*seat, "are", "is"), cards.join(" "));
            HAND.tell([Value::List(cards.into_iter().map(Value::from).collect())], sentence)
        }
        Event::StarterTurned(card) => STARTER
            .tell([card.written().into()], format!("The pile begins with the {}.", card.name())),
        Event::TurnBegan(seat) => TURN
            .tell([who.player(*seat).into()], format!("It is {} turn.", who.whose(*seat))),
        Event::Acted(seat, act) => match act {
            Act::Played(card) => deed(*seat, &PLAYED, Some(card.written().into()), &act.words()),
            Act::Passed => deed(*seat, &PASSED, None, &act.words()),
            Act::Skipped => deed(*seat, &SKIPPED, None, &act.words()),
            Act::ChoseToDraw => deed(*seat, &CHOSE, None, &act.words()),
        },
        Event::SuitNamed(seat, suit) => {
            deed(*seat, &NAMED, Some(suit.initial().into()), &naming(*suit))
        }
        Event::Drew(seat, card) => DRAW
            .tell([card.written().into()], format!("{} drew the {}.", who.name(*seat), card.name())),
        Event::HandGrew(seat) => deed(*seat, &DREW, None, "drew a card"),
        Event::MustDraw(seat, cards) => {
            deed(*seat, &MUST_DRAW, Some((*cards).into()), &format!("must draw {cards} for the two"))
        }
        Event::TurnedRound => TURNED.tell([], "Play goes round the other way."),
        Event::Reshuffled(cards) => SHUFFLED.tell([(*cards).into()], format!("No card was left to draw: the {cards} cards under the top card were shuffled and are the new stock.")),
        Event::HandsCounted(values) => tell_values(values, who),
    })
}

fn tell_values(values: &[usize], who: &Perspective) -> Message {
    let score = |(seat, value): (Seat, &usize)| Score { player: who.player(seat), value: *value };
    let scores: Vec<Score> = values.iter().enumerate().map(score).collect();
    let words = listed(scores.iter().map(|one| format!("{} {}", one.player.name, one.value)));
    let scores = scores.into_iter().map(Value::Score).collect();
    SCORES.tell([Value::List(scores)], format!("The hands are worth: {words}."))
}

impl Act {
    /// `played the queen of hearts`.
    pub fn words(self) -> String {
        match self {
            Act::Played(card) => format!("played the {}", card.name()),
            Act::Passed => "passed".to_owned(),
            Act::Skipped => "had to wait".to_owned(),
            Act::ChoseToDraw => "chose to draw a card".to_owned(),
        }
    }
}

/// `named hearts`.
pub fn naming(suit: Suit) -> String {
    format!("named {}", suit.name())
}
