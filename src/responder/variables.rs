//! The way from the variables of a request to its response.

use crate::gateway::cgi;
use crate::gateway::fastcgi::params::Params;
use crate::gateway::http::Response;
use crate::respond::respond_to_endless;
use crate::service::Service;
use std::ffi::OsString;

/// The beginning of the names of the operator's variables.
const OWN: &str = "PARLOUR_";

/// Answers a request with these variables, if they are not too long.
pub fn respond(service: &Service, params: Option<&Params>) -> Response {
    let Some(params) = params else { return respond_to_endless() };
    let environment = |name: &str| variable(params, name);
    let request = cgi::read(&environment);
    #[cfg(debug_assertions)]
    misbehave(&request.query);
    service.respond_then(&environment, &request, |response| response)
}

/// A variable of the request or of the operator. The server cannot set the operator's variables,
/// and the environment of the process cannot set those of a request.
fn variable(params: &Params, name: &str) -> Option<OsString> {
    if name.starts_with(OWN) { std::env::var_os(name) } else { params.variable(name) }
}

/// Has a bug on request, so that tests can see its effect.
#[cfg(debug_assertions)]
fn misbehave(query: &[u8]) {
    use std::os::unix::ffi::OsStrExt;
    let asks_for = |name| std::env::var_os(name).is_some_and(|value| value.as_bytes() == query);
    if asks_for("PARLOUR_PANIC") {
        panic!("PARLOUR_PANIC is set");
    }
    if asks_for("PARLOUR_ABORT") {
        std::process::abort();
    }
    while asks_for("PARLOUR_SPIN") {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::fastcgi::params;

    #[test]
    fn a_server_has_no_say_in_what_is_the_operators() {
        let mut bytes = Vec::new();
        for name in ["PARLOUR_KEY", "PARLOUR_URL", "QUERY_STRING"] {
            params::write(&mut bytes, name.as_bytes(), b"x");
        }
        let params = Params::read(bytes).unwrap();
        for name in ["PARLOUR_KEY", "PARLOUR_URL"] {
            assert_eq!(variable(&params, name), std::env::var_os(name));
        }
        assert_eq!(variable(&params, "QUERY_STRING"), Some("x".into()));
        assert!(std::env::var_os("PATH").is_some());
        assert_eq!(variable(&params, "PATH"), None);
    }
}
