//! Parlour as a component: an engine that speaks wasi:http calls it with a request, and it answers as
//! the CGI program does. A request is read by the same function, from the same variables, which are
//! made here of what the engine says.

#![forbid(unsafe_code)]

use parlour::gateway::{address, cgi};
use parlour::os::own::log;
use parlour::os::{clock, random};
use parlour::respond::{Services, respond};
use parlour::seal::source;
use parlour::settings::Settings;
use std::ffi::OsString;
use wstd::http::{Body, Error, Request, Response, Uri};

#[wstd::http_server]
async fn main(asked: Request<Body>) -> Result<Response<Body>, Error> {
    let environment = |name: &str| variable(&asked, name);
    let keys = source::find(&environment);
    if let Err(error) = &keys {
        log(error);
    }
    let settings = Settings::read(&environment);
    settings.faults.iter().for_each(|fault| log(fault));
    let services = Services {
        keys: keys.as_ref().ok().map(|(ring, _)| ring),
        preview: false,
        settings: &settings,
        entropy: &|bytes| random::fill(bytes).is_ok(),
        now: &clock::seconds_since_1970,
        address: &|| address::find(&settings.address, &environment),
        // There is no file, user or group to look at.
        examine: &|_| None,
    };
    let request = cgi::read(&environment);
    let response = respond(&services, &request);
    let answer = Response::builder().status(response.status.code());
    let answer =
        response.headers().fold(answer, |answer, (name, value)| answer.header(name, value));
    let body = cgi::body(&response, request.method).to_owned();
    Ok(answer.body(Body::from(body))?)
}

/// A variable of CGI (RFC 3875, section 4.1) as this request has it, or one of the component's own.
fn variable(asked: &Request<Body>, name: &str) -> Option<OsString> {
    let (uri, own_path) = (asked.uri(), own_path());
    let text = match name {
        "REQUEST_METHOD" => asked.method().as_str(),
        "QUERY_STRING" => uri.query()?,
        "SCRIPT_NAME" => &own_path,
        "PATH_INFO" => uri.path().strip_prefix(&*own_path).unwrap_or(uri.path()),
        "HTTPS" if uri.scheme_str() == Some("https") => "on",
        "HTTP_HOST" => match uri.authority() {
            Some(authority) => authority.as_str(),
            None => asked.headers().get("host")?.to_str().ok()?,
        },
        own if own.starts_with("PARLOUR_") => return std::env::var_os(own),
        _ => return None,
    };
    Some(text.into())
}

/// The path of the program on its host: that of `PARLOUR_URL`, or the root.
fn own_path() -> String {
    let url = std::env::var("PARLOUR_URL").unwrap_or_default();
    url.parse::<Uri>().map_or_else(|_| "/".to_owned(), |url| url.path().to_owned())
}
