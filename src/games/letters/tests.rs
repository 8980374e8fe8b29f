use super::dictionary::is_drawn;
use super::word::{MARKS, Mark, fits, marks, place, unused};
use super::*;
use crate::budget::spent;
use crate::game::chance::DayOfDeal;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet};

type English5 = FiveLetters<English>;

fn word(text: &str) -> Word {
    letters::<English>(text).and_then(|letters| letters.try_into().ok()).expect("five letters")
}

fn all<D: Dictionary>() -> impl Iterator<Item = Word> {
    words::<D>(D::SECRETS).chain(words::<D>(D::GUESSES))
}

/// The position with this word, after these guesses.
fn after(secret: &str, guesses: &[&str]) -> Position {
    let start = Position { word: Some(word(secret)), ..Position::new(false, false) };
    guesses.iter().fold(start, |position, guess| position.guessed(word(guess)))
}

fn you() -> Perspective {
    Perspective { viewer: Viewer::Seat(0), names: vec!["You".into()], you: Some(0), site: None }
}

fn asked<D: Dictionary>(position: &Position, text: &str) -> Result<Position, Refusal> {
    let request = Request::with(FiveLetters::<D>::PUT, text.to_owned());
    FiveLetters::<D>::referee(position, &request).map(|ruling| match ruling {
        Ruling::Next(next, _) => next,
        Ruling::Answer(page) => panic!("{page:?}"),
    })
}

/// Words with many double letters, so that marks are hard to get right.
fn doubled(list: &'static str) -> Vec<Word> {
    let kinds = |word: &Word| word.iter().collect::<HashSet<_>>().len();
    let mut words: Vec<Word> = words::<English>(list).collect();
    words.sort_by_key(|word| (kinds(word), *word));
    words.truncate(300);
    words
}

/// `.ci/letters-marks.py` computes the same digest in another way.
#[test]
fn marks_are_those_of_an_independent_program() {
    let mut digest = Sha256::new();
    let letter = |mark: Mark| mark.name()[..1].to_owned();
    let guesses = doubled(English::GUESSES);
    for secret in doubled(English::SECRETS) {
        for guess in &guesses {
            digest.update(marks(guess, &secret).map(letter).concat());
        }
    }
    assert_eq!(
        to_hex(&digest.finalize()),
        "19627fd3189ed3bcb384c2ba39855ef7b04f87c9d035059e861bd678275e1707"
    );
}

proptest! {
    /// The marks by what they mean: of each letter as many are told as both words have, first those in place.
    #[test]
    fn a_letter_is_told_as_often_as_both_words_have_it(
        guess in prop::array::uniform5(0u8..4), secret in prop::array::uniform5(0u8..4),
    ) {
        let marks = marks(&guess, &secret);
        for at in 0..LETTERS {
            prop_assert_eq!(marks[at] == Mark::Right, guess[at] == secret[at]);
        }
        for letter in 0..4 {
            let of = |word: &Word| word.iter().filter(|other| **other == letter).count();
            let of_guess = (0..LETTERS).filter(|at| guess[*at] == letter);
            let told: Vec<bool> = of_guess.filter(|at| marks[*at] != Mark::Right).map(|at| marks[at] == Mark::Elsewhere).collect();
            let right = of(&guess) - told.len();
            prop_assert_eq!(right + told.iter().filter(|is_told| **is_told).count(), of(&guess).min(of(&secret)));
            // From the left.
            prop_assert!(told.is_sorted_by(|one, other| one >= other));
        }
    }

    /// A word that may be the secret leaves nothing out that is known, so hard play never ends early.
    #[test]
    fn a_word_that_fits_uses_all_that_is_known(
        secret in prop::array::uniform5(0u8..4),
        guesses in prop::collection::vec(prop::array::uniform5(0u8..4), 0..4),
        other in prop::array::uniform5(0u8..4),
    ) {
        let told: Vec<_> = guesses.iter().map(|guess| (*guess, marks(guess, &secret))).collect();
        prop_assert!(fits(&secret, &told));
        prop_assert_eq!(unused(&secret, &told), None);
        if fits(&other, &told) {
            prop_assert_eq!(unused(&other, &told), None);
        }
    }

    #[test]
    fn a_text_is_found_if_and_only_if_it_is_listed(text in "[a-e]{1,5}") {
        let listed = |list: &str| list.lines().any(|line| line.starts_with(&text));
        let read = letters::<English>(&text).unwrap();
        prop_assert_eq!(begins::<English>(&read), listed(English::SECRETS) || listed(English::GUESSES));
    }
}

#[test]
fn every_word_is_found_and_nothing_twice() {
    let mut seen = BTreeSet::new();
    for (list, drawn) in [(English::SECRETS, true), (English::GUESSES, false)] {
        for word in words::<English>(list) {
            assert!(begins::<English>(&word) && seen.insert(word));
            assert_eq!(is_drawn::<English>(&word), drawn);
        }
    }
    assert_eq!(seen.len(), English::SECRETS.lines().chain(English::GUESSES.lines()).count());
    let places: HashSet<usize> =
        seen.iter().map(|guess| place(&marks(guess, &word("stare")))).collect();
    assert!(places.len() > 100 && places.iter().all(|place| *place < MARKS));
}

/// A day names its word by its place, so a change of the list changes past days.
#[test]
fn the_list_is_frozen() {
    assert_eq!(
        to_hex(&Sha256::digest(English::SECRETS)),
        "16703da23f07e340943fb78ded89e24684400cb08d3c28a58b58e4720125f055"
    );
}

#[test]
fn the_words_of_days_run_through_once() {
    let choices = Choices::defaults(English5::RULESET.options);
    let count = English::SECRETS.lines().count();
    let of = |number: usize, key: u8| {
        let day = DayOfDeal { number: number as u32, seed: [key; 32] };
        English5::deal(&choices, &mut Chance::from_seed([0; 32]).on(day)).word.expect("a word")
    };
    let run = (20_000 / count + 1) * count;
    let seen: BTreeSet<Word> = (run..run + count).map(|day| of(day, 1)).collect();
    assert_eq!(seen.len(), count);
    // Another key has another order, and so has the next run.
    let same = |one: &dyn Fn(usize) -> Word, other: &dyn Fn(usize) -> Word| {
        (run..run + 100).filter(|day| one(*day) == other(*day)).count()
    };
    assert!(same(&|day| of(day, 1), &|day| of(day, 2)) < 5);
    assert!(same(&|day| of(day, 1), &|day| of(day + count, 1)) < 5);
}

#[test]
fn a_text_that_is_no_word_costs_nothing() {
    let start = after("crane", &["slate"]);
    for text in ["xyzzy", "qx", "cran3", "", "cranes", "\u{fffd}"] {
        assert_eq!(asked::<English>(&start, text).unwrap_err().fault, NO_WORD, "{text}");
    }
    let row = asked::<English>(&start, "CR").unwrap();
    assert_eq!((row.row.len(), row.guesses.len()), (2, 1));
    assert_eq!(asked::<English>(&row, "zz").unwrap_err().fault, NO_WORD);
    // A whole word takes the place of the row.
    let next = asked::<English>(&row, "Crane").unwrap();
    assert!(next.is_found() && next.row.is_empty());
}

#[test]
fn hard_guesses_use_all_that_is_known() {
    let start = Position { is_hard: true, ..after("crane", &["trace"]) };
    let told = |text| match asked::<English>(&start, text) {
        Ok(_) => "fine".to_owned(),
        Err(refusal) => refusal.sentence.into_owned(),
    };
    assert_eq!(told("stove"), "Hard: letter 2 must be R.");
    assert_eq!(told("brave"), "Hard: BRAVE has too few of the letter C.");
    assert_eq!(told("crane"), "fine");
    let two = Position { is_hard: true, ..after("eerie", &["theme"]) };
    assert_eq!(asked::<English>(&two, "those").unwrap_err().fault, UNUSED);
}

/// The page before the end is one and the same for all words that fit.
#[test]
fn no_page_tells_the_word_early() {
    let secret = "crane";
    for guesses in [&["slate"][..], &["slate", "brace"], &["fuzzy", "cough", "brand"]] {
        let position = after(secret, guesses);
        for other in hint::fitting::<English>(&position).into_iter().take(5) {
            let other = Position { word: Some(other), ..position.clone() };
            assert_eq!(
                page::page::<English>(&position, &you()),
                page::page::<English>(&other, &you())
            );
        }
    }
}

/// The word of a day that was not found is told when the day is over, by its solution.
#[test]
fn a_lost_day_does_not_tell_the_word() {
    let guesses = ["slate", "fuzzy", "cough", "brand", "drain", "brain"];
    let lost = Position { is_of_day: true, ..after("crane", &guesses) };
    let shown = format!("{:?}", page::page::<English>(&lost, &you()));
    assert!(!shown.to_lowercase().contains("crane") && shown.contains("not found"));
    let solution = page::solution::<English>(&lost);
    assert_eq!(solution.status, "The word was CRANE.");
    let told = page::page::<English>(&Position { is_of_day: false, ..lost }, &you());
    assert_eq!(told.status, "Not found: the word was CRANE.");
}

#[test]
fn a_result_is_told_in_squares_and_words() {
    let end = page::page::<English>(&after("crane", &["trace", "crane"]), &you()).end.unwrap();
    let share = end.share.unwrap();
    assert_eq!(share.challenge, "Can you do it?", "the word of the link may be another one");
    assert_eq!(
        share.result,
        "\u{2b1b}\u{1f7e9}\u{1f7e9}\u{1f7e8}\u{1f7e9} \u{1f7e9}\u{1f7e9}\u{1f7e9}\u{1f7e9}\u{1f7e9} found in 2 guesses"
    );
    assert_eq!((end.detail.as_ref(), end.measured), ("You found the word in 2 guesses.", Some(2)));
}

#[test]
fn a_friend_gets_a_link_to_a_hidden_word() {
    let start = Position::new(true, false);
    let made = asked::<English>(&start, "pizza").unwrap();
    assert_eq!((made.task(), made.is_new_challenge()), (Task::Guess, true));
    let page = page::page::<English>(&made, &you());
    assert!(page.status.starts_with("A friend hid a word for you."));
    assert_eq!(page.sending.unwrap().made.unwrap(), "Your word is sealed. Send this link.");
    let other = asked::<English>(&start, "crane").unwrap();
    assert_eq!(page::page::<English>(&made, &you()), page::page::<English>(&other, &you()));
    assert_eq!(English5::hint(&made).map(|_| ()), None);
    let refused = English5::referee(&made, &Request::plain(&LEFT)).unwrap_err();
    assert_eq!(refused.fault, NO_LIST);
}

/// The dearest hint is the first one. Hints find every word, most of them in time.
#[test]
fn hints_split_well_within_their_share() {
    let start = after("crane", &[]);
    let (advice, units) = spent::on(|| hint::hint::<English>(&start, &you()));
    // The last guess that is too dear counts, too.
    assert!(units < crate::budget::SEARCH + 50_000 && units > 100_000, "{units}");
    assert!(advice.request.is_some());
    let mut lost = 0;
    let secrets: Vec<Word> = words::<English>(English::SECRETS).step_by(300).collect();
    for secret in &secrets {
        let mut position = Position { word: Some(*secret), ..Position::new(false, false) };
        while position.task() == Task::Guess {
            let advice = hint::hint::<English>(&position, &you()).request.expect("a guess");
            position = asked::<English>(&position, advice.word(0)).expect("a word");
        }
        lost += usize::from(!position.is_found());
    }
    assert!(lost <= 1, "{lost} of {}", secrets.len());
}

#[test]
fn what_is_left_is_counted_and_named() {
    let position = after("crane", &["slate", "brace"]);
    let fits = hint::fitting::<English>(&position);
    assert!(fits.contains(&word("crane")) && fits.len() < 20);
    let page = hint::left::<English>(&position);
    assert_eq!(
        page.status,
        match fits.len() {
            1 => "1 word fits all that you know.".to_owned(),
            many => format!("{many} words fit all that you know."),
        }
    );
    let first = hint::left::<English>(&after("crane", &[]));
    assert!(
        format!("{first:?}")
            .contains(&format!("and {} more", English::SECRETS.lines().count() - 20))
    );
}

/// Thirty words of Greek, with letters of two bytes.
struct Greek;

impl Dictionary for Greek {
    const FACE: Ruleset = Ruleset {
        key: "grammata",
        number: 129,
        uri: "https://example.org/grammata",
        title: "Πέντε γράμματα",
        blurb: "Words of another alphabet.",
        ..Ruleset::USUAL
    };
    const ALPHABET: &'static [&'static str] = &[
        "α", "β", "γ", "δ", "ε", "ζ", "η", "θ", "ι", "κ", "λ", "μ", "ν", "ξ", "ο", "π", "ρ", "σ",
        "τ", "υ", "φ", "χ", "ψ", "ω",
    ];
    const SECRETS: &'static str = "αγαπη\nγραμμ\nδρομο\nθεσηι\nκαλοι\nκηπου\nλογοι\nμεραι\nμητερ\nνερου\nξενοι\nουραν\nπαιδι\nποταμ\nπρωτα\nσχολη\nφιλοι\nφωτια\nχαραι\nχωρισ\n";
    const GUESSES: &'static str =
        "αερασ\nβιβλι\nγαλαν\nδεντρ\nεργαι\nζωηνι\nημερα\nκοσμο\nπετρα\nχρονο\n";
}

#[test]
fn another_language_plays_by_its_own_words() {
    let all: Vec<Word> = all::<Greek>().collect();
    assert_eq!(all.len(), 30);
    let drawn = words::<Greek>(Greek::SECRETS).next().unwrap();
    let start = Position { word: Some(drawn), ..Position::new(false, false) };
    let guess = asked::<Greek>(&start, "ημερα").unwrap();
    assert_eq!(
        page::told::<Greek>(&guess.guesses[0], &guess.told()[0].1),
        "Η elsewhere, Μ absent, Ε absent, Ρ absent, Α elsewhere"
    );
    assert!(asked::<Greek>(&guess, "ΑΓΑΠΗ").unwrap().is_found());
    assert_eq!(asked::<Greek>(&guess, "crane").unwrap_err().fault, NO_WORD);
    for word in all {
        assert!(begins::<Greek>(&word));
        assert_eq!(letters::<Greek>(&capitals::<Greek>(&word)), Some(word.to_vec()));
    }
}

#[cfg(test)]
mod greek {
    use super::*;
    crate::examine!(FiveLetters<Greek>);
}
