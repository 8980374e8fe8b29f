//! What every page has around its own part: its head with the style sheets, its foot, and the shapes
//! of its pictures.

use super::content::Content;
use super::markup::{Compiled, once_each};
use super::symbol::Symbol;
use crate::clients::assets::{STYLE, STYLES};
use crate::clients::buffer::Buffer;
use crate::clients::view::Document;
use crate::game::page::Picture;
use askama::Template;

/// The media type of the pages.
const CONTENT_TYPE: &str = "text/html; charset=utf-8";

/// Room for what nearly every page has around its content, besides the styles, and for its pictures.
const FRAME_BYTES: usize = 3 << 10;

/// Room for nearly every policy.
const POLICY_BYTES: usize = 640;

/// What is said should a template fail, which only a lack of memory can cause.
const PLAIN_ERROR: &str = "<!DOCTYPE html><title>Parlour</title><p>Something went wrong here. \
    <a href=\"?parlour\">All games</a>";

/// A page.
#[derive(Template)]
#[template(path = "frame.html")]
pub struct Frame<C: Content> {
    /// What stands at its end about its links.
    note: Option<&'static str>,
    /// The style sheets: what every page has, and then what this one needs. Each has its hash.
    styles: Vec<(&'static str, &'static str)>,
    content: C,
}

impl<C: Content> Frame<C> {
    /// The page with this content, and what stands at its end about its links.
    pub fn new(note: Option<&'static str>, content: C) -> Self {
        let sheet = |name: &str| STYLES.iter().find(|(n, _)| *n == name).map(|(_, sheet)| *sheet);
        let read = (content.width() == "text").then_some("text");
        let own = read.into_iter().chain(content.styles()).filter_map(sheet);
        Frame { note, styles: std::iter::once(STYLE).chain(own).collect(), content }
    }

    /// The page, rendered.
    pub fn document(&self) -> Document {
        let styles: usize = self.styles.iter().map(|(sheet, _)| sheet.len()).sum();
        let mut body = Buffer::with_capacity(styles + FRAME_BYTES + self.content.room());
        if self.render_into(&mut body).is_err() {
            body = Buffer::default();
            body.push_str(PLAIN_ERROR);
        }
        // The template engine drops the last line end, and an unfinished line would cost a second
        // write.
        body.push_str("\n");
        Document { content_type: CONTENT_TYPE, policy: self.policy(), body: body.into_text() }
    }

    /// What the page may load and do: nothing but show itself in its style and send its forms to
    /// this program.
    ///
    /// There is no `sandbox` in it. It would forbid nothing that is not forbidden already: scripts
    /// are by `default-src 'none'`, frames by `frame-ancestors`. What it would add is an origin of
    /// its own for every page, which keeps no secret (another page of the same host can ask for a
    /// link as well as show it), and under which browsers animate no step from page to page, and
    /// checkers of accessibility cannot look at the page at all.
    fn policy(&self) -> String {
        let mut policy = String::with_capacity(POLICY_BYTES);
        policy.push_str("default-src 'none'; style-src");
        for (_, hash) in &self.styles {
            policy.push(' ');
            policy.push_str(hash);
        }
        policy.push_str(
            "; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        );
        policy
    }

    fn sheets(&self) -> impl Iterator<Item = Compiled> {
        self.styles.iter().map(|(sheet, _)| Compiled(sheet))
    }

    /// The shapes of the page's pictures, and of what these are made of.
    fn symbols(&self) -> Vec<Symbol> {
        // Its colour is said where a picture is used.
        let plain = |picture| Picture { variant: "", ..picture };
        let mut wanted = once_each(self.content.pictures().into_iter().map(plain));
        let mut symbols = Vec::new();
        let mut next = 0;
        while let Some(picture) = wanted.get(next).copied() {
            next += 1;
            let (symbol, parts) = Symbol::of(picture);
            for part in parts {
                if !wanted.contains(&part) {
                    wanted.push(part);
                }
            }
            symbols.extend(symbol);
        }
        symbols
    }
}
