//! Properties of every page, after any request.

use crate::reader::markup;

/// Asserts that a page is well formed.
pub fn check(content_type: &str, page: &str) {
    let fault = match content_type {
        "text/html; charset=utf-8" => markup::check(page).err(),
        "application/json" => serde_json::from_str::<serde_json::Value>(page)
            .err()
            .map(|error| error.to_string())
            .or((!page.ends_with('\n')).then(|| "it has no line end".to_owned())),
        // Plain text, or a response of another protocol than HTTP.
        _ => plain_fault(page).map(str::to_owned),
    };
    assert_eq!(fault, None, "{page}");
}

/// The fault of a page without markup, if it has one.
fn plain_fault(page: &str) -> Option<&'static str> {
    let is_odd = |c: char| c.is_control() && !['\n', '\r', '\t'].contains(&c);
    match () {
        () if !page.ends_with('\n') => Some("it has no line end"),
        () if page.contains(is_odd) => Some("it has a control character"),
        () => None,
    }
}
