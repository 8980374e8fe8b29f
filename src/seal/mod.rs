//! The seal, and the keys it is made with: all that an auditor of the links reads.

pub mod file;
pub mod keys;
pub mod slot;
pub mod source;
pub mod token;
pub mod xaes;

pub use keys::{Key, KeyRing};
pub use token::{Binding, OVERHEAD_BYTES, Opened, TOKEN_CHARS_MAX, Unopened, open, seal};
pub use xaes::{KEY_BYTES, NONCE_BYTES, TAG_BYTES};

#[cfg(test)]
mod tests;
