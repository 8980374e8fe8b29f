//! The state of a table, which is sealed beside the position of its game: the people, and the
//! number of turns.

use super::answer::{Answer, code};
use super::game_number::{GAME_NUMBER_BITS, GameNumber};
use super::minute::{MINUTE_BITS, Minute};
use super::name::Name;
use super::password::{PASSWORD_BITS, Password};
use super::turn_code::{CODE_BITS, LINE_BITS, Line, NUMBER_BITS, TurnCode, code_text};
use crate::game::options::{Choices, PEOPLE_MAX};
use crate::game::pack::{Packer, Unpackable, Unpacker, bits_for};
use crate::game::seat::Seat;
use crate::game::text::Text;

/// The least number of people at a table whose host gathers answers. At a smaller table the guest
/// sits down at once.
pub const SIZE_MIN: usize = 3;

/// A person at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// Their name.
    pub name: Name,
    /// The secret of their seat.
    pub password: Password,
    /// The turn and the code after their last turn. `None` before it.
    pub last: Option<TurnCode>,
    /// The random bits of their answer, until the game is dealt; 0 for the host.
    pub chance: u128,
    /// The seat of the person who handed this seat over; their own if they left.
    pub handed_over_by: Option<Seat>,
}

impl Person {
    /// A person who has not done anything.
    pub fn new(name: Name, password: Password) -> Self {
        Person { name, password, last: None, chance: 0, handed_over_by: None }
    }

    /// The code of the answer with which they sat down. `None` for the host.
    pub fn answer_code(&self) -> Option<String> {
        (self.chance != 0).then(|| code(self.chance))
    }
}

/// The width of a seat that may be none.
const SEAT_BITS: u32 = bits_for(PEOPLE_MAX as u64 + 1);

/// A table of several people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableState {
    /// The number of seats for people, which are the first seats.
    pub size: usize,
    /// Those who have sat down, from the first seat on.
    pub people: Vec<Person>,
    /// The number of turns so far, those of sitting down among them.
    pub number: u16,
    /// All that has happened, hashed. It starts with a random number.
    pub line: Line,
    /// The code that tells this table from others, in [`CODE_BITS`] bits.
    pub code: u32,
    /// The number of the deal. Every copy of the game has it.
    pub game_number: GameNumber,
    /// The minute of the last turn, if the clock was known.
    pub moved_at: Option<Minute>,
}

impl TableState {
    /// A table without people. `id` and `code` are random numbers.
    pub fn new(size: usize, id: u64, code: u32) -> Self {
        let code = code & ((1 << CODE_BITS) - 1);
        TableState { size, line: Line(id), code, ..TableState::default() }
    }

    /// The table code, such as `7QK3`.
    pub fn table_code(&self) -> String {
        code_text(self.code)
    }

    /// Returns true if everybody has sat down.
    pub fn is_full(&self) -> bool {
        self.people.len() >= self.size
    }

    /// The number of free seats.
    pub fn free(&self) -> usize {
        self.size.saturating_sub(self.people.len())
    }

    /// Returns true if the host gathers answers.
    pub fn is_gathering(&self) -> bool {
        self.size >= SIZE_MIN && !self.is_full()
    }

    /// The seat that this password opens. That of a player who is absent opens none.
    pub fn seat_of(&self, password: Password) -> Option<Seat> {
        let is_theirs = |person: &Person| person.password == password;
        self.people.iter().position(|person| is_theirs(person) && person.handed_over_by.is_none())
    }

    /// Returns true if the seat of this password was handed over.
    pub fn was_handed_over(&self, password: Password) -> bool {
        let is_absent = |person: &&Person| person.handed_over_by.is_some();
        self.people.iter().filter(is_absent).any(|person| person.password == password)
    }

    /// The answer with which this person sat down. `None` for the host.
    pub fn answer_of(&self, person: &Person) -> Option<Answer> {
        let &Person { chance, password, .. } = person;
        let (host, guest) = (self.people.first()?.name.clone(), person.name.clone());
        let (table, table_code) = (self.line, self.code);
        (chance != 0).then_some(Answer { table, table_code, host, guest, password, chance })
    }

    /// These choices, if computers play for those who are absent.
    pub fn with_absent(&self, choices: Choices) -> Choices {
        let people = self.people.iter().enumerate();
        choices.with_absent(
            people.filter(|(_, person)| person.handed_over_by.is_some()).map(|(seat, _)| seat),
        )
    }

    /// A sentence for each seat that was handed over: by whom.
    pub fn record(&self) -> Vec<String> {
        let told = |(seat, person): (Seat, &Person)| {
            let by = person.handed_over_by?;
            let name = &person.name;
            Some(match self.people.get(by).filter(|_| by != seat) {
                Some(by) => format!("{} handed {name}'s seat over.", by.name),
                None => format!("{name} left."),
            })
        };
        self.people.iter().enumerate().filter_map(told).collect()
    }

    /// Moves everybody on, so that the person in this seat sits first.
    pub fn begin_at(&mut self, first: Seat) {
        let size = self.size;
        self.people.rotate_left(first % size);
        let moved = |seat: Seat| (seat + size - first % size) % size;
        for person in &mut self.people {
            person.last = None;
            person.handed_over_by = person.handed_over_by.map(moved);
        }
    }

    /// The names of those who sit, from the first seat on.
    pub fn names(&self) -> Vec<Text> {
        self.people.iter().map(|person| person.name.to_string().into()).collect()
    }

    /// The present turn and its code.
    pub fn turn_code(&self) -> TurnCode {
        self.line.turn_code(self.number)
    }

    /// The table after a turn at this minute, when everybody sees this; of the seat that took it, if one
    /// did. The minute is no part of the turn code.
    pub fn after_turn(&self, seat: Option<Seat>, public: &str, now: Option<Minute>) -> Self {
        let number = self.number.saturating_add(1);
        let line = self.line.then(number, public);
        let mut next = TableState { number, line, moved_at: now, ..self.clone() };
        let turn_code = next.turn_code();
        if let Some(person) = seat.and_then(|seat| next.people.get_mut(seat)) {
            person.last = Some(turn_code);
        }
        next
    }

    /// Appends the table to a packed position, in a number of bits that depends on the names alone.
    pub fn pack(&self, packer: &mut Packer) {
        for seat in 0..self.size {
            let person = self.people.get(seat);
            Name::pack(person.map(|person| &person.name), packer);
            packer.put(person.map_or(0, |person| person.password.number()), PASSWORD_BITS);
            TurnCode::pack(person.and_then(|person| person.last), packer);
            let handed_over_by = person.and_then(|person| person.handed_over_by);
            packer.put(handed_over_by.map_or(0, |by| by as u64 + 1), SEAT_BITS);
        }
        if self.is_gathering() {
            let guests = self.people.iter().skip(1);
            guests.for_each(|person| packer.put_wide(person.chance));
        }
        packer.put(self.number.into(), NUMBER_BITS);
        packer.put(self.line.0, LINE_BITS);
        packer.put(self.code.into(), CODE_BITS);
        packer.put(self.game_number.0, GAME_NUMBER_BITS);
        packer.put(Minute::pack(self.moved_at), MINUTE_BITS);
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
            let name = Name::unpack(packed)?;
            let password = Password::from_number(packed.take(PASSWORD_BITS)?);
            let last = TurnCode::unpack(packed)?;
            let handed_over_by = (packed.take(SEAT_BITS)? as usize).checked_sub(1);
            let Some(name) = name else {
                has_gap = true;
                continue;
            };
            if has_gap || handed_over_by.is_some_and(|by| by >= size) {
                return Err(Unpackable::Impossible);
            }
            people.push(Person { last, handed_over_by, ..Person::new(name, password) });
        }
        if size >= SIZE_MIN && has_gap {
            for person in people.iter_mut().skip(1) {
                person.chance = packed.take_wide()?;
            }
        }
        let number = packed.take(NUMBER_BITS)? as u16;
        let line = Line(packed.take(LINE_BITS)?);
        let code = packed.take(CODE_BITS)? as u32;
        let game_number = GameNumber(packed.take(GAME_NUMBER_BITS)?);
        let moved_at = Minute::unpack(packed.take(MINUTE_BITS)?);
        let passwords_differ = (1..people.len())
            .all(|at| !people[..at].iter().any(|other| other.password == people[at].password));
        let table = TableState { size, people, number, line, code, game_number, moved_at };
        passwords_differ.then_some(table).ok_or(Unpackable::Impossible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, number: u64) -> Person {
        let name = Name::read(name, []).unwrap();
        Person::new(name, Password::from_number(number))
    }

    fn packed(table: &TableState) -> (Vec<u8>, usize) {
        let mut packer = Packer::new();
        table.pack(&mut packer);
        let bits = packer.bits();
        (packer.finish(), bits)
    }

    #[test]
    fn tables_come_back_in_a_width_that_tells_only_the_names() {
        let mut table = TableState::new(2, 77, u32::MAX);
        let now = Minute::of_second(1_795_701_930);
        let (_, mut width) = packed(&table);
        for name in ["Ann", "Cleo"] {
            table.people.push(person(name, name.len() as u64 + name.as_bytes()[0] as u64));
            table = table.after_turn(Some(table.people.len() - 1), name, now);
            width += 8 * name.len();
            let (bytes, bits) = packed(&table);
            assert_eq!(bits, width, "only a name takes more");
            assert_eq!(TableState::unpack(2, &mut Unpacker::new(&bytes)), Ok(table.clone()));
        }
        let (_, open) = packed(&TableState::new(3, 77, 0));
        let mut fresh = TableState::new(3, 77, 0);
        fresh.people = vec![person("Ann", 5), Person { chance: 9, ..person("Ben", 6) }];
        let (bytes, bits) = packed(&fresh);
        let fresh = TableState::unpack(3, &mut Unpacker::new(&bytes)).unwrap();
        assert_eq!((fresh.people[1].chance, bits), (9, open + 8 * 6 + 128));
        assert_eq!(fresh.people[0].last, None, "who has not moved has no turn behind them");
        assert!(table.is_full());
        assert_eq!(table.seat_of(table.people[1].password), Some(1));
        assert_eq!(table.seat_of(Password::from_number(1)), None);
        assert_eq!(table.people[1].last, Some(table.turn_code()));
        assert_ne!(table.people[0].last, Some(table.turn_code()));
    }

    #[test]
    fn who_is_absent_stays_absent_in_the_next_game() {
        let mut table = TableState::new(3, 77, 0);
        table.people = vec![person("Ann", 5), person("Ben", 6), person("Cleo", 7)];
        table.people[1].handed_over_by = Some(2);
        table.people[0].handed_over_by = Some(0);
        assert_eq!(table.record(), ["Ann left.", "Cleo handed Ben's seat over."]);
        table.begin_at(2);
        assert_eq!(table.record(), ["Ann left.", "Cleo handed Ben's seat over."]);
        assert_eq!(
            (table.seat_of(Password::from_number(6)), table.names()[0].as_ref()),
            (None, "Cleo")
        );
        let (bytes, _) = packed(&table);
        assert_eq!(TableState::unpack(3, &mut Unpacker::new(&bytes)), Ok(table));
    }

    #[test]
    fn two_people_with_one_password_are_no_table() {
        let mut table = TableState::new(2, 77, 0);
        table.people = vec![person("Ann", 5), person("Ben", 5)];
        let (bytes, _) = packed(&table);
        let read = TableState::unpack(2, &mut Unpacker::new(&bytes));
        assert_eq!(read, Err(Unpackable::Impossible));
    }

    #[test]
    fn nobody_sits_behind_an_empty_seat() {
        let mut packer = Packer::new();
        Name::pack(None, &mut packer);
        [PASSWORD_BITS, NUMBER_BITS, CODE_BITS, SEAT_BITS]
            .iter()
            .for_each(|bits| packer.put(0, *bits));
        let mut table = TableState::new(1, 77, 0);
        table.people = vec![person("Ann", 5)];
        table.pack(&mut packer);
        let bytes = packer.finish();
        assert_eq!(TableState::unpack(2, &mut Unpacker::new(&bytes)), Err(Unpackable::Impossible));
    }
}
