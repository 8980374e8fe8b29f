//! A game of chess between two people who send each other open links. White types moves and follows
//! links in Lynx, and Black clicks in Chromium, up to mate.

use crate::browsers::chromium::Chromium;
use crate::browsers::lynx::Lynx;
use crate::browsers::view::{Browser, View};
use crate::start;
use support::server::{KINDS, Server};
use support::trials::Trial;

/// The words before the link to send.
const SEND: &str = "Send this link to ";
/// The words of the end.
const MATE: &str = "Black mated with Qh4#.";

/// The case of this file.
pub fn cases() -> Vec<Trial> {
    let kind = &KINDS[0];
    let needs = [kind.programs, &["lynx", "chromium", "chromedriver"]].concat();
    let name = format!("{}::chess_to_mate_by_lynx_and_chromium", kind.name);
    vec![Trial::new(name, &needs, || play(&start(kind)))]
}

fn play(server: &Server) {
    let mut white = Lynx::open_numbered(&server.url("g=chess&people=2"), server.open_directory());
    let mut black = Chromium::open(&server.url(""), &server.open_directory());
    white.type_move("f3");
    black.visit(&sent(&white.look(), "White played f3."));
    click(&black, "e7", "e7e5");
    white.visit(&sent(&black.look(), "Black played e5."));
    // The links go from the top of the board to its foot: the pawns on f3, on a2 to e2, and on g2.
    follow(&mut white, 6);
    // The square g4 is above all pieces that White could choose.
    follow(&mut white, 0);
    black.visit(&sent(&white.look(), "White played g4."));
    click(&black, "d8", "d8h4");
    let end = black.look();
    assert!(end.words.contains(MATE) && end.is_over(), "{}", end.words);
    white.visit(&black.address());
    let end = white.look();
    assert!(end.words.contains(MATE) && end.is_over(), "{}", end.words);
}

/// Follows one of the links of the board, from 0 at the top.
fn follow(lynx: &mut Lynx, place: usize) {
    let page = lynx.look();
    lynx.follow(&page.moves[place]);
}

/// Chooses a piece on the board, and then its square.
fn click(chromium: &Chromium, piece: &str, squares: &str) {
    chromium.click(&format!(".board a[href$='choose={piece}#now']"));
    chromium.click(&format!(".board a[href$='play={squares}#now']"));
}

/// The link that a page says to send, after this move.
fn sent(page: &View, moved: &str) -> String {
    assert!(page.words.contains(moved), "{}", page.words);
    let link = page.words.split_once(SEND).map(|(_, rest)| rest.split_whitespace());
    let link = link.and_then(|mut words| words.find(|word| word.starts_with("http://")));
    link.unwrap_or_else(|| panic!("nothing to send:\n{}", page.words)).to_owned()
}
