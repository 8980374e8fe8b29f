//! What holds of every page, whatever was asked.

use crate::reader::markup;

/// Asserts that a page is well formed.
pub fn check(content_type: &str, page: &str) {
    let fault = match content_type {
        "text/html; charset=utf-8" => markup::check(page).err(),
        _ => serde_json::from_str::<serde_json::Value>(page)
            .err()
            .map(|error| error.to_string())
            .or((!page.ends_with('\n')).then(|| "it has no line end".to_owned())),
    };
    assert_eq!(fault, None, "{page}");
}
