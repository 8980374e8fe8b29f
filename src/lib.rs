//! Parlour: a stateless CGI game server. One executable deals games, seals the whole position into
//! the links of the page it prints, and keeps nothing.

#![forbid(unsafe_code)]

#[cfg(unix)]
pub mod cli;
pub mod clients;
pub mod crockford;
pub mod date;
pub mod deal;
pub mod doctor;
pub mod game;
pub mod games;
pub mod gateway;
pub mod links;
pub mod os;
pub mod problem;
pub mod query;
pub mod respond;
pub mod seal;
#[cfg(all(unix, feature = "serve"))]
pub mod serve;
pub mod table;
