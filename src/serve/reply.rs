//! What a CGI program prints (RFC 3875, section 6), read into an answer for the visitor.

use super::notice::Answer;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

/// The most header lines that a program may print.
const HEADER_LINES_MAX: usize = 64;

/// Headers that are between the server and the visitor, and not the program's to set.
const CONNECTION_HEADERS: [HeaderName; 5] = [
    header::CONNECTION,
    header::TRANSFER_ENCODING,
    header::TRAILER,
    header::UPGRADE,
    HeaderName::from_static("keep-alive"),
];

/// Why something a program printed is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReply {
    /// Nothing was printed.
    Empty,
    /// There is no empty line at the end of the headers.
    NoHeaderEnd,
    /// A line among the headers is none.
    BadHeader,
    /// There are more headers than any program needs.
    ManyHeaders,
    /// The status is no number of three digits, or none that a program may give.
    BadStatus,
    /// There is something to show, and no telling what it is.
    NoContentType,
    /// It is not as long as it says.
    BadLength,
}

impl std::fmt::Display for NoReply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoReply::Empty => "the program printed nothing",
            NoReply::NoHeaderEnd => "the program printed no empty line after its headers",
            NoReply::BadHeader => "the program printed a line that is no header",
            NoReply::ManyHeaders => "the program printed too many headers",
            NoReply::BadStatus => "the program printed a status that is none",
            NoReply::NoContentType => "the program printed a page without a Content-Type",
            NoReply::BadLength => "the program printed another Content-Length than it has",
        })
    }
}

impl std::error::Error for NoReply {}

/// Reads what a program printed. To a HEAD request it prints headers only.
pub fn parse(printed: Bytes, is_head: bool) -> Result<Answer, NoReply> {
    if printed.is_empty() {
        return Err(NoReply::Empty);
    }
    let (mut headers, body_start) = parse_headers(&printed)?;
    let body = printed.slice(body_start..);
    let status = take_status(&mut headers)?;
    if !body.is_empty() && !headers.contains_key(header::CONTENT_TYPE) {
        return Err(NoReply::NoContentType);
    }
    let body = measured(body, &mut headers, is_head)?;
    CONNECTION_HEADERS.iter().for_each(|name| while headers.remove(name).is_some() {});
    let mut answer = Response::new(Full::new(body));
    *answer.status_mut() = status;
    *answer.headers_mut() = headers;
    Ok(answer)
}

/// The headers, and where the body begins.
fn parse_headers(printed: &[u8]) -> Result<(HeaderMap, usize), NoReply> {
    let mut headers = HeaderMap::new();
    let mut start = 0;
    while let Some(length) = printed[start..].iter().position(|byte| *byte == b'\n') {
        let line = &printed[start..start + length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        start += length + 1;
        if line.is_empty() {
            return if headers.is_empty() { Err(NoReply::BadHeader) } else { Ok((headers, start)) };
        }
        let (name, value) = parse_header(line).ok_or(NoReply::BadHeader)?;
        if headers.len() == HEADER_LINES_MAX {
            return Err(NoReply::ManyHeaders);
        }
        headers.append(name, value);
    }
    // What is no header at all is garbage, and not a page whose headers were cut off.
    let last = &printed[start..];
    let garbage = headers.is_empty() && parse_header(last).is_none();
    Err(if garbage { NoReply::BadHeader } else { NoReply::NoHeaderEnd })
}

fn parse_header(line: &[u8]) -> Option<(HeaderName, HeaderValue)> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let name = HeaderName::from_bytes(&line[..colon]).ok()?;
    let value = HeaderValue::from_bytes(line[colon + 1..].trim_ascii()).ok()?;
    Some((name, value))
}

/// The status, which is no header for the visitor. Without one it is 200, or 302 with a `Location`.
fn take_status(headers: &mut HeaderMap) -> Result<StatusCode, NoReply> {
    let Some(status) = headers.remove("status") else {
        let moved = headers.contains_key(header::LOCATION);
        return Ok(if moved { StatusCode::FOUND } else { StatusCode::OK });
    };
    let (number, rest) = status.as_bytes().split_first_chunk::<3>().ok_or(NoReply::BadStatus)?;
    let code = StatusCode::from_bytes(number).map_err(|_| NoReply::BadStatus)?;
    let ends = rest.is_empty() || rest.starts_with(b" ");
    if ends && !code.is_informational() && code.as_u16() < 600 {
        Ok(code)
    } else {
        Err(NoReply::BadStatus)
    }
}

/// The body, held against the length that the program gave. The visitor's length is the server's
/// to write. It writes no body in answer to HEAD, but takes its length: that one is made up.
fn measured(body: Bytes, headers: &mut HeaderMap, is_head: bool) -> Result<Bytes, NoReply> {
    let Some(length) = headers.remove(header::CONTENT_LENGTH) else {
        return Ok(body);
    };
    let length = length.to_str().ok().and_then(|text| text.parse::<usize>().ok());
    let length = length.ok_or(NoReply::BadLength)?;
    if is_head && body.is_empty() && length <= super::child::PRINTED_BYTES_MAX {
        return Ok(vec![0; length].into());
    }
    if body.len() == length { Ok(body) } else { Err(NoReply::BadLength) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(printed: &str) -> Result<Answer, NoReply> {
        parse(Bytes::copy_from_slice(printed.as_bytes()), false)
    }

    fn fault(printed: &str) -> Option<NoReply> {
        parsed(printed).err()
    }

    #[test]
    fn a_page_is_read_with_either_kind_of_line_end() {
        for end in ["\n", "\r\n"] {
            let lines =
                ["Status: 404 Not Found", "Content-Type: text/plain", "X-A:b", "", "gone\n"];
            let answer = parsed(&lines.join(end)).unwrap();
            assert_eq!(answer.status(), 404);
            assert_eq!(answer.headers()["content-type"], "text/plain");
            assert_eq!(answer.headers()["x-a"], "b");
            assert!(!answer.headers().contains_key("status"));
        }
    }

    #[test]
    fn the_status_may_be_left_out() {
        assert_eq!(parsed("Content-Type: text/plain\n\nhi").unwrap().status(), 200);
        assert_eq!(parsed("Location: ?g=maze\n\n").unwrap().status(), 302);
        assert_eq!(parsed("Status: 204\n\n").unwrap().status(), 204);
    }

    #[test]
    fn what_is_no_answer_is_refused_by_name() {
        for (printed, expected) in [
            ("", NoReply::Empty),
            ("hello", NoReply::BadHeader),
            ("hello\nworld\n\n", NoReply::BadHeader),
            ("\nhello", NoReply::BadHeader),
            ("Bad Name: x\n\n", NoReply::BadHeader),
            ("Status: 200 OK\nContent-Type: text/html\n", NoReply::NoHeaderEnd),
            ("Status: 2000 OK\n\n", NoReply::BadStatus),
            ("Status: 101 Switching\n\n", NoReply::BadStatus),
            ("Status: OK\n\n", NoReply::BadStatus),
            ("Status: 999\n\n", NoReply::BadStatus),
            ("Status: 200 OK\n\nhello", NoReply::NoContentType),
            ("Content-Type: a/b\nContent-Length: 5\n\nfour", NoReply::BadLength),
            ("Content-Type: a/b\nContent-Length: -1\n\nfour", NoReply::BadLength),
        ] {
            assert_eq!(fault(printed), Some(expected), "{printed:?}");
        }
        assert_eq!(fault(&"X: y\n".repeat(100)), Some(NoReply::ManyHeaders));
    }

    #[test]
    fn the_connection_is_the_servers_own() {
        let printed = "Connection: close\nTransfer-Encoding: chunked\nContent-Type: a/b\n\n0\n\n";
        let answer = parsed(printed).unwrap();
        assert_eq!(answer.headers().len(), 1);
    }
}
