//! The doctor's report on an installation: facts, and findings in plain sentences. A finding about
//! a fault says how to correct it. No sentence contains a key; each key has an id.

use crate::game::page::Fact;
use crate::os::own::printable;
use serde::Serialize;

/// The value of `g` in the doctor link. No game has this key.
pub const NAME: &str = "doctor";

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// All is well.
    Ok,
    /// Right for some installations and wrong for others.
    Note,
    /// Must be corrected.
    Wrong,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Verdict::Ok => "ok",
            Verdict::Note => "note",
            Verdict::Wrong => "WRONG",
        })
    }
}

/// One result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Its weight.
    pub verdict: Verdict,
    /// The result, and the advice that follows from it.
    pub sentence: String,
}

impl Finding {
    /// A finding that all is well.
    pub fn ok(sentence: impl AsRef<str>) -> Self {
        Finding::new(Verdict::Ok, sentence.as_ref())
    }

    /// A finding that is worth knowing.
    pub fn note(sentence: impl AsRef<str>) -> Self {
        Finding::new(Verdict::Note, sentence.as_ref())
    }

    /// A finding that needs a correction.
    pub fn wrong(sentence: impl AsRef<str>) -> Self {
        Finding::new(Verdict::Wrong, sentence.as_ref())
    }

    fn new(verdict: Verdict, sentence: &str) -> Self {
        Finding { verdict, sentence: printable(sentence) }
    }

    /// The result and then the advice, as sentences with capitals and full stops. Each semicolon
    /// starts a new sentence.
    pub fn in_sentences(&self) -> impl Iterator<Item = String> {
        self.sentence.split("; ").map(as_sentence)
    }

    /// Returns true if it needs a correction.
    pub fn is_wrong(&self) -> bool {
        self.verdict == Verdict::Wrong
    }
}

/// The line on the terminal.
impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:<5} {}", self.verdict, self.sentence)
    }
}

/// A clause with a capital and a full stop. A path or a command at its end gets no stop, because
/// users copy it.
fn as_sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    let capital = chars.next().map(|first| first.to_ascii_uppercase());
    let last = clause.rsplit(' ').next().unwrap_or_default();
    let stop = if last.contains(['/', '`', '?', '.']) { "" } else { "." };
    capital.into_iter().chain(chars).chain(stop.chars()).collect()
}

/// The content of the doctor's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkup {
    /// Facts, good or bad.
    pub facts: Vec<Fact>,
    /// The results of the checks.
    pub findings: Vec<Finding>,
}

impl Checkup {
    /// The findings of one kind.
    pub fn of_kind(&self, verdict: Verdict) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.verdict == verdict)
    }

    /// The result in one sentence.
    pub fn summary(&self) -> String {
        match self.of_kind(Verdict::Wrong).count() {
            0 => "Nothing has to be corrected.".to_owned(),
            1 => "One thing has to be corrected.".to_owned(),
            count => format!("{count} things have to be corrected."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_one_line_without_control_characters() {
        let finding = Finding::wrong("a file named \x1b[2J\nok \u{fffd}");
        assert_eq!(finding.to_string(), "WRONG a file named ?[2J?ok \u{fffd}");
    }

    #[test]
    fn a_finding_is_sentences_for_readers() {
        let read =
            |sentence: &str| -> Vec<String> { Finding::wrong(sentence).in_sentences().collect() };
        assert_eq!(
            read("everybody may change the program; run `chmod 0711 /srv/parlour`"),
            ["Everybody may change the program.", "Run `chmod 0711 /srv/parlour`"]
        );
        assert_eq!(
            read("a key file lies there: /srv/key; move it; make a new key"),
            ["A key file lies there: /srv/key", "Move it.", "Make a new key."]
        );
        assert_eq!(read("all is well"), ["All is well."]);
        assert_eq!(read(""), ["."]);
    }
}
