//! XAES-256-GCM (C2SP, <https://c2sp.org/XAES-256-GCM>): AES-256-GCM with a key derived from the
//! first half of a 192-bit nonce.

use aes_gcm::Aes256Gcm;
use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::aes::Aes256;
use aes_gcm::aes::cipher::{Array, BlockCipherEncrypt};

pub const KEY_BYTES: usize = 32;
/// Bytes of a nonce (XAES-256-GCM).
pub const NONCE_BYTES: usize = 24;
/// Bytes of an authentication tag (AES-GCM, NIST SP 800-38D).
pub const TAG_BYTES: usize = 16;

/// A key, expanded for the cipher. The expansion takes a large part of the time for a small
/// position, so opening and sealing share it.
#[derive(Clone)]
pub struct Xaes {
    aes: Aes256,
    /// The subkey K1 of CMAC (NIST SP 800-38B, section 6.1), which masks a complete last block.
    mask: u128,
}

impl Xaes {
    /// Expands a key.
    pub fn new(key: &[u8; KEY_BYTES]) -> Self {
        let aes = Aes256::new(key.into());
        let mut mask = [0; 16];
        aes.encrypt_block((&mut mask).into());
        let mask = u128::from_be_bytes(mask);
        // Doubling in GF(2^128).
        Xaes { aes, mask: (mask << 1) ^ (0x87 * (mask >> 127)) }
    }

    /// Encrypts a message and appends the tag. The nonce must never be used again with this key.
    pub fn encrypt(&self, nonce: &[u8; NONCE_BYTES], msg: &[u8], aad: &[u8]) -> Vec<u8> {
        self.derived(nonce)
            .encrypt((&gcm_nonce(nonce)).into(), Payload { msg, aad })
            // NIST SP 800-38D, 5.2.1.1.
            .expect("a position is below 64 GiB")
    }

    /// Decrypts the output of [`Xaes::encrypt`]. Returns `None` if any of it has changed.
    pub fn decrypt(&self, nonce: &[u8; NONCE_BYTES], msg: &[u8], aad: &[u8]) -> Option<Vec<u8>> {
        self.derived(nonce).decrypt((&gcm_nonce(nonce)).into(), Payload { msg, aad }).ok()
    }

    /// AES-256-GCM with the key for this nonce, derived with CMAC from its first 12 bytes (C2SP
    /// XAES-256-GCM, a case of NIST SP 800-108r1 with the counter in front).
    fn derived(&self, nonce: &[u8; NONCE_BYTES]) -> Aes256Gcm {
        // The key needs two blocks. The software cipher encrypts four in the same time.
        let mut blocks = [1, 2, 3, 4].map(|counter| {
            let mut block = [0; 16];
            block[..4].copy_from_slice(&[0, counter, b'X', 0]);
            block[4..].copy_from_slice(&nonce[..12]);
            Array((u128::from_be_bytes(block) ^ self.mask).to_be_bytes())
        });
        self.aes.encrypt_blocks(&mut blocks);
        let [front, back, ..] = blocks;
        Aes256Gcm::new(&front.concat(back))
    }
}

/// The last 12 bytes of the nonce: the nonce of AES-GCM.
fn gcm_nonce(nonce: &[u8; NONCE_BYTES]) -> [u8; 12] {
    let mut half = [0; 12];
    half.copy_from_slice(&nonce[12..]);
    half
}
