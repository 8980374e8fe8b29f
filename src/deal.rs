//! Which deal it is.
//!
//! A deal has an identity, a code such as `7qk3-m9xa` or a day, and the identity decides the whole
//! deal: the same one gives everybody the same board, on every server and in every later version.

use crate::date::Day;
use crate::game::chance::Chance;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use sha2::{Digest, Sha256};

/// Which deal it is: with the game and its options, it decides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealId {
    /// One of 2^40 deals, written as a code such as `7qk3-m9xa`.
    Code(u64),
    /// The puzzle of a day.
    Day(Day),
}

const KIND_BITS: u32 = 2;
const CODE_BITS: u32 = 40;
const CODE_CHARS: usize = 8;
/// The digits of a code: Crockford's base 32, which leaves out what can be misread.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl DealId {
    /// A deal drawn from 5 random bytes.
    pub fn from_random(bytes: [u8; 5]) -> Self {
        DealId::Code(bytes.iter().fold(0, |code, byte| code << 8 | u64::from(*byte)))
    }

    /// The deal that a visitor's `seed=` names: a code names itself; any other text names the code
    /// that its SHA-256 begins with. Case (of A to Z) and outer white space make no difference.
    pub fn from_seed_text(text: &str) -> Self {
        let text = text.trim().to_ascii_lowercase();
        parse_code(&text).map(DealId::Code).unwrap_or_else(|| {
            let digest = Sha256::new().chain_update("parlour/seed\n").chain_update(text).finalize();
            let mut bytes = [0; 5];
            bytes.copy_from_slice(&digest[..5]);
            DealId::from_random(bytes)
        })
    }

    /// The name and value that ask for this deal in a query string.
    pub fn to_query(self) -> (&'static str, String) {
        match self {
            DealId::Code(code) => ("seed", code_text(code)),
            DealId::Day(day) => ("day", day.to_string()),
        }
    }

    /// The chance that deals it. `secret` is the sealing key where knowing the deal would help the
    /// player, and empty where the deal is to be the same on every server.
    pub fn chance(self, game: &str, secret: &[u8]) -> Chance {
        let (kind, value) = self.to_query();
        let mut hash = Sha256::new();
        for piece in ["parlour/deal", game, kind, &value] {
            hash.update(piece);
            hash.update("\n");
        }
        hash.update(secret);
        Chance::from_seed(hash.finalize().into())
    }

    /// Appends the identity to a packed position.
    pub fn pack(self, packer: &mut Packer) {
        let (kind, value) = match self {
            DealId::Code(code) => (0, code),
            DealId::Day(day) => (1, day.number().into()),
        };
        packer.put(kind, KIND_BITS);
        packer.put(value, CODE_BITS);
    }

    /// Reads what [`DealId::pack`] wrote; in a token of layout 1 the kind took one bit.
    ///
    /// # Errors
    ///
    /// If there is no such kind or day.
    pub fn unpack(layout: u8, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let kind = packed.take(if layout == 1 { 1 } else { KIND_BITS })?;
        let value = packed.take(CODE_BITS)?;
        match kind {
            0 => Ok(DealId::Code(value)),
            1 => {
                let number = u16::try_from(value).map_err(|_| Unpackable::Impossible)?;
                Ok(DealId::Day(Day::from_number(number)))
            }
            _ => Err(Unpackable::Impossible),
        }
    }
}

/// `7qk3-m9xa`: eight digits, a hyphen in their middle.
fn code_text(code: u64) -> String {
    let digit =
        |place: usize| char::from(DIGITS[(code >> (5 * (CODE_CHARS - 1 - place)) & 31) as usize]);
    let half = CODE_CHARS / 2;
    (0..half).map(digit).chain(['-']).chain((half..CODE_CHARS).map(digit)).collect()
}

fn parse_code(text: &str) -> Option<u64> {
    let (front, back) = text.split_once('-')?;
    if front.len() != CODE_CHARS / 2 || back.len() != CODE_CHARS / 2 {
        return None;
    }
    front.bytes().chain(back.bytes()).try_fold(0, |code, digit| {
        let value = DIGITS.iter().position(|d| *d == digit)?;
        Some(code << 5 | value as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Worked out apart from this program, from the descriptions of SHA-256 and ChaCha12.
    #[test]
    fn draws_are_pinned_for_ever() {
        let mut chance = DealId::from_seed_text("rainy day").chance("maze", b"");
        let draws: Vec<u32> = (0..8).map(|_| chance.below(100)).collect();
        assert_eq!(draws, [82, 44, 88, 29, 61, 90, 27, 98]);
        let mut order: Vec<u8> = (0..10).collect();
        chance.shuffle(&mut order);
        assert_eq!(order, [8, 5, 2, 3, 1, 9, 7, 6, 0, 4]);
    }

    #[test]
    fn seeds_are_pinned_for_ever() {
        let code = |text| DealId::from_seed_text(text).to_query().1;
        assert_eq!(code("rainy day"), "4g7n-er6j");
        assert_eq!(code("  Rainy DAY "), code("rainy day"));
        assert_eq!(code("7qk3-m9xa"), "7qk3-m9xa");
        assert_eq!(code("7QK3-M9XA"), "7qk3-m9xa");
        assert_ne!(code("rain-yday"), "rain-yday", "i is no digit, so this is a text");
    }

    #[test]
    fn game_kind_and_secret_each_change_the_deal() {
        let first = |id: DealId, game, secret: &[u8]| id.chance(game, secret).below(u32::MAX);
        let id = DealId::Code(1);
        let deals = [
            first(id, "maze", b""),
            first(id, "eights", b""),
            first(id, "maze", b"key"),
            first(DealId::Code(2), "maze", b""),
            first(DealId::Day(Day::from_number(1)), "maze", b""),
        ];
        for (at, deal) in deals.iter().enumerate() {
            assert!(!deals[..at].contains(deal));
        }
    }

    proptest! {
        #[test]
        fn identities_come_back(code in 0u64..1 << 40, day: u16, is_day: bool) {
            let id = if is_day { DealId::Day(Day::from_number(day)) } else { DealId::Code(code) };
            let mut packer = Packer::new();
            id.pack(&mut packer);
            let bytes = packer.finish();
            prop_assert_eq!(DealId::unpack(2, &mut Unpacker::new(&bytes)), Ok(id));
            if let ("seed", text) = id.to_query() {
                prop_assert_eq!(DealId::from_seed_text(&text), id);
            }
        }
    }
}
