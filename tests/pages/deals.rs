//! A seed or a date deals the same position for ever: tests/golden/deals.txt has a digest of some deals of
//! each game, under options that together have every value.

use parlour::deal::{Deal, DealId};
use parlour::game::any::{AnyGame, Asker};
use parlour::game::audit::covering;
use parlour::game::options::Choices;
use parlour::game::seat::Viewer;
use parlour::game::verification::to_hex;
use parlour::games::GAMES;
use sha2::{Digest, Sha256};
use support::golden::{self, Golden};
use support::vocabulary::pairs_of;

const DEALS: Golden = Golden { folder: "", ending: ".txt" };
/// Deals in each digest.
const COUNT: u64 = 3;

/// The beginning of a digest of some deals.
fn digest(game: &AnyGame, choices: &Choices) -> String {
    let mut hash = Sha256::new();
    for code in 0..COUNT {
        let mut chance = Deal::of(DealId::Code(code)).chance(game.ruleset.key, b"");
        let dealt = (game.deal)(choices, &mut chance, Asker::nameless(Viewer::Seat(0)));
        hash.update(dealt.packed());
    }
    to_hex(&hash.finalize())[..16].to_owned()
}

#[test]
fn deals_are_as_in_their_golden_file() {
    let mut text = String::new();
    for game in GAMES {
        for choices in covering(game.ruleset.options) {
            let options = pairs_of(&choices);
            text += &format!("{}{options} {}\n", game.ruleset.key, digest(game, &choices));
        }
    }
    golden::check(&[(DEALS, vec![("deals".to_owned(), text)])]);
}
