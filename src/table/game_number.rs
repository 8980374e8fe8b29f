//! The number of a game at a table.

use super::turn_code::{CODE_BITS, code_text};
use crate::game::chance::Chance;
use crate::game::pack::{Packer, Unpackable, Unpacker};

/// The width of the number of a table.
const TABLE_BITS: u32 = 64;
/// The width of the part of it that the deal draws.
const DRAWN_BITS: u32 = TABLE_BITS - CODE_BITS;
/// The width of the number of games before.
const GAMES_BITS: u32 = 8;

/// One game at a table. Every copy of the game has the same number, and a rematch is the next game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameNumber {
    /// The number of the table. Its first [`CODE_BITS`] bits are the table code, and the first deal draws
    /// the others. So two deals of one invitation are two tables.
    pub table: u64,
    /// The number of games at this table before.
    pub games_before: u8,
}

impl GameNumber {
    /// The first game at a table with this code, before its deal.
    pub fn at_table(code: u32) -> Self {
        GameNumber { table: u64::from(code) << DRAWN_BITS, games_before: 0 }
    }

    /// The same game, when this chance deals it.
    pub fn dealt(self, chance: &mut Chance) -> Self {
        let mut half = || u64::from(chance.below(1 << (DRAWN_BITS / 2)));
        let drawn = half() << (DRAWN_BITS / 2) | half();
        GameNumber { table: u64::from(self.table_code()) << DRAWN_BITS | drawn, ..self }
    }

    /// The next game at the same table.
    pub fn next(self) -> Self {
        GameNumber { games_before: self.games_before.saturating_add(1), ..self }
    }

    /// The table code, in [`CODE_BITS`] bits.
    pub fn table_code(self) -> u32 {
        u32::try_from(self.table >> DRAWN_BITS).expect("a code has fewer bits")
    }

    /// Appends the number to a packed position.
    pub fn pack(self, packer: &mut Packer) {
        packer.put(self.table, TABLE_BITS);
        packer.put(self.games_before.into(), GAMES_BITS);
    }

    /// Reads what [`GameNumber::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If the bits run out.
    pub fn unpack(packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let table = packed.take(TABLE_BITS)?;
        let games_before = u8::try_from(packed.take(GAMES_BITS)?).expect("eight bits");
        Ok(GameNumber { table, games_before })
    }
}

impl std::fmt::Display for GameNumber {
    /// `Game 2 at table 7QK3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = u16::from(self.games_before) + 1;
        write!(f, "Game {number} at table {}", code_text(self.table_code()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_draws_every_bit_but_the_code() {
        let mut chance = Chance::from_seed([1; 32]);
        let invitation = GameNumber::at_table(0xA_BCDE);
        let tables: Vec<u64> = (0..99).map(|_| invitation.dealt(&mut chance).table).collect();
        let drawn = (1 << DRAWN_BITS) - 1;
        assert_eq!(tables.iter().fold(0, |bits, table| bits | table), invitation.table | drawn);
        assert_eq!(tables.iter().fold(u64::MAX, |bits, table| bits & table), invitation.table);
        assert_eq!(invitation.table_code(), 0xA_BCDE);
    }
}
