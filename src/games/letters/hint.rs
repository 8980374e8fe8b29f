//! Help for a player alone: the words that are left, and a guess that splits them well.

use super::dictionary::{capitals, named, possible};
use super::page;
use super::position::Position;
use super::word::{LETTERS, MARKS, Word, fits, marks, place};
use super::{Dictionary, FiveLetters};
use crate::prelude::*;
use std::cmp::Reverse;

/// The words that fit all guesses.
pub fn fitting<D: Dictionary>(position: &Position) -> Vec<Word> {
    let told = position.told();
    possible::<D>(position).filter(|word| fits(word, &told)).collect()
}

/// The number of words that are left, and up to twenty of them.
pub fn left<D: Dictionary>(position: &Position) -> Page {
    let left = fitting::<D>(position);
    let status = match left.len() {
        1 => "1 word fits all that you know.".to_owned(),
        many => format!("{many} words fit all that you know."),
    };
    Page::answering("What is left?", status)
        .with(page::board::<D>(position))
        .with(Passage::new("Words that fit").say(named::<D>(&left)))
}

/// The work of a hint, in units of a meter. To find the words that fit takes the rest.
const WORK: usize = 1_400_000;
/// The work to rank a word by its letters, to begin with a guess, and to mark it against a word, in units of a
/// meter.
const RANKED: usize = 20;
const BEGUN: usize = 60;
const MARKED: usize = 30;

/// A guess that splits the words that fit: of those that were looked at, the one with the most different marks.
/// Words of frequent letters come first.
pub fn hint<D: Dictionary>(position: &Position, who: &Perspective) -> Advice {
    let mut page = page::page::<D>(position, who);
    let left = fitting::<D>(position);
    let mut meter = Meter::holding(WORK);
    let ranked = ranked::<D>(&left, &mut meter);
    let mut may_look = |_: &&Word| meter.spend(BEGUN + MARKED * left.len()).is_ok();
    let looked: Vec<(usize, &Word)> =
        ranked.iter().take_while(&mut may_look).map(|guess| (kinds(guess, &left), guess)).collect();
    // The first of the best.
    let best = looked.iter().rev().max_by_key(|(kinds, _)| *kinds);
    let Some((kinds, guess)) = best else {
        return Advice::nothing(page, "No word fits.");
    };
    let shown = capitals::<D>(*guess);
    let why = match left.len() {
        1 => format!("{shown} is the only word that fits."),
        many => format!(
            "{many} words fit. {shown} is one of them and can get {kinds} different answers, the most of the {} that were looked at.",
            looked.len()
        ),
    };
    let cells = page.parts[0].cells_mut().iter_mut().skip(position.guesses.len() * LETTERS);
    for (cell, letter) in cells.zip(guess.iter()) {
        *cell = page::letter::<D>(*letter);
        cell.marks.advised = true;
    }
    Advice::new(page, FiveLetters::<D>::put(*guess), why)
}

/// The words, those with the most frequent letters first. Equal letters count once.
fn ranked<D: Dictionary>(left: &[Word], meter: &mut Meter) -> Vec<Word> {
    // It leaves most of the work for the guesses.
    let _ = meter.spend(RANKED * left.len());
    let mut frequent = vec![0u32; D::ALPHABET.len()];
    left.iter().flatten().for_each(|letter| frequent[usize::from(*letter)] += 1);
    let worth = |word: &Word| -> u32 {
        let firsts = (0..LETTERS).filter(|at| !word[..*at].contains(&word[*at]));
        firsts.map(|at| frequent[usize::from(word[at])]).sum()
    };
    let mut ranked = left.to_vec();
    ranked.sort_by_cached_key(|word| Reverse(worth(word)));
    ranked
}

/// The number of different marks that a guess can get if one of these is the word.
fn kinds(guess: &Word, left: &[Word]) -> usize {
    let mut seen = [false; MARKS];
    left.iter().for_each(|word| seen[place(&marks(guess, word))] = true);
    seen.into_iter().filter(|is_seen| *is_seen).count()
}
