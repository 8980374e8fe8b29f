//! The text of a page while it is written.
//!
//! A page is some thousand pieces, and most are shorter than 16 bytes. For such a piece, musl
//! starts a block copy of the processor (`rep movsq`). The start takes longer than the copy: it was
//! half of the time of a request. So pieces of up to 128 bytes are copied here, each by two loads
//! and two stores of a fixed size, which may overlap.

use std::fmt;
use std::io;

/// The number of bytes that are cleared at a time. It is a page of memory, so that every touched
/// page is also written.
const STEP_BYTES: usize = 1 << 12;

/// Text that is written piece by piece.
#[derive(Debug, Default)]
pub struct Buffer {
    /// The written bytes, and cleared bytes behind them.
    bytes: Vec<u8>,
    /// The number of written bytes.
    length: usize,
}

impl Buffer {
    /// An empty text, with room for this many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Buffer { bytes: Vec::with_capacity(bytes.next_multiple_of(STEP_BYTES)), length: 0 }
    }

    /// Appends a piece.
    pub fn push_str(&mut self, piece: &str) {
        self.push_bytes(piece.as_bytes());
    }

    /// Appends a piece of JSON. Most are a single character that the compiler knows.
    #[inline(always)]
    fn push_json(&mut self, piece: &[u8]) {
        match (piece, self.bytes.get_mut(self.length)) {
            ([byte], Some(room)) => {
                *room = *byte;
                self.length += 1;
            }
            _ => self.push_bytes(piece),
        }
    }

    #[inline(never)]
    fn push_bytes(&mut self, piece: &[u8]) {
        let (start, length) = (self.length, self.length + piece.len());
        match self.bytes.get_mut(start..length) {
            Some(room) => {
                self.length = length;
                copy(piece, room);
            }
            None => self.clear_and_push(piece),
        }
    }

    #[cold]
    #[inline(never)]
    fn clear_and_push(&mut self, piece: &[u8]) {
        let length = self.length + piece.len();
        self.bytes.resize(length.next_multiple_of(STEP_BYTES), 0);
        self.push_bytes(piece);
    }

    pub fn into_text(mut self) -> String {
        self.bytes.truncate(self.length);
        // The next allocation can use the memory behind the text.
        self.bytes.shrink_to_fit();
        // Only whole texts were written, so the bytes are UTF-8.
        String::from_utf8(self.bytes)
            .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned())
    }
}

/// Copies a piece into a place of the same length.
#[inline]
fn copy(piece: &[u8], place: &mut [u8]) {
    let Some(place) = place.get_mut(..piece.len()) else { return };
    match piece.len() {
        16.. => copy_longer(piece, place),
        8..=15 => copy_ends::<8>(piece, place),
        4..=7 => copy_ends::<4>(piece, place),
        2..=3 => copy_ends::<2>(piece, place),
        _ => copy_ends::<1>(piece, place),
    }
}

/// Copies 16 bytes or more. It is a separate function, so that [`copy`] needs no room on the stack.
#[inline(never)]
fn copy_longer(piece: &[u8], place: &mut [u8]) {
    let Some(place) = place.get_mut(..piece.len()) else { return };
    match piece.len() {
        0..=32 => copy_ends::<16>(piece, place),
        33..=64 => copy_ends::<32>(piece, place),
        65..=128 => copy_ends::<64>(piece, place),
        _ => place.copy_from_slice(piece),
    }
}

/// Copies the first and the last `N` bytes. Together they are the whole piece if it has at most `2
/// * N` bytes.
#[inline(always)]
fn copy_ends<const N: usize>(piece: &[u8], place: &mut [u8]) {
    if let (Some(from), Some(to)) = (piece.first_chunk::<N>(), place.first_chunk_mut::<N>()) {
        *to = *from;
    }
    if let (Some(from), Some(to)) = (piece.last_chunk::<N>(), place.last_chunk_mut::<N>()) {
        *to = *from;
    }
}

/// For templates. It never fails.
impl fmt::Write for Buffer {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.push_str(piece);
        Ok(())
    }
}

/// For JSON. It never fails.
impl io::Write for Buffer {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.push_bytes(piece);
        Ok(piece.len())
    }

    #[inline(always)]
    fn write_all(&mut self, piece: &[u8]) -> io::Result<()> {
        self.push_json(piece);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_every_length_arrive() {
        let text: String = (0..400).map(|at| char::from(b'a' + (at % 26) as u8)).collect();
        for capacity in [0, 1, 5000] {
            let (mut buffer, mut expected) = (Buffer::with_capacity(capacity), String::new());
            for length in 0..text.len() {
                for start in [0, text.len() - length] {
                    buffer.push_str(&text[start..start + length]);
                    expected.push_str(&text[start..start + length]);
                }
            }
            assert_eq!(buffer.into_text(), expected);
        }
    }

    #[test]
    fn an_empty_text_is_empty() {
        assert_eq!(Buffer::with_capacity(10).into_text(), "");
        let mut buffer = Buffer::default();
        buffer.push_str("ä\u{a0}");
        assert_eq!(buffer.into_text(), "ä\u{a0}");
    }
}
