//! The style sheet of every page, which is an address of its own: a browser asks for it once and keeps
//! it, so that a click brings a page and no style. The address has the version of the sheet in it.

use crate::formats::assets::{STYLE, STYLE_VERSION};
use crate::formats::view::{Document, LOADS_NOTHING};
use crate::gateway::http::CachePolicy;
use crate::links::Link;
use crate::query;

/// The media type of the sheet.
const CONTENT_TYPE: &str = "text/css; charset=utf-8";

/// The link to the sheet.
pub fn link() -> Link {
    Link::of_query(&[query::STYLE, "=", STYLE_VERSION].concat())
}

/// The sheet.
pub fn document() -> Document {
    Document { content_type: CONTENT_TYPE, policy: LOADS_NOTHING, body: STYLE.to_owned() }
}

/// How long a browser may keep what it gets under the name of this version. Pages of another version
/// of the program get this sheet, too, which fits them well enough for a while.
pub fn cache_policy(version: &str) -> CachePolicy {
    if version == STYLE_VERSION { CachePolicy::Forever } else { CachePolicy::TenMinutes }
}
