//! Whole games of Concentration, each played from what one browser shows of what one server sends.

use crate::bench::Case;
use crate::reader::Page;
use crate::reader::memory::{self, Table, Tiles};
use crate::server::{KINDS, Kind, Server};

/// The cases of this file.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in KINDS {
        let name = format!("{}::a_game_by_following_links", kind.name);
        cases.push(Case::new(name, kind.programs, || follow_links(kind)));
    }
    cases
}

/// A game of which only the page at hand is known.
struct Visit<'a> {
    server: &'a Server,
    page: Page,
}

impl Table for Visit<'_> {
    fn tiles(&mut self) -> Tiles {
        self.page.tiles()
    }

    fn turn(&mut self, tile: usize) {
        let link = self.page.link_with(&format!("turn={}", tile + 1));
        self.page = self.server.get(link.href.trim_start_matches('?')).page(200);
    }
}

fn follow_links(kind: &'static Kind) {
    let server = Server::start(kind);
    let index = server.get("").page(200);
    let game = index.link_with("g=concentration");
    let page = server.get(game.href.trim_start_matches('?')).page(200);
    let mut visit = Visit { server: &server, page };
    memory::play(&mut visit);
    let status = visit.page.words("status").unwrap_or_default();
    assert!(status.starts_with("You Win"), "{status}\n{}", visit.page.html);
}
