//! What you see at the table.

use super::{Call, NAMES, Place, Position, YOU};
use crate::game::contract::{Argument, Message, Request};
use crate::game::page::{At, Cell, Fact, Facts, Log, Marks, Mood, Offer, Page, Part, Row, Text};
use crate::games::shared::cards::{BACK, Card, Rank, Suit};

pub fn page(position: &Position, messages: &[Message]) -> Page {
    let mut parts = vec![Part::Row(table(position, messages)), Facts::part(facts(position))];
    if position.is_round_over() {
        parts.extend(shown_hands(position).into_iter().map(Part::Row));
    } else {
        parts.push(Part::Row(your_hand(position, messages)));
    }
    parts.extend(log(messages).map(Part::Log));
    let changed = first_new(&parts);
    Page {
        state: state(position),
        status: status(position, messages),
        mood: mood(position),
        parts,
        changed,
        offers: offers(position),
    }
}

/// The card that was played, or else the first that was drawn.
fn first_new(parts: &[Part]) -> Option<At> {
    parts.iter().enumerate().find_map(|(part, shown)| {
        let cell = shown.cells().iter().position(|cell| cell.marks.last)?;
        Some(At { part, cell })
    })
}

fn mood(position: &Position) -> Mood {
    if !position.is_over() {
        return Mood::Open;
    }
    if position.terms.players == 1 {
        let is_out = position.seat_without_cards().is_some();
        return if is_out { Mood::Won } else { Mood::Lost };
    }
    match position.ranking().first().map(Vec::as_slice) {
        Some([YOU]) => Mood::Won,
        Some(first) if first.contains(&YOU) => Mood::Drawn,
        _ => Mood::Lost,
    }
}

fn state(position: &Position) -> Text {
    if position.is_over() {
        return headline(position).into();
    }
    match position.call {
        _ if position.is_round_over() => "The round is over".into(),
        Call::Due => "Name a suit".into(),
        Call::TopCard | Call::Named(_) => "Your turn".into(),
    }
}

/// Who has won.
fn headline(position: &Position) -> String {
    if mood(position) == Mood::Lost && position.terms.players == 1 {
        return "You are stuck".to_owned();
    }
    let first = position.ranking().first().cloned().unwrap_or_default();
    match &first[..] {
        [YOU] => "You win".to_owned(),
        [seat] => format!("{} wins", NAMES[*seat]),
        seats => {
            format!("{} share the first place", listed(seats.iter().map(|s| NAMES[*s].into())))
        }
    }
}

fn status(position: &Position, messages: &[Message]) -> Text {
    if position.is_round_over() {
        return end(position).into();
    }
    if position.call == Call::Due {
        let top = position.top.name();
        return format!("You played the {top}. Now name the suit that is to be followed.").into();
    }
    let sentences = [news(messages), Some(top_card(position)), Some(what_to_do(position))];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ").into()
}

/// What you drew, whether you had to or chose to.
fn news(messages: &[Message]) -> Option<String> {
    let drawn = drawn_cards(messages);
    let last = drawn.last()?.name();
    Some(match (tells_of_turns(messages), drawn.len()) {
        (false, _) => format!("You drew the {last}."),
        (true, 1) => format!("You could not play, and drew the {last}."),
        (true, count) => format!("You could not play, and drew {count} cards, at last the {last}."),
    })
}

fn top_card(position: &Position) -> String {
    let top = position.top.name();
    match position.call {
        Call::Named(suit) => format!("The top card is the {top}, and {} were named.", suit.name()),
        _ if position.count(Place::Pile) == 1 && position.reshuffles == 0 => {
            format!("The starter card is the {top}.")
        }
        _ => format!("The top card is the {top}."),
    }
}

/// `Play a heart, a nine or an eight, or draw a card.`
fn what_to_do(position: &Position) -> String {
    let suit = position.suit().singular();
    let cards = match position.top.rank {
        Rank::Eight => format!("a {suit} or an eight"),
        rank => format!("a {suit}, {} or an eight", rank.with_article()),
    };
    let draw = if position.can_draw() { ", or draw a card" } else { "" };
    format!("Play {cards}{draw}.")
}

/// How the round ended, and the match if it did.
fn end(position: &Position) -> String {
    let how = match position.seat_without_cards() {
        Some(YOU) => "You have played your last card.".to_owned(),
        Some(seat) => format!("{} has played the last card.", NAMES[seat]),
        None if position.terms.players == 1 => "You can neither play nor draw any more.".to_owned(),
        None => "Nobody can play or draw any more, so the hands are counted.".to_owned(),
    };
    let gain = position.terms.target.and_then(|_| gain_sentence(position));
    let then = match position.is_over() {
        true => Some(format!("{}.", headline(position))),
        false => Some("Deal the next round when you are ready.".to_owned()),
    };
    [Some(how), gain, then].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `Ada collects 35 points.`
fn gain_sentence(position: &Position) -> Option<String> {
    let gains = position.gains();
    let pot = gains.iter().max().copied()?;
    let winners: Vec<usize> = position.terms.seats().filter(|seat| gains[*seat] > 0).collect();
    Some(match &winners[..] {
        [] => "Nobody collects anything.".to_owned(),
        [YOU] => format!("You collect {pot} points."),
        [seat] => format!("{} collects {pot} points.", NAMES[*seat]),
        seats => {
            format!("{} collect {pot} points each.", listed(seats.iter().map(|s| NAMES[*s].into())))
        }
    })
}

/// `You, Ada and Ben`.
fn listed(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        Some(only) => only,
        None => String::new(),
    }
}

/// The stock, the pile and the suit to be followed.
fn table(position: &Position, messages: &[Message]) -> Row {
    let (stock, top, suit) = (position.count(Place::Stock), position.top, position.suit());
    let mut cells = Vec::new();
    if stock > 0 {
        cells.push(Cell {
            text: "**".into(),
            label: format!("The stock: {} face down", cards(stock)).into(),
            picture: Some(BACK),
            marks: Marks { back: true, ..Marks::default() },
            offers: Vec::new(),
        });
    }
    let was_played = |message: &Message| {
        message.name == "player_played_card" && card_in(message, 1) == Some(top)
    };
    let is_new = messages.iter().any(was_played);
    cells.push(Cell {
        text: top.written().into(),
        label: format!("Top card of the pile: {}", top.name()).into(),
        picture: Some(top.picture()),
        marks: Marks { last: is_new, ..Marks::default() },
        offers: Vec::new(),
    });
    if position.call != Call::Due {
        cells.push(Cell {
            text: suit.initial().into(),
            label: format!("Suit to follow: {}", suit.name()).into(),
            picture: Some(suit.picture()),
            ..Cell::default()
        });
    }
    let caption = match (stock, position.call) {
        (0, Call::Due) => "The pile; the stock is empty",
        (0, _) => "The pile and the suit to follow; the stock is empty",
        (_, Call::Due) => "The stock and the pile",
        (_, _) => "The stock, the pile and the suit to follow",
    };
    Row { caption: caption.into(), cells }
}

fn facts(position: &Position) -> Vec<Fact> {
    let points = position.points_after_round();
    let seat = |seat: usize| {
        let held = cards(position.count(Place::Hand(seat)));
        let value = match points.get(seat) {
            Some(points) => format!("{held}, {points} points"),
            None => held,
        };
        Fact::new(NAMES[seat], value)
    };
    let mut facts: Vec<Fact> = position.terms.seats().map(seat).collect();
    facts.push(Fact::new("Stock", cards(position.count(Place::Stock))));
    if let Some(target) = position.terms.target {
        facts.push(Fact::new("Round", (u32::from(position.round) + 1).to_string()));
        facts.push(Fact::new("Match", format!("to {target} points")));
    }
    facts
}

/// `1 card`, `2 cards`.
fn cards(count: usize) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

fn your_hand(position: &Position, messages: &[Message]) -> Row {
    let drawn = drawn_cards(messages);
    let cell = |card: Card| your_card(position, card, drawn.contains(&card));
    let cells = position.hand(YOU).into_iter().map(cell).collect();
    Row { caption: "Your hand".into(), cells }
}

fn your_card(position: &Position, card: Card, is_new: bool) -> Cell {
    let playable = position.call != Call::Due && position.is_playable(card);
    let offer = Offer {
        request: Request::worded("play_card", card.written()),
        label: format!("Play the {}", card.name()).into(),
    };
    Cell {
        text: card.written().into(),
        label: format!("In your hand: {}", card.name()).into(),
        picture: Some(card.picture()),
        marks: Marks { reached: playable, last: is_new, ..Marks::default() },
        offers: if playable { vec![offer] } else { Vec::new() },
    }
}

/// What everybody was left with at the end of a round.
fn shown_hands(position: &Position) -> Vec<Row> {
    let values = position.hand_values();
    let row = |(seat, value): (usize, &u16)| {
        let whose =
            if seat == YOU { "Your hand".into() } else { format!("{}'s hand", NAMES[seat]) };
        let cell = |card: Card| Cell {
            text: card.written().into(),
            label: format!("{whose}: {}", card.name()).into(),
            picture: Some(card.picture()),
            ..Cell::default()
        };
        let cells: Vec<Cell> = position.hand(seat).into_iter().map(cell).collect();
        Row { caption: format!("{whose}, worth {value}").into(), cells }
    };
    values.iter().enumerate().map(row).filter(|row| !row.cells.is_empty()).collect()
}

/// What happened since your last turn, if the turn went round.
fn log(messages: &[Message]) -> Option<Log> {
    if !tells_of_turns(messages) {
        return None;
    }
    let mut entries: Vec<Text> = Vec::new();
    for same in
        messages.chunk_by(|a, b| a.name == b.name && a.arguments.first() == b.arguments.first())
    {
        entries.extend(entry(same));
    }
    Some(Log { caption: "Since your last turn".into(), entries })
}

/// One sentence for several messages of one kind; none for what the page shows anyway.
fn entry(same: &[Message]) -> Option<Text> {
    let first = same.first()?;
    match first.name {
        "start_turn" | "receive_hand" => None,
        "player_drew_card" if is_about_you(first) => None,
        "player_drew_card" if same.len() > 1 => {
            Some(format!("{} drew {} cards.", first.arguments.first()?, same.len()).into())
        }
        _ => Some(first.sentence.clone()),
    }
}

fn is_about_you(message: &Message) -> bool {
    matches!(message.arguments.first(), Some(Argument::Word(name)) if name == NAMES[YOU])
}

fn tells_of_turns(messages: &[Message]) -> bool {
    messages.iter().any(|message| message.name == "start_turn")
}

/// The cards you drew, in order.
fn drawn_cards(messages: &[Message]) -> Vec<Card> {
    let draws = messages.iter().filter(|message| message.name == "draw_card");
    draws.filter_map(|message| card_in(message, 0)).collect()
}

fn card_in(message: &Message, place: usize) -> Option<Card> {
    match message.arguments.get(place)? {
        Argument::Word(written) => Card::read(written),
        Argument::Number(_) => None,
    }
}

fn offers(position: &Position) -> Vec<Offer> {
    let offer = |request, label: &str| Offer { request, label: label.to_owned().into() };
    if position.is_over() {
        return Vec::new();
    }
    if position.is_round_over() {
        return vec![offer(Request::plain("next_hand"), "Deal the next round")];
    }
    if position.call == Call::Due {
        let name = |suit: Suit| {
            let request = Request::worded("choose_suit", suit.initial());
            offer(request, &format!("Name {}", suit.name()))
        };
        return Suit::ALL.map(name).into();
    }
    match position.can_draw() {
        true => vec![offer(Request::plain("draw_card"), "Draw a card")],
        false => Vec::new(),
    }
}
