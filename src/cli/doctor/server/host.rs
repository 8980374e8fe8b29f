//! The examined web server, and the results of a visit to it.

use crate::cli::doctor::exchange::NoResponse;
use crate::cli::doctor::http::{HttpUrl, Response};
use crate::doctor::checkup::Finding;

/// The progress of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// No Parlour answers.
    Nothing,
    /// Parlour answers that it has no key.
    NoKey,
    /// Parlour answers, but deals no game.
    Parlour,
    /// Parlour deals a game, so it has a key.
    Game,
}

/// The findings of a check, or the error that ended it.
pub type Checked = Result<Vec<Finding>, NoResponse>;

/// The finding about a server that breaks off.
pub fn breaks_off(error: NoResponse) -> Vec<Finding> {
    vec![Finding::wrong(format!("the web server breaks off in the middle ({error})"))]
}

/// A web server that should run Parlour.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its address.
    pub url: HttpUrl,
}

impl Server {
    /// The page of a query.
    ///
    /// # Errors
    ///
    /// [`NoResponse`] if there is none.
    pub fn get(&self, query: &str) -> Result<Response, NoResponse> {
        self.url.request("GET", &format!("{}?{query}", self.url.path))
    }
}
