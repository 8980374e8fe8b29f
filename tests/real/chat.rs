//! The chat of a group that plays over links: what a page says to send on, and to keep.

use crate::browsers::view::View;

/// The words before an invitation.
pub const INVITE: &str = "Send this invitation to ";
/// The words before the link to the result.
pub const SEND_RESULT: &str = "Send the result to ";
/// The words before the link to send and the person to send it to.
pub const SEND: &str = "Send this link to ";
/// The words before the password of a person who has just sat down.
const PASSWORD: &str = "Keep your password";

/// A link that somebody is told to send on.
#[derive(Clone)]
pub struct Sent {
    /// The name of the person to send it to.
    pub to: String,
    /// The link.
    pub link: String,
}

impl Sent {
    /// Reads it from a page, if the page says to send one on.
    pub fn read(page: &View) -> Option<Self> {
        Sent::find(page, SEND)
    }

    /// Reads it from a page that has these words before it.
    #[track_caller]
    pub fn behind(page: &View, words: &str) -> Self {
        let sent = Sent::find(page, words);
        sent.unwrap_or_else(|| panic!("nothing to send:\n{}", page.words))
    }

    fn find(page: &View, words: &str) -> Option<Self> {
        let link = page.words.split_once(words)?.1.split_whitespace();
        let mut link = link.skip_while(|word| !word.starts_with("http://"));
        Some(Sent { to: word_after(page, words)?, link: link.next()?.to_owned() })
    }
}

/// The word that follows others on a page.
pub fn word_after(page: &View, words: &str) -> Option<String> {
    page.words.split_once(words)?.1.split_whitespace().next().map(str::to_owned)
}

/// The password that a page says to keep.
#[track_caller]
pub fn password(page: &View) -> String {
    let password = word_after(page, PASSWORD);
    password.unwrap_or_else(|| panic!("no password:\n{}", page.words))
}
