//! Works out what was dealt, for whoever has played and wants to know that the deal was fixed.

use super::arguments::VerifyOptions;
use crate::game::verification::Commitment;
use crate::games;

/// Why there is nothing to work out.
#[derive(Debug, PartialEq, Eq)]
pub enum VerifyError {
    /// There is no game of this name.
    NoSuchGame(String),
    /// The deals of this game have no secret.
    NoSecret(&'static str),
    /// That is no secret of this game, or the number does not fit.
    BadSecret(&'static str, &'static str),
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            VerifyError::NoSuchGame(name) => write!(f, "there is no game `{name}`"),
            VerifyError::NoSecret(title) => write!(f, "the deals of {title} have no secret"),
            VerifyError::BadSecret(title, usage) => {
                write!(f, "that is no secret of {title}, or no such number; {usage}")
            }
        }
    }
}

impl std::error::Error for VerifyError {}

/// The fingerprint of a secret, and what it decided.
///
/// # Errors
///
/// If it decides nothing.
pub fn verify(options: &VerifyOptions) -> Result<String, VerifyError> {
    let no_such_game = || VerifyError::NoSuchGame(options.game.clone());
    let ruleset = games::find(&options.game).ok_or_else(no_such_game)?.ruleset;
    let verification = ruleset.verification.ok_or(VerifyError::NoSecret(ruleset.title))?;
    let secret = options.secret.trim().to_ascii_lowercase();
    let lines = (verification.decided)(&secret, options.number)
        .ok_or(VerifyError::BadSecret(ruleset.title, verification.usage))?;
    let fingerprint = Commitment::to(secret, true).fingerprint;
    Ok(format!("fingerprint: {fingerprint}\n{}\n", lines.join("\n")))
}
