//! What a viewer sees: the hands of the round, those to throw, and how the match stands.

use super::hand::Hand;
use super::position::{BEST_OF, COMPUTER, Opponent, Position, YOU};
use super::requests::{CHOOSE_HAND, SHOW};
use crate::game::prelude::*;
use std::cmp::Ordering::{Equal, Greater, Less};

pub fn page(position: &Position, who: &Perspective) -> Page {
    let is_theirs = position.turn().is_some_and(|seat| who.sees(seat));
    let is_open = !position.is_over();
    Page::new(state(position, who), status(position, who))
        .with(round(position, who))
        .with_any((position.best_of > 1).then(|| seats(position, who)))
        .with_any((is_theirs && is_open).then(hands_to_choose))
        .with_any(facts(position))
        .with_any(proof_of_next(position))
        .with_any(proof_of_last(position))
        .offering(offer_to_show(position, who))
        .ending((!is_open).then(|| end(position, who)))
}

fn state(position: &Position, who: &Perspective) -> String {
    match position.turn() {
        Some(seat) if who.sees(seat) => "Choose a hand".to_owned(),
        Some(seat) => format!("{} turn", who.whose(seat)),
        None => String::new(),
    }
}

fn offer_to_show(position: &Position, who: &Perspective) -> Option<Offer> {
    let is_found = position.opponent == Opponent::Person && position.is_over();
    let is_theirs = position.turn().is_some_and(|seat| who.sees(seat));
    (is_found && is_theirs).then(|| Offer::new("Show both the result", &SHOW, []).primary())
}

fn status(position: &Position, who: &Perspective) -> String {
    let draws = |hands: [Hand; 2]| position.is_over() && hands[0] == hands[1];
    let last = position.last.map(|hands| match position.best_of == 1 && draws(hands) {
        // That it is a draw is what the end is called.
        true => format!("Both chose {}.", hands[0].name()),
        false => round_sentence(hands, who),
    });
    match position.opponent {
        Opponent::Computer(_) => match last {
            None if position.best_of > 1 => {
                format!("The computer has chosen its hand. {}", next_round(position))
            }
            None => "The computer has chosen its hand. Choose yours.".to_owned(),
            Some(last) => format!("{last} {}", standing(position, who)).trim_end().to_owned(),
        },
        Opponent::Person => {
            // What both have seen already makes room for what is to be done.
            let last = last.filter(|_| position.chosen == [None, None]);
            let now = (!position.is_over()).then(|| what_now(position, who));
            last.into_iter().chain(now).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The document's sentences, with the players named so that they read well.
pub fn round_sentence(hands: [Hand; 2], who: &Perspective) -> String {
    let winner = if hands[0].beats(hands[1]) { 0 } else { 1 };
    let (hand, other) = (hands[winner], hands[1 - winner]);
    if hand == other {
        return format!("A draw: both chose {}.", hand.name());
    }
    let (whose, others) = (capitalised(&who.whose(winner)), lowered(&who.whose(1 - winner)));
    // Nobody cheers at losing.
    let mark = if who.is_you(1 - winner) { '.' } else { '!' };
    format!("{whose} {} {} {others} {}{mark}", hand.name(), hand.verb(), other.name())
}

/// `the computer's`: as it stands within a sentence.
fn lowered(whose: &str) -> String {
    whose.replacen("The ", "the ", 1)
}

/// Asks for the hand of the next round, in a match of several against the computer.
fn next_round(position: &Position) -> String {
    format!("Round {} of {}: choose.", position.counted() + 1, position.best_of)
}

/// How a match against the computer stands, and what to do now.
fn standing(position: &Position, who: &Perspective) -> String {
    let [one, other] = position.wins;
    let words = match one.cmp(&other) {
        _ if position.is_over() => return String::new(),
        _ if position.best_of == 1 => return "Choose again.".to_owned(),
        Greater => format!("{} by {one} to {other}.", who.says(0, "lead", "leads")),
        Less => format!("It leads by {other} to {one}."),
        Equal if one == 0 => return next_round(position),
        Equal => format!("{} each.", count(one.into(), "round")),
    };
    format!("{words} {}", next_round(position))
}

/// What whoever looks at a match of two people can do, or waits for.
fn what_now(position: &Position, who: &Perspective) -> String {
    let turn = position.turn().unwrap_or(YOU);
    let (next, other) = (who.name(turn), who.name(1 - turn));
    match position.chosen {
        [None, None] if who.sees(turn) => "Choose your hand.".to_owned(),
        [None, None] => format!("{next} throws first."),
        [Some(_), None] if who.sees(turn) => format!("{other} has thrown. Choose your hand."),
        [Some(_), None] => {
            let threw = who.says(1 - turn, "have thrown", "has thrown");
            format!("{threw}. {next} is next.")
        }
        _ => format!("Both have thrown. {next} sees the hands first."),
    }
}

/// How it ended, and what to play next.
fn end(position: &Position, who: &Perspective) -> End {
    let [one, other] = position.wins;
    let is_match = position.best_of > 1;
    let (most, least) = (one.max(other), one.min(other));
    let detail = match is_match {
        false => String::new(),
        true if most == least => format!("{} each.", count(most.into(), "round")),
        true => format!("By {} to {least}.", count(most.into(), "round")),
    };
    if position.opponent == Opponent::Person {
        return End::new(detail);
    }
    let result = match (one.cmp(&other), is_match) {
        (Greater, true) => format!("won by {one} to {other}"),
        (Less, true) => format!("lost by {one} to {other}"),
        (Greater, false) => "won".to_owned(),
        (Less, false) => "lost".to_owned(),
        (Equal, _) => "a draw".to_owned(),
    };
    let length = match is_match {
        true => format!(", best of {}", position.best_of),
        false => String::new(),
    };
    let reader = if position.reader.is_some() { ", against the reader" } else { "" };
    let game = format!("Rock, Paper, Scissors{length}{reader}");
    let lengths = BEST_OF.values.iter().map(|(_, rounds)| *rounds);
    let longer = lengths.filter(|rounds| *rounds > position.best_of).min();
    let longer =
        longer.map(|rounds| NextGame::with(format!("Longer: best of {rounds}"), &BEST_OF, rounds));
    let reader = position.reader.is_none().then(|| NextGame {
        changes: vec![("level", "reader"), ("best_of", "9")],
        label: "A computer that learns".into(),
    });
    let challenge = if who.is_you(YOU) { "Can you beat the computer?" } else { "" };
    End::new(detail)
        .shared(Share { game: game.into(), result: result.into(), challenge: challenge.into() })
        .followed_by(longer.into_iter().chain(reader))
}

/// The hands of the last round, and the one that the computer has chosen for the next; before the
/// first round, and between two people, what is known of the hands of this one.
fn round(position: &Position, who: &Perspective) -> Row {
    let is_begun = position.chosen != [None, None];
    let Some(last) = position.last.filter(|_| !is_begun) else {
        let hands = [0, 1].map(|seat| closed_hand(position, seat, who));
        return Row::tiled("This round", hands.into());
    };
    let hands = [0, 1].map(|seat| open_hand(last, seat, who));
    let name = who.name(COMPUTER);
    let next = || envelope("Next: sealed", format!("{name}: the next hand is chosen, and sealed"));
    let is_next_sealed = !position.is_over() && position.opponent != Opponent::Person;
    Row::tiled("The last round", hands.into_iter().chain(is_next_sealed.then(next)).collect())
}

fn open_hand(hands: [Hand; 2], seat: Seat, who: &Perspective) -> Cell {
    let (hand, wins) = (hands[seat], hands[seat].beats(hands[1 - seat]));
    let words = format!("{}: {}", who.name(seat), hand.name());
    hand.cell().captioned(words.clone()).labelled(words).marked(Marks {
        settled: wins,
        last: !wins,
        ..Marks::default()
    })
}

fn closed_hand(position: &Position, seat: Seat, who: &Perspective) -> Cell {
    let name = who.name(seat);
    let is_computer = position.opponent != Opponent::Person && seat != YOU;
    match position.chosen[seat] {
        Some(hand) if who.sees(seat) => {
            let words = format!("{name}: {}", hand.name());
            let label = format!("{words}, which nobody else sees yet");
            hand.cell().captioned(words).labelled(label)
        }
        None if !is_computer => {
            let caption = match position.turn() {
                Some(turn) if turn == seat && !who.is_you(seat) => format!("{name} is next"),
                _ => name.to_owned(),
            };
            Cell::new("").captioned(caption).labelled(format!("{name}: not chosen yet"))
        }
        _ => envelope(format!("{name}: sealed"), format!("{name}: chosen, and sealed")),
    }
}

/// A hand that is chosen and that nobody sees yet.
fn envelope(caption: impl Into<Text>, label: impl Into<Text>) -> Cell {
    Cell::new("").captioned(caption).labelled(label).pictured(Picture::upright("envelope"))
}

fn hands_to_choose() -> Row {
    let cell = |hand: Hand| {
        let throw =
            Offer::new(format!("Throw {}", hand.name()), &CHOOSE_HAND, [hand.name().into()]);
        hand.cell()
            .captioned(capitalised(hand.name()))
            .labelled(format!("Your choice: {}", hand.name()))
            .offering([throw])
    };
    Row::tiled("Choose your hand", Hand::ALL.map(cell).into())
}

fn seats(position: &Position, who: &Perspective) -> Vec<SeatLine> {
    let is_person = position.opponent == Opponent::Person;
    let seat = |seat: Seat| SeatLine {
        name: who.name(seat).to_owned().into(),
        count: position.wins[seat].into(),
        unit: "round",
        is_on_turn: is_person && position.turn() == Some(seat),
    };
    vec![seat(0), seat(1)]
}

fn facts(position: &Position) -> Option<Part> {
    let is_person = position.opponent == Opponent::Person;
    let round = position.counted() + u16::from(!position.is_over());
    let round = || Fact::new("Round", format!("{round} of {}", position.best_of));
    let round = (is_person && position.best_of > 1).then(round);
    let drawn = position.draws();
    let draws = (drawn > 0 && position.best_of > 1).then(|| Fact::new("Draws", drawn.to_string()));
    let reading = position.reader.map(|reader| match reader.guesses {
        0 => Fact::new("The reader", "has nothing to go by yet"),
        guesses => {
            let throws = count(guesses.into(), "throw");
            Fact::new("The reader", format!("foresaw {} of {throws}", reader.right))
        }
    });
    let facts: Vec<Fact> = round.into_iter().chain(draws).chain(reading).collect();
    (!facts.is_empty()).then(|| Part::facts(facts))
}

/// The fingerprint of the computer's hand to come.
fn proof_of_next(position: &Position) -> Option<Passage> {
    let next = position.next_hand().filter(|_| !position.is_over())?;
    Some(
        Passage::new("Proof that the computer chose first")
            .say("The computer's hand for this round is chosen. It can no longer be changed. This is its fingerprint, by SHA-256:")
            .show(Block::Code(next.fingerprint().into()))
            .say("Note it if you like. After the round you see what it is the fingerprint of.")
            .folded(),
    )
}

/// The computer's last hand, with the fingerprint that was shown before it.
fn proof_of_last(position: &Position) -> Option<Passage> {
    let theirs = position.last_hand()?;
    let opening = theirs.opening();
    Some(
        Passage::new("Proof that the computer did not cheat")
            .say("The computer chose before you did. Before the round you saw this fingerprint of its hand:")
            .show(Block::Code(theirs.fingerprint().into()))
            .say("It is the SHA-256 of this text, which names the hand. Another hand would have another fingerprint.")
            .show(Block::Code(opening.clone().into()))
            .say("To work it out yourself:")
            .show(Block::Code(format!("printf '%s' '{opening}' | sha256sum").into()))
            .folded(),
    )
}
