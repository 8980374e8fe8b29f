//! Checks if the common style sheet of the pages arrives.

use super::host::{Checked, Server};
use crate::cli::doctor::http::Response;
use crate::doctor::checkup::Finding;

/// The type of a style sheet. Browsers ignore one with another type, because the program sends
/// `nosniff`.
const TYPE: &str = "text/css";

/// Asks for the sheet that the first page names. Another check reports a server that gives every
/// page the same type.
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
