//! The environment of a CGI program (RFC 3875, section 4.1), made of a request.

use super::site::{SITE_PATH, Visit};
use hyper::header::{self, HeaderMap, HeaderName};
use hyper::http::request;
use std::ffi::OsString;
use std::net::IpAddr;
use std::os::unix::ffi::OsStringExt;

/// A variable and its value.
pub type Variable = (String, OsString);

/// What this server calls itself.
const SERVER_SOFTWARE: &str = concat!("parlour-preview/", env!("CARGO_PKG_VERSION"));

/// Headers that no program gets to see as `HTTP_...`: those that have a variable of their own, the
/// visitor's passwords, and `Proxy`, which programs would take for the proxy that they shall use.
const WITHHELD: [HeaderName; 5] = [
    header::CONTENT_LENGTH,
    header::CONTENT_TYPE,
    header::AUTHORIZATION,
    header::PROXY_AUTHORIZATION,
    HeaderName::from_static("proxy"),
];

/// The variables for a request whose body has this many bytes.
pub fn of(
    head: &request::Parts,
    visit: Visit,
    path_info: &[u8],
    body_bytes: usize,
) -> Vec<Variable> {
    let mut variables: Vec<Variable> = [
        ("GATEWAY_INTERFACE", "CGI/1.1".to_owned()),
        ("SERVER_SOFTWARE", SERVER_SOFTWARE.to_owned()),
        ("SERVER_NAME", host(visit.local.ip())),
        ("SERVER_PORT", visit.local.port().to_string()),
        ("SERVER_PROTOCOL", format!("{:?}", head.version)),
        ("REQUEST_METHOD", head.method.to_string()),
        ("SCRIPT_NAME", SITE_PATH.to_owned()),
        ("QUERY_STRING", head.uri.query().unwrap_or_default().to_owned()),
        ("REMOTE_ADDR", visit.remote.ip().to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value.into()))
    .into();
    let mut put = |name: &str, value: Vec<u8>| {
        variables.push((name.to_owned(), OsString::from_vec(value)));
    };
    if !path_info.is_empty() {
        put("PATH_INFO", path_info.to_vec());
    }
    if body_bytes > 0 || head.headers.contains_key(header::CONTENT_LENGTH) {
        put("CONTENT_LENGTH", body_bytes.to_string().into());
    }
    if let Some(kind) = head.headers.get(header::CONTENT_TYPE) {
        put("CONTENT_TYPE", kind.as_bytes().to_vec());
    }
    variables.extend(header_variables(&head.headers));
    variables
}

fn header_variables(headers: &HeaderMap) -> impl Iterator<Item = Variable> + '_ {
    headers.keys().filter(|name| is_handed_on(name)).map(|name| {
        let values: Vec<&[u8]> = headers.get_all(name).iter().map(|v| v.as_bytes()).collect();
        let separator: &[u8] = if name == header::COOKIE { b"; " } else { b", " };
        let variable = format!("HTTP_{}", name.as_str().to_ascii_uppercase().replace('-', "_"));
        (variable, OsString::from_vec(values.join(separator)))
    })
}

/// A name with anything but letters, digits and `-` could pass for another one as a variable.
fn is_handed_on(name: &HeaderName) -> bool {
    let plain = name.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    plain && !WITHHELD.contains(name)
}

fn host(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::Request;

    fn variables(request: hyper::http::request::Builder, body_bytes: usize) -> Vec<Variable> {
        let (head, ()) = request.body(()).unwrap().into_parts();
        let visit = Visit {
            local: "127.0.0.1:8080".parse().unwrap(),
            remote: "[::1]:4711".parse().unwrap(),
        };
        of(&head, visit, b"/a b", body_bytes)
    }

    fn value<'a>(variables: &'a [Variable], name: &str) -> Option<&'a str> {
        let mut found = variables.iter().filter(|(known, _)| known == name);
        let value = found.next().map(|(_, value)| value.to_str().unwrap());
        assert!(found.next().is_none(), "{name} is there twice");
        value
    }

    #[test]
    fn a_request_becomes_the_variables_of_the_standard() {
        let request = Request::builder().uri("/cgi-bin/parlour/a%20b?g=maze&x=%41");
        let variables = variables(request.header("Accept-Language", "en").header("x-a", "1"), 0);
        for (name, expected) in [
            ("GATEWAY_INTERFACE", "CGI/1.1"),
            ("SERVER_NAME", "127.0.0.1"),
            ("SERVER_PORT", "8080"),
            ("SERVER_PROTOCOL", "HTTP/1.1"),
            ("REQUEST_METHOD", "GET"),
            ("SCRIPT_NAME", "/cgi-bin/parlour"),
            ("PATH_INFO", "/a b"),
            ("QUERY_STRING", "g=maze&x=%41"),
            ("REMOTE_ADDR", "::1"),
            ("HTTP_ACCEPT_LANGUAGE", "en"),
        ] {
            assert_eq!(value(&variables, name), Some(expected));
        }
        assert_eq!(value(&variables, "CONTENT_LENGTH"), None);
    }

    #[test]
    fn a_body_brings_its_length_and_type() {
        let request = Request::post("/").header("Content-Type", "text/plain");
        let variables = variables(request, 7);
        assert_eq!(value(&variables, "CONTENT_LENGTH"), Some("7"));
        assert_eq!(value(&variables, "CONTENT_TYPE"), Some("text/plain"));
        assert_eq!(value(&variables, "HTTP_CONTENT_TYPE"), None);
        assert_eq!(value(&variables, "QUERY_STRING"), Some(""));
    }

    #[test]
    fn dangerous_headers_are_withheld_and_repeated_ones_joined() {
        let request = Request::builder()
            .header("Proxy", "http://evil")
            .header("Authorization", "Basic eDp5")
            .header("X_Forwarded_For", "1.2.3.4")
            .header("Accept", "text/html")
            .header("Accept", "*/*");
        let variables = variables(request, 0);
        assert_eq!(value(&variables, "HTTP_PROXY"), None);
        assert_eq!(value(&variables, "HTTP_AUTHORIZATION"), None);
        assert_eq!(value(&variables, "HTTP_X_FORWARDED_FOR"), None);
        assert_eq!(value(&variables, "HTTP_ACCEPT"), Some("text/html, */*"));
    }
}
