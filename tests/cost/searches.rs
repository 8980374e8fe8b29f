//! Requests that make a computer search, among them the longest searches found.

/// Deals, each with the requests that follow; the last is measured.
///
/// The positions that cost the perfect level of noughts and crosses most on five by five were
/// searched for. All first two replies were measured, and then games at random, changed a mark at a
/// time as long as a reply became dearer: 163,000 positions of the normal game and 3,700 of
/// misère, each with the reply and its explanation.
pub const SEARCHES: [(&str, &[&str]); 27] = [
    ("g=noughts&level=perfect&size=5x5&first=computer", &[]),
    ("g=noughts&level=perfect&size=5x5&first=computer", &["why"]),
    ("g=noughts&level=perfect&size=5x5&first=computer&rule=misere", &["why"]),
    ("g=noughts&level=perfect&size=5x5", &["mark=1", "why"]),
    ("g=noughts&level=perfect&size=5x5", &["mark=3", "why"]),
    ("g=noughts&level=perfect&size=5x5", &["mark=0", "mark=20", "why"]),
    ("g=noughts&level=perfect&size=5x5", &["mark=10", "mark=3"]),
    ("g=noughts&level=perfect&size=5x5", &["mark=2", "mark=15"]),
    ("g=noughts&level=perfect&size=5x5&rule=misere", &["mark=16", "mark=17", "why"]),
    ("g=noughts&level=perfect&size=5x5&rule=misere", &["mark=17", "mark=18"]),
    // The longest reply found on nine by nine.
    (
        "g=noughts&level=perfect&size=9x9&first=computer",
        &["mark=31", "mark=48", "mark=20", "mark=60", "why"],
    ),
    ("g=noughts&size=9x9", &["mark=40", "mark=30", "why"]),
    ("g=chess&level=9&seed=a", &["play=e2e4"]),
    ("g=chess&level=9&seed=a", &["play=e2e4", "why"]),
    // A hint looks as far as the hard level.
    ("g=chess&level=1&seed=a", &["play=e2e4", "hint"]),
    ("g=four&level=expert&seed=a", &["drop=4"]),
    ("g=four&level=expert&seed=a", &["drop=4", "why"]),
    ("g=four&level=easy&seed=a", &["drop=1", "hint"]),
    ("g=reversi&level=expert&seed=a", &["place=d3"]),
    ("g=reversi&level=expert&seed=a", &["place=d3", "why"]),
    ("g=reversi&level=easy&seed=a", &["place=d3", "hint"]),
    // Full boards of the maze are searched when they are dealt, and for a hint.
    ("g=maze&kind=wrap&size=12x9&seed=a", &[]),
    ("g=maze&kind=full&size=12x9&seed=a", &["hint"]),
    ("g=maze&kind=wrap-walls&size=12x9&level=hard&seed=a", &["solve"]),
    // Minesweeper looks through all arrangements that fit: the longest of 1,300 moves at random.
    ("g=mines&size=16x16-51&seed=s813486", &["open=132", "open=224"]),
    ("g=mines&size=16x16&seed=s972249", &["open=181", "open=106"]),
    ("g=mines&size=16x16-51&seed=s849469", &["open=84", "hint"]),
];
