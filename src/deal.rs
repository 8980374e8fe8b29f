//! The identity of a deal.
//!
//! A deal has an identity: a code such as `7qk3-m9xa`, or a day. The identity decides the whole
//! deal. The same identity gives everybody the same board, on every server and in every later
//! version.

use crate::crockford;
use crate::date::Day;
use crate::game::chance::{Chance, DayOfDeal};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use sha2::{Digest, Sha256};

/// A deal: with the game and its options, it decides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Its identity.
    pub id: DealId,
    /// The id of the key that is mixed in, where knowing the deal would help the player.
    pub key: Option<u8>,
    /// The days before this puzzle of a day that were won in a row ([`Deal::streak_on`]). They change
    /// nothing of the deal.
    pub streak: u16,
    /// True if the player took help, so that the game counts for no streak and its result is no mark
    /// to beat.
    pub is_helped: bool,
    /// True if the player took moves back.
    pub has_taken_back: bool,
    /// Another player's result to beat, as the link that deals the game has it. Anybody can write a
    /// number there. It changes nothing of the deal.
    pub to_beat: Option<u16>,
}

/// The identity of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealId {
    /// One of 2^40 deals that players can ask for by a code such as `7qk3-m9xa`.
    Code(u64),
    /// The deal of a day.
    Day(Day),
    /// One of 2^40 deals that nobody can ask for.
    Private(u64),
}

const KIND_BITS: u32 = 2;
/// The kind that stands for a result to beat. The result follows, and then the deal.
const TO_BEAT: u64 = 3;
const RESULT_BITS: u32 = 14;
/// The greatest result to beat.
pub const RESULT_MAX: u16 = (1 << RESULT_BITS) - 1;
const CODE_BITS: u32 = 40;
const KEY_BITS: u32 = 8;
/// Bits for the number of a day. The streak is stored above it.
const DAY_BITS: u32 = 16;
/// The digits before the hyphen of a code, and behind it.
const HALF_DIGITS: u32 = 4;
/// The most characters of a seed that a page shows.
const SEED_WORDS_MAX: usize = 40;

impl DealId {
    /// A number of a deal, drawn from 5 random bytes.
    pub fn number(bytes: [u8; 5]) -> u64 {
        bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// The kind of identity and the identity, which are hashed into the chance of the deal.
    fn to_text(self) -> (&'static str, String) {
        match self {
            DealId::Code(code) => ("seed", crockford::halves(code, HALF_DIGITS)),
            DealId::Day(day) => ("day", day.to_string()),
            DealId::Private(code) => ("private", crockford::halves(code, HALF_DIGITS)),
        }
    }
}

impl Deal {
    /// A deal that is the same on every server.
    pub fn of(id: DealId) -> Self {
        Deal { id, key: None, streak: 0, is_helped: false, has_taken_back: false, to_beat: None }
    }

    /// The day whose puzzle it is, if it is one.
    pub fn day(self) -> Option<Day> {
        match self.id {
            DealId::Day(day) => Some(day),
            DealId::Code(_) | DealId::Private(_) => None,
        }
    }

    /// The streak of the puzzle of `day` for a player who comes from this deal. It is one more if
    /// this is the won puzzle of the day before, the same if it is the puzzle of that day, and
    /// otherwise 0.
    pub fn streak_on(self, day: Day, is_won: bool) -> u16 {
        match self.day() {
            Some(own) if own == day => self.streak,
            Some(own) if is_won && own.after() == Some(day) => self.streak_if_won().unwrap_or(0),
            _ => 0,
        }
    }

    /// The streak with this puzzle, if it is won. `None` if it counts for none.
    pub fn streak_if_won(self) -> Option<u16> {
        let counts = self.day().is_some() && !self.is_helped;
        counts.then(|| self.streak.saturating_add(1))
    }

    /// The same deal after the player took help: a streak ends.
    pub fn helped(self) -> Self {
        Deal { streak: 0, is_helped: true, ..self }
    }

    /// The same deal after the player took moves back.
    pub fn taken_back(self) -> Self {
        Deal { has_taken_back: true, ..self }
    }

    /// The deal that a visitor's `seed=` names: a code names itself; any other text names the code
    /// that its SHA-256 begins with. Case (of A to Z) and outer white space make no difference.
    /// `has_key` is true if this game mixes in a key, so that a code may name it.
    pub fn from_seed_text(text: &str, has_key: bool) -> Self {
        let text = text.trim().to_ascii_lowercase();
        parse_code(&text).filter(|deal| has_key || deal.key.is_none()).unwrap_or_else(|| {
            let digest = Sha256::new().chain_update("parlour/seed\n").chain_update(text).finalize();
            let mut bytes = [0; 5];
            bytes.copy_from_slice(&digest[..5]);
            Deal::of(DealId::Code(DealId::number(bytes)))
        })
    }

    /// The words of a visitor's `seed=`, if a page may show them beside their code: at most 40
    /// letters, digits and spaces. `None` for other words, so that a link cannot put any text on
    /// the page.
    pub fn seed_words(text: &str) -> Option<&str> {
        let text = text.trim();
        let is_plain = text.len() <= SEED_WORDS_MAX
            && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b' ');
        is_plain.then_some(text)
    }

    /// The name and value that ask for this deal in a query string. `None` if nobody can ask for
    /// it.
    pub fn to_query(self) -> Option<(&'static str, String)> {
        let (kind, mut text) = self.id.to_text();
        if let (DealId::Code(_), Some(key)) = (self.id, self.key) {
            text.push('-');
            text.push_str(&crockford::write(key.into(), 2));
        }
        (!matches!(self.id, DealId::Private(_))).then_some((kind, text))
    }

    /// The chance that deals it. `secret` is the key that is mixed in. It is empty if there is
    /// none.
    pub fn chance(self, game: &str, secret: &[u8]) -> Chance {
        let chance = Chance::from_seed(self.seed(game, secret));
        match self.day() {
            Some(day) => chance.on(DayOfDeal {
                number: day.number().into(),
                seed: hashed(&["parlour/days", game], secret),
            }),
            None => chance,
        }
    }

    /// The seed of [`Deal::chance`]. It tells this deal of this game, and nothing about the secret or
    /// any other deal.
    pub fn seed(self, game: &str, secret: &[u8]) -> [u8; 32] {
        let (kind, value) = self.id.to_text();
        hashed(&["parlour/deal", game, kind, &value], secret)
    }

    /// Appends the deal to a packed position. `has_key` is true if this game mixes in a key.
    pub fn pack(self, has_key: bool, packer: &mut Packer) {
        let (kind, value) = match self.id {
            DealId::Code(code) => (0, code),
            DealId::Day(day) => (1, u64::from(self.streak) << DAY_BITS | u64::from(day.number())),
            DealId::Private(code) => (2, code),
        };
        if let Some(result) = self.to_beat {
            packer.put(TO_BEAT, KIND_BITS);
            packer.put(result.into(), RESULT_BITS);
        }
        packer.put(kind, KIND_BITS);
        packer.put(value, CODE_BITS);
        packer.put(self.is_helped.into(), 1);
        packer.put(self.has_taken_back.into(), 1);
        if has_key {
            packer.put(self.key.unwrap_or(0).into(), KEY_BITS);
        }
    }

    /// Reads what [`Deal::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If there is no such kind or day.
    pub fn unpack(has_key: bool, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let mut kind = packed.take(KIND_BITS)?;
        let mut to_beat = None;
        if kind == TO_BEAT {
            to_beat = Some(packed.take_as(RESULT_BITS)?);
            kind = packed.take(KIND_BITS)?;
        }
        let value = packed.take(CODE_BITS)?;
        let is_helped = packed.take(1)? == 1;
        let has_taken_back = packed.take(1)? == 1;
        let (id, streak) = match kind {
            0 => (DealId::Code(value), 0),
            1 => {
                let day =
                    Day::from_number(u16::try_from(value & u64::from(u16::MAX)).expect("16 bits"));
                let streak = u16::try_from(value >> DAY_BITS);
                (DealId::Day(day), streak.map_err(|_| Unpackable::Impossible)?)
            }
            2 => (DealId::Private(value), 0),
            _ => return Err(Unpackable::Impossible),
        };
        let key = if has_key { Some(packed.take_as(KEY_BITS)?) } else { None };
        Ok(Deal { id, key, streak, is_helped, has_taken_back, to_beat })
    }
}

/// The SHA-256 of lines and a secret.
fn hashed(lines: &[&str], secret: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line);
        hash.update("\n");
    }
    hash.update(secret);
    hash.finalize().into()
}

/// `7qk3-m9xa`, or with the id of a key `7qk3-m9xa-5f`.
fn parse_code(text: &str) -> Option<Deal> {
    let groups: Vec<u64> = text.split('-').map(crockford::read).collect::<Option<_>>()?;
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    let key = match lengths[..] {
        [4, 4] => None,
        [4, 4, 2] => Some(u8::try_from(groups[2]).ok()?),
        _ => return None,
    };
    Some(Deal { key, ..Deal::of(DealId::Code(groups[0] << (CODE_BITS / 2) | groups[1])) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Worked out apart from this program, from the descriptions of SHA-256 and ChaCha12.
    #[test]
    fn draws_are_pinned_for_ever() {
        let mut chance = Deal::from_seed_text("rainy day", false).chance("maze", b"");
        let draws: Vec<u32> = (0..8).map(|_| chance.below(100)).collect();
        assert_eq!(draws, [82, 44, 88, 29, 61, 90, 27, 98]);
        let mut order: Vec<u8> = (0..10).collect();
        chance.shuffle(&mut order);
        assert_eq!(order, [8, 5, 2, 3, 1, 9, 7, 6, 0, 4]);
    }

    #[test]
    fn seeds_are_pinned_for_ever() {
        let code = |text| Deal::from_seed_text(text, false).to_query().unwrap().1;
        assert_eq!(code("rainy day"), "4g7n-er6j");
        assert_eq!(code("  Rainy DAY "), code("rainy day"));
        assert_eq!(code("7qk3-m9xa"), "7qk3-m9xa");
        assert_eq!(code("7QK3-M9XA"), "7qk3-m9xa");
        assert_ne!(code("rain-yday"), "rain-yday", "i is no digit, so this is a text");
    }

    #[test]
    fn only_plain_words_are_shown() {
        assert_eq!(Deal::seed_words(" rainy day 7 "), Some("rainy day 7"));
        for other in ["7qk3-m9xa", "a.b", "http://x", "<b>", "\u{e9}t\u{e9}", &"x".repeat(41)] {
            assert_eq!(Deal::seed_words(other), None, "{other}");
        }
    }

    #[test]
    fn only_codes_of_keyed_deals_name_a_key() {
        let keyed = Deal { key: Some(0xb6), ..Deal::from_seed_text("7qk3-m9xa", true) };
        let (_, text) = keyed.to_query().unwrap();
        assert_eq!(text, "7qk3-m9xa-5p");
        assert_eq!(Deal::from_seed_text(&text, true), keyed);
        assert_eq!(Deal::from_seed_text(&text, false).key, None);
        for other in ["7qk3-m9xa-zz", "7qk3-m9xa-5", "7qk3-m9xa-", "7qk3-m9xa-5p-", "-7qk3-m9xa"] {
            assert_ne!(Deal::from_seed_text(other, true).id, keyed.id, "{other} is a text");
        }
    }

    #[test]
    fn game_kind_and_secret_each_change_the_deal() {
        let first = |id, game, secret: &[u8]| Deal::of(id).chance(game, secret).below(u32::MAX);
        let deals = [
            first(DealId::Code(1), "maze", b""),
            first(DealId::Code(1), "eights", b""),
            first(DealId::Code(1), "maze", b"key"),
            first(DealId::Code(2), "maze", b""),
            first(DealId::Private(1), "maze", b""),
            first(DealId::Day(Day::from_number(1)), "maze", b""),
        ];
        for (at, deal) in deals.iter().enumerate() {
            assert!(!deals[..at].contains(deal));
        }
    }

    #[test]
    fn a_win_yesterday_carries_the_streak_on() {
        let day = |number| Day::from_number(number);
        let third = Deal { streak: 2, ..Deal::of(DealId::Day(day(100))) };
        assert_eq!(third.streak_on(day(101), true), 3);
        assert_eq!(third.streak_on(day(101), false), 0);
        assert_eq!((third.streak_on(day(100), true), third.streak_on(day(100), false)), (2, 2));
        for other in [0, 99, 102, u16::MAX] {
            assert_eq!(third.streak_on(day(other), true), 0, "{other}");
        }
        for id in [DealId::Code(100), DealId::Private(100)] {
            assert_eq!(Deal::of(id).streak_on(day(101), true), 0);
        }
        let last = Deal { streak: u16::MAX, ..Deal::of(DealId::Day(day(u16::MAX))) };
        assert_eq!(last.streak_on(day(0), true), 0);
        let end = Deal { streak: u16::MAX, ..third };
        assert_eq!(end.streak_on(day(101), true), u16::MAX);
    }

    #[test]
    fn a_streak_leaves_the_length_as_it_is() {
        let packed = |streak| {
            let mut packer = Packer::new();
            Deal { streak, ..Deal::of(DealId::Day(Day::from_number(20_778))) }
                .pack(false, &mut packer);
            packer.finish()
        };
        assert_eq!(packed(9).len(), packed(0).len());
        let mut beyond = Packer::new();
        beyond.put(1, KIND_BITS);
        beyond.put(1 << 33, CODE_BITS);
        beyond.put(0, 2);
        let read = Deal::unpack(false, &mut Unpacker::new(&beyond.finish()));
        assert_eq!(read, Err(Unpackable::Impossible));
    }

    proptest! {
        #[test]
        fn deals_come_back(
            code in 0u64..1 << 40, day: u16, kind in 0..3, key: Option<u8>, streak: u16,
            is_helped: bool, has_taken_back: bool,
            to_beat in proptest::option::of(1..=RESULT_MAX)
        ) {
            let ids = [DealId::Code(code), DealId::Day(Day::from_number(day)), DealId::Private(code)];
            let streak = if kind == 1 { streak } else { 0 };
            let id = ids[kind as usize];
            let deal = Deal { id, key, streak, is_helped, has_taken_back, to_beat };
            let mut packer = Packer::new();
            deal.pack(key.is_some(), &mut packer);
            let bytes = packer.finish();
            let again = Deal::unpack(key.is_some(), &mut Unpacker::new(&bytes));
            prop_assert_eq!(again, Ok(deal));
            if let Some(("seed", text)) = deal.to_query() {
                let named = Deal::from_seed_text(&text, key.is_some());
                let named = Deal { to_beat, is_helped, has_taken_back, ..named };
                prop_assert_eq!(named, deal);
            }
        }
    }
}
