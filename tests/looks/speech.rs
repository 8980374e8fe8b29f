//! The output of a speech synthesizer. It speaks every line of a game in words, but not the line
//! under its heading.

use crate::collect::named;
use parlour::games::GAMES;
use std::collections::BTreeSet;
use std::process::Stdio;
use support::process;
use support::reader::Page;
use support::services::browse;
use support::trials::Trial;

const SYNTHESIZER: &str = "espeak-ng";
/// The beginning of an address, which no listener wants to hear.
const ADDRESS: &str = "?";

/// The trials of this file.
pub fn cases() -> Vec<Trial> {
    vec![Trial::new("speech::what_is_said_is_heard", &[SYNTHESIZER], what_is_said_is_heard)]
}

fn what_is_said_is_heard() {
    let lines: BTreeSet<String> = GAMES.iter().flat_map(|game| lines(game.ruleset.key)).collect();
    assert!(lines.len() > 10 * GAMES.len(), "hardly anything to say: {lines:?}");
    let is_drawn = |line: &String| !line.contains(char::is_alphanumeric);
    let wrong: Vec<&String> =
        lines.iter().filter(|line| is_heard(line) == is_drawn(line)).collect();
    assert!(wrong.is_empty(), "drawn and heard, or neither: {wrong:#?}");
}

/// The lines of a game in words, at its start and in the middle of it.
fn lines(key: &str) -> impl Iterator<Item = String> {
    ["start", "middle"].into_iter().flat_map(move |when| {
        let page = Page { html: named(&format!("{key}-{when}")).html.clone() };
        let words = page.link_with("words").query().to_owned();
        let text = browse(format!("{words}&as=text")).body;
        let lines = text.lines().map(|line| line.trim().to_owned());
        let is_said = |line: &String| !line.is_empty() && !line.starts_with(ADDRESS);
        lines.filter(is_said).collect::<Vec<_>>()
    })
}

/// Returns true if the synthesizer finds a phoneme in a line. It writes pauses as `_:`.
fn is_heard(line: &str) -> bool {
    let mut synthesizer = process::command(SYNTHESIZER);
    synthesizer.args(["-q", "-x", "-v", "en", "--", line]).stdout(Stdio::piped());
    let output = synthesizer.output().unwrap_or_else(|error| panic!("{SYNTHESIZER}: {error}"));
    assert!(output.status.success(), "{line}: {}", output.status);
    output.stdout.iter().any(u8::is_ascii_alphabetic)
}
