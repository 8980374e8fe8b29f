//! The one form with which a game is chosen, and the page that has it for the next game.

use super::content::{Content, LINKS};
use super::markup::Compiled;
use crate::clients::view::NewGame;
use crate::game::options::{AnyOption, Choices, OptionValue};
use crate::game::page::Picture;
use crate::game::ruleset::{Deals, PLAYERS, Ruleset};
use crate::links::{Link, WayOn};
use crate::query;
use askama::Template;
use askama::filters::HtmlSafe;

/// The options of a game, to choose from.
#[derive(Template)]
#[template(path = "form.html")]
pub struct OptionsForm<'a> {
    ruleset: &'a Ruleset,
    /// What is chosen; nothing where that is the default.
    choices: Option<&'a Choices>,
    /// What the button says.
    action: Compiled,
    /// Whether it opens a table, at which whoever sends it sits first.
    opens_table: bool,
    /// Whether to send it is what its page is there for.
    is_whole_page: bool,
}

impl<'a> OptionsForm<'a> {
    /// The form with the default choices.
    pub fn with_defaults(ruleset: &'a Ruleset) -> Self {
        let action = Compiled("Play");
        OptionsForm { ruleset, choices: None, action, opens_table: false, is_whole_page: false }
    }

    /// The form with these choices, on a page of its own.
    fn whole_page(ruleset: &'a Ruleset, choices: &'a Choices) -> Self {
        let choices = Some(choices);
        OptionsForm { choices, is_whole_page: true, ..OptionsForm::with_defaults(ruleset) }
    }

    /// The form that opens a table for several people.
    pub fn for_people(ruleset: &'a Ruleset, choices: &'a Choices) -> Self {
        let action = Compiled("Open the table");
        OptionsForm { action, opens_table: true, ..OptionsForm::whole_page(ruleset, choices) }
    }

    /// How many people may share the game, each with whether so many are chosen; nothing where an
    /// option says it or another form asks for it.
    fn people(&self) -> impl Iterator<Item = (usize, bool)> {
        let chosen = self.choices.map_or(1, Choices::people);
        let (least, most) = self.ruleset.people;
        let is_asked = self.opens_table || self.ruleset.deals != Deals::Secret;
        let least = if self.opens_table { least.max(2) } else { least };
        let most = if is_asked && self.ruleset.invites_people() { most } else { 0 };
        (least..=most).map(move |people| (people, people == chosen))
    }

    /// Every option, house rules last, each with whether these begin with it.
    fn options(&self) -> impl Iterator<Item = (&'static dyn AnyOption, bool)> {
        let mut is_house_rule = false;
        self.ruleset.options_as_asked().map(move |option| {
            let was_house_rule = std::mem::replace(&mut is_house_rule, option.is_house_rule());
            (option, is_house_rule && !was_house_rule)
        })
    }

    /// Whether so many seats are chosen, more than people take.
    fn has_computers(&self, option: &&'static dyn AnyOption, value: &OptionValue) -> bool {
        let people = self.choices.map_or(1, Choices::people);
        self.is_chosen(option, value)
            && value.value.parse().is_ok_and(|seats: usize| seats > people)
    }

    /// Whether an option says how many seats a table has. There is one for each of the people at
    /// least, so that it may be left open.
    fn is_seats(&self, option: &&'static dyn AnyOption) -> bool {
        self.opens_table && option.name() == PLAYERS
    }

    /// The name and the value of the field that says which game.
    fn game(&self) -> (Compiled, Compiled) {
        (Compiled(query::GAME), Compiled(self.ruleset.key))
    }

    /// An option's name in the query. Neither it nor a value needs quotation marks: the contract of
    /// a game says of which letters they are.
    fn name(&self, option: &&'static dyn AnyOption) -> Compiled {
        Compiled(option.name())
    }

    fn value(&self, value: &OptionValue) -> Compiled {
        Compiled(value.value)
    }

    /// Whether a value is chosen. A browser takes the first, the default, unless it is told.
    fn is_chosen(&self, option: &&'static dyn AnyOption, value: &OptionValue) -> bool {
        self.choices.is_some_and(|choices| {
            choices.chosen().any(|(other, chosen, is_default)| {
                !is_default && other.name() == option.name() && chosen == *value
            })
        })
    }

    /// Whether a house rule is chosen that is not the usual one.
    fn has_house_rules(&self) -> bool {
        self.choices.is_some_and(|choices| {
            choices.chosen().any(|(option, _, is_default)| !is_default && option.is_house_rule())
        })
    }

    /// Whether a deal may be asked for by its name: where knowing it does not help.
    fn has_seed(&self) -> bool {
        self.ruleset.deals == Deals::Open
    }

    fn seed(&self) -> Compiled {
        Compiled(query::SEED)
    }

    fn day(&self) -> Compiled {
        Compiled(query::DAY)
    }
}

impl HtmlSafe for OptionsForm<'_> {}

/// The page with the form.
#[derive(Template)]
#[template(path = "new-game.html")]
pub struct NewGamePage<'a> {
    /// What there is to choose.
    pub new_game: &'a NewGame<'a>,
}

impl NewGamePage<'_> {
    fn form(&self) -> OptionsForm<'_> {
        OptionsForm::whole_page(self.new_game.ruleset, &self.new_game.choices)
    }

    fn presets(&self) -> impl Iterator<Item = WayOn> {
        self.new_game.presets(LINKS)
    }

    fn rules(&self) -> Link {
        LINKS.about(self.new_game.ruleset, query::About::People)
    }

    fn parlour(&self) -> Link {
        LINKS.parlour()
    }
}

impl HtmlSafe for NewGamePage<'_> {}

impl Content for NewGamePage<'_> {
    fn title(&self) -> String {
        format!("New game of {}, Parlour", self.new_game.ruleset.title)
    }

    fn description(&self) -> String {
        format!("Every option of {}.", self.new_game.ruleset.title)
    }

    fn pictures(&self) -> Vec<Picture> {
        Vec::new()
    }
}
