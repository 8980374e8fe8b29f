//! Whether the style sheet arrives that the pages have in common.

use super::host::{Checked, Server};
use crate::cli::doctor::http::Response;
use crate::doctor::checkup::Finding;

/// The type without which browsers leave a style sheet unread: the program says `nosniff`.
const TYPE: &str = "text/css";

/// Asks for the sheet that the first page names. A type that the server gives to every page is found
/// elsewhere.
pub fn check(server: &Server, index: &Response) -> Checked {
    let kind = |response: &Response| response.header("Content-Type").unwrap_or("none").to_owned();
    let page = index.text();
    let Some((_, rest)) = page.split_once("<link rel=stylesheet href=\"?") else {
        return Ok(Vec::new());
    };
    let sheet = server.get(rest.split('"').next().unwrap_or_default())?;
    let (status, came) = (sheet.status, kind(&sheet));
    if status == 200 && came.starts_with(TYPE) {
        return Ok(vec![Finding::ok("the style sheet of the pages arrives")]);
    }
    if came == kind(index) && !came.starts_with("text/html") {
        return Ok(Vec::new());
    }
    Ok(vec![Finding::wrong(format!(
        "the style sheet of the pages comes with status {status} and `Content-Type: {came}`, so browsers show them without it; have the server pass on what the program answers to `?style`"
    ))])
}
