//! HTTP requests and responses, and the protocols between a web server and the program.

pub mod address;
pub mod cgi;
#[cfg(unix)]
pub mod fastcgi;
pub mod http;
pub mod protocol;
#[cfg(unix)]
pub mod server;
