//! Bit packing: the form in which a position is sealed into a link.
//!
//! Positions that look alike take the same number of bits, so the length of a link reveals nothing.
//! Packed bytes have passed the seal, and are still read with suspicion: a leaked key must lead to
//! an error page, never to a panic. Every read is checked, and a whole number is read with its limit.

/// The reason why sealed bytes are no position of the game that reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpackable {
    /// The bytes end before the position does.
    TooShort,
    /// Bytes are left over, or the padding of the last byte is not zero.
    TooLong,
    /// A number is outside its range, or the parts contradict one another.
    Impossible,
}

/// The least number of bits that can tell `count` things apart: 0 for one thing, 3 for eight.
pub const fn bits_for(count: u64) -> u32 {
    match count {
        0 | 1 => 0,
        _ => 64 - (count - 1).leading_zeros(),
    }
}

/// The number of values below `count` (at least 2) that fit into 64 bits together.
const fn group_len(count: u64) -> usize {
    let (mut len, mut product) = (0, 1u64);
    while let Some(next) = product.checked_mul(count) {
        product = next;
        len += 1;
    }
    len
}

/// The number of combinations of `len` values below `count`, for at most [`group_len`] values.
fn group_count(count: u64, len: usize) -> u64 {
    (0..len).fold(1, |product, _| product * count)
}

/// Writes whole numbers bit by bit, the highest bit first.
#[derive(Clone, Debug, Default)]
pub struct Packer {
    bytes: Vec<u8>,
    bits: usize,
}

impl Packer {
    /// An empty packer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the lowest `bits` bits of `value`; `bits` is at most 64.
    pub fn put(&mut self, value: u64, bits: u32) {
        let mut left = bits;
        while left > 0 {
            if self.bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let room = 8 - bits_used(self.bits);
            let taken = left.min(room);
            left -= taken;
            if let Some(last) = self.bytes.last_mut() {
                let [.., lowest] = (value >> left).to_be_bytes();
                *last |= lowest << (8 - taken) >> (8 - room);
            }
            self.bits += taken as usize;
        }
    }

    /// Appends all 128 bits of `value`.
    pub fn put_wide(&mut self, value: u128) {
        for half in value.to_be_bytes().as_chunks::<8>().0 {
            self.put(u64::from_be_bytes(*half), 64);
        }
    }

    /// Appends `value`, one of `count` possible values 0 to `count - 1`, in as few bits as hold
    /// them all.
    pub fn put_one_of(&mut self, value: u64, count: u64) {
        debug_assert!(value < count, "{value} is not below {count}");
        self.put(value, bits_for(count));
    }

    /// Appends several numbers, each one of `count` (at least 2) possible values 0 to `count - 1`.
    /// It takes fewer bits than one by one, because it packs as many numbers together as 64 bits
    /// have room for.
    pub fn put_each_of(&mut self, values: &[u64], count: u64) {
        for group in values.chunks(group_len(count)) {
            let value = group.iter().fold(0, |value, digit| value * count + digit);
            self.put_one_of(value, group_count(count, group.len()));
        }
    }

    /// Appends the content of another packer.
    pub fn append(&mut self, other: &Packer) {
        let (whole, rest) = (other.bits / 8, bits_used(other.bits));
        other.bytes[..whole].iter().for_each(|byte| self.put(u64::from(*byte), 8));
        if let Some(last) = other.bytes.get(whole) {
            self.put(u64::from(last >> (8 - rest)), rest);
        }
    }

    /// The number of bits written so far.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The packed bytes, the last one padded with zero bits.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads back what a [`Packer`] wrote.
#[derive(Clone, Debug)]
pub struct Unpacker<'a> {
    bytes: &'a [u8],
    bits: usize,
    wanted: Option<usize>,
    is_cut: bool,
}

impl<'a> Unpacker<'a> {
    /// Starts at the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, bits: 0, wanted: None, is_cut: false }
    }

    /// The same for a reader who wants no more than the first moves of a game.
    pub fn up_to(self, moves: usize) -> Self {
        Self { wanted: Some(moves), ..self }
    }

    /// Returns true if a game whose moves these are may end here. Then the rest is not read.
    pub fn cuts_after(&mut self, moves: usize) -> bool {
        self.is_cut = self.is_cut || self.wanted == Some(moves);
        self.is_cut
    }

    /// Returns true if a rest was not read.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The next `bits` bits (at most 64) as a number.
    pub fn take(&mut self, bits: u32) -> Result<u64, Unpackable> {
        let (mut value, mut left) = (0, bits);
        while left > 0 {
            let byte = *self.bytes.get(self.bits / 8).ok_or(Unpackable::TooShort)?;
            let used = bits_used(self.bits);
            let taken = left.min(8 - used);
            left -= taken;
            value = value << taken | u64::from(byte << used >> (8 - taken));
            self.bits += taken as usize;
        }
        Ok(value)
    }

    /// The same as a number of another type.
    pub fn take_as<N: TryFrom<u64>>(&mut self, bits: u32) -> Result<N, Unpackable> {
        N::try_from(self.take(bits)?).map_err(|_| Unpackable::Impossible)
    }

    /// The next 128 bits, as [`Packer::put_wide`] wrote them.
    pub fn take_wide(&mut self) -> Result<u128, Unpackable> {
        let high = u128::from(self.take(64)?);
        Ok(high << 64 | u128::from(self.take(64)?))
    }

    /// The next number of the `count` values 0 to `count - 1`, as [`Packer::put_one_of`] wrote it.
    pub fn take_one_of(&mut self, count: u64) -> Result<u64, Unpackable> {
        let value = self.take(bits_for(count))?;
        (value < count).then_some(value).ok_or(Unpackable::Impossible)
    }

    /// The next place in a list of this length, as [`Packer::put_one_of`] wrote it.
    pub fn take_place_of(&mut self, length: usize) -> Result<usize, Unpackable> {
        let place = self.take_one_of(length as u64)?;
        Ok(usize::try_from(place).expect("below the length"))
    }

    /// The next `len` numbers of `count` values each, as [`Packer::put_each_of`] wrote them.
    pub fn take_each_of(&mut self, len: usize, count: u64) -> Result<Vec<u64>, Unpackable> {
        let mut values = vec![0; len];
        for group in values.chunks_mut(group_len(count)) {
            let mut value = self.take_one_of(group_count(count, group.len()))?;
            for digit in group.iter_mut().rev() {
                *digit = value % count;
                value /= count;
            }
        }
        Ok(values)
    }

    /// Checks that everything was read, except the zero bits that fill the last byte.
    pub fn finish(mut self) -> Result<(), Unpackable> {
        let left = u32::try_from(self.bytes.len() * 8 - self.bits).unwrap_or(u32::MAX);
        if left >= 8 || self.take(left)? != 0 {
            return Err(Unpackable::TooLong);
        }
        Ok(())
    }
}

/// The bits of the last byte that are in use, if it is not full.
fn bits_used(bits: usize) -> u32 {
    u32::try_from(bits % 8).expect("below 8")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bits_for_counts_things() {
        let table = [(0, 0), (1, 0), (2, 1), (3, 2), (8, 3), (9, 4), (1 << 40, 40)];
        for (count, bits) in table {
            assert_eq!(bits_for(count), bits, "{count} things");
        }
        assert_eq!(bits_for(u64::MAX), 64);
    }

    #[test]
    fn the_highest_bit_comes_first() {
        let mut packer = Packer::new();
        packer.put(0b101, 3);
        packer.put(0b1, 6);
        assert_eq!(packer.bits(), 9);
        assert_eq!(packer.finish(), [0b1010_0000, 0b1000_0000]);
    }

    #[test]
    fn padding_must_be_zero_and_short() {
        let mut reader = Unpacker::new(&[0b1010_0001]);
        assert_eq!(reader.take(3), Ok(0b101));
        assert_eq!(reader.finish(), Err(Unpackable::TooLong));
        let mut reader = Unpacker::new(&[0, 0]);
        assert_eq!(reader.take(8), Ok(0));
        assert_eq!(reader.finish(), Err(Unpackable::TooLong));
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(numbers in prop::collection::vec((any::<u64>(), 0u32..=64), 0..40)) {
            let mut packer = Packer::new();
            for (value, bits) in &numbers {
                packer.put(*value, *bits);
            }
            let bytes = packer.finish();
            let mut reader = Unpacker::new(&bytes);
            for (value, bits) in &numbers {
                let kept = if *bits == 64 { *value } else { value & ((1 << bits) - 1) };
                prop_assert_eq!(reader.take(*bits), Ok(kept));
            }
            prop_assert_eq!(reader.finish(), Ok(()));
        }

        #[test]
        fn groups_are_unpacked_and_take_fewer_bits(
            (count, values) in (2u64..200).prop_flat_map(|count| {
                (Just(count), prop::collection::vec(0..count, 0..120))
            })
        ) {
            let mut packer = Packer::new();
            packer.put_each_of(&values, count);
            let one_by_one = values.len() * bits_for(count) as usize;
            prop_assert!(packer.bits() <= one_by_one, "{} bits", packer.bits());
            let bytes = packer.finish();
            let mut reader = Unpacker::new(&bytes);
            prop_assert_eq!(reader.take_each_of(values.len(), count), Ok(values));
            prop_assert_eq!(reader.finish(), Ok(()));
        }

        #[test]
        fn any_bytes_can_be_read_without_panic(bytes: Vec<u8>, widths in prop::collection::vec(0u32..=64, 0..40)) {
            let mut reader = Unpacker::new(&bytes);
            for bits in widths {
                if reader.take(bits).is_err() {
                    return Ok(());
                }
            }
            let _ = reader.finish();
        }
    }
}
