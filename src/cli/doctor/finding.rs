//! What the doctor reports: one line for each finding.

use crate::os::own::printable;

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The doctor has seen it work.
    Ok,
    /// It may be meant, or the doctor cannot see behind it.
    Note,
    /// The doctor has seen it go wrong.
    Wrong,
}

/// One finding: what the doctor saw, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub verdict: Verdict,
    pub sentence: String,
}

impl Finding {
    pub fn new(verdict: Verdict, sentence: &str) -> Self {
        Finding { verdict, sentence: printable(sentence) }
    }

    pub fn is_wrong(&self) -> bool {
        self.verdict == Verdict::Wrong
    }
}

/// A finding that the doctor has seen work, with a sentence as for `format!`.
macro_rules! ok {
    ($($sentence:tt)+) => { $crate::cli::doctor::finding::Finding::new($crate::cli::doctor::finding::Verdict::Ok, &format!($($sentence)+)) };
}

/// A finding that may be meant.
macro_rules! note {
    ($($sentence:tt)+) => { $crate::cli::doctor::finding::Finding::new($crate::cli::doctor::finding::Verdict::Note, &format!($($sentence)+)) };
}

/// A finding that the doctor has seen go wrong.
macro_rules! wrong {
    ($($sentence:tt)+) => { $crate::cli::doctor::finding::Finding::new($crate::cli::doctor::finding::Verdict::Wrong, &format!($($sentence)+)) };
}

pub(super) use {note, ok, wrong};

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verdict = match self.verdict {
            Verdict::Ok => "ok",
            Verdict::Note => "note",
            Verdict::Wrong => "WRONG",
        };
        write!(f, "{verdict:<5} {}", self.sentence)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_finding_is_one_line_without_control_characters() {
        let finding = wrong!("a file named \x1b[2J\nok \u{fffd}");
        assert_eq!(finding.to_string(), "WRONG a file named ?[2J?ok \u{fffd}");
    }
}
