//! Challenges: one player hides a thing, and a friend who gets the link guesses it alone.

use crate::prelude::*;

/// The seat of the player who guesses, and that of the computer or of the friend who hid the thing.
pub const GUESSER: Seat = 0;
pub const HIDER: Seat = 1;

/// The names of both seats.
pub fn seats(is_challenge: bool) -> Vec<Text> {
    vec!["The visitor".into(), if is_challenge { "Your friend" } else { "The computer" }.into()]
}

/// The link of a new challenge. `thing` is a word for what was hidden: `code`.
pub fn sending(thing: &str) -> Sending {
    Sending {
        to: "your friend",
        made: Some(format!("Your {thing} is sealed. Send this link.").into()),
        hint: format!("A friend who opens the link guesses the {thing}, and no page shows it before the end. A friend who goes back after an answer can cheat.").into(),
        letter: format!("A {thing} for you to guess").into(),
    }
}

/// The link of the end of a challenge, for the friend who hid the thing. Friends compare the results:
/// `broken in 4 guesses`.
pub fn returning(thing: &str, result: &str) -> Sending {
    let letter = format!("Your {thing}, {result}").into();
    Sending { to: "your friend", made: None, hint: "".into(), letter }
}

/// The advice at the end of a challenge.
pub const SEND_BACK: &str = "Send the result back.";

/// The rules of a challenge.
pub fn rules(thing: &str) -> Passage {
    Passage::new(format!("A {thing} for a friend"))
        .folded()
        .say(format!("You make a {thing} and get one link to send. The {thing} is sealed into the link, and no page before the end shows it. Your friend opens the link, finds the {thing} alone and without hints, and sends you the result."))
        .say("Your friend can go back after an answer, so the result is worth as much as their word. The operator of the server has the key to every link and could look.")
}
