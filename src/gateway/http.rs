//! HTTP requests and responses, as far as this program needs them, whichever server carries them.

use super::protocol::Protocol;

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Asks for a page.
    Get,
    /// Asks for the headers of a page.
    Head,
    /// Every other method; it is refused.
    Other,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// The method.
    pub method: Method,
    /// The bytes after the question mark, as they came.
    pub query: Vec<u8>,
    /// Whether more path follows the name of the program.
    pub has_path: bool,
    /// The protocol that it came by.
    pub protocol: Protocol,
}

/// The status of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The page that was asked for.
    Ok,
    /// The page is at another address.
    SeeOther,
    /// The link cannot be opened.
    BadRequest,
    /// There is no such page.
    NotFound,
    /// Only GET and HEAD are answered.
    MethodNotAllowed,
    /// The link was valid once.
    Gone,
    /// The query is too long.
    UriTooLong,
    /// A bug.
    InternalServerError,
    /// The program is not set up.
    ServiceUnavailable,
}

impl Status {
    /// The status code.
    pub fn code(self) -> u16 {
        self.line().split(' ').next().and_then(|code| code.parse().ok()).unwrap_or(500)
    }

    /// The status code and the reason phrase (RFC 9110, section 15).
    pub fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::SeeOther => "303 See Other",
            Status::BadRequest => "400 Bad Request",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::Gone => "410 Gone",
            Status::UriTooLong => "414 URI Too Long",
            Status::InternalServerError => "500 Internal Server Error",
            Status::ServiceUnavailable => "503 Service Unavailable",
        }
    }
}

/// How long the browser that asked for a page may keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// The page depends on its address only, so going back does not ask for it again.
    TenMinutes,
    /// Every request gives another page.
    No,
    /// The address has the version of what is behind it.
    Forever,
}

/// A complete response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// The media type of the body; empty where the protocol has no headers and the body is all there
    /// is to write.
    pub content_type: &'static str,
    /// What the page may load and do: the value of Content-Security-Policy.
    pub policy: &'static str,
    /// How long a browser may keep it.
    pub cache: CachePolicy,
    /// Where the page is, if it is elsewhere: a link of this program.
    pub location: Option<String>,
    /// Whether search engines may list it. They may not list games, of which there are as many as
    /// positions.
    pub is_listed: bool,
    /// The body.
    pub body: String,
}

impl Response {
    /// The names and values of all headers but Content-Length. Every value is a constant of this
    /// program, or a link that it made itself; nothing that a visitor sent gets here.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let cache = match self.cache {
            CachePolicy::TenMinutes => "private, max-age=600",
            CachePolicy::No => "no-store",
            CachePolicy::Forever => "public, max-age=31536000, immutable",
        };
        let allow = (self.status == Status::MethodNotAllowed).then_some(("Allow", "GET, HEAD"));
        [
            ("Content-Type", self.content_type),
            ("Cache-Control", cache),
            ("Content-Security-Policy", self.policy),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        .into_iter()
        .chain((!self.is_listed).then_some(("X-Robots-Tag", "noindex, nofollow")))
        .chain(allow)
        .chain(self.location.as_deref().map(|link| ("Location", link)))
    }
}
