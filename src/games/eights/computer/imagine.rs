//! The levels that think ahead: they imagine the hidden cards, and play the round to its end once
//! with each card that they could play.
//!
//! The hands of the others and the order of the stock are hidden. An imagined deal agrees with
//! everything that the player sees. It places every hidden card. Every hand has its true number of
//! cards, and so has every row of the stock. A player who counts also remembers the last card that each other could not
//! follow, and deals them none that could. In an imagined round everybody goes on at a glance, much
//! as the easy level does.
//!
//! With several opponents the top card changes before the player's next turn. So a choice also
//! counts the hidden cards that the player's hand can still follow.
//!
//! The imagined cards come from a generator that begins with what the player sees, so the same
//! position always has the same answer. The work is bounded: [`Level::rounds`] imagined rounds and
//! [`WORK`] for one choice of each computer player.

use crate::games::eights::position::{Seen, points};
use crate::games::eights::requests::Move;
use crate::games::eights::terms::{Effect, Level, SEATS_MAX, Terms};
use crate::games::shared::cards::{Card, PACK, Rank, Suit};
use crate::prelude::*;
use std::ops::Range;

/// A set of cards: bit n is the card of index n.
type Cards = u64;

/// Turns after which an imagined round is left undecided.
const TURNS_MAX: usize = 60;
/// The work of one choice of all computer players, in units of a meter. Most rounds end sooner; some would
/// go on and on.
const WORK: usize = 1_200_000;
/// The work, in units of a meter, to imagine a deal; to copy one and to count its end; of a turn; to look at
/// a card that may be played; and to draw a card or to shuffle it.
const DEALT: usize = 375;
const COPIED: usize = 63;
const TURN: usize = 20;
const LOOKED: usize = 5;
const DRAWN: usize = 3;
/// The worth of winning the round, in points of a hand.
const WORTH_OF_WINNING: i32 = 150;
/// The worth of one more hidden card that the hand can follow, in points of a hand, for each
/// opponent after the first. (Of 8,000 rounds at five players, with no limit on turns, the player
/// of four lines wins 18.8 % with it and 19.7 % without.)
const WORTH_OF_REACH: i32 = 2;
/// The number of hidden cards that a hand can no longer follow without an eight.
const REACH_OF_AN_EIGHT: i32 = 15;

impl Level {
    /// The number of rounds imagined for one choice, all cards together, with one opponent.
    const fn rounds(self) -> usize {
        match self {
            Level::Easy => 0,
            Level::Good => 300,
            Level::Counting => 1_000,
        }
    }
}

/// A choice: a card, and with an eight the suit that is named.
type Choice = (Card, Option<Suit>);

/// The card to play and, after an eight, the suit to name. `None` if no card can be played.
pub fn choose(seen: &Seen) -> Option<(Move, Option<Move>)> {
    let choices = choices(seen);
    let (card, suit) = match choices.as_slice() {
        [] => return None,
        [only] => *only,
        _ => *best(seen, &choices)?,
    };
    let name = suit.map(Move::Name);
    Some(match name {
        Some(name) if seen.names_suit => (name, None),
        _ => (Move::Play(card), name),
    })
}

fn choices(seen: &Seen) -> Vec<Choice> {
    let suits = |card: Card| Suit::ALL.into_iter().map(move |suit| (card, Some(suit)));
    if seen.names_suit {
        return suits(seen.top).collect();
    }
    let playable = set(&seen.hand) & following(seen.top.rank, seen.suit);
    let plain = seen.hand.iter().filter(|card| bit(**card) & playable & !EIGHTS != 0);
    // One eight is like another.
    let eight = seen.hand.iter().find(|card| card.rank == Rank::Eight);
    plain.map(|card| (*card, None)).chain(eight.into_iter().flat_map(|card| suits(*card))).collect()
}

/// The best choice: all are tried on the same imagined cards, and after each stage the worse half is
/// given up.
fn best<'a>(seen: &Seen, choices: &'a [Choice]) -> Option<&'a Choice> {
    let mut imagination = Imagination::of(seen);
    let mut tried: Vec<Trial> = choices.iter().map(|choice| Trial::of(seen, choice)).collect();
    let opponents = seen.others.len().max(1);
    let rounds = seen.terms.level.rounds() / opponents;
    // When a player was skipped, the others choose again, each time with a quarter of the work.
    let again = (seen.choices_before / opponents).min(8);
    let work = (WORK / opponents) >> (2 * again);
    let mut tried_on = 0;
    for _ in 0..STAGES {
        let count = (rounds / STAGES).div_ceil(tried.len());
        let mut meter = Meter::holding(work / STAGES);
        for _ in 0..count {
            let imagined = Imagined::deal(seen, &mut imagination);
            let mut spent = DEALT;
            for trial in &mut tried {
                let (worth, played) = imagined.clone().worth_of(*trial.choice);
                trial.worth += trial.ahead + worth;
                spent += COPIED + played;
            }
            tried_on += 1;
            if meter.spend(spent).is_err() {
                break;
            }
        }
        tried.sort_by_key(|trial| -trial.worth);
        tried.truncate(tried.len().div_ceil(2).max(2));
        if let [first, second, ..] = &tried[..]
            && first.worth - second.worth > CLEAR_LEAD * tried_on
        {
            break;
        }
    }
    tried.first().map(|trial| trial.choice)
}

/// The number of stages in which the choices are tried.
const STAGES: usize = 3;

/// With such a lead, in points of each imagined round, a choice needs no more stages.
const CLEAR_LEAD: i32 = 60;

/// A choice, and the sum of its worth in all imagined rounds so far.
struct Trial<'a> {
    choice: &'a Choice,
    worth: i32,
    /// The worth of the choice before any round is imagined. It counts with each round.
    ahead: i32,
}

impl<'a> Trial<'a> {
    fn of(seen: &Seen, choice: &'a Choice) -> Self {
        let (card, _) = choice;
        let hand = set(&seen.hand) & !bit(*card);
        let hidden = ALL & !(set(&seen.hand) | set(&seen.pile));
        let eight = if card.rank == Rank::Eight { REACH_OF_AN_EIGHT } else { 0 };
        let reach = (reach(hand & !EIGHTS) & hidden).count_ones() as i32 - eight;
        // A person alone has no opponent.
        let between = i32::try_from(seen.others.len().saturating_sub(1)).expect("few players");
        Trial { choice, worth: 0, ahead: WORTH_OF_REACH * between * reach }
    }
}

/// SplitMix64, for imagined deals alone. (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014.)
pub struct Imagination(u64);

impl Imagination {
    pub fn of(seen: &Seen) -> Self {
        let mut state = Imagination(set(&seen.hand));
        for part in [set(&seen.pile), seen.top.index() as u64, seen.suit as u64] {
            state.0 ^= part;
            state.0 = state.next();
        }
        state
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Puts them into one of their orders.
    fn shuffle(&mut self, cards: &mut [u8]) {
        for last in (1..cards.len()).rev() {
            // The high half times a small number: no limit is near 2^32, so none is favoured much.
            let at = ((self.next() >> 32) * (last as u64 + 1)) >> 32;
            cards.swap(last, at as usize);
        }
    }
}

/// An imagined place for every card. Seats are counted from the player who imagines, in the
/// direction of play.
#[derive(Clone)]
struct Imagined {
    terms: Terms,
    hands: [Cards; SEATS_MAX],
    stock: Stock,
    /// True if the pile can become the stock.
    can_reshuffle: bool,
    /// The pile below its top card.
    pile: Cards,
    top: Card,
    suit: Suit,
    /// The seat on turn, and the number of seats to the next one.
    seat: usize,
    step: usize,
    /// The effect that waits for the seat on turn.
    effect: Option<Effect>,
    /// The work so far, in units of a meter.
    work: usize,
}

impl Imagined {
    /// A deal of the cards that the player does not see.
    fn deal(seen: &Seen, imagination: &mut Imagination) -> Self {
        let (hand, pile) = (set(&seen.hand), set(&seen.pile));
        let mut hidden: Vec<u8> = places(ALL & !(hand | pile)).collect();
        imagination.shuffle(&mut hidden);
        let mut hands = deal_others(seen, &hidden);
        hands[0] = hand;
        let dealt = hands.iter().fold(0, |dealt, cards| dealt | cards);
        hidden.retain(|card| dealt >> card & 1 == 0);
        Imagined {
            terms: seen.terms,
            hands,
            stock: Stock::of(hidden, &seen.rows),
            can_reshuffle: seen.can_reshuffle,
            pile: pile & !bit(seen.top),
            top: seen.top,
            suit: seen.suit,
            seat: 0,
            step: 1,
            effect: None,
            work: 0,
        }
    }

    /// The worth of a choice of the player, in points, and the work to imagine it to the end. If the
    /// player wins the round, the points of the others count for them; if not, their own against
    /// them.
    fn worth_of(mut self, (card, suit): Choice) -> (i32, usize) {
        self.play(card, suit);
        let mut turns = 0;
        while !self.hands[..self.terms.players].contains(&0) && turns < TURNS_MAX {
            self.take_turn();
            turns += 1;
        }
        let value = |hand: Cards| members(hand).map(|held| i32::from(points(held))).sum::<i32>();
        let hands = &self.hands[..self.terms.players];
        let worth = match hands.iter().position(|hand| *hand == 0) {
            Some(0) => WORTH_OF_WINNING + hands.iter().map(|hand| value(*hand)).sum::<i32>(),
            Some(_) => -value(hands[0]),
            None => 0,
        };
        (worth, self.work)
    }

    fn take_turn(&mut self) {
        self.work += TURN;
        match self.effect.take() {
            Some(Effect::Skip) => return self.end_turn(),
            Some(Effect::DrawTwo) => {
                self.draw();
                self.draw();
            }
            _ => {}
        }
        let follow = following(self.top.rank, self.suit);
        let mut drawn = true;
        while self.hands[self.seat] & follow == 0 && drawn {
            drawn = self.draw() && !self.terms.one_draw;
        }
        let playable = self.hands[self.seat] & follow;
        if playable == 0 {
            return self.end_turn();
        }
        self.work += LOOKED * playable.count_ones() as usize;
        self.play(self.best_at_a_glance(playable), None);
    }

    /// The card that the hand follows best and the hidden cards least; an eight only if there is
    /// nothing else.
    fn best_at_a_glance(&self, playable: Cards) -> Card {
        let plain = if playable & !EIGHTS == 0 { playable } else { playable & !EIGHTS };
        let highest = Card::from_index(plain.ilog2() as usize).expect("a card of the pack");
        if plain.is_power_of_two() {
            return highest;
        }
        let hand = self.hands[self.seat];
        let hidden = ALL & !(hand | self.pile | bit(self.top));
        let worth = |card: &Card| {
            let follow = following(card.rank, card.suit);
            (hand & follow).count_ones() as i32 - (hidden & follow).count_ones() as i32
        };
        members(plain).max_by_key(worth).unwrap_or(highest)
    }

    /// Plays a card, naming a suit after an eight: the longest if no other is given.
    fn play(&mut self, card: Card, named: Option<Suit>) {
        let seat = self.seat;
        if card != self.top {
            self.pile |= bit(self.top);
        }
        let hand = self.hands[seat] & !bit(card);
        self.hands[seat] = hand;
        self.top = card;
        self.suit = card.suit;
        if card.rank == Rank::Eight {
            let length = |suit: &Suit| (hand & suited(*suit) & !EIGHTS).count_ones();
            let longest = || Suit::ALL.into_iter().max_by_key(length);
            self.suit = named.or_else(longest).expect("four suits");
        }
        self.effect = self.terms.effect_of(card.rank);
        if self.terms.turns_round(card.rank) {
            self.step = self.terms.players - self.step;
        }
        self.end_turn();
    }

    fn end_turn(&mut self) {
        let next = self.seat + self.step;
        self.seat = if next < self.terms.players { next } else { next - self.terms.players };
    }

    /// Draws the next card. Returns false if there is none.
    fn draw(&mut self) -> bool {
        if self.stock.is_empty() && self.can_reshuffle {
            // To shuffle it costs as much as to draw each card.
            self.work += DRAWN * self.pile.count_ones() as usize;
            self.stock.refill(self.pile);
            self.pile = 0;
        }
        self.work += DRAWN;
        let Some(card) = self.stock.pop(self.seat) else { return false };
        self.hands[self.seat] |= 1 << card;
        true
    }
}

/// An imagined stock: one row for all, or a row for each seat.
#[derive(Clone)]
struct Stock {
    /// The cards, row behind row.
    cards: Vec<u8>,
    /// For each row the places of its cards. The last one is drawn first.
    rows: [Range<usize>; SEATS_MAX],
    /// The number of rows.
    count: usize,
}

impl Stock {
    /// These cards in rows of these lengths.
    fn of(cards: Vec<u8>, lengths: &[usize]) -> Self {
        let mut stock = Stock { cards, rows: Default::default(), count: lengths.len() };
        stock.cut(lengths.iter().copied());
        stock
    }

    fn cut(&mut self, lengths: impl Iterator<Item = usize>) {
        let mut start = 0;
        for (row, length) in self.rows.iter_mut().zip(lengths) {
            *row = start..start + length;
            start = row.end;
        }
    }

    fn is_empty(&self) -> bool {
        self.rows[..self.count].iter().all(Range::is_empty)
    }

    /// Makes a pile the stock. The shuffle is not fair, and the rows are as long as each other, but no
    /// player can foresee them.
    fn refill(&mut self, pile: Cards) {
        self.cards.clear();
        self.cards.extend(places(pile));
        Imagination(pile).shuffle(&mut self.cards);
        let (all, count) = (self.cards.len(), self.count);
        self.cut((0..count).map(|row| all / count + usize::from(row < all % count)));
    }

    /// The next card of the row from which this seat draws.
    fn pop(&mut self, seat: usize) -> Option<u8> {
        let place = self.rows[seat % self.count].next_back()?;
        self.cards.get(place).copied()
    }
}

/// The hands of the other players, from the hidden cards in order. Players of whom a void is known
/// come first: not every card will do for them.
fn deal_others(seen: &Seen, hidden: &[u8]) -> [Cards; SEATS_MAX] {
    let void = |other: usize| seen.voids.get(other).copied().flatten();
    let mut others: Vec<usize> = (0..seen.others.len()).collect();
    others.sort_by_key(|other| void(*other).is_none());
    let (mut hands, mut dealt) = ([0; SEATS_MAX], 0);
    for other in others {
        let barred = void(other).map_or(0, |card| following(card.rank, card.suit));
        let held = first_of(hidden, seen.others[other], dealt | barred);
        // A void may leave too few cards, after a shuffle of the pile.
        let lacking = seen.others[other] - held.count_ones() as usize;
        let hand = held | first_of(hidden, lacking, dealt | held);
        dealt |= hand;
        hands[(other + 1) % SEATS_MAX] = hand;
    }
    hands
}

/// The first `count` of these cards that are not barred.
fn first_of(cards: &[u8], count: usize, barred: Cards) -> Cards {
    let fits = cards.iter().filter(|card| barred >> **card & 1 == 0);
    fits.take(count).fold(0, |held, card| held | 1 << card)
}

/// The whole pack.
const ALL: Cards = (1 << PACK) - 1;
/// The four eights.
const EIGHTS: Cards = ranked(Rank::Eight);

const fn bit(card: Card) -> Cards {
    1 << card.index()
}

fn set(cards: &[Card]) -> Cards {
    cards.iter().fold(0, |set, card| set | bit(*card))
}

/// The cards of a suit.
const fn suited(suit: Suit) -> Cards {
    0x1fff << (suit as usize * Rank::ALL.len())
}

/// The cards of a rank.
const fn ranked(rank: Rank) -> Cards {
    (1 | 1 << 13 | 1 << 26 | 1 << 39) << rank as usize
}

/// The cards that may be played on this rank when this suit is to be followed.
const fn following(rank: Rank, suit: Suit) -> Cards {
    suited(suit) | ranked(rank) | EIGHTS
}

/// The cards that a hand without eights follows when they are on top.
fn reach(hand: Cards) -> Cards {
    let suits = Suit::ALL.into_iter().map(suited).filter(|suit| hand & suit != 0);
    let ranks = (hand | hand >> 13 | hand >> 26 | hand >> 39) & suited(Suit::Clubs);
    suits.fold(ranks | ranks << 13 | ranks << 26 | ranks << 39, |reach, suit| reach | suit)
}

/// The places of these cards in the sorted pack.
fn places(mut set: Cards) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| u8::try_from(set.trailing_zeros()).expect("at most 64"))?;
        set &= set - 1;
        Some(first)
    })
}

fn members(set: Cards) -> impl Iterator<Item = Card> {
    places(set).filter_map(|place| Card::from_index(place.into()))
}
