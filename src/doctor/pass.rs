//! The secret part of a doctor link, the pass. It is the time at which it was made, sealed with the
//! keys of the installation for its own purpose. So a link of a game does not open the doctor's
//! page, and a doctor link opens no game.

use crate::os::random::{self, NoRandomness};
use crate::seal::keys::KeyRing;
use crate::seal::{self, Binding, NO_GAME, Purpose};

/// The seconds for which a pass is valid: one day by the clock of the machine that shows the page.
/// It is valid for the same time before it was made, because the page must also report a clock that
/// is behind.
pub const VALID_SECONDS: u64 = 24 * 60 * 60;

/// The binding of the seal of a pass.
const BINDING: Binding = Binding { purpose: Purpose::Doctor, game: NO_GAME, ruleset_version: 1 };

/// Makes a pass at the time `now`, in seconds since 1970.
///
/// # Errors
///
/// [`NoRandomness`] if the operating system provides no nonce.
pub fn make(ring: &KeyRing, now: u64) -> Result<String, NoRandomness> {
    Ok(seal::seal(ring, BINDING, &random::bytes()?, &now.to_le_bytes()))
}

/// The time at which a pass was made, in seconds since 1970. Returns `None` if the pass is not
/// valid at the time `now`.
pub fn open(ring: &KeyRing, pass: &str, now: u64) -> Option<u64> {
    let opened = seal::open(ring, BINDING, pass).ok()?;
    let made = u64::from_le_bytes(opened.try_into().ok()?);
    (now.abs_diff(made) <= VALID_SECONDS).then_some(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::respond::binding;
    use crate::seal::NONCE_BYTES;
    use crate::seal::keys::Key;

    const NOW: u64 = 1_795_255_200;

    fn ring() -> KeyRing {
        KeyRing::of(Key::draw().unwrap())
    }

    #[test]
    fn a_pass_is_valid_for_a_day_and_with_its_own_keys_only() {
        let ring = ring();
        let pass = make(&ring, NOW).unwrap();
        assert_ne!(pass, make(&ring, NOW).unwrap());
        for now in [NOW, NOW + 1, NOW + VALID_SECONDS, NOW - VALID_SECONDS] {
            assert_eq!(open(&ring, &pass, now), Some(NOW));
        }
        for now in [NOW + VALID_SECONDS + 1, NOW - VALID_SECONDS - 1, 0, u64::MAX] {
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
        for row in GAMES {
            let position = binding(row.ruleset, Purpose::Position);
            assert!(seal::open(&ring, position, &pass).is_err());
            for foreign in [position, Binding { game: NO_GAME, ruleset_version: 1, ..position }] {
                let token = seal::seal(&ring, foreign, &[7; NONCE_BYTES], &NOW.to_le_bytes());
                assert_eq!(open(&ring, &token, NOW), None);
            }
        }
    }

    #[test]
    fn only_a_time_is_a_pass() {
        let ring = ring();
        for sealed in [&b""[..], &[0; 7], &[0; 9]] {
            let pass = seal::seal(&ring, BINDING, &[7; NONCE_BYTES], sealed);
            assert_eq!(open(&ring, &pass, 0), None);
        }
    }
}
