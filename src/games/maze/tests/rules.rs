//! The rules: tiles and flights, granted and refused requests, and messages.

use super::signs::{piece, tiling};
use super::table::{SIZES, Table};
use crate::deal::Deal;
use crate::game::any::{pack, unpack};
use crate::games::maze::Maze;
use crate::games::maze::event::Event;
use crate::games::maze::page;
use crate::games::maze::position::Position;
use crate::games::maze::route;
use crate::games::maze::ruleset::{BoardKind, LOCK, NO_SUCH_TILE, OPTIONS, TURN, TURN_BACK};
use crate::games::maze::tile::{Kind, Piece, Side, Sides, Tile};
use crate::games::maze::tiling::TileAt;
use crate::games::maze::tiling::{BoardSize, Flight, FlightEnd};
use crate::prelude::*;

#[test]
fn tiles_open_as_in_the_source() {
    // n, e, s, w of the tile types 0 to 5, and 8 and 9.
    let source = [
        ([0, 1, 1, 0], Tile::Piece(piece(0))),
        ([0, 0, 1, 1], Tile::Piece(piece(1))),
        ([1, 0, 0, 1], Tile::Piece(piece(2))),
        ([1, 1, 0, 0], Tile::Piece(piece(3))),
        ([0, 1, 0, 1], Tile::Piece(piece(4))),
        ([1, 0, 1, 0], Tile::Piece(piece(5))),
        ([0, 1, 0, 0], Tile::Arrow),
        ([0, 0, 0, 1], Tile::Heart),
    ];
    for (openings, tile) in source {
        assert_eq!(Side::ALL.map(|side| u8::from(tile.opens(side))), openings, "{tile:?}");
    }
}

#[test]
fn a_turn_turns_the_sides_of_every_piece() {
    for (place, piece) in Piece::all(&Kind::OF_WAYS).enumerate() {
        assert_eq!(piece.is_locked, place >= 6);
        assert_eq!(piece.turned(1).turned(3), piece);
        for side in Side::ALL {
            let opens = |piece, side| Tile::Piece(piece).opens(side);
            assert_eq!(opens(piece.turned(1), side.turned(1)), opens(piece, side));
        }
        let sides: Vec<Side> = piece.openings().iter().collect();
        let [a, b] = sides[..] else { panic!("{piece:?}") };
        assert_eq!((piece.beyond(a), piece.beyond(b)), (Some(b), Some(a)));
    }
}

#[test]
fn neighbours_are_those_of_the_source() {
    let beside = |tile| Side::ALL.map(|side| BoardSize { columns: 6, rows: 4 }.beside(tile, side));
    assert_eq!(beside(2), [None, Some(3), Some(8), Some(1)]);
    assert_eq!(beside(4), [None, Some(5), Some(10), Some(3)]);
    assert_eq!(beside(0), [None, Some(1), Some(6), None]);
    assert_eq!(beside(23), [Some(17), None, None, Some(22)]);
}

#[test]
fn the_arrow_flies_through_openings_that_meet() {
    let flight = |rows: &[&str]| {
        let Flight { tiles, end } = tiling(rows).flight();
        (tiles, end)
    };
    assert_eq!(flight(&[">--<"]), (vec![0, 1, 2, 3], FlightEnd::Heart));
    assert_eq!(flight(&[">-|<"]), (vec![0, 1], FlightEnd::Closed(2, Side::West)));
    assert_eq!(flight(&[">J-<"]), (vec![0, 1], FlightEnd::Edge(1, Side::North)));
    // To the heart from above, and back to the arrow from below.
    assert_eq!(flight(&[">-7", "--<"]).1, FlightEnd::Closed(5, Side::North));
    assert_eq!(flight(&[">7|", "LJ<"]).1, FlightEnd::Closed(0, Side::South));
}

#[test]
fn a_tile_turns_a_quarter_there_and_back() {
    let mut table = Table::seeded("6x4", "rainy day");
    let dealt = table.signs();
    assert_eq!(table.tile(&TURN, 0), None);
    let turned = table.signs();
    assert_ne!(turned, dealt);
    assert!(table.cell(0).marks.last);
    assert_eq!(table.step.page.changed, Some(At::first_board(0)));
    assert_eq!(table.tile(&TURN_BACK, 0), None);
    assert_eq!(table.signs(), dealt);
    assert_eq!(table.fact("Turns"), 2);
}

#[test]
fn a_locked_tile_waits_to_be_unlocked() {
    let mut table = Table::seeded("6x4", "rainy day");
    let offers = |table: &Table, tile: usize| -> Vec<&str> {
        table.cell(tile).offers.iter().map(|offer| offer.request.spec.name).collect()
    };
    assert_eq!(offers(&table, 8), ["turn", "turn_back", "lock"]);
    assert_eq!(table.step.page.changed, None);
    assert_eq!(table.tile(&LOCK, 8), None);
    assert_eq!(table.step.page.changed, Some(At::first_board(8)));
    assert_eq!(offers(&table, 8), ["lock"]);
    assert!(table.offer_label(8).starts_with("Unlock row 2, column 3: "));
    assert_eq!((table.tile(&TURN, 8), table.tile(&TURN_BACK, 8)), (Some(903), Some(903)));
    assert_eq!(table.tile(&LOCK, 8), None);
    assert_eq!(table.step.page.changed, Some(At::first_board(8)));
    assert_eq!(table.tile(&TURN, 8), None);
    assert_eq!(table.fact("Turns"), 1);
}

#[test]
fn what_cannot_be_is_refused_with_its_number() {
    let mut table = Table::seeded("6x4", "rainy day");
    let at = |table: &Table, sign| table.signs().concat().find(sign).unwrap();
    let (arrow, heart) = (at(&table, '>'), at(&table, '<'));
    for request in [&TURN, &TURN_BACK, &LOCK] {
        assert_eq!(table.tile(request, 24), Some(901));
        assert_eq!(table.tile(request, arrow), Some(902));
        assert_eq!(table.tile(request, heart), Some(902));
    }
    while !table.is_won() {
        table.take_hint();
    }
    assert_eq!(table.message_names(), ["tile_turned", "heart_reached"]);
    let hint = Request::plain(&HINT);
    assert_eq!(
        (table.tile(&TURN, 0), table.tile(&TURN, 99), table.put(&hint)),
        (Some(905), Some(905), Some(611))
    );
    assert_eq!(table.step.page.all_offers().count(), 0);
}

#[test]
fn a_tile_number_fits_the_largest_board() {
    let (_, columns, rows) = SIZES[3];
    let tiles = columns * rows;
    for spec in [&TURN, &TURN_BACK, &LOCK] {
        let fault = |text: &str| Request::read(spec, text).err();
        assert_eq!(fault(&(tiles - 1).to_string()), None);
        for outside in [tiles.to_string().as_str(), "-1", "99999999999999999999"] {
            assert_eq!(fault(outside), Some(NO_SUCH_TILE), "{outside}");
        }
    }
}

#[test]
fn every_event_has_a_sentence_and_typed_arguments() {
    use Side::{South, West};
    let numbers = |numbers: &[usize]| numbers.iter().copied().map(Value::Number).collect();
    let at = |tile| TileAt { tile, columns: 12 };
    let told: [(Event, &str, Vec<Value>, &str); 5] = [
        (
            Event::Turned(at(13), 1, Sides::of(&[South, West])),
            "tile_turned",
            vec![13.into(), "sw".into()],
            "Row 2, column 2 now opens south and west.",
        ),
        (Event::Locked(at(0)), "tile_locked", numbers(&[0]), "Row 1, column 1 is locked."),
        (
            Event::Unlocked(at(107)),
            "tile_unlocked",
            numbers(&[107]),
            "Row 9, column 12 is unlocked.",
        ),
        (Event::SolutionShown, "solution_shown", vec![], "The solution is shown."),
        (
            Event::HeartReached { kind: BoardKind::Way, turns: 12, fewest: 10 },
            "heart_reached",
            numbers(&[12, 10]),
            "The arrow reaches the heart.",
        ),
    ];
    for (event, name, arguments, sentence) in told {
        let message = event.message();
        assert_eq!((message.spec.name, message.sentence.as_ref()), (name, sentence));
        assert_eq!(message.arguments, arguments);
        assert_eq!(message.arguments.len(), message.spec.arguments.len());
    }
}

#[test]
fn the_end_is_told_by_turns() {
    let told = |turns, fewest| {
        let board = tiling(&[">--<"]);
        let dealt = Position::new(&Choices::defaults(OPTIONS), board, fewest);
        let position = Position { turns, ..dealt };
        let end = page::page(&position, &[]).end.unwrap();
        (end.detail.into_owned(), end.share.unwrap().result.into_owned())
    };
    let told_twice = |detail: &str, result: &str| (detail.to_owned(), result.to_owned());
    assert_eq!(
        [told(1, 1), told(3, 2)],
        [
            told_twice("Love finds the best way: 1 turn, the fewest possible.", "⭐ 1 turn, par 1"),
            told_twice("Love finds a way: 3 turns. The fewest possible is 2.", "3 turns, par 2"),
        ]
    );
}

#[test]
fn boards_have_words_and_three_column_drawings() {
    let mut table = Table::seeded("6x4", "rainy day");
    let texts: Vec<&str> = table.board().cells.iter().map(|cell| cell.text.as_ref()).collect();
    let rows = [
        ["-' ", "---", "|", "-' ", "|", "-<3"],
        ["`-", "|", "|", "---", "-' ", "|"],
        [">->", "*,-", "---", "---", "---", "-' "],
        ["---", "-. ", "|", "-. ", "|", "|"],
    ];
    assert_eq!(texts, rows.concat());
    let tell = |table: &Table| {
        let cell = table.cell(13);
        (cell.text.clone().into_owned(), cell.label.clone().into_owned(), table.offer_label(13))
    };
    let told = |text: &str, label: &str, offer: &str| (text.into(), label.into(), offer.into());
    let dealt = told(
        "*,-",
        "east to south, stops the arrow from the west",
        "Turn row 3, column 2: east to south, stops the arrow from the west",
    );
    assert_eq!(tell(&table), dealt);
    assert_eq!(
        table.step.page.status,
        "Turn tiles to lead the arrow to the heart. It stops at row 3, column 2."
    );
    assert_eq!(table.tile(&TURN, 13), None);
    let turned =
        told("=.)", "south to west, reached", "Turn row 3, column 2: south to west, reached");
    assert_eq!(tell(&table), turned);
    assert_eq!(table.step.page.status, "The arrow reaches 1 tile and stops at row 4, column 2.");
    assert_eq!(table.tile(&LOCK, 13), None);
    let locked = told(
        "=.]",
        "south to west, reached, locked",
        "Unlock row 3, column 2: south to west, reached, locked",
    );
    assert_eq!(tell(&table), locked);
}

/// A link carries the choices, the identity of the deal and the position, sealed with 42 bytes more
/// and written in base64, and about 30 characters of query.
#[test]
fn links_stay_short() {
    for (size, length) in [("6x4", 130), ("8x6", 160), ("10x8", 190), ("12x9", 210)] {
        let table = Table::seeded(size, "rainy day");
        let mut packer = Packer::new();
        table.choices.pack(&mut packer);
        Deal::from_seed_text("rainy day", false).pack(false, &mut packer);
        let bytes = 42 + packer.bits().div_ceil(8) + table.packed.len();
        let link = 30 + (4 * bytes).div_ceil(3);
        assert!(link <= length, "{size}: {link}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let choices = Choices::defaults(OPTIONS);
    let dealt = Maze::deal(&choices, &mut Chance::from_seed([4; 32]));
    let unpacked = |position: &Position| {
        let mut packer = Packer::new();
        pack::<Maze>(&mut position.clone(), &mut packer);
        unpack::<Maze>(&choices, Unpacker::new(&packer.finish()))
    };
    assert_eq!(unpacked(&dealt), Ok(dealt.clone()));
    let too_cheap = Position { fewest: 0, ..dealt.clone() };
    let too_dear = Position { fewest: 45, ..dealt.clone() };
    for position in [too_cheap, too_dear] {
        assert_eq!(unpacked(&position), Err(Unpackable::Impossible));
    }
    let won_at_once = Position { board: route::cheapest(&dealt.board).unwrap().solved, ..dealt };
    assert_eq!(unpacked(&won_at_once), Ok(won_at_once.clone()), "what is made up is played on");
}
