//! FastCGI as a responder speaks it (FastCGI Specification 1.0, Open Market, 1996): bytes in, requests
//! out, and responses as bytes. Nothing here reads or writes a socket; `responder` does.
//!
//! A response is that of CGI to the byte, in records.

pub mod exchange;
pub mod params;
pub mod record;
