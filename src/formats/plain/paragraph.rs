//! Paragraphs, wrapped into lines.

/// The lines of a paragraph, each of at most `width` characters if its words allow that. The first
/// line begins with `first`, the others with `rest`.
pub fn wrapped(words: &str, width: usize, first: &str, rest: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in words.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        assert_eq!(wrapped("", 9, "", ""), [""]);
        assert_eq!(wrapped("one two three", 9, "", ""), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 9, "  ", "    "), ["  one two", "    three"]);
        assert_eq!(
            wrapped("incomprehensibilities all", 9, "", ""),
            ["incomprehensibilities", "all"]
        );
    }
}
