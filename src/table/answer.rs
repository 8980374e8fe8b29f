//! The answer of a guest to the invitation of a host. The host gathers the answers of all guests.

use super::name::Name;
use super::password::{PASSWORD_BITS, Password};
use super::turn_code::{CODE_BITS, LINE_BITS, Line, code_text};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use sha2::{Digest, Sha256};

/// An answer to an invitation.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// All that has happened at the table: its invitation. It tells the table from every other.
    pub table: Line,
    /// The table code, in [`CODE_BITS`] bits.
    pub table_code: u32,
    /// The name of the host.
    pub host: Name,
    /// The name of the guest.
    pub guest: Name,
    /// The guest's password.
    pub password: Password,
    /// Random bits that help to decide the deal. They tell this answer from every other.
    pub chance: u128,
}

impl Answer {
    /// The code of the answer, such as `K4QT`. The guest and the host compare it.
    pub fn code(&self) -> String {
        code(self.chance)
    }

    /// Appends the answer.
    pub fn pack(&self, packer: &mut Packer) {
        packer.put(self.table.0, LINE_BITS);
        packer.put(self.table_code.into(), CODE_BITS);
        Name::pack(Some(&self.host), packer);
        Name::pack(Some(&self.guest), packer);
        packer.put(self.password.number(), PASSWORD_BITS);
        packer.put_wide(self.chance);
    }

    /// Reads what [`Answer::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no answer.
    pub fn unpack(packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let table = Line(packed.take(LINE_BITS)?);
        let table_code = packed.take_as(CODE_BITS)?;
        let mut name = || Name::unpack(packed)?.ok_or(Unpackable::Impossible);
        let (host, guest) = (name()?, name()?);
        let password = Password::from_number(packed.take(PASSWORD_BITS)?);
        let chance = packed.take_wide()?;
        Ok(Answer { table, table_code, host, guest, password, chance })
    }
}

/// The code of the answer with these random bits. It tells nothing about them.
pub fn code(chance: u128) -> String {
    let hash = Sha256::new().chain_update("parlour/answer\n").chain_update(chance.to_be_bytes());
    let digest: [u8; 32] = hash.finalize().into();
    code_text(digest[4..8].iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_comes_back() {
        let name = |name| Name::read(name, []).unwrap();
        let answer = Answer {
            table: Line(77),
            table_code: 12,
            host: name("Ann"),
            guest: name("Ольга"),
            password: Password::from_number(5),
            chance: u128::MAX - 3,
        };
        let mut packer = Packer::new();
        answer.pack(&mut packer);
        let bytes = packer.finish();
        assert_eq!(Answer::unpack(&mut Unpacker::new(&bytes)), Ok(answer.clone()));
        assert_eq!(
            Answer::unpack(&mut Unpacker::new(&bytes[..bytes.len() - 1])),
            Err(Unpackable::TooShort)
        );
        assert_eq!(answer.code().len(), 4);
        assert_ne!(answer.code(), code(4));
    }
}
