//! Texts that a player may type as a move on the largest board of each game. The work of a request has
//! one bound for all of them.

use parlour::query::QUERY_BYTES_MAX;

/// A game with its largest board.
pub const BOARDS: [&str; 10] = [
    "g=mines&size=16x16&seed=typed",
    "g=maze&size=12x9&kind=full&seed=typed",
    "g=noughts&size=9x9&seed=typed",
    "g=concentration&size=8x8&seed=typed",
    "g=nim&heaps=34567&seed=typed",
    "g=mastermind&code=yours&seed=typed",
    "g=mastermind&seed=typed",
    "g=eights&players=5&seed=typed",
    "g=eights&players=5&level=counting&lead=lot&seed=typed",
    "g=chess&level=9&seed=typed",
];

/// Texts of every kind for a page with this label of a move: letters, long words, near misses,
/// digits, punctuation, letters of several bytes, repeated words, and moves in a row.
pub fn texts(label: &str) -> Vec<String> {
    let letters: Vec<String> = ('a'..='z').map(String::from).collect();
    vec![
        "\u{130}".repeat(80),
        letters.join(" ").repeat(3),
        vec!["x".repeat(8); 8].join(" "),
        label.replacen('e', "ea", 3),
        "opne it trun bakc".to_owned(),
        "1234567890".repeat(190),
        "1 ".repeat(80),
        "?!,.;:-".repeat(60),
        "\u{e9}\u{6f22}\u{df}".repeat(100),
        vec![label; 50].join(" "),
        ["hint"; 8].join("; "),
        "a1 b2 c3 d4 e5 f6 g7 h8".to_owned(),
    ]
}

/// The query of a text, as much of it as fits.
pub fn query(position: &str, text: &str) -> String {
    let mut query = format!("{position}&move=");
    for byte in text.bytes().take((QUERY_BYTES_MAX - query.len()) / 3) {
        query.push_str(&format!("%{byte:02X}"));
    }
    query
}
