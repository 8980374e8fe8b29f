//! What lies at which address of the preview server.

use super::child::{Click, Gateway};
use super::notice::{self, Answer};
use super::variables;
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Incoming};
use hyper::{Method, Request, StatusCode};
use std::net::SocketAddr;
use std::time::Duration;

/// Where the program is, as on any web server.
pub const SITE_PATH: &str = "/cgi-bin/parlour";

/// The longest address. Real servers take about as much.
const URI_BYTES_MAX: usize = 8 * 1024;
/// The longest body that the program is handed.
const BODY_BYTES_MAX: usize = 64 * 1024;
/// The longest body that is heard to its end, only to say that it is too long: a browser that is
/// cut off in its speech shows an error of its own in place of ours.
const HEARD_BYTES_MAX: usize = 1024 * 1024;

/// Who speaks with whom.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Our end.
    pub local: SocketAddr,
    /// The visitor's end.
    pub remote: SocketAddr,
}

/// The addresses of the preview and what is behind them.
pub struct Site {
    gateway: Gateway,
    body_time: Duration,
}

/// Why a request has no body for the program.
enum NoBody {
    TooLarge,
    TooSlow,
    Broken,
}

impl Site {
    /// A site whose visitors have `body_time` to send what they have to send.
    pub fn new(gateway: Gateway, body_time: Duration) -> Self {
        Site { gateway, body_time }
    }

    /// Answers one request, whatever it is.
    pub async fn answer(&self, request: Request<Incoming>, visit: Visit) -> Answer {
        let uri = request.uri();
        if uri.path().len() + uri.query().map_or(0, str::len) > URI_BYTES_MAX {
            return notice::page(StatusCode::URI_TOO_LONG, "This address is too long.");
        }
        let Some(path) = percent_decode(uri.path()) else {
            return not_found();
        };
        match path.as_slice() {
            b"/" | b"/cgi-bin" | b"/cgi-bin/" => notice::redirect(),
            path => match path.strip_prefix(SITE_PATH.as_bytes()) {
                Some(rest) if rest.is_empty() || rest.starts_with(b"/") => {
                    self.click(request, visit, rest).await
                }
                _ => not_found(),
            },
        }
    }

    /// Has the program answer.
    async fn click(&self, request: Request<Incoming>, visit: Visit, path_info: &[u8]) -> Answer {
        let (head, body) = request.into_parts();
        let body = match self.hear(body).await {
            Ok(body) => body,
            Err(reason) => return refuse_body(reason),
        };
        let click = Click {
            variables: variables::of(&head, visit, path_info, body.len()),
            is_head: head.method == Method::HEAD,
            body,
        };
        match self.gateway.run(click).await {
            Ok(answer) => answer,
            Err(failure) => {
                failure.report();
                notice::page(failure.status(), failure.sentence())
            }
        }
    }

    async fn hear(&self, body: Incoming) -> Result<Bytes, NoBody> {
        if body.size_hint().lower() > HEARD_BYTES_MAX as u64 {
            return Err(NoBody::TooLarge);
        }
        let all = collect(body);
        tokio::time::timeout(self.body_time, all).await.unwrap_or(Err(NoBody::TooSlow))
    }
}

async fn collect(mut body: Incoming) -> Result<Bytes, NoBody> {
    let mut kept = Vec::new();
    let mut heard = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| NoBody::Broken)?;
        let Some(data) = frame.data_ref() else { continue };
        heard += data.len();
        if heard > HEARD_BYTES_MAX {
            return Err(NoBody::TooLarge);
        }
        if heard <= BODY_BYTES_MAX {
            kept.extend_from_slice(data);
        }
    }
    if heard > BODY_BYTES_MAX { Err(NoBody::TooLarge) } else { Ok(kept.into()) }
}

fn not_found() -> Answer {
    notice::page(StatusCode::NOT_FOUND, "There is nothing at this address.")
}

fn refuse_body(reason: NoBody) -> Answer {
    match reason {
        NoBody::TooLarge => {
            notice::page(StatusCode::PAYLOAD_TOO_LARGE, "That is more than the parlour takes.")
        }
        NoBody::TooSlow => {
            notice::page(StatusCode::REQUEST_TIMEOUT, "What was sent took too long to arrive.")
        }
        NoBody::Broken => {
            notice::page(StatusCode::BAD_REQUEST, "What was sent did not arrive whole.")
        }
    }
}

/// The path as its author meant it; nothing if an escape is broken, or stands for a zero byte,
/// which no variable can hold.
fn percent_decode(path: &str) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        decoded.push(if *byte == b'%' {
            let (digits, after) = rest.split_first_chunk::<2>()?;
            rest = after;
            hex_value(digits[0])? << 4 | hex_value(digits[1])?
        } else {
            *byte
        });
    }
    (!decoded.contains(&0)).then_some(decoded)
}

fn hex_value(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_once_and_broken_ones_refused() {
        assert_eq!(percent_decode("/a%2fb%41%2541"), Some(b"/a/bA%41".to_vec()));
        assert_eq!(percent_decode("/%ff"), Some(b"/\xff".to_vec()));
        for broken in ["/%", "/%4", "/%zz", "/%+1", "/%00"] {
            assert_eq!(percent_decode(broken), None, "{broken}");
        }
    }
}
