//! A reader for ELF files (elf(5)), which only finds out if a program needs a loader.
//!
//! The loader of a dynamically linked program obeys the environment. A user who may run such a
//! program can put their own code into it with `LD_PRELOAD`, and that code can read the keys.

/// The two kinds of Linux executables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linking {
    /// The kernel alone starts it.
    Static,
    /// The kernel starts another program, the loader, to start it.
    Dynamic,
}

impl Linking {
    /// The linking of this program.
    pub const OWN: Linking =
        if cfg!(target_feature = "crt-static") { Linking::Static } else { Linking::Dynamic };
}

/// The first bytes of an ELF file.
pub const MAGIC: &[u8; 4] = b"\x7fELF";

/// The marks of files with 32 bits, and of files whose numbers begin with their lowest byte.
const CLASS_32: u8 = 1;
const LITTLE_ENDIAN: u8 = 1;
/// The type of the program header that names the loader.
const PT_INTERP: u64 = 3;

/// The linking of an executable, or `None` if these bytes are no whole ELF file.
pub fn linking(bytes: &[u8]) -> Option<Linking> {
    let elf = Elf::new(bytes)?;
    // Place, size and number of the program headers.
    let (place, size, count) = match elf.is_32_bits {
        true => (elf.number(28, 4)?, elf.number(42, 2)?, elf.number(44, 2)?),
        false => (elf.number(32, 8)?, elf.number(54, 2)?, elf.number(56, 2)?),
    };
    for index in 0..count {
        let header = place.checked_add(index * size)?;
        if elf.number(usize::try_from(header).ok()?, 4)? == PT_INTERP {
            return Some(Linking::Dynamic);
        }
    }
    Some(Linking::Static)
}

/// Returns true if the section headers of an executable, at its end, are missing.
pub fn is_cut_short(bytes: &[u8]) -> bool {
    let end = Elf::new(bytes).and_then(|elf| {
        let (place, size, count) = match elf.is_32_bits {
            true => (elf.number(32, 4)?, elf.number(46, 2)?, elf.number(48, 2)?),
            false => (elf.number(40, 8)?, elf.number(58, 2)?, elf.number(60, 2)?),
        };
        place.checked_add(size * count)
    });
    end.is_some_and(|end| end > bytes.len() as u64)
}

struct Elf<'a> {
    bytes: &'a [u8],
    is_32_bits: bool,
    is_little_endian: bool,
}

impl<'a> Elf<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (class, order) = (*rest.first()?, *rest.get(1)?);
        Some(Elf { bytes, is_32_bits: class == CLASS_32, is_little_endian: order == LITTLE_ENDIAN })
    }

    /// The number in these bytes.
    fn number(&self, at: usize, length: usize) -> Option<u64> {
        let bytes = self.bytes.get(at..at.checked_add(length)?)?;
        let join = |number, byte: &u8| number << 8 | u64::from(*byte);
        Some(match self.is_little_endian {
            true => bytes.iter().rev().fold(0, join),
            false => bytes.iter().fold(0, join),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file header of 64 bits and program headers of these types.
    fn executable(types: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (bytes[32], bytes[54], bytes[56]) = (64, 56, types.len() as u8);
        for kind in types {
            bytes.push(*kind);
            bytes.extend([0; 55]);
        }
        bytes
    }

    #[test]
    fn a_program_with_a_loader_is_dynamic() {
        assert_eq!(linking(&executable(&[1, 1, 2])), Some(Linking::Static));
        assert_eq!(linking(&executable(&[6, 3, 1])), Some(Linking::Dynamic));
        assert_eq!(linking(&executable(&[1, 1, 3])), Some(Linking::Dynamic));
        // 32 bits, the highest byte first.
        let mut other = executable(&[]);
        other[4..6].copy_from_slice(&[1, 2]);
        (other[31], other[43], other[45]) = (52, 32, 1);
        other[52..56].copy_from_slice(&[0, 0, 0, 3]);
        assert_eq!(linking(&other), Some(Linking::Dynamic));
        other[55] = 1;
        assert_eq!(linking(&other), Some(Linking::Static));
    }

    #[test]
    fn what_is_no_whole_program_is_neither() {
        assert_eq!(linking(b"#!/bin/sh\n"), None);
        let whole = executable(&[1, 3]);
        for length in 0..64 + 56 + 4 {
            assert_eq!(linking(&whole[..length]), None, "{length}");
        }
        let mut far = whole;
        far[32..40].fill(0xff);
        assert_eq!(linking(&far), None);
    }

    #[test]
    fn a_part_of_a_program_is_known() {
        let mut whole = executable(&[1]);
        assert!(!is_cut_short(&whole));
        // One section header of 64 bytes, right after the program header.
        (whole[40], whole[58], whole[60]) = (120, 64, 1);
        assert!(is_cut_short(&whole));
        whole.extend([0; 64]);
        assert!(!is_cut_short(&whole));
        assert!(!is_cut_short(b"#!/bin/sh"));
    }

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn this_very_test_is_dynamic() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(linking(&bytes), Some(Linking::Dynamic));
    }
}
