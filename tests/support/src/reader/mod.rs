//! A page as its reader sees it: its links, its board, its words. It is for tests that start the
//! true program and know nothing of its insides.

pub mod markup;
pub mod memory;

use markup::{Piece, text_of};
use memory::Tiles;

/// A page of Parlour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The markup, as it came.
    pub html: String,
}

/// A link, unescaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The target, such as `?g=maze#now`.
    pub href: String,
    /// Its words, or the words that are read out in their place.
    pub label: String,
}

impl Link {
    /// The part behind the question mark that a server gets.
    pub fn query(&self) -> &str {
        let query = self.href.strip_prefix('?').unwrap_or_default();
        query.split_once('#').map_or(query, |(query, _)| query)
    }
}

impl Page {
    /// Takes a page that must be well formed.
    #[track_caller]
    pub fn new(html: &str) -> Self {
        if let Err(fault) = markup::check(html) {
            panic!("not well formed: {fault}\n{html}");
        }
        Page { html: html.to_owned() }
    }

    /// Every link, in the order in which a text browser goes through them.
    pub fn links(&self) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        let mut inside = false;
        for (_, piece) in markup::pieces(&self.html) {
            match piece {
                Piece::Open { name: "a", attributes, .. } => {
                    let get = |wanted| markup::attribute(attributes, wanted);
                    let href = get("href").unwrap_or_default();
                    links.push(Link { href, label: get("aria-label").unwrap_or_default() });
                    inside = links.last().is_some_and(|link| link.label.is_empty());
                }
                Piece::Close("a") => inside = false,
                Piece::Text(text) if inside => {
                    links
                        .last_mut()
                        .into_iter()
                        .for_each(|link| link.label += &markup::plain(text));
                }
                _ => {}
            }
        }
        links
    }

    /// The first link whose query has this parameter, such as `turn=7`.
    #[track_caller]
    pub fn link_with(&self, parameter: &str) -> Link {
        let has = |link: &Link| link.query().split('&').any(|p| p == parameter);
        let found = self.links().into_iter().find(has);
        found.unwrap_or_else(|| panic!("no link has {parameter}:\n{}", self.html))
    }

    /// The token that the links carry, if this is the page of a position.
    pub fn token(&self) -> Option<String> {
        let start = self.html.find("?s=")? + 3;
        let rest = &self.html[start..];
        let end = rest.find('&')?;
        Some(rest[..end].to_owned())
    }

    /// The element with this class or tag name, tags and all.
    pub fn element(&self, name_or_class: &str) -> Option<&str> {
        markup::element(&self.html, name_or_class)
    }

    /// The words of an element, spaces made one.
    pub fn words(&self, name_or_class: &str) -> Option<String> {
        self.element(name_or_class).map(text_of)
    }

    /// The tiles of a board of Concentration. A tile with a link is face down.
    pub fn tiles(&self) -> Tiles {
        let board = self.element("board").unwrap_or_default();
        let mut tiles: Tiles = Vec::new();
        let mut open = false;
        for (_, piece) in markup::pieces(board) {
            match piece {
                Piece::Open { name: "a", .. } => tiles.push(None),
                Piece::Open { name: "b", .. } => {
                    tiles.push(Some(String::new()));
                    open = true;
                }
                Piece::Close("b") => open = false,
                Piece::Text(text) if open => {
                    tiles.last_mut().into_iter().flatten().for_each(|tile| *tile += text);
                }
                _ => {}
            }
        }
        tiles
    }

    /// The number of the fault that the referee found, if he refused.
    pub fn fault(&self) -> Option<u16> {
        let (_, number) = self.element("fault")?.split_once("data-code=")?;
        number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    }

    /// The page without the parts that differ for one position: the token, which is new on every
    /// page; the status, or the fault in its place; a notice; the place where a request lands; and the
    /// other games, which only a fresh deal offers.
    #[track_caller]
    pub fn position(&self) -> String {
        let main = self.element("main").unwrap_or_else(|| panic!("no main part:\n{}", self.html));
        let status = self.element("status").unwrap_or_default();
        let token = self.token().unwrap_or_else(|| panic!("no position:\n{}", self.html));
        let shown = without_landing(&main.replacen(status, "", 1).replace(&token, "TOKEN"));
        let shown = without_variants(&shown);
        let is_same = |line: &&str| !line.trim().is_empty() && !line.contains("role=status>");
        shown.lines().filter(is_same).collect::<Vec<_>>().join("\n")
    }
}

/// The markup as it would be if nothing had been changed by a request.
pub fn without_landing(html: &str) -> String {
    html.replace("<mark id=now tabindex=-1 aria-describedby=Now>", "")
        .replace("</mark>", "")
        .replace("id=\"Now\"", "id=\"now\"")
}

/// The markup without the line of other games to play, which only a fresh deal has.
pub fn without_variants(html: &str) -> String {
    let lines = html.lines().filter(|line| !line.starts_with("<p class=\"tools variants\">"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The parts of a page before and behind the address of its style sheet.
fn around_style(html: &str) -> (&str, &str, &str) {
    let link = "<link rel=stylesheet href=\"";
    let start = html.find(link).expect("a style sheet") + link.len();
    let length = html[start..].find('"').expect("its address");
    (&html[..start], &html[start..start + length], &html[start + length..])
}

/// The query of the style sheet of a page.
///
/// # Panics
///
/// If it has none.
pub fn style_query(html: &str) -> &str {
    around_style(html).1.trim_start_matches('?')
}

/// The page with its style sheet at another address.
///
/// # Panics
///
/// If it has none.
pub fn with_style_at(html: &str, address: &str) -> String {
    let (before, _, behind) = around_style(html);
    [before, address, behind].concat()
}
