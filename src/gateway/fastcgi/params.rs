//! The variables of a request: pairs of a name and a value (specification, section 3.4). Both
//! lengths come before a pair. A length takes one byte, or four if the highest bit is set.

use std::ffi::OsString;
use std::ops::Range;
use std::os::unix::ffi::OsStringExt;

/// A pair is longer than the bytes that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutOff;

/// The variables of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params {
    bytes: Vec<u8>,
    /// The places of each name and its value in the bytes.
    pairs: Vec<(Range<usize>, Range<usize>)>,
}

impl Params {
    /// Reads pairs.
    ///
    /// # Errors
    ///
    /// [`CutOff`] if the last one is not complete.
    pub fn read(bytes: Vec<u8>) -> Result<Self, CutOff> {
        let mut pairs = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let name_bytes = length(&bytes, &mut at).ok_or(CutOff)?;
            let value_bytes = length(&bytes, &mut at).ok_or(CutOff)?;
            let value_at = at.checked_add(name_bytes).ok_or(CutOff)?;
            let end = value_at.checked_add(value_bytes).ok_or(CutOff)?;
            if end > bytes.len() {
                return Err(CutOff);
            }
            pairs.push((at..value_at, value_at..end));
            at = end;
        }
        Ok(Params { bytes, pairs })
    }

    /// The value of a variable. If a name comes several times, the last one counts, as for other
    /// programs behind these servers.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        let is_it = |pair: &&(Range<usize>, Range<usize>)| {
            self.bytes.get(pair.0.clone()) == Some(name.as_bytes())
        };
        let (_, value) = self.pairs.iter().rev().find(is_it)?;
        self.bytes.get(value.clone())
    }

    /// The value of a variable, in the form of an environment variable.
    pub fn variable(&self, name: &str) -> Option<OsString> {
        self.get(name).map(|value| OsString::from_vec(value.to_vec()))
    }
}

/// Reads a length at this place, and moves the place behind it.
fn length(bytes: &[u8], at: &mut usize) -> Option<usize> {
    let (length, size) = match *bytes.get(*at..)? {
        [short @ ..0x80, ..] => (u32::from(short), 1),
        [b3, b2, b1, b0, ..] => (u32::from_be_bytes([b3 & 0x7f, b2, b1, b0]), 4),
        _ => return None,
    };
    *at += size;
    usize::try_from(length).ok()
}

/// Writes a pair.
pub fn write(out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    for text in [name, value] {
        match u8::try_from(text.len()) {
            Ok(short @ ..0x80) => out.push(short),
            // Texts here are far shorter than 2 GB.
            _ => out.extend_from_slice(&(text.len() as u32 | 1 << 31).to_be_bytes()),
        }
    }
    out.extend_from_slice(name);
    out.extend_from_slice(value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pairs_are_laid_out_as_the_specification_says() {
        let mut bytes = Vec::new();
        write(&mut bytes, b"A", b"");
        write(&mut bytes, b"LONG", &[b'x'; 128]);
        assert_eq!(bytes[..10], [1, 0, b'A', 4, 0x80, 0, 0, 128, b'L', b'O']);
        let params = Params::read(bytes).unwrap();
        assert_eq!(params.get("A"), Some(&b""[..]));
        assert_eq!(params.get("LONG"), Some(&[b'x'; 128][..]));
        assert_eq!(params.get("B"), None);
    }

    #[test]
    fn of_two_with_one_name_the_last_counts() {
        let params = Params::read(b"\x01\x01Ax\x01\x01Ay".to_vec()).unwrap();
        assert_eq!(params.get("A"), Some(&b"y"[..]));
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let mut bytes = Vec::new();
        write(&mut bytes, b"NAME", &[b'x'; 200]);
        for length in 1..bytes.len() {
            assert_eq!(Params::read(bytes[..length].to_vec()), Err(CutOff), "{length}");
        }
        assert_eq!(Params::read(vec![0xff; 8]), Err(CutOff));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            if let Ok(params) = Params::read(bytes) {
                for (name, _) in &params.pairs {
                    let name = std::str::from_utf8(&params.bytes[name.clone()]);
                    prop_assert!(name.is_err() || params.get(name.unwrap()).is_some());
                }
            }
        }

        #[test]
        fn what_was_written_is_read(pairs: Vec<(String, Vec<u8>)>) {
            let mut bytes = Vec::new();
            pairs.iter().for_each(|(name, value)| write(&mut bytes, name.as_bytes(), value));
            let params = Params::read(bytes).unwrap();
            for (name, _) in &pairs {
                let last = pairs.iter().rev().find(|(other, _)| other == name);
                prop_assert_eq!(params.get(name), last.map(|(_, value)| &value[..]));
            }
        }
    }
}
