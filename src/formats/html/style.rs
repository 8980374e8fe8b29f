//! The style sheet of every page. It has its own address, so a browser asks for it once and keeps
//! it, and later pages come without style. The address has the version of the sheet in it.

use crate::formats::assets::{STYLE, STYLE_VERSION};
use crate::formats::view::{LOADS_NOTHING, Rendered};
use crate::gateway::http::CachePolicy;
use crate::links::Link;
use crate::query;

/// The media type of the sheet.
const CONTENT_TYPE: &str = "text/css; charset=utf-8";

/// The link to the sheet.
pub fn link() -> Link {
    Link::of_query(&[query::STYLE, "=", STYLE_VERSION].concat())
}

pub fn document() -> Rendered {
    Rendered { content_type: CONTENT_TYPE, policy: LOADS_NOTHING, body: STYLE.to_owned() }
}

/// The time for which a browser may keep the sheet of this version. Pages of another version of the
/// program get this sheet, too. It fits them well enough for a while.
pub fn cache_policy(version: &str) -> CachePolicy {
    if version == STYLE_VERSION { CachePolicy::Forever } else { CachePolicy::TenMinutes }
}
