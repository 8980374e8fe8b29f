//! A position: where every card is, and what follows from that by the rules.

use super::shuffle::{Shuffle, pack_order};
use super::terms::{Effect, Level, Terms};
use crate::games::shared::cards::{Card, PACK, Rank, Suit};
use crate::prelude::*;
use std::cmp::Reverse;

/// The width of the number of the round, in bits. No match comes near its end; after it, the same
/// cards would be dealt again.
const ROUND_BITS: u32 = 16;

/// The number of times that the pile can become the stock in a round. Without a limit, two players
/// who each hold all cards of two suits could go on without end.
pub const RESHUFFLES_MAX: u16 = 9;

/// The place of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    Stock,
    Pile,
    Hand(Seat),
}

/// The source of the suit to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The top card itself.
    TopCard,
    /// A suit that the player of the eight on top must still name.
    Due,
    /// The player of the eight on top.
    Named(Suit),
}

/// The stage of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The round is still to be dealt.
    Undealt,
    /// A seat's turn begins: it may have to draw, or to pass.
    TurnBegins,
    /// A seat has something to decide: which card to play, which suit to name.
    Decision,
    /// The round is over, and the person who found it over sees the hands.
    Over,
    /// The game is over, and everybody sees the hands.
    Shown,
}

/// The stages that a link of a closed table may have. The person who finds the round over goes on
/// with a request, so [`Stage::Over`] is never sealed there.
const SEALED: [Stage; 4] = [Stage::Undealt, Stage::TurnBegins, Stage::Decision, Stage::Shown];

/// The last turn of a seat, as everybody has seen it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastTurn {
    pub seat: Seat,
    /// The number of cards that it drew.
    pub drawn: usize,
    /// The act that followed. `None` if the seat has not had a turn in this round.
    pub act: Option<Act>,
    /// The suit that it named.
    pub suit: Option<Suit>,
}

/// The act of a seat in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It played this card.
    Played(Card),
    /// It could not play, and drew nothing that it can play.
    Passed,
    /// It was skipped, or waits for the leader.
    Skipped,
    /// It chose to draw a card, which ends the turn.
    ChoseToDraw,
}

/// A position. If one person plays, it is settled between two requests: the person has something to
/// decide, or the round is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub choices: Choices,
    /// The same as the rules read them.
    pub terms: Terms,
    /// The seed of this deal and of all later ones.
    pub seed: DealSeed,
    /// The round of the match, from 0.
    pub round: u16,
    /// The number of times that the pile became the stock in this round.
    pub reshuffles: u16,
    /// The place of every card, by the index of the card.
    pub locations: [Location; PACK],
    /// The top card of the pile; any card before the deal.
    pub top: Card,
    pub call: Call,
    pub stage: Stage,
    /// The seat that leads the round. In the first round by lot it is known when the cards are dealt.
    pub leader: Seat,
    /// The seat to which play has come.
    pub cursor: Seat,
    /// True if play goes round the other way.
    pub is_backwards: bool,
    /// The effect that waits for the player whose turn begins.
    pub effect: Option<Effect>,
    /// The person who has opened the table although play has come to another person: a computer
    /// player skipped them or turned play round. It is never sealed: their pass takes it away.
    pub onlooker: Option<Seat>,
    /// For each seat a card that nothing in its hand can follow, if that is remembered.
    pub voids: Vec<Option<Card>>,
    /// The number of turns in a row that were passes.
    pub passes: usize,
    /// The points of each seat before this round. Empty if there is no match.
    pub points: Vec<usize>,
    /// The last turn of each seat at a closed table, the oldest first. Empty at any other.
    pub last_turns: Vec<LastTurn>,
}

impl Position {
    /// The first round, still to be dealt.
    pub fn new(choices: &Choices, seed: DealSeed) -> Self {
        let terms = Terms::of(choices);
        let each_if = |is_kept| if is_kept { terms.players } else { 0 };
        let seats = terms.seats().take(each_if(terms.is_closed()));
        Position {
            choices: choices.clone(),
            terms,
            seed,
            round: 0,
            reshuffles: 0,
            locations: [Location::Stock; PACK],
            top: Card::new(Rank::Ace, Suit::Clubs),
            call: Call::TopCard,
            stage: Stage::Undealt,
            leader: 0,
            cursor: 0,
            is_backwards: false,
            effect: None,
            onlooker: None,
            voids: vec![None; each_if(terms.level == Level::Counting)],
            passes: 0,
            points: vec![0; each_if(terms.target.is_some())],
            last_turns: seats.map(|seat| LastTurn { seat, ..LastTurn::default() }).collect(),
        }
    }

    /// A later deal, not yet worked out. Of this position it keeps what everybody knew before the
    /// round: its number, its leader and the points.
    pub fn deal_again(&self, choices: &Choices, kind: DealKind) -> Self {
        let new = Position::new(choices, self.seed.next(kind, choices));
        let (round, leader) = match kind {
            DealKind::Rematch => return new,
            // The lot of the first round is drawn anew.
            DealKind::ThrownIn if self.round == 0 => (0, 0),
            DealKind::ThrownIn => (self.round, self.leader),
            DealKind::NextRound => (self.round.saturating_add(1), self.next_leader()),
        };
        Position { round, leader, cursor: leader, points: self.points_after_round(), ..new }
    }

    /// The seat that leads the next round.
    pub fn next_leader(&self) -> Seat {
        (self.leader + 1) % self.terms.players
    }

    /// The secret of this deal.
    pub fn secret(&self) -> Secret {
        self.seed.secret()
    }

    /// The seat that the secret of the first round makes its leader.
    pub fn leader_by_lot(&self) -> Seat {
        self.secret().chance("eights/lead", []).index(self.terms.players)
    }

    /// The seat whose move has ended a round that nobody has counted yet: it has no card left, or was
    /// the last of all to pass.
    pub fn ended_by(&self) -> Option<Seat> {
        match self.stage {
            Stage::TurnBegins if self.passes >= self.terms.players => {
                Some(self.seat_before(self.cursor))
            }
            Stage::TurnBegins => self.seat_without_cards(),
            Stage::Undealt | Stage::Decision | Stage::Over | Stage::Shown => None,
        }
    }

    /// The last turn of a seat, if it is recorded.
    pub fn last_turn(&self, seat: Seat) -> Option<&LastTurn> {
        self.last_turns.iter().find(|turn| turn.seat == seat)
    }

    /// Records that the turn of this seat begins.
    pub fn begin_last_turn(&mut self, seat: Seat) {
        let Some(at) = self.last_turns.iter().position(|turn| turn.seat == seat) else { return };
        self.last_turns.remove(at);
        self.last_turns.push(LastTurn { seat, ..LastTurn::default() });
    }

    /// The seats in the present order of play, from this one on.
    pub fn order_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.terms.players;
        let step = if self.is_backwards { players - 1 } else { 1 };
        (0..players).map(move |count| (first + count * step) % players)
    }

    /// The seat whose turn comes after this one's.
    pub fn seat_after(&self, seat: Seat) -> Seat {
        self.order_from(seat).nth(1).unwrap_or(seat)
    }

    /// The seat whose turn comes before this one's.
    pub fn seat_before(&self, seat: Seat) -> Seat {
        self.order_from(seat).last().expect("somebody plays")
    }

    /// Returns true if the seat on turn waits for the leader of the first round.
    pub fn waits_for_leader(&self) -> bool {
        let is_first = self.round == 0 && self.is_starter_on_top();
        self.effect == Some(Effect::Skip) && is_first
    }

    /// The present shuffle: the order of the whole pack, wherever its cards are now.
    pub fn shuffle(&self) -> Shuffle {
        let order = pack_order(self.secret(), self.round, self.reshuffles);
        Shuffle::new(order, self.reshuffles, self.terms)
    }

    /// The cards that a seat may draw, the next one first.
    pub fn row(&self, seat: Seat) -> impl Iterator<Item = Card> {
        let row = self.shuffle().into_row_of(seat);
        row.into_iter().filter(|card| self.location(*card) == Location::Stock)
    }

    /// The number of cards that each seat may draw. One number if the stock is common.
    pub fn row_lengths(&self) -> Vec<usize> {
        let rows = self.shuffle();
        let is_left = |card: &&Card| self.location(**card) == Location::Stock;
        rows.rows.iter().map(|row| row.iter().filter(is_left).count()).collect()
    }

    pub fn location(&self, card: Card) -> Location {
        self.locations[card.index()]
    }

    pub fn put(&mut self, card: Card, location: Location) {
        self.locations[card.index()] = location;
    }

    pub fn put_on_pile(&mut self, card: Card) {
        self.put(card, Location::Pile);
        self.top = card;
    }

    /// The cards at a location, sorted.
    pub fn cards(&self, location: Location) -> impl Iterator<Item = Card> {
        Card::all().filter(move |card| self.location(*card) == location)
    }

    pub fn hand(&self, seat: Seat) -> Vec<Card> {
        self.cards(Location::Hand(seat)).collect()
    }

    pub fn count(&self, location: Location) -> usize {
        self.cards(location).count()
    }

    /// The number of cards that each seat holds.
    pub fn counts(&self) -> Vec<usize> {
        self.terms.seats().map(|seat| self.count(Location::Hand(seat))).collect()
    }

    /// The suit to follow.
    pub fn suit(&self) -> Suit {
        match self.call {
            Call::Named(suit) => suit,
            Call::TopCard | Call::Due => self.top.suit,
        }
    }

    pub fn is_playable(&self, card: Card) -> bool {
        follows(card, self.top.rank, self.suit())
    }

    pub fn can_play(&self, seat: Seat) -> bool {
        self.cards(Location::Hand(seat)).any(|card| self.is_playable(card))
    }

    /// Returns true if the seat on turn has a card to draw, perhaps after the pile has become the stock.
    pub fn can_draw(&self) -> bool {
        self.row(self.cursor).next().is_some() || self.can_reshuffle()
    }

    /// Returns true if the pile can become the stock: no seat has a card to draw.
    pub fn can_reshuffle(&self) -> bool {
        let is_empty = self.count(Location::Stock) == 0;
        is_empty && self.has_reshuffles_left() && self.count(Location::Pile) > 1
    }

    fn has_reshuffles_left(&self) -> bool {
        self.terms.reshuffles && self.reshuffles < RESHUFFLES_MAX
    }

    /// Returns true if no card was played yet in this round.
    pub fn is_starter_on_top(&self) -> bool {
        self.count(Location::Pile) == 1 && self.reshuffles == 0
    }

    /// Returns true if the seat to which play has come can play a card or must name a suit.
    pub fn has_move(&self) -> bool {
        self.call == Call::Due || self.can_play(self.cursor)
    }

    /// Returns true if the person to move can only pass: they can neither play nor draw, are
    /// skipped, or look on.
    pub fn must_pass(&self) -> bool {
        let is_stuck = || !self.has_move() && (self.terms.one_draw || !self.can_draw());
        match self.stage {
            Stage::Decision => self.effect == Some(Effect::Skip) || is_stuck(),
            Stage::TurnBegins => self.onlooker.is_some(),
            Stage::Undealt | Stage::Over | Stage::Shown => false,
        }
    }

    /// Returns true if the seat on turn may draw by choice. People at a closed table would see the
    /// card and could go back, so there the choice ends the turn, or is not offered. It is never offered
    /// if seats have rows: partners could read the rest of a row.
    pub fn may_draw(&self) -> bool {
        let Terms { one_draw, .. } = self.terms;
        let is_allowed = !self.terms.is_closed() || one_draw && !self.terms.has_rows();
        let decides = self.stage == Stage::Decision && self.call != Call::Due && !self.must_pass();
        is_allowed && decides && self.can_draw()
    }

    /// The next person in order of play. `None` if the game is over and everybody sees that.
    pub fn turn(&self) -> Option<Seat> {
        let is_shown = self.stage == Stage::Shown;
        let is_done = if self.terms.is_closed() { is_shown } else { self.is_over() };
        let mut seats = self.order_from(self.cursor);
        let next = self.onlooker.or_else(|| seats.find(|seat| self.terms.is_person(*seat)));
        if is_done { None } else { next }
    }

    /// The seat that has no cards left, if there is one.
    pub fn seat_without_cards(&self) -> Option<Seat> {
        self.counts().iter().position(|count| *count == 0)
    }

    pub fn is_round_over(&self) -> bool {
        matches!(self.stage, Stage::Over | Stage::Shown)
    }

    /// By points in a match, by the hands in a single round. A player alone wins by getting rid of
    /// every card.
    pub fn outcome(&self) -> Option<Outcome> {
        let lowest_first: Vec<_> = self.hand_values().into_iter().map(Reverse).collect();
        self.is_over().then(|| match self.terms {
            Terms { players: 1, .. } => Outcome::alone(self.seat_without_cards().is_some()),
            Terms { target: Some(_), .. } => Outcome::by_points(&self.points_after_round()),
            Terms { target: None, .. } => {
                Outcome { points: self.gains(), ..Outcome::by_score(&lowest_first) }
            }
        })
    }

    /// Returns true if the round is over and no other follows.
    pub fn is_over(&self) -> bool {
        let is_reached = |target| self.points_after_round().iter().any(|points| *points >= target);
        self.is_round_over() && self.terms.target.is_none_or(is_reached)
    }

    pub fn hand_values(&self) -> Vec<usize> {
        let value =
            |seat| self.cards(Location::Hand(seat)).map(|card| usize::from(points(card))).sum();
        self.terms.seats().map(value).collect()
    }

    /// The points that each seat collects for the round: the lowest hand collects what the others
    /// are worth above it.
    pub fn gains(&self) -> Vec<usize> {
        let values = self.hand_values();
        let least = *values.iter().min().expect("somebody plays");
        let pot = values.iter().map(|value| value - least).sum();
        values.iter().map(|value| if *value == least { pot } else { 0 }).collect()
    }

    /// The points of each seat, with the gains of a round that is over. Empty if there is no match.
    pub fn points_after_round(&self) -> Vec<usize> {
        if !self.is_round_over() {
            return self.points.clone();
        }
        self.points.iter().zip(self.gains()).map(|(points, gain)| points + gain).collect()
    }

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let terms = self.terms;
        let hands = terms.seats().map(Location::Hand);
        let locations: Vec<_> =
            [Location::Stock, Location::Pile].into_iter().chain(hands).collect();
        let pack: Vec<Card> = Card::all().collect();
        let named = Suit::ALL.map(Call::Named);
        let calls: Vec<_> = [Call::TopCard, Call::Due].into_iter().chain(named).collect();
        self.locations.iter_mut().try_for_each(|place| codec.one_of(place, &locations))?;
        codec.one_of(&mut self.top, &pack)?;
        codec.one_of(&mut self.call, &calls)?;
        self.seed.fields(codec)?;
        codec.bits(&mut self.round, ROUND_BITS)?;
        codec.below(&mut self.leader, terms.players)?;
        codec.below(&mut self.reshuffles, usize::from(RESHUFFLES_MAX) + 1)?;
        let target = terms.target.unwrap_or(0);
        self.points.iter_mut().try_for_each(|points| codec.below(points, target))?;
        if terms.can_turn_round() {
            codec.flag(&mut self.is_backwards)?;
        }
        let voids = optional(pack);
        self.voids.iter_mut().try_for_each(|void| codec.one_of(void, &voids))?;
        if terms.is_closed() {
            self.closed_fields(codec)
        } else {
            codec.one_of(&mut self.stage, &[Stage::Decision, Stage::Over])
        }
    }

    /// Writes or reads what only a closed table needs: the stage of an unsettled turn, and what everybody has seen of the last turns.
    fn closed_fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        codec.one_of(&mut self.stage, &SEALED)?;
        codec.below(&mut self.cursor, self.terms.players)?;
        codec.below(&mut self.passes, self.terms.players + 1)?;
        let others = [Act::Passed, Act::Skipped, Act::ChoseToDraw];
        let acts = optional(others.into_iter().chain(Card::all().map(Act::Played)));
        let suits = optional(Suit::ALL);
        let mut seats: Vec<Seat> = self.terms.seats().collect();
        for turn in &mut self.last_turns {
            codec.one_of(&mut turn.seat, &seats)?;
            seats.retain(|seat| *seat != turn.seat);
            codec.below(&mut turn.drawn, PACK)?;
            codec.one_of(&mut turn.act, &acts)?;
            codec.one_of(&mut turn.suit, &suits)?;
        }
        let Terms { twos, queens, aces, one_draw, lead_by_lot, .. } = self.terms;
        if twos || queens || aces || one_draw || lead_by_lot {
            let effects = [Effect::DrawTwo, Effect::Skip, Effect::DrawBefore];
            codec.one_of(&mut self.effect, &optional(effects))?;
        }
        Ok(())
    }

    /// The first condition of play that this position breaks. `None` if the rules can lead to it.
    pub fn broken_condition(&self) -> Option<&'static str> {
        let is_dealt = self.stage != Stage::Undealt;
        let (over, eight_on_top) = (self.is_round_over(), self.top.rank == Rank::Eight);
        let empty_hands = self.counts().iter().filter(|count| **count == 0).count();
        let empty_hands_max = usize::from(self.stage != Stage::Decision);
        let may_lack_suit = self.is_starter_on_top() || over || empty_hands == 1;
        let conditions = [
            (
                "an effect waits for a turn",
                self.effect.is_none() || self.stage == Stage::TurnBegins,
            ),
            ("every card is in the stock", is_dealt || self.locations == [Location::Stock; PACK]),
            ("the top card is on the pile", !is_dealt || self.location(self.top) == Location::Pile),
            ("a hand is empty only at the end", !is_dealt || empty_hands <= empty_hands_max),
            ("a suit is called by an eight", self.call == Call::TopCard || eight_on_top),
            ("an eight calls a suit", self.call != Call::TopCard || !eight_on_top || may_lack_suit),
            ("no call is due at the end", self.call != Call::Due || !over),
            ("the seat on turn can play", self.stage != Stage::Decision || self.has_move()),
        ];
        conditions.into_iter().find(|(_, is_met)| !is_met).map(|(condition, _)| condition)
    }

    /// The number of cards in each row, that of this seat first, and the others in order of play.
    fn row_lengths_from(&self, seat: Seat) -> Vec<usize> {
        let lengths = self.row_lengths();
        self.order_from(seat).filter_map(|seat| lengths.get(seat).copied()).collect()
    }

    /// The things that the player in this seat sees and remembers.
    pub fn seen_by(&self, seat: Seat) -> Seen {
        let others: Vec<Seat> = self.order_from(seat).skip(1).collect();
        let void = |other: &Seat| self.voids.get(*other).copied().flatten();
        Seen {
            terms: self.terms,
            can_reshuffle: self.has_reshuffles_left(),
            voids: others.iter().map(void).collect(),
            hand: self.hand(seat),
            pile: self.cards(Location::Pile).collect(),
            top: self.top,
            suit: self.suit(),
            names_suit: self.call == Call::Due,
            others: others.iter().map(|other| self.count(Location::Hand(*other))).collect(),
            rows: self.row_lengths_from(seat),
            choices_before: 0,
        }
    }
}

/// `None`, and each of these.
fn optional<T>(all: impl IntoIterator<Item = T>) -> Vec<Option<T>> {
    [None].into_iter().chain(all.into_iter().map(Some)).collect()
}

/// The game as a player sees and remembers it.
#[derive(Debug)]
pub struct Seen {
    /// Their own cards.
    pub hand: Vec<Card>,
    /// Every card on the pile, all played face up.
    pub pile: Vec<Card>,
    /// The topmost of them.
    pub top: Card,
    /// The suit to follow.
    pub suit: Suit,
    /// True if they have played an eight and must name a suit.
    pub names_suit: bool,
    /// The number of cards that each other player holds, the next player first.
    pub others: Vec<usize>,
    /// For each of them a card that nothing in their hand can follow, if that is remembered.
    pub voids: Vec<Option<Card>>,
    /// The number of cards in each row, their own first. One number if the stock is common.
    pub rows: Vec<usize>,
    pub terms: Terms,
    /// True if the pile can still become the stock.
    pub can_reshuffle: bool,
    /// The number of choices that computer players have made since a person's.
    pub choices_before: usize,
}

/// Returns true if a card fits on one of this rank when this suit is to be followed.
pub fn follows(card: Card, rank: Rank, suit: Suit) -> bool {
    card.rank == Rank::Eight || card.rank == rank || card.suit == suit
}

/// The points that a card counts in a hand at the end.
pub fn points(card: Card) -> u8 {
    match card.rank {
        Rank::Eight => 50,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank as u8 + 1,
    }
}
