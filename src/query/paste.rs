//! A link as somebody pastes it: a token, or a whole address with the damage that mail programs do.

/// The parts of a pasted text. Everything else is left out, above all a password of somebody else.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// The token.
    pub token: String,
    /// The key of the game, if the text is an address.
    pub game: Option<String>,
    /// The turn code (`at=`), if it has one.
    pub turn_code: Option<String>,
}

/// Reads a pasted text.
///
/// Blanks and line breaks are taken out, also those that mail writes as `=` at the end of a line or
/// `=3D` for an equals sign (quoted-printable, RFC 2045, 6.7).
pub fn read(text: &str) -> Pasted {
    // As every link of a page has it.
    if text.chars().all(|c| is_token_char(&c)) {
        return Pasted { token: text.to_owned(), ..Pasted::default() };
    }
    let text = text.replace("=\r\n", "").replace("=\n", "").replace("&amp;", "&");
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.replace("s=3D", "s=").replace("g=3D", "g=").replace("at=3D", "at=");
    let value = |name: &str| {
        let pairs = text.split(['?', '&', '#', '<', '>']);
        pairs.filter_map(|pair| pair.split_once('=')).find(|(n, _)| *n == name).map(|(_, v)| v)
    };
    let token = value("s").unwrap_or(&text).chars().take_while(is_token_char).collect();
    let [game, turn_code] = ["g", "at"].map(|name| value(name).map(str::to_owned));
    Pasted { token, game, turn_code }
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
            let pasted = read(text);
            assert_eq!(pasted.token, token, "{text}");
            let is_address = text.contains("g=");
            assert_eq!(pasted.game.as_deref(), is_address.then_some("eights"), "{text}");
        }
        assert_eq!(read("?s=A&at=t12-K4QT").turn_code.as_deref(), Some("t12-K4QT"));
        assert_eq!(read("?s=A&g=eights").turn_code, None);
    }

    #[test]
    fn a_foreign_password_is_left_out() {
        let pasted = read("?s=Ab&g=eights&c=7qk3m-9xa2d");
        let game = Some("eights".to_owned());
        assert_eq!(pasted, Pasted { token: "Ab".to_owned(), game, turn_code: None });
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text: String) {
            prop_assert!(read(&text).token.chars().all(|c| is_token_char(&c)));
        }
    }
}
