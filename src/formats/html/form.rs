//! The form that chooses a game, and the pages that have it: for the next game, and for a table.

use super::content::{Content, Head};
use super::document::Elements;
use super::markup::{Compiled, is_html};
use super::symbol::GamePicture;
use crate::formats::document::Element;
use crate::formats::form as about;
use crate::formats::party::WrongName;
use crate::formats::view::{NewGame, NewTable};
use crate::game::options::{AnyOption, Choices, OptionGroup, OptionValue, TYPED_CHARS_MAX};
use crate::game::ruleset::{PLAYERS, Ruleset, SEATS};
use crate::game::secrecy::Deals;
use crate::game::text::{capitalised, count};
use crate::links::WayOn;
use crate::query;
use crate::table::patience::Patience;
use askama::Template;

/// The options of a game, as a form.
#[derive(Template)]
#[template(path = "form.html")]
pub struct OptionsForm<'a> {
    ruleset: &'a Ruleset,
    choices: &'a Choices,
    /// True if the form opens a table. The sender gets its first seat.
    opens_table: bool,
    /// The time that the table waits for a player.
    patience: Patience,
    /// The name that was refused, if one was typed.
    bad_name: Option<&'a WrongName>,
}

/// A button that starts the game with the options of the form.
struct Start {
    people: usize,
    label: String,
    /// True if this number of people is chosen.
    is_chosen: bool,
}

/// Options that belong together.
struct Group {
    /// The heading of the fold, if the options are folded away.
    summary: Option<Compiled>,
    /// True if the fold is open, because one of the options is changed.
    is_open: bool,
    options: Vec<&'static dyn AnyOption>,
}

impl<'a> OptionsForm<'a> {
    /// The form that starts a game.
    fn for_game(ruleset: &'a Ruleset, choices: &'a Choices) -> Self {
        let patience = Patience::default();
        OptionsForm { ruleset, choices, opens_table: false, patience, bad_name: None }
    }

    /// The form that opens a table for several people.
    fn for_people(new_table: &'a NewTable<'_>) -> Self {
        let NewTable { ruleset, choices, patience, bad_name } = new_table;
        let form = OptionsForm::for_game(ruleset, choices);
        OptionsForm { opens_table: true, patience: *patience, bad_name: bad_name.as_ref(), ..form }
    }

    /// The possible numbers of people at the table. Each comes with true if it is chosen.
    fn people(&self) -> impl Iterator<Item = (usize, bool)> {
        let (least, most) = self.ruleset.people;
        (least.max(2)..=most).map(|people| (people, people == self.choices.people()))
    }

    /// The buttons that start the game: alone and with friends. A closed table asks for the number
    /// of people on its own page.
    fn starts(&self) -> impl Iterator<Item = Start> {
        let is_closed = self.ruleset.deals() == Deals::Secret;
        let most = if is_closed { self.ruleset.people.1.min(2) } else { self.ruleset.people.1 };
        (1..=most).map(move |people| Start {
            people,
            label: match people {
                1 => "Play".to_owned(),
                _ if most == 2 => "With friends".to_owned(),
                _ => format!("With {}", count(people - 1, "friend")),
            },
            is_chosen: people == self.choices.people(),
        })
    }

    /// Every option, in its group.
    fn groups(&self) -> impl Iterator<Item = Group> {
        let groups = [
            (OptionGroup::Game, None),
            (OptionGroup::Computer, Some("Computer players")),
            (OptionGroup::HouseRules, Some("House rules")),
        ];
        groups.into_iter().filter_map(|(group, summary)| {
            let options = self.ruleset.options_as_asked(self.opens_table);
            let options: Vec<_> = options.filter(|option| self.group(*option) == group).collect();
            let is_open = options.iter().any(|option| self.is_changed(*option));
            (!options.is_empty()).then_some(Group {
                summary: summary.map(Compiled),
                is_open,
                options,
            })
        })
    }

    /// The group of an option. The computer has its own group at a table.
    fn group(&self, option: &'static dyn AnyOption) -> OptionGroup {
        match option.group() {
            _ if self.is_seats(&option) => OptionGroup::Computer,
            OptionGroup::Computer if !self.opens_table => OptionGroup::Game,
            group => group,
        }
    }

    /// The label of a value: `Easy: few turns`.
    fn label(&self, value: &OptionValue<'_>) -> String {
        capitalised(&value.with_note())
    }

    /// Returns true if a value other than the usual one is chosen.
    fn is_changed(&self, option: &'static dyn AnyOption) -> bool {
        if self.is_seats(&option) {
            option.values().any(|value| self.has_computers(&option, &value))
        } else {
            option.values().any(|value| self.is_chosen(&option, &value))
        }
    }

    /// Returns true if this number of seats is chosen, and computers take some of them.
    fn has_computers(&self, option: &&'static dyn AnyOption, value: &OptionValue<'_>) -> bool {
        self.is_chosen(option, value)
            && value.value.parse().is_ok_and(|seats: usize| seats > self.choices.people())
    }

    /// Returns true if the option is the number of seats of a table. People take at least one seat
    /// each, so the option may be left open.
    fn is_seats(&self, option: &&'static dyn AnyOption) -> bool {
        self.opens_table && option.name() == PLAYERS
    }

    /// The name and the value of the field that names the game.
    fn game(&self) -> (Compiled, Compiled) {
        (Compiled(query::GAME), Compiled(self.ruleset.key))
    }

    /// The name of an option in the query. Names and values need no quotation marks: the contract
    /// of games limits their letters.
    fn name(&self, option: &&'static dyn AnyOption) -> Compiled {
        Compiled(option.name())
    }

    fn value(&self, value: &OptionValue<'static>) -> Compiled {
        Compiled(value.value)
    }

    /// Returns true if a value is chosen that is not the default. A browser chooses the default by
    /// itself.
    fn is_chosen(&self, option: &&'static dyn AnyOption, value: &OptionValue<'_>) -> bool {
        self.choices.chosen().any(|(other, chosen, is_default)| {
            !is_default && other.name() == option.name() && chosen == *value
        })
    }

    /// Returns true if players may ask for a deal by its name, because knowing the deal is no
    /// advantage.
    fn has_seed(&self) -> bool {
        self.ruleset.deals() == Deals::Open
    }
}

is_html!(OptionsForm<'_>, NewGamePage<'_>, NewTablePage<'_>);

/// The page with the form.
#[derive(Template)]
#[template(path = "new-game.html")]
pub struct NewGamePage<'a> {
    new_game: &'a NewGame<'a>,
    title: String,
    lead: [Element; 1],
}

impl<'a> NewGamePage<'a> {
    /// The page with the options and the choices so far.
    pub fn new(new_game: &'a NewGame<'a>) -> Self {
        let (title, lead) = about::new_game(new_game.ruleset);
        NewGamePage { new_game, title, lead: [lead] }
    }

    fn form(&self) -> OptionsForm<'_> {
        OptionsForm::for_game(self.new_game.ruleset, &self.new_game.choices)
    }

    fn presets(&self) -> impl Iterator<Item = WayOn> {
        self.new_game.presets()
    }
}

impl Content for NewGamePage<'_> {
    fn head(&self) -> Head {
        let ruleset = self.new_game.ruleset;
        let back = self.new_game.back().map(|back| WayOn::new("Back to your game", back.clone()));
        Head {
            pictures: ruleset.icon().into_iter().collect(),
            ways: Some(back.into_iter().chain([about::rules(ruleset)]).collect()),
            ..Head::new(self.title.clone(), format!("Every option of {}.", ruleset.title))
        }
    }
}

/// The page of a new table. It asks for the host's name.
#[derive(Template)]
#[template(path = "new-table.html")]
pub struct NewTablePage<'a> {
    new_table: &'a NewTable<'a>,
    title: String,
    lead: [Element; 1],
    how_it_works: [Element; 1],
}

impl<'a> NewTablePage<'a> {
    /// The page with the choices, and the refused name.
    pub fn new(new_table: &'a NewTable<'a>) -> Self {
        let (title, lead) = about::new_table(new_table.ruleset);
        let how_it_works = [about::how_it_works(new_table)];
        NewTablePage { new_table, title, lead: [lead], how_it_works }
    }

    fn form(&self) -> OptionsForm<'_> {
        OptionsForm::for_people(self.new_table)
    }
}

impl Content for NewTablePage<'_> {
    fn head(&self) -> Head {
        let ruleset = self.new_table.ruleset;
        let description = format!("A table of {} for several people, over links.", ruleset.title);
        Head {
            pictures: ruleset.icon().into_iter().collect(),
            ways: Some(vec![about::rules(ruleset)]),
            ..Head::new(self.title.clone(), description)
        }
    }
}
