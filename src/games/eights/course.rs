//! The course of play: what a move does, and all that follows from it until a person has something
//! to decide.

use super::computer;
use super::events::Event;
use super::position::{Act, Call, LastTurn, Location, Position, Stage};
use super::requests::Move;
use crate::games::shared::cards::{Card, Rank, Suit};

/// A position on its way to the next, and what has happened on that way.
struct Course {
    position: Position,
    events: Vec<Event>,
}

/// The position after a move, not yet settled.
pub fn after(position: &Position, choice: Move) -> (Position, Vec<Event>) {
    let mut course = Course { position: position.clone(), events: Vec::new() };
    course.make(choice);
    (course.position, course.events)
}

/// The position in which the next person has something to decide, or the round is over.
pub fn settle(position: Position) -> (Position, Vec<Event>) {
    let mut course = Course { position, events: Vec::new() };
    course.settle();
    (course.position, course.events)
}

/// What the deal did, if this is the first position of a game; else nothing.
///
/// That is worked out anew from the secret. Until a card is played every request changes how many
/// cards somebody holds, so the first position is known by these numbers. The cards themselves are
/// not compared: then cards that a viewer cannot see would decide what that viewer is told.
///
/// Whoever passes before the first card is told nothing. Then four other hands hold every card that
/// could follow, which happens less than once in 10^9 deals for five.
pub fn dealt(position: &Position) -> Vec<Event> {
    if !is_before_first_card(position) {
        return Vec::new();
    }
    let (first, events) = settle(Position::new(position.terms, position.secret));
    if first.counts() == position.counts() { events } else { Vec::new() }
}

/// Whether no card was played yet in this game.
pub fn is_before_first_card(position: &Position) -> bool {
    position.round == 0 && position.is_starter_on_top()
}

impl Course {
    /// Makes a move for the seat to which play has come.
    fn make(&mut self, choice: Move) {
        match choice {
            Move::Play(card) => self.play(card),
            Move::Name(suit) => self.name_suit(suit),
            Move::Draw => _ = self.draw(),
            Move::Pass => self.pass(),
            Move::Deal => self.position = self.position.next_round(),
            Move::Show => self.position.stage = Stage::Shown,
        }
    }

    /// Goes on until a person has something to decide or the round is over.
    ///
    /// This ends: there are only so many cards to draw, since the pile becomes the stock only so
    /// often; every turn without a draw either leaves a hand smaller or is a pass.
    fn settle(&mut self) {
        loop {
            let position = &self.position;
            let (seat, players) = (position.cursor, position.terms.players);
            match position.stage {
                Stage::Over | Stage::Shown => return,
                Stage::Decision if position.terms.is_person(seat) => return,
                Stage::Decision => match computer::choose(&position.seen_by(seat)) {
                    Some(choice) => self.make(choice),
                    None => return,
                },
                Stage::TurnBegins if position.passes >= players => self.end_round(),
                Stage::TurnBegins if position.seat_without_cards().is_some() => self.end_round(),
                Stage::TurnBegins => self.begin_turn(),
                Stage::Undealt => self.deal(),
            }
        }
    }

    fn deal(&mut self) {
        let position = &mut self.position;
        let mut order = position.pack_order().into_iter();
        for seat in position.terms.seats() {
            let hand = order.by_ref().take(position.terms.cards_dealt_to_each());
            hand.for_each(|card| position.put(card, Location::Hand(seat)));
        }
        order.next().into_iter().for_each(|starter| position.put_on_pile(starter));
        position.stage = Stage::TurnBegins;
        let hands = position.terms.seats().map(|seat| Event::HandDealt(seat, position.hand(seat)));
        self.events.push(Event::RoundBegan);
        self.events.extend(hands);
        self.events.push(Event::StarterTurned(position.top));
    }

    /// Has a seat that cannot play draw until it can. If it still cannot it passes; but a person at
    /// a table of several people is a stop, and passes by a request.
    fn begin_turn(&mut self) {
        let seat = self.position.cursor;
        self.events.push(Event::TurnBegan(seat));
        self.record(|turn| *turn = LastTurn::default());
        while !self.position.can_play(seat) && self.draw() {}
        let terms = self.position.terms;
        let is_stop = terms.is_closed() && terms.is_person(seat);
        if self.position.can_play(seat) {
            self.position.passes = 0;
            self.position.stage = Stage::Decision;
        } else if is_stop {
            self.position.stage = Stage::Decision;
        } else {
            self.pass();
        }
    }

    fn pass(&mut self) {
        self.events.push(Event::Passed(self.position.cursor));
        self.record(|turn| turn.act = Some(Act::Passed));
        self.position.passes += 1;
        self.end_turn();
    }

    /// Records what everybody sees of the present turn.
    fn record(&mut self, note: impl FnOnce(&mut LastTurn)) {
        self.position.last_turns.get_mut(self.position.cursor).map(note);
    }

    /// Plays a card. An eight leaves the suit to be named, unless it is the last card.
    fn play(&mut self, card: Card) {
        let seat = self.position.cursor;
        self.position.put_on_pile(card);
        self.events.push(Event::Played(seat, card));
        self.record(|turn| turn.act = Some(Act::Played(card)));
        if card.rank == Rank::Eight && self.position.count(Location::Hand(seat)) > 0 {
            self.position.call = Call::Due;
        } else {
            self.position.call = Call::TopCard;
            self.end_turn();
        }
    }

    fn name_suit(&mut self, suit: Suit) {
        self.position.call = Call::Named(suit);
        self.events.push(Event::SuitNamed(self.position.cursor, suit));
        self.record(|turn| turn.suit = Some(suit));
        self.end_turn();
    }

    /// Draws the next card, making the pile the stock if that is empty. Tells whether there was
    /// one to draw.
    fn draw(&mut self) -> bool {
        let seat = self.position.cursor;
        if self.position.count(Location::Stock) == 0 && self.position.can_reshuffle() {
            self.reshuffle();
        }
        let order = self.position.pack_order();
        let in_stock = |card: &&Card| self.position.location(**card) == Location::Stock;
        let card = order.iter().find(in_stock).copied();
        if let Some(card) = card {
            self.position.put(card, Location::Hand(seat));
            self.record(|turn| turn.drawn += 1);
            self.events.extend([Event::Drew(seat, card), Event::HandGrew(seat)]);
        }
        card.is_some()
    }

    fn reshuffle(&mut self) {
        let position = &mut self.position;
        let below: Vec<Card> =
            position.cards(Location::Pile).filter(|card| *card != position.top).collect();
        below.iter().for_each(|card| position.put(*card, Location::Stock));
        position.reshuffles += 1;
        self.events.push(Event::Reshuffled(below.len()));
    }

    fn end_turn(&mut self) {
        self.position.cursor = (self.position.cursor + 1) % self.position.terms.players;
        self.position.stage = Stage::TurnBegins;
    }

    fn end_round(&mut self) {
        self.events.push(Event::HandsCounted(self.position.hand_values()));
        // The next person goes on from here.
        self.position.cursor = self.position.turn().unwrap_or(self.position.cursor);
        self.position.passes = 0;
        self.position.stage = Stage::Over;
    }
}
