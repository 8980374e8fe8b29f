//! The address of a program at a web server.

use std::net::IpAddr;

/// An http or https URL (RFC 3986), without a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpUrl {
    /// True if it begins with https.
    pub is_secure: bool,
    /// The name and the password for a server that asks for them, as `NAME:PASSWORD`.
    pub user: Option<String>,
    /// The host, and the port if the URL has one.
    pub authority: String,
    /// The path, from its slash on.
    pub path: String,
    /// Another address for a host than that of its name, for `curl --connect-to`. It counts for all
    /// ports of the host, because a server may redirect to another one.
    pub elsewhere: Option<String>,
    /// True if an untrusted certificate is accepted.
    pub trusts_any: bool,
}

impl std::fmt::Display for HttpUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority, self.path)
    }
}

impl HttpUrl {
    /// Reads an http or https URL, without its query and fragment.
    pub fn parse(url: &str) -> Option<Self> {
        let (scheme, rest) = url.split_once("://")?;
        let is_secure = scheme == "https";
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let is_plain = rest.bytes().all(|byte| byte.is_ascii_graphic());
        let (user, authority) = match authority.rsplit_once('@') {
            Some((user, authority)) => (Some(user.to_owned()), authority),
            None => (None, authority),
        };
        let is_whole = (is_secure || scheme == "http") && !authority.is_empty() && is_plain;
        let path = if path.is_empty() { "/" } else { path };
        let (authority, path) = (authority.to_owned(), path.to_owned());
        let own = HttpUrl { is_secure, user, authority, path, elsewhere: None, trusts_any: false };
        is_whole.then_some(own)
    }

    /// Returns true if this is the same address.
    pub fn is_at(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }

    /// Returns true if the host is this machine, or one of its own network.
    pub fn is_local(&self) -> bool {
        let host = match self.authority.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => self.authority.split(':').next().unwrap_or_default(),
        };
        match host.parse() {
            Ok(IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
            Ok(IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unique_local(),
            Err(_) => host == "localhost" || !host.contains('.') || host.ends_with(".localhost"),
        }
    }

    /// The URL that this link leads to, and its query: a whole URL, or a path of the same host.
    pub fn follow(&self, link: &str) -> Option<(Self, String)> {
        let (address, query) = link.split_once('?').unwrap_or((link, ""));
        let query = query.split('#').next().unwrap_or_default().to_owned();
        let url = match address {
            "" => self.clone(),
            _ if address.starts_with('/') && !address.starts_with("//") => {
                HttpUrl { path: address.to_owned(), ..self.clone() }
            }
            _ => {
                let HttpUrl { is_secure, authority, path, .. } = HttpUrl::parse(address)?;
                // The password is for this host alone.
                let user = self.user.clone().filter(|_| authority == self.authority);
                HttpUrl { is_secure, user, authority, path, ..self.clone() }
            }
        };
        Some((url, query))
    }
}

/// Reads another address for a host, `HOST:PORT:ADDRESS` as in `curl --resolve`, and returns it for
/// `curl --connect-to`.
pub fn read_elsewhere(text: &str) -> Option<String> {
    let mut parts = text.splitn(3, ':');
    let (host, port, address) = (parts.next()?, parts.next()?, parts.next()?);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.';
    let is_host = !host.is_empty() && host.bytes().all(is_plain) && port.parse::<u16>().is_ok();
    match address.trim_matches(['[', ']']).parse().ok().filter(|_| is_host)? {
        IpAddr::V4(address) => Some(format!("{host}::{address}:")),
        IpAddr::V6(address) => Some(format!("{host}::[{address}]:")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_read() {
        for (url, authority, path) in [
            ("http://localhost", "localhost", "/"),
            ("http://localhost:8080/cgi-bin/parlour", "localhost:8080", "/cgi-bin/parlour"),
            ("http://[::1]:80/~anna/p.cgi?g=maze#now", "[::1]:80", "/~anna/p.cgi"),
            ("http://x?y", "x", "/"),
        ] {
            for (scheme, is_secure) in [("http", false), ("https", true)] {
                let parsed = HttpUrl::parse(&url.replacen("http", scheme, 1)).unwrap();
                assert_eq!((&*parsed.authority, &*parsed.path), (authority, path), "{url}");
                assert_eq!(parsed.is_secure, is_secure);
            }
        }
        for url in
            ["", "http://", "http:///x", "ftp://x/", "http://a@/", "http://x/a b", "http://x/\r\n"]
        {
            assert_eq!(HttpUrl::parse(url), None, "{url}");
        }
    }

    #[test]
    fn a_password_goes_only_to_its_host_unshown() {
        let url = HttpUrl::parse("http://anna:a%40b@x:8080/y").unwrap();
        assert_eq!(url.user.as_deref(), Some("anna:a%40b"));
        assert_eq!(url.to_string(), "http://x:8080/y");
        let user = |link| url.follow(link).unwrap().0.user;
        assert_eq!(user("/z"), url.user);
        assert_eq!(user("http://x:8080/z"), url.user);
        assert_eq!(user("http://y/z"), None);
    }

    #[test]
    fn a_link_is_followed_from_where_it_stands() {
        let here = HttpUrl::parse("http://x:8080/cgi-bin/parlour").unwrap();
        for (link, expected) in [
            ("?g=maze#now", Some(("http://x:8080/cgi-bin/parlour", "g=maze"))),
            ("/games?y", Some(("http://x:8080/games", "y"))),
            ("https://y/z", Some(("https://y/z", ""))),
            ("//y/z", None),
            ("mailto:x", None),
        ] {
            let followed = here.follow(link).map(|(url, query)| (url.to_string(), query));
            let expected = expected.map(|(url, query)| (url.to_owned(), query.to_owned()));
            assert_eq!(followed, expected, "{link}");
        }
    }

    #[test]
    fn a_host_may_be_elsewhere_as_in_curl() {
        for (text, elsewhere) in [
            ("games.example:443:127.0.0.1", "games.example::127.0.0.1:"),
            ("x:80:[::1]", "x::[::1]:"),
        ] {
            assert_eq!(read_elsewhere(text).as_deref(), Some(elsewhere));
        }
        for text in
            ["", "x", "x:80", "x:y:127.0.0.1", ":80:127.0.0.1", "x:80:localhost", "*:80:::1"]
        {
            assert_eq!(read_elsewhere(text), None, "{text}");
        }
    }
}
