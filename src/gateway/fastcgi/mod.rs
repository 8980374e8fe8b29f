//! FastCGI for a responder (FastCGI Specification 1.0, Open Market, 1996). It turns bytes into
//! requests, and responses into bytes. The module `responder` reads and writes the sockets.
//!
//! A response has the same bytes as under CGI, in records.

pub mod exchange;
pub mod params;
pub mod record;
