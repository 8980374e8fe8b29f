//! The cost of the walk through a game: of the page of a moment, and of a question about it.

use crate::long_chess::{LongGame, STAGES};
use crate::program::Program;
use crate::{INSTRUCTIONS_OF_A_SEARCH_MAX, hold};

/// The page of a moment in per cent of the page of the position: its instructions, and its bytes.
const INSTRUCTIONS_MAX: u64 = 120;
const BYTES_MAX: usize = 200;
/// Instructions that no walk takes, of those that a request may take.
const MARGIN: u64 = 1_000_000;

/// Games in which a walk proves results or counts codes, each with the requests that lead to a dear one.
const PROVED: [(&str, &[&str]); 7] = [
    ("g=tictactoe&play=easy", &["mark=1", "mark=3"]),
    ("g=noughts&level=perfect&size=4x4", &["mark=1", "mark=4"]),
    ("g=noughts&level=perfect&size=5x5", &["mark=1", "mark=3"]),
    ("g=noughts&level=classic&size=5x5&rule=misere", &["mark=16", "mark=17", "mark=2", "mark=3"]),
    ("g=noughts&level=classic&size=9x9&rule=misere", &["mark=31", "mark=48", "mark=20"]),
    ("g=mastermind&size=5x8", &["put=AAAAA", "put=AAAAA", "put=AAAAA"]),
    ("g=nim&heaps=34567&level=easy", &["take=5+1", "take=4+1"]),
];

pub fn instructions(program: &Program) {
    let mut game = LongGame::start();
    for moves in [20].into_iter().chain(STAGES.map(|(moves, _)| moves)) {
        game.play_to(moves);
        for (who, query) in
            [("people", game.query_for_two()), ("the computer", game.query_against_computer())]
        {
            let about = format!("after {moves} moves of {who}");
            let own = program.instructions_with_key(&query);
            let bytes = program.answer_with_key(&query).len();
            for moment in [0, moves, 2 * moves] {
                let at = format!("{query}&after={moment}");
                let what = format!("per cent of instructions at {moment} {about}");
                hold(&what, 100 * program.instructions_with_key(&at) / own, INSTRUCTIONS_MAX);
                let what = format!("per cent of bytes at {moment} {about}");
                hold(&what, 100 * program.answer_with_key(&at).len() / bytes, BYTES_MAX);
                let asked = program.instructions_with_key(&format!("{at}&why"));
                let what = format!("instructions of a question at {moment} {about}");
                hold(&what, asked, INSTRUCTIONS_OF_A_SEARCH_MAX);
            }
        }
    }
    for (deal, requests) in PROVED {
        let query = program.last_of(&program.first_page(deal), requests);
        let query = program.sealed_in(&query);
        let last = 2 * requests.len();
        for moment in 0..=last {
            let what = format!("instructions at moment {moment} of {deal} {}", requests.join(" "));
            let count = program.instructions(&format!("{query}&after={moment}"));
            hold(&what, count, INSTRUCTIONS_OF_A_SEARCH_MAX - MARGIN);
        }
    }
}
