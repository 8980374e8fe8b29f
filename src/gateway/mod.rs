//! HTTP requests and responses, and the way in which a web server exchanges them with the program.

pub mod address;
pub mod cgi;
pub mod http;
pub mod protocol;
