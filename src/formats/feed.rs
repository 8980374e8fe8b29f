//! The puzzles of the last days as a feed (Atom, RFC 4287), for feed readers.

use super::view::{Document, LOADS_NOTHING, Puzzles};
use crate::date::Day;
use crate::links::Links;
use crate::settings::Settings;

/// The beginning of each entry's id: a lasting name that belongs to no server.
const NAME: &str = "urn:x-parlour:daily";

/// The feed. Its links lead to pages for people.
pub fn atom(puzzles: &Puzzles, links: Links, site: &Settings) -> Document {
    let address = |link: &crate::links::Link| match &puzzles.address {
        Some(address) => escaped(&link.at(address)),
        None => escaped(link.as_str()),
    };
    let midnight = |day: Day| format!("{day}T00:00:00Z");
    let updated = puzzles.days().next().map_or("1970-01-01T00:00:00Z".to_owned(), midnight);
    let own = address(&links.feed());
    let title = escaped(&site.title);
    let home = site.home.as_ref().map(|home| format!("<uri>{}</uri>", home.address));
    let home = home.unwrap_or_default();
    let mut body = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>{title}: the puzzles of the day</title>\n\
         <id>{NAME}</id>\n\
         <updated>{updated}</updated>\n\
         <author><name>{title}</name>{home}</author>\n\
         <link rel=\"self\" href=\"{own}\"/>\n"
    );
    for (ruleset, day) in puzzles.all(site) {
        let (title, key) = (escaped(ruleset.title), ruleset.key);
        let (link, blurb) = (address(&links.puzzle(ruleset, Some(day))), escaped(ruleset.blurb));
        body.push_str(&format!(
            "<entry>\n<title>{title}, {}</title>\n<id>{NAME}:{key}:{day}</id>\n\
             <updated>{}</updated>\n<link rel=\"alternate\" type=\"text/html\" href=\"{link}\"/>\n\
             <summary>{blurb}</summary>\n</entry>\n",
            day.in_words(),
            midnight(day),
        ));
    }
    body.push_str("</feed>\n");
    Document { content_type: "application/atom+xml; charset=utf-8", policy: LOADS_NOTHING, body }
}

/// Escapes a text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
