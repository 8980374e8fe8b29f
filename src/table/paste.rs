//! A link as somebody pastes it: a token, or a whole address with the damage that mail programs do.

/// The token and the mark (`at=`) in a pasted text. Whatever else stands in it, a chair of somebody
/// else's above all, is left out.
///
/// Blanks and line breaks are taken out, also those that mail writes as `=` at the end of a line or
/// `=3D` for an equals sign (quoted-printable, RFC 2045, 6.7).
pub fn read(text: &str) -> (String, Option<String>) {
    // As every link of a page has it.
    if text.chars().all(|c| is_token_char(&c)) {
        return (text.to_owned(), None);
    }
    let text = text.replace("=\r\n", "").replace("=\n", "").replace("&amp;", "&");
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.replace("s=3D", "s=").replace("at=3D", "at=");
    let value = |name: &str| {
        let pairs = text.split(['?', '&', '#', '<', '>']);
        pairs.filter_map(|pair| pair.split_once('=')).find(|(n, _)| *n == name).map(|(_, v)| v)
    };
    let token = value("s").unwrap_or(&text).chars().take_while(is_token_char).collect();
    (token, value("at").map(str::to_owned))
}

fn is_token_char(c: &char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_token_is_found_however_it_is_pasted() {
        let token = "Ar-_abc123";
        for text in [
            "Ar-_abc123",
            " Ar-_abc 123\r\n",
            "?s=Ar-_abc123&g=eights",
            "https://games.example/cgi-bin/parlour?s=Ar-_abc123&g=eights&at=t12-K4QT",
            "http://h/p?g=eights&amp;at=t12-K4QT&amp;s=Ar-_abc123",
            "<https://h/p?s=Ar-_abc123&g=eights&at=t12-K4QT>",
            "https://h/p?s=3DAr-_ab=\r\nc123&g=3Deights&at=3Dt12-K4QT",
            "https://h/p?s=Ar-_ab\n  c123&g=eights#now",
        ] {
            assert_eq!(read(text).0, token, "{text}");
        }
        assert_eq!(read("?s=A&at=t12-K4QT").1.as_deref(), Some("t12-K4QT"));
        assert_eq!(read("?s=A&g=eights").1, None);
    }

    #[test]
    fn a_foreign_chair_is_left_out() {
        assert_eq!(read("?s=Ab&g=eights&c=7qk3m-9xa2d"), ("Ab".to_owned(), None));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text: String) {
            let (token, _) = read(&text);
            prop_assert!(token.chars().all(|c| is_token_char(&c)));
        }
    }
}
