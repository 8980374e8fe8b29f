//! Crazy Eights, after the ruleset and the Perl module of the Volity document
//! (004_b1effb083953a91c.txt).
//!
//! Rules as played:
//! - One pack of 52; two players get 7 cards each, any other number 5. You play against one to four
//!   computer players, or alone. Play goes round from you.
//! - A card must match the top card of the pile in suit or rank, or be an eight, which goes on
//!   anything. Whoever plays an eight names the suit that must be followed, unless it was the last
//!   card; until then nothing else may be done. If the starter is an eight, its own suit counts.
//! - At the start of a turn a player who cannot play draws until a play is possible, and passes if
//!   there is nothing left to draw; nobody has to ask for that. On your turn you may also draw by
//!   choice.
//! - When the stock runs out, all of the pile but its top card is shuffled and becomes the new
//!   stock, unless the game is played without (`stock=pass`, as in the document). That happens at
//!   most nine times in a round, which so has an end.
//! - House rules, each by choice: whoever follows a two draws two cards; a queen skips the next
//!   player; an ace turns the direction of play, and between two skips the other. The starter does
//!   nothing, nor does a last card. Where one card a turn is drawn, whoever cannot play draws one
//!   and passes if it does not fit, and to draw by choice ends the turn. The first round may be led by
//!   whom the lot names, and the lead goes round from there.
//! - The round ends at once when a hand is empty, and also when everybody in turn has passed: in
//!   the document's code such a game hangs. Hands are then counted: an eight 50, a ten or court
//!   card 10, an ace 1, any other card its number. The lowest hand is first, equal hands share a
//!   place; in a blocked round nobody need have 0.
//! - In a match to points (the usual rule) the first of a round collects what the other hands are
//!   worth above their own; those who share the first place each do. Whoever leads when somebody reaches
//!   50 points for every player has won. The lead of the rounds goes round too. Alone there is
//!   nobody to collect from, and a match is one round.
//!
//! A secret of 128 bits, sealed at the deal, decides the order of the pack for every round and
//! every new stock. A position keeps for each card where it lies; the stock is what lies there, in
//! the order of the present shuffle. So no card can be lost or doubled, and nothing is drawn anew.
//!
//! A request becomes a [`requests::Move`], which [`course::after`] records. [`course::settle`] works
//! out the rest, through the turns of the computer players, until a person has something to decide.
//! Computer players know what anybody in their seat would: see [`position::Seen`].

mod computer;
mod course;
mod events;
mod page;
mod position;
mod requests;
mod rules;

use crate::game::prelude::*;
use crate::game::secret::Secret;
use crate::game::verification::Commitment;
use crate::games::shared::cards::{Card, PACK, Suit};
use events::Event;
use position::{Act, Call, Effect, Location, Position, RESHUFFLES_MAX, Stage, Terms};
use requests::Move;

/// The game of Crazy Eights.
pub struct CrazyEights;

/// The names of the seats, in order of play.
const NAMES: [&str; 5] = ["The visitor", "Ada", "Ben", "Cleo", "Dan"];

impl Game for CrazyEights {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> = Hidden::Something { redeal, commitments, secrets };

    fn seats(choices: &Choices) -> Vec<Text> {
        NAMES.into_iter().take(Terms::of(choices).players).map(Text::from).collect()
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        Position::new(Terms::of(choices), Secret::draw(chance))
    }

    fn dealt(position: &Position) -> Vec<Event> {
        course::dealt(position)
    }

    fn pack(position: &Position, packer: &mut Packer) {
        let locations = Location::all(position.terms);
        position.locations.iter().for_each(|location| put(packer, location, &locations));
        packer.put_one_of(position.top.index() as u64, PACK as u64);
        put(packer, &position.call, &Call::all());
        position.secret.pack(packer);
        packer.put(position.round.into(), ROUND_BITS);
        packer.put_one_of(position.reshuffles.into(), RESHUFFLE_COUNTS);
        if let Some(target) = position.terms.target {
            position.points.iter().for_each(|p| packer.put_one_of(*p as u64, target as u64));
        }
        if position.terms.can_turn_round() {
            packer.put(position.is_backwards.into(), 1);
        }
        let void = |void: &Option<Card>| void.map_or(0, |card| card.index() as u64 + 1);
        position.voids.iter().for_each(|card| packer.put_one_of(void(card), VOIDS));
        if position.terms.is_closed() {
            pack_closed(position, packer);
        }
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let terms = Terms::of(choices);
        let locations = Location::all(terms);
        let mut taken = [Location::Stock; PACK];
        for location in &mut taken {
            *location = take(packed, &locations)?;
        }
        let top = Card::from_index(packed.take_one_of(PACK as u64)? as usize);
        let (top, call) = (top.ok_or(Unpackable::Impossible)?, take(packed, &Call::all())?);
        let undealt = Position::new(terms, Secret::unpack(packed)?);
        let mut position = Position { locations: taken, top, call, ..undealt };
        position.round = packed.take(ROUND_BITS)? as u16;
        position.reshuffles = packed.take_one_of(RESHUFFLE_COUNTS)? as u16;
        for points in &mut position.points {
            *points = packed.take_one_of(terms.target.unwrap_or(0) as u64)? as usize;
        }
        position.is_backwards = terms.can_turn_round() && packed.take(1)? == 1;
        for void in &mut position.voids {
            let card = (packed.take_one_of(VOIDS)? as usize).checked_sub(1);
            *void = card.and_then(Card::from_index);
        }
        match terms.is_closed() {
            true => unpack_closed(&mut position, packed)?,
            false => position.stage = position.settled_stage(),
        }
        if position.is_possible() { Ok(position) } else { Err(Unpackable::Impossible) }
    }

    fn turn(position: &Position) -> Option<Seat> {
        position.turn()
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        let (next, events) = course::after(position, Move::requested(request, position)?);
        Ok(Ruling::Next(next, events))
    }

    fn settle(position: Position) -> (Position, Vec<Event>) {
        course::settle(position)
    }

    fn opening(position: &Position) -> Option<String> {
        Some(position.secret.to_text())
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.outcome()
    }

    fn page(position: &Position, who: &Perspective, events: &[Event]) -> Page {
        page::page(position, who, events)
    }

    fn tell(event: &Event, who: &Perspective) -> Option<Message> {
        events::tell(event, who)
    }

    fn computer(position: &Position, seat: Seat) -> Option<Request> {
        let waits = position.stage == Stage::Decision && position.effect.is_none();
        let (choice, _) = waits.then(|| computer::choose(&position.seen_by(seat)))??;
        Some(choice.request())
    }

    /// From one stock to the next at most 51 cards are drawn and 51 played, and four suits named.
    /// Matches of more than 20 rounds of such length are not seen.
    fn requests_max(choices: &Choices) -> u32 {
        let terms = Terms::of(choices);
        let stocks = if terms.reshuffles { 1 + u32::from(RESHUFFLES_MAX) } else { 1 };
        let rounds = if terms.target.is_some() { 20 } else { 1 };
        rounds * stocks * (51 + 51 + 4)
    }
}

/// The width of the number of the round. No match comes near its end; there, the same cards would
/// be dealt again.
const ROUND_BITS: u32 = 16;
const RESHUFFLE_COUNTS: u64 = RESHUFFLES_MAX as u64 + 1;

/// Appends what a table of several people needs besides: how far the turn is, which is not always
/// settled there, and what everybody has seen of the last turns.
fn pack_closed(position: &Position, packer: &mut Packer) {
    put(packer, &position.stage, &Stage::ALL);
    packer.put_one_of(position.cursor as u64, SEATS);
    packer.put_one_of(position.passes as u64, SEATS + 1);
    for turn in &position.last_turns {
        packer.put_one_of(turn.drawn.min(PACK) as u64, PACK as u64 + 1);
        let act = match turn.act {
            None => 0,
            Some(Act::Passed) => 1,
            Some(Act::Played(card)) => card.index() as u64 + 2,
            Some(Act::Skipped) => PACK as u64 + 2,
            Some(Act::ChoseToDraw) => PACK as u64 + 3,
        };
        packer.put_one_of(act, ACTS);
        packer.put_one_of(turn.suit.map_or(0, |suit| suit as u64 + 1), SUITS);
    }
    position.last_values.iter().for_each(|value| packer.put(*value as u64, VALUE_BITS));
    if position.terms.has_effects() {
        put(packer, &position.effect, &Effect::ALL);
    }
}

fn unpack_closed(position: &mut Position, packed: &mut Unpacker<'_>) -> Result<(), Unpackable> {
    position.stage = take(packed, &Stage::ALL)?;
    position.cursor = packed.take_one_of(SEATS)? as usize;
    position.passes = packed.take_one_of(SEATS + 1)? as usize;
    for turn in &mut position.last_turns {
        turn.drawn = packed.take_one_of(PACK as u64 + 1)? as usize;
        turn.act = match packed.take_one_of(ACTS)? as usize {
            0 => None,
            1 => Some(Act::Passed),
            act if act == PACK + 2 => Some(Act::Skipped),
            act if act == PACK + 3 => Some(Act::ChoseToDraw),
            act => Some(Act::Played(Card::from_index(act - 2).ok_or(Unpackable::Impossible)?)),
        };
        let suit = (packed.take_one_of(SUITS)? as usize).checked_sub(1);
        turn.suit = suit.and_then(|suit| Suit::ALL.get(suit)).copied();
    }
    for value in &mut position.last_values {
        *value = packed.take(VALUE_BITS)? as usize;
    }
    if position.terms.has_effects() {
        position.effect = take(packed, &Effect::ALL)?;
    }
    // Whoever finds a round over goes on with a request; that it is over is never sealed.
    if position.stage == Stage::Over { Err(Unpackable::Impossible) } else { Ok(()) }
}

/// Seats, what a seat can have done in its turn, and which suit it named.
const SEATS: u64 = NAMES.len() as u64;
const ACTS: u64 = PACK as u64 + 4;
const SUITS: u64 = 5;
/// What a seat may be known to be unable to follow, or nothing.
const VOIDS: u64 = PACK as u64 + 1;
/// The width of what a hand is worth: the whole pack is worth 508.
const VALUE_BITS: u32 = 9;

/// Appends a value by its place among all that there are.
fn put<T: PartialEq>(packer: &mut Packer, value: &T, all: &[T]) {
    let place = all.iter().position(|other| other == value).unwrap_or(0);
    packer.put_one_of(place as u64, all.len() as u64);
}

fn take<T: Copy>(packed: &mut Unpacker<'_>, all: &[T]) -> Result<T, Unpackable> {
    let place = packed.take_one_of(all.len() as u64)? as usize;
    all.get(place).copied().ok_or(Unpackable::Impossible)
}

/// Whether cards at this location are hidden from a viewer.
fn is_hidden(position: &Position, viewer: Viewer, location: Location) -> bool {
    match location {
        Location::Stock => true,
        Location::Pile => false,
        Location::Hand(seat) => !position.is_round_over() && viewer != Viewer::Seat(seat),
    }
}

/// The stock and the hands that the viewer does not see, dealt anew. Whoever is on turn can still
/// play if they could.
fn redeal(position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
    let is_hidden = |location: &Location| is_hidden(position, viewer, *location);
    // At first the page tells what the deal did, which follows from the secret.
    let is_told = course::may_be_first(position);
    let secret = if is_told { position.secret } else { Secret::draw(chance) };
    let mut hidden: Vec<Location> = position.locations.into_iter().filter(is_hidden).collect();
    let mut other = Position { secret, ..position.clone() };
    loop {
        chance.shuffle(&mut hidden);
        let slots = other.locations.iter_mut().filter(|location| is_hidden(location));
        slots.zip(&hidden).for_each(|(slot, location)| *slot = *location);
        if other.stage != Stage::Decision || other.has_move() == position.has_move() {
            return other;
        }
    }
}

/// The fingerprint of the deal, and its opening.
fn commitments(position: &Position) -> Vec<String> {
    let Commitment { fingerprint, opening } = Commitment::to(position.secret.to_text(), true);
    [fingerprint].into_iter().chain(opening).collect()
}

/// The cards that the viewer does not see, as they are written, named and drawn, and what would tell
/// them all.
fn secrets(position: &Position, viewer: Viewer) -> Vec<String> {
    let hidden = Card::all().filter(|card| is_hidden(position, viewer, position.location(*card)));
    let drawn = |picture: Picture| [picture.name, picture.variant].concat();
    let words = |card: Card| {
        let pictures = [card.picture(), card.picture_in_hand()].map(drawn);
        [card.written().to_owned(), card.name()].into_iter().chain(pictures)
    };
    let opening = (!position.is_over()).then(|| position.secret.to_text());
    hidden.flat_map(words).chain(opening).collect()
}

/// The order of the pack in every shuffle of a round.
fn shuffles(opening: &str, round: u16) -> Option<Vec<String>> {
    let (secret, round) = (Secret::read(opening)?, round.checked_sub(1)?);
    let line = |shuffle| {
        let order = position::pack_order(secret, round, shuffle);
        let cards: Vec<&str> = order.into_iter().map(Card::written).collect();
        format!("shuffle {shuffle}: {}", cards.join(" "))
    };
    Some((0..=RESHUFFLES_MAX).map(line).collect())
}

const RULESET: Ruleset = Ruleset {
    key: "eights",
    number: 9,
    uri: "http://volity.org/games/eights/index.html",
    title: "Crazy Eights",
    blurb: "Match suit or rank. Be the first without cards; eights are wild.",
    picture: "eights",
    deals: Deals::Secret,
    people: (1, NAMES.len()),
    out_of_turn: requests::NOT_YOUR_TURN,
    daily: true,
    options: &[
        &position::PLAYERS,
        &position::STOCK,
        &position::MATCH,
        &position::LEVEL,
        &position::TWOS,
        &position::QUEENS,
        &position::ACES,
        &position::DRAWING,
        &position::LEAD,
    ],
    presets: &[
        Preset { label: "Against three computers", query: "players=4" },
        Preset { label: "A match against a good player", query: "match=points&level=good" },
        Preset {
            label: "Special cards: draw, skip, reverse",
            query: "players=3&twos=draw&queens=skip&aces=reverse",
        },
    ],
    requests: &[
        &requests::PLAY_CARD,
        &requests::CHOOSE_SUIT,
        &requests::DRAW_CARD,
        &requests::NEXT_HAND,
        &requests::PASS,
        &requests::SHOW,
    ],
    messages: events::MESSAGES,
    steps: &[
        "Play a card that matches the pile in suit or rank.",
        "An eight goes on anything, and you choose the suit to follow.",
        "The first to get rid of every card wins.",
    ],
    rules: rules::rules,
    sealed: "the order of the stock, the hands of the others, and every shuffle still to come",
    verification: Some(Verification {
        usage: "With eights SECRET ROUND it prints the order of the whole pack for each shuffle of that round: shuffle 0 is the deal, and shuffle 1 the first time that the pile becomes the stock. The deal gives each player their cards from the left, turns up the next one, and leaves the rest as the stock. Later the stock is every card that is not on the table or in a hand, in the order of the present shuffle.",
        decided: shuffles,
    }),
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
