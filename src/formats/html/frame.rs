//! The frame of every page: its head, its foot, and the shapes of its pictures.

use super::content::{Content, Head, Width};
use super::markup::once_each;
use super::style;
use super::symbol::{Symbol, are_one_symbol, shared};
use crate::formats::buffer::Buffer;
use crate::formats::setting::Setting;
use crate::gateway::http::Response;
use crate::links;
use askama::Template;

/// The media type of the pages.
const CONTENT_TYPE: &str = "text/html; charset=utf-8";

/// The room that the frame and the pictures of nearly every page need.
const FRAME_BYTES: usize = 3 << 10;

/// The policy of a page: it loads style sheets from its host, sends its forms there, and does
/// nothing else. (A policy cannot name the address of the sheet alone: that needs the host, which a
/// page does not know. And no hash lets a browser load a sheet: Content Security Policy Level 3.)
///
/// The policy has no `sandbox`. All that `sandbox` forbids is already forbidden: scripts by
/// `default-src 'none'`, frames by `frame-ancestors`. It would also give every page its own origin.
/// That protects no secret: another page of the same host can ask for a link as well as show it.
/// And then browsers animate no step from page to page, and accessibility checkers cannot read the
/// page.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

#[derive(Template)]
#[template(path = "frame.html")]
struct Frame<'a, C: Content> {
    setting: &'a Setting<'a>,
    content: C,
    head: Head,
}

/// The page with this content.
pub fn framed(setting: &Setting<'_>, content: impl Content) -> Response {
    let head = content.head();
    let mut body = Buffer::with_capacity(FRAME_BYTES + head.room);
    let frame = Frame { setting, content, head };
    frame.render_into(&mut body).expect("the buffer takes all that is written");
    // The template engine drops the last line break. An unfinished line would cost a second
    // write.
    body.push_str("\n");
    Response::document(CONTENT_TYPE, POLICY, body.into_text())
}

impl<C: Content> Frame<'_, C> {
    /// The notice above the content. A game has it below its title, so that the title stays.
    fn notice(&self) -> Option<&String> {
        self.setting.notice.as_ref().filter(|_| !matches!(self.head.width, Width::Wide))
    }

    /// The shapes of the page's pictures, and of the pictures that these consist of.
    fn symbols(&self) -> Vec<Symbol> {
        let mut wanted = once_each(self.head.pictures.iter().copied().map(shared));
        let mut symbols = Vec::new();
        let mut next = 0;
        while let Some(picture) = wanted.get(next).copied() {
            next += 1;
            let (symbol, parts) = Symbol::of(picture);
            for part in parts {
                if !wanted.iter().any(|other| are_one_symbol(*other, part)) {
                    wanted.push(part);
                }
            }
            symbols.extend(symbol);
        }
        symbols
    }
}
