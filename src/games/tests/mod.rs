//! Tests of the contract of a game, for every game of Parlour. The examination holds each game to what must be
//! so for any game; here is the rest: what is so for these games together, and for some of them.

mod coalition;
mod days;
mod levels;
mod peeking;
mod tables;
pub mod turned;

use super::{GAMES, audit};
use crate::examination::{self, At, Subject, formats, walks};
use crate::formats::FORMATS;
use crate::game::any::AnyGame;
use crate::game::page::{Look, Page, Part, SquareNames};
use crate::game::request::{PLATFORM_FAULTS, Request};
use crate::game::sample;
use crate::game::seat::Viewer;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The slow tests look at one position in this many.
const SAMPLED_ONE_IN: u32 = 12;
/// One position in this many is asked every question: a hint takes as long as a move of the computer.
const ANSWERED_ONE_IN: u32 = 16;
/// Every format renders one position in this many in all its ways.
const RENDERED_ONE_IN: u32 = 8;
/// The moves of one position in this many are typed.
const TYPED_ONE_IN: u32 = 6;

fn subject(game: &'static AnyGame) -> Subject {
    Subject { game, audit: audit(game) }
}

/// The positions of one play from this deal, for every game and combination of options.
fn positions_of_deal(seed: u64) -> Vec<At> {
    GAMES.iter().flat_map(|game| examination::positions(subject(game), seed)).collect()
}

/// The positions of the first deal. To play to them takes longer than most looks at them, so all
/// tests share them.
fn positions() -> &'static [At] {
    static POSITIONS: OnceLock<Vec<At>> = OnceLock::new();
    POSITIONS.get_or_init(|| positions_of_deal(1))
}

/// A sample of them, for looks that take longer than a game.
fn sampled() -> Vec<&'static At> {
    sample::one_in(SAMPLED_ONE_IN, positions())
}

#[test]
fn every_preset_is_unique_and_chooses_real_values() {
    GAMES.iter().for_each(|game| examination::presets(subject(game)));
}

#[test]
fn packing_is_the_identity() {
    examination::packing(positions());
    if sample::is_full() {
        examination::packing(&positions_of_deal(2));
    }
}

#[test]
fn a_changed_bit_is_refused_or_stays_legal() {
    let [refused, legal] =
        examination::changed_bits(sample::one_in(2 * SAMPLED_ONE_IN, positions()));
    let least = if sample::is_full() { 250 } else { 100 };
    assert!(refused > least && legal > least, "{refused} refused, {legal} legal");
}

#[test]
fn a_commitment_opens_at_the_end_not_before() {
    assert!(examination::commitments(positions()) > 0);
}

#[test]
fn offers_are_granted_and_all_else_refused_unchanged() {
    examination::offers(sampled());
}

/// In Minesweeper there is no hint if no square is safe for sure.
#[test]
fn a_lone_persons_hint_is_an_offered_move() {
    let [advised, without] = examination::hints(sampled());
    assert!(without.is_subset(&["mines"].into()), "{without:?}");
    let advising = GAMES.iter().map(|game| game.ruleset).filter(|ruleset| ruleset.has_hints());
    let advising: BTreeSet<&str> = advising.map(|ruleset| ruleset.key).collect();
    assert!(advised.is_subset(&advising) && !advised.is_empty(), "{advised:?}");
    assert!(!sample::is_full() || advised == advising, "{advised:?}");
}

#[test]
fn what_is_hidden_never_shows() {
    let sampled = sampled();
    let differ = examination::hidden(&sampled);
    let hiding: Vec<&str> = differ.keys().copied().collect();
    let all = [
        "chess",
        "concentration",
        "eights",
        "four",
        "letters",
        "mastermind",
        "mines",
        "noughts",
        "reversi",
        "rps",
    ];
    assert!(hiding.iter().all(|game| all.contains(game)), "{hiding:?}");
    assert!(!sample::is_full() || hiding == all, "{hiding:?}");
    assert!(differ.values().sum::<usize>() > sampled.len(), "{differ:?}");
}

#[test]
fn what_is_hidden_is_never_named() {
    let naming = examination::names(sampled());
    // Other hidden things have no words of their own.
    let viewers = [false, true];
    assert_eq!(
        naming,
        viewers.into_iter().flat_map(|own| [("eights", own), ("rps", own)]).collect()
    );
}

/// The squares of an answer have the names, the look and the sides of the board of the game.
#[test]
fn a_board_in_an_answer_is_the_games_own() {
    fn face(page: &Page) -> Option<(SquareNames, Look, bool, [usize; 2])> {
        let board = page.parts.iter().find_map(Part::board)?;
        Some((board.squares, board.look, board.has_sides, board.size()))
    }
    let mut compared = BTreeSet::new();
    for at in sample::one_in(ANSWERED_ONE_IN, positions()) {
        let asked = at.game.ruleset.requests.iter().filter(|spec| spec.read_only);
        for request in
            asked.filter(|spec| spec.arguments.is_empty()).map(|spec| Request::plain(spec))
        {
            let answer = at.play(Viewer::Seat(0), Some(&request)).step.answer;
            if let Some(answered) = answer.as_deref().and_then(face) {
                assert_eq!(
                    Some(answered),
                    face(&at.step.page),
                    "{} {request:?}",
                    at.game.ruleset.key
                );
                compared.insert(at.game.ruleset.key);
            }
        }
    }
    println!("{compared:?}");
    assert!(compared.contains("chess") && compared.contains("noughts"), "{compared:?}");
}

#[test]
fn pages_are_well_formed() {
    examination::pages(positions());
}

/// A field of Minesweeper is tangled on purpose, and a maze without solution is made up.
#[test]
fn rulesets_list_what_is_told_and_refused() {
    examination::examine(|| {
        for game in GAMES {
            examination::lists(subject(game), &["undecided", "no_solution"]);
        }
    });
}

#[test]
fn rulesets_are_complete() {
    for (place, game) in GAMES.iter().enumerate() {
        examination::ruleset(subject(game));
        let ruleset = game.ruleset;
        assert!(GAMES[..place].iter().all(|other| other.ruleset.uri != ruleset.uri));
        assert!(ruleset.number < examination::NUMBER_MIN, "{}", ruleset.key);
        assert!(!ruleset.picture.is_empty(), "{}", ruleset.key);
    }
    assert!(PLATFORM_FAULTS.iter().all(|fault| (600..700).contains(&fault.code)));
}

#[test]
fn every_client_has_all_offers_and_nothing_else() {
    let rendered = sample::one_in(RENDERED_ONE_IN, positions());
    assert!(rendered.len() > 100, "only {} positions", rendered.len());
    formats::clients(rendered);
}

#[test]
fn what_is_offered_may_be_typed() {
    formats::typed(sample::one_in(TYPED_ONE_IN, positions()));
}

#[test]
fn moments_lead_to_the_present() {
    examination::examine(every_moment_leads_to_the_present);
}

fn every_moment_leads_to_the_present() {
    let walked = GAMES.iter().filter(|game| walks::check(subject(game), 1) > 0);
    let walked: BTreeSet<&str> = walked.map(|game| game.ruleset.key).collect();
    let explains = |game: &&AnyGame| game.ruleset.requests.iter().any(|spec| spec.name == "why");
    let expected = GAMES.iter().filter(explains).map(|game| game.ruleset.key);
    assert!(walked.is_superset(&expected.collect()), "{walked:?}");
}

#[test]
fn every_client_has_one_protocol_and_one_name() {
    let names: BTreeSet<&str> = FORMATS.iter().map(|format| format.name).collect();
    assert_eq!(names.len(), FORMATS.len());
    for format in FORMATS {
        let body = formats::page(&positions()[0], format, None).0;
        assert!(body.ends_with('\n'), "{}: a page ends with a line", format.name);
    }
}
