//! What a link proves among people who play each other and what it does not, as the rules pages tell
//! it. The words are the same for every game; each adds what differs.

use crate::game::prelude::*;

/// The heading of the passage, the same in every game that several people can play.
pub const HEADING: &str = "With friends: what a link proves";

/// What a link proves at a table at which everybody has a password. `own` says what everybody sees of
/// this game, and what only a password opens.
pub fn with_passwords(own: &'static str) -> Passage {
    Passage::new(HEADING)
        .folded()
        .say("When you sit down you get a password of ten characters. It opens what only you may see, and moves for you. Whoever knows it can do both, so tell nobody. If somebody has seen it, take another one on your turn: later links do not open with the old one. If somebody loses the password or does not come back, another player hands the seat over when it is that player's turn. A computer plays on. If the game has no computer, or fewer than two people remain, the game is abandoned: no hand is shown, and there is no result.")
        .say(own)
        .say("A move shows nothing new to whoever makes it. What comes of it is worked out when the next person opens the link with their password. So nobody learns anything by going back and trying another move.")
        .say("Every link says its turn code, such as t12-K4QT. The code is made from all that everybody has seen at this table. Two links of the same turn with different codes are two different games: somebody has gone back and moved otherwise, or two people have sat down with the same link, or a seat was handed over in one of them. Everybody sees who handed it over.")
        .say("The first link sent counts, and the mails or messages with the links are the record of the game. On the page of the table stands the code after each player's last turn: compare yours with the link that you sent. If a link asks you for a turn that you have already taken, do not answer it.")
        .say("No link can keep people from telling others what they hold, lending their password, playing for a friend, or leaving. Two players who agree on it can take a turn back between them. The host and a guest together can choose a deal: they sit down, or answer, again and again. Every name at the table should be in your chat.")
        .say("Whoever runs the server has the key to every link and could look at every hand. Play where you trust them.")
}

/// What a link proves at a table that is open to whoever has the link. `own` says how players
/// compare two links of this game, or what they can look at unseen.
pub fn open_to_all(own: &'static str) -> Passage {
    Passage::new(HEADING)
        .folded()
        .say("Whoever has the link sees the game and moves for whoever is next. The link proves that the game in it was played by the rules: nobody can make or change one but whoever runs the server.")
        .say("It does not prove who moved, or that it was their first try. Old links still open, so somebody can go back and move otherwise, and then there are two games. The first link sent counts, and the mails or messages with the links are the record of the game.")
        .say(own)
}
