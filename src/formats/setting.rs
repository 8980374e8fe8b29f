//! The setting of a page: its site and the protocol of its request.

use crate::gateway::protocol::{Capsule, GopherServer, Protocol};
use crate::settings::Settings;

/// The setting of a page.
#[derive(Clone, Debug)]
pub struct Setting<'a> {
    /// The operator's settings.
    pub site: &'a Settings,
    /// True if the links in the page stop working when the preview server ends.
    pub preview: bool,
    /// The protocol of the request.
    pub protocol: Protocol,
    /// The names in the query that change nothing on the page.
    pub ignored: Vec<String>,
    /// The sentences about them, if there are any.
    pub notice: Option<String>,
}

impl<'a> Setting<'a> {
    /// A page of this site by HTTP.
    pub fn of(site: &'a Settings) -> Self {
        Setting {
            site,
            preview: false,
            protocol: Protocol::Http,
            ignored: Vec::new(),
            notice: None,
        }
    }

    /// The sentence about the links, at the end of a page.
    pub fn note(&self) -> Option<&'static str> {
        self.preview.then_some("This is a preview: its links stop working when it ends.")
    }

    /// The place of the program on its Gemini server.
    pub fn capsule(&self) -> Capsule {
        match &self.protocol {
            Protocol::Gemini(capsule) => capsule.clone(),
            _ => Capsule::default(),
        }
    }

    /// The place of the program on its Gopher server.
    pub fn server(&self) -> GopherServer {
        match &self.protocol {
            Protocol::Gopher(server) => server.clone(),
            _ => GopherServer::default(),
        }
    }
}
