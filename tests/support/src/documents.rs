//! The blocks of code in the documents. The words after the three backquotes are the language and a
//! name. The name of commands is the test that runs them, and the name of a program is its file.

use crate::repository;
use std::fs;

/// The documents that have commands.
pub const DOCUMENTS: [&str; 17] = [
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/add-a-game.md",
    "docs/daily-puzzles.md",
    "docs/evidence.md",
    "docs/how-a-link-works.md",
    "docs/install.md",
    "docs/json-api.md",
    "docs/levels.md",
    "docs/play-with-friends.md",
    "deploy/README.md",
    "deploy/scale.md",
    "deploy/small-web.md",
    "benches/README.md",
    "fuzz/README.md",
];

/// A block of code.
pub struct Block {
    /// The language, or nothing.
    pub language: String,
    /// The name, or nothing.
    pub name: String,
    /// The lines of the block.
    pub text: String,
}

/// The text of a document.
///
/// # Panics
///
/// If it cannot be read.
pub fn text(document: &str) -> String {
    fs::read_to_string(repository::file(document)).unwrap_or_else(|e| panic!("{document}: {e}"))
}

/// The blocks of a document.
pub fn blocks(document: &str) -> Vec<Block> {
    let text = text(document);
    let inside = text.split("\n```").skip(1).step_by(2);
    let block = |block: &str| {
        let (head, text) = block.split_once('\n').unwrap_or((block, ""));
        let (language, name) = head.split_once(' ').unwrap_or((head, ""));
        Block { language: language.to_owned(), name: name.to_owned(), text: format!("{text}\n") }
    };
    inside.map(block).collect()
}

/// The commands of a document that the test with this name runs.
pub fn commands(document: &str, name: &str) -> Vec<String> {
    let is_meant = |block: &Block| block.language == "sh" && block.name == name;
    blocks(document).into_iter().filter(is_meant).map(|block| block.text).collect()
}
