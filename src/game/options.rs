//! The options of a ruleset, and the choices of one game.
//!
//! Every token begins with the choices. A later version may append an option to a ruleset, or a
//! value to an option, and old tokens still open. Each choice takes the same number of bits, the
//! number of choices comes first, and a missing choice has its default. Never remove an option or a
//! value.

use super::pack::{Packer, Unpackable, Unpacker};
use super::seat::Seat;
use super::text::Text;
use std::fmt::{Debug, Formatter};

/// An option of a ruleset. Each value means a `T` to the game.
pub struct GameOption<T: 'static> {
    /// The name in the query string: `size`. Lasting.
    pub name: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// The values with their meanings, the default first. Append only.
    pub values: &'static [(OptionValue<'static>, T)],
    /// The part of a form that asks for it.
    pub group: OptionGroup,
    /// The values that a person types instead of choosing a listed one. `None` if there are none.
    pub typed: Option<Typed>,
}

/// The values of an option that a person types.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Typed {
    /// The name of their field in the query string: `fen`. Links use the name of the option.
    pub name: &'static str,
    /// The name of the field for people.
    pub label: &'static str,
    /// The form of a value, as a sentence.
    pub hint: &'static str,
    /// Reads a text. The result is the value as links have it: letters, digits, `-` and `_`, at most
    /// [`TYPED_CHARS_MAX`] of them. Read again, it stays as it is. The error is a sentence with the reason.
    #[serde(skip)]
    pub read: fn(&str) -> Result<String, Text>,
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
pub struct OptionValue<'a> {
    /// The value in the query string: `8x6`. Lasting.
    pub value: &'a str,
    /// The name for people: `8 by 6 tiles`, `easy`. A typed value is its own name.
    pub label: &'a str,
    /// A remark for the person who chooses: `you can win`. Empty for most values.
    pub note: &'static str,
}

impl<T> GameOption<T> {
    /// An option with its values, the default first.
    pub const fn new(
        name: &'static str,
        label: &'static str,
        values: &'static [(OptionValue<'static>, T)],
    ) -> Self {
        assert!(!values.is_empty() && values.len() <= VALUES_MAX);
        GameOption { name, label, values, group: OptionGroup::Game, typed: None }
    }

    /// The same option with values that a person types.
    pub const fn or_typed(self, typed: Typed) -> Self {
        GameOption { typed: Some(typed), ..self }
    }

    /// The same option in another part of the form.
    pub const fn about(self, group: OptionGroup) -> Self {
        GameOption { group, ..self }
    }
}

impl<T: PartialEq> GameOption<T> {
    pub fn value_meaning(&self, means: &T) -> Option<OptionValue<'static>> {
        self.values.iter().find(|(_, other)| other == means).map(|(value, _)| *value)
    }
}

impl OptionValue<'_> {
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
) -> (OptionValue<'static>, T) {
    noted(value, label, "", means)
}

/// A value with a remark for the person who chooses.
pub const fn noted<T: Copy>(
    value: &'static str,
    label: &'static str,
    note: &'static str,
    means: T,
) -> (OptionValue<'static>, T) {
    (OptionValue { value, label, note }, means)
}

/// An option of any type.
pub trait AnyOption: Sync {
    /// The name in the query string.
    fn name(&self) -> &'static str;
    /// The name for people.
    fn label(&self) -> &'static str;
    /// The value at this place, from 0, the default.
    fn value(&self, place: usize) -> Option<OptionValue<'static>>;
    /// The part of a form that asks for it.
    fn group(&self) -> OptionGroup;
    /// The values that a person types. `None` if there are none.
    fn typed(&self) -> Option<Typed>;
}

impl<T: Sync> AnyOption for GameOption<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn label(&self) -> &'static str {
        self.label
    }

    fn value(&self, place: usize) -> Option<OptionValue<'static>> {
        self.values.get(place).map(|(value, _)| *value)
    }

    fn group(&self) -> OptionGroup {
        self.group
    }

    fn typed(&self) -> Option<Typed> {
        self.typed
    }
}

impl dyn AnyOption + '_ {
    /// The values, the default first.
    pub fn values(&self) -> impl Iterator<Item = OptionValue<'static>> {
        (0..).map_while(|place| self.value(place))
    }

    /// Returns true if this is the name of its field for typed values.
    pub fn is_typed_as(&self, name: &str) -> bool {
        self.typed().is_some_and(|typed| typed.name == name)
    }

    /// Returns true if a query names the option so.
    pub fn is_named(&self, name: &str) -> bool {
        self.name() == name || self.is_typed_as(name)
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

    /// These choices with those of the preset in their places.
    pub fn chosen_in(&self, mut choices: Choices) -> Choices {
        let people = self.pairs().find(|(name, _)| *name == PEOPLE);
        choices.choose_all(self.pairs());
        match people.and_then(|(_, number)| number.parse().ok()) {
            Some(people) => choices.with_people(people),
            None => choices,
        }
    }
}

/// The options of a ruleset. Their order is lasting.
pub type Options = &'static [&'static dyn AnyOption];

/// The most values of an option.
pub const VALUES_MAX: usize = (1 << PLACE_BITS) - 1;
/// The place that stands for a typed value. Its length follows, and its characters.
const TYPED: usize = VALUES_MAX;
/// The most characters of a typed value.
pub const TYPED_CHARS_MAX: usize = (1 << CHAR_BITS) - 1;
const CHAR_BITS: u32 = 7;
/// The widths of the number of options and of the place of a value, in bits.
const COUNT_BITS: u32 = 4;
const PLACE_BITS: u32 = 5;

/// The name of the number of people in a preset and in a query.
pub const PEOPLE: &str = "people";
/// The most people at a table.
pub const PEOPLE_MAX: usize = 1 << PEOPLE_BITS;
const PEOPLE_BITS: u32 = 3;

/// The choice for one option.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Choice {
    /// The listed value at this place.
    Listed(usize),
    /// A typed value, as links have it. To the game it means what the default means.
    Typed(String),
}

/// The choices of one game: a value for each option, and the number of people.
#[derive(Clone, Debug)]
pub struct Choices {
    options: Options,
    /// The choice for each option.
    pub(super) each: Vec<Choice>,
    people: usize,
    /// The seats of absent people, as bits.
    absent: u8,
}

impl PartialEq for Choices {
    fn eq(&self, other: &Self) -> bool {
        let whole = |choices: &Self| (choices.people, choices.absent);
        self.each == other.each && whole(self) == whole(other)
    }
}

impl Choices {
    /// The default of every option, for one person.
    pub fn defaults(options: Options) -> Self {
        Choices { options, each: vec![Choice::Listed(0); options.len()], people: 1, absent: 0 }
    }

    /// The meaning of the value chosen for an option of this ruleset.
    pub fn of<T: Copy + Sync>(&self, option: &'static GameOption<T>) -> T {
        let choice = self.choice(option);
        debug_assert!(choice.is_some(), "the option {} is not in the ruleset", option.name);
        let place = match choice {
            Some(Choice::Listed(place)) => *place,
            Some(Choice::Typed(_)) | None => 0,
        };
        option.values.get(place).unwrap_or(&option.values[0]).1
    }

    /// The value that was typed for an option of this ruleset. `None` if a listed one is chosen.
    pub fn typed(&self, option: &dyn AnyOption) -> Option<&str> {
        match self.choice(option)? {
            Choice::Typed(text) => Some(text),
            Choice::Listed(_) => None,
        }
    }

    fn choice(&self, option: &dyn AnyOption) -> Option<&Choice> {
        let mut choices = self.options.iter().zip(&self.each);
        choices.find(|(known, _)| known.name() == option.name()).map(|(_, choice)| choice)
    }

    /// Chooses a value by its names in a query. Returns false if there is no such option or value.
    pub fn choose(&mut self, name: &str, value: &str) -> bool {
        let at = self.options.iter().position(|option| option.is_named(name));
        let Some(at) = at else { return false };
        let option = self.options[at];
        let listed = option.values().position(|known| known.value == value).map(Choice::Listed);
        let typed = || (option.typed()?.read)(value).ok().map(Choice::Typed);
        let Some(choice) = listed.or_else(typed) else { return false };
        self.each[at] = choice;
        true
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
    pub fn chosen(&self) -> impl Iterator<Item = (&'static dyn AnyOption, OptionValue<'_>, bool)> {
        let choices = self.options.iter().zip(&self.each);
        choices.filter_map(|(option, choice)| match choice {
            Choice::Listed(place) => Some((*option, option.value(*place)?, *place == 0)),
            Choice::Typed(text) => {
                Some((*option, OptionValue { value: text, label: text, note: "" }, false))
            }
        })
    }

    /// Writes the choices up to the last one that differs from its default.
    pub fn pack(&self, packer: &mut Packer) {
        let last = self.each.iter().rposition(|choice| *choice != Choice::Listed(0));
        let count = last.map_or(0, |last| last + 1);
        packer.put(self.people as u64 - 1, PEOPLE_BITS);
        packer.put(count as u64, COUNT_BITS);
        for choice in &self.each[..count] {
            match choice {
                Choice::Listed(place) => packer.put(*place as u64, PLACE_BITS),
                Choice::Typed(text) => {
                    packer.put(TYPED as u64, PLACE_BITS);
                    packer.put(text.len() as u64, CHAR_BITS);
                    text.bytes().for_each(|byte| packer.put(byte.into(), CHAR_BITS));
                }
            }
        }
    }

    /// Reads the choices. A missing option has its default.
    ///
    /// # Errors
    ///
    /// Fails on an option or a value that this ruleset lacks.
    pub fn unpack(options: Options, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let mut choices = Choices::defaults(options);
        choices.people = packed.take_as::<usize>(PEOPLE_BITS)? + 1;
        for at in 0..packed.take_as(COUNT_BITS)? {
            let place = packed.take_as(PLACE_BITS)?;
            let option = options.get(at).ok_or(Unpackable::Impossible)?;
            choices.each[at] = if place == TYPED {
                let typed = option.typed().ok_or(Unpackable::Impossible)?;
                Choice::Typed(unpack_typed(typed, packed)?)
            } else {
                option.value(place).ok_or(Unpackable::Impossible)?;
                Choice::Listed(place)
            };
        }
        Ok(choices)
    }
}

/// Reads a typed value, which must be as its option writes it.
fn unpack_typed(typed: Typed, packed: &mut Unpacker<'_>) -> Result<String, Unpackable> {
    let mut text = String::new();
    for _ in 0..packed.take(CHAR_BITS)? {
        let byte = u8::try_from(packed.take(CHAR_BITS)?).expect("7 bits fit in a byte");
        text.push(byte.into());
    }
    let read = (typed.read)(&text);
    if read.as_ref() == Ok(&text) { Ok(text) } else { Err(Unpackable::Impossible) }
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
    /// Any even number may be typed.
    static TYPED_SIZE: GameOption<u8> = GameOption::new("size", "Size", &[value("s", "small", 3)])
        .or_typed(Typed {
            name: "even",
            label: "An even size",
            hint: "Type an even number.",
            read: |text| match text.parse::<u8>() {
                Ok(number) if number % 2 == 0 => Ok(number.to_string()),
                _ => Err("That is no even number.".into()),
            },
        });
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
    fn a_typed_value_replaces_a_listed_one() {
        const ANY: Options = &[&TYPED_SIZE, &RULE];
        for name in ["size", "even"] {
            let mut choices = Choices::defaults(ANY);
            assert!(choices.choose(name, "008") && choices.choose("rule", "b"));
            assert_eq!((choices.typed(&TYPED_SIZE), choices.of(&RULE)), (Some("8"), true));
            assert_eq!(unpacked(ANY, &packed(&choices)), Ok(choices.clone()));
            let chosen: Vec<_> = choices.chosen().map(|(o, v, d)| (o.name(), v.value, d)).collect();
            assert_eq!(chosen, [("size", "8", false), ("rule", "b", false)]);
            assert!(!choices.choose(name, "7"), "an odd number");
            assert_eq!(choices.typed(&TYPED_SIZE), Some("8"), "the choice stays");
            assert!(choices.choose(name, "s"));
            assert_eq!((choices.typed(&TYPED_SIZE), choices.of(&TYPED_SIZE)), (None, 3));
        }
    }

    #[test]
    fn a_value_its_option_never_writes_is_refused() {
        const ANY: Options = &[&TYPED_SIZE];
        for (text, opens) in [("8", true), ("08", false), ("7", false), ("", false)] {
            let mut choices = Choices::defaults(ANY);
            choices.each[0] = Choice::Typed(text.to_owned());
            assert_eq!(unpacked(ANY, &packed(&choices)).is_ok(), opens, "{text}");
        }
        let mut choices = Choices::defaults(ANY);
        choices.each[0] = Choice::Typed("8".to_owned());
        assert_eq!(unpacked(TODAY, &packed(&choices)), Err(Unpackable::Impossible));
    }

    #[test]
    fn new_options_and_values_keep_old_tokens_readable() {
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
            if tomorrow.of(&GROWN) == 12 || tomorrow.of(&RULE) {
                assert_eq!(today, Err(Unpackable::Impossible))
            } else {
                assert_eq!(today.unwrap().of(&SIZE), tomorrow.of(&GROWN))
            }
        }
        const GROWN_ONLY: Options = &[&GROWN];
        let mut huge = Choices::defaults(GROWN_ONLY);
        assert!(huge.choose("size", "xl"));
        assert_eq!(unpacked(TODAY, &packed(&huge)), Err(Unpackable::Impossible));
    }
}
