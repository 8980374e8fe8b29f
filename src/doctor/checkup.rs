//! The doctor's findings in plain sentences. A finding about a fault says how to correct it. No
//! sentence contains a key; each key has an id.

use crate::os::own::printable;
/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_one_line_without_control_characters() {
        let finding = Finding::wrong("a file named \x1b[2J\nok \u{fffd}");
        assert_eq!(finding.to_string(), "WRONG a file named ?[2J?ok \u{fffd}");
    }
}
