//! What the doctor finds out about an installation: facts, and findings in plain sentences, each
//! bad one with its cure. It tells ids of keys and never a key.

use crate::game::page::Fact;
use serde::Serialize;

/// What stands in the place of a game in the link to the doctor's page. No game has this key.
pub const NAME: &str = "doctor";

/// How good a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// As it should be.
    Ok,
    /// Worth knowing; right for some and wrong for others.
    Note,
    /// To be mended.
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

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How good it is.
    pub verdict: Verdict,
    /// What it is, and what to do.
    pub sentence: String,
}

impl Finding {
    /// Something as it should be.
    pub fn ok(sentence: impl Into<String>) -> Self {
        Finding { verdict: Verdict::Ok, sentence: sentence.into() }
    }

    /// Something worth knowing.
    pub fn note(sentence: impl Into<String>) -> Self {
        Finding { verdict: Verdict::Note, sentence: sentence.into() }
    }

    /// Something to be mended.
    pub fn wrong(sentence: impl Into<String>) -> Self {
        Finding { verdict: Verdict::Wrong, sentence: sentence.into() }
    }

    /// True for what has to be mended.
    pub fn is_wrong(&self) -> bool {
        self.verdict == Verdict::Wrong
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:<5} {}", self.verdict, self.sentence)
    }
}

/// All that the doctor's page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkup {
    /// What is so, good or bad.
    pub facts: Vec<Fact>,
    /// What there is to say about it.
    pub findings: Vec<Finding>,
}

impl Checkup {
    /// How it stands, in one sentence.
    pub fn summary(&self) -> &'static str {
        match self.findings.iter().filter(|finding| finding.is_wrong()).count() {
            0 => "Nothing has to be mended here.",
            1 => "One thing has to be mended.",
            _ => "Several things have to be mended.",
        }
    }
}
