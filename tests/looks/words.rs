//! Titles, headings and links of pages. A title tells the state, headings are in order, and no two
//! links of one name lead to different places.

use crate::collect::{Shown, pages};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use support::reader::Page;
use support::reader::markup::{self, Piece};
use support::services::ask;
use support::trials::Trial;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let case = |name: &str, check: fn(&Page) -> Result<(), String>| {
        Trial::new(format!("words::{name}"), &[], move || on_every_page(check))
    };
    vec![
        case("headings_are_in_order", headings_are_in_order),
        case("links_of_one_name_lead_to_one_place", links_are_told_apart),
        case("what_a_page_refers_to_is_in_it", references_are_met),
        case("shapes_are_coloured", shapes_are_coloured),
        Trial::new("words::every_page_has_its_title".to_owned(), &[], every_page_has_its_title),
        Trial::new("words::every_kind_is_there".to_owned(), &[], every_kind_is_there),
    ]
}

fn on_every_page(check: fn(&Page) -> Result<(), String>) {
    let fault = |shown: &Shown| {
        let fault = check(&Page { html: shown.html.clone() }).err()?;
        Some(format!("{}: {fault}", shown.name))
    };
    let faults: Vec<String> = pages().iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn headings_are_in_order(page: &Page) -> Result<(), String> {
    let mut levels = Vec::new();
    for (_, piece) in markup::pieces(&page.html) {
        if let Piece::Open { name, .. } = piece
            && let Some(level) = name.strip_prefix('h').and_then(|level| level.parse::<u8>().ok())
        {
            levels.push(level);
        }
    }
    let in_order = levels.first() == Some(&1)
        && levels[1..].iter().all(|level| *level > 1)
        && levels.windows(2).all(|pair| pair[1] <= pair[0] + 1);
    if in_order { Ok(()) } else { Err(format!("{levels:?}")) }
}

fn links_are_told_apart(page: &Page) -> Result<(), String> {
    let mut targets = BTreeMap::new();
    for link in page.links() {
        let earlier = targets.insert(link.label.clone(), link.href.clone());
        if earlier.is_some_and(|earlier| earlier != link.href) {
            return Err(format!("two links are named {}", link.label));
        }
    }
    Ok(())
}

fn references_are_met(page: &Page) -> Result<(), String> {
    let ids = attributes(&page.html, "id");
    for href in attributes(&page.html, "href") {
        let Some(name) = href.strip_prefix('#') else { continue };
        if ids.iter().filter(|id| *id == name).count() != 1 {
            return Err(format!("there is no {name}, or more than one"));
        }
    }
    Ok(())
}

/// A shape that no style sheet colours is black, and not to be seen by night.
fn shapes_are_coloured(page: &Page) -> Result<(), String> {
    static STYLE: LazyLock<String> = LazyLock::new(|| ask("style").body);
    for classes in attributes(page.element("shapes").unwrap_or_default(), "class") {
        for class in classes.split(' ') {
            if class != "shapes" && !STYLE.contains(&format!(".{class}{{")) {
                return Err(format!("no style for shapes of class {class}"));
            }
        }
    }
    Ok(())
}

/// The values of this attribute of all elements.
fn attributes(html: &str, name: &str) -> Vec<String> {
    let value = |piece| match piece {
        Piece::Open { attributes, .. } => markup::attribute(attributes, name),
        _ => None,
    };
    markup::pieces(html).filter_map(|(_, piece)| value(piece)).collect()
}

/// Titles of a game tell its state: no two kinds of page with different ends share one.
fn every_page_has_its_title() {
    let mut ends: BTreeMap<String, (String, String)> = BTreeMap::new();
    for shown in pages() {
        let page = Page { html: shown.html.clone() };
        let title = page.words("title").unwrap_or_default();
        assert!(title.ends_with("Parlour"), "{}: {title}", shown.name);
        let mood = page.words("outcome").is_some().to_string();
        let (other, name) =
            ends.entry(title.clone()).or_insert_with(|| (mood.clone(), shown.name.clone()));
        assert_eq!(*other, mood, "{name} and {} are both titled {title}", shown.name);
    }
}

/// The random plays have met the pages for which they were chosen.
fn every_kind_is_there() {
    let ends = pages().iter().filter_map(|page| {
        let lead = page.html.split("<p class=status").nth(1)?.split("<b").nth(1)?;
        lead.split_once('>')?.1.split_once(".</b>").map(|(lead, _)| lead)
    });
    let ends: Vec<&str> = ends.collect();
    for headline in ["You win", "The computer wins", "A draw", "Solved for you"] {
        assert!(ends.contains(&headline), "no game ends with {headline}: {ends:?}");
    }
    for mark in ["back", "new", "set", "on", "held"] {
        let shows = |page: &Shown| Page { html: page.html.clone() }.element(mark).is_some();
        assert!(pages().iter().any(shows), "nothing is {mark}");
    }
}
