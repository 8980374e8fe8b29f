//! The absolute address of this program, for text that people copy to another place, such as a
//! challenge to a friend. All other links are relative and need no address.
//!
//! It comes from `PARLOUR_URL`, or else from the variables of the web server. A visitor chooses the
//! Host header, so this module checks that the result is an address and only an address. Pages with
//! an absolute address never get into a shared cache.
//!
//! If the value of `PARLOUR_URL` is no address, the program has no address: it does not believe the
//! visitor instead.

use crate::os::env::Environment;

/// The longest address, in bytes.
const ADDRESS_BYTES_MAX: usize = 200;

/// The address of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The whole address.
    pub url: String,
    /// The bytes before its path.
    origin_bytes: usize,
}

impl Address {
    /// The address before the query of a link. The root of a host has a slash.
    pub fn before_query(&self) -> String {
        let slash = if self.path().is_empty() { "/" } else { "" };
        [&self.url, slash].concat()
    }

    /// The path, or an empty text.
    pub fn path(&self) -> &str {
        &self.url[self.origin_bytes..]
    }
}

/// The address of this program, if it is known: `https://games.example/cgi-bin/parlour`. It is the
/// operator's, or else that of the request.
pub fn find<E>(own: &Result<Option<Address>, E>, environment: Environment<'_>) -> Option<Address> {
    match own {
        Ok(None) => of_request(environment),
        Ok(address) => address.clone(),
        Err(_) => None,
    }
}

/// The operator's address of this program, if this is one.
pub fn of_url(url: &str) -> Option<Address> {
    let (scheme, rest) = url.split_once("://")?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    of(scheme, host, path)
}

/// The address of this program in a request.
fn of_request(environment: Environment<'_>) -> Option<Address> {
    let variable = |name: &str| environment(name)?.into_string().ok();
    let port = variable("SERVER_PORT").and_then(|port| port.parse().ok());
    let scheme = match variable("HTTPS").as_deref() {
        Some("on" | "1") => "https",
        None | Some("") if port == Some(HTTPS_PORT) => "https",
        _ => "http",
    };
    let host = variable("HTTP_HOST").filter(|host| is_host(host));
    let host = host.or_else(|| Some(server(&variable("SERVER_NAME")?, scheme, port)))?;
    of(scheme, &host, &variable("SCRIPT_NAME")?)
}

/// The usual ports of HTTP.
const HTTP_PORT: u16 = 80;
const HTTPS_PORT: u16 = 443;

/// The host and the port of a server, as the server itself names them (RFC 3875, sections 4.1.14 and
/// 4.1.15). An old client names no host.
fn server(name: &str, scheme: &str, port: Option<u16>) -> String {
    let is_bare = name.contains(':') && !name.starts_with('[');
    let name = if is_bare { format!("[{name}]") } else { name.to_owned() };
    let usual = if scheme == "https" { HTTPS_PORT } else { HTTP_PORT };
    match port.filter(|port| *port != usual) {
        Some(port) => format!("{name}:{port}"),
        None => name,
    }
}

/// The address that these parts make up, if each of them is valid.
pub fn of(scheme: &str, host: &str, path: &str) -> Option<Address> {
    let is_whole = matches!(scheme, "http" | "https") && is_host(host) && is_path(path);
    let url = [scheme, "://", host, path].concat();
    let origin_bytes = url.len() - path.len();
    (is_whole && url.len() <= ADDRESS_BYTES_MAX).then_some(Address { url, origin_bytes })
}

/// Returns true if this is a host name or an IP address, with or without a port.
pub fn is_host(text: &str) -> bool {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_');
    let is_v6 = |c: u8| c.is_ascii_hexdigit() || c == b':' || c == b'.';
    let is_port = |port: &str| {
        port.bytes().all(|digit| digit.is_ascii_digit()) && port.parse::<u16>().is_ok()
    };
    let in_brackets = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (host, port) =
        in_brackets.unwrap_or_else(|| text.split_at(text.find(':').unwrap_or(text.len())));
    let is_named = match in_brackets {
        Some(_) => host.bytes().all(is_v6),
        None => host.bytes().all(is_plain),
    };
    !host.is_empty() && is_named && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

/// Returns true if this is the path of a program: an empty text, or names that need no encoding.
pub fn is_path(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/'))
        && !text.contains("//")
        && text
            .bytes()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, b'/' | b'-' | b'.' | b'_' | b'~'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn find_in(environment: Environment<'_>) -> Option<String> {
        find(&Settings::read(&crate::games::PARLOUR, environment).address, environment)
            .map(|address| address.url)
    }

    fn found(variables: &[(&str, &str)]) -> Option<String> {
        find_in(&|name| variables.iter().find(|(n, _)| *n == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn an_address_has_scheme_host_and_script() {
        let script = ("SCRIPT_NAME", "/cgi-bin/parlour");
        let at = |host, https| found(&[script, ("HTTP_HOST", host), ("HTTPS", https)]);
        let plain = "http://games.example/cgi-bin/parlour";
        assert_eq!(at("games.example", "").as_deref(), Some(plain));
        assert_eq!(at("games.example", "off").as_deref(), Some(plain));
        let secure = "https://games.example:8443/cgi-bin/parlour";
        assert_eq!(at("games.example:8443", "on").as_deref(), Some(secure));
        let v6 = "https://[2001:db8::7]/cgi-bin/parlour";
        assert_eq!(at("[2001:db8::7]", "1").as_deref(), Some(v6));
        let v4_in_v6 = "https://[::ffff:192.0.2.1]:8443/cgi-bin/parlour";
        assert_eq!(at("[::ffff:192.0.2.1]:8443", "1").as_deref(), Some(v4_in_v6));
        assert_eq!(found(&[script]), None, "no host is known");
        let named = |name, port, https| {
            found(&[script, ("SERVER_NAME", name), ("SERVER_PORT", port), ("HTTPS", https)])
        };
        for (name, port, https, origin) in [
            ("a.example", "80", "", "http://a.example"),
            ("a.example", "8080", "", "http://a.example:8080"),
            ("a.example", "443", "", "https://a.example"),
            ("a.example", "443", "off", "http://a.example:443"),
            ("a.example", "8443", "on", "https://a.example:8443"),
            ("a.example", "x", "", "http://a.example"),
            ("2001:db8::7", "80", "", "http://[2001:db8::7]"),
            ("[2001:db8::7]", "81", "", "http://[2001:db8::7]:81"),
        ] {
            let expected = format!("{origin}/cgi-bin/parlour");
            assert_eq!(named(name, port, https), Some(expected), "{name} {port} {https}");
        }
        assert_eq!(named("a b", "80", ""), None);
        let odd = found(&[script, ("HTTP_HOST", "a b"), ("SERVER_NAME", "a.example")]);
        assert_eq!(odd.as_deref(), Some("http://a.example/cgi-bin/parlour"));
        let root = find(&Ok::<_, ()>(None), &|name| match name {
            "HTTP_HOST" => Some("a.example".into()),
            "SCRIPT_NAME" => Some("".into()),
            _ => None,
        });
        assert_eq!(root.unwrap().before_query(), "http://a.example/");
        assert_eq!(found(&[("HTTP_HOST", "games.example")]), None, "nor a script");
    }

    #[test]
    fn the_operator_s_word_comes_first() {
        let said = |url| found(&[("PARLOUR_URL", url), ("HTTP_HOST", "x"), ("SCRIPT_NAME", "/y")]);
        let here = "https://games.example/parlour";
        assert_eq!(said(here).as_deref(), Some(here));
        assert_eq!(said("https://games.example").as_deref(), Some("https://games.example"));
        assert_eq!(said("").as_deref(), Some("http://x/y"));
        for wrong in ["games.example/parlour", "ftp://games.example/", "https:///x", " "] {
            assert_eq!(said(wrong), None, "{wrong}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt;
            let odd = |name: &str| match name {
                "PARLOUR_URL" => Some(std::ffi::OsString::from_vec(vec![0xff])),
                _ => Some("/x".into()),
            };
            assert_eq!(find_in(&odd), None, "a value that is no text is no address, either");
        }
    }

    #[test]
    fn what_is_more_than_an_address_is_none() {
        for host in [
            "",
            "a b",
            "a/b",
            "a\"b",
            "<b>",
            "user@host",
            "host:",
            "host:port",
            "host:123456",
            "host:65536",
            "host:+80",
            "[",
            "[]",
            "[::1",
            "[::1]x",
            "[::1\"]",
            "[::g]",
            "[a.example]:",
            "h\u{f6}st",
            "a?b",
            "a#b",
            "a&b",
        ] {
            assert_eq!(of("http", host, "/x"), None, "{host}");
        }
        for path in ["x", "//evil.example", "/a//b", "/a?b", "/a#b", "/a b", "/%41", "/\"", "/<"] {
            assert_eq!(of("http", "host", path), None, "{path}");
        }
        assert_eq!(of("http", "host", &"/x".repeat(100)), None, "it is too long");
    }
}
