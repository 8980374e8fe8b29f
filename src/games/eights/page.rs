//! What a viewer sees at the table.

use super::events::{Event, tell};
use super::position::{Act, Call, LastTurn, Location, Position, Stage};
use super::requests::Move;
use crate::game::prelude::*;
use crate::games::shared::cards::{BACK, Card, Rank, Suit};

pub fn page(position: &Position, who: &Perspective, events: &[Event]) -> Page {
    if position.stage == Stage::Undealt {
        let next = who.name(position.cursor);
        let status = format!("The cards are shuffled. They are dealt when {next} opens the game.");
        return Page::new("The cards are shuffled", status);
    }
    let mut page = Page::new(state(position, who), status(position, who, events))
        .with(table(position, events))
        .with_facts(facts(position, who))
        .offering(offers(position, who));
    page.parts.extend(hands(position, who, events).into_iter().map(Part::from));
    let log = match position.terms.is_closed() {
        true => last_turns(position, who),
        false => log(who, events),
    };
    page.parts.extend(log.map(Part::from));
    let changed = first_new(&page.parts);
    page.changed(changed)
}

/// The card that was played, or else the first that was drawn.
fn first_new(parts: &[Part]) -> Option<At> {
    parts.iter().enumerate().find_map(|(part, shown)| {
        let cell = shown.cells().iter().position(|cell| cell.marks.last)?;
        Some(At { part, cell })
    })
}

fn state(position: &Position, who: &Perspective) -> String {
    match position.call {
        _ if position.is_round_over() => "The round is over".to_owned(),
        Call::Due if who.sees(position.cursor) => "Name a suit".to_owned(),
        _ => capitalised(&format!("{} turn", who.whose(position.cursor))),
    }
}

fn status(position: &Position, who: &Perspective, events: &[Event]) -> String {
    let sentences = match position.is_round_over() {
        true => [Some(end(position, who)), gain(position, who), Some(way_on(position, who))],
        false => [news(who, events), Some(top_card(position, who)), Some(choice(position, who))],
    };
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What the viewer drew, whether they had to or chose to.
fn news(who: &Perspective, events: &[Event]) -> Option<String> {
    let drawn = drawn_cards(who, events);
    let (seat, last) = drawn.last()?;
    let (name, last) = (who.name(*seat), last.name());
    Some(match (tells_of_turns(events), drawn.len()) {
        (false, _) => format!("{name} drew the {last}."),
        (true, 1) => format!("{name} could not play, and drew the {last}."),
        (true, n) => format!("{name} could not play, and drew {n} cards, at last the {last}."),
    })
}

fn top_card(position: &Position, who: &Perspective) -> String {
    let top = position.top.name();
    match position.call {
        Call::Due => format!("{} played the {top}.", who.name(position.cursor)),
        Call::Named(suit) => format!("The top card is the {top}, and {} were named.", suit.name()),
        Call::TopCard if position.is_starter_on_top() => format!("The starter card is the {top}."),
        Call::TopCard => format!("The top card is the {top}."),
    }
}

/// `Play a heart, a nine or an eight, or draw a card.`
fn choice(position: &Position, who: &Perspective) -> String {
    let next = position.turn().unwrap_or(position.cursor);
    if !who.sees(next) {
        return format!("{} is next.", who.name(next));
    }
    if position.must_pass() {
        return "You can neither play nor draw.".to_owned();
    }
    if position.call == Call::Due {
        return "Now name the suit that is to be followed.".to_owned();
    }
    let rank = match position.top.rank {
        Rank::Eight => String::new(),
        rank => format!(", {}", rank.with_article()),
    };
    let may_draw = position.can_draw() && !position.terms.is_closed();
    let draw = if may_draw { ", or draw a card" } else { "" };
    format!("Play a {}{rank} or an eight{draw}.", position.suit().singular())
}

fn end(position: &Position, who: &Perspective) -> String {
    match position.seat_without_cards() {
        Some(seat) if who.is_you(seat) => "You have played your last card.".to_owned(),
        Some(seat) => format!("{} has played the last card.", who.name(seat)),
        None if position.terms.players == 1 => {
            format!("{} can neither play nor draw any more.", who.name(position.cursor))
        }
        None => "Nobody can play or draw any more, so the hands are counted.".to_owned(),
    }
}

/// `Ada collects 35 points.`
fn gain(position: &Position, who: &Perspective) -> Option<String> {
    position.terms.target?;
    let gains = position.gains();
    let pot = gains.iter().max()?;
    let winners: Vec<Seat> = position.terms.seats().filter(|seat| gains[*seat] > 0).collect();
    Some(match &winners[..] {
        [] => "Nobody collects anything.".to_owned(),
        [seat] => format!("{} {pot} points.", who.says(*seat, "collect", "collects")),
        seats => {
            let names = seats.iter().map(|seat| who.name(*seat));
            format!("{} collect {pot} points each.", listed(names))
        }
    })
}

fn way_on(position: &Position, who: &Perspective) -> String {
    match position.outcome() {
        Some(outcome) if position.turn().is_some() => {
            format!("{}. Show the hands to everybody.", outcome.headline(who))
        }
        Some(outcome) => format!("{}.", outcome.headline(who)),
        None => "Deal the next round when you are ready.".to_owned(),
    }
}

/// The stock, the pile and the suit to be followed.
fn table(position: &Position, events: &[Event]) -> Row {
    let (stock, top, suit) = (position.count(Location::Stock), position.top, position.suit());
    let was_played = |event: &Event| matches!(event, Event::Played(_, card) if *card == top);
    let is_new = events.iter().any(was_played);
    let stock_cell = Cell::new("**")
        .labelled(format!("The stock: {} face down", count(stock, "card")))
        .pictured(BACK)
        .marked(Marks { back: true, ..Marks::default() });
    let top_cell =
        face_up(top, "Top card of the pile").marked(Marks { last: is_new, ..Marks::default() });
    let suit_cell = Cell::new(suit.initial())
        .labelled(format!("Suit to follow: {}", suit.name()))
        .pictured(suit.picture());
    let (has_stock, has_suit) = (stock > 0, position.call != Call::Due);
    let shown = [
        has_stock.then_some(("the stock", stock_cell)),
        Some(("the pile", top_cell)),
        has_suit.then_some(("the suit to follow", suit_cell)),
    ];
    let (things, cells): (Vec<&str>, Vec<Cell>) = shown.into_iter().flatten().unzip();
    let empty = if has_stock { "" } else { "; the stock is empty" };
    Row::new(capitalised(&listed(things)) + empty, cells)
}

fn facts(position: &Position, who: &Perspective) -> Vec<Fact> {
    let points = position.points_after_round();
    let held = position.counts().into_iter().map(|held| count(held, "card")).enumerate();
    let with_points = |(seat, held): (Seat, String)| match points.get(seat) {
        Some(points) => Fact::new(who.name(seat).to_owned(), format!("{held}, {points} points")),
        None => Fact::new(who.name(seat).to_owned(), held),
    };
    let mut facts: Vec<Fact> = held.map(with_points).collect();
    facts.push(Fact::new("Stock", count(position.count(Location::Stock), "card")));
    if let Some(target) = position.terms.target {
        facts.push(Fact::new("Round", (u32::from(position.round) + 1).to_string()));
        facts.push(Fact::new("Match", format!("to {target} points")));
    }
    facts
}

/// The viewer's hand, or what everybody was left with at the end of a round.
fn hands(position: &Position, who: &Perspective, events: &[Event]) -> Vec<Row> {
    let seats = position.terms.seats();
    let shown = seats.filter(|seat| position.is_round_over() || who.sees(*seat));
    let rows = shown.map(|seat| hand(position, who, events, seat));
    rows.filter(|row| !row.cells.is_empty()).collect()
}

fn hand(position: &Position, who: &Perspective, events: &[Event], seat: Seat) -> Row {
    let whose = capitalised(&format!("{} hand", who.whose(seat)));
    let (caption, label) = match position.is_round_over() {
        true => (format!("{whose}, worth {}", position.hand_values()[seat]), whose),
        false => (whose, format!("In {} hand", who.whose(seat))),
    };
    let (decides, drawn) = (position.decides(seat), drawn_cards(who, events));
    let cell = |card: Card| {
        let reached = decides && position.call != Call::Due && position.is_playable(card);
        let last = !position.is_round_over() && drawn.contains(&(seat, card));
        let play = || offer(Move::Play(card), format!("Play the {}", card.name()));
        face_up(card, &label)
            .marked(Marks { reached, last, ..Marks::default() })
            .offering(reached.then(play))
    };
    Row::new(caption, position.hand(seat).into_iter().map(cell).collect())
}

/// A card with what is said before its name.
fn face_up(card: Card, what: &str) -> Cell {
    Cell::new(card.written()).labelled(format!("{what}: {}", card.name())).pictured(card.picture())
}

/// What everybody has seen of the last turns, the oldest first.
fn last_turns(position: &Position, who: &Perspective) -> Option<Log> {
    let turns = position.terms.seats_from(position.cursor);
    let entries: Vec<Text> =
        turns.filter_map(|seat| last_turn(&position.last_turns[seat], who.name(seat))).collect();
    (!entries.is_empty()).then(|| Log { caption: "Last turns".into(), entries })
}

/// `Ann drew 2 cards and played the eight of clubs and named hearts.`
fn last_turn(turn: &LastTurn, name: &str) -> Option<Text> {
    let act = match turn.act? {
        Act::Played(card) => format!("played the {}", card.name()),
        Act::Passed => "passed".to_owned(),
    };
    let drew = (turn.drawn > 0).then(|| format!("drew {}", count(turn.drawn, "card")));
    let named = turn.suit.map(|suit| format!("named {}", suit.name()));
    let deeds = [drew, Some(act), named].into_iter().flatten();
    Some(format!("{name} {}.", listed(deeds)).into())
}

/// What happened, if the turn went round.
fn log(who: &Perspective, events: &[Event]) -> Option<Log> {
    let (is_dealt, has_turns) = (events.contains(&Event::RoundBegan), tells_of_turns(events));
    let caption = if is_dealt { "Since the deal" } else { "Since your last turn" };
    let events: Vec<&Event> = events.iter().filter(|event| is_logged(event, who)).collect();
    let is_draw_again = |a: &&Event, b: &&Event| matches!(a, Event::HandGrew(_)) && a == b;
    let entries = events.chunk_by(is_draw_again).filter_map(|same| entry(who, same));
    has_turns.then(|| Log { caption: caption.into(), entries: entries.collect() })
}

/// Whether the log tells of an event: not of what the page shows anyway, and not twice of a draw.
fn is_logged(event: &Event, who: &Perspective) -> bool {
    match event {
        Event::TurnBegan(_) | Event::HandDealt(..) => false,
        Event::Drew(seat, _) => who.sees(*seat),
        Event::HandGrew(seat) => !who.sees(*seat),
        _ => true,
    }
}

/// One sentence for one event or several draws.
fn entry(who: &Perspective, events: &[&Event]) -> Option<Text> {
    match events {
        [event] => tell(event, who).map(|message| message.sentence),
        [Event::HandGrew(seat), ..] => {
            Some(format!("{} drew {}.", who.name(*seat), count(events.len(), "card")).into())
        }
        _ => None,
    }
}

fn tells_of_turns(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::TurnBegan(_)))
}

/// The cards that the viewer drew, in order, with their seat.
fn drawn_cards(who: &Perspective, events: &[Event]) -> Vec<(Seat, Card)> {
    let own = |event: &Event| match event {
        Event::Drew(seat, card) if who.sees(*seat) => Some((*seat, *card)),
        _ => None,
    };
    events.iter().filter_map(own).collect()
}

fn offers(position: &Position, who: &Perspective) -> Vec<Offer> {
    if !position.turn().is_some_and(|seat| who.sees(seat)) {
        return Vec::new();
    }
    let name = |suit: Suit| offer(Move::Name(suit), format!("Name {}", suit.name()));
    match (position.stage, position.call) {
        (Stage::Over, _) if position.is_over() => vec![offer(Move::Show, "Show the hands")],
        (Stage::Over, _) => vec![offer(Move::Deal, "Deal the next round")],
        _ if position.must_pass() => vec![offer(Move::Pass, "Go on")],
        (_, Call::Due) => Suit::ALL.map(name).into(),
        _ if position.can_draw() && !position.terms.is_closed() => {
            vec![offer(Move::Draw, "Draw a card")]
        }
        _ => Vec::new(),
    }
}

fn offer(choice: Move, label: impl Into<Text>) -> Offer {
    Offer { request: choice.request(), label: label.into() }
}
