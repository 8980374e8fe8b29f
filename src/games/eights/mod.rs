//! Crazy Eights, after the ruleset and the Perl module in Volity's article on game modules.
//!
//! Rules as played:
//! - One pack of 52; two players get 7 cards each, any other number 5. You play against one to four
//!   computer players, or alone. Play goes round from you.
//! - A card must match the top card of the pile in suit or rank, or be an eight, which goes on
//!   anything. The player of an eight must name the suit to follow, unless it was the last card. If
//!   the starter is an eight, its own suit counts, or by a house rule another card takes its place.
//! - A player who cannot play at the start of a turn draws until a play is possible, and passes if
//!   no card is left. The referee does that without a request. On your turn you may also draw by
//!   choice. At a table of three people or more each seat draws from a row of its own, and nobody draws
//!   by choice.
//! - When the stock runs out, the pile without its top card is shuffled and becomes the new stock.
//!   An option turns that off (`stock=pass`, as in the document). It happens at most nine times in
//!   a round, so every round ends.
//! - House rules, each an option: after a two the next player draws two cards. A queen skips the
//!   next player. An ace turns the direction of play; with two players, it skips the other one. The
//!   starter has no effect, and neither has a last card. With one card a turn, a player who cannot
//!   play draws one and passes if it does not fit, and a card drawn by choice ends the turn. The
//!   lot may draw the leader of the first round, and the lead goes round from there.
//! - The round ends at once when a hand is empty, and also when everybody in turn has passed: in
//!   the document's code such a game hangs. Hands are then counted: an eight 50, a ten or court
//!   card 10, an ace 1, any other card its number. The lowest hand is first, and equal hands share a
//!   place.
//! - In a match to points (the usual rule) the winner of a round collects the worth of the other
//!   hands above their own hand. Players who share the first place each collect it. The match ends
//!   when somebody has 50 points for every player, and most points win. The lead of the rounds goes
//!   round too. A single player has no other hand to collect from, so a match is one round.
//!
//! A secret of 128 bits decides the order of the pack in a round, for the deal and for every new stock.
//! The secrets of all rounds follow from a seed that is sealed at the first deal and never shown. A
//! position keeps the place of each card. The stock is the cards that are placed
//! there, in the order of the present shuffle, and with three people or more in the rows of the seats
//! (see [`shuffle`]). So no card can be lost or doubled, and nothing is drawn anew.
//!
//! A request becomes a [`requests::Move`], which [`course::after`] records. [`course::settle`] works
//! out the rest, through the turns of the computer players, until a person has something to decide.
//! Computer players know what a person in their seat would: see [`position::Seen`].

#[cfg(any(test, feature = "audit"))]
mod audit;
mod computer;
mod course;
mod events;
mod hint;
mod page;
mod position;
mod requests;
mod rules;
mod shuffle;
mod terms;

use crate::game::verification::Proof;
use crate::games::shared::cards::{Card, Suit};
use crate::prelude::*;
use events::Event;
use position::{Call, Location, Position, RESHUFFLES_MAX, Stage};
use requests::{CHOOSE_SUIT, DRAW_CARD, Move, NEXT_HAND, NOT_YOUR_TURN, PASS, PLAY_CARD, SHOW};
use shuffle::pack_order;
use terms::{
    ACES, DRAWING, LEAD, LEVEL, MATCH, PLAYERS, QUEENS, SEATS_MAX, STARTER, STOCK, TWOS, Terms,
};

/// The game of Crazy Eights.
pub struct CrazyEights;

/// The names of the seats, in order of play.
const NAMES: [&str; SEATS_MAX] = ["The visitor", "Ada", "Ben", "Cleo", "Dan"];

impl Game for CrazyEights {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;

    fn seats(choices: &Choices) -> Vec<Text> {
        let people = choices.people();
        let name = |seat: Seat| match NAMES[seat] {
            _ if people > 1 && seat >= people => format!("Computer {}", seat + 1 - people).into(),
            name => Text::from(name),
        };
        Terms::of(choices).seats().map(name).collect()
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        Position::new(choices, DealSeed::draw(chance))
    }

    /// The events of the deal, worked out anew from the secret.
    ///
    /// Every request of a person puts a card on the pile or into a hand. So the pile and the number
    /// of cards in each hand tell the first position. The hands themselves must not be compared:
    /// then hidden cards would decide what a viewer is told.
    ///
    /// A pass before the first card reports no events. This needs four hands that hold every
    /// playable card: fewer than 1 in 10^9 deals for five.
    fn dealt(position: &Position) -> Vec<Event> {
        if !course::may_be_first(position) {
            return Vec::new();
        }
        let (first, events) = course::settle(Position::new(&position.choices, position.seed));
        let is_first = first.counts() == position.counts()
            && first.cards(Location::Pile).eq(position.cards(Location::Pile));
        if is_first { events } else { Vec::new() }
    }

    fn blank(choices: &Choices) -> Position {
        Position::new(choices, DealSeed::default())
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        position.fields(codec)
    }

    fn is_possible(position: &Position) -> bool {
        position.broken_condition().is_none()
    }

    fn turn(position: &Position) -> Option<Seat> {
        position.turn()
    }

    /// A card, or a suit after an eight, of which any leading part will do.
    fn read(position: &Position, text: &str) -> Named {
        let chosen = match position.call {
            Call::Due => Suit::begun(text).map(Move::Name),
            _ => Card::named(text).map(Move::Play),
        };
        chosen.map_or(Named::Nothing, |chosen| Named::OneOf(vec![chosen.request()]))
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        let (next, events) = course::after(position, Move::requested(request, position)?);
        Ok(Ruling::Next(next, events))
    }

    fn settle(position: Position) -> (Position, Vec<Event>) {
        course::settle(position)
    }

    fn since(position: &Position, seat: Seat) -> Vec<Event> {
        events::since(position, seat)
    }

    fn leave(position: &Position, choices: &Choices) -> Position {
        Position { choices: choices.clone(), terms: Terms::of(choices), ..position.clone() }
    }

    fn deal_again(position: &Position, choices: &Choices, kind: DealKind) -> Position {
        position.deal_again(choices, kind)
    }

    fn ended_by(position: &Position) -> Option<Seat> {
        position.ended_by()
    }

    fn taken_up(position: Position, seat: Seat) -> Position {
        Position { cursor: seat, ..position }
    }

    fn commitment(position: &Position) -> Option<Commitment> {
        let proof = if position.is_round_over() { proof(position) } else { None };
        let commitment = Commitment::to(position.secret().to_text(), position.is_round_over());
        Some(Commitment { proof, ..commitment })
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

    fn hint(position: &Position) -> Option<fn(&Position, &Perspective) -> Advice> {
        let is_alone = position.terms.people == 1 && position.stage == Stage::Decision;
        is_alone.then_some(hint::advice)
    }

    fn computer(position: &Position, seat: Seat) -> Option<Request> {
        let waits = position.stage == Stage::Decision && position.effect.is_none();
        let (choice, _) = waits.then(|| computer::choose(&position.seen_by(seat)))??;
        Some(choice.request())
    }
}

/// The order of the pack in every shuffle of a round, from the number of the round and, if seats have
/// rows, that of the seats.
fn shuffles(opening: &str, numbers: &[u16]) -> Option<Vec<String>> {
    let (round, rows) = match *numbers {
        [round] => (round, None),
        [round, rows @ 3..=5] => (round, Some(usize::from(rows))),
        _ => return None,
    };
    let (secret, round) = (Secret::read(opening)?, round.checked_sub(1)?);
    let lines = |shuffle| {
        let order = pack_order(secret, round, shuffle);
        let row = move |row| {
            let cards = order.iter().skip(row).step_by(rows.unwrap_or(1));
            let cards: Vec<&str> = cards.map(|card| card.written()).collect();
            let name = rows.map(|_| format!(", row {}", row + 1)).unwrap_or_default();
            format!("shuffle {shuffle}{name}: {}", cards.join(" "))
        };
        (0..rows.unwrap_or(1)).map(row)
    };
    Some((0..=RESHUFFLES_MAX).flat_map(lines).collect())
}

/// What the secret of a round decided that is over.
fn proof(position: &Position) -> Option<Proof> {
    let (opening, rows) = (position.secret().to_text(), position.terms.rows());
    let round = position.round.checked_add(1)?;
    let seats = position.terms.has_rows().then(|| u16::try_from(rows).expect("few seats"));
    let numbers: Vec<u16> = [round].into_iter().chain(seats).collect();
    let words: Vec<String> = numbers.iter().map(u16::to_string).collect();
    let mut decided = shuffles(&opening, &numbers)?;
    decided.truncate(rows * (1 + usize::from(position.reshuffles)));
    Some(Proof { arguments: format!("{} {opening} {}", RULESET.key, words.join(" ")), decided })
}

const RULESET: Ruleset = Ruleset {
    key: "eights",
    number: 9,
    uri: "http://volity.org/games/eights/index.html",
    title: "Crazy Eights",
    blurb: "Match suit or rank. Be the first without cards; eights are wild.",
    group: Group::HiddenHands,
    picture: "eights",
    secrecy: |_| Secrecy::secret("the order of the stock, and the hands of the others"),
    people: (1, NAMES.len()),
    links_per_round: Some(30),
    out_of_turn: NOT_YOUR_TURN,
    daily: true,
    can_turn_round: |choices| Terms::of(choices).can_turn_round(),
    options: &[&PLAYERS, &STOCK, &MATCH, &LEVEL, &TWOS, &QUEENS, &ACES, &DRAWING, &LEAD, &STARTER],
    presets: &[
        Preset { label: "Against three computers", query: "players=4" },
        Preset { label: "A match against a good player", query: "match=points&level=good" },
        Preset {
            label: "Special cards: draw, skip, reverse",
            query: "players=3&twos=draw&queens=skip&aces=reverse",
        },
    ],
    requests: &[&PLAY_CARD, &CHOOSE_SUIT, &DRAW_CARD, &NEXT_HAND, &PASS, &SHOW, &HINT],
    messages: events::MESSAGES,
    steps: &[
        "Play a card that matches the pile in suit or rank.",
        "An eight goes on anything, and you choose the suit to follow.",
        "The first to get rid of every card wins.",
    ],
    rules: rules::rules,
    verification: Some(Verification {
        usage: "With eights SECRET ROUND it prints the order of the whole pack for each shuffle of that round: shuffle 0 is the deal, and shuffle 1 the first time that the pile becomes the stock. The deal gives each player their cards from the left, turns up the next one, and leaves the rest as the stock. If three or more people sit at the table, each seat has a row of its own. Then use eights SECRET ROUND SEATS, with the number of all seats: it prints each shuffle by rows. The first card of the pack goes to row 1, the second to row 2, and so on, round and round. Each player gets the first cards of their row, and the sixth of row 1 is turned up. If the card that is turned up is an eight and goes back into the pack, it goes to the end of its row, and the next card of the pack is turned up. Later the stock is every card that is not on the table or in a hand, in the order of the present shuffle.",
        decided: shuffles,
    }),
    ..Ruleset::USUAL
};

#[cfg(test)]
mod attack;
#[cfg(test)]
mod tests;
