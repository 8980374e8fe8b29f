//! The rules as they are told to people.

use super::field::{Field, Size, Square};
use super::judge::Judge;
use super::page::{TOO_TANGLED, figure, in_words};
use super::position::{Position, Under};
use super::proof;
use crate::prelude::*;

/// A field in text: `#` is closed, `F` a flag, everything else a number.
pub fn drawn(mines: usize, rows: &[&str]) -> Position {
    let columns = rows.first().map_or(0, |row| row.len());
    let square = |sign: char| match sign.to_digit(10) {
        Some(number) => Square::Open(u8::try_from(number).expect("a digit")),
        None if sign == 'F' => Square::Flagged,
        None => Square::Closed,
    };
    let squares = rows.iter().flat_map(|row| row.chars()).map(square).collect();
    let size = Size { columns, rows: rows.len(), mines };
    Position { size, field: Field { squares }, under: Under::Unsettled { seed: 0 }, hit: None }
}

/// A field on which something can be proved: two ones and two twos above four closed squares.
fn provable() -> Position {
    drawn(2, &["0000", "1221", "####"])
}

/// Two things that a number tells: the only closed square beside it is a mine, and a flag beside a 1
/// marks its only mine.
pub fn lessons() -> [Position; 2] {
    [drawn(1, &["111", "1#1", "111"]), drawn(1, &["F1#", "11#"])]
}

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    let position = provable();
    let judge = Judge::of(position.size, &position.field);
    let proof = proof::of_safety(position.size, &judge, 0);
    let words = proof.as_ref().map_or(String::new(), |proof| in_words(&position, proof));
    let guess = drawn(1, &["00", "11", "##"]);
    let [alone, flagged] = lessons();
    vec![
        Passage::new("What a number tells").show(vec![
            figure("Each 1 touches one closed square: the mine is there.", &alone, None),
            figure("Each 1 touches its flag: the squares on the right are safe.", &flagged, None),
        ]),
        Passage::new("Open and flag")
            .say("A square without a number has no mine around it, so those around it open at once. If you open a mine, you lose. A square with a flag does not open: take the flag off first."),
        Passage::new("Flags and numbers")
            .say("You can choose a number when it tells what to do. If it has all its flags, it opens the other squares around it. If it needs every closed square around it, it flags them. So you rarely have to change between Open and Flag.")
            .say("A wrong flag may cost the game: the number opens a mine then. On a fair field, a number opens the squares around it that can be proved safe. If nothing on the whole field can be proved safe, it opens one of them as your guess. If one of them may be a mine while any square of the field can be proved safe, you hit that mine."),
        Passage::new("A proof")
            .show(vec![figure("Two mines are left.", &position, proof.as_ref())])
            .say(words)
            .say("A proof may use the open numbers and the total number of mines. Hint shows the simplest proof that was found, if there is one."),
        Passage::new("Fair mines")
            .say("On a fair field you need no luck. A square that can be proved safe is safe. If some square can be proved safe and you open another one, which nothing proves, you hit a mine. If no square can be proved safe, you may open any that is not proved to be a mine, and you are safe.")
            .show(vec![figure("One mine, and nothing to tell where: guess, and you are safe.", &guess, None)])
            .say("If you lose, you see the proof that you missed. If you find every proof, you always win."),
        Passage::new("Why peeking does not help")
            .folded()
            .say("The mines of a fair field have no places before they are proved: there are none in the link. When you open a square, one arrangement is drawn of all that fit what you see and leave this square free, each as likely as the others. You see its numbers, and it is forgotten.")
            .say("The numbers that you see decide if you are safe. So going back, or opening a second tab, shows other numbers and never saves you a proof. The same link always gives the same answer."),
        Passage::new("The limit of the search")
            .folded()
            .say("Sometimes the program gives up, and a hint says so.")
            .say(TOO_TANGLED),
        Passage::new("Classic fields")
            .say("A classic field has its mines in their places from the deal on, so the same seed is the same field for everybody, and the puzzle of a day is always classic. Its first squares are open, and from there it can be cleared without a single guess: two numbers at a time, or the number of mines that are left, always prove something. Here a lucky guess is a lucky guess, and Back takes an unlucky one back."),
        Passage::new("The field in letters")
            .folded()
            .say("# is a closed square, F a flag, @ a mine, and x a flag where no mine was. Brackets show what was opened last. Stars are around the mine that was hit: *@*. In a proof, equals signs are around the numbers that count, as =2=, and exclamation marks around the squares that they prove, as !#!."),
    ]
}
