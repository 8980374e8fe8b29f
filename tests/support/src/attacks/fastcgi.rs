//! Attacks on a FastCGI responder by a web server, or by an attacker in its place.

use super::watch::{Watch, watched};
use crate::services::browse;
use parlour::gateway::cgi;
use parlour::gateway::fastcgi::exchange::{Asked, Exchange, Nonsense, Progress, write_response};
use parlour::gateway::fastcgi::record;

/// The results of bytes: the requests, the bytes for the server, and the end.
type Outcome = (Vec<Asked>, Vec<u8>, Result<bool, Nonsense>);

/// The first byte decides the size of the pieces into which the others are cut. The result is the
/// same for every size, and the bytes for the server are records and not much longer.
pub fn fastcgi(watch: Watch, bytes: &[u8]) {
    let Some((size, bytes)) = bytes.split_first() else { return };
    let whole = watched(watch, || exchange(bytes, bytes.len().max(1)));
    let pieces = watched(watch, || exchange(bytes, 1 + usize::from(*size)));
    assert!(whole == pieces, "cut into pieces it is another conversation");
    let (asked, mut out, _) = whole;
    assert!(out.len() <= 4 * bytes.len(), "{} bytes for {}", out.len(), bytes.len());
    for asked in &asked {
        let variable = |name: &str| asked.params.as_ref()?.variable(name);
        let request = watched(watch, || cgi::read(&variable));
        let (response, terms) = (browse(&request.query), asked.terms.clone());
        watched(watch, || write_response(&mut Vec::new(), &terms, &response, Some("a line")));
        write_response(&mut out, &terms, &response, None);
    }
    let mut rest = &out[..];
    while let Some((_, after)) = record::split(rest).expect("records") {
        rest = after;
    }
    assert_eq!(rest, b"", "a record is cut off");
}

fn exchange(bytes: &[u8], size: usize) -> Outcome {
    let (mut exchange, mut asked, mut out) = (Exchange::default(), Vec::new(), Vec::new());
    for piece in bytes.chunks(size) {
        exchange.take(piece);
        loop {
            match exchange.next(&mut out) {
                Ok(Progress::Asked(request)) => asked.push(request),
                Ok(Progress::Waiting) => break,
                Ok(Progress::Over) => return (asked, out, Ok(true)),
                Err(nonsense) => return (asked, out, Err(nonsense)),
            }
        }
    }
    (asked, out, Ok(false))
}
