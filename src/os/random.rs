//! The random generator of the operating system.

use rand::TryRng;
use rand::rngs::{SysError, SysRng};

/// The operating system provides no random bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRandomness(SysError);

impl std::fmt::Display for NoRandomness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the operating system provides no random bytes ({})", self.0)
    }
}

impl std::error::Error for NoRandomness {}

/// Fills `bytes` with random bytes.
///
/// # Errors
///
/// [`NoRandomness`] if the operating system provides none.
pub fn fill(bytes: &mut [u8]) -> Result<(), NoRandomness> {
    SysRng.try_fill_bytes(bytes).map_err(NoRandomness)
}

/// `N` random bytes.
///
/// # Errors
///
/// [`NoRandomness`] if the operating system provides none.
pub fn bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    fill(&mut bytes)?;
    Ok(bytes)
}
