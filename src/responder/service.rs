//! From the variables of a request to its response.

use crate::doctor::examine::examine;
use crate::gateway::fastcgi::params::Params;
use crate::gateway::http::Response;
use crate::gateway::{address, cgi};
use crate::os::{clock, random};
use crate::respond::{Services, respond, respond_to_endless};
use crate::seal::keys::KeyRing;
use crate::seal::source::{self, KeySource, NoKey};
use std::ffi::OsString;

/// What the names of the operator's variables begin with.
const OWN: &str = "PARLOUR_";

/// What it takes to answer: the keys, which are read once.
pub struct Service {
    keys: Result<(KeyRing, KeySource), NoKey>,
}

impl Service {
    /// Finds the keys.
    pub fn find() -> Self {
        Service { keys: source::find(&|name| std::env::var_os(name)) }
    }

    /// Why there are no keys.
    pub fn trouble(&self) -> Option<&NoKey> {
        self.keys.as_ref().err()
    }

    /// Answers a request with these variables, if they are not too long.
    pub fn respond(&self, params: Option<&Params>) -> Response {
        let Some(params) = params else { return respond_to_endless() };
        let environment = |name: &str| variable(params, name);
        let request = cgi::read(&environment);
        #[cfg(debug_assertions)]
        misbehave(&request.query);
        let services = Services {
            keys: self.keys.as_ref().ok().map(|(ring, _)| ring),
            preview: false,
            entropy: &|bytes| random::fill(bytes).is_ok(),
            now: &clock::seconds_since_1970,
            address: &|| address::find(&environment),
            examine: &|pass| {
                let (ring, source) = self.keys.as_ref().ok()?;
                examine(&environment, ring, source, pass)
            },
        };
        respond(&services, &request)
    }
}

/// A variable of the request, or of the operator's. A server has no say in the latter, and the
/// environment in which the process was started none in the former.
fn variable(params: &Params, name: &str) -> Option<OsString> {
    match name.starts_with(OWN) {
        true => std::env::var_os(name),
        false => params.variable(name),
    }
}

/// Has a bug on request, so that tests may see what becomes of it.
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
