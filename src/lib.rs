//! Parlour: a stateless CGI game server. One program deals games, seals the whole position into the
//! links of the page it prints, and stores nothing.
//!
//! # Make your own game
//!
//! A game implements [`Game`](prelude::Game), or, for two in turn with nothing hidden, the smaller
//! [`Duel`](prelude::Duel). It imports the [`prelude`] and knows nothing of the other modules. [`main!`] makes a
//! program of it, and `examine!` tests it. `docs/add-a-game.md` is the guide. This is a whole program,
//! `examples/twenty_one.rs`:
//!
//! ```ignore
#![doc = include_str!("../examples/twenty_one.rs")]
//! ```
//!
//! # The way of a request
//!
//! A request passes through the modules in one direction. Parlour keeps nothing after the answer:
//!
//! ```text
//!  web server                      terminal
//!      |  environment                  |
//!   gateway                           cli -------> server
//!      |  HttpRequest
//!    query        reads the query string
//!      |  Query
//!   respond ----> seal             opens the token of the link, and seals the next one
//!      |    ----> deal, table      the deal; the people at a table
//!      |    ----> game <-- games   the contract; the games that implement it
//!      |  View
//!   formats ----> links            render the page, and the links in it
//!      |  Response
//!   gateway      writes its header and its body
//!      |
//!  web server
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`gateway`] | HTTP requests and responses, CGI, and HTTP on the wire |
//! | [`budget`] | the work of a request, in fixed shares; the meter of a search |
//! | [`query`], [`links`] | the query string, read and written |
//! | [`respond`] | from a request to its response |
//! | [`game`] | the contract [`Game`](game::contract::Game); games import all of it by [`prelude`] |
//! | [`games`] | the games of Parlour: one row each |
//! | [`program`] | the name of a program, and its list of games |
//! | [`deal`], [`date`], [`crockford`] | deals, by code or by day |
//! | [`table`] | several people at one game: passwords, names, turns |
//! | [`seal`] | tokens and keys: everything that an audit of the links has to read |
//! | [`formats`] | the formats of a page: [`html`](formats::html) for people, [`json`](formats::json) for programs, and [without markup](formats::plain) |
//! | [`moves`] | the moves of a page in numbers and words, and typed moves |
//! | [`problem`] | the reasons for an error page, and the ways on |
//! | `cli` | the commands |
//! | `server` | the processes of `parlour serve`, which answer many requests |
//! | [`settings`] | the operator's settings |
//! | [`service`] | the keys, the clock and the random bytes of a process |
//! | [`os`] | the operating system: the clock, random bytes, files, limits |
//!
//! # Example
//!
//! [`respond()`](respond::respond) is a pure function of the request, the keys, the random bytes and
//! the clock. Here the random bytes are fixed, so every page is, too:
//!
//! ```
//! use parlour::gateway::http::HttpRequest;
//! use parlour::respond::{Services, respond};
//! use parlour::seal::{Key, KeyRing};
//!
//! let keys = KeyRing::of(Key::from_bytes([42; 32]));
//! let services = Services {
//!     keys: Some(&keys),
//!     preview: false,
//!     settings: &parlour::settings::DEFAULT,
//!     entropy: &|bytes| {
//!         bytes.fill(7);
//!         true
//!     },
//!     now: &|| None,
//!     address: &|| None,
//! };
//! let ask = |query: &str| {
//!     let query = query.as_bytes().to_vec();
//!     respond(&services, &HttpRequest { query, ..HttpRequest::default() }).body
//! };
//!
//! // Nim, with heaps of 3, 4 and 5 matches. One of the links takes the whole first heap.
//! let first = ask("g=nim");
//! let link = first.split('"').find(|text| text.ends_with("&take=1,3#now")).expect("a link");
//! let query = link.trim_start_matches('?').trim_end_matches("#now");
//!
//! // The computer leaves two heaps of 4, and the links of the new page hold the new position.
//! let second = ask(query);
//! assert!(second.contains("The computer took 1 from heap 3."));
//! assert!(second.contains("&take=2,4#now"));
//! assert!(!second.contains("&take=3,5#now"));
//!
//! // Nothing is kept: the same link leads to the same page as often as it is opened.
//! assert_eq!(ask(query), second);
//! ```

#![forbid(unsafe_code)]
// Elsewhere there are no commands, and nothing else uses what only they use.
#![cfg_attr(not(unix), allow(dead_code))]
// `cargo doc --document-private-items` shows the whole program.
#![allow(rustdoc::private_intra_doc_links)]
// A test may name its examples alike, and count in any type.
#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::shadow_unrelated)
)]

mod crockford;
mod errors;
#[cfg(any(test, feature = "audit"))]
#[doc(hidden)]
pub mod examination;
pub mod prelude;
#[cfg(unix)]
mod server;
#[doc(hidden)]
pub mod start;

// Tests, benches and fuzzers use the following modules, too. Nobody else can. (A macro would hide their files
// from rustfmt.)
#[cfg(not(feature = "audit"))]
mod budget;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod budget;
#[cfg(unix)]
mod cli;
#[cfg(not(feature = "audit"))]
mod date;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod date;
#[cfg(not(feature = "audit"))]
mod deal;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod deal;
#[cfg(not(feature = "audit"))]
mod formats;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod formats;
#[cfg(not(feature = "audit"))]
mod game;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod game;
#[cfg(not(feature = "audit"))]
mod games;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod games;
#[cfg(not(feature = "audit"))]
mod gateway;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod gateway;
#[cfg(not(feature = "audit"))]
mod links;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod links;
#[cfg(not(feature = "audit"))]
mod moves;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod moves;
#[cfg(not(feature = "audit"))]
mod os;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod os;
#[cfg(not(feature = "audit"))]
mod problem;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod problem;
#[cfg(not(feature = "audit"))]
mod program;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod program;
#[cfg(not(feature = "audit"))]
mod query;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod query;
#[cfg(not(feature = "audit"))]
mod respond;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod respond;
#[cfg(not(feature = "audit"))]
mod seal;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod seal;
#[cfg(not(feature = "audit"))]
mod service;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod service;
#[cfg(not(feature = "audit"))]
mod settings;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod settings;
#[cfg(not(feature = "audit"))]
mod table;
#[cfg(feature = "audit")]
#[doc(hidden)]
pub mod table;

pub use games::GAMES;
