//! The few pages that the preview server writes itself. They show nothing that a visitor sent.

use super::site::SITE_PATH;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};

/// An answer that is complete.
pub type Answer = Response<Full<Bytes>>;

/// A page with one sentence and the way to the parlour.
pub fn page(status: StatusCode, sentence: &str) -> Answer {
    let title = status.canonical_reason().unwrap_or("Error");
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<h1>{title}</h1>\n<p>{sentence}</p>\n<p><a href=\"{SITE_PATH}\">To the parlour</a></p>\n</html>\n"
    );
    let mut answer = Response::new(Full::from(html));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
    );
    answer
}

/// Shows the way to the parlour, for browsers that follow and for those that do not.
pub fn redirect() -> Answer {
    let mut answer = page(StatusCode::SEE_OTHER, "The parlour is in another place.");
    answer.headers_mut().insert(header::LOCATION, HeaderValue::from_static(SITE_PATH));
    answer
}
