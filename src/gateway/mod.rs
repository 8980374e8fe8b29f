//! HTTP requests and responses, and the ways in which a web server exchanges them with the program.

pub mod address;
pub mod cgi;
#[cfg(unix)]
pub mod fastcgi;
pub mod http;
pub mod protocol;
