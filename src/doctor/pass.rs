//! The pass to the doctor's page: the second in which it was made, sealed with the keys of the
//! installation for a purpose of its own. So no link of a game opens the page, and no game opens to
//! a pass.

use crate::doctor::checkup::NAME;
use crate::seal::keys::{KeyRing, NoRandomness, random_bytes};
use crate::seal::{self, Binding};

/// How long a pass is good, in seconds: one day, by the clock of the machine with the page. As
/// long before it was made, since the page is also to show a clock that is behind.
pub const GOOD_SECONDS: u64 = 24 * 60 * 60;

/// What a pass is bound to.
const BINDING: Binding<'_> = Binding { purpose: "doctor", game: NAME, ruleset_version: 1 };

/// A pass that is made in this second since 1970.
pub fn make(ring: &KeyRing, now: u64) -> Result<String, NoRandomness> {
    Ok(seal::seal(ring, BINDING, &random_bytes()?, &now.to_le_bytes()))
}

/// The second in which a pass was made, if it is good now.
pub fn open(ring: &KeyRing, pass: &str, now: u64) -> Option<u64> {
    let sealed = seal::open(ring, BINDING, BINDING.ruleset_version, pass).ok()?;
    let made = u64::from_le_bytes(sealed.content.try_into().ok()?);
    (now.abs_diff(made) <= GOOD_SECONDS).then_some(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, GAMES};
    use crate::respond::binding;
    use crate::seal::NONCE_BYTES;
    use crate::seal::keys::Key;

    const NOW: u64 = 1_795_255_200;

    fn ring() -> KeyRing {
        KeyRing::of(Key::draw().unwrap())
    }

    #[test]
    fn a_pass_is_good_for_a_day_and_with_its_own_keys_only() {
        let ring = ring();
        let pass = make(&ring, NOW).unwrap();
        assert_ne!(pass, make(&ring, NOW).unwrap());
        for now in [NOW, NOW + 1, NOW + GOOD_SECONDS, NOW - GOOD_SECONDS] {
            assert_eq!(open(&ring, &pass, now), Some(NOW));
        }
        for now in [NOW + GOOD_SECONDS + 1, NOW - GOOD_SECONDS - 1, 0, u64::MAX] {
            assert_eq!(open(&ring, &pass, now), None);
        }
        assert_eq!(open(&self::ring(), &pass, NOW), None);
        let retired = KeyRing::new(Key::draw().unwrap(), vec![], vec![ring.sealing_key().clone()]);
        assert_eq!(open(&retired, &pass, NOW), None);
    }

    #[test]
    fn a_pass_opens_no_game_and_no_game_opens_the_page() {
        let ring = ring();
        let pass = make(&ring, NOW).unwrap();
        assert!(games::find(NAME).is_none());
        for row in GAMES {
            assert!(seal::open(&ring, binding(row.ruleset), 1, &pass).is_err());
            let sealed = NOW.to_le_bytes();
            let position = seal::seal(&ring, binding(row.ruleset), &[7; NONCE_BYTES], &sealed);
            assert_eq!(open(&ring, &position, NOW), None);
            // Even a game of this name would be another purpose.
            let named = Binding { game: NAME, ruleset_version: 1, ..binding(row.ruleset) };
            let position = seal::seal(&ring, named, &[7; NONCE_BYTES], &sealed);
            assert_eq!(open(&ring, &position, NOW), None);
        }
    }

    #[test]
    fn what_is_sealed_is_a_second_and_nothing_else() {
        let ring = ring();
        for sealed in [&b""[..], &[0; 7], &[0; 9]] {
            let pass = seal::seal(&ring, BINDING, &[7; NONCE_BYTES], sealed);
            assert_eq!(open(&ring, &pass, 0), None);
        }
    }
}
