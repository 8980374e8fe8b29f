//! The state of a table, which is sealed beside the position of its game: the people, and the
//! number of turns.

use super::answer::{Answer, code};
use super::game_number::GameNumber;
use super::minute::{MINUTE_BITS, Minute};
use super::name::Name;
use super::password::{PASSWORD_BITS, Password};
use super::patience::{PATIENCE_BITS, Patience, Wait};
use super::turn_code::{CODE_BITS, LINE_BITS, Line, NUMBER_BITS, TurnCode, code_text};
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::seat::Seat;
use crate::game::text::Text;
use serde::Serialize;
use std::collections::BTreeSet;

/// The least number of people at a table whose host gathers answers. At a smaller table the guest
/// sits down at once.
pub const SIZE_MIN: usize = 3;

/// The most people who wait for the host to choose.
pub const WAITING_MAX: usize = 9;

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
    /// When and how they went. `None` while they play.
    pub away: Option<Away>,
    /// True if they were in the first deal of this game.
    pub is_player: bool,
}

/// A person who does not play any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Away {
    /// The number of the turn at which they went.
    pub turn: u16,
    /// True if they left. Otherwise they stayed away, and another player handed their seat over.
    pub has_left: bool,
}

/// The kind of the last turn of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A person sat down.
    #[default]
    SatDown,
    /// The host had the game dealt.
    Gathered,
    /// A player moved.
    Moved,
    /// A player took another password.
    TookPassword,
    /// A player left.
    Left,
    /// A player handed over the seat of another one.
    HandedOver,
    /// A player had the next game dealt.
    BeganAgain,
}

/// Every deed, in the order of its number.
const DEEDS: [Deed; 7] = [
    Deed::SatDown,
    Deed::Gathered,
    Deed::Moved,
    Deed::TookPassword,
    Deed::Left,
    Deed::HandedOver,
    Deed::BeganAgain,
];

impl Person {
    /// A person who has not done anything.
    pub fn new(name: Name, password: Password) -> Self {
        Person { name, password, last: None, chance: 0, away: None, is_player: true }
    }

    /// The code of the answer with which they sat down. `None` for the host.
    pub fn answer_code(&self) -> Option<String> {
        (self.chance != 0).then(|| code(self.chance))
    }
}

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
    /// The table, and which of its games this is.
    pub game_number: GameNumber,
    /// The minute since which the table waits, if the clock was known.
    pub moved_at: Option<Minute>,
    /// The kind of the last turn.
    pub deed: Deed,
    /// How long the table waits for the player on turn.
    pub patience: Patience,
    /// True if a computer has taken the seat of a person since the first deal of this game.
    pub has_replaced: bool,
    /// Those who have answered and have no seat, because the host has to choose: at most [`WAITING_MAX`].
    pub waiting: Vec<Person>,
}

impl TableState {
    /// A table without people. `id` and `code` are random numbers.
    pub fn new(size: usize, id: u64, code: u32) -> Self {
        let game_number = GameNumber::at_table(code & ((1 << CODE_BITS) - 1));
        TableState { size, line: Line(id), game_number, ..TableState::default() }
    }

    /// A table of this size as far as an answer to its invitation tells of it: the host, whose password it
    /// does not know, and the guest.
    pub fn of_answer(answer: &Answer, size: usize) -> Self {
        let host = Person::new(answer.host.clone(), Password::from_number(0));
        let guest = Person::new(answer.guest.clone(), answer.password);
        let table = TableState::new(size, answer.table.0, answer.table_code);
        TableState { people: vec![host, guest], number: 1, ..table }
    }

    /// The table code, such as `7QK3`.
    pub fn table_code(&self) -> String {
        code_text(self.game_number.table_code())
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
        self.people.iter().position(|person| is_theirs(person) && person.away.is_none())
    }

    /// When and how the person with this password went.
    pub fn away(&self, password: Password) -> Option<Away> {
        self.people.iter().find(|person| person.password == password)?.away
    }

    /// The seats of those who went.
    pub fn seats_away(&self) -> impl Iterator<Item = Seat> {
        let people = self.people.iter().enumerate();
        people.filter(|(_, person)| person.away.is_some()).map(|(seat, _)| seat)
    }

    /// Returns true if only one person is left, so that the game has ended.
    pub fn is_left_alone(&self) -> bool {
        self.is_full() && self.seats_away().count() + 1 >= self.size
    }

    /// The person who has won because the last other one left. `None` if that one stayed away: a
    /// player could wait in a private copy, and win.
    pub fn winner_left_alone(&self) -> Option<Seat> {
        let last_away = self.people.iter().filter_map(|person| person.away).max_by_key(|a| a.turn);
        let has_left = self.is_left_alone() && last_away?.has_left;
        self.people.iter().position(|person| person.away.is_none()).filter(|_| has_left)
    }

    /// Tells whether the table has waited long enough for the player on turn.
    pub fn wait(&self, now: Option<Minute>) -> Wait {
        self.patience.wait(self.moved_at, now)
    }

    /// These choices, if computers play for those who are absent.
    pub fn with_absent(&self, choices: Choices) -> Choices {
        choices.with_absent(self.seats_away())
    }

    /// A sentence for each person who went, the first of them first.
    pub fn record(&self) -> Vec<String> {
        let mut gone: Vec<(Away, &Name)> =
            self.people.iter().filter_map(|person| Some((person.away?, &person.name))).collect();
        gone.sort_by_key(|(away, _)| away.turn);
        let told = |(Away { turn, has_left }, name): (Away, &Name)| {
            if has_left {
                format!("{name} left at turn {turn}.")
            } else {
                format!("{name} stayed away at turn {turn}.")
            }
        };
        gone.into_iter().map(told).collect()
    }

    /// Deals these people in.
    pub fn deal_in(&mut self, seats: &[Seat]) {
        for seat in seats {
            if let Some(person) = self.people.get_mut(*seat) {
                person.away = None;
            }
        }
    }

    /// Begins another game. The seats move on by one, whoever asks, so that nobody can ask until the
    /// deal pleases.
    pub fn begin_again(&mut self) {
        self.people.rotate_left(1);
        for person in &mut self.people {
            person.last = None;
            person.is_player = person.away.is_none();
        }
        self.has_replaced = false;
        self.game_number = self.game_number.next();
    }

    /// The names of those who sit, from the first seat on.
    pub fn names(&self) -> Vec<Text> {
        self.people.iter().map(|person| person.name.to_string().into()).collect()
    }

    /// The present turn and its code.
    pub fn turn_code(&self) -> TurnCode {
        self.line.turn_code(self.number)
    }

    /// The table after a turn of this kind, made at the minute `now`. `seat` took it; `None` if nobody at
    /// the table did. Everybody sees `public`, which the turn code covers. It does not cover the minute.
    pub fn after_turn(
        &self,
        seat: Option<Seat>,
        deed: Deed,
        public: &str,
        now: Option<Minute>,
    ) -> Self {
        let number = self.number.saturating_add(1);
        let line = self.line.then(number, public);
        let moved_at = if deed == Deed::TookPassword { self.moved_at } else { now };
        let mut next = TableState { number, line, deed, moved_at, ..self.clone() };
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
            packer.put(person.is_some_and(|person| person.is_player).into(), 1);
            let away = person.and_then(|person| person.away);
            packer.put(away.is_some().into(), 1);
            if let Some(Away { turn, has_left }) = away {
                packer.put(has_left.into(), 1);
                packer.put(turn.into(), NUMBER_BITS);
            }
        }
        if self.is_gathering() {
            let guests = self.people.iter().skip(1);
            guests.for_each(|person| packer.put_wide(person.chance));
            packer.put_one_of(self.waiting.len() as u64, WAITING_MAX as u64 + 1);
            for person in &self.waiting {
                Name::pack(Some(&person.name), packer);
                packer.put(person.password.number(), PASSWORD_BITS);
                packer.put_wide(person.chance);
            }
        }
        packer.put(self.number.into(), NUMBER_BITS);
        packer.put(self.line.0, LINE_BITS);
        self.game_number.pack(packer);
        packer.put(Minute::pack(self.moved_at), MINUTE_BITS);
        let deed = DEEDS.iter().position(|deed| *deed == self.deed).expect("DEEDS has all");
        packer.put_one_of(deed as u64, DEEDS.len() as u64);
        packer.put(self.patience.pack(), PATIENCE_BITS);
        packer.put(self.has_replaced.into(), 1);
    }

    /// Reads what [`TableState::pack`] wrote.
    ///
    /// # Errors
    ///
    /// If it is no table.
    pub fn unpack(size: usize, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let (mut people, mut waiting) = (Vec::new(), Vec::new());
        let mut has_gap = false;
        for _ in 0..size {
            let name = Name::unpack(packed)?;
            let password = Password::from_number(packed.take(PASSWORD_BITS)?);
            let last = TurnCode::unpack(packed)?;
            let is_player = packed.take(1)? == 1;
            let away = if packed.take(1)? == 1 {
                let has_left = packed.take(1)? == 1;
                Some(Away { has_left, turn: packed.take_as(NUMBER_BITS)? })
            } else {
                None
            };
            let Some(name) = name else {
                has_gap = true;
                continue;
            };
            if has_gap {
                return Err(Unpackable::Impossible);
            }
            people.push(Person { last, away, is_player, ..Person::new(name, password) });
        }
        if size >= SIZE_MIN && has_gap {
            for person in people.iter_mut().skip(1) {
                person.chance = packed.take_wide()?;
            }
            for _ in 0..packed.take_place_of(WAITING_MAX + 1)? {
                let name = Name::unpack(packed)?.ok_or(Unpackable::Impossible)?;
                let password = Password::from_number(packed.take(PASSWORD_BITS)?);
                let chance = packed.take_wide()?;
                waiting.push(Person { chance, ..Person::new(name, password) });
            }
        }
        let number = packed.take_as(NUMBER_BITS)?;
        let line = Line(packed.take(LINE_BITS)?);
        let game_number = GameNumber::unpack(packed)?;
        let moved_at = Minute::unpack(packed.take(MINUTE_BITS)?);
        let deed = DEEDS[packed.take_place_of(DEEDS.len())?];
        let patience =
            Patience::unpack(packed.take(PATIENCE_BITS)?).ok_or(Unpackable::Impossible)?;
        let has_replaced = packed.take(1)? == 1;
        let table = TableState {
            size,
            people,
            number,
            line,
            game_number,
            moved_at,
            deed,
            patience,
            has_replaced,
            waiting,
        };
        table.is_possible().then_some(table).ok_or(Unpackable::Impossible)
    }

    /// Returns true if play can lead to this table.
    fn is_possible(&self) -> bool {
        let passwords: BTreeSet<u64> =
            self.people.iter().map(|person| person.password.number()).collect();
        let last: Vec<TurnCode> = self.people.iter().filter_map(|person| person.last).collect();
        let turns: BTreeSet<u16> = last.iter().map(|last| last.number).collect();
        let away: Vec<u16> =
            self.people.iter().filter_map(|person| Some(person.away?.turn)).collect();
        let went: BTreeSet<u16> = away.iter().copied().collect();
        let (number, is_full) = (usize::from(self.number), self.is_full());
        let is_replaced = |person: &Person| person.is_player && person.away.is_some();
        let conditions = [
            // Everybody has a password of their own, and took a turn to sit down.
            passwords.len() == self.people.len(),
            if is_full { number >= self.size } else { number == 1 && self.deed == Deed::SatDown },
            // One person takes a turn, and nobody has taken one since the last.
            turns.len() == last.len() && turns.iter().all(|turn| *turn <= self.number),
            last.iter().all(|last| last.number != self.number || *last == self.turn_code()),
            // People go after the deal, one at a turn, and one stays.
            went.len() == away.len() && (away.is_empty() || is_full && away.len() < self.size),
            went.iter().all(|turn| (self.size + 1..=number).contains(&usize::from(*turn))),
            // A computer plays for those who went, unless the game has ended.
            self.has_replaced || self.is_left_alone() || !self.people.iter().any(is_replaced),
        ];
        conditions.iter().all(|is_met| *is_met)
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
    fn tables_come_back_and_widths_tell_only_names() {
        let mut table = TableState::new(2, 77, u32::MAX);
        let now = Minute::of_second(1_795_701_930);
        let (_, mut width) = packed(&table);
        for name in ["Ann", "Cleo"] {
            table.people.push(person(name, name.len() as u64 + name.as_bytes()[0] as u64));
            table = table.after_turn(Some(table.people.len() - 1), Deed::SatDown, name, now);
            width += 8 * name.len();
            let (bytes, bits) = packed(&table);
            assert_eq!(bits, width, "only a name takes more");
            assert_eq!(TableState::unpack(2, &mut Unpacker::new(&bytes)), Ok(table.clone()));
        }
        let (_, open) = packed(&TableState::new(3, 77, 0));
        let mut fresh = TableState::new(3, 77, 0);
        fresh.people = vec![person("Ann", 5), Person { chance: 9, ..person("Ben", 6) }];
        fresh.number = 1;
        let (bytes, bits) = packed(&fresh);
        let mut waits = fresh.clone();
        waits.waiting = vec![Person { chance: 8, ..person("Dora", 7) }];
        assert_eq!(TableState::unpack(3, &mut Unpacker::new(&packed(&waits).0)), Ok(waits));
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
    fn a_person_stays_away_until_dealt_in() {
        let mut table = TableState::new(3, 77, 0);
        table.people = vec![person("Ann", 5), person("Ben", 6), person("Cleo", 7)];
        table.number = 12;
        table.people[1].away = Some(Away { turn: 9, has_left: false });
        table.people[0].away = Some(Away { turn: 11, has_left: true });
        let record = ["Ben stayed away at turn 9.", "Ann left at turn 11."];
        assert_eq!(
            (table.record(), table.winner_left_alone()),
            (record.map(Into::into).into(), Some(2))
        );
        table.begin_again();
        assert_eq!(table.record(), record);
        assert_eq!(table.names()[0].as_ref(), "Ben");
        let ben = Password::from_number(6);
        assert_eq!((table.seat_of(ben), table.people[0].is_player), (None, false));
        table.deal_in(&[0]);
        assert_eq!((table.seat_of(ben), table.is_left_alone()), (Some(0), false));
        let (bytes, _) = packed(&table);
        assert_eq!(TableState::unpack(3, &mut Unpacker::new(&bytes)), Ok(table));
    }

    /// As if the key had leaked.
    #[test]
    fn no_table_is_read_that_play_cannot_reach() {
        let mut table = TableState { number: 12, has_replaced: true, ..TableState::new(3, 77, 0) };
        table.people = vec![person("Ann", 5), person("Ben", 6), person("Cleo", 7)];
        table.people[1].away = Some(Away { turn: 9, has_left: false });
        table.people[2].last = Some(table.turn_code());
        let read = |table: &TableState| {
            let (bytes, _) = packed(table);
            TableState::unpack(table.size, &mut Unpacker::new(&bytes))
        };
        assert_eq!(read(&table), Ok(table.clone()));
        let changes: [fn(&mut TableState); 9] = [
            |table| table.people[0].password = table.people[1].password,
            |table| table.number = 0,
            |table| table.number = 2,
            |table| table.people[0].last = table.people[2].last,
            |table| table.line = Line(!table.line.0),
            |table| table.people[0].away = Some(Away { turn: 9, has_left: true }),
            |table| table.people[1].away = Some(Away { turn: 13, has_left: true }),
            |table| table.people[1].away = Some(Away { turn: 3, has_left: true }),
            |table| table.has_replaced = false,
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut changed = table.clone();
            change(&mut changed);
            assert_eq!(read(&changed), Err(Unpackable::Impossible), "change {number}");
        }
    }

    #[test]
    fn nobody_sits_behind_an_empty_seat() {
        let mut packer = Packer::new();
        Name::pack(None, &mut packer);
        [PASSWORD_BITS, NUMBER_BITS, CODE_BITS, 2].iter().for_each(|bits| packer.put(0, *bits));
        let mut table = TableState::new(1, 77, 0);
        table.people = vec![person("Ann", 5)];
        table.pack(&mut packer);
        let bytes = packer.finish();
        assert_eq!(TableState::unpack(2, &mut Unpacker::new(&bytes)), Err(Unpackable::Impossible));
    }
}
