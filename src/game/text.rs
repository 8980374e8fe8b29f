//! Words for people, and the small turns of phrase that several games need.

use std::borrow::Cow;

/// Words for people: fixed, or composed for one page.
pub type Text = Cow<'static, str>;

/// `1 tile`, `5 tiles`, `2 guesses`, `4 tries`.
pub fn count(number: usize, thing: &str) -> String {
    let consonant = |stem: &&str| !stem.ends_with(['a', 'e', 'o', 'u']);
    let (stem, ending) = match thing.strip_suffix('y').filter(consonant) {
        _ if number == 1 => (thing, ""),
        Some(stem) => (stem, "ies"),
        _ if thing.ends_with("ch") || thing.ends_with('s') => (thing, "es"),
        _ => (thing, "s"),
    };
    format!("{number} {stem}{ending}")
}

/// `Ada`, `Ada and Ben`, `Ada, Ben and Cleo`.
pub fn listed<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<T> = names.into_iter().collect();
    names.iter().enumerate().fold(String::new(), |list, (at, name)| {
        let between = match names.len() - at {
            _ if at == 0 => "",
            1 => " and ",
            _ => ", ",
        };
        list + between + name.as_ref()
    })
}

/// The phrase with its first letter in upper case.
pub fn capitalised(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// The text on one line, without control characters.
pub fn on_one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_read_well() {
        assert_eq!([0, 1, 2].map(|n| count(n, "tile")), ["0 tiles", "1 tile", "2 tiles"]);
        assert_eq!([count(2, "match"), count(2, "guess")], ["2 matches", "2 guesses"]);
        assert_eq!(
            [count(1, "try"), count(4, "try"), count(2, "day")],
            ["1 try", "4 tries", "2 days"]
        );
        assert_eq!(listed::<&str>([]), "");
        assert_eq!(listed(["Ada"]), "Ada");
        assert_eq!(listed(["Ada", "Ben"]), "Ada and Ben");
        assert_eq!(listed(["Ada", "Ben", "Cleo"]), "Ada, Ben and Cleo");
        assert_eq!(capitalised("the boat"), "The boat");
        assert_eq!(capitalised(""), "");
    }
}
