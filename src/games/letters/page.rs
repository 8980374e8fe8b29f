//! The page: the guesses, the letters, the end, and the rules.

use super::dictionary::{capitals, first, named, next, possible, text};
use super::position::{GUESSES, Position, Task};
use super::word::{LETTERS, Mark, Marks, Told, Word, fits, known, marks};
use super::{Dictionary, FiveLetters, HARD, LEFT, TAKE_OUT, WORD, words};
use crate::games::shared::challenge;
use crate::prelude::Marks as CellMarks;
use crate::prelude::*;

/// The page of a position.
pub fn page<D: Dictionary>(position: &Position, who: &Perspective) -> Page {
    let task = position.task();
    let is_over = task == Task::Nothing;
    let can_ask = task == Task::Guess && !position.is_challenge;
    let state = match task {
        Task::Hide => "Hide a word".to_owned(),
        Task::Guess | Task::Nothing => format!("Guess {}", position.guesses.len() + 1),
    };
    let example = first::<D>(&position.row).filter(|_| !is_over && position.binding().is_empty());
    let guesses = format!("{} of {GUESSES}", position.guesses.len());
    let mut facts = vec![Fact::new("Guesses", guesses)];
    facts.extend(position.is_hard.then(|| Fact::new("Hard", "use all that you know")));
    Page::new(state, status::<D>(position))
        .with(board::<D>(position))
        .with_any((!is_over).then(|| keys::<D>(position)))
        .typed_as(example.map(str::to_owned))
        .with_any((!is_over).then(|| Part::facts(facts)))
        .changed(changed(position))
        .offering(position.row.last().map(|_| Offer::new("Take the last one out", &TAKE_OUT, [])))
        .offering(can_ask.then(|| Offer::new("What is left?", &LEFT, []).quiet()))
        .with_any(is_over.then(|| course::<D>(position)))
        .sent(sending(position))
        .ending(is_over.then(|| end::<D>(position, who)))
}

/// The link of a word for a friend, and that of its end.
fn sending(position: &Position) -> Option<Sending> {
    let is_end = position.is_challenge && position.task() == Task::Nothing;
    let end = || challenge::returning("word", &result(position));
    position.is_new_challenge().then(|| challenge::sending("word")).or(is_end.then(end))
}

/// `C right, R elsewhere, A absent`: the letters of a guess with their marks.
pub fn told<D: Dictionary>(word: &Word, marks: &Marks) -> String {
    let told = word
        .iter()
        .zip(marks)
        .map(|(letter, mark)| format!("{} {}", capitals::<D>(&[*letter]), mark.name()));
    told.collect::<Vec<_>>().join(", ")
}

/// The last event and the next thing to do.
fn status<D: Dictionary>(position: &Position) -> String {
    let guesses = count(position.guesses.len(), "guess");
    let shown = position.word.map(|word| capitals::<D>(&word)).unwrap_or_default();
    match (position.task(), position.told().last()) {
        (Task::Nothing, _) if position.is_found() => format!("Found in {guesses}: {shown}."),
        (Task::Nothing, _) if position.is_of_day => {
            "Not found. The solution is told when the day is over.".to_owned()
        }
        (Task::Nothing, _) => format!("Not found: the word was {shown}."),
        _ if !position.row.is_empty() => {
            let row = capitals::<D>(&position.row);
            format!("{row}: put letter {}, or type a whole word.", position.row.len() + 1)
        }
        (Task::Hide, _) => {
            "Hide a word for a friend: type it, or put its letters. You get a link to send."
                .to_owned()
        }
        (Task::Guess, Some((guess, marks))) => {
            format!("{}. Guess again.", told::<D>(guess, marks))
        }
        (Task::Guess, None) if position.is_challenge => {
            "A friend hid a word for you. Guess it: type a word, or put its letters.".to_owned()
        }
        (Task::Guess, None) => "Guess the word: type one, or put its letters.".to_owned(),
    }
}

/// The row that the last request changed, or the place of the last letter.
fn changed(position: &Position) -> Option<At> {
    let rows = position.guesses.len() * LETTERS;
    let cell = match position.row.len() {
        0 => rows.checked_sub(LETTERS)?,
        letters => rows + letters - 1,
    };
    Some(At::first_board(cell))
}

/// A letter without a mark.
pub fn letter<D: Dictionary>(letter: u8) -> Cell {
    let shown = capitals::<D>(&[letter]);
    Cell::new(shown.clone()).labelled(shown)
}

/// A letter and what is known of it.
fn marked<D: Dictionary>(place: u8, mark: Option<Mark>) -> Cell {
    let cell = letter::<D>(place);
    let Some(mark) = mark else { return cell };
    let label = format!("{} {}", cell.label, mark.name());
    let marks = CellMarks {
        settled: mark == Mark::Right,
        locked: mark == Mark::Elsewhere,
        excluded: mark == Mark::Absent,
        ..CellMarks::default()
    };
    cell.labelled(label).marked(marks)
}

/// The guesses with their marks.
fn rows<D: Dictionary>(told: Vec<Told>) -> impl Iterator<Item = Cell> {
    told.into_iter().flat_map(|(guess, marks)| {
        guess.into_iter().zip(marks).map(|(letter, mark)| marked::<D>(letter, Some(mark)))
    })
}

fn guesses(caption: impl Into<Text>, cells: Vec<Cell>) -> Guesses {
    let board =
        Board::new(caption, LETTERS, cells).looking(Look::Letters).named(SquareNames::Unnamed);
    Guesses { board, has_code: false, answers: 0 }
}

const LETTERS_TOLD: &str = "*A* is right, [A] is elsewhere in the word, -A- is absent.";

/// The guesses, the row that is being filled, and the rows that are left.
pub fn board<D: Dictionary>(position: &Position) -> Guesses {
    let open = position.row.iter().map(|place| letter::<D>(*place));
    let free = std::iter::repeat_with(Cell::free);
    let cells = rows::<D>(position.told()).chain(open).chain(free).take(GUESSES * LETTERS);
    let mut shown = guesses("The guesses", cells.collect());
    shown.board.letters = LETTERS_TOLD;
    shown.board.legend =
        "Each letter of a guess is right, or elsewhere in the word, or absent.".into();
    shown.board.outlines =
        " A square is right, a disc is elsewhere, and a struck letter is absent.".into();
    shown
}

/// The most letters in a line of keys: a telephone has room for them.
const KEYS_IN_LINE: usize = 10;

/// The letters of the alphabet with what is known of each. A letter is offered if a word goes on with it.
fn keys<D: Dictionary>(position: &Position) -> Board {
    let lines = D::ALPHABET.len().div_ceil(KEYS_IN_LINE);
    let columns = D::ALPHABET.len().div_ceil(lines);
    let (told, next) = (position.told(), next::<D>(&position.row, &position.binding()));
    let key = |place: u8| {
        let known = known(place, &told);
        let shown = capitals::<D>(&[place]);
        let label = match known {
            Some(mark) => format!("Put {shown}: {}", mark.name()),
            None => format!("Put {shown}"),
        };
        let put = || Offer::asking(label, FiveLetters::<D>::put(&[place]));
        marked::<D>(place, known).offering(next[usize::from(place)].then(put))
    };
    let letters = (0..).zip(D::ALPHABET).map(|(place, _)| key(place));
    let free = std::iter::repeat_with(|| Cell::new(""));
    let cells = letters.chain(free).take(lines * columns).collect();
    Board::new("The letters", columns, cells).looking(Look::Letters).named(SquareNames::Unnamed)
}

/// The number of words that each guess left, and those that were left before the last one.
fn course<D: Dictionary>(position: &Position) -> Passage {
    let (mut left, mut before): (Vec<Word>, _) = (possible::<D>(position).collect(), Vec::new());
    let rows = position.told().into_iter().map(|told| {
        before = left.clone();
        left.retain(|word| fits(word, &[told]));
        let (guess, marks) = told;
        [capitals::<D>(&guess), squares(&marks), left.len().to_string()]
    });
    let rows: Vec<_> = rows.collect();
    let passage = Passage::new("What each guess left")
        .show(Block::table(["Guess", "Answer", "Words left"], rows));
    if position.is_of_day && !position.is_found() {
        return passage;
    }
    passage.say(format!("Before the last guess: {}", named::<D>(&before)))
}

fn squares(marks: &Marks) -> String {
    marks.iter().map(|mark| mark.square()).collect()
}

fn end<D: Dictionary>(position: &Position, who: &Perspective) -> End {
    let guesses = count(position.guesses.len(), "guess");
    let squares: String = position.told().iter().map(|(_, marks)| squares(marks) + " ").collect();
    let player = who.name(challenge::GUESSER);
    let told = if position.is_found() {
        format!("{player} found the word in {guesses}.")
    } else {
        format!("{player} did not find the word.")
    };
    let is_guesser = who.is_you(challenge::GUESSER);
    let also = if position.is_challenge && is_guesser { challenge::SEND_BACK } else { "" };
    let (game, challenge) = if position.is_challenge {
        (format!("{}, your word for me", D::FACE.title), "Hide a word for somebody:")
    } else {
        (D::FACE.title.to_owned(), "Can you do it?")
    };
    let share = Share {
        game: game.into(),
        result: (squares + &result(position)).into(),
        challenge: challenge.into(),
    };
    let is_measured = !position.is_challenge && position.is_found();
    let friend = NextGame::with("Hide a word for a friend", &WORD, true);
    let drawn = NextGame::with("Find the computer's word", &WORD, false);
    let hard = NextGame::with("Play the hard way", &HARD, true);
    let easy = NextGame::with("Play the usual way", &HARD, false);
    End::new(format!("{told} {also}").trim_end().to_owned())
        .shared(share)
        .measured(is_measured.then_some(position.guesses.len()))
        .followed_by([
            if position.is_challenge { drawn } else { friend },
            if position.is_hard { easy } else { hard },
        ])
}

/// `found in 4 guesses`.
fn result(position: &Position) -> String {
    let not = if position.is_found() { "" } else { "not " };
    format!("{not}found in {}", count(position.guesses.len(), "guess"))
}

/// The word that was drawn.
pub fn solution<D: Dictionary>(position: &Position) -> Page {
    let Some(word) = position.word else { return Page::new("Solution", "There is no word.") };
    let told = vec![(word, marks(&word, &word))];
    Page::new("Solution", format!("The word was {}.", capitals::<D>(&word)))
        .with(guesses("The word", rows::<D>(told).collect()))
}

/// The passages of the rules page.
pub fn rules<D: Dictionary>() -> Vec<Passage> {
    let drawn = words::<D>(D::SECRETS).count();
    let all = drawn + words::<D>(D::GUESSES).count();
    // A word, and a guess with marks of each kind.
    let has_all = |told: &Marks| {
        [Mark::Absent, Mark::Elsewhere, Mark::Right].iter().all(|mark| told.contains(mark))
    };
    let word = words::<D>(D::SECRETS).next().unwrap_or_default();
    let guess = words::<D>(D::SECRETS).find(|guess| has_all(&marks(guess, &word))).unwrap_or(word);
    let example = [(guess, marks(&guess, &word)), (word, marks(&word, &word))];
    let caption = format!("The word is {}.", capitals::<D>(&word));
    vec![
        Passage::new("A guess")
            .show(Block::Guesses(guesses(caption, rows::<D>(example.to_vec()).collect())))
            .say(format!("Each letter of a guess is told. Here: {}.", told::<D>(&example[0].0, &example[0].1)))
            .say("Each letter of the word is told once. If a guess has a letter twice and the word has it once, one of the two gets a mark: the one in its place, or else the first."),
        Passage::new("The words")
            .say(format!("The computer draws one of {drawn} common words without plurals and other endings. A guess is one of {all} words. Other texts cost no guess. A letter is a link as long as some word goes on so.")),
        Passage::new("Hard").say("With this option a guess must use all that you know. A right letter stays in its place, and a letter that is elsewhere must come again."),
        Passage::new("The word of a day").say("All players of a day look for the same word. No word comes twice before all have come, and nobody can know the word of tomorrow without the key of this server. If you don't find the word, its page is in the archive when the day is over."),
        Passage::new("Help").say(format!("\"What is left?\" counts the words that fit and names up to twenty. A hint names a word that fits and can get many different answers, such as {}. Both end the streak of a day.", text::<D>(&guess).to_uppercase())),
        challenge::rules("word"),
    ]
}
