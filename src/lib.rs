//! Parlour: a stateless CGI game server. One executable deals games, seals the whole position into
//! the links of the page it prints, and keeps nothing.
//!
//! The way of one request goes in one direction: [`cgi`] reads it from the environment, [`query`]
//! takes its query string apart, [`parlour`] finds the game in the table of [`games`], opens the
//! position with [`seal`], hands it to the game's referee ([`game`] is the contract), and gives
//! what the player sees ([`page`]) to a client ([`clients`]), whose bytes [`cgi`] writes at once.
//!
//! Below that lie [`keys`] (what seals), [`key_source`] with [`key_file`] and [`slot`] (where they
//! come from), [`pack`] (a position as bits), and [`chance`] with [`date`] (which deal it is).
//! [`problem`] holds everything that can keep a visitor from a page.
//!
//! What several games share lies beside them: [`cards`], [`lines`] with [`sheet`] for X and O on
//! paper, and [`secret`] for chance that is decided at the deal and shows later.
//!
//! Beside that way, and never reached from it, stand the commands of a deployer, [`cli`], and the
//! preview server, [`serve`]. Only [`doctor`] is reached from both: its findings ([`checkup`]) are
//! printed, or shown as a page to a deployer with a pass.

#![forbid(unsafe_code)]

#[cfg(unix)]
pub mod access;
pub mod cards;
pub mod cgi;
pub mod chance;
pub mod checkup;
#[cfg(unix)]
pub mod cli;
pub mod clients;
pub mod date;
pub mod digits;
#[cfg(unix)]
pub mod doctor;
pub mod game;
pub mod games;
pub mod key_file;
pub mod key_source;
pub mod keys;
#[cfg(target_os = "linux")]
pub mod limits;
pub mod lines;
pub mod pack;
pub mod page;
pub mod parlour;
pub mod problem;
pub mod query;
pub mod seal;
pub mod secret;
#[cfg(all(unix, feature = "serve"))]
pub mod serve;
pub mod sheet;
pub mod slot;
pub mod spot;
