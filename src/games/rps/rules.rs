//! The rules as they are told to people.

use super::hand::Hand;
use crate::prelude::*;

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    let beats = |winner: Hand, loser: Hand| {
        let cells = vec![winner.cell(winner.name()).settled(), loser.cell(loser.name())];
        Block::Row(Row::new(Spread::Tiled, format!("{}.", capitalised(winner.victory())), cells))
    };
    vec![
        Passage::new("What beats what")
            .show(beats(Hand::Rock, Hand::Scissors))
            .show(beats(Hand::Scissors, Hand::Paper))
            .show(beats(Hand::Paper, Hand::Rock)),
        Passage::new("A match")
            .say("A match is one round, or the best of 3, 5, 7 or 9. It ends as soon as one side can no longer be caught, or when all rounds are thrown. The side that has won more rounds wins the match. Equal numbers are a draw.")
            .say("A drawn round counts as a round, so a match may be a draw. If you choose that draws are thrown again, they do not count, and somebody always wins."),
        Passage::new("How the computer's hand is sealed")
            .folded()
            .say("At the random level all hands of the computer are drawn when the match is dealt, each as likely as the others, and sealed into the links. It learns nothing from your throws.")
            .say("Before a round you see a fingerprint: the SHA-256 of a text that names the hand, followed by a hyphen and 20 random hexadecimal digits, such as rock-0123456789abcdef0123. The digits keep you from finding the hand by trying all three. After the round you see the text and can work out its fingerprint yourself.")
            .say("The hand and the digits of every round are drawn from one secret of 128 bits and the number of the round, so an opened text tells nothing about the rounds to come."),
        Passage::new("The learning level")
            .folded()
            .say("The computer guesses your throw from your earlier ones and throws the hand that beats it. For each of the three hands it counts which hand you threw next. When a count would pass 7, the three counts of that hand are halved, so that old throws fade. It guesses the hand with the greatest count after your last one. If no count is greater than the others, and one time in four in any case, it throws a die.")
            .say("It chooses before you do, and the fingerprint proves that. The page counts the guesses that it threw by, and the right ones among them. One in three is chance."),
        Passage::new("What this proves, and what it does not")
            .folded()
            .say("If the fingerprint that you saw before the round fits the text that you see after it, the computer's hand was fixed before you chose, and was not changed when it saw yours.")
            .say("It does not prove that the hand was drawn by fair chance. For that you have only our word and the program's source.")
            .say("Nor does it prove anything about you. Back is undo: you can look at the computer's hand, go back and throw what beats it, and the same deal has the same hands each time. The pages can't stop you, so a win is worth as much as your word."),
        trust::with_passwords(
            "If the player on turn stays away for longer than the table waits, the other one can end the game: then nobody has won. A player who leaves has lost.",
            "No throw shows before both have thrown. The host can throw while opening the table, and the guest while sitting down. The guest learns only that both have thrown. Then the host opens the link with the password and sees both hands. The code does not change with a throw that nobody has seen, and nobody gains by changing one.",
            "One player opens both hands. If that player has lost and stays away, nobody has won.",
        ),
    ]
}
