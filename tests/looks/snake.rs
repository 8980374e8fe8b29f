//! The largest possible page: a maze of the largest size whose way winds over nearly every tile. So
//! each of a hundred links tells that its tile is reached, and its open sides. No play comes near
//! it, but the limit of the size of a page must hold for it, too.

use crate::collect::Shown;
use parlour::date::Day;
use parlour::deal::{Deal, DealId};
use parlour::formats::html;
use parlour::formats::setting::Setting;
use parlour::formats::shown::{self, Sharing};
use parlour::formats::view::View;
use parlour::game::any::AnyGame;
use parlour::game::any::Asker;
use parlour::game::options::Choices;
use parlour::game::pack::{Packer, Unpacker};
use parlour::game::request::Request;
use parlour::game::seat::Viewer;
use parlour::games;
use parlour::links;
use support::reader::Page;
use support::services::ask;

const COLUMNS: usize = 12;
const ROWS: usize = 9;

/// The number of states of a tile, and the codes of some (src/games/maze/tile.rs).
const CODES: u64 = 12;
const SOUTH_WEST: u64 = 1;
const WEST_NORTH: u64 = 2;
const NORTH_EAST: u64 = 3;
const EAST_SOUTH: u64 = 0;
const EAST_WEST: u64 = 4;
const NORTH_SOUTH: u64 = 5;

/// The tile that was turned last: the lowest one of the arrow's column.
const TURNED: usize = (ROWS - 1) * COLUMNS;

/// The page, as it is when a tile was turned back.
pub fn page() -> Shown {
    let game = games::find("maze").expect("the maze");
    let choices = choose_largest(game);
    let turn_back = game.ruleset.request("turn_back").expect("a request of the maze");
    let request = Request::with(turn_back, TURNED);
    let day = Day::parse("2026-11-21").expect("a day");
    let packed = packed();
    let packed = Unpacker::new(&packed);
    let position = (game.open)(&choices, packed, Asker::nameless(Viewer::Seat(0)));
    let (step, _) = position.expect("a position").play(Some(&request));
    assert_eq!(step.refusal, None);
    let links = links::position(game.ruleset, &token());
    let mut position = shown::Shown::new(game.ruleset, choices, links, step);
    position.board_request = Some("turn_back".to_owned());
    if let Sharing::Link(dealt) = &mut position.sharing {
        dealt.deal = Some(Deal::of(DealId::Day(day)));
    }
    let html = html::render(
        &View::Position(Box::new(position)),
        &Setting::of(&parlour::settings::DEFAULT),
    )
    .body;
    let reached = html.matches(", reached").count();
    assert_eq!(reached, (COLUMNS - 1) * ROWS - 1, "the way has gone astray");
    let (name, choice) = ("maze-size=12x9-snake".to_owned(), "size=12x9".to_owned());
    Shown { name, html, head_bytes: 0, game: Some("maze"), choice }
}

/// From the arrow at the top left the way goes down and up, column by column, to the tile above
/// the heart, which is closed there. Every number is the longest that there is.
fn packed() -> Vec<u8> {
    let mut packer = Packer::new();
    packer.put_one_of(0, ROWS as u64);
    packer.put_one_of(ROWS as u64 - 1, ROWS as u64);
    let ends = [0, ROWS * COLUMNS - 1];
    let codes = (0..ROWS * COLUMNS).filter(|tile| !ends.contains(tile)).map(code);
    packer.put_each_of(&codes.collect::<Vec<u64>>(), CODES);
    packer.put((1 << 14) - 2, 14);
    packer.put(200, 8);
    packer.put(0, 1);
    packer.finish()
}

fn code(tile: usize) -> u64 {
    let goes_down = tile % COLUMNS % 2 == 1;
    match (tile / COLUMNS, tile % COLUMNS) {
        _ if tile == TURNED => EAST_WEST,
        (_, 0) => NORTH_SOUTH,
        (0, _) if goes_down => SOUTH_WEST,
        (0, _) => EAST_SOUTH,
        (row, _) if row == ROWS - 1 && goes_down => NORTH_EAST,
        (row, _) if row == ROWS - 1 => WEST_NORTH,
        _ => NORTH_SOUTH,
    }
}

fn choose_largest(game: &AnyGame) -> Choices {
    let mut choices = Choices::defaults(game.ruleset.options);
    assert!(choices.choose("size", "12x9"), "there is no such size");
    choices
}

/// A token of a maze of this size: all are of one length.
fn token() -> String {
    let dealt = Page { html: ask("g=maze&size=12x9&seed=snake").body };
    dealt.token().expect("a token")
}
