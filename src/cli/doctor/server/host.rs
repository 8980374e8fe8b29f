//! The web server that is examined, and what one look at it gives.

use crate::cli::doctor::exchange::NoResponse;
use crate::cli::doctor::http::{HttpUrl, Response};
use crate::doctor::checkup::Finding;

/// How far the visit came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// No Parlour answers.
    Nothing,
    /// It answers that it has no key.
    NoKey,
    /// It answers, and a game is not dealt as it should be.
    Parlour,
    /// A game is dealt, so it has a key.
    Game,
}

/// What a check found, or that the server broke off in the middle of it.
pub type Checked = Result<Vec<Finding>, NoResponse>;

/// What is said where the server breaks off.
pub fn breaks_off(error: NoResponse) -> Vec<Finding> {
    vec![Finding::wrong(format!("the web server breaks off in the middle ({error})"))]
}

/// A web server that is to run Parlour.
#[derive(Clone, Debug)]
pub struct Server {
    /// Where it is.
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
