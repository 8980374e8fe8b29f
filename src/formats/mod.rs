//! The formats: each turns a view into the bytes of a page. A format knows links and markup, and no
//! rules.

pub(crate) mod anatomy;
pub(crate) mod ask;
mod assets;
pub(crate) mod brackets;
mod buffer;
pub(crate) mod daily;
pub(crate) mod document;
pub(crate) mod end;
pub(crate) mod feed;
pub(crate) mod form;
pub(crate) mod gemini;
pub(crate) mod gopher;
pub mod html;
pub(crate) mod item;
pub(crate) mod json;
pub(crate) mod panel;
pub(crate) mod party;
pub(crate) mod plain;
pub(crate) mod rules;
pub mod setting;
pub mod shown;
pub(crate) mod status;
pub(crate) mod steps;
pub(crate) mod svg;
pub(crate) mod text;
pub mod view;
pub(crate) mod walk;
pub(crate) mod ways;

use crate::gateway::http::Response;
use crate::gateway::protocol::Protocol;
use setting::Setting;
use view::View;

/// A format as a row of the table.
#[derive(Debug)]
pub struct Format {
    /// Its name, the value of `as=` in a query.
    pub name: &'static str,
    /// True if its clients follow redirects, and keep the new address.
    pub redirects: bool,
    /// True if other sites may show and read its pages.
    pub is_for_others: bool,
    /// The protocol of its clients.
    pub speaks: Speaks,
    /// Renders a view: the type, the policy and the body of its response.
    pub render: fn(view: &View<'_>, setting: &Setting<'_>) -> Response,
}

/// The protocol of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaks {
    Http,
    /// Gemini. Its clients ask for text before they send a request.
    Gemini,
    Gopher,
}

/// A format that other programs and sites read over HTTP.
const FOR_OTHERS: Format = Format {
    name: "json",
    redirects: false,
    is_for_others: true,
    speaks: Speaks::Http,
    render: json::render,
};

/// A format for people, whose clients follow redirects.
const FOR_PEOPLE: Format = Format {
    name: "html",
    redirects: true,
    is_for_others: false,
    render: html::render,
    ..FOR_OTHERS
};

/// Every format. A request without `as=` gets the first format that speaks its protocol.
pub const FORMATS: &[Format] = &[
    FOR_PEOPLE,
    FOR_OTHERS,
    Format { name: "text", render: text::render, ..FOR_OTHERS },
    Format { name: "svg", render: svg::render, ..FOR_OTHERS },
    Format { name: "gemini", speaks: Speaks::Gemini, render: gemini::render, ..FOR_PEOPLE },
    Format {
        name: "gopher",
        redirects: false,
        speaks: Speaks::Gopher,
        render: gopher::render,
        ..FOR_PEOPLE
    },
];

/// The format of this name that speaks this protocol. Without a name, the first that speaks it.
pub fn find(name: Option<&str>, protocol: &Protocol) -> Option<&'static Format> {
    let is_asked = |format: &&Format| name.is_none_or(|name| name == format.name);
    speaking(protocol).find(is_asked)
}

/// The names of the formats that speak this protocol, without the first.
pub fn others(protocol: &Protocol) -> Vec<&'static str> {
    speaking(protocol).skip(1).map(|format| format.name).collect()
}

fn speaking(protocol: &Protocol) -> impl Iterator<Item = &'static Format> {
    let speaks = match protocol {
        Protocol::Http => Speaks::Http,
        Protocol::Gemini(_) => Speaks::Gemini,
        Protocol::Gopher(_) => Speaks::Gopher,
    };
    FORMATS.iter().filter(move |format| format.speaks == speaks)
}
