//! Every position that a player can come to is packed and read back, with any flags.

use super::fair::every_field;
use super::*;
use proptest::prelude::*;

/// Checks that a position is read back. Gives its length in bits.
fn packed(position: &Position) -> usize {
    let mut packer = Packer::new();
    Minesweeper::fields(&mut position.clone(), &mut Codec::Write(&mut packer)).unwrap();
    let bits = packer.bits();
    let bytes = packer.finish();
    let under = match &position.under {
        Under::Unsettled { .. } => Under::Unsettled { seed: 0 },
        Under::Mines(is_mine) => Under::Mines(vec![false; is_mine.len()]),
    };
    let field = Field::closed(position.size);
    let mut again = Position { size: position.size, field, under, hit: None };
    let mut codec = Codec::Read(Unpacker::new(&bytes));
    assert_eq!(Minesweeper::fields(&mut again, &mut codec), Ok(()), "{position:?}");
    assert_eq!(codec.finish(), Ok(()), "{position:?}");
    assert!(Minesweeper::is_possible(&again), "{position:?}");
    assert_eq!(&again, position);
    bits
}

/// The field with a flag on each closed square that is chosen.
fn flagged(field: &Field, is_chosen: impl Fn(usize) -> bool) -> Field {
    let squares = field.squares.iter().enumerate().map(|(at, square)| match square {
        Square::Closed if is_chosen(at) => Square::Flagged,
        square => *square,
    });
    Field { squares: squares.collect() }
}

#[test]
fn every_position_of_small_fields_is_read_back() {
    let size = size(3, 3, 2);
    let (mut fair_fields, mut classic_fields) = (0, 0);
    for field in every_field(size) {
        let arrangements = listed_arrangements(size, &field);
        for flags in 0..1u32 << size.squares() {
            let field = flagged(&field, |at| flags >> at & 1 == 1);
            if field.flags() < flags.count_ones() as usize {
                continue;
            }
            let position = Position { field, ..fair(size, u64::MAX - u64::from(flags)) };
            packed(&position);
            fair_fields += 1;
            let hits = |is_mine: &[bool]| {
                let may_hit = |at: &usize| is_mine[*at] && position.field.left(size) > 0;
                let is_closed = |at: &usize| position.field.squares[*at] == Square::Closed;
                let hits = (0..size.squares()).filter(may_hit).filter(is_closed);
                hits.map(Some).chain([None]).collect::<Vec<_>>()
            };
            for is_mine in &arrangements {
                for hit in hits(is_mine) {
                    let under = Under::Mines(is_mine.clone());
                    packed(&Position { under, hit, ..position.clone() });
                    packed(&Position { hit, ..position.clone() });
                    classic_fields += 1;
                }
            }
        }
    }
    assert!(fair_fields > 10_000 && classic_fields > 100_000, "{fair_fields}, {classic_fields}");
}

/// Every link of the first page carries the field, so its length counts 64 times.
#[test]
fn closed_fields_take_about_a_bit_a_square() {
    let dealt = fair(size(8, 8, 10), 7);
    assert_eq!(packed(&dealt), 64 + 64 + 3 + 1);
    let with_flags = |count: usize| {
        packed(&Position { field: flagged(&dealt.field, |at| at < count), ..dealt.clone() })
    };
    assert_eq!(with_flags(6), 132 + 6 * 6);
    assert_eq!(with_flags(7), 132 + 64);
    assert_eq!(with_flags(64), 132 + 64);
}

proptest! {
    /// The length does not depend on the seed.
    #[test]
    fn the_mines_do_not_show_in_the_length(one: u64, other: u64) {
        let length = |seed| packed(&fair(size(8, 8, 10), seed));
        prop_assert_eq!(length(one), length(other));
        let length = |seed: u64| {
            let is_mine = (0..16).map(|at| at == seed as usize % 16).collect();
            packed(&Position { under: Under::Mines(is_mine), ..fair(size(4, 4, 1), 0) })
        };
        prop_assert_eq!(length(one), length(other));
    }
}
