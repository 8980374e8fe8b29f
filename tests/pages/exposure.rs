//! What a page exposes to other sites. In every situation and format it loads nothing foreign, runs nothing and
//! is in no frame, and other sites can read it only if it is public.

use crate::situations;
use parlour::game::sample;
use parlour::gateway::http::Response;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use support::reader::markup::{Piece, pieces, split_attributes};
use support::services::ask;
use support::stranger::{LINKS_TO_PROBLEMS, links_to_every_kind};

/// The formats that a browser or a program asks for by HTTP. A page without one is for people.
const FORMATS: [&str; 4] = ["", "&as=json", "&as=text", "&as=svg"];
/// Attributes by which a browser loads something, sends something or runs something.
const LOADING: [&str; 14] = [
    "src",
    "srcset",
    "data",
    "poster",
    "background",
    "action",
    "formaction",
    "ping",
    "style",
    "manifest",
    "http-equiv",
    "xlink:href",
    "imagesrcset",
    "srcdoc",
];
/// Elements of which browsers load or run the content.
const LOADERS: [&str; 9] =
    ["script", "style", "iframe", "frame", "object", "embed", "base", "img", "foreignobject"];
/// Without `PARLOUR_FULL=1`, one page in so many is looked at.
const SAMPLED_ONE_IN: u32 = 24;
/// The longest offered link.
const LINK_CHARS_MAX: usize = 900;

/// The query of a link, without a format.
fn bare(link: &str) -> String {
    let pairs = link.trim_start_matches('?').split('&');
    pairs.filter(|pair| !pair.starts_with("as=")).collect::<Vec<_>>().join("&")
}

/// The query of each page to look at.
static PAGES: LazyLock<Vec<String>> = LazyLock::new(every_page);

/// The query of each kind of page, once; with `PARLOUR_FULL=1` of all, and otherwise of a part.
fn every_page() -> Vec<String> {
    let (mut seen, mut pages) = (BTreeSet::new(), Vec::new());
    let mut look = |query: &str| {
        if seen.insert(query.to_owned()) {
            pages.push(query.to_owned());
        }
    };
    let problems = LINKS_TO_PROBLEMS.map(|(link, ..)| link.to_owned());
    for link in links_to_every_kind().into_iter().chain(problems) {
        look(&bare(&link));
    }
    ["parlour", "puzzles", "league", "g=eights&people=3"].into_iter().for_each(&mut look);
    let mut deeper = |query: &str| {
        look(query);
        for more in ["&rules", "&rules=link", "&rules=qr"] {
            look(&format!("{query}{more}"));
        }
    };
    situations::of_every_game(&mut deeper);
    situations::of_every_table(&mut deeper);
    sample::one_in(SAMPLED_ONE_IN, pages)
}

/// The response in each format, with the format.
fn in_each_format(query: &str) -> [(&'static str, Response); 4] {
    FORMATS.map(|format| (format, ask(format!("{query}{format}"))))
}

/// The values of a header.
fn header<'a>(response: &'a Response, name: &str) -> Vec<&'a str> {
    response.headers().filter(|(other, _)| *other == name).map(|(_, value)| value).collect()
}

/// Returns true if an attribute of an element loads, sends and runs nothing, and leads to a page.
fn is_harmless(element: &str, attribute: &str, value: &str) -> bool {
    if attribute != "href" {
        return !LOADING.contains(&attribute) && !attribute.starts_with("on");
    }
    let starts = |starts: &[&str]| starts.iter().any(|start| value.starts_with(start));
    match element {
        // A link loads nothing before somebody follows it.
        "a" => starts(&["?", "#", "https://", "mailto:", "sms:"]) && value.len() <= LINK_CHARS_MAX,
        "link" => starts(&["?style=", "?feed", "data:image/svg+xml,"]),
        _ => starts(&["#"]),
    }
}

#[test]
fn pages_load_nothing_foreign_and_refuse_frames() {
    for query in &*PAGES {
        for (format, response) in in_each_format(query) {
            let is_for_people = response.content_type.starts_with("text/html");
            assert_eq!(is_for_people, format.is_empty() && query != "feed", "{query}{format}");
            let [policy] = header(&response, "Content-Security-Policy")[..] else {
                panic!("{query}")
            };
            // The style of a picture is in it, and named by its hash.
            let hash = policy.split("'sha256-").nth(1).and_then(|rest| rest.split('\'').next());
            let expected = match hash.filter(|_| format == "&as=svg") {
                Some(hash) => {
                    format!("default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'")
                }
                None if is_for_people => "default-src 'none'; style-src 'self'; img-src data:; \
                    form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
                    .to_owned(),
                None => "default-src 'none'; frame-ancestors 'none'; sandbox".to_owned(),
            };
            assert_eq!(policy, expected, "{query}{format}");
            assert_eq!(header(&response, "Referrer-Policy"), ["no-referrer"], "{query}{format}");
            if !is_for_people && !response.content_type.starts_with("image/svg") {
                continue;
            }
            for (_, piece) in pieces(&response.body) {
                let Piece::Open { name, attributes, .. } = piece else { continue };
                let is_style = hash.is_some() && name == "style";
                let is_loader = LOADERS.contains(&&*name.to_lowercase()) && !is_style;
                assert!(!is_loader, "{query}{format}: {name}");
                for (attribute, value) in split_attributes(attributes).expect("attributes") {
                    let is_harmless = is_harmless(name, &attribute.to_lowercase(), value);
                    assert!(is_harmless, "{query}{format}: <{name} {attribute}={value}>");
                }
            }
        }
    }
}

/// The links of a page of a table for programs.
fn links_of_table(page: &Value) -> Vec<String> {
    let of_table = page["table"].as_object().into_iter().flat_map(|table| table.values());
    let links = of_table.chain([&page["requests"][0]["link"]]).filter_map(Value::as_str);
    links.filter(|text| text.starts_with('?')).map(bare).collect()
}

/// A page with a password or with the hand of a seat is for nobody else. It is the page for programs that says
/// so.
#[test]
fn other_sites_may_read_only_public_pages() {
    let (mut public, mut private) = (0, 0);
    let mut check = |query: &str| {
        let page: Value =
            serde_json::from_str(&ask(format!("{query}&as=json")).body).expect("JSON");
        let body = page.to_string();
        let is_private = query.split('&').any(|pair| pair.starts_with("c="))
            || body.contains("&c=")
            || !page["table"]["seat"].is_null()
            || !page["table"]["password"].is_null();
        *(if is_private { &mut private } else { &mut public }) += 1;
        for (format, response) in in_each_format(query) {
            let is_shared = !is_private && !format.is_empty();
            let policy = if is_shared { "cross-origin" } else { "same-origin" };
            let found = header(&response, "Cross-Origin-Resource-Policy");
            assert_eq!(found, [policy], "{query}{format}: {body}");
            let allowed: &[&str] = if is_shared { &["*"] } else { &[] };
            let found = header(&response, "Access-Control-Allow-Origin");
            assert_eq!(found, allowed, "{query}{format}: {body}");
        }
        page
    };
    for query in &*PAGES {
        let page = check(query);
        for link in links_of_table(&page) {
            check(&link);
            check(&format!("{link}&name=Zoe"));
        }
    }
    assert!(public > 20 && private > 20, "{public} public and {private} private pages");
}
