//! HTTP requests and responses, the protocols between a web server and the program, and HTTP on the
//! wire for `parlour serve`.

pub(crate) mod address;
pub mod cgi;
pub mod http;
#[cfg(unix)]
pub(crate) mod http1;
pub mod protocol;
#[cfg(unix)]
pub(crate) mod site;
