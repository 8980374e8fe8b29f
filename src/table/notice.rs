//! Notices: sentences about the links that somebody has pasted.

use serde::Serialize;

/// A sentence about pasted links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "sentence", rename_all = "snake_case")]
pub enum Notice {
    /// The links brought what the sender wanted, or it was here before.
    Welcome(String),
    /// A link brought nothing, or needs an answer.
    Alarm(String),
}

impl Notice {
    /// A notice of something wrong.
    pub fn alarm(sentence: impl Into<String>) -> Self {
        Notice::Alarm(sentence.into())
    }
}
