//! The page of a viewer at the table.

use super::events::{Event, naming, tell};
use super::position::{Act, Call, LastTurn, Location, Position, Stage};
use super::requests::Move;
use super::terms::{Effect, LEVEL, Level, MATCH, PLAYERS};
use crate::games::shared::cards::{BACK, Card, Rank, Suit};
use crate::prelude::*;

pub fn page(position: &Position, who: &Perspective, events: &[Event]) -> Page {
    if position.stage == Stage::Undealt {
        return undealt(position, who);
    }
    let is_closed = position.terms.is_closed();
    let log = if is_closed { last_turns(position, who) } else { log(who, events) };
    let page = Page::new(state(position, who), status(position, who, events))
        .with(seats(position, who))
        .with(table(position, who, events))
        .offering(way_on(position, who))
        .ending(position.is_over().then(|| end(position, who)));
    let lies = if position.is_round_over() { Part::Hand } else { Part::Row };
    let page = hands(position, who, events).map(lies).fold(page, Page::with);
    let page = page
        .with_any(after_round(position, who).map(Part::Round))
        .with_any(Some(facts(position, who)).filter(|facts| !facts.is_empty()).map(Part::facts))
        .with_any(log);
    let changed = first_new(&page.parts);
    page.changed(changed)
}

/// The page before the first player opens the round. Nobody sees a card, and everybody the points so far.
fn undealt(position: &Position, who: &Perspective) -> Page {
    let first = next(position);
    let status = match who.you {
        Some(you) if you != first => {
            format!("Your cards come when {} has moved.", who.name(first))
        }
        _ => String::new(),
    };
    let facts = Some(match_facts(position, who)).filter(|facts| !facts.is_empty());
    Page::new("The cards are dealt", status).with_any(facts.map(Part::facts))
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
        Call::Due if who.sees(position.cursor) => "Choose a suit".to_owned(),
        _ => capitalised(&format!("{} turn", who.whose(position.cursor))),
    }
}

fn status(position: &Position, who: &Perspective, events: &[Event]) -> String {
    let [news, next] = if position.is_round_over() {
        [Some(round_end(position, who)), gain(position, who).or_else(|| place(position, who))]
    } else if position.seat_without_cards().is_some() {
        // At a closed table the next person finds the round over.
        [Some(round_end(position, who)), None]
    } else {
        let drew = turns(events).last().and_then(|turn| drew(turn, who));
        let drew = drew.filter(|(seat, _)| who.sees(*seat)).map(|(_, sentence)| sentence);
        let choice = who.sees(next(position)).then(|| choice(position, who));
        [drew.or_else(|| top_card(position, who, events)), choice]
    };
    news.into_iter().chain(next).collect::<Vec<_>>().join(" ")
}

/// The person to move. The seat to which play has come if the game is over.
fn next(position: &Position) -> Seat {
    position.turn().unwrap_or(position.cursor)
}

/// The events turn by turn. The first turn may have begun before them.
fn turns(events: &[Event]) -> impl Iterator<Item = &[Event]> {
    events.chunk_by(|_, next| !matches!(next, Event::TurnBegan(_)))
}

/// The seat that drew cards in a turn, and a sentence about that: `Ada drew 3 cards.`
fn drew(turn: &[Event], who: &Perspective) -> Option<(Seat, String)> {
    let drawn = turn.iter().filter_map(|event| match event {
        Event::Drew(seat, card) => Some((*seat, *card)),
        _ => None,
    });
    let drawn: Vec<(Seat, Card)> = drawn.collect();
    let (number, (seat, last)) = (drawn.len(), *drawn.last()?);
    let penalty = turn.iter().find_map(|event| match event {
        Event::MustDraw(_, penalty) => Some(*penalty),
        _ => None,
    });
    let is_by_choice = !matches!(turn.first(), Some(Event::TurnBegan(_)));
    let (name, cards) = (who.name(seat), count(number, "card"));
    let sentence = match penalty {
        Some(penalty) if penalty < number => format!("{name} drew {cards}, {penalty} for the two."),
        Some(_) => format!("{name} drew {cards} for the two."),
        None if !who.sees(seat) => format!("{name} drew {cards}."),
        None if is_by_choice && number == 1 => format!("{name} drew the {}.", last.name()),
        None => format!("{name} had nothing to play and drew {cards}."),
    };
    Some((seat, sentence))
}

/// A sentence about the top card.
fn top_card(position: &Position, who: &Perspective, events: &[Event]) -> Option<String> {
    let top = position.top.name();
    let played = Act::Played(position.top);
    // The same card may have been played before, if the pile became the stock since then.
    let told = events.iter().rev().find_map(|event| match event {
        Event::Acted(seat, act) if *act == played => Some(*seat),
        _ => None,
    });
    let mut recorded = position.last_turns.iter().rev().filter(|turn| turn.act == Some(played));
    let seat = told.or_else(|| recorded.next().map(|turn| turn.seat));
    let name = seat.map(|seat| who.name(seat));
    match position.call {
        Call::Due => Some(format!("{} played an eight.", who.name(position.cursor))),
        Call::Named(suit) => Some(match name {
            Some(name) => format!("{name} played an eight and {}.", naming(suit)),
            None => format!("An eight was played: follow {}.", suit.name()),
        }),
        Call::TopCard if position.is_starter_on_top() => {
            Some(format!("The {top} starts the pile."))
        }
        Call::TopCard if who.sees(next(position)) => None,
        Call::TopCard => Some(format!("{} played the {top}.", name?)),
    }
}

/// `Play a heart, a nine or an eight, or draw.`
fn choice(position: &Position, who: &Perspective) -> String {
    if position.must_pass() {
        return why_pass(position, who);
    }
    if position.call == Call::Due {
        return "Choose a suit.".to_owned();
    }
    let rank = match position.top.rank {
        Rank::Eight => String::new(),
        rank => format!(", {}", rank.with_article()),
    };
    let draw = if position.may_draw() { ", or draw" } else { "" };
    format!("Play a {}{rank} or an eight{draw}.", position.suit().singular())
}

/// The reason why the viewer can only pass.
fn why_pass(position: &Position, who: &Perspective) -> String {
    if position.onlooker.is_some() {
        format!("A computer player passed you by. Go on: {} is next.", who.name(position.cursor))
    } else if position.waits_for_leader() {
        format!("{} begins. That was drawn at random.", who.name(position.leader))
    } else if position.effect == Some(Effect::Skip) {
        format!("{} skips you.", capitalised(&position.top.rank.with_article()))
    } else if position.terms.one_draw && position.last_turn(position.cursor).is_some_and(has_drawn)
    {
        "The card that you drew does not fit.".to_owned()
    } else if position.count(Location::Stock) > 0 {
        "Nothing fits, and your row is empty.".to_owned()
    } else {
        "You can neither play nor draw.".to_owned()
    }
}

fn has_drawn(turn: &LastTurn) -> bool {
    turn.drawn > 0
}

fn round_end(position: &Position, who: &Perspective) -> String {
    match position.seat_without_cards() {
        Some(seat) if who.is_you(seat) => "You have played your last card.".to_owned(),
        Some(seat) => format!("{} has played the last card.", who.name(seat)),
        None if position.terms.players == 1 => {
            format!("{} can neither play nor draw.", who.name(position.cursor))
        }
        None => "Nobody can play or draw, so the hands are counted.".to_owned(),
    }
}

/// `Ada collects 35 points.`
pub fn gain(position: &Position, who: &Perspective) -> Option<String> {
    position.terms.target?;
    let gains = position.gains();
    let pot = gains.iter().max()?;
    let winners: Vec<Seat> = position.terms.seats().filter(|seat| gains[*seat] > 0).collect();
    let points = count(*pot, "point");
    Some(match &winners[..] {
        [] => "Nobody collects anything.".to_owned(),
        [seat] => format!("{} {points}.", who.says(*seat, "collect", "collects")),
        _ => format!("The lowest hands collect {points} each."),
    })
}

/// The end of a game, and what to play next.
fn end(position: &Position, who: &Perspective) -> End {
    let end = result(position, who);
    match position.outcome() {
        Some(outcome) if !position.terms.is_closed() => {
            let mood = outcome.mood(who);
            end.shared(share(position, mood)).followed_by(next_games(position, mood))
        }
        _ => end,
    }
}

/// The points at the end.
fn result(position: &Position, who: &Perspective) -> End {
    let is_match = position.terms.target.is_some();
    let scores = if is_match { position.points_after_round() } else { position.hand_values() };
    let what = if is_match { "Points" } else { "Points left in hand" };
    match position.terms.players {
        1 => End::default(),
        2 => {
            let named = |seat: Seat| format!("{} {}", who.name(seat), scores[seat]);
            End::new(format!("{what}: {}.", listed([0, 1].map(named))))
        }
        _ => {
            // In a single round the status tells the place.
            let place = place(position, who).filter(|_| is_match);
            let place = place.map(|place| place + " ").unwrap_or_default();
            let end = End::new(format!("{place}{what}:"));
            let outcome = position.outcome();
            outcome.map_or_else(End::default, |outcome| end.ranked(&outcome, who, &scores))
        }
    }
}

fn share(position: &Position, mood: Mood) -> Share {
    let (terms, choices) = (position.terms, &position.choices);
    let against = choices.fact(&PLAYERS).value;
    let has_level = terms.players > 1 && terms.level != Level::Easy;
    let level = if has_level { format!(", {}", choices.fact(&LEVEL).value) } else { String::new() };
    let length = if terms.target.is_some() { ", a match" } else { "" };
    let margin = position.gains().into_iter().max().unwrap_or(0);
    let result = match mood {
        Mood::Won if terms.target.is_none() && terms.players > 1 => {
            format!("won by {}", count(margin, "point"))
        }
        Mood::Won => "won".to_owned(),
        Mood::Drawn => "a draw".to_owned(),
        Mood::Lost | Mood::Open => "lost".to_owned(),
    };
    Share {
        game: format!("Crazy Eights against {against}{level}{length}").into(),
        result: result.into(),
        challenge: if terms.players == 1 { "Can you do it?" } else { "Can you beat the computer?" }
            .into(),
    }
}

/// Another level, one computer player more, and another length.
fn next_games(position: &Position, mood: Mood) -> impl Iterator<Item = NextGame> {
    const LADDER: [Level; 3] = [Level::Easy, Level::Good, Level::Counting];
    let players = position.terms.players;
    let level = NextGame::on_ladder(&LEVEL, &LADDER, &position.choices, mood);
    let more = PLAYERS
        .value_meaning(&(players + 1))
        .map(|against| NextGame::with(format!("Against {}", against.label), &PLAYERS, players + 1));
    let length = match position.terms.target {
        Some(_) => NextGame::with("One round", &MATCH, None),
        None => NextGame::with("A match to points", &MATCH, Some(50)),
    };
    let is_alone = players == 1;
    let games = [level.filter(|_| !is_alone), more, Some(length).filter(|_| !is_alone)];
    games.into_iter().flatten().take(NEXT_GAMES)
}

/// The place of a viewer among three or more who has not won: `You came third.`
fn place(position: &Position, who: &Perspective) -> Option<String> {
    let outcome = position.outcome().filter(|_| position.terms.players > 2)?;
    let you = who.you?;
    let place = outcome.ranking.iter().position(|seats| seats.contains(&you))?;
    let before: usize = outcome.ranking[..place].iter().map(Vec::len).sum();
    let nth = ["second", "third", "fourth", "fifth"].get(before.checked_sub(1)?)?;
    Some(match outcome.ranking[place].len() {
        1 => format!("You came {nth}."),
        _ => format!("You share {nth} place."),
    })
}

fn seats(position: &Position, who: &Perspective) -> Vec<SeatLine> {
    let turn = position.turn().filter(|_| !position.is_round_over());
    let seat = |(seat, count)| SeatLine {
        player: who.player(seat),
        count,
        unit: "card",
        is_on_turn: turn == Some(seat),
    };
    position.counts().into_iter().enumerate().map(seat).collect()
}

/// The pile, the suit to follow or the suits to choose from, and the stock.
fn table(position: &Position, who: &Perspective, events: &[Event]) -> Row {
    let top = position.top;
    let played =
        |event: &Event| matches!(event, Event::Acted(_, Act::Played(card)) if *card == top);
    let pile = Cell::new(top.written())
        .captioned("Pile")
        .labelled(format!("Top card of the pile: {}", top.name()))
        .pictured(top.picture());
    let mut cells = vec![if events.iter().any(played) { pile.last() } else { pile }];
    if names_suit(position, who) {
        cells.extend(Suit::ALL.map(suit_to_choose));
    } else if !position.is_round_over() {
        let suit = (position.call != Call::Due).then(|| suit_to_follow(position.suit()));
        cells.extend(suit.into_iter().chain([stock(position, who)]));
    }
    Row::new(Spread::Apart, "On the table", cells)
}

fn suit_to_follow(suit: Suit) -> Cell {
    Cell::new(suit.initial())
        .captioned("Suit")
        .labelled(format!("Suit to follow: {}", suit.name()))
        .pictured(suit.picture())
}

fn suit_to_choose(suit: Suit) -> Cell {
    let name = capitalised(suit.name());
    Cell::new(suit.initial())
        .captioned(name.clone())
        .labelled(name)
        .pictured(suit.picture())
        .offering([offer(Move::Name(suit), format!("Choose {}", suit.name()))])
}

/// The stock, or the row of the viewer. Others see the row of the seat on turn. The player on turn may
/// draw from a common stock.
fn stock(position: &Position, who: &Perspective) -> Cell {
    if position.terms.has_rows() {
        let seat = who.you.unwrap_or_else(|| next(position));
        let left = position.row(seat).count();
        let whose = capitalised(&format!("{} row", who.whose(seat)));
        let caption =
            if left > 0 { format!("{whose}, {left} left") } else { format!("{whose} is empty") };
        return face_down(left, caption)
            .labelled(format!("{whose}: {} face down", count(left, "card")));
    }
    let left = position.count(Location::Stock);
    let can_draw = position.may_draw() && decides(position, who);
    let caption = match (left, position.terms.one_draw) {
        (0, _) if !can_draw => "Empty".to_owned(),
        (0, true) => "Shuffle, draw and pass".to_owned(),
        (0, false) => "Shuffle and draw".to_owned(),
        _ if !can_draw => format!("Stock, {left} left"),
        (_, true) => format!("Draw and pass, {left} left"),
        (_, false) => format!("Draw, {left} left"),
    };
    face_down(left, caption.clone())
        .labelled(format!("The stock: {} face down", count(left, "card")))
        .offering(can_draw.then(|| offer(Move::Draw, caption)))
}

/// A pack of this many cards, face down.
fn face_down(left: usize, caption: String) -> Cell {
    let cell = if left > 0 { Cell::new("**").pictured(BACK) } else { Cell::new("--") };
    cell.captioned(caption).marked(Marks { back: left > 0, ..Marks::default() })
}

/// Returns true if the viewer has to decide now.
fn decides(position: &Position, who: &Perspective) -> bool {
    !position.is_round_over() && position.turn().is_some_and(|seat| who.sees(seat))
}

/// Returns true if the viewer has to name a suit now.
fn names_suit(position: &Position, who: &Perspective) -> bool {
    position.call == Call::Due && decides(position, who)
}

/// The options for cards that act on the player who comes next.
const EFFECTS: [&str; 3] = ["twos", "queens", "aces"];

/// The numbers of a match, and the choices that differ from the usual ones.
fn facts(position: &Position, who: &Perspective) -> Vec<Fact> {
    let terms = position.terms;
    let mut facts = match_facts(position, who);
    if terms.seats().any(|seat| !terms.is_person(seat)) && terms.level != Level::Easy {
        facts.push(position.choices.fact(&LEVEL));
    }
    let chosen = position.choices.chosen().filter(|(_, _, is_default)| !is_default);
    // Nobody comes next after a person alone.
    let acts = |name: &str| terms.players > 1 || !EFFECTS.contains(&name);
    let rules = chosen
        .filter(|(option, ..)| option.group() == OptionGroup::HouseRules && acts(option.name()));
    facts.extend(rules.map(|(option, value, _)| Fact::new(option.label(), value.label.to_owned())));
    if terms.can_turn_round() {
        let order = position.order_from(0).map(|seat| who.name(seat));
        facts.push(Fact::new("Order of play", listed(order)));
    }
    if terms.has_rows() {
        let rows = position.row_lengths().into_iter().enumerate();
        let rows = listed(rows.map(|(seat, left)| format!("{} {left}", who.name(seat))));
        facts.push(Fact::new("Left to draw", rows));
    } else if names_suit(position, who) {
        // The suits to choose from take its place on the table.
        facts.push(Fact::new("Stock", count(position.count(Location::Stock), "card")));
    }
    facts
}

fn match_facts(position: &Position, who: &Perspective) -> Vec<Fact> {
    let Some(target) = position.terms.target else { return Vec::new() };
    let round = Fact::new("Round", (u32::from(position.round) + 1).to_string());
    let goal = Fact::new("Match", format!("to {target} points"));
    if position.is_over() {
        return vec![round, goal];
    }
    if position.is_round_over() {
        // A passage tells the same.
        return Vec::new();
    }
    let points = position.points.iter().enumerate();
    let points = listed(points.map(|(seat, points)| format!("{} {points}", who.name(seat))));
    vec![Fact::new("Points", points), round, goal]
}

/// The points of a match between two rounds.
fn after_round(position: &Position, who: &Perspective) -> Option<Passage> {
    let target = position.terms.target.filter(|_| position.is_round_over())?;
    if position.is_over() {
        return None;
    }
    let points = position.points_after_round();
    let ranking = Outcome::by_score(&points).ranking;
    let lead = match ranking[0][..] {
        [seat] => who.says(seat, "lead", "leads"),
        _ => "Nobody leads".to_owned(),
    };
    let heading = format!("{lead} after round {}", u32::from(position.round) + 1);
    let row = |seat: Seat| [who.name(seat).to_owned(), points[seat].to_string()];
    let table = Block::table(["Player", "Points"], ranking.concat().into_iter().map(row));
    Some(Passage::new(heading).show(table).say(format!("The match goes to {target} points.")))
}

/// The viewer's hand, or every hand at the end of a round.
fn hands(position: &Position, who: &Perspective, events: &[Event]) -> impl Iterator<Item = Row> {
    let shown = move |seat: &Seat| position.is_round_over() || who.sees(*seat);
    let seats = position.terms.seats().filter(shown);
    let rows = seats.map(move |seat| hand(position, who, events, seat));
    rows.filter(|row| !row.cells.is_empty())
}

fn hand(position: &Position, who: &Perspective, events: &[Event], seat: Seat) -> Row {
    let is_over = position.is_round_over();
    let whose = capitalised(&format!("{} hand", who.whose(seat)));
    let label = if is_over { whose.clone() } else { format!("In {} hand", who.whose(seat)) };
    // The end of a single round tells the values of the hands.
    let caption = if is_over && position.terms.target.is_some() {
        format!("{whose}, worth {}", position.hand_values()[seat])
    } else {
        whose
    };
    let decides = position.stage == Stage::Decision && position.cursor == seat;
    let plays = decides && !position.must_pass() && position.call != Call::Due;
    let cell = |card: Card| {
        let is_new = !is_over && events.contains(&Event::Drew(seat, card));
        let play = offer(Move::Play(card), format!("Play the {}", card.name()));
        let name = card.name() + if is_new { ", just drawn" } else { "" };
        let cell = Cell::new(card.written())
            .labelled(format!("{label}: {name}"))
            .called(name)
            .pictured(card.picture_in_hand())
            .offering((plays && position.is_playable(card)).then_some(play));
        if is_new { cell.last() } else { cell }
    };
    Row::new(Spread::Fanned, caption, position.hand(seat).into_iter().map(cell).collect())
}

/// The last turns at a closed table, the oldest first.
fn last_turns(position: &Position, who: &Perspective) -> Option<Log> {
    let entries: Vec<Text> = position
        .last_turns
        .iter()
        .filter_map(|turn| last_turn(turn, who.name(turn.seat)))
        .collect();
    (!entries.is_empty()).then(|| Log { caption: "Last turns".into(), entries })
}

/// `Ann drew 2 cards, played the eight of clubs and named hearts.`
fn last_turn(turn: &LastTurn, name: &str) -> Option<Text> {
    let act = turn.act?.words();
    let drew = (turn.drawn > 0).then(|| format!("drew {}", count(turn.drawn, "card")));
    let deeds = [drew, Some(act), turn.suit.map(naming)].into_iter().flatten();
    Some(format!("{name} {}.", listed(deeds)).into())
}

/// The events, if a turn has begun since the viewer's last request.
fn log(who: &Perspective, events: &[Event]) -> Option<Log> {
    // Between two cards of one turn the stock may run out.
    let is_shuffled = |event: &Event| matches!(event, Event::Reshuffled(_));
    let parts = turns(events).flat_map(|turn| turn.chunk_by(|_, next| !is_shuffled(next)));
    let entries = parts.flat_map(|part| {
        let drew = drew(part, who).map(|(_, sentence)| sentence.into());
        let (shuffled, others) = part.split_at(usize::from(is_shuffled(&part[0])));
        let told = |some: &[Event]| {
            let logged = some.iter().filter(|event| is_logged(event));
            logged.filter_map(|event| Some(tell(event, who)?.sentence)).collect::<Vec<Text>>()
        };
        told(shuffled).into_iter().chain(drew).chain(told(others))
    });
    let is_dealt = events.contains(&Event::RoundBegan);
    let caption = if is_dealt { "Since the deal" } else { "Since your last turn" };
    let has_turns = events.iter().any(|event| matches!(event, Event::TurnBegan(_)));
    has_turns.then(|| Log { caption: caption.into(), entries: entries.collect() })
}

/// Returns true if an event gets its own line. The page shows the others in another way.
fn is_logged(event: &Event) -> bool {
    match event {
        Event::Acted(_, act) => *act != Act::ChoseToDraw,
        Event::RoundBegan | Event::StarterTurned(_) | Event::SuitNamed(..) => true,
        Event::TurnedRound | Event::Reshuffled(_) => true,
        Event::HandDealt(..) | Event::TurnBegan(_) | Event::HandsCounted(_) => false,
        Event::Drew(..) | Event::HandGrew(_) | Event::MustDraw(..) => false,
    }
}

/// The offer that belongs to no card: to deal the next round, or to go on at a closed table.
fn way_on(position: &Position, who: &Perspective) -> Option<Offer> {
    let waits = position.turn().is_some_and(|seat| who.sees(seat));
    let (choice, label) = match position.stage {
        _ if !waits => return None,
        Stage::Over if position.is_over() => (Move::Show, "Show everybody the result"),
        Stage::Over => (Move::Deal, "Deal the next round"),
        _ if position.must_pass() => (Move::Pass, "Go on"),
        _ => return None,
    };
    Some(offer(choice, label).primary())
}

fn offer(choice: Move, label: impl Into<Text>) -> Offer {
    Offer::asking(label, choice.request())
}
