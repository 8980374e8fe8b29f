//! The answers of the preview server.

use crate::gateway::address;
use crate::gateway::http::{self, HttpRequest};
use crate::gateway::protocol::Protocol;
use crate::os::{clock, random};
use crate::respond::{Services, respond, respond_to_bug};
use crate::seal::keys::KeyRing;
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The path of Parlour, as on most web servers.
pub const SITE_PATH: &str = "/cgi-bin/parlour";

/// The pages of the preview.
pub struct Site {
    keys: KeyRing,
    /// The name or address in the option `--listen`.
    name: Option<String>,
}

impl Site {
    /// A site that seals with these keys, and answers to this name besides its addresses.
    pub fn new(keys: KeyRing, name: Option<String>) -> Self {
        Site { keys, name }
    }

    /// Answers a request that arrived at the address `local`. This does not read a body.
    pub fn answer<B>(&self, request: &Request<B>, local: SocketAddr) -> Response<String> {
        if let Some(refusal) = self.refuse(request, local) {
            return refusal;
        }
        let path = request.uri().path();
        match path.strip_prefix(SITE_PATH) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                let method = match *request.method() {
                    Method::GET => http::Method::Get,
                    Method::HEAD => http::Method::Head,
                    _ => http::Method::Other,
                };
                let query = request.uri().query().unwrap_or_default().into();
                let address = host(request).and_then(|host| address::of("http", host, SITE_PATH));
                let (has_path, protocol) = (!rest.is_empty(), Protocol::Http);
                let agent = request.headers().get("User-Agent");
                let is_lynx = agent.is_some_and(|agent| http::is_lynx(agent.as_bytes()));
                self.page(&HttpRequest { method, query, has_path, is_lynx, protocol }, address)
            }
            _ if ["/", "/cgi-bin", "/cgi-bin/"].contains(&path) => redirect(),
            _ => notice(StatusCode::NOT_FOUND, "There is nothing at this address.", SITE_PATH),
        }
    }

    /// The page that a CGI process would answer with. The preview has no doctor's page: that page
    /// needs the key, and the user does not know it.
    fn page(&self, request: &HttpRequest, address: Option<String>) -> Response<String> {
        let services = Services {
            keys: Some(&self.keys),
            preview: true,
            settings: &crate::settings::DEFAULT,
            entropy: &|bytes| random::fill(bytes).is_ok(),
            now: &clock::seconds_since_1970,
            address: &|| address.clone(),
            examine: &|_| None,
        };
        sent(or_bug(|| respond(&services, request)))
    }

    /// The refusal of a request for another host. A page of another site can give its own host name
    /// the address of this machine (DNS rebinding) and would then read the pages of the preview as
    /// its own. The Host header shows that name.
    fn refuse<B>(&self, request: &Request<B>, local: SocketAddr) -> Option<Response<String>> {
        let Some(host) = host(request) else {
            let sentence = "A request must name its host once, in the header Host.";
            return Some(notice(StatusCode::BAD_REQUEST, sentence, SITE_PATH));
        };
        let own = SocketAddr::new(local.ip().to_canonical(), local.port());
        let is_own = |host| is_own(host, own, self.name.as_deref());
        // A target in absolute form, as for a proxy, also names the host.
        let target = request.uri().authority();
        if is_own(host) && target.is_none_or(|authority| is_own(authority.as_str())) {
            return None;
        }
        let sentence = "This preview answers only at its own address.";
        let url = format!("http://{own}{SITE_PATH}");
        Some(notice(StatusCode::MISDIRECTED_REQUEST, sentence, &url))
    }
}

/// The value of the Host header, if there is exactly one.
fn host<B>(request: &Request<B>) -> Option<&str> {
    let mut hosts = request.headers().get_all(header::HOST).iter().map(HeaderValue::to_str);
    match (hosts.next(), hosts.next()) {
        (Some(Ok(host)), None) => Some(host),
        _ => None,
    }
}

/// Returns true if the value of a Host header has the right port, and is a usual name of this
/// machine, the address `local` of the connection, or the `name` of the preview.
fn is_own(host: &str, local: SocketAddr, name: Option<&str>) -> bool {
    let port = format!(":{}", local.port());
    let host = match host.strip_suffix(&port) {
        Some(host) => host,
        None if local.port() == 80 => host,
        None => return false,
    };
    let local = local.to_string();
    let address = local.strip_suffix(&port);
    let mut names =
        [Some("localhost"), Some("127.0.0.1"), Some("[::1]"), address, name].into_iter().flatten();
    names.any(|name| host.eq_ignore_ascii_case(name))
}

/// Calls `answer`. If it panics in a build that unwinds, this returns the error page for a bug.
fn or_bug(answer: impl FnOnce() -> http::Response) -> http::Response {
    catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| respond_to_bug(&Protocol::Http))
}

/// A response for hyper, which sends only the headers in answer to HEAD.
fn sent(response: http::Response) -> Response<String> {
    let mut builder = Response::builder().status(response.status.code());
    for (name, value) in response.headers() {
        builder = builder.header(name, value);
    }
    let bug = |_| notice(StatusCode::INTERNAL_SERVER_ERROR, "That is a bug.", SITE_PATH);
    builder.body(response.body).unwrap_or_else(bug)
}

/// A page with one sentence and a link to Parlour. It contains no user input.
fn notice(status: StatusCode, sentence: &str, url: &str) -> Response<String> {
    let title = status.canonical_reason().unwrap_or("Error");
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<h1>{title}</h1>\n<p>{sentence}</p>\n<p><a href=\"{url}\">To Parlour</a></p>\n</html>\n"
    );
    let mut response = Response::new(html);
    *response.status_mut() = status;
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        ),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Redirects browsers to Parlour. Other clients get a link.
fn redirect() -> Response<String> {
    let mut response = notice(StatusCode::SEE_OTHER, "Parlour has its own address.", SITE_PATH);
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_static(SITE_PATH));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_this_machine_or_the_listen_address_with_the_port() {
        let local: SocketAddr = "192.0.2.7:8080".parse().unwrap();
        for host in [
            "localhost:8080",
            "LocalHost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.0.2.7:8080",
            "games.example:8080",
        ] {
            assert!(is_own(host, local, Some("games.example")), "{host}");
        }
        for host in [
            "",
            ":8080",
            "localhost",
            "localhost:80",
            "localhost:18080",
            "localhost:8080:8080",
            "evil.example:8080",
            "localhost.evil.example:8080",
            "192.0.2.8:8080",
            "user@localhost:8080",
            "::1:8080",
        ] {
            assert!(!is_own(host, local, Some("games.example")), "{host}");
        }
        assert!(!is_own("games.example:8080", local, None));
        let v6: SocketAddr = "[2001:db8::7]:80".parse().unwrap();
        for host in ["[2001:db8::7]", "[2001:DB8::7]:80", "localhost", "localhost:80"] {
            assert!(is_own(host, v6, None), "{host}");
        }
        assert!(!is_own("localhost:8080", v6, None));
    }

    #[test]
    fn a_bug_is_answered_with_a_page() {
        let response = or_bug(|| panic!("a bug, for this test"));
        assert_eq!(response.status, http::Status::InternalServerError);
        assert!(response.body.contains("</html>"));
    }
}
