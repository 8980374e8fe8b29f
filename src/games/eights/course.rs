//! The course of play: a move, and all that follows from it until a person has something to decide.

use super::computer;
use super::events::Event;
use super::position::{Act, Call, Location, Position, Seen, Stage};
use super::requests::Move;
use super::terms::{Effect, Terms};
use crate::games::shared::cards::{Card, PACK, Rank, Suit};
use crate::prelude::Seat;
use crate::prelude::*;
use std::ops::ControlFlow;

/// The number of cards that a two makes the next player draw.
const PENALTY: usize = 2;
/// The most cards that computer players may have played before the person's first turn: those of three
/// laps, in which the person is skipped or passes, and a few more after queens.
const PLAYED_BEFORE_YOU_MAX: usize = 16;

/// The position after a move, not yet settled.
pub fn after(position: &Position, choice: Move) -> (Position, Vec<Event>) {
    let mut course = Course::of(position.clone());
    course.make(choice);
    (course.position, course.events)
}

/// The position in which the next person has something to decide, or the round is over.
///
/// Settling ends. The pile becomes the stock a limited number of times, so there is a limited
/// number of cards to draw. Every turn without a draw makes a hand smaller or is a pass.
pub fn settle(position: Position) -> (Position, Vec<Event>) {
    let mut course = Course::of(position);
    while course.step().is_continue() {}
    (course.position, course.events)
}

/// Returns true if the pile has no more cards than computer players may have played before the
/// person's first turn.
pub fn may_be_first(position: &Position) -> bool {
    let played = position.count(Location::Pile).saturating_sub(1);
    let Terms { lead_by_lot, one_draw, .. } = position.terms;
    let most = if lead_by_lot || one_draw { PLAYED_BEFORE_YOU_MAX } else { 0 };
    let is_dealt = position.stage != Stage::Undealt;
    is_dealt && position.round == 0 && position.reshuffles == 0 && played <= most
}

/// A position on its way to the next.
struct Course {
    position: Position,
    /// Everything that has happened on the way.
    events: Vec<Event>,
    /// The person to move, whom the table is settled for.
    viewer: Option<Seat>,
    /// The number of choices that computer players have made on the way.
    choices: usize,
}

impl Course {
    fn of(position: Position) -> Self {
        Course { viewer: position.turn(), position, events: Vec::new(), choices: 0 }
    }

    /// Makes a move for the seat to which play has come.
    fn make(&mut self, choice: Move) {
        match choice {
            Move::Play(card) => self.play(card),
            Move::Name(suit) => self.name_suit(suit),
            Move::Draw => self.draw_by_choice(),
            Move::Pass => self.go_on(),
            Move::Deal => {
                let Position { choices, .. } = &self.position;
                self.position = self.position.deal_again(choices, DealKind::NextRound);
            }
            Move::Show => self.position.stage = Stage::Shown,
        }
    }

    /// Goes one step on. It breaks off if the round is over or a person has something to decide.
    fn step(&mut self) -> ControlFlow<()> {
        match self.position.stage {
            Stage::Undealt => self.deal(),
            Stage::TurnBegins => self.begin()?,
            Stage::Decision => self.decide()?,
            Stage::Over | Stage::Shown => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn deal(&mut self) {
        let position = &mut self.position;
        for seat in position.terms.seats() {
            let hand: Vec<Card> =
                position.row(seat).take(position.terms.cards_dealt_to_each()).collect();
            hand.into_iter().for_each(|card| position.put(card, Location::Hand(seat)));
        }
        position.put_on_pile(position.shuffle().starter);
        position.stage = Stage::TurnBegins;
        if position.round == 0 && position.terms.lead_by_lot {
            position.leader = position.leader_by_lot();
        }
        if position.terms.is_closed() {
            // Everybody knows the first to open the table before the lot is drawn.
            position.effect = (position.leader != position.cursor).then_some(Effect::Skip);
        } else {
            position.cursor = position.leader;
        }
        let hands = position.terms.seats().map(|seat| Event::HandDealt(seat, position.hand(seat)));
        self.events.push(Event::RoundBegan);
        self.events.extend(hands);
        self.events.push(Event::StarterTurned(position.top));
    }

    /// Begins a turn, or ends the round. It breaks off if play has come to another person than the
    /// viewer.
    fn begin(&mut self) -> ControlFlow<()> {
        let position = &self.position;
        let is_blocked = position.passes >= position.terms.players;
        if is_blocked || position.seat_without_cards().is_some() {
            self.end_round();
        } else if self.is_stop() && self.viewer != Some(position.cursor) {
            self.position.onlooker = self.viewer;
            return ControlFlow::Break(());
        } else {
            self.begin_turn();
        }
        ControlFlow::Continue(())
    }

    /// Begins a turn with the effect that waits for it. Then a seat that cannot play draws, and
    /// passes if it still cannot. But a person at a closed table passes by a request.
    fn begin_turn(&mut self) {
        let (seat, is_stop) = (self.position.cursor, self.is_stop());
        let effect = self.position.effect;
        if effect == Some(Effect::DrawBefore) {
            self.draw(self.position.seat_before(seat));
        }
        self.tell(Event::TurnBegan(seat));
        self.position.stage = Stage::Decision;
        if effect == Some(Effect::Skip) {
            if !is_stop {
                self.skip();
            }
            return;
        }
        self.position.effect = None;
        if effect == Some(Effect::DrawTwo) {
            self.events.push(Event::MustDraw(seat, PENALTY));
            for _ in 0..PENALTY {
                self.draw(seat);
            }
        }
        let has_drawn = self.draw_to_play();
        if self.position.can_play(seat) {
            self.position.passes = 0;
        } else if !is_stop {
            self.pass(has_drawn);
        }
    }

    /// Draws until the seat on turn can play, or once by the house rule. Returns true if it drew a
    /// card.
    fn draw_to_play(&mut self) -> bool {
        let seat = self.position.cursor;
        let most = if self.position.terms.one_draw { 1 } else { PACK };
        let mut drawn = 0;
        while drawn < most && !self.position.can_play(seat) && self.draw(seat) {
            drawn += 1;
        }
        if drawn > 0 || !self.position.can_play(seat) {
            // It plays the last card that it drew, or passes, so no card that it keeps follows.
            let followed = Card::new(self.position.top.rank, self.position.suit());
            self.remember(seat, Some(followed));
        }
        drawn > 0
    }

    /// Decides for a computer player. It breaks off if a person has to decide.
    fn decide(&mut self) -> ControlFlow<()> {
        let seat = self.position.cursor;
        if self.position.terms.is_person(seat) {
            return ControlFlow::Break(());
        }
        let seen = Seen { choices_before: self.choices, ..self.position.seen_by(seat) };
        let Some((choice, next)) = computer::choose(&seen) else { return ControlFlow::Break(()) };
        self.choices += 1;
        self.make(choice);
        if self.position.call == Call::Due
            && let Some(name) = next
        {
            self.make(name);
        }
        ControlFlow::Continue(())
    }

    /// Goes on for a person at a closed table who has no choice.
    fn go_on(&mut self) {
        if self.position.onlooker.take().is_some() {
            return;
        }
        if self.position.effect == Some(Effect::Skip) {
            return self.skip();
        }
        let turn = self.position.last_turn(self.position.cursor);
        self.pass(turn.is_some_and(|turn| turn.drawn > 0));
    }

    /// Passes. The round is blocked if everybody in turn passes without drawing a card.
    fn pass(&mut self, has_drawn: bool) {
        self.act(Act::Passed);
        self.position.passes = if has_drawn { 0 } else { self.position.passes + 1 };
        self.end_turn();
    }

    /// Skips the seat on turn. If the lot has drawn a leader, the seats before the leader follow.
    fn skip(&mut self) {
        let next = self.position.seat_after(self.position.cursor);
        let waits = self.position.waits_for_leader() && next != self.position.leader;
        self.position.effect = waits.then_some(Effect::Skip);
        self.act(Act::Skipped);
        self.end_turn();
    }

    /// Plays a card. An eight leaves the suit to be named, unless it is the last card.
    fn play(&mut self, card: Card) {
        self.position.put_on_pile(card);
        self.act(Act::Played(card));
        self.position.call = Call::TopCard;
        let is_last = self.position.count(Location::Hand(self.position.cursor)) == 0;
        if !is_last {
            self.take_effect(card);
        }
        if card.rank == Rank::Eight && !is_last {
            self.position.call = Call::Due;
        } else {
            self.end_turn();
        }
    }

    /// Takes the effect of a card by the house rules.
    fn take_effect(&mut self, card: Card) {
        let terms = self.position.terms;
        self.position.effect = terms.effect_of(card.rank);
        if terms.turns_round(card.rank) {
            self.position.is_backwards = !self.position.is_backwards;
            self.events.push(Event::TurnedRound);
        }
    }

    fn name_suit(&mut self, suit: Suit) {
        self.position.call = Call::Named(suit);
        self.tell(Event::SuitNamed(self.position.cursor, suit));
        self.end_turn();
    }

    /// Draws a card by choice. If the house rule is one card a turn, that ends the turn; at a closed
    /// table the card is then drawn when the next person looks.
    fn draw_by_choice(&mut self) {
        let seat = self.position.cursor;
        if !self.position.terms.one_draw {
            self.draw(seat);
            return;
        }
        self.act(Act::ChoseToDraw);
        if self.position.terms.is_closed() {
            self.position.effect = Some(Effect::DrawBefore);
        } else {
            self.draw(seat);
        }
        self.position.passes = 0;
        self.end_turn();
    }

    /// Gives a seat the next card of its row. Returns false if there is none.
    fn draw(&mut self, seat: Seat) -> bool {
        if self.position.can_reshuffle() {
            self.reshuffle();
        }
        let next = self.position.row(seat).next();
        if let Some(card) = next {
            self.position.put(card, Location::Hand(seat));
            self.remember(seat, None);
            self.tell(Event::Drew(seat, card));
            self.tell(Event::HandGrew(seat));
        }
        next.is_some()
    }

    fn reshuffle(&mut self) {
        let top = self.position.top;
        let below: Vec<Card> =
            self.position.cards(Location::Pile).filter(|card| *card != top).collect();
        below.iter().for_each(|card| self.position.put(*card, Location::Stock));
        self.position.reshuffles += 1;
        self.events.push(Event::Reshuffled(below.len()));
    }

    /// Remembers a card that a seat could not follow, or forgets it.
    fn remember(&mut self, seat: Seat, followed: Option<Card>) {
        if let Some(void) = self.position.voids.get_mut(seat) {
            *void = followed;
        }
    }

    /// Tells an event, and records what everybody sees of the present turn.
    fn tell(&mut self, event: Event) {
        let seat = self.position.cursor;
        if let Event::TurnBegan(beginner) = event {
            self.position.begin_last_turn(beginner);
        }
        if let Some(turn) = self.position.last_turns.iter_mut().find(|turn| turn.seat == seat) {
            match event {
                Event::HandGrew(other) if other == seat => turn.drawn += 1,
                Event::Acted(_, act) => turn.act = Some(act),
                Event::SuitNamed(_, suit) => turn.suit = Some(suit),
                _ => {}
            }
        }
        self.events.push(event);
    }

    /// Tells the act of the seat on turn.
    fn act(&mut self, act: Act) {
        self.tell(Event::Acted(self.position.cursor, act));
    }

    fn end_turn(&mut self) {
        let position = &mut self.position;
        let seat = position.cursor;
        position.cursor = position.seat_after(seat);
        position.stage = Stage::TurnBegins;
        // The leader of the next round deals it and plays, so the deal needs no message of its own. But
        // somebody else must see the end.
        let has_next = position.terms.is_closed() && position.terms.target.is_some();
        if has_next && position.count(Location::Hand(seat)) == 0 {
            let others = position.order_from(position.next_leader());
            let mut others = others.filter(|other| *other != seat);
            let next = others.find(|other| position.terms.is_person(*other));
            position.cursor = next.unwrap_or(position.cursor);
        }
    }

    /// Ends the round. The viewer goes on from here.
    fn end_round(&mut self) {
        self.events.push(Event::HandsCounted(self.position.hand_values()));
        self.position.cursor = self.viewer.unwrap_or(self.position.cursor);
        self.position.effect = None;
        self.position.passes = 0;
        self.position.stage = Stage::Over;
    }

    /// Returns true if play has come to a person at a closed table, who must open it to go on.
    fn is_stop(&self) -> bool {
        self.position.terms.is_closed() && self.position.terms.is_person(self.position.cursor)
    }
}
