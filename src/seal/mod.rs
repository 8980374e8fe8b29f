//! The seal of a link and the keys it is made with: all that an audit of the links has to read.

pub mod key_file;
pub mod keys;
pub mod slot;
pub(crate) mod source;
pub(crate) mod token;
pub(crate) mod xaes;

pub use keys::KeyRing;
pub use token::{
    Binding, CONTENT_BYTES_MAX, OpenError, Purpose, SHORTEST_TOKEN_CHARS, TOKEN_CHARS_MAX, Token,
    is_token_start, seal,
};

#[cfg(any(test, feature = "audit"))]
pub use {
    keys::Key,
    token::{NO_GAME, OVERHEAD_BYTES, open},
    xaes::{KEY_BYTES, NONCE_BYTES, TAG_BYTES},
};

#[cfg(test)]
mod tests;
