//! The site of `parlour serve`: the address of the program there, and the answers besides the
//! program's. The program has one path. The paths above it redirect to it, and `/robots.txt` keeps
//! robots out.

use super::http::{Elsewhere, HttpRequest, Response, Status, in_header};
use super::http1::{BadRequest, Request};
use super::protocol::Protocol;
use std::ffi::OsString;
use std::net::SocketAddr;

/// The policy of an answer that loads nothing.
const POLICY: &str = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/// The sentences of a preview at another address, and of the way to the program.
pub const PREVIEW_ELSEWHERE: &str = "This preview answers only at its own address.";
pub const TO_THE_GAMES: &str = "The games have their own address.";

/// The site that answers.
#[derive(Debug)]
pub struct Site {
    /// The path of the program. It is empty if the program has the whole host.
    pub path: String,
    /// The host name of a preview, which may be empty. A preview answers only requests for its own
    /// host.
    pub preview: Option<String>,
}

/// The part that answers a request.
#[derive(Debug)]
pub enum Route {
    /// The program, to this request.
    Program(HttpRequest),
    /// The site itself, with this response.
    Site(Response),
}

/// The addresses of a connection. A Unix socket has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ends {
    /// The address at which the connection arrived.
    pub local: Option<SocketAddr>,
    /// The address of the visitor or the proxy.
    pub peer: Option<SocketAddr>,
}

impl Ends {
    /// Returns true if only a user of this machine can be at the other end.
    fn are_local(&self) -> bool {
        self.peer.is_none_or(|peer| peer.ip().to_canonical().is_loopback())
    }
}

impl Site {
    /// Finds who answers a request.
    pub fn route(&self, request: &Request, ends: &Ends) -> Route {
        if let Some(refusal) = self.refuse_other_host(request, ends) {
            return Route::Site(refusal);
        }
        let (own, path) = (&*self.path, &*request.path);
        if path == "/robots.txt" && request.query.is_empty() {
            return Route::Site(self.robots());
        }
        let is_above = own.strip_prefix(path.trim_end_matches('/')).is_some_and(is_below);
        if is_above && !own.is_empty() {
            return Route::Site(self.redirect(&request.query));
        }
        let is_own = matches!(path.strip_prefix(own), Some("" | "/"));
        let elsewhere = || Elsewhere { path: path.to_owned(), program: self.link_path() };
        Route::Program(HttpRequest {
            method: request.method,
            query: request.query.clone().into_bytes(),
            elsewhere: (!is_own).then(elsewhere),
            known: request.known.clone(),
            is_lynx: request.is_lynx,
            protocol: Protocol::Http,
        })
    }

    /// A variable of a web server, for the address of the program in links that players copy. A proxy
    /// of this machine says if the visitor uses HTTPS. Others could say anything.
    pub fn variable(&self, request: &Request, ends: &Ends, name: &str) -> Option<OsString> {
        let is_secure = || {
            let scheme = request.forwarded_scheme.as_deref();
            ends.are_local() && scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
        };
        match name {
            "HTTP_HOST" => request.host.clone().map(OsString::from),
            "SCRIPT_NAME" => Some(self.path.clone().into()),
            "HTTPS" => is_secure().then(|| "on".into()),
            _ => None,
        }
    }

    /// The answer to bytes that are no request.
    pub fn refuse(&self, bad: &BadRequest) -> Response {
        let sentence = match bad {
            BadRequest::Malformed | BadRequest::TooLong(_) => "This is no request.",
            BadRequest::Host => "A request must name its host once, in the header Host.",
        };
        self.notice(Status::BadRequest, sentence)
    }

    /// Refuses a request to a preview for another host. A page of another site can give its own host name the
    /// address of this machine (DNS rebinding). Then it could read the pages of the preview as its
    /// own. The Host header shows that name. A target in absolute form names the host as well.
    fn refuse_other_host(&self, request: &Request, ends: &Ends) -> Option<Response> {
        let preview = self.preview.as_ref()?;
        let Some(host) = &request.host else { return Some(self.refuse(&BadRequest::Host)) };
        // Only users of this machine reach a socket that is a file.
        let local = ends.local?;
        let own = SocketAddr::new(local.ip().to_canonical(), local.port());
        let is_own = |name: &str| is_own(name, own, preview);
        if is_own(host) && request.authority.as_deref().is_none_or(is_own) {
            return None;
        }
        let url = format!("http://{own}{}", self.path);
        Some(notice(Status::MisdirectedRequest, PREVIEW_ELSEWHERE, &url))
    }

    /// The way to the program. The query goes along, because it may be a game.
    fn redirect(&self, query: &str) -> Response {
        let query = in_header(query.as_bytes());
        let separator = if query.is_empty() { "" } else { "?" };
        let link = [&*self.link_path(), separator, &query].concat();
        let page = notice(Status::SeeOther, TO_THE_GAMES, &link.replace('&', "&amp;"));
        Response { location: Some(link), ..page }
    }

    /// A game has as many pages as positions, so robots are asked to stay out.
    fn robots(&self) -> Response {
        let path = if self.path.is_empty() { "/" } else { &self.path };
        let body = format!("User-agent: *\nDisallow: {path}\n");
        let content_type = "text/plain; charset=utf-8";
        Response { content_type, policy: POLICY, body, ..Response::default() }
    }

    fn notice(&self, status: Status, sentence: &str) -> Response {
        notice(status, sentence, &self.link_path())
    }

    /// The path of the program in a link.
    fn link_path(&self) -> String {
        if self.path.is_empty() { "/".to_owned() } else { self.path.clone() }
    }
}

fn is_below(rest: &str) -> bool {
    rest.starts_with('/')
}

/// Returns true if the value of a Host header has the right port, and is a usual name of this
/// machine, the address `local` of the connection, or the `name` of the preview.
fn is_own(host: &str, local: SocketAddr, name: &str) -> bool {
    let port = format!(":{}", local.port());
    let host = match host.strip_suffix(&port) {
        Some(host) => host,
        None if local.port() == 80 => host,
        None => return false,
    };
    let local = local.to_string();
    let address = local.strip_suffix(&port).unwrap_or(&local);
    let mut names = ["localhost", "127.0.0.1", "[::1]", address, name].into_iter();
    !host.is_empty() && names.any(|own| host.eq_ignore_ascii_case(own))
}

/// A page with one sentence and a link to Parlour.
fn notice(status: Status, sentence: &str, url: &str) -> Response {
    let title = status.reason();
    let body = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<h1>{title}</h1>\n<p>{sentence}</p>\n<p><a href=\"{url}\">To the games</a></p>\n</html>\n"
    );
    let content_type = "text/html; charset=utf-8";
    Response { status, content_type, policy: POLICY, body, ..Response::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::address;

    fn site(path: &str) -> Site {
        Site { path: path.to_owned(), preview: None }
    }

    fn request(path: &str, query: &str) -> Request {
        Request { path: path.to_owned(), query: query.to_owned(), ..Request::default() }
    }

    /// The answer of the site with the program at `own`.
    fn own_answer(own: &str, path: &str, query: &str) -> Response {
        match site(own).route(&request(path, query), &Ends::default()) {
            Route::Site(response) => response,
            Route::Program(request) => panic!("the program answers {request:?}"),
        }
    }

    fn ends(peer: &str) -> Ends {
        Ends { local: None, peer: peer.parse().ok() }
    }

    #[test]
    fn a_redirect_keeps_the_game() {
        let location =
            |path: &str, query: &str| own_answer("/cgi-bin/parlour", path, query).location.unwrap();
        for path in ["", "/", "/cgi-bin", "/cgi-bin/"] {
            assert_eq!(location(path, ""), "/cgi-bin/parlour");
            assert_eq!(location(path, "s=A-_&g=nim"), "/cgi-bin/parlour?s=A-_&g=nim");
        }
        let odd = location("/", "a\"b<c>\u{fc}\r\n'%20#");
        assert_eq!(odd, "/cgi-bin/parlour?a%22b%3Cc%3E%C3%BC%0D%0A%27%20%23");
    }

    #[test]
    fn robots_are_told_of_every_page() {
        for (path, line) in [("/cgi-bin/parlour", "/cgi-bin/parlour"), ("", "/")] {
            let body = own_answer(path, "/robots.txt", "").body;
            assert_eq!(body, format!("User-agent: *\nDisallow: {line}\n"));
        }
    }

    #[test]
    fn only_a_proxy_of_this_machine_says_https() {
        let site = site("/p");
        let named = Request { host: Some("games.example".into()), ..request("/p", "") };
        let address_of = |scheme: Option<&str>, peer: &str| {
            let request = Request { forwarded_scheme: scheme.map(str::to_owned), ..named.clone() };
            let own: Result<_, ()> = Ok(None);
            let variable = |name: &str| site.variable(&request, &ends(peer), name);
            address::find(&own, &variable).unwrap().url
        };
        let (plain, secure) = ("http://games.example/p", "https://games.example/p");
        for (scheme, peer, address) in [
            (None, "127.0.0.1:9", plain),
            (Some("https"), "", secure),
            (Some("HTTPS"), "127.0.0.1:9", secure),
            (Some("https"), "[::1]:9", secure),
            (Some("https"), "[::ffff:127.0.0.1]:9", secure),
            (Some("http"), "127.0.0.1:9", plain),
            (Some("https, http"), "127.0.0.1:9", plain),
            (Some("https"), "192.0.2.7:9", plain),
            (Some("https"), "[2001:db8::7]:9", plain),
        ] {
            assert_eq!(address_of(scheme, peer), address, "{scheme:?} {peer}");
        }
    }

    #[test]
    fn a_host_is_local_or_the_listen_address() {
        let local: SocketAddr = "192.0.2.7:8080".parse().unwrap();
        for host in [
            "localhost:8080",
            "LocalHost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.0.2.7:8080",
            "games.example:8080",
        ] {
            assert!(is_own(host, local, "games.example"), "{host}");
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
            assert!(!is_own(host, local, "games.example"), "{host}");
            assert!(!is_own(host, local, ""), "{host}");
        }
        assert!(!is_own("games.example:8080", local, ""));
        let v6: SocketAddr = "[2001:db8::7]:80".parse().unwrap();
        for host in ["[2001:db8::7]", "[2001:DB8::7]:80", "localhost", "localhost:80"] {
            assert!(is_own(host, v6, ""), "{host}");
        }
        assert!(!is_own("localhost:8080", v6, ""));
    }
}
