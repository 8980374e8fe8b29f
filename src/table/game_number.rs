//! The number of a deal at a table.

use crate::crockford;
use crate::game::chance::Chance;
use sha2::{Digest, Sha256};

/// The width of a game number.
pub const GAME_NUMBER_BITS: u32 = 40;
/// The number of one deal. Every copy of the game has it, and a rematch has another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameNumber(pub u64);

impl GameNumber {
    /// A number drawn by the chance of the deal.
    pub fn draw(chance: &mut Chance) -> Self {
        let mut half = || u64::from(chance.below(1 << (GAME_NUMBER_BITS / 2)));
        GameNumber(half() << (GAME_NUMBER_BITS / 2) | half())
    }

    /// The number of the rematch of the people in these seats, as bits. It depends on nothing else, so
    /// two who ask for it at the same time begin the same game.
    pub fn of_rematch(self, seats: u8) -> Self {
        let hash = Sha256::new().chain_update("parlour/rematch\n");
        let digest: [u8; 32] =
            hash.chain_update(self.0.to_be_bytes()).chain_update([seats]).finalize().into();
        let number = digest[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        GameNumber(number >> (u64::BITS - GAME_NUMBER_BITS))
    }
}

impl std::fmt::Display for GameNumber {
    /// `7QK3-M9XA`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crockford::halves(self.0, GAME_NUMBER_BITS / 10).to_ascii_uppercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_a_number_is_drawn() {
        let mut chance = Chance::from_seed([1; 32]);
        let numbers: Vec<u64> = (0..99).map(|_| GameNumber::draw(&mut chance).0).collect();
        let all = (1 << GAME_NUMBER_BITS) - 1;
        assert_eq!(numbers.iter().fold(0, |bits, number| bits | number), all);
        assert_eq!(numbers.iter().fold(all, |bits, number| bits & number), 0);
    }
}
