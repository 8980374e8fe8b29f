//! The course of play: what a move does, and all that follows from it until a person has something
//! to decide.

use super::computer;
use super::events::Event;
use super::position::{Act, Call, Effect, LastTurn, Location, Position, Seen, Stage, Terms};
use super::requests::Move;
use crate::game::prelude::Seat;
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
/// That is worked out anew from the secret. Whatever the person does puts a card on the pile or
/// one into a hand, so the first position is known by the pile and by how many cards everybody
/// holds. The hands themselves are not compared: then cards that a viewer cannot see would decide
/// what that viewer is told.
///
/// Whoever passes before the first card is told nothing. Then four other hands hold every card that
/// could follow, which happens less than once in 10^9 deals for five.
pub fn dealt(position: &Position) -> Vec<Event> {
    if !may_be_first(position) {
        return Vec::new();
    }
    let (first, events) = settle(Position::new(position.terms, position.secret));
    let is_first = first.counts() == position.counts()
        && first.cards(Location::Pile).eq(position.cards(Location::Pile));
    if is_first { events } else { Vec::new() }
}

/// Whether it may be the first position: no card was played yet, or so few that they may be those
/// of computer players, where the lot lets them begin or whoever begins may have to pass.
pub fn may_be_first(position: &Position) -> bool {
    let played = position.count(Location::Pile).saturating_sub(1);
    let Terms { lead_by_lot, rules, .. } = position.terms;
    let most = if lead_by_lot || rules.one_draw { PLAYED_BEFORE_YOU_MAX } else { 0 };
    let is_dealt = position.stage != Stage::Undealt;
    is_dealt && position.round == 0 && position.reshuffles == 0 && played <= most
}

/// How many cards the computer players may have played before the person's first turn: one each,
/// and a few more after queens.
const PLAYED_BEFORE_YOU_MAX: usize = 10;

impl Course {
    /// Makes a move for the seat to which play has come.
    fn make(&mut self, choice: Move) {
        match choice {
            Move::Play(card) => self.play(card),
            Move::Name(suit) => self.name_suit(suit),
            Move::Draw => self.draw_by_choice(),
            Move::Pass => self.go_on(),
            Move::Deal => self.position = self.position.next_round(),
            Move::Show => self.position.stage = Stage::Shown,
        }
    }

    /// Goes on until a person has something to decide or the round is over.
    ///
    /// This ends: there are only so many cards to draw, since the pile becomes the stock only so
    /// often; every turn without a draw either leaves a hand smaller or is a pass.
    fn settle(&mut self) {
        let looks = self.position.turn();
        let mut choices_before = 0;
        loop {
            let position = &self.position;
            let (seat, players) = (position.cursor, position.terms.players);
            match position.stage {
                Stage::Over | Stage::Shown => return,
                Stage::Decision if position.terms.is_person(seat) => return,
                Stage::Decision => {
                    let seen = Seen { choices_before, ..position.seen_by(seat) };
                    let Some((choice, next)) = computer::choose(&seen) else { return };
                    self.make(choice);
                    if let Some(name) = next.filter(|_| self.position.call == Call::Due) {
                        self.make(name);
                    }
                    choices_before += 1;
                }
                Stage::TurnBegins if position.passes >= players => self.end_round(looks),
                Stage::TurnBegins if position.seat_without_cards().is_some() => {
                    self.end_round(looks);
                }
                // A computer player has turned play round, away from whoever looks.
                Stage::TurnBegins if is_stop(position) && looks != Some(seat) => {
                    self.position.onlooker = looks;
                    return;
                }
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
        if position.round == 0 {
            let leader = position.first_leader();
            match position.terms.is_closed() {
                // Whoever opens the table first is public before the lot is.
                true => position.effect = (leader != position.cursor).then_some(Effect::Skip),
                false => position.cursor = leader,
            }
        }
        let hands = position.terms.seats().map(|seat| Event::HandDealt(seat, position.hand(seat)));
        self.events.push(Event::RoundBegan);
        self.events.extend(hands);
        self.events.push(Event::StarterTurned(position.top));
    }

    /// Begins a turn with what lies ahead of it: a skip, two cards to draw. Then a seat that cannot
    /// play draws until it can, or once; if it still cannot it passes. But a person at a table of
    /// several people is a stop, and passes by a request.
    fn begin_turn(&mut self) {
        let seat = self.position.cursor;
        let effect = self.position.effect.take();
        if effect == Some(Effect::DrawBefore) {
            self.draw_for(self.position.seat_before(seat));
        }
        self.events.push(Event::TurnBegan(seat));
        self.record(|turn| *turn = LastTurn::default());
        if effect == Some(Effect::Skip) {
            self.position.effect = effect;
            return if is_stop(&self.position) { self.stop() } else { self.skip() };
        }
        if effect == Some(Effect::DrawTwo) {
            self.events.push(Event::MustDraw(seat, PENALTY));
            (0..PENALTY).for_each(|_| _ = self.draw());
        }
        let before = self.position.count(Location::Hand(seat));
        if !self.position.can_play(seat) {
            let once = self.position.terms.rules.one_draw;
            while !self.position.can_play(seat) && self.draw() && !once {}
            self.remember_void(seat);
        }
        if self.position.can_play(seat) {
            self.position.passes = 0;
            self.stop();
        } else if is_stop(&self.position) {
            self.stop();
        } else {
            self.pass(self.position.count(Location::Hand(seat)) > before);
        }
    }

    /// The seat to which play has come has something to decide.
    fn stop(&mut self) {
        self.position.stage = Stage::Decision;
    }

    /// What a person does at a table of several people who can do nothing else.
    fn go_on(&mut self) {
        if self.position.onlooker.take().is_some() {
            return;
        }
        let drawn = self.position.last_turns.get(self.position.cursor).map_or(0, |turn| turn.drawn);
        match self.position.effect {
            Some(Effect::Skip) => self.skip(),
            _ => self.pass(drawn > 0),
        }
    }

    /// Passes. The round is blocked if everybody in turn does who has not even drawn a card.
    fn pass(&mut self, has_drawn: bool) {
        self.events.push(Event::Passed(self.position.cursor));
        self.record(|turn| turn.act = Some(Act::Passed));
        self.position.passes = if has_drawn { 0 } else { self.position.passes + 1 };
        self.end_turn();
    }

    /// Skips whoever's turn it is; those, too, who come before the leader of the first round.
    fn skip(&mut self) {
        let seat = self.position.cursor;
        let next = self.position.seat_after(seat);
        let waits = self.position.waits_for_leader() && next != self.position.first_leader();
        self.position.effect = waits.then_some(Effect::Skip);
        self.events.push(Event::Skipped(seat));
        self.record(|turn| turn.act = Some(Act::Skipped));
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
        if self.position.count(Location::Hand(seat)) > 0 {
            self.take_effect(card);
        }
        if card.rank == Rank::Eight && self.position.count(Location::Hand(seat)) > 0 {
            self.position.call = Call::Due;
        } else {
            self.position.call = Call::TopCard;
            self.end_turn();
        }
    }

    /// What a card does by the house rules, unless it was the last one.
    fn take_effect(&mut self, card: Card) {
        let terms = self.position.terms;
        self.position.effect = match card.rank {
            _ if terms.players == 1 => None,
            Rank::Two if terms.rules.twos => Some(Effect::DrawTwo),
            Rank::Queen if terms.rules.queens => Some(Effect::Skip),
            Rank::Ace if terms.can_turn_round() => {
                self.position.is_backwards = !self.position.is_backwards;
                self.events.push(Event::TurnedRound);
                None
            }
            Rank::Ace if terms.rules.aces => Some(Effect::Skip),
            _ => None,
        };
    }

    fn name_suit(&mut self, suit: Suit) {
        self.position.call = Call::Named(suit);
        self.events.push(Event::SuitNamed(self.position.cursor, suit));
        self.record(|turn| turn.suit = Some(suit));
        self.end_turn();
    }

    /// Draws a card by choice. Where one card a turn is the rule that ends the turn; among several
    /// people it is then drawn when the next of them looks.
    fn draw_by_choice(&mut self) {
        let seat = self.position.cursor;
        if !self.position.terms.rules.one_draw {
            self.draw();
            return;
        }
        self.events.push(Event::ChoseToDraw(seat));
        match self.position.terms.is_closed() {
            true => self.position.effect = Some(Effect::DrawBefore),
            false => _ = self.draw(),
        }
        self.record(|turn| turn.act = Some(Act::ChoseToDraw));
        self.position.passes = 0;
        self.end_turn();
    }

    /// Draws the next card. Tells whether there was one to draw.
    fn draw(&mut self) -> bool {
        let is_drawn = self.draw_for(self.position.cursor);
        if is_drawn {
            self.record(|turn| turn.drawn += 1);
        }
        is_drawn
    }

    /// Remembers that a seat could not follow what lies on top: it plays the last card it drew, or
    /// passes, so that nothing follows in what it keeps.
    fn remember_void(&mut self, seat: Seat) {
        let followed = Card::new(self.position.top.rank, self.position.suit());
        if let Some(void) = self.position.voids.get_mut(seat) {
            *void = Some(followed);
        }
    }

    /// Gives a seat the next card, making the pile the stock if that is empty. Tells whether there
    /// was one to draw.
    fn draw_for(&mut self, seat: Seat) -> bool {
        if self.position.count(Location::Stock) == 0 && self.position.can_reshuffle() {
            self.reshuffle();
        }
        let order = self.position.pack_order();
        let in_stock = |card: &&Card| self.position.location(**card) == Location::Stock;
        let card = order.iter().find(in_stock).copied();
        if let Some(card) = card {
            self.position.put(card, Location::Hand(seat));
            if let Some(void) = self.position.voids.get_mut(seat) {
                *void = None;
            }
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
        self.position.cursor = self.position.seat_after(self.position.cursor);
        self.position.stage = Stage::TurnBegins;
    }

    /// Ends the round. Whoever looks goes on from here.
    fn end_round(&mut self, looks: Option<Seat>) {
        self.events.push(Event::HandsCounted(self.position.hand_values()));
        self.position.cursor = looks.unwrap_or(self.position.cursor);
        self.position.effect = None;
        self.position.passes = 0;
        self.position.stage = Stage::Over;
    }
}

/// How many cards whoever follows a two draws.
const PENALTY: usize = 2;

/// Whether play has come to a person of several, who must open the table to go on.
fn is_stop(position: &Position) -> bool {
    position.terms.is_closed() && position.terms.is_person(position.cursor)
}
