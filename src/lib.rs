//! Parlour: a stateless CGI game server. One executable deals games, seals the whole position into
//! the links of the page it prints, and keeps nothing.
//!
//! The way of one request goes in one direction: [`cgi`] reads it from the environment, [`query`]
//! takes its query string apart, [`parlour`] finds the game in the table of [`games`], opens the
//! position with [`seal`], hands it to the game's referee ([`game`] is the contract), and gives
//! what the player sees ([`page`]) to a client ([`clients`]), whose bytes [`cgi`] writes at once.
//!
//! Below that lie [`keys`] (what seals), [`pack`] (a position as bits), and [`chance`] with
//! [`date`] (which deal it is). [`problem`] holds everything that can keep a visitor from a page.

pub mod cgi;
pub mod chance;
pub mod clients;
pub mod date;
pub mod game;
pub mod games;
pub mod keys;
pub mod lines;
pub mod pack;
pub mod page;
pub mod parlour;
pub mod problem;
pub mod query;
pub mod seal;
pub mod sheet;
