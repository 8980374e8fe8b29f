//! The course of play: what one request sets going, from turn to turn until you are to do
//! something again, and the messages that tell of it.

use super::computer;
use super::{Call, NAMES, Place, Position, YOU, shuffled_pack};
use crate::game::contract::{Argument, Message};
use crate::games::shared::cards::{Card, Rank, Suit};

/// A position on its way to the next at which you are to do something.
pub struct Course {
    pub position: Position,
    pub messages: Vec<Message>,
}

impl Course {
    pub fn of(position: Position) -> Self {
        Course { position, messages: Vec::new() }
    }

    /// Tells what a new round begins with.
    pub fn tell_deal(&mut self) {
        self.tell("start_game", &[], "A new round is dealt.".to_owned());
        let hand: Vec<&str> = self.position.hand(YOU).iter().map(|card| card.written()).collect();
        let hand = hand.join(" ");
        self.tell("receive_hand", &[&hand], format!("You are dealt {hand}."));
        let top = self.position.top;
        let sentence = format!("The starter card is the {}.", top.name());
        self.tell("starter_card", &[top.written()], sentence);
    }

    /// Plays a card that may be played. An eight leaves the suit to be named, unless it is the
    /// last card.
    pub fn play(&mut self, seat: usize, card: Card) {
        self.position.places[card.index()] = Place::Pile;
        self.position.top = card;
        let is_last = self.position.count(Place::Hand(seat)) == 0;
        let names_suit = card.rank == Rank::Eight && !is_last;
        self.position.call = if names_suit { Call::Due } else { Call::TopCard };
        let sentence = format!("{} played the {}.", NAMES[seat], card.name());
        self.tell("player_played_card", &[NAMES[seat], card.written()], sentence);
    }

    /// Names the suit to be followed after an eight.
    pub fn name_suit(&mut self, seat: usize, suit: Suit) {
        self.position.call = Call::Named(suit);
        let sentence = format!("{} named {}.", NAMES[seat], suit.name());
        self.tell("player_chose_suit", &[NAMES[seat], suit.initial()], sentence);
    }

    /// Draws the next card, making the pile the stock if that is empty. Tells whether there was
    /// one to draw.
    pub fn draw(&mut self, seat: usize) -> bool {
        if self.position.count(Place::Stock) == 0 && self.position.can_reshuffle() {
            self.reshuffle();
        }
        let Position { secret, round, reshuffles, .. } = self.position;
        let order = shuffled_pack(secret, round, reshuffles);
        let in_stock = |card: &&Card| self.position.places[card.index()] == Place::Stock;
        let Some(card) = order.iter().find(in_stock).copied() else { return false };
        self.position.places[card.index()] = Place::Hand(seat);
        if seat == YOU {
            self.tell("draw_card", &[card.written()], format!("You drew the {}.", card.name()));
        }
        let sentence = format!("{} drew a card.", NAMES[seat]);
        self.tell("player_drew_card", &[NAMES[seat]], sentence);
        true
    }

    /// Goes on when a player has done something: with the next turn, unless he must name a suit
    /// first or the round is over.
    pub fn go_on_after(self, seat: usize) -> Self {
        match self.position.call {
            Call::Due => self,
            Call::TopCard | Call::Named(_) => {
                let next = self.position.terms.next_seat(seat);
                self.take_turns_from(next)
            }
        }
    }

    /// Takes turns from this seat on, until you can play or the round is over.
    ///
    /// This ends: there are only so many cards to draw, since the pile becomes the stock only so
    /// often; every turn without a draw either leaves a hand smaller or is a pass.
    pub fn take_turns_from(mut self, first: usize) -> Self {
        let mut seat = first;
        let mut passes = 0;
        while self.position.seat_without_cards().is_none() && passes < self.position.terms.players {
            self.tell("start_turn", &[NAMES[seat]], format!("It is {} turn.", whose(seat)));
            while !self.position.can_play(seat) && self.draw(seat) {}
            if !self.position.can_play(seat) {
                passes += 1;
                let sentence = format!("{} had to pass.", NAMES[seat]);
                self.tell("player_passed", &[NAMES[seat]], sentence);
            } else if seat == YOU {
                return self;
            } else {
                passes = 0;
                self.take_computers_turn(seat);
            }
            seat = self.position.terms.next_seat(seat);
        }
        self.tell_scores();
        self
    }

    fn take_computers_turn(&mut self, seat: usize) {
        if let Some(card) = computer::choose_card(&self.position.seen_by(seat)) {
            self.play(seat, card);
        }
        if self.position.call == Call::Due {
            let suit = computer::choose_suit(&self.position.seen_by(seat));
            self.name_suit(seat, suit);
        }
    }

    fn reshuffle(&mut self) {
        let top = self.position.top;
        let below = self.position.cards(Place::Pile).filter(|card| *card != top);
        let below: Vec<Card> = below.collect();
        for card in &below {
            self.position.places[card.index()] = Place::Stock;
        }
        self.position.reshuffles += 1;
        let count = below.len().to_string();
        let sentence = format!(
            "The stock was empty: the {count} cards under the top card were shuffled and are the new stock."
        );
        self.tell("stock_reshuffled", &[&count], sentence);
    }

    fn tell_scores(&mut self) {
        let values = self.position.hand_values();
        let score = |between: &str| -> Vec<String> {
            let of = |(name, value): (&&str, &u16)| format!("{name}{between}{value}");
            NAMES.iter().zip(&values).map(of).collect()
        };
        let sentence = format!("The hands are worth: {}.", score(" ").join(", "));
        self.tell("scores", &[&score("=").join(",")], sentence);
    }

    fn tell(&mut self, name: &'static str, arguments: &[&str], sentence: String) {
        let word = |text: &&str| Argument::Word((*text).to_owned());
        let arguments = arguments.iter().map(word).collect();
        self.messages.push(Message { name, arguments, sentence: sentence.into() });
    }
}

/// `your`, `Ada's`.
pub fn whose(seat: usize) -> String {
    if seat == YOU { "your".to_owned() } else { format!("{}'s", NAMES[seat]) }
}
