//! The secret that decides all chance of a deal, and the seed from which the secrets of all deals of a
//! game follow.
//!
//! The seed is drawn with the first deal and sealed into the position. Every later deal follows from
//! it. So a game of any length has a position of the same width, and opening a link draws nothing
//! anew.

use super::chance::Chance;
use super::codec::{Codec, Coded};
use super::options::Choices;
use super::verification::{from_hex, to_hex};
use sha2::{Digest, Sha256};

/// 128 bits that no page ever shows. The secrets of all deals of a game follow from them.
///
/// A later deal depends on the seed, its kind, and the seats that people play, and on nothing else.
/// Players can vary everything else: the turn, the time, who asks, names, passwords and the number of
/// moves. They would try until the cards please them. One secret for two deals would be worse: the end
/// of the one opens the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DealSeed(u128);

/// The kind of a deal after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealKind {
    /// The round is over, and the next one is dealt.
    NextRound,
    /// A seat was handed over: the round is thrown in and dealt again.
    ThrownIn,
    /// The game is over, and the same people begin another one.
    Rematch,
}

impl DealKind {
    /// The name that is hashed.
    fn name(self) -> &'static str {
        match self {
            DealKind::NextRound => "next round",
            DealKind::ThrownIn => "thrown in",
            DealKind::Rematch => "rematch",
        }
    }
}

impl DealSeed {
    /// The seed of a first deal.
    pub fn draw(chance: &mut Chance) -> Self {
        DealSeed(draw(chance))
    }

    /// The seed of the deal after this one. The choices say which seats people play.
    pub fn next(self, kind: DealKind, choices: &Choices) -> Self {
        DealSeed(self.hash(&[kind.name().as_bytes(), b"\n", &[choices.seats_of_people()]]))
    }

    /// The secret of the deal.
    pub fn secret(self) -> Secret {
        Secret(self.hash(&[b"secret\n"]))
    }

    fn hash(self, pieces: &[&[u8]]) -> u128 {
        let mut hash = Sha256::new().chain_update("parlour/deal seed\n");
        hash.update(self.0.to_be_bytes());
        pieces.iter().for_each(|piece| hash.update(piece));
        let digest: [u8; 32] = hash.finalize().into();
        digest[..16].iter().fold(0, |number, byte| number << 8 | u128::from(*byte))
    }

    /// Writes or reads the seed.
    ///
    /// # Errors
    ///
    /// Fails if the bits run out.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        wide(&mut self.0, codec)
    }
}

fn draw(chance: &mut Chance) -> u128 {
    let mut bytes = [0; 16];
    chance.fill(&mut bytes);
    u128::from_be_bytes(bytes)
}

fn wide(number: &mut u128, codec: &mut Codec<'_>) -> Coded {
    let [upper, lower] = [*number >> 64, *number & u128::from(u64::MAX)];
    let mut halves = [upper, lower].map(|half| u64::try_from(half).expect("64 bits"));
    halves.iter_mut().try_for_each(|half| codec.bits(half, 64))?;
    *number = u128::from(halves[0]) << 64 | u128::from(halves[1]);
    Ok(())
}

/// 128 bits that no page shows before the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secret(u128);

impl Secret {
    /// A new secret.
    pub fn draw(chance: &mut Chance) -> Self {
        Secret(draw(chance))
    }

    /// Derives the chance for one decision. The same `purpose` and `numbers` always give the same
    /// chance, and one chance reveals nothing about the secret or about another chance.
    pub fn chance<const N: usize>(self, purpose: &str, numbers: [u16; N]) -> Chance {
        let mut hash = Sha256::new();
        hash.update("parlour/secret\n");
        hash.update(purpose);
        hash.update("\n");
        hash.update(self.0.to_be_bytes());
        for number in numbers {
            hash.update(number.to_be_bytes());
        }
        Chance::from_seed(hash.finalize().into())
    }

    /// The secret as 32 hexadecimal digits.
    pub fn to_text(self) -> String {
        to_hex(&self.0.to_be_bytes())
    }

    /// Reads what [`Secret::to_text`] wrote.
    pub fn read(text: &str) -> Option<Self> {
        from_hex(text).map(|bytes| Secret(u128::from_be_bytes(bytes)))
    }

    /// Writes or reads the secret.
    ///
    /// # Errors
    ///
    /// Fails if the bits run out.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        wide(&mut self.0, codec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::pack::{Packer, Unpacker};

    #[test]
    fn purpose_and_numbers_each_change_the_chance() {
        let secret = Secret::draw(&mut Chance::from_seed([1; 32]));
        let other = Secret::draw(&mut Chance::from_seed([2; 32]));
        let first = |mut chance: Chance| chance.below(u32::MAX);
        let draws = [
            first(secret.chance("stock", [0, 0])),
            first(secret.chance("stock", [0, 1])),
            first(secret.chance("stock", [1, 0])),
            first(secret.chance("stock", [0])),
            first(secret.chance("hand", [0, 0])),
            first(other.chance("stock", [0, 0])),
        ];
        for (at, draw) in draws.iter().enumerate() {
            assert!(!draws[..at].contains(draw));
        }
        assert_eq!(draws[0], first(secret.chance("stock", [0, 0])), "always the same");
    }

    #[test]
    fn what_a_secret_decides_is_pinned_for_ever() {
        let secret = Secret(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
        let mut chance = secret.chance("stock", [2, 1]);
        assert_eq!([(); 4].map(|()| chance.below(100)), [47, 60, 26, 20]);
    }

    /// So the end of a round, which opens its secret, opens no other deal.
    #[test]
    fn every_deal_has_its_own_seed_and_secret() {
        let kinds = [DealKind::NextRound, DealKind::ThrownIn, DealKind::Rematch];
        let full = Choices::defaults(&[]).with_people(4);
        let people = (0..4).map(|seat| full.clone().with_absent([seat])).chain([full.clone()]);
        let people: Vec<Choices> = people.collect();
        let next = |seed: &DealSeed| {
            let of_kind = |kind| people.iter().map(move |choices| (kind, choices));
            let all = kinds.into_iter().flat_map(of_kind);
            all.map(|(kind, choices)| seed.next(kind, choices)).collect::<Vec<_>>()
        };
        let first = DealSeed::draw(&mut Chance::from_seed([7; 32]));
        let second = next(&first);
        let mut seeds: Vec<DealSeed> = second.iter().flat_map(next).chain([first]).collect();
        seeds.extend(second);
        let secrets = seeds.iter().map(|seed| seed.secret().0);
        // What somebody can work out who takes an opened secret for a seed.
        let guesses = secrets.clone().flat_map(|secret| next(&DealSeed(secret)));
        let all = seeds.iter().map(|seed| seed.0).chain(secrets).chain(guesses.map(|seed| seed.0));
        let mut known = std::collections::BTreeSet::new();
        assert!(all.into_iter().all(|number| known.insert(number)));
    }

    #[test]
    fn secrets_come_back() {
        let secret = Secret::draw(&mut Chance::from_seed([3; 32]));
        assert_eq!(Secret::read(&secret.to_text()), Some(secret));
        let mut packer = Packer::new();
        secret.clone().fields(&mut Codec::Write(&mut packer)).unwrap();
        assert_eq!(packer.bits(), 128);
        let mut read = Secret::default();
        read.fields(&mut Codec::Read(Unpacker::new(&packer.finish()))).unwrap();
        assert_eq!(read, secret);
    }
}
