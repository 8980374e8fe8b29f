//! The style sheet of every page. It has its own address, so a browser asks for it once and keeps
//! it, and later pages come without style. The address has the version of the sheet in it.

use crate::formats::assets::{STYLE, STYLE_VERSION};
use crate::gateway::http::{CachePolicy, LOADS_NOTHING, Response};
use crate::links::Link;
use crate::query;

/// The media type of the sheet.
const CONTENT_TYPE: &str = "text/css; charset=utf-8";

/// The link to the sheet.
pub fn link() -> Link {
    Link::of_query(&[query::STYLE, "=", STYLE_VERSION].concat())
}

/// The sheet, for a page that was written for this version of it. Pages of another version of the program
/// get this sheet, too. It fits them well enough for a while.
pub fn sheet(version: &str) -> Response {
    let cache =
        if version == STYLE_VERSION { CachePolicy::Forever } else { CachePolicy::TenMinutes };
    Response { cache, ..Response::document(CONTENT_TYPE, LOADS_NOTHING, STYLE.to_owned()) }
}
