//! Writing and reading a position with one function.
//!
//! A game names each field of its position once, in order, with its bounds. The same calls write
//! the position and read it back, so the two directions cannot disagree. A value outside its bounds
//! does not open.

use super::pack::{Packer, Unpackable, Unpacker};

/// The result of writing or reading a field. Writing never fails.
pub type Coded = Result<(), Unpackable>;

/// Writes the fields of a position, or reads them.
pub enum Codec<'a> {
    /// Appends each field to the packer.
    Write(&'a mut Packer),
    /// Sets each field to the next value.
    Read(Unpacker<'a>),
}

impl Codec<'_> {
    /// Returns true if fields are read.
    pub fn is_reading(&self) -> bool {
        matches!(self, Codec::Read(_))
    }

    /// Returns true if the reader wants no more than these first moves of the game. Then the rest of the
    /// position is not read, and it is the position after them.
    pub fn cuts_after(&mut self, moves: usize) -> bool {
        match self {
            Codec::Write(_) => false,
            Codec::Read(packed) => packed.cuts_after(moves),
        }
    }

    /// Returns true if a rest was not read.
    pub fn is_cut(&self) -> bool {
        match self {
            Codec::Write(_) => false,
            Codec::Read(packed) => packed.is_cut(),
        }
    }

    /// Checks that everything was read.
    ///
    /// # Errors
    ///
    /// Fails if bytes are left over.
    pub fn finish(self) -> Coded {
        match self {
            Codec::Write(_) => Ok(()),
            Codec::Read(packed) => packed.finish(),
        }
    }

    /// A whole number of this many bits, at most 64.
    pub fn bits<N: Number>(&mut self, value: &mut N, bits: u32) -> Coded {
        match self {
            Codec::Write(packer) => packer.put(value.widened(), bits),
            Codec::Read(packed) => *value = N::narrowed(packed.take(bits)?)?,
        }
        Ok(())
    }

    /// A whole number below `count`.
    pub fn below<N: Number>(&mut self, value: &mut N, count: usize) -> Coded {
        match self {
            Codec::Write(packer) => packer.put_one_of(value.widened(), count as u64),
            Codec::Read(packed) => *value = N::narrowed(packed.take_one_of(count as u64)?)?,
        }
        Ok(())
    }

    /// A whole number below `count`, or `None`.
    pub fn option_below<N: Number>(&mut self, value: &mut Option<N>, count: usize) -> Coded {
        let mut place = value.map_or(0, |number| number.widened() + 1);
        self.below(&mut place, count + 1)?;
        *value = place.checked_sub(1).map(N::narrowed).transpose()?;
        Ok(())
    }

    /// A truth value.
    pub fn flag(&mut self, value: &mut bool) -> Coded {
        let mut bit = u8::from(*value);
        self.bits(&mut bit, 1)?;
        *value = bit == 1;
        Ok(())
    }

    /// One of these values. A value to write must be among them; one to read into may be any.
    pub fn one_of<T: Copy + PartialEq>(&mut self, value: &mut T, all: &[T]) -> Coded {
        let mut place = match self {
            Codec::Write(_) => all.iter().position(|other| other == value).expect("one of all"),
            Codec::Read(_) => 0,
        };
        self.below(&mut place, all.len())?;
        *value = *all.get(place).ok_or(Unpackable::Impossible)?;
        Ok(())
    }

    /// Whole numbers below `count` (at least 2), in fewer bits than one by one.
    pub fn each_below<N: Number>(&mut self, values: &mut [N], count: usize) -> Coded {
        match self {
            Codec::Write(packer) => {
                let wide: Vec<u64> = values.iter().map(|value| value.widened()).collect();
                packer.put_each_of(&wide, count as u64);
            }
            Codec::Read(packed) => {
                let wide = packed.take_each_of(values.len(), count as u64)?;
                for (value, read) in values.iter_mut().zip(wide) {
                    *value = N::narrowed(read)?;
                }
            }
        }
        Ok(())
    }

    /// Truth values, one bit each.
    pub fn flags(&mut self, values: &mut [bool]) -> Coded {
        values.iter_mut().try_for_each(|value| self.flag(value))
    }

    /// At most `longest` numbers below `count` (at least 2). The length of the list does not show.
    pub fn list_below<N: Number>(
        &mut self,
        values: &mut Vec<N>,
        longest: usize,
        count: usize,
    ) -> Coded {
        let none = N::narrowed(0)?;
        let mut length = values.len();
        self.below(&mut length, longest + 1)?;
        values.resize(longest, none);
        self.each_below(values, count)?;
        let is_padded = values[length..].iter().all(|value| value.widened() == 0);
        values.truncate(length);
        if is_padded { Ok(()) } else { Err(Unpackable::Impossible) }
    }
}

/// A whole number that a field may hold.
pub trait Number: Copy {
    /// The number in 64 bits.
    fn widened(self) -> u64;

    /// Reads a number.
    ///
    /// # Errors
    ///
    /// Fails if the type is too narrow for it.
    fn narrowed(wide: u64) -> Result<Self, Unpackable>;
}

macro_rules! number {
    ($($number:ty),*) => {
        $(impl Number for $number {
            fn widened(self) -> u64 {
                self as u64
            }

            fn narrowed(wide: u64) -> Result<Self, Unpackable> {
                wide.try_into().map_err(|_| Unpackable::Impossible)
            }
        })*
    };
}

number!(u8, u16, u32, u64, usize);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A position with a field of every kind.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Fields {
        bits: u16,
        below: usize,
        option: Option<u8>,
        flag: bool,
        one_of: char,
        each: Vec<u8>,
        flags: [bool; 3],
        list: Vec<usize>,
    }

    impl Fields {
        fn code(&mut self, codec: &mut Codec<'_>) -> Coded {
            codec.bits(&mut self.bits, 9)?;
            codec.below(&mut self.below, 100)?;
            codec.option_below(&mut self.option, 7)?;
            codec.flag(&mut self.flag)?;
            codec.one_of(&mut self.one_of, &['a', 'b', 'c'])?;
            codec.each_below(&mut self.each, 11)?;
            codec.flags(&mut self.flags)?;
            codec.list_below(&mut self.list, 4, 10)
        }

        fn packed(&self) -> Packer {
            let mut packer = Packer::new();
            self.clone().code(&mut Codec::Write(&mut packer)).unwrap();
            packer
        }

        fn read(bytes: &[u8]) -> Result<Self, Unpackable> {
            let mut fields = Fields { each: vec![0; 5], ..Fields::default() };
            let mut codec = Codec::Read(Unpacker::new(bytes));
            fields.code(&mut codec)?;
            codec.finish().map(|()| fields)
        }
    }

    fn fields() -> impl Strategy<Value = Fields> {
        let numbers = (0u16..512, 0usize..100, prop::option::of(0u8..7));
        let others = (any::<bool>(), prop::sample::select(vec!['a', 'b', 'c']));
        let lists = (
            prop::collection::vec(0u8..11, 5),
            any::<[bool; 3]>(),
            prop::collection::vec(0usize..10, 0..=4),
        );
        (numbers, others, lists).prop_map(
            |((bits, below, option), (flag, one_of), (each, flags, list))| Fields {
                bits,
                below,
                option,
                flag,
                one_of,
                each,
                flags,
                list,
            },
        )
    }

    proptest! {
        #[test]
        fn fields_come_back_in_the_same_width(one in fields(), other in fields()) {
            let (packed, width) = (one.packed(), other.packed().bits());
            prop_assert_eq!(packed.bits(), width);
            prop_assert_eq!(Fields::read(&packed.finish()), Ok(one));
        }

        #[test]
        fn other_bits_are_refused_or_are_other_fields(one in fields(), bit in 0usize..72) {
            let mut bytes = one.packed().finish();
            prop_assume!(bit < bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            if let Ok(read) = Fields::read(&bytes) {
                prop_assert_ne!(&read, &one);
                prop_assert_eq!(read.packed().finish(), bytes);
            }
        }
    }
}
