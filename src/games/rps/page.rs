//! What a viewer sees: the hands to throw, the last hands, how the match stands.

use super::position::{Commitment, Hand, Opponent, Position, YOU};
use super::requests::{CHOOSE_HAND, SHOW};
use crate::game::prelude::*;

pub fn page(position: &Position, who: &Perspective) -> Page {
    let page = Page::new(state(position, who), status(position, who));
    parts(position, who).into_iter().fold(page, Page::with).offering(offer_to_show(position, who))
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
    (is_found && is_theirs).then(|| Offer::new("Show the result to both", &SHOW, []))
}

fn status(position: &Position, who: &Perspective) -> String {
    let last = position.last.map(|hands| round_sentence(hands, who));
    let sentences = match position.opponent {
        Opponent::Computer(_) if last.is_none() => [None, Some(invitation())],
        _ => [last, Some(standing(position, who))],
    };
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn invitation() -> String {
    "The computer has chosen its hand. Choose yours: rock, paper or scissors.".to_owned()
}

/// The document's sentences, with the players named so that they read well.
pub fn round_sentence(hands: [Hand; 2], who: &Perspective) -> String {
    let winner = if hands[0].beats(hands[1]) { 0 } else { 1 };
    let (hand, other) = (hands[winner], hands[1 - winner]);
    if hand == other {
        return format!("A tie! Both players chose {}.", hand.name());
    }
    let (whose, others) = (capitalised(&who.whose(winner)), lowered(&who.whose(1 - winner)));
    format!("{whose} {} {} {others} {}!", hand.name(), hand.verb(), other.name())
}

/// `the computer's`: as it stands within a sentence.
fn lowered(whose: &str) -> String {
    whose.replacen("The ", "the ", 1)
}

/// How the match stands, and what to do now.
fn standing(position: &Position, who: &Perspective) -> String {
    let is_match = position.best_of > 1;
    match Outcome::by_score(&position.wins).ranking[0][..] {
        _ if !position.is_over() => {
            let lead = is_match.then(|| lead(position, who)).flatten();
            let sentences = [lead, Some(what_now(position, who))];
            sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        [winner] => {
            let wins = who.says(winner, "win", "wins");
            let [most, least] = [position.wins[winner], position.wins[1 - winner]];
            if is_match {
                format!("{wins} the match by {most} to {least}.")
            } else {
                format!("{wins}.")
            }
        }
        _ if is_match => "The match is tied.".to_owned(),
        _ => "Nobody wins.".to_owned(),
    }
}

fn lead(position: &Position, who: &Perspective) -> Option<String> {
    position.last?;
    let [one, other] = position.wins;
    Some(match one.cmp(&other) {
        std::cmp::Ordering::Greater => {
            format!("{} by {one} to {other}.", who.says(0, "lead", "leads"))
        }
        std::cmp::Ordering::Less => {
            format!("{} by {other} to {one}.", who.says(1, "lead", "leads"))
        }
        std::cmp::Ordering::Equal if one == 0 => "Nobody has won a round yet.".to_owned(),
        std::cmp::Ordering::Equal if who.you == Some(YOU) => format!("You have won {one} each."),
        std::cmp::Ordering::Equal => format!("They have won {one} each."),
    })
}

/// What whoever looks can do, or waits for.
fn what_now(position: &Position, who: &Perspective) -> String {
    let turn = position.turn().unwrap_or(YOU);
    let is_tie_again = position.no_ties && position.last.is_some_and(|[one, other]| one == other);
    match (position.opponent, position.chosen) {
        (Opponent::Computer(_), _) if position.best_of > 1 => "Choose your next hand.".to_owned(),
        (Opponent::Computer(_), _) => "A tie does not count, so choose again.".to_owned(),
        (Opponent::Person, [None, None]) if who.sees(turn) && is_tie_again => {
            "A tie does not count, so choose again.".to_owned()
        }
        (Opponent::Person, [None, None]) if who.sees(turn) => {
            format!("Choose your hand. {} sees it when both have thrown.", who.name(1 - turn))
        }
        (Opponent::Person, [None, None]) => format!("{} throws first.", who.name(turn)),
        (Opponent::Person, [Some(_), None]) if who.sees(turn) => {
            format!("{} has thrown. Choose your hand.", who.name(1 - turn))
        }
        (Opponent::Person, [Some(_), None]) => {
            let threw = who.says(1 - turn, "have thrown", "has thrown");
            format!("{threw}. It is {} turn.", who.whose(turn))
        }
        (Opponent::Person, _) => {
            format!("Both have thrown. {} sees the hands first.", who.name(turn))
        }
    }
}

fn parts(position: &Position, who: &Perspective) -> Vec<Part> {
    let mut parts = Vec::new();
    let is_theirs = position.turn().is_some_and(|seat| who.sees(seat));
    if is_theirs && !position.is_over() {
        parts.push(hands_to_choose().into());
    }
    parts.extend(thrown_hand(position, who).map(Part::from));
    parts.extend(position.last.map(|hands| last_hands(hands, who).into()));
    if position.best_of > 1 || position.no_ties {
        parts.push(facts(position, who));
    }
    if !position.is_over() {
        parts.extend(position.next_hand().map(|hand| promise(&hand).into()));
    }
    parts.extend(position.last_hand().map(|hand| proof(&hand).into()));
    parts
}

fn hands_to_choose() -> Row {
    let cell = |hand: Hand| {
        let offer =
            Offer::new(format!("Throw {}", hand.name()), &CHOOSE_HAND, [hand.name().into()]);
        hand_cell(hand).labelled(format!("Your choice: {}", hand.name())).offering([offer])
    };
    Row::new("Your hand: R for rock, P for paper, S for scissors", Hand::ALL.map(cell).into())
}

fn hand_cell(hand: Hand) -> Cell {
    Cell::new(hand.initial()).pictured(Picture::upright(hand.name()))
}

/// The hand that the viewer has thrown and that the other has not seen.
fn thrown_hand(position: &Position, who: &Perspective) -> Option<Row> {
    let seat = (0..2).find(|seat| who.sees(*seat))?;
    let hand = position.chosen[seat]?;
    let cell = hand_cell(hand).labelled(format!("You have thrown {}", hand.name()));
    Some(Row::new("Your hand, which nobody else sees yet", vec![cell]))
}

fn last_hands(hands: [Hand; 2], who: &Perspective) -> Row {
    let cell = |seat: Seat| {
        let (hand, wins) = (hands[seat], hands[seat].beats(hands[1 - seat]));
        hand_cell(hand)
            .labelled(format!("{} threw {}", who.name(seat), hand.name()))
            .marked(Marks { settled: wins, ..Marks::default() })
    };
    let names = [0, 1].map(|seat| lowered(who.name(seat)).replacen("You", "you", 1));
    Row::new(format!("The last round: {}, then {}", names[0], names[1]), vec![cell(0), cell(1)])
}

fn facts(position: &Position, who: &Perspective) -> Part {
    let round = position.counted() + u16::from(!position.is_over());
    let won = |seat: Seat| {
        let name = who.name(seat).trim_start_matches("The ").to_owned();
        Fact::new(capitalised(&name), position.wins[seat].to_string())
    };
    Part::facts(vec![
        Fact::new("Round", format!("{round} of {}", position.best_of)),
        won(0),
        won(1),
        Fact::new("Ties", position.ties().to_string()),
    ])
}

/// What is shown before a round.
fn promise(theirs: &Commitment) -> Passage {
    Passage::new(
        "The computer's hand is chosen",
        [
            "It cannot be changed any more. This is its fingerprint, by SHA-256:".into(),
            theirs.fingerprint().into(),
            "Note it if you like. After the round you see what it is the fingerprint of.".into(),
        ],
    )
}

/// What is shown after a round.
fn proof(theirs: &Commitment) -> Passage {
    let opening = theirs.opening();
    Passage::new(
        "The last round, opened",
        [
            format!("The fingerprint of {opening} is").into(),
            theirs.fingerprint().into(),
            format!("To check it: printf '%s' '{opening}' | sha256sum").into(),
        ],
    )
}
