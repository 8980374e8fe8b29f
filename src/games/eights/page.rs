//! What a viewer sees at the table.

use super::events::{Event, tell};
use super::position::{
    Act, Call, Effect, LEVEL, LastTurn, Level, Location, MATCH, PLAYERS, Position, Stage, Terms,
};
use super::requests::Move;
use crate::game::prelude::*;
use crate::games::shared::cards::{BACK, Card, Rank, Suit};

pub fn page(position: &Position, who: &Perspective, events: &[Event]) -> Page {
    if position.stage == Stage::Undealt {
        let next = who.name(position.cursor);
        let status = format!("Everybody has sat down. {next} begins.");
        return Page::new("Everybody has sat down", status);
    }
    let mut page = Page::new(state(position, who), status(position, who, events))
        .with(seats(position, who))
        .with(table(position, who, events))
        .offering(way_on(position, who))
        .ending(position.is_over().then(|| end(position, who)));
    page.parts.extend(hands(position, who, events).into_iter().map(Part::from));
    page.parts.extend(after_round(position, who).map(Part::from));
    page.parts.extend(facts(position, who).map(Part::facts));
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
        Call::Due if who.sees(position.cursor) => "Choose a suit".to_owned(),
        _ => capitalised(&format!("{} turn", who.whose(position.cursor))),
    }
}

fn status(position: &Position, who: &Perspective, events: &[Event]) -> String {
    let sentences = match position.is_round_over() {
        true => {
            [Some(round_end(position, who)), gain(position, who).or_else(|| place(position, who))]
        }
        // Between people, whoever looks next finds the round over.
        false if position.seat_without_cards().is_some() => {
            let next = who.name(position.turn().unwrap_or(position.cursor));
            let counts = format!("{next} counts the hands next.");
            [Some(round_end(position, who)), Some(counts)]
        }
        false => {
            let news = drew(who, events).or_else(|| top_card(position, who, events));
            [news, Some(choice(position, who))]
        }
    };
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What the viewer drew, whether they had to or chose to.
fn drew(who: &Perspective, events: &[Event]) -> Option<String> {
    let drawn = drawn_cards(who, events);
    let (seat, last) = drawn.last()?;
    let name = who.name(*seat);
    let cards = count(drawn.len(), "card");
    Some(match tells_of_turns(events) {
        false => format!("{name} drew the {}.", last.name()),
        true if has_other_reason(events, *seat) => {
            let of_them = for_the_two(drawn.len(), penalty_of(events, *seat));
            format!("{name} drew {cards}{of_them}.")
        }
        true => format!("{name} had nothing to play and drew {cards}."),
    })
}

/// How many of the drawn cards a two had asked for, behind their number.
fn for_the_two(drawn: usize, penalty: Option<usize>) -> String {
    match penalty {
        None => String::new(),
        Some(penalty) if penalty < drawn => format!(", {penalty} for the two"),
        Some(_) => " for the two".to_owned(),
    }
}

/// Whether a seat drew for another reason than that it had nothing to play.
fn has_other_reason(events: &[Event], seat: Seat) -> bool {
    penalty_of(events, seat).is_some() || events.contains(&Event::ChoseToDraw(seat))
}

/// How many cards a two makes a seat draw.
fn penalty_of(events: &[Event], seat: Seat) -> Option<usize> {
    events.iter().find_map(|event| match event {
        Event::MustDraw(other, penalty) if *other == seat => Some(*penalty),
        _ => None,
    })
}

/// What there is to say about the top card.
fn top_card(position: &Position, who: &Perspective, events: &[Event]) -> Option<String> {
    match position.call {
        Call::Due => Some(format!("{} played an eight.", who.name(position.cursor))),
        Call::Named(suit) => {
            let named = events.iter().rev().find_map(|event| match event {
                Event::SuitNamed(seat, _) => Some(*seat),
                _ => None,
            });
            Some(match named.or_else(|| last_to_name(position)) {
                Some(seat) => {
                    format!("{} played an eight and named {}.", who.name(seat), suit.name())
                }
                None => format!("An eight was played: follow {}.", suit.name()),
            })
        }
        Call::TopCard if position.is_starter_on_top() => {
            Some(format!("The {} starts the pile.", position.top.name()))
        }
        Call::TopCard if who.sees(position.turn().unwrap_or(position.cursor)) => None,
        Call::TopCard => {
            let seat = last_to_play(position)?;
            Some(format!("{} played the {}.", who.name(seat), position.top.name()))
        }
    }
}

/// Who played the top card, as far as everybody has seen the last turns.
fn last_to_play(position: &Position) -> Option<Seat> {
    let played = Some(Act::Played(position.top));
    let mut turns = position.last_turns.iter();
    turns.position(|turn| turn.act == played)
}

/// Who named a suit last, as far as everybody has seen the last turns.
fn last_to_name(position: &Position) -> Option<Seat> {
    let named =
        |seat: &Seat| position.last_turns.get(*seat).is_some_and(|turn| turn.suit.is_some());
    position.order_from(position.cursor).filter(named).last()
}

/// `Play a heart, a nine or an eight, or draw.`
fn choice(position: &Position, who: &Perspective) -> String {
    let next = position.turn().unwrap_or(position.cursor);
    if !who.sees(next) {
        return format!("{} is next.", who.name(next));
    }
    if position.must_pass() {
        return pass_sentence(position, who);
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

/// Why whoever looks can only pass.
fn pass_sentence(position: &Position, who: &Perspective) -> String {
    let skips = position.effect == Some(Effect::Skip);
    match position.onlooker {
        Some(_) => format!("Play was turned round, and it is {} turn.", who.whose(position.cursor)),
        None if skips && position.waits_for_leader() => {
            format!("The lot says that {} begins.", who.name(position.first_leader()))
        }
        None if skips => format!("{} skips you.", capitalised(&position.top.rank.with_article())),
        None if position.terms.rules.one_draw && position.can_draw() => {
            "The card that you drew does not fit.".to_owned()
        }
        None => "You can neither play nor draw.".to_owned(),
    }
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

/// How it ended, and what to play next.
fn end(position: &Position, who: &Perspective) -> End {
    let scores = scores(position);
    let what = if position.terms.target.is_some() { "Points" } else { "Points left in hand" };
    let named = |seat: Seat| format!("{} {}", who.name(seat), scores[seat]);
    let (detail, standings) = match position.terms.players {
        1 => (String::new(), Vec::new()),
        2 => (format!("{what}: {}.", listed([0, 1].map(named))), Vec::new()),
        _ => {
            // Where points are counted, the sentence above the table tells those of the round.
            let place = place(position, who).filter(|_| position.terms.target.is_some());
            let place = place.map(|place| place + " ").unwrap_or_default();
            (format!("{place}{what}:"), standings(position, who, &scores))
        }
    };
    let end = End::new(detail).ranked(standings);
    if position.terms.is_closed() {
        return end;
    }
    let players = position.terms.players;
    let against = ["nobody", "one", "two", "three", "four"][(players - 1).min(4)];
    let length = if position.terms.target.is_some() { ", a match" } else { "" };
    let has_level = players > 1 && position.terms.level != Level::Easy;
    let level =
        if has_level { format!(", {}", position.terms.level.name()) } else { String::new() };
    let margin = (players > 1 && position.terms.target.is_none()).then(|| position.gains());
    let margin = margin.and_then(|gains| gains.into_iter().max());
    let mood = position.outcome().map(|outcome| outcome.mood(who));
    let other_level = match (position.terms.level, mood) {
        _ if players == 1 => None,
        (Level::Easy, Some(Mood::Won)) => Some(Level::Good),
        (Level::Good, Some(Mood::Won)) => Some(Level::Counting),
        (Level::Counting, Some(Mood::Lost)) => Some(Level::Good),
        (Level::Good, Some(Mood::Lost)) => Some(Level::Easy),
        _ => None,
    };
    let other_level = other_level.map(|level| NextGame::at_level(&LEVEL, level));
    let result = match (mood, margin) {
        (Some(Mood::Won), Some(points)) => format!("won by {}", count(points, "point")),
        (Some(Mood::Won), None) => "won".to_owned(),
        (Some(Mood::Drawn), _) => "a draw".to_owned(),
        _ => "lost".to_owned(),
    };
    let share = Share {
        game: format!("Crazy Eights against {against}{level}{length}").into(),
        result: result.into(),
        challenge: "Can you beat the computer?".into(),
    };
    let more = [
        "Against one player",
        "Against two players",
        "Against three players",
        "Against four players",
    ];
    let more = more.get(players - 1);
    let more = more.map(|label| NextGame::with(*label, &PLAYERS, players + 1));
    let other_length = match position.terms.target {
        Some(_) => Some(NextGame::with("One round", &MATCH, None)),
        None if players > 1 => Some(NextGame::with("A match to points", &MATCH, Some(50))),
        None => None,
    };
    let next_games = other_level.into_iter().chain(more).chain(other_length).take(NEXT_GAMES);
    end.shared(share).followed_by(next_games)
}

/// How the players stand, with what each was counted.
fn standings(position: &Position, who: &Perspective, scores: &[usize]) -> Vec<Standing> {
    let ranking = position.outcome().map(|outcome| outcome.ranking).unwrap_or_default();
    let mut standings: Vec<Standing> = Vec::new();
    for equals in ranking {
        let place = standings.len() + 1;
        standings.extend(equals.into_iter().map(|seat| Standing {
            place,
            name: who.name(seat).to_owned().into(),
            score: scores[seat].to_string().into(),
        }));
    }
    standings
}

/// Where somebody among three or more stands who has not won: `You came third.`
fn place(position: &Position, who: &Perspective) -> Option<String> {
    let outcome = position.outcome().filter(|_| position.terms.players > 2)?;
    let place =
        outcome.ranking.iter().position(|seats| who.you.is_some_and(|you| seats.contains(&you)))?;
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
        name: who.name(seat).to_owned().into(),
        count,
        unit: "card",
        is_on_turn: turn == Some(seat),
    };
    position.counts().into_iter().enumerate().map(seat).collect()
}

/// The points of each seat: in a match those that it has, else those left in its hand.
fn scores(position: &Position) -> Vec<usize> {
    match position.terms.target {
        Some(_) => position.points_after_round(),
        None => position.hand_values(),
    }
}

/// The pile, the suit to be followed or those to choose from, and the stock.
fn table(position: &Position, who: &Perspective, events: &[Event]) -> Row {
    let top = position.top;
    let was_played = |event: &Event| matches!(event, Event::Played(_, card) if *card == top);
    let is_new = events.iter().any(was_played);
    let pile = face_up(top, "Top card of the pile", top.picture())
        .captioned("Pile")
        .marked(Marks { last: is_new, ..Marks::default() });
    let chooses = position.call == Call::Due && decides(position, who);
    let suits = || Suit::ALL.map(suit_to_choose).to_vec();
    let others = match chooses {
        true => suits(),
        // Once it is over nothing is to be followed, nor drawn.
        false if position.is_round_over() => Vec::new(),
        false => vec![suit_to_follow(position), stock(position, who)],
    };
    Row::apart("On the table", [pile].into_iter().chain(others).collect())
}

fn suit_to_follow(position: &Position) -> Cell {
    let suit = position.suit();
    Cell::new(suit.initial())
        .captioned("Suit")
        .labelled(format!("Suit to follow: {}", suit.name()))
        .pictured(suit.picture())
}

fn suit_to_choose(suit: Suit) -> Cell {
    let choose = offer(Move::Name(suit), format!("Choose {}", suit.name()));
    Cell::new(suit.initial())
        .captioned(capitalised(suit.name()))
        .labelled(capitalised(suit.name()))
        .pictured(suit.picture())
        .offering([choose])
}

/// The stock, from which whoever is on turn may draw.
fn stock(position: &Position, who: &Perspective) -> Cell {
    let left = position.count(Location::Stock);
    let can_draw = position.may_draw() && decides(position, who);
    let ends_turn = position.terms.rules.one_draw;
    let caption = match (can_draw, left) {
        (true, 0) if ends_turn => "Shuffle, draw and pass".to_owned(),
        (true, left) if ends_turn => format!("Draw and pass, {left} left"),
        (true, 0) => "Shuffle and draw".to_owned(),
        (true, left) => format!("Draw, {left} left"),
        (false, 0) => "Empty".to_owned(),
        (false, left) => format!("Stock, {left} left"),
    };
    let cell = Cell::new(if left > 0 { "**" } else { "--" })
        .captioned(caption.clone())
        .labelled(format!("The stock: {} face down", count(left, "card")))
        .marked(Marks { back: left > 0, ..Marks::default() });
    let cell = if left > 0 { cell.pictured(BACK) } else { cell };
    cell.offering(can_draw.then(|| offer(Move::Draw, caption)))
}

/// Whether the viewer is to decide now.
fn decides(position: &Position, who: &Perspective) -> bool {
    !position.is_round_over() && position.turn().is_some_and(|seat| who.sees(seat))
}

/// The numbers of a match, and what is played besides the usual rules.
fn facts(position: &Position, who: &Perspective) -> Option<Vec<Fact>> {
    let facts: Vec<Fact> =
        match_facts(position, who).into_iter().chain(rule_facts(position, who)).collect();
    (!facts.is_empty()).then_some(facts)
}

fn match_facts(position: &Position, who: &Perspective) -> Vec<Fact> {
    let Some(target) = position.terms.target else { return Vec::new() };
    let points = position.points_after_round().into_iter().enumerate();
    let round = Fact::new("Round", (u32::from(position.round) + 1).to_string());
    let goal = Fact::new("Match", format!("to {target} points"));
    // The end of a round tells it in a passage.
    if position.is_round_over() {
        return if position.is_over() { vec![round, goal] } else { Vec::new() };
    }
    let all = listed(points.map(|(seat, points)| format!("{} {points}", who.name(seat))));
    vec![Fact::new("Points", all), round, goal]
}

/// How a match stands once a round of it is over.
fn after_round(position: &Position, who: &Perspective) -> Option<Passage> {
    let target = position.terms.target.filter(|_| position.is_round_over())?;
    if position.is_over() {
        return None;
    }
    let points = position.points_after_round();
    let mut seats: Vec<Seat> = position.terms.seats().collect();
    seats.sort_by_key(|seat| std::cmp::Reverse(points[*seat]));
    let row = |seat: Seat| vec![who.name(seat).to_owned().into(), points[seat].to_string().into()];
    let head = vec!["Player".into(), "Points".into()];
    let rows = [head].into_iter().chain(seats.into_iter().map(row)).collect();
    let most = points.iter().max();
    let mut leaders = position.terms.seats().filter(|seat| Some(&points[*seat]) == most);
    let lead = match (leaders.next(), leaders.next()) {
        (Some(seat), None) => who.says(seat, "lead", "leads"),
        _ => "Nobody leads".to_owned(),
    };
    let heading = format!("{lead} after round {}", u32::from(position.round) + 1);
    let goal = format!("The match goes to {target} points.");
    Some(Passage::new(heading).show(Block::Table(rows)).say(goal))
}

fn rule_facts(position: &Position, who: &Perspective) -> Vec<Fact> {
    let Terms { rules, level, players, people, .. } = position.terms;
    let played = [
        (rules.twos, "twos make the next draw two"),
        (rules.queens, "queens skip"),
        (rules.aces && players == 2, "aces skip"),
        (position.terms.can_turn_round(), "aces turn play round"),
        (rules.one_draw, "one card a turn"),
    ];
    let played: Vec<&str> =
        played.into_iter().filter(|(is_played, _)| *is_played).map(|(_, rule)| rule).collect();
    let order = || position.order_from(0).map(|seat| who.name(seat)).collect::<Vec<_>>();
    let facts = [
        (players > people && level != Level::Easy).then(|| Fact::new("Level", level.name())),
        (!played.is_empty()).then(|| Fact::new("House rules", listed(played))),
        position.terms.can_turn_round().then(|| Fact::new("Order of play", listed(order()))),
    ];
    facts.into_iter().flatten().collect()
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
        // The end of a single round says itself what the hands are worth.
        true if position.terms.target.is_none() => (whose.clone(), whose),
        true => (format!("{whose}, worth {}", position.hand_values()[seat]), whose),
        false => (whose, format!("In {} hand", who.whose(seat))),
    };
    let decides = position.decides(seat) && !position.must_pass();
    let drawn = drawn_cards(who, events);
    let cell = |card: Card| {
        let is_playable = decides && position.call != Call::Due && position.is_playable(card);
        let last = !position.is_round_over() && drawn.contains(&(seat, card));
        let just_drawn = if last { ", just drawn" } else { "" };
        let play = || offer(Move::Play(card), format!("Play the {}{just_drawn}", card.name()));
        let cell = face_up(card, &label, card.picture_in_hand());
        let label = cell.label.into_owned() + just_drawn;
        Cell { label: label.into(), ..cell }
            .marked(Marks { last, ..Marks::default() })
            .offering(is_playable.then(play))
    };
    let row = Row::fanned(caption, position.hand(seat).into_iter().map(cell).collect());
    row.below_end()
}

/// A card with what is said before its name.
fn face_up(card: Card, what: &str, picture: Picture) -> Cell {
    Cell::new(card.written()).labelled(format!("{what}: {}", card.name())).pictured(picture)
}

/// What everybody has seen of the last turns, the oldest first.
fn last_turns(position: &Position, who: &Perspective) -> Option<Log> {
    // Whoever has still to name a suit played last.
    let oldest = match position.call {
        Call::Due => position.seat_after(position.cursor),
        _ => position.cursor,
    };
    let turns = position.order_from(oldest);
    let entries: Vec<Text> =
        turns.filter_map(|seat| last_turn(&position.last_turns[seat], who.name(seat))).collect();
    (!entries.is_empty()).then(|| Log { caption: "Last turns".into(), entries })
}

/// `Ann drew 2 cards and played the eight of clubs and named hearts.`
fn last_turn(turn: &LastTurn, name: &str) -> Option<Text> {
    let act = match turn.act? {
        Act::Played(card) => format!("played the {}", card.name()),
        Act::Passed => "passed".to_owned(),
        Act::Skipped => "had to wait".to_owned(),
        Act::ChoseToDraw => "chose to draw a card".to_owned(),
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
    let all = events;
    let events: Vec<&Event> = all.iter().filter(|event| is_logged(event, who)).collect();
    let entry = |same: &[&Event]| match same {
        [Event::MustDraw(_, penalty), draws @ ..] if !draws.is_empty() => {
            drawing(who, all, draws, Some(*penalty))
        }
        [Event::Drew(..), ..] | [Event::HandGrew(_), _, ..] => drawing(who, all, same, None),
        [event] => tell(event, who).map(|message| message.sentence),
        _ => None,
    };
    let entries = events.chunk_by(|a, b| are_draws(a, b)).filter_map(entry);
    has_turns.then(|| Log { caption: caption.into(), entries: entries.collect() })
}

/// What somebody drew, as the log tells it: these draws of one seat, of which a two may have asked for
/// some.
fn drawing(
    who: &Perspective,
    all: &[Event],
    draws: &[&Event],
    penalty: Option<usize>,
) -> Option<Text> {
    let (Event::Drew(seat, _) | Event::HandGrew(seat)) = draws.first()? else { return None };
    let cards = count(draws.len(), "card") + &for_the_two(draws.len(), penalty);
    let what = match draws {
        [Event::Drew(_, card)] if penalty.is_none() => format!("the {}", card.name()),
        [.., Event::Drew(_, last)] => format!("{cards}, ending with the {}", last.name()),
        _ => cards,
    };
    let has_reason = !who.sees(*seat) || has_other_reason(all, *seat);
    let why = if has_reason { "" } else { "had nothing to play and " };
    Some(format!("{} {why}drew {what}.", who.name(*seat)).into())
}

/// Whether the log tells of an event: not of what the page shows anyway, and not twice of a draw.
fn is_logged(event: &Event, who: &Perspective) -> bool {
    match event {
        Event::TurnBegan(_) | Event::HandDealt(..) | Event::HandsCounted(_) => false,
        Event::Drew(seat, _) => who.sees(*seat),
        Event::HandGrew(seat) => !who.sees(*seat),
        _ => true,
    }
}

/// Whether both are draws of the same seat, or the first is the reason for the second.
fn are_draws(a: &Event, b: &Event) -> bool {
    match (a, b) {
        (Event::Drew(a, _) | Event::MustDraw(a, _), Event::Drew(b, _))
        | (Event::HandGrew(a) | Event::MustDraw(a, _), Event::HandGrew(b)) => a == b,
        _ => false,
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

/// What belongs to no card: the next round of a match, and what people pass on to each other.
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
