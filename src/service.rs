//! The services of a process that answers requests, as a CGI program or as a worker of
//! `parlour serve`: its keys, its address, and the operating system.

use crate::gateway::address;
use crate::gateway::http::{HttpRequest, Response};
use crate::os::own::log;
use crate::os::{clock, random};
use crate::program::Program;
use crate::respond::{Services, respond_then};
use crate::seal::keys::KeyRing;
use crate::seal::source::{self, KeySource, NoKey};
use crate::settings::Settings;
use std::cell::OnceCell;
use std::ffi::OsString;

/// The keys and the operator's settings. The process reads them once.
pub struct Service {
    keys: Result<(KeyRing, KeySource), NoKey>,
    settings: Settings,
    /// True if the keys die with the preview server.
    pub preview: bool,
}

impl Service {
    /// Finds the keys and the settings, with the environment of this process.
    pub fn find(program: &'static Program) -> Self {
        let environment = |name: &str| std::env::var_os(name);
        let (keys, settings) = (source::find(&environment), Settings::read(program, &environment));
        Service { keys, settings, preview: false }
    }

    /// Logs a fault of the setup.
    pub fn log_faults(&self) {
        if let Some(error) = self.trouble() {
            log(error);
        }
        self.settings.faults.iter().for_each(|fault| log(fault));
    }

    /// The operator's settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The reason why there are no keys.
    pub fn trouble(&self) -> Option<&NoKey> {
        self.keys.as_ref().err()
    }

    /// Answers a request with these variables, and hands the response on as [`respond_then`] does.
    pub fn respond_then<T>(
        &self,
        environment: &dyn Fn(&str) -> Option<OsString>,
        request: &HttpRequest,
        then: impl FnOnce(Response) -> T,
    ) -> T {
        // A game needs it for its records, and its page for the link to copy.
        let known = OnceCell::new();
        let find_address = || {
            address::find(&self.settings.address, environment).map(|address| address.before_query())
        };
        let services = Services {
            keys: self.keys.as_ref().ok().map(|(ring, _)| ring),
            preview: self.preview,
            settings: &self.settings,
            entropy: &|bytes| random::fill(bytes).is_ok(),
            now: &clock::seconds_since_1970,
            address: &|| known.get_or_init(find_address).clone(),
        };
        respond_then(&services, request, then)
    }
}
