//! Requests that make a computer search, among them the longest searches found.

/// Deals, each with the requests that follow; the last is measured.
///
/// The positions that cost the perfect level of noughts and crosses most on five by five were
/// searched for. All first two replies were measured, and then games at random, changed a mark at a
/// time as long as a reply became dearer: 163,000 positions of the normal game and 3,700 of
/// misère, each with the reply and its explanation.
pub const SEARCHES: [(&str, &[&str]); 10] = [
    ("g=noughts&level=perfect&board=5x5&first=computer", &[]),
    ("g=noughts&level=perfect&board=5x5&first=computer", &["why"]),
    ("g=noughts&level=perfect&board=5x5&first=computer&rule=misere", &["why"]),
    ("g=noughts&level=perfect&board=5x5", &["mark=1", "why"]),
    ("g=noughts&level=perfect&board=5x5", &["mark=3", "why"]),
    ("g=noughts&level=perfect&board=5x5", &["mark=0", "mark=20", "why"]),
    ("g=noughts&level=perfect&board=5x5", &["mark=10", "mark=3"]),
    ("g=noughts&level=perfect&board=5x5", &["mark=2", "mark=15"]),
    ("g=noughts&level=perfect&board=5x5&rule=misere", &["mark=16", "mark=17", "why"]),
    ("g=noughts&level=perfect&board=5x5&rule=misere", &["mark=17", "mark=18"]),
];
