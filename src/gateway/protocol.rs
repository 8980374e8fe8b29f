//! The protocol of a request. Servers for Gemini and Gopher speak CGI, too. They set
//! SERVER_PROTOCOL, and send on the program's output unchanged.
//!
//! Typed text arrives in two ways. A Gemini client puts it in the place of the whole query
//! (gemini://geminiprotocol.net/docs/protocol-specification.gmi, status 10), so the rest of the
//! link is in the path: `parlour/move/s=TOKEN&g=maze?b2`. A Gopher client sends it after a tab (RFC
//! 1436, type 7), and it is the value of the last name of the query.

use super::address;
use crate::os::env::Environment;
use crate::query::QUERY_BYTES_MAX;

/// The protocol of a request, and the facts that its links need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// HTTP, by CGI or otherwise.
    #[default]
    Http,
    Gemini(Capsule),
    Gopher(GopherServer),
}

/// The place of the program on a Gemini server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capsule {
    /// Its name in its directory, if it is known.
    pub name: Option<String>,
    /// True if the visitor typed the query. Then the address of the page is below the program.
    pub is_typed: bool,
}

/// The place of the program on a Gopher server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GopherServer {
    /// Its selector, without a query.
    pub selector: String,
    /// The name of the server.
    pub host: String,
    pub port: u16,
}

impl Default for GopherServer {
    fn default() -> Self {
        GopherServer {
            selector: "/cgi-bin/parlour".to_owned(),
            host: "localhost".to_owned(),
            port: 70,
        }
    }
}

impl Protocol {
    /// The protocol of a request, from the environment.
    pub fn find(environment: Environment<'_>) -> Self {
        let protocol = environment("SERVER_PROTOCOL").unwrap_or_default();
        match protocol.as_encoded_bytes() {
            b"GEMINI" => Protocol::Gemini(Capsule::find(environment)),
            b"RFC1436" | b"GOPHER" => {
                Protocol::Gopher(GopherServer::find(environment).unwrap_or_default())
            }
            _ => Protocol::Http,
        }
    }
}

impl Capsule {
    fn find(environment: Environment<'_>) -> Self {
        // Molly Brown gives the place of the file, and not its address.
        let path = environment("SCRIPT_NAME").filter(|name| !name.is_empty());
        let path = path.or_else(|| environment("SCRIPT_PATH"));
        let path = path.and_then(|path| path.into_string().ok()).unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_plain = |c: u8| c.is_ascii_alphanumeric() || b"-_.".contains(&c);
        let is_name = name.bytes().all(is_plain) && name.bytes().any(|c| c != b'.');
        Capsule { name: is_name.then(|| name.to_owned()), is_typed: false }
    }
}

impl GopherServer {
    /// The server that these variables name. `None` if they make no address.
    fn find(environment: Environment<'_>) -> Option<Self> {
        let variable = |name: &str| environment(name)?.into_string().ok();
        let host = variable("SERVER_NAME")?;
        let port = variable("SERVER_PORT")?.parse().ok()?;
        let selector = variable("SCRIPT_NAME")?;
        let server = GopherServer { selector, host, port };
        let authority = format!("{}:{}", server.host, server.port);
        address::of("http", &authority, &server.selector).map(|_| server)
    }
}

/// The query of a Gemini link, made of its path and the typed text, and true if there is typed
/// text. Returns `None` if the path is no part of a link.
pub fn gemini_query(path: &[u8], typed: Vec<u8>) -> Option<(Vec<u8>, bool)> {
    let path = path.strip_prefix(b"/").unwrap_or(path);
    if path.is_empty() {
        return Some((typed, false));
    }
    let is_plain = |c: &u8| c.is_ascii_alphanumeric() || b"/=&-_,.%+".contains(c);
    let (name, rest) = path.split_at(path.iter().position(|c| *c == b'/')?);
    if !path.iter().all(is_plain) || rest[1..].contains(&b'/') {
        return None;
    }
    if typed.is_empty() {
        return Some(([&rest[1..], b"&ask=", name].concat(), false));
    }
    Some(([&rest[1..], b"&", name, b"=", &encoded(&typed)].concat(), true))
}

/// The query of a Gopher link. The typed text becomes the value of its last name.
pub fn gopher_query(query: Vec<u8>, typed: Option<Vec<u8>>) -> Vec<u8> {
    // Gophernicus repeats the query if there is no typed text.
    let typed = typed.filter(|typed| query.ends_with(b"=") && *typed != query);
    match typed {
        Some(typed) => [query, encoded(&typed)].concat(),
        None => query,
    }
}

/// Typed bytes as the value of a query. It writes bytes that would end or split the value in
/// hexadecimal, and keeps bytes that are in hexadecimal already. If there are more bytes
/// than a query may have, it writes one more than that, and the query is refused as too long.
fn encoded(typed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for byte in typed.iter().take(QUERY_BYTES_MAX + 1) {
        match byte {
            b'%' | b'-' | b'_' | b'.' | b',' => bytes.push(*byte),
            plain if plain.is_ascii_alphanumeric() => bytes.push(*plain),
            other => bytes.extend(format!("%{other:02X}").into_bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    fn found(variables: &[(&str, &str)]) -> Protocol {
        let get = |name: &str| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| v.into());
        Protocol::find(&get as &dyn Fn(&str) -> Option<OsString>)
    }

    #[test]
    fn the_server_says_its_protocol() {
        assert_eq!(found(&[]), Protocol::Http);
        assert_eq!(found(&[("SERVER_PROTOCOL", "HTTP/1.1")]), Protocol::Http);
        let named =
            |name: &str| Protocol::Gemini(Capsule { name: Some(name.to_owned()), is_typed: false });
        let gemini = ("SERVER_PROTOCOL", "GEMINI");
        assert_eq!(found(&[gemini, ("SCRIPT_NAME", "/cgi-bin/parlour")]), named("parlour"));
        assert_eq!(found(&[gemini, ("SCRIPT_PATH", "/srv/cgi/p.cgi")]), named("p.cgi"));
        for odd in ["", "/", "/a/..", "/a/b c", "/a/b?c"] {
            let nameless = Protocol::Gemini(Capsule::default());
            assert_eq!(found(&[gemini, ("SCRIPT_NAME", odd)]), nameless, "{odd}");
        }
    }

    #[test]
    fn a_hole_is_where_its_server_says() {
        let gopher = ("SERVER_PROTOCOL", "RFC1436");
        let (script, port) = (("SCRIPT_NAME", "/cgi-bin/p"), ("SERVER_PORT", "7070"));
        let server =
            GopherServer { selector: "/cgi-bin/p".into(), host: "a.example".into(), port: 7070 };
        assert_eq!(
            found(&[gopher, script, port, ("SERVER_NAME", "a.example")]),
            Protocol::Gopher(server)
        );
        for odd in ["", "a\tb", "a b"] {
            let usual = Protocol::Gopher(GopherServer::default());
            assert_eq!(found(&[gopher, script, port, ("SERVER_NAME", odd)]), usual, "{odd}");
        }
    }

    #[test]
    fn typed_text_becomes_the_value_of_a_name() {
        let gemini = |path: &str, typed: &str| {
            let (query, is_typed) = gemini_query(path.as_bytes(), typed.into())?;
            Some((String::from_utf8(query).ok()?, is_typed))
        };
        let query = |query: &str, is_typed| Some((query.to_owned(), is_typed));
        assert_eq!(gemini("", "g=maze"), query("g=maze", false));
        assert_eq!(gemini("/", ""), query("", false));
        assert_eq!(gemini("/move/s=A-_&g=maze", ""), query("s=A-_&g=maze&ask=move", false));
        let typed = query("s=A&g=maze&move=row%202%2Bx%26s%3D1", true);
        assert_eq!(gemini("move/s=A&g=maze", "row%202+x&s=1"), typed);
        for odd in ["/move", "/x", "/move/s=A/b", "/move/s=A\r\n30", "/move/<b>"] {
            assert_eq!(gemini(odd, "x"), None, "{odd}");
        }
        let gopher = |query: &str, typed: Option<&str>| {
            String::from_utf8(gopher_query(query.into(), typed.map(Into::into))).unwrap()
        };
        assert_eq!(gopher("s=A&move=", Some("queen of hearts")), "s=A&move=queen%20of%20hearts");
        assert_eq!(gopher("s=A&move=", Some("s=A&move=")), "s=A&move=");
        assert_eq!(gopher("s=A&g=maze", Some("x")), "s=A&g=maze");
        assert_eq!(gopher("g=maze", None), "g=maze");
    }

    #[test]
    fn a_cut_long_text_stays_too_long() {
        let typed = vec![b'\x01'; 100_000];
        let gopher = gopher_query(b"g=nim&move=".to_vec(), Some(typed.clone()));
        let (gemini, _) = gemini_query(b"/move/g=nim", typed).unwrap();
        for query in [gopher, gemini] {
            assert!((QUERY_BYTES_MAX + 1..4 * QUERY_BYTES_MAX).contains(&query.len()));
        }
    }
}
