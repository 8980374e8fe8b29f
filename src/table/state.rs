//! What is sealed of a table beside the position of its game: who sits where, and how far it is.

use super::name::{NAME_BITS, Name};
use super::password::{PASSWORD_BITS, Password};
use super::turn_code::{CODE_BITS, LINE_BITS, Line, NUMBER_BITS, TurnCode};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::seat::Seat;
use crate::game::text::Text;

/// A person at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// What they call themselves.
    pub name: Name,
    /// The secret of their seat.
    pub password: Password,
    /// The turn and the code after their last turn; none before it.
    pub last: Option<TurnCode>,
}

/// A table of several people.
#[derive(Clone, Debug, PartialEq)]
pub struct TableState {
    /// How many people are to sit at it, in the first seats.
    pub size: usize,
    /// Those who have sat down, from the first seat on.
    pub people: Vec<Person>,
    /// The number of turns so far, those of sitting down among them.
    pub number: u16,
    /// All that has happened, hashed. It starts with a random number.
    pub line: Line,
}

impl TableState {
    /// A table at which nobody sits yet. `id` is a random number.
    pub fn new(size: usize, id: u64) -> Self {
        TableState { size, people: Vec::new(), number: 0, line: Line(id) }
    }

    /// Returns true if everybody has sat down.
    pub fn is_full(&self) -> bool {
        self.people.len() >= self.size
    }

    /// The seat of this password.
    pub fn seat_of(&self, password: Password) -> Option<Seat> {
        self.people.iter().position(|person| person.password == password)
    }

    /// The names of those who sit, from the first seat on.
    pub fn names(&self) -> Vec<Text> {
        self.people.iter().map(|person| person.name.as_str().to_owned().into()).collect()
    }

    /// The present turn and its code.
    pub fn turn_code(&self) -> TurnCode {
        self.line.turn_code(self.number)
    }

    /// The table after a turn, when everybody sees this; of the seat that took it, if one did.
    pub fn after_turn(&self, seat: Option<Seat>, public: &str) -> Self {
        let number = self.number.saturating_add(1);
        let mut next = TableState { number, line: self.line.then(number, public), ..self.clone() };
        let turn_code = next.turn_code();
        if let Some(person) = seat.and_then(|seat| next.people.get_mut(seat)) {
            person.last = Some(turn_code);
        }
        next
    }

    /// Appends the table to a packed position, always in the same number of bits for its size.
    pub fn pack(&self, packer: &mut Packer) {
        for seat in 0..self.size {
            let person = self.people.get(seat);
            packer.put(person.map_or(0, |person| person.name.to_number()), NAME_BITS);
            packer.put(person.map_or(0, |person| person.password.number()), PASSWORD_BITS);
            let last = person.and_then(|person| person.last);
            packer.put(last.map_or(0, |turn_code| turn_code.number.into()), NUMBER_BITS);
            packer.put(last.map_or(0, |turn_code| turn_code.code.into()), CODE_BITS);
        }
        packer.put(self.number.into(), NUMBER_BITS);
        packer.put(self.line.0, LINE_BITS);
    }

    /// Reads what [`TableState::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no table.
    pub fn unpack(size: usize, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let mut people = Vec::new();
        let mut has_gap = false;
        for _ in 0..size {
            let name = packed.take(NAME_BITS)?;
            let password = Password::from_number(packed.take(PASSWORD_BITS)?);
            let (number, code) = (packed.take(NUMBER_BITS)? as u16, packed.take(CODE_BITS)? as u32);
            has_gap |= name == 0;
            if has_gap && name == 0 {
                continue;
            }
            let name = Name::from_number(name).filter(|_| !has_gap);
            let name = name.ok_or(Unpackable::Impossible)?;
            let last = (number > 0).then_some(TurnCode { number, code });
            people.push(Person { name, password, last });
        }
        let number = packed.take(NUMBER_BITS)? as u16;
        let line = Line(packed.take(LINE_BITS)?);
        let passwords_differ = (1..people.len())
            .all(|at| !people[..at].iter().any(|other| other.password == people[at].password));
        let table = TableState { size, people, number, line };
        passwords_differ.then_some(table).ok_or(Unpackable::Impossible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, number: u64) -> Person {
        let name = Name::read(name, []).unwrap();
        Person { name, password: Password::from_number(number), last: None }
    }

    fn packed(table: &TableState) -> (Vec<u8>, usize) {
        let mut packer = Packer::new();
        table.pack(&mut packer);
        let bits = packer.bits();
        (packer.finish(), bits)
    }

    #[test]
    fn tables_come_back_in_the_same_width() {
        let mut table = TableState::new(3, 77);
        let (_, width) = packed(&table);
        for name in ["Ann", "Ben", "Cleo"] {
            table.people.push(person(name, name.len() as u64 + name.as_bytes()[0] as u64));
            table = table.after_turn(Some(table.people.len() - 1), name);
            let (bytes, bits) = packed(&table);
            assert_eq!(bits, width);
            assert_eq!(TableState::unpack(3, &mut Unpacker::new(&bytes)), Ok(table.clone()));
        }
        let mut fresh = TableState::new(2, 77);
        fresh.people.push(person("Ann", 5));
        let (bytes, _) = packed(&fresh);
        let fresh = TableState::unpack(2, &mut Unpacker::new(&bytes)).unwrap();
        assert_eq!(fresh.people[0].last, None, "who has not moved has no turn behind them");
        assert!(table.is_full());
        assert_eq!(table.seat_of(table.people[2].password), Some(2));
        assert_eq!(table.seat_of(Password::from_number(1)), None);
        assert_eq!(table.people[2].last, Some(table.turn_code()));
        assert_ne!(table.people[1].last, Some(table.turn_code()));
    }

    #[test]
    fn two_people_with_one_password_are_no_table() {
        let mut table = TableState::new(2, 77);
        table.people = vec![person("Ann", 5), person("Ben", 5)];
        let (bytes, _) = packed(&table);
        let read = TableState::unpack(2, &mut Unpacker::new(&bytes));
        assert_eq!(read, Err(Unpackable::Impossible));
    }

    #[test]
    fn nobody_sits_behind_an_empty_seat() {
        let mut table = TableState::new(2, 77);
        table.people = vec![person("Ann", 5), person("Ben", 6)];
        let (mut bytes, _) = packed(&table);
        bytes[..8].fill(0);
        assert!(TableState::unpack(2, &mut Unpacker::new(&bytes)).is_err());
    }
}
