//! The least of browsers: it asks for pages, follows their links, and remembers the way back.

use super::view::{Browser, Link, View};
use support::http::Host;
use support::reader::Page;

/// The link of a page that is there in place of a redirect.
const ON: &str = "Go to the table";

/// A visitor of one server.
pub struct Follower {
    host: Host,
    /// The address of the program there.
    path: &'static str,
    /// The queries and pages on the way, the one at hand last.
    visited: Vec<(String, Page)>,
}

impl Follower {
    /// Opens the page of a query.
    pub fn open(host: Host, path: &'static str, query: &str) -> Self {
        let mut follower = Follower { host, path, visited: Vec::new() };
        follower.go(query);
        follower
    }

    fn go(&mut self, query: &str) {
        let get = |query: &str| self.host.get(format!("{}?{query}", self.path));
        let page = get(query).page_after(get);
        // Python's server sends no redirect, so the page has a link.
        let page = match page.links().iter().find(|link| link.label == ON) {
            Some(link) => get(link.query()).page(200),
            None => page,
        };
        self.visited.push((query.to_owned(), page));
    }

    fn at_hand(&self) -> &(String, Page) {
        self.visited.last().expect("a page was opened")
    }
}

impl Browser for Follower {
    fn look(&mut self) -> View {
        View::of_page(&self.at_hand().1)
    }

    fn follow(&mut self, link: &Link) {
        let query = self.at_hand().1.links()[link.place].query().to_owned();
        self.go(&query);
    }

    fn visit(&mut self, url: &str) {
        let query = url.split_once('?').map_or("", |(_, query)| query);
        self.go(query);
    }

    fn lengthen_address(&mut self, more: &str) {
        let query = format!("{}{more}", self.at_hand().0);
        self.go(&query);
    }

    fn back(&mut self) {
        self.visited.pop();
    }
}
