//! The passages of rules pages about the proof in a link among people who play each other. All
//! games share the words, and each adds its own sentences.

use crate::prelude::*;

/// The heading of the passage, the same in every game that several people can play.
pub const HEADING: &str = "With friends: what a link proves";

/// The limits of a link at a table with passwords. `absent` tells what happens if a player stays away or
/// leaves. `own` names the parts of this game that everybody sees, and the parts that need a password.
/// `together` is what players can do who work together.
pub fn with_passwords(absent: &'static str, own: &'static str, together: &'static str) -> Passage {
    Passage::new(HEADING)
        .folded()
        .say("When you sit down you get a password of ten characters. With it you open your own page and make your moves. Keep it secret. If somebody has seen it, take another one on your turn: the old one opens no later link. ")
        .say(absent)
        .say("The table waits from the minute in which the link was made, so send it at once. If your messages show that it was sent later, what followed from it does not count.")
        .say(own)
        .say("A move shows its player nothing new. The program works out its result when the next person opens the link with a password. So going back and trying another move reveals nothing.")
        .say("Every link names its turn and a code, such as t12-K4QT: turn 12, code K4QT. The code follows from everything that all of you have seen. Two links of the same turn with different codes are two different games: somebody has gone back, two people have sat down with one link, or a player was away and a computer plays. If that player comes back just then, agree in your chat which link counts.")
        .say("The first link sent counts. The messages with the links are the record of the game. The page of the table has each player's last code: compare yours with the link that you sent. If a link asks you for a turn that you have already taken, do not answer it.")
        .say("No link can keep people from showing their hands or lending their passwords. Every name should be in your chat.")
        .say(together)
        .say("The operator has the key to every link and could look at every hand. Play where you trust them.")
}

/// The limits of a link at a table that is open to everybody. `own` is the game's own
/// sentence: how players compare two of its links, or what they can look at unseen.
pub fn open_to_all(own: &'static str) -> Passage {
    Passage::new(HEADING)
        .folded()
        .say("Anyone with the link sees the game and moves for the next player. The link proves that its game was played by the rules: only the operator of the server can make or change one.")
        .say("It does not prove who moved, or that it was their first try. Old links still open, so a player can go back and move differently, and then there are two games. The first link sent counts. The messages with the links are the record of the game.")
        .say(own)
}
