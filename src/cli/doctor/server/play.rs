//! Plays a game. It checks if queries arrive, each new game is a different one, and a click moves
//! the position.

use super::arrival::is_index;
use super::host::{Server, breaks_off};
use crate::cli::doctor::exchange::NoResponse;
use crate::cli::doctor::http::Response;
use crate::doctor::checkup::Finding;

/// The rules of a game, the first request: this page needs no key.
const RULES: &str = "g=concentration&rules";
/// A new game.
const NEW_GAME: &str = "g=concentration";
/// A part of the link that a page of the game has for each tile to turn up.
const CLICK: &str = "&turn=";
/// Headers that a cache adds if it answers in place of the server.
const CACHE_HEADERS: [&str; 5] = ["X-Cache", "X-Cache-Status", "CF-Cache-Status", "Age", "Via"];

/// Plays a game as far as its first click. Returns the page of the deal, and the findings.
///
/// # Errors
///
/// The findings, if a game cannot be played and all further checks would fail.
pub fn play(server: &Server) -> Result<(Response, Vec<Finding>), Vec<Finding>> {
    try_to_play(server).unwrap_or_else(|error| Err(breaks_off(error)))
}

type Played = Result<(Response, Vec<Finding>), Vec<Finding>>;

fn try_to_play(server: &Server) -> Result<Played, NoResponse> {
    let rules = server.get(RULES)?;
    if is_index(&rules) {
        return Ok(stop(
            "no query arrives: every address of Parlour shows its first page; a rule of the server, or a cache before it, leaves out what follows the `?` (in nginx, `fastcgi_param QUERY_STRING $query_string`)",
        ));
    }
    if rules.status != 200 {
        return Ok(stop(format!(
            "asked for the rules of a game, the server answers {} in place of Parlour; have it, or the firewall before it, let every query of this address through",
            rules.status
        )));
    }
    let (first, second) = (server.get(NEW_GAME)?, server.get(NEW_GAME)?);
    let (Some(link), Some(other)) = (link_to_deal(&first), link_to_deal(&second)) else {
        return Ok(stop(format!(
            "asked for a new game, the server answers {} and no game; have it pass on the status and the headers of programs",
            first.status
        )));
    };
    if link == other {
        return Ok(stop(format!(
            "two visitors who ask for a new game get the same one{}; a cache keeps the answer although it says `Cache-Control: no-store`: have it keep nothing of this address (in nginx, no `fastcgi_ignore_headers Cache-Control`)",
            cache_headers(&second)
        )));
    }
    let Some((url, query)) = server.url.follow(&link) else {
        return Ok(stop(format!("the address of a new game arrives as `{link}`, which is none")));
    };
    if url.path != server.url.path || url.authority != server.url.authority {
        return Ok(stop(format!(
            "a new game is sent to {url} instead of {}; have the server, or the proxy before it, leave `Location` as it is",
            server.url
        )));
    }
    let dealt = server.get(&query)?;
    click(server, dealt)
}

/// Follows the first link of a new game's page.
fn click(server: &Server, dealt: Response) -> Result<Played, NoResponse> {
    let page = dealt.text();
    let link = page.split('"').find(|text| text.starts_with('?') && text.contains(CLICK));
    let Some(link) = link.filter(|_| dealt.status == 200) else {
        return Ok(stop(format!(
            "a new game should be dealt with 200 and comes as {}, without a link to play on; have the server pass on what the program prints",
            dealt.status
        )));
    };
    let query = link.trim_start_matches('?').split('#').next().unwrap_or_default();
    let clicked = server.get(query)?;
    // The tile that was turned up has no link any more, but other tiles have one.
    let asked = link.find(CLICK).map_or("", |at| &link[at..]);
    let text = clicked.text();
    let is_moved = text.contains(CLICK) && !text.contains(&format!("{asked}\""));
    if clicked.status != 200 {
        return Ok(stop(format!(
            "a click is answered with {}: the server, or a firewall before it, refuses the links of games, which are long and look like nothing that it knows; have it make an exception for this address",
            clicked.status
        )));
    }
    if !is_moved {
        return Ok(stop(format!(
            "a click does not move the game{}; a cache answers with the page of another link, or the query does not arrive whole",
            cache_headers(&clicked)
        )));
    }
    let found = ["every new game is another one", "a game is dealt, and a click moves it"];
    Ok(Ok((dealt, found.map(Finding::ok).to_vec())))
}

fn stop(sentence: impl AsRef<str>) -> Played {
    Err(vec![Finding::wrong(sentence)])
}

/// The link to a new game: the header `Location`, or the link in the page if the server drops that
/// header.
fn link_to_deal(response: &Response) -> Option<String> {
    let location = response.header("Location").map(str::to_owned);
    location.or_else(|| {
        let page = response.text();
        let link = page.split('"').find(|text| text.starts_with("?g=") && text.contains("&seed="));
        link.map(str::to_owned)
    })
}

/// The headers of caches, in brackets.
fn cache_headers(response: &Response) -> String {
    let said = CACHE_HEADERS
        .into_iter()
        .filter_map(|name| Some(format!("{name}: {}", response.header(name)?)))
        .collect::<Vec<_>>();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) }
}
