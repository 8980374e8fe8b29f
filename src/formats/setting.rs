//! The setting of a page: the site that it belongs to, and the way in which it was asked for.

use crate::gateway::protocol::{Capsule, Hole, Protocol};
use crate::settings::Settings;

/// The setting of a page.
#[derive(Clone, Debug, Default)]
pub struct Setting<'a> {
    /// The operator's settings.
    pub site: &'a Settings,
    /// True if the links in them die with the preview server.
    pub preview: bool,
    /// The protocol that they are asked for by.
    pub protocol: Protocol,
    /// The names in their query that nothing in Parlour uses.
    pub ignored: Vec<String>,
}

impl Setting<'_> {
    /// Pages over HTTP.
    pub fn http(preview: bool) -> Self {
        Setting { preview, ..Setting::default() }
    }

    /// The sentence about its links at the end of a page.
    pub fn note(&self) -> Option<&'static str> {
        self.preview.then_some("This is a preview: its links stop working when it ends.")
    }

    /// Where the program is on its Gemini server.
    pub fn capsule(&self) -> Capsule {
        match &self.protocol {
            Protocol::Gemini(capsule) => capsule.clone(),
            _ => Capsule::default(),
        }
    }

    /// Where the program is on its Gopher server.
    pub fn hole(&self) -> Hole {
        match &self.protocol {
            Protocol::Gopher(hole) => hole.clone(),
            _ => Hole::default(),
        }
    }
}
