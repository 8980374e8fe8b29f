//! Junk around a link: text that a request reads, and that means nothing.

use parlour::query::QUERY_BYTES_MAX;

/// A kind of junk.
pub struct Junk {
    /// Its name in the output of a test.
    pub name: &'static str,
    before: String,
    behind: String,
}

impl Junk {
    /// A link with the junk before it and behind it.
    pub fn around(&self, link: &str) -> String {
        [&self.before, link, &self.behind].concat()
    }
}

/// Every kind, each with as much text as a query has room for beside this link.
pub fn around(link: &str) -> Vec<Junk> {
    let fill = |room: usize, part: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for part in (0..).map(part) {
            if link.len() + text.len() + part.len() + room > QUERY_BYTES_MAX {
                break;
            }
            text.push_str(&part);
        }
        text
    };
    let before = |name, before| Junk { name, before, behind: String::new() };
    let behind = |name, behind| Junk { name, before: String::new(), behind };
    let broken = format!("s=AQE{}{}&", "x".repeat(60), "%0Ax".repeat(16));
    vec![
        behind("unknown names", fill(0, &|number| format!("&z{number:053}"))),
        behind("unknown names in capitals", fill(0, &|number| format!("&Z{number:053}"))),
        behind("unknown names with accents", fill(0, &|number| format!("&%C3%89{number:048}"))),
        behind(
            "words in a character",
            "&patience=".to_owned() + &fill(10, &|_| "\u{fdfa}".to_owned()),
        ),
        before("broken tokens", fill(0, &|_| broken.clone())),
        before("short tokens", fill(0, &|number| format!("s=AQQJ{number:060}&"))),
        before("tokens in wrappers", {
            format!("s={}%2525&", fill(9, &|number| format!("AQE{number}%7C")))
        }),
        before("one token on many lines", {
            format!("s=AQE{}{}&", "x".repeat(60), fill(66, &|number| format!("%0A{number}")))
        }),
        behind("a text of a league", format!("&results={}", fill(12, &|_| "AQE%7C".to_owned()))),
    ]
}
