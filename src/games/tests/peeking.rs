//! Peeking: going back, opening every link of a page, a second tab. If a game says that it is
//! useless ([`crate::game::audit::Audited::defies_peeking`]), a cheat tries it here.
//! docs/how-a-link-works.md says so for exactly these games.
//!
//! A cheat can find out the result of each request. So a cheat does no better than a player who knows
//! all results from the start. Such a player plays here.

use super::subject;
use crate::examination::{At, VIEWERS, variants};
use crate::game::any::AnyGame;
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::outcome::Mood;
use crate::game::page::Part;
use crate::game::request::Request;
use crate::games::{GAMES, audit};
use std::collections::{BTreeMap, BTreeSet};

const DOCUMENT: &str = include_str!("../../../docs/how-a-link-works.md");

/// The claims of the document: the games and choices that make peeking useless.
const CLAIMS: [(&str, &str); 4] = [
    ("concentration", "**Concentration for one.**"),
    ("mines", "**Minesweeper with fair mines.**"),
    ("mastermind", "**Mastermind against the evasive computer.**"),
    ("", "**Every table with passwords:** "),
];

/// The choices of a game for one person at which peeking is useless.
fn claims(game: &'static AnyGame) -> Vec<Choices> {
    let alone = |choices: &Choices| choices.people() == 1;
    variants(game).into_iter().filter(|c| alone(c) && (audit(game).defies_peeking)(c)).collect()
}

#[test]
fn peeking_gains_nothing_where_it_is_claimed() {
    for game in GAMES {
        for choices in claims(game) {
            match game.ruleset.key {
                "concentration" => knowing_every_tile_saves_no_turn(game, &choices),
                _ => nothing_hidden_decides(game, &choices),
            }
        }
    }
}

#[test]
fn the_document_claims_it_for_exactly_these() {
    let section = DOCUMENT.split("\n## ").find(|section| section.starts_with("No peeking\n"));
    let section = section.expect("a section of the document");
    let bullets: Vec<&str> = section.split("\n- ").skip(1).collect();
    let has_passwords = |game: &&AnyGame| {
        let most = game.ruleset.people.1;
        game.ruleset.is_closed(&Choices::defaults(game.ruleset.options).with_people(most))
    };
    let titles: Vec<&str> = GAMES.iter().filter(has_passwords).map(|g| g.ruleset.title).collect();
    let alone: BTreeSet<&str> =
        GAMES.iter().filter(|game| !claims(game).is_empty()).map(|g| g.ruleset.key).collect();
    for (key, line) in CLAIMS {
        let bullet = bullets.iter().find(|bullet| bullet.starts_with(line));
        let bullet = bullet.unwrap_or_else(|| panic!("docs/how-a-link-works.md lacks {line}"));
        if key.is_empty() {
            titles.iter().for_each(|title| assert!(bullet.contains(title), "{title}: {bullet}"));
        } else {
            assert!(alone.contains(key), "{key} does not claim it");
        }
    }
    assert_eq!((bullets.len(), alone.len()), (CLAIMS.len(), CLAIMS.len() - 1), "{bullets:?}");
}

#[test]
fn only_these_kinds_of_a_game_claim_it() {
    for (key, kind) in [("mines", ("mines", "fair")), ("mastermind", ("code", "evasive"))] {
        let game = crate::games::find(key).unwrap();
        for choices in variants(game).into_iter().filter(|choices| choices.people() == 1) {
            let mut chosen =
                choices.chosen().map(|(option, value, _)| (option.name(), value.value));
            let is_of_kind = chosen.any(|chosen| chosen == kind);
            assert_eq!((audit(game).defies_peeking)(&choices), is_of_kind, "{key} {choices:?}");
        }
    }
}

/// The number of positions of a game, and of others that look the same.
const POSITIONS: usize = 10;
const OTHERS: usize = 2;
/// The number of requests at each position.
const REQUESTS: usize = 12;

/// A request loses, wins or goes on for all possible hidden things alike. So a cheat finds out only
/// what everybody sees.
///
/// In Minesweeper the number of squares that a safe one opens is hidden, so it may be the last one or
/// not. That helps no cheat to win: a player who opens only safe squares opens them all.
fn nothing_hidden_decides(game: &'static AnyGame, choices: &Choices) {
    for code in 1..=2 {
        let mut chance = Chance::from_seed([code as u8; 32]);
        let mut at = At::deal(subject(game), choices, code);
        for _ in 0..POSITIONS {
            let mut moves = at.loud_moves();
            chance.shuffle(&mut moves);
            moves.truncate(REQUESTS);
            let fates = |at: &At| -> Vec<Mood> {
                let mood = |request| at.play(VIEWERS[0], Some(request)).step.mood;
                let fate = |mood| match mood {
                    Mood::Won if game.ruleset.key == "mines" => Mood::Open,
                    mood => mood,
                };
                moves.iter().map(|request| fate(mood(request))).collect()
            };
            let here = fates(&at);
            for _ in 0..OTHERS {
                assert_eq!(fates(&at.redealt(VIEWERS[0], &mut chance)), here, "{}", at.name());
            }
            // On with a request that does not end the game, if there is one.
            let goes_on = moves.iter().zip(&here).find(|(_, mood)| **mood == Mood::Open);
            let Some((request, _)) = goes_on else { break };
            at = at.play(VIEWERS[0], Some(request));
        }
    }
}

/// The values that a page of Concentration shows, by the tile from 0, and the tiles that are matched.
fn tiles(at: &At) -> (BTreeMap<usize, String>, BTreeSet<usize>) {
    let Some(Part::Board(board)) = at.step.page.parts.first() else { panic!("no board") };
    let up = board.cells.iter().enumerate().filter(|(_, cell)| !cell.marks.back);
    let matched = up.clone().filter(|(_, cell)| cell.marks.settled).map(|(tile, _)| tile);
    (up.clone().map(|(tile, cell)| (tile, cell.text.to_string())).collect(), matched.collect())
}

fn turn(at: &At, tile: usize) -> At {
    let turned = Request::with(at.game.ruleset.requests[0], tile + 1);
    at.play(VIEWERS[0], Some(&turned))
}

/// The looks of an honest player with a perfect memory. The player turns a known pair, if there is
/// one. Otherwise the player turns a new tile, then its match if it is known, or another new tile.
fn looks_of_memory(start: &At, count: usize) -> usize {
    let (mut at, mut looks) = (start.clone(), 0);
    let mut known: BTreeMap<usize, String> = BTreeMap::new();
    while at.step.mood == Mood::Open {
        let (_, matched) = tiles(&at);
        let open = |tile: &usize| !matched.contains(tile);
        let pair = || {
            let mut pairs = known.keys().filter(|tile| open(tile)).flat_map(|one| {
                let others = known.keys().filter(|tile| open(tile));
                others.filter(|two| *two > one && known[*two] == known[one]).map(|two| (*one, *two))
            });
            pairs.next()
        };
        let new = |known: &BTreeMap<usize, String>| (0..count).find(|t| !known.contains_key(t));
        // A tile that is still up from the turn before cannot be turned first.
        let (up, _) = tiles(&at);
        let first = pair().map(|(one, two)| if up.contains_key(&one) { two } else { one });
        let first = first.or_else(|| new(&known)).expect("a tile to turn");
        at = turn(&at, first);
        known.extend(tiles(&at).0);
        let match_of_first = known.iter().find(|(tile, value)| {
            **tile != first && **value == known[&first] && !tiles(&at).1.contains(*tile)
        });
        let second = match_of_first.map(|(tile, _)| *tile).or_else(|| new(&known));
        at = turn(&at, second.expect("another tile"));
        known.extend(tiles(&at).0);
        looks += 2;
    }
    looks
}

/// The values of a deal in the order in which new tiles show them. A cheat finds them out by
/// turning one new tile after the other, and going back to the start.
fn peeked(start: &At, count: usize) -> Vec<String> {
    let mut at = start.clone();
    let value = |tile: usize| {
        at = turn(&at, tile);
        tiles(&at).0[&tile].clone()
    };
    (0..count).map(value).collect()
}

/// The fewest turns of all ways to play a deal with these values. The state of a way is the number of
/// tiles that were turned at least once, and the matched values, as bits.
fn fewest_turns(values: &[String]) -> usize {
    let names: BTreeSet<&String> = values.iter().collect();
    let bit = |tile: usize| 1u32 << names.iter().take_while(|name| **name < &values[tile]).count();
    let all = (1 << names.len()) - 1;
    let mut reached = BTreeSet::from([(0, 0)]);
    for turns in 1.. {
        let mut next = BTreeSet::new();
        for (turned, matched) in reached {
            let known = |tile: usize| (0..turned).any(|other| bit(other) == bit(tile));
            let seen = (0..turned)
                .fold((0, 0), |(one, two), tile| (one | bit(tile), two | one & bit(tile)));
            // A pair of which both tiles were turned before.
            let pairs = seen.1 & !matched;
            next.extend(
                (0..names.len())
                    .map(|at| 1 << at)
                    .filter(|bit| pairs & bit > 0)
                    .map(|bit| (turned, matched | bit)),
            );
            if turned < values.len() {
                // A new tile and its match, or an old tile that is none.
                let found = if known(turned) { bit(turned) } else { 0 };
                next.insert((turned + 1, matched | found));
                next.insert((turned + 1, matched));
            }
            if turned + 1 < values.len() {
                let found = if bit(turned) == bit(turned + 1) { bit(turned) } else { 0 };
                next.insert((turned + 2, matched | found));
            }
        }
        if next.iter().any(|(_, matched)| *matched == all) {
            return turns;
        }
        reached = next;
    }
    unreachable!("every deal comes to an end")
}

/// In every deal, a player who knows each value before its tile is turned needs as many turns as a player
/// with a perfect memory.
fn knowing_every_tile_saves_no_turn(game: &'static AnyGame, choices: &Choices) {
    for code in 1..=DEALS_OF_CONCENTRATION {
        let start = At::deal(subject(game), choices, code);
        let count = start.step.page.parts[0].cells().len();
        // Larger boards have too many ways to play.
        if count > TILES_MAX {
            return;
        }
        let (honest, fewest) =
            (looks_of_memory(&start, count), fewest_turns(&peeked(&start, count)));
        assert_eq!(fewest, honest / 2, "{} {code}", start.name());
    }
}

const DEALS_OF_CONCENTRATION: u64 = 12;
const TILES_MAX: usize = 16;
