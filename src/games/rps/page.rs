//! The page of a match: the hands of the round, the hands to choose, and the proofs.

use super::hand::{Hand, captioned, winner};
use super::position::{BEST_OF, COMPUTER, IS_LEARNING, Position, YOU};
use super::requests::{CHOOSE_HAND, SHOW};
use crate::prelude::*;

pub fn state(position: &Position, who: &Perspective) -> String {
    match position.turn() {
        Some(seat) if !who.sees(seat) => format!("{} turn", who.whose(seat)),
        _ => "Choose a hand".to_owned(),
    }
}

/// The last round or the throws of this one, and what to do now.
pub fn status(position: &Position, who: &Perspective) -> String {
    let happened = match (position.chosen, position.last) {
        ([Some(_), Some(_)], _) => Some("Both have thrown.".to_owned()),
        ([Some(_), None], _) => Some(format!("{} thrown.", who.says(YOU, "have", "has"))),
        (_, Some(hands)) => Some(round_sentence(hands, who)),
        (_, None) => position.secret.map(|_| "The computer has chosen its hand.".to_owned()),
    };
    let chooses = !position.is_over()
        && position.turn().is_some_and(|seat| who.sees(seat) && position.chosen[seat].is_none());
    let invitation = chooses.then(|| "Choose your hand.".to_owned());
    happened.into_iter().chain(invitation).collect::<Vec<_>>().join(" ")
}

/// `You win the round: rock crushes scissors.`
pub fn round_sentence(hands: [Hand; 2], who: &Perspective) -> String {
    match winner(hands) {
        Some(seat) => {
            format!("{} the round: {}.", who.says(seat, "win", "wins"), hands[seat].victory())
        }
        None => format!("Both chose {}.", hands[0].name()),
    }
}

/// The hands of the last round, or of this one if it has begun. The computer has chosen the next.
pub fn round(position: &Position, who: &Perspective) -> Row {
    match position.last {
        Some(hands) if position.chosen == [None, None] => {
            let mut cells = [YOU, COMPUTER].map(|seat| open_hand(hands, seat, who)).to_vec();
            if position.secret.is_some() && !position.is_over() {
                cells.push(envelope("Next"));
            }
            Row::new(Spread::Tiled, "The last round", cells)
        }
        _ => {
            let hand = |seat| closed_hand(position, seat, who);
            Row::new(Spread::Tiled, "This round", [YOU, COMPUTER].map(hand).into())
        }
    }
}

fn open_hand(hands: [Hand; 2], seat: Seat, who: &Perspective) -> Cell {
    let cell = hands[seat].cell(format!("{}: {}", who.name(seat), hands[seat].name()));
    if winner(hands) == Some(seat) { cell.settled() } else { cell.last() }
}

fn closed_hand(position: &Position, seat: Seat, who: &Perspective) -> Cell {
    let name = who.name(seat);
    match position.chosen[seat] {
        Some(hand) if who.sees(seat) => hand.cell(format!("{name}: {}, sealed", hand.name())),
        None if position.secret.is_none() || seat == YOU => {
            captioned(format!("{name}: not chosen yet"))
        }
        _ => envelope(name),
    }
}

/// A hand that is chosen and still hidden.
fn envelope(name: &str) -> Cell {
    captioned(format!("{name}: sealed")).pictured(Picture::upright("envelope"))
}

/// The hands to choose, for the viewer who is to throw.
pub fn hands_to_choose(position: &Position, who: &Perspective) -> Option<Row> {
    let cell = |hand: Hand| {
        let name = hand.name();
        let throw = Offer::new(format!("Throw {name}"), &CHOOSE_HAND, [name.into()]);
        hand.cell(capitalised(name)).offering([throw])
    };
    let row = || Row::new(Spread::Tiled, "Choose your hand", Hand::ALL.map(cell).into());
    (is_on_turn(position, who) && !position.is_over()).then(row)
}

/// The offer to show the end to both people.
pub fn offer_to_show(position: &Position, who: &Perspective) -> Option<Offer> {
    let offer = || Offer::new("Show both the result", &SHOW, []).primary();
    (is_on_turn(position, who) && position.is_over()).then(offer)
}

fn is_on_turn(position: &Position, who: &Perspective) -> bool {
    position.turn().is_some_and(|seat| who.sees(seat))
}

/// The rounds that each seat won, in a match of several.
pub fn seats(position: &Position, who: &Perspective) -> Option<Vec<SeatLine>> {
    let seat = |seat: Seat| SeatLine {
        player: who.player(seat),
        count: position.wins[seat].into(),
        unit: "round",
        is_on_turn: position.secret.is_none() && position.turn() == Some(seat),
    };
    (position.best_of() > 1).then(|| [YOU, COMPUTER].map(seat).into())
}

pub fn facts(position: &Position) -> Option<Part> {
    let mut facts = Vec::new();
    if position.best_of() > 1 {
        let round = position.counted() + u16::from(!position.is_over());
        facts.push(Fact::new("Round", format!("{round} of {}", position.best_of())));
        if position.draws > 0 {
            facts.push(Fact::new("Draws", position.draws.to_string()));
        }
    }
    if position.secret.is_some() {
        facts.push(position.choices.fact(&IS_LEARNING));
    }
    if let Some(reader) = position.reader {
        facts.push(Fact::new("Right guesses", format!("{} of {}", reader.right, reader.guesses)));
    }
    (!facts.is_empty()).then(|| Part::facts(facts))
}

/// The end, and a longer match and a computer that learns to play next.
pub fn end(position: &Position, mood: Mood) -> End {
    let [you, other] = position.wins;
    let (choices, is_match) = (&position.choices, position.best_of() > 1);
    let end = End::new(if is_match { format!("Rounds: {you} to {other}.") } else { String::new() });
    if position.secret.is_none() {
        return end;
    }
    let result = match mood {
        Mood::Won => "won",
        Mood::Lost => "lost",
        Mood::Drawn | Mood::Open => "a draw",
    };
    let score = if is_match { format!(", {you} to {other}") } else { String::new() };
    let [length, level] = [choices.fact(&BEST_OF), choices.fact(&IS_LEARNING)];
    let game = format!("Rock, Paper, Scissors, {}, {}", length.value, level.value);
    let share = Share {
        game: game.into(),
        result: format!("{result}{score}").into(),
        challenge: "Can you beat the computer?".into(),
    };
    let longer = NextGame::following(&BEST_OF, choices);
    // In one round there is nothing to learn.
    let learning = || NextGame::at_level(&IS_LEARNING, true).and(&BEST_OF, 9);
    let learning = position.reader.is_none().then(learning);
    end.shared(share).followed_by(longer.into_iter().chain(learning))
}

/// The fingerprint of the computer's next hand.
pub fn proof_of_next(position: &Position) -> Option<Passage> {
    let next = if position.is_over() { None } else { position.next_throw() }?;
    Some(
        Passage::new("Proof that the computer chose first")
            .say("The computer's hand for this round is chosen. It can no longer be changed. This is its fingerprint, by SHA-256:")
            .show(Block::Code(next.fingerprint().into()))
            .say("Note it if you like. After the round you see the text that has this fingerprint.")
            .folded(),
    )
}

/// The computer's last hand, with the fingerprint that was shown before it.
pub fn proof_of_last(position: &Position) -> Option<Passage> {
    let last = position.last_throw()?;
    let opening = last.opening();
    let command = format!("printf '%s' '{opening}' | sha256sum");
    Some(
        Passage::new("Proof that the computer did not cheat")
            .say("The computer chose before you did. Before the round you saw this fingerprint of its hand:")
            .show(Block::Code(last.fingerprint().into()))
            .say("It is the SHA-256 of this text, which names the hand. Another hand would have another fingerprint.")
            .show(Block::Code(opening.into()))
            .say("To work it out yourself:")
            .show(Block::Code(command.into()))
            .folded(),
    )
}
