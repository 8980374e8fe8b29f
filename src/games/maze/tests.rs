//! What can only be tested from within: the parts of the deal and of the search, and positions
//! that no deal leads to.

use super::board::{Board, Flight, FlightEnd, Hold, PIECE_CODES, Piece, Side, Size, Tile};
use super::{Maze, NO_WAY, Position, SIZES, deal, route};
use crate::game::chance::Chance;
use crate::game::contract::{Choices, Game, Request, Ruleset, Ruling};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use std::collections::BTreeMap;

const RULESET: Ruleset = Maze::RULESET;

/// A board in the signs of the text view: `>` the arrow, `<` the heart, `-` and `|` straights,
/// `r`, `7`, `J` and `L` corners as the letters look.
fn board(rows: &[&str]) -> Board {
    let size = Size { columns: rows[0].len(), rows: rows.len() };
    let tile = |sign: char| {
        let piece = |code| Tile::Piece(Piece::from_code(code));
        match sign {
            '>' => Tile::Arrow,
            '<' => Tile::Heart,
            _ => piece("r7JL-|".find(sign).unwrap() as u64),
        }
    };
    let row_of = |sign| rows.iter().position(|row| row.contains(sign)).unwrap();
    Board {
        size,
        arrow_row: row_of('>'),
        heart_row: row_of('<'),
        tiles: rows.concat().chars().map(tile).collect(),
    }
}

/// A board of any tiles, held in any way; most such boards have no way at all.
fn random_board(size: Size, chance: &mut Chance) -> Board {
    let (arrow_row, heart_row) = (chance.below(size.rows as u32), chance.below(size.rows as u32));
    let (arrow_row, heart_row) = (arrow_row as usize, heart_row as usize);
    let tile = |tile| match tile {
        _ if tile == size.left(arrow_row) => Tile::Arrow,
        _ if tile == size.right(heart_row) => Tile::Heart,
        _ => Tile::Piece(Piece::from_code(chance.below(PIECE_CODES as u32).into())),
    };
    let tiles = (0..size.tiles()).map(tile).collect();
    Board { size, arrow_row, heart_row, tiles }
}

#[test]
fn tiles_open_as_in_the_source() {
    // n, e, s, w of the tile types 0 to 5, and 8 and 9.
    let source = [
        ([0, 1, 1, 0], Tile::Piece(Piece::from_code(0))),
        ([0, 0, 1, 1], Tile::Piece(Piece::from_code(1))),
        ([1, 0, 0, 1], Tile::Piece(Piece::from_code(2))),
        ([1, 1, 0, 0], Tile::Piece(Piece::from_code(3))),
        ([0, 1, 0, 1], Tile::Piece(Piece::from_code(4))),
        ([1, 0, 1, 0], Tile::Piece(Piece::from_code(5))),
        ([0, 1, 0, 0], Tile::Arrow),
        ([0, 0, 0, 1], Tile::Heart),
    ];
    for (openings, tile) in source {
        assert_eq!(Side::ALL.map(|side| u8::from(tile.opens(side))), openings, "{tile:?}");
    }
}

#[test]
fn every_code_is_a_piece_and_a_turn_turns_its_sides() {
    for code in 0..PIECE_CODES {
        let piece = Piece::from_code(code);
        assert_eq!(piece.code(), code);
        assert_eq!(piece.turned(1).turned(3), piece);
        for side in Side::ALL {
            let opens = |piece, side| Tile::Piece(piece).opens(side);
            assert_eq!(opens(piece.turned(1), side.turned(1)), opens(piece, side));
        }
        let [a, b] = piece.sides();
        assert_eq!((piece.beyond(a), piece.beyond(b)), (Some(b), Some(a)));
        assert_eq!(piece.quarters_to(a, b), Some(0));
    }
}

#[test]
fn neighbours_are_those_of_the_source() {
    let beside = |tile| Side::ALL.map(|side| SIZES[0].beside(tile, side));
    assert_eq!(beside(2), [None, Some(3), Some(8), Some(1)]);
    assert_eq!(beside(4), [None, Some(5), Some(10), Some(3)]);
    assert_eq!(beside(0), [None, Some(1), Some(6), None]);
    assert_eq!(beside(23), [Some(17), None, None, Some(22)]);
}

#[test]
fn the_arrow_flies_through_openings_that_meet() {
    let flight = |rows: &[&str]| {
        let Flight { tiles, end } = board(rows).flight();
        (tiles, end)
    };
    assert_eq!(flight(&[">--<"]), (vec![0, 1, 2, 3], FlightEnd::Heart));
    assert_eq!(flight(&[">-|<"]), (vec![0, 1], FlightEnd::Closed(2, Side::West)));
    assert_eq!(flight(&[">J-<"]), (vec![0, 1], FlightEnd::Edge(Side::North)));
    // To the heart from above, and back to the arrow from below.
    assert_eq!(flight(&[">-7", "--<"]).1, FlightEnd::Closed(5, Side::North));
    assert_eq!(flight(&[">7|", "LJ<"]).1, FlightEnd::Closed(0, Side::South));
}

#[test]
fn paths_are_simple_and_wind_as_those_of_the_source() {
    let size = SIZES[0];
    let mut chance = Chance::from_seed([1; 32]);
    let mut lengths = BTreeMap::new();
    for round in 0..8_000 {
        let (arrow, heart) = (size.left(round % 4), size.right(round / 4 % 4));
        let path = deal::path(size, (arrow, heart), &mut chance);
        assert_eq!((path[0], path[1]), (arrow, arrow + 1));
        assert_eq!(path[path.len() - 2..], [heart - 1, heart]);
        let beside = |a, b| Side::ALL.into_iter().any(|side| size.beside(a, side) == Some(b));
        assert!(path.windows(2).all(|pair| beside(pair[0], pair[1])));
        assert!((1..path.len()).all(|at| !path[..at].contains(&path[at])));
        *lengths.entry(path.len()).or_insert(0) += 1;
    }
    let tiles: usize = lengths.iter().map(|(length, paths)| length * paths).sum();
    assert!((12.1..12.5).contains(&(tiles as f64 / 8_000.0)), "{lengths:?}");
    assert_eq!((lengths.keys().min(), lengths.keys().max()), (Some(&6), Some(&24)));
}

/// The board with the turns of the cheapest way made.
fn solved(board: &Board) -> Board {
    let route = route::cheapest(board).expect("a dealt board has a way");
    route.steps.iter().fold(board.clone(), |board, (tile, quarters)| {
        board.with(*tile, board.piece(*tile).unwrap().turned(*quarters))
    })
}

#[test]
fn one_quarter_spoils_every_solution() {
    let mut chance = Chance::from_seed([2; 32]);
    for size in SIZES {
        for _ in 0..100 {
            let dealt = deal::deal(size, &mut chance);
            assert_eq!(deal::spoil(dealt.clone(), &mut chance), dealt, "what is not solved stays");
            let solved = solved(&dealt);
            assert_eq!(solved.flight().end, FlightEnd::Heart);
            for tile in solved.flight().tiles {
                if let Some(piece) = solved.piece(tile) {
                    let spoilt = solved.with(tile, piece.turned(1));
                    assert_ne!(spoilt.flight().end, FlightEnd::Heart);
                }
            }
            assert_ne!(deal::spoil(solved, &mut chance).flight().end, FlightEnd::Heart);
        }
    }
}

/// The cost of every simple way, tried one after the other: unlocks, turns, tiles.
fn brute(board: &Board, at: usize, side: Side, used: &mut Vec<usize>) -> Option<[u32; 3]> {
    if used.contains(&at) {
        return None;
    }
    let Tile::Piece(piece) = board.tiles[at] else {
        return (board.tiles[at] == Tile::Heart && side == Side::West).then_some([0; 3]);
    };
    used.push(at);
    let onward = Side::ALL.into_iter().filter_map(|out| {
        let turns = (0..4).find(|turns| piece.turned(*turns).beyond(side) == Some(out))?;
        if turns > 0 && piece.hold == Hold::Settled {
            return None;
        }
        let next = board.size.beside(at, out)?;
        let [unlocks, more, tiles] = brute(board, next, out.opposite(), used)?;
        let unlock = u32::from(turns > 0 && piece.hold == Hold::Locked);
        Some([unlocks + unlock, more + [0, 1, 2, 1][usize::from(turns)], tiles + 1])
    });
    let best = onward.min();
    used.pop();
    best
}

#[test]
fn the_cheapest_way_is_the_best_of_all_simple_ways() {
    let mut chance = Chance::from_seed([3; 32]);
    let mut found = 0;
    for (columns, rows) in [(2, 1), (3, 2), (3, 3), (4, 3), (5, 4), (6, 4), (4, 6)] {
        for _ in 0..400 {
            let board = random_board(Size { columns, rows }, &mut chance);
            let best = brute(&board, board.arrow() + 1, Side::West, &mut vec![board.arrow()]);
            let route = route::cheapest(&board);
            let cost = route.as_ref().map(|route| {
                [route.cost.unlocks, route.cost.turns, route.cost.tiles].map(u32::from)
            });
            assert_eq!(cost, best, "{board:?}");
            if let Some(route) = route {
                found += 1;
                assert_eq!(route.steps.len(), usize::from(route.cost.tiles));
                assert_eq!(solved(&board).flight().end, FlightEnd::Heart);
            }
        }
    }
    assert!(found > 500, "{found} boards had a way");
}

/// The only walk to the heart comes to the straight beside the arrow twice, from the west and from
/// the north. A search that forgets where it has been would take it for a way.
#[test]
fn a_way_that_crosses_itself_is_none() {
    let crossing = board(&["|r7|", ">-J|", "|L-<"]);
    assert_eq!(route::cheapest(&crossing), None);
}

fn position(board: Board) -> Position {
    let fewest = route::cheapest(&board).map_or(1, |route| route.cost.turns.into());
    Position { board, turns: 0, fewest }
}

/// The board after a hint, and the names of the messages.
fn hinted(position: &Position) -> (Position, Vec<&'static str>) {
    match Maze::referee(position, &Request::plain("hint")).expect("a hint") {
        Ruling::Next(next, messages) => (next, messages.iter().map(|m| m.name).collect()),
        Ruling::Answer(_) => panic!("a hint turns a tile"),
    }
}

#[test]
fn a_hint_leaves_locked_tiles_alone_if_it_can() {
    // One turn, of tile 2, leads round above; two, of tiles 6 and 8, lead round below.
    let both = board(&["|r|7|", ">J|L<", "|L-J|"]);
    let locked = |board: &Board, tile| {
        board.with(tile, Piece { hold: Hold::Locked, ..board.piece(tile).unwrap() })
    };
    let is_settled = |position: &Position, tile| {
        position.board.piece(tile).is_some_and(|piece| piece.hold == Hold::Settled)
    };
    let (above, messages) = hinted(&position(both.clone()));
    assert!(is_settled(&above, 2) && above.is_over());
    assert_eq!(messages, ["hint_given", "heart_reached"]);

    let (below, messages) = hinted(&position(locked(&both, 2)));
    assert!(is_settled(&below, 6) && !below.is_over());
    assert_eq!(messages, ["hint_given"]);

    let (forced, messages) = hinted(&position(locked(&locked(&both, 2), 6)));
    assert!(is_settled(&forced, 2) && forced.is_over());
    assert_eq!(messages, ["tile_unlocked", "hint_given", "heart_reached"]);
}

#[test]
fn a_board_without_a_way_has_no_hint() {
    let stuck = position(board(&[">L<", "|||"]));
    let fault = Maze::referee(&stuck, &Request::plain("hint")).unwrap_err();
    assert_eq!(fault, RULESET.fault(NO_WAY));
    assert!(!Maze::page(&stuck, &[]).status.is_empty());
}

#[test]
fn impossible_positions_are_refused() {
    let choices = Choices::defaults(&RULESET);
    let dealt = Maze::deal(&choices, &mut Chance::from_seed([4; 32]));
    let unpacked = |position: &Position| {
        let mut packer = Packer::new();
        Maze::pack(position, &mut packer);
        Maze::unpack(&choices, &mut Unpacker::new(&packer.finish()))
    };
    assert_eq!(unpacked(&dealt), Ok(dealt.clone()));
    let too_cheap = Position { fewest: 0, ..dealt.clone() };
    let too_dear = Position { fewest: 45, ..dealt.clone() };
    for position in [too_cheap, too_dear] {
        assert_eq!(unpacked(&position), Err(Unpackable::Impossible));
    }
    let won_at_once = Position { board: solved(&dealt.board), ..dealt };
    assert_eq!(unpacked(&won_at_once), Ok(won_at_once.clone()), "what is made up is played on");
}
