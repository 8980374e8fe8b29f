//! The options of a ruleset, and the choices of one game.
//!
//! Every token begins with the choices. A later version may append an option to a ruleset, or a
//! value to an option, and old tokens still open. Each choice takes the same number of bits, the
//! number of choices comes first, and a missing choice has its default. Never remove an option or a
//! value.

use super::pack::{Packer, Unpackable, Unpacker};
use super::seat::Seat;
use std::fmt::{Debug, Formatter};

/// An option of a ruleset. Each value means a `T` to the game.
pub struct GameOption<T: 'static> {
    /// The name in the query string: `size`. Lasting.
    pub name: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// The values with their meanings, the default first. Append only.
    pub values: &'static [(OptionValue, T)],
    /// The part of a form that asks for it.
    pub group: OptionGroup,
}

/// The part of a form that asks for an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionGroup {
    /// The game itself.
    Game,
    /// The computer players. A form leaves these options out when no computer can sit down.
    Computer,
    /// Rules that differ from house to house. A form folds them away.
    HouseRules,
}

/// One value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct OptionValue {
    /// The value in the query string: `8x6`. Lasting.
    pub value: &'static str,
    /// The name for people: `8 by 6 tiles`, `easy`.
    pub label: &'static str,
    /// A remark for the person who chooses: `you can win`. Empty for most values.
    pub note: &'static str,
}

impl<T> GameOption<T> {
    /// An option with its values, the default first.
    pub const fn new(
        name: &'static str,
        label: &'static str,
        values: &'static [(OptionValue, T)],
    ) -> Self {
        assert!(!values.is_empty() && values.len() <= VALUES_MAX);
        GameOption { name, label, values, group: OptionGroup::Game }
    }

    /// The same option in another part of the form.
    pub const fn about(self, group: OptionGroup) -> Self {
        GameOption { group, ..self }
    }
}

impl<T: PartialEq> GameOption<T> {
    /// The value with this meaning.
    pub fn value_meaning(&self, means: &T) -> Option<OptionValue> {
        self.values.iter().find(|(_, other)| other == means).map(|(value, _)| *value)
    }
}

impl OptionValue {
    /// The name and the remark for a form: `easy: you can win`.
    pub fn with_note(&self) -> String {
        self.joined(": ")
    }

    /// The name and the remark within a line: `careful, it never loses`.
    pub fn in_words(&self) -> String {
        self.joined(", ")
    }

    fn joined(&self, separator: &str) -> String {
        let separator = if self.note.is_empty() { "" } else { separator };
        [self.label, separator, self.note].concat()
    }
}

/// A value of an option, with its meaning to the game.
pub const fn value<T: Copy>(
    value: &'static str,
    label: &'static str,
    means: T,
) -> (OptionValue, T) {
    noted(value, label, "", means)
}

/// A value with a remark for the person who chooses.
pub const fn noted<T: Copy>(
    value: &'static str,
    label: &'static str,
    note: &'static str,
    means: T,
) -> (OptionValue, T) {
    (OptionValue { value, label, note }, means)
}

/// An option of any type.
pub trait AnyOption: Sync {
    /// The name in the query string.
    fn name(&self) -> &'static str;
    /// The name for people.
    fn label(&self) -> &'static str;
    /// The value at this place, from 0, the default.
    fn value(&self, place: usize) -> Option<OptionValue>;
    /// The part of a form that asks for it.
    fn group(&self) -> OptionGroup;
}

impl<T: Sync> AnyOption for GameOption<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn label(&self) -> &'static str {
        self.label
    }

    fn value(&self, place: usize) -> Option<OptionValue> {
        self.values.get(place).map(|(value, _)| *value)
    }

    fn group(&self) -> OptionGroup {
        self.group
    }
}

impl dyn AnyOption {
    /// The values, the default first.
    pub fn values(&self) -> impl Iterator<Item = OptionValue> {
        (0..).map_while(|place| self.value(place))
    }
}

impl Debug for dyn AnyOption {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A named set of choices: a player picks it with one click.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name: `Large and hard`.
    pub label: &'static str,
    /// The choices as in a query: `size=12x9&level=hard`.
    pub query: &'static str,
}

impl Preset {
    /// The names of options, each with its value.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.query.split('&').filter_map(|pair| pair.split_once('='))
    }
}

/// The options of a ruleset. Their order is lasting.
pub type Options = &'static [&'static dyn AnyOption];

/// The most values of an option.
pub const VALUES_MAX: usize = 1 << PLACE_BITS;
/// The widths of the number of options and of the place of a value, in bits.
const COUNT_BITS: u32 = 4;
const PLACE_BITS: u32 = 5;

/// The most people at a table.
pub const PEOPLE_MAX: usize = 1 << PEOPLE_BITS;
const PEOPLE_BITS: u32 = 3;

/// The choices of one game: a value for each option, and the number of people.
#[derive(Clone, Debug)]
pub struct Choices {
    options: Options,
    /// The place of the chosen value, for each option.
    pub(super) places: Vec<usize>,
    people: usize,
    /// The seats of absent people, as bits.
    absent: u8,
}

impl PartialEq for Choices {
    fn eq(&self, other: &Self) -> bool {
        let whole = |choices: &Self| (choices.people, choices.absent);
        self.places == other.places && whole(self) == whole(other)
    }
}

impl Choices {
    /// The default of every option, for one person.
    pub fn defaults(options: Options) -> Self {
        Choices { options, places: vec![0; options.len()], people: 1, absent: 0 }
    }

    /// The meaning of the value chosen for an option of this ruleset.
    pub fn of<T: Copy + Sync>(&self, option: &'static GameOption<T>) -> T {
        let place = self.options.iter().position(|known| known.name() == option.name);
        debug_assert!(place.is_some(), "the option {} is not in the ruleset", option.name);
        let place = place.and_then(|at| self.places.get(at)).copied().unwrap_or(0);
        option.values.get(place).unwrap_or(&option.values[0]).1
    }

    /// Chooses a value by its names in a query. Returns false if there is no such option or value.
    pub fn choose(&mut self, name: &str, value: &str) -> bool {
        let options = self.options.iter().zip(&mut self.places);
        let Some((option, chosen)) = { options }.find(|(option, _)| option.name() == name) else {
            return false;
        };
        let place = option.values().position(|known| known.value == value);
        *chosen = place.unwrap_or(*chosen);
        place.is_some()
    }

    /// Chooses values by their names in a query. Skips unknown names and values.
    pub fn choose_all<'a>(&mut self, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) {
        for (name, value) in pairs {
            self.choose(name, value);
        }
    }

    /// The same choices for this many people, 1 to [`PEOPLE_MAX`].
    pub fn with_people(self, people: usize) -> Self {
        Choices { people: people.clamp(1, PEOPLE_MAX), ..self }
    }

    /// The number of people who share the game. They have the first seats; computers have the rest.
    pub fn people(&self) -> usize {
        self.people
    }

    /// The same choices when a computer plays for the people in these seats. The choices are packed
    /// without that: the table packs it.
    pub fn with_absent(self, seats: impl IntoIterator<Item = Seat>) -> Self {
        let bits = seats.into_iter().filter(|seat| *seat < self.people).map(|seat| 1 << seat);
        Choices { absent: bits.fold(0, |all, bit| all | bit), ..self }
    }

    /// Returns true if a person plays this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        seat < self.people && !self.is_absent(seat)
    }

    /// Returns true if a computer plays for the person in this seat.
    pub fn is_absent(&self, seat: Seat) -> bool {
        seat < self.people && self.absent & 1 << seat != 0
    }

    /// The number of people who play.
    pub fn people_left(&self) -> usize {
        (0..self.people).filter(|seat| self.is_person(*seat)).count()
    }

    /// The seats that people play, as bits.
    pub fn seats_of_people(&self) -> u8 {
        u8::MAX >> (PEOPLE_MAX - self.people) & !self.absent
    }

    /// Each option with its chosen value, and true if that is the default.
    pub fn chosen(&self) -> impl Iterator<Item = (&'static dyn AnyOption, OptionValue, bool)> {
        let pairs = self.options.iter().zip(&self.places);
        pairs.filter_map(|(option, place)| Some((*option, option.value(*place)?, *place == 0)))
    }

    /// Writes the choices up to the last one that differs from its default.
    pub fn pack(&self, packer: &mut Packer) {
        let count = self.places.iter().rposition(|place| *place != 0).map_or(0, |last| last + 1);
        packer.put(self.people as u64 - 1, PEOPLE_BITS);
        packer.put(count as u64, COUNT_BITS);
        self.places[..count].iter().for_each(|place| packer.put(*place as u64, PLACE_BITS));
    }

    /// Reads the choices. A missing option has its default.
    ///
    /// # Errors
    ///
    /// Fails on an option or a value that this ruleset lacks.
    pub fn unpack(options: Options, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let mut choices = Choices::defaults(options);
        choices.people = packed.take_index(PEOPLE_BITS)? + 1;
        for at in 0..packed.take_index(COUNT_BITS)? {
            let place = packed.take_index(PLACE_BITS)?;
            let option = options.get(at).ok_or(Unpackable::Impossible)?;
            option.value(place).ok_or(Unpackable::Impossible)?;
            choices.places[at] = place;
        }
        Ok(choices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::audit::all;

    static SIZE: GameOption<u8> =
        GameOption::new("size", "Size", &[value("s", "small", 3), value("l", "large", 9)]);
    static GROWN: GameOption<u8> = GameOption::new(
        "size",
        "Size",
        &[value("s", "small", 3), value("l", "large", 9), value("xl", "huge", 12)],
    );
    static RULE: GameOption<bool> =
        GameOption::new("rule", "Rule", &[value("a", "as usual", false), value("b", "odd", true)]);
    const TODAY: Options = &[&SIZE];
    const TOMORROW: Options = &[&GROWN, &RULE];

    fn packed(choices: &Choices) -> Vec<u8> {
        let mut packer = Packer::new();
        choices.pack(&mut packer);
        packer.put(0b1011, 4);
        packer.finish()
    }

    fn unpacked(options: Options, bytes: &[u8]) -> Result<Choices, Unpackable> {
        let mut packed = Unpacker::new(bytes);
        let choices = Choices::unpack(options, &mut packed)?;
        assert_eq!(packed.take(4), Ok(0b1011), "what follows the choices stands where it did");
        Ok(choices)
    }

    #[test]
    fn choices_are_made_by_name() {
        let mut choices = Choices::defaults(TOMORROW);
        assert_eq!((choices.of(&GROWN), choices.of(&RULE)), (3, false));
        assert!(choices.choose("size", "xl") && choices.choose("rule", "b"));
        assert!(!choices.choose("size", "none") && !choices.choose("colour", "s"));
        assert_eq!((choices.of(&GROWN), choices.of(&RULE)), (12, true));
        let chosen: Vec<_> = choices.chosen().map(|(o, v, d)| (o.name(), v.value, d)).collect();
        assert_eq!(chosen, [("size", "xl", false), ("rule", "b", false)]);
        assert_eq!(all(TOMORROW).len(), 6);
    }

    #[test]
    fn choices_come_back() {
        for choices in all(TOMORROW) {
            assert_eq!(unpacked(TOMORROW, &packed(&choices)), Ok(choices));
        }
    }

    #[test]
    fn an_option_and_a_value_more_leave_old_tokens_readable() {
        for today in all(TODAY) {
            let tomorrow = unpacked(TOMORROW, &packed(&today)).expect("an old token opens");
            assert_eq!(tomorrow.of(&GROWN), today.of(&SIZE));
            assert!(!tomorrow.of(&RULE), "a missing choice takes its default");
        }
    }

    #[test]
    fn what_this_version_does_not_know_is_refused() {
        for tomorrow in all(TOMORROW) {
            let today = unpacked(TODAY, &packed(&tomorrow));
            match tomorrow.of(&GROWN) == 12 || tomorrow.of(&RULE) {
                true => assert_eq!(today, Err(Unpackable::Impossible)),
                false => assert_eq!(today.unwrap().of(&SIZE), tomorrow.of(&GROWN)),
            }
        }
        const GROWN_ONLY: Options = &[&GROWN];
        let mut huge = Choices::defaults(GROWN_ONLY);
        assert!(huge.choose("size", "xl"));
        assert_eq!(unpacked(TODAY, &packed(&huge)), Err(Unpackable::Impossible));
    }
}
