//! The seal of a link and the keys it is made with: all that an audit of the links has to read.

pub mod key_file;
pub mod keys;
pub mod slot;
pub(crate) mod source;
pub(crate) mod token;
pub(crate) mod xaes;

pub use keys::{Key, KeyRing};
pub use token::{
    Binding, CONTENT_BYTES_MAX, NO_GAME, OVERHEAD_BYTES, OpenError, Purpose, SHORTEST_TOKEN_CHARS,
    TOKEN_CHARS_MAX, TOKEN_STARTS, Token, open, seal,
};
pub use xaes::{KEY_BYTES, NONCE_BYTES, TAG_BYTES};

#[cfg(test)]
mod tests;
