//! The maze as a player meets it, and its parts from within. Boards are read off the page and
//! solved by a search of the tests' own.

mod deals;
mod full;
mod hints;
mod nets;
mod routes;
mod rules;
mod signs;
mod solver;
mod table;
