//! The ways in which a web server hands a request to the program and takes the response.

pub mod cgi;
