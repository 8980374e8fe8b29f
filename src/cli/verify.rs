//! `parlour verify`: works out a deal, so that a player can check that it was fixed.

use super::arguments::VerifyOptions;
use crate::date::Day;
use crate::deal::{Deal, DealId};
use crate::game::ruleset::Ruleset;
use crate::game::secrecy::Deals;
use crate::game::verification::{fingerprint, from_hex, to_hex};
use crate::games;

/// The deal, and the fingerprint of a secret. Some deals have no secret: their code decides them.
///
/// # Errors
///
/// A sentence if the options name no deal.
pub fn verify(options: &VerifyOptions) -> Result<String, String> {
    let VerifyOptions { game, secret, number } = options;
    let no_such_game = || format!("there is no game `{game}`; run `parlour verify --help`");
    let ruleset = games::find(game).ok_or_else(no_such_game)?.ruleset;
    let title = ruleset.title;
    let verification = ruleset.verification.ok_or_else(|| {
        format!("{title} has no deals to work out; a game with a secret shows it on its last page")
    })?;
    let secret = secret.trim().to_ascii_lowercase();
    let is_secret = ruleset.deals() == Deals::Secret || from_hex::<32>(&secret).is_some();
    let opening = if is_secret { secret.clone() } else { seed(ruleset, &secret) };
    let no_deal = || {
        format!(
            "`{secret}` with the number {number} is no deal of {title}; copy the secret from the last page of the game, and run `parlour verify --help`"
        )
    };
    let lines = (verification.decided)(&opening, *number).ok_or_else(no_deal)?;
    let fingerprint = is_secret.then(|| format!("fingerprint: {}\n", fingerprint(&secret)));
    let fingerprint = fingerprint.unwrap_or_default();
    Ok(format!("{fingerprint}{}\n", lines.join("\n")))
}

/// The seed of the deal with this code or date, as hexadecimal digits.
fn seed(ruleset: &Ruleset, name: &str) -> String {
    let of_day = Day::parse(name).map(|day| Deal::of(DealId::Day(day)));
    let deal = of_day.unwrap_or_else(|| Deal::from_seed_text(name, false));
    to_hex(&deal.seed(ruleset.key, b""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The deal of a person alone has a code. That of a game against others has a secret.
    #[test]
    fn a_deal_of_concentration_is_worked_out_from_its_code_or_its_secret() {
        let verified = |secret: &str| {
            let (game, secret) = ("concentration".to_owned(), secret.to_owned());
            verify(&VerifyOptions { game, secret, number: 12 }).unwrap()
        };
        let ruleset = games::find("concentration").unwrap().ruleset;
        let of_code = verified("rainy day");
        assert_eq!(of_code, "6 5 4 6 1 2 5 2 1 3 4 3\n");
        let seed = seed(ruleset, "rainy day");
        let of_secret = verified(&seed.to_ascii_uppercase());
        assert_eq!(of_secret, format!("fingerprint: {}\n{of_code}", fingerprint(&seed)));
    }
}
