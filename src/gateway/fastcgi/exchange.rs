//! One connection of a web server. It turns bytes, split at any place, into requests.
//!
//! A connection carries one request at a time. The program tells servers so (`FCGI_MPXS_CONNS` is
//! 0), and refuses a second request that begins before it has answered the first.

use super::params::{self, Params};
use super::record::{self, Kind, Record};
use crate::gateway::cgi;
use crate::gateway::http::{Method, Response};
use crate::gateway::protocol::Protocol;

/// The most bytes of the variables of a request. Servers pass on headers of 8 to 32 kB.
pub const PARAMS_BYTES_MAX: usize = 1 << 17;
/// The most bytes of the body of a request. The program reads and discards it, as under CGI.
pub const BODY_BYTES_MAX: usize = 1 << 20;
/// The role and the flag of a new request, and the statuses of its end (specification, section 5).
const ROLE_RESPONDER: u16 = 1;
const FLAG_KEEP_CONNECTION: u8 = 1;
const REQUEST_COMPLETE: u8 = 0;
const CANNOT_MULTIPLEX: u8 = 1;
const UNKNOWN_ROLE: u8 = 3;
/// The most connections that a process keeps open.
pub const CONNECTIONS_MAX: usize = 64;
/// The names and values that a server may ask for (specification, section 4.1). A process answers
/// one request at a time. Others wait, each on its own connection.
const VALUES: [(&str, usize); 3] = [
    ("FCGI_MAX_CONNS", CONNECTIONS_MAX),
    ("FCGI_MAX_REQS", CONNECTIONS_MAX),
    ("FCGI_MPXS_CONNS", 0),
];

/// A complete request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its variables, or `None` if they are too long.
    pub params: Option<Params>,
    /// The other things that its response depends on.
    pub terms: Terms,
}

/// The terms for the response to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Its id on its connection.
    pub id: u16,
    /// Its method.
    pub method: Method,
    /// The protocol of the visitor.
    pub protocol: Protocol,
    /// True if the connection stays open after the response.
    pub keeps_open: bool,
    /// True if its body is too long to read, and the rest of it is still to come.
    pub is_cut_off: bool,
}

/// An error in the bytes of a server. The connection must be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nonsense {
    /// A record of another version.
    Version,
    /// A request begins before the last one with the same id has ended, or has no id, or is cut
    /// off.
    BadBeginning,
    /// A variable is cut off.
    BadParams,
}

/// The result of the bytes so far.
#[derive(Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is no complete request yet.
    Waiting,
    /// There is a complete request.
    Asked(Asked),
    /// The connection must be closed, after the bytes in `out`.
    Over,
}

/// A request that is not complete yet.
#[derive(Debug)]
struct Begun {
    id: u16,
    keeps_open: bool,
    /// The bytes of its variables, or `None` if they are too long.
    params: Option<Vec<u8>>,
    params_are_complete: bool,
    body_bytes: usize,
}

/// A connection, with the bytes that are no request yet.
#[derive(Debug, Default)]
pub struct Exchange {
    unread: Vec<u8>,
    begun: Option<Begun>,
}

impl Exchange {
    /// Takes bytes from the server.
    pub fn take(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
    }

    /// Returns true if a request has begun and is not complete.
    pub fn has_begun(&self) -> bool {
        self.begun.is_some() || !self.unread.is_empty()
    }

    /// The next request, if it is complete. This appends messages to the server to `out`.
    ///
    /// # Errors
    ///
    /// [`Nonsense`] if the bytes are not FastCGI.
    pub fn next(&mut self, out: &mut Vec<u8>) -> Result<Progress, Nonsense> {
        let unread = std::mem::take(&mut self.unread);
        let mut rest = &unread[..];
        let mut progress = Progress::Waiting;
        while progress == Progress::Waiting
            && let Some((record, after)) = record::split(rest).map_err(|_| Nonsense::Version)?
        {
            progress = self.take_record(record, out)?;
            rest = after;
        }
        if rest.len() < unread.len() {
            self.unread.extend_from_slice(rest);
        } else {
            self.unread = unread;
        }
        Ok(progress)
    }

    fn take_record(&mut self, record: Record<'_>, out: &mut Vec<u8>) -> Result<Progress, Nonsense> {
        let Record { kind, request, content } = record;
        if kind == Kind::BEGIN_REQUEST {
            return self.begin(request, content, out);
        }
        if request == 0 {
            manage(kind, content, out);
            return Ok(Progress::Waiting);
        }
        // More bytes of a refused or ended request may arrive.
        let Some(begun) = self.begun.as_mut().filter(|begun| begun.id == request) else {
            return Ok(Progress::Waiting);
        };
        match kind {
            Kind::PARAMS if content.is_empty() => begun.params_are_complete = true,
            Kind::PARAMS => match &mut begun.params {
                Some(params) if params.len() + content.len() <= PARAMS_BYTES_MAX => {
                    params.extend_from_slice(content);
                }
                params => *params = None,
            },
            Kind::STDIN if content.is_empty() => return self.finish(false),
            Kind::STDIN => {
                begun.body_bytes += content.len();
                if begun.body_bytes > BODY_BYTES_MAX {
                    return self.finish(true);
                }
            }
            Kind::ABORT_REQUEST => {
                write_end(out, request, REQUEST_COMPLETE);
                let keeps_open = begun.keeps_open;
                self.begun = None;
                return Ok(if keeps_open { Progress::Waiting } else { Progress::Over });
            }
            _ => {}
        }
        Ok(Progress::Waiting)
    }

    fn begin(&mut self, id: u16, content: &[u8], out: &mut Vec<u8>) -> Result<Progress, Nonsense> {
        let [role1, role0, flags, ..] = *content else { return Err(Nonsense::BadBeginning) };
        match &self.begun {
            Some(begun) if begun.id == id => return Err(Nonsense::BadBeginning),
            _ if id == 0 => return Err(Nonsense::BadBeginning),
            Some(_) => {
                write_end(out, id, CANNOT_MULTIPLEX);
                return Ok(Progress::Waiting);
            }
            None => {}
        }
        let keeps_open = flags & FLAG_KEEP_CONNECTION != 0;
        if u16::from_be_bytes([role1, role0]) != ROLE_RESPONDER {
            write_end(out, id, UNKNOWN_ROLE);
            return Ok(if keeps_open { Progress::Waiting } else { Progress::Over });
        }
        self.begun = Some(Begun {
            id,
            keeps_open,
            params: Some(Vec::new()),
            params_are_complete: false,
            body_bytes: 0,
        });
        Ok(Progress::Waiting)
    }

    /// Ends the request that has begun. If its body is cut off, its connection cannot carry another
    /// one.
    fn finish(&mut self, is_cut_off: bool) -> Result<Progress, Nonsense> {
        let Some(begun) = self.begun.take() else { return Ok(Progress::Waiting) };
        if !begun.params_are_complete {
            return Err(Nonsense::BadParams);
        }
        let params = begun.params.map(Params::read).transpose();
        let params = params.map_err(|_| Nonsense::BadParams)?;
        let read = |params: &Params| {
            let request = cgi::read(&|name| params.variable(name));
            (request.method, request.protocol)
        };
        let usual = (Method::Get, Protocol::Http);
        let (method, protocol) = params.as_ref().map_or(usual, read);
        let keeps_open = begun.keeps_open && !is_cut_off;
        let terms = Terms { id: begun.id, method, protocol, keeps_open, is_cut_off };
        Ok(Progress::Asked(Asked { params, terms }))
    }
}

/// Answers a record for management.
fn manage(kind: Kind, content: &[u8], out: &mut Vec<u8>) {
    if kind != Kind::GET_VALUES {
        return record::write(out, Kind::UNKNOWN_TYPE, 0, &[kind.0, 0, 0, 0, 0, 0, 0, 0]);
    }
    let mut values = Vec::new();
    // A server that sends broken pairs gets no values.
    let asked = Params::read(content.to_vec()).unwrap_or_default();
    for (name, value) in VALUES.iter().filter(|(name, _)| asked.get(name).is_some()) {
        params::write(&mut values, name.as_bytes(), value.to_string().as_bytes());
    }
    record::write(out, Kind::GET_VALUES_RESULT, 0, &values);
}

/// Appends the record that ends a request.
fn write_end(out: &mut Vec<u8>, request: u16, status: u8) {
    record::write(out, Kind::END_REQUEST, request, &[0, 0, 0, 0, status, 0, 0, 0]);
}

/// Appends the response to a request, and a line for the error log of the server if there is one.
pub fn write_response(out: &mut Vec<u8>, terms: &Terms, response: &Response, log: Option<&str>) {
    if let Some(line) = log {
        record::write_stream(out, Kind::STDERR, terms.id, &[line.as_bytes()]);
    }
    let head = cgi::head(response, terms.method);
    let pieces = [head.as_bytes(), cgi::body(response, terms.method).as_bytes()];
    record::write_stream(out, Kind::STDOUT, terms.id, &pieces);
    write_end(out, terms.id, REQUEST_COMPLETE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BEGIN: [u8; 8] = [0, 1, 0, 0, 0, 0, 0, 0];
    const BEGIN_KEPT: [u8; 8] = [0, 1, 1, 0, 0, 0, 0, 0];

    fn records(records: &[(Kind, u16, &[u8])]) -> Vec<u8> {
        let mut out = Vec::new();
        records.iter().for_each(|(kind, id, content)| record::write(&mut out, *kind, *id, content));
        out
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<u8> {
        let mut out = Vec::new();
        pairs.iter().for_each(|(name, value)| {
            params::write(&mut out, name.as_bytes(), value.as_bytes());
        });
        out
    }

    /// A request with a body, its variables in two records.
    fn request(id: u16, begin: [u8; 8]) -> Vec<u8> {
        let pairs = pairs(&[("QUERY_STRING", "g=maze"), ("REQUEST_METHOD", "GET")]);
        records(&[
            (Kind::BEGIN_REQUEST, id, &begin),
            (Kind::PARAMS, id, &pairs[..9]),
            (Kind::PARAMS, id, &pairs[9..]),
            (Kind::PARAMS, id, b""),
            (Kind::STDIN, id, b"body"),
            (Kind::STDIN, id, b""),
        ])
    }

    /// The requests in these pieces, and the bytes for the server.
    fn exchange<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Asked>, Vec<u8>) {
        let (mut exchange, mut asked, mut out) = (Exchange::default(), Vec::new(), Vec::new());
        for piece in pieces {
            exchange.take(piece);
            while let Progress::Asked(request) = exchange.next(&mut out).unwrap() {
                asked.push(request);
            }
        }
        (asked, out)
    }

    #[test]
    fn requests_are_the_same_however_their_bytes_are_parted() {
        let bytes = [request(1, BEGIN_KEPT), request(7, BEGIN)].concat();
        let (whole, out) = exchange([&bytes[..]]);
        assert_eq!((whole.len(), out), (2, Vec::new()));
        let [first, second] = [&whole[0], &whole[1]];
        assert_eq!((first.terms.id, first.terms.keeps_open), (1, true));
        assert_eq!((second.terms.id, second.terms.keeps_open), (7, false));
        for asked in [first, second] {
            let params = asked.params.as_ref().unwrap();
            assert_eq!(params.get("QUERY_STRING"), Some(&b"g=maze"[..]));
        }
        assert_eq!(exchange(bytes.chunks(1)).0, whole);
        for at in 0..bytes.len() {
            assert_eq!(exchange([&bytes[..at], &bytes[at..]]).0, whole, "{at}");
        }
    }

    #[test]
    fn a_second_request_at_once_is_refused() {
        let bytes = records(&[
            (Kind::BEGIN_REQUEST, 1, &BEGIN_KEPT),
            (Kind::BEGIN_REQUEST, 2, &BEGIN_KEPT),
            (Kind::PARAMS, 2, b"\xff"),
            (Kind::PARAMS, 1, b""),
            (Kind::STDIN, 2, b""),
            (Kind::STDIN, 1, b""),
        ]);
        let (asked, out) = exchange([&bytes[..]]);
        assert_eq!(asked.iter().map(|asked| asked.terms.id).collect::<Vec<_>>(), [1]);
        let refusal: &[u8] = &[0, 0, 0, 0, CANNOT_MULTIPLEX, 0, 0, 0];
        assert_eq!(out, records(&[(Kind::END_REQUEST, 2, refusal)]));
    }

    #[test]
    fn only_responders_are_here() {
        for (begin, progress) in [
            ([0, 2, 0, 0, 0, 0, 0, 0], Progress::Over),
            ([0, 3, 1, 0, 0, 0, 0, 0], Progress::Waiting),
        ] {
            let (mut exchange, mut out) = (Exchange::default(), Vec::new());
            exchange.take(&records(&[(Kind::BEGIN_REQUEST, 1, &begin)]));
            assert_eq!(exchange.next(&mut out), Ok(progress));
            let refusal: &[u8] = &[0, 0, 0, 0, UNKNOWN_ROLE, 0, 0, 0];
            assert_eq!(out, records(&[(Kind::END_REQUEST, 1, refusal)]));
        }
    }

    #[test]
    fn a_server_that_asks_learns_that_nothing_is_multiplexed() {
        let asked = pairs(&[("FCGI_MPXS_CONNS", ""), ("FCGI_UNHEARD_OF", "")]);
        let bytes = records(&[(Kind::GET_VALUES, 0, &asked), (Kind(99), 0, b"")]);
        let told = pairs(&[("FCGI_MPXS_CONNS", "0")]);
        let unknown: &[u8] = &[99, 0, 0, 0, 0, 0, 0, 0];
        let expected =
            records(&[(Kind::GET_VALUES_RESULT, 0, &told), (Kind::UNKNOWN_TYPE, 0, unknown)]);
        assert_eq!(exchange([&bytes[..]]), (Vec::new(), expected));
    }

    #[test]
    fn a_request_may_be_called_off() {
        let bytes = records(&[
            (Kind::BEGIN_REQUEST, 1, &BEGIN_KEPT),
            (Kind::PARAMS, 1, b"\x01"),
            (Kind::ABORT_REQUEST, 1, b""),
        ]);
        let (asked, out) = exchange([&bytes[..], &request(1, BEGIN_KEPT)]);
        assert_eq!((asked.len(), out), (1, records(&[(Kind::END_REQUEST, 1, &[0; 8])])));
    }

    #[test]
    fn variables_without_end_are_cut_and_said_to_be_too_long() {
        let mut bytes = records(&[(Kind::BEGIN_REQUEST, 1, &BEGIN)]);
        let long = vec![b'x'; 60_000];
        (0..100).for_each(|_| record::write(&mut bytes, Kind::PARAMS, 1, &long));
        record::write(&mut bytes, Kind::PARAMS, 1, b"");
        record::write(&mut bytes, Kind::STDIN, 1, b"");
        let (asked, _) = exchange(bytes.chunks(10_000));
        let (method, protocol) = (Method::Get, Protocol::Http);
        let terms = Terms { id: 1, method, protocol, keeps_open: false, is_cut_off: false };
        assert_eq!(asked, [Asked { params: None, terms }]);
    }

    /// A request with one variable of this many bytes, including its name, and a body of this many.
    fn request_of(params: usize, body: usize) -> Asked {
        let value = "x".repeat(params - "A".len() - 5);
        let pairs = pairs(&[("A", &value)]);
        assert_eq!(pairs.len(), params);
        let mut bytes = records(&[(Kind::BEGIN_REQUEST, 1, &BEGIN_KEPT)]);
        let mut put = |kind, content: &[u8]| {
            content.chunks(60_000).chain([&b""[..]]).for_each(|piece| {
                record::write(&mut bytes, kind, 1, piece);
            });
        };
        put(Kind::PARAMS, &pairs);
        put(Kind::STDIN, &vec![b'x'; body]);
        let (mut asked, _) = exchange([&bytes[..]]);
        assert_eq!(asked.len(), 1);
        asked.remove(0)
    }

    #[test]
    fn variables_and_a_body_may_be_as_long_as_the_limits() {
        let asked = request_of(PARAMS_BYTES_MAX, BODY_BYTES_MAX);
        assert!(asked.params.is_some() && !asked.terms.is_cut_off);
        assert!(request_of(PARAMS_BYTES_MAX + 1, 1).params.is_none());
        assert!(request_of(1_000, BODY_BYTES_MAX + 1).terms.is_cut_off);
    }

    #[test]
    fn a_body_without_end_is_answered_and_its_connection_closed() {
        let mut bytes = request(1, BEGIN_KEPT);
        // The record that ends the variables has only its 8 bytes of header.
        bytes.truncate(bytes.len() - 8);
        let piece = vec![b'x'; 50_000];
        let records = BODY_BYTES_MAX / piece.len() + 1;
        (0..records).for_each(|_| record::write(&mut bytes, Kind::STDIN, 1, &piece));
        let (asked, _) = exchange([&bytes[..]]);
        let terms = asked.iter().map(|asked| &asked.terms);
        let ends = terms.map(|terms| (terms.keeps_open, terms.is_cut_off));
        assert_eq!(ends.collect::<Vec<_>>(), [(false, true)]);
    }

    #[test]
    fn nonsense_is_told_from_what_is_not_yet_complete() {
        let next = |bytes: &[u8]| {
            let mut exchange = Exchange::default();
            exchange.take(bytes);
            exchange.next(&mut Vec::new())
        };
        assert_eq!(next(b"GET / HTTP/1.0\r\n\r\n"), Err(Nonsense::Version));
        let begin: (Kind, u16, &[u8]) = (Kind::BEGIN_REQUEST, 1, &BEGIN);
        for (bytes, nonsense) in [
            (records(&[begin, begin]), Nonsense::BadBeginning),
            (records(&[(Kind::BEGIN_REQUEST, 0, &BEGIN)]), Nonsense::BadBeginning),
            (records(&[(Kind::BEGIN_REQUEST, 1, b"")]), Nonsense::BadBeginning),
            (records(&[begin, (Kind::STDIN, 1, b"")]), Nonsense::BadParams),
            (
                records(&[
                    begin,
                    (Kind::PARAMS, 1, b"\x05"),
                    (Kind::PARAMS, 1, b""),
                    (Kind::STDIN, 1, b""),
                ]),
                Nonsense::BadParams,
            ),
        ] {
            assert_eq!(next(&bytes), Err(nonsense));
            assert_eq!(next(&bytes[..bytes.len() - 1]), Ok(Progress::Waiting));
        }
    }

    proptest! {
        #[test]
        fn any_records_in_any_pieces_do_no_harm(
            sent in proptest::collection::vec(
                (0..12_u8, 0..3_u16, proptest::collection::vec(0..3_u8, 0..12)),
                0..30,
            ),
            size in 1..40_usize,
        ) {
            let mut bytes = Vec::new();
            for (kind, id, content) in &sent {
                record::write(&mut bytes, Kind(*kind), *id, content);
            }
            let (mut exchange, mut out) = (Exchange::default(), Vec::new());
            for piece in bytes.chunks(size) {
                exchange.take(piece);
                while let Ok(Progress::Asked(_)) = exchange.next(&mut out) {}
            }
            prop_assert!(out.len() <= 2 * bytes.len());
        }
    }
}
