//! The clients: each turns what the mid-end found into the bytes of one kind of page. A client
//! knows links and markup and no rules.

pub mod anatomy;
pub mod ask;
mod assets;
pub mod feed;
pub mod frame;
pub mod gemini;
pub mod gopher;
pub mod html;
pub mod json;
pub mod party;
pub mod plain;
pub mod rules;
pub mod setting;
pub mod svg;
pub mod table;
pub mod text;
pub mod view;

use crate::gateway::protocol::Protocol;
use crate::links::Links;
use setting::Setting;
use view::{Document, View};

/// A client as a row of the table.
#[derive(Debug)]
pub struct Client {
    /// Its name, as `as=` in a query asks for it.
    pub name: &'static str,
    /// The links in its pages.
    pub links: Links,
    /// Whether it follows redirects, and keeps the address that it was sent to.
    pub redirects: bool,
    /// The protocol that it speaks.
    pub speaks: Speaks,
    /// Renders a view.
    pub render: fn(view: &View<'_>, setting: &Setting) -> Document,
}

/// The protocol that a client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaks {
    /// HTTP.
    Http,
    /// Gemini, in which what is typed is asked for before anything is answered.
    Gemini,
    /// Gopher.
    Gopher,
}

/// Every client; the first that speaks the protocol of a request is asked for by saying nothing.
pub const CLIENTS: &[Client] = &[
    Client {
        name: "html",
        links: html::LINKS,
        redirects: true,
        speaks: Speaks::Http,
        render: html::render,
    },
    Client {
        name: "json",
        links: json::LINKS,
        redirects: false,
        speaks: Speaks::Http,
        render: json::render,
    },
    Client {
        name: "text",
        links: text::LINKS,
        redirects: false,
        speaks: Speaks::Http,
        render: text::render,
    },
    Client {
        name: "svg",
        links: svg::LINKS,
        redirects: false,
        speaks: Speaks::Http,
        render: svg::render,
    },
    Client {
        name: "gemini",
        links: gemini::LINKS,
        redirects: true,
        speaks: Speaks::Gemini,
        render: gemini::render,
    },
    Client {
        name: "gopher",
        links: gopher::LINKS,
        redirects: false,
        speaks: Speaks::Gopher,
        render: gopher::render,
    },
];

/// The client of this name that speaks this protocol; without a name the first that does.
pub fn find(name: Option<&str>, protocol: &Protocol) -> Option<&'static Client> {
    let speaks = match protocol {
        Protocol::Http => Speaks::Http,
        Protocol::Gemini(_) => Speaks::Gemini,
        Protocol::Gopher(_) => Speaks::Gopher,
    };
    let is_asked = |client: &&Client| name.is_none_or(|name| name == client.name);
    CLIENTS.iter().filter(|client| client.speaks == speaks).find(is_asked)
}
