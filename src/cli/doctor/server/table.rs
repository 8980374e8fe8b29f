//! Opens a table of several people. Its pages differ from others: a password is in them, which
//! others must not get, and the link to send has an absolute address.

use super::arrival::is_index;
use super::host::{Checked, Server};
use crate::cli::doctor::http::HttpUrl;
use crate::doctor::checkup::Finding;

/// A query for a new table. The server stores none of it.
const TABLE: &str = "g=eights&people=2&name=Doctor";
/// The value of Cache-Control of pages with a password.
const NOT_KEPT: &str = "no-store";
/// The start of the tag before the link to send.
const COPY: &str = "<p class=copy";

/// Checks the first page of a table.
pub fn check(server: &Server) -> Checked {
    let opened = server.get(TABLE)?;
    let link = opened.header("Location").and_then(|link| server.url.follow(link));
    let Some((_, query)) = link else {
        // Another check reports that the server drops the header.
        return Ok(Vec::new());
    };
    let table = server.get(&query)?;
    let mut findings = Vec::new();
    let caching = [&opened, &table].map(|page| page.header("Cache-Control").unwrap_or_default());
    match caching.into_iter().find(|value| *value != NOT_KEPT) {
        None => findings.push(Finding::ok("pages with a password are kept by nobody (no-store)")),
        Some(value) => findings.push(Finding::wrong(format!(
            "a page with a password, the secret of a player, comes with `Cache-Control: {value}` and not with `no-store`; have the server leave the header as the program sends it (in nginx, no `expires` for this address)"
        ))),
    }
    let page = table.text();
    // The page has other lines to copy, too.
    let lines = page.split(COPY).skip(1).filter_map(|line| Some(line.split_once('>')?.1));
    let links = lines.filter(|line| line.starts_with("http"));
    match links.filter_map(|line| line.split('<').next()).next() {
        Some(link) => findings.push(check_address(server, &link.replace("&#38;", "&"))),
        None => findings.push(Finding::note(
            "pages do not say the whole address of the link to send, because the server does not tell it; set PARLOUR_URL where the server sets variables for programs",
        )),
    }
    Ok(findings)
}

/// Checks if the link that players send each other leads here.
fn check_address(server: &Server, link: &str) -> Finding {
    let here = &server.url;
    let Some((to, query)) = here.follow(link) else {
        return Finding::wrong(format!("links to send begin with `{link}`, which is no address"));
    };
    if to.to_string() == here.to_string() {
        return Finding::ok(format!("links to send lead here, to {here}"));
    }
    let cure = format!("set PARLOUR_URL={here} where the server sets variables for programs");
    let answer = HttpUrl::request(&to, "GET", &format!("{}?{query}", to.path));
    match answer {
        Ok(page) if page.status == 200 && page.contains(COPY) => Finding::note(format!(
            "links to send lead to {to}, which is Parlour as well; if players should come here, {cure}"
        )),
        Ok(page) if is_index(&page) => {
            Finding::wrong(format!("links to send lead to {to}, where the query is lost; {cure}"))
        }
        Ok(page) => Finding::wrong(format!(
            "links to send lead to {to}, which answers {}; {cure}",
            page.status
        )),
        Err(error) => Finding::wrong(format!(
            "links to send lead to {to}, where nobody answers ({error}); {cure}"
        )),
    }
}
