//! Records, the messages of both sides of a FastCGI connection (specification, section 3.3).
//!
//! | bytes | content |
//! |---|---|
//! | 1 | version: 1 |
//! | 1 | kind |
//! | 2 | id of the request, highest byte first; zero for management |
//! | 2 | length of the content, highest byte first |
//! | 1 | length of the padding |
//! | 1 | reserved |
//! | ≤ 65,535 | content |
//! | ≤ 255 | padding, without meaning |

/// The most bytes of content in one record.
pub const CONTENT_BYTES_MAX: usize = 65_535;
/// The only version.
const VERSION: u8 = 1;

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(pub u8);

impl Kind {
    /// Begins a request; from the server.
    pub const BEGIN_REQUEST: Kind = Kind(1);
    /// The visitor no longer waits for the response; from the server.
    pub const ABORT_REQUEST: Kind = Kind(2);
    /// The response is complete.
    pub const END_REQUEST: Kind = Kind(3);
    /// A part of the variables; from the server. An empty one ends them.
    pub const PARAMS: Kind = Kind(4);
    /// A part of the body of the request; from the server. An empty one ends it.
    pub const STDIN: Kind = Kind(5);
    /// A part of the response. An empty one ends it.
    pub const STDOUT: Kind = Kind(6);
    /// A text for the error log of the server.
    pub const STDERR: Kind = Kind(7);
    /// Asks for the abilities of the program; from the server.
    pub const GET_VALUES: Kind = Kind(9);
    /// The abilities of the program.
    pub const GET_VALUES_RESULT: Kind = Kind(10);
    /// Answers a record for management of an unknown kind.
    pub const UNKNOWN_TYPE: Kind = Kind(11);
}

/// A record without its padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Its kind.
    pub kind: Kind,
    /// The request that it belongs to; zero for management.
    pub request: u16,
    /// Its content.
    pub content: &'a [u8],
}

/// A record of another version. The bytes after it cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownVersion(pub u8);

/// The record at the start of these bytes, and the bytes after it. Returns `None` if it is not
/// complete.
///
/// # Errors
///
/// [`UnknownVersion`] if it is of another version.
pub fn split(bytes: &[u8]) -> Result<Option<(Record<'_>, &[u8])>, UnknownVersion> {
    match *bytes {
        [] => Ok(None),
        [VERSION, kind, id1, id0, length1, length0, padding, _, ref rest @ ..] => {
            let length = usize::from(u16::from_be_bytes([length1, length0]));
            let request = u16::from_be_bytes([id1, id0]);
            Ok(rest.split_at_checked(length).and_then(|(content, rest)| {
                let rest = rest.get(usize::from(padding)..)?;
                Some((Record { kind: Kind(kind), request, content }, rest))
            }))
        }
        [VERSION, ..] => Ok(None),
        [other, ..] => Err(UnknownVersion(other)),
    }
}

/// Writes a record. Its content has at most [`CONTENT_BYTES_MAX`] bytes, and this leaves out the
/// rest.
pub fn write(out: &mut Vec<u8>, kind: Kind, request: u16, content: &[u8]) {
    let content = content.get(..CONTENT_BYTES_MAX).unwrap_or(content);
    // The line above makes it fit.
    let [length1, length0] = (content.len() as u16).to_be_bytes();
    let [id1, id0] = request.to_be_bytes();
    out.extend_from_slice(&[VERSION, kind.0, id1, id0, length1, length0, 0, 0]);
    out.extend_from_slice(content);
}

/// Writes a stream: as many records as it needs, and the empty record that ends it.
pub fn write_stream(out: &mut Vec<u8>, kind: Kind, request: u16, pieces: &[&[u8]]) {
    for piece in pieces {
        piece.chunks(CONTENT_BYTES_MAX).for_each(|content| write(out, kind, request, content));
    }
    write(out, kind, request, &[]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_record_is_laid_out_as_the_specification_says() {
        let mut out = Vec::new();
        write(&mut out, Kind::STDOUT, 0x0102, b"abc");
        assert_eq!(out, [1, 6, 1, 2, 0, 3, 0, 0, b'a', b'b', b'c']);
        let padded = [1, 4, 0, 7, 0, 1, 2, 9, b'x', 0xff, 0xff, 1, 5];
        let record = Record { kind: Kind::PARAMS, request: 7, content: b"x" };
        assert_eq!(split(&padded), Ok(Some((record, &[1, 5][..]))));
        assert_eq!(split(&[2]), Err(UnknownVersion(2)));
        for length in 0..11 {
            assert_eq!(split(&padded[..length]), Ok(None), "{length}");
        }
    }

    #[test]
    fn a_long_stream_is_parted() {
        let long = vec![b'x'; CONTENT_BYTES_MAX + 1];
        let mut out = Vec::new();
        write_stream(&mut out, Kind::STDOUT, 1, &[b"head", &long, b""]);
        let mut lengths = Vec::new();
        let mut rest = &out[..];
        while let Ok(Some((record, after))) = split(rest) {
            lengths.push(record.content.len());
            rest = after;
        }
        assert_eq!((lengths, rest.len()), (vec![4, CONTENT_BYTES_MAX, 1, 0], 0));
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(
            records in proptest::collection::vec(
                (any::<u8>(), any::<u16>(), proptest::collection::vec(any::<u8>(), 0..300)),
                0..8,
            ),
        ) {
            let mut out = Vec::new();
            for (kind, request, content) in &records {
                write(&mut out, Kind(*kind), *request, content);
            }
            let mut rest = &out[..];
            for (kind, request, content) in &records {
                let (record, after) = split(rest).unwrap().unwrap();
                prop_assert_eq!(record, Record { kind: Kind(*kind), request: *request, content });
                rest = after;
            }
            prop_assert_eq!(rest.len(), 0);
        }
    }
}
