//! The parts of HTTP requests and responses that this program needs.

use super::protocol::Protocol;
use percent_encoding::{AsciiSet, CONTROLS, percent_encode};
use std::hash::{DefaultHasher, Hasher};

/// The bytes of a query that a header or a page could misread.
const UNSAFE: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\'').add(b'#');

/// The method of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Asks for a page.
    #[default]
    Get,
    /// Asks for the headers of a page.
    Head,
    /// A preflight: a browser asks whether a page of another site may send headers of its own (Fetch
    /// Standard, "CORS-preflight request").
    Options,
    /// Any other method. The program refuses it.
    Other,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HttpRequest {
    pub method: Method,
    /// The bytes after the question mark, as they came.
    pub query: Vec<u8>,
    /// The other path of the request, if it is not that of the program.
    pub elsewhere: Option<Elsewhere>,
    /// The value of If-None-Match: the tags of the pages that the client has.
    pub known: Option<String>,
    /// True if the browser is Lynx, which waits seconds at every redirect.
    pub is_lynx: bool,
    /// The protocol of the request.
    pub protocol: Protocol,
}

/// A query without the bytes that a header or a page could misread.
pub fn in_header(query: &[u8]) -> String {
    percent_encode(query, UNSAFE).to_string()
}

/// A path that is not the program's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// The path, or what follows the path of the program in it.
    pub path: String,
    /// The path of the program: `/cgi-bin/parlour`.
    pub program: String,
}

/// Returns true if this is the value of User-Agent that Lynx sends.
pub fn is_lynx(agent: &[u8]) -> bool {
    agent.starts_with(b"Lynx/")
}

/// The status of a response, by its code (RFC 9110, section 15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    #[default]
    Ok = 200,
    /// The answer to a preflight, which has no body.
    NoContent = 204,
    /// The page is at another address.
    SeeOther = 303,
    /// The client has the page.
    NotModified = 304,
    /// The link cannot be opened.
    BadRequest = 400,
    NotFound = 404,
    /// The program answers only GET and HEAD.
    MethodNotAllowed = 405,
    /// The link was valid once.
    Gone = 410,
    UriTooLong = 414,
    /// The request is for another host.
    MisdirectedRequest = 421,
    RequestHeaderFieldsTooLarge = 431,
    /// A bug.
    InternalServerError = 500,
    /// The program is not set up.
    ServiceUnavailable = 503,
}

impl Status {
    /// The status code.
    pub fn code(self) -> u16 {
        self as u16
    }

    /// The code and the reason phrase: `404 Not Found`.
    pub fn line(self) -> String {
        [&self.code().to_string(), " ", self.reason()].concat()
    }

    /// The reason phrase.
    pub fn reason(self) -> &'static str {
        match self {
            Status::Ok => "OK",
            Status::NoContent => "No Content",
            Status::SeeOther => "See Other",
            Status::NotModified => "Not Modified",
            Status::BadRequest => "Bad Request",
            Status::NotFound => "Not Found",
            Status::MethodNotAllowed => "Method Not Allowed",
            Status::Gone => "Gone",
            Status::UriTooLong => "URI Too Long",
            Status::RequestHeaderFieldsTooLarge => "Request Header Fields Too Large",
            Status::MisdirectedRequest => "Misdirected Request",
            Status::InternalServerError => "Internal Server Error",
            Status::ServiceUnavailable => "Service Unavailable",
        }
    }
}

/// The time for which the browser may keep a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CachePolicy {
    /// For a page that depends only on its address, so that going back sends no request.
    TenMinutes,
    /// For an address that gives another page each time.
    #[default]
    No,
    /// For an address that names the version of its content.
    Forever,
}

/// The policy of a page that loads nothing, does nothing and is in no frame.
pub const LOADS_NOTHING: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// A complete response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    pub status: Status,
    /// The media type of the body. It is empty for a protocol without headers.
    pub content_type: &'static str,
    /// The value of Content-Security-Policy: the parts that the page may load.
    pub policy: &'static str,
    /// The time for which a browser may keep it.
    pub cache: CachePolicy,
    /// The link to the page, if the page has another address.
    pub location: Option<String>,
    /// True if search engines may list it. They may not list games: there are as many games as
    /// positions.
    pub is_listed: bool,
    /// True if pages of other sites may show it or read it.
    pub is_shared: bool,
    /// The tag of the body, if the page changes seldom.
    pub tag: Option<String>,
    /// True if Lynx gets another response than other browsers.
    pub varies: bool,
    pub body: String,
}

/// The headers that let a program on another site send a request with any headers, besides the one of every
/// shared page.
const PREFLIGHT: [(&str, &str); 3] = [
    ("Access-Control-Allow-Methods", "GET, HEAD"),
    ("Access-Control-Allow-Headers", "*"),
    ("Access-Control-Max-Age", "86400"),
];

impl Response {
    /// A document of this media type, which may load what this policy permits.
    pub fn document(content_type: &'static str, policy: &'static str, body: String) -> Self {
        Response { content_type, policy, body, ..Response::default() }
    }

    /// The answer to a preflight. If the pages are shared, a page of another site may send any request that
    /// reads.
    pub fn to_options(is_shared: bool) -> Self {
        let content_type = "text/plain; charset=utf-8";
        Response { status: Status::NoContent, content_type, is_shared, ..Response::default() }
    }

    /// The response with a weak tag of its body (RFC 9110, section 8.8.3), or without the body if the client
    /// has it. A web server that compresses a page writes an ending into the tag: `"4f2a-gzip"`.
    pub fn unless_known(self, known: Option<&str>) -> Self {
        let mut hash = DefaultHasher::new();
        hash.write(self.body.as_bytes());
        let name = format!("{:016x}", hash.finish());
        let is_own = |tag: &str| {
            let tag = tag.trim().trim_start_matches(['W', 'w', '/']).trim_matches('"');
            let ending = tag.strip_prefix(&*name);
            tag == "*" || ending.is_some_and(|end| !end.starts_with(|c: char| c.is_alphanumeric()))
        };
        let is_known = known.is_some_and(|tags| tags.split(',').any(is_own));
        let tag = Some(format!("W/\"{name}\""));
        if is_known {
            Response { status: Status::NotModified, body: String::new(), tag, ..self }
        } else {
            Response { tag, ..self }
        }
    }

    /// The length of the body in bytes. `None` if the status allows no body.
    pub fn length(&self) -> Option<usize> {
        let has_body = !matches!(self.status, Status::NoContent | Status::NotModified);
        has_body.then_some(self.body.len())
    }

    /// The names and values of all headers except Content-Length. Every value is a constant of this
    /// program or a link that it made. User input gets here only in a link, encoded.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let cache = match self.cache {
            CachePolicy::TenMinutes => "private, max-age=600",
            CachePolicy::No => "no-store",
            CachePolicy::Forever => "public, max-age=31536000, immutable",
        };
        let resource_policy = if self.is_shared { "cross-origin" } else { "same-origin" };
        let allow =
            (self.status == Status::MethodNotAllowed).then_some(("Allow", "GET, HEAD, OPTIONS"));
        [
            ("Content-Type", self.content_type),
            ("Cache-Control", cache),
            ("Content-Security-Policy", self.policy),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", resource_policy),
        ]
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .chain(PREFLIGHT.into_iter().filter(|_| self.is_shared && self.status == Status::NoContent))
        .chain(self.is_shared.then_some(("Access-Control-Allow-Origin", "*")))
        .chain((!self.is_listed).then_some(("X-Robots-Tag", "noindex, nofollow")))
        .chain(self.varies.then_some(("Vary", "User-Agent")))
        .chain(allow)
        .chain(self.tag.as_deref().map(|tag| ("ETag", tag)))
        .chain(self.location.as_deref().map(|link| ("Location", link)))
    }
}
