//! What can be chosen before the deal: the options of a ruleset, and the choices of one game.
//!
//! Choices stand in every token, so a token must survive that an option gains a value or that a
//! game gains an option. Each choice takes the same few bits, and their number stands before them:
//! a choice that an old token lacks takes its default. Values and options are appended and never
//! taken away.

use super::pack::{Packer, Unpackable, Unpacker};
use std::fmt::{Debug, Formatter};

/// An option of a ruleset, each of whose values means a `T` to the game.
pub struct GameOption<T: 'static> {
    /// The name in the query string: `size`. Lasting.
    pub name: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// The values, the default first, each with what it means. Append only.
    pub values: &'static [(OptionValue, T)],
    /// What it is about.
    pub group: OptionGroup,
}

/// What an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionGroup {
    /// The game as such.
    Game,
    /// The computer: where it does not play, there is nothing to choose.
    Computer,
    /// A rule that differs from house to house. A form folds these away.
    HouseRules,
}

/// One value of an option, as it is written and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct OptionValue {
    /// The value in the query string: `8x6`. Lasting.
    pub value: &'static str,
    /// The value for people: `8 by 6 tiles`.
    pub label: &'static str,
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

    /// The same option, about something else than the game as such.
    pub const fn about(self, group: OptionGroup) -> Self {
        GameOption { group, ..self }
    }
}

impl<T: PartialEq> GameOption<T> {
    /// The value that means this, if one does.
    pub fn value_meaning(&self, means: &T) -> Option<OptionValue> {
        self.values.iter().find(|(_, other)| other == means).map(|(value, _)| *value)
    }
}

impl OptionValue {
    /// What it is, within a line: `careful, it never loses`.
    pub fn in_words(&self) -> String {
        self.label.replacen(": ", ", ", 1)
    }
}

/// A value of an option, and what it means to the game.
pub const fn value<T: Copy>(
    value: &'static str,
    label: &'static str,
    means: T,
) -> (OptionValue, T) {
    (OptionValue { value, label }, means)
}

/// An option, whatever its values mean.
pub trait AnyOption: Sync {
    /// The name in the query string.
    fn name(&self) -> &'static str;
    /// The name for people.
    fn label(&self) -> &'static str;
    /// The value at this place, from 0, the default.
    fn value(&self, place: usize) -> Option<OptionValue>;
    /// What it is about.
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

/// Some choices under one name, for whoever would not choose one by one.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What it is called: `Large and hard`.
    pub label: &'static str,
    /// What is chosen, as a query says it: `size=12x9&level=hard`.
    pub query: &'static str,
}

impl Preset {
    /// Names of options, each with the value that is chosen.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.query.split('&').filter_map(|pair| pair.split_once('='))
    }
}

/// The options of a ruleset, in a lasting order.
pub type Options = &'static [&'static dyn AnyOption];

/// The most options of a game, and the most values of an option.
pub const OPTIONS_MAX: usize = (1 << COUNT_BITS) - 1;
/// The most values of an option.
pub const VALUES_MAX: usize = 1 << PLACE_BITS;
/// The width of the number of options, and of the place of a value.
const COUNT_BITS: u32 = 4;
const PLACE_BITS: u32 = 5;

/// So many combinations of values are few.
const COMBINATIONS_MAX: usize = 40;

/// An option and a value, both by their places.
type Chosen = (usize, usize);

/// The most people at a table.
pub const PEOPLE_MAX: usize = 1 << PEOPLE_BITS;
const PEOPLE_BITS: u32 = 3;

/// What was chosen before the deal: a value of each option, and how many people sit at the table.
#[derive(Clone, Debug)]
pub struct Choices {
    options: Options,
    /// For each option the place of the chosen value.
    places: Vec<usize>,
    people: usize,
}

impl PartialEq for Choices {
    fn eq(&self, other: &Self) -> bool {
        (&self.places, self.people) == (&other.places, other.people)
    }
}

impl Choices {
    /// The default of every option, for one person.
    pub fn defaults(options: Options) -> Self {
        Choices { options, places: vec![0; options.len()], people: 1 }
    }

    /// Every combination of values.
    pub fn all(options: Options) -> Vec<Self> {
        options.iter().enumerate().fold(vec![Self::defaults(options)], |made, (at, option)| {
            let with = |choices: &Choices, place| {
                let mut choices = choices.clone();
                choices.places[at] = place;
                choices
            };
            let each =
                |choices| (0..option.values().count()).map(move |place| with(choices, place));
            made.iter().flat_map(each).collect()
        })
    }

    /// Combinations that show each option beside each other: all of them if they are few, else
    /// so many that any two values of two options stand together in one.
    pub fn covering(options: Options) -> Vec<Self> {
        let combinations: usize = options.iter().map(|option| option.values().count()).product();
        if combinations <= COMBINATIONS_MAX {
            return Self::all(options);
        }
        let mut pairs = Self::pairs(options);
        let mut chosen = vec![Self::defaults(options)];
        pairs.retain(|pair| !chosen[0].has(*pair));
        while let Some([one, other]) = pairs.first().copied() {
            let mut choices = Self::defaults(options);
            (choices.places[one.0], choices.places[other.0]) = (one.1, other.1);
            let mut fixed = vec![one.0, other.0];
            for at in (0..options.len()).filter(|at| *at != one.0 && *at != other.0) {
                let is_met = |pair: &&[Chosen; 2], place| {
                    let [(a, _), (b, _)] = **pair;
                    let is_fixed = |other| other == at || fixed.contains(&other);
                    let mut tried = choices.clone();
                    tried.places[at] = place;
                    (a == at || b == at) && is_fixed(a) && is_fixed(b) && tried.has(**pair)
                };
                let met = |place: &usize| pairs.iter().filter(|pair| is_met(pair, *place)).count();
                // The first of the best, so that the default is chosen where nothing is missing.
                let places = (0..options[at].values().count()).rev();
                choices.places[at] = places.max_by_key(met).unwrap_or(0);
                fixed.push(at);
            }
            pairs.retain(|pair| !choices.has(*pair));
            chosen.push(choices);
        }
        chosen
    }

    /// Any two values of two options.
    fn pairs(options: Options) -> Vec<[Chosen; 2]> {
        let of = |at: usize| (0..options[at].values().count()).map(move |place| (at, place));
        let each = |one: usize| (one + 1..options.len()).map(move |other| (one, other));
        let two = (0..options.len()).flat_map(each);
        two.flat_map(|(a, b)| of(a).flat_map(move |one| of(b).map(move |other| [one, other])))
            .collect()
    }

    fn has(&self, pair: [Chosen; 2]) -> bool {
        pair.iter().all(|(at, place)| self.places[*at] == *place)
    }

    /// What was chosen for an option, which must be one of the ruleset; else its default.
    pub fn of<T: Copy + Sync>(&self, option: &'static GameOption<T>) -> T {
        let place = self.options.iter().position(|known| known.name() == option.name);
        debug_assert!(place.is_some(), "the option {} is not in the ruleset", option.name);
        let place = place.and_then(|at| self.places.get(at)).copied().unwrap_or(0);
        option.values.get(place).unwrap_or(&option.values[0]).1
    }

    /// Chooses, for the option of this name, the value written so. Tells whether there are both.
    pub fn choose(&mut self, name: &str, value: &str) -> bool {
        let options = self.options.iter().zip(&mut self.places);
        let Some((option, chosen)) = { options }.find(|(option, _)| option.name() == name) else {
            return false;
        };
        let place = option.values().position(|known| known.value == value);
        *chosen = place.unwrap_or(*chosen);
        place.is_some()
    }

    /// Chooses the values of these pairs of names and values, as far as there are such.
    pub fn choose_all<'a>(&mut self, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) {
        for (name, value) in pairs {
            self.choose(name, value);
        }
    }

    /// The same choices for this many people, at most [`PEOPLE_MAX`].
    pub fn with_people(self, people: usize) -> Self {
        Choices { people: people.clamp(1, PEOPLE_MAX), ..self }
    }

    /// How many of the seats are held by people; the computer holds the others.
    pub fn people(&self) -> usize {
        self.people
    }

    /// Each option with the value chosen for it, and whether that is the default.
    pub fn chosen(&self) -> impl Iterator<Item = (&'static dyn AnyOption, OptionValue, bool)> {
        let pairs = self.options.iter().zip(&self.places);
        pairs.filter_map(|(option, place)| Some((*option, option.value(*place)?, *place == 0)))
    }

    /// Appends the choices to a packed position, up to the last that is no default.
    pub fn pack(&self, packer: &mut Packer) {
        let count = self.places.iter().rposition(|place| *place != 0).map_or(0, |last| last + 1);
        packer.put(self.people as u64 - 1, PEOPLE_BITS);
        packer.put(count as u64, COUNT_BITS);
        self.places[..count].iter().for_each(|place| packer.put(*place as u64, PLACE_BITS));
    }

    /// Reads what [`Choices::pack`] wrote, now or when there were fewer options and values. An option
    /// that is left out has its default.
    ///
    /// # Errors
    ///
    /// If there are choices of options or values that this ruleset does not have.
    pub fn unpack(options: Options, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let mut choices = Choices::defaults(options);
        choices.people = packed.take(PEOPLE_BITS)? as usize + 1;
        for at in 0..packed.take(COUNT_BITS)? as usize {
            let place = packed.take(PLACE_BITS)? as usize;
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
        assert_eq!(Choices::all(TOMORROW).len(), 6);
    }

    #[test]
    fn a_cover_has_any_two_values_of_two_options_and_is_small() {
        const MANY: Options = &[&GROWN, &RULE, &SIZE, &RULE, &GROWN, &RULE, &RULE];
        let covering = Choices::covering(MANY);
        for [(a, one), (b, other)] in Choices::pairs(MANY) {
            let shows = |choices: &Choices| (choices.places[a], choices.places[b]) == (one, other);
            assert!(covering.iter().any(shows), "option {a} at {one} with option {b} at {other}");
        }
        assert_eq!(covering[0], Choices::defaults(MANY));
        assert!(covering.len() < 14, "{} of {}", covering.len(), Choices::all(MANY).len());
        assert_eq!(Choices::covering(TOMORROW), Choices::all(TOMORROW));
    }

    #[test]
    fn choices_come_back() {
        for choices in Choices::all(TOMORROW) {
            assert_eq!(unpacked(TOMORROW, &packed(&choices)), Ok(choices));
        }
    }

    #[test]
    fn an_option_and_a_value_more_leave_old_tokens_readable() {
        for today in Choices::all(TODAY) {
            let tomorrow = unpacked(TOMORROW, &packed(&today)).expect("an old token opens");
            assert_eq!(tomorrow.of(&GROWN), today.of(&SIZE));
            assert!(!tomorrow.of(&RULE), "a missing choice takes its default");
        }
    }

    #[test]
    fn what_this_version_does_not_know_is_refused() {
        for tomorrow in Choices::all(TOMORROW) {
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
