//! The clients: each turns what the mid-end found into the bytes of one kind of page. A client
//! knows links and markup and no rules.

pub mod html;
pub mod json;
pub mod party;
pub mod table;
pub mod view;

use crate::links::Links;
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
    /// Renders a view. `preview` says that its links die with the preview server.
    pub render: fn(view: &View<'_>, preview: bool) -> Document,
}

/// Every client; the first is asked for by saying nothing.
pub const CLIENTS: &[Client] = &[
    Client { name: "html", links: html::LINKS, redirects: true, render: html::render },
    Client { name: "json", links: json::LINKS, redirects: false, render: json::render },
];

/// The client of this name; without a name the first.
pub fn find(name: Option<&str>) -> Option<&'static Client> {
    CLIENTS.iter().find(|client| name.is_none_or(|name| name == client.name))
}
