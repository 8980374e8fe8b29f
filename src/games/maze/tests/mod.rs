//! The maze as a player meets it, and its parts from within. Boards are read off the page and
//! solved by a search of the tests' own.

mod deals;
mod full;
mod hints;
mod nets;
mod routes;
mod rules;
mod signs;
mod solver;
mod table;

use super::Maze;
use crate::game::chance::Chance;
use crate::game::prelude::*;

/// Up to version 2 a link did not say whether the solution was shown, so it may end where a byte does.
#[test]
fn positions_of_version_2_have_one_bit_less() {
    let choices = Choices::defaults(Maze::RULESET.options);
    let position = Maze::deal(&choices, &mut Chance::from_seed([2; 32]));
    let mut ends_on_a_byte = 0;
    for before in 0..8 {
        let mut packer = Packer::new();
        packer.put(0, before);
        Maze::pack(&position, &mut packer);
        let bits = packer.bits() - 1;
        let bytes = packer.finish();
        let unpacker = || {
            let mut unpacker = Unpacker::new(&bytes[..bits.div_ceil(8)]);
            unpacker.take(before).unwrap();
            unpacker
        };
        let read = Maze::unpack(&choices, &mut unpacker().of_version(2));
        assert!(read.is_ok_and(|read| read == position), "{before}");
        let is_refused = Maze::unpack(&choices, &mut unpacker()).is_err();
        assert_eq!(
            is_refused,
            bits.is_multiple_of(8),
            "{before}: the present version has a bit more"
        );
        ends_on_a_byte += u32::from(is_refused);
    }
    assert_eq!(ends_on_a_byte, 1);
}
